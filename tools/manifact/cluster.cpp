// manifact cluster INPUT -k K
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blocks.hpp"
#include "commands.hpp"
#include "constraints.hpp"
#include "corpus.hpp"
#include "failure.hpp"
#include "input.hpp"
#include "output.hpp"
#include "report.hpp"
#include "scores.hpp"
#include "session.hpp"
#include "summary.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::int64_t clusters = 0;
  std::string method = "auto";
  TextArguments text;
  std::optional<std::string> graph, labels, constraints;
  std::optional<std::string> seed;
  std::optional<std::string> weighting;
  std::optional<std::string> terms;
  std::optional<std::string> output;
  bool json = false;
};

// The options by name, each once, whether it came as "-s seed=1" or as "--seed 1"; those that are of text alone apart.
struct Given {
  Settings solver, text;
};

Given options_given(const Arguments &arguments) {
  Given given;
  for (const std::string &text : arguments.text.settings) {
    const auto [name, value] = setting(text);
    const bool is_of_text = manifact_method_uses_option(arguments.method.c_str(), name.c_str()) == 0 && is_text_option(name);
    add_setting(is_of_text ? given.text : given.solver, name, value);
  }
  if (arguments.seed) add_setting(given.solver, "seed", *arguments.seed);
  if (arguments.weighting) add_setting(given.solver, "weighting", *arguments.weighting);
  return given;
}

Solver make_solver(const Session &session, const std::string &method, const Settings &settings) {
  manifact_solver *handle = nullptr;
  session.check(manifact_solver_create(session.context(), method.c_str(), &handle));
  Solver solver(handle);
  for (const auto &[name, value] : settings) session.check(manifact_solver_set_by_name(handle, name.c_str(), value.c_str()), handle);
  return solver;
}

// What the method says about words that are too rare or too frequent holds from the beginning: they need no memory then.
void share_limits(const Session &session, const manifact_solver *solver, manifact_vectorizer *vectorizer) {
  for (const char *name : {"min-df", "max-df"}) {
    char value[256];
    session.check(manifact_solver_get_by_name(solver, name, value, sizeof value), solver);
    session.check(manifact_vectorizer_set_by_name(vectorizer, name, value), vectorizer);
  }
}

struct Data {
  Matrix X;
  Documents documents;
  std::vector<std::string> terms;
};

Data read_text(Session &session, Input &input, const Arguments &arguments, manifact_solver *solver, manifact_vectorizer *vectorizer) {
  if (arguments.terms) throw Failure("--terms names the features of a matrix; " + input.name() + " is text and brings its own");
  share_limits(session, solver, vectorizer);
  Corpus corpus = read_corpus(session, input, arguments.fields, vectorizer, arguments.output.has_value());
  session.check(manifact_solver_set_vectorizer(solver, vectorizer), solver);
  return {std::move(corpus.counts), std::move(corpus.documents), terms_of(vectorizer)};
}

Data read_matrix(Session &session, Input &input, const Arguments &arguments, manifact_solver *solver, const Settings &text_settings) {
  refuse_text_options(input, arguments.fields, text_settings, arguments.text.stop_words);
  Data data{input.matrix(), {}, {}};
  if (!arguments.terms) return data;
  data.terms = read_terms(*arguments.terms, manifact_matrix_columns(data.X.get()), input.name());
  const Vectorizer names = vectorizer_of_terms(session, data.terms);
  session.check(manifact_solver_set_vectorizer(solver, names.get()), solver);
  return data;
}

Graph read_graph(Session &session, const std::string &path) {
  Input input(session, path, "auto");
  if (input.is_text()) throw Failure("--graph takes a matrix, which " + input.name() + " is not");
  const Matrix S = input.matrix();
  manifact_graph *graph = nullptr;
  session.check(manifact_graph_from_matrix(session.context(), S.get(), 0, &graph));
  return Graph(graph);
}

Model fit(Session &session, manifact_solver *solver, const manifact_matrix *X, const std::string &name, std::int64_t clusters) {
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
  session.check_input(status, name, solver);
  Model model(handle);
  stop_if_interrupted();
  for (std::int64_t i = 0; i < manifact_model_warning_count(handle); ++i) session.warn(manifact_model_warning(handle, i));
  return model;
}

constexpr const char *result_names[] = {"report.html", "labels.txt", "clusters.csv", "features.csv", "summary.json", "model.manifact"};

