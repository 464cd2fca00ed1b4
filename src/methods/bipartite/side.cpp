#include "methods/bipartite/side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/simd/kernels.hpp"
#include "options/conversions.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Keeps the features with enough documents and empties the others.
template <class T>
Csr<T> frequent_rows(const Csr<T> &Xt, Index least, ExecutionContext &run) {
  const auto length = [&](Index j) { return Xt.indptr[j + 1] - Xt.indptr[j]; };
  Index entries = 0;
  for (Index j = 0; j < Xt.rows; ++j) entries += length(j) >= least ? length(j) : 0;
  Csr<T> kept(run.memory, Xt.rows, Xt.columns, entries);
  for (Index j = 0; j < Xt.rows; ++j) {
    const Index count = length(j) >= least ? length(j) : 0, to = kept.indptr[j],
                from = Xt.indptr[j];
    kept.indptr[j + 1] = to + count;
    std::copy(Xt.indices.data() + from, Xt.indices.data() + from + count, kept.indices.data() + to);
    std::copy(Xt.values.data() + from, Xt.values.data() + from + count, kept.values.data() + to);
  }
  return kept;
}

template <class T>
Graph graph_of(const DataView<T> &Xt, const Options &options, ExecutionContext &run) {
  const Index requested = options.integer(Key::feature_neighbors),
              p = requested > 0 ? requested : options.integer(Key::neighbors);
  return build_graph(nearest_neighbors(Xt, p, run),
                     options.choice<GraphWeight>(Key::feature_graph_weight),
                     options.choice<GraphRule>(), 0, run);
}

}  // namespace

template <class T>
Graph feature_graph(const DataProducts<T> &X, const Options &options, ExecutionContext &run) {
  run.monitor.enter("graph", X.X().columns);
  const Index least = options.integer(Key::feature_min_df);
  if (!X.X().is_dense()) {
    const Csr<T> frequent = frequent_rows(X.sparse_transpose(), least, run);
    return graph_of(DataView<T>(frequent), options, run);
  }
  TransposedData<T> Xt(X, run);
  Xt.clear_rows_below(least);
  return graph_of(Xt.view(), options, run);
}

template Graph feature_graph<float>(const DataProducts<float> &, const Options &,
                                    ExecutionContext &);
template Graph feature_graph<double>(const DataProducts<double> &, const Options &,
                                     ExecutionContext &);

namespace {

constexpr Index side_rows = 256;

// max(sign B, 0)
template <class T>
Dense<T> part(const Dense<T> &B, T sign) {
  Dense<T> positive = B.copy();
  for (Index e = 0; e < positive.size(); ++e)
    positive.data()[e] = sign * B.data()[e] > 0 ? sign * B.data()[e] : T{0};
  return positive;
}

}  // namespace

template <class T>
void Side<T>::allocate(Index rows, Index columns, ExecutionContext &run) {
  if (num.rows() == rows && num.columns() == columns) return;
  for (Dense<T> *block : {&N, &num, &den}) *block = Dense<T>(run.memory, rows, columns);
  if (!L.empty()) WF = Dense<T>(run.memory, rows, columns);
}

template <class T>
void Side<T>::graph_product(const Dense<T> &F, ExecutionContext &run) {
  if (L.empty()) return;
  multiply(L.S.view(), F, WF, run.pool);
  roughness = column_dots(F, F, L.d.data(), run);
  const Array<double> joined = column_dots<T>(F, WF, nullptr, run);
  for (Index c = 0; c < joined.size(); ++c) roughness[c] -= joined[c];
}

template <class T>
double Side<T>::penalty(const Dense<T> &FtF, bool relative) const {
  if (L.empty()) return 0;
  double sum = 0;
  for (Index c = 0; c < roughness.size(); ++c) {
    const double square = static_cast<double>(FtF(c, c));
    sum += lambda_of(c) * (!relative    ? not_negative(roughness[c])
                           : square > 0 ? not_negative(roughness[c]) / square
                                        : 0);
  }
  return sum;
}

template <class T>
void Side<T>::parts(const Dense<T> &F, const Dense<T> &product, const Dense<T> &C,
                    const Dense<T> &B, const Dense<T> &FtF, bool tangential,
                    ExecutionContext &run) {
  const Index width = F.stride(), k = F.columns();
  const Dense<T> plus = part(B, T{1}), minus = part(B, T{-1});
  Array<double> lambdas(run.memory, k), rho(run.memory, k);
  for (Index c = 0; c < k && !L.empty(); ++c) {
    const double square = static_cast<double>(FtF(c, c));
    lambdas[c] = lambda_of(c);
    rho[c] = tangential && square > 0 ? lambdas[c] * std::fmax(roughness[c], 0.0) / square : 0;
  }
  const Array<T> strength = padded<T>(lambdas, width, run), own = padded<T>(rho, width, run);
  run.pool.blocks(F.rows(), side_rows, [&](Index begin, Index end) {
    const Index rows = end - begin;
    const T *const f = F.row(begin);
    kernels<T>().times(product.row(begin), product.stride(), product.columns(), C.data(), width,
                       rows, N.row(begin));
    kernels<T>().times(f, width, k, minus.data(), width, rows, num.row(begin));
    kernels<T>().times(f, width, k, plus.data(), width, rows, den.row(begin));
    if (L.empty()) return;
    kernels<T>().add_scaled(num.row(begin), WF.row(begin), strength.data(), nullptr, rows, width);
    kernels<T>().add_scaled(num.row(begin), f, own.data(), nullptr, rows, width);
    kernels<T>().add_scaled(den.row(begin), f, strength.data(), L.d.data() + begin, rows, width);
  });
}

template <class T>
void Side<T>::move(Dense<T> &F, const Dense<T> &product, const Dense<T> &C, const Dense<T> &B,
                   const Dense<T> &FtF, bool tangential, ExecutionContext &run) {
  parts(F, product, C, B, FtF, tangential, run);
  run.pool.blocks(F.rows(), side_rows, [&](Index begin, Index end) {
    kernels<T>().root_quotient(F.row(begin), N.row(begin), num.row(begin), den.row(begin),
                               end - begin, F.stride(), std::numeric_limits<T>::min());
  });
}

template struct Side<float>;
template struct Side<double>;

}  // namespace manifact
