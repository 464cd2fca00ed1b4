// Solves (I - alpha S) P = (1 - alpha) Y by L D L' or by conjugate gradients with all columns at
// once. The condition number is at most (1 + alpha) / (1 - alpha).
//
//   Q = A D;  t = r'r / d'Q;  P += t D;  R -= t Q;  b = new r'r / old r'r;  D = R + b D
//   t, b: one value per column
#include "supervision/propagation.hpp"

#include <algorithm>
#include <cmath>

#include "graph/laplacian.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

constexpr double accuracy = 1e-13;  // of the residual, relative to the right-hand side
constexpr Index most_rounds = 5000, propagated_rows = 512;
// Costs relative to one multiplication in conjugate gradients, which process rows; measured on
// graphs of 9,394 documents with 300 columns at a time. A round reads six vectors per document from
// memory; L is traversed entry by entry; the analysis cost is per entry of S or vertex.
constexpr double of_vertex = 60, of_factor = 6.5, of_substitution = 3.5, of_analysis = 2000;

// Rounds until the error is below `accuracy`: four fifths of the bound, as measured (21 of 27
// rounds for an alpha of 0.5, 71 to 81 of 96 for 0.95).
double expected_rounds(double alpha) {
  return 0.8 * std::log(2 / accuracy) / 2 * std::sqrt((1 + alpha) / (1 - alpha));
}

// out_ic = a_c A_ic + b_c B_ic
void combine(const double *a, const Dense<double> &A, const double *b, const Dense<double> &B,
             Dense<double> &out, ExecutionContext &run) {
  const Index width = A.stride();
  run.pool.blocks(A.rows(), propagated_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < width; ++c) out.row(i)[c] = a[c] * A.row(i)[c] + b[c] * B.row(i)[c];
  });
}

}  // namespace

Propagation::Propagation(const Graph &graph, double alpha, const PropagationPlan &plan,
                         Index right_hand_sides, ExecutionContext &run)
    : run_(run), alpha_(alpha), S_(normalized_weights(graph, run)) {
  choose(plan, right_hand_sides);
  trace_.solver =
      factor_ != nullptr ? PropagationSolver::cholesky : PropagationSolver::conjugate_gradients;
}

void Propagation::factorize() {
  Csr<double> A(run_.memory, S_.rows, S_.columns,
                S_.entries());  // -alpha S; the shift adds the diagonal
  std::copy(S_.indptr.begin(), S_.indptr.end(), A.indptr.begin());
  std::copy(S_.indices.begin(), S_.indices.end(), A.indices.begin());
  for (Index e = 0; e < A.entries(); ++e) A.values[e] = -alpha_ * S_.values[e];
  factor_->factorize(A, -1, run_);
}

// Minimum degree cannot be cancelled, so its size is limited. If it runs out of memory, conjugate
// gradients are used.
std::shared_ptr<Cholesky> Propagation::analyzed(bool forced) {
  constexpr Index most_entries = 2'000'000;  // of S: some tenths of a second
  if (!forced && S_.entries() > most_entries) return nullptr;
  try {
    return std::make_shared<Cholesky>(S_, run_);
  } catch (const Error &error) {
    if (forced || (error.status() != Status::budget && error.status() != Status::memory)) throw;
    return nullptr;
  }
}

// Chooses the cheaper solver. L fills in quickly, so it pays off for many right-hand sides on small
// graphs, for any alpha. If conjugate gradients cost less than the analysis, it is skipped.
void Propagation::choose(const PropagationPlan &plan, Index right_hand_sides) {
  const double n = static_cast<double>(S_.rows), edges = static_cast<double>(S_.entries()),
               columns = static_cast<double>(right_hand_sides);
  const double gradients = columns * expected_rounds(alpha_) * (2 * edges + of_vertex * n);
  const bool forced = plan.solver == PropagationSolver::cholesky;
  if (forced && !Cholesky::available())
    fail(Status::feature, "this build does not support propagation-solver=cholesky (CHOLMOD)");
  if (plan.solver == PropagationSolver::conjugate_gradients || !Cholesky::available() ||
      (!forced && gradients < of_analysis * (edges + n)))
    return;
  // A cached factor costs nothing, but the choice must not depend on the cache.
  const bool known = plan.kept != nullptr && plan.kept->count(alpha_) > 0;
  factor_ = known ? plan.kept->at(alpha_) : analyzed(forced);
  if (factor_ == nullptr) return;
  trace_.fill = factor_->fill();
  const bool fits = factor_->bytes() <= static_cast<double>(plan.budget);
  if (forced) check_budget(factor_->bytes(), plan.budget, "propagation-solver=cholesky needs");
  const double direct = of_factor * factor_->flops() +
                        of_substitution * 4 * columns * static_cast<double>(factor_->fill());
  if (!forced && !(fits && direct < gradients)) {
    factor_.reset();
    return;
  }
  if (known) return;
  factorize();
  if (plan.kept == nullptr) return;
  if (plan.kept->size() >= 2) plan.kept->clear();  // a fit uses at most two values of alpha
  (*plan.kept)[alpha_] = factor_;
}

Dense<double> Propagation::solve(const std::vector<std::vector<Index>> &sets, std::size_t first,
                                 std::size_t count) {
  Dense<double> Y(run_.memory, S_.rows, static_cast<Index>(count));
  for (std::size_t g = 0; g < count; ++g)
    for (const Index i : sets[first + g]) Y(i, static_cast<Index>(g)) = 1 - alpha_;
  if (factor_ == nullptr) return gradients(std::move(Y));
  factor_->solve(Y, run_);
  return Y;
}

Dense<double> Propagation::gradients(Dense<double> &&residual) {
  const Index n = residual.rows(), width = residual.stride(), k = residual.columns();
  Dense<double> P(run_.memory, n, k), R = std::move(residual), D = R.copy(), Q(run_.memory, n, k);
  Array<double> one(run_.memory, width), t(run_.memory, width), minus_t(run_.memory, width),
      b(run_.memory, width), alphas(run_.memory, width);
  for (Index c = 0; c < width; ++c) {
    one[c] = 1;
    alphas[c] = -alpha_;
  }
  Array<double> square = column_dots<double>(R, R, nullptr, run_);
  const Array<double> first = square.copy();
  const auto open = [&](Index c) { return square[c] > accuracy * accuracy * first[c]; };
  for (Index round = 0;; ++round) {
    run_.monitor.check();
    bool done = true;
    for (Index c = 0; c < k; ++c) done = done && !open(c);
    trace_.rounds = std::max(trace_.rounds, round);
    if (done || round == most_rounds) break;
    multiply(S_.view(), D, Q, run_.pool);
    combine(one.data(), D, alphas.data(), Q, Q, run_);
    const Array<double> curvature = column_dots<double>(D, Q, nullptr, run_);
    for (Index c = 0; c < k; ++c) {
      t[c] = open(c) && curvature[c] > 0 ? square[c] / curvature[c] : 0;
      minus_t[c] = -t[c];
    }
    combine(one.data(), P, t.data(), D, P, run_);
    combine(one.data(), R, minus_t.data(), Q, R, run_);
    const Array<double> next = column_dots<double>(R, R, nullptr, run_);
    for (Index c = 0; c < k; ++c) b[c] = t[c] > 0 ? next[c] / square[c] : 0;
    combine(one.data(), R, b.data(), D, D, run_);
    square = next.copy();
  }
  for (Index c = 0; c < k; ++c)
    if (open(c)) trace_.residual = std::fmax(trace_.residual, std::sqrt(square[c] / first[c]));
  return P;
}

}  // namespace manifact
