// Access to options by name, for the handles that have options.
#pragma once

#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "capi/handles.hpp"
#include "options/options.hpp"
#include "runtime/nearest.hpp"

namespace manifact {

// The nearest name among the options of the owner, else among all.
inline std::string nearest_option(const Options &options, const char *name) {
  std::vector<std::string_view> own, all;
  for (const OptionInfo &option : option_table()) {
    all.emplace_back(option.name);
    if (options.uses(option.key)) own.emplace_back(option.name);
  }
  const std::string hint = did_you_mean(name, own);
  return hint.empty() ? did_you_mean(name, all) : hint;
}

inline const OptionInfo &option_of(const Options &options, const char *name) {
  require(name, "name");
  refuse_renamed_option(name);
  const OptionInfo *const option = find_option(std::string_view(name));
  if (option == nullptr)
    fail(Status::option, "unknown option '%.100s'%s", name, nearest_option(options, name).c_str());
  return *option;
}

// The same for reading: the owner of the options must have it.
inline const OptionInfo &option_in(const Options &options, const char *name) {
  const OptionInfo &option = option_of(options, name);
  options.check_used(option);
  return option;
}

inline void set_text(Options &options, const char *name, const char *value) {
  const OptionInfo &option = option_of(options, name);
  require(value, "value");
  options.set_text(option, value);
}

// All options if the name is null.
inline void reset(Options &options, const char *name) {
  if (name != nullptr)
    options.reset(option_of(options, name));
  else
    options = Options(options.option_set());
}

// The number that an option holds; some hold a word instead.
inline double number_of(const Options &options, const OptionInfo &option, const char *kind) {
  const OptionValue &value = options.value(option.key);
  if (const auto *const integer = std::get_if<Index>(&value)) return static_cast<double>(*integer);
  if (const auto *const real = std::get_if<double>(&value)) return *real;
  fail(Status::option, "option '%s' is '%s', not %s", option.name, printed(option, value).c_str(),
       kind);
}

inline void give_int64(const Options &options, const char *name, int64_t *value) {
  const OptionInfo &option = option_in(options, name);
  require(value, "value");
  constexpr double whole = 9007199254740992.0;  // 2^53; integer options have no larger values
  const double number = number_of(options, option, "an integer");
  if (!(number >= -whole && number <= whole) || std::trunc(number) != number)
    fail(Status::option, "option '%s' is %g, not an integer", option.name, number);
  *value = static_cast<int64_t>(number);
}

inline void give_double(const Options &options, const char *name, double *value) {
  const OptionInfo &option = option_in(options, name);
  require(value, "value");
  *value = number_of(options, option, "a number");
}

inline void give_bool(const Options &options, const char *name, manifact_bool *value) {
  const OptionInfo &option = option_in(options, name);
  require(value, "value");
  if (option.type != OptionType::boolean)
    fail(Status::option, "option '%s' is not a boolean", option.name);
  *value = options.boolean(option.key) ? MANIFACT_TRUE : MANIFACT_FALSE;
}

// Copies the current value to `buffer` as null-terminated text of at most `size` bytes.
inline void give_text(const Options &options, const char *name, char *buffer, std::size_t size) {
  const OptionInfo &option = option_in(options, name);
  require(buffer, "buffer");
  const std::string text = options.text(option.key);
  if (text.size() + 1 > size)
    fail(Status::length, "the value of '%s' needs %zu bytes, not %zu", option.name, text.size() + 1,
         size);
  text.copy(buffer, text.size());
  buffer[text.size()] = '\0';
}

inline void give_text_size(const Options &options, const char *name, std::size_t *size) {
  const OptionInfo &option = option_in(options, name);
  require(size, "size");
  *size = options.text(option.key).size() + 1;
}

}  // namespace manifact
