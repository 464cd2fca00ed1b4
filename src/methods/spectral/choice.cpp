#include "methods/spectral/choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <limits>

#include "evaluation/evaluation.hpp"
#include "graph/components.hpp"
#include "linalg/products.hpp"
#include "methods/prepare.hpp"
#include "methods/spectral/embedding.hpp"
#include "methods/spectral/spectral.hpp"
#include "readout/rotation.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr std::int64_t samples = 5;
constexpr double share = 0.8;             // of the documents, in a sample
constexpr double sample_tolerance = 1e-3; // of its eigenvectors: labels need no better ones
constexpr std::int64_t sample_rounds = 60;
constexpr std::int64_t rotations = 2;     // starts of the read-out of a sample
constexpr double clear_stability = 0.8, clear_lead = 1.2;  // below, the reason says that it is weak
constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

long long number(std::int64_t x) { return x; }

std::string sentence(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::string sentence(const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

void check(const Matrix &X, std::int64_t from, std::int64_t to, const Options &options, const Given &given) {
  if (&options.method() != &ncut) fail(Status::option, "the number of clusters is suggested by the method 'ncut', not by '%s'", options.method().name);
  if (!options.is(Key::affinity, "graph")) fail(Status::option, "the number of clusters is suggested by the cut of a graph: affinity=graph");
  if (from < 2) fail(Status::argument, "from must be at least 2, not %lld", number(from));
  if (to < from) fail(Status::argument, "to must be at least from, %lld, not %lld", number(from), number(to));
  if (to >= X.rows) fail(Status::argument, "to is %lld, but must be below the number of documents, %lld", number(to), number(X.rows));
  if (given.graph != nullptr && given.graph->S.rows != X.rows)
    fail(Status::mismatch, "the graph has %lld vertices, but there are %lld documents", number(given.graph->S.rows), number(X.rows));
}

// What is not judged yet.
std::vector<Judged> open_rows(std::int64_t from, std::int64_t to) {
  std::vector<Judged> rows;
  for (std::int64_t k = from; k <= to; ++k) rows.push_back({k, not_known, not_known, not_known, not_known, Status::ok, ""});
  return rows;
}

void refuse(Judged &row, Status status, const std::string &why) {
  row = {row.k, not_known, not_known, not_known, not_known, status, why};
}

// The part of the graph that is cut, and its eigenvectors.
struct Cut {
  Core core;
  Embedding embedding;
};

Cut cut_of(const Graph &graph, std::int64_t k, double tolerance, std::int64_t rounds, const Array<std::int32_t> &order, Rng rng, Run &run) {
  Cut cut;
  cut.core = core_of(graph, k, run);
  const std::int64_t n = cut.core.vertices.size();
  if (n < 3) return cut;
  EmbeddingRequest request{std::min(k, n - 1)};
  request.tolerance = tolerance;
  request.rounds = rounds;
  const Array<std::int32_t> inner = core_order(cut.core, &order, run);
  request.order = &inner;
  cut.embedding = embed(normalised_cut_of(subgraph(graph, cut.core, run), run), request, rng, run);
  return cut;
}

// The graph between a share of the documents, drawn along `order`; the others are isolated.
Graph sample_of(const Graph &graph, const Array<std::int32_t> &order, Rng rng, Run &run) {
  const std::int64_t n = graph.S.rows;
  Array<bool> keep(run.memory, n);
  for (std::int64_t a = 0; a < n; ++a) keep[order[a]] = rng.uniform() < share;
  Graph part;
  part.S = Csr<double>(run.memory, n, n, graph.S.entries());
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t e = graph.S.indptr[i]; e < graph.S.indptr[i + 1] && keep[i]; ++e) {
      if (!keep[graph.S.indices[e]]) continue;
      part.S.indices[to] = graph.S.indices[e];
      part.S.values[to++] = graph.S.values[e];
    }
    part.S.indptr[i + 1] = to;
  }
  measure(part, run);
  return part;
}

// Labels of all documents by the first k eigenvectors; -1 where there are none.
std::vector<std::int64_t> labels_of(const Cut &cut, std::int64_t documents, std::int64_t k, const Array<std::int32_t> &order, Rng rng, Run &run) {
  const std::int64_t n = cut.core.vertices.size();
  Dense<double> Z(run.memory, n, k);
  for (std::int64_t a = 0; a < n; ++a) std::copy_n(cut.embedding.Q.row(a), k, Z.row(a));
  const Array<std::int32_t> inner = core_order(cut.core, &order, run);
  const Rotation found = rotate_to_partition(Z, rotations, rng, run, &inner);
  std::vector<std::int64_t> labels(static_cast<std::size_t>(documents), -1);
  for (std::int64_t a = 0; a < n; ++a) labels[static_cast<std::size_t>(cut.core.vertices[a])] = found.labels[a];
  return labels;
}

using Labels = std::vector<std::int64_t>;

double agreement(const Labels &one, const Labels &other) {
  Labels a, b;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] < 0 || other[i] < 0) continue;
    a.push_back(one[i]);
    b.push_back(other[i]);
  }
  return a.empty() ? 0 : evaluate(a.data(), b.data(), static_cast<std::int64_t>(a.size())).ari;
}

