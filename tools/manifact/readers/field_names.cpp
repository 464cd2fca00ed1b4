#include "readers/field_names.hpp"

#include <algorithm>
#include <sstream>

#include "readers/cell_values.hpp"
#include "readers/edge_names.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using Place = std::optional<std::size_t>;
using Names = std::vector<std::string>;

std::size_t required(const Names &names, const std::string &name, const char *option,
                     const std::string &place) {
  if (const Place found = place_of(names, name)) return *found;
  throw Failure(place + ": no field \"" + name + "\" (" + option + "); " + shown_names(names) +
                did_you_mean(name, names));
}

// The other fields that hold texts, after `begin`; "" if there are none.
std::string shown_texts(const char *begin, const Names &names,
                        const std::vector<std::size_t> &chosen, const FieldsSeen &seen) {
  constexpr std::size_t most = 5, longest = 40;
  std::string shown;
  std::size_t count = 0;
  for (const std::size_t i : fields_of_texts(seen)) {
    if (i >= names.size() || std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
    if (count++ < most)
      shown += (shown.empty() ? begin : ", ") + ('"' + excerpt(names[i], longest) + '"');
  }
  return count > most ? shown + " and " + std::to_string(count - most) + " more" : shown;
}

bool are_edges(const Names &names) {
  const auto columns = edge_columns(names);
  return columns && columns->is_clear;
}

// "d#" of "d0"
std::string pattern_of(std::string_view cell) {
  std::string pattern;
  for (const char c : cell) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit || !pattern.ends_with('#')) pattern += is_digit ? '#' : c;
  }
  return pattern;
}

// Whether a cell with digits is another of the ids below it: "d0" above "d1" and "d2".
bool is_one_more(const std::string &cell, const FieldSeen &seen) {
  const std::string pattern = pattern_of(cell);
  return pattern.find('#') != std::string::npos && seen.values > 1 && seen.is_distinct() &&
         !seen.kinds.contains(cell) &&
         std::all_of(seen.kinds.begin(), seen.kinds.end(),
                     [&](const std::string &kind) { return pattern_of(kind) == pattern; });
}

// The options for a table whose first line is data as the lines below it: a text stands in it above
// texts, and beside it one of the classes or ids below it; "" if it may be a header.
std::string without_header(const Names &names, const FieldsSeen &seen) {
  constexpr std::size_t few_words = 5;
  const auto is_text = [&](std::size_t i) {
    const auto blanks = std::count(names[i].begin(), names[i].end(), ' ');
    return seen[i].are_texts() && !could_be_name(names[i]) &&
           static_cast<std::size_t>(blanks) + 1 >= few_words;
  };
  if (seen.size() < names.size()) return "";
  Place text, label, id;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_text(i) && (!text || seen[i].bytes > seen[*text].bytes)) text = i;
    const bool is_word = names[i].find(' ') == std::string::npos && !names[i].empty();
    if (!label && is_word && seen[i].are_classes() && seen[i].kinds.contains(names[i])) label = i;
    if (!id && is_word && is_one_more(names[i], seen[i])) id = i;
  }
  if (!text || (!label && !id)) return "";
  const auto option = [](const char *name, std::size_t place) {
    return " --" + std::string(name) + "-field " + std::to_string(place + 1);
  };
  return "--no-header" + option("text", *text) + (label ? option("label", *label) : "") +
         (id ? option("id", *id) : "");
}

void choose(Place &place, const Names &names, const std::optional<std::string> &name,
            const char *option, const std::string &where) {
  if (name) place = required(names, *name, option, where);
}

}  // namespace

Names split_fields(const std::string &given, const Names &names) {
  if (std::find(names.begin(), names.end(), given) != names.end()) return {given};
  Names parts;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = given.find(',', begin);
    std::string part = given.substr(begin, comma - begin);
    while (part.starts_with(' ')) part.erase(0, 1);
    while (part.ends_with(' ')) part.pop_back();
    parts.push_back(std::move(part));
    if (comma == std::string::npos) return parts;
    begin = comma + 1;
  }
}

