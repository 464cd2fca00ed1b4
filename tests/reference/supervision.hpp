// Propagated constraints and the adjusted graph as in the RCF paper, with dense matrices and
// nothing clever: the slow reference of src/supervision.
#pragma once

#include "graph/components.hpp"
#include "supervision/affinity.hpp"
#include "support/numbers.hpp"

namespace manifact {

// A^-1 by Gauss-Jordan, for well-conditioned A.
inline Plain inverse(Plain A) {
  const std::int64_t n = A.rows;
  Plain B(n, n);
  for (std::int64_t i = 0; i < n; ++i) B(i, i) = 1;
  for (std::int64_t p = 0; p < n; ++p) {
    const double pivot = A(p, p);
    for (std::int64_t j = 0; j < n; ++j) {
      A(p, j) /= pivot;
      B(p, j) /= pivot;
    }
    for (std::int64_t i = 0; i < n; ++i) {
      const double factor = i == p ? 0 : A(i, p);
      for (std::int64_t j = 0; factor != 0 && j < n; ++j) {
        A(i, j) -= factor * A(p, j);
        B(i, j) -= factor * B(p, j);
      }
    }
  }
  return B;
}

// B = (1 - alpha)(I - alpha D^-1/2 W D^-1/2)^-1
inline Plain spreading(const Plain &W, double alpha) {
  std::vector<double> root = row_sums(W);
  for (double &d : root) d = d > 0 ? 1 / std::sqrt(d) : 0;
  Plain A = -alpha * scaled(root, W, root);
  for (std::int64_t i = 0; i < A.rows; ++i) A(i, i) += 1;
  return (1 - alpha) * inverse(A);
}

// Z of eq. 9, with 1 on the diagonal of documents that occur; the mean of labels and a pair where
// both speak.
inline Plain said(const Constraints &c) {
  Plain Z(c.n, c.n);
  for (std::int64_t i = 0; i < c.n && c.labeled > 0; ++i)
    for (std::int64_t j = 0; j < c.n; ++j)
      if (c.classes[i] >= 0 && c.classes[j] >= 0) Z(i, j) = c.classes[i] == c.classes[j] ? 1 : -1;
  for (const Pair &p : c.pairs) {
    Z(p.first, p.second) = Z(p.second, p.first) =
        Z(p.first, p.second) == 0 ? p.weight : (Z(p.first, p.second) + p.weight) / 2;
    Z(p.first, p.first) = Z(p.second, p.second) = 1;
  }
  return Z;
}

// W~ of eq. 11 as printed, beside its diagonal: 1 - (1 - f)(1 - w) for f >= 0, (1 + f) w below.
inline Plain adjusted_by_hand(const Plain &W, const Plain &F) {
  Plain Wt(W.rows, W.rows);
  for (std::int64_t i = 0; i < W.rows; ++i)
    for (std::int64_t j = 0; j < W.rows; ++j) {
      const double w = std::min(W(i, j), 1.0), f = F(i, j);
      Wt(i, j) = i == j ? 0 : f >= 0 ? 1 - (1 - f) * (1 - w) : (1 + f) * w;
    }
  return Wt;
}

// A connected graph of n documents, one isolated beside it when asked.
inline Plain ring_and_chords(std::int64_t n, double chords, std::uint64_t seed,
                             bool isolated = false) {
  Plain W = random_weights(n, chords, seed);
  for (std::int64_t i = 0; i < n; ++i) W(i, (i + 1) % n) = W((i + 1) % n, i) = 0.5;
  for (std::int64_t j = 0; isolated && j < n; ++j) W(n / 2, j) = W(j, n / 2) = 0;
  return W;
}

inline Constraints constraints_of(std::int64_t n, const std::vector<std::int32_t> &labels,
                                  const std::vector<Pair> &pairs = {}) {
  std::vector<std::int64_t> first, second;
  std::vector<double> weights;
  for (const Pair &p : pairs) {
    first.push_back(p.first);
    second.push_back(p.second);
    weights.push_back(p.weight);
  }
  return make_constraints(n, labels.empty() ? nullptr : labels.data(), first.data(), second.data(),
                          weights.data(), static_cast<std::int64_t>(pairs.size()),
                          std::make_shared<Memory>());
}

inline Plain plain_affinity(const Affinity &F, std::int64_t n) {
  Plain all(n, n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) all(i, j) = F.at(i, j);
  return all;
}

}  // namespace manifact
