// manifact cluster INPUT -k K
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands/commands.hpp"
#include "commands/constraints.hpp"
#include "commands/kept_numbers.hpp"
#include "commands/levels.hpp"
#include "commands/like.hpp"
#include "commands/new_model.hpp"
#include "commands/own_table.hpp"
#include "commands/results.hpp"
#include "commands/seed_words.hpp"
#include "commands/solving.hpp"
#include "commands/title_command.hpp"
#include "output/file.hpp"
#include "output/foreign.hpp"
#include "output/result_directory.hpp"
#include "report/blocks.hpp"
#include "report/kept_documents.hpp"
#include "report/report.hpp"
#include "report/scores.hpp"
#include "report/suggestion.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments : Solving {
  std::string clusters;  // a number, or auto; "" if not given
  std::optional<std::string> given_method, like, memberships, numbers_of;
  std::optional<std::string> outliers, min_membership, levels;
  std::string period = "auto", report = "full";
  std::int64_t stability = 0;  // samples
  bool force = false;
  std::optional<std::string> labels, constraints, seed_words;
  std::optional<SeedFile> seeds;  // of --seed-words
  std::optional<std::string> output;
  bool json = false;
  TableOutput table_output;
  TitleOptions titles;
  bool lacks_vectors = false;     // --like of a run with vectors beside the words
  bool lacks_background = false;  // --like of a run with --idf-from
  bool guesses_clusters = false;  // without -k
  bool guesses_settings = false;  // --like of a release that did not store what was set
};

bool is_auto(const Arguments &arguments) { return arguments.clusters == "auto"; }

// The options that were given, over those of the run of --like.
Arguments completed(const Arguments &given) {
  Arguments all = given;
  if (given.outliers) all.text.settings.push_back("outliers=" + *given.outliers);
  if (given.min_membership) all.text.settings.push_back("min-membership=" + *given.min_membership);
  if (given.levels) {
    if (!all.clusters.empty())
      throw Failure(
          "-k and --levels are mutually exclusive: the largest level is the number of clusters");
    all.clusters =
        *given.levels == "auto" ? "auto" : std::to_string(levels_of(*given.levels).back());
  }
  if (given.seed_words) all.seeds = read_seed_file(*given.seed_words);
  if (all.seeds && all.clusters == "auto")
    throw Failure("-k auto does not know the topics of --seed-words; give -k " +
                  std::to_string(all.seeds->topics.size()) + " or more");
  if (all.seeds && all.clusters.empty()) all.clusters = std::to_string(all.seeds->topics.size());
  all.method = given.given_method.value_or(all.seeds ? "rcf" : "auto");
  if (given.like) {
    const EarlierRun run = read_earlier_run(*given.like);
    if (given.given_method && *given.given_method != run.method)
      throw Failure("--like repeats a run of the method '" + run.method + "', not of '" +
                    *given.given_method + "'");
    all.method = run.method;
    all.guesses_settings = !run.tells_settings;
    all.lacks_background = run.has_background && !given.idf_from;
    all.lacks_vectors = run.has_vectors && !given.vectors && !given.vector_field;
    if (all.clusters.empty()) all.clusters = run.clusters;
    add_earlier_settings(all, run.settings);
  }
  if (!all.clusters.empty()) return all;
  if (given.labels || given.constraints)
    throw Failure("cluster: -k is missing; -k auto does not know the labels or pairs");
  all.clusters = "auto";
  all.guesses_clusters = true;
  return all;
}

// For -k auto. Null if -k is a number.
Suggestion suggestion_for(Session &session, const Arguments &arguments, const Data &data,
                          const Input &input, manifact_solver *solver) {
  if (!is_auto(arguments)) return nullptr;
  return suggest(session, solver, data.X.get(), input.name(), 0, 0);
}

