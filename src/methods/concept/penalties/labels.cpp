#include "methods/concept/penalties/labels.hpp"

#include <algorithm>

namespace manifact {

// A starts near the identity: column c of V stands for class c, as in the start from labels.
template <class T>
LabelPenalty<T>::LabelPenalty(const Array<std::int32_t> &classes, Index n_classes, Index k,
                              double mu)
    : classes_(classes.copy()), C_(n_classes), k_(k), mu_(mu) {
  reset();
}

template <class T>
void LabelPenalty<T>::reset() {
  A_.assign(static_cast<std::size_t>(k_ * C_), 1.0);
  for (Index c = 0; c < std::min(k_, C_); ++c) A_[static_cast<std::size_t>(c * C_ + c)] = 2;
}

template <class T>
void LabelPenalty<T>::add_V(const Dense<T> &V, Index begin, Index end, T *num, T *den) noexcept {
  for (Index i = begin; i < end; ++i) {
    const std::int32_t label = classes_[i];
    if (label < 0) continue;
    T *const up = num + (i - begin) * V.stride(), *const down = den + (i - begin) * V.stride();
    for (Index q = 0; q < C_; ++q) {
      double known = 0;  // (v_i A)_q
      for (Index c = 0; c < k_; ++c)
        known += static_cast<double>(V(i, c)) * A_[static_cast<std::size_t>(c * C_ + q)];
      for (Index c = 0; c < k_; ++c) {
        const double a = mu_ * A_[static_cast<std::size_t>(c * C_ + q)];
        down[c] += static_cast<T>(a * known);
        if (q == label) up[c] += static_cast<T>(a);
      }
    }
  }
}

template <class T>
void LabelPenalty<T>::update(const Tall<T> &V, ExecutionContext &run) {
  const auto at = [](Index row, Index width, Index column) {
    return static_cast<std::size_t>(row * width + column);
  };
  std::vector<double> VQ(A_.size()), VV(static_cast<std::size_t>(k_ * k_));
  for (Index i = 0; i < V.rows(); ++i) {
    const std::int32_t label = classes_[i];
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
void LabelPenalty<T>::V_changed(const Tall<T> &V, ExecutionContext &) {
  value_ = 0;
  for (Index i = 0; i < V.rows(); ++i) {
    const std::int32_t label = classes_[i];
    for (Index q = 0; label >= 0 && q < C_; ++q) {
      double known = q == label ? -1 : 0;
      for (Index c = 0; c < k_; ++c)
        known += static_cast<double>(V(i, c)) * A_[static_cast<std::size_t>(c * C_ + q)];
      value_ += mu_ * known * known;
    }
  }
}

template <class T>
void LabelPenalty<T>::rescale(const Array<double> &s, ExecutionContext &) {
  for (Index c = 0; c < k_; ++c) {
    const double inverse = 1 / s[c];
    for (Index q = 0; q < C_; ++q) A_[static_cast<std::size_t>(c * C_ + q)] *= inverse;
  }
}

template class LabelPenalty<float>;
template class LabelPenalty<double>;

}  // namespace manifact
