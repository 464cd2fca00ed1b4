#include "methods/start/propagation.hpp"

#include <algorithm>
#include <cmath>

#include "evaluation/assignment.hpp"
#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "methods/method.hpp"
#include "readout/lloyd.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "supervision/affinity.hpp"
#include "supervision/linked_documents.hpp"

namespace manifact {
namespace {

// Combines labels on the graph with the content of the documents.

constexpr double kappa = 33;  // 20 to 50 make little difference on the measured corpora

constexpr double prior_floor = 1e-3;  // documents not reached by the graph follow content

constexpr int content_rounds = 2;

// 1 / |x_i|, 0 for an empty document.
template <class T>
Array<double> inverse_lengths(const DataView<T> &X, ExecutionContext &run) {
  Array<double> inverse(run.memory, X.rows);
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    double square = 0;
    for (Index e = 0; e < x.size(); ++e)
      square += static_cast<double>(x[e]) * static_cast<double>(x[e]);
    inverse[i] = square > 0 ? 1 / std::sqrt(square) : 0;
  }
  return inverse;
}

// log pi_c; the mass of a class is at least one document.
Array<double> log_weights(const Dense<double> &q, ExecutionContext &run) {
  Array<double> weights(run.memory, q.columns());
  for (Index i = 0; i < q.rows(); ++i)
    for (Index c = 0; c < q.columns(); ++c) weights[c] += q(i, c);
  for (double &weight : weights)
    weight = std::log(std::fmax(weight, 1) / static_cast<double>(q.rows()));
  return weights;
}

// X mu, mu the directions of X'r: cosines up to the lengths of the rows of X.
template <class T>
Dense<T> direction_products(const DataProducts<T> &X, const Dense<double> &r,
                            const Array<double> &inverse, ExecutionContext &run) {
  Dense<T> R(run.memory, r.rows(), r.columns()), mu(run.memory, X.X().columns, r.columns()),
      products(run.memory, r.rows(), r.columns());
  for (Index i = 0; i < r.rows(); ++i)
    for (Index c = 0; c < r.columns(); ++c) R(i, c) = static_cast<T>(r(i, c) * inverse[i]);
  X.transposed_times(R, mu, run);
  Array<double> unit = column_dots<T>(mu, mu, nullptr, run);
  for (double &square : unit) square = square > 0 ? 1 / std::sqrt(square) : 0;
  scale_columns(mu, unit, run);
  X.times(mu, products, run);
  return products;
}

// Uses the class probabilities q as the prior of a mixture of von Mises-Fisher distributions on the
// documents (Banerjee et al. 2005), which combines content and graph:
//
//   mu_c = sum_i r_ic x_i, to unit length;   r_ic ~ pi_c (q_ic + 1e-3) exp(kappa cos(x_i, mu_c)),
//   pi_c = sum_i q_ic / n,   kappa = 33
//
// Two rounds from r = q; labeled documents keep their class, and pairs act on the others in each
// round (supervision/linked_documents.hpp). The result r replaces q.
template <class T>
void combine_with_content(const Problem<T> &problem, Dense<double> &q) {
  ExecutionContext &run = problem.run;
  const Index n = q.rows(), C = q.columns();
  const Array<double> inverse = inverse_lengths(problem.X, run), weights = log_weights(q, run);
  const DataProducts<T> X(problem.X, run);
  const Dense<double> prior = q.copy();
  for (int round = 0; round < content_rounds; ++round) {
    run.monitor.check();
    const Dense<T> products = direction_products(X, q, inverse, run);
    run.pool.blocks(n, 512, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        const std::int32_t known = problem.constraints->classes[i];
        double most = -INFINITY, sum = 0;
        for (Index c = 0; c < C; ++c) {
          q(i, c) = kappa * static_cast<double>(products(i, c)) * inverse[i] + weights[c] +
                    std::log(prior(i, c) + prior_floor);
          most = std::fmax(most, q(i, c));
        }
        for (Index c = 0; c < C; ++c) sum += q(i, c) = std::exp(q(i, c) - most);
        for (Index c = 0; c < C; ++c) q(i, c) = known >= 0 ? (c == known ? 1 : 0) : q(i, c) / sum;
      }
    });
    combine_with_pairs(*problem.constraints, q, run);
  }
}

}  // namespace

MANIFACT_CHOICE(PropagationSolver, propagation_solver, automatic, cholesky, conjugate_gradients);

