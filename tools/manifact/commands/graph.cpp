// manifact graph INPUT -p P
#include <cmath>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands/commands.hpp"
#include "commands/corpus.hpp"
#include "output/file.hpp"
#include "output/npz.hpp"
#include "readers/input.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"

namespace cli {
namespace {

constexpr std::int64_t adaptive_budget =
    std::int64_t{2} << 30;  // bytes; the default of the library's memory-budget

struct Arguments : Common {
  std::int64_t neighbors = 0;
  TextArguments text;
  std::string metric = "auto";
  std::optional<std::string> weight;
  std::string rule = "or";
  double bandwidth = 0;
  bool adaptive = false;
  double gamma = 0;  // 0: a value per row
  std::string search = "auto";
  double recall = 0.95;
  std::int64_t seed = 0;
  std::string weighting = "auto";
  std::string scaling = "auto";
  std::optional<std::string> output;
  bool json = false;
};

int number_of(const char *option, const std::string &word,
              const std::vector<std::pair<const char *, int>> &words) {
  std::string known;
  for (const auto &[name, number] : words) {
    if (word == name) return number;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw Failure(std::string(option) + ' ' + word + " is unknown; expected one of " + known);
}

// The default depends on the metric.
std::string weight_word(const Arguments &arguments) {
  if (arguments.weight) return *arguments.weight;
  return arguments.metric == "euclidean" ? "local-scaling" : "cosine";
}

Graph build(Session &session, const Arguments &arguments) {
  const int metric = number_of("--metric", arguments.metric,
                               {{"auto", MANIFACT_METRIC_AUTO},
                                {"cosine", MANIFACT_METRIC_COSINE},
                                {"euclidean", MANIFACT_METRIC_EUCLIDEAN}});
  const int weight = number_of("--weight", weight_word(arguments),
                               {{"cosine", MANIFACT_WEIGHT_COSINE},
                                {"binary", MANIFACT_WEIGHT_BINARY},
                                {"heat", MANIFACT_WEIGHT_HEAT},
                                {"local-scaling", MANIFACT_WEIGHT_LOCAL_SCALING}});
  const int rule = number_of("--rule", arguments.rule,
                             {{"or", MANIFACT_RULE_OR}, {"mutual", MANIFACT_RULE_MUTUAL}});
  const int search = number_of("--search", arguments.search,
                               {{"auto", MANIFACT_SEARCH_AUTO},
                                {"exact", MANIFACT_SEARCH_EXACT},
                                {"approximate", MANIFACT_SEARCH_APPROXIMATE}});
  const Vectorizer vectorizer =
      make_vectorizer(session, settings_of(arguments.text), arguments.text.stop_words);
  const Matrix X = read_counts(session, arguments, arguments.text, vectorizer.get());
  session.progress().enter("weighting");
  manifact_matrix *weighted = nullptr;
  session.check_input(
      manifact_matrix_weight(session.stoppable(), X.get(), arguments.weighting.c_str(),
                             arguments.scaling.c_str(), &weighted),
      input_name(arguments.input));
  const Matrix owner(weighted);
  session.progress().enter("graph");
  const std::int64_t n = manifact_matrix_rows(weighted), most = arguments.adaptive ? n - 2 : n - 1;
  if (arguments.neighbors > most && most > 0)
    session.warn("neighbors reduced from " + std::to_string(arguments.neighbors) + " to " +
                 std::to_string(most) + ": there " + (n == 1 ? "is" : "are") + " only " +
                 counted(n, "document"));
  manifact_graph *graph = nullptr;
  if (arguments.adaptive)
    session.check(
        manifact_graph_adaptive(session.stoppable(), weighted, arguments.neighbors,
                                arguments.gamma > 0 ? MANIFACT_GAMMA_FIXED : MANIFACT_GAMMA_ROW,
                                arguments.gamma, adaptive_budget, &graph));
  else
    session.check(manifact_graph_knn_metric(session.stoppable(), weighted, arguments.neighbors,
                                            metric, weight, rule, arguments.bandwidth, search,
                                            arguments.recall, arguments.seed, &graph));
  session.progress().clear();
  return Graph(graph);
}

// How the neighbors were found. Warns if the search fell short of the requested recall, or if the
// graph is approximate by default.
struct Found {
  bool approximate;
  double recall;
  std::int64_t sampled;
};

Found found_by(Session &session, const manifact_graph *graph, const Arguments &arguments) {
  int search = 0;
  Found found{};
  session.check(manifact_graph_search_info(graph, &search, &found.recall, &found.sampled));
  found.approximate = search == MANIFACT_SEARCH_APPROXIMATE;
  const std::string share =
      fixed_number(std::floor(1000 * found.recall) / 10, 1) + "% of the nearest neighbors";
  if (found.approximate && found.recall < arguments.recall)
    session.warn("the approximate search found " + share +
                 ", fewer than requested (on a sample of " + counted(found.sampled, "document") +
                 ")");
  else if (found.approximate && arguments.search == "auto")
    session.warn("the graph is approximate because of the number of documents: it has about " +
                 share + "; --search exact finds all");
  return found;
}

void write(Session &session, const manifact_graph *graph, const std::string &path) {
  manifact_matrix *S = nullptr;
  session.check(manifact_graph_to_matrix(session.context(), graph, &S));
  const Matrix owner(S);
  write_matrix(session, S, path);
}

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  if (arguments.output) {
    refuse_dash(*arguments.output, "the graph is written to a file");
    require_writable_file(*arguments.output);
    refuse_overwriting({*arguments.output},
                       arguments.inputs_and({arguments.text.stop_words.value_or("-")}));
    require_matrix_name(*arguments.output);
  }
  const Graph graph = build(session, arguments);
  if (arguments.output) write(session, graph.get(), *arguments.output);
  const std::vector<std::pair<const char *, std::int64_t>> facts{
      {"vertices", manifact_graph_vertices(graph.get())},
      {"edges", manifact_graph_edges(graph.get())},
      {"components", manifact_graph_components(graph.get())},
      {"isolated", manifact_graph_isolated(graph.get())}};
  const Found found = found_by(session, graph.get(), arguments);
  nlohmann::ordered_json object;
  std::string text;
  const bool by_distance =
      arguments.adaptive || manifact_graph_metric(graph.get()) == MANIFACT_METRIC_EUCLIDEAN;
  for (const auto &[name, value] : facts) {
    object[name] = value;
    text +=
        std::string(name).append(12 - std::string(name).size(), ' ') + std::to_string(value) + '\n';
  }
  object["metric"] = by_distance ? "euclidean" : "cosine";
  text += std::string("metric      ") + (by_distance ? "euclidean" : "cosine") + '\n';
  object["search"] = found.approximate ? "approximate" : "exact";
  text += std::string("search      ") + (found.approximate ? "approximate" : "exact") + '\n';
  if (found.approximate) {
    object["recall"] = found.recall;
    object["recall_sample"] = found.sampled;
    text += "recall      " + fixed_number(found.recall, 3) + '\n';
  }
  object["warnings"] = session.warnings();
  if (arguments.json) {
    print(json_text(object));
  } else if (!arguments.output || !arguments.quiet) {
    print(text);
  }
}

constexpr const char *footer =
    R"(Each document is connected to the P documents of largest cosine, or of smallest
Euclidean distance if they are points (--metric). Ties are broken in favor of
the lower number; a cosine of 0 or less makes no edge. Counts are
weighted by tf-idf first, as in manifact cluster. The command prints the numbers
of vertices (documents), edges, connected components and isolated documents, and
how the neighbors were found: all of the nearest (exact), or most of them
(approximate), with the recall estimated on a sample. With --adaptive, neighbors
are found by Euclidean distance on the data as a dense matrix and weighted as in
Nie, Wang, Huang 2014. The file of -o is a symmetric matrix, Matrix Market or
.npz, as read by manifact cluster --graph.

Examples:
  manifact graph mails/ -p 5
  manifact graph X.mtx.gz -p 10 --weight local-scaling --rule mutual -o S.mtx.gz
  manifact graph points.csv -p 10 --metric euclidean -o S.mtx
  manifact graph points.csv -p 15 --adaptive -o A.mtx
  manifact graph big.mtx.gz -p 10 --search approximate --recall 0.98 -o S.mtx.gz
  manifact cluster X.mtx.gz -k 10 --graph S.mtx.gz
)";

}  // namespace

