// CSV: rows of numbers of equal length, separated by commas, semicolons, tabs or blanks; the first
// line may contain names instead, but one of numbers only is a row. A first column that alone has
// no name holds names of the rows, as pandas and R write them, and is skipped; R may write no cell
// for its name at all.
#include <algorithm>
#include <utility>

#include "io/formats.hpp"
#include "io/messages.hpp"
#include "runtime/index.hpp"
#include "shared/delimited_numbers.hpp"

namespace manifact {
namespace {

using Names = std::vector<std::string>;

constexpr char empty_cell[] = "the cell is empty: fill it in, or leave out its row or its column";
constexpr char advice[] = ": leave out its row, or columns of names, classes and truth values";
constexpr char odd_cell[] = "expected a number, found %s%s";

struct Table {
  explicit Table(const std::shared_ptr<Memory> &memory) : values(memory) {}

  Index columns() const noexcept { return cells - (has_row_names ? 1 : 0); }

  char separator = ',';
  Index rows = 0, cells = 0, first_line = 1;  // cells: those of the first line
  bool has_row_names = false, has_header = false;
  Names names;  // of the header
  Growing<double> values;
};

void skip_cell_blanks(Scanner &scanner, const Table &table) {
  if (table.separator == '\t') {
    scanner.skip_spaces();
  } else {
    scanner.skip_blanks();
  }
}

// Skips the separator; false at the end of the line.
bool next_cell(Scanner &scanner, const Table &table) {
  skip_cell_blanks(scanner, table);
  if (scanner.at_line_end()) return false;
  if (scanner.at(table.separator)) {
    scanner.step();
    return true;
  }
  if (scanner.at(','))
    scanner.refuse(Status::format, "the decimal separator must be a point, not a comma");
  if (table.separator == ' ') return true;
  scanner.expected("a separator or the end of the line");
}

void begin_cell(Scanner &scanner, const Table &table, Index column) {
  if (column == largest_dimension)
    scanner.refuse(Status::format, "more than %lld cells in a line", shown(largest_dimension));
  scanner.name_column(column + 1);
  skip_cell_blanks(scanner, table);
}

// A name in the header or of a row; returns at most `longest` bytes of it.
std::string skip_name(Scanner &scanner, const Table &table, std::size_t longest = 24) {
  std::string name;
  const auto take = [&] {
    if (name.size() < longest) name += scanner.here();
    scanner.step();
  };
  bool quoted = false;
  for (; !scanner.at_line_end() && (quoted || !scanner.at(table.separator)); take())
    quoted = quoted != scanner.at('"');
  if (quoted) scanner.refuse(Status::format, "the closing quote is missing on this line");
  return name;
}

// Without the quotes and the blanks around it.
std::string plain_name(std::string_view cell) {
  while (cell.ends_with(' ') || cell.ends_with('\r')) cell.remove_suffix(1);
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
  std::string name;
  for (std::size_t i = 1; i + 1 < cell.size(); ++i) {
    name += cell[i];
    if (cell[i] == '"' && cell[i + 1] == '"') ++i;
  }
  return name;
}

struct FirstLine {
  Index cells = 0, numbers = 0, named = 0;
  std::size_t bytes = 0;  // of the names
  Index odd_column = -1;  // the first cell that is not a number
  std::string odd;
};

constexpr std::size_t longest_header = std::size_t{1} << 26;

void take_first_cell(Scanner &scanner, Table &table, FirstLine &line) {
  if (scanner.number_ahead()) {
    table.values.push(scanner.real("the value"));
    ++line.numbers;
    return;
  }
  const std::string cell = skip_name(scanner, table, longest_header);
  line.bytes += cell.size();
  if (line.bytes >= longest_header)
    scanner.refuse(Status::format, "the names of the columns are longer than %zu bytes",
                   longest_header);
  if (line.odd_column < 0) {
    line.odd_column = line.cells;
    line.odd = cell.substr(0, 24);
  }
  table.names.resize(static_cast<std::size_t>(line.cells));
  table.names.push_back(plain_name(cell));
  if (!table.names.back().empty()) ++line.named;
}

FirstLine scan_first_line(Scanner &scanner, Table &table) {
  FirstLine line;
  do {
    begin_cell(scanner, table, line.cells);
    take_first_cell(scanner, table, line);
    ++line.cells;
  } while (next_cell(scanner, table));
  if (!table.names.empty()) table.names.resize(static_cast<std::size_t>(line.cells));
  if (table.separator == ' ' && line.odd == "#" && line.cells > 1) {  // of numpy.savetxt()
    table.names.erase(table.names.begin());
    --line.cells;
    --line.named;
  }
  return line;
}

// The values of the first line, beside the name of the rows, become names.
void name_by_values(Table &table) {
  table.names.resize(static_cast<std::size_t>(table.cells));
  for (Index j = 1; j < table.cells; ++j)
    table.names[static_cast<std::size_t>(j)] =
        std::to_string(static_cast<Index>(table.values[j - 1]));
}

// Numbers are the first row; a mixture is probably an error rather than a header, unless it is an
// empty name of the rows beside numbers of the columns.
void read_first_line(Scanner &scanner, Table &table) {
  const FirstLine line = scan_first_line(scanner, table);
  table.cells = line.cells;
  if (line.odd_column < 0) {
    ++table.rows;
    return;
  }
  const bool is_unnamed = line.odd_column == 0 && table.names.front().empty();
  const bool is_numbered =
      line.odd_column == 0 && line.numbers == line.cells - 1 &&
      could_be_names(static_cast<std::size_t>(line.numbers),
                     [&](std::size_t j) { return table.values[static_cast<Index>(j)]; });
  table.has_row_names =
      is_unnamed && line.cells > 1 && (line.named == line.cells - 1 || is_numbered);
  if (is_numbered) {
    name_by_values(table);
  } else if (!table.has_row_names && (line.numbers > 0 || line.named == 0)) {
    scanner.name_column(line.odd_column + 1);
    if (line.odd.empty()) scanner.refuse(Status::format, empty_cell);
    scanner.refuse(Status::format, odd_cell, shown_text(line.odd, 24).c_str(), advice);
  }
  table.has_header = true;
  table.values.clear();
  // numpy.savetxt() writes a header as a comment.
  if (std::string &name = table.names.front(); name.starts_with("# ")) name.erase(0, 2);
}

void read_number(Scanner &scanner, Table &table) {
  if (scanner.at_line_end() || scanner.at(table.separator))
    scanner.refuse(Status::format, empty_cell);
  table.values.push(scanner.real("a number", Digits::plain, advice));
}

void read_row(Scanner &scanner, Table &table) {
  Index column = 0;
  const bool could_have_name = table.has_header && !table.has_row_names && table.rows == 0;
  std::string name;
  do {
    begin_cell(scanner, table, column);
    if (column == 0 && table.has_row_names) {
      skip_name(scanner, table);
    } else if (column == 0 && could_have_name && !scanner.at_line_end() &&
               !scanner.at(table.separator) && !scanner.number_ahead()) {
      name = skip_name(scanner, table);
    } else {
      read_number(scanner, table);
    }
    ++column;
  } while (next_cell(scanner, table));
  if (!name.empty() && column == table.cells + 1) {  // the header has no cell for it
    ++table.cells;
    table.has_row_names = true;
    table.names.insert(table.names.begin(), "");
  } else if (!name.empty()) {
    scanner.name_column(1);
    scanner.refuse(Status::format, odd_cell, shown_text(name, 24).c_str(), advice);
  }
  scanner.name_column(0);
  if (column != table.cells)
    scanner.refuse(Status::format, "the line has %lld cells, but line %lld has %lld", shown(column),
                   shown(table.first_line), shown(table.cells));
  if (table.rows == largest_dimension)
    scanner.refuse(Status::format, "more than %lld rows", shown(largest_dimension));
  ++table.rows;
}

// Moves to the next row. Empty lines are allowed only at the end of the file: elsewhere they are
// probably missing rows.
bool next_row(Scanner &scanner, const Table &table) {
  Index empty = 0;
  for (skip_cell_blanks(scanner, table); scanner.at('\n'); skip_cell_blanks(scanner, table)) {
    if (empty == 0) empty = scanner.line();
    scanner.step();
  }
  if (scanner.at_end()) return false;
  if (empty > 0)
    fail(Status::format, "%s, line %lld: the line is empty", scanner.name().c_str(), shown(empty));
  return true;
}

void note_guess(const Scanner &scanner, const Monitor &monitor, const std::string &sentence) {
  monitor.note(1, (scanner.name() + ": " + sentence).c_str());
}

}  // namespace

std::unique_ptr<Matrix> read_csv(Scanner &scanner, const std::shared_ptr<Memory> &memory,
                                 const Monitor &monitor, Names *names) {
  Table table(memory);
  table.separator = separator_of(scanner.first_line());
  if (next_row(scanner, table)) {
    read_first_line(scanner, table);
    scanner.name_column(0);
    scanner.next_line();
  }
  for (; next_row(scanner, table); scanner.next_line()) read_row(scanner, table);

  if (table.rows == 0)
    fail(Status::empty, "%s contains no rows of numbers", scanner.name().c_str());
  if (table.has_row_names)
    note_guess(scanner, monitor, "the first column, which has no name, is skipped");
  if (names != nullptr) {
    *names = std::move(table.names);
    if (table.has_row_names) names->erase(names->begin());
  }
  return matrix_from_values(table.rows, table.columns(), table.values.take());
}

}  // namespace manifact
