// Tables of text and JSON with columns added: what was read is written again byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "output/added_columns.hpp"
#include "output/writing.hpp"
#include "readers/origin.hpp"
#include "terminal/failure.hpp"

namespace cli {

// The rows of one input: `first` is the document of its first row.
struct TableRows {
  const TableOrigin &origin;
  const AddedColumns &columns;
  // Of each document that was read, its place in `columns`, -1 for one that was left out; empty:
  // the same.
  const std::vector<std::int64_t> &documents;
  std::int64_t first = 0;

  AddedCells cells(std::int64_t row) const {
    const std::int64_t read = first + row;
    return columns.cells(documents.empty() ? read : documents[static_cast<std::size_t>(read)]);
  }
};

using Tell = std::function<void(const std::string &)>;

// A Failure if the input has changed since it was read. `tell` receives what was replaced.
Content delimited_with_columns(const TableRows &rows, const AddedNames &names, const Tell &tell);
Content json_with_columns(const TableRows &rows, const AddedNames &names, const Tell &tell);

// Those of a JSON text that are the names of members already.
AddedNames names_beside_members(const TableOrigin &origin, const AddedNames &plain);

// Of a table of numbers: its layout, and whether it has a header.
void find_rows(TableOrigin &origin);

// The input again, from its beginning, decompressed.
std::string path_again(const TableOrigin &origin);
std::unique_ptr<Bytes> opened_again(const TableOrigin &origin);

// The reason why one table is not written; the other results are.
struct NotWritten : Failure {
  using Failure::Failure;
};
NotWritten changed_input(const TableOrigin &origin);

class RawText;
void tell_replaced(const RawText &text, const Tell &tell);

}  // namespace cli
