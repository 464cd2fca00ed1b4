// Access to options by name, for the handles that have options.
#pragma once

#include <cstring>
#include <string_view>

#include "capi/handles.hpp"
#include "options/renamed.hpp"

namespace manifact {

inline const OptionInfo &option_of(const char *name) {
  require(name, "name");
  refuse_renamed_option(name);
  const OptionInfo *const option = find_option(std::string_view(name));
  if (option == nullptr) fail(Status::option, "unknown option '%.100s'", name);
  return *option;
}

// Copies the current value to `buffer` as null-terminated text of at most `size` bytes.
inline void give_text(const Options &options, const OptionInfo &option, char *buffer,
                      std::size_t size) {
  options.check_used(option);
  const std::string_view text = options.text(option.key);
  if (text.size() + 1 > size)
    fail(Status::length, "the value of '%s' needs %zu bytes, not %zu", option.name, text.size() + 1,
         size);
  text.copy(buffer, text.size());
  buffer[text.size()] = '\0';
}

}  // namespace manifact
