// Whether a text is a table of numbers, whether it needs more than the reader of the library, and
// whether it seems to be a matrix of another form.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "readers/edge_names.hpp"
#include "readers/field_names.hpp"
#include "readers/foreign.hpp"
#include "readers/formats.hpp"
#include "readers/numeric_table.hpp"
#include "readers/table_columns.hpp"
#include "shared/delimited_numbers.hpp"
#include "terminal/failure.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

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

// Whether all values are single words, as names of rows are: codes with a digit, as of subjects
// that were measured several times; or, in a column that may have ids, hardly any of them twice, or
// a few again and again, as classes are.
bool could_name_rows(const TableColumn &column, bool may_have_ids, bool has_id) {
  constexpr std::size_t longest_name = 32;
  std::int64_t with_digit = 0;
  for (const std::string &word : column.kinds) {
    if (word.size() > longest_name || has_several_words(word) ||
        word.find_first_of(" \t\n") != std::string::npos)
      return false;
    with_digit += word.find_first_of("0123456789") != std::string::npos ? 1 : 0;
  }
  const std::int64_t kinds = std::ssize(column.kinds);
  const bool are_codes = 10 * with_digit >= 9 * kinds;
  const bool are_distinct = !has_id && 10 * kinds >= 9 * column.values(),
             are_classes = column.values() >= 8 && 4 * kinds <= column.values();
  return column.words > 0 && (are_codes || (may_have_ids && (are_distinct || are_classes)));
}

// Whether a text stands in a column of this name, rather than numbers, or names of rows of numbers.
bool holds_text(const ColumnsSeen &sample, const FieldChoice &choice,
                const std::vector<std::size_t> &named, std::size_t text) {
  constexpr std::size_t fewest_numbers = 2;
  const TableColumn &column = sample.columns[text];
  if (std::find(named.begin(), named.end(), text) != named.end() || column.is_numeric() ||
      column.is_boolean())
    return false;
  std::size_t numbers = 0;
  for (std::size_t j = 0; j < sample.columns.size(); ++j) {
    const bool is_other = j == text || choice.id == j || choice.label == j || choice.date == j ||
                          std::find(named.begin(), named.end(), j) != named.end();
    if (!is_other && sample.columns[j].words > 0) return true;
    numbers += !is_other && sample.columns[j].values() > 0 ? 1 : 0;
  }
  // A code and a class of each number, as of the weights of topics.
  const bool is_long = numbers == 1 && choice.label && sample.columns[*choice.label].words > 0;
  return (numbers < fewest_numbers && !is_long) || !could_name_codes(sample.names[text]) ||
         !could_name_rows(column, could_name_ids(sample.names[text]) && !is_long,
                          choice.id.has_value());
}

// Whether a number may be the mark of a missing value.
bool has_marks(std::string_view text) {
  constexpr std::string_view of_numbers = "0123456789.eE+-", begins = "789369142-+";
  while (true) {
    const std::size_t begin = text.find_first_of(of_numbers);
    if (begin == std::string_view::npos) return false;
    text.remove_prefix(begin);
    const std::string_view number = text.substr(0, text.find_first_not_of(of_numbers));
    if (begins.find(number.front()) != std::string_view::npos)
      if (const std::optional<double> value = number_in(number);
          value && could_mark_missing(*value))
        return true;
    text.remove_prefix(number.size());
  }
}

bool has_doubts(const ColumnsSeen &sample) {
  const auto &columns = sample.columns;
  return std::any_of(columns.begin(), columns.end(), [&](const TableColumn &one) {
    return !one.doubt("", sample.layout.dialect.delimiter).empty();
  });
}

// Whether the columns of the first rows have ever more, or ever fewer, values, as those of one half
// of a square matrix have.
bool could_be_half(const ColumnsSeen &sample) {
  constexpr std::size_t fewest = 5;
  const std::size_t rows =
      std::min(sample.records - (sample.has_header ? 1 : 0), sample.columns.size());
  bool is_upper = rows >= fewest, is_lower = is_upper;
  for (std::size_t j = 0; j < rows; ++j) {
    const std::size_t found = sample.columns[j].kinds.size();
    const auto fits = [&](std::size_t values) {
      return found <= values && (values <= fewest || found > 1);
    };
    is_upper = is_upper && fits(j + 1);
    is_lower = is_lower && fits(rows - j);
  }
  return is_upper || is_lower;
}

