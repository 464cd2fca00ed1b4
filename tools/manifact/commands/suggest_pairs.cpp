// manifact suggest-pairs INPUT -k K
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
    Corpus corpus =
        read_corpus(session, input, arguments.fields, vectorizer.get(), TextsKept::beginnings);
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

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  const Data data = read(session, arguments);
  const std::int64_t n = manifact_matrix_rows(data.X.get());
  const Known known =
      read_constraints(session, arguments.labels, arguments.constraints, data.documents, n,
                       input_name(arguments.input), reading_of(arguments).missing);
  constexpr std::int64_t most = 1'000'000;
  if (arguments.count > most)
    throw Failure("-n is " + std::to_string(arguments.count) + ": at most " + std::to_string(most) +
                  " questions at a time");
  std::vector<std::int64_t> first(static_cast<std::size_t>(arguments.count)), second(first);
  std::vector<double> cosines(first.size());
  std::int64_t found = 0;
  session.progress().enter("suggesting");
  session.check(manifact_constraints_suggest(
      session.stoppable(), data.X.get(), known.constraints.get(), arguments.clusters,
      arguments.seed, arguments.count, first.data(), second.data(), cosines.data(), &found));
  session.progress().clear();
  const Names names(&data.documents);
  const bool named = !data.documents.ids.empty();
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::string text;
  for (std::size_t p = 0; p < static_cast<std::size_t>(found); ++p) {
    nlohmann::ordered_json object{
        {"first", first[p]}, {"second", second[p]}, {"cosine", cosines[p]}};
    const auto &excerpts = data.documents.excerpts;
    const auto excerpt_of = [&](std::int64_t document) {
      return excerpt(excerpts[static_cast<std::size_t>(document)], excerpt_characters);
    };
    if (named) object["ids"] = {names(first[p]), names(second[p])};
    if (!excerpts.empty()) object["excerpts"] = {excerpt_of(first[p]), excerpt_of(second[p])};
    list.push_back(std::move(object));
    text += std::to_string(first[p]) + ' ' + std::to_string(second[p]) + ' ' +
            fixed_number(cosines[p], 3);
    if (named)
      text += "  " + escaped(data.documents.ids[static_cast<std::size_t>(first[p])]) + "  " +
              escaped(data.documents.ids[static_cast<std::size_t>(second[p])]);
    text += '\n';
    if (!excerpts.empty())
      text += "# " + escaped(excerpt_of(first[p])) + "\n# " + escaped(excerpt_of(second[p])) + '\n';
  }
  if (found < arguments.count) session.warn("there are no more pairs to ask about");
  print(arguments.json ? json_text(list) : text);
}

constexpr const char *footer =
    R"(Each line is a question: do these two documents belong together? It gives their
numbers and their cosine, and for text their names and, after #, their first
words. Write the answers to a file, "i j 1" for together and "i j -1" for apart,
pass it with --constraints and ask again. The first questions are about
documents unlike all known ones, until K groups are known; the next ones compare
random documents with the most similar known documents.

Examples:
  manifact suggest-pairs mails/ -k 6
  manifact suggest-pairs mails/ -k 6 --constraints answers.txt -n 5
  manifact cluster mails/ -k 6 -m rcf --constraints answers.txt -o topics
)";

}  // namespace

void add_suggest_pairs(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("suggest-pairs", "Suggest pairs of documents to label next", footer,
                             [arguments] { run(*arguments); });
  add_input(command, *arguments);
  command.whole("-k,--clusters", "K", arguments->clusters, 1, "The number of clusters").required();
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
