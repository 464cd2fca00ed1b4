// The rows of a table of numbers, which its readers do not tell.
#include "output/table_text.hpp"
#include "readers/delimited.hpp"
#include "readers/formats.hpp"
#include "readers/lines_above.hpp"
#include "readers/numeric_table.hpp"

namespace cli {
namespace {

std::unique_ptr<Bytes> table_again(const TableOrigin &origin) {
  std::unique_ptr<Bytes> bytes = opened_again(origin);
  if (origin.kind == TableOrigin::Kind::delimited)
    return origin.table.header_row > 0
               ? below_lines(std::move(bytes), origin.table.header_row, origin.encoding)
               : std::move(bytes);
  constexpr std::int64_t harmless_expansion = std::int64_t{1} << 28;
  const Conversion conversion{origin.table, harmless_expansion, [](const std::string &) {}};
  using Kind = TableOrigin::Kind;
  const auto open_it = origin.kind == Kind::database  ? open_database
                       : origin.kind == Kind::columns ? open_columns
                                                      : open_spreadsheet;
  return std::make_unique<Bytes>(open_it(path_again(origin), std::move(bytes), conversion));
}

}  // namespace

void find_rows(TableOrigin &origin) {
  Reading reading;
  if (origin.kind == TableOrigin::Kind::delimited) reading.encoding = origin.encoding;
  std::unique_ptr<Bytes> bytes = table_again(origin);
  bool is_all = false;
  const std::string head = decoded_beginning(*bytes, reading, is_all);
  if (are_numbers_between_blanks(head))
    throw NotWritten(origin.name + " has blanks between its numbers; its table is not written");
  const Header header = origin.table.header_row > 0 ? Header::yes : Header::automatic;
  origin.layout = table_layout(head, is_all, {}, '\0', header);
  origin.layout.more_headers = 0;
  DelimitedRecords records(std::move(bytes), reading, origin.layout.dialect);
  std::vector<std::string_view> cells;
  std::vector<std::int64_t> lines;
  records.skip_lines(origin.layout.lines_above);
  std::int64_t count = 0;
  for (; records.next(cells); ++count)
    if (records.has_rows() || count == 0) lines.push_back(records.line());
  origin.has_header = count == origin.documents + 1;
  if (!origin.has_header && count != origin.documents)
    throw NotWritten(origin.name +
                     " has other records than rows of numbers; its table is not written");
  origin.header_row = origin.has_header ? lines.front() : 0;
  if (origin.has_header) lines.erase(lines.begin());
  if (records.has_rows()) origin.rows = std::move(lines);
  if (origin.kind == TableOrigin::Kind::delimited) origin.add_lines_above();
  if (!origin.has_header) origin.layout.row_header.assign(origin.layout.row_header.size(), "");
}

}  // namespace cli
