#include "readers/field_guess.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>

#include "readers/addresses.hpp"
#include "readers/epochs.hpp"
#include "readers/table_layout.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using Place = std::optional<std::size_t>;
using Names = std::vector<std::string>;
using Known = std::initializer_list<const char *>;

constexpr auto titles = {"title",   "subject", "headline", "heading", "titel",
                         "betreff", "titre",   "objet",    "título",  "titulo",
                         "asunto",  "assunto", "titolo",   "oggetto"};
constexpr auto bodies = {
    "body",         "content",     "contents",    "description", "message",
    "abstract",     "article",     "summary",     "document",    "selftext",
    "review",       "comment",     "tweet",       "post",        "question",
    "beschreibung", "inhalt",      "nachricht",   "kommentar",   "zusammenfassung",
    "texte",        "contenu",     "commentaire", "résumé",      "texto",
    "descripción",  "descripcion", "contenido",   "mensaje",     "resumen",
    "comentario",   "descrição",   "descricao",   "conteúdo",    "mensagem",
    "resumo",       "testo",       "descrizione", "contenuto",   "messaggio",
    "omschrijving", "beskrivelse"};
constexpr auto ids = {"id", "uid", "uuid", "guid", "key", "doc_id", "docid", "_id"};
// Before "id" or "number", as in "Ticket ID"; not those of persons or of other records.
constexpr auto things = {"ticket", "issue",  "case",   "document", "doc",    "article",
                         "post",   "tweet",  "status", "message",  "item",   "record",
                         "row",    "paper",  "review", "comment",  "story",  "question",
                         "entry",  "sample", "text",   "note",     "report", "incident"};
constexpr auto labels = {"label",      "class",         "category",    "topic",      "target",
                         "labels",     "species",       "class_label", "class_name", "label_name",
                         "true_label", "category_name", "variety",     "newsgroup",  "kategorie",
                         "klasse",     "catégorie",     "categoría",   "categoria"};
constexpr auto dates = {
    "date",         "datetime",   "timestamp",   "published",        "published_at", "published_on",
    "publish_date", "created_at", "created_utc", "created",          "pubdate",      "datum",
    "fecha",        "erstellt",   "erstellt am", "date de création", "issued"};
constexpr auto actions = {"created", "published", "posted",   "opened",      "submitted",
                          "sent",    "received",  "reported", "publication", "creation",
                          "pub",     "release",   "released", "written",     "added",
                          "updated", "modified"};
constexpr auto times = {"on", "at", "date", "time", "datetime", "timestamp", "utc", "year"};
constexpr auto links = {"html_url", "url", "link", "permalink", "href", "uri", "doi"};
// Before "url" or "link", as in "article_url"; not those of pictures or persons.
constexpr auto more_links = {"html", "web",      "page",  "source",
                             "full", "external", "perma", "canonical"};
constexpr auto years = {"year", "pub_year", "yr"};
constexpr auto moments = {"date", "time", "datetime", "timestamp", "unix", "epoch", "ts", "ds"};

// Of names of several words, the last ones: "Ticket Description", "body_html", "reviewText". Those
// of the first list are the text rather than remarks about it.
constexpr auto main_words = {
    "body",     "content",   "contents",   "description",  "descriptions", "message",  "messages",
    "abstract", "abstracts", "article",    "document",     "selftext",     "review",   "reviews",
    "tweet",    "post",      "posts",      "text",         "texts",        "fulltext", "narrative",
    "story",    "complaint", "transcript", "conversation", "speech"};
constexpr auto other_words = {
    "note",     "notes",   "comment",     "comments", "summary",   "detail",      "details",
    "feedback", "answer",  "answers",     "response", "responses", "remark",      "remarks",
    "question", "reply",   "explanation", "plot",     "synopsis",  "overview",    "caption",
    "lyrics",   "opinion", "suggestion",  "quote",    "sentence",  "suggestions", "statement"};
// After these: "body_html", "Description (plain text)", "text_en".
constexpr auto variants = {"html", "plain", "raw",     "markdown", "md",    "utc", "gmt",
                           "en",   "clean", "cleaned", "original", "local", "de"};
// Before "title" or "text" of another thing than the record.
constexpr auto other_things = {"source", "journal",    "publication", "book",   "job",    "author",
                               "series", "conference", "proceedings", "user",   "page",   "company",
                               "short",  "person",     "employee",    "parent", "course", "project",
                               "seo",    "meta",       "alt",         "host",   "venue"};
