// topics/groups: the tests of groups against R and scipy, the terms against their formula.
#include "topics/groups.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "support/topics.hpp"

namespace {

using namespace topics;

// scipy.special.gammaincc
TEST(Groups, upper_gamma_is_that_of_scipy) {
  const std::array<std::array<double, 3>, 8> known = {{{.5, .1, 0.6547208460185768},
                                                       {.5, 3.84, 0.005583616806378756},
                                                       {1, 2.5, 0.0820849986238988},
                                                       {2.5, 40, 8.391825114831597e-16},
                                                       {10, 9.5, 0.5218260222372076},
                                                       {49.5, 30, 0.9993199970498485},
                                                       {49.5, 120, 1.0186020627195137e-13},
                                                       {.5, 700, 2.1010145162644003e-306}}};
  for (const auto &[a, x, q] : known)
    EXPECT_NEAR(manifact::upper_gamma(a, x) / q, 1, 1e-12) << a << ' ' << x;
  EXPECT_EQ(manifact::upper_gamma(3, 0), 1);
}

// p.adjust(c(.01, .04, .03, .005, NA, 1), "holm") of R
TEST(Groups, holm_is_that_of_r) {
  std::vector<double> p = {.01, .04, .03, .005, std::numeric_limits<double>::quiet_NaN(), 1};
  manifact::correct_by_holm(p);
  const std::array<double, 6> known = {.04, .09, .09, .025, 0, 1};
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i == 4)
      EXPECT_TRUE(std::isnan(p[i]));
    else
      EXPECT_NEAR(p[i], known[i], 1e-15);
  }
}

// chisq.test(cbind(T[, c], rowSums(T) - T[, c]), correct = FALSE) of R for
// T <- matrix(c(12, 3, 15, 4, 16, 10, 8, 9, 0), 3, byrow = TRUE), groups x topics
TEST(Groups, tests_are_those_of_r) {
  const std::array<std::array<int, 3>, 3> table = {{{12, 3, 15}, {4, 16, 10}, {8, 9, 0}}};
  auto model = model_of({24, 28, 25}, {1, 0, 0, 1, 1, 1});
  std::vector<std::int32_t> labels, groups;
  for (std::size_t g = 0; g < 3; ++g)
    for (std::size_t c = 0; c < 3; ++c)
      for (int i = 0; i < table[g][c]; ++i) {
        labels.push_back(static_cast<std::int32_t>(c));
        groups.push_back(static_cast<std::int32_t>(g));
      }
  labels.insert(labels.end(), {-1, 2});
  groups.insert(groups.end(), {0, -1});  // neither counts
  Work work;
  model.n = std::ssize(labels);
  model.labels = manifact::Array<std::int32_t>(work.run.memory, model.n);
  std::copy(labels.begin(), labels.end(), model.labels.begin());
  const auto tests = manifact::group_tests(model, groups.data(), 5);  // two groups are empty
  const std::array<std::array<double, 4>, 3> known = {
      {{7.539523985694907, 0.023057550496140465, 0.0230575504961404651, 5.298701298701299},
       {14.76295518207283, 0.00062268013933102363, 0.0018680404179930708, 6.181818181818182},
       {12.389102564102563, 0.002040518611622362, 0.0040810372232447240, 5.51948051948052}}};
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(tests[c].statistic, known[c][0], 1e-12);
    EXPECT_NEAR(tests[c].p / known[c][1], 1, 1e-12);
    EXPECT_NEAR(tests[c].adjusted / known[c][2], 1, 1e-12);
    EXPECT_NEAR(tests[c].expected, known[c][3], 1e-12);
  }
}

TEST(Groups, terms_have_the_log_odds_of_their_definition) {
  auto model = model_of({12}, {1, 1, 1});
  Work work;
  manifact::ExecutionContext &run = work.run;
  // Term 0 in all documents of group 0 and one of group 1, term 1 in all, term 2 in 4 documents.
  std::vector<std::vector<std::int32_t>> rows;
  std::vector<std::int32_t> groups;
  for (int i = 0; i < 12; ++i) {
    groups.push_back(i < 6 ? 0 : 1);
    rows.push_back(i < 7 ? std::vector<std::int32_t>{0, 1} : std::vector<std::int32_t>{1});
    if (i < 4) rows.back().push_back(2);
  }
  const manifact::Csr<double> X = documents_of(rows, 3);
  const auto z = manifact::group_terms(
      model, manifact::TermDocuments{manifact::DataView<double>(X)}, groups.data(), -1, 0, run);
  const double Y = 16, Z = 7, A = 7, a = A * 7 / 23, y = 6 + a, other = 1 + a;
  EXPECT_NEAR(z[0],
              (std::log(y / (Y + A - y)) - std::log(other / (Z + A - other))) /
                  std::sqrt(1 / y + 1 / other),
              1e-14);
  EXPECT_GT(z[0], 0);
  EXPECT_LT(z[1], 0);
  EXPECT_EQ(z[2], 0);
}

}  // namespace
