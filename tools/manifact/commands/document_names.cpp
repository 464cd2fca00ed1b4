#include "commands/document_names.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_shown = 60;

bool are_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string place(const std::string &path, std::size_t line) {
  return path + ", line " + std::to_string(line) + ": ";
}

std::string plain_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  if (point != std::string_view::npos) {
    const std::string_view decimals = text.substr(point + 1);
    if (decimals.find_first_not_of('0') != std::string_view::npos) return "";
    text = text.substr(0, point);
  }
  if (!are_digits(text)) return "";
  const std::size_t first = std::min(text.find_first_not_of('0'), text.size() - 1);
  return std::string(text.substr(first));
}

DocumentNames::DocumentNames(const Documents &documents, std::int64_t n_documents)
    : n_documents_(n_documents), names_(documents.ids) {
  const auto add = [](auto &rows, const std::string &name, std::size_t i) {
    const auto [entry, is_new] = rows.emplace(name, static_cast<std::int64_t>(i));
    if (!is_new) entry->second = several;
  };
  for (std::size_t i = 0; i < names_.size(); ++i) {
    add(rows_, names_[i], i);
    has_ids_ = has_ids_ || (!names_[i].empty() && !is_position(names_[i]));
    if (const std::string number = plain_number(names_[i]); !number.empty())
      add(numbers_, number, i);
  }
}

DocumentNames::Match DocumentNames::match(std::string_view name) const {
  if (const auto found = rows_.find(std::string(name)); found != rows_.end())
    return {found->second, false};
  const std::string number = plain_number(name);
  if (const auto found = numbers_.find(number); !number.empty() && found != numbers_.end())
    return {found->second, true};
  return {};
}

std::int64_t DocumentNames::row_of_number(const Given &given, const std::string &path,
                                          std::int64_t base) const {
  const std::string number = plain_number(given.name);
  std::int64_t row = -1;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), row);
  row -= base;
  if (error == std::errc() && end != number.data() && row >= 0 && row < n_documents_) return row;
  if (number.empty() && !names_.empty())
    throw Failure(place(path, given.line) + "no document has the name " +
                  escaped(given.name.substr(0, longest_shown)) + nearest_to(given.name));
  throw Failure(place(path, given.line) + "document " +
                escaped(given.name.substr(0, longest_shown)) + " is not one of 0 to " +
                std::to_string(n_documents_ - 1));
}

// From 1 only if one of them is the number of documents and none is 0: counted from 0 there is no
// such row.
std::vector<std::int64_t> DocumentNames::rows_of_numbers(const std::vector<Given> &names,
                                                         const std::string &path,
                                                         Notes &notes) const {
  const auto has = [&](std::int64_t number) {
    return std::any_of(names.begin(), names.end(), [&](const Given &given) {
      return plain_number(given.name) == std::to_string(number);
    });
  };
  const std::int64_t base = !names.empty() && has(n_documents_) && !has(0) ? 1 : 0;
  std::vector<std::int64_t> rows;
  for (const Given &given : names) rows.push_back(row_of_number(given, path, base));
  if (!names.empty())
    notes.push_back(
        path + ": " +
        (has_ids_ ? "no name in it is an id of a document; its numbers" : "its numbers") +
        " are the rows of the documents, counted from " + std::to_string(base));
  return rows;
}

std::string DocumentNames::nearest_to(std::string_view name) const {
  constexpr std::size_t most_compared = 100000;
  if (names_.size() > most_compared) return "";
  if (const std::string hint = did_you_mean(name, names_); !hint.empty()) return hint;
  const auto shortest =
      std::min_element(names_.begin(), names_.end(), [&](const auto &left, const auto &right) {
        return edit_distance(name, left) < edit_distance(name, right);
      });
  return shortest == names_.end() ? "" : "; the nearest is " + escaped(*shortest);
}

std::vector<std::int64_t> DocumentNames::rows_of(const std::vector<Given> &names,
                                                 const std::string &path, Notes &notes) const {
  std::vector<std::int64_t> rows;
  std::int64_t found = 0, by_number = 0;
  const Given *example = nullptr;
  for (const Given &given : names) {
    const Match match = this->match(given.name);
    rows.push_back(match.row);
    found += match.row != none ? 1 : 0;
    if (match.is_by_number && by_number++ == 0) example = &given;
  }
  if (found == 0 && (!has_ids_ || std::all_of(names.begin(), names.end(), [](const Given &given) {
        return !plain_number(given.name).empty();
      }))) {
    return rows_of_numbers(names, path, notes);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string at = place(path, names[i].line),
                      shown = escaped(names[i].name.substr(0, longest_shown));
    if (rows[i] == none && !has_ids_) rows[i] = row_of_number(names[i], path, 0);
    if (rows[i] == several)
      throw Failure(at + "several documents have the name " + shown + "; give row numbers");
    if (rows[i] == none)
      throw Failure(at + "no document has the name " + shown + nearest_to(names[i].name));
  }
  if (by_number > 0)
    notes.push_back(path + ": " + counted(by_number, "name") +
                    " found as the number of an id, such as " + escaped(example->name) + " for " +
                    escaped(names_[static_cast<std::size_t>(match(example->name).row)]));
  return rows;
}

}  // namespace cli
