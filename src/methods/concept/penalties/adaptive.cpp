#include "methods/concept/penalties/adaptive.hpp"

#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "linalg/simd/kernels.hpp"
#include "runtime/error.hpp"

namespace manifact {

template <class T>
AdaptivePenalty<T>::AdaptivePenalty(Index n, Index k, double weight, ExecutionContext &run)
    : weight_(weight), AV_(run.memory, n, k), scratch_(run.memory, n, k) {
  Array<double> same(run.memory, k);
  for (double &x : same) x = weight;
  factor_ = padded<T>(same, AV_.stride(), run);
}

template <class T>
void AdaptivePenalty<T>::set_neighbors(AdaptiveNeighbors neighbors, const Tall<T> &V,
                                       ExecutionContext &run) {
  neighbors_ = std::move(neighbors);
  set_laplacian(run);
  V_changed(V, run);
}

template <class T>
void AdaptivePenalty<T>::set_laplacian(ExecutionContext &run) {
  const Graph graph = symmetrized(neighbors_.A, run);
  components_ = graph.components;
  L_ = laplacian_of<T>(graph, nullptr, run);
}

template <class T>
void AdaptivePenalty<T>::keep() {
  kept_neighbors_ = copy_of(neighbors_);
}

template <class T>
void AdaptivePenalty<T>::restore(ExecutionContext &run) {
  neighbors_ = std::move(kept_neighbors_);
  set_laplacian(run);
}

template <class T>
void AdaptivePenalty<T>::add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept {
  const Index width = V.stride(), k = V.columns(), rows = end - begin;
  T *const product = scratch_.row(begin);
  kernels<T>().times(AV_.row(begin), width, k, WW_.data(), width, rows, product);
  kernels<T>().add_scaled(num, product, factor_.data(), nullptr, rows, width);
  kernels<T>().times(V.row(begin), width, k, WW_.data(), width, rows, product);
  kernels<T>().add_scaled(den, product, factor_.data(), L_.d.data() + begin, rows, width);
}

template <class T>
void AdaptivePenalty<T>::add_W(const Dense<T> &W, Index begin, Index end, T *num, T *den) noexcept {
  const Index width = W.stride(), k = W.columns(), rows = end - begin;
  T *const product = scratch_.row(begin);
  kernels<T>().times(W.row(begin), width, k, VAV_.data(), width, rows, product);
  kernels<T>().add_scaled(num, product, factor_.data(), nullptr, rows, width);
  kernels<T>().times(W.row(begin), width, k, VDV_.data(), width, rows, product);
  kernels<T>().add_scaled(den, product, factor_.data(), nullptr, rows, width);
}

template <class T>
void AdaptivePenalty<T>::W_changed(const Tall<T> &W, const Dense<T> &, ExecutionContext &run) {
  WW_ = gram(W, W, run);
}

template <class T>
void AdaptivePenalty<T>::V_changed(const Tall<T> &V, ExecutionContext &run) {
  if (L_.empty()) return;
  multiply(L_.S.view(), V, AV_, run.pool);
  VAV_ = gram(V, AV_, run);
  scale_rows(V, L_.d, scratch_, run.pool);
  VDV_ = gram(V, scratch_, run);
}

template <class T>
void AdaptivePenalty<T>::rescale(const Array<double> &s, ExecutionContext &run) {
  scale_columns(AV_, s, run);
  for (Index a = 0; a < s.size(); ++a)
    for (Index b = 0; b < s.size(); ++b) {
      const double factor = s[a] * s[b];
      WW_(a, b) = static_cast<T>(static_cast<double>(WW_(a, b)) / factor);
      VAV_(a, b) = static_cast<T>(static_cast<double>(VAV_(a, b)) * factor);
      VDV_(a, b) = static_cast<T>(static_cast<double>(VDV_(a, b)) * factor);
    }
}

template <class T>
void AdaptivePenalty<T>::add_value(double &total) const noexcept {
  double sum = 0;
  for (Index a = 0; a < WW_.rows(); ++a)
    for (Index b = 0; b < WW_.rows(); ++b)
      sum += static_cast<double>(WW_(a, b)) *
             (static_cast<double>(VDV_(a, b)) - static_cast<double>(VAV_(a, b)));
  total += weight_ * not_negative(sum);
}

// W'W = Q diag(e) Q', Y = V Q diag(sqrt e). Columns in decreasing order of weight make the search
// faster.
template <class T>
Dense<double> AdaptivePenalty<T>::coordinates(const Dense<T> &V, ExecutionContext &run) const {
  const Index k = V.columns();
  Array<double> Q(run.memory, k * k), e(run.memory, k);
  for (Index a = 0; a < k; ++a)
    for (Index b = 0; b < k; ++b)
      Q[a * k + b] = (static_cast<double>(WW_(a, b)) + static_cast<double>(WW_(b, a))) / 2;
  if (!symmetric_eigen(k, Q.data(), e.data(), run))
    fail(Status::numerics, "the %lld x %lld eigenproblem of W'W did not converge",
         static_cast<long long>(k), static_cast<long long>(k));
  Dense<double> root(run.memory, k, k), Y(run.memory, V.rows(), k);
  for (Index a = 0; a < k; ++a)
    for (Index b = 0; b < k; ++b) root(a, b) = Q[a * k + b] * std::sqrt(std::fmax(e[b], 0.0));
  Dense<double> wide(run.memory, V.rows(), k);
  for (Index i = 0; i < V.rows(); ++i)
    for (Index c = 0; c < k; ++c) wide(i, c) = static_cast<double>(V(i, c));
  multiply(wide, root, Y, run.pool);
  return Y;
}

AdaptiveNeighbors copy_of(const AdaptiveNeighbors &neighbors) {
  AdaptiveNeighbors copy{.A = {},
                         .gamma = neighbors.gamma.copy(),
                         .k = neighbors.k,
                         .alike = neighbors.alike,
                         .nearest = neighbors.nearest.copy()};
  copy.A.rows = neighbors.A.rows;
  copy.A.columns = neighbors.A.columns;
  copy.A.indptr = neighbors.A.indptr.copy();
  copy.A.indices = neighbors.A.indices.copy();
  copy.A.values = neighbors.A.values.copy();
  return copy;
}

template class AdaptivePenalty<float>;
template class AdaptivePenalty<double>;

}  // namespace manifact