// In JSON, fields that hold another record: of persons, of places, of what a record is about.
constexpr auto other_records = {
    "author",       "user",         "person", "employee",  "host",       "company",  "venue",
    "parent",       "seo",          "meta",   "alt",       "owner",      "seller",   "buyer",
    "sender",       "creator",      "editor", "reviewer",  "customer",   "profile",  "account",
    "member",       "speaker",      "artist", "assignee",  "reporter",   "by",       "brand",
    "manufacturer", "organization", "org",    "team",      "store",      "shop",     "channel",
    "subreddit",    "community",    "forum",  "repo",      "repository", "category", "license",
    "error",        "image",        "photo",  "thumbnail", "publisher"};
// Beside these, "document" is a column of ids.
constexpr auto names_of_terms = {"term", "word", "token", "lemma", "ngram"};
// Titles, where there is another body.
constexpr auto headings = {"summary", "question"};
constexpr auto more_ids = {"number", "pmid", "eid", "doi", "sys_id"};
constexpr auto more_things = {"conversation", "request",   "response", "respondent",
                              "submission",   "complaint", "bug",      "task",
                              "email",        "mail",      "tracking", "accession",
                              "feedback",     "call",      "survey",   "card"};
constexpr auto more_actions = {"create", "open",   "activity", "started", "start", "completion",
                               "filed",  "logged", "post",     "update",  "submit"};
constexpr auto more_dates = {"opened",      "posted",    "submitted",
                             "createddate", "createdat", "publishedat"};

Place first_of(const Names &names, Known known) {
  for (const char *name : known) {
    if (const Place place = place_of(names, name)) return place;
  }
  return std::nullopt;
}

// The words of a name: "Ticket ID", "ticket_id", "ticketId" and "ticket-id" are ticket, id;
// "Ticket#" is ticket, number.
Names words_of(const std::string &name) {
  Names words;
  bool is_open = false, was_small = false;
  for (const char c : name) {
    const bool is_capital = c >= 'A' && c <= 'Z', is_small = c >= 'a' && c <= 'z';
    const bool is_part =
        is_capital || is_small || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (is_part && (!is_open || (is_capital && was_small))) words.emplace_back();
    if (is_part) words.back() += is_capital ? static_cast<char>(c - 'A' + 'a') : c;
    if (c == '#') words.emplace_back("number");
    is_open = is_part;
    was_small = is_small;
  }
  return words;
}

bool is_one_of(const std::string &word, Known known) {
  return std::any_of(known.begin(), known.end(), [&](const char *one) { return word == one; });
}

bool has_any(const Names &words, Known known) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string &word) { return is_one_of(word, known); });
}

