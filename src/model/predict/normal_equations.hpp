// The problem of a new document x' with k_j = x_j.x' and edge weights s_j to its p nearest training
// documents (LCCF paper, section 3.6):
//
//   v' = argmin_{v >= 0}  v (M + lambda sum(s) I) v' - 2 v (W'k + lambda V's)        M = W'K W
//
// W'k = U'x' with U = X'W: no pass over the training documents but for the neighbors. With
// normalized-cut weights K' = diag(g) K diag(g), g' = (sum_j k_j + x'.x')^-power for the new
// document, and k becomes g' diag(g) k; appendix B also turns s_j into s_j / (g' g_j) and sum(s)
// into sum(s) / g'^2.
//
// Other kernels: k_j = K(x_j, x'), and K(x', x') in the place of x'.x', so that each new document
// meets all of the training documents. With a precomputed kernel k is what the caller gives, and
// K(x', x') is taken to be the mean of K_jj: right for normalized kernels.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "graph/graph.hpp"
#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// What a fit leaves to the problem, beside the shared data of the model.
struct NormalEquations {
  Array<double> M;                  // k x k
  Array<double> g = {};             // n; empty without ncw
  Array<double> feature_sums = {};  // m: X'1, where g is not empty and the kernel is linear
  bool transformed_graph = false;   // appendix B

  bool ncw() const noexcept { return !g.empty(); }
  void permute(const std::vector<Index> &order);
  void set_facts(KeyValues &facts) const;
  std::vector<PredictorPart> parts(Index k) const;
};

// Throws Error(corrupt) where the file has not all that the problem needs.
NormalEquations read_normal_equations(const FactReader &facts, const Model &model);

// New documents in the terms of the problem.
struct NewTerms {
  Array<bool> skip;     // those with nothing to go by
  Dense<double> UX;     // row i: W'k, by diag(g) where there is ncw
  Array<double> own;    // K(x', x'), where the kernel is not linear
  Array<double> g;      // g', empty without ncw
  Neighbors neighbors;  // among the training documents; n = 0 without a graph term
};

NewTerms terms_of(const NormalEquations &equations, const Model &model,
                  const NewDocuments &documents, ExecutionContext &run);

// Both sides of one document's equations, and their solution.
struct Quadratic {
  Array<double> A, b, v;
  double edges = 0;  // lambda sum(s)

  Quadratic(Index k, ExecutionContext &run)
      : A(run.memory, k * k), b(run.memory, k), v(run.memory, k) {}

  // Both sides multiplied by `unit`.
  void set(const NormalEquations &equations, const Model &model, const NewTerms &terms, Index i,
           double unit) noexcept;
};

// The memberships of all documents, packed, over all threads. solve(scratch, i) leaves those of
// document i in scratch.quadratic.v; false: they are not finite. scratch is the thread's own. A
// document that is skipped has zeros.
template <class Scratch, class Solve>
Array<double> solve_documents(const Array<bool> &skip, Index k, ExecutionContext &run,
                              const Solve &solve) {
  constexpr Index batch = 4096;  // documents between two looks at progress and cancel
  const Index n = skip.size();
  Array<double> V(run.memory, n * k);
  std::vector<Scratch> scratch;
  for (Index t = 0; t < run.pool.threads() && t < n; ++t) scratch.emplace_back(k, run);
  std::atomic<bool> failed{false};
  run.monitor.enter("assigning", n);
  for (Index first = 0; first < n; first += batch) {
    const Index last = std::min(n, first + batch);
    std::atomic<Index> next{first};
    run.pool.each(static_cast<Index>(scratch.size()), [&](Index thread) {
      Scratch &own = scratch[static_cast<std::size_t>(thread)];
      for (Index i; (i = next.fetch_add(1, std::memory_order_relaxed)) < last;) {
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
