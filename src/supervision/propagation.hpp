// What is known of some documents, carried over the graph: B Y for B = (1 - alpha)(I - alpha S)^-1,
// S = D^-1/2 W D^-1/2. RCF paper, steps 2 to 4, with S in the place of the printed I - S, for which
// the iteration diverges.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "graph/graph.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/cholesky.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class PropagationSolver { automatic, cholesky, conjugate_gradients };

// Factors of one graph by alpha, for other constraints on it later.
using PropagationFactors = std::map<double, std::shared_ptr<Cholesky>>;

// How to solve. A solver asked for by name is taken whatever it costs: Error(budget) when the
// Cholesky factor needs more than `budget` bytes.
struct PropagationPlan {
  PropagationSolver solver = PropagationSolver::automatic;
  Index budget = 0;
  PropagationFactors *kept = nullptr;  // read and written
};

// What a propagation did, for the diagnostics.
struct PropagationTrace {
  PropagationSolver solver = PropagationSolver::automatic;  // the one that ran
  Index fill = 0;       // entries of the Cholesky factor, 0 where it was not analyzed
  Index rounds = 0;     // of conjugate gradients, the most of all columns
  double residual = 0;  // likewise, the largest against its right-hand side
};

// Solves for many sets of documents on one graph: column g of the result is B 1_{sets[g]}.
class Propagation {
 public:
  // 0 <= alpha < 1.
  Propagation(const Graph &graph, double alpha, const PropagationPlan &plan, Index right_hand_sides,
              ExecutionContext &run);

  Dense<double> solve(const std::vector<std::vector<Index>> &sets, std::size_t first,
                      std::size_t count);

  const PropagationTrace &trace() const noexcept { return trace_; }

 private:
  void choose(const PropagationPlan &plan, Index right_hand_sides);
  std::shared_ptr<Cholesky> analyzed(bool forced);
  void factorize();
  Dense<double> gradients(Dense<double> &&residual);

  ExecutionContext &run_;
  double alpha_;
  Csr<double> S_;
  std::shared_ptr<Cholesky> factor_;  // none: conjugate gradients
  PropagationTrace trace_;
};

}  // namespace manifact
