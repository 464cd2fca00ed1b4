#include "readers/table_cells.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "readers/foreign.hpp"
#include "readers/plain_numbers.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr double largest_value = 1e300;

std::string place_of_cell(const TableCells &table, std::size_t row, std::size_t column) {
  return table.name + ", line " + std::to_string(table.lines[row]) + ", column " +
         std::to_string(column + 1) +
         (table.has_header && !table.names[column].empty() ? " (" + table.shown(column) + ')' : "");
}

std::string listed(const TableCells &table, const Places &columns) {
  std::string list;
  for (const std::size_t j : columns) list += (list.empty() ? "" : ",") + table.word_for(j);
  return list;
}

// The beginning of awk for the table; "" if it is no file of lines with cells that it can cut.
std::string awk_of(const TableCells &table) {
  if (!table.is_file) return "";
  if (table.bytes.find('\n') != std::string::npos) return "";
  if (table.delimiter == ' ') return "awk '";
  if (table.bytes.find(table.delimiter) != std::string::npos) return "";
  return std::string("awk -F") +
         (table.delimiter == ','    ? ","
          : table.delimiter == '\t' ? "'\\t'"
                                    : "';'") +
         " '";
}

std::string above(const TableCells &table, const char *comparison) {
  return "NR " + std::string(comparison) + ' ' + std::to_string(table.lines.front() - 1);
}

// "[0.1, 0.2]"
bool is_list_of_numbers(std::string_view text) {
  return text.size() > 2 && text.front() == '[' && text.back() == ']' &&
         text.find_first_not_of("0123456789.,-+eE \n", 1) == text.size() - 1;
}

// The command that leaves out the rows with cells that are no numbers.
std::string without_gaps(const TableCells &table, const Places &features) {
  const std::string begin = awk_of(table);
  if (begin.empty()) return "";
  std::string other, words;
  for (std::size_t j = features.front(); j < features.back(); ++j)
    if (!std::binary_search(features.begin(), features.end(), j))
      other += "i != " + std::to_string(j + 1) + " && ";
  if (std::any_of(features.begin(), features.end(),
                  [&](std::size_t j) { return table.columns[j].is_boolean(); }))
    words = "|[TtFfYy][A-Za-z]*|[Nn][Oo]?";
  return on_text_of(
             begin + above(table, ">") + " {for (i = " + std::to_string(features.front() + 1) +
                 "; i <= " + std::to_string(features.back() + 1) + "; i++) if (" + other +
                 "$i !~ /^[ \\t\"]*[-+]?([0-9]+[" + (table.has_decimal_commas ? ".," : ".") +
                 "]*[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?" + "[ \\t\\r\"]*$/" +
                 (words.empty() ? ""
                                : " && $i !~ /^[ \\t\"]*(" + words.substr(1) + ")[ \\t\\r\"]*$/") +
                 ") next} 1'",
             table.name) +
         " > NEW";
}

// What can be done about a cell: the rows, and the columns, with such cells are left out.
std::string remedy(const TableCells &table, const Places &features, std::size_t row) {
  Places columns;
  std::int64_t rows = 0;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    bool has_gap = false;
    for (const std::size_t j : features) {
      if (is_usable(table.value(i, j))) continue;
      has_gap = true;
      if (std::find(columns.begin(), columns.end(), j) == columns.end()) columns.push_back(j);
    }
    rows += has_gap ? 1 : 0;
  }
  std::sort(columns.begin(), columns.end());
  std::string text = "remove the line" + table.removal(table.lines[row]);
  if (rows > 1) {
    const std::string command = rows < std::ssize(table.lines) ? without_gaps(table, features) : "";
    text = "remove the lines with such cells, " + std::to_string(rows) + " of " +
           std::to_string(table.lines.size()) + (command.empty() ? "" : " (" + command + ')');
  }
  if (columns.size() == features.size()) return text;
  return text +
         (columns.size() == 1 ? ", or leave the column out (--skip-fields "
                              : ", or leave the columns out (--skip-fields ") +
         listed(table, columns) + ')';
}

// The only word of a column in the first line is probably a name that was not recognized.
bool could_be_header(const TableCells &table, std::size_t column) {
  return !table.has_header && table.columns[column].words == 1 &&
         table.columns[column].example == table.cell(0, column);
}

