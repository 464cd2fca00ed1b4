#include "commands/known_labels.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <memory>
#include <utility>

#include "readers/input.hpp"
#include "readers/lines.hpp"
#include "readers/numbers.hpp"
#include "report/scores.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

template <class Number>
bool is_number(std::string_view word, Number &number) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

std::string_view trimmed(std::string_view text) {
  constexpr const char *blanks = " \t\r";
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
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

std::string place(const std::string &path, std::size_t line) {
  return path + ", line " + std::to_string(line) + ": ";
}

std::vector<std::string> lines_of(const std::string &path) {
  std::vector<std::string> all;
  Lines lines(std::make_unique<Bytes>(path));
  for (std::string_view line; lines.next(line);) all.emplace_back(line);
  const bool is_blank = std::all_of(all.begin(), all.end(),
                                    [](const std::string &line) { return trimmed(line).empty(); });
  if (is_blank) throw Failure(input_name(path) + " is empty; expected a label on each line");
  return all;
}

// Files of --labels number classes from 1; clusters, which evaluate takes, are numbered from 0.
enum class Zero { is_unknown, is_class };

// A class name, or "" for a document without a class.
std::string class_on(const std::string &line, Zero zero) {
  const std::string_view name = trimmed(line);
  const bool is_unknown = name == "-" || name == "-1" || (name == "0" && zero == Zero::is_unknown);
  return is_unknown ? "" : std::string(name);
}

// By the first line with a class other than 0; a file without one may still have 0 and -1.
bool are_numbers(const std::vector<std::string> &lines) {
  std::int64_t number = 0;
  for (const std::string &line : lines)
    if (const std::string name = class_on(line, Zero::is_unknown); !name.empty())
      return is_number(name, number);
  return std::any_of(lines.begin(), lines.end(), [&number](const std::string &line) {
    return is_number(trimmed(line), number);
  });
}

// The class name of each document; "" for unknown ones.
std::vector<std::string> classes_by_name(const std::vector<std::string> &lines,
                                         const std::string &path, const DocumentNames &documents,
                                         std::int64_t &zeros) {
  std::vector<std::string> classes(static_cast<std::size_t>(documents.size()));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (trimmed(lines[i]).empty()) continue;
    const std::string at = place(path, i + 1);
    const auto tab = lines[i].find('\t');
    if (tab == std::string::npos || lines[i].find('\t', tab + 1) != std::string::npos)
      throw Failure(at + "expected \"document<TAB>class\", found \"" +
                    escaped(lines[i].substr(0, 60)) + '"');
    const std::int64_t row = documents.row_of(std::string_view(lines[i]).substr(0, tab), at);
    std::string &known = classes[static_cast<std::size_t>(row)];
    const std::string given = class_on(lines[i].substr(tab + 1), Zero::is_unknown);
    zeros += trimmed(std::string_view(lines[i]).substr(tab + 1)) == "0" ? 1 : 0;
    if (!known.empty() && known != given)
      throw Failure(at + "the document already has the class " + escaped(known));
    known = given;
  }
  return classes;
}

void check_count(std::size_t labels, const std::string &path, const DocumentNames &documents,
                 const std::string &input) {
  if (static_cast<std::int64_t>(labels) == documents.size()) return;
  throw Failure(
      path + " has " + counted(static_cast<std::int64_t>(labels), "label") + ", but " + input +
      " has " + counted(documents.size(), "document") +
      "; expected one per line, 0 or an empty line for a document without a label, or lines "
      "document<TAB>class for some of the documents");
}

KnownLabels numbered_labels(const std::string &path, const std::vector<std::string> &lines,
                            const DocumentNames &documents, const std::string &input) {
  constexpr std::int64_t none = INT64_MIN;
  std::vector<std::int64_t> read = labels_on(lines, path, none);
  // Empty lines at the end may be documents.
  const auto n = static_cast<std::size_t>(documents.size());
  if (read.size() < n && lines.size() >= n) read.resize(n, none);
  check_count(read.size(), path, documents, input);
  KnownLabels labels;
  for (const std::int64_t label : read) {
    if (label != none && (label < -1 || label > INT32_MAX))
      throw Failure(place(path, labels.numbers.size() + 1) +
                    "a label must be an integer from 1 to " + std::to_string(INT32_MAX) +
                    ", or 0 or -1 (unknown), not " + std::to_string(label));
    labels.numbers.push_back(label <= 0 ? -1 : static_cast<std::int32_t>(label));
  }
  labels.zeros = std::count(read.begin(), read.end(), 0);
  // Such as labels.txt of a clustering with unassigned documents.
  if (labels.zeros > 0 && std::find(read.begin(), read.end(), -1) != read.end())
    throw Failure(path +
                  " has both 0 and -1, both of which mean an unknown class; classes begin at 1");
  return labels;
}

}  // namespace

