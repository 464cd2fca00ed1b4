#include "commands/label_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "commands/label_json.hpp"
#include "readers/converted.hpp"
#include "readers/delimited.hpp"
#include "readers/field_names.hpp"
#include "readers/foreign.hpp"
#include "readers/input.hpp"
#include "readers/lines.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr const char *blanks = " \t\r";
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::optional<double> number_of(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double number = 0;
  const char *const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

struct Cell {
  std::string text;
  bool is_quoted = false;
};

struct Line {
  std::vector<Cell> cells;
  std::size_t number;  // from 1
};

// The cells of one line; '\0' separates nothing, ' ' runs of blanks.
std::vector<Cell> cells_of(std::string_view text, char delimiter) {
  std::vector<Cell> cells;
  std::string_view rest = delimiter == '\t' ? text : trimmed(text);
  std::vector<RawCell> raw;
  Dialect dialect{delimiter, '\n'};
  if (cut_record(rest, dialect, true, raw) != Cut::record) return {{std::string(text), false}};
  for (const RawCell &cell : raw) {
    std::string content(cell.is_quoted ? cell.text : trimmed(cell.text));
    for (std::size_t at = 0; cell.has_quotes && (at = content.find("\"\"", at)) != content.npos;)
      content.erase(at++, 1);
    cells.push_back({std::move(content), cell.is_quoted});
  }
  return cells;
}

std::vector<std::string> lines_of(const std::string &path, Notes &notes) {
  std::vector<std::string> all;
  auto bytes = open_lines(path, [&](const std::string &note) { notes.push_back(note); });
  const Foreign *const kind = foreign_of_bytes(beginning(*bytes));
  const auto refuse = [&](const std::string &what) {
    throw Failure(input_name(path) + ' ' + what +
                  ", but labels are read from text; save them as text, one on each line, as a "
                  "table (CSV) or as JSON");
  };
  if (kind != nullptr) refuse(std::string("has the format ") + kind->name);
  Lines lines(std::move(bytes));
  for (std::string_view line; lines.next(line);) {
    if (line.find('\0') != std::string_view::npos) refuse("contains NUL bytes");
    all.emplace_back(line);
  }
  const bool is_blank = std::all_of(all.begin(), all.end(),
                                    [](const std::string &line) { return trimmed(line).empty(); });
  if (is_blank) throw Failure(input_name(path) + " is empty; expected a label on each line");
  return all;
}

std::vector<Line> split(const std::vector<std::string> &lines, char delimiter) {
  std::vector<Line> all;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!trimmed(lines[i]).empty()) all.push_back({cells_of(lines[i], delimiter), i + 1});
  return all;
}

bool is_header(const Line &line) {
  return line.cells.size() > 1 &&
         std::any_of(line.cells.begin(), line.cells.end(), [](const Cell &cell) {
           return guessed_fields({cell.text}).label || is_name_of_ids(cell.text);
         });
}

// The names of rows that R and pandas write in a column without a name: 1, 2, 3, or 0, 1, 2.
bool are_row_names(const std::vector<Line> &lines) {
  const std::string first = plain_number(lines[1].cells.front().text);
  if (first != "0" && first != "1") return false;
  std::int64_t expected = first == "0" ? 0 : 1;
  return std::all_of(lines.begin() + 1, lines.end(), [&](const Line &line) {
    return plain_number(line.cells.front().text) == std::to_string(expected++);
  });
}

// A header of labels above two columns, the first of which has no name.
bool has_row_names(const std::vector<Line> &lines) {
  if (lines.size() < 2) return false;
  const std::vector<Cell> &header = lines.front().cells;
  const bool is_unnamed =
      header.size() == 1 || (header.size() == 2 && trimmed(header.front().text).empty());
  const bool are_pairs = std::all_of(lines.begin() + 1, lines.end(),
                                     [](const Line &line) { return line.cells.size() == 2; });
  return is_unnamed && are_pairs && are_row_names(lines);
}

