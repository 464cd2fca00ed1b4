// The budgets of an approximate search, and its cost relative to the exact one.
#pragma once

#include <cmath>

#include "runtime/index.hpp"

namespace manifact {

// The cost of a product of the exact search, whose sums do not fit in cache, is at least this many
// times higher.
inline constexpr Index exact_product_cost = 3;

// The cost of scoring a document, in products, in addition to its entries.
inline constexpr Index fetched_document = 32;

// Doubles every four steps.
inline Index budget_of(int step) noexcept { return std::llround(256 * std::exp2(step / 4.0)); }

// Whether adding this many products and scoring these documents costs as much as an exact search.
inline bool costs_as_much_as_exact(Index budget, Index scored, Index exact_work) noexcept {
  return (budget + scored) / exact_product_cost >= exact_work;
}

}  // namespace manifact
