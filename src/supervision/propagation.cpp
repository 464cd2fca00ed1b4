// Conjugate gradients on (I - alpha S) P = (1 - alpha) Y, all columns side by side: the condition number is at most (1 + alpha) / (1 - alpha).
//
//   Q = A D;  t = r'r / d'Q;  P += t D;  R -= t Q;  b = new r'r / old r'r;  D = R + b D        t, b: each column's own
#include "supervision/propagation.hpp"

#include <cmath>

#include "linalg/products.hpp"

namespace manifact {
namespace {

constexpr double accuracy = 1e-13;  // of the residual, against the right-hand side
constexpr std::int64_t most_rounds = 10000, step = 512;

// D^-1/2 W D^-1/2; an isolated vertex keeps a row of zeros.
Csr<double> normalised(const Graph &graph, Run &run) {
  const Csr<double> &W = graph.S;
  Csr<double> S(run.memory, W.rows, W.columns, W.entries());
  const auto root = [&](std::int64_t i) { return graph.degree[i] > 0 ? 1 / std::sqrt(graph.degree[i]) : 0; };
  for (std::int64_t i = 0; i < W.rows; ++i) {
    S.indptr[i + 1] = W.indptr[i + 1];
    for (std::int64_t e = W.indptr[i]; e < W.indptr[i + 1]; ++e) {
      S.indices[e] = W.indices[e];
      S.values[e] = W.values[e] * root(i) * root(W.indices[e]);
    }
  }
  return S;
}

// out_ic = a_c A_ic + b_c B_ic
void combine(const double *a, const Dense<double> &A, const double *b, const Dense<double> &B, Dense<double> &out, Run &run) {
  const std::int64_t width = A.stride();
  run.team.blocks(A.rows(), step, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t c = 0; c < width; ++c) out.row(i)[c] = a[c] * A.row(i)[c] + b[c] * B.row(i)[c];
  });
}

}  // namespace

Propagation::Propagation(const Graph &graph, double alpha, PropagationSolver, std::int64_t, std::int64_t, Run &run)
    : run_(run), alpha_(alpha), S_(normalised(graph, run)) {
  course_.solver = PropagationSolver::conjugate_gradients;
}

Dense<double> Propagation::solve(const std::vector<std::vector<std::int64_t>> &sets, std::size_t first, std::size_t count) {
  Dense<double> Y(run_.memory, S_.rows, static_cast<std::int64_t>(count));
  for (std::size_t g = 0; g < count; ++g)
    for (const std::int64_t i : sets[first + g]) Y(i, static_cast<std::int64_t>(g)) = 1 - alpha_;
  return gradients(std::move(Y));
}

Dense<double> Propagation::gradients(Dense<double> &&residual) {
  const std::int64_t n = residual.rows(), width = residual.stride(), k = residual.columns();
  Dense<double> P(run_.memory, n, k), R = std::move(residual), D = R.copy(), Q(run_.memory, n, k);
  Array<double> one(run_.memory, width), t(run_.memory, width), minus_t(run_.memory, width), b(run_.memory, width), alphas(run_.memory, width);
  for (std::int64_t c = 0; c < width; ++c) {
    one[c] = 1;
    alphas[c] = -alpha_;
  }
  Array<double> square = column_dots<double>(R, R, nullptr, run_);
  const Array<double> first = square.copy();
  for (std::int64_t round = 0; round < most_rounds; ++round) {
    run_.monitor.check();
    bool done = true;
    for (std::int64_t c = 0; c < k; ++c) done = done && !(square[c] > accuracy * accuracy * first[c]);
    course_.rounds = std::max(course_.rounds, round);
    if (done) break;
    multiply(S_.view(), D, Q, run_.team);
    combine(one.data(), D, alphas.data(), Q, Q, run_);
    const Array<double> curvature = column_dots<double>(D, Q, nullptr, run_);
    for (std::int64_t c = 0; c < k; ++c) {
      const bool open = square[c] > accuracy * accuracy * first[c] && curvature[c] > 0;
      t[c] = open ? square[c] / curvature[c] : 0;
      minus_t[c] = -t[c];
    }
    combine(one.data(), P, t.data(), D, P, run_);
    combine(one.data(), R, minus_t.data(), Q, R, run_);
    const Array<double> next = column_dots<double>(R, R, nullptr, run_);
    for (std::int64_t c = 0; c < k; ++c) b[c] = t[c] > 0 ? next[c] / square[c] : 0;
    combine(one.data(), R, b.data(), D, D, run_);
    square = next.copy();
  }
  return P;
}

}  // namespace manifact