void add_graph(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("graph", "Build the neighborhood graph of the documents", footer,
                             [arguments] { run(*arguments); });
  add_input(command, *arguments);
  command
      .whole("-p,--neighbors", "P", arguments->neighbors, 1,
             "The number of neighbors of each document")
      .required();
  command.option(
      "--metric", "WORD", arguments->metric,
      "cosine, euclidean, or auto: euclidean for dense\ninput with fewer than 50 columns "
      "and rows of\ndifferent lengths [auto]");
  command.option("--weight", "WORD", arguments->weight,
                 "The weight of an edge: cosine, binary, heat or\nlocal-scaling [cosine, or "
                 "local-scaling if neighbors\nare found by Euclidean distance]");
  command.option("--rule", "WORD", arguments->rule,
                 "An edge if either document is a neighbor of the\nother (or), or if both are "
                 "(mutual) [or]");
  command.option("--bandwidth", "B", arguments->bandwidth,
                 "b of the heat weight exp(-d^2 / 2 b^2), d the\ndistance; 0 = the mean distance "
                 "of all edges [0]");
  command.option(
      "--search", "WORD", arguments->search,
      "exact, approximate, or auto: approximate for\n100000 or more documents, 50000 if dense "
      "[auto]");
  command.option("--recall", "R", arguments->recall,
                 "The share of the nearest neighbors that an\napproximate search should find, 0.5 "
                 "to 1 [0.95]");
  command.whole("--seed", "N", arguments->seed, 0,
                "The seed of the sample that the search is tuned on\n[0]");
  const Option adaptive =
      command
          .flag("--adaptive", arguments->adaptive,
                "Adaptive neighbors by Euclidean distance: the P\nnearest documents, with "
                "weights that fall to 0 at\nthe next one")
          .excludes(
              {"--metric", "--weight", "--rule", "--bandwidth", "--search", "--recall", "--seed"});
  command
      .option("--gamma", "G", arguments->gamma,
              "With --adaptive: one gamma for all documents,\nwhich sets the number of "
              "neighbors; 0 = from P [0]")
      .not_negative()
      .needs(adaptive);
  command.option("--weighting", "WORD", arguments->weighting,
                 "none, tfidf, log-tfidf, or auto: tfidf for sparse\ncounts, else none [auto]");
  command.option("--scaling", "WORD", arguments->scaling,
                 "none, unit-rows, min-max, z-score, or auto:\nunit-rows for sparse input [auto]");
  add_text(command, arguments->text, "An option of the vectorizer; may be given several\ntimes");
  add_text_field(command, *arguments);
  add_table_fields(command, *arguments);
  command.option("-o,--output", "FILE", arguments->output,
                 "Write the graph to FILE: Matrix Market, compressed by\ngzip if the name ends in "
                 ".gz, or .npz (scipy.sparse)\nif it ends in .npz");
  command.flag("--json", arguments->json, "Print the numbers as a JSON object");
  add_common(command, *arguments,
             "Suppress the progress bar and warnings, and with -o\nthe numbers");
}

}  // namespace cli
