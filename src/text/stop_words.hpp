// Words that say nothing of what a document is about.
#pragma once

#include <span>
#include <string_view>

namespace manifact {

// The built-in list of a language, sorted by bytes; empty where there is none (all but English).
std::span<const std::string_view> stop_words_of(std::string_view language) noexcept;

}  // namespace manifact
