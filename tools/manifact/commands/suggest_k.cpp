// manifact suggest-k INPUT
#include <algorithm>
#include <cstdint>
#include <memory>

#include "commands/commands.hpp"
#include "commands/solving.hpp"
#include "output/file.hpp"
#include "report/suggestion.hpp"
#include "report/summary.hpp"

namespace cli {
namespace {

struct Arguments : Solving {
  std::int64_t from = 2, to = 0;
  std::string vocabulary = "auto";  // the method whose vocabulary is used
  bool json = false;
};

// Unless -s sets limits, uses those of the method: the vocabulary is that of a fit with it.
void set_limits(const Session &session, const Arguments &arguments, const GivenOptions &given,
                manifact_solver *solver) {
  const Solver other = make_solver(session, arguments.vocabulary, {});
  for (const char *name : {"min-df", "max-df"}) {
    const bool is_given = std::any_of(given.solver.begin(), given.solver.end(),
                                      [name](const auto &one) { return one.first == name; });
    if (is_given) continue;
    char value[64];
    session.check(manifact_solver_get_text(other.get(), name, value, sizeof value), other.get());
    session.check(manifact_solver_set_text(solver, name, value), solver);
  }
}

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  const GivenOptions given = options_given(arguments);
  const Solver solver = make_solver(session, arguments.method, given.solver);
  set_limits(session, arguments, given, solver.get());
  Input input(session, arguments);
  const Data data = read_data(session, input, arguments, given, solver.get(), TextsKept::none);
  const Graph graph = read_graph(session, arguments, data, solver.get());
  const Suggestion suggestion =
      suggest(session, solver.get(), data.X.get(), input.name(), arguments.from, arguments.to);
  print(arguments.json ? json_text(suggestion_object(suggestion.get()))
                       : suggestion_text(suggestion.get()));
}

constexpr const char *footer =
    R"(One line for each number of clusters k: the k-th eigenvalue of the graph, its
relative gap to the next one, and the stability: the agreement of clusterings of
random samples of the documents (adjusted Rand index: 0 = chance, 1 = equal). If
a number cannot be evaluated, its line gives the reason. The suggestion is a
heuristic: compare the reports of two or three candidates.

Examples:
  manifact suggest-k mails/
  manifact suggest-k counts.mtx --from 5 --to 60 -s neighbors=20
  manifact cluster mails/ -k auto -o topics

For the options of -s with their bounds and defaults, see manifact options ncut.
)";

}  // namespace

void add_suggest_k(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("suggest-k", "Suggest a number of clusters", footer,
                             [arguments] { run(*arguments); });
  arguments->method = "ncut";
  add_input(command, *arguments);
  command.whole("--from", "A", arguments->from, 2, "The smallest number to evaluate [2]");
  command.whole(
      "--to", "B", arguments->to, 2,
      "The largest number to evaluate [40, or the number of\ndocuments minus 1 if smaller]");
  command.option("-m,--method", "METHOD", arguments->vocabulary,
                 "The method to cluster with: its document-frequency\nlimits are used [auto]");
  add_near_duplicates(command, *arguments);
  add_text(command, arguments->text,
           "An option of the method ncut or of the vectorizer; may\nbe given several times");
  add_text_field(command, *arguments);
  add_table_fields(command, *arguments);
  add_files_beside(command, *arguments);
  add_seed(command, *arguments);
  command.option("--weighting", "WORD", arguments->weighting,
                 "none, tfidf, log-tfidf, or auto: tfidf for sparse\ncounts, else none [auto]");
  command.flag("--json", arguments->json, "Print the suggestion as a JSON object");
  add_common(command, *arguments, "Suppress the progress bar and warnings");
}

}  // namespace cli
