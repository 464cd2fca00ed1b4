#include "readers/table_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <unordered_set>
#include <utility>

#include "readers/delimited.hpp"
#include "readers/field_names.hpp"
#include "shared/delimited_numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t looked_at = 50;
// Numbers in even steps, which no row has by chance; those that count are usual in rows.
constexpr std::size_t even_run = 6, long_run = 8;

template <class Names>
bool is_among(const std::string &name, const Names &names) {
  const std::string lower = lower_case(name);
  return std::any_of(names.begin(), names.end(), [&](const char *one) { return lower == one; });
}

// Names of columns that say what a row is about, other than those of ids, classes and features.
bool names_rows(const std::string &name) {
  constexpr std::array names{"name",    "names",      "country",      "countries",    "region",
                             "state",   "city",       "county",       "district",     "province",
                             "station", "site",       "plot",         "company",      "product",
                             "item",    "individual", "group",        "code",         "type",
                             "cell",    "specimen",   "animal",       "person",       "student",
                             "user",    "series",     "country name", "country code", "location"};
  return is_among(name, names);
}

struct Cell {
  std::string text;
  bool is_quoted;
};
using Record = std::vector<Cell>;

using Numbers = std::vector<std::optional<double>>;

using manifact::is_year;

// The numbers among cells. Other cells are skipped.
std::vector<double> values_among(const Numbers &cells) {
  std::vector<double> values;
  for (const std::optional<double> &cell : cells)
    if (cell) values.push_back(*cell);
  return values;
}

// Whether numbers increase by 1.
bool do_count(const std::vector<double> &values) {
  return manifact::increase_by_one(values.size(), [&](std::size_t j) { return values[j]; });
}

bool could_be_names(const std::vector<double> &values) {
  return manifact::could_be_names(values.size(), [&](std::size_t j) { return values[j]; });
}

bool are_monotone(const std::vector<double> &values) {
  const auto is_not = [&](auto compare) {
    return std::adjacent_find(values.begin(), values.end(), compare) != values.end();
  };
  return !is_not(std::greater_equal<>()) || !is_not(std::less_equal<>());
}

// As wavelengths and numbers of columns do, up or down.
bool do_step_evenly(const std::vector<double> &values) {
  constexpr double tolerance = 1e-6;
  const double step = values[1] - values[0];
  for (std::size_t j = 2; j < values.size(); ++j)
    if (std::fabs(values[j] - values[j - 1] - step) > tolerance * std::fabs(step)) return false;
  return true;
}

