// The assignment problem (Kuhn 1955; shortest augmenting paths of Tomizawa 1971, Edmonds and Karp
// 1972), in exact integers.
//
//   max sum of w(i, match(i))      dual:  min sum y + sum z,  y_i + z_j >= w_ij,  y, z >= 0
//
//   w_ij       the count of row i and column j, > 0 on the given cells only
//   y_i, z_j   prices of rows and columns; a matched pair has y_i + z_j = w_ij, an unmatched row or
//              column has price 0
//   slack      y_i + z_j - w_ij >= 0, the length of an edge from row i to column j; that from
//              a column to its row has length 0
//
// Rows are added one at a time. From the new row, the shortest alternating path is computed that
// ends in a free column, or in a row that becomes unmatched at the price y_i; the prices along the
// path are then updated so that all edges of the new matching have slack 0. Only the given cells
// are visited: O(a e log e) for a rows on the smaller side and e cells, independent of the product
// of rows and columns.
#include "evaluation/assignment.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index none = -1;
constexpr Index infinite = std::numeric_limits<Index>::max();

// The cells by row, with the smaller side as rows.
struct Edges {
  Index rows, columns;
  std::vector<Index> begin, column, weight;

  Edges(const std::vector<Cell> &cells, Index n_rows, Index n_columns, bool exchange)
      : rows(n_rows),
        columns(n_columns),
        begin(n_rows + 1),
        column(cells.size()),
        weight(cells.size()) {
    const auto row_of = [&](const Cell &cell) { return exchange ? cell.column : cell.row; };
    for (const Cell &cell : cells) ++begin[row_of(cell) + 1];
    for (Index i = 0; i < rows; ++i) begin[i + 1] += begin[i];
    std::vector<Index> next(begin.begin(), begin.end() - 1);
    for (const Cell &cell : cells) {
      const Index e = next[row_of(cell)]++;
      column[e] = exchange ? cell.row : cell.column;
      weight[e] = cell.count;
    }
  }
};

class Matching {
 public:
  explicit Matching(const Edges &edges)
      : edges_(edges),
        y_(edges.rows),
        z_(edges.columns),
        column_of_(edges.rows, none),
        row_of_(edges.columns, none),
        distance_(edges.columns, infinite),
        from_(edges.columns, none),
        settled_(edges.columns) {
    for (Index i = 0; i < edges.rows; ++i)
      for (Index e = edges.begin[i]; e < edges.begin[i + 1]; ++e)
        y_[i] = std::max(y_[i], edges.weight[e]);
  }

  void enter(Index row) {
    search(row);
    move_prices();
    augment();
    for (const Index j : touched_) {
      distance_[j] = infinite;
      settled_[j] = false;
    }
  }

  std::vector<Index> column_of() && { return std::move(column_of_); }
  std::vector<Index> row_of() && { return std::move(row_of_); }

 private:
  // Dijkstra. The path ends in the free column end_column_ or, if there is none, in end_row_, which
  // becomes unmatched.
  void search(Index row) {
    reached_.clear();
    touched_.clear();
    near_.clear();
    heap_ = {};
    length_ = infinite;
    reach(row, 0);
    for (Index j; (j = nearest()) != none;) {
      settled_[j] = true;
      if (row_of_[j] == none)
        end(j, distance_[j]);
      else
        reach(row_of_[j], distance_[j]);
    }
  }

  // The next column to settle; none if the path found is shorter than that to any column.
  Index nearest() {
    while (!near_.empty() || !heap_.empty()) {
      Index j;
      if (near_.empty()) {
        j = heap_.top().second;
        heap_.pop();
      } else {
        j = near_.back();
        near_.pop_back();
      }
      if (distance_[j] >= length_) return none;
      if (!settled_[j]) return j;
    }
    return none;
  }

  // Small counts yield many edges of slack 0: columns no farther than the row are kept on a stack
  // instead of the heap, and a free one ends the search.
  void reach(Index row, Index distance) {
    reached_.emplace_back(row, distance);
    if (distance + y_[row] < length_) {
      length_ = distance + y_[row];
      end_row_ = row;
      end_column_ = none;
    }
    for (Index e = edges_.begin[row]; e < edges_.begin[row + 1]; ++e) {
      const Index j = edges_.column[e], to = distance + y_[row] + z_[j] - edges_.weight[e];
      if (to >= length_ || to >= distance_[j]) continue;
      if (distance_[j] == infinite) touched_.push_back(j);
      distance_[j] = to;
      from_[j] = row;
      if (to > distance) {
        heap_.emplace(to, j);
      } else if (row_of_[j] != none) {
        near_.push_back(j);
      } else {
        settled_[j] = true;
        return end(j, to);
      }
    }
  }

  void end(Index column, Index distance) {
    length_ = distance;
    end_column_ = column;
  }

  void move_prices() {
    for (const auto &[row, distance] : reached_) y_[row] -= length_ - distance;
    for (const Index j : touched_)
      if (settled_[j]) z_[j] += length_ - distance_[j];
  }

  void augment() {
    Index j = end_column_;
    if (j == none) j = std::exchange(column_of_[end_row_], none);
    while (j != none) {
      row_of_[j] = from_[j];
      j = std::exchange(column_of_[from_[j]], j);
    }
  }

  const Edges &edges_;
  std::vector<Index> y_, z_, column_of_, row_of_;

  // of the current search
  std::vector<Index> distance_, from_, touched_, near_;
  std::vector<char> settled_;
  std::vector<std::pair<Index, Index>> reached_;  // row, distance
  using Entry = std::pair<Index, Index>;          // distance, column
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
  Index length_ = 0, end_row_ = none, end_column_ = none;
};

}  // namespace

std::vector<Index> heaviest_matching(const std::vector<Cell> &cells, Index rows, Index columns) {
  const bool exchange = rows > columns;
  const Edges edges(cells, exchange ? columns : rows, exchange ? rows : columns, exchange);
  Matching matching(edges);
  for (Index i = 0; i < edges.rows; ++i) matching.enter(i);
  return exchange ? std::move(matching).row_of() : std::move(matching).column_of();
}

}  // namespace manifact