DocumentNames::DocumentNames(const Documents &documents, std::int64_t n_documents)
    : n_documents_(n_documents), names_(documents.ids) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto [entry, is_new] = rows_.emplace(names_[i], static_cast<std::int64_t>(i));
    if (!is_new) entry->second = -1;
  }
}

std::int64_t DocumentNames::row_of_number(std::string_view number, const std::string &at) const {
  std::int64_t row = -1;
  if (is_number(number, row) && row >= 0 && row < n_documents_) return row;
  throw Failure(at + "document " + escaped(number.substr(0, 60)) + " is not one of 0 to " +
                std::to_string(n_documents_ - 1));
}

std::int64_t DocumentNames::row_of(std::string_view name, const std::string &at) const {
  const auto found = rows_.find(std::string(name));
  if (found != rows_.end() && found->second >= 0) return found->second;
  if (found != rows_.end())
    throw Failure(at + "several documents have the name " + escaped(name.substr(0, 60)) +
                  "; give row numbers");
  std::int64_t number = 0;
  if (rows_.empty() || is_number(name, number)) return row_of_number(name, at);
  constexpr std::size_t most_compared = 100000;
  const std::string hint = names_.size() <= most_compared ? did_you_mean(name, names_) : "";
  throw Failure(at + "no document has the name " + escaped(name.substr(0, 60)) + hint);
}

KnownLabels read_known_labels(const std::string &file, const DocumentNames &documents,
                              const std::string &input) {
  const std::vector<std::string> lines = lines_of(file);
  const std::string path = input_name(file);
  const bool is_table = std::any_of(lines.begin(), lines.end(), [](const std::string &line) {
    return line.find('\t') != std::string::npos;
  });
  if (!is_table && are_numbers(lines)) return numbered_labels(path, lines, documents, input);
  std::vector<std::string> names;
  std::int64_t zeros = 0;
  if (is_table) {
    names = classes_by_name(lines, path, documents, zeros);
  } else {
    for (const std::string &line : lines) {
      names.push_back(class_on(line, Zero::is_unknown));
      zeros += trimmed(line) == "0" ? 1 : 0;
    }
    while (std::ssize(names) > documents.size() && trimmed(lines[names.size() - 1]).empty())
      names.pop_back();
    check_count(names.size(), path, documents, input);
  }
  Classes classes = classes_of(names);
  KnownLabels labels{{}, std::move(classes.names), zeros};
  for (const std::int64_t number : classes.numbers)
    labels.numbers.push_back(static_cast<std::int32_t>(number));
  return labels;
}

Pairs read_pairs(const std::string &path, const DocumentNames &documents) {
  Pairs pairs;
  Lines lines(std::make_unique<Bytes>(path));
  std::size_t count = 0;
  for (std::string_view line; lines.next(line);) {
    const std::string at = place(path, ++count);
    const bool by_name = std::count(line.begin(), line.end(), '\t') == 2;
    const char *const blanks = by_name ? "\t\r" : " \t,\r";
    std::string_view rest = line;
    const std::string_view i = next_word(rest, blanks), j = next_word(rest, blanks),
                           z = trimmed(next_word(rest, blanks));
    if (i.empty() || i.front() == '#') continue;
    double weight = 0;
    std::int64_t number = 0;
    const bool are_rows = by_name || (is_number(i, number) && is_number(j, number));
    if (!are_rows || z.empty() || !is_number(z, weight) || !next_word(rest, blanks).empty())
      throw Failure(at + "expected \"document document weight\", found \"" +
                    escaped(line.substr(0, 60)) + '"' +
                    (are_rows ? "" : "; document names must be separated by tabs"));
    const std::int64_t first = by_name ? documents.row_of(i, at) : documents.row_of_number(i, at),
                       second = by_name ? documents.row_of(j, at) : documents.row_of_number(j, at);
    if (!(weight >= -1 && weight <= 1))
      throw Failure(at + "weight " + std::string(z) + " is not in [-1, 1]");
    if (first == second && weight < 0)
      throw Failure(at + "document " + std::string(i) + " cannot be apart from itself");
    pairs.first.push_back(first);
    pairs.second.push_back(second);
    pairs.weights.push_back(weight);
  }
  return pairs;
}

std::vector<std::int64_t> read_classes(const std::string &path) {
  const std::vector<std::string> lines = lines_of(path);
  if (are_numbers(lines)) return labels_on(lines, input_name(path), -1);
  std::vector<std::string> names;
  for (const std::string &line : lines) names.push_back(class_on(line, Zero::is_class));
  return classes_of(names).numbers;
}

}  // namespace cli