bool are_distinct(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

// "a0" of "C20", "Aa" of "Peru": which kinds of characters a word has, in order.
std::string shape(std::string_view word) {
  std::string kinds;
  for (const char c : word) {
    const char kind = c >= '0' && c <= '9'   ? '0'
                      : c >= 'A' && c <= 'Z' ? 'A'
                      : c >= 'a' && c <= 'z' ? 'a'
                                             : c;
    if (kinds.empty() || kinds.back() != kind) kinds += kind;
  }
  return kinds;
}

// The decision whether a first record with numbers is a header. Most of the rows below decide, not
// a single one.
class NumberedHeader {
 public:
  NumberedHeader(const std::vector<std::string> &first, const std::vector<Record> &below,
                 const MissingWords &missing)
      : first_(first), below_(below) {
    for (const std::string &name : first) numbers_.push_back(number_in(name));
    names_ = values_among(numbers_);
    sorted_names_ = names_;
    std::sort(sorted_names_.begin(), sorted_names_.end());
    const FieldChoice guess = guessed_fields(first);
    for (std::size_t j = 0; j < first.size(); ++j) {
      if (numbers_[j]) continue;
      has_words_ = true;
      is_missing_ = is_missing_ || lacks_value(j, missing);
      is_known_ = is_known_ || guess.label == j || guess.id == j || guess.date == j ||
                  lower_case(first[j]) == "y" || could_be_id(first[j]) || counts_rows(first[j]) ||
                  names_features(first[j]) || (j == 0 && first[j].empty());
      is_clear_ = is_clear_ || names_rows(first[j]) || is_other_case(j);
      is_above_numbers_ =
          is_above_numbers_ || (begins_with_letter(first[j]) && is_numeric_below(j));
      is_of_rows_ = is_of_rows_ || has_shape_of_rows(j);
    }
  }

  bool is_header() {
    if (names_.empty() || below_.empty() || is_missing_ || !are_distinct(names_)) return false;
    are_whole_ = std::all_of(names_.begin(), names_.end(),
                             [](double value) { return value == std::floor(value); });
    are_years_ = std::all_of(names_.begin(), names_.end(), is_year);
    for (const Record &record : below_) look_at(record);
    if (is_repeated_) return false;
    return has_words_ ? is_beside_words() : is_of_numbers();
  }
  // Neither the columns 0, 1, 2, ... of pandas, nor numbers beyond those below.
  bool could_be_row() const { return !are_outside() && !(names_.front() == 0 && do_count(names_)); }

  bool is_in_doubt() const { return is_in_doubt_; }  // which a note says

 private:
  bool most(std::size_t rows) const { return 2 * rows > below_.size(); }

  bool decided(bool is_header) {
    is_in_doubt_ = true;
    return is_header;
  }

  bool is_beside_words() {
    const bool are_in_order = are_monotone(names_) || are_years_ || are_outside();
    const bool counts = could_be_names(names_);
    if (first_.front().empty() && !has_words_below(0))
      return counts || (are_whole_ && are_in_order && (counts_rows_ || are_outside()));
    if (is_known_) return are_in_order || decided(are_whole_);
    if (is_clear_) return decided(are_whole_ && are_in_order);
    if (is_above_numbers_ && counts) return true;
    if (is_above_numbers_) return decided(are_whole_ && (are_years_ || are_outside()));
    if (!are_whole_ || !are_in_order || is_of_rows_ || most(counting_)) return false;
    if (are_years_ && most(without_years_)) return decided(true);
    if (counts) return decided(names_.size() > 2 || most(with_fractions_));
    const bool differ = are_outside() || most(with_fractions_);
    return decided(!are_years_ && differ && names_.size() > 2 && are_monotone(names_) &&
                   !most(monotone_));
  }

  // In doubt, a line of numbers is a row.
  bool is_of_numbers() {
    if (names_.size() < 2 || !are_monotone(names_)) return false;
    const bool has_many = names_.size() > 2, are_even = do_step_evenly(names_),
               does_count = could_be_names(names_);
    if (are_years_ && most(years_)) return false;
    if (names_.size() >= (does_count ? long_run : even_run) && are_even && in_order_ == 0 &&
        below_.size() > 1 && !most(permuted_))
      return decided(true);
    if (!are_whole_) {
      const bool is_clear = (has_many && are_even && are_far_outside()) ||
                            (names_.size() >= long_run && are_outside());
      return is_clear && has_other_rows() && decided(true);
    }
    if (are_years_) return decided(most(without_years_));
    if (does_count) {
      if (2 * counting_ >= below_.size()) return false;
      const bool differs = most(with_fractions_) || most(with_others_);
      return decided(has_many ? differs : names_.front() == 0 && most(with_fractions_));
    }
    if (has_many && are_outside()) return decided(has_other_rows());
    return has_many && are_even && has_other_rows() && decided(false);
  }

  // Whether most rows have fractions, and are not in order.
  bool has_other_rows() const { return most(with_fractions_) && !most(monotone_); }

  // Whether all names are outside of the range of the values.
  bool are_outside() const {
    return least_ <= greatest_ && std::all_of(names_.begin(), names_.end(), [&](double name) {
             return name < least_ || name > greatest_;
           });
  }

  // Whether all names are far above, or far below, the values.
  bool are_far_outside() const {
    constexpr double far = 10;
    const double gap = far * (greatest_ - least_);
    return least_ <= greatest_ && (std::min(names_.front(), names_.back()) > greatest_ + gap ||
                                   std::max(names_.front(), names_.back()) < least_ - gap);
  }

  template <class Test>
  bool most_cells(std::size_t j, const Test &test) const {
    return most(static_cast<std::size_t>(
        std::count_if(below_.begin(), below_.end(), [&](const Record &record) {
          return j < record.size() && test(std::string(trimmed_cell(record[j].text)));
        })));
  }

  bool has_words_below(std::size_t j) const {
    return most_cells(j, [](const std::string &cell) { return !cell.empty() && !number_in(cell); });
  }

  // A cell of a row of values, rather than a name.
  bool lacks_value(std::size_t j, const MissingWords &missing) {
    if (!first_[j].empty()) return missing.contain(first_[j], false);
    if (j == 0) return !names_below() && !could_be_names(names_);
    return !most_cells(j, [](const std::string &cell) { return cell.empty(); });
  }

  // Whether the first column names or numbers rows; as pandas and R do, from 0 or 1?
  bool names_below() {
    std::unordered_set<std::string> kinds;
    std::vector<double> numbers;
    for (const Record &record : below_) {
      const std::string cell(record.empty() ? "" : trimmed_cell(record.front().text));
      const std::optional<double> number = number_in(cell);
      if (cell.empty() || (number && *number != std::floor(*number))) return false;
      if (number && !kinds.insert(cell).second) return false;
      if (number) numbers.push_back(*number);
    }
    counts_rows_ = do_count(numbers) && (numbers.front() == 0 || numbers.front() == 1);
    return !below_.empty();
  }

  static bool begins_with_letter(const std::string &name) {
    const char first = name.empty() ? '0' : name.front();
    return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first < 0;
  }

  bool is_numeric_below(std::size_t j) const {
    return !below_.empty() && std::all_of(below_.begin(), below_.end(), [&](const Record &record) {
      return j < record.size() && number_in(record[j].text).has_value();
    });
  }

  // "country" above "Peru" and "Chad".
  bool is_other_case(std::size_t j) const {
    const std::string &name = first_[j];
    return std::all_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; }) &&
           name.size() > 1 && most_cells(j, [](const std::string &cell) {
             return !cell.empty() && cell.front() >= 'A' && cell.front() <= 'Z';
           });
  }

  // "C19" above "C20" and "C21".
  bool has_shape_of_rows(std::size_t j) const {
    const std::string own = shape(first_[j]);
    return own.find('0') != std::string::npos &&
           most_cells(j, [&](const std::string &cell) { return shape(cell) == own; });
  }

  void look_at(const Record &record) {
    Numbers cells(numbers_.size());
    for (std::size_t j = 0; j < std::min(record.size(), numbers_.size()); ++j) {
      is_repeated_ = is_repeated_ || (!numbers_[j] && !first_[j].empty() &&
                                      trimmed_cell(record[j].text) == first_[j]);
      if (numbers_[j]) cells[j] = number_in(record[j].text);
    }
    const std::vector<double> values = values_among(cells);
    if (values.empty()) return;
    const auto bounds = std::minmax_element(names_.begin(), names_.end());
    const double least = *bounds.first, greatest = *bounds.second;
    const auto has = [&](const auto &test) {
      return std::any_of(values.begin(), values.end(), test);
    };
    const bool is_fraction = has([](double value) { return value != std::floor(value); });
    const bool is_all_there = values.size() == names_.size();
    counting_ += is_all_there && do_count(values) ? 1 : 0;
    const bool is_in_order = is_all_there && are_monotone(values);
    in_order_ += is_in_order ? 1 : 0;
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    permuted_ += sorted == sorted_names_ ? 1 : 0;
    monotone_ += is_in_order && !is_fraction == are_whole_ ? 1 : 0;
    with_fractions_ += is_fraction ? 1 : 0;
    with_others_ += has([&](double value) { return value < least || value > greatest; }) ? 1 : 0;
    without_years_ += has(is_year) ? 0 : 1;
    years_ += std::all_of(values.begin(), values.end(), is_year) ? 1 : 0;
    for (const double value : values) {
      least_ = std::min(least_, value);
      greatest_ = std::max(greatest_, value);
    }
  }

  const std::vector<std::string> &first_;
  const std::vector<Record> &below_;
  Numbers numbers_;
  std::vector<double> names_, sorted_names_;
  double least_ = HUGE_VAL, greatest_ = -HUGE_VAL;  // of the values below
  // Rows below of each kind.
  std::size_t counting_ = 0, in_order_ = 0, permuted_ = 0, monotone_ = 0, with_fractions_ = 0,
              with_others_ = 0, without_years_ = 0, years_ = 0;
  bool has_words_ = false, is_missing_ = false, is_known_ = false, is_clear_ = false,
       is_above_numbers_ = false, is_of_rows_ = false, counts_rows_ = false, is_repeated_ = false,
       are_whole_ = false, are_years_ = false, is_in_doubt_ = false;
};