// Whether all lines have two cells, the first of which name documents, each another.
bool is_table(const std::vector<Line> &lines, const DocumentNames &names) {
  std::set<std::string> seen;
  std::int64_t found = 0, numbers = 0;
  const std::size_t begin = is_header(lines.front()) ? 1 : 0;
  for (std::size_t i = begin; i < lines.size(); ++i) {
    if (lines[i].cells.size() != lines.front().cells.size() || lines[i].cells.size() < 2)
      return false;
    const std::string &name = lines[i].cells.front().text;
    seen.insert(name);
    found += names.has(name) ? 1 : 0;
    numbers += plain_number(name).empty() ? 0 : 1;
  }
  const auto count = static_cast<std::int64_t>(lines.size() - begin);
  if (begin == 1 && count > 0) return true;
  if (lines.front().cells.size() != 2 || std::ssize(seen) != count || count == 0) return false;
  return found > 0 || numbers == count;
}

void add_label(LabelFile &file, const Line &line, std::size_t column, const MissingWords &missing) {
  const Cell cell = column < line.cells.size() ? line.cells[column] : Cell();
  file.labels.push_back(label_word(cell.text, cell.is_quoted, missing));
  file.labels.back().line = line.number;
}

// The columns of the documents and the labels; those of a header if the file has one.
std::pair<std::size_t, std::size_t> columns_of(const Line &header, LabelFile &file) {
  std::vector<std::string> names;
  for (const Cell &cell : header.cells) names.push_back(cell.text);
  const FieldChoice choice = guessed_fields(names);
  std::size_t id = choice.id.value_or(0), label = choice.label.value_or(names.size() - 1);
  for (std::size_t j = 0; j < names.size() && !choice.id; ++j)
    if (is_name_of_ids(names[j])) id = j;
  if (names.size() > 2 && (!choice.label || id == label))
    throw Failure(place(file.path, header.number) + "which column has the labels? " +
                  shown_names(names) + "; give two columns, document and label");
  if (id == label) label = id == 0 ? 1 : 0;
  file.notes.push_back(file.path + ": its first line is a header; documents: \"" +
                       escaped(names[id]) + "\", labels: \"" + escaped(names[label]) + '"');
  return {id, label};
}

void read_table(LabelFile &file, const std::vector<Line> &lines, const DocumentNames &names,
                const MissingWords &missing) {
  std::pair<std::size_t, std::size_t> columns{0, 1};
  const bool begins_with_header =
      is_header(lines.front()) && !names.has(lines.front().cells.front().text);
  if (begins_with_header) columns = columns_of(lines.front(), file);
  for (std::size_t i = begins_with_header ? 1 : 0; i < lines.size(); ++i) {
    const Line &line = lines[i];
    if (line.cells.size() != lines.front().cells.size() ||
        (!begins_with_header && line.cells.size() != 2)) {
      std::string shown;
      for (const Cell &cell : line.cells) shown += (shown.empty() ? "" : " ") + cell.text;
      throw Failure(place(file.path, line.number) + "expected \"document<TAB>class\", found \"" +
                    escaped(std::string_view(shown).substr(0, 60)) + '"');
    }
    file.documents.push_back({line.cells[columns.first].text, line.number});
    add_label(file, line, columns.second, missing);
  }
}

// Labels in the order of the rows, whose names follow that order.
void read_numbered_rows(LabelFile &file, const std::vector<Line> &lines, const DocumentNames *names,
                        const MissingWords &missing) {
  std::vector<DocumentNames::Given> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    rows.push_back({lines[i].cells.front().text, lines[i].number});
    add_label(file, lines[i], 1, missing);
  }
  const bool name_documents = names != nullptr && names->has_ids() &&
                              std::all_of(rows.begin(), rows.end(), [&](const auto &given) {
                                return names->has(given.name);
                              });
  Notes unused;
  const std::vector<std::int64_t> found =
      name_documents ? names->rows_of(rows, file.path, unused) : std::vector<std::int64_t>();
  if (!std::is_sorted(found.begin(), found.end()))
    throw Failure(file.path +
                  ": its first column has no name and numbers the lines, but the documents have "
                  "these ids in another order; name the column id, or remove it");
  file.notes.push_back(file.path +
                       ": its first column has no name and numbers the lines; the labels are in "
                       "the order of the documents");
}

