#include "readers/numeric_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "readers/delimited.hpp"
#include "readers/field_names.hpp"
#include "readers/table_layout.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t looked_at = 50;
constexpr double largest_value = 1e300;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::optional<double> number_in(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const char *const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem == std::errc::invalid_argument || stop != end) return std::nullopt;
  return problem == std::errc() ? value : 0;
}

// 1 and 0 of True and False, T and F, yes and no, in any case.
std::optional<int> boolean_in(std::string_view text) {
  const std::string word = lower_case(trimmed(text));
  if (word == "true" || word == "t" || word == "yes") return 1;
  if (word == "false" || word == "f" || word == "no") return 0;
  return std::nullopt;
}

// The values of a column so far.
struct Column {
  std::int64_t numbers = 0, booleans = 0, words = 0, missing = 0;
  bool are_whole = true;
  std::size_t longest = 0;
  std::string example;          // the first word
  std::set<std::string> kinds;  // distinct values, as far as they are counted
  static constexpr std::size_t most_kinds = 10000;

  void add(std::string_view cell, const MissingWords &words_for_missing, bool is_quoted) {
    const std::string_view text = trimmed(cell);
    if (text.empty() || words_for_missing.contain(text, is_quoted)) {
      ++missing;
      return;
    }
    if (kinds.size() < most_kinds) kinds.emplace(text);
    if (const std::optional<double> value = number_in(text)) {
      ++numbers;
      are_whole = are_whole && *value == std::floor(*value);
    } else if (boolean_in(text)) {
      ++booleans;
    } else {
      if (words++ == 0) example = text;
      longest = std::max(longest, text.size());
    }
  }

  std::int64_t values() const { return numbers + booleans + words; }
  bool is_numeric() const { return booleans == 0 && words == 0 && numbers > 0; }
  bool is_boolean() const { return numbers == 0 && words == 0 && booleans > 0; }
  bool is_feature() const { return is_numeric() || is_boolean() || values() == 0; }
  bool is_distinct() const { return std::ssize(kinds) == values() && missing == 0; }
  // Few values, each of several rows: classes rather than measurements.
  bool could_be_classes() const {
    return !is_numeric() ||
           (are_whole && 2 * std::ssize(kinds) <= std::max<std::int64_t>(values(), 4));
  }
};

// A header has no number; pandas names columns that have no names by 0, 1, 2, beside known names.
bool is_header_of_numbers(const std::vector<std::string> &first) {
  std::size_t numbers = 0, known = 0;
  const FieldChoice guess = guessed_fields(first);
  for (std::size_t j = 0; j < first.size(); ++j) {
    const std::optional<double> value = number_in(first[j]);
    const bool is_known = guess.label == j || guess.id == j || guess.date == j ||
                          lower_case(first[j]) == "y" || (j == 0 && first[j].empty());
    if (!value && !is_known && numbers > 0) return false;
    if (value && *value != static_cast<double>(numbers)) return false;
    numbers += value ? 1 : 0;
    known += is_known ? 1 : 0;
  }
  return numbers == 0 || known > 0;
}

// Names that programs give to a column of row numbers.
bool counts_rows(const std::string &name) {
  const std::string lower = lower_case(name);
  return lower == "unnamed: 0" || lower == "index" || lower == "rownames" || lower == "row" ||
         lower == "rowid" || lower == "level_0";
}

// "customer_id", "PassengerId", "Cell ID": the last word is "id".
bool ends_in_id(const std::string &name) {
  const std::size_t size = name.size();
  if (size < 3 || lower_case(name.substr(size - 2)) != "id") return false;
  const char before = name[size - 3];
  const bool is_word = before == '_' || before == ' ' || before == '-' || before == '.';
  return is_word || (name[size - 2] == 'I' && before >= 'a' && before <= 'z');
}

// The first records of a text, and what its columns hold below the header.
struct ColumnsSeen {
  TableLayout layout;
  bool has_header = false;
  std::vector<std::string> names;
  std::vector<Column> columns;
  std::size_t records = 0;
};