// A few words in a column of numbers are units, totals or errors.
void refuse_odd_cell(const TableCells &table, const Places &features, const Places &columns) {
  for (const std::size_t j : columns)
    if (table.columns[j].numbers < 4 * table.columns[j].words || could_be_header(table, j)) return;
  std::size_t row = table.lines.size(), column = 0;
  for (const std::size_t j : columns)
    for (std::size_t i = 0; i < row; ++i)
      if (!table.cell(i, j).empty() && !number_in(table.cell(i, j))) {
        row = i;
        column = j;
      }
  if (row == table.lines.size()) return;
  throw Failure(place_of_cell(table, row, column) + ": expected a number, found \"" +
                escaped(excerpt(std::string(table.cell(row, column)), 40)) + "\"; correct it, " +
                remedy(table, features, row));
}

// Lines of a name, another name and a number, of which no pair of names repeats.
void refuse_long_table(const TableCells &table, const Places &features, const Places &words) {
  constexpr std::size_t fewest = 6;
  const std::string begin = awk_of(table);
  if (features.size() != 3 || table.columns.size() != 3 || words.size() != 2 ||
      table.lines.size() < fewest || begin.empty())
    return;
  const std::size_t row = words[0], column = words[1],
                    value = features[0] + features[1] + features[2] - row - column;
  std::set<std::pair<std::string, std::string>> pairs;
  for (const std::size_t j : words)
    if (!table.columns[j].has_repeats || table.columns[j].numbers > 0) return;
  for (std::size_t i = 0; i < table.lines.size(); ++i)
    if (!pairs.emplace(table.cell(i, row), table.cell(i, column)).second) return;
  const auto cell = [](std::size_t j) { return '$' + std::to_string(j + 1); };
  const std::string delimiter = table.delimiter == '\t' ? "\\t" : std::string(1, table.delimiter);
  const std::string r = cell(row), c = cell(column);
  throw Failure(
      table.name + " seems to be a long table, each line the row (" + table.shown(row) +
      "), the column (" + table.shown(column) + ") and the value (" + table.shown(value) +
      ") of a cell; a table with these rows, and 0 where there is no line: " +
      on_text_of(begin + "{sub(/\\r$/, \"\")} " + above(table, ">") + " {if (!(" + r +
                     " in R)) {R[" + r + "]; a[++m] = " + r + "} if (!(" + c + " in C)) {C[" + c +
                     "]; b[++n] = " + c + "} v[" + r + ", " + c + "] = " + cell(value) +
                     "} END {printf \"id\"; for (j = 1; j <= n; j++) printf \"" + delimiter +
                     "%s\", b[j]; print \"\"; for (i = 1; i <= m; i++) {printf \"%s\", a[i]; "
                     "for (j = 1; j <= n; j++) printf \"" +
                     delimiter + "%s\", ((a[i], b[j]) in v) ? v[a[i], b[j]] : 0; print \"\"}}'",
                 table.name) +
      " > NEW; --skip-fields " + listed(table, words) + " leaves the words out");
}

bool has_digits_alone(const TableCells &table, std::size_t column, const char *digits) {
  for (std::size_t i = 0; i < table.lines.size(); ++i)
    if (table.cell(i, column).find_first_not_of(digits) != std::string_view::npos) return false;
  return true;
}

// The command that gives each digit of a column of 0 and 1 a column of its own, named by its place.
std::string bits_apart(const TableCells &table, std::size_t column) {
  const std::string begin = awk_of(table);
  const std::int64_t header = table.has_header ? 1 : 0;
  if (begin.empty() || table.lines.front() != header + 1) return "";
  const std::string cell = '$' + std::to_string(column + 1);
  const std::string names =
      "NR == 1 {h = $0; next} NR == 2 {r = $0; s = " + cell +
      "; n = gsub(/[01]/, \"\", s); $0 = h; b = " + cell +
      "; gsub(/\"/, \"\", b); s = \"\"; for (i = 1; i <= n; i++) s = s OFS b i; " + cell +
      " = substr(s, 2); print; $0 = r} ";
  const std::string delimiter = table.delimiter == '\t' ? "\\t" : std::string(1, table.delimiter);
  return on_text_of(begin + "BEGIN {OFS = \"" + delimiter + "\"} {sub(/\\r$/, \"\")} " +
                        (table.has_header ? names : "") + "{s = " + cell +
                        "; gsub(/[^01]/, \"\", s); gsub(/./, OFS \"&\", s); " + cell +
                        " = substr(s, 2)} 1'",
                    table.name) +
         " > NEW";
}

