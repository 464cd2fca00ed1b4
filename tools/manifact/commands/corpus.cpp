#include "commands/corpus.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "commands/document_vectors.hpp"
#include "commands/known_names.hpp"
#include "commands/twice_encoded.hpp"
#include "readers/field_names.hpp"
#include "readers/near_copies.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// One word per line; text after "|" is a comment, as in Snowball's lists.
std::vector<std::string> read_words(const std::string &path) {
  std::vector<std::string> words;
  Lines lines(std::make_unique<Bytes>(path));
  for (std::string_view line; lines.next(line);) {
    line = line.substr(0, line.find('|'));
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(begin);
    line = line.substr(0, line.find_last_not_of(" \t") + 1);  // npos + 1 == 0
    if (!line.empty()) words.emplace_back(line);
  }
  return words;
}

// The texts that are kept for people to read: each up to a number of characters, which becomes
// smaller as soon as all take too many bytes.
class KeptTexts {
 public:
  explicit KeptTexts(std::vector<std::string> &texts) : texts_(texts) {}

  void add(std::string_view text) {
    texts_.push_back(excerpt(text, characters_));
    bytes_ += texts_.back().size();
    while (bytes_ > most_bytes && characters_ > least_characters) shorten();
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{1} << 27, least_characters = 250;

  void shorten() {
    characters_ /= 2;
    bytes_ = 0;
    for (std::string &text : texts_) {
      if (text.size() > characters_) text = excerpt(text, characters_);
      bytes_ += text.size();
    }
  }

  std::vector<std::string> &texts_;
  std::size_t characters_ = 4000, bytes_ = 0;
};

// One entry for each of the documents before and for this one, as soon as one is known.
void keep_known(std::vector<std::string> &all, const std::string &one, std::size_t before) {
  if (one.empty() && all.empty()) return;
  all.resize(before);
  all.push_back(repaired(one));
}

// `fields`: of the reader, for the first document.
void keep(Documents &documents, const Document &document, const TextReader &reader,
          KeptTexts *texts) {
  keep_known(documents.fields, documents.ids.empty() ? written_fields(reader.fields()) : "",
             documents.ids.size());
  keep_known(documents.labels, document.label, documents.ids.size());
  keep_known(documents.dates, document.date, documents.ids.size());
  if (!document.groups.empty()) {
    documents.groups.resize(document.groups.size());
    for (std::size_t g = 0; g < document.groups.size(); ++g) {
      documents.groups[g].resize(documents.ids.size());  // others have no such fields
      documents.groups[g].push_back(repaired(document.groups[g]));
    }
  }
  keep_known(documents.links, document.link, documents.ids.size());
  documents.ids.push_back(repaired(document.id));
  if (texts != nullptr) texts->add(document.text);
}

}  // namespace

std::pair<std::string, std::string> setting(const std::string &text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Failure("-s " + text + ": expected option=value, as in -s lambda=1");
  std::string name = text.substr(0, equals);
  std::replace(name.begin(), name.end(), '_',
               '-');  // both spellings are the same option
  return {name, text.substr(equals + 1)};
}

void add_setting(Settings &settings, const std::string &name, const std::string &value) {
  for (const auto &[other, unused] : settings) {
    if (other == name) throw Failure("the option " + name + " is given twice");
  }
  settings.emplace_back(name, value);
}

bool is_text_option(const std::string &name) {
  return manifact_method_uses_option("vectorizer", name.c_str()) == MANIFACT_TRUE;
}

Vectorizer make_vectorizer(const Session &session, const Settings &settings,
                           const std::optional<std::string> &stop_words) {
  manifact_vectorizer *handle = nullptr;
  session.check(manifact_vectorizer_create(session.context(), &handle));
  Vectorizer vectorizer(handle);
  for (const auto &[name, value] : settings)
    session.check(manifact_vectorizer_set_text(handle, name.c_str(), value.c_str()), handle);
  if (stop_words) {
    Batch words;
    for (const std::string &word : read_words(*stop_words)) words.add(word);
    session.check(manifact_vectorizer_add_stop_words(handle, words.bytes.data(),
                                                     words.offsets.data(), words.count()),
                  handle);
  }
  return vectorizer;
}

Vectorizer vectorizer_of_terms(const Session &session, const std::vector<std::string> &terms) {
  Batch batch;
  for (const std::string &term : terms) batch.add(term);
  manifact_vectorizer *handle = nullptr;
  session.check(manifact_vectorizer_from_terms(session.context(), batch.bytes.data(),
                                               batch.offsets.data(), batch.count(), &handle));
  return Vectorizer(handle);
}

std::string text_option_of(const manifact_vectorizer *vectorizer, const char *name) {
  char value[32] = "";
  manifact_vectorizer_get_text(vectorizer, name, value, sizeof value);
  return value;
}

std::string language_of(const manifact_vectorizer *vectorizer) {
  return text_option_of(vectorizer, "language");
}

