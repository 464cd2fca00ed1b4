// The language of texts, by the Compact Language Detector 2 (CLD2).
#pragma once

#include <string>
#include <string_view>

#include "text/given_documents.hpp"

namespace manifact {

// Whether this build has CLD2.
bool can_detect_language() noexcept;

// The language of most of the texts, as the option `language` names it; "none" if that option has
// no word for it, or there is no text whose language is found. Up to 1000 texts, evenly spaced, are
// read up to 2000 bytes.
std::string detected_language(const Documents &texts);

// The language of one text, of which up to 2000 bytes are read; "none" as above, or if it is not
// found.
std::string_view language_of_text(std::string_view text);

}  // namespace manifact
