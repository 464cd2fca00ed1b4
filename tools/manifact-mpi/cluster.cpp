#include "cluster.hpp"

#include <manifact/manifact_mpi.h>
#include <sys/resource.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.hpp"
#include "commands/results.hpp"
#include "commands/solving.hpp"
#include "dry_run.hpp"
#include "host_watch.hpp"
#include "input.hpp"
#include "output/file.hpp"
#include "output/foreign.hpp"
#include "output/result_directory.hpp"
#include "ranks.hpp"
#include "report/kept_documents.hpp"
#include "report/report.hpp"
#include "report/scores.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/messages.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments : Solving {
  std::string period = "auto";
  std::int64_t clusters = 0;
  std::int64_t threads_of_rank = 1, dry_run = 0, lost_after = usual_silence;
  std::optional<std::string> given_method, memberships, output;
  bool force = false, json = false, ranks = false;
};

Context context_of_all() {
  manifact_context *context = nullptr;
  if (const int status = manifact_mpi_context_create(MPI_COMM_WORLD, &context); status < 0)
    throw Failure(std::string("MPI: ") + manifact_status_name(status), internal_failure);
  return Context(context);
}

// Warnings are those of the first rank; the last message of a rank that ends all is always printed.
void log(void *session, int level, const char *text) {
  if (level >= 2) {
    if (!ended_by_launcher()) print_message(text);
  } else if (level == 1)
    static_cast<Session *>(session)->warn(text);
}

// Runs body() on the first rank; if it fails there, every rank fails.
template <class Body>
void first_rank(const Body &body) {
  together([&] {
    if (own_rank() == 0) body();
  });
}

