#include "supervision/affinity.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

using Row = std::map<Index, double>;  // of Yp R Yp', by document

// The information in the pairs beyond the labels.
std::map<Index, Row> rows_of_pairs(const Constraints &c) {
  std::map<Index, Row> rows;
  for (const Pair &pair : c.pairs) {
    const double label = label_relation(c, pair.first, pair.second);
    const double value = label == 0 ? pair.weight : (pair.weight - label) / 2;
    if (value == 0) continue;
    rows[pair.first][pair.second] = value;
    rows[pair.second][pair.first] = value;
  }
  for (auto &[i, row] : rows)
    if (c.labeled == 0 || c.classes[i] < 0) row[i] = 1;
  return rows;
}

}  // namespace

Seeds seeds_of(const Constraints &c, const std::shared_ptr<Memory> &memory) {
  Seeds seeds;
  seeds.classes = documents_of_classes(c);

  const std::map<Index, Row> rows = rows_of_pairs(c);
  std::map<Row, std::int32_t> numbers;
  std::map<Index, std::int32_t> group_of;
  for (const auto &[i, row] : rows) {
    const auto [found, fresh] =
        numbers.try_emplace(row, static_cast<std::int32_t>(seeds.groups.size()));
    if (fresh) {
      seeds.groups.emplace_back();
      seeds.labeled.push_back(c.labeled > 0 && c.classes[i] >= 0);
    }
    seeds.groups[static_cast<std::size_t>(found->second)].push_back(i);
    group_of[i] = found->second;
  }

  std::vector<std::map<std::int32_t, double>> table(seeds.groups.size());
  Index entries = 0;
  for (std::size_t g = 0; g < seeds.groups.size(); ++g) {
    for (const auto &[j, value] : rows.at(seeds.groups[g][0])) table[g][group_of.at(j)] = value;
    entries += static_cast<Index>(table[g].size());
  }
  const Index G = static_cast<Index>(table.size());
  seeds.R = Csr<double>(memory, G, G, entries);
  for (Index g = 0, e = 0; g < G; ++g) {
    for (const auto &[h, value] : table[static_cast<std::size_t>(g)]) {
      seeds.R.indices[e] = h;
      seeds.R.values[e++] = value;
    }
    seeds.R.indptr[g + 1] = e;
  }
  return seeds;
}

namespace {

constexpr std::size_t block = 32;  // right-hand sides per solve

// s += P 1, without the columns in `skip`.
void add_columns(const Dense<double> &P, std::size_t first, const std::vector<bool> *skip,
                 Array<double> &s) {
  for (Index i = 0; i < P.rows(); ++i)
    for (Index c = 0; c < P.columns(); ++c)
      if (skip == nullptr || !(*skip)[first + static_cast<std::size_t>(c)]) s[i] += P(i, c);
}

void append_columns(const Dense<double> &P, double least, std::vector<Index> &ends,
                    std::vector<std::int32_t> &rows, std::vector<double> &values) {
  for (Index c = 0; c < P.columns(); ++c) {
    for (Index i = 0; i < P.rows(); ++i)
      if (P(i, c) > least) {
        rows.push_back(static_cast<std::int32_t>(i));
        values.push_back(P(i, c));
      }
    ends.push_back(static_cast<Index>(values.size()));
  }
}

// Sorts the entries of each row by decreasing value.
void sort_rows_descending(Csr<double> &A, ExecutionContext &run) {
  std::vector<std::pair<double, std::int32_t>> row;
  for (Index g = 0; g < A.rows; ++g) {
    run.monitor.check();
    row.clear();
    for (Index e = A.indptr[g]; e < A.indptr[g + 1]; ++e)
      row.emplace_back(-A.values[e], A.indices[e]);
    std::sort(row.begin(), row.end());
    for (Index e = A.indptr[g]; e < A.indptr[g + 1]; ++e) {
      A.values[e] = -row[static_cast<std::size_t>(e - A.indptr[g])].first;
      A.indices[e] = row[static_cast<std::size_t>(e - A.indptr[g])].second;
    }
  }
}

void propagate_groups(Affinity &F, Propagation &propagation, const Seeds &seeds, Index n,
                      Index budget, Array<double> &reach, ExecutionContext &run) {
  // Each entry is stored in Q and in its transpose.
  constexpr double tiny = 1e-6, entry = 2 * (sizeof(double) + sizeof(std::int32_t));
  const Index G = static_cast<Index>(seeds.groups.size());
  if (entry * static_cast<double>(n) * static_cast<double>(G) > static_cast<double>(budget))
    F.dropped = tiny;
  std::vector<Index> ends{0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;
  for (std::size_t first = 0; first < seeds.groups.size(); first += block) {
    const Dense<double> P =
        propagation.solve(seeds.groups, first, std::min(block, seeds.groups.size() - first));
    add_columns(P, first, &seeds.labeled, reach);
    append_columns(P, F.dropped, ends, rows, values);
    check_budget(entry * static_cast<double>(values.size()), budget,
                 "the first %zu propagated pairs need", values.size());
  }
  F.by_group = Csr<double>(run.memory, G, n, ends.back());
  std::copy(ends.begin(), ends.end(), F.by_group.indptr.begin());
  std::copy(rows.begin(), rows.end(), F.by_group.indices.begin());
  std::copy(values.begin(), values.end(), F.by_group.values.begin());
  F.Q = transpose(F.by_group.view(), run.memory);
  sort_rows_descending(F.by_group, run);
}

}  // namespace

double Affinity::at(Index i, Index j) const noexcept {
  double value = 0;
  for (Index c = 0; c < P.columns(); ++c) value += 2 * P(i, c) * P(j, c);
  if (!P.empty()) value -= s[i] * s[j];
  for (Index e = R.rows > 0 ? Q.indptr[i] : 0; e < (R.rows > 0 ? Q.indptr[i + 1] : 0); ++e)
    for (Index r = R.indptr[Q.indices[e]]; r < R.indptr[Q.indices[e] + 1]; ++r)
      value += Q.values[e] * R.values[r] * value_at(Q, j, R.indices[r]);
  return scale * value;
}

Affinity propagated(const Graph &graph, const Constraints &constraints, double alpha,
                    const PropagationPlan &plan, ExecutionContext &run) {
  Affinity F;
  const Index n = graph.S.rows;
  Seeds seeds = seeds_of(constraints, run.memory);
  const std::size_t columns = seeds.classes.size() + seeds.groups.size();
  if (columns == 0) return F;
  Propagation propagation(graph, alpha, plan, static_cast<Index>(columns), run);
  F.s = Array<double>(run.memory, n);
  if (!seeds.classes.empty()) {
    F.P = propagation.solve(seeds.classes, 0, seeds.classes.size());
    add_columns(F.P, 0, nullptr, F.s);
  }
  Array<double> reach = F.s.copy();
  if (!seeds.groups.empty()) {
    propagate_groups(F, propagation, seeds, n, plan.budget, reach, run);
    F.R = std::move(seeds.R);
  }
  double most = 1;
  for (const double x : reach) most = std::fmax(most, x * x);
  F.scale = 1 / most;
  F.trace = propagation.trace();
  return F;
}

}  // namespace manifact
