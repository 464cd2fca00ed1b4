#include "commands/known_labels.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "readers/input.hpp"
#include "readers/lines.hpp"
#include "readers/table_columns.hpp"
#include "report/scores.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

template <class Number>
bool is_number(std::string_view word, Number &number) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

// Returns the next word of a line and removes it from the line.
std::string_view next_word(std::string_view &line, const char *blanks) {
  const auto begin = line.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return line = {};
  line.remove_prefix(begin);
  const std::string_view word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

constexpr const char *classes_begin = "; classes begin at 1";

// By the first label other than -1 and 0: a file without one may still have these.
bool are_numbers(const std::vector<LabelWord> &labels) {
  bool has_number = false;
  for (const LabelWord &label : labels) {
    has_number = has_number || label.number.has_value();
    if (!label.name.empty() && !label.is(0) && !label.is(-1)) return label.is_whole();
  }
  return has_number;
}

void require_whole(const LabelWord &label, const std::string &path) {
  if (label.name.empty() || label.is_whole()) return;
  throw Failure(place(path, label.line) + "expected one integer, found \"" +
                escaped(std::string_view(label.name).substr(0, 40)) + '"');
}

void check_count(const LabelFile &file, const DocumentNames &documents, const std::string &input) {
  const std::int64_t labels = std::ssize(file.labels);
  if (labels == documents.size()) return;
  const bool may_have_header =
      labels == documents.size() + 1 && !file.labels.front().number &&
      std::count_if(file.labels.begin() + 1, file.labels.end(), [&](const LabelWord &label) {
        return label.name == file.labels.front().name;
      }) == 0;
  if (may_have_header)
    throw Failure(file.path + " has " + counted(labels, "label") + ", but " + input + " has " +
                  counted(documents.size(), "document") + "; if its first line, \"" +
                  escaped(file.labels.front().name.substr(0, 40)) +
                  "\", is a header, remove it: " + on_text_of("tail -n +2", file.path) + " > NEW");
  throw Failure(
      file.path + " has " + counted(labels, "label") + ", but " + input + " has " +
      counted(documents.size(), "document") +
      "; expected one per line, 0 or an empty line for a document without a label, or lines "
      "document<TAB>class for some of the documents");
}

// Such as labels.txt of a clustering with unassigned documents.
void refuse_two_unknowns(const LabelFile &file) {
  const auto is_zero = [](const LabelWord &label) { return label.is(0); };
  const auto is_other = [](const LabelWord &label) {
    return label.is(-1) || label.missing.size() > 1;
  };
  const auto zero = std::find_if(file.labels.begin(), file.labels.end(), is_zero);
  const auto other = std::find_if(file.labels.begin(), file.labels.end(), is_other);
  if (zero == file.labels.end() || other == file.labels.end()) return;
  throw Failure(file.path + " has both 0 and " + escaped(other->is(-1) ? "-1" : other->missing) +
                ", both of which mean an unknown class" + classes_begin);
}

KnownLabels numbered_labels(const LabelFile &file) {
  KnownLabels labels;
  for (const LabelWord &label : file.labels) {
    require_whole(label, file.path);
    const double number = label.number.value_or(-1);
    if (number < -1 || number > INT32_MAX)
      throw Failure(place(file.path, label.line) + "a label must be an integer from 1 to " +
                    std::to_string(INT32_MAX) + ", or 0 or -1 (unknown), not " + label.name);
    labels.numbers.push_back(number <= 0 ? -1 : static_cast<std::int32_t>(number));
    labels.zeros += number == 0 ? 1 : 0;
  }
  refuse_two_unknowns(file);
  return labels;
}

bool are_two_sides(const LabelFile &file) {
  std::vector<std::string> names;
  for (const LabelWord &label : file.labels) names.push_back(label.name);
  return is_minus_one_a_class(names);
}

// The class name of each document; "" for unknown ones.
std::vector<std::string> classes_by_name(LabelFile &file, const DocumentNames &documents,
                                         std::int64_t &zeros) {
  const bool has_minus_one = are_two_sides(file);
  std::vector<std::string> classes(static_cast<std::size_t>(documents.size()));
  std::vector<std::int64_t> rows;
  if (file.is_table()) rows = documents.rows_of(file.documents, file.path, file.notes);
  for (std::size_t i = 0; i < file.labels.size(); ++i) {
    const LabelWord &label = file.labels[i];
    const bool is_unknown = (label.is(-1) && !has_minus_one) || label.is(0);
    zeros += label.is(0) ? 1 : 0;
    std::string &known = classes[file.is_table() ? static_cast<std::size_t>(rows[i]) : i];
    const std::string given = is_unknown ? "" : label.name;
    if (!known.empty() && known != given)
      throw Failure(place(file.path, label.line) + "document " +
                    escaped(file.documents[i].name.substr(0, 60)) + " has the class " +
                    escaped(known) + " on an earlier line, and " +
                    (given.empty() ? "none" : escaped(given)) + " here; give each document once");
    known = given;
  }
  return classes;
}

// The words for an unknown class, as " (NA, unknown)".
std::string shown_missing(const LabelFile &file) {
  constexpr std::size_t most = 4;
  std::vector<std::string> words;
  for (const LabelWord &label : file.labels)
    if (!label.missing.empty() && words.size() < most &&
        std::find(words.begin(), words.end(), label.missing) == words.end())
      words.push_back(label.missing);
  std::string shown;
  for (const std::string &word : words) shown += (shown.empty() ? " (" : ", ") + escaped(word);
  return shown.empty() ? shown : shown + ')';
}

// How many labels are known, if some are not.
void note_unknown(const LabelFile &file, KnownLabels &labels) {
  const std::int64_t all = std::ssize(labels.numbers),
                     unknown = std::count(labels.numbers.begin(), labels.numbers.end(), -1);
  std::vector<std::int32_t> classes = labels.numbers;
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  const std::int64_t n_classes = std::ssize(classes) - (unknown > 0 ? 1 : 0);
  if (unknown > 0)
    labels.notes.push_back(file.path + ": " + counted(all - unknown, "label") + " of " +
                           std::to_string(n_classes) + (n_classes == 1 ? " class" : " classes") +
                           ", unknown for " + std::to_string(unknown) + " of " +
                           counted(all, "document") + shown_missing(file));
}

}  // namespace

