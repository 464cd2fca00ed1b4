// Words that do not indicate the subject of a document.
#pragma once

#include <span>
#include <string_view>

namespace manifact {

// The built-in list of a language, sorted bytewise; empty if there is none (for all but English).
std::span<const std::string_view> stop_words_of(std::string_view language) noexcept;

}  // namespace manifact
