#include "graph/learned/local_expression.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graph/neighbors/row_tasks.hpp"
#include "linalg/sparse/lasso.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The weight_tolerance of the optimality conditions, relative to the largest weight.
constexpr double weight_tolerance = 1e-8;
constexpr Index most_weight_steps = 100'000;

// Solves for one point at a time, without allocation.
class TangentSearch {
 public:
  TangentSearch(const PointView &X, Index count, ExecutionContext &run)
      : X_(X),
        lasso_(count, true, run.memory),
        directions_(run.memory, count * X.columns()),
        products_(run.memory, count),
        length_(run.memory, count),
        index_(run.memory, count) {}

  // False if the minimum was not reached.
  bool express(Index i, const NearPoint *near, Index count, double lambda) noexcept {
    take_directions(i, near, count);
    lasso_.clear();
    double sum = 0, most = 0;
    for (Index a = 0; a < used_; ++a) sum += length_[a];
    for (Index a = 0; a < used_; ++a) {
      for (Index b = 0; b <= a; ++b) products_[b] = dot(a, b);
      lasso_.add(products_.data(), 0, lambda * length_[a] / sum);
      most = std::fmax(most, lambda * length_[a] / sum);
    }
    return used_ == 0 || lasso_.solve(weight_tolerance * most, most_weight_steps);
  }

  // Stores the weights of the neighbors with a coefficient in NearPoint::distance; w sums to 1.
  Index copy(NearPoint *c, NearPoint *w) const noexcept {
    Index count = 0;
    double sum = 0;
    for (Index a = 0; a < used_; ++a) {
      if (lasso_.c(a) == 0) continue;
      c[count] = {lasso_.c(a), index_[a]};
      w[count] = {std::fabs(lasso_.c(a)) / length_[a], index_[a]};
      sum += w[count++].distance;
    }
    for (Index e = 0; e < count; ++e) w[e].distance /= sum;
    return count;
  }

 private:
  void take_directions(Index i, const NearPoint *near, Index count) noexcept {
    const Index m = X_.columns();
    used_ = 0;
    for (Index e = 0; e < count; ++e) {
      const double length = std::sqrt(near[e].distance);
      if (!(length > 0)) continue;
      double *const y = directions_.data() + used_ * m;
      for (Index j = 0; j < m; ++j) y[j] = (X_(near[e].index, j) - X_(i, j)) / length;
      length_[used_] = length;
      index_[used_++] = near[e].index;
    }
  }
  double dot(Index a, Index b) const noexcept {
    const Index m = X_.columns();
    const double *const x = directions_.data() + a * m, *const y = directions_.data() + b * m;
    double sum = 0;
    for (Index j = 0; j < m; ++j) sum += x[j] * y[j];
    return sum;
  }

  PointView X_;
  Lasso lasso_;
  Array<double> directions_, products_, length_;
  Array<std::int32_t> index_;
  Index used_ = 0;
};

// n x stride entries, count of them in use.
Csr<double> packed(Array<NearPoint> &near, const Array<Index> &count, Index stride,
                   ExecutionContext &run) {
  Array<NearPoint *> rows(run.memory, count.size());
  for (Index i = 0; i < count.size(); ++i) rows[i] = near.data() + i * stride;
  return packed_rows(rows, count, run);
}

}  // namespace

LocalExpression local_expression(const PointView &X, const Array<NearPoint> &near, Index count,
                                 double lambda, ExecutionContext &run) {
  const Index n = X.rows();
  constexpr Index batch = 256;
  std::vector<TangentSearch> workers;
  for (Index t = 0; t < std::min(run.pool.threads(), n); ++t) workers.emplace_back(X, count, run);
  Array<NearPoint> c(run.memory, n * count), w(run.memory, n * count);
  Array<Index> kept(run.memory, n);
  Array<bool> incomplete(run.memory, n);
  run.monitor.enter("local expression", n);
  in_batches(
      workers, n, batch, run,
      [&](TangentSearch &worker, Index i) {
        incomplete[i] = !worker.express(i, near.data() + i * count, count, lambda);
        kept[i] = worker.copy(c.data() + i * count, w.data() + i * count);
      },
      [&](Index, Index end) { run.monitor.report(end, n); });
  LocalExpression found{.C = packed(c, kept, count, run), .W = packed(w, kept, count, run)};
  found.incomplete = std::count(incomplete.begin(), incomplete.end(), true);
  return found;
}

}  // namespace manifact
