// The problem of a new document x' with k_j = x_j.x' and edge weights s_j to its p nearest training
// documents (LCCF paper, section 3.6):
//
//   v' = argmin_{v >= 0}  v (M + lambda sum(s) I) v' - 2 v (W'k + lambda V's)        M = W'K W
//
// If the columns have different strengths, lambda is a diagonal matrix.
//
// W'k = U'x' with U = X'W: only the neighbors require a pass over the training documents. With
// normalized-cut weights K' = diag(g) K diag(g), g' = (sum_j k_j + x'.x')^-power for the new
// document, and k becomes g' diag(g) k; appendix B also changes s_j to s_j / (g' g_j) and sum(s) to
// sum(s) / g'^2.
//
// Other kernels: k_j = K(x_j, x'), and K(x', x') in place of x'.x', so each new document is
// compared with all training documents. With a precomputed kernel the caller gives k, and K(x', x')
// is approximated by the mean of K_jj, which is exact for normalized kernels.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "graph/graph.hpp"
#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The part of the fit that the problem needs, in addition to the shared data of the model.
struct NormalEquations {
  Array<double> M;                  // k x k
  Array<double> g = {};             // n; empty without ncw
  Array<double> feature_sums = {};  // m: X'1, if g is not empty and the kernel is linear
  bool transformed_graph = false;   // appendix B
  Array<double> strengths = {};     // k: lambda of each column; empty: that of the model

  bool ncw() const noexcept { return !g.empty(); }
  double largest_strength(double lambda) const noexcept {
    return strengths.empty() ? lambda : *std::max_element(strengths.begin(), strengths.end());
  }
  void permute(const std::vector<Index> &order);
  void set_facts(KeyValues &facts) const;
  std::vector<PredictorPart> parts(Index k) const;
};

// Throws Error(corrupt) if the file lacks a part that the problem needs.
NormalEquations read_normal_equations(const FactReader &facts, const Model &model);

// The terms of the problem for new documents.
struct NewTerms {
  Array<bool> skip;   // documents without features and neighbors
  Dense<double> UX;   // row i: W'k, weighted by diag(g) with ncw
  Array<double> own;  // K(x', x'), if the kernel is not linear
  Array<double> g;    // g', empty without ncw
  // Among the training documents; n = 0 without a graph term.
  std::shared_ptr<const Neighbors> neighbors;
};

NewTerms terms_of(const NormalEquations &equations, const Model &model,
                  const NewDocuments &documents, ExecutionContext &run);

// Both sides of the equations of one document, and their solution. Documents differ in b and in the
// diagonal of A.
struct Quadratic {
  Array<double> A, b, v;
  Array<double> strengths;  // lambda of each column
  double edges = 0;         // unit lambda sum(s), if all columns have one lambda

  // Multiplies both sides by `unit`.
  Quadratic(const NormalEquations &equations, const Model &model, double unit,
            ExecutionContext &run);

  // For document i; of the same equations and model.
  void set(const NormalEquations &equations, const Model &model, const NewTerms &terms,
           Index i) noexcept;

  // Whether A is.
  bool is_finite() const noexcept { return is_finite_; }
  double unit() const noexcept { return unit_; }

 private:
  double unit_;
  bool has_finite_M_ = false, is_finite_ = false;
  Array<double> diagonal_;  // without edges
};

// The memberships of all documents, packed, computed on all threads. solve(scratch, i) leaves those
// of document i in scratch.quadratic.v and returns whether they are finite. Each thread has its own
// scratch, of make(). Skipped documents get zeros.
template <class Scratch, class Make, class Solve>
Array<double> solve_documents(const Array<bool> &skip, Index k, ExecutionContext &run,
                              const Make &make, const Solve &solve) {
  constexpr Index batch = 4096;  // documents between two checks for progress and cancellation
  const Index n = skip.size();
  Array<double> V(run.memory, n * k);
  std::vector<Scratch> scratch;
  for (Index t = 0; t < run.pool.threads() && t < n; ++t) scratch.push_back(make());
  std::atomic<bool> failed{false};
  run.monitor.enter("assigning", n);
  for (Index first = 0; first < n; first += batch) {
    const Index last = std::min(n, first + batch);
    parallel_rows(run, std::ssize(scratch), first, last, 16, [&](Index t, Index begin, Index end) {
      Scratch &own = scratch[static_cast<std::size_t>(t)];
      for (Index i = begin; i < end; ++i) {
        if (skip[i]) continue;
        if (!solve(own, i)) failed = true;
        std::copy_n(own.quadratic.v.data(), k, V.data() + i * k);
      }
    });
    if (failed)
      fail(Status::numerics, "the normal equations of a new document have no finite solution");
    run.monitor.report(last, n);
  }
  return V;
}

}  // namespace manifact