ColumnsSeen sample_of(std::string_view text, bool is_all, const MissingWords &missing) {
  ColumnsSeen sample;
  sample.layout = table_layout(text, is_all, {});
  Dialect dialect = sample.layout.dialect;
  std::vector<RawCell> cells;
  if (sample.layout.skips_line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  while (!text.empty() && sample.records < looked_at &&
         cut_record(text, dialect, is_all, cells) == Cut::record) {
    if (cells.size() == 1 && trimmed(cells.front().text).empty()) continue;
    if (sample.records++ == 0) {
      sample.names = sample.layout.header;
      sample.columns.resize(cells.size());
      sample.has_header = is_header_of_numbers(sample.names);
      if (sample.has_header) continue;
    }
    for (std::size_t j = 0; j < std::min(cells.size(), sample.columns.size()); ++j)
      sample.columns[j].add(cells[j].text, missing, cells[j].is_quoted);
  }
  return sample;
}

// What the columns of a table are.
struct Roles {
  std::optional<std::size_t> label, id, date;
  std::vector<std::size_t> features, left_out;
};

class Table {
 public:
  Table(std::unique_ptr<Bytes> bytes, const Reading &reading) : reading_(reading) {
    name_ = bytes->name();
    bool is_all = false;
    const std::string head = decoded_beginning(*bytes, reading, is_all);
    const ColumnsSeen sample = sample_of(head, is_all, reading.missing);
    has_header_ = sample.has_header;
    DelimitedRecords records(std::move(bytes), reading, sample.layout.dialect);
    std::vector<std::string_view> cells;
    if (sample.layout.skips_line) records.next(cells);
    if (has_header_ && records.next(cells)) names_ = sample.names;
    while (records.next(cells)) add(records, cells);
    if (lines_.empty()) throw Failure(name_ + " contains no rows of numbers");
    if (!has_header_)
      for (std::size_t j = 0; j < columns_.size(); ++j) names_.push_back(std::to_string(j + 1));
  }

  NumericTable read() {
    choose();
    NumericTable table;
    for (std::size_t i = 0; i < lines_.size(); ++i) add_row(i, table.csv);
    take(roles_.id, MissingValues::id, table.rows.ids);
    take(roles_.label, MissingValues::label, table.rows.labels);
    take(roles_.date, MissingValues::date, table.rows.dates);
    for (std::size_t i = 0; i < table.rows.ids.size(); ++i)
      if (table.rows.ids[i].empty()) table.rows.ids[i] = "line " + std::to_string(lines_[i]);
    table.rows.fields.resize(lines_.size());
    table.rows.fields.front() = written_fields(fields());
    if (has_header_)
      for (const std::size_t j : roles_.features) table.names.push_back(names_[j]);
    tell();
    return table;
  }

 private:
  void add(const DelimitedRecords &records, const std::vector<std::string_view> &cells) {
    if (columns_.empty()) columns_.resize(has_header_ ? names_.size() : cells.size());
    if (cells.size() != columns_.size())
      throw Failure(records.place() + ": the line has " + counted(std::ssize(cells), "cell") +
                    ", but " + (has_header_ ? "the header" : "the first") + " has " +
                    std::to_string(columns_.size()));
    lines_.push_back(records.line());
    for (std::size_t j = 0; j < cells.size(); ++j) {
      columns_[j].add(cells[j], reading_.missing, records.is_quoted(j));
      const bool is_missing = reading_.missing.contain(cells[j], records.is_quoted(j));
      if (!is_missing) bytes_ += trimmed(cells[j]);
      ends_.push_back(bytes_.size());
    }
  }

  std::string_view cell(std::size_t row, std::size_t column) const {
    const std::size_t at = row * columns_.size() + column;
    const std::size_t begin = at == 0 ? 0 : ends_[at - 1];
    return std::string_view(bytes_).substr(begin, ends_[at] - begin);
  }

  // Those of this table, for later ones.
  Fields fields() const {
    Fields chosen;
    if (roles_.label) chosen.label = names_[*roles_.label];
    if (roles_.id) chosen.id = names_[*roles_.id];
    if (roles_.date) chosen.date = names_[*roles_.date];
    for (const std::size_t j : roles_.left_out)
      if (!names_[j].empty())
        chosen.skip = (chosen.skip ? *chosen.skip + ',' : std::string()) + names_[j];
    return chosen;
  }

  std::string shown(std::size_t column) const {
    if (has_header_ && names_[column].empty())
      return "column " + std::to_string(column + 1) + ", which has no name";
    return has_header_ ? '"' + excerpt(names_[column], 40) + '"' : std::to_string(column + 1);
  }

  std::optional<std::size_t> given(const std::optional<std::string> &name,
                                   const char *option) const {
    if (!name) return std::nullopt;
    Fields fields;
    fields.label = name;
    fields.text = names_.front();  // any
    try {
      return chosen_fields(names_, fields, name_).label;
    } catch (const Failure &failure) {
      std::string text = failure.text;
      if (const auto at = text.find("--label-field"); at != std::string::npos)
        text.replace(at, std::string_view("--label-field").size(), option);
      throw Failure(text);
    }
  }

  // A column of this name, if the name stands for one.
  void guess() {
    if (!has_header_) return guess_without_header();
    const FieldChoice choice = guessed_fields(names_);
    const auto named = [&](const char *name) -> std::optional<std::size_t> {
      for (std::size_t j = 0; j < names_.size(); ++j)
        if (lower_case(names_[j]) == name) return j;
      return std::nullopt;
    };
    std::optional<std::size_t> label = choice.label;
    if (!label && !named("x")) label = named("y");
    if (label && !columns_[*label].could_be_classes()) label.reset();
    if (!roles_.label && label != roles_.id && label != roles_.date) roles_.label = label;
    // "key" may be that of a piece of music.
    const bool is_id =
        choice.id && columns_[*choice.id].are_whole &&
        (columns_[*choice.id].is_distinct() || lower_case(names_[*choice.id]) != "key");
    if (!roles_.id && is_id && choice.id != roles_.label) roles_.id = choice.id;
    // A year or an hour is a number like others.
    if (!roles_.date && choice.date && columns_[*choice.date].words > 0 &&
        choice.date != roles_.label && choice.date != roles_.id)
      roles_.date = choice.date;
    const Column &first = columns_.front();
    const bool numbers_rows = first.are_whole && first.is_numeric() && first.is_distinct();
    if (!roles_.id && ends_in_id(names_.front()) && numbers_rows && roles_.label != 0)
      roles_.id = 0;
    const bool has_row_names = (names_.front().empty() || counts_rows(names_.front())) &&
                               columns_.size() > 1 && roles_.id != 0 && roles_.label != 0;
    if (has_row_names && columns_.front().words > 0 && !roles_.id) roles_.id = 0;
    if (has_row_names && numbers_rows) roles_.left_out.push_back(0);
  }

  // The only column of words: names if each is another, else classes.
  void guess_without_header() {
    std::vector<std::size_t> words;
    for (std::size_t j = 0; j < columns_.size(); ++j)
      if (columns_[j].words > 0 && columns_[j].numbers == 0) words.push_back(j);
    if (words.size() != 1 || roles_.label == words.front() || roles_.id == words.front()) return;
    if (columns_[words.front()].is_distinct() && lines_.size() > 2) {
      if (!roles_.id) roles_.id = words.front();
    } else if (!roles_.label) {
      roles_.label = words.front();
    }
  }

  void choose() {
    const Fields &fields = reading_.fields;
    roles_.label = given(usual(fields.label, reading_.usual.label), "--label-field");
    roles_.id = given(usual(fields.id, reading_.usual.id), "--id-field");
    roles_.date = given(usual(fields.date, reading_.usual.date), "--date-field");
    if (const std::optional<std::string> skip = usual(fields.skip, reading_.usual.skip))
      for (const std::string &name : split_fields(*skip, names_))
        if (fields.skip || std::find(names_.begin(), names_.end(), name) != names_.end())
          roles_.left_out.push_back(*given(name, "--skip-fields"));
    guess();
    for (std::size_t j = 0; j < columns_.size(); ++j)
      if (!is_taken(j)) roles_.features.push_back(j);
    refuse_words();
    if (roles_.features.empty()) throw Failure(name_ + " has no column of numbers left");
  }

  // What was given, or the name that the model had, if it is one of the header.
  std::optional<std::string> usual(const std::optional<std::string> &given,
                                   const std::optional<std::string> &usual) const {
    if (given || !usual) return given;
    for (const std::string &name : split_fields(*usual, names_))
      if (std::find(names_.begin(), names_.end(), name) != names_.end()) return usual;
    return std::nullopt;
  }

  bool is_taken(std::size_t j) const {
    return roles_.label == j || roles_.id == j || roles_.date == j ||
           std::find(roles_.left_out.begin(), roles_.left_out.end(), j) != roles_.left_out.end();
  }

  void refuse_words() const {
    std::string all, list;
    std::size_t first = columns_.size(), count = 0;
    for (const std::size_t j : roles_.features) {
      if (columns_[j].is_feature()) continue;
      if (count++ == 0) first = j;
      all += (all.empty() ? "" : ", ") + shown(j);
      list += (list.empty() ? "" : ",") + names_[j];
    }
    if (count == 0) return;
    const std::string &word =
        columns_[first].words > 0 ? columns_[first].example : *columns_[first].kinds.begin();
    if (columns_[first].words > 0 && word.find_first_not_of("0123456789,-+") == word.npos)
      throw Failure(name_ + ": column " + shown(first) + " has \"" + escaped(word) +
                    "\"; the decimal separator must be a point, not a comma");
    throw Failure(name_ + (count == 1 ? ": column " : ": columns ") + all +
                  (count == 1 ? " holds" : " hold") + " more than numbers, such as \"" +
                  escaped(excerpt(word, 40)) + "\"; --label-field " + names_[first] +
                  " takes it as the known class, --id-field " + names_[first] +
                  " as the names, --skip-fields " + list + " leaves " +
                  (count == 1 ? "it" : "them") + " out");
  }

  void add_row(std::size_t row, std::string &csv) const {
    for (const std::size_t j : roles_.features) {
      const std::string_view text = cell(row, j);
      if (j != roles_.features.front()) csv += ',';
      if (columns_[j].is_boolean() && !text.empty()) {
        csv += *boolean_in(text) == 1 ? '1' : '0';
        continue;
      }
      const std::optional<double> value = number_in(text);
      if (!value || !(std::fabs(*value) <= largest_value)) refuse_cell(row, j, value);
      csv += text;
    }
    csv += '\n';
  }

  [[noreturn]] void refuse_cell(std::size_t row, std::size_t column,
                                const std::optional<double> &value) const {
    std::string text = name_ + ", line " + std::to_string(lines_[row]) + ", column " +
                       std::to_string(column + 1) +
                       (has_header_ ? " (" + shown(column) + ')' : std::string());
    if (!value)
      throw Failure(text + ": the value is missing; fill it in, remove the row, or leave the " +
                    "column out (--skip-fields " + names_[column] + ')');
    throw Failure(text + ": the value is " + std::string(cell(row, column)) +
                  ", beyond 1e300; R's writeMM() writes NA, NaN and Inf as 1e308: replace missing "
                  "values first");
  }

  void take(const std::optional<std::size_t> &column, MissingValues::Kind kind,
            std::vector<std::string> &out) {
    if (!column) return;
    std::int64_t missing = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      out.push_back(repaired(cell(i, *column)));
      missing += out.back().empty() ? 1 : 0;
    }
    const char *const what = kind == MissingValues::id      ? "id"
                             : kind == MissingValues::label ? "label"
                                                            : "date";
    if (missing > 0)
      reading_.report(name_ + ": " + counted(missing, what) +
                      (missing == 1 ? " is missing" : " are missing"));
  }

  void tell() const {
    std::string text = name_ + ": a table with " + counted(std::ssize(roles_.features), "feature");
    if (roles_.id) text += ", id: " + shown(*roles_.id);
    if (roles_.label) text += ", label: " + shown(*roles_.label);
    if (roles_.date) text += ", date: " + shown(*roles_.date);
    std::string left_out, booleans;
    for (const std::size_t j : roles_.left_out)
      left_out += (left_out.empty() ? "" : ", ") + shown(j);
    for (const std::size_t j : roles_.features)
      if (columns_[j].is_boolean()) booleans += (booleans.empty() ? "" : ", ") + shown(j);
    if (!left_out.empty()) text += ", left out: " + left_out;
    if (!booleans.empty()) text += "; true and false are 1 and 0 in " + booleans;
    reading_.report(text);
  }

  Reading reading_;
  std::string name_;
  bool has_header_ = false;
  std::vector<std::string> names_;
  std::vector<Column> columns_;
  std::string bytes_;
  std::vector<std::size_t> ends_;  // of the cells in bytes_, row by row
  std::vector<std::int64_t> lines_;
  Roles roles_;
};

}  // namespace