// Columns of class numbers, of moments, of ids, or of doubtful values; a header above numbers
// between blanks.
bool could_need_note(const ColumnsSeen &sample) {
  const auto &columns = sample.columns;
  if (columns.size() < 2) return false;
  if (sample.layout.dialect.delimiter == ' ' && sample.has_header) return true;
  if (sample.has_header &&
      std::set<std::string>(sample.names.begin(), sample.names.end()).size() < sample.names.size())
    return true;
  if (could_be_half(sample)) return true;
  const auto is_told = [](const std::string &name) {
    return could_name_moments(name) || could_name_classes(name) || could_be_id(name);
  };
  if (sample.has_header && std::any_of(sample.names.begin(), sample.names.end(), is_told))
    return true;
  const bool has_fractions = std::any_of(columns.begin(), columns.end(),
                                         [](const TableColumn &one) { return !one.are_whole; });
  if (has_fractions &&
      (columns.front().counts_classes(false) || columns.back().counts_classes(false)))
    return true;
  return has_doubts(sample);
}

struct Triplet {
  std::int64_t row = 0, column = 0;
};

// Two whole numbers that are not negative and a number, with one separator, or blanks, between.
std::optional<Triplet> triplet_of(std::string_view line, char separator) {
  Triplet found;
  double value = 0;
  const char *at = line.data(), *const end = at + line.size();
  const auto read = [&](auto &number, bool is_last) {
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc() || is_last != (after == end) || (!is_last && *after != separator))
      return false;
    at = is_last ? end : after + 1;
    while (separator == ' ' && at != end && *at == ' ') ++at;
    return true;
  };
  if (!read(found.row, false) || !read(found.column, false) || !read(value, true) ||
      found.row < 0 || found.column < 0)
    return std::nullopt;
  return found;
}

// What lines of such numbers have in common; none if a line is another or a pair repeats.
struct Triplets {
  std::set<std::pair<std::int64_t, std::int64_t>> pairs;
  std::set<std::int64_t> rows, columns;
  bool by_row = true, by_column = true;  // their order
};

std::optional<Triplets> triplets_in(std::string_view text, bool is_all) {
  Triplets all;
  Triplet before;
  bool has_header = false;
  const std::size_t first = text.find_first_of(" \t,;");
  if (first == std::string_view::npos) return std::nullopt;
  const char separator = text[first];
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && !is_all) break;  // the line may go on
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::optional<Triplet> one = triplet_of(line, separator);
    if (!one && all.pairs.empty() && !has_header &&
        std::count(line.begin(), line.end(), separator) == 2) {
      has_header = true;
      continue;
    }
    if (!one || !all.pairs.emplace(one->row, one->column).second) return std::nullopt;
    all.rows.insert(one->row);
    all.columns.insert(one->column);
    all.by_row = all.by_row && one->row >= before.row;
    all.by_column = all.by_column && one->column >= before.column;
    before = *one;
  }
  return all;
}

}  // namespace

bool tell_of_edges(std::string_view text, bool is_all, const std::string &path,
                   const Reading &reading) {
  if (!reading.features.empty()) return false;
  const std::string name = path == "-" ? "standard input" : path;
  const ColumnsSeen sample = columns_seen(text, is_all, reading);
  const std::size_t above = sample.layout.lines_above + (sample.has_header ? 1 : 0);
  std::vector<std::string> names = names_above_numbers(text, is_all);
  if (names.size() < 2 && sample.has_header) names = sample.names;
  const std::optional<EdgeColumns> edges = edge_columns(names);
  if (edges && edges->is_clear)
    throw Failure(name + " is a table of edges (" + shown_names(names) +
                  "); as a text file it is given by --graph to a clustering of the documents that "
                  "it joins; --format csv, spreadsheet or sqlite reads its numbers as features; "
                  "to cluster its nodes: " +
                  graph_remedy(*edges, above, path));
  if (!could_be_edges(text, is_all)) return false;
  const bool has_weight = sample.columns.size() > 2;
  reading.warn(name +
               " seems to be a list of edges, each line the two nodes that it joins, but its lines "
               "are read as points; to cluster the nodes: " +
               graph_remedy({0, 1, has_weight ? std::optional<std::size_t>(2) : std::nullopt, {}},
                            above, path));
  return true;
}