// The features of a model as the first record: a header, whatever its names are.
bool has_features(const std::vector<std::string> &first, const std::vector<std::string> &features) {
  return !features.empty() &&
         std::all_of(features.begin(), features.end(), [&](const std::string &name) {
           return std::find(first.begin(), first.end(), name) != first.end();
         });
}

// Whether an option names a cell of the first record, which is a header then.
bool are_named_by(const std::vector<std::string> &first, const Fields &fields) {
  const auto is_in = [&](const std::string &name) {
    return !number_in(name) && place_of(first, name).has_value();
  };
  for (const auto &field : {fields.label, fields.id, fields.date})
    if (field && is_in(*field)) return true;
  if (!fields.skip) return false;
  const std::vector<std::string> skipped = split_fields(*fields.skip, first);
  return std::any_of(skipped.begin(), skipped.end(), is_in);
}

void decide_header(ColumnsSeen &sample, const std::vector<Record> &below, const Reading &reading) {
  if (reading.header != Header::automatic || has_features(sample.names, reading.features)) {
    sample.has_header = reading.header != Header::no;
    return;
  }
  if (are_named_by(sample.names, reading.fields)) {
    sample.has_header = true;
    return;
  }
  const auto is_number = [](const std::string &name) { return number_in(name).has_value(); };
  sample.has_header = std::none_of(sample.names.begin(), sample.names.end(), is_number);
  if (sample.has_header) return;
  NumberedHeader header(sample.names, below, reading.missing);
  const bool could_be_header = header.is_header();
  // Those of a model whose features have other names, or none, are not above numbers.
  const bool is_of_nameless = reading.is_for_model && header.could_be_row() &&
                              std::ranges::all_of(sample.names, is_number) &&
                              std::ranges::none_of(reading.features, is_number);
  sample.has_header = could_be_header && !is_of_nameless;
  if (!header.is_in_doubt() && could_be_header == sample.has_header) return;
  std::string shown;
  for (std::size_t j = 0; j < std::min<std::size_t>(sample.names.size(), 3); ++j)
    shown += (j > 0 ? "," : "") + excerpt(sample.names[j], 20);
  if (sample.names.size() > 3) shown += ",...";
  sample.doubt = "the first line, " + shown + ", is read as " +
                 (sample.has_header ? "a header; --header no reads it as values"
                  : could_be_header
                      ? "values, as the model has no names like these; --header yes reads it as a "
                        "header"
                      : "values; --header yes reads it as a header");
}

