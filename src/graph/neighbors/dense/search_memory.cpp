#include "graph/neighbors/dense/search_memory.hpp"

#include <algorithm>

#include "graph/neighbors/dense/candidate_lists.hpp"
#include "graph/neighbors/dense/cells.hpp"
#include "graph/neighbors/dense/gram_search.hpp"
#include "graph/neighbors/dense/probes.hpp"
#include "runtime/budget.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

double real(Index x) noexcept { return static_cast<double>(x); }

// The result, the candidates, and the values stored per row.
double lists_bytes(Index n, Index p, const DenseRows &X) noexcept {
  const double of_row = 3 * sizeof(double) + (X.selection != nullptr ? sizeof(double) : 0);
  return real(n) * (real(p) * (sizeof(double) + sizeof(std::int32_t)) + sizeof(std::int32_t)) +
         CandidateLists<float>::bytes(n, p) + real(X.rows) * of_row;
}

// A strip, and the rows and the heap of a scorer.
double workspace_bytes(Index p, const DenseRows &X) noexcept {
  return GramStrip<float>::bytes(X) + 5 * real(X.columns) * sizeof(double) + 16 * real(p);
}

}  // namespace

double exact_bytes(Index n, Index p, const DenseRows &X) noexcept {
  constexpr Index left_rows = 1024;  // of the left factor, at most
  return lists_bytes(n, p, X) + workspace_bytes(p, X) +
         real(std::min(n, left_rows)) * real(left_stride<float>(X.columns)) * sizeof(float);
}

double approximate_bytes(Index p, const DenseRows &X, Index centers, Index probed) noexcept {
  const double of_centers = real(centers) * real(X.columns) * (2 * sizeof(float)),
               of_strip = real(CenterStrip::rows) * real(centers + left_stride<float>(X.columns)) *
                          sizeof(float);
  return lists_bytes(X.rows, p, X) + of_centers + workspace_bytes(p, X) + of_strip +
         Probes::bytes(X.rows, probed);
}

void check_search_budget(double bytes, Index n, Index p, Index budget) {
  if (budget > 0)
    check_budget(bytes, budget, "the %lld nearest neighbors of %lld documents need", number(p),
                 number(n));
}

}  // namespace manifact