void note_triplets(std::string_view text, bool is_all, const std::string &path,
                   const Reading &reading) {
  constexpr std::size_t fewest = 20;
  const std::optional<Triplets> all = triplets_in(text, is_all);
  // Each row, or each column, has several entries, one below the other; a full grid has all.
  if (!all || all->pairs.size() < fewest || !(all->by_row || all->by_column) ||
      2 * (all->by_row ? all->rows : all->columns).size() > all->pairs.size() ||
      2 * all->pairs.size() > all->rows.size() * all->columns.size())
    return;
  const std::int64_t row = *all->rows.begin(), column = *all->columns.begin();
  if (row > 1 || column > 1) return;
  const std::string next = row == 0 || column == 0 ? "+1" : "";
  const std::string command =
      "awk -F'[ \\t,;]+' '{sub(/^\\357\\273\\277/, \"\"); sub(/\\r$/, \"\")} NF<3 || $1 !~ "
      "/^[0-9]+$/ {next} "
      "NR==FNR {if ($1>r) r=$1; if ($2>c) c=$2; n++; next} "
      "!h++ {print \"%%MatrixMarket matrix coordinate real general\"; print r" +
      next + ", c" + next + ", n} {print $1" + next + ", $2" + next + ", $3}' FILE FILE > FILE.mtx";
  reading.report(
      (path == "-" ? "standard input" : path) +
      " may be a sparse matrix, each line the row, the column and the value of an entry; "
      "its lines are read as points of three features; if it is one, convert it: " +
      remedy_for({"", command.c_str()}, path));
}

bool names_text(std::string_view text, bool is_all, const Fields &fields) {
  const TableLayout layout = table_layout(text, is_all, fields);
  if (fields.text || !layout.is_named) return layout.is_named;
  Reading reading;
  reading.fields = fields;
  const ColumnsSeen sample = columns_seen(text, is_all, reading);
  if (!sample.has_header || sample.records < 2 || sample.columns.size() != sample.names.size())
    return true;
  const FieldChoice choice = guessed_fields(sample.names, layout.seen);
  const std::vector<std::size_t> named = named_columns(sample, fields);
  return std::any_of(choice.text.begin(), choice.text.end(),
                     [&](std::size_t j) { return holds_text(sample, choice, named, j); });
}

bool is_numeric_table(std::string_view text, bool is_all, const Fields &fields) {
  constexpr std::size_t longest_class = 40;
  Reading reading;
  reading.fields = fields;
  const ColumnsSeen sample = columns_seen(text, is_all, reading);
  if (sample.records < 2 || (sample.layout.is_named && names_text(text, is_all, fields)))
    return false;
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

bool could_be_numbers(std::string_view text, bool is_all, const Reading &reading) {
  const ColumnsSeen sample = columns_seen(text, is_all, reading);
  std::int64_t numbers = 0, all = 0;
  for (const TableColumn &column : sample.columns) {
    numbers += column.numbers;
    if (column.words > 0 && resembles_number(column.example)) numbers += column.words;
    all += column.values();
  }
  return sample.columns.size() > 1 && 2 * numbers > all;
}

std::vector<std::string> told_counters(std::string_view text, bool is_all, const Reading &reading) {
  constexpr std::size_t most = 3;
  std::vector<std::string> told;
  if (!reading.features.empty()) return told;
  const auto counts = [](const TableColumn &column) { return column.do_count_rows(); };
  if (std::ranges::none_of(columns_seen(text, is_all, reading).columns, counts)) return told;
  const ColumnsSeen sample = columns_seen(text, is_all, reading, text.size());
  if (sample.columns.size() < 2) return told;
  for (std::size_t j = 0; j < (sample.has_header ? sample.columns.size() : 1); ++j) {
    if (!counts(sample.columns[j]) || told.size() == most) continue;
    const bool is_named = sample.has_header && !sample.names[j].empty();
    const std::string name = is_named ? shell_word(sample.names[j]) : std::to_string(j + 1);
    told.push_back("column " + (is_named ? '"' + excerpt(sample.names[j], 40) + '"' : name) + ' ' +
                   told_counter(name) + ", or leave the column out (--skip-fields " + name + ')');
  }
  return told;
}

bool has_other_columns(std::string_view text, bool is_all, const Reading &reading) {
  const Fields &fields = reading.fields;
  if (fields.label || fields.id || fields.date || fields.skip) return true;
  const ColumnsSeen sample = columns_seen(text, is_all, reading);
  if (sample.records < 2) return false;
  if (sample.layout.lines_above > 0) return true;
  // The library takes the separator from the first line alone.
  const std::string_view first = text.substr(0, text.find('\n'));
  if (sample.columns.size() > 1 && sample.layout.dialect.delimiter != manifact::separator_of(first))
    return true;
  if (sample.has_decimal_commas || could_need_note(sample)) return true;
  // Marks of missing values may be rare.
  if (has_marks(text) && has_doubts(columns_seen(text, is_all, reading, text.size()))) return true;
  if (std::any_of(sample.columns.begin(), sample.columns.end(),
                  [](const TableColumn &column) { return !column.lossy.empty(); }))
    return true;
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
  return guess.label || guess.id || guess.date || (is_named("y") && !is_named("x")) ||
         std::any_of(names.begin(), names.end(), [](const std::string &name) {
           return counts_rows(name) || could_be_id(name);
         });
}

}  // namespace cli