// A whole number from 1, or auto; validated by the parser.
std::int64_t clusters_asked(const Arguments &arguments, const manifact_suggestion *suggestion) {
  if (suggestion != nullptr) return manifact_suggestion_k(suggestion);
  std::int64_t k = 0;
  std::from_chars(arguments.clusters.data(), arguments.clusters.data() + arguments.clusters.size(),
                  k);
  return k;
}

// The same, with the levels of --levels auto.
std::int64_t clusters_of_fit(Arguments &arguments, const manifact_suggestion *suggestion) {
  if (arguments.levels == "auto") arguments.levels = levels_text(suggestion);
  return arguments.levels ? levels_of(*arguments.levels).back()
                          : clusters_asked(arguments, suggestion);
}

Model fit(Session &session, manifact_solver *solver, const manifact_matrix *X,
          const std::string &name, std::int64_t clusters, const Model &before) {
  keep_numbers(session, before, solver);
  Model model = solved(session, solver, name, [&](manifact_model **made) {
    return manifact_solver_fit(solver, X, clusters, made);
  });
  tell_numbers(session, before, model.get());
  return model;
}

// "-" for those that were not given.
std::vector<std::string> other_files(const Arguments &arguments) {
  return {arguments.vectors.value_or("-"),    arguments.graph.value_or("-"),
          arguments.terms.value_or("-"),      arguments.texts.value_or("-"),
          arguments.labels.value_or("-"),     arguments.constraints.value_or("-"),
          arguments.seed_words.value_or("-"), arguments.text.stop_words.value_or("-"),
          arguments.idf_from.value_or("-")};
}

// Checked before any input is read: results must not overwrite an input.
NewModel results_of(const Arguments &arguments) {
  NewModel to{.path = "",
              .from = arguments.input,
              .force = arguments.force,
              .input_count = arguments.more_inputs.size() + 1};
  if (!arguments.output) return to;
  to.check("cluster", arguments.output, arguments.inputs_and(other_files(arguments)));
  if (to.is_file() && arguments.memberships)
    throw Failure("--memberships writes a file into a folder, but -o " + escaped(to.path) +
                  " is a model");
  return to;
}

void open_folder(const NewModel &to, std::optional<ResultDirectory> &results) {
  const std::vector<std::string> names = result_names(to.path, to.input_count);
  results.emplace(to.path, names);  // completes killed runs
  if (!to.force) refuse_foreign_files(to.path, names);
}

bool keeps_documents(const manifact_model *model) {
  return std::string_view(manifact_model_option(model, "keep-data")) == "yes";
}

// What was written, and what to do with it.
std::string next_steps(const Arguments &arguments, const NewModel &to, const ModelSummary &findings,
                       const std::vector<std::string> &tables) {
  if (!arguments.output && !tables.empty()) return "\nWritten: " + tables.front() + "\n";
  if (!arguments.output)
    return "\nNext: add -o DIR to write a report, the clusters and the model.\n";
  const std::string folder = escaped(to.path), model = to.model_word();
  if (to.is_file())
    return "\nWritten to " + folder + "\nNext: look at its topics, manifact topics list " + model +
           ", or assign new documents: manifact assign " + model + " NEW\n";
  const bool has_report = report_size(arguments.report) != ReportSize::none;
  std::string names;
  for (const std::string &table : tables) names += table + ", ";
  names += has_report ? "report.html, labels.txt, " : "labels.txt, ";
  names += "clusters.csv, topics.json, tree.json, ";
  if (has_blocks(findings)) names += "features.csv, ";
  if (!findings.timeline.empty()) names += "timeline.csv, ";
  if (!findings.groups.empty()) names += "groups.csv, ";
  if (arguments.memberships) names += "memberships." + *arguments.memberships + ", ";
  return "\nWritten to " + folder + ": " + names + "summary.json, model.manifact\nNext: " +
         (has_report ? "open " + shell_path(to.path, "/report.html") + ", or " : "") +
         "assign new documents: manifact assign " + model + " NEW\n";
}

