#include "pipeline/given_graph.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "methods/registry.hpp"
#include "methods/start/propagation.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

constexpr Index edges_compared = 1000, pairs_for_each = 2;
constexpr Index reach = 20;         // how far i' is from i
constexpr Index enough_pairs = 60;  // for a share: of 15 edges, each with two entries
// Below the first share a graph is doubtful; neighbors in the content have 0.9 and more, links
// between documents 0.7 and more. A shift is named if it raises the share to the second one.
constexpr double doubtful = 0.6, convincing = 0.75;

// Cosine for sparse rows, minus the squared distance for dense ones.
template <class T>
double similarity(const DataView<T> &X, Index i, Index j) {
  const DataRow<T> a = X.row(i), b = X.row(j);
  if (X.is_dense()) {
    double square = 0;
    for (Index e = 0; e < a.size(); ++e) {
      const double difference = static_cast<double>(a[e]) - static_cast<double>(b[e]);
      square += difference * difference;
    }
    return -square;
  }
  double product = 0, of_a = 0, of_b = 0;
  for (Index e = 0; e < a.size(); ++e) of_a += static_cast<double>(a[e]) * a[e];
  for (Index e = 0; e < b.size(); ++e) of_b += static_cast<double>(b[e]) * b[e];
  for (Index e = 0, f = 0; e < a.size() && f < b.size();) {
    const std::int32_t left = a.column(e), right = b.column(f);
    if (left == right) product += static_cast<double>(a[e]) * b[f];
    e += left <= right ? 1 : 0;
    f += right <= left ? 1 : 0;
  }
  return product / std::sqrt(of_a * of_b);  // NaN for an empty document
}

struct Comparison {
  Index i, j, other_i, other_j;
};

// The edges of the sample, each with pairs of a smaller weight near it.
std::vector<Comparison> comparisons(const Graph &graph, Rng &rng) {
  std::vector<Comparison> all;
  const Csr<double> &S = graph.S;
  const Index n = S.rows, entries = S.entries(), count = std::min(entries, edges_compared);
  const Index most = std::min(reach, (n - 1) / 2);
  const auto near = [&](Index i) {
    const Index step = 1 + rng.below(most);
    return (i + (rng.below(2) == 0 ? step : n - step)) % n;
  };
  for (Index q = 0; q < count && most > 0; ++q) {
    // 2 q + 1 and 2 count are below 2^11: no overflow.
    const Index e = entries / count * q + entries % count * (2 * q + 1) / (2 * count);
    const Index i = std::upper_bound(S.indptr.begin(), S.indptr.end(), e) - S.indptr.begin() - 1;
    for (Index r = 0; r < pairs_for_each; ++r) {
      const Index a = near(i), b = near(S.indices[e]);
      if (a != b && value_at(S, a, b) < S.values[e])
        all.push_back({.i = i, .j = S.indices[e], .other_i = a, .other_j = b});
    }
  }
  return all;
}

// The share if vertex i is document i + shift.
template <class T>
GraphFit share_of(const DataView<T> &X, const std::vector<Comparison> &all, Index shift,
                  ExecutionContext &run) {
  Index won = 0, lost = 0;
  const auto is_row = [&](Index i) { return i + shift >= 0 && i + shift < X.rows; };
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (c % 64 == 0) run.monitor.check();
    const Comparison &pair = all[c];
    if (!is_row(pair.i) || !is_row(pair.j) || !is_row(pair.other_i) || !is_row(pair.other_j))
      continue;
    const double edge = similarity(X, pair.i + shift, pair.j + shift),
                 other = similarity(X, pair.other_i + shift, pair.other_j + shift);
    won += edge > other ? 1 : 0;
    lost += edge < other ? 1 : 0;
  }
  GraphFit fit;
  fit.pairs = won + lost;
  if (fit.pairs > 0) fit.share = static_cast<double>(won) / static_cast<double>(fit.pairs);
  return fit;
}

}  // namespace

bool GraphFit::is_doubtful() const noexcept { return pairs >= enough_pairs && share < doubtful; }

void check_graph_is_used(const Method &method, const Options &options, Report &report) {
  if (method.graph == GraphSource::own) return;  // refused elsewhere
  if (options.uses(Key::lambda) && options.is_set(Key::lambda)) {
    report.warn("the given graph is ignored with lambda=0");
    return;
  }
  const bool by_affinity = options.uses(Key::affinity), by_lambda = options.uses(Key::lambda);
  const std::string others = methods_with_graph();
  fail(Status::option, "method '%s' with these options does not use the given graph; %s%s",
       method.name,
       by_affinity ? "affinity=graph uses it"
       : by_lambda ? "lambda above 0 uses it"
                   : "methods that do: ",
       by_affinity || by_lambda ? "" : others.c_str());
}

