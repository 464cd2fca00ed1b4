// Names and words of options that version 0.1 had and later ones have under others. They are not
// taken any more: whoever gives one is told the new one, and model files that hold them are read as
// if they held the new ones.
#pragma once

#include <string>
#include <string_view>

namespace manifact {

// The new name of an option, the new word of an option (by its new name); null where it has not
// changed.
const char *renamed_option(std::string_view name) noexcept;
const char *renamed_word(std::string_view option, std::string_view word) noexcept;

// A name=value line of an option, as a model file has it.
void rename_setting(std::string &name, std::string &value);

// Throw Error(option) that names the new one; nothing where it has not changed.
void refuse_renamed_option(std::string_view name);
void refuse_renamed_word(std::string_view option, std::string_view word);

}  // namespace manifact