void check_arguments(const Arguments &arguments) {
  check_memberships(arguments.memberships, arguments.output);
  if (arguments.stability > 0 && takes_constraints(arguments.method))
    throw Failure("--stability is not available for method '" + arguments.method +
                  "', which takes labels or pairs");
  const bool leaves_out = arguments.near_duplicates && *arguments.near_duplicates != "keep";
  if (leaves_out && (arguments.labels || arguments.constraints || arguments.graph))
    throw Failure(
        "--near-duplicates leaves documents out, so their numbers would not be those of --labels, "
        "--constraints or --graph");
  if (arguments.titles.command) title_words(arguments.titles);
  checked_period(arguments.period);
  report_size(arguments.report);
  format_of_word(arguments.format);
}

void warn_of_guesses(Session &session, const Arguments &arguments) {
  if (arguments.lacks_vectors)
    session.warn("the run of --like " + *arguments.like +
                 " had vectors beside the words, which --vectors or --vector-field give again");
  if (arguments.lacks_background)
    session.warn(
        "the run of --like " + *arguments.like +
        " had the document frequencies of another collection: --idf-from gives them again");
  if (arguments.guesses_clusters)
    session.note("without -k the number of clusters is suggested, as by -k auto");
  if (arguments.guesses_settings)
    session.warn("--like " + *arguments.like +
                 " does not say which options were set: all its values are taken as set, also "
                 "those that suited the data of that run");
}

void add_known(Session &session, const Known &known, const Documents &documents,
               std::optional<std::int64_t> max_classes, ModelSummary &findings) {
  findings.constraints = known.constraints.get();
  findings.known_labels = &known.labels;
  findings.classes = known_classes(session, documents, max_classes);
  findings.evaluation = evaluation(session, findings.classes, findings.model);
  findings.unlabeled =
      evaluation_of_unlabeled(session, findings.classes, findings.constraints, findings.model);
}

// The user's own table, for a folder or a database.
std::optional<UserTable> table_asked(Session &session, Arguments &arguments, bool has_folder) {
  if (!has_folder && !arguments.table_output.into) return std::nullopt;
  UserTable table = own_table(session, arguments, arguments.table_output);
  table.replaces = arguments.force;
  return table;
}

// The table of --into, after the results.
void write_into(const Session &session, const manifact_model *model,
                std::optional<UserTable> &table, bool is_filled, std::vector<std::string> &tables) {
  if (!table || !table->into) return;
  if (!is_filled) add_topics_of(session, model, *table);
  tables.push_back(table->write_into());
}

std::optional<SeededLabels> seeds_of(Session &session, const Arguments &arguments, const Data &data,
                                     const std::string &input) {
  if (!arguments.seeds) return std::nullopt;
  return labels_by_seeds(session, *arguments.seeds, data, input,
                         clusters_asked(arguments, nullptr));
}

Known known_of(Session &session, const Arguments &arguments, const Data &data,
               const std::string &input, manifact_solver *solver, SeededLabels *seeded) {
  Known known = read_constraints(session, arguments.labels, arguments.constraints, data.documents,
                                 manifact_matrix_rows(data.X.get()), input,
                                 reading_of(arguments).missing, seeded);
  if (seeded != nullptr)
    number_seed_topics(session, *arguments.seeds, known.labels, clusters_asked(arguments, nullptr),
                       *seeded);
  if (known.constraints)
    session.check(manifact_solver_set_constraints(solver, known.constraints.get()), solver);
  return known;
}

// The figures that are asked for in addition to the fit.
void add_figures(Session &session, const Arguments &arguments, const Data &data,
                 const manifact_model *model, ModelSummary &findings) {
  findings.documents = &data.documents;
  findings.copies = &data.copies;
  findings.levels = levels_in(session, arguments.levels, model);
  if (arguments.stability > 0)
    findings.numbers.stability = topic_stability(
        session, model, keeps_documents(model) ? nullptr : data.X.get(), arguments.stability);
  const manifact_matrix *const X = data.text_terms.empty() ? data.X.get() : nullptr;
  findings.timeline = timeline_of(session, model, data.documents, arguments.period, X);
  findings.groups = group_comparisons(session, model, arguments.fields.groups, data.documents,
                                      findings.timeline, keeps_documents(model) ? nullptr : X);
}

