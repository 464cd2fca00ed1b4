// manifact suggest-pairs INPUT -k K, or MODEL
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/constraints.hpp"
#include "commands/corpus.hpp"
#include "commands/document_vectors.hpp"
#include "output/file.hpp"
#include "readers/input.hpp"
#include "report/kept_documents.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::int64_t clusters = 0, count = 1;
  TextArguments text;
  std::optional<std::string> labels, constraints;
  std::string weighting = "auto";
  std::int64_t seed = 0;
  bool json = false;
};

struct Data {
  Matrix X;  // weighted
  Documents documents;
};

Data read(Session &session, const Arguments &arguments) {
  const Vectorizer vectorizer =
      make_vectorizer(session, settings_of(arguments.text), arguments.text.stop_words);
  Input input(session, arguments);
  Data data;
  Matrix X;
  if (input.is_text()) {
    Corpus corpus = read_corpus(session, input, arguments.fields, vectorizer.get(),
                                language_in(settings_of(arguments.text), arguments.text.stop_words),
                                TextsKept::beginnings);
    refuse_vectors(arguments, input, "suggest-pairs");
    X = std::move(corpus.counts);
    data.documents = std::move(corpus.documents);
  } else {
    refuse_text_options(input.name(), fields_of_text(input, arguments.fields),
                        settings_of(arguments.text), arguments.text.stop_words);
    X = input.matrix();
    data.documents = input.row_documents();
  }
  session.progress().enter("weighting");
  manifact_matrix *weighted = nullptr;
  session.check_input(manifact_matrix_weight(session.stoppable(), X.get(),
                                             arguments.weighting.c_str(), "auto", &weighted),
                      input.name());
  data.X = Matrix(weighted);
  return data;
}

struct Questions {
  std::vector<std::int64_t> first, second;
  std::vector<double> values;  // cosines, or margins
  std::int64_t found = 0;

  explicit Questions(std::int64_t most)
      : first(static_cast<std::size_t>(most)), second(first), values(first.size()) {}
};

void print_questions(Session &session, const Arguments &arguments, const Questions &questions,
                     const Documents &documents, const char *value) {
  const Names names(&documents);
  const bool named = !documents.ids.empty();
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::string text;
  for (std::size_t p = 0; p < static_cast<std::size_t>(questions.found); ++p) {
    const std::int64_t first = questions.first[p], second = questions.second[p];
    nlohmann::ordered_json object{
        {"first", first}, {"second", second}, {value, questions.values[p]}};
    const auto excerpt_of = [&](std::int64_t document) {
      return excerpt(documents.excerpts[static_cast<std::size_t>(document)], excerpt_characters);
    };
    if (named) object["ids"] = {names(first), names(second)};
    if (!documents.excerpts.empty()) object["excerpts"] = {excerpt_of(first), excerpt_of(second)};
    list.push_back(std::move(object));
    text += std::to_string(first) + ' ' + std::to_string(second) + ' ' +
            fixed_number(questions.values[p], 3);
    if (named)
      text += "  " + escaped(documents.ids[static_cast<std::size_t>(first)]) + "  " +
              escaped(documents.ids[static_cast<std::size_t>(second)]);
    text += '\n';
    if (!documents.excerpts.empty())
      text += "# " + escaped(excerpt_of(first)) + "\n# " + escaped(excerpt_of(second)) + '\n';
  }
  if (questions.found < arguments.count) session.warn("there are no more pairs to ask about");
  print(arguments.json ? json_text(list) : text);
}

bool is_model(const Arguments &arguments) { return arguments.input.ends_with(".manifact"); }

