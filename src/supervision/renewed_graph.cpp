#include "supervision/renewed_graph.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/components.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

// The known pairs of row i: partners in pairs, and documents of its class.
class KnownPairs {
 public:
  explicit KnownPairs(const Constraints &c)
      : c_(c), partners_(static_cast<std::size_t>(c.n)), mates_(documents_of_classes(c)) {
    for (const Pair &pair : c.pairs) {
      partners_[static_cast<std::size_t>(pair.first)].emplace_back(
          static_cast<std::int32_t>(pair.second), pair.weight);
      partners_[static_cast<std::size_t>(pair.second)].emplace_back(
          static_cast<std::int32_t>(pair.first), pair.weight);
    }
    for (auto &row : partners_) std::sort(row.begin(), row.end());
  }

  double edges() const noexcept {
    double sum = 2 * static_cast<double>(c_.pairs.size());
    for (const auto &mates : mates_)
      sum += static_cast<double>(mates.size()) * static_cast<double>(mates.size());
    return sum;
  }

  void add_columns(Index i, std::vector<std::int32_t> &columns) const {
    for (const auto &[j, weight] : partners_[static_cast<std::size_t>(i)]) columns.push_back(j);
    if (c_.labeled == 0 || c_.classes[i] < 0) return;
    for (const Index mate : mates_[static_cast<std::size_t>(c_.classes[i])])
      columns.push_back(static_cast<std::int32_t>(mate));
  }

  // By labels, by pairs, or the mean of both.
  double at(Index i, std::int32_t j) const noexcept {
    const double label = label_relation(c_, i, j);
    const auto &row = partners_[static_cast<std::size_t>(i)];
    const auto found = std::lower_bound(
        row.begin(), row.end(), j,
        [](const auto &entry, std::int32_t column) { return entry.first < column; });
    if (found == row.end() || found->first != j) return label;
    return label != 0 ? (label + found->second) / 2 : found->second;
  }

 private:
  const Constraints &c_;
  std::vector<std::vector<std::pair<std::int32_t, double>>> partners_;
  std::vector<std::vector<Index>> mates_;
};

}  // namespace

Graph renewed_graph(const Graph &graph, const Constraints &constraints,
                    const std::function<double(double w, double z)> &weight, Index budget,
                    ExecutionContext &run) {
  const Csr<double> &W = graph.S;
  const KnownPairs known(constraints);
  const double most = static_cast<double>(W.entries()) + known.edges(),
               bytes = most * (sizeof(double) + sizeof(std::int32_t));
  check_budget(bytes, budget, "a graph with all pairs of the constraints needs");
  const Index capacity = static_cast<Index>(most);
  Array<std::int32_t> indices(run.memory, capacity);
  Array<double> values(run.memory, capacity);
  Graph renewed;
  renewed.S.rows = renewed.S.columns = W.rows;
  renewed.S.indptr = Array<Index>(run.memory, W.rows + 1);
  std::vector<std::int32_t> columns;
  Index to = 0;
  for (Index i = 0; i < W.rows; ++i) {
    columns.assign(W.indices.data() + W.indptr[i], W.indices.data() + W.indptr[i + 1]);
    known.add_columns(i, columns);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const std::int32_t j : columns) {
      const double value = j == i ? 0 : weight(value_at(W, i, j), known.at(i, j));
      if (!(value > 0)) continue;
      indices[to] = j;
      values[to++] = value;
    }
    renewed.S.indptr[i + 1] = to;
  }
  renewed.S.indices = std::move(indices);
  renewed.S.values = std::move(values);
  measure(renewed, run);
  return renewed;
}

}  // namespace manifact
