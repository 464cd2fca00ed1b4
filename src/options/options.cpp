#include "options/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/nearest.hpp"

namespace manifact {
namespace {

constexpr struct {
  std::string_view before;
  const char *now;
} renamed_names[] = {{"normalisation", "normalization"}};

constexpr struct {
  std::string_view option, before;
  const char *now;
} renamed_words[] = {{"normalization", "si", "scale-invariant"},
                     {"normalization", "end", "final"},
                     {"normalization", "each", "per-update"},
                     {"normalization", "authors", "unit-memberships"},
                     {"ncw", "authors", "unit-graph"},
                     {"ncw", "appendix", "full"},
                     {"stemming", "on", "yes"},
                     {"stemming", "off", "no"},
                     {"closure", "on", "yes"},
                     {"closure", "off", "no"}};

}  // namespace

const char *renamed_option(std::string_view name) noexcept {
  for (const auto &one : renamed_names)
    if (name == one.before) return one.now;
  return nullptr;
}

const char *renamed_word(std::string_view option, std::string_view word) noexcept {
  for (const auto &one : renamed_words)
    if (option == one.option && word == one.before) return one.now;
  return nullptr;
}

void rename_setting(std::string &name, std::string &value) {
  if (const char *const now = renamed_option(name)) name = now;
  if (const char *const now = renamed_word(name, value)) value = now;
}

void refuse_renamed_option(std::string_view name) {
  if (const char *const now = renamed_option(name))
    fail(Status::option, "option '%.*s' is now '%s'", static_cast<int>(name.size()), name.data(),
         now);
}

void refuse_renamed_word(std::string_view option, std::string_view word) {
  if (const char *const now = renamed_word(option, word))
    fail(Status::option, "option '%.*s': '%.*s' is now '%s'", static_cast<int>(option.size()),
         option.data(), static_cast<int>(word.size()), word.data(), now);
}

namespace {

constexpr double unbounded = 1e300;
constexpr double below_one = 0.9999999;
constexpr double whole = 9007199254740992.0;  // 2^53: a double represents all integers up to it

using enum OptionType;
using enum Tier;

constexpr OptionInfo table[] = {
#define MANIFACT_OPTION(key, name, tier, type, minimum, maximum, words, fallback, summary) \
  {Key::key, name, tier, type, minimum, maximum, words, fallback, summary},
#include "options/options.def"
#undef MANIFACT_OPTION
};

constexpr std::size_t row(Key key) { return static_cast<std::size_t>(key); }

const OptionInfo &info(Key key) { return table[row(key)]; }

// Bindings to languages without `-` in identifiers use `_`.
bool same_name(std::string_view a, std::string_view b) {
  const auto folded = [](char c) { return c == '_' ? '-' : c; };
  return std::ranges::equal(a, b, {}, folded, folded);
}

// The index of a word among words that are separated by spaces.
std::optional<std::size_t> index_of(std::string_view words, std::string_view value) {
  for (std::size_t index = 0; !words.empty(); ++index) {
    const std::size_t space = std::min(words.find(' '), words.size());
    if (words.substr(0, space) == value) return index;
    words.remove_prefix(std::min(space + 1, words.size()));
  }
  return std::nullopt;
}

std::string_view word_at(std::string_view words, std::size_t index) {
  for (; index > 0; --index) words.remove_prefix(words.find(' ') + 1);
  return words.substr(0, words.find(' '));
}

enum class Parsed { number, beyond_the_type, no_number };

template <class Number>
Parsed parse(std::string_view text, Number &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument)
    return Parsed::no_number;
  return error == std::errc() ? Parsed::number : Parsed::beyond_the_type;
}

template <class Number>
std::string print(Number value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

// The message names the bound that was exceeded, or both bounds of a range.
[[noreturn]] void refuse_out_of_bounds(const OptionInfo &option, bool above, std::string_view got) {
  const auto bound = [&](double value) {
    return option.type == OptionType::integer ? print(static_cast<Index>(value)) : print(value);
  };
  const std::string low = bound(option.minimum), high = bound(option.maximum);
  const int length = static_cast<int>(std::min<std::size_t>(got.size(), 100));
  if (option.maximum < whole)
    fail(Status::option, "option '%s' must be between %s and %s, not %.*s", option.name,
         low.c_str(), high.c_str(), length, got.data());
  fail(Status::option, "option '%s' must be %s %s, not %.*s", option.name,
       above ? "at most" : "at least", (above ? high : low).c_str(), length, got.data());
}

// Integers are compared as integers: 2^53 + 1 must not be rounded to a value within the bounds.
template <class Number>
void check_bounds(const OptionInfo &option, Number value) {
  const bool above = value > static_cast<Number>(option.maximum);
  if (above || !(value >= static_cast<Number>(option.minimum)))
    refuse_out_of_bounds(option, above, print(value));  // NaN is refused
}

// Empty if the text is not a number. A number that overflows the type is out of bounds, because the
// bounds are narrower than the type.
std::optional<Index> integer_of(const OptionInfo &option, std::string_view text) {
  Index value = 0;
  const Parsed parsed = parse(text, value);
  if (parsed == Parsed::beyond_the_type) refuse_out_of_bounds(option, text.front() != '-', text);
  return parsed == Parsed::number ? std::optional(value) : std::nullopt;
}

// An integer written as a real number; R, for example, prints 100000 as 1e+05.
std::optional<double> whole_number_of(std::string_view text) {
  double value = 0;
  const bool is_whole =
      parse(text, value) == Parsed::number && std::isfinite(value) && std::trunc(value) == value;
  return is_whole ? std::optional(value) : std::nullopt;
}

std::optional<double> real_of(const OptionInfo &option, std::string_view text) {
  double value = 0;
  const Parsed parsed = parse(text, value);
  if (parsed == Parsed::beyond_the_type)
    fail(Status::option, "option '%s' takes a number in the range of a double, not '%.*s'",
         option.name, static_cast<int>(std::min<std::size_t>(text.size(), 100)), text.data());
  return parsed == Parsed::number ? std::optional(value) : std::nullopt;
}

}  // namespace

std::span<const OptionInfo> option_table() noexcept { return table; }

const OptionInfo *find_option(std::string_view name) noexcept {
  for (const OptionInfo &option : table)
    if (same_name(name, option.name)) return &option;
  return nullptr;
}

const OptionInfo *find_option(Key key) noexcept {
  return row(key) < std::size(table) ? &info(key) : nullptr;
}

std::optional<OptionValue> typed(const OptionInfo &option, std::string_view text) {
  if (option.words != nullptr)
    if (const auto index = index_of(option.words, text)) return Word{*index};
  Index integer = 0;
  double real = 0;
  if (option.type == OptionType::integer && parse(text, integer) == Parsed::number) return integer;
  if (option.type == OptionType::real && parse(text, real) == Parsed::number) return real;
  return std::nullopt;
}

std::string printed(const OptionInfo &option, const OptionValue &value) {
  if (const auto *const word = std::get_if<Word>(&value))
    return std::string(word_at(option.words, word->index));
  const auto *const integer = std::get_if<Index>(&value);
  return integer != nullptr ? print(*integer) : print(std::get<double>(value));
}

const char *value_of(Key key, std::span<const Setting> settings) noexcept {
  for (const Setting &setting : settings)
    if (setting.key == key) return setting.value;
  return nullptr;
}

std::string OptionSet::owner() const {
  return kind != nullptr ? std::string(kind) + " '" + name + "'" : std::string("the ") + name;
}

const char *Options::words_of(const OptionInfo &option) const noexcept {
  for (const std::span<const AllowedWords> list : {option_set_.words, option_set_.shared_words})
    for (const AllowedWords &allowed : list)
      if (allowed.key == option.key) return allowed.words;
  return option.words;
}

void Options::check_used(const OptionInfo &option) const {
  if (uses(option.key)) return;
  fail(Status::option, "%s has no option '%s'", option_set_.owner().c_str(), option.name);
}

void Options::check_word(const OptionInfo &option, std::string_view value) const {
  const int length = static_cast<int>(std::min<std::size_t>(value.size(), 100));
  const char *const words = words_of(option);
  if (!value.empty() && index_of(words, value)) return;
  refuse_renamed_word(option.name, value);
  if (words == option.words)
    fail(Status::option, "option '%s' must be one of: %s; not '%.*s'%s", option.name, words, length,
         value.data(), did_you_mean(value, words).c_str());
  fail(Status::option, "option '%s' of %s must be one of: %s; not '%.*s'%s", option.name,
       option_set_.owner().c_str(), words, length, value.data(),
       did_you_mean(value, words).c_str());
}

void Options::store(Key key, const OptionValue &value) {
  set_[row(key)] = value;
  derived_[row(key)].reset();
  resolve();
}

void Options::set(const OptionInfo &option, Index value) {
  check_used(option);
  if (option.type == OptionType::real) return set(option, static_cast<double>(value));
  if (option.type != OptionType::integer)
    fail(Status::option, "option '%s' does not take an integer", option.name);
  check_bounds(option, value);
  store(option.key, value);
}

void Options::set(const OptionInfo &option, double value) {
  check_used(option);
  if (option.type != OptionType::integer && option.type != OptionType::real)
    fail(Status::option, "option '%s' does not take a real number", option.name);
  if (option.type == OptionType::integer && std::trunc(value) != value)
    fail(Status::option, "option '%s' takes an integer, not %s", option.name, print(value).c_str());
  check_bounds(option, value);
  if (option.type == OptionType::integer) return set(option, static_cast<Index>(value));
  store(option.key, value);
}

void Options::set_boolean(const OptionInfo &option, bool value) {
  check_used(option);
  if (option.type != OptionType::boolean)
    fail(Status::option, "option '%s' is not a boolean", option.name);
  store(option.key, Word{value ? 1U : 0U});
}

void Options::set_value(const OptionInfo &option, const OptionValue &value) {
  check_used(option);
  if (const auto *const integer = std::get_if<Index>(&value)) return set(option, *integer);
  if (const auto *const real = std::get_if<double>(&value)) return set(option, *real);
  if (option.type == OptionType::word) check_word(option, printed(option, value));
  store(option.key, value);
}

void Options::reset(const OptionInfo &option) {
  check_used(option);
  set_[row(option.key)].reset();
  derived_[row(option.key)].reset();
  resolve();
}

void Options::set_text(const OptionInfo &option, std::string_view value) {
  check_used(option);
  const int length = static_cast<int>(std::min<std::size_t>(value.size(), 100));
  switch (option.type) {
    case OptionType::integer:
      if (option.words != nullptr && index_of(option.words, value)) break;
      if (const auto number = integer_of(option, value)) return set(option, *number);
      if (const auto number = whole_number_of(value)) return set(option, *number);
      fail(Status::option, "option '%s' takes an integer%s%s, not '%.*s'", option.name,
           option.words != nullptr ? " or " : "", option.words != nullptr ? option.words : "",
           length, value.data());
    case OptionType::real:
      if (const auto number = real_of(option, value)) return set(option, *number);
      fail(Status::option, "option '%s' takes a number, not '%.*s'", option.name, length,
           value.data());
    case OptionType::word:
    case OptionType::boolean:
      check_word(option, value);
  }
  store(option.key, *typed(option, value));
}

void Options::derive(Key key, OptionValue value) noexcept {
  if (!is_set(key)) replace(key, value);
}

void Options::replace(Key key, OptionValue value) noexcept {
  if (!uses(key)) return;
  derived_[row(key)] = value;
  resolve();
}

void Options::take_dense_defaults() noexcept {
  dense_ = true;
  resolve();
}

Options Options::defaults() const {
  Options options(option_set_);
  if (dense_) options.take_dense_defaults();
  return options;
}

void Options::resolve() noexcept {
  in_force_.fill({});
  for (const OptionInfo &option : table) resolved(option.key);
}

const Options::InForce &Options::resolved(Key key) noexcept {
  InForce &found = in_force_[row(key)];
  if (found.origin != Origin::unknown) return found;
  if (const auto &derived = derived_[row(key)])
    found = {*derived, Origin::data};
  else if (const auto &set = set_[row(key)])
    found = {*set, Origin::user};
  else
    found = from_tables(key);
  return found;
}

// The texts of the tables are values of their options: tests/unit/options/options.cpp.
Options::InForce Options::from_tables(Key key) noexcept {
  const OptionInfo &option = info(key);
  for (const Implication &implication : option_set_.implications)
    if (const char *const value = value_of(key, implication.settings))
      if (resolved(implication.key).value == typed(info(implication.key), implication.word))
        return {*typed(option, value), Origin::preset};
  if (dense_)
    if (const char *const value = value_of(key, option_set_.dense_defaults))
      return {*typed(option, value), Origin::data};
  const char *const value = value_of(key, option_set_.defaults);
  return {*typed(option, value != nullptr ? value : option.fallback), Origin::standard};
}

std::string Options::text(Key key) const { return printed(info(key), value(key)); }

Index Options::integer(Key key) const {
  if (const auto *const number = std::get_if<Index>(&value(key))) return *number;
  fail(Status::option, "option '%s' is '%s', which is not a number", info(key).name,
       text(key).c_str());
}

double Options::real(Key key) const {
  if (const auto *const number = std::get_if<double>(&value(key))) return *number;
  return static_cast<double>(integer(key));
}

}  // namespace manifact
