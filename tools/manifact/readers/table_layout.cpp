#include "readers/table_layout.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "readers/field_names.hpp"
#include "readers/lines_above.hpp"

namespace cli {
namespace {

constexpr std::size_t tried_records = 50;

bool has_char(std::string_view text, char c) { return text.find(c) != std::string_view::npos; }

// The line ends outside of cells in quotes. A quote opens at the beginning of a cell and closes at
// the end of one.
std::string ends_outside_quotes(std::string_view text, char delimiter) {
  const auto ends_cell = [delimiter](char c) { return c == delimiter || c == '\r' || c == '\n'; };
  std::string ends;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      ++i;
    else if (is_quoted)
      is_quoted = c != '"' || (i + 1 < text.size() && !ends_cell(text[i + 1]));
    else if (c == '"')
      is_quoted = i == 0 || ends_cell(text[i - 1]);
    else if (c == '\r' || c == '\n')
      ends += c;
  }
  return ends;
}

char line_end_of(std::string_view text, bool is_all, char delimiter) {
  if (!is_all && text.ends_with('\r')) text.remove_suffix(1);  // perhaps of a cut "\r\n"
  if (!has_char(text, '\r')) return '\n';
  const std::string ends =
      has_char(text, '\n') ? ends_outside_quotes(text, delimiter) : std::string(1, '\r');
  return has_char(ends, '\r') && !has_char(ends, '\n') ? '\r' : '\n';
}

// "sep=;" as the first line.
char declared_delimiter(std::string_view text) {
  return text.size() > 5 && text.substr(0, 4) == "sep=" && (text[5] == '\r' || text[5] == '\n')
             ? text[4]
             : '\0';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

// Of scripts such as Chinese and Japanese, which have no blanks between words: from U+3000 on.
bool is_spaceless(char c) { return static_cast<unsigned char>(c) >= 0xe3; }

std::string plain(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(cell.substr(first, cell.find_last_not_of(" \t") - first + 1));
}

// The name of a row, in a column that has none, beside several numbers.
bool begins_with_row_name(const std::vector<std::string> &header,
                          const std::vector<RawCell> &cells) {
  return header.front().empty() && cells.size() > 2 &&
         std::all_of(cells.begin() + 1, cells.end(),
                     [](const RawCell &cell) { return holds_numbers(cell.text); });
}

// A name in the header, where quotes may be doubled.
std::string name_in(const RawCell &cell) {
  const std::string text = plain(cell.text);
  if (!cell.has_quotes) return text;
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    name += text[i];
    if (text.compare(i, 2, "\"\"") == 0) ++i;
  }
  return name;
}

// Commands of LaTeX that begin like the escapes of a dump.
bool is_latex(std::string_view text) {
  constexpr std::array commands{
      "nu",     "ne",    "neq",   "nabla", "not", "newline", "noindent", "newcommand", "tau",
      "theta",  "times", "text",  "tilde", "top", "to",      "textbf",   "textit",     "textrm",
      "texttt", "rho",   "right", "ref",   "rm",  "rangle",  "title",    "rightarrow", "thanks"};
  std::size_t size = 0;
  while (size < text.size() && is_letter(text[size]) && text[size] > 0) ++size;
  return std::find(commands.begin(), commands.end(), text.substr(0, size)) != commands.end();
}

// Whether backslashes occur only as PostgreSQL's COPY, MariaDB's OUTFILE and --batch write them: in
// \n, \t, \r, \\, \0, before a real tab or line end, and in \N as a whole cell. Paths and formulas
// have others.
bool is_dump(std::string_view text) {
  constexpr std::string_view escaped = "ntr0\\\t\n\r", ends = "\t\r\n";
  std::size_t found = 0;
  for (std::size_t i = 0; (i = text.find('\\', i)) != std::string_view::npos && i + 1 < text.size();
       i += 2) {
    const char c = text[i + 1];
    const bool is_cell = (i == 0 || has_char(ends, text[i - 1])) &&
                         (i + 2 == text.size() || has_char(ends, text[i + 2]));
    const bool follows_drive = c != '\\' && i > 1 && text[i - 1] == ':' && is_letter(text[i - 2]);
    if (c == 'N' ? !is_cell
                 : !has_char(escaped, c) || follows_drive || is_latex(text.substr(i + 1)))
      return false;
    ++found;
  }
  return found > 0;
}

// The same for other delimiters, of which at least one is a line end; quotes may be escaped, too.
bool escapes_line_ends(std::string_view text) {
  bool has_line_end = false;
  for (std::size_t i = 0; (i = text.find('\\', i)) != std::string_view::npos && i + 1 < text.size();
       i += 2) {
    const char c = text[i + 1];
    const bool follows_drive = c != '\\' && i > 1 && text[i - 1] == ':' && is_letter(text[i - 2]);
    if (!has_char("ntr\\\"", c) || follows_drive || is_latex(text.substr(i + 1))) return false;
    has_line_end = has_line_end || c == 'n';
  }
  return has_line_end;
}

// How many records end with this one, the second or third, that Qualtrics (the questions and their
// keys) and SurveyMonkey (the kinds of answers) write below the header; 0 for an answer.
std::size_t headers_until(std::size_t record, const std::vector<RawCell> &cells) {
  const auto is_key = [](const RawCell &cell) {
    return cell.text.empty() || cell.text.starts_with("{\"ImportId\"") ||
           cell.text.starts_with("{\"\"ImportId\"\"");
  };
  const auto is_kind = [](const RawCell &cell) {
    return cell.text == "Response" || cell.text == "Open-Ended Response";
  };
  if (record == 2)
    return cells.front().text.empty() && std::any_of(cells.begin(), cells.end(), is_kind) ? 1 : 0;
  const bool are_keys =
      record == 3 && !cells.front().text.empty() && std::all_of(cells.begin(), cells.end(), is_key);
  return are_keys ? 2 : 0;
}

// The records of a beginning as far as they are complete, and how many have as many cells as the
// header.
struct Trial {
  TableLayout layout;
  std::size_t records = 0, even = 0;
  // Of the records below the header: with one cell more, and how many of these begin with their
  // number, or end with an empty cell.
  std::size_t one_more = 0, numbered = 0, quoted = 0, empty_ends = 0;
  bool repeats_name = false;  // the first column has the first name again, as labels do

