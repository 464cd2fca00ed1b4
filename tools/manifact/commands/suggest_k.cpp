// manifact suggest-k INPUT
#include <cstdint>
#include <memory>

#include "commands/commands.hpp"
#include "commands/solving.hpp"
#include "commands/suggestion.hpp"
#include "report/output.hpp"
#include "report/summary.hpp"

namespace cli {
namespace {

struct Arguments : Solving {
  std::int64_t from = fewest_clusters, to = 0;
  bool json = false;
};

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  const GivenOptions given = options_given(arguments);
  const Solver solver = make_solver(session, arguments.method, given.solver);
  Input input(session, arguments.input, arguments.format, arguments.array);
  const Data data = read_data(session, input, arguments, given, solver.get(), false);
  const Graph graph = read_graph(session, arguments, solver.get());
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

Command add_suggest_k(CLI::App &program) {
  CLI::App *app = program.add_subcommand("suggest-k", "Suggest a number of clusters");
  const auto arguments = std::make_shared<Arguments>();
  arguments->method = "ncut";
  add_input(*app, *arguments);
  add_whole(*app, "--from", arguments->from, 2, "The smallest number to evaluate [2]")
      ->option_text("A");
  add_whole(*app, "--to", arguments->to, 2,
            "The largest number to evaluate [40, or the number of\ndocuments minus 1 if smaller]")
      ->option_text("B");
  add_text(*app, arguments->text,
           "An option of the method ncut or of the vectorizer; may\nbe given several times");
  add_text_field(*app, *arguments);
  add_label_fields(*app, *arguments);
  add_graph_file(*app, *arguments);
  add_seed(*app, *arguments);
  app->add_option("--weighting", arguments->weighting,
                  "none, tfidf, log-tfidf, or auto: tfidf for sparse\ncounts, else none [auto]")
      ->option_text("WORD");
  app->add_flag("--json", arguments->json, "Print the suggestion as a JSON object");
  add_common(*app, *arguments, "Suppress the progress bar and warnings");
  app->footer(footer);
  return {app, [arguments] { run(*arguments); }};
}

}  // namespace cli
