#include "commands/background.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <unordered_map>
#include <utility>

#include "output/npz.hpp"
#include "readers/terms.hpp"
#include "report/feature_names.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t bytes_at_once = std::size_t{1} << 24;

struct Frequencies {
  std::vector<std::int64_t> of;  // each column of the input
  std::int64_t documents = 0;
};

std::vector<std::int64_t> frequencies_of(Session &session, const manifact_matrix *counts) {
  std::vector<std::int64_t> of(static_cast<std::size_t>(manifact_matrix_columns(counts)));
  session.check(manifact_matrix_document_frequencies(session.context(), counts, of.data(),
                                                     static_cast<std::int64_t>(of.size())));
  return of;
}

// Counts the terms of a batch of texts and begins another one.
void count(Session &session, const std::string &name, const manifact_vectorizer *vectorizer,
           Batch &batch, Frequencies &all) {
  if (batch.count() == 0) return;
  manifact_matrix *handle = nullptr;
  session.check_input(
      manifact_vectorizer_transform(session.stoppable(), vectorizer, batch.bytes.data(),
                                    batch.offsets.data(), batch.count(), &handle),
      name);
  const Matrix counts(handle);
  const std::vector<std::int64_t> some = frequencies_of(session, handle);
  for (std::size_t j = 0; j < some.size(); ++j) all.of[j] += some[j];
  all.documents += batch.count();
  batch = Batch();
}

Frequencies of_texts(Session &session, const Solving &arguments, Input &input,
                     const manifact_vectorizer *vectorizer) {
  Frequencies all{
      std::vector<std::int64_t>(static_cast<std::size_t>(manifact_vectorizer_terms(vectorizer)))};
  Fields fields;
  fields.text = arguments.fields.text;
  Batch batch;
  std::int64_t broken = 0;
  const std::unique_ptr<TextReader> reader = input.documents(fields, "reading");
  for (Document document; reader->next(document);) {
    batch.add(document.text);
    broken += broken_parts(document.text);
    if (batch.bytes.size() >= bytes_at_once) count(session, input.name(), vectorizer, batch, all);
  }
  count(session, input.name(), vectorizer, batch, all);
  session.progress().clear();
  warn_of_reading(session, input, *reader, broken);
  if (all.documents == 0) throw Failure("--idf-from: " + input.name() + " contains no documents");
  return all;
}

// The terms that vectorize writes beside a matrix; none without such a file.
std::vector<std::string> terms_beside(Session &session, const std::string &matrix,
                                      const manifact_matrix *counts) {
  const std::string stem = matrix_stem(matrix);
  const std::string path = stem + ".terms.txt";
  if (stem == matrix || !std::filesystem::is_regular_file(path)) return {};
  Terms terms =
      read_terms(path, {matrix, manifact_matrix_rows(counts), manifact_matrix_columns(counts)});
  session.note(matrix + ": names of columns from " + path);
  return std::move(terms.names);
}

// By the names of the columns; without names, column by column.
Frequencies of_counts(Session &session, const std::string &name, const std::string &input_name,
                      const manifact_matrix *counts, std::int64_t columns,
                      const std::vector<std::string> &names) {
  if (manifact_matrix_is_dense(counts) == MANIFACT_TRUE)
    throw Failure("--idf-from expects counts of words, but " + name + " is dense");
  Frequencies all{frequencies_of(session, counts), manifact_matrix_rows(counts)};
  std::vector<std::string> theirs = names_of_features(counts);
  if (theirs.empty()) theirs = terms_beside(session, name, counts);
  if (theirs.empty() || names.empty()) {
    if (std::ssize(all.of) != columns || !names.empty() || !theirs.empty())
      throw Failure("--idf-from " + name + " has " + counted(std::ssize(all.of), "column") +
                    (theirs.empty() ? " without names" : "") + ", but " + input_name + " has " +
                    counted(columns, "feature") + (names.empty() ? " without names" : "") +
                    "; give texts, a matrix with the same columns, or files NAME.terms.txt "
                    "beside both, as manifact vectorize writes them");
    return all;
  }
  std::unordered_map<std::string, std::int64_t> known;
  for (std::size_t j = 0; j < theirs.size(); ++j) known[theirs[j]] = all.of[j];
  Frequencies found{{}, all.documents};
  for (const std::string &term : names) {
    const auto at = known.find(term);
    found.of.push_back(at != known.end() ? at->second : 0);
  }
  return found;
}

void require_common_terms(const Frequencies &found, const std::string &name) {
  if (std::all_of(found.of.begin(), found.of.end(), [](std::int64_t df) { return df == 0; }))
    throw Failure("--idf-from: none of the " + counted(std::ssize(found.of), "feature") +
                  " of the input occurs in " + name);
}

}  // namespace

void add_idf_from(Command &command, Solving &arguments) {
  command.option("--idf-from", "FILE", arguments.idf_from,
                 "Weight the counts by the document frequencies of\nanother, larger collection: "
                 "texts, or a matrix of\ncounts");
}

void set_background(Session &session, const Solving &arguments, const Input &input,
                    manifact_matrix *counts, const manifact_vectorizer *vectorizer,
                    const std::vector<std::string> &names) {
  if (!arguments.idf_from) return;
  if (manifact_matrix_is_dense(counts) == MANIFACT_TRUE)
    throw Failure("--idf-from weights counts of words, but " + input.name() + " is dense");
  if (*arguments.idf_from == "-" && arguments.input == "-")
    throw Failure("INPUT and --idf-from cannot both be standard input");
  InputOptions options = arguments;
  options.input = *arguments.idf_from;
  options.origins = nullptr;
  options.more_inputs.clear();
  options.vector_field.reset();
  options.format = "auto";
  options.array.reset();
  options.transpose = false;
  Input other(session, options, Unclear::lines);
  if (other.is_text() && vectorizer == nullptr)
    throw Failure("--idf-from " + other.name() + " is text, but " + input.name() +
                  " is a matrix; give the counts of the texts (manifact vectorize)");
  Frequencies found;
  if (other.is_text()) {
    found = of_texts(session, arguments, other, vectorizer);
  } else {
    const Matrix matrix = other.matrix();
    found = of_counts(session, other.name(), input.name(), matrix.get(),
                      manifact_matrix_columns(counts),
                      names.empty() ? terms_beside(session, input.name(), counts) : names);
  }
  require_common_terms(found, other.name());
  session.note("weights by the document frequencies of " + counted(found.documents, "document") +
               " of " + other.name());
  session.check_input(
      manifact_matrix_set_background(session.context(), counts, found.of.data(),
                                     static_cast<std::int64_t>(found.of.size()), found.documents),
      other.name());
}

}  // namespace cli
