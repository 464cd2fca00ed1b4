// CSV: rows of numbers of equal length, separated by commas, semicolons, tabs or blanks; the first
// line may contain names instead. A first column that alone has no name holds names of the rows, as
// pandas and R write them, and is skipped; R may write no cell for its name at all.
#include <algorithm>
#include <cmath>
#include <utility>

#include "io/formats.hpp"
#include "io/growing.hpp"
#include "io/messages.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

struct Table {
  explicit Table(const std::shared_ptr<Memory> &memory) : values(memory) {}

  char separator = ',';
  Index rows = 0, cells = 0, first_line = 1;  // cells: those of the first line
  bool has_row_names = false, has_header = false;
  std::vector<std::string> names;  // of the header
  Growing<double> values;
};

// A tab or a semicolon outside of quotes determines the separator: a comma is then a decimal comma
// or part of a name. Blanks are separators where nothing else is one.
char guess_separator(std::string_view line) noexcept {
  bool quoted = false, semicolon = false, comma = false, several = false;
  char before = ' ';
  const std::size_t begin = line.find_first_not_of(" \r");
  for (char c : line.substr(std::min(begin, line.size()))) {
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '\t') return '\t';
    semicolon = semicolon || (!quoted && c == ';');
    comma = comma || (!quoted && c == ',');
    several = several || (!quoted && before == ' ' && c != ' ' && c != '\r' && !(&c, false));
    before = c;
  }
  return semicolon ? ';' : comma || !several ? ',' : ' ';
}

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
  scanner.expected("a separator or the end of the line");
}

void begin_cell(Scanner &scanner, const Table &table, Index column) {
  if (column == largest_dimension)
    scanner.refuse(Status::format, "more than %lld cells in a line", shown(largest_dimension));
  scanner.name_column(column + 1);
  skip_cell_blanks(scanner, table);
}

// A name in the header or of a row; returns its beginning.
std::string skip_name(Scanner &scanner, const Table &table) {
  std::string name;
  const auto take = [&] {
    if (name.size() < 24) name += scanner.here();
    scanner.step();
  };
  bool quoted = false;
  for (; !scanner.at_line_end() && (quoted || !scanner.at(table.separator)); take())
    quoted = quoted != scanner.at('"');
  if (quoted) scanner.refuse(Status::format, "the closing quote is missing on this line");
  return name;
}

struct FirstLine {
  Index cells = 0, numbers = 0, names = 0;
  bool counts = true;     // the numbers are 0, 1, 2 ... from the second cell on
  Index odd_column = -1;  // the first cell that is not a number
  std::string odd;

  // pandas names the columns of an array by their numbers.
  bool has_row_names() const {
    const bool is_unnamed = odd_column == 0 && (odd.empty() || odd == "\"\"");
    return is_unnamed && cells > 1 &&
           (names == cells - 1 || (numbers == cells - 1 && numbers > 2 && counts));
  }
};

FirstLine scan_first_line(Scanner &scanner, Table &table) {
  FirstLine line;
  do {
    begin_cell(scanner, table, line.cells);
    if (scanner.number_ahead()) {
      const double value = scanner.real("the value");
      line.counts = line.counts && value == static_cast<double>(line.cells - 1);
      table.values.push(value);
      ++line.numbers;
    } else {
      std::string name = skip_name(scanner, table);
      if (!name.empty() && name != "\"\"") ++line.names;
      if (line.odd_column < 0) {
        line.odd_column = line.cells;
        line.odd = std::move(name);
      }
    }
    ++line.cells;
  } while (next_cell(scanner, table));
  return line;
}

// Numbers are the first row; names are skipped; a mixture is probably an error rather than a
// header.
void read_first_line(Scanner &scanner, Table &table) {
  const FirstLine line = scan_first_line(scanner, table);
  table.cells = line.cells;
  table.has_row_names = line.has_row_names();
  if (table.has_row_names) {
    table.values.clear();
  } else if (line.odd_column >= 0 && (line.numbers > 0 || line.names == 0)) {
    scanner.name_column(line.odd_column + 1);
    if (line.odd.empty()) scanner.refuse(Status::format, "the cell is empty");
    scanner.refuse(Status::format, "expected a number, found %s", shown_text(line.odd, 24).c_str());
  } else if (line.numbers > 0) {
    ++table.rows;
  }
}

void read_number(Scanner &scanner, Table &table) {
  if (scanner.at_line_end() || scanner.at(table.separator))
    scanner.refuse(Status::format, "the cell is empty");
  table.values.push(scanner.real("a number"));
}

void read_row(Scanner &scanner, Table &table) {
  Index column = 0;
  do {
    begin_cell(scanner, table, column);
    if (column == 0 && table.has_row_names) {
      skip_name(scanner, table);
    } else {
      read_number(scanner, table);
    }
    ++column;
  } while (next_cell(scanner, table));
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

}  // namespace

std::unique_ptr<Matrix> read_csv(Scanner &scanner, const std::shared_ptr<Memory> &memory,
                                 const Monitor &monitor) {
  Table table(memory);
  table.separator = guess_separator(scanner.first_line());
  if (next_row(scanner, table)) {
    read_first_line(scanner, table);
    scanner.name_column(0);
    scanner.next_line();
  }
  for (; next_row(scanner, table); scanner.next_line()) read_row(scanner, table);

  if (table.rows == 0)
    fail(Status::empty, "%s contains no rows of numbers", scanner.name().c_str());
  if (table.has_row_names)
    monitor.note(1, (scanner.name() + ": the first column, which has no name, is skipped").c_str());
  return matrix_from_values(table.rows, table.cells - (table.has_row_names ? 1 : 0),
                            table.values.take());
}

}  // namespace manifact
