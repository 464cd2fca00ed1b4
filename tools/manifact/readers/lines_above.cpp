#include "readers/lines_above.hpp"

#include <algorithm>
#include <vector>

#include "readers/charsets.hpp"
#include "readers/delimited.hpp"
#include "readers/encoding.hpp"
#include "readers/field_names.hpp"
#include "readers/stream.hpp"
#include "readers/table_columns.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct FirstRecord {
  std::vector<std::string> cells;
  std::size_t line;  // from 0

  std::size_t filled() const {
    return static_cast<std::size_t>(
        std::count_if(cells.begin(), cells.end(),
                      [](const std::string &cell) { return !trimmed_cell(cell).empty(); }));
  }
};

std::vector<FirstRecord> first_records(std::string_view text, bool is_all, char delimiter) {
  constexpr std::size_t most = 60;
  std::vector<FirstRecord> records;
  Dialect dialect{delimiter, '\n'};
  std::vector<RawCell> cells;
  const char *const begin = text.data();
  while (!text.empty() && records.size() < most) {
    const char *const at = text.data();
    if (cut_record(text, dialect, is_all, cells) != Cut::record) break;
    if (cells.size() == 1 && trimmed_cell(cells.front().text).empty()) continue;
    FirstRecord &record = records.emplace_back();
    record.line = static_cast<std::size_t>(std::count(begin, at, '\n'));
    for (const RawCell &cell : cells) record.cells.emplace_back(cell.text);
  }
  return records;
}

// Most cells of the records from `first` on are numbers.
bool are_numbers(const std::vector<FirstRecord> &records, std::size_t first) {
  std::size_t numbers = 0, all = 0;
  for (std::size_t i = first; i < records.size(); ++i)
    for (const std::string &cell : records[i].cells) {
      numbers += number_in(cell) || with_decimal_point(cell) ? 1 : 0;
      ++all;
    }
  return all > 0 && 2 * numbers > all;
}

bool are_names(const std::vector<std::string> &cells) {
  return std::all_of(cells.begin(), cells.end(), [](const std::string &cell) {
    return !trimmed_cell(cell).empty() && could_be_name(cell) && !number_in(cell);
  });
}

// A title stands in the first cell, alone, and has several words if nothing follows it.
bool is_title(const FirstRecord &record) {
  return record.filled() == 1 && !trimmed_cell(record.cells.front()).empty();
}

std::size_t header_place(const std::vector<FirstRecord> &records) {
  constexpr std::size_t most_above = 20;
  if (records.size() < 4 || !is_title(records.front())) return 0;
  const std::string &title = records.front().cells.front();
  if (are_known_names({title})) return 0;
  for (std::size_t k = 1; k < std::min(records.size() - 2, most_above); ++k) {
    const std::vector<std::string> &names = records[k].cells;
    if (names.size() < 2 || records[k].filled() < names.size()) {
      if (records[k].filled() > 2) return 0;
      continue;
    }
    const bool is_even =
        std::all_of(records.begin() + static_cast<std::ptrdiff_t>(k), records.end() - 1,
                    [&](const FirstRecord &one) { return one.cells.size() == names.size(); });
    const bool is_known = are_known_names(names);
    const bool has_words =
        k > 1 || is_known || title.find(' ') != std::string::npos || title[0] == '#';
    if (!is_even || !has_words || !are_names(names)) {
      if (names.size() > 2) return 0;
      continue;
    }
    return is_known || are_numbers(records, k + 1) ? k : 0;
  }
  return 0;
}

// The bytes from a line on. Of UTF-16 the line ends are units of two bytes.
class BelowLines final : public Stream {
 public:
  BelowLines(std::unique_ptr<Bytes> bytes, std::int64_t line)
      : bytes_(std::move(bytes)), line_(line) {}

