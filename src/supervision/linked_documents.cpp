#include "supervision/linked_documents.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr double least = 1e-300;  // of a probability and a message, for the logarithm

// Chains of must-links of weight 1, without the labels: the lowest document of each.
std::vector<Index> chains_of(const Constraints &given) {
  Constraints pairs;
  pairs.n = given.n;
  pairs.pairs = given.pairs;
  return linked_groups(pairs);
}

bool is_labeled(const Constraints &c, Index i) noexcept {
  return c.labeled > 0 && c.classes[i] >= 0;
}

// Logarithms of probabilities, up to a constant in each row, become those of sum 1.
void normalize(Dense<double> &logs) {
  for (Index g = 0; g < logs.rows(); ++g) {
    double *const row = logs.row(g), most = *std::max_element(row, row + logs.columns()), sum = 0;
    for (Index c = 0; c < logs.columns(); ++c) sum += std::exp(row[c] - most);
    for (Index c = 0; c < logs.columns(); ++c) row[c] -= most + std::log(sum);
  }
}

// The chains that occur in pairs, numbered.
struct LinkedChains {
  LinkedChains(const Constraints &c, ExecutionContext &run) : of(run.memory, c.n) {
    const std::vector<Index> chain = chains_of(c);
    Array<Index> number(run.memory, c.n);  // by the lowest document, from 1
    for (const Pair &pair : c.pairs)
      for (const Index i : {pair.first, pair.second})
        if (Index &own = number[chain[static_cast<std::size_t>(i)]]; own == 0) own = ++count;
    for (Index i = 0; i < c.n; ++i) of[i] = number[chain[static_cast<std::size_t>(i)]] - 1;
  }

  Array<Index> of;  // by document; -1: it is in no pair
  Index count = 0;
};

}  // namespace

void combine_with_pairs(const Constraints &constraints, Dense<double> &R, ExecutionContext &run) {
  if (constraints.pairs.empty() || R.columns() == 0) return;
  run.monitor.check();
  const LinkedChains chains(constraints, run);
  Dense<double> beliefs(run.memory, chains.count, R.columns());  // logarithms
  for (Index i = 0; i < R.rows(); ++i)
    for (Index c = 0; c < R.columns() && chains.of[i] >= 0; ++c)
      beliefs(chains.of[i], c) += std::log(std::max(R(i, c), least));
  normalize(beliefs);
  Dense<double> combined = beliefs.copy();
  const auto tell = [&](Index from, Index to, double weight) {
    for (Index c = 0; c < R.columns(); ++c) {
      const double p = std::exp(beliefs(from, c)),
                   message = weight < 0 ? 1 + weight * p : 1 - weight + weight * p;
      combined(to, c) += std::log(std::max(message, least));
    }
  };
  for (const Pair &pair : constraints.pairs) {
    const Index a = chains.of[pair.first], b = chains.of[pair.second];
    if (a == b) continue;
    tell(a, b, pair.weight);
    tell(b, a, pair.weight);
  }
  normalize(combined);
  for (Index i = 0; i < R.rows(); ++i) {
    double *const row = R.row(i);
    const bool empty = std::all_of(row, row + R.columns(), [](double p) { return p == 0; });
    if (chains.of[i] < 0 || is_labeled(constraints, i) || empty) continue;
    for (Index c = 0; c < R.columns(); ++c) row[c] = std::exp(combined(chains.of[i], c));
  }
}

}  // namespace manifact
