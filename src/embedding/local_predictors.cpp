#include "embedding/local_predictors.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "linalg/dense/small_systems.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

namespace {

// Keeps the lowest index, so that the message does not depend on the order of the threads.
void note_lowest(std::atomic<Index> &noted, Index i) noexcept {
  Index before = noted.load();
  while ((before < 0 || i < before) && !noted.compare_exchange_weak(before, i)) {
  }
}

}  // namespace

template <class T>
LocalPredictor<T>::LocalPredictor(const UnitRows<T> &X, double ridge, Index most, bool affine,
                                  ExecutionContext &run)
    : X_(X),
      ridge_(ridge),
      row_(run.memory, X.X.columns),
      G_(run.memory, most * most),
      off_(run.memory, affine ? most * X.X.columns : 0) {}

template <class T>
bool LocalPredictor<T>::solve(const std::int32_t *index, const double *cosine, Index count,
                              double *alpha) noexcept {
  for (Index a = 0; a < count; ++a) {
    const Index i = index[a];
    const double length = std::sqrt(X_.square[i]);
    X_.expand(i, row_);
    const DataRow<T> x = X_.X.row(i);
    for (Index e = 0; e < x.size(); ++e) row_[x.column(e)] /= length;
    for (Index b = 0; b < a; ++b)
      G_[a * count + b] = dot_row(row_.data(), X_, index[b]) / std::sqrt(X_.square[index[b]]);
    G_[a * count + a] = 1 + ridge_ * static_cast<double>(count);
    X_.clear(i, row_);
    alpha[a] = cosine[a];
  }
  if (!cholesky_factor(G_.data(), count)) return false;
  cholesky_solve(G_.data(), count, alpha);
  return std::all_of(alpha, alpha + count, [](double x) { return std::isfinite(x); });
}

// Z and s^2; s^2 = 1 if all neighbors are equal to the document.
template <class T, class U>
double differences(const DataView<T> &X, const DataRow<U> &x, const std::int32_t *index,
                   Index count, double *Z) noexcept {
  const Index m = X.columns;
  double square = 0;
  for (Index a = 0; a < count; ++a) {
    double *const z = Z + a * m;
    std::fill_n(z, m, 0);
    const DataRow<T> y = X.row(index[a]);
    for (Index e = 0; e < y.size(); ++e) z[y.column(e)] += static_cast<double>(y[e]);
    for (Index e = 0; e < x.size(); ++e) z[x.column(e)] -= static_cast<double>(x[e]);
    for (Index c = 0; c < m; ++c) square += z[c] * z[c];
  }
  return square > 0 ? square / static_cast<double>(count) : 1;
}

template <class T>
template <class U>
bool LocalPredictor<T>::solve_affine(const DataRow<U> &x, const std::int32_t *index, Index count,
                                     double *alpha) noexcept {
  const Index m = X_.X.columns;
  const double square = differences(X_.X, x, index, count, off_.data());
  for (Index a = 0; a < count; ++a) {
    for (Index b = 0; b <= a; ++b) {
      double sum = 0;
      for (Index c = 0; c < m; ++c) sum += off_[a * m + c] * off_[b * m + c];
      G_[a * count + b] = sum / square;
    }
    G_[a * count + a] += ridge_ * static_cast<double>(count);
    alpha[a] = 1;
  }
  if (!cholesky_factor(G_.data(), count)) return false;
  cholesky_solve(G_.data(), count, alpha);
  double sum = 0;
  for (Index a = 0; a < count; ++a) sum += alpha[a];
  for (Index a = 0; a < count; ++a) alpha[a] /= sum;
  return std::all_of(alpha, alpha + count, [](double a) { return std::isfinite(a); });
}

namespace {

// One row of P at a time, from the listed neighbors inside the core.
template <class T>
class PredictorRow {
 public:
  PredictorRow(const UnitRows<T> &X, const Neighbors &neighbors, const Core &core, double ridge,
               ExecutionContext &run)
      : X_(X.X),
        neighbors_(neighbors),
        core_(core),
        predictor_(X, ridge, neighbors.p, neighbors.metric == Metric::euclidean, run),
        index_(run.memory, neighbors.p),
        order_(run.memory, neighbors.p),
        cosine_(run.memory, neighbors.p),
        alpha_(run.memory, neighbors.p) {}

