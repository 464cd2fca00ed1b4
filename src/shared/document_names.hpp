// The names of documents.
#pragma once

#include <algorithm>
#include <string_view>

namespace manifact {

// Whether an id is where a document without a name was found: "line 3", "new.tsv, line 3".
inline bool is_position(std::string_view id) {
  const std::size_t comma = id.rfind(", ");
  if (comma != std::string_view::npos) id.remove_prefix(comma + 2);
  for (const std::string_view word : {"line ", "row ", "record "})
    if (id.starts_with(word))
      return std::all_of(id.begin() + static_cast<std::ptrdiff_t>(word.size()), id.end(),
                         [](char c) { return c >= '0' && c <= '9'; });
  return false;
}

}  // namespace manifact