// R writes no cell for the name of the row names.
void add_row_names(ColumnsSeen &sample, const std::vector<Record> &below) {
  const std::size_t size = sample.names.size() + 1;
  // An unquoted number must be that of the row.
  const auto has_name = [&](const Record &record) {
    if (record.size() != size) return false;
    const auto row = &record - below.data() + 1;
    return record.front().is_quoted || !number_in(record.front().text) ||
           record.front().text == std::to_string(row);
  };
  const auto ends_empty = [](const Record &record) { return record.back().text.empty(); };
  if (sample.has_header && !below.empty() && std::all_of(below.begin(), below.end(), has_name) &&
      !std::all_of(below.begin(), below.end(), ends_empty))
    sample.names.insert(sample.names.begin(), "");
}

// Whether a cell has the decimal comma, and no number has another decimal point.
bool has_decimal_commas(std::string_view text, bool is_all, const TableLayout &layout) {
  Dialect dialect = layout.dialect;
  std::vector<RawCell> cells;
  std::size_t records = 0, with_comma = 0;
  while (!text.empty() && records++ < looked_at &&
         cut_record(text, dialect, is_all, cells) == Cut::record) {
    for (const RawCell &cell : cells) {
      const bool has_comma = cell.text.find(',') != std::string_view::npos;
      const bool has_point = cell.text.find('.') != std::string_view::npos;
      const bool is_converted = with_decimal_point(cell.text).has_value();
      with_comma += has_comma && is_converted ? 1 : 0;
      if (has_point && !is_converted && number_in(cell.text)) return false;
    }
  }
  return with_comma > 0;
}