  // Writes row a in the order of its columns. Returns false if it is not finite.
  bool write(Index a, Csr<double> &P) noexcept {
    const Index i = core_.vertices[a], p = neighbors_.p;
    Index count = 0;
    for (Index q = 0; q < neighbors_.count[i]; ++q) {
      if (core_.place[neighbors_.index[i * p + q]] < 0) continue;
      order_[count] = static_cast<std::int32_t>(count);
      index_[count] = neighbors_.index[i * p + q];
      cosine_[count++] = neighbors_.cosine[i * p + q];
    }
    const bool finite =
        neighbors_.metric == Metric::euclidean
            ? predictor_.solve_affine(X_.row(i), index_.data(), count, alpha_.data())
            : predictor_.solve(index_.data(), cosine_.data(), count, alpha_.data());
    std::sort(order_.begin(), order_.begin() + count,
              [&](std::int32_t x, std::int32_t y) { return index_[x] < index_[y]; });
    for (Index q = 0; q < count; ++q) {
      P.indices[P.indptr[a] + q] = core_.place[index_[order_[q]]];
      P.values[P.indptr[a] + q] = alpha_[order_[q]];
    }
    return finite;
  }

 private:
  const DataView<T> &X_;
  const Neighbors &neighbors_;
  const Core &core_;
  LocalPredictor<T> predictor_;
  Array<std::int32_t> index_, order_;
  Array<double> cosine_, alpha_;
};

// P without its values and columns: row a has space for each neighbor in the core.
Csr<double> empty_predictors(const Neighbors &neighbors, const Core &core, ExecutionContext &run) {
  const Index n = core.vertices.size(), p = neighbors.p;
  Array<Index> indptr(run.memory, n + 1);
  for (Index a = 0; a < n; ++a) {
    const Index i = core.vertices[a];
    indptr[a + 1] = indptr[a];
    for (Index q = 0; q < neighbors.count[i]; ++q)
      indptr[a + 1] += core.place[neighbors.index[i * p + q]] >= 0 ? 1 : 0;
  }
  Csr<double> P(run.memory, n, n, indptr[n]);
  P.indptr = std::move(indptr);
  return P;
}

}  // namespace

template <class T>
Csr<double> local_predictors(const DataView<T> &X, const Neighbors &neighbors, const Core &core,
                             double ridge, ExecutionContext &run) {
  const Index n = core.vertices.size();
  Csr<double> P = empty_predictors(neighbors, core, run);
  const UnitRows<T> rows = unit_rows(X, run);
  std::vector<PredictorRow<T>> scratch;
  for (Index t = 0; t < run.pool.threads(); ++t)
    scratch.emplace_back(rows, neighbors, core, ridge, run);
  constexpr Index step = 16, between_reports = 2048;
  std::atomic<Index> failed{-1};
  for (Index begin = 0; begin < n; begin += between_reports) {
    run.monitor.report(begin, n);
    const Index end = std::min(n, begin + between_reports);
    parallel_rows(run, run.pool.threads(), begin, end, step, [&](Index t, Index first, Index last) {
      PredictorRow<T> &row = scratch[static_cast<std::size_t>(t)];
      for (Index a = first; a < last; ++a)
        if (!row.write(a, P)) note_lowest(failed, core.vertices[a]);
    });
  }
  if (failed >= 0)
    fail(Status::numerics, "the local predictor of document %lld is not finite",
         static_cast<long long>(failed.load()));
  return P;
}

template class LocalPredictor<float>;
template class LocalPredictor<double>;
template bool LocalPredictor<double>::solve_affine(const DataRow<double> &, const std::int32_t *,
                                                   Index, double *) noexcept;
template Csr<double> local_predictors<float>(const DataView<float> &, const Neighbors &,
                                             const Core &, double, ExecutionContext &);
template Csr<double> local_predictors<double>(const DataView<double> &, const Neighbors &,
                                              const Core &, double, ExecutionContext &);

}  // namespace manifact