// Empty without a report.
Report page_of(Session &session, const Arguments &arguments, const Data &data, ReportSize size,
               ModelSummary &findings) {
  if (size == ReportSize::none) return {};
  prepare_report(session, findings, data.X.get(), size);
  return report_page(session, findings, data.documents, arguments.inputs_and({}),
                     other_files(arguments), size);
}

void run(const Arguments &given_arguments) {
  Arguments arguments = completed(given_arguments);
  check_arguments(arguments);
  Session session(arguments.threads, arguments.quiet);
  warn_of_guesses(session, arguments);
  const NewModel to = results_of(arguments);
  std::optional<ResultDirectory> results;
  if (arguments.output && !to.is_file()) open_folder(to, results);
  std::optional<UserTable> table = table_asked(session, arguments, results.has_value());
  const Model before = model_of_numbers(session, arguments.numbers_of, arguments.like,
                                        arguments.labels || arguments.seeds);
  const GivenOptions given = options_given(arguments);
  const Solver solver = make_solver(session, arguments.method, given.solver);
  check_top_terms(session, solver.get());
  if (arguments.labels || arguments.constraints || arguments.seeds)
    refuse_constraints(arguments.method);
  Input input(session, input_of(arguments));
  const ReportSize size = results ? report_size(arguments.report) : ReportSize::none;
  const Data data = read_data(session, input, arguments, given, solver.get(),
                              size == ReportSize::full ? TextsKept::whole : TextsKept::beginnings);
  refuse_many_periods(session, data.documents, arguments.period);
  check_group_fields(session, arguments.fields.groups, data.documents, input.name());
  if (table) table->check_into();
  const Graph graph = read_graph(session, arguments, data, solver.get());
  std::optional<SeededLabels> seeded = seeds_of(session, arguments, data, input.name());
  const Known known =
      known_of(session, arguments, data, input.name(), solver.get(), seeded ? &*seeded : nullptr);
  keep_documents(session, solver.get(), data.documents, arguments.output.has_value());
  const Suggestion suggestion = suggestion_for(session, arguments, data, input, solver.get());
  const std::int64_t k = clusters_of_fit(arguments, suggestion.get());
  Model model = with_label_file(arguments.labels, [&] {
    return fit(session, solver.get(), data.X.get(), input.name(), k, before);
  });
  if (seeded) model = with_seed_names(session, std::move(model), *seeded);
  ModelSummary findings = look_at(session, model.get(), solver.get(), data.feature_names,
                                  data.terms(), data.text_terms.empty() ? data.X.get() : nullptr);
  warn_of_large_cluster(session, findings);
  model = with_titles_asked(session, arguments.titles, std::move(model), data.documents, findings);
  if (table) table->documents = data.copies.places;
  findings.settings = settings_of(given);
  findings.seeds = seeded ? &*seeded : nullptr;
  add_figures(session, arguments, data, model.get(), findings);
  findings.suggestion = suggestion.get();
  add_known(session, known, data.documents, arguments.max_classes, findings);
  const Report report = page_of(session, arguments, data, size, findings);
  const std::string summary = json_text(summary_object(session, findings));
  std::vector<std::string> tables;
  if (results)
    tables = write_results(session, *results, findings, data.documents, arguments.memberships,
                           summary, report, &*table);
  else if (arguments.output)
    to.save(session, model.get());
  write_into(session, model.get(), table, results.has_value(), tables);
  if (arguments.json)
    print(summary);
  else if (!arguments.output || !arguments.quiet)
    print(summary_text(session, findings) + next_steps(arguments, to, findings, tables));
}

