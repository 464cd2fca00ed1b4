// evaluation/assignment: the matching against brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "evaluation/assignment.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int64_t>;

std::vector<Cell> random_cells(Rng &rng, std::int64_t rows, std::int64_t columns, std::int64_t most,
                               double density) {
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      if (rng.uniform() < density) cells.push_back({i, j, 1 + rng.below(most)});
  return cells;
}

// The total count of a matching; fails the test where a column is taken twice.
std::int64_t total(const std::vector<Cell> &cells, const std::vector<std::int64_t> &match) {
  Labels used;
  for (const std::int64_t column : match)
    if (column >= 0) used.push_back(column);
  std::sort(used.begin(), used.end());
  EXPECT_EQ(std::adjacent_find(used.begin(), used.end()), used.end());
  std::int64_t sum = 0;
  for (const Cell &cell : cells)
    if (match[cell.row] == cell.column) sum += cell.count;
  return sum;
}

// The best over all permutations of the square table padded with zeros.
std::int64_t best_by_force(const std::vector<Cell> &cells, std::int64_t size) {
  std::vector<Labels> table(size, Labels(size));
  for (const Cell &cell : cells) table[cell.row][cell.column] = cell.count;
  Labels permutation(size);
  std::iota(permutation.begin(), permutation.end(), 0);
  std::int64_t best = 0;
  do {
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < size; ++i) sum += table[i][permutation[i]];
    best = std::max(best, sum);
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  return best;
}

TEST(Matching, equals_brute_force_on_every_shape_up_to_seven) {
  Rng rng(1);
  for (std::int64_t rows = 1; rows <= 7; ++rows)
    for (std::int64_t columns = 1; columns <= 7; ++columns)
      for (const std::int64_t most : {2, 10, 1000})
        for (const double density : {0.3, 0.7, 1.0}) {
          const auto cells = random_cells(rng, rows, columns, most, density);
          const auto match = heaviest_matching(cells, rows, columns);
          ASSERT_EQ(static_cast<std::int64_t>(match.size()), rows);
          ASSERT_EQ(total(cells, match), best_by_force(cells, std::max(rows, columns)))
              << rows << " x " << columns << ", most " << most;
        }
}

TEST(Matching, heaviest_cell_is_given_up_for_a_larger_total) {
  const std::vector<Cell> cells = {{0, 0, 10}, {0, 1, 9}, {1, 0, 9}, {1, 1, 1}};
  EXPECT_EQ(heaviest_matching(cells, 2, 2), (Labels{1, 0}));
}

TEST(Matching, row_in_the_way_of_a_heavier_one_is_left_alone) {
  const std::vector<Cell> cells = {{0, 0, 3}, {1, 0, 5}};
  EXPECT_EQ(heaviest_matching(cells, 2, 3), (Labels{-1, 0}));
}

TEST(Matching, empty_table_matches_nothing) {
  EXPECT_EQ(heaviest_matching({}, 2, 3), (Labels{-1, -1}));
}

TEST(Matching, transposed_table_has_the_same_total) {
  Rng rng(2);
  for (int round = 0; round < 20; ++round) {
    const auto cells = random_cells(rng, 40, 90, 50, 0.1);
    auto transposed = cells;
    for (Cell &cell : transposed) std::swap(cell.row, cell.column);
    EXPECT_EQ(total(cells, heaviest_matching(cells, 40, 90)),
              total(transposed, heaviest_matching(transposed, 90, 40)));
  }
}

TEST(Matching, planted_heavy_diagonal_is_found_in_a_large_sparse_table) {
  Rng rng(3);
  constexpr std::int64_t size = 30000;
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t partner = (i * 7919 + 13) % size;
    cells.push_back({i, partner, 100 + rng.below(100)});
    for (const std::int64_t step : {1, 29, 4001})
      cells.push_back({i, (partner + step) % size, 1 + rng.below(40)});
  }
  const auto match = heaviest_matching(cells, size, size);
  for (std::int64_t i = 0; i < size; ++i) ASSERT_EQ(match[i], (i * 7919 + 13) % size);
}

}  // namespace
}  // namespace manifact