// Before anything is read: no result may replace what is read.
const std::string &results_directory(const Arguments &arguments) {
  refuse_dash(*arguments.output, "the results are files in a directory");
  std::vector<std::string> outputs;
  for (const char *name : result_names) outputs.push_back(*arguments.output + '/' + name);
  refuse_overwriting(outputs, {arguments.input, arguments.graph.value_or("-"), arguments.terms.value_or("-"),
                               arguments.labels.value_or("-"), arguments.constraints.value_or("-"), arguments.text.stop_words.value_or("-")});
  return *arguments.output;
}

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  std::optional<ResultDirectory> results;
  if (arguments.output) results.emplace(results_directory(arguments));
  const Given given = options_given(arguments);
  const Solver solver = make_solver(session, arguments.method, given.solver);
  if (arguments.labels || arguments.constraints) refuse_constraints(arguments.method);
  const Vectorizer vectorizer = make_vectorizer(session, given.text, arguments.text.stop_words);

  Input input(session, arguments.input, arguments.format);
  const Data data = input.is_text() ? read_text(session, input, arguments, solver.get(), vectorizer.get())
                                    : read_matrix(session, input, arguments, solver.get(), given.text);
  Graph graph;
  if (arguments.graph) {
    graph = read_graph(session, *arguments.graph);
    session.check(manifact_solver_set_graph(solver.get(), graph.get()), solver.get());
  }
  const Constraints constraints =
      read_constraints(session, arguments.labels, arguments.constraints, manifact_matrix_rows(data.X.get()), input.name());
  if (constraints) session.check(manifact_solver_set_constraints(solver.get(), constraints.get()), solver.get());
  const Model model = fit(session, solver.get(), data.X.get(), input.name(), arguments.clusters);

  Findings findings = look_at(session, model.get(), solver.get(), data.terms);
  findings.documents = &data.documents;
  findings.constraints = constraints.get();
  findings.classes = known_classes(session, data.documents.labels);
  findings.evaluation = evaluation(session, findings.classes, model.get());
  findings.unlabelled = evaluation_of_unlabelled(session, findings.classes, constraints.get(), model.get());
  const std::string report = results ? report_html(session, findings, data.documents, arguments.input) : "";
  const std::string summary = json_text(summary_object(session, findings));
  if (results) {
    results->open();
    results->write("labels.txt", labels_text(model.get()));
    results->write("clusters.csv", clusters_csv(findings, data.documents));
    if (has_blocks(findings)) results->write("features.csv", features_csv(findings));
    results->write_model("model.manifact", session.context(), model.get());
    results->write("summary.json", summary);
    results->write("report.html", report);
    results->commit();
    // What another method has left there would pass for a part of this result.
    if (std::error_code ignored; !has_blocks(findings)) std::filesystem::remove(*arguments.output + "/features.csv", ignored);
  }
  if (arguments.json) {
    print(summary);
  } else if (!results || !arguments.quiet) {
    print(summary_text(session, findings));
    if (results) print("\nWritten to " + *arguments.output + ": report.html, labels.txt, clusters.csv, " + (has_blocks(findings) ? "features.csv, " : "") +
                      "summary.json, model.manifact\n");
  }
}

constexpr const char *footer = R"(Documents, features and clusters are counted from 0. Without -o a summary is
printed and nothing is written. With -o, DIR gets
  report.html      what to read and to send on: topics, map, documents
  labels.txt       the cluster of each document, one a line; -1 = unassigned
  clusters.csv     document, cluster, membership (its share of the document),
                   and the id and the label that the document came with
  features.csv     with co-clustering: feature, its cluster, membership, and the
                   term where it is known
  summary.json     sizes, top terms, options in force, warnings, diagnostics
  model.manifact   the model, for manifact assign

Labels that documents came with (sub-folder, first column, field) never steer
the clustering: they serve to evaluate it. Those of --labels do, with a method
that takes them: cluster 0 is then the class of the smallest label, and so on.

Examples:
  manifact cluster mails/ -k 10 -o topics
  manifact cluster news.jsonl.gz -k 20 --text-field body -s stemming=on
  manifact cluster counts.mtx -k 10 --terms words.txt -o topics
  manifact cluster X.mtx -k 10 -s lambda=10 -s neighbors=10 --seed 7 --json
  manifact cluster points.csv -k 3 -m kmeans
  manifact cluster mails/ -k 10 -m rcf --labels some.txt -o topics

The options of -s with their bounds and defaults: manifact options auto, and for
the words of text: manifact options vectorizer
)";

}  // namespace

Command add_cluster(CLI::App &program) {
  CLI::App *app = program.add_subcommand("cluster", "Group documents, text or a matrix, into clusters");
  const auto arguments = std::make_shared<Arguments>();
  add_input(*app, *arguments);
  add_whole(*app, "-k,--clusters", arguments->clusters, 1, "The number of clusters")->option_text("K")->required();
  app->add_option("-m,--method", arguments->method, "The method; manifact methods lists them [auto]")->option_text("METHOD");
  add_text(*app, arguments->text, "An option of the method or of reading words; may be\ngiven many times");
  add_text_field(*app, *arguments);
  add_label_fields(*app, *arguments);
  app->add_option("--graph", arguments->graph, "Use this graph, a symmetric matrix of weights,\ninstead of building one")
      ->option_text("FILE");
  app->add_option("--labels", arguments->labels,
                  "What is known: a class for each document, one a line,\na positive number or 0 = not known; for methods that\ntake constraints (rcf and its family)")
      ->option_text("FILE");
  app->add_option("--constraints", arguments->constraints,
                  "What is known of pairs: lines \"i j weight\", documents\nfrom 0, weight 1 = together to -1 = apart")
      ->option_text("FILE");
  app->add_option("--seed", arguments->seed, "The seed of every random choice [0]")->option_text("N");
  app->add_option("--weighting", arguments->weighting,
                  "none, tfidf, log-tfidf, or auto: for text and sparse\ncounts log-tfidf with the method auto, else tfidf; for\nother "
                  "values none [auto]")
      ->option_text("WORD");
  app->add_option("--terms", arguments->terms, "Names of the features of a matrix, one a line")->option_text("FILE");
  app->add_option("-o,--output", arguments->output, "Write the results into DIR, made if missing")->option_text("DIR");
  app->add_flag("--json", arguments->json, "Print the summary as one JSON object");
  add_common(*app, *arguments, "No progress bar and no warnings, and with -o\nno summary");
  app->footer(footer);
  return {app, [arguments] { run(*arguments); }};
}

}  // namespace cli