// Removes a header from labels of one column, as far as it is recognized.
void drop_header(LabelFile &file, const std::vector<std::string> &lines, std::int64_t expected) {
  std::vector<LabelWord> &labels = file.labels;
  if (labels.size() < 2 || labels.front().name.empty()) return;
  const LabelWord &first = labels.front();
  std::int64_t numbers = 0, names = 0, same = 0;
  for (std::size_t i = 1; i < labels.size(); ++i) {
    numbers += labels[i].number ? 1 : 0;
    names += !labels[i].number && !labels[i].name.empty() ? 1 : 0;
    same += labels[i].name == first.name ? 1 : 0;
  }
  const bool is_odd = !first.number && numbers > 0 && names == 0;
  const bool is_known = is_name_of_labels(std::string(first.name));
  const bool is_one_more = expected >= 0 && std::ssize(labels) == expected + 1;
  const bool is_above_names = is_known && same == 0 && !first.number && labels.size() > 2;
  const bool is_first = expected < 0 ? is_odd || is_above_names
                                     : is_one_more && (is_odd || (is_known && same == 0) ||
                                                       (first.is(0) && is_known));
  if (is_first) {
    file.notes.push_back(file.path + ": its first line, \"" +
                         escaped(std::string_view(trimmed(lines.front())).substr(0, 40)) +
                         "\", is a header");
    labels.erase(labels.begin());
  } else if (is_odd) {
    throw Failure(place(file.path, 1) + '"' + escaped(first.name) +
                  "\" is the only label that is not a number; if it is a header, remove it");
  }
}

}  // namespace

bool is_name_of_labels(const std::string &name) {
  static const std::set<std::string> names = {
      "x",          "labels",     "classes", "y",           "0",          "v1",
      "true",       "y_true",     "y_pred",  "cluster",     "clusters",   "cluster_id",
      "prediction", "predicted",  "pred",    "predictions", "assignment", "group",
      "community",  "membership", "truth",   "ground_truth"};
  return guessed_fields({name}).label || names.contains(lower_case(name));
}

bool is_name_of_ids(const std::string &name) {
  static const std::set<std::string> names = {"document", "doc", "name", "file", "filename", "row"};
  return guessed_fields({name}).id || names.contains(lower_case(name));
}

bool LabelWord::is_whole() const { return number && *number == std::floor(*number); }

LabelWord label_word(std::string_view written, bool is_quoted, const MissingWords &missing) {
  const std::string_view text = trimmed(written);
  LabelWord word;
  const bool is_mark = !is_quoted && (text == "-" || text == "?");
  if (text.empty() || is_mark || missing.contain(text, is_quoted, true)) {
    word.missing = text;
    return word;
  }
  word.name = text;
  word.number = number_of(text);
  constexpr double most = 9007199254740992;  // 2^53
  if (word.is_whole() && std::fabs(*word.number) < most)
    word.name = std::to_string(static_cast<std::int64_t>(*word.number));
  else if (word.number && text.find_first_of(".eE") != std::string_view::npos)
    word.name = exact_number(*word.number);
  return word;
}

LabelFile read_label_file(const std::string &path, const DocumentNames *names,
                          const MissingWords &missing) {
  Notes notes;
  const std::vector<std::string> lines = lines_of(path, notes);
  std::string text;
  for (const std::string &line : lines) text += line + '\n';
  if (auto read = labels_of_json(input_name(path), text, names != nullptr, missing)) return *read;
  LabelFile file;
  file.path = input_name(path);
  file.notes = std::move(notes);
  const bool has_tab =
      names != nullptr && std::any_of(lines.begin(), lines.end(), [](const std::string &line) {
        return trimmed(line).find('\t') != std::string_view::npos || line.starts_with('\t');
      });
  for (const char delimiter : {'\t', ',', ';', ' '}) {
    const std::vector<Line> cut = split(lines, delimiter);
    if (has_row_names(cut)) {
      read_numbered_rows(file, cut, names, missing);
      return file;
    }
    const bool is_of_names =
        names != nullptr &&
        (delimiter == '\t' ? has_tab : delimiter != ' ' && is_table(cut, *names));
    if (is_of_names) {
      read_table(file, cut, *names, missing);
      return file;
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    add_label(file, {cells_of(lines[i], '\0'), i + 1}, 0, missing);
  const std::int64_t expected = names != nullptr ? names->size() : -1;
  // Empty lines at the end may be documents.
  while (!file.labels.empty() && trimmed(lines[file.labels.back().line - 1]).empty() &&
         (expected < 0 || std::ssize(file.labels) > expected)) {
    file.labels.pop_back();
    ++file.blank_at_end;
  }
  drop_header(file, lines, expected);
  return file;
}

}  // namespace cli
