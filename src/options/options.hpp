// The option table (options.def), which of it a method takes, and the values in force.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/index.hpp"

namespace manifact {

// The options, in the order of the table.
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

enum class OptionType : int { integer = 1, real = 2, word = 3 };

struct OptionInfo {
  Key key;
  const char *name;
  OptionType type;
  double minimum, maximum;  // numbers
  const char *words;  // words, separated by spaces; of a number: words that may stand in its place
  const char *fallback;  // where the method has no default of its own
  const char *summary;
};

std::span<const OptionInfo> option_table() noexcept;
const OptionInfo *find_option(std::string_view name) noexcept;  // `_` and `-` are alike
const OptionInfo *find_option(Key key) noexcept;

// A default of a method: a key and its value as text.
struct Setting {
  Key key;
  const char *value;
};

// Settings that follow from another option: lccf with normalization=final takes lambda 100, unless
// told otherwise.
struct Implication {
  Key key;
  const char *word;
  std::span<const Setting> settings;
};

// The words of an option that a method takes, where it does not take all of the table's.
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

// The options that one method takes, or the vectorizer, and what they are where nothing is set.
struct OptionSet {
  const char *name;
  const char *kind = "method";  // of what `name` is the name; null: there is only one
  KeySet keys;
  std::span<const Setting> defaults = {};
  std::span<const Implication> implications = {};
  std::span<const AllowedWords> words = {}, shared_words = {};  // the first list that has the key

  std::string owner() const;  // in messages: "method 'lccf'", "the vectorizer"
};

// The enum E of an option's words: its key and values (options/choices.hpp).
template <class E>
struct Choice;

// The values set for one solver, over the defaults of its option set. A value in force is the one
// set, else one implied by a preset or another option, else the set's default, else the table's.
class Options {
 public:
  explicit Options(const OptionSet &option_set) noexcept : option_set_(option_set) {}

  // Each throws Error(option) with the bounds or words in the sentence, and then nothing has
  // changed. A real option takes an integer, and an integer option a real number that is whole.
  void set(const OptionInfo &option, Index value);
  void set(const OptionInfo &option, double value);
  void set_text(const OptionInfo &option, std::string_view value);

  Index integer(Key key) const;
  double real(Key key) const;
  const char *word(Key key) const;  // valid until the option is set again
  bool is(Key key, std::string_view value) const { return text(key) == value; }
  template <class E>
  E choice(Key key = Choice<E>::key) const {
    return Choice<E>::values[word_index(key)];
  }
  bool is_set(Key key) const;
  std::string_view text(Key key) const;

  const OptionSet &option_set() const noexcept { return option_set_; }
  const char *name() const noexcept { return option_set_.name; }  // of the method
  bool uses(Key key) const noexcept { return option_set_.keys.has(key); }

  // The words of the option that the set takes.
  const char *words_of(const OptionInfo &option) const noexcept;

  // Throws Error(option) when the set has no such option.
  void check_used(const OptionInfo &option) const;
  void check_word(const OptionInfo &option, std::string_view value) const;

 private:
  std::size_t word_index(Key key) const;  // of the value, among the words of the option

  OptionSet option_set_;
  std::array<std::optional<std::string>, option_count> set_;  // by row of the table
};

}  // namespace manifact