// Beside the columns of words those of the positions of genes, which featureCounts writes.
Places with_positions(const TableCells &table, const Places &words) {
  const auto place = [&](const char *name) {
    return static_cast<std::size_t>(std::find(table.names.begin(), table.names.end(), name) -
                                    table.names.begin());
  };
  Places all = words;
  for (const char *name : {"Chr", "Start", "End", "Strand", "Length"}) {
    if (place(name) == table.names.size()) return words;
    if (std::find(all.begin(), all.end(), place(name)) == all.end()) all.push_back(place(name));
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::string_view TableCells::cell(std::size_t row, std::size_t column) const {
  const std::size_t at = row * columns.size() + column;
  const std::size_t begin = at == 0 ? 0 : ends[at - 1];
  return std::string_view(bytes).substr(begin, ends[at] - begin);
}

std::optional<double> TableCells::value(std::size_t row, std::size_t column) const {
  const std::string_view text = cell(row, column);
  if (const std::optional<int> truth = boolean_in(text); columns[column].is_boolean() && truth)
    return *truth;
  return number_in(text);
}

std::string TableCells::shown(std::size_t column) const {
  if (has_header && names[column].empty())
    return "column " + std::to_string(column + 1) + ", which has no name";
  return has_header ? '"' + excerpt(names[column], 40) + '"'
                    : "column " + std::to_string(column + 1);
}

std::string TableCells::word_for(std::size_t column) const {
  return names[column].empty() ? std::to_string(column + 1) : shell_word(names[column]);
}

std::string TableCells::removal(std::int64_t line) const {
  if (!is_file) return "";
  return " (" + on_text_of("sed " + std::to_string(line) + "d", name) + " > NEW)";
}

bool is_usable(const std::optional<double> &value) {
  return value && std::fabs(*value) <= largest_value;
}

void refuse_words(const TableCells &table, const Places &features, const char *header_remedy) {
  Places others;
  for (const std::size_t j : features)
    if (!table.columns[j].is_feature()) others.push_back(j);
  if (others.empty()) return;
  refuse_odd_cell(table, features, others);
  refuse_long_table(table, features, others);
  const std::size_t first = others.front();
  const TableColumn &column = table.columns[first];
  const std::string &word = column.words > 0 ? column.example : *column.kinds.begin();
  std::string all;
  for (const std::size_t j : others)
    all += (all.empty() ? "" : ", ") + (table.has_header ? table.shown(j) : std::to_string(j + 1));
  const bool is_one = others.size() == 1;
  const std::string command = plain_numbers_command(table, others);
  const bool is_number = !command.empty() || (column.words > 0 && resembles_number(word));
  const std::string name = table.word_for(first);
  std::string text = table.name +
                     (is_one ? ": column " + all + " holds " : ": columns " + all + " hold ") +
                     (is_number ? "numbers" : "more than numbers,") + " such as \"" +
                     escaped(excerpt(word, 40)) + '"';
  if (is_list_of_numbers(word))
    text += "; --vector-field " + name + " takes the lists of numbers as the features";
  if (is_number) text += "; write them with a decimal point and without other signs";
  if (!command.empty()) text += ": " + command;
  // Numbers are no names, and a table needs a feature.
  if (others.size() < features.size()) {
    if (command.empty())
      text += "; --label-field " + name + " takes it as the known class, --id-field " + name +
              " as the names, --skip-fields ";
    else
      text += "; --skip-fields ";
    const Places left_out = with_positions(table, others);
    text += listed(table, left_out) + " leaves " + (left_out.size() == 1 ? "it" : "them") + " out";
    if (left_out.size() > others.size())
      text += ", with the positions and lengths of genes; --transpose clusters the samples";
  } else if (!is_number) {
    text += "; no column of numbers is left without them: write numbers without units and words";
  }
  if (table.has_header && column.words > 0 && !is_number && !table.names[first].empty())
    text += ", or --text-field " + name + " takes " + table.shown(first) + " as text";
  throw Failure(text + (could_be_header(table, first) ? header_remedy : ""));
}

void refuse_lost_digits(const TableCells &table, const Places &features) {
  for (const std::size_t j : features) {
    const std::string &number = table.columns[j].lossy;
    const bool are_bits = !number.empty() && has_digits_alone(table, j, "01");
    if (!are_bits && !table.columns[j].has_merged) continue;
    std::string text = table.name + ": column " +
                       (table.has_header ? table.shown(j) : std::to_string(j + 1)) +
                       " holds whole numbers of more digits than are kept, such as \"" +
                       escaped(excerpt(number, 40)) + '"';
    if (are_bits) {
      text += "; if these are bits, give each a column";
      if (const std::string command = bits_apart(table, j); !command.empty())
        text += ": " + command;
    }
    if (features.size() > 1)
      text += "; --id-field " + table.word_for(j) + " takes them as names, --skip-fields " +
              table.word_for(j) + " leaves the column out";
    if (!are_bits)
      text +=
          "; to have them as a feature, of which some are the same then, write them with an "
          "exponent, such as 1.9e17";
    throw Failure(text);
  }
}

void refuse_cell(const TableCells &table, const Places &features, std::size_t row,
                 std::size_t column) {
  const std::string at = place_of_cell(table, row, column), text(table.cell(row, column));
  const bool is_missing = !table.value(row, column);
  if (const std::string command = is_missing ? completion(table, features) : ""; !command.empty())
    throw Failure(at +
                  ": the value is missing, as in one half of a square table, such as "
                  "distances; complete it: " +
                  command);
  if (is_missing)
    throw Failure(at + ": the value is missing; fill it in, " + remedy(table, features, row));
  if (text.find_first_of("0123456789") == std::string::npos)
    throw Failure(at + ": the value is " + excerpt(text, 40) + "; correct it, " +
                  remedy(table, features, row));
  throw Failure(at + ": the value is " + excerpt(text, 40) +
                ", beyond 1e300; R's writeMM() writes NA, NaN and Inf as 1e308: replace missing "
                "values first");
}

std::string completion(const TableCells &table, const Places &features) {
  constexpr std::size_t fewest = 5;
  const std::size_t n = table.lines.size(), before = features.front();
  const std::string begin = awk_of(table);
  if (n < fewest || features.size() != n || features.back() + 1 != before + n || before > 1 ||
      table.delimiter == ' ' || begin.empty())
    return "";
  std::size_t below = 0, beyond = 0;  // the diagonal
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::optional<double> value = table.value(i, before + j);
      if (!value && !table.cell(i, before + j).empty()) return "";
      if (value.value_or(0) == 0) continue;
      if (i == j || *value < 0) return "";
      ++(j < i ? below : beyond);
    }
  // One half is 0, and the other hardly ever.
  if (std::min(below, beyond) > 0 || 20 * std::max(below, beyond) < 9 * n * (n - 1)) return "";
  const std::string delimiter = table.delimiter == '\t' ? "\\t" : std::string(1, table.delimiter),
                    size = std::to_string(n), cell = before == 0 ? "$j" : "$(j + 1)";
  return on_text_of(
             begin + (table.lines.front() > 1 ? above(table, "<=") + " {print; next} " : "") +
                 "{sub(/\\r$/, \"\"); i++; " +
                 (before == 0 ? "" : "name[i] = $1 \"" + delimiter + "\"; ") +
                 "for (j = 1; j <= " + size + "; j++) if (" + cell +
                 " + 0 != 0) v[i, j] = v[j, i] = " + cell + "} END {for (i = 1; i <= " + size +
                 "; i++) {printf \"%s\", name[i]; for (j = 1; j <= " + size +
                 "; j++) printf \"%s%s\", (j > 1 ? \"" + delimiter +
                 "\" : \"\"), ((i, j) in v) ? v[i, j] : 0; print \"\"}}'",
             table.name) +
         " > NEW";
}

}  // namespace cli