  // Prefers a known header, then delimiters that give records of one length.
  bool is_better_than(const Trial &other) const {
    if (layout.is_named != other.layout.is_named) return layout.is_named;
    const std::size_t columns = layout.header.size(), others = other.layout.header.size();
    if ((columns > 1) != (others > 1)) return columns > 1;
    if (even * other.records != other.even * records)
      return even * other.records > other.even * records;
    return columns > others;
  }

  bool are_most(std::size_t count) const { return count > 0 && 5 * count >= 4 * (records - 1); }

  void add(const std::vector<RawCell> &cells) {
    const std::vector<std::string> &header = layout.header;
    if (records == 2) layout.cells = cells.size();
    if (const std::size_t more = headers_until(records, cells); more > 0) {
      layout.more_headers = more;
      layout.seen.clear();
      return;
    }
    if (layout.seen.size() < cells.size()) layout.seen.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) layout.seen[i].add(cells[i].text);
    repeats_name = repeats_name || cells.front().text == header.front();
    if (cells.size() == header.size() + 1) {
      ++one_more;
      numbered += cells.front().text == std::to_string(records - 1) ? 1 : 0;
      quoted += cells.front().is_quoted ? 1 : 0;
      empty_ends += cells.back().text.empty() ? 1 : 0;
    }
    const bool has_row_name = begins_with_row_name(header, cells);
    for (const RawCell &cell : cells) {
      const bool is_row_name = has_row_name && &cell == &cells.front();
      layout.holds_words = layout.holds_words || (!is_row_name && has_several_words(cell.text));
      layout.has_line_ends = layout.has_line_ends || cell.text.find('\n') != std::string_view::npos;
    }
  }

  // R's write.table() gives row names, which are numbers, a column without a name. Some programs
  // end the records, but not the header, with a delimiter.
  void conclude(const Fields &fields) {
    const std::vector<std::string> &header = layout.header;
    const bool are_names =
        !repeats_name && std::all_of(header.begin(), header.end(), could_be_name);
    layout.is_named = is_header(header, fields) && (fields.text || are_names);
    layout.row_header = header;
    layout.is_even = records > 1 && even == records;
    const bool ends_empty = are_most(one_more) && empty_ends == one_more;
    // Beside a first column of ids, numbers without quotes are these, and a text has the delimiter.
    const bool could_be_ids = guessed_fields(header).id == std::size_t{0} && quoted < one_more &&
                              layout.dialect.delimiter != '\t';
    const bool is_numbered = are_most(one_more) && numbered == one_more && !could_be_ids;
    const bool has_numbers = std::any_of(header.begin(), header.end(), holds_numbers);
    layout.is_mostly_even = are_names && !has_numbers && records > 1 &&
                            (are_most(even - 1) || ends_empty || is_numbered);
    if (ends_empty)
      layout.row_header.emplace_back();
    else if (is_numbered)
      layout.row_header.insert(layout.row_header.begin(), "");
    layout.seen.resize(layout.row_header.size());
  }
};