bool is_numeric_table(std::string_view text, bool is_all) {
  constexpr std::size_t longest_class = 40, least_numbers = 2;
  const ColumnsSeen sample = sample_of(text, is_all, {});
  if (sample.layout.is_named || sample.records < 2) return false;
  std::size_t numeric = 0, words = 0;
  for (const Column &column : sample.columns) {
    if (column.words > 0 && column.longest > longest_class) return false;
    numeric += column.words == 0 && column.values() > 0 ? 1 : 0;
    words += column.words > 0 ? 1 : 0;
  }
  return numeric >= least_numbers && numeric > words;
}

bool has_other_columns(std::string_view text, bool is_all, const Reading &reading) {
  const Fields &fields = reading.fields;
  if (fields.label || fields.id || fields.date || fields.skip) return true;
  const ColumnsSeen sample = sample_of(text, is_all, reading.missing);
  if (sample.records < 2) return false;
  if (sample.columns.size() == 1) return false;  // or numbers between blanks
  const bool has_row_names = sample.has_header && sample.names.front().empty();
  for (std::size_t j = has_row_names ? 1 : 0; j < sample.columns.size(); ++j)
    if (sample.columns[j].numbers == 0) return sample.columns[j].values() > 0;  // else an odd cell
  if (!sample.has_header) return false;
  const FieldChoice guess = guessed_fields(sample.names);
  const auto is_named = [&](const char *name) {
    return std::any_of(sample.names.begin(), sample.names.end(),
                       [&](const std::string &one) { return lower_case(one) == name; });
  };
  return guess.label || guess.id || counts_rows(sample.names.front()) ||
         ends_in_id(sample.names.front()) || (is_named("y") && !is_named("x")) ||
         (has_row_names && sample.columns.front().words > 0 && sample.columns.size() > 2);
}

NumericTable read_numeric_table(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  return Table(std::move(bytes), reading).read();
}

}  // namespace cli