// "Ticket ID", "Created On", "Date posted"; the first name with the first of `first` wins.
Place kin_of(const Names &names, Known first, Known second) {
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

// The tags of Web of Science: type of publication, title, abstract, identifier, year.
bool has_tags(const Names &names) {
  const auto has = [&](const char *tag) {
    return std::find(names.begin(), names.end(), tag) != names.end();
  };
  return has("TI") && (has("PT") || (has("AB") && (has("UT") || has("PY"))));
}

FieldChoice fields_of_tags(const Names &names) {
  FieldChoice choice;
  for (const char *name : {"TI", "AB"})
    if (const Place place = place_of(names, name)) choice.text.push_back(*place);
  choice.id = place_of(names, "UT");
  choice.date = place_of(names, "PY");
  return choice;
}

// The guess by names of several words.
class Guess {
 public:
  Guess(const Names &names, const FieldsSeen &seen) : names_(names), seen_(seen) {
    for (const std::string &name : names) {
      Names words = words_of(name);
      while (words.size() > 1 && is_one_of(words.back(), variants)) words.pop_back();
      words_.push_back(std::move(words));
    }
  }

  // A title and a body, of which one may be missing.
  std::vector<std::size_t> text() const {
    Place title = named(titles), body = named({"text"});
    // Classes beside a text are no titles.
    if (body && title && field(*title).are_classes()) title.reset();
    if (!body) body = named(bodies);
    if (body && !is_text_by_name(*body)) body.reset();
    const bool is_heading = body && is_one_of(lower_case(names_[*body]), headings);
    if (!title && (!body || is_heading)) {
      const Place heading = body, other = other_body(body);
      if (other) body = other;
      if (other && heading) title = heading;
    }
    if (!body) body = other_body(title);
    if (!title && body) title = heading_of(*body);
    if (!title) title = title_like(body);
    std::vector<std::size_t> found;
    if (title) found.push_back(*title);
    if (body && body != title) found.push_back(*body);
    return found;
  }

  bool is_text_by_name(std::size_t i) const {
    if (!could_name_codes(names_[i]) || !field(i).are_names()) return true;
    if (!could_name_ids(names_[i])) return !field(i).are_codes();
    const auto has_term = [&](const char *name) { return place_of(names_, name).has_value(); };
    return !field(i).are_codes() &&
           std::none_of(names_of_terms.begin(), names_of_terms.end(), has_term);
  }

  Place id() const {
    const auto is_id = [&](std::size_t i) { return field(i).is_distinct(); };
    for (const char *name : more_ids)
      if (const Place place = place_of(names_, name); place && is_id(*place)) return place;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Names &words = words_[i];
      if (words.size() < 2 || words.size() > 3 || !is_id(i)) continue;
      const std::string &last = words.back(), &before = words[words.size() - 2];
      if (is_one_of(last, {"id", "number", "no", "nr", "key"}) &&
          (is_one_of(before, things) || is_one_of(before, more_things)))
        return i;
    }
    return std::nullopt;
  }

  Place date() const {
    for (const char *name : more_dates)
      if (const Place place = place_of(names_, name); place && could_be_date(*place)) return place;
    for (const Known list : {Known(actions), Known(more_actions)})
      for (const char *action : list)
        for (std::size_t i = 0; i < names_.size(); ++i)
          if (words_[i].size() <= 5 && has_any(words_[i], {action}) && has_any(words_[i], times) &&
              could_be_date(i))
            return i;
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (could_name_moments(names_[i]) && field(i).are_moments()) return i;
    return std::nullopt;
  }

  // A column without values is none, as far as values were seen.
  bool could_be_date(std::size_t i) const {
    return field(i).could_be_dates(names_date(names_[i])) && (field(i).values > 0 || seen_.empty());
  }

  // By the name, and by what it holds.
  Place link() const {
    const auto is_link = [&](std::size_t i) { return field(i).are_addresses(); };
    for (const char *name : links)
      if (const Place place = place_of(names_, name); place && is_link(*place)) return place;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Names &words = words_[i];
      if (words.size() == 2 && is_one_of(words[1], {"url", "link", "uri"}) && is_link(i) &&
          (is_one_of(words[0], things) || is_one_of(words[0], more_links)))
        return i;
    }
    return std::nullopt;
  }

 private:
  const FieldSeen &field(std::size_t i) const {
    static const FieldSeen none;
    return i < seen_.size() ? seen_[i] : none;
  }

  Place named(Known known) const {
    for (const char *name : known)
      if (const Place place = place_of(names_, name); place && !field(*place).is_numeric())
        return place;
    return std::nullopt;
  }

  // By the last word; of several the main one with the longest texts.
  Place other_body(Place except) const {
    Place best;
    const auto is_main = [&](std::size_t i) { return has_any(words_[i], main_words); };
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Names &words = words_[i];
      if (words.empty() || i == except || field(i).is_numeric() || !is_text_by_name(i) ||
          has_any(words, {"id", "url"}))
        continue;
      if (!is_one_of(words.back(), main_words) && !is_one_of(words.back(), other_words)) continue;
      if (words.size() > 1 && is_one_of(words[words.size() - 2], {"user", "meta", "alt", "seo"}))
        continue;
      const bool is_better =
          !best ||
          (is_main(i) != is_main(*best) ? is_main(i) : field(i).bytes > field(*best).bytes);
      if (is_better) best = i;
    }
    return best;
  }

  // "summary", "question" or "Short description" above another body.
  Place heading_of(std::size_t body) const {
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (i != body && words_[i] == Names{"short", "description"}) return i;
    for (const char *name : headings)
      if (const Place place = named({name}); place && place != body) return place;
    return std::nullopt;
  }

  // "Article Title", "Ticket Subject", "Ticket name".
  Place title_like(Place body) const {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Names &words = words_[i];
      if (words.size() < 2 || i == body || field(i).is_numeric()) continue;
      const std::string &before = words[words.size() - 2];
      const bool is_title = is_one_of(words.back(), titles) && !is_one_of(before, other_things);
      const bool is_name =
          words.size() == 2 && words.back() == "name" && body &&
          is_one_of(before, {"ticket", "issue", "case", "incident", "task", "card"});
      if (is_title || is_name) return i;
    }
    return std::nullopt;
  }

  const Names &names_;
  const FieldsSeen &seen_;
  std::vector<Names> words_;
};

std::size_t count_words(std::string_view text) {
  std::size_t words = 0, spaceless = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    const auto byte = static_cast<unsigned char>(c);
    spaceless += byte >= 0xe3 ? 1 : 0;
    const bool is_letter = byte >= 0x80 || std::isalpha(byte) != 0;
    if (is_letter && !in_word) ++words;
    in_word = is_letter || (in_word && !is_blank);
  }
  return std::max(words, spaceless / 2);
}

}  // namespace

void FieldSeen::add(std::string_view value) {
  constexpr std::size_t compared = 60;
  const auto first = value.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return;
  ++values;
  numbers += holds_numbers(value) ? 1 : 0;
  with_digit += value.find_first_of("0123456789") != std::string_view::npos ? 1 : 0;
  words += count_words(value);
  bytes += value.size();
  addresses += address_in(value).empty() ? 0 : 1;
  kinds.emplace(value.substr(first, compared));
}

