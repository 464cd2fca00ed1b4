#include "supervision/linked_documents.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// Used in place of log 0: for a probability, and for a class that contradicts a label, which no
// number of other documents outweighs.
constexpr double least = -691, excluded = -1e9;

// Chains of must-links of weight 1, without the labels: the lowest document of each.
std::vector<Index> chains_of(const Constraints &constraints) {
  Constraints pairs;
  pairs.n = constraints.n;
  pairs.pairs = constraints.pairs;
  return linked_groups(pairs);
}

bool is_labeled(const Constraints &c, Index i) noexcept {
  return c.labeled > 0 && c.classes[i] >= 0;
}

// log sum exp of a row without column `left_out`.
double log_sum(const double *row, Index columns, Index left_out) {
  double most = -std::numeric_limits<double>::infinity(), sum = 0;
  for (Index c = 0; c < columns; ++c)
    if (c != left_out) most = std::max(most, row[c]);
  if (std::isinf(most)) return most;
  for (Index c = 0; c < columns; ++c)
    if (c != left_out) sum += std::exp(row[c] - most);
  return most + std::log(sum);
}

// Logarithms of probabilities, up to a constant in each row, become those of sum 1.
void normalize(Dense<double> &logs) {
  for (Index g = 0; g < logs.rows(); ++g) {
    double *const row = logs.row(g);
    const double all = log_sum(row, logs.columns(), -1);
    for (Index c = 0; c < logs.columns(); ++c) row[c] -= all;
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

// The pairs between chains; of those with the same sign between the same chains, the strongest, so
// that pairs that follow from others change nothing.
std::vector<Pair> pairs_of_chains(const std::vector<Pair> &pairs, const LinkedChains &chains) {
  std::vector<Pair> between;
  for (const Pair &pair : pairs) {
    const auto [a, b] = std::minmax(chains.of[pair.first], chains.of[pair.second]);
    if (a != b && pair.weight != 0)
      between.push_back({.first = a, .second = b, .weight = pair.weight});
  }
  const auto place = [](const Pair &pair) {
    return std::tuple(pair.first, pair.second, pair.weight < 0);
  };
  std::sort(between.begin(), between.end(), [&](const Pair &x, const Pair &y) {
    return place(x) != place(y) ? place(x) < place(y) : std::fabs(x.weight) > std::fabs(y.weight);
  });
  const auto same = [&](const Pair &x, const Pair &y) { return place(x) == place(y); };
  between.erase(std::unique(between.begin(), between.end(), same), between.end());
  return between;
}

// The logarithm of the message of a pair of this weight about a class whose log-probability at the
// other end is `is`; that of the other classes together is `is_not`.
double message(double weight, double is, double is_not) {
  if (weight == -1) return std::max(is_not, excluded);  // with one class there are no others
  return std::log(weight < 0 ? 1 + weight - weight * std::exp(is_not)
                             : 1 - weight + weight * std::exp(is));
}

}  // namespace

void combine_with_pairs(const Constraints &constraints, Dense<double> &R, ExecutionContext &run) {
  const Index C = R.columns();
  if (constraints.pairs.empty() || C == 0) return;
  run.monitor.check();
  const LinkedChains chains(constraints, run);
  Dense<double> beliefs(run.memory, chains.count, C), others(run.memory, chains.count, C);
  for (Index i = 0; i < R.rows(); ++i) {
    if (chains.of[i] < 0) continue;
    double *const row = beliefs.row(chains.of[i]);
    for (Index c = 0; c < C; ++c)
      row[c] += is_labeled(constraints, i) ? (R(i, c) > 0 ? 0 : excluded)
                                           : (R(i, c) > 0 ? std::log(R(i, c)) : least);
  }
  normalize(beliefs);
  // 1 - p of a probability near 1 is the sum of the others.
  for (Index g = 0; g < chains.count; ++g)
    for (Index c = 0; c < C; ++c)
      others(g, c) =
          beliefs(g, c) < -1 ? std::log1p(-std::exp(beliefs(g, c))) : log_sum(beliefs.row(g), C, c);
  Dense<double> combined = beliefs.copy();
  Index done = 0;
  for (const Pair &pair : pairs_of_chains(constraints.pairs, chains)) {
    if (++done % 4096 == 0) run.monitor.check();
    for (Index c = 0; c < C; ++c) {
      combined(pair.second, c) +=
          message(pair.weight, beliefs(pair.first, c), others(pair.first, c));
      combined(pair.first, c) +=
          message(pair.weight, beliefs(pair.second, c), others(pair.second, c));
    }
  }
  normalize(combined);
  for (Index i = 0; i < R.rows(); ++i) {
    double *const row = R.row(i);
    const bool empty = std::all_of(row, row + C, [](double p) { return p == 0; });
    if (chains.of[i] < 0 || is_labeled(constraints, i) || empty) continue;
    for (Index c = 0; c < C; ++c) row[c] = std::exp(combined(chains.of[i], c));
  }
}

}  // namespace manifact
