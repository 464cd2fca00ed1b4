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
  Input input(session, arguments.input, arguments.format);
  const Data data = read_data(session, input, arguments, given, solver.get(), false);
  const Graph graph = read_graph(session, arguments, solver.get());
  const Suggestion suggestion =
      suggest(session, solver.get(), data.X.get(), input.name(), arguments.from, arguments.to);
  print(arguments.json ? json_text(suggestion_object(suggestion.get()))
                       : suggestion_text(suggestion.get()));
}

constexpr const char *footer =
    R"(One line a number of clusters k: the k-th eigenvalue of the graph, its gap to
the next one relative to that, and how alike the clusterings of samples of the
documents are (adjusted Rand index: 0 as by chance, 1 the same). A number that
cannot be judged says why. It is a help and no truth: read the table, and
compare two or three numbers by their reports.

Examples:
  manifact suggest-k mails/
  manifact suggest-k counts.mtx --from 5 --to 60 -s neighbors=20
  manifact cluster mails/ -k auto -o topics

The options of -s with their bounds and defaults: manifact options ncut
)";

}  // namespace

Command add_suggest_k(CLI::App &program) {
  CLI::App *app =
      program.add_subcommand("suggest-k", "Say what speaks for which number of clusters");
  const auto arguments = std::make_shared<Arguments>();
  arguments->method = "ncut";
  add_input(*app, *arguments);
  add_whole(*app, "--from", arguments->from, 2, "The smallest number that is looked at [2]")
      ->option_text("A");
  add_whole(*app, "--to", arguments->to, 2,
            "The largest [40, or one less than there are\ndocuments]")
      ->option_text("B");
  add_text(*app, arguments->text,
           "An option of the method ncut or of reading words; may\nbe given many times");
  add_text_field(*app, *arguments);
  add_label_fields(*app, *arguments);
  add_graph_file(*app, *arguments);
  add_seed(*app, *arguments);
  app->add_option("--weighting", arguments->weighting,
                  "none, tfidf, log-tfidf, or auto: tfidf for sparse\ncounts, else none [auto]")
      ->option_text("WORD");
  app->add_flag("--json", arguments->json, "Print the suggestion as one JSON object");
  add_common(*app, *arguments, "No progress bar and no warnings");
  app->footer(footer);
  return {app, [arguments] { run(*arguments); }};
}

}  // namespace cli
