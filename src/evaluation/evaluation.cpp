// Scores from the contingency table of classes and clusters, stored sparsely.
//
//   accuracy = max over one-to-one matchings of  sum n(c, match(c)) / n
//   purity = sum_g max_c n_cg / n
//   I = H(class) + H(cluster) - H(class, cluster),   H = ln n - (1/n) sum_x n_x ln n_x
//   nmi = I / max(H(class), H(cluster))              nmi_sqrt = I / sqrt(H(class) H(cluster))
//   ari = (A - R C / N) / ((R + C) / 2 - R C / N)    (Hubert, Arabie 1985)
//
//   n_cg         documents of class c in cluster g
//   n            documents of known class
//   A, R, C, N   pairs in the cells, classes, clusters, in all
#include "evaluation/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "evaluation/assignment.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index unknown = -1, unassigned = -1;

struct Table {
  Index n = 0;
  std::vector<Cell> cells;               // by row, then column
  std::vector<Index> classes, clusters;  // documents of each
  Index unassigned_column = -1;          // -1: every document has a cluster
};

Table count(const std::int32_t *truth, const std::int32_t *predicted, Index n) {
  std::vector<std::pair<Index, Index>> documents;
  std::vector<Index> names;  // of the clusters
  for (Index i = 0; i < n; ++i)
    if (truth[i] != unknown) {
      documents.emplace_back(truth[i], predicted[i]);
      names.push_back(predicted[i]);
    }
  std::sort(documents.begin(), documents.end());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const auto column_of = [&](Index name) {
    return std::lower_bound(names.begin(), names.end(), name) - names.begin();
  };

  Table table;
  table.n = static_cast<Index>(documents.size());
  table.clusters.resize(names.size());
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const bool new_class = i == 0 || documents[i].first != documents[i - 1].first;
    if (new_class) table.classes.push_back(0);
    if (new_class || documents[i].second != documents[i - 1].second)
      table.cells.push_back(
          {static_cast<Index>(table.classes.size()) - 1, column_of(documents[i].second), 0});
    ++table.cells.back().count;
    ++table.classes.back();
    ++table.clusters[table.cells.back().column];
  }
  if (std::binary_search(names.begin(), names.end(), unassigned))
    table.unassigned_column = column_of(unassigned);
  return table;
}

std::vector<Index> sizes(const std::vector<Cell> &cells) {
  std::vector<Index> result;
  result.reserve(cells.size());
  for (const Cell &cell : cells) result.push_back(cell.count);
  return result;
}

// Summed in ascending order of size: partitions that differ only by the names of their groups have
// bitwise equal entropy, so that equal ones score exactly 1.
double entropy(std::vector<Index> sizes, Index n) {
  if (sizes.size() == 1) return 0;
  std::sort(sizes.begin(), sizes.end());
  double sum = 0;
  for (const Index size : sizes)
    sum += static_cast<double>(size) * std::log(static_cast<double>(size));
  return std::log(static_cast<double>(n)) - sum / static_cast<double>(n);
}

Information information_of(const Table &table) {
  const double classes = entropy(table.classes, table.n),
               clusters = entropy(table.clusters, table.n);
  return {.first = classes,
          .second = clusters,
          .shared = std::max(0.0, classes + clusters - entropy(sizes(table.cells), table.n))};
}

void score_information(const Table &table, Scores &scores) {
  const auto [classes, clusters, shared] = information_of(table);
  // One group on both sides: equal. One group on one side only: no shared information, and the
  // quotient with the square root would be 0 / 0.
  const bool both_trivial = table.classes.size() == 1 && table.clusters.size() == 1;
  const bool one_trivial = table.classes.size() == 1 || table.clusters.size() == 1;
  scores.nmi = both_trivial  ? 1
               : one_trivial ? 0
                             : std::min(1.0, shared / std::max(classes, clusters));
  scores.nmi_sqrt = both_trivial  ? 1
                    : one_trivial ? 0
                                  : std::min(1.0, shared / std::sqrt(classes * clusters));
}

double pairs(const std::vector<Index> &sizes) {
  Index sum = 0;
  for (const Index size : sizes) sum += size * (size - 1) / 2;
  return static_cast<double>(sum);
}

double adjusted_rand(const Table &table) {
  const double together = pairs(sizes(table.cells)), classes = pairs(table.classes),
               clusters = pairs(table.clusters);
  const double all = pairs({table.n});
  // No pair together on either side, or all pairs on both: equal partitions, and the quotient would
  // be 0 / 0.
  if (classes == clusters && (classes == 0 || classes == all)) return 1;
  const double by_chance = classes * clusters / all;
  return (together - by_chance) / ((classes + clusters) / 2 - by_chance);
}

// Documents without a cluster are counted as wrong in both scores.
void score_matches(const Table &table, Scores &scores) {
  std::vector<Cell> cells;
  std::vector<Index> largest(table.clusters.size());
  for (const Cell &cell : table.cells) {
    if (cell.column == table.unassigned_column) continue;
    cells.push_back(cell);
    largest[cell.column] = std::max(largest[cell.column], cell.count);
  }
  const auto rows = static_cast<Index>(table.classes.size()),
             columns = static_cast<Index>(table.clusters.size());
  const std::vector<Index> match = heaviest_matching(cells, rows, columns);
  Index matched = 0, majority = 0;
  for (const Cell &cell : cells)
    if (match[cell.row] == cell.column) matched += cell.count;
  for (const Index size : largest) majority += size;
  scores.accuracy = static_cast<double>(matched) / static_cast<double>(table.n);
  scores.purity = static_cast<double>(majority) / static_cast<double>(table.n);
}

void check_labels(const std::int32_t *labels, Index n, const char *name) {
  for (Index i = 0; i < n; ++i)
    if (labels[i] < -1)
      fail(Status::value, "%s[%lld] is %d: a label must be at least 0, or -1", name,
           static_cast<long long>(i), labels[i]);
}

}  // namespace

Information information(const Array<std::int32_t> &first, const Array<std::int32_t> &second) {
  std::vector<std::int32_t> one, other;
  for (Index i = 0; i < first.size(); ++i) {
    if (first[i] < 0 || second[i] < 0) continue;
    one.push_back(first[i]);
    other.push_back(second[i]);
  }
  if (one.empty()) return {};
  return information_of(count(one.data(), other.data(), static_cast<Index>(one.size())));
}

Scores evaluate(const std::int32_t *truth, const std::int32_t *predicted, Index n) {
  if (n < 1)
    fail(Status::length, "n = %lld labels: at least one is required", static_cast<long long>(n));
  check_labels(truth, n, "truth");
  check_labels(predicted, n, "predicted");
  const Table table = count(truth, predicted, n);
  if (table.n == 0)
    fail(Status::length,
         "all %lld true labels are -1 (unknown): at least one known label is required",
         static_cast<long long>(n));
  Scores scores;
  score_matches(table, scores);
  score_information(table, scores);
  scores.ari = adjusted_rand(table);
  return scores;
}

}  // namespace manifact