  // False if there are fewer lines.
  bool skip(const std::string &encoding) {
    const std::string_view head = bytes_->peek(first_window);
    const std::string found =
        encoding == "auto" ? detected_encoding(head) : encoding_of_label(encoding);
    const bool has_mark = head.starts_with("\xfe\xff") || head.starts_with("\xff\xfe");
    const bool is_big = has_mark ? head.starts_with('\xfe') : found == "UTF-16BE";
    const std::size_t width = has_mark || found.starts_with("UTF-16") ? 2 : 1;
    const auto unit = [&](char c) {
      std::string bytes(width, '\0');
      bytes[is_big ? 1 : 0] = c;
      return bytes;
    };
    std::string end;  // "" as long as no line has ended
    if (head.find_first_of("\r\n") != std::string_view::npos)
      end = unit(head.find('\n') == std::string_view::npos ? '\r' : '\n');
    held_.resize(has_mark ? 2 : head.starts_with(byte_order_mark) ? 3 : 0);
    const std::size_t mark = held_.empty() ? 0 : bytes_->read(held_.data(), held_.size());
    std::size_t at = mark;
    const auto unit_at = [&](std::size_t place) {
      return std::string_view(held_).substr(place, width);
    };
    for (std::int64_t left = line_ - 1; left > 0; at += width) {
      while (at + width > held_.size())
        if (!add_block(mark, at)) return false;
      if (end.empty() && unit_at(at) == unit('\n')) end = unit('\n');
      if (end.empty() && unit_at(at) == unit('\r')) {
        while (at + 2 * width > held_.size() && add_block(mark, at)) {
        }
        const bool is_pair = at + 2 * width <= held_.size() && unit_at(at + width) == unit('\n');
        end = unit(is_pair ? '\n' : '\r');
      }
      if (!end.empty() && unit_at(at) == end) --left;
    }
    held_.erase(mark, at - mark);
    return held_.size() > mark || !bytes_->peek(1).empty();
  }

  std::size_t read(char *to, std::size_t size) override {
    if (held_.empty()) return bytes_->read(to, size);
    const std::size_t count = held_.copy(to, size);
    held_.erase(0, count);
    return count;
  }

  const std::string &name() const override { return bytes_->name(); }
  std::optional<std::int64_t> first_row() const override { return line_; }

 private:
  // What stands between the mark and `at` is dropped. False at the end.
  bool add_block(std::size_t mark, std::size_t &at) {
    held_.erase(mark, at - mark);
    at = mark;
    const std::size_t before = held_.size();
    held_.resize(before + block_size);
    held_.resize(before + bytes_->read(held_.data() + before, block_size));
    return held_.size() > before;
  }

  std::unique_ptr<Bytes> bytes_;
  std::int64_t line_;
  std::string held_;  // the mark, and what was read ahead
};

}  // namespace

std::unique_ptr<Bytes> below_lines(std::unique_ptr<Bytes> bytes, std::int64_t line,
                                   const std::string &encoding) {
  const std::string name = bytes->name();
  auto below = std::make_unique<BelowLines>(without_gzip(std::move(bytes)), line);
  if (!below->skip(encoding))
    throw Failure(name + " has fewer lines than " + std::to_string(line) + ", the --header-row");
  return std::make_unique<Bytes>(std::move(below));
}

std::size_t lines_above_header(std::string_view text, bool is_all) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  for (const char delimiter : {',', ';', '\t'}) {
    const std::vector<FirstRecord> records = first_records(text, is_all, delimiter);
    if (const std::size_t place = header_place(records); place > 0) return records[place].line;
  }
  return 0;
}

void skip_title(DelimitedRecords &records, const TableLayout &layout, const Reading &reading) {
  const std::string first = records.skip_lines(layout.lines_above);
  if (layout.lines_above == 0 || first.starts_with("sep=")) return;
  const std::string_view title =
      trimmed_cell(std::string_view(first).substr(0, first.find_first_of(",;\t\r\n")));
  reading.report(records.name() + ": " +
                 counted(static_cast<std::int64_t>(layout.lines_above), "line") +
                 " above its header, \"" + escaped(excerpt(std::string(title), 40)) + "\", " +
                 (layout.lines_above == 1 ? "is" : "are") + " left out");
}

}  // namespace cli