constexpr const char *footer =
    R"(Documents, features and clusters are counted from 0. Without -o, a summary is
printed and no file is written. With -o, DIR receives
  report.html      a page to read and share: topics, map, documents; of a
                   table of numbers clusters with the means of their features,
                   and a scatter plot; long texts are in report-texts-1.js ...
  labels.txt       the cluster of each document, one per line; -1 = unassigned
  clusters.csv     document, cluster, membership (share of the cluster in the
                   document), the id and label of the document in the input, and
                   margin (of the largest share over the second), date, and
                   level_K for each smaller K of --levels, and title
  table.csv        INPUT, if it is a table, a spreadsheet, a SQLite database or
                   JSON, in its format (table.xlsx, table.jsonl ...), every cell
                   as it was, with topic, title, membership, second_topic and
                   outlier added
  topics.json      size, top terms and representatives of each cluster, as rows
                   of a table: pandas.read_json("topics.json"); of a table of
                   numbers the means and z-scores of features, and the spread
  timeline.csv     with dates: period, its first day, topic, documents and share
                   of the topic in the period; topics.json then names the terms
                   that rise and fall
  groups.csv       with --group-field: field, group, topic, documents and share
                   of the topic in the group; chi-square, p and p after Holm's
                   correction for the topics, the least expected count; terms
                   that are typical of the group in the topic
  memberships.csv  with --memberships csv: the share of each cluster in each
                   document; memberships.npz, an array, with --memberships npz
  features.csv     with co-clustering: feature, its cluster, membership, and the
                   term if known
  summary.json     sizes, top terms, options in effect, warnings, diagnostics
  model.manifact   the model, for manifact assign, topics and update
With -o NAME.manifact, only the model is written.

Labels contained in the input (subfolder, first column, field) never influence
the clustering; they are used to evaluate it. Labels given with --labels do, if
the method accepts them: cluster 0 is then the class of the smallest label, and
so on.

Examples:
  manifact cluster news.csv -k 10 --text-field title,body
  manifact cluster mails/ -k 10 -o topics
  manifact cluster mails/ -k 10 -o topics.manifact
  manifact cluster news.jsonl.gz -k 20 --text-field body -s stemming=yes
  manifact cluster counts.mtx -k 10 --terms words.txt -o topics
  manifact cluster X.mtx -k 10 -s lambda=10 -s neighbors=10 --seed 7 --json
  manifact cluster points.csv -k 3 -m kmeans
  manifact cluster embeddings.csv --texts news.jsonl -k 20 -o topics
  manifact cluster mails/ -k auto
  manifact cluster mails/ --levels 5,20,80 -o topics
  manifact cluster mails/ -k 10 --outliers 0.1 --memberships csv -o topics
  manifact cluster mails/ --like topics/summary.json --seed 7
  manifact cluster mails/ -k 10 -m rcf --labels some.txt -o topics

For the options of -s with their bounds and defaults, see manifact options auto,
and for those of text, manifact options vectorizer.
)";

void add_knowledge(Command &command, Arguments &arguments) {
  command.option(
      "--labels", "FILE", arguments.labels,
      "Known classes, one line per document: a positive\ninteger, or 0 or -1 = unknown; or a class "
      "name; or lines\ndocument<TAB>class for some of them; for methods that\naccept "
      "constraints (rcf and its family)");
  command.option("--seed-words", "FILE", arguments.seed_words,
                 "Known topics by their words, a line for each:\nsport: match, \"world cup\", "
                 "striker^2; or JSON. Clear\ndocuments with the words become labels; without -k\n"
                 "and -m, one topic a line by rcf");
  command.option(
      "--constraints", "FILE", arguments.constraints,
      "Known pairs, a line for each: two documents, counted\nfrom 0, and a weight from 1 = "
      "together to -1 = apart,\nas \"0 17 1\"; or two names, with tabs between the three");
}

