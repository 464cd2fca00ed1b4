// Propagation of labels and pairs over the graph: B Y for B = (1 - alpha)(I - alpha S)^-1,
// S = D^-1/2 W D^-1/2. RCF paper, steps 2 to 4, with S in place of the printed I - S, for which the
// iteration diverges.
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

// Factors for one graph by alpha, reused with other constraints on it.
using PropagationFactors = std::map<double, std::shared_ptr<Cholesky>>;

// The choice of solver. A solver requested by name is used at any cost: Error(budget) if the
// Cholesky factor needs more than `budget` bytes.
struct PropagationPlan {
  PropagationSolver solver = PropagationSolver::automatic;
  Index budget = 0;
  PropagationFactors *kept = nullptr;  // read and written
};

// The trace of a propagation, for the diagnostics.
struct PropagationTrace {
  PropagationSolver solver = PropagationSolver::automatic;  // the one that ran
  Index fill = 0;       // entries of the Cholesky factor, 0 if it was not analyzed
  Index rounds = 0;     // of conjugate gradients, the maximum over the columns
  double residual = 0;  // the maximum over the columns, relative to the right-hand side
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
  std::shared_ptr<Cholesky> factor_;  // null: conjugate gradients
  PropagationTrace trace_;
};

}  // namespace manifact
