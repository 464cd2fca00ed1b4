#include "embedding/local_predictors.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "linalg/dense/small_cholesky.hpp"
#include "runtime/error.hpp"
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
LocalPredictor<T>::LocalPredictor(const UnitRows<T> &X, double ridge, Index most,
                                  ExecutionContext &run)
    : X_(X), ridge_(ridge), row_(run.memory, X.X.columns), G_(run.memory, most * most) {}

template <class T>
bool LocalPredictor<T>::solve(const std::int32_t *index, const double *cosine, Index count,
                              double *alpha) noexcept {
  for (Index a = 0; a < count; ++a) {
    const Index i = index[a];
    const double length = std::sqrt(X_.square[i]);
    for (Index e = X_.X.indptr[i]; e < X_.X.indptr[i + 1]; ++e)
      row_[X_.X.indices[e]] = X_.scaled(i, e) / length;
    for (Index b = 0; b < a; ++b)
      G_[a * count + b] = dot_row(row_.data(), X_, index[b]) / std::sqrt(X_.square[index[b]]);
    G_[a * count + a] = 1 + ridge_ * static_cast<double>(count);
    for (Index e = X_.X.indptr[i]; e < X_.X.indptr[i + 1]; ++e) row_[X_.X.indices[e]] = 0;
    alpha[a] = cosine[a];
  }
  if (!cholesky_factor(G_.data(), count)) return false;
  cholesky_solve(G_.data(), count, alpha);
  return std::all_of(alpha, alpha + count, [](double x) { return std::isfinite(x); });
}

template <class T>
Csr<double> local_predictors(CsrView<T> X, const Neighbors &neighbors, const Core &core,
                             double ridge, ExecutionContext &run) {
  const Index n = core.vertices.size(), p = neighbors.p;
  const auto inside = [&](Index i, Index q) { return core.place[neighbors.index[i * p + q]] >= 0; };
  Array<Index> indptr(run.memory, n + 1);
  for (Index a = 0; a < n; ++a) {
    const Index i = core.vertices[a];
    indptr[a + 1] = indptr[a];
    for (Index q = 0; q < neighbors.count[i]; ++q) indptr[a + 1] += inside(i, q) ? 1 : 0;
  }
  Csr<double> P(run.memory, n, n, indptr[n]);
  P.indptr = std::move(indptr);

  struct Scratch {
    LocalPredictor<T> predictor;
    Array<std::int32_t> index, order;
    Array<double> cosine, alpha;
  };
  const UnitRows<T> rows = unit_rows(X, run);
  std::vector<Scratch> scratch;
  for (Index t = 0; t < run.pool.threads(); ++t)
    scratch.push_back({LocalPredictor<T>(rows, ridge, p, run), Array<std::int32_t>(run.memory, p),
                       Array<std::int32_t>(run.memory, p), Array<double>(run.memory, p),
                       Array<double>(run.memory, p)});
  constexpr Index step = 16, between_reports = 2048;
  std::atomic<Index> failed{-1};
  for (Index begin = 0; begin < n; begin += between_reports) {
    run.monitor.report(begin, n);
    const Index end = std::min(n, begin + between_reports);
    std::atomic<Index> next{begin};
    run.pool.each(run.pool.threads(), [&](Index t) {
      Scratch &s = scratch[static_cast<std::size_t>(t)];
      for (Index first; (first = next.fetch_add(step, std::memory_order_relaxed)) < end;)
        for (Index a = first; a < std::min(first + step, end); ++a) {
          const Index i = core.vertices[a];
          Index count = 0;
          for (Index q = 0; q < neighbors.count[i]; ++q) {
            if (!inside(i, q)) continue;
            s.index[count] = neighbors.index[i * p + q];
            s.cosine[count++] = neighbors.cosine[i * p + q];
          }
          if (!s.predictor.solve(s.index.data(), s.cosine.data(), count, s.alpha.data()))
            note_lowest(failed, i);
          for (Index q = 0; q < count; ++q) s.order[q] = static_cast<std::int32_t>(q);
          std::sort(s.order.begin(), s.order.begin() + count,
                    [&](std::int32_t x, std::int32_t y) { return s.index[x] < s.index[y]; });
          for (Index q = 0; q < count; ++q) {
            P.indices[P.indptr[a] + q] = core.place[s.index[s.order[q]]];
            P.values[P.indptr[a] + q] = s.alpha[s.order[q]];
          }
        }
    });
  }
  if (failed >= 0)
    fail(Status::numerics, "the local predictor of document %lld is not finite",
         static_cast<long long>(failed.load()));
  return P;
}

template class LocalPredictor<float>;
template class LocalPredictor<double>;
template Csr<double> local_predictors<float>(CsrView<float>, const Neighbors &, const Core &,
                                             double, ExecutionContext &);
template Csr<double> local_predictors<double>(CsrView<double>, const Neighbors &, const Core &,
                                              double, ExecutionContext &);

}  // namespace manifact
