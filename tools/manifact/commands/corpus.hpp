// From text to counts: options, documents, vocabulary.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "commands/commands.hpp"
#include "commands/text_languages.hpp"
#include "handles.hpp"
#include "readers/copies.hpp"
#include "readers/documents.hpp"
#include "readers/input.hpp"
#include "terminal/session.hpp"

namespace cli {

using Settings = std::vector<std::pair<std::string, std::string>>;

// "option=value" as a pair.
std::pair<std::string, std::string> setting(const std::string &text);

// Adds an option; it is an error if it was added before.
void add_setting(Settings &settings, const std::string &name, const std::string &value);

bool is_text_option(const std::string &name);

// With the user's stop words, which are added to the built-in ones.
Vectorizer make_vectorizer(const Session &session, const Settings &settings,
                           const std::optional<std::string> &stop_words);

// A given vocabulary: names for the features of a matrix.
Vectorizer vectorizer_of_terms(const Session &session, const std::vector<std::string> &terms);

// The value of the option; after the vocabulary is finished, what was detected.
std::string text_option_of(const manifact_vectorizer *vectorizer, const char *name);
std::string language_of(const manifact_vectorizer *vectorizer);

std::vector<std::string> terms_of(const manifact_vectorizer *vectorizer);

// Concatenated texts, in the layout that the library takes.
struct Batch {
  std::string bytes;
  std::vector<std::int64_t> offsets{0};
  void add(std::string_view text);
  std::int64_t count() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

struct Corpus {
  Documents documents;
  Matrix counts;
  std::vector<std::int64_t> terms = {};  // of each document, if they were counted
  Copies copies = {};
  // Of new documents: how many were read, and the numbers of those that were taken.
  std::int64_t read = 0;
  std::vector<std::int64_t> taken = {};
};

// The settings of -s; each option may be given once.
Settings settings_of(const TextArguments &text);

// INPUT as a matrix; text is converted to word counts.
Matrix read_counts(Session &session, const Common &common, const TextArguments &text,
                   manifact_vectorizer *vectorizer);

// Emits the warnings collected while reading text. `broken` counts invalid UTF-8 sequences in
// addition to those that the reader itself replaced.
void warn_of_reading(Session &session, const Input &input, const TextReader &reader,
                     std::int64_t broken);

// The single warnings of warn_of_reading(); `name` is that of the input.
void warn_of_broken(Session &session, const std::string &name, std::int64_t sequences);
void warn_of_unknown_language(Session &session, const std::string &name);
void warn_without_stop_words(Session &session, const std::string &name,
                             const std::string &language);

// Text options or fields given for a matrix are an error; they are not ignored silently.
void refuse_text_options(const std::string &name, const Fields &fields, const Settings &settings,
                         const std::optional<std::string> &stop_words);

// Those that a matrix cannot have: a table of numbers may have labels, ids and dates.
Fields fields_of_text(const Input &input, const Fields &fields);

// Reads documents and counts the terms of a finished vocabulary; those that takes() refuses by name
// are left out. The position of a document without a name is in its input: "new.tsv, line 3".
using TakesDocument = std::function<bool(const std::string &id)>;
Corpus read_new_documents(Session &session, Input &input, const Fields &fields,
                          const manifact_vectorizer *vectorizer, const TakesDocument &takes);

// What is kept of texts for people to read: their beginnings, and for the report the whole texts in
// a temporary file.
enum class TextsKept { none, beginnings, whole };

// Counts the words of all documents of the reader. Copies are counted if they are given, and
// handled as they say; a sample takes its share of the texts.
void add_documents(Session &session, TextReader &reader, manifact_vectorizer *vectorizer,
                   TextsKept kept, Documents &documents, Copies *copies = nullptr,
                   TextSample *sample = nullptr);

// Whether the user named the language, or gave stop words; it is then not doubted.
enum class Language { by_default, given };
Language language_in(const Settings &settings, const std::optional<std::string> &stop_words);

// Reads all documents, counts their words and finishes the vocabulary.
Corpus read_corpus(Session &session, Input &input, const Fields &fields,
                   manifact_vectorizer *vectorizer, Language language, TextsKept kept,
                   const Copies *copies = nullptr);

// --near-duplicates
Copies copies_of_word(const std::optional<std::string> &word);

}  // namespace cli
