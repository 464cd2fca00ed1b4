#include "readers/table_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "readers/delimited.hpp"
#include "readers/field_names.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t looked_at = 50;

struct Cell {
  std::string text;
  bool is_quoted;
};
using Record = std::vector<Cell>;

// Whether the numbers among these cells increase by 1. Other cells are skipped.
bool do_count(const std::vector<std::optional<double>> &cells) {
  std::optional<double> before;
  for (const std::optional<double> &value : cells) {
    if (!value) continue;
    if (before && *value != *before + 1) return false;
    before = value;
  }
  return before.has_value();
}

// Whether they do so from 0, 1 or a year: names of columns rather than values.
bool could_be_names(const std::vector<std::optional<double>> &cells) {
  const auto first =
      std::find_if(cells.begin(), cells.end(), [](const auto &value) { return value.has_value(); });
  if (first == cells.end()) return false;
  const double value = **first;
  const bool is_year = value >= 1000 && value < 3000 && value == std::floor(value);
  return (value == 0 || value == 1 || is_year) && do_count(cells);
}

// The decision whether a first record with numbers is a header.
class NumberedHeader {
 public:
  NumberedHeader(const std::vector<std::string> &first, const std::vector<Record> &below)
      : first_(first), below_(below) {
    for (const std::string &name : first) numbers_.push_back(number_in(name));
    const FieldChoice guess = guessed_fields(first);
    for (std::size_t j = 0; j < first.size(); ++j) {
      if (numbers_[j]) continue;
      const bool is_known = guess.label == j || guess.id == j || guess.date == j ||
                            lower_case(first[j]) == "y" || (j == 0 && first[j].empty());
      is_certain_ = is_certain_ || is_known || is_numeric_below(j);
    }
  }

  bool is_header() {
    if (!could_be_names(numbers_)) return false;
    for (const Record &record : below_) look_at(record);
    const auto count = std::count_if(numbers_.begin(), numbers_.end(),
                                     [](const auto &value) { return value.has_value(); });
    if (is_repeated_) return false;
    if (is_certain_) return true;
    if (count < 2 || below_.empty() || is_run_again_ || all_count_) return false;
    is_in_doubt_ = true;
    return count > 2 || has_fractions_ || has_others_;
  }
  bool is_in_doubt() const { return is_in_doubt_; }

 private:
  bool is_numeric_below(std::size_t j) const {
    return !below_.empty() && std::all_of(below_.begin(), below_.end(), [&](const Record &record) {
      return j < record.size() && number_in(record[j].text).has_value();
    });
  }

  void look_at(const Record &record) {
    std::vector<std::optional<double>> values(numbers_.size());
    bool are_numbers = true;
    for (std::size_t j = 0; j < std::min(record.size(), numbers_.size()); ++j) {
      is_repeated_ = is_repeated_ || (!numbers_[j] && !first_[j].empty() &&
                                      trimmed_cell(record[j].text) == first_[j]);
      if (!numbers_[j]) continue;
      values[j] = number_in(record[j].text);
      are_numbers = are_numbers && values[j].has_value();
      const double value = values[j].value_or(0);
      has_fractions_ = has_fractions_ || value != std::floor(value);
      has_others_ = has_others_ || (*numbers_[j] >= 1000 && !(value >= 1000 && value < 3000));
    }
    is_run_again_ = is_run_again_ || (are_numbers && could_be_names(values));
    all_count_ = all_count_ && are_numbers && do_count(values);
  }

  const std::vector<std::string> &first_;
  const std::vector<Record> &below_;
  std::vector<std::optional<double>> numbers_;
  bool is_certain_ = false, is_in_doubt_ = false;
  bool is_run_again_ = false, all_count_ = true, is_repeated_ = false, has_fractions_ = false,
       has_others_ = false;
};

// The features of a model as the first record: a header, whatever its names are.
bool has_features(const std::vector<std::string> &first, const std::vector<std::string> &features) {
  return !features.empty() &&
         std::all_of(features.begin(), features.end(), [&](const std::string &name) {
           return std::find(first.begin(), first.end(), name) != first.end();
         });
}

