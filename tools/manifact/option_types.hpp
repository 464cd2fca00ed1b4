// The types of options, for their values as JSON and text.
#pragma once

#include <manifact/manifact.h>

namespace cli {

// Whether the values are words: not numbers.
inline bool has_words(manifact_option_type type) {
  return type == MANIFACT_TYPE_TEXT || type == MANIFACT_TYPE_BOOL;
}

}  // namespace cli