Trial tried(std::string_view text, bool is_all, const Fields &fields, char delimiter,
            std::size_t lines_above) {
  Trial trial;
  trial.layout.dialect = {delimiter, line_end_of(text, is_all, delimiter)};
  trial.layout.dialect.is_dump = delimiter == '\t' && is_dump(text);
  trial.layout.has_line_escapes = delimiter != '\t' && escapes_line_ends(text);
  trial.layout.lines_above = declared_delimiter(text) != '\0' ? 1 : lines_above;
  text = below_title(text, trial.layout);
  std::vector<RawCell> cells;
  while (!text.empty() && trial.records < tried_records &&
         cut_record(text, trial.layout.dialect, is_all, cells) == Cut::record) {
    if (cells.size() == 1 && cells.front().text.empty()) continue;
    ++trial.records;
    if (trial.records == 1) {
      for (const RawCell &cell : cells) trial.layout.header.push_back(name_in(cell));
    } else {
      trial.add(cells);
    }
    trial.even += cells.size() == trial.layout.header.size() ? 1 : 0;
  }
  trial.conclude(fields);
  return trial;
}

}  // namespace

bool has_several_words(std::string_view cell) {
  bool has_word = std::count_if(cell.begin(), cell.end(), is_spaceless) >= 6;
  for (std::size_t i = 1; i < cell.size() && !has_word; ++i) {
    if (!is_letter(cell[i - 1]) || (cell[i] != ' ' && cell[i] != '\n')) continue;
    has_word = true;
  }
  return has_word && std::count_if(cell.begin(), cell.end(), is_letter) >= 6;
}

bool holds_numbers(std::string_view line) {
  bool in_cell = false;
  for (const char c : line) {
    const bool ends_cell = c == ',' || c == ';' || c == '\t';
    if (ends_cell && !in_cell) return false;
    if (std::string_view("0123456789+-.eE,;\t ").find(c) == std::string_view::npos) return false;
    in_cell = !ends_cell && (in_cell || (c >= '0' && c <= '9'));
  }
  return in_cell;
}

std::string_view below_title(std::string_view text, const TableLayout &layout) {
  for (std::size_t i = 0; i < layout.lines_above && !text.empty(); ++i)
    text.remove_prefix(std::min(text.find(layout.dialect.line_end), text.size() - 1) + 1);
  return text;
}

TableLayout table_layout(std::string_view text, bool is_all, const Fields &fields, char delimiter,
                         Header header) {
  if (const char declared = declared_delimiter(text); declared != '\0' && delimiter == '\0')
    delimiter = declared;
  const auto layout_below = [&](std::size_t lines) {
    if (delimiter != '\0') return tried(text, is_all, fields, delimiter, lines).layout;
    Trial best = tried(text, is_all, fields, ',', lines);
    for (const char other : {';', '\t', '|'}) {
      Trial trial = tried(text, is_all, fields, other, lines);
      if (trial.is_better_than(best)) best = std::move(trial);
    }
    return best.layout;
  };
  TableLayout layout = layout_below(0);
  const bool may_have_title = header != Header::no && !(fields.any() && layout.is_named);
  const std::size_t lines = may_have_title ? lines_above_header(text, is_all) : 0;
  return lines > 0 ? layout_below(lines) : layout;
}

// A table whose fields are unknown is an error of read_table(), which lists them. The rows of a
// dump rarely have a header.
bool is_table_of_tabs(const TableLayout &layout, const Fields &fields) {
  const bool has_records = layout.header.size() > 2 &&
                           (layout.is_mostly_even || (layout.is_even && !layout.dialect.is_dump));
  const bool is_unknown = layout.header.size() > 1 &&
                          ((layout.has_line_ends && !layout.dialect.is_dump) || has_records);
  return fields.any() || is_unknown || (layout.is_named && layout.header.size() > 1);
}

}  // namespace cli
