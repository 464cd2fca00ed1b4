#include "readers/row_table.hpp"

#include <algorithm>
#include <utility>

#include "readers/converted.hpp"
#include "readers/literature.hpp"
#include "terminal/failure.hpp"

namespace cli {

RowTable::RowTable(std::string name, const std::vector<const char *> &columns,
                   const Reading &reading)
    : reading_(reading), name_(std::move(name)) {
  CsvLine header(held_);
  for (const char *column : columns) header.add(column);
  header.end();
}

void RowTable::require_short(std::size_t bytes, const std::string &place) const {
  constexpr std::size_t longest_record = std::size_t{1} << 28;
  if (bytes > longest_record) throw Failure(place + ": the record is longer than 256 MB");
}

std::size_t RowTable::read(char *to, std::size_t size) {
  while (at_ == held_.size() && !is_ended_) {
    held_.clear();
    cells_.clear();
    at_ = 0;
    is_ended_ = !next_row(cells_);
    if (is_ended_) break;
    CsvLine line(held_);
    for (const std::string &cell : cells_) line.add(cell, !cell.empty());
    line.end();
  }
  const std::size_t count = std::min(size, held_.size() - at_);
  std::copy_n(held_.data() + at_, count, to);
  at_ += count;
  return count;
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