KnownLabels read_known_labels(const std::string &path, const DocumentNames &documents,
                              const std::string &input, const MissingWords &missing) {
  LabelFile file = read_label_file(path, &documents, missing);
  if (!file.is_table()) check_count(file, documents, input);
  KnownLabels labels;
  const bool has_minus_one = are_two_sides(file);
  if (has_minus_one) file.notes.push_back(file.path + ": " + minus_one_note);
  if (!file.is_table() && !has_minus_one && are_numbers(file.labels)) {
    labels = numbered_labels(file);
  } else {
    Classes classes = classes_of(classes_by_name(file, documents, labels.zeros));
    labels.names = std::move(classes.names);
    for (const std::int64_t number : classes.numbers)
      labels.numbers.push_back(static_cast<std::int32_t>(number));
  }
  labels.notes = std::move(file.notes);
  note_unknown(file, labels);
  return labels;
}

namespace {

double weight_in(std::string_view word, const std::string &at) {
  double weight = 0;
  if (is_number(word, weight) && weight >= -1 && weight <= 1) return weight;
  throw Failure(at + "weight " + std::string(word) + " is not in [-1, 1]");
}

}  // namespace

Pairs read_pairs(const std::string &file, const DocumentNames &documents) {
  Pairs pairs;
  Lines lines(std::make_unique<Bytes>(file));
  const std::string path = input_name(file);
  std::vector<DocumentNames::Given> names;
  std::size_t count = 0;
  for (std::string_view line; lines.next(line);) {
    const std::string at = place(path, ++count);
    const bool by_name = std::count(line.begin(), line.end(), '\t') == 2;
    const char *const blanks = by_name ? "\t\r" : " \t,\r";
    std::string_view rest = line;
    const std::string_view i = next_word(rest, blanks), j = next_word(rest, blanks),
                           z = trimmed_cell(next_word(rest, blanks));
    if (i.empty() || i.front() == '#') continue;
    double weight = 0;
    std::int64_t number = 0;
    const bool are_rows = by_name || (is_number(i, number) && is_number(j, number));
    if (!are_rows || z.empty() || !is_number(z, weight) || !next_word(rest, blanks).empty())
      throw Failure(at + "expected \"document document weight\", found \"" +
                    escaped(line.substr(0, 60)) + '"' +
                    (are_rows ? "" : "; document names must be separated by tabs"));
    names.push_back({std::string(i), count});
    names.push_back({std::string(j), count});
    pairs.weights.push_back(weight_in(z, at));
  }
  const std::vector<std::int64_t> rows = documents.rows_of(names, path, pairs.notes);
  // Without ids, this is the usual count.
  if (!documents.has_ids())
    std::erase_if(pairs.notes, [](const auto &note) { return note.ends_with("from 0"); });
  for (std::size_t p = 0; p < pairs.weights.size(); ++p) {
    if (rows[2 * p] == rows[2 * p + 1] && pairs.weights[p] < 0)
      throw Failure(place(path, names[2 * p].line) + "document " + escaped(names[2 * p].name) +
                    " cannot be apart from itself");
    pairs.first.push_back(rows[2 * p]);
    pairs.second.push_back(rows[2 * p + 1]);
  }
  return pairs;
}

