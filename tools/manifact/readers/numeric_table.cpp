#include "readers/numeric_table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "readers/delimited.hpp"
#include "readers/field_names.hpp"
#include "readers/formats.hpp"
#include "readers/gene_names.hpp"
#include "readers/lines_above.hpp"
#include "readers/table_cells.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

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
    cells_.name = bytes->name();
    cells_.is_file = bytes->is_regular();
    bool is_all = false;
    const std::string head = decoded_beginning(*bytes, reading, is_all);
    const ColumnsSeen sample = columns_seen(head, is_all, reading);
    cells_.has_header = sample.has_header;
    cells_.has_decimal_commas = sample.has_decimal_commas;
    cells_.delimiter = sample.layout.dialect.delimiter;
    DelimitedRecords records(std::move(bytes), reading, sample.layout.dialect);
    std::vector<std::string_view> cells;
    skip_title(records, sample.layout, reading);
    if (cells_.has_header && records.next(cells)) cells_.names = sample.names;
    doubt_ = sample.doubt;
    read_rows(records);
    if (cells_.lines.empty()) throw Failure(cells_.name + " contains no rows of numbers");
    if (!cells_.has_header)
      for (std::size_t j = 0; j < cells_.columns.size(); ++j)
        cells_.names.push_back(std::to_string(j + 1));
  }

  NumericTable read() {
    choose();
    NumericTable table;
    table.count = std::ssize(cells_.lines);
    table.values.reserve(cells_.lines.size() * roles_.features.size());
    for (std::size_t i = 0; i < cells_.lines.size(); ++i) add_row(i, table.values);
    take(roles_.id, MissingValues::id, table.rows.ids);
    take(roles_.label, MissingValues::label, table.rows.labels);
    take(roles_.date, MissingValues::date, table.rows.dates);
    for (std::size_t i = 0; i < table.rows.ids.size(); ++i)
      if (table.rows.ids[i].empty()) table.rows.ids[i] = "line " + std::to_string(cells_.lines[i]);
    table.rows.fields.resize(cells_.lines.size());
    table.rows.fields.front() = written_fields(fields());
    if (cells_.has_header)
      for (const std::size_t j : roles_.features) table.names.push_back(cells_.names[j]);
    tell();
    return table;
  }

 private:
  // Empty rows, as spreadsheet programs write them, are none.
  void read_rows(DelimitedRecords &records) {
    std::vector<std::string_view> cells;
    std::int64_t empty = 0, above = 0;
    while (records.next(cells)) {
      const bool is_empty = cells.size() > 1 && std::ranges::all_of(cells, [](auto cell) {
                              return trimmed_cell(cell).empty();
                            });
      if (is_empty) {
        ++empty;
        continue;
      }
      const std::int64_t all = empty + records.blank_lines();
      if (cells_.lines.empty()) above = all;
      empty_rows_ = all - above;
      add(records, cells);
    }
  }

  void add(const DelimitedRecords &records, const std::vector<std::string_view> &cells) {
    if (cells_.columns.empty())
      cells_.columns.resize(cells_.has_header ? cells_.names.size() : cells.size());
    if (cells.size() != cells_.columns.size())
      throw Failure(records.place() + ": the line has " + counted(std::ssize(cells), "cell") +
                    ", but " + (cells_.has_header ? "the header" : "the first") + " has " +
                    std::to_string(cells_.columns.size()));
    cells_.lines.push_back(records.line());
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const auto number = cells_.has_decimal_commas ? with_decimal_point(cells[j]) : std::nullopt;
      const std::string_view cell = number ? *number : cells[j];
      cells_.columns[j].add(cell, reading_.missing, records.is_quoted(j));
      const bool is_missing = reading_.missing.contain(cell, records.is_quoted(j));
      if (!is_missing) cells_.bytes += trimmed_cell(cell);
      cells_.ends.push_back(cells_.bytes.size());
    }
  }

  // Those of this table, for later ones.
  Fields fields() const {
    Fields chosen;
    if (roles_.label) chosen.label = cells_.names[*roles_.label];
    if (roles_.id) chosen.id = cells_.names[*roles_.id];
    if (roles_.date) chosen.date = cells_.names[*roles_.date];
    for (const std::size_t j : roles_.left_out)
      if (!cells_.names[j].empty())
        chosen.skip = (chosen.skip ? *chosen.skip + ',' : std::string()) + cells_.names[j];
    return chosen;
  }

  std::optional<std::size_t> given(const std::optional<std::string> &name,
                                   const char *option) const {
    if (!name) return std::nullopt;
    // A column without a name has its number.
    for (std::size_t j = 0; j < cells_.names.size(); ++j)
      if (cells_.names[j].empty() && *name == std::to_string(j + 1) &&
          !place_of(cells_.names, *name))
        return j;
    Fields fields;
    fields.label = name;
    fields.text = cells_.names.front();  // any
    try {
      return chosen_fields(cells_.names, fields, cells_.name).label;
    } catch (const Failure &failure) {
      std::string text = failure.text;
      if (const auto at = text.find("--label-field"); at != std::string::npos)
        text.replace(at, std::string_view("--label-field").size(), option);
      if (!cells_.has_header && reading_.header == Header::automatic) text += header_remedy;
      throw Failure(text);
    }
  }

  // A column of this name, if the name stands for one.
  void guess() {
    if (!cells_.has_header) return guess_without_header();
    if (!reading_.features.empty()) return;
    const FieldChoice choice = guessed_fields(cells_.names);
    const auto named = [&](const char *name) -> std::optional<std::size_t> {
      for (std::size_t j = 0; j < cells_.names.size(); ++j)
        if (lower_case(cells_.names[j]) == name) return j;
      return std::nullopt;
    };
    std::optional<std::size_t> label = choice.label;
    if (!label && !named("x")) label = named("y");
    if (label && !cells_.columns[*label].could_be_classes()) label.reset();
    if (!roles_.label && label != roles_.id && label != roles_.date) roles_.label = label;
    // "key" may be that of a piece of music.
    const bool is_id =
        choice.id && cells_.columns[*choice.id].are_whole &&
        (cells_.columns[*choice.id].is_distinct() || lower_case(cells_.names[*choice.id]) != "key");
    if (!roles_.id && is_id && choice.id != roles_.label) roles_.id = choice.id;
    // A year or an hour is a number like others.
    if (!roles_.date && choice.date && cells_.columns.size() > 1 && choice.date != roles_.label &&
        choice.date != roles_.id) {
      const TableColumn &column = cells_.columns[*choice.date];
      const bool is_named = names_date(cells_.names[*choice.date]);
      if (column.words > 0 || column.could_be_dates(is_named) || are_serial_days(*choice.date))
        roles_.date = choice.date;
      else if (column.are_years())
        years_ = choice.date;
    }
    for (std::size_t j = 0; j < cells_.columns.size() && cells_.columns.size() > 1; ++j)
      if (!roles_.date && !is_taken(j) && could_name_moments(cells_.names[j]) &&
          cells_.columns[j].are_moments())
        roles_.date = j;
    guess_ids();
  }

  // A timestamp of such numbers counts something else.
  bool are_serial_days(std::size_t j) const {
    const std::string name = lower_case(cells_.names[j]);
    return (name == "date" || name == "day") && cells_.columns[j].could_be_serial_days();
  }

  // Columns that number the rows, by their names and values; names of rows in the first column.
  void guess_ids() {
    for (std::size_t j = 0; j < cells_.columns.size(); ++j) {
      if (is_taken(j) || !cells_.columns[j].numbers_rows()) continue;
      const bool is_counter = counts_rows(cells_.names[j]) || (j == 0 && cells_.names[j].empty());
      if (is_counter && cells_.columns.size() > 1)
        roles_.left_out.push_back(j);
      else if (could_be_id(cells_.names[j]) && !roles_.id)
        roles_.id = j;
      else if (could_be_id(cells_.names[j]))
        roles_.left_out.push_back(j);
    }
    const TableColumn &first = cells_.columns.front();
    if (roles_.id || is_taken(0) || first.words == 0 || cells_.columns.size() == 1) return;
    const std::string &name = cells_.names.front();
    const auto others = std::count_if(cells_.columns.begin() + 1, cells_.columns.end(),
                                      [](const TableColumn &one) { return one.words > 0; });
    const bool are_names = first.numbers == 0 && first.is_distinct() && cells_.lines.size() > 2 &&
                           !resembles_number(first.example);
    const bool are_features =
        names_features(name) && (first.are_mostly_distinct() || !names_share(name));
    if (name.empty() || counts_rows(name) || are_features || (are_names && others == 0))
      roles_.id = 0;
  }

  // The only column of words: names if each is another, else classes.
  void guess_without_header() {
    std::vector<std::size_t> words;
    for (std::size_t j = 0; j < cells_.columns.size(); ++j)
      if (cells_.columns[j].words > 0 && cells_.columns[j].numbers == 0) words.push_back(j);
    if (words.size() != 1 || roles_.label == words.front() || roles_.id == words.front()) return;
    if (resembles_number(cells_.columns[words.front()].example)) return;
    if (cells_.columns[words.front()].is_distinct() && cells_.lines.size() > 2) {
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
      for (const std::string &name : split_fields(*skip, cells_.names))
        if (fields.skip ||
            std::find(cells_.names.begin(), cells_.names.end(), name) != cells_.names.end())
          roles_.left_out.push_back(*given(name, "--skip-fields"));
    if (cells_.has_header && !reading_.features.empty()) leave_out_unknown();
    guess();
    // Some programs end each line with a delimiter.
    for (std::size_t j = 0; j < cells_.columns.size(); ++j)
      if (!is_taken(j) && cells_.columns[j].values() == 0 &&
          (!cells_.has_header || cells_.names[j].empty()))
        roles_.left_out.push_back(j);
    for (std::size_t j = 0; j < cells_.columns.size(); ++j)
      if (!is_taken(j)) roles_.features.push_back(j);
    if (!roles_.features.empty()) refuse_words(cells_, roles_.features, header_remedy);
    if (roles_.features.empty()) throw Failure(cells_.name + " has no column of numbers left");
    refuse_lost_digits(cells_, roles_.features);
  }

  // A model has the features that it has: the others are no features, regardless of what they hold.
  // If it has one that is missing here, the others may be that one under another name.
  void leave_out_unknown() {
    const bool has_all = std::all_of(
        reading_.features.begin(), reading_.features.end(), [&](const std::string &name) {
          return std::find(cells_.names.begin(), cells_.names.end(), name) != cells_.names.end();
        });
    for (std::size_t j = 0; j < cells_.columns.size(); ++j) {
      if (is_known(j) || is_taken(j) || (!has_all && cells_.columns[j].is_feature())) continue;
      const bool is_id = !roles_.id && cells_.columns[j].values() > 0 &&
                         !cells_.columns[j].has_repeats &&
                         (guessed_fields(cells_.names).id == j || could_be_id(cells_.names[j]) ||
                          (j == 0 && cells_.names[j].empty() && cells_.columns[j].words > 0));
      if (is_id)
        roles_.id = j;
      else
        roles_.left_out.push_back(j);
    }
  }

  // Whether the column is a feature of the model.
  bool is_known(std::size_t j) const {
    return std::find(reading_.features.begin(), reading_.features.end(), cells_.names[j]) !=
           reading_.features.end();
  }

  // What was given, or the name that the model had, if it is one of the header.
  std::optional<std::string> usual(const std::optional<std::string> &given,
                                   const std::optional<std::string> &usual) const {
    if (given || !usual) return given;
    for (const std::string &name : split_fields(*usual, cells_.names))
      if (std::find(cells_.names.begin(), cells_.names.end(), name) != cells_.names.end())
        return usual;
    return std::nullopt;
  }

  bool is_taken(std::size_t j) const {
    return roles_.label == j || roles_.id == j || roles_.date == j ||
           std::find(roles_.left_out.begin(), roles_.left_out.end(), j) != roles_.left_out.end();
  }

  void add_row(std::size_t row, std::vector<double> &values) const {
    for (const std::size_t j : roles_.features) {
      const std::optional<double> value = cells_.value(row, j);
      if (!is_usable(value)) refuse_cell(cells_, roles_.features, row, j);
      values.push_back(*value);
    }
  }

  void take(const std::optional<std::size_t> &column, MissingValues::Kind kind,
            std::vector<std::string> &out) {
    if (!column) return;
    std::int64_t missing = 0;
    const bool are_days = kind == MissingValues::date && are_serial_days(*column);
    for (std::size_t i = 0; i < cells_.lines.size(); ++i) {
      const std::string_view written = cells_.cell(i, *column);
      const std::string date = are_days ? date_of_serial_day(written) : "";
      const std::string_view text = date.empty() ? written : date;
      const bool is_unknown =
          kind == MissingValues::label && reading_.missing.contain(text, true, true);
      out.push_back(is_unknown ? "" : repaired(text));
      missing += out.back().empty() ? 1 : 0;
    }
    const char *const what = std::array{"text", "label", "date", "id"}[kind];
    if (missing > 0)
      reading_.report(cells_.name + ": " + counted(missing, what) +
                      (missing == 1 ? " is missing" : " are missing"));
  }

  void tell() const {
    std::string text =
        cells_.name + ": a table with " + counted(std::ssize(roles_.features), "feature");
    if (roles_.id) text += ", id: " + cells_.shown(*roles_.id);
    if (roles_.label) text += ", label: " + cells_.shown(*roles_.label);
    if (roles_.date) text += ", date: " + cells_.shown(*roles_.date);
    if (roles_.date && are_serial_days(*roles_.date))
      text += " (days since the end of 1899, as spreadsheets count them)";
    std::string left_out, booleans;
    for (const std::size_t j : roles_.left_out)
      left_out += (left_out.empty() ? "" : ", ") + cells_.shown(j);
    for (const std::size_t j : roles_.features)
      if (cells_.columns[j].is_boolean())
        booleans += (booleans.empty() ? "" : ", ") + cells_.shown(j);
    if (!left_out.empty()) text += ", left out: " + left_out;
    if (!booleans.empty()) text += "; true and false are 1 and 0 in " + booleans;
    if (cells_.has_decimal_commas) text += "; decimal commas are read as points";
    const bool is_plain = roles_.features.size() == cells_.columns.size() && booleans.empty();
    if (!is_plain || cells_.has_decimal_commas) reading_.report(text);
    if (empty_rows_ > 0)
      reading_.report(cells_.name + ": " + counted(empty_rows_, "empty row") + " between others " +
                      (empty_rows_ == 1 ? "is" : "are") + " skipped");
    if (!doubt_.empty()) reading_.report(cells_.name + ": " + doubt_);
    tell_of_classes();
    tell_of_years();
    if (reading_.warn && reading_.features.empty()) warn_of_shape();
    warn_of_doubts();
    tell_if_turned();
  }

  // A column of class numbers beside measurements, at either end of the table, as most tables have
  // it.
  void tell_of_classes() const {
    if (roles_.label || !reading_.features.empty() || roles_.features.size() < 2) return;
    for (const std::size_t j : {roles_.features.back(), roles_.features.front()}) {
      const bool is_named = cells_.has_header && could_name_classes(cells_.names[j]);
      if (!cells_.columns[j].counts_classes(is_named)) continue;
      const bool is_other =
          is_named ||
          std::all_of(roles_.features.begin(), roles_.features.end(), [&](std::size_t i) {
            return i == j || !cells_.columns[i].are_whole ||
                   4 * cells_.columns[j].kinds.size() <= cells_.columns[i].kinds.size();
          });
      if (!is_other) continue;
      reading_.report(cells_.name + ": " + (cells_.has_header ? "column " : "") + cells_.shown(j) +
                      " has few whole numbers and is a feature; if these are known classes, " +
                      "--label-field " + cells_.word_for(j) + " takes them as such");
      return;
    }
  }

  void tell_of_years() const {
    if (!years_ || is_taken(*years_)) return;
    reading_.report(cells_.name + ": " + cells_.shown(*years_) +
                    " holds years and is a feature; --date-field " + cells_.word_for(*years_) +
                    " takes it as the date of each row");
  }

  // Names that later tables cannot be matched by; one half of a square matrix; ids that repeat.
  void warn_of_shape() const {
    for (const std::size_t j : roles_.features)
      if (cells_.has_header && !cells_.names[j].empty() &&
          std::count(cells_.names.begin(), cells_.names.begin() + static_cast<std::ptrdiff_t>(j),
                     cells_.names[j]) == 1)
        reading_.warn(cells_.name + ": several columns have the name " + cells_.shown(j) +
                      "; assign and update refuse tables with them: give each its own name");
    if (const std::string command = completion(cells_, roles_.features); !command.empty())
      reading_.warn(cells_.name +
                    " is square and one half of it is 0, like distances that are given once, but "
                    "its rows are read as points; complete it: " +
                    command);
    std::string ids;
    for (const std::size_t j : roles_.features)
      if (cells_.has_header && names_id(cells_.names[j]) && cells_.columns[j].could_be_ids() &&
          std::count(cells_.names.begin(), cells_.names.end(), cells_.names[j]) == 1)
        ids += (ids.empty() ? "" : ",") + cells_.names[j];
    if (!ids.empty() && roles_.features.size() > 1)
      reading_.warn(cells_.name + ": ids that repeat are features; leave them out: --skip-fields " +
                    shell_word(ids));
  }

  // Values that may mean something else; a last row of totals is no document.
  void warn_of_doubts() const {
    int told = 0;
    for (const std::size_t j : roles_.features) {
      // A model says what its columns are.
      const bool could_be_counter =
          reading_.features.empty() && (j == 0 || cells_.has_header) && roles_.features.size() > 1;
      // Points of thousands do not stand beside decimal commas that are read.
      const std::string doubt =
          cells_.columns[j].doubt(could_be_counter ? cells_.word_for(j) : "",
                                  cells_.has_decimal_commas ? ',' : cells_.delimiter);
      if (!doubt.empty() && reading_.warn && ++told <= 3)
        reading_.warn(cells_.name + ": column " +
                      (cells_.has_header ? cells_.shown(j) : std::to_string(j + 1)) + ' ' + doubt +
                      ", or leave the column out (--skip-fields " + cells_.word_for(j) + ')');
    }
    if (told > 3)
      reading_.warn(cells_.name + ": " + counted(told - 3, "more column") + " likewise");
    if (!roles_.id || cells_.lines.size() < 3) return;
    const std::string last = lower_case(cells_.cell(cells_.lines.size() - 1, *roles_.id));
    for (const char *name : {"total", "totals", "sum", "grand total", "average", "mean", "all"})
      if (last == name && reading_.warn)
        reading_.warn(cells_.name + ": the last row, \"" +
                      escaped(cells_.cell(cells_.lines.size() - 1, *roles_.id)) +
                      "\", is read as a document; if it sums the others, remove it" +
                      cells_.removal(cells_.lines.back()));
  }

  // Tables of genes have the samples in their columns.
  void tell_if_turned() const {
    if (!roles_.id || !reading_.features.empty() || reading_.is_turned) return;
    const std::string &name = cells_.names[*roles_.id];
    const bool are_genes = names_genes(*roles_.id);
    const std::string reason =
        !name.empty() && (are_genes || names_features(name))
            ? cells_.shown(*roles_.id) + " names them"
        : are_genes ? "their names, such as \"" + escaped(cells_.cell(0, *roles_.id)) +
                          "\", are like those of genes"
        : has_counted_names() ? "the columns have the numbers of rows as names"
                              : "";
    if (!reason.empty() && reading_.warn)
      reading_.warn("the rows of " + cells_.name +
                    " are clustered, but they seem to be features: " + reason +
                    "; --transpose clusters the columns");
    else if (cells_.columns[*roles_.id].words > 0 &&
             roles_.features.size() > 10 * cells_.lines.size())
      reading_.report(cells_.name + ": there are many more columns, " +
                      std::to_string(roles_.features.size()) + ", than rows, " +
                      std::to_string(cells_.lines.size()) + "; the rows are the documents");
  }

  // pandas' DataFrame.T has the row numbers 0, 1, 2, ... above, R's matrices of terms 1, 2, 3, ...,
  // and both names of features at the left.
  bool has_counted_names() const {
    if (!cells_.has_header || !cells_.names[*roles_.id].empty() ||
        cells_.columns[*roles_.id].words == 0)
      return false;
    const std::size_t first = cells_.names[roles_.features.front()] == "0" ? 0 : 1;
    for (std::size_t j = 0; j < roles_.features.size(); ++j)
      if (cells_.names[roles_.features[j]] != std::to_string(first + j)) return false;
    return roles_.features.size() > cells_.lines.size() || are_counts();
  }

  // Whole numbers, of which more than half are 0.
  bool are_counts() const {
    std::size_t zeros = 0;
    for (const std::size_t j : roles_.features) {
      if (!cells_.columns[j].are_whole) return false;
      for (std::size_t i = 0; i < cells_.lines.size(); ++i)
        zeros += cells_.cell(i, j) == "0" ? 1 : 0;
    }
    return 2 * zeros > cells_.lines.size() * roles_.features.size();
  }

  // Symbols are shorter than identifiers of databases and look like other names: without a name of
  // their own, and where there are many rows.
  bool names_genes(std::size_t column) const {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(cells_.lines.size(), 200); ++i)
      names.push_back(cells_.cell(i, column));
    const bool are_many = cells_.lines.size() > 5 * roles_.features.size();
    const std::string &name = cells_.names[column];
    return are_ids_of_genes(names) ||
           (are_many && (name.empty() || counts_rows(name)) && are_symbols_of_genes(names));
  }

  Reading reading_;
  TableCells cells_;
  std::int64_t empty_rows_ = 0;
  std::string doubt_;
  Roles roles_;
  std::optional<std::size_t> years_;  // a feature that could be the date
};

}  // namespace

NumericTable read_numeric_table(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  return Table(std::move(bytes), reading).read();
}

}  // namespace cli
