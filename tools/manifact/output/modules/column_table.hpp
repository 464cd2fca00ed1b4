// Files of columns with columns added: the original ones stay byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "output/buffered_output.hpp"
#include "output/table_file.hpp"
#include "readers/modules/columns.hpp"
#include "shared/byte_order.hpp"

namespace cli {

// The added cells of some rows in a column, with 0 or "" where there is none.
struct AddedValues {
  AddedType type = AddedType::integer;
  std::vector<bool> present;
  std::vector<std::int32_t> integers;  // integer, truth
  std::vector<double> reals;
  std::vector<std::string> texts;

  std::int64_t count() const { return static_cast<std::int64_t>(present.size()); }
  bool has_all() const;
};

// The rows of a file, counted from 0, of which some are documents.
class FileRows {
 public:
  explicit FileRows(const TableRows &rows) : rows_(rows), types_(rows.columns.types()) {}

  const std::vector<AddedType> &types() const { return types_; }
  // Those of `count` rows, one for each column that is added.
  std::vector<AddedValues> values(std::int64_t first, std::int64_t count) const;
  // A Failure unless these rows, all of the file up to them, were read.
  void check_rows(std::int64_t first, std::int64_t count) const;
  // The same of all rows.
  void check_count(std::int64_t rows) const;

 private:
  void add(AddedCell cell, AddedValues &to) const;

  const TableRows &rows_;
  std::vector<AddedType> types_;
};

// What is written, and how much of it.
class CountedOutput {
 public:
  explicit CountedOutput(int fd) : to_(fd) {}

  void add(std::string_view bytes) {
    to_.add(bytes);
    place_ += std::ssize(bytes);
  }
  // Zeros up to a multiple.
  void pad(std::int64_t multiple) {
    add(std::string(static_cast<std::size_t>((multiple - place_ % multiple) % multiple), '\0'));
  }
  std::int64_t place() const { return place_; }
  bool has_failed() const { return to_.has_failed(); }
  int finish() { return to_.finish(); }

 private:
  BufferedOutput to_;
  std::int64_t place_ = 0;
};

template <class T>
void append_bytes(std::string &to, T value) {
  char bytes[sizeof value];
  manifact::store_little_endian(bytes, value);
  to.append(bytes, sizeof bytes);
}

void write_parquet(const PlacedBytes &file, const FileRows &rows, const AddedNames &names,
                   CountedOutput &to);
void write_arrow(const std::string &path, std::unique_ptr<Bytes> bytes, const FileRows &rows,
                 const AddedNames &names, CountedOutput &to);

// An encapsulated schema, as Parquet files keep it in base64, with fields for the columns added.
// "" if it is damaged.
std::string schema_with_columns(std::string_view message, const std::vector<AddedType> &types,
                                const AddedNames &names);

}  // namespace cli