namespace {

// A table of names and labels, in which each line would be a class.
void refuse_tables(const std::vector<std::string> &names, const std::string &path) {
  const std::set<std::string> distinct(names.begin(), names.end());
  const bool has_cells =
      names.size() > 2 && std::all_of(names.begin(), names.end(), [](const std::string &name) {
        return name.find_first_of("\t,;") != std::string::npos;
      });
  if (!has_cells || distinct.size() != names.size()) return;
  const std::string &first = names.front();
  if (first.find('"') != std::string::npos)
    throw Failure(path + ": each line is a class of its own; give the column of the labels alone");
  const char *const cut = first.find('\t') != std::string::npos  ? "cut -f2"
                          : first.find(';') != std::string::npos ? "cut -d';' -f2"
                                                                 : "cut -d, -f2";
  throw Failure(path +
                ": each line is a class of its own; give the column of the labels alone, for "
                "example the second: " +
                on_text_of(cut, path) + " > NEW");
}

}  // namespace

GivenClasses read_classes(const std::string &path, const MissingWords &missing, Groups groups) {
  LabelFile file = read_label_file(path, nullptr, missing);
  GivenClasses classes;
  classes.notes = std::move(file.notes);
  std::vector<std::string> names;
  const bool have_numbers = are_numbers(file.labels),
             has_minus_one = groups == Groups::classes && are_two_sides(file);
  if (has_minus_one) classes.notes.push_back(file.path + ": " + minus_one_note);
  for (const LabelWord &label : file.labels) {
    if (have_numbers) require_whole(label, file.path);
    const bool is_unknown = have_numbers && !has_minus_one && label.number && *label.number < 0;
    names.push_back(is_unknown || (label.is(-1) && !has_minus_one) ? "" : label.name);
    classes.unknown += names.back().empty() ? 1 : 0;
  }
  refuse_tables(names, file.path);
  classes.numbers = classes_of(names).numbers;
  classes.blank_at_end = file.blank_at_end;
  return classes;
}

Model with_label_file(const std::optional<std::string> &labels,
                      const std::function<Model()> &call) {
  try {
    return call();
  } catch (const Failure &failure) {
    if (!labels || failure.text.find("different labels") == std::string::npos) throw;
    throw Failure(failure.text + " (labels of " + input_name(*labels) + ')', failure.code);
  }
}

}  // namespace cli