bool FieldSeen::are_classes() const { return values >= 8 && 4 * kinds.size() <= values; }

bool FieldSeen::are_texts() const {
  constexpr std::size_t few_words = 5;
  return values > 0 && words >= few_words * values && 2 * kinds.size() > values;
}

bool FieldSeen::are_names() const {
  constexpr std::size_t longest = 20;
  return are_classes() && words <= values && bytes <= longest * values;
}

bool could_name_ids(const std::string &name) {
  return is_one_of(lower_case(name), {"document", "subject"});
}

bool names_other_record(const std::string &name) {
  if (name == "_source") return false;  // of Elasticsearch, the record itself
  const Names words = words_of(name);
  return !words.empty() && is_one_of(words.back(), other_records);
}

bool FieldSeen::could_be_dates(bool is_named) const {
  return 2 * with_digit >= values && (is_named || !are_amounts({kinds.begin(), kinds.end()}));
}

bool FieldSeen::are_moments() const {
  return values > 0 && (std::all_of(kinds.begin(), kinds.end(), begins_with_date) ||
                        cli::are_moments({kinds.begin(), kinds.end()}));
}

bool names_date(const std::string &name) {
  return has_any(words_of(name), {"date", "datetime", "day", "datum", "fecha", "at", "on", "utc"});
}

bool names_id(const std::string &name) {
  const Names words = words_of(name);
  return words.size() > 1 && words.back() == "id";
}

bool names_share(const std::string &name) {
  return is_one_of(lower_case(name), {"symbol", "term"});
}

bool could_name_classes(const std::string &name) {
  const Names words = words_of(name);
  return !words.empty() &&
         is_one_of(words.back(), {"type", "class", "outcome", "group", "category", "diagnosis"});
}

bool could_name_moments(const std::string &name) {
  const Names words = words_of(name);
  return has_any(words, moments) &&
         std::all_of(words.begin(), words.end(), [&](const std::string &word) {
           return is_one_of(word, moments) || is_one_of(word, {"utc", "gmt", "local", "event"});
         });
}

bool could_name_codes(const std::string &name) {
  return could_name_ids(name) ||
         is_one_of(lower_case(name), {"article", "post", "question", "tweet", "review", "comment"});
}

bool FieldSeen::are_codes() const { return values > 0 && 2 * with_digit > values; }

Place place_of(const Names &names, std::string_view name) {
  const auto exact = std::find(names.begin(), names.end(), name);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  const std::string lower = lower_case(name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].size() == lower.size() && lower_case(names[i]) == lower) return i;
  }
  return std::nullopt;
}

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

FieldChoice guessed_fields(const Names &names, const FieldsSeen &seen) {
  FieldChoice choice = guessed_fields(names);
  if (has_tags(names)) {
    const Place doi = place_of(names, "DI");
    if (doi && *doi < seen.size() && seen[*doi].are_addresses()) choice.link = doi;
    return choice;
  }
  const Guess guess(names, seen);
  if (auto text = guess.text(); !text.empty())
    choice.text = std::move(text);
  else
    std::erase_if(choice.text, [&](std::size_t place) { return !guess.is_text_by_name(place); });
  if (!choice.id) choice.id = guess.id();
  // Amounts of what is issued or created are no dates.
  if (choice.date && *choice.date < seen.size() &&
      !seen[*choice.date].could_be_dates(names_date(names[*choice.date])))
    choice.date.reset();
  const bool is_year = choice.date && choice.date == first_of(names, years);
  if (!choice.date || is_year)
    if (const Place date = guess.date()) choice.date = date;
  choice.link = guess.link();
  // Several columns of this name list the labels of one record.
  if (choice.label && std::count(names.begin(), names.end(), names[*choice.label]) > 1)
    choice.label.reset();
  return choice;
}

std::vector<std::size_t> fields_of_texts(const FieldsSeen &seen) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i].are_texts()) found.push_back(i);
  return found;
}

bool are_known_names(const Names &names) {
  const FieldChoice known = guessed_fields(names);
  if (!known.text.empty()) return true;
  const FieldChoice guess = guessed_fields(names, {});
  return !guess.text.empty() && (known.id || known.label || known.date);
}

Place answered_question(const Names &names, const FieldsSeen &seen) {
  const std::vector<std::size_t> texts = fields_of_texts(seen);
  if (texts.size() != 1 || texts.front() >= names.size()) return std::nullopt;
  const std::string &name = names[texts.front()];
  const auto last = name.find_last_not_of(" \t*");
  return last != std::string::npos && name[last] == '?' ? Place(texts.front()) : std::nullopt;
}

}  // namespace cli
