// From text to counts: options, documents and vocabulary.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "commands/commands.hpp"
#include "commands/session.hpp"
#include "handles.hpp"
#include "readers/documents.hpp"
#include "readers/input.hpp"

namespace cli {

using Settings = std::vector<std::pair<std::string, std::string>>;

// "option=value" as a pair.
std::pair<std::string, std::string> setting(const std::string &text);

// Adds an option that must not be there yet.
void add_setting(Settings &settings, const std::string &name, const std::string &value);

bool is_text_option(const std::string &name);

// With the user's own stop words, which are those of the file beside the built-in ones.
Vectorizer make_vectorizer(const Session &session, const Settings &settings,
                           const std::optional<std::string> &stop_words);

// A vocabulary that is given: names for the features of a matrix.
Vectorizer vectorizer_of_terms(const Session &session, const std::vector<std::string> &terms);

std::vector<std::string> terms_of(const manifact_vectorizer *vectorizer);

// Texts one behind the other, as the library takes them.
struct Batch {
  std::string bytes;
  std::vector<std::int64_t> offsets{0};
  void add(std::string_view text);
  std::int64_t count() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

struct Corpus {
  Documents documents;
  Matrix counts;
};

// The settings of -s, each once.
Settings settings_of(const TextArguments &text);

// INPUT as a matrix; when it is text, as counts of its words.
Matrix read_counts(Session &session, const Common &common, const TextArguments &text,
                   manifact_vectorizer *vectorizer);

// What reading text has to tell when it is done, `broken` parts that were no UTF-8 beside those
// that the reader repaired itself.
void warn_of_reading(Session &session, const Input &input, const TextReader &reader,
                     std::int64_t broken);

// Options and fields of text in front of a matrix are an error, not a silent nothing.
void refuse_text_options(const Input &input, const Fields &fields, const Settings &settings,
                         const std::optional<std::string> &stop_words);

// Reads all documents, counts their words and finishes the vocabulary. The excerpts are for the
// report alone.
Corpus read_corpus(Session &session, Input &input, const Fields &fields,
                   manifact_vectorizer *vectorizer, bool with_excerpts);

}  // namespace cli