// The graph of --graph for the solver. Read with the seed of the documents, its rows are dealt like
// the documents.
Graph take_graph(const Session &session, const Arguments &arguments, const DividedData &S,
                 manifact_solver *solver) {
  manifact_graph *handle = nullptr;
  session.check_input(manifact_mpi_graph_from_matrix(session.stoppable(), S.X.get(), S.places.get(),
                                                     manifact_matrix_rows(S.X.get()),
                                                     MANIFACT_RULE_SYMMETRIC, &handle),
                      *arguments.graph);
  Graph graph(handle);
  session.check(manifact_solver_set_graph(solver, handle), solver);
  return graph;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval &t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// A line for each rank on standard error.
void report_ranks(const Session &session, const manifact_matrix *X, double seconds_read) {
  std::int64_t sums = 0, rows = 0, ring = 0, others = 0;
  session.check(manifact_mpi_traffic(session.context(), &sums, &rows, &ring, &others));
  const std::array<double, 9> own = {static_cast<double>(manifact_matrix_rows(X)),
                                     static_cast<double>(manifact_matrix_entries(X)),
                                     seconds_read,
                                     cpu_seconds() - seconds_read,
                                     static_cast<double>(peak_memory()),
                                     static_cast<double>(sums),
                                     static_cast<double>(rows),
                                     static_cast<double>(ring),
                                     static_cast<double>(others)};
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<double> all(own.size() * static_cast<std::size_t>(size));
  MPI_Gather(own.data(), static_cast<int>(own.size()), MPI_DOUBLE, all.data(),
             static_cast<int>(own.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (own_rank() > 0) return;
  std::fprintf(stderr, "%5s %10s %12s %9s %9s %9s %9s %9s %9s %9s\n", "rank", "documents",
               "entries", "CPU read", "CPU fit", "peak MB", "MB sums", "MB rows", "MB ring",
               "MB other");
  for (int r = 0; r < size; ++r) {
    const double *const x = all.data() + static_cast<std::size_t>(r) * own.size();
    std::fprintf(stderr, "%5d %10.0f %12.0f %9.2f %9.2f %9.1f %9.3f %9.3f %9.3f %9.3f\n", r, x[0],
                 x[1], x[2], x[3], x[4] / 1e6, x[5] / 1e6, x[6] / 1e6, x[7] / 1e6, x[8] / 1e6);
  }
}

// Titles are made from the texts of all documents.
void set_titles(const Session &session, manifact_model *model, const Documents &documents) {
  if (documents.excerpts.empty()) return;
  Batch texts;
  for (const std::string &text : documents.excerpts) texts.add(excerpt(text, excerpt_characters));
  session.check(manifact_mpi_titles(session.stoppable(), model, texts.bytes.data(),
                                    texts.offsets.data(), texts.count()));
}

void write(Session &session, const Arguments &arguments, std::optional<ResultDirectory> &results,
           manifact_model *model, const manifact_solver *solver, const Documents &documents,
           const std::vector<std::string> &terms) {
  set_titles(session, model, documents);
  ModelSummary findings = look_at(session, model, solver, terms, terms);
  findings.documents = &documents;
  findings.timeline = timeline_of(session, model, documents, arguments.period, nullptr);
  findings.classes = known_classes(session, documents, arguments.max_classes);
  findings.evaluation = evaluation(session, findings.classes, model);
  const bool has_report = manifact_model_documents(model) <= most_reported;
  if (results && !has_report)
    session.note("no report.html was written: it is limited to " + std::to_string(most_reported) +
                 " documents");
  if (results && has_report) place_documents(session, findings);
  const Report report = results && has_report
                            ? report_page(session, findings, documents, {arguments.input})
                            : Report{};
  const std::string summary = json_text(summary_object(session, findings));
  if (results)
    write_results(session, *results, findings, documents, arguments.memberships, summary, report);
  if (arguments.json)
    print(summary);
  else if (!results || !arguments.quiet)
    print(summary_text(session, findings));
}

// The processes that the launcher of another MPI starts do not know each other: each would do all
// the work.
void refuse_lone_ranks() {
  if (rank_count() > 1) return;
  constexpr std::array sizes{"PMI_SIZE",     "OMPI_COMM_WORLD_SIZE", "MPI_LOCALNRANKS",
                             "MPIEXEC_SIZE", "MV2_COMM_WORLD_SIZE",  "SLURM_NTASKS"};
  const auto number = [](const char *name) {
    const char *const value = std::getenv(name);
    return value == nullptr ? -1L : std::strtol(value, nullptr, 10);
  };
  for (const char *name : sizes) {
    // A job script of Slurm has one task of several: only srun sets the number of its steps.
    const bool is_slurm = std::string_view(name).starts_with("SLURM");
    if (number(name) < 2 || (is_slurm && number("SLURM_STEP_NUM_TASKS") < 2)) continue;
    throw Failure("the launcher started " + std::to_string(number(name)) + " processes (" + name +
                      "), but MPI knows only one: start them by the mpirun of the MPI with which "
                      "this program was built, or a single one by its mpirun -np 1 or with " +
                      name + " unset",
                  bad_input);
  }
}

void check(const Arguments &arguments) {
  if (arguments.dry_run == 0) refuse_lone_ranks();
  constexpr std::int64_t most_ranks = 1'000'000, longest_silence = 1'000'000;
  if (arguments.lost_after > longest_silence)
    throw Failure("--lost-after must be at most " + std::to_string(longest_silence) + ", not " +
                  std::to_string(arguments.lost_after));
  checked_period(arguments.period);
  if (arguments.dry_run > 0 && rank_count() > 1)
    throw Failure("--dry-run divides the documents on one rank: start it without mpirun",
                  bad_input);
  if (arguments.dry_run > most_ranks)
    throw Failure("--dry-run must be at most " + std::to_string(most_ranks) + ", not " +
                  std::to_string(arguments.dry_run));
  if (arguments.output && arguments.output->ends_with(".manifact"))
    throw Failure("-o must be a folder, not " + escaped(*arguments.output) +
                  ": it receives all results, the model among them");
}

void run(const Arguments &given) {
  Arguments arguments = given;
  arguments.method = given.given_method.value_or("auto");
  check(arguments);
  set_longest_silence(static_cast<int>(arguments.lost_after));
  const bool first = own_rank() == 0;
  Session session(arguments.threads_of_rank, arguments.quiet || !first, context_of_all());
  session.check(manifact_context_set_log(session.context(), log, &session));
  if (!first) session.check(manifact_context_set_progress(session.context(), nullptr, nullptr));
  const GivenOptions options = options_given(arguments);
  const Solver solver = make_solver(session, arguments.method, options.solver);
  std::int64_t seed = 0;
  session.check(manifact_solver_get_int64(solver.get(), "seed", &seed), solver.get());
  std::optional<ResultDirectory> results;
  first_rank([&] {
    check_memberships(arguments.memberships, arguments.output);
    if (!arguments.output) return;
    refuse_overwriting(
        result_paths(*arguments.output),
        arguments.inputs_and({arguments.text.stop_words.value_or("-"),
                              arguments.terms.value_or("-"), arguments.graph.value_or("-")}));
    results.emplace(*arguments.output, result_names(*arguments.output));
    if (!arguments.force) refuse_foreign_files(*arguments.output, result_names(*arguments.output));
  });
  const auto process = static_cast<double>(peak_memory());
  const DividedData rows =
      read_divided(session, arguments, options, solver.get(), static_cast<std::uint64_t>(seed));
  DividedData weights;
  Graph graph;
  if (arguments.graph) {
    weights = read_rows(session, *arguments.graph, static_cast<std::uint64_t>(seed));
    graph = take_graph(session, arguments, weights, solver.get());
  }
  if (arguments.dry_run > 0)
    return print_division(session, rows.X.get(), solver.get(),
                          {weights.X.get(), weights.places.get()}, arguments.clusters,
                          arguments.dry_run, process);
  weights = DividedData();
  const double seconds_read = cpu_seconds();
  const Model model = solved(session, solver.get(), arguments.input, [&](manifact_model **made) {
    return manifact_solver_fit(solver.get(), rows.X.get(), arguments.clusters, made);
  });
  session.check(manifact_mpi_gather(session.stoppable(), model.get(), rows.places.get(),
                                    manifact_matrix_rows(rows.X.get()), 0));
  if (arguments.ranks) report_ranks(session, rows.X.get(), seconds_read);
  const Documents documents = documents_of_all(rows.documents);
  first_rank([&] {
    try {
      write(session, arguments, results, model.get(), solver.get(), documents, rows.terms);
    } catch (...) {
      results.reset();  // unfinished results are removed before this rank ends the others
      throw;
    }
  });
}

constexpr const char *cluster_footer =
    R"(INPUT is what manifact cluster reads, except dense data, at a path that every
rank can read. All ranks read parts of plain files: UTF-8 text in lines or in a
table (TSV, CSV, JSON lines), Matrix Market, and binary matrices of PETSc. The
first rank reads other input, such as gzip, for all. Results are those of
manifact cluster, in the order of the input, written by the first rank.
Methods: auto, cf, lccf, nmf, gnmf, ncut, kmeans, spherical-kmeans.

Examples:
  mpirun -np 4 manifact-mpi cluster news.tsv -k 10 -o topics
  mpirun -np 4 manifact-mpi cluster news.jsonl -k 10 --text-field title,body
  mpirun -np 4 manifact-mpi cluster counts.mtx -k 20 -o topics
  mpirun -np 2 manifact-mpi cluster counts.mtx.gz -k 20 -m lccf -s lambda=10 --ranks
)";

}  // namespace

void add_divided_cluster(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("cluster", "Cluster documents that are divided among the ranks",
                             cluster_footer, [arguments] { run(*arguments); });
  add_input(command, *arguments);
  command.whole("-k,--clusters", "K", arguments->clusters, 1, "The number of clusters").required();
  command.option("-m,--method", "METHOD", arguments->given_method, "The method [auto]");
  add_text(command, arguments->text,
           "An option of the method or of the vectorizer; may be\ngiven several times");
  add_text_field(command, *arguments);
  add_label_fields(command, *arguments);
  command.whole("--max-classes", "N", arguments->max_classes, 1,
                "The evaluation of up to this number of classes in the\ninput [200, or 1% of the "
                "documents]");
  add_format(command, *arguments);
  add_seed(command, *arguments);
  command.option(
      "--graph", "FILE", arguments->graph,
      "Use this graph, a symmetric matrix of weights (Matrix\nMarket or PETSc), instead of "
      "building one");
  command.option("--weighting", "WORD", arguments->weighting,
                 "none, tfidf, log-tfidf, or auto [auto]");
  command.option("--terms", "FILE", arguments->terms,
                 "The names of the features of a matrix, one per line");
  command.option("--period", "WORD", arguments->period,
                 "With dates, the periods of timeline.csv: day, week,\nmonth, quarter, year, or "
                 "auto [auto]");
  command.option("-o,--output", "DIR", arguments->output,
                 "Write the results to DIR, created if missing");
  command.flag("--force", arguments->force, "Write to a DIR that holds other files");
  command.option("--memberships", "FORMAT", arguments->memberships,
                 "Write the share of each cluster in each document as\nwell: csv or npz");
  command.flag("--json", arguments->json, "Print the summary as one JSON object");
  command.flag("--ranks", arguments->ranks,
               "Print documents, CPU time, memory and bytes sent of\neach rank");
  command.whole("--dry-run", "P", arguments->dry_run, 1,
                "Print documents, entries and the bytes that each of P\nranks would send, without "
                "a fit; on one rank");
  command.whole("--lost-after", "SECONDS", arguments->lost_after, shortest_silence,
                "End the run when another host has not answered for this\nlong, over TCP [7]");
  command.whole("--threads", "N", arguments->threads_of_rank, 1, "The threads of a rank [1]");
  command.flag("-q,--quiet", arguments->quiet,
               "Suppress the progress bar and warnings, and with -o\nthe summary");
}

}  // namespace cli
