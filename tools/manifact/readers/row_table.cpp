#include "readers/row_table.hpp"

#include <algorithm>
#include <utility>

#include "readers/converted.hpp"
#include "readers/literature.hpp"
#include "terminal/failure.hpp"

namespace cli {

RowTable::RowTable(std::string name, const std::vector<const char *> &columns,
                   const Reading &reading)
    : MadeTable(std::move(name)), reading_(reading) {
  CsvLine header(held_);
  for (const char *column : columns) header.add(column);
  header.end();
}

void RowTable::require_short(std::size_t bytes, const std::string &place) const {
  constexpr std::size_t longest_record = std::size_t{1} << 28;
  if (bytes > longest_record) throw Failure(place + ": the record is longer than 256 MB");
}

bool RowTable::refill(std::string &held) {
  cells_.clear();
  if (!next_row(cells_)) return false;
  CsvLine line(held);
  for (const std::string &cell : cells_) line.add(cell, !cell.empty());
  line.end();
  return true;
}

bool is_made_table(Format format) {
  return is_literature(format) || format == Format::lines || format == Format::log ||
         format == Format::git_log || format == Format::whatsapp || format == Format::slack;
}

std::unique_ptr<Stream> open_made_table(Format format, const std::string &path,
                                        std::unique_ptr<Bytes> bytes, const Reading &reading) {
  if (format == Format::slack) return open_slack(path, reading);
  if (is_literature(format)) return open_literature(format, std::move(bytes), reading);
  return open_entries(format, std::move(bytes), reading);
}

}  // namespace cli
