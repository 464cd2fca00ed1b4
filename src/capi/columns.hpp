// Texts of the documents as a caller gives them.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "capi/handles.hpp"
#include "shared/excerpt.hpp"
#include "topics/titles.hpp"

namespace manifact {

inline void check_column_name(std::string_view name) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name.empty() || name.size() > longest_column_name ||
      !std::all_of(name.begin(), name.end(), is_letter))
    fail(Status::argument, "'%.60s' is not the name of a column: 1 to %zu letters, digits and '_'",
         std::string(name).c_str(), longest_column_name);
}

// The texts that titles are made from, each an excerpt.
inline void add_excerpt(DocumentColumn &column, std::string_view text) {
  column.bytes += excerpt(text, excerpt_characters);
  column.ends.push_back(static_cast<std::int64_t>(column.bytes.size()));
}

// Text i is bytes offsets[i] .. offsets[i + 1] - 1.
inline std::shared_ptr<const DocumentColumn> column_of(const char *name, const char *bytes,
                                                       const int64_t *offsets,
                                                       int64_t n_documents) {
  check_column_name(name);
  DocumentColumn column{name, {}, {}};
  const bool is_titled = column.name == titled_column;
  require(offsets, "offsets");
  if (n_documents > 0) column.ends.reserve(static_cast<std::size_t>(n_documents));
  for (int64_t i = 0; i < n_documents; ++i) {
    if (offsets[i] < 0 || offsets[i + 1] < offsets[i])
      fail(Status::argument, "offsets [%lld] is %lld after %lld", static_cast<long long>(i + 1),
           static_cast<long long>(offsets[i + 1]), static_cast<long long>(offsets[i]));
    if (is_titled)
      add_excerpt(column,
                  {bytes + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])});
    else
      column.ends.push_back(offsets[i + 1] - offsets[0]);
  }
  if (n_documents > 0 && !is_titled)
    column.bytes.assign(bytes + offsets[0], static_cast<std::size_t>(column.ends.back()));
  return std::make_shared<const DocumentColumn>(std::move(column));
}

}  // namespace manifact
