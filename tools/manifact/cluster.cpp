// manifact cluster INPUT -k K
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "failure.hpp"
#include "input.hpp"
#include "output.hpp"
#include "report.hpp"
#include "session.hpp"
#include "summary.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::int64_t clusters = 0;
  std::string method = "auto";
  std::vector<std::string> settings;
  std::optional<std::string> graph;
  std::optional<std::string> seed;
  std::optional<std::string> weighting;
  std::optional<std::string> terms;
  std::optional<std::string> output;
  bool json = false;
};

// The options by name, each once, whether it came as "-s seed=1" or as "--seed 1".
std::vector<std::pair<std::string, std::string>> options_given(const Arguments &arguments) {
  std::vector<std::pair<std::string, std::string>> options;
  const auto add = [&options](const std::string &name, const std::string &value) {
    for (const auto &[other, unused] : options) {
      if (other == name) throw Failure("the option " + name + " is given twice");
    }
    options.emplace_back(name, value);
  };
  for (const std::string &setting : arguments.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) throw Failure("-s " + setting + ": expected option=value, as in -s lambda=1");
    add(setting.substr(0, equals), setting.substr(equals + 1));
  }
  if (arguments.seed) add("seed", *arguments.seed);
  if (arguments.weighting) add("weighting", *arguments.weighting);
  return options;
}

Solver make_solver(const Session &session, const Arguments &arguments) {
  manifact_solver *handle = nullptr;
  session.check(manifact_solver_create(session.context(), arguments.method.c_str(), &handle));
  Solver solver(handle);
  for (const auto &[name, value] : options_given(arguments))
    session.check(manifact_solver_set_by_name(handle, name.c_str(), value.c_str()), handle);
  return solver;
}

Graph read_graph(Session &session, const std::string &path) {
  const Matrix S = read_matrix(session, path, "auto");
  manifact_graph *graph = nullptr;
  session.check(manifact_graph_from_matrix(session.context(), S.get(), 0, &graph));
  return Graph(graph);
}

Model fit(Session &session, manifact_solver *solver, const manifact_matrix *X, std::int64_t clusters) {
  session.check(manifact_solver_set_progress(solver, Progress::report, &session.progress()), solver);
  session.progress().follow(solver);
  manifact_model *handle = nullptr;
  int status = MANIFACT_OK;
  {
    const Cancellable cancellable(solver);
    stop_if_interrupted();
    status = manifact_solver_fit(solver, X, clusters, &handle);
  }
  session.progress().clear();
  session.check(status, solver);
  Model model(handle);
  stop_if_interrupted();
  for (std::int64_t i = 0; i < manifact_model_warning_count(handle); ++i) session.warn(manifact_model_warning(handle, i));
  return model;
}

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  matrix_format(arguments.format);
  std::optional<ResultDirectory> results;
  if (arguments.output) results.emplace(*arguments.output);
  const Solver solver = make_solver(session, arguments);

  const Matrix X = read_matrix(session, arguments.input, arguments.format);
  std::vector<std::string> terms;
  if (arguments.terms) terms = read_terms(*arguments.terms, manifact_matrix_columns(X.get()), arguments.input);
  Graph graph;
  if (arguments.graph) {
    graph = read_graph(session, *arguments.graph);
    session.check(manifact_solver_set_graph(solver.get(), graph.get()), solver.get());
  }
  const Model model = fit(session, solver.get(), X.get(), arguments.clusters);

  const Findings findings = look_at(session, model.get(), solver.get(), terms);
  const std::string summary = json_text(summary_object(session, findings));
  if (results) {
    results->open();
    results->write("labels.txt", labels_text(model.get()));
    results->write("clusters.csv", clusters_csv(model.get()));
    results->write_model("model.manifact", session.context(), model.get());
    results->write("summary.json", summary);
    results->write("report.html", report_html(session, findings, Documents{}, arguments.input));
    results->commit();
  }
  if (arguments.json) {
    print(summary);
  } else if (!results || !arguments.quiet) {
    print(summary_text(session, findings));
    if (results) print("\nWritten to " + *arguments.output + ": report.html, labels.txt, clusters.csv, summary.json, model.manifact\n");
  }
}

constexpr const char *footer = R"(Documents, features and clusters are counted from 0. Without -o a summary is
printed and nothing is written. With -o, DIR gets
  report.html      what to read and to send on: topics, map, documents
  labels.txt       the cluster of each document, one a line; -1 = unassigned
  clusters.csv     document, cluster, membership (its share of the document)
  summary.json     sizes, top terms, options in force, warnings, diagnostics
  model.manifact   the model, for manifact assign

Examples:
  manifact cluster X.mtx.gz -k 10
  manifact cluster counts.mtx -k 10 --terms words.txt -o topics
  manifact cluster X.mtx -k 10 -s lambda=10 -s neighbors=10 --seed 7 --json
  manifact cluster points.csv -k 3 -m kmeans

The options of -s with their bounds and defaults: manifact options auto
)";

}  // namespace

Command add_cluster(CLI::App &program) {
  CLI::App *app = program.add_subcommand("cluster", "Group the documents of a matrix into clusters");
  const auto arguments = std::make_shared<Arguments>();
  add_input(*app, *arguments);
  app->add_option("-k,--clusters", arguments->clusters, "The number of clusters")->option_text("K")->required();
  app->add_option("-m,--method", arguments->method, "The method; manifact methods lists them [auto]")->option_text("METHOD");
  app->add_option("-s,--set", arguments->settings, "An option of the method; may be given many times")
      ->option_text("OPTION=VALUE")
      ->allow_extra_args(false);
  app->add_option("--graph", arguments->graph, "Use this graph, a symmetric matrix of weights,\ninstead of building one")
      ->option_text("FILE");
  app->add_option("--seed", arguments->seed, "The seed of every random choice [0]")->option_text("N");
  app->add_option("--weighting", arguments->weighting, "none, tfidf, log-tfidf, or auto: tfidf for sparse\ncounts, else none [auto]")
      ->option_text("WORD");
  app->add_option("--terms", arguments->terms, "Names of the features, one a line, for top terms")->option_text("FILE");
  app->add_option("-o,--output", arguments->output, "Write the results into DIR, made if missing")->option_text("DIR");
  app->add_flag("--json", arguments->json, "Print the summary as one JSON object");
  add_common(*app, *arguments, "No progress bar and no warnings, and with -o\nno summary");
  app->footer(footer);
  return {app, [arguments] { run(*arguments); }};
}

}  // namespace cli
