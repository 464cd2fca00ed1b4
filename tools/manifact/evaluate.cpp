// manifact evaluate TRUE PREDICTED
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.hpp"
#include "failure.hpp"
#include "input.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "scores.hpp"
#include "session.hpp"
#include "summary.hpp"
#include "table.hpp"

namespace cli {
namespace {

struct Arguments {
  std::string truth;
  std::string predicted;
  bool json = false;
};

void run(const Arguments &arguments) {
  Session session(1);
  const std::vector<std::int64_t> truth = read_labels(arguments.truth);
  const std::vector<std::int64_t> predicted = read_labels(arguments.predicted);
  if (truth.size() != predicted.size())
    throw Failure(arguments.truth + " has " + counted(static_cast<std::int64_t>(truth.size()), "label") + ", but " + arguments.predicted +
                  " has " + std::to_string(predicted.size()));
  nlohmann::ordered_json object;
  std::vector<std::vector<std::string>> rows;
  for (const Score &score : scores(session, truth, predicted)) {
    object[score.name] = score.value;
    rows.push_back({score.name, fixed_number(score.value, 4), score.meaning});
  }
  print(arguments.json ? json_text(object) : table({{"measure"}, {"value", true}, {"meaning"}}, rows, output_width()));
}

constexpr const char *footer = R"(Both files hold one integer a line, in the order of the documents. Any integers
will do, and there may be more clusters than classes or fewer. -1 in TRUE: not
known, the document is left out. -1 in PREDICTED: unassigned, which counts as
wrong in accuracy and purity, and as a group of its own in the other measures.
Equal groupings score 1 in every measure, random ones about 0 in ari.

Example:
  manifact evaluate classes.txt topics/labels.txt
)";

}  // namespace

Command add_evaluate(CLI::App &program) {
  CLI::App *app = program.add_subcommand("evaluate", "Compare a clustering with known classes");
  const auto arguments = std::make_shared<Arguments>();
  app->add_option("TRUE", arguments->truth, "The known classes, one integer a line")->required();
  app->add_option("PREDICTED", arguments->predicted, "The clusters, one integer a line")->required();
  app->add_flag("--json", arguments->json, "Print one JSON object");
  app->footer(footer);
  return {app, [arguments] { run(*arguments); }};
}

}  // namespace cli
