#include "readers/field_names.hpp"

#include <algorithm>
#include <initializer_list>

#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using Place = std::optional<std::size_t>;
using Names = std::vector<std::string>;

constexpr auto titles = {"title", "subject", "headline", "heading"};
constexpr auto bodies = {"body",     "content", "contents", "description", "message",
                         "abstract", "article", "summary",  "document",    "selftext",
                         "review",   "comment", "tweet",    "post",        "question"};
constexpr auto ids = {"id", "uid", "uuid", "guid", "key", "doc_id", "docid"};
constexpr auto labels = {"label", "class", "category", "topic"};
constexpr auto dates = {"date",         "datetime",     "timestamp",    "published",
                        "published_at", "published_on", "publish_date", "created_at",
                        "created_utc",  "created",      "pubdate"};

Place place_of(const Names &names, std::string_view name) {
  const auto exact = std::find(names.begin(), names.end(), name);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  const std::string lower = lower_case(name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].size() == lower.size() && lower_case(names[i]) == lower) return i;
  }
  return std::nullopt;
}

Place first_of(const Names &names, std::initializer_list<const char *> known) {
  for (const char *name : known) {
    if (const Place place = place_of(names, name)) return place;
  }
  return std::nullopt;
}

std::size_t required(const Names &names, const std::string &name, const char *option,
                     const std::string &place) {
  if (const Place found = place_of(names, name)) return *found;
  throw Failure(place + ": no field \"" + name + "\" (" + option + "); " + shown_names(names) +
                did_you_mean(name, names));
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

FieldChoice guessed_fields(const Names &names) {
  FieldChoice choice;
  if (const Place text = place_of(names, "text")) {
    choice.text = {*text};
  } else {
    for (const Place place : {first_of(names, titles), first_of(names, bodies)}) {
      if (place) choice.text.push_back(*place);
    }
  }
  choice.label = first_of(names, labels);
  choice.id = first_of(names, ids);
  choice.date = first_of(names, dates);
  return choice;
}

FieldChoice chosen_fields(const Names &names, const Fields &fields, const std::string &place) {
  FieldChoice choice = guessed_fields(names);
  choose(choice.label, names, fields.label, "--label-field", place);
  choose(choice.id, names, fields.id, "--id-field", place);
  choose(choice.date, names, fields.date, "--date-field", place);
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
    throw Failure(place + ": none of the fields in the header is recognized as the text; " +
                  shown_names(names) + "; --text-field names one, or several as title,body");
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
  return choice;
}

bool could_be_name(const std::string &cell) {
  constexpr std::size_t longest_name = 60;
  constexpr std::ptrdiff_t most_blanks = 3;
  return cell.size() <= longest_name && std::count(cell.begin(), cell.end(), ' ') <= most_blanks;
}

bool is_header(const Names &names, const Fields &fields) {
  if (!fields.text) return !guessed_fields(names).text.empty();
  for (const std::string &name : split_fields(*fields.text, names)) {
    if (!place_of(names, name)) return false;
  }
  return true;
}

std::string shown_choice(const Names &names, const FieldChoice &choice) {
  std::string shown = "text: ";
  for (const std::size_t place : choice.text)
    shown += (place == choice.text.front() ? "" : " + ") + names[place];
  if (choice.id) shown += ", id: " + names[*choice.id];
  if (choice.label) shown += ", label: " + names[*choice.label];
  if (choice.date) shown += ", date: " + names[*choice.date];
  return shown;
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