// By the topics of a fit.
void ask_by_model(Session &session, const Arguments &arguments) {
  if (arguments.clusters > 0 || arguments.weighting != "auto" ||
      !settings_of(arguments.text).empty())
    throw Failure("suggest-pairs " + escaped(arguments.input) +
                  ": -k, --weighting and options of text are those of the model; leave them out");
  if (arguments.seed != 0)
    throw Failure(
        "suggest-pairs " + escaped(arguments.input) +
        ": --seed is of no use with a model, whose questions are not drawn; leave it out");
  if (arguments.fields.any() || arguments.vectors)
    throw Failure("suggest-pairs " + escaped(arguments.input) +
                  ": fields and vectors of documents are those of the model; leave them out");
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), arguments.input.c_str(), &handle));
  const Model model(handle);
  const Documents documents = kept_documents(handle);
  const std::int64_t n = manifact_model_documents(handle);
  const Known known = read_constraints(session, arguments.labels, arguments.constraints, documents,
                                       n, arguments.input, reading_of(arguments).missing);
  Questions questions(std::min(arguments.count, n));
  session.progress().enter("suggesting");
  session.check(manifact_model_suggest_pairs(
      session.stoppable(), handle, known.constraints.get(), std::ssize(questions.first),
      questions.first.data(), questions.second.data(), questions.values.data(), &questions.found));
  session.progress().clear();
  print_questions(session, arguments, questions, documents, "margin");
}

void ask_by_documents(Session &session, const Arguments &arguments) {
  if (arguments.clusters == 0)
    throw Failure(
        "suggest-pairs: -k is missing, the number of clusters (a model NAME.manifact "
        "instead of documents needs none)");
  const Data data = read(session, arguments);
  const std::int64_t n = manifact_matrix_rows(data.X.get());
  const Known known =
      read_constraints(session, arguments.labels, arguments.constraints, data.documents, n,
                       input_name(arguments.input), reading_of(arguments).missing);
  Questions questions(arguments.count);
  session.progress().enter("suggesting");
  session.check(manifact_constraints_suggest(
      session.stoppable(), data.X.get(), known.constraints.get(), arguments.clusters,
      arguments.seed, arguments.count, questions.first.data(), questions.second.data(),
      questions.values.data(), &questions.found));
  session.progress().clear();
  print_questions(session, arguments, questions, data.documents, "cosine");
}

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  constexpr std::int64_t most = 1'000'000;
  if (arguments.count > most)
    throw Failure("-n is " + std::to_string(arguments.count) + ": at most " + std::to_string(most) +
                  " questions at a time");
  is_model(arguments) ? ask_by_model(session, arguments) : ask_by_documents(session, arguments);
}

constexpr const char *footer =
    R"(Each line is a question: do these two documents belong together? It gives their
numbers and their cosine, and for text their names and, after #, their first
words. Write the answers to a file, "i j 1" for together and "i j -1" for apart,
pass it with --constraints and ask again.

INPUT is documents, or a model NAME.manifact. With a model the questions are
about the documents whose place is in doubt: those of answers that the topics
violate, then those between topics, by the margin, which is printed in place of
the cosine. Fit again with the answers after some of them. Without a model, the
first questions are about documents unlike all known ones, until K groups are
known; the next ones compare random documents with the most similar known ones.

Examples:
  manifact suggest-pairs mails/ -k 6
  manifact suggest-pairs mails/ -k 6 --constraints answers.txt -n 5
  manifact cluster mails/ -k 6 -m ccf --constraints answers.txt -o topics
  manifact suggest-pairs topics/model.manifact --constraints answers.txt -n 5
)";

}  // namespace

void add_suggest_pairs(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("suggest-pairs", "Suggest pairs of documents to label next", footer,
                             [arguments] { run(*arguments); });
  add_input(command, *arguments);
  command.whole("-k,--clusters", "K", arguments->clusters, 1, "The number of clusters");
  command.whole("-n,--count", "N", arguments->count, 1, "The number of questions [1]");
  command.option("--labels", "FILE", arguments->labels,
                 "Known classes, one per line, 0 or -1 = unknown");
  command.option("--constraints", "FILE", arguments->constraints,
                 "Known answers, lines \"i j weight\"");
  command.whole("--seed", "N", arguments->seed, 0, "The seed of all random numbers [0]");
  command.option("--weighting", "WORD", arguments->weighting,
                 "none, tfidf, log-tfidf, or auto: tfidf for sparse\ncounts, else none [auto]");
  add_text(command, arguments->text, "An option of the vectorizer; may be given several\ntimes");
  add_text_field(command, *arguments);
  add_table_fields(command, *arguments);
  command.flag("--json", arguments->json, "Print the questions as a JSON array");
  add_common(command, *arguments, "Suppress the progress bar and warnings");
}

}  // namespace cli
