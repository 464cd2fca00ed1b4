// graph/neighbors/exact/postings: the lists contain the matrix, and their bounds hold.
#include <gtest/gtest.h>

#include "graph/neighbors/exact/postings.hpp"
#include "reference/neighbors.hpp"

namespace manifact {
namespace {

struct Made : Host {
  Made(const Plain &rows, std::int64_t most)
      : X(csr<double>(rows, memory)),
        unit(unit_rows(data(X), run)),
        index(make_index(unit, most, run)) {}

  Csr<double> X;
  UnitRows<double> unit;
  InvertedIndex index;
};

// All documents together, and in blocks.
constexpr std::int64_t sizes[] = {1 << 18, 97};

const Plain examples[] = {texts(700, 300, 9, 1), random_plain(200, 30, 2, 0.15),
                          random_plain(150, 20, 3, 0.5), whole_numbers(400, 12, -1, 1, 4)};

double norm(const Plain &X, std::int64_t i) {
  double sum = 0;
  for (std::int64_t c = 0; c < X.columns; ++c) sum += X(i, c) * X(i, c);
  return std::sqrt(sum);
}

// By list: the unit rows of a block, from its postings.
Plain by_list(const Postings &postings) {
  Plain lists(postings.length.size(), postings.n);
  for (std::int64_t list = 0; list < lists.rows; ++list)
    for (std::int64_t k = 0; k < postings.length[list]; ++k) {
      const std::int64_t at = postings.begin[list] + k;
      if (postings.is_complete(list))
        lists(list, k) = static_cast<double>(postings.complete[at]);
      else
        lists(list, postings.document[at]) += static_cast<double>(postings.weight[at]);
    }
  return lists;
}

// By list and document: r_d, the norm of what is in this and later lists.
Plain tails(const Plain &lists) {
  Plain r(lists.rows + 1, lists.columns);
  for (std::int64_t d = 0; d < lists.columns; ++d) {
    double sum = 0;
    for (std::int64_t list = lists.rows - 1; list >= 0; --list) {
      sum += lists(list, d) * lists(list, d);
      r(list, d) = std::sqrt(sum);
    }
  }
  return r;
}

// body(X, index, block) for every block of every example.
template <class Body>
void each_block(const Body &body) {
  for (const Plain &X : examples)
    for (const std::int64_t most : sizes) {
      const Made made(X, most);
      for (const Postings &block : made.index.blocks) body(X, made.index, block);
    }
}

TEST(Postings, hold_every_entry_of_the_unit_rows_once) {
  std::int64_t rows = 0;
  each_block([&](const Plain &X, const InvertedIndex &index, const Postings &block) {
    const Plain lists = by_list(block);
    rows += block.n;
    for (std::int64_t c = 0; c < X.columns; ++c)
      for (std::int64_t d = 0; d < block.n; ++d) {
        const std::int64_t list = index.list_of[c], i = block.first + d;
        const double held = list < 0 ? 0 : lists(list, d);
        EXPECT_NEAR(held, X(i, c) == 0 ? 0 : X(i, c) / norm(X, i), 1e-7);
      }
  });
  EXPECT_EQ(rows, 2 * (700 + 200 + 150 + 400));
}

TEST(Postings, blocks_follow_each_other_and_are_of_one_size_but_for_one_row) {
  const Plain X = texts(700, 300, 9, 1);
  for (const std::int64_t most : {1, 2, 97, 350, 699, 700, 701}) {
    const Made made(X, most);
    std::int64_t next = 0, least = X.rows, longest = 0;
    for (const Postings &block : made.index.blocks) {
      EXPECT_EQ(block.first, next);
      least = std::min(least, block.n);
      longest = std::max(longest, block.n);
      for (std::int64_t row = next; row < next + block.n; ++row)
        EXPECT_EQ(&made.index.blocks[static_cast<std::size_t>(made.index.block_of(row))], &block);
      next += block.n;
    }
    EXPECT_EQ(next, X.rows);
    EXPECT_LE(longest, most);
    EXPECT_LE(longest - least, 1);
  }
}

// Each word in one document only: every block would have to store lists of length one.
TEST(Postings, few_blocks_where_words_are_rare) {
  Host host;
  const auto rows_of = [&](std::int64_t n, std::int64_t columns, auto &&word) {
    Csr<float> X(host.memory, n, columns, n);
    for (std::int64_t i = 0; i < n; ++i) {
      X.indices[i] = static_cast<std::int32_t>(word(i));
      X.values[i] = 1;
      X.indptr[i + 1] = i + 1;
    }
    return X;
  };
  constexpr std::int64_t n = 3 * InvertedIndex::most_in_block;
  const Csr<float> rare = rows_of(n, n, [](std::int64_t i) { return i; }),
                   common = rows_of(n, 100, [](std::int64_t i) { return i % 100; });
  const UnitRows<float> rare_rows = unit_rows(data(rare), host.run),
                        common_rows = unit_rows(data(common), host.run);
  EXPECT_EQ(make_index(rare_rows, 0, host.run).blocks.size(), 1U);
  EXPECT_EQ(make_index(common_rows, 0, host.run).blocks.size(), 3U);
}

TEST(Postings, a_list_of_many_documents_is_kept_for_all) {
  const Made made(random_plain(150, 20, 3, 0.5), 150);
  for (std::int64_t list = 0; list < made.index.lists; ++list)
    EXPECT_TRUE(made.index.blocks[0].is_complete(list));
}

TEST(Postings, grades_fall_within_a_list_and_bound_the_rest_of_the_row) {
  std::int64_t graded = 0;
  each_block([&](const Plain &, const InvertedIndex &index, const Postings &block) {
    const Plain r = tails(by_list(block));
    for (std::int64_t list = 0; list < index.lists; ++list) {
      if (block.is_complete(list)) continue;
      for (std::int64_t at = block.begin[list]; at < block.begin[list] + block.length[list];
           ++at, ++graded) {
        const std::int64_t previous = std::max(at - 1, block.begin[list]);
        EXPECT_LE(block.grade[at], block.grade[previous]);
        const double bound = (block.grade[at] + 1.0) / Postings::grades;
        EXPECT_LT(r(list, block.document[at]),
                  bound == 1 ? 1.001 : bound);  // the highest grade is bounded by the unit row only
      }
    }
  });
  EXPECT_GT(graded, 1000);
}

TEST(Postings, the_rest_bounds_the_norm_from_its_step_on_closely) {
  each_block([](const Plain &, const InvertedIndex &, const Postings &block) {
    const Plain r = tails(by_list(block));
    EXPECT_EQ(block.step_list[0], 0);
    for (std::int64_t step = 0; step < Postings::steps; ++step)
      for (std::int64_t d = 0; d < block.n; ++d) {
        const double rest = block.rest[step * block.n + d] / 255.0,
                     right = r(block.step_list[step], d);
        EXPECT_GE(rest, std::min(right, 1.0));
        EXPECT_LE(rest, right + 1.1 / 255);
      }
  });
}

}  // namespace
}  // namespace manifact
