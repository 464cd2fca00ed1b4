#include "model/left_out.hpp"

#include <cmath>
#include <vector>

#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "model/proportions.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The means, and the mean of all documents with a cluster as the last column.
template <class T>
Dense<T> with_mean_of_all(const Dense<T> &means, const Array<Index> &sizes, ExecutionContext &run) {
  const Index k = means.columns();
  double all = 0;
  for (const Index size : sizes) all += static_cast<double>(size);
  Dense<T> wide(run.memory, means.rows(), k + 1);
  for (Index j = 0; j < means.rows(); ++j) {
    double sum = 0;
    for (Index c = 0; c < k; ++c) {
      wide(j, c) = means(j, c);
      sum += static_cast<double>(sizes[c]) * static_cast<double>(means(j, c));
    }
    wide(j, k) = static_cast<T>(all > 0 ? sum / all : 0);
  }
  return wide;
}

template <class T>
double square_of(const DataView<T> &X, Index i) {
  const DataRow<T> x = X.row(i);
  double sum = 0;
  for (Index e = 0; e < x.size(); ++e) sum += static_cast<double>(x[e]) * static_cast<double>(x[e]);
  return sum;
}

double cosine(double product, double square, double other) noexcept {
  const double lengths = std::sqrt(square) * std::sqrt(other);
  return lengths > 0 ? product / lengths : 0;
}

}  // namespace

template <class T>
Array<double> fit_scores(FitScore kind, const DataView<T> &X, const std::int32_t *labels,
                         const Dense<T> &means, const Array<Index> &sizes, ExecutionContext &run) {
  const Index k = means.columns();
  const Dense<T> wide = with_mean_of_all(means, sizes, run);
  const Array<double> squares = column_dots<T>(wide, wide, nullptr, run);
  Dense<T> products(run.memory, X.rows, k + 1);
  multiply(X, wide, products, run);
  Array<double> scores(run.memory, X.rows);
  for (Index i = 0; i < X.rows; ++i) {
    const std::int32_t c = labels[i];
    if (c < 0) continue;
    const double square = square_of(X, i), own = static_cast<double>(products(i, c));
    scores[i] = kind == FitScore::cosine
                    ? cosine(own, square, squares[c]) -
                          cosine(static_cast<double>(products(i, k)), square, squares[k])
                    : 2 * own - square - squares[c];
  }
  return scores;
}

void leave_out(const Model &model, const DataView<double> &X, const double *memberships,
               std::int32_t *labels, ExecutionContext &run) {
  const LeftOutRule &rule = model.left_out;
  const Index k = model.k;
  if (rule.min_membership > 0) {
    const Proportions proportions(model.readout, k);
    std::vector<double> shares(static_cast<std::size_t>(k));
    for (Index i = 0; i < X.rows; ++i) {
      if (labels[i] < 0) continue;
      proportions.row(memberships + i * k, shares.data());
      if (shares[static_cast<std::size_t>(labels[i])] < rule.min_membership) labels[i] = -1;
    }
  }
  if (rule.score == FitScore::none) return;
  const Array<double> scores = fit_scores<double>(
      rule.score, X, labels, unpacked(model.centroids, model.m, k, run.memory), model.sizes, run);
  for (Index i = 0; i < X.rows; ++i)
    if (labels[i] >= 0 && scores[i] < rule.least_score) labels[i] = -1;
}

template Array<double> fit_scores<float>(FitScore, const DataView<float> &, const std::int32_t *,
                                         const Dense<float> &, const Array<Index> &,
                                         ExecutionContext &);
template Array<double> fit_scores<double>(FitScore, const DataView<double> &, const std::int32_t *,
                                          const Dense<double> &, const Array<Index> &,
                                          ExecutionContext &);

}  // namespace manifact