FieldChoice chosen_fields(const Names &names, const Fields &fields, const std::string &place,
                          const FieldsSeen &seen) {
  FieldChoice choice = guessed_fields(names, seen);
  choose(choice.label, names, fields.label, "--label-field", place);
  choose(choice.id, names, fields.id, "--id-field", place);
  choose(choice.date, names, fields.date, "--date-field", place);
  choose(choice.link, names, fields.link, "--link-field", place);
  choose(choice.vector, names, fields.vector, "--vector-field", place);
  if (fields.text) {
    choice.text.clear();
    for (const std::string &name : split_fields(*fields.text, names))
      choice.text.push_back(required(names, name, "--text-field", place));
  }
  if (choice.text.empty() && names.size() == 1) {
    if (!could_be_name(names.front()))
      throw Failure(place + ": the first record of its only column, \"" +
                    excerpt(names.front(), 40) +
                    "\", is not a field name; a table begins with a header, and --format tsv " +
                    "reads each line as a document");
    choice.text = {0};
  }
  if (choice.text.empty())
    if (const Place text = answered_question(names, seen)) choice.text = {*text};
  if (const std::string options = without_header(names, seen);
      choice.text.empty() && !options.empty())
    throw Failure(place + ": the first line seems to be data as the others, not a header (" +
                  shown_names(names) + "); " + options + " reads a table without one");
  if (choice.text.empty())
    throw Failure(place + ": none of the fields in the header is recognized as the text; " +
                  shown_names(names) + "; --text-field names one, or several as title,body" +
                  (are_edges(names) ? "; edges between documents are given by --graph" : "") +
                  shown_texts("; texts are in ", names, {}, seen));
  for (const std::size_t chosen : choice.text) {
    if (std::count(names.begin(), names.end(), names[chosen]) > 1)
      throw Failure(place + ": the header has the field \"" + names[chosen] + "\" twice; " +
                    "--text-field names another, or rename one");
  }
  const auto is_text = [&](const Place &chosen) {
    return chosen &&
           std::find(choice.text.begin(), choice.text.end(), *chosen) != choice.text.end();
  };
  if (!fields.label && is_text(choice.label)) choice.label.reset();
  if (!fields.id && is_text(choice.id)) choice.id.reset();
  if (!fields.date && is_text(choice.date)) choice.date.reset();
  if (!fields.link && is_text(choice.link)) choice.link.reset();
  return choice;
}

std::string_view group_value(const Reading &reading, std::string_view value, bool is_quoted) {
  value = trimmed_cell(value);
  return reading.missing.contain(value, is_quoted, true) ? std::string_view() : value;
}

std::vector<std::size_t> group_fields(const Names &names, const Fields &fields,
                                      const std::string &place) {
  std::vector<std::size_t> places;
  for (const std::string &name : fields.groups)
    places.push_back(required(names, name, "--group-field", place));
  return places;
}

Fields with_usual(const Names &names, const Fields &given, const Fields &usual) {
  Fields fields = given;
  const auto prefer = [&](std::optional<std::string> &field,
                          const std::optional<std::string> &other) {
    if (field || !other) return;
    const Names parts = split_fields(*other, names);
    const bool has_all = std::all_of(parts.begin(), parts.end(), [&](const std::string &name) {
      return place_of(names, name).has_value();
    });
    if (has_all) field = other;
  };
  prefer(fields.text, usual.text);
  prefer(fields.label, usual.label);
  prefer(fields.id, usual.id);
  prefer(fields.date, usual.date);
  prefer(fields.link, usual.link);
  prefer(fields.vector, usual.vector);
  return fields;
}

namespace {

constexpr struct {
  const char *name;
  std::optional<std::string> Fields::*field;
} kinds_of_fields[] = {
    {"text", &Fields::text}, {"label", &Fields::label},   {"id", &Fields::id},
    {"date", &Fields::date}, {"link", &Fields::link},     {"skip", &Fields::skip},
    {"mask", &Fields::mask}, {"vector", &Fields::vector}, {"blocks", &Fields::blocks}};

}  // namespace

std::string written_fields(const Fields &fields) {
  std::string lines;
  for (const auto &[name, field] : kinds_of_fields)
    if (const auto &given = fields.*field) lines += std::string(name) + '=' + *given + '\n';
  return lines;
}

Fields fields_written(const std::string &lines) {
  Fields fields;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    for (const auto &[name, field] : kinds_of_fields)
      if (const std::string begin = std::string(name) + '='; line.starts_with(begin))
        fields.*field = line.substr(begin.size());
  }
  return fields;
}

bool could_be_name(const std::string &cell) {
  constexpr std::size_t longest_name = 60;
  constexpr std::ptrdiff_t most_blanks = 3;
  return cell.size() <= longest_name && std::count(cell.begin(), cell.end(), ' ') <= most_blanks;
}

bool is_header(const Names &names, const Fields &fields) {
  if (!fields.text) return are_known_names(names);
  for (const std::string &name : split_fields(*fields.text, names)) {
    if (!place_of(names, name)) return false;
  }
  return true;
}

std::string shown_choice(const Names &names, const FieldChoice &choice, const FieldsSeen &seen) {
  std::string shown = "text: ";
  for (const std::size_t place : choice.text)
    shown += (place == choice.text.front() ? "" : " + ") + names[place];
  if (choice.id) shown += ", id: " + names[*choice.id];
  if (choice.label) shown += ", label: " + names[*choice.label];
  if (choice.date) shown += ", date: " + names[*choice.date];
  if (choice.link) shown += ", link: " + names[*choice.link];
  return shown + shown_texts("; other texts, not read (--text-field): ", names, choice.text, seen);
}

std::string shown_names(const Names &names) {
  constexpr std::size_t most = 20, longest = 40;
  if (names.size() == 1) return "its only field is \"" + excerpt(names.front(), longest) + '"';
  std::string shown = "its fields are ";
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    shown += (i == 0 ? "\"" : ", \"") + excerpt(names[i], longest) + '"';
  return names.size() > most ? shown + " and " + std::to_string(names.size() - most) + " more"
                             : shown;
}

}  // namespace cli
