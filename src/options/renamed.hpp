// Names and words of options that have changed since version 0.1. The old ones are rejected with an
// error that names the new ones; in model files they are replaced by the new ones.
#pragma once

#include <string>
#include <string_view>

namespace manifact {

// The new name of an option, and the new word of an option (given by its new name); null if
// unchanged.
const char *renamed_option(std::string_view name) noexcept;
const char *renamed_word(std::string_view option, std::string_view word) noexcept;

// Updates a name=value line of a model file.
void rename_setting(std::string &name, std::string &value);

// Throw Error(option) with the new name if the name or word has changed.
void refuse_renamed_option(std::string_view name);
void refuse_renamed_word(std::string_view option, std::string_view word);

}  // namespace manifact