template <class T>
GraphFit fit_of_graph(const DataView<T> &X, const Graph &graph, ExecutionContext &run) {
  Rng rng(0, 0x6f72);
  const std::vector<Comparison> all = comparisons(graph, rng);
  GraphFit fit = share_of(X, all, 0, run);
  if (!fit.is_doubtful()) return fit;
  for (const std::int32_t shift : {-1, 1}) {
    const GraphFit moved = share_of(X, all, shift, run);
    if (moved.pairs < enough_pairs || moved.share < std::max(convincing, fit.best)) continue;
    fit.best = moved.share;
    fit.shift = shift;
  }
  return fit;
}

template <class T>
void compare_graph(const DataView<T> &X, const Graph &graph, Report &report,
                   ExecutionContext &run) {
  const GraphFit fit = fit_of_graph(X, graph, run);
  if (!fit.is_doubtful()) return;
  if (fit.shift != 0)
    report.warn(
        "the vertices of the given graph seem to be moved by one: its edges join documents that "
        "are more alike than others in %.0f%% of comparisons, and in %.0f%% if vertex i is "
        "document i %c 1, both counted from 0",
        100 * fit.share, 100 * fit.best, fit.shift > 0 ? '+' : '-');
  else
    report.warn(
        "the edges of the given graph join documents that are hardly more alike than others (in "
        "%.0f%% of %lld comparisons): vertex i must be document i; is the graph in another order?",
        100 * fit.share, number(fit.pairs));
}

template <class T>
void compare_vectors(const DataView<T> &X, const Graph &graph, bool are_wanted, Findings &findings,
                     ExecutionContext &run) {
  const GraphFit fit = fit_of_graph(X, graph, run);
  if (!fit.is_doubtful()) return;
  constexpr const char *why =
      "documents with similar vectors are hardly more alike in their words than others (in %.0f%% "
      "of %lld comparisons): row i of the vectors must be that of document i; are they in another "
      "order?%s";
  if (!are_wanted)
    fail(Status::mismatch, why, 100 * fit.share, number(fit.pairs),
         " vector-weight=0.25 uses them all the same, and vector-weight=0 words alone");
  char text[400];
  std::snprintf(text, sizeof text, why, 100 * fit.share, number(fit.pairs), "");
  findings.warnings.emplace_back(text);
}

#define MANIFACT_INSTANTIATE(T)                                                              \
  template GraphFit fit_of_graph<T>(const DataView<T> &, const Graph &, ExecutionContext &); \
  template void compare_vectors<T>(const DataView<T> &, const Graph &, bool, Findings &,     \
                                   ExecutionContext &);                                      \
  template void compare_graph<T>(const DataView<T> &, const Graph &, Report &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

namespace {

// Whether pairs act by themselves, not through the graph of the updates.
bool uses_pairs_directly(const Options &options) {
  return options.choice<StartKind>() == StartKind::mixture ||
         (options.uses(Key::refine) && options.choice<Refinement>() == Refinement::logistic);
}

}  // namespace

template <class T>
void take_constraints(FitState<T> &state, const Options &options, const FitInputs &inputs,
                      Report &report, ExecutionContext &run) {
  state.neighborhood = state.graph;
  state.feature_graph = inputs.feature_graph;
  const Method &method = *state.method;
  if (inputs.constraints == nullptr || !method.takes_constraints) return;
  state.constraints = inputs.constraints;
  if (inputs.graph_cache != nullptr && inputs.graph == nullptr)
    state.factors = &inputs.graph_cache->factors;
  if (method.uses(Key::closure) && options.boolean(Key::closure)) {
    state.closed = transitive_closure(*inputs.constraints, options.integer(Key::memory_budget));
    state.constraints = &state.closed;
  }
  report.constraints(*state.constraints);
  const bool fits = state.constraints->labeled > 0 || method.start_input != StartInput::none;
  if (fits && !state.constraints->pairs.empty() &&
      (method.ignores_pairs || (ends_with_its_start(options) && !uses_pairs_directly(options))))
    report.warn("the pairs are ignored: %s", method.ignores_pairs
                                                 ? "the method uses only labels"
                                                 : "without updates only labels have an effect");
  if (method.adjust == nullptr || state.graph == nullptr || state.constraints->empty()) return;
  // Without updates labels act through the start, and pairs through its content or the refinement:
  // nothing would read the adjusted graph, which may take longer than the fit.
  if (ends_with_its_start(options)) return;
  run.monitor.enter("constraints");
  state.adjusted = method.adjust({*state.graph, *state.constraints, state.factors}, options, run);
  report.affinity(state.adjusted, options, *state.graph);
  state.graph = &state.adjusted.graph;
}

#define MANIFACT_INSTANTIATE(T)                                                                  \
  template void take_constraints<T>(FitState<T> &, const Options &, const FitInputs &, Report &, \
                                    ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