// Eigenvalues and gaps up to the largest k that they can be had for, which is returned; those beyond fail, as does a k that the graph is too small for.
std::int64_t judge_gaps(std::vector<Judged> &rows, const Graph &graph, const Options &options, const Array<std::int32_t> &order, Run &run) {
  const Rng rng(static_cast<std::uint64_t>(options.integer(Key::seed)));
  std::int64_t most = rows.back().k;
  Cut cut;
  for (;;) try {
      cut = cut_of(graph, most, options.real(Key::tolerance), options.integer(Key::max_iterations), order, rng, run);
      break;
    } catch (const Error &error) {
      if (error.status() == Status::cancelled || most == rows.front().k) throw;
      const std::int64_t fewer = std::max(rows.front().k, most / 2);
      for (Judged &row : rows)
        if (row.k > fewer && row.status == Status::ok) refuse(row, error.status(), error.what());
      most = fewer;
    }
  const std::int64_t n = cut.core.vertices.size();
  const Embedding &found = cut.embedding;
  for (Judged &row : rows) {
    if (row.k > most) break;
    if (row.k >= n) {
      refuse(row, Status::empty, sentence("only %lld different documents have neighbours", number(n)));
      continue;
    }
    row.eigenvalue = found.theta[row.k - 1];
    const double next = row.k < found.theta.size() ? found.theta[row.k] : not_known;
    row.gap = next > 1e-9 ? std::max(0.0, (next - row.eigenvalue) / next) : 0;
    if (found.converged) continue;
    row.status = Status::not_converged;
    row.why = sentence("the eigenvectors did not converge: the largest residual is %g", found.residual);
  }
  return most;
}

// How alike the clusterings of the samples are, k by k: one that fails says why, and the others go on.
void judge_stability(std::vector<Judged> &rows, const Graph &graph, std::int64_t most, const Array<std::int32_t> &order, std::uint64_t seed, Run &run) {
  std::vector<Cut> cuts;
  const auto steps = static_cast<std::int64_t>(rows.size());
  run.monitor.enter("samples", samples);
  for (std::int64_t s = 0; s < samples; ++s) {
    cuts.push_back(cut_of(sample_of(graph, order, Rng(seed, 0x5a00 + static_cast<std::uint64_t>(s)), run), most, sample_tolerance, sample_rounds, order,
                          Rng(seed, 0x5b00 + static_cast<std::uint64_t>(s)), run));
    run.monitor.report(s + 1, samples);
  }
  run.monitor.enter("stability", steps);
  for (std::int64_t step = 0; step < steps; ++step) {
    Judged &row = rows[static_cast<std::size_t>(step)];
    run.monitor.report(step, steps);
    if (row.status < Status::ok) continue;
    try {
      std::vector<Labels> labels;
      double sum = 0;
      for (const Cut &cut : cuts) {
        if (row.k >= cut.core.vertices.size())
          fail(Status::empty, "a sample of the documents has only %lld that have neighbours", number(cut.core.vertices.size()));
        labels.push_back(labels_of(cut, graph.S.rows, row.k, order, Rng(seed, 0x5c00 + static_cast<std::uint64_t>(row.k)), run));
      }
      for (std::size_t a = 0; a < labels.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) sum += agreement(labels[a], labels[b]);
      row.stability = sum / static_cast<double>(labels.size() * (labels.size() - 1) / 2);
    } catch (const Error &error) {
      if (error.status() == Status::cancelled) throw;
      refuse(row, error.status(), error.what());
    }
  }
}

// Eigenvalues of data without clusters grow like a power of k, so that their relative gaps fall like 1 / k: k times the gap is what can be compared.
void choose(Suggestion &suggestion) {
  std::vector<Judged *> by_score;
  for (Judged &row : suggestion.rows) {
    if (row.status < Status::ok) continue;
    row.score = static_cast<double>(row.k) * row.gap * std::max(0.0, row.stability);
    by_score.push_back(&row);
  }
  if (by_score.empty())
    fail(suggestion.rows.front().status, "no number of clusters can be judged: %s", suggestion.rows.front().why.c_str());
  std::stable_sort(by_score.begin(), by_score.end(), [](const Judged *a, const Judged *b) { return a->score > b->score; });
  const Judged &best = *by_score.front();
  suggestion.k = best.k;
  if (!(best.score > 0)) {
    suggestion.reason = sentence("weak: no number of clusters has a gap behind it (the graph may fall into more parts than were asked about); %lld is the least", number(best.k));
    return;
  }
  suggestion.reason = sentence("the gap behind eigenvalue %lld, %.2f, is the largest for its place, and samples of the documents agree by %.2f", number(best.k),
                               best.gap, best.stability);
  if (by_score.size() < 2) return;
  const Judged &second = *by_score[1];
  const char *const next = best.score < clear_lead * second.score   ? "; weak: %lld is nearly as good"
                           : best.stability < clear_stability ? "; weak: that is too little to be trusted; next best %lld"
                                                              : "; next best %lld";
  suggestion.reason += sentence(next, number(second.k));
}

}  // namespace

Suggestion suggest_k(const Matrix &X, std::int64_t from, std::int64_t to, const Options &options, const Given &given, Run &run) {
  check(X, from, to, options, given);
  Model model;  // what the report writes to; only its log lines are of use here
  Report report(model, run.monitor);
  Stage<double> stage;
  Given used;
  used.graph = given.graph;
  const Options in_force = prepare_graph(stage, prepare_data(stage, X, 1, options, used, report, run), used, report, run);
  const auto seed = static_cast<std::uint64_t>(in_force.integer(Key::seed));
  Suggestion suggestion;
  suggestion.rows = open_rows(from, to);
  run.monitor.enter("eigenvectors");
  const std::int64_t most = judge_gaps(suggestion.rows, *stage.graph, in_force, stage.order, run);
  judge_stability(suggestion.rows, *stage.graph, most, stage.order, seed, run);
  choose(suggestion);
  return suggestion;
}

}  // namespace manifact
