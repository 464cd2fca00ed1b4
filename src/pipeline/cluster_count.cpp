#include "pipeline/cluster_count.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <string_view>

#include "embedding/operators.hpp"
#include "evaluation/evaluation.hpp"
#include "graph/point_separation.hpp"
#include "linalg/dense/products.hpp"
#include "methods/registry.hpp"
#include "options/plan.hpp"
#include "pipeline/prepare.hpp"
#include "readout/readout.hpp"
#include "readout/rotation.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index core_clusters = 40;
constexpr double sampled_share = 0.8;      // fraction of the documents in a sample
constexpr double sample_tolerance = 1e-3;  // of the eigenvectors: labels do not need better ones
constexpr Index most_rounds = 60;
// In vertices. At this tolerance an iterative search for 20 eigenpairs of 400 and 1000 vertices
// takes 1.9 and 3.1 ms, the dense solver 5.9 and 54 ms, and there are five samples.
constexpr Index dense_at_most = 300;

// Read-out starts of each of the five samples, if readout-starts is not set.
constexpr Index starts = 2;

using Labels = std::vector<Index>;

// The graph restricted to a fraction of the documents, drawn along `order`; the rest are isolated.
Graph sample_of(const Graph &graph, const Array<std::int32_t> &order, Rng rng,
                ExecutionContext &run) {
  const Index n = graph.S.rows;
  Array<bool> keep(run.memory, n);
  for (Index a = 0; a < n; ++a) keep[order[a]] = rng.uniform() < sampled_share;
  Graph part;
  part.S = Csr<double>(run.memory, n, n, graph.S.entries());
  Index to = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index e = graph.S.indptr[i]; e < graph.S.indptr[i + 1] && keep[i]; ++e) {
      if (!keep[graph.S.indices[e]]) continue;
      part.S.indices[to] = graph.S.indices[e];
      part.S.values[to++] = graph.S.values[e];
    }
    part.S.indptr[i + 1] = to;
  }
  measure(part, run);
  return part;
}

double agreement(const Labels &one, const Labels &other) {
  std::vector<std::int32_t> a, b;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] < 0 || other[i] < 0) continue;
    a.push_back(static_cast<std::int32_t>(one[i]));
    b.push_back(static_cast<std::int32_t>(other[i]));
  }
  return a.empty() ? 0 : evaluate(a.data(), b.data(), static_cast<Index>(a.size())).ari;
}

}  // namespace

Cut cut_of(const Graph &graph, EmbeddingRequest request, const Array<std::int32_t> &order, Rng rng,
           ExecutionContext &run) {
  Cut cut;
  cut.core = core_of(graph, core_clusters, run);
  const Index n = cut.core.vertices.size();
  if (n < 3) return cut;
  request.k = std::min(request.k, n);
  const Array<std::int32_t> inner = core_order(cut.core, &order, run);
  request.order = &inner;
  cut.embedding = embed(normalized_cut_of(subgraph(graph, cut.core, run), run), request, rng, run);
  return cut;
}

Samples::Samples(const Graph &graph, Index k, const Options &options,
                 const Array<std::int32_t> &order, ExecutionContext &run)
    : documents_(graph.S.rows), options_(options), order_(order) {
  const auto seed = static_cast<std::uint64_t>(options.integer(Key::seed));
  run.monitor.enter("samples", count);
  for (Index s = 0; s < count; ++s) {
    EmbeddingRequest request{k};
    request.tolerance = sample_tolerance;
    request.rounds = std::min(most_rounds, options.integer(Key::max_iterations));
    request.dense_at_once = dense_at_most;
    request.most_dense = options.integer(Key::memory_budget) / static_cast<Index>(sizeof(double));
    request.last_resorts = false;  // too expensive for a sample; non-convergence is reported
    const auto stream = static_cast<std::uint64_t>(s);
    cuts_.push_back(cut_of(sample_of(graph, order, Rng(seed, 0x5a00 + stream), run), request, order,
                           Rng(seed, 0x5b00 + stream), run));
    run.monitor.report(s + 1, count);
  }
}

