#include "readers/numeric_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "readers/delimited.hpp"
#include "readers/field_names.hpp"
#include "readers/formats.hpp"
#include "readers/table_columns.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr double largest_value = 1e300;
constexpr const char *header_remedy =
    "; if the first line is a header, --header yes reads it as one";

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
    const ColumnsSeen sample = columns_seen(head, is_all, reading);
    has_header_ = sample.has_header;
    DelimitedRecords records(std::move(bytes), reading, sample.layout.dialect);
    std::vector<std::string_view> cells;
    if (sample.layout.skips_line) records.next(cells);
    if (has_header_ && records.next(cells)) names_ = sample.names;
    doubt_ = sample.doubt;
    while (records.next(cells)) add(records, cells);
    if (lines_.empty()) throw Failure(name_ + " contains no rows of numbers");
    if (!has_header_)
      for (std::size_t j = 0; j < columns_.size(); ++j) names_.push_back(std::to_string(j + 1));
  }

  NumericTable read() {
    choose();
    NumericTable table;
    table.count = std::ssize(lines_);
    table.values.reserve(lines_.size() * roles_.features.size());
    for (std::size_t i = 0; i < lines_.size(); ++i) add_row(i, table.values);
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
      if (!is_missing) bytes_ += trimmed_cell(cells[j]);
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
      if (!has_header_ && reading_.header == Header::automatic) text += header_remedy;
      throw Failure(text);
    }
  }

  // A column of this name, if the name stands for one.
  void guess() {
    if (!has_header_) return guess_without_header();
    if (!reading_.features.empty()) return;
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
    guess_ids();
  }

  // Columns that number the rows, by their names and values; names of rows in the first column.
  void guess_ids() {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (is_taken(j) || !columns_[j].numbers_rows()) continue;
      const bool is_counter = counts_rows(names_[j]) || (j == 0 && names_[j].empty());
      if (is_counter && columns_.size() > 1)
        roles_.left_out.push_back(j);
      else if (could_be_id(names_[j]) && !roles_.id)
        roles_.id = j;
      else if (could_be_id(names_[j]))
        roles_.left_out.push_back(j);
    }
    const TableColumn &first = columns_.front();
    if (roles_.id || is_taken(0) || first.words == 0 || columns_.size() == 1) return;
    const std::string &name = names_.front();
    const auto others = std::count_if(columns_.begin() + 1, columns_.end(),
                                      [](const TableColumn &one) { return one.words > 0; });
    const bool are_names = first.numbers == 0 && first.is_distinct() && lines_.size() > 2;
    if (name.empty() || counts_rows(name) || names_features(name) || (are_names && others == 0))
      roles_.id = 0;
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
    if (has_header_ && !reading_.features.empty()) leave_out_unknown();
    guess();
    for (std::size_t j = 0; j < columns_.size(); ++j)
      if (!is_taken(j)) roles_.features.push_back(j);
    refuse_words();
    if (roles_.features.empty()) throw Failure(name_ + " has no column of numbers left");
  }

  // A model has the features that it has: the others are no features, regardless of what they hold.
  // If it has one that is missing here, the others may be that one under another name.
  void leave_out_unknown() {
    const bool has_all = std::all_of(
        reading_.features.begin(), reading_.features.end(), [&](const std::string &name) {
          return std::find(names_.begin(), names_.end(), name) != names_.end();
        });
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (is_known(j) || is_taken(j) || (!has_all && columns_[j].is_feature())) continue;
      const bool is_id = !roles_.id && columns_[j].values() > 0 && !columns_[j].has_repeats &&
                         (guessed_fields(names_).id == j || could_be_id(names_[j]) ||
                          (j == 0 && names_[j].empty() && columns_[j].words > 0));
      if (is_id)
        roles_.id = j;
      else
        roles_.left_out.push_back(j);
    }
  }

  // Whether the column is a feature of the model.
  bool is_known(std::size_t j) const {
    return std::find(reading_.features.begin(), reading_.features.end(), names_[j]) !=
           reading_.features.end();
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
                  (count == 1 ? "it" : "them") + " out" + header_hint(first));
  }

  // The only word of a column in the first line is probably a name that was not recognized.
  std::string header_hint(std::size_t column) const {
    const bool is_above =
        !has_header_ && columns_[column].words == 1 && columns_[column].example == cell(0, column);
    return is_above ? header_remedy : "";
  }

  void add_row(std::size_t row, std::vector<double> &values) const {
    for (const std::size_t j : roles_.features) {
      const std::string_view text = cell(row, j);
      std::optional<double> value = number_in(text);
      if (const std::optional<int> truth = boolean_in(text); columns_[j].is_boolean() && truth)
        value = *truth;
      if (!value || !(std::fabs(*value) <= largest_value)) refuse_cell(row, j, value);
      values.push_back(*value);
    }
  }

  [[noreturn]] void refuse_cell(std::size_t row, std::size_t column,
                                const std::optional<double> &value) const {
    std::string text = name_ + ", line " + std::to_string(lines_[row]) + ", column " +
                       std::to_string(column + 1) +
                       (has_header_ ? " (" + shown(column) + ')' : std::string());
    if (!value)
      throw Failure(text + ": the value is missing; fill it in, remove the row, or leave the " +
                    "column out (--skip-fields " + names_[column] + ')');
    throw Failure(text + ": the value is " + excerpt(std::string(cell(row, column)), 40) +
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
    const bool is_plain = roles_.features.size() == columns_.size() && booleans.empty();
    if (!is_plain) reading_.report(text);
    if (!doubt_.empty()) reading_.report(name_ + ": " + doubt_);
    tell_if_turned();
  }

  // Tables of genes have the samples in their columns.
  void tell_if_turned() const {
    constexpr std::size_t many_times = 10;
    if (!roles_.id || !reading_.features.empty()) return;
    const bool has_feature_names = names_features(names_[*roles_.id]) || names_genes(*roles_.id);
    if (has_feature_names && reading_.warn)
      reading_.warn("the rows of " + name_ +
                    " are clustered, but they seem to be features: " + shown(*roles_.id) +
                    " names them; transpose it: python3 -c \"import pandas as "
                    "p; p.read_csv('" +
                    name_ + "', index_col=" + std::to_string(*roles_.id) + ").T.to_csv('T.csv')\"");
    else if (columns_[*roles_.id].words > 0 && roles_.features.size() > many_times * lines_.size())
      reading_.report(name_ + ": there are many more columns, " +
                      std::to_string(roles_.features.size()) + ", than rows, " +
                      std::to_string(lines_.size()) + "; the rows are the documents");
  }

  // Identifiers of a genome database: ENSG00000139618.
  bool names_genes(std::size_t column) const {
    constexpr std::size_t most_rows = 50;
    std::size_t found = 0;
    const std::size_t rows = std::min(lines_.size(), most_rows);
    for (std::size_t i = 0; i < rows; ++i)
      found += cell(i, column).starts_with("ENS") && cell(i, column).size() > 14 ? 1 : 0;
    return 2 * found > rows;
  }

  Reading reading_;
  std::string name_;
  bool has_header_ = false;
  std::string doubt_;
  std::vector<std::string> names_;
  std::vector<TableColumn> columns_;
  std::string bytes_;
  std::vector<std::size_t> ends_;  // of the cells in bytes_, row by row
  std::vector<std::int64_t> lines_;
  Roles roles_;
};

