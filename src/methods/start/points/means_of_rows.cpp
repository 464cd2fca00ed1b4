#include "methods/start/points/means_of_rows.hpp"

#include <cmath>

namespace manifact {
namespace {

constexpr Index rows_per_block = 8192;
constexpr int rounds = 100;
constexpr double least_decrease = 1e-6;

// The nearest mean, and its squared distance.
std::int32_t nearest_mean(const double *x, const Dense<double> &means, double &least) noexcept {
  std::int32_t best = 0;
  least = INFINITY;
  for (Index c = 0; c < means.rows(); ++c) {
    const double *const m = means.row(c);
    double square = 0;
    for (Index j = 0; j < means.columns(); ++j) square += (x[j] - m[j]) * (x[j] - m[j]);
    if (!(square < least)) continue;
    least = square;
    best = static_cast<std::int32_t>(c);
  }
  return best;
}

template <class T>
void load_centered(const DataView<T> &X, const Array<double> &center, Index i, double *x) noexcept {
  for (Index j = 0; j < X.columns; ++j) x[j] = X.dense().value(i, j) - center[j];
}

}  // namespace

template <class T>
void means_of_rows(const DataView<T> &X, const Array<double> &center, Dense<double> &means,
                   ExecutionContext &run) {
  const Index m = X.columns, k = means.rows(), width = k * (m + 1) + 1 + m,
              blocks = (X.rows + rows_per_block - 1) / rows_per_block;
  Array<double> all(run.memory, blocks * width);
  double before = INFINITY;
  for (int round = 0; round < rounds; ++round) {
    for (double &x : all) x = 0;
    run.pool.blocks(X.rows, rows_per_block, [&](Index begin, Index end) {
      double *const sums = all.data() + begin / rows_per_block * width, *const mass = sums + k * m,
                    *const x = mass + k + 1;
      for (Index i = begin; i < end; ++i) {
        load_centered(X, center, i, x);
        double least;
        const Index c = nearest_mean(x, means, least);
        for (Index j = 0; j < m; ++j) sums[c * m + j] += x[j];
        mass[c] += 1;
        mass[k] += least;
      }
    });
    for (Index b = 1; b < blocks; ++b)
      for (Index e = 0; e <= k * (m + 1); ++e) all[e] += all[b * width + e];
    const double *const mass = all.data() + k * m;
    for (Index c = 0; c < k; ++c)
      for (Index j = 0; j < m && mass[c] > 0; ++j) means(c, j) = all[c * m + j] / mass[c];
    run.monitor.check();
    if (!(mass[k] < before * (1 - least_decrease))) break;
    before = mass[k];
  }
}

template <class T>
Array<std::int32_t> nearest_centers(const DataView<T> &X, const Array<double> &center,
                                    const Dense<double> &means, ExecutionContext &run) {
  Array<std::int32_t> labels(run.memory, X.rows);
  const Index blocks = (X.rows + rows_per_block - 1) / rows_per_block;
  Array<double> scratch(run.memory, blocks * X.columns);
  run.pool.blocks(X.rows, rows_per_block, [&](Index begin, Index end) {
    double *const x = scratch.data() + begin / rows_per_block * X.columns;
    for (Index i = begin; i < end; ++i) {
      load_centered(X, center, i, x);
      double least;
      labels[i] = nearest_mean(x, means, least);
    }
  });
  return labels;
}

#define MANIFACT_INSTANTIATE(T)                                                               \
  template void means_of_rows<T>(const DataView<T> &, const Array<double> &, Dense<double> &, \
                                 ExecutionContext &);                                         \
  template Array<std::int32_t> nearest_centers<T>(const DataView<T> &, const Array<double> &, \
                                                  const Dense<double> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
