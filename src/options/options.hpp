// The option table (options.def), the subset of it that a method takes, and the values in force
// with their origins.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/index.hpp"

namespace manifact {

// Names and words of options that have changed since version 0.1. The old ones are rejected with an
// error that names the new ones; in model files they are replaced by the new ones.

// The new name of an option, and the new word of an option (given by its new name); null if
// unchanged.
const char *renamed_option(std::string_view name) noexcept;
const char *renamed_word(std::string_view option, std::string_view word) noexcept;

// Updates a name=value line of a model file.
void rename_setting(std::string &name, std::string &value);

// Throw Error(option) with the new name if the name or word has changed.
void refuse_renamed_option(std::string_view name);
void refuse_renamed_word(std::string_view option, std::string_view word);

// One key per option, in table order.
enum class Key : int {
#define MANIFACT_OPTION(key, ...) key,
#include "options/options.def"
#undef MANIFACT_OPTION
};

inline constexpr std::size_t option_count = 0
#define MANIFACT_OPTION(...) +1
#include "options/options.def"
#undef MANIFACT_OPTION
    ;

enum class OptionType : int { integer = 1, real = 2, word = 3, boolean = 4 };
enum class Tier { common, expert };  // which listings show it: options.def

struct OptionInfo {
  Key key;
  const char *name;
  Tier tier;
  OptionType type;
  double minimum, maximum;  // for numbers
  // Separated by spaces; for a number: words accepted in its place, or null; boolean: "no yes".
  const char *words;
  const char *fallback;  // the value if the method defines no default
  const char *summary;
};

std::span<const OptionInfo> option_table() noexcept;
const OptionInfo *find_option(std::string_view name) noexcept;  // `_` and `-` are equivalent
const OptionInfo *find_option(Key key) noexcept;

// A value by the type of its option. A word has its index among the words of the table.
struct Word {
  std::size_t index;
  bool operator==(const Word &) const = default;
};
using OptionValue = std::variant<Index, double, Word>;

// The value that a text stands for; empty if the text is not a value of this type. Bounds and the
// words of a method are not checked.
std::optional<OptionValue> typed(const OptionInfo &option, std::string_view text);
// The shortest text that typed() reads as the value.
std::string printed(const OptionInfo &option, const OptionValue &value);

// Where a value in force comes from. The numbers are those of the C interface.
enum class Origin : int {
  unknown = 0,   // of a model file that does not say
  standard = 1,  // the default of the method or of the table
  preset = 2,    // implied by a preset or by the value of another option
  data = 3,      // from the data or another input of the fit (pipeline/derived_options.hpp)
  user = 4
};

// A default of a method as it is written in its source: a key and its value as text.
struct Setting {
  Key key;
  const char *value;
};

// The value of a key in a list of settings; null: not in the list.
const char *value_of(Key key, std::span<const Setting> settings) noexcept;

// Defaults that depend on the value of another option: lccf with normalization=final takes lambda
// 100 unless lambda is set.
struct Implication {
  Key key;
  const char *word;
  std::span<const Setting> settings;
};

// The words of an option that a method accepts, if it does not accept all words of the table.
struct AllowedWords {
  Key key;
  const char *words;
};

class KeySet {
 public:
  constexpr KeySet() = default;
  constexpr KeySet(std::span<const Key> keys) noexcept { add(keys); }

  constexpr void add(std::span<const Key> keys) noexcept {
    for (const Key key : keys) has_[static_cast<std::size_t>(key)] = true;
  }
  constexpr bool has(Key key) const noexcept { return has_[static_cast<std::size_t>(key)]; }

 private:
  std::array<bool, option_count> has_{};
};

// The options that a method or the vectorizer takes, and their defaults.
struct OptionSet {
  const char *name;
  const char *kind = "method";  // the kind of thing that `name` names; null: there is only one
  KeySet keys;
  std::span<const Setting> defaults = {}, dense_defaults = {};
  std::span<const Implication> implications = {};
  std::span<const AllowedWords> words = {}, shared_words = {};  // `words` takes precedence