// Those that the options name as other than features.
std::vector<std::size_t> named_columns(const ColumnsSeen &sample, const Fields &fields) {
  std::vector<std::string> names = sample.names, given;
  if (!sample.has_header)
    for (std::size_t j = 0; j < names.size(); ++j) names[j] = std::to_string(j + 1);
  for (const auto &field : {fields.label, fields.id, fields.date})
    if (field) given.push_back(*field);
  if (fields.skip)
    for (std::string &name : split_fields(*fields.skip, names)) given.push_back(std::move(name));
  std::vector<std::size_t> columns;
  for (const std::string &name : given)
    if (const std::optional<std::size_t> j = place_of(names, name)) columns.push_back(*j);
  return columns;
}

}  // namespace

bool is_numeric_table(std::string_view text, bool is_all, const Fields &fields) {
  constexpr std::size_t longest_class = 40;
  Reading reading;
  reading.fields = fields;
  const ColumnsSeen sample = columns_seen(text, is_all, reading);
  if (sample.layout.is_named || sample.records < 2) return false;
  const std::vector<std::size_t> named = named_columns(sample, fields);
  std::size_t numeric = 0, words = 0;
  for (std::size_t j = 0; j < sample.columns.size(); ++j) {
    const TableColumn &column = sample.columns[j];
    if (std::find(named.begin(), named.end(), j) != named.end()) continue;
    if (column.words > 0 && column.longest > longest_class) return false;
    numeric += column.words == 0 && column.values() > 0 ? 1 : 0;
    words += column.words > 0 ? 1 : 0;
  }
  const std::size_t least_numbers = named.empty() ? 2 : 1;
  return numeric >= least_numbers && numeric > words;
}

bool has_other_columns(std::string_view text, bool is_all, const Reading &reading) {
  const Fields &fields = reading.fields;
  if (fields.label || fields.id || fields.date || fields.skip) return true;
  const ColumnsSeen sample = columns_seen(text, is_all, reading);
  if (sample.records < 2) return false;
  if (sample.columns.size() == 1)
    return reading.header == Header::yes && !are_numbers_between_blanks(text);
  const std::vector<std::string> &names = sample.names;
  // The library reads headers of names as well, but decides by itself whether numbers are one.
  if (reading.header != Header::automatic || !sample.doubt.empty()) return true;
  if (sample.has_header && (!reading.features.empty() || names.front().empty() ||
                            std::any_of(names.begin(), names.end(), number_in)))
    return true;
  for (const TableColumn &column : sample.columns)
    if (column.numbers == 0) return column.values() > 0;  // else an odd cell
  if (!sample.has_header) return false;
  const FieldChoice guess = guessed_fields(names);
  const auto is_named = [&](const char *name) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string &one) { return lower_case(one) == name; });
  };
  return guess.label || guess.id || (is_named("y") && !is_named("x")) ||
         std::any_of(names.begin(), names.end(), [](const std::string &name) {
           return counts_rows(name) || could_be_id(name);
         });
}

NumericTable read_numeric_table(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  return Table(std::move(bytes), reading).read();
}

}  // namespace cli