namespace {

// The class that each cluster is matched with, by the probabilities of its documents; -1 for
// clusters without a class.
std::vector<Index> class_of_cluster(const Dense<double> &q, const Array<std::int32_t> &labels,
                                    Index k) {
  const Index C = q.columns();
  constexpr double unit = 1e6;  // probabilities as counts
  std::vector<double> mass(static_cast<std::size_t>(k * C));
  for (Index i = 0; i < q.rows(); ++i)
    for (Index c = 0; c < C && labels[i] >= 0; ++c)
      mass[static_cast<std::size_t>(labels[i] * C + c)] += q(i, c);
  std::vector<Cell> cells;
  for (Index l = 0; l < k; ++l)
    for (Index c = 0; c < C; ++c)
      if (const auto count = static_cast<Index>(unit * mass[static_cast<std::size_t>(l * C + c)]);
          count > 0)
        cells.push_back({.row = l, .column = c, .count = count});
  return heaviest_matching(cells, k, C);
}

// More clusters than classes: a cluster of content that is matched with no class gets its unlabeled
// documents.
template <class T>
void start_extra_columns(const Problem<T> &problem, const Dense<double> &q, Rng rng,
                         Dense<double> &V) {
  const Index C = q.columns(), k = problem.k;
  const Array<std::int32_t> labels =
      cluster_rows<T>(problem.X, k, Geometry::spherical, rng, problem.run, problem.canonical_order)
          .labels;
  const std::vector<Index> matched = class_of_cluster(q, labels, k);
  std::vector<Index> column(static_cast<std::size_t>(k), -1);
  Index next = C;
  for (std::size_t l = 0; l < column.size(); ++l)
    if (matched[l] < 0 && next < k) column[l] = next++;
  for (Index i = 0; i < V.rows(); ++i) {
    if (labels[i] < 0 || problem.constraints->classes[i] >= 0 ||
        column[static_cast<std::size_t>(labels[i])] < 0)
      continue;
    for (Index c = 0; c < C; ++c) V(i, c) = 0.2 / static_cast<double>(k);
    V(i, column[static_cast<std::size_t>(labels[i])]) += 1;
  }
}

}  // namespace

bool starts_from_labels(const Options &options) {
  return options.choice<StartKind>() == StartKind::propagation ||
         options.choice<StartKind>() == StartKind::mixture;
}

bool ends_with_its_start(const Options &options) {
  return options.uses(Key::start) && starts_from_labels(options) &&
         options.integer(Key::max_iterations) == 0;
}

PropagationPlan propagation_plan(const Options &options, PropagationFactors *kept) {
  return {options.choice<PropagationSolver>(), options.integer(Key::memory_budget), kept};
}

template <class T>
Dense<double> class_probabilities(const Problem<T> &problem, double alpha,
                                  PropagationTrace &trace) {
  if (problem.constraints == nullptr || problem.constraints->labeled == 0)
    fail(Status::argument,
         "method '%s' needs labels of some documents: there are none to propagate",
         problem.options.name());
  const auto classes = documents_of_classes(*problem.constraints);
  Propagation propagation(*problem.neighborhood, alpha,
                          propagation_plan(problem.options, problem.factors),
                          problem.constraints->n_classes(), problem.run);
  Dense<double> q = propagation.solve(classes, 0, classes.size());
  trace = propagation.trace();
  for (Index i = 0; i < q.rows(); ++i) {
    double sum = 0;
    for (Index c = 0; c < q.columns(); ++c) sum += q(i, c);
    for (Index c = 0; c < q.columns() && sum > 0; ++c) q(i, c) /= sum;
  }
  return q;
}

template <class T>
Dense<double> propagated_memberships(const Problem<T> &problem, Rng rng, PropagationTrace &trace) {
  Dense<double> q = class_probabilities(problem, problem.options.real(Key::start_alpha), trace);
  if (problem.plan.start == StartKind::mixture) combine_with_content(problem, q);
  Dense<double> V(problem.run.memory, problem.X.rows, problem.k);
  for (Index i = 0; i < V.rows(); ++i)
    for (Index c = 0; c < V.columns(); ++c)
      V(i, c) = (c < q.columns() ? q(i, c) : 0) + 0.2 / static_cast<double>(problem.k);
  if (q.columns() < problem.k) start_extra_columns(problem, q, rng, V);
  return V;
}

#define MANIFACT_INSTANTIATE(T)                                                                  \
  template Dense<double> class_probabilities<T>(const Problem<T> &, double, PropagationTrace &); \
  template Dense<double> propagated_memberships<T>(const Problem<T> &, Rng, PropagationTrace &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