std::vector<std::string> terms_of(const manifact_vectorizer *vectorizer) {
  std::vector<std::string> terms;
  const std::int64_t count = manifact_vectorizer_terms(vectorizer);
  for (std::int64_t j = 0; j < count; ++j)
    terms.emplace_back(manifact_vectorizer_term(vectorizer, j));
  return terms;
}

void Batch::add(std::string_view text) {
  bytes += text;
  offsets.push_back(static_cast<std::int64_t>(bytes.size()));
}

Settings settings_of(const TextArguments &text) {
  Settings settings;
  for (const std::string &given : text.settings) {
    const auto [name, value] = setting(given);
    add_setting(settings, name, value);
  }
  if (text.language) add_setting(settings, "language", *text.language);
  return settings;
}

void refuse_text_options(const std::string &name, const Fields &fields, const Settings &settings,
                         const std::optional<std::string> &stop_words) {
  const std::string reason = " applies to text, but " + name + " is a matrix";
  if (fields.any())
    throw Failure("--text-field, --label-field, --id-field, --date-field or --link-field" + reason);
  if (fields.skip)
    throw Failure("--skip-fields leaves out columns of a table, which " + name + " is not");
  if (stop_words) throw Failure("--stop-words" + reason);
  if (!settings.empty()) throw Failure("the option " + settings.front().first + reason);
}

Fields fields_of_text(const Input &input, const Fields &fields) {
  if (!input.has_fields()) return fields;
  Fields rest;
  rest.text = fields.text;
  rest.link = fields.link;
  return rest;
}

Matrix read_counts(Session &session, const Common &common, const TextArguments &text,
                   manifact_vectorizer *vectorizer) {
  Input input(session, common);
  if (input.is_text()) {
    Matrix counts = read_corpus(session, input, common.fields, vectorizer,
                                language_in(settings_of(text), text.stop_words), TextsKept::none)
                        .counts;
    refuse_vectors(common, input, "this command");
    return counts;
  }
  refuse_text_options(input.name(), fields_of_text(input, common.fields), settings_of(text),
                      text.stop_words);
  return input.matrix();
}

void warn_of_reading(Session &session, const Input &input, const TextReader &reader,
                     std::int64_t broken) {
  if (const std::string remark = reader.remark(); !remark.empty()) session.warn(remark);
  warn_of_broken(session, input.name(), broken + reader.repaired());
}

void warn_of_unknown_language(Session &session, const std::string &name) {
  session.warn(name +
               ": the language of the texts was not found, or --language does not support it; only "
               "the stop words of --stop-words FILE are removed");
}

void warn_without_stop_words(Session &session, const std::string &name,
                             const std::string &language) {
  session.warn(name + ": there are no built-in stop words for " + language +
               ": only those of --stop-words FILE are removed, and topics may consist of function "
               "words");
}

void warn_of_broken(Session &session, const std::string &name, std::int64_t all) {
  if (all > 0)
    session.warn(name + ": " + counted(all, "invalid UTF-8 sequence") +
                 " replaced by U+FFFD; is the input UTF-8? --encoding names another encoding");
}

Corpus read_new_documents(Session &session, Input &input, const Fields &fields,
                          const manifact_vectorizer *vectorizer, const TakesDocument &takes) {
  Corpus corpus;
  Batch batch;
  KeptTexts texts(corpus.documents.excerpts);
  std::int64_t broken = 0;
  const std::unique_ptr<TextReader> reader = input.documents(fields, "reading");
  for (Document document; reader->next(document);) {
    if (document.id.starts_with("line ") || document.id.starts_with("record "))
      document.id = input.name() + ", " + document.id;
    if (!takes(repaired(document.id)) && ++corpus.read > 0) continue;
    corpus.taken.push_back(corpus.read++);
    batch.add(document.text);
    broken += broken_parts(document.text);
    keep(corpus.documents, document, *reader, &texts);
  }
  session.progress().clear();
  warn_of_reading(session, input, *reader, broken);
  if (batch.count() == 0) return corpus;
  corpus.terms.resize(corpus.documents.ids.size());
  manifact_matrix *counts = nullptr;
  session.check_input(manifact_vectorizer_transform_counted(
                          session.stoppable(), vectorizer, batch.bytes.data(), batch.offsets.data(),
                          batch.count(), corpus.terms.data(), &counts),
                      input.name());
  corpus.counts.reset(counts);
  return corpus;
}

namespace {

// Answers without information, of surveys and forms.
bool is_non_answer(std::string_view text) {
  static const std::set<std::string, std::less<>> words = {"-",
                                                           "--",
                                                           "---",
                                                           "n/a",
                                                           "na",
                                                           "n.a.",
                                                           "none",
                                                           "nothing",
                                                           "nil",
                                                           "no",
                                                           "nope",
                                                           "null",
                                                           "nan",
                                                           "x",
                                                           "idk",
                                                           "no comment",
                                                           "no comments",
                                                           "no answer",
                                                           "not applicable",
                                                           "unknown",
                                                           "don't know",
                                                           "nothing to add"};
  constexpr std::size_t longest = 16;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);  // npos + 1 == 0
  return text.size() <= longest && words.contains(lower_case(text));
}

