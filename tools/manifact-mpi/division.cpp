#include "division.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "ranks.hpp"
#include "readers/decoded.hpp"
#include "readers/delimited.hpp"
#include "readers/json_values.hpp"
#include "readers/table_layout.hpp"
#include "shared/gunzip.hpp"

namespace cli {
namespace {

std::int64_t bound(std::int64_t size, int rank) {
  const std::int64_t ranks = rank_count();
  return size / ranks * rank + size % ranks * rank / ranks;
}

// The beginning of the first line that begins at or after `at`.
std::int64_t line_at(const std::string &path, std::int64_t at, std::int64_t size) {
  if (at == 0) return 0;
  Bytes bytes(path, Part{at - 1, size});
  std::string block(block_size, '\0');
  for (std::int64_t before = at - 1;;) {
    const std::size_t count = bytes.read(block.data(), block.size());
    if (count == 0) return size;
    const std::size_t end = std::string_view(block).substr(0, count).find('\n');
    if (end != std::string_view::npos) return before + static_cast<std::int64_t>(end) + 1;
    before += static_cast<std::int64_t>(count);
  }
}

struct Counts {
  std::int64_t lines = 0, quotes = 0;
};

Counts counts_in(const std::string &path, const Part &part, Progress &progress) {
  Bytes bytes(path, part, &progress);
  std::string block(first_window, '\0');
  Counts counts;
  while (const std::size_t size = bytes.read(block.data(), block.size())) {
    const auto end = block.begin() + static_cast<std::ptrdiff_t>(size);
    counts.lines += std::count(block.begin(), end, '\n');
    counts.quotes += std::count(block.begin(), end, '"');
  }
  return counts;
}

// Cells in quotes may contain line ends, which can be recognized only by reading from the
// beginning: one rank finds the parts.
std::vector<Part> parts_of_table(const InputOptions &options, const Division &division) {
  const Reading reading = reading_of(options);
  auto bytes = std::make_unique<Bytes>(options.input, Part{0, division.size});
  const std::int64_t mark = bytes->peek(3).substr(0, 3) == byte_order_mark ? 3 : 0;
  DelimitedRecords records(std::move(bytes), reading, {division.delimiter});
  std::vector<std::string_view> cells;
  std::vector<Part> parts{{}};
  while (std::ssize(parts) < rank_count() && records.next(cells)) {
    const std::int64_t at = mark + records.taken();
    while (std::ssize(parts) < rank_count() &&
           at >= bound(division.size, static_cast<int>(parts.size())))
      parts.push_back({at, 0, records.lines_taken(), records.has_escapes()});
  }
  parts.resize(static_cast<std::size_t>(rank_count()), {division.size});
  for (std::size_t r = 0; r < parts.size(); ++r)
    parts[r].end = r + 1 < parts.size() ? parts[r + 1].begin : division.size;
  return parts;
}

}  // namespace

Division division_of(const InputOptions &options, Format format) {
  Division division;
  const bool is_json = format == Format::json || format == Format::json_lines;
  if (!options.more_inputs.empty() || options.input == "-" ||
      !(is_json || format == Format::tsv || format == Format::table))
    return division;
  Bytes bytes(options.input);
  if (!bytes.is_regular() || manifact::is_gzip(bytes.peek(2))) return division;
  const Reading reading = reading_of(options);
  if (!is_utf8(reading.encoding == "auto" ? detected_encoding(beginning(bytes, encoding_sample))
                                          : reading.encoding))
    return division;
  bool is_all = false;
  const std::string head = decoded_beginning(bytes, reading, is_all);
  division.size = std::max<std::int64_t>(bytes.size(), 0);
  division.is_divided = !is_json || !is_json_sequence(head);
  if (is_json) return division;
  const TableLayout layout = format == Format::tsv
                                 ? table_layout(head, is_all, reading.fields, '\t')
                                 : table_layout(head, is_all, reading.fields);
  division.is_table = format == Format::table || is_table_of_tabs(layout, reading.fields);
  division.delimiter = layout.dialect.delimiter;
  division.is_divided = (!division.is_table || layout.dialect.line_end == '\n') &&
                        !layout.dialect.is_dump;  // a line end may be escaped
  return division;
}

Part own_part(const InputOptions &options, const Division &division, Progress &progress) {
  const std::string &path = options.input;
  Part part;
  together([&] { part.begin = line_at(path, bound(division.size, own_rank()), division.size); });
  std::vector<std::int64_t> begins = of_ranks(part.begin);
  begins.push_back(division.size);
  part.end = begins[static_cast<std::size_t>(own_rank()) + 1];
  Counts counts;
  together([&] { counts = counts_in(path, part, progress); });
  const std::vector<std::int64_t> lines = of_ranks(counts.lines);
  for (int r = 0; r < own_rank(); ++r) part.lines_before += lines[static_cast<std::size_t>(r)];
  if (!division.is_table || sum_of_ranks(counts.quotes) == 0) return part;
  std::vector<Part> parts(static_cast<std::size_t>(rank_count()));
  together([&] {
    if (own_rank() == 0) parts = parts_of_table(options, division);
  });
  from_first(parts.data(), static_cast<std::int64_t>(parts.size() * sizeof(Part)));
  return parts[static_cast<std::size_t>(own_rank())];
}

}  // namespace cli
