#include "readers/terms.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "readers/foreign.hpp"
#include "readers/formats.hpp"
#include "readers/input.hpp"
#include "readers/lines.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using Strings = std::vector<std::string>;

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

Strings lines_in(const std::string &path) {
  Reading reading;
  reading.encoding = "UTF-8";  // any bytes
  auto bytes = std::make_unique<Bytes>(path);
  const std::string_view begin = bytes->peek(512);
  const Foreign *const kind = foreign_of_bytes(begin);
  const bool is_array = format_of_magic(begin) != Format::automatic;
  if (kind != nullptr || is_array || begin.find('\0') != std::string_view::npos)
    throw Failure(input_name(path) + " is a binary file" +
                  (kind != nullptr ? std::string(" (") + kind->name + ')' : "") +
                  ", but terms are read from text, one on each line, or from JSON");
  Lines lines(std::move(bytes), reading);
  Strings all;
  for (std::string_view line; lines.next(line);) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    all.emplace_back(line);
  }
  return all;
}

// The terms at the places that the numbers give, if these are 0 .. n - 1 or 1 .. n in any order.
std::optional<Strings> ordered(const std::vector<std::int64_t> &numbers, const Strings &terms) {
  if (numbers.empty() || numbers.size() != terms.size()) return {};
  const std::int64_t base = *std::min_element(numbers.begin(), numbers.end());
  if (base != 0 && base != 1) return {};
  if (std::set<std::string>(terms.begin(), terms.end()).size() != terms.size()) return {};
  Strings places(terms.size());
  std::vector<bool> is_taken(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto place = static_cast<std::size_t>(numbers[i] - base);
    if (place >= terms.size() || is_taken[place]) return {};
    is_taken[place] = true;
    places[place] = terms[i];
  }
  return places;
}

Strings cut(const std::string &line, char separator) {
  Strings fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    std::string field = line.substr(begin, end - begin);
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
      field = field.substr(1, field.size() - 2);
    fields.push_back(std::move(field));
    begin = end + 1;
  }
  return fields;
}

// The lines cut into equally many fields, from line `first` on; empty if they are not, or have one.
std::vector<Strings> table_of(const Strings &lines, std::size_t first, char separator) {
  std::vector<Strings> table;
  for (std::size_t i = first; i < lines.size(); ++i) {
    table.push_back(cut(lines[i], separator));
    if (table.back().size() < 2 || table.back().size() != table.front().size()) return {};
  }
  return table;
}

// A column of numbers gives the order of the terms in the column beside it.
std::optional<Strings> ordered_by(const std::vector<Strings> &table, std::size_t column,
                                  std::size_t term) {
  std::vector<std::int64_t> numbers;
  Strings terms;
  for (const Strings &row : table) {
    const auto number = number_in(row[column]);
    if (!number) return {};
    numbers.push_back(*number);
    terms.push_back(row[term]);
  }
  return ordered(numbers, terms);
}

// Lines with a number and a term; a first line may be a header, or a number of documents.
std::optional<Strings> numbered_terms(const Strings &lines, std::int64_t n) {
  if (n < 2) return {};
  const auto count = std::ssize(lines);
  if (count != n && count != n + 1) return {};
  const auto first = static_cast<std::size_t>(count - n);
  for (const char separator : {'\t', ',', ';', ':', ' '}) {
    const std::vector<Strings> table = table_of(lines, first, separator);
    if (table.empty()) continue;
    const bool takes_counts = separator == '\t' || separator == ',' || separator == ';';
    if (table.front().size() > (takes_counts ? 3 : 2)) continue;
    if (auto terms = ordered_by(table, 0, 1)) return terms;
    if (auto terms = ordered_by(table, 1, 0)) return terms;
  }
  return {};
}

// {"term": number}, {"number": "term"} or ["term"]; no value if the text is none of these.
std::optional<Strings> terms_of_json(const Strings &lines) {
  const auto first = std::find_if(lines.begin(), lines.end(), [](const std::string &line) {
    return line.find_first_not_of(" \t") != std::string::npos;
  });
  if (first == lines.end()) return {};
  const char begin = (*first)[first->find_first_not_of(" \t")];
  if (begin != '{' && begin != '[') return {};
  std::string text;
  for (const std::string &line : lines) text.append(line).append("\n");
  const auto json = nlohmann::json::parse(text, nullptr, false);
  Strings terms;
  if (json.is_array()) {
    for (const auto &term : json) {
      if (!term.is_string()) return {};
      terms.push_back(term.get<std::string>());
    }
    return terms;
  }
  if (!json.is_object()) return {};
  std::vector<std::int64_t> numbers;
  for (const auto &[key, value] : json.items()) {
    const auto number = value.is_number_integer() ? std::optional(value.get<std::int64_t>())
                        : value.is_string()       ? number_in(key)
                                                  : std::nullopt;
    if (!number) return {};
    numbers.push_back(*number);
    terms.push_back(value.is_string() ? value.get<std::string>() : key);
  }
  return ordered(numbers, terms);
}

