// What is known of each document in addition to its words: for lists, reports and evaluation. The
// vectors are empty if the input was a matrix.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct Documents {
  std::vector<std::string>
      // a file's name in its folder, a package, the id field, "line 17"; one each when there are
      // any
      ids;
  std::vector<std::string>
      // the class that came with each document, "" unknown; empty when no document came with one
      labels;
  std::vector<std::string>
      dates;  // as they are written, "" unknown; empty when no document came with one
  std::vector<std::string>
      fields;  // those that each was read from, "" as the one before; empty if formats have none
  std::vector<std::string> excerpts;  // the text of each on one line, or its beginning; valid UTF-8
  // Of each field of --group-field the values, "" unknown; empty if the input has no such fields.
  std::vector<std::vector<std::string>> groups = {};
};

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

}  // namespace cli
