// One row of F: the terms that its entries share are computed once.
#pragma once

#include <algorithm>

#include "runtime/index.hpp"
#include "supervision/affinity.hpp"

namespace manifact {

// t = Q_i R is computed once for many columns.
class AffinityRow {
 public:
  explicit AffinityRow(const Affinity &F, ExecutionContext &run)
      : F_(F), t_(run.memory, F.R.rows) {}

  void set(Index i) noexcept {
    i_ = i;
    if (F_.R.rows == 0) return;
    std::fill(t_.begin(), t_.end(), 0.0);
    for (Index e = F_.Q.indptr[i]; e < F_.Q.indptr[i + 1]; ++e)
      for (Index r = F_.R.indptr[F_.Q.indices[e]]; r < F_.R.indptr[F_.Q.indices[e] + 1]; ++r)
        t_[F_.R.indices[r]] += F_.Q.values[e] * F_.R.values[r];
  }

  double at(Index j) const noexcept {
    double value = 0;
    if (!F_.P.empty()) {
      double both = 0;
      for (Index c = 0; c < F_.P.columns(); ++c) both += F_.P(i_, c) * F_.P(j, c);
      value = 2 * both - F_.s[i_] * F_.s[j];
    }
    for (Index e = F_.R.rows > 0 ? F_.Q.indptr[j] : 0; e < (F_.R.rows > 0 ? F_.Q.indptr[j + 1] : 0);
         ++e)
      value += t_[F_.Q.indices[e]] * F_.Q.values[e];
    return F_.scale * value;
  }

  // (Q_i R)_g
  double part(Index g) const noexcept { return t_[g]; }

 private:
  const Affinity &F_;
  Index i_ = 0;
  Array<double> t_;
};

}  // namespace manifact