Labels labels_of_cut(const Cut &cut, Index k, Index documents, const Options &options,
                     const Array<std::int32_t> &order, ExecutionContext &run) {
  const Index n = cut.core.vertices.size();
  Dense<double> Z(run.memory, n, k);
  for (Index a = 0; a < n; ++a) std::copy_n(cut.embedding.Q.row(a), k, Z.row(a));
  const Array<std::int32_t> inner = core_order(cut.core, &order, run);
  const Index readout_starts =
      options.is_set(Key::readout_starts) ? options.integer(Key::readout_starts) : starts;
  const Rng rng(static_cast<std::uint64_t>(options.integer(Key::seed)),
                0x5c00 + static_cast<std::uint64_t>(k));
  Array<std::int32_t> found;
  if (options.choice<ReadoutKind>() == ReadoutKind::rotation) {
    found = rotate_to_partition(Z, readout_starts, rng, run, &inner).labels;
  } else {
    const Geometry geometry = options.choice<ReadoutKind>() == ReadoutKind::kmeans
                                  ? Geometry::euclidean
                                  : Geometry::spherical;
    const Dense<double> unit = unit_rows(Z, run);
    found = cluster_points<double>(*dense_points<double>(unit), k, geometry, true, readout_starts,
                                   rng, run, &inner)
                .labels;
  }
  Labels labels(static_cast<std::size_t>(documents), -1);
  for (Index a = 0; a < n; ++a) labels[static_cast<std::size_t>(cut.core.vertices[a])] = found[a];
  return labels;
}

double Samples::stability(Index k, ExecutionContext &run) const {
  std::vector<Labels> labels;
  for (const Cut &cut : cuts_) {
    if (k >= cut.core.vertices.size())
      fail(Status::empty, "a sample has only %lld documents with neighbors",
           static_cast<long long>(cut.core.vertices.size()));
    labels.push_back(labels_of_cut(cut, k, documents_, options_, order_, run));
  }
  double sum = 0, pairs = 0;
  for (std::size_t a = 0; a < labels.size(); ++a)
    for (std::size_t b = 0; b < a; ++b, ++pairs) sum += agreement(labels[a], labels[b]);
  return sum / pairs;
}

Samples::Rough Samples::rough(Index k) const {
  Rough found;
  for (const Cut &cut : cuts_) {
    if (cut.embedding.converged || cut.embedding.worst(k) <= sample_tolerance) continue;
    ++found.samples;
    found.residual = std::max(found.residual, cut.embedding.worst(k));
  }
  return found;
}

// Three blocks of the search for k + 1 eigenvectors and 2 guards, and either the eigenvectors of
// the samples, or those of the graph and the arrays of the read-out.
double bytes_of_samples(Index n, Index k) noexcept {
  const double vectors = 3 * static_cast<double>(block_width(n, k + 3)) +
                         sampled_share * static_cast<double>(Samples::count * k);
  return vectors * static_cast<double>(n) * sizeof(double);
}

