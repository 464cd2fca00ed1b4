// Non-negative least squares without a clever thought: the best of the solutions on all sets of
// free variables.
#pragma once

#include "support/numbers.hpp"

namespace manifact {

// min_{v >= 0} v'A v - 2 b'v
struct NnlsProblem {
  Plain A;
  std::vector<double> b;
};

// A v - b
inline std::vector<double> gradient(const NnlsProblem &p, const std::vector<double> &v) {
  std::vector<double> g;
  for (std::int64_t c = 0; c < p.A.rows; ++c) {
    double sum = -p.b[static_cast<std::size_t>(c)];
    for (std::int64_t l = 0; l < p.A.rows; ++l) sum += p.A(c, l) * v[static_cast<std::size_t>(l)];
    g.push_back(sum);
  }
  return g;
}

// v'A v - 2 b'v = v'(A v - b) - b'v
inline double value(const NnlsProblem &p, const std::vector<double> &v) {
  const std::vector<double> g = gradient(p, v);
  double sum = 0;
  for (std::size_t c = 0; c < v.size(); ++c) sum += v[c] * (g[c] - p.b[c]);
  return sum;
}

// Gauss elimination on the rows and columns of `set`, with the largest pivot first.
inline std::vector<double> solution_on(const NnlsProblem &p, const std::vector<std::int64_t> &set) {
  const std::size_t s = set.size();
  std::vector<std::vector<double>> R(s, std::vector<double>(s + 1));
  for (std::size_t a = 0; a < s; ++a) {
    for (std::size_t c = 0; c < s; ++c) R[a][c] = p.A(set[a], set[c]);
    R[a][s] = p.b[static_cast<std::size_t>(set[a])];
  }
  for (std::size_t a = 0; a < s; ++a) {
    std::size_t pivot = a;
    for (std::size_t r = a; r < s; ++r)
      if (std::fabs(R[r][a]) > std::fabs(R[pivot][a])) pivot = r;
    std::swap(R[a], R[pivot]);
    for (std::size_t r = 0; r < s; ++r)
      for (std::size_t c = s + 1; r != a && c-- > a;) R[r][c] -= R[r][a] / R[a][a] * R[a][c];
  }
  std::vector<double> v(p.b.size());
  for (std::size_t a = 0; a < s; ++a) v[static_cast<std::size_t>(set[a])] = R[a][s] / R[a][a];
  return v;
}

inline std::vector<double> best_by_force(const NnlsProblem &p) {
  std::vector<double> best(p.b.size());
  for (unsigned bits = 1; bits < 1U << p.b.size(); ++bits) {
    std::vector<std::int64_t> set;
    for (std::size_t c = 0; c < p.b.size(); ++c)
      if ((bits >> c & 1) != 0) set.push_back(static_cast<std::int64_t>(c));
    const std::vector<double> v = solution_on(p, set);
    if (std::all_of(v.begin(), v.end(), [](double x) { return x >= 0; }) &&
        value(p, v) < value(p, best))
      best = v;
  }
  return best;
}

}  // namespace manifact
