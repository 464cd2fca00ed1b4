#include "readers/numeric_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "readers/delimited.hpp"
#include "readers/field_names.hpp"
#include "readers/formats.hpp"
#include "readers/lines_above.hpp"
#include "readers/table_columns.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
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
    is_file_ = bytes->is_regular();
    bool is_all = false;
    const std::string head = decoded_beginning(*bytes, reading, is_all);
    const ColumnsSeen sample = columns_seen(head, is_all, reading);
    has_header_ = sample.has_header;
    has_decimal_commas_ = sample.has_decimal_commas;
    delimiter_ = has_decimal_commas_ ? ',' : sample.layout.dialect.delimiter;
    DelimitedRecords records(std::move(bytes), reading, sample.layout.dialect);
    std::vector<std::string_view> cells;
    skip_title(records, sample.layout, reading);
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
      const auto number = has_decimal_commas_ ? with_decimal_point(cells[j]) : std::nullopt;
      const std::string_view cell = number ? *number : cells[j];
      columns_[j].add(cell, reading_.missing, records.is_quoted(j));
      const bool is_missing = reading_.missing.contain(cell, records.is_quoted(j));
      if (!is_missing) bytes_ += trimmed_cell(cell);
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
    return has_header_ ? '"' + excerpt(names_[column], 40) + '"'
                       : "column " + std::to_string(column + 1);
  }

  // As an option names it in a shell.
  std::string word_for(std::size_t column) const {
    const std::string &name = names_[column];
    return name.empty() ? std::to_string(column + 1) : shell_word(name);
  }

  std::optional<std::size_t> given(const std::optional<std::string> &name,
                                   const char *option) const {
    if (!name) return std::nullopt;
    // A column without a name has its number.
    for (std::size_t j = 0; j < names_.size(); ++j)
      if (names_[j].empty() && *name == std::to_string(j + 1) && !place_of(names_, *name)) return j;
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
    const bool are_names = first.numbers == 0 && first.is_distinct() && lines_.size() > 2 &&
                           !resembles_number(first.example);
    if (name.empty() || counts_rows(name) || names_features(name) || (are_names && others == 0))
      roles_.id = 0;
  }

  // The only column of words: names if each is another, else classes.
  void guess_without_header() {
    std::vector<std::size_t> words;
    for (std::size_t j = 0; j < columns_.size(); ++j)
      if (columns_[j].words > 0 && columns_[j].numbers == 0) words.push_back(j);
    if (words.size() != 1 || roles_.label == words.front() || roles_.id == words.front()) return;
    if (resembles_number(columns_[words.front()].example)) return;
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
    // Some programs end each line with a delimiter.
    for (std::size_t j = 0; j < columns_.size(); ++j)
      if (!is_taken(j) && columns_[j].values() == 0 && (!has_header_ || names_[j].empty()))
        roles_.left_out.push_back(j);
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
    std::vector<std::size_t> others;
    for (const std::size_t j : roles_.features)
      if (!columns_[j].is_feature()) others.push_back(j);
    if (others.empty()) return;
    refuse_odd_cell(others);
    const std::size_t first = others.front();
    const std::string &word =
        columns_[first].words > 0 ? columns_[first].example : *columns_[first].kinds.begin();
    std::string all, list;
    for (const std::size_t j : others) {
      all += (all.empty() ? "" : ", ") + (has_header_ ? shown(j) : std::to_string(j + 1));
      list += (list.empty() ? "" : ",") + word_for(j);
    }
    const bool is_one = others.size() == 1;
    const bool is_number = columns_[first].words > 0 && resembles_number(word);
    throw Failure(name_ + (is_one ? ": column " + all + " holds " : ": columns " + all + " hold ") +
                  (is_number ? "numbers" : "more than numbers,") + " such as \"" +
                  escaped(excerpt(word, 40)) + "\"; " +
                  (is_number ? "write them with a decimal point and without other signs; " : "") +
                  "--label-field " + word_for(first) + " takes it as the known class, --id-field " +
                  word_for(first) + " as the names, --skip-fields " + list + " leaves " +
                  (is_one ? "it" : "them") + " out" + header_hint(first));
  }

  // A few words in a column of numbers are units, totals or errors.
  void refuse_odd_cell(const std::vector<std::size_t> &columns) const {
    for (const std::size_t j : columns)
      if (columns_[j].numbers < 4 * columns_[j].words || !header_hint(j).empty()) return;
    std::size_t row = lines_.size(), column = 0;
    for (const std::size_t j : columns)
      for (std::size_t i = 0; i < row; ++i)
        if (!cell(i, j).empty() && !number_in(cell(i, j))) {
          row = i;
          column = j;
        }
    if (row == lines_.size()) return;
    throw Failure(place_of_cell(row, column) + ": expected a number, found \"" +
                  escaped(excerpt(std::string(cell(row, column)), 40)) + "\"; correct it, " +
                  remedy(row, column));
  }

  std::string remedy(std::size_t row, std::size_t column) const {
    return "remove the line" + removal(lines_[row]) + ", or leave the column out (--skip-fields " +
           word_for(column) + ')';
  }

  // The command that removes a line, for a file of lines.
  std::string removal(std::int64_t line) const {
    if (!is_file_) return "";
    return " (" + on_text_of("sed " + std::to_string(line) + "d", name_) + " > NEW)";
  }

  std::string place_of_cell(std::size_t row, std::size_t column) const {
    return name_ + ", line " + std::to_string(lines_[row]) + ", column " +
           std::to_string(column + 1) +
           (has_header_ && !names_[column].empty() ? " (" + shown(column) + ')' : "");
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
    const std::string at = place_of_cell(row, column), text(cell(row, column));
    if (!value) throw Failure(at + ": the value is missing; fill it in, " + remedy(row, column));
    if (text.find_first_of("0123456789") == std::string::npos)
      throw Failure(at + ": the value is " + excerpt(text, 40) + "; correct it, " +
                    remedy(row, column));
    throw Failure(at + ": the value is " + excerpt(text, 40) +
                  ", beyond 1e300; R's writeMM() writes NA, NaN and Inf as 1e308: replace missing "
                  "values first");
  }

  void take(const std::optional<std::size_t> &column, MissingValues::Kind kind,
            std::vector<std::string> &out) {
    if (!column) return;
    std::int64_t missing = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string_view text = cell(i, *column);
      const bool is_unknown =
          kind == MissingValues::label && reading_.missing.contain(text, true, true);
      out.push_back(is_unknown ? "" : repaired(text));
      missing += out.back().empty() ? 1 : 0;
    }
    const char *const what = std::array{"text", "label", "date", "id"}[kind];
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
    if (has_decimal_commas_) text += "; decimal commas are read as points";
    const bool is_plain = roles_.features.size() == columns_.size() && booleans.empty();
    if (!is_plain || has_decimal_commas_) reading_.report(text);
    if (!doubt_.empty()) reading_.report(name_ + ": " + doubt_);
    tell_of_classes();
    warn_of_doubts();
    tell_if_turned();
  }

  // A column of class numbers beside measurements, at either end of the table, as most tables have
  // it.
  void tell_of_classes() const {
    if (roles_.label || !reading_.features.empty() || roles_.features.size() < 2) return;
    for (const std::size_t j : {roles_.features.back(), roles_.features.front()}) {
      if (!columns_[j].counts_classes()) continue;
      const bool is_other =
          std::all_of(roles_.features.begin(), roles_.features.end(), [&](std::size_t i) {
            return i == j || !columns_[i].are_whole ||
                   4 * columns_[j].kinds.size() <= columns_[i].kinds.size();
          });
      if (!is_other) continue;
      reading_.report(name_ + ": " + (has_header_ ? "column " : "") + shown(j) +
                      " has few whole numbers and is a feature; if these are known classes, " +
                      "--label-field " + word_for(j) + " takes them as such");
      return;
    }
  }

  // Values that may mean something else; a last row of totals is no document.
  void warn_of_doubts() const {
    int told = 0;
    for (const std::size_t j : roles_.features) {
      // A header says what the first column is, and so does a model.
      const bool could_be_counter = j == 0 && reading_.features.empty() && !has_header_;
      const std::string doubt = columns_[j].doubt(could_be_counter, delimiter_);
      if (!doubt.empty() && reading_.warn && ++told <= 3)
        reading_.warn(name_ + ": column " + (has_header_ ? shown(j) : std::to_string(j + 1)) + ' ' +
                      doubt + ", or leave the column out (--skip-fields " + word_for(j) + ')');
    }
    if (told > 3) reading_.warn(name_ + ": " + counted(told - 3, "more column") + " likewise");
    if (!roles_.id || lines_.size() < 3) return;
    const std::string last = lower_case(cell(lines_.size() - 1, *roles_.id));
    for (const char *name : {"total", "totals", "sum", "grand total", "average", "mean", "all"})
      if (last == name && reading_.warn)
        reading_.warn(name_ + ": the last row, \"" + escaped(cell(lines_.size() - 1, *roles_.id)) +
                      "\", is read as a document; if it sums the others, remove it" +
                      removal(lines_.back()));
  }

  // Tables of genes have the samples in their columns.
  void tell_if_turned() const {
    if (!roles_.id || !reading_.features.empty() || reading_.is_turned) return;
    const bool has_feature_names = names_features(names_[*roles_.id]) || names_genes(*roles_.id);
    const std::string reason = has_feature_names ? shown(*roles_.id) + " names them"
                               : has_counted_names()
                                   ? "the columns have the numbers of rows as names"
                                   : "";
    if (!reason.empty() && reading_.warn)
      reading_.warn("the rows of " + name_ + " are clustered, but they seem to be features: " +
                    reason + "; --transpose clusters the columns");
    else if (columns_[*roles_.id].words > 0 && roles_.features.size() > 10 * lines_.size())
      reading_.report(name_ + ": there are many more columns, " +
                      std::to_string(roles_.features.size()) + ", than rows, " +
                      std::to_string(lines_.size()) + "; the rows are the documents");
  }

  // pandas' DataFrame.T has the row numbers 0, 1, 2, ... above, R's matrices of terms 1, 2, 3, ...,
  // and both names of features at the left.
  bool has_counted_names() const {
    if (!has_header_ || !names_[*roles_.id].empty() || columns_[*roles_.id].words == 0)
      return false;
    const std::size_t first = names_[roles_.features.front()] == "0" ? 0 : 1;
    for (std::size_t j = 0; j < roles_.features.size(); ++j)
      if (names_[roles_.features[j]] != std::to_string(first + j)) return false;
    return roles_.features.size() > lines_.size() || are_counts();
  }

  // Whole numbers, of which more than half are 0.
  bool are_counts() const {
    std::size_t zeros = 0;
    for (const std::size_t j : roles_.features) {
      if (!columns_[j].are_whole) return false;
      for (std::size_t i = 0; i < lines_.size(); ++i) zeros += cell(i, j) == "0" ? 1 : 0;
    }
    return 2 * zeros > lines_.size() * roles_.features.size();
  }

  // Identifiers of a genome database: ENSG00000139618.
  bool names_genes(std::size_t column) const {
    std::size_t found = 0;
    const std::size_t rows = std::min<std::size_t>(lines_.size(), 50);
    for (std::size_t i = 0; i < rows; ++i)
      found += cell(i, column).starts_with("ENS") && cell(i, column).size() > 14 ? 1 : 0;
    return 2 * found > rows;
  }

  Reading reading_;
  std::string name_;
  bool is_file_ = false;
  bool has_header_ = false, has_decimal_commas_ = false;
  std::string doubt_;
  std::vector<std::string> names_;
  std::vector<TableColumn> columns_;
  char delimiter_ = ',';  // that could stand beside points of thousands
  std::string bytes_;
  std::vector<std::size_t> ends_;  // of the cells in bytes_, row by row
  std::vector<std::int64_t> lines_;
  Roles roles_;
};

}  // namespace

NumericTable read_numeric_table(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  return Table(std::move(bytes), reading).read();
}

}  // namespace cli
