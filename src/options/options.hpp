// The option table (options.def), the subset of it that a method takes, and the effective values.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/index.hpp"

namespace manifact {

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

struct OptionInfo {
  Key key;
  const char *name;
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

// A default of a method: a key and its value as text.
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

// Ties an enum E to an option: its key and values (options/choices.hpp).
template <class E>
struct Choice;

// The values set on one solver, over the defaults of its option set. The effective value is, in
// this order, the one set, one implied by a preset or another option, the set's default for dense
// data if the data are, the set's default, the table's.
class Options {
 public:
  explicit Options(const OptionSet &option_set) noexcept : option_set_(option_set) {}

  // The data are dense: the set's defaults for dense data apply.
  void take_dense_defaults() noexcept { dense_ = true; }

  // The options with nothing set.
  Options defaults() const;

  // Each throws Error(option) with the bounds or words in the message, and leaves the options
  // unchanged. A real option accepts an integer; an integer option accepts a whole real number.
  void set(const OptionInfo &option, Index value);
  void set(const OptionInfo &option, double value);
  void set_boolean(const OptionInfo &option, bool value);
  void set_text(const OptionInfo &option, std::string_view value);
  void reset(const OptionInfo &option);

  Index integer(Key key) const;
  double real(Key key) const;
  bool boolean(Key key) const { return text(key) == "yes"; }
  const char *word(Key key) const;  // valid until the option is set again
  bool is(Key key, std::string_view value) const { return text(key) == value; }
  template <class E>
  E choice(Key key = Choice<E>::key) const {
    return Choice<E>::values[word_index(key)];
  }
  bool is_set(Key key) const;
  std::string_view text(Key key) const;

  const OptionSet &option_set() const noexcept { return option_set_; }
  const char *name() const noexcept { return option_set_.name; }  // the method's
  bool uses(Key key) const noexcept { return option_set_.keys.has(key); }

  // The words of the option that this set accepts.
  const char *words_of(const OptionInfo &option) const noexcept;

  // Throws Error(option) if the set does not have the option.
  void check_used(const OptionInfo &option) const;
  void check_word(const OptionInfo &option, std::string_view value) const;

 private:
  std::size_t word_index(Key key) const;  // index of the value among the words of the option

  OptionSet option_set_;
  bool dense_ = false;
  std::array<std::optional<std::string>, option_count> set_;  // indexed by key
};

}  // namespace manifact