// Of a table of numbers: beside the usual delimiters, numbers with decimal commas may be between
// semicolons, and numbers and names between blanks.
TableLayout numbers_layout(std::string_view text, bool is_all, Header header) {
  TableLayout layout = table_layout(text, is_all, {}, '\0', header);
  const std::string_view below = below_title(text, layout);
  const std::string_view line = below.substr(0, below.find('\n'));
  const char guess = manifact::separator_of(line);
  if (text.starts_with("sep=") || guess == layout.dialect.delimiter) return layout;
  TableLayout other = table_layout(text, is_all, {}, guess, header);
  const bool is_better =
      guess == ' ' ? layout.header.size() <= 1 && !line.starts_with('#') &&
                         (other.is_even || other.cells == other.header.size() + 1)
                   : other.is_even && other.header.size() > 1 &&
                         (layout.header.size() <= 1 || has_decimal_commas(below, is_all, other));
  return is_better ? other : layout;
}

}  // namespace

bool counts_rows(const std::string &name) {
  constexpr std::array names{"index", "rownames", "row", "rowid", "level_0", "row_number"};
  const std::string lower = lower_case(name);
  return lower.starts_with("unnamed: ") || is_among(name, names);
}

bool could_be_id(const std::string &name) {
  constexpr std::array names{"id",      "sample",      "sample_no", "sample no", "subject",
                             "patient", "observation", "obs",       "customer",  "participant",
                             "record",  "respondent",  "uid",       "guid",      "sample number",
                             "phone",   "telephone"};
  if (is_among(name, names)) return true;
  const std::size_t size = name.size();
  const std::string end = size < 3 ? "" : lower_case(name.substr(size - 2));
  if (end != "id" && end != "no") return false;
  const char before = name[size - 3];
  const bool is_word = before == '_' || before == ' ' || before == '-' || before == '.';
  const bool is_capital = name[size - 2] == 'I' || name[size - 2] == 'N';
  return is_word || (is_capital && before >= 'a' && before <= 'z');
}

bool names_features(const std::string &name) {
  constexpr std::array names{
      "gene",       "genes",       "gene_id",   "gene_name",    "gene_symbol", "gene id",
      "geneid",     "gene symbol", "symbol",    "feature",      "features",    "feature_id",
      "feature id", "feature-id",  "featureid", "feature_name", "ensembl_id",  "ensembl",
      "probe",      "probe_id",    "probeset",  "transcript",   "protein",     "peak",
      "id_ref",     "otu",         "otu id",    "#otu id",      "asv",         "asv_id",
      "taxon",      "term",        "word",      "token"};
  return is_among(name, names);
}

ColumnsSeen columns_seen(std::string_view text, bool is_all, const Reading &reading,
                         std::size_t most_records) {
  ColumnsSeen sample;
  sample.layout = numbers_layout(text, is_all, reading.header);
  text = below_title(text, sample.layout);
  sample.has_decimal_commas =
      sample.layout.dialect.delimiter != ',' && has_decimal_commas(text, is_all, sample.layout);
  const auto as_number = [&](std::string_view cell) {
    const auto number = sample.has_decimal_commas ? with_decimal_point(cell) : std::nullopt;
    return number ? *number : std::string(cell);
  };
  Dialect dialect = sample.layout.dialect;
  std::vector<RawCell> cells;
  std::vector<Record> below;
  while (!text.empty() && sample.records < most_records &&
         cut_record(text, dialect, is_all, cells) == Cut::record) {
    if (cells.size() == 1 && trimmed_cell(cells.front().text).empty()) continue;
    if (sample.records++ == 0) {
      for (const std::string &name : sample.layout.header) sample.names.push_back(as_number(name));
      for (const RawCell &cell : cells)
        sample.columns.emplace_back().add(as_number(cell.text), reading.missing, cell.is_quoted);
      continue;
    }
    Record &record = below.emplace_back();
    for (const RawCell &cell : cells) record.push_back({as_number(cell.text), cell.is_quoted});
  }
  if (sample.records == 0) return sample;
  decide_header(sample, below, reading);
  add_row_names(sample, below);
  if (sample.has_header) sample.columns.assign(sample.names.size(), {});
  for (const Record &record : below)
    for (std::size_t j = 0; j < std::min(record.size(), sample.columns.size()); ++j)
      sample.columns[j].add(record[j].text, reading.missing, record[j].is_quoted);
  // numpy.savetxt() writes a header as a comment.
  if (sample.has_header && sample.names.front().starts_with("# ")) sample.names.front().erase(0, 2);
  return sample;
}

}  // namespace cli
