// The lists of the search hold the matrix, and their bounds bound.
#include <gtest/gtest.h>

#include "graph/postings.hpp"
#include "graph_data.hpp"

namespace manifact {
namespace {

struct Made : Host {
  explicit Made(const Plain &rows) : X(csr<double>(rows, memory)), unit(unit_rows(X.view(), run)), postings(make_postings(unit, run)) {}

  Csr<double> X;
  UnitRows<double> unit;
  Postings postings;
};

const Plain examples[] = {texts(700, 300, 9, 1), random_plain(200, 30, 2, 0.15), random_plain(150, 20, 3, 0.5),
                          whole_numbers(400, 12, -1, 1, 4)};

double norm(const Plain &X, std::int64_t i) {
  double sum = 0;
  for (std::int64_t c = 0; c < X.columns; ++c) sum += X(i, c) * X(i, c);
  return std::sqrt(sum);
}

// By list: the unit rows, from the postings.
Plain by_list(const Postings &postings) {
  Plain lists(postings.lists, postings.n);
  for (std::int64_t list = 0; list < postings.lists; ++list)
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

TEST(Postings, hold_every_entry_of_the_unit_rows_once) {
  for (const Plain &X : examples) {
    const Made made(X);
    const Plain lists = by_list(made.postings);
    for (std::int64_t c = 0; c < X.columns; ++c)
      for (std::int64_t i = 0; i < X.rows; ++i) {
        const std::int64_t list = made.postings.list_of[c];
        const double held = list < 0 ? 0 : lists(list, i);
        EXPECT_NEAR(held, X(i, c) == 0 ? 0 : X(i, c) / norm(X, i), 1e-7);
      }
  }
}

TEST(Postings, a_list_of_many_documents_is_kept_for_all) {
  const Made made(random_plain(150, 20, 3, 0.5));
  for (std::int64_t list = 0; list < made.postings.lists; ++list) EXPECT_TRUE(made.postings.is_complete(list));
}

TEST(Postings, grades_fall_within_a_list_and_bound_the_rest_of_the_row) {
  std::int64_t graded = 0;
  for (const Plain &X : examples) {
    const Made made(X);
    const Postings &postings = made.postings;
    const Plain r = tails(by_list(postings));
    for (std::int64_t list = 0; list < postings.lists; ++list) {
      if (postings.is_complete(list)) continue;
      for (std::int64_t at = postings.begin[list]; at < postings.begin[list] + postings.length[list]; ++at, ++graded) {
        const std::int64_t previous = std::max(at - 1, postings.begin[list]);
        EXPECT_LE(postings.grade[at], postings.grade[previous]);
        const double bound = (postings.grade[at] + 1.0) / Postings::grades;
        EXPECT_LT(r(list, postings.document[at]), bound == 1 ? 1.001 : bound);  // the highest grade has no bound but the unit row
      }
    }
  }
  EXPECT_GT(graded, 1000);
}

TEST(Postings, the_rest_bounds_the_norm_from_its_step_on_closely) {
  for (const Plain &X : examples) {
    const Made made(X);
    const Postings &postings = made.postings;
    const Plain r = tails(by_list(postings));
    EXPECT_EQ(postings.step_list[0], 0);
    for (std::int64_t step = 0; step < Postings::steps; ++step)
      for (std::int64_t d = 0; d < postings.n; ++d) {
        const double rest = postings.rest[step * postings.n + d] / 255.0, right = r(postings.step_list[step], d);
        EXPECT_GE(rest, std::min(right, 1.0));
        EXPECT_LE(rest, right + 1.1 / 255);
      }
  }
}

}  // namespace
}  // namespace manifact
