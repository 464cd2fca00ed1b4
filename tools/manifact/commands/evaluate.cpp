// manifact evaluate TRUE PREDICTED
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/known_labels.hpp"
#include "output/file.hpp"
#include "readers/input.hpp"
#include "report/scores.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/table.hpp"

namespace cli {
namespace {

struct Arguments {
  std::string truth;
  std::string predicted;
  std::optional<std::string> known, missing;
  bool json = false;
};

// Documents whose class was given to the fit are excluded: they do not measure the clustering.
void leave_out(Session &session, const Arguments &arguments, const MissingWords &missing,
               std::vector<std::int64_t> &truth) {
  const KnownLabels known = read_known_labels(
      *arguments.known, DocumentNames({}, std::ssize(truth)), arguments.truth, missing);
  for (const std::string &note : known.notes) session.note(note);
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (known.numbers[i] >= 0) truth[i] = -1;
}

// Empty lines at the end are documents if the other file has more.
void extend(GivenClasses &classes, std::size_t documents) {
  for (; classes.numbers.size() < documents && classes.blank_at_end > 0; --classes.blank_at_end) {
    classes.numbers.push_back(-1);
    ++classes.unknown;
  }
}

std::vector<std::int64_t> noted(Session &session, const std::string &path, GivenClasses &classes,
                                const char *consequence) {
  for (const std::string &note : classes.notes) session.note(note);
  if (classes.unknown > 0)
    session.note(input_name(path) + ": " + std::to_string(classes.unknown) + " of " +
                 counted(std::ssize(classes.numbers), "document") + " without a class (" +
                 consequence + ')');
  return std::move(classes.numbers);
}

// `more`: labels of the truth than predicted ones.
std::string header_hint(const Arguments &arguments, std::int64_t more) {
  if (more != 1 && more != -1) return "";
  return "; is the first line of " + input_name(more == 1 ? arguments.truth : arguments.predicted) +
         " a header? Remove it";
}

void run(const Arguments &arguments) {
  Session session(1);
  const MissingWords missing =
      arguments.missing ? MissingWords(*arguments.missing) : MissingWords();
  GivenClasses given = read_classes(arguments.truth, missing, Groups::classes),
               found = read_classes(arguments.predicted, missing, Groups::clusters);
  extend(given, found.numbers.size());
  extend(found, given.numbers.size());
  std::vector<std::int64_t> truth = noted(session, arguments.truth, given, "left out");
  const std::vector<std::int64_t> predicted =
      noted(session, arguments.predicted, found, "unassigned");
  if (truth.size() != predicted.size())
    throw Failure(arguments.truth + " has " +
                  counted(static_cast<std::int64_t>(truth.size()), "label") + ", but " +
                  arguments.predicted + " has " + std::to_string(predicted.size()) +
                  header_hint(arguments, std::ssize(truth) - std::ssize(predicted)));
  if (arguments.known) leave_out(session, arguments, missing, truth);
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
classes may differ. -1, in any form such as -1.0, NaN, NA, NULL, None, ?, - or
an empty line in TRUE means unknown: the document is left out. In PREDICTED they
mean unassigned: the document counts as wrong in accuracy and purity, and the
unassigned ones as a separate group in the other measures. 0 is a class, unlike
in cluster --labels. Identical groupings score 1
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
  add_missing(command, arguments->missing);
  command.flag("--json", arguments->json, "Print one JSON object");
}

}  // namespace cli