namespace {

constexpr double clear_stability = 0.8, clear_lead = 1.2;  // below these the reason says "weak"
// As preset=points: the more neighbors, the more edges join groups that are close to each other.
constexpr Index neighbors_of_points = 10;
constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

std::string sentence(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::string sentence(const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

void check(const Matrix &X, Index from, Index to, const Options &options, const FitInputs &inputs) {
  if (std::string_view(options.name()) != "ncut")
    fail(Status::option, "the number of clusters is suggested by method 'ncut', not by '%s'",
         options.name());
  if (options.choice<AffinityKind>() != AffinityKind::graph)
    fail(Status::option, "suggesting the number of clusters needs affinity=graph");
  if (from < 2) fail(Status::argument, "from must be at least 2, not %lld", number(from));
  if (to < from)
    fail(Status::argument, "to must be at least from, %lld, not %lld", number(from), number(to));
  if (to >= X.rows)
    fail(Status::argument, "to is %lld, but must be below the number of documents, %lld",
         number(to), number(X.rows));
  if (inputs.graph != nullptr && inputs.graph->S.rows != X.rows)
    fail(Status::mismatch, "the graph has %lld vertices, but there are %lld documents",
         number(inputs.graph->S.rows), number(X.rows));
}

// One row for each k, not yet evaluated.
std::vector<CountEvaluation> pending_rows(Index from, Index to) {
  std::vector<CountEvaluation> rows;
  for (Index k = from; k <= to; ++k)
    rows.push_back({k, not_known, not_known, not_known, not_known, 1, Status::ok, ""});
  return rows;
}

void refuse(CountEvaluation &row, Status status, const std::string &why) {
  row = {row.k, not_known, not_known, not_known, not_known, 1, status, why};
}

// The largest k whose eigenvectors fit the memory budget, or one less than the first k if none
// does. Larger k are marked as failed.
Index within_budget(std::vector<CountEvaluation> &rows, Index documents, bool points,
                    const Options &options) {
  const Index budget = options.integer(Key::memory_budget);
  for (std::size_t i = rows.size(); i-- > 0;) {
    // Of points the eigenvectors of the graph are held, too.
    const double kept =
                     points ? static_cast<double>(documents * (rows[i].k + 1)) * sizeof(double) : 0,
                 bytes = bytes_of_samples(documents, rows[i].k) + kept;
    if (bytes <= static_cast<double>(budget)) return rows[i].k;
    refuse(rows[i], Status::budget,
           sentence("the eigenvectors of %lld clusters need %.0f bytes, more than the "
                    "memory-budget of %lld",
                    number(rows[i].k), bytes, number(budget)));
  }
  return rows.front().k - 1;
}

// Returns find(most). If that fails, halves `most` until it succeeds; rows with a larger k are
// marked as failed.
template <class Find>
auto with_largest_feasible(const std::vector<CountEvaluation *> &rows, Index most,
                           const Find &find) {
  Index least = most;
  for (const CountEvaluation *row : rows) least = std::min(least, row->k);
  for (;;) try {
      return find(most);
    } catch (const Error &error) {
      if (error.status() == Status::cancelled || most == least) throw;
      most = std::max(least, most / 2);
      for (CountEvaluation *row : rows)
        if (row->k > most && row->status >= Status::ok) refuse(*row, error.status(), error.what());
    }
}

// One eigenvector more than clusters, for the gap after the last one.
Cut find_cut(std::vector<CountEvaluation> &rows, Index most, const Graph &graph,
             const Options &options, const Array<std::int32_t> &order, ExecutionContext &run) {
  const Rng rng(static_cast<std::uint64_t>(options.integer(Key::seed)));
  std::vector<CountEvaluation *> open;
  for (CountEvaluation &row : rows)
    if (row.k <= most) open.push_back(&row);
  return with_largest_feasible(open, most, [&](Index k) {
    EmbeddingRequest request{k + 1};
    request.tolerance = options.real(Key::tolerance);
    request.rounds = options.integer(Key::max_iterations);
    request.most_dense = options.integer(Key::memory_budget) / static_cast<Index>(sizeof(double));
    return cut_of(graph, request, order, rng, run);
  });
}

// Eigenvalues and gaps up to the largest k for which they can be computed. A k that is too large
// for the graph is marked as failed. Returns the cut.
Cut evaluate_gaps(std::vector<CountEvaluation> &rows, Index most, const Graph &graph,
                  const Options &options, const Array<std::int32_t> &order, ExecutionContext &run) {
  Cut cut = find_cut(rows, most, graph, options, order, run);
  const Index n = cut.core.vertices.size();
  const Embedding &found = cut.embedding;
  for (CountEvaluation &row : rows) {
    if (row.status < Status::ok) break;  // all larger k have failed too
    if (row.k >= n) {
      refuse(row, Status::empty,
             sentence("only %lld distinct documents have neighbors", number(n)));
      continue;
    }
    row.eigenvalue = found.theta[row.k - 1];
    const double next = row.k < found.theta.size() ? found.theta[row.k] : not_known;
    row.gap = next > 1e-9 ? std::max(0.0, (next - row.eigenvalue) / next) : 0;
    const double worst = found.worst(row.k + 1);
    if (found.converged || worst <= options.real(Key::tolerance)) continue;
    row.status = Status::not_converged;
    row.why = sentence("the eigenvectors did not converge: the largest residual is %g", worst);
  }
  return cut;
}

double most_score(const CountEvaluation &row) {
  return static_cast<double>(row.k) * row.gap * row.separation;
}

// By this the rows to sample are chosen.
double promise(const CountEvaluation &row, bool points) {
  return points ? -static_cast<double>(row.k) * std::log(std::max(1 - row.gap, 1e-9))
                : most_score(row);
}

// The rows with the largest promise, ties to the lower k. The others are not sampled, and their
// `why` says so.
std::vector<CountEvaluation *> rows_to_sample(std::vector<CountEvaluation> &rows, bool points) {
  std::vector<CountEvaluation *> some;
  for (CountEvaluation &row : rows)
    if (row.status >= Status::ok) some.push_back(&row);
  std::stable_sort(some.begin(), some.end(),
                   [points](const CountEvaluation *a, const CountEvaluation *b) {
                     return promise(*a, points) > promise(*b, points);
                   });
  while (static_cast<Index>(some.size()) > most_evaluated) {
    if (some.back()->status == Status::ok)
      some.back()->why = "not sampled: its k times gap is too small";
    some.pop_back();
  }
  return some;
}

// The separation of points in k clusters by the cut.
double separation_of(const DataView<double> &points, const Cut &cut, Index k,
                     const Options &options, const Array<std::int32_t> &order,
                     ExecutionContext &run) {
  const std::vector<Index> found = labels_of_cut(cut, k, points.rows, options, order, run);
  Array<std::int32_t> labels(run.memory, points.rows);
  for (Index i = 0; i < points.rows; ++i)
    labels[i] = static_cast<std::int32_t>(found[static_cast<std::size_t>(i)]);
  return smallest_separation(points, labels, k, run);
}

// The agreement between the clusterings of the samples for each k, and of points the separation.
// If one k fails, the reason is recorded and the others continue.
void evaluate_stability(std::vector<CountEvaluation> &rows, const Graph &graph, const Cut &cut,
                        const DataView<double> *points, const Options &options,
                        const Array<std::int32_t> &order, ExecutionContext &run) {
  const std::vector<CountEvaluation *> some = rows_to_sample(rows, points != nullptr);
  Index most = 0, step = 0;
  for (const CountEvaluation *row : some) most = std::max(most, row->k);
  if (most == 0) return;
  const auto samples = with_largest_feasible(
      some, most, [&](Index k) { return Samples(graph, k, options, order, run); });
  const auto steps = static_cast<Index>(some.size());
  run.monitor.enter("stability", steps);
  for (CountEvaluation *row : some) {
    run.monitor.report(step++, steps);
    if (row->status < Status::ok) continue;
    try {
      if (points != nullptr)
        row->separation = separation_of(*points, cut, row->k, options, order, run);
      row->stability = samples.stability(row->k, run);
      row->score = most_score(*row) * std::max(0.0, row->stability);
      const Samples::Rough rough = samples.rough(row->k);
      if (rough.samples == 0 || row->status != Status::ok) continue;
      row->status = Status::not_converged;
      row->why = sentence(
          "the eigenvectors of %lld of %lld samples did not converge: the largest residual is %g",
          number(rough.samples), number(Samples::count), rough.residual);
    } catch (const Error &error) {
      if (error.status() == Status::cancelled) throw;
      refuse(*row, error.status(), error.what());
    }
  }
}

// For data without clusters the eigenvalues grow like a power of k, and the relative gaps fall like
// 1 / k. Multiplying the gap by k makes different k comparable.
void choose(Suggestion &suggestion, bool points) {
  std::vector<CountEvaluation *> by_score;
  for (CountEvaluation &row : suggestion.rows)
    if (!std::isnan(row.score)) by_score.push_back(&row);
  if (by_score.empty())
    fail(suggestion.rows.front().status, "no number of clusters can be evaluated: %s",
         suggestion.rows.front().why.c_str());
  std::stable_sort(
      by_score.begin(), by_score.end(),
      [](const CountEvaluation *a, const CountEvaluation *b) { return a->score > b->score; });
  const CountEvaluation &best = *by_score.front();
  suggestion.k = best.k;
  if (!(best.score > 0) && points) {
    suggestion.reason =
        sentence("weak: for no number of clusters are all of them separate; %lld is the smallest",
                 number(best.k));
    return;
  }
  if (!(best.score > 0)) {
    suggestion.reason = sentence(
        "weak: there is no gap after any number of clusters (the graph may have more components "
        "than the range covers); %lld is the smallest",
        number(best.k));
    return;
  }
  suggestion.reason = sentence(
      "the gap after eigenvalue %lld, %.2f, has the largest score, and the clusterings of samples "
      "agree by %.2f",
      number(best.k), best.gap, best.stability);
  if (points) suggestion.reason += sentence("; separation %.2f", best.separation);
  if (by_score.size() < 2) return;
  const CountEvaluation &second = *by_score[1];
  const char *const next = best.score < clear_lead * second.score ? "; weak: %lld is nearly as good"
                           : best.stability < clear_stability
                               ? "; weak: the agreement is low; next best %lld"
                               : "; next best %lld";
  suggestion.reason += sentence(next, number(second.k));
}

// Warns of values in the table that are inaccurate or missing.
void warn_of_inaccurate(const Suggestion &suggestion, bool points, Report &report) {
  Index rough = 0, failed = 0;
  const CountEvaluation *first = nullptr;
  for (const CountEvaluation &row : suggestion.rows) {
    rough += row.status == Status::not_converged ? 1 : 0;
    failed += row.status < Status::ok && row.status != Status::empty ? 1 : 0;
    if (first == nullptr && row.status != Status::ok && row.status != Status::empty) first = &row;
  }
  for (const CountEvaluation &row : suggestion.rows) {
    if (points || row.status != Status::ok || !std::isnan(row.stability) ||
        !(most_score(row) >
          suggestion.rows[static_cast<std::size_t>(suggestion.k - suggestion.rows.front().k)]
              .score))
      continue;
    report.warn(
        "k = %lld was not evaluated and could have a larger score than the suggested k = %lld",
        number(row.k), number(suggestion.k));
    break;
  }
  if (first == nullptr) return;
  report.warn("of %lld numbers of clusters %lld failed and %lld are inaccurate; first, %lld: %s",
              number(static_cast<Index>(suggestion.rows.size())), number(failed), number(rough),
              number(first->k), first->why.c_str());
}

}  // namespace

Suggestion suggest_k(const Matrix &X, Index from, Index to, const Options &options,
                     const FitInputs &inputs, ExecutionContext &run) {
  check(X, from, to, options, inputs);
  Model model;  // the report writes to it; only its warnings are used
  Report report(model, X.dense, run);
  FitState<double> state(*find_method("ncut"));
  FitInputs used;
  used.graph = inputs.graph;
  used.of_kernel = inputs.of_kernel;
  used.vectors = inputs.vectors;
  used.background = inputs.background;
  used.graph_cache = inputs.graph_cache;
  if (const std::string warning = warning_of_kind(X, options, used, false, run); !warning.empty())
    report.warn("%s", warning.c_str());
  Options prepared = prepare_data(state, X, 1, options, used, report, run);
  const bool points = inputs.graph == nullptr && state.X.is_dense() &&
                      prepared.choice<Metric>() == Metric::euclidean;
  if (points) prepared.derive(Key::neighbors, neighbors_of_points);
  const Options in_force = prepare_graph(state, prepared, used, report, run);
  report.empty_documents(nullptr);
  Suggestion suggestion;
  suggestion.rows = pending_rows(from, to);
  run.monitor.enter("eigenvectors");
  if (const Index most = within_budget(suggestion.rows, X.rows, points, in_force); most >= from) {
    Cut cut =
        evaluate_gaps(suggestion.rows, most, *state.graph, in_force, state.canonical_order, run);
    if (!points) cut = {};
    evaluate_stability(suggestion.rows, *state.graph, cut, points ? &state.X : nullptr, in_force,
                       state.canonical_order, run);
  }
  choose(suggestion, points);
  warn_of_inaccurate(suggestion, points, report);
  suggestion.warnings = std::move(model.findings.warnings);
  return suggestion;
}

}  // namespace manifact