void decide_header(ColumnsSeen &sample, const std::vector<Record> &below, const Reading &reading) {
  if (reading.header != Header::automatic || has_features(sample.names, reading.features)) {
    sample.has_header = reading.header != Header::no;
    return;
  }
  const auto is_number = [](const std::string &name) { return number_in(name).has_value(); };
  sample.has_header = std::none_of(sample.names.begin(), sample.names.end(), is_number);
  if (sample.has_header) return;
  NumberedHeader header(sample.names, below);
  sample.has_header = header.is_header();
  if (!header.is_in_doubt()) return;
  std::string shown;
  for (std::size_t j = 0; j < std::min<std::size_t>(sample.names.size(), 3); ++j)
    shown += (j > 0 ? "," : "") + excerpt(sample.names[j], 20);
  if (sample.names.size() > 3) shown += ",...";
  sample.doubt = "the first line, " + shown + ", is read as " +
                 (sample.has_header ? "a header; --header no reads it as values"
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

template <class Names>
bool is_among(const std::string &name, const Names &names) {
  const std::string lower = lower_case(name);
  return std::any_of(names.begin(), names.end(), [&](const char *one) { return lower == one; });
}

}  // namespace

std::string_view trimmed_cell(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::optional<double> number_in(std::string_view text) {
  text = trimmed_cell(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const char *const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem == std::errc::invalid_argument || stop != end) return std::nullopt;
  return problem == std::errc() ? value : 0;
}

std::optional<int> boolean_in(std::string_view text) {
  const std::string word = lower_case(trimmed_cell(text));
  if (word == "true" || word == "t" || word == "yes") return 1;
  if (word == "false" || word == "f" || word == "no") return 0;
  return std::nullopt;
}

// Beyond many values, only those of a column are counted that may still number its rows.
void Column::count(std::string_view text) {
  constexpr std::size_t most_kinds = 10000;
  if (kinds.size() < most_kinds || (are_counted && !has_repeats && are_whole)) {
    has_repeats = !kinds.emplace(text).second || has_repeats;
  } else {
    are_counted = false;
  }
}

void Column::add(std::string_view cell, const MissingWords &words_for_missing, bool is_quoted) {
  const std::string_view text = trimmed_cell(cell);
  if (text.empty() || words_for_missing.contain(text, is_quoted)) {
    ++missing;
    return;
  }
  if (const std::optional<double> value = number_in(text)) {
    ++numbers;
    are_whole = are_whole && *value == std::floor(*value);
  } else if (boolean_in(text)) {
    ++booleans;
  } else {
    if (words++ == 0) example = text;
    longest = std::max(longest, text.size());
  }
  count(text);
}

bool Column::could_be_classes() const {
  return !is_numeric() ||
         (are_whole && 2 * std::ssize(kinds) <= std::max<std::int64_t>(values(), 4));
}

bool counts_rows(const std::string &name) {
  constexpr std::array names{"index", "rownames", "row", "rowid", "level_0", "row_number"};
  const std::string lower = lower_case(name);
  return lower.starts_with("unnamed: ") || is_among(name, names);
}

bool could_be_id(const std::string &name) {
  constexpr std::array names{"id",      "sample",      "sample_no", "sample no", "subject",
                             "patient", "observation", "obs",       "customer",  "participant",
                             "record",  "respondent",  "uid",       "guid",      "sample number"};
  if (is_among(name, names)) return true;
  const std::size_t size = name.size();
  if (size < 3 || lower_case(name.substr(size - 2)) != "id") return false;
  const char before = name[size - 3];
  const bool is_word = before == '_' || before == ' ' || before == '-' || before == '.';
  return is_word || (name[size - 2] == 'I' && before >= 'a' && before <= 'z');
}

bool names_features(const std::string &name) {
  constexpr std::array names{"gene",        "genes",   "gene_id", "gene_name", "gene_symbol",
                             "gene id",     "symbol",  "feature", "features",  "feature_id",
                             "ensembl_id",  "ensembl", "probe",   "probe_id",  "probeset",
                             "transcript",  "protein", "peak",    "otu",       "taxon",
                             "gene symbol", "term",    "word",    "token",     "feature_name"};
  return is_among(name, names);
}

ColumnsSeen columns_seen(std::string_view text, bool is_all, const Reading &reading) {
  ColumnsSeen sample;
  sample.layout = table_layout(text, is_all, {});
  Dialect dialect = sample.layout.dialect;
  std::vector<RawCell> cells;
  std::vector<Record> below;
  if (sample.layout.skips_line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  while (!text.empty() && sample.records < looked_at &&
         cut_record(text, dialect, is_all, cells) == Cut::record) {
    if (cells.size() == 1 && trimmed_cell(cells.front().text).empty()) continue;
    if (sample.records++ == 0) {
      sample.names = sample.layout.header;
      for (const RawCell &cell : cells)
        sample.columns.emplace_back().add(cell.text, reading.missing, cell.is_quoted);
      continue;
    }
    Record &record = below.emplace_back();
    for (const RawCell &cell : cells) record.push_back({std::string(cell.text), cell.is_quoted});
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