  std::string owner() const;  // for messages: "method 'lccf'", "the vectorizer"
};

// Ties an enum E to an option: its key and values (options/plan.hpp).
template <class E>
struct Choice;

// The values that a user set on one solver, those that a fit derived from its data, and the values
// in force, each with its origin. In force is, in this order, the value derived from the data if
// the user set none (or if it replaces the user's), the one set by the user, one implied by a
// preset or another option, the set's default for dense data if the data are, the set's default,
// the table's. Texts become typed values when they are set; nothing else is parsed afterwards.
class Options {
 public:
  explicit Options(const OptionSet &option_set) noexcept : option_set_(option_set) { resolve(); }

  // The data are dense: the set's defaults for dense data apply.
  void take_dense_defaults() noexcept;

  // The options with nothing set and nothing derived.
  Options defaults() const;

  // What the user sets. Each throws Error(option) with the bounds or words in the message, and
  // leaves the options unchanged. A real option accepts an integer; an integer option accepts a
  // whole real number.
  void set(const OptionInfo &option, Index value);
  void set(const OptionInfo &option, double value);
  void set_boolean(const OptionInfo &option, bool value);
  void set_text(const OptionInfo &option, std::string_view value);
  void set_value(const OptionInfo &option, const OptionValue &value);  // of other options
  void reset(const OptionInfo &option);

  // What a fit derives from its data: in force unless the user set the option or the set does not
  // have it. Only a later set() or reset() of the same option removes it.
  void derive(Key key, OptionValue value) noexcept;
  template <class E>
  requires requires { Choice<E>::key; }
  void derive(E value) noexcept { derive(Choice<E>::key, word_of(value)); }
  // The same in place of a value that the user set, which is_set() and setting() still tell.
  void replace(Key key, OptionValue value) noexcept;
  template <class E>
  requires requires { Choice<E>::key; }
  void replace(E value) noexcept { replace(Choice<E>::key, word_of(value)); }

  Index integer(Key key) const;
  double real(Key key) const;
  bool boolean(Key key) const { return std::get<Word>(value(key)).index == 1; }
  bool is(Key key, std::string_view value) const { return text(key) == value; }
  template <class E>
  E choice(Key key = Choice<E>::key) const {
    return Choice<E>::values[std::get<Word>(value(key)).index];
  }
  std::string text(Key key) const;  // printed()

  const OptionValue &value(Key key) const noexcept { return in_force_[row(key)].value; }
  Origin origin(Key key) const noexcept { return in_force_[row(key)].origin; }
  // What the user set, even if another value is in force; empty: nothing.
  const std::optional<OptionValue> &setting(Key key) const noexcept { return set_[row(key)]; }
  bool is_set(Key key) const noexcept { return setting(key).has_value(); }

  const OptionSet &option_set() const noexcept { return option_set_; }
  const char *name() const noexcept { return option_set_.name; }  // the method's
  bool uses(Key key) const noexcept { return option_set_.keys.has(key); }

  // The words of the option that this set accepts.
  const char *words_of(const OptionInfo &option) const noexcept;

  // Throws Error(option) if the set does not have the option.
  void check_used(const OptionInfo &option) const;
  void check_word(const OptionInfo &option, std::string_view value) const;

 private:
  struct InForce {
    OptionValue value;
    Origin origin = Origin::unknown;  // unknown: not resolved yet
  };

  static constexpr std::size_t row(Key key) noexcept { return static_cast<std::size_t>(key); }

  template <class E>
  static OptionValue word_of(E value) noexcept {
    std::size_t index = 0;
    while (Choice<E>::values[index] != value) ++index;
    return Word{index};
  }

  void store(Key key, const OptionValue &value);  // as set by the user
  void resolve() noexcept;                        // all values in force
  const InForce &resolved(Key key) noexcept;
  InForce from_tables(Key key) noexcept;

  OptionSet option_set_;
  bool dense_ = false;
  // Indexed by key.
  std::array<std::optional<OptionValue>, option_count> set_, derived_;
  std::array<InForce, option_count> in_force_;
};

}  // namespace manifact