// Terms, a delimiter and their counts on all lines.
bool have_counts(const Strings &lines, char separator) {
  return lines.size() > 1 && std::all_of(lines.begin(), lines.end(), [&](const std::string &line) {
           const std::size_t end = line.rfind(separator);
           return end != std::string::npos && end > 0 &&
                  number_in(std::string_view(line).substr(end + 1)).has_value();
         });
}

void refuse_columns(const std::string &name, const Strings &lines) {
  for (const char separator : {',', ';', ':', ' '})
    if (have_counts(lines, separator))
      throw Failure(name + ": all lines are a term, \"" + separator +
                    "\" and a number, and the numbers do not number the features; expected one " +
                    "term per line; to keep the terms: " +
                    on_text_of(std::string("cut -d'") + separator + "' -f1", name) + " > NEW");
  const auto tabs = [](const std::string &line) {
    return std::count(line.begin(), line.end(), '\t');
  };
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const auto &line) { return tabs(line) > 0; });
  if (found == lines.end()) return;
  throw Failure(name + ", line " + std::to_string(found - lines.begin() + 1) + " has " +
                counted(tabs(*found) + 1, "column") +
                ", and none of them numbers the features; expected one term per line: \"" +
                escaped(found->substr(0, 60)) +
                "\"; to keep one column: " + on_text_of("cut -f2", name) + " > NEW");
}

void check_count(const std::string &name, std::int64_t count, const char *what,
                 const TermsOf &matrix) {
  if (count == matrix.columns) return;
  std::string hint = "; expected one term per line";
  if (count == matrix.columns + 1)
    hint +=
        "; if its first line is a header, remove it: " + on_text_of("tail -n +2", name) + " > NEW";
  if (count == matrix.rows)
    hint = "; it has as many rows: the matrix looks transposed, documents must be rows";
  throw Failure(name + " has " + counted(count, what) + ", but " + matrix.name + " has " +
                counted(matrix.columns, "feature") + hint);
}

// Without quotes, if all lines have them; a note says which occur several times.
Terms plain_terms(const std::string &name, Strings lines) {
  std::string note;
  const bool are_quoted = std::all_of(lines.begin(), lines.end(), [](const std::string &line) {
    return line.size() > 2 && line.front() == line.back() &&
           (line.front() == '"' || line.front() == '\'');
  });
  if (are_quoted) {
    for (std::string &line : lines) line = line.substr(1, line.size() - 2);
    note = name + ": read without the quotes around the terms";
  }
  std::set<std::string> seen;
  std::int64_t repeated = 0;
  std::string example;
  for (const std::string &line : lines)
    if (!seen.insert(line).second && repeated++ == 0) example = line;
  if (repeated > 0)
    note += (note.empty() ? name + ": " : "; ") + counted(repeated, "line") +
            (repeated == 1 ? " repeats a term" : " repeat terms") + ", such as \"" +
            escaped(excerpt(example, 40)) + '"';
  return {std::move(lines), note};
}

}  // namespace

Terms read_terms(const std::string &path, const TermsOf &matrix) {
  const std::string name = input_name(path);
  Strings lines = lines_in(path);
  if (const auto terms = terms_of_json(lines)) {
    check_count(name, std::ssize(*terms), "term", matrix);
    return {*terms, name + ": read as JSON"};
  }
  if (const auto terms = numbered_terms(lines, matrix.columns))
    return {*terms, name + ": the numbers beside the terms give their order" +
                        (std::ssize(lines) > matrix.columns ? "; the first line is left out" : "")};
  // Numbers of other sizes are reported by their count first.
  check_count(name, std::ssize(lines), "line", matrix);
  refuse_columns(name, lines);
  return plain_terms(name, std::move(lines));
}

}  // namespace cli
