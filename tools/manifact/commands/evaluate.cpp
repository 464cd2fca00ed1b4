// manifact evaluate TRUE PREDICTED
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/known_labels.hpp"
#include "commands/session.hpp"
#include "readers/input.hpp"
#include "readers/numbers.hpp"
#include "report/output.hpp"
#include "report/scores.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/table.hpp"

namespace cli {
namespace {

struct Arguments {
  std::string truth;
  std::string predicted;
  std::optional<std::string> known;
  bool json = false;
};

// Documents whose class was given to the fit are excluded: they do not measure the clustering.
void leave_out(const std::string &path, const std::string &truth_path,
               std::vector<std::int64_t> &truth) {
  const KnownLabels known =
      read_known_labels(path, DocumentNames({}, std::ssize(truth)), truth_path);
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (known.numbers[i] >= 0) truth[i] = -1;
}

void run(const Arguments &arguments) {
  Session session(1);
  std::vector<std::int64_t> truth = read_classes(arguments.truth);
  const std::vector<std::int64_t> predicted = read_classes(arguments.predicted);
  if (truth.size() != predicted.size())
    throw Failure(arguments.truth + " has " +
                  counted(static_cast<std::int64_t>(truth.size()), "label") + ", but " +
                  arguments.predicted + " has " + std::to_string(predicted.size()));
  if (arguments.known) leave_out(*arguments.known, arguments.truth, truth);
  nlohmann::ordered_json object;
  std::vector<std::vector<std::string>> rows;
  for (const Score &score : scores(session, truth, predicted)) {
    object[score.name] = score.value;
    rows.push_back({score.name, fixed_number(score.value, 4), score.meaning});
  }
  print(arguments.json ? json_text(object)
                       : table({{"measure"}, {"value", true}, {"meaning"}}, rows, output_width()));
}

constexpr const char *footer =
    R"(Both files contain one integer per line, in the order of the documents; or one
class name per line. Any integers are allowed, and the numbers of clusters and
classes may differ. -1, - or an empty line in TRUE means unknown: the document
is left out. In PREDICTED they mean unassigned: the document counts as wrong in
accuracy and purity, and the unassigned ones as a separate group in the other
measures. 0 is a class, unlike in cluster --labels. Identical groupings score 1
in every measure, random ones about 0 in ari.

Examples:
  manifact evaluate classes.txt topics/labels.txt
  manifact evaluate classes.txt topics/labels.txt --without some.txt
)";

}  // namespace

void add_evaluate(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("evaluate", "Compare a clustering with known classes", footer,
                             [arguments] { run(*arguments); });
  command.argument("TRUE", arguments->truth, "The known classes, one integer per line");
  command.argument("PREDICTED", arguments->predicted, "The clusters, one integer per line");
  command.option("--without", "FILE", arguments->known,
                 "Leave out the documents that have a known label in\nFILE, as given to "
                 "manifact cluster --labels");
  command.flag("--json", arguments->json, "Print one JSON object");
}

}  // namespace cli