void add_results(Command &command, Arguments &arguments) {
  command.option("-o,--output", "DIR", arguments.output,
                 "Write the results to DIR, created if missing; a name\nthat ends in .manifact "
                 "receives the model alone");
  command.flag("--force", arguments.force, "Write to a DIR that holds other files");
  command.option("--report", "WORD", arguments.report,
                 "The page of -o: full; small, without texts, for mail;\nor none [full]");
  command.option("--memberships", "FORMAT", arguments.memberships,
                 "Write the share of each cluster in each document as\nwell: csv or npz");
  add_title_command(command, arguments.titles);
  add_table_output(command, arguments.table_output);
  add_near_duplicates(command, arguments);
  command.whole("--max-classes", "N", arguments.max_classes, 1,
                "The evaluation of up to this number of classes in the\ninput [200, or 1% of the "
                "documents]");
}

}  // namespace

void add_cluster(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("cluster", "Cluster documents given as text or as a matrix", footer,
                             [arguments] { run(*arguments); });
  add_input(command, *arguments);
  command.whole_or_auto(
      "-k,--clusters", "K", arguments->clusters, 1,
      "The number of clusters, or auto: as suggested by\nmanifact suggest-k for the "
      "same method [auto]");
  command.option("-m,--method", "METHOD", arguments->given_method,
                 "The method; manifact methods lists all methods [auto]");
  command.option("--texts", "FILE", arguments->texts,
                 "The texts of the rows of a matrix, such as embeddings:\ntheir words and names "
                 "describe the clusters and do not\ninfluence them. Any text format of INPUT");
  add_text(command, arguments->text,
           "An option of the method or of the vectorizer; may be\ngiven several times");
  add_text_field(command, *arguments);
  add_table_fields(command, *arguments);
  command.option("--group-field", "NAME", arguments->fields.groups,
                 "A field by which topics are compared, as a source;\nthe field of the date gives "
                 "its periods. May be given\nseveral times");
  add_files_beside(command, *arguments);
  add_knowledge(command, *arguments);
  add_seed(command, *arguments);
  command.option("--weighting", "WORD", arguments->weighting,
                 "none, tfidf, log-tfidf, or auto: for text and sparse\ncounts log-tfidf if the "
                 "method is auto, else tfidf;\nfor other values none [auto]");
  command.option("--terms", "FILE", arguments->terms,
                 "The names of the features of a matrix, one per line\n[those of a CSV header]");
  command.option(
      "--outliers", "SHARE", arguments->outliers,
      "Leave this share of the documents without a cluster,\nthose that fit theirs least, "
      "0 to 0.5 [0]");
  command.option("--min-membership", "X", arguments->min_membership,
                 "Leave documents unassigned whose membership is below X,\n0 to 1 [0]");
  command.option("--levels", "K,K,...", arguments->levels,
                 "Nested clusterings, in place of -k: the largest number\nis fitted, and its "
                 "clusters are joined to the others;\nauto: the numbers at which samples agree");
  command.whole("--stability", "N", arguments->stability, 0,
                "Measure the stability of each cluster: also fit N\nrandom samples of 80% of the "
                "documents [0]");
  command.option("--period", "WORD", arguments->period,
                 "With dates, the periods of timeline.csv: day, week,\nmonth, quarter (1000 at "
                 "most), year, or auto: "
                 "the\nfinest with at most 60 periods [auto]");
  command.option("--like", "FILE", arguments->like,
                 "Repeat the run of a summary.json: its method, options\nand number of clusters; "
                 "those that are "
                 "given take\nprecedence");
  command.option(
      "--keep-numbers", "MODEL", arguments->numbers_of,
      "Topics take the numbers of those of an earlier model\nthat they live on from; no: by size "
      "[the model beside\nthe FILE of --like, else no]");
  add_results(command, *arguments);
  command.flag("--json", arguments->json, "Print the summary as one JSON object");
  add_common(command, *arguments,
             "Suppress the progress bar and warnings, and with -o\nthe summary");
}

}  // namespace cli
