#include "readers/field_names.hpp"

#include <algorithm>
#include <initializer_list>
#include <sstream>

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
constexpr auto ids = {"id", "uid", "uuid", "guid", "key", "doc_id", "docid", "_id"};
// Before "id" or "number", as in "Ticket ID"; not those of persons or of other records.
constexpr auto things = {"ticket", "issue",  "case",   "document", "doc",    "article",
                         "post",   "tweet",  "status", "message",  "item",   "record",
                         "row",    "paper",  "review", "comment",  "story",  "question",
                         "entry",  "sample", "text",   "note",     "report", "incident"};
constexpr auto labels = {"label",      "class",         "category",    "topic",      "target",
                         "labels",     "species",       "class_label", "class_name", "label_name",
                         "true_label", "category_name", "variety",     "newsgroup"};
constexpr auto dates = {"date",         "datetime",     "timestamp",    "published",
                        "published_at", "published_on", "publish_date", "created_at",
                        "created_utc",  "created",      "pubdate"};
constexpr auto actions = {"created", "published", "posted",   "opened",      "submitted",
                          "sent",    "received",  "reported", "publication", "creation",
                          "pub",     "release",   "released", "written",     "added",
                          "updated", "modified"};
constexpr auto times = {"on", "at", "date", "time", "datetime", "timestamp", "utc", "year"};
constexpr auto years = {"year", "pub_year", "yr"};

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

// The words of a name: "Ticket ID", "ticket_id", "ticketId" and "ticket-id" are ticket, id.
Names words_of(const std::string &name) {
  Names words;
  bool is_open = false, was_small = false;
  for (const char c : name) {
    const bool is_capital = c >= 'A' && c <= 'Z', is_small = c >= 'a' && c <= 'z';
    const bool is_part = is_capital || is_small || (c >= '0' && c <= '9') || c < 0;
    if (is_part && (!is_open || (is_capital && was_small))) words.emplace_back();
    if (is_part) words.back() += is_capital ? static_cast<char>(c - 'A' + 'a') : c;
    is_open = is_part;
    was_small = is_small;
  }
  return words;
}

bool is_one_of(const std::string &word, std::initializer_list<const char *> known) {
  return std::any_of(known.begin(), known.end(), [&](const char *one) { return word == one; });
}

// "Ticket ID", "Created On", "Date posted"; the first name with the first of `first` wins.
Place kin_of(const Names &names, std::initializer_list<const char *> first,
             std::initializer_list<const char *> second) {
  for (const char *word : first) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Names words = words_of(names[i]);
      if (words.size() != 2) continue;
      const bool is_kin = words[0] == word && is_one_of(words[1], second);
      const bool is_turned = words[1] == word && words[0] == "date" && is_one_of("date", second);
      if (is_kin || is_turned) return i;
    }
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

namespace {

// The tags of Web of Science: type of publication, title, abstract, identifier, year.
bool has_tags(const Names &names) { return place_of(names, "PT") && place_of(names, "TI"); }

FieldChoice fields_of_tags(const Names &names) {
  FieldChoice choice;
  for (const char *name : {"TI", "AB"})
    if (const Place place = place_of(names, name)) choice.text.push_back(*place);
  choice.id = place_of(names, "UT");
  choice.date = place_of(names, "PY");
  return choice;
}

}  // namespace

FieldChoice guessed_fields(const Names &names) {
  if (has_tags(names)) return fields_of_tags(names);
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
  if (!choice.id) choice.id = kin_of(names, things, {"id", "number", "no", "nr", "key"});
  choice.date = first_of(names, dates);
  if (!choice.date) choice.date = kin_of(names, actions, times);
  if (!choice.date) choice.date = first_of(names, years);
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
  return fields;
}

namespace {

constexpr struct {
  const char *name;
  std::optional<std::string> Fields::*field;
} kinds_of_fields[] = {{"text", &Fields::text},
                       {"label", &Fields::label},
                       {"id", &Fields::id},
                       {"date", &Fields::date},
                       {"skip", &Fields::skip}};

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
