#include "methods/concept/label_term.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {

// A begins near the identity: column c of V is class c, as in the start from labels.
template <class T>
LabelTerm<T>::LabelTerm(const Array<std::int32_t> &classes, Index n_classes, Index k, double beta,
                        ExecutionContext &)
    : classes_(classes.begin(), classes.end()), C_(n_classes), k_(k), beta_(beta) {
  reset();
}

template <class T>
void LabelTerm<T>::reset() {
  A_.assign(static_cast<std::size_t>(k_ * C_), 1.0);
  for (Index c = 0; c < std::min(k_, C_); ++c) A_[static_cast<std::size_t>(c * C_ + c)] = 2;
}

template <class T>
void LabelTerm<T>::add(const Dense<T> &V, Index begin, Index end, T *num, T *den) const noexcept {
  for (Index i = begin; i < end; ++i) {
    const std::int32_t label = classes_[static_cast<std::size_t>(i)];
    if (label < 0) continue;
    T *const up = num + (i - begin) * V.stride(), *const down = den + (i - begin) * V.stride();
    for (Index q = 0; q < C_; ++q) {
      double known = 0;  // (v_i A)_q
      for (Index c = 0; c < k_; ++c)
        known += static_cast<double>(V(i, c)) * A_[static_cast<std::size_t>(c * C_ + q)];
      for (Index c = 0; c < k_; ++c) {
        const double a = beta_ * A_[static_cast<std::size_t>(c * C_ + q)];
        down[c] += static_cast<T>(a * known);
        if (q == label) up[c] += static_cast<T>(a);
      }
    }
  }
}

template <class T>
void LabelTerm<T>::move(const Dense<T> &V, ExecutionContext &run) {
  const auto at = [](Index row, Index width, Index column) {
    return static_cast<std::size_t>(row * width + column);
  };
  std::vector<double> VQ(A_.size()), VV(static_cast<std::size_t>(k_ * k_));
  for (Index i = 0; i < V.rows(); ++i) {
    const std::int32_t label = classes_[static_cast<std::size_t>(i)];
    for (Index c = 0; label >= 0 && c < k_; ++c) {
      const double v = static_cast<double>(V(i, c));
      VQ[at(c, C_, label)] += v;
      for (Index d = 0; d < k_; ++d) VV[at(c, k_, d)] += v * static_cast<double>(V(i, d));
    }
  }
  std::vector<double> next(A_.size());
  for (Index c = 0; c < k_; ++c)
    for (Index q = 0; q < C_; ++q) {
      double below = 0;
      for (Index d = 0; d < k_; ++d) below += VV[at(c, k_, d)] * A_[at(d, C_, q)];
      next[at(c, C_, q)] = below > 0 ? A_[at(c, C_, q)] * VQ[at(c, C_, q)] / below : 0;
    }
  A_ = std::move(next);
  V_changed(V, run);
}

template <class T>
void LabelTerm<T>::V_changed(const Dense<T> &V, ExecutionContext &) {
  value_ = 0;
  for (Index i = 0; i < V.rows(); ++i) {
    const std::int32_t label = classes_[static_cast<std::size_t>(i)];
    for (Index q = 0; label >= 0 && q < C_; ++q) {
      double known = q == label ? -1 : 0;
      for (Index c = 0; c < k_; ++c)
        known += static_cast<double>(V(i, c)) * A_[static_cast<std::size_t>(c * C_ + q)];
      value_ += beta_ * known * known;
    }
  }
}

template <class T>
void LabelTerm<T>::rescale(const Array<double> &factor) {
  for (Index c = 0; c < k_; ++c)
    for (Index q = 0; q < C_; ++q) A_[static_cast<std::size_t>(c * C_ + q)] *= factor[c];
}

template class LabelTerm<float>;
template class LabelTerm<double>;

}  // namespace manifact