class CopyFinder {
 public:
  explicit CopyFinder(Copies &copies) : copies_(copies) {}

  // Whether the document is clustered.
  bool takes(std::string_view text) {
    constexpr std::int64_t most_by_default = 100000;
    const bool finds_near = copies_.is_given || count_ < most_by_default;
    const std::int64_t original = finder_.add(text, finds_near);
    ++count_;
    copies_.exact = finder_.exact();
    copies_.near = finder_.near();
    if (copies_.handling == CopyHandling::keep) return true;
    const bool is_copy = original != NearCopies::none;
    const bool has_topic = is_copy && copies_.handling == CopyHandling::collapse;
    copies_.places.push_back(has_topic ? copies_.places[static_cast<std::size_t>(original)]
                             : is_copy ? -1
                                       : kept_++);
    return !is_copy;
  }

 private:
  Copies &copies_;
  NearCopies finder_;
  std::int64_t count_ = 0, kept_ = 0;
};

}  // namespace

void add_documents(Session &session, TextReader &reader, manifact_vectorizer *vectorizer,
                   TextsKept kept, Documents &documents, Copies *copies, TextSample *sample) {
  std::optional<CopyFinder> finder;
  if (copies != nullptr) finder.emplace(*copies);
  KeptTexts texts(documents.excerpts);
  if (kept == TextsKept::whole) documents.whole = std::make_shared<WholeTexts>();
  std::int64_t non_answers = 0;
  std::string example;
  for (Document document; reader.next(document);) {
    if (is_non_answer(document.text) && non_answers++ == 0) example = document.text;
    if (finder && copies->handling == CopyHandling::collapse)
      keep(copies->all, document, reader, nullptr);
    if (finder && !finder->takes(document.text)) continue;
    if (sample != nullptr) sample->add(document.text);
    keep(documents, document, reader, kept == TextsKept::none ? nullptr : &texts);
    if (documents.whole != nullptr) documents.whole->add(document.text);
    session.check(manifact_vectorizer_add(vectorizer, document.text.data(),
                                          static_cast<std::int64_t>(document.text.size())),
                  vectorizer);
  }
  if (non_answers > 0)
    session.note(counted(non_answers, "text") + (non_answers == 1 ? " is" : " are") +
                 " no answer, such as \"" + escaped(example) +
                 "\"; --missing takes such words for missing texts");
}

Copies copies_of_word(const std::optional<std::string> &word) {
  Copies copies;
  copies.are_counted = true;
  copies.is_given = word.has_value();
  if (!word || *word == "keep") return copies;
  if (*word != "collapse" && *word != "drop")
    throw Failure("--near-duplicates " + escaped(*word) +
                  " is unknown; expected keep, collapse or drop");
  copies.handling = *word == "drop" ? CopyHandling::drop : CopyHandling::collapse;
  return copies;
}

Language language_in(const Settings &settings, const std::optional<std::string> &stop_words) {
  const bool is_given = std::any_of(settings.begin(), settings.end(), [](const auto &setting) {
    return setting.first == "language";
  });
  return is_given || stop_words ? Language::given : Language::by_default;
}

Corpus read_corpus(Session &session, Input &input, const Fields &fields,
                   manifact_vectorizer *vectorizer, Language language, TextsKept kept,
                   const Copies *copies) {
  Corpus corpus;
  if (copies != nullptr) corpus.copies = *copies;
  const bool is_detected = language_of(vectorizer) == "auto";
  const bool wants_stop_words = text_option_of(vectorizer, "stop-words") == "auto";
  const std::unique_ptr<TextReader> reader = input.documents(fields);
  TextSample sample;
  add_documents(session, *reader, vectorizer, kept, corpus.documents,
                copies != nullptr ? &corpus.copies : nullptr, &sample);
  if (corpus.documents.ids.empty()) {
    const std::string remark = reader->remark();
    throw Failure(input.name() + " contains no documents" + (remark.empty() ? "" : ": " + remark));
  }
  session.progress().enter("vocabulary");
  manifact_matrix *counts = nullptr;
  session.check_input(manifact_vectorizer_finish(vectorizer, &counts), input.name(), vectorizer);
  corpus.counts.reset(counts);
  session.progress().clear();
  if (is_detected && language_of(vectorizer) == "none")
    warn_of_unknown_language(session, input.name());
  else if (wants_stop_words && text_option_of(vectorizer, "stop-words") == "none")
    warn_without_stop_words(session, input.name(), language_of(vectorizer));
  else if (wants_stop_words && language == Language::by_default)
    warn_of_other_language(session, input.name(), sample);
  if (is_detected && language_of(vectorizer) != "none")
    tell_language(session, input.name(), language_of(vectorizer), sample);
  warn_of_twice_encoded(session, input.name(), sample);
  warn_of_reading(session, input, *reader, manifact_vectorizer_replaced(vectorizer));
  return corpus;
}

}  // namespace cli
