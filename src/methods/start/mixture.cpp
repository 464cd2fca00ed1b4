#include "methods/start/mixture.hpp"

#include <cmath>

#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"
#include "supervision/linked_documents.hpp"

namespace manifact {
namespace {

constexpr double kappa = 33;          // 20 to 50 make little difference on the measured corpora
constexpr double prior_floor = 1e-3;  // documents not reached by the graph follow content
constexpr int mixture_rounds = 2;

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

}  // namespace

template <class T>
void combine_with_content(const Problem<T> &problem, Dense<double> &q) {
  ExecutionContext &run = problem.run;
  const Index n = q.rows(), C = q.columns();
  const Array<double> inverse = inverse_lengths(problem.X, run), weights = log_weights(q, run);
  const DataProducts<T> X(problem.X, run);
  const Dense<double> prior = q.copy();
  for (int round = 0; round < mixture_rounds; ++round) {
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

template void combine_with_content<float>(const Problem<float> &, Dense<double> &);
template void combine_with_content<double>(const Problem<double> &, Dense<double> &);

}  // namespace manifact
