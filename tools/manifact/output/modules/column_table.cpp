#include "output/modules/column_table.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace cli {

bool AddedValues::has_all() const {
  return std::find(present.begin(), present.end(), false) == present.end();
}

std::vector<AddedValues> FileRows::values(std::int64_t first, std::int64_t count) const {
  std::vector<AddedValues> all(types_.size());
  for (std::size_t j = 0; j < all.size(); ++j) all[j].type = types_[j];
  const std::vector<std::int64_t> &documents = rows_.origin.rows;  // counted from 1
  auto next = std::lower_bound(documents.begin(), documents.end(), first + 1);
  const AddedCells none(types_.size());
  for (std::int64_t row = first + 1; row <= first + count; ++row) {
    const bool is_document = next != documents.end() && *next == row;
    const AddedCells cells = is_document ? rows_.cells(next - documents.begin()) : none;
    if (is_document) ++next;
    for (std::size_t j = 0; j < all.size(); ++j) add(cells[j], all[j]);
  }
  return all;
}

void FileRows::add(AddedCell cell, AddedValues &to) const {
  const bool is_there = cell.kind != AddedCell::Kind::empty;
  const char *const end = cell.text.data() + cell.text.size();
  to.present.push_back(is_there);
  switch (to.type) {
    case AddedType::text:
      to.texts.push_back(std::move(cell.text));
      return;
    case AddedType::truth:
      to.integers.push_back(cell.text == "true" ? 1 : 0);
      return;
    case AddedType::integer:
      std::from_chars(cell.text.data(), end, to.integers.emplace_back());
      return;
    case AddedType::real:
      std::from_chars(cell.text.data(), end, to.reals.emplace_back());
  }
}

void FileRows::check_rows(std::int64_t first, std::int64_t count) const {
  const std::vector<std::int64_t> &documents = rows_.origin.rows;
  const std::int64_t last = documents.empty() ? 0 : documents.back() + 1;  // that may be skipped
  if (count < 0 || count > last - first) throw changed_input(rows_.origin);
}

void FileRows::check_count(std::int64_t rows) const {
  const std::vector<std::int64_t> &documents = rows_.origin.rows;
  if (!documents.empty() && documents.back() > rows) throw changed_input(rows_.origin);
}

}  // namespace cli

extern "C" cli::WriteColumns manifact_write_columns;  // of the type that the program expects
extern "C" cli::NamesOfColumns manifact_names_of_columns;

int manifact_write_columns(const cli::TableRows &rows, const cli::AddedNames &names, int fd) {
  const std::string path = cli::path_again(rows.origin);
  std::unique_ptr<cli::Bytes> bytes = cli::opened_again(rows.origin);
  const cli::FileRows all(rows);
  cli::CountedOutput to(fd);
  if (cli::begins_as_parquet(bytes))
    cli::write_parquet(cli::PlacedBytes(path, std::move(bytes)), all, names, to);
  else
    cli::write_arrow(path, std::move(bytes), all, names, to);
  return to.finish();
}

void manifact_names_of_columns(const cli::TableOrigin &origin, std::vector<std::string> &names) {
  const std::string path = cli::path_again(origin);
  std::unique_ptr<cli::Bytes> bytes = cli::opened_again(origin);
  constexpr std::int64_t harmless_expansion = std::int64_t{1} << 28;
  const auto file = cli::begins_as_parquet(bytes)
                        ? cli::open_parquet(path, std::move(bytes), harmless_expansion)
                        : cli::open_arrow(path, std::move(bytes), harmless_expansion);
  names.clear();
  for (const cli::FileColumn &column : file->columns()) names.push_back(column.name);
}
