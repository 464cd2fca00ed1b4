// How far documents belong to clusters: margins, the map, proportions of new documents, documents
// that are left out; and what a vectorizer and a suggestion receive from a solver.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"
#include "support/text_data.hpp"

namespace {

using Values = std::vector<double>;

class Answers : public testing::Test {
 protected:
  support::Model fit(const support::Settings &settings, const std::string &method = "auto") {
    return api::fit(context.get(), method, settings, X.get(), k);
  }
  static Values proportions(const manifact_model *model) {
    Values all(static_cast<size_t>(manifact_model_documents(model) * k));
    EXPECT_EQ(manifact_model_proportions(model, all.data(), static_cast<int64_t>(all.size())),
              MANIFACT_OK);
    return all;
  }
  static int64_t unassigned(const manifact_model *model) {
    const std::vector<int32_t> labels = support::labels(model);
    return std::count(labels.begin(), labels.end(), -1);
  }
  std::vector<int32_t> assigned(const manifact_model *model) {
    std::vector<int32_t> labels(static_cast<size_t>(c.n));
    EXPECT_EQ(manifact_model_assign(context.get(), model, X.get(), labels.data(), nullptr, c.n),
              MANIFACT_OK)
        << manifact_context_message(context.get());
    return labels;
  }

  static constexpr int64_t k = 3;
  api::Corpus c = api::corpus(60, 45, k);
  support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
};

TEST_F(Answers, margins_are_the_best_share_less_the_second) {
  for (const char *method : {"auto", "kmeans", "gmm", "ncut"}) {
    const support::Model model = fit({}, method);
    const Values shares = proportions(model.get());
    Values margins(static_cast<size_t>(c.n));
    ASSERT_EQ(manifact_model_margins(model.get(), margins.data(), c.n), MANIFACT_OK);
    for (size_t i = 0; i < margins.size(); ++i) {
      Values row(shares.begin() + static_cast<std::ptrdiff_t>(i * k),
                 shares.begin() + static_cast<std::ptrdiff_t>((i + 1) * k));
      std::sort(row.rbegin(), row.rend());
      EXPECT_DOUBLE_EQ(margins[i], row[0] - row[1]) << method;
    }
    EXPECT_EQ(manifact_model_margins(model.get(), margins.data(), c.n - 1), MANIFACT_ERROR_LENGTH);
  }
}

TEST_F(Answers, proportions_of_some_documents_are_rows_of_all) {
  const support::Model model = fit({}, "ncut");
  const Values all = proportions(model.get());
  const auto of = [&](int64_t first, int64_t count) {
    Values rows(static_cast<size_t>(c.n * k), -1);
    EXPECT_EQ(manifact_model_proportions_of(model.get(), first, count, rows.data()), MANIFACT_OK);
    EXPECT_EQ(rows[static_cast<size_t>(count * k) % rows.size()], count == c.n ? all[0] : -1);
    rows.resize(static_cast<size_t>(count * k));
    return rows;
  };
  EXPECT_EQ(of(0, c.n), all);
  EXPECT_EQ(of(c.n, 0), Values{});
  EXPECT_EQ(of(7, 5), Values(all.begin() + 7 * k, all.begin() + 12 * k));
  Values rows(all.size());
  const std::pair<int64_t, int64_t> wrong[] = {{-1, 1},  {0, -1},      {c.n, 1},
                                               {1, c.n}, {c.n + 1, 0}, {1, INT64_MAX}};
  for (const auto &[first, count] : wrong)
    EXPECT_EQ(manifact_model_proportions_of(model.get(), first, count, rows.data()),
              MANIFACT_ERROR_LENGTH)
        << first << ' ' << count;
}

TEST_F(Answers, discs_of_the_map_do_not_overlap_and_hold_their_documents) {
  const support::Model model = fit({});
  Values places(static_cast<size_t>(2 * c.n)), discs(3 * k);
  ASSERT_EQ(manifact_model_map(model.get(), places.data(), c.n, discs.data(), k), MANIFACT_OK);
  for (size_t a = 0; a < k; ++a)
    for (size_t b = 0; b < a; ++b)
      EXPECT_GE(std::hypot(discs[3 * a] - discs[3 * b], discs[3 * a + 1] - discs[3 * b + 1]),
                0.99 * (discs[3 * a + 2] + discs[3 * b + 2]));
  const std::vector<int32_t> labels = support::labels(model.get());
  int64_t inside = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    const auto own = static_cast<size_t>(labels[i]);
    inside += std::hypot(places[2 * i] - discs[3 * own], places[2 * i + 1] - discs[3 * own + 1]) <
                      1.2 * discs[3 * own + 2]
                  ? 1
                  : 0;
  }
  EXPECT_GT(inside, c.n * 3 / 4);
  EXPECT_EQ(manifact_model_map(model.get(), nullptr, 0, discs.data(), k), MANIFACT_OK);
  EXPECT_EQ(manifact_model_map(model.get(), nullptr, 0, nullptr, 0), MANIFACT_OK);
  EXPECT_EQ(manifact_model_map(model.get(), places.data(), 1, nullptr, 0), MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_model_map(model.get(), nullptr, 0, discs.data(), 1), MANIFACT_ERROR_LENGTH);
}

TEST_F(Answers, a_share_of_the_documents_is_left_out_and_again_by_a_loaded_model) {
  for (const char *method : {"auto", "kmeans", "ncut", "nmf"}) {
    const support::Model model = fit({{"outliers", "0.2"}}, method);
    const int64_t left_out = unassigned(model.get());
    EXPECT_LE(left_out, c.n / 5) << method;
    EXPECT_GE(left_out, c.n / 6) << method;
    const int64_t *const sizes = manifact_model_sizes(model.get());
    EXPECT_EQ(std::accumulate(sizes, sizes + k, int64_t{0}), c.n - left_out);
    EXPECT_TRUE(std::is_sorted(sizes, sizes + k, std::greater<>()));
    const support::Model loaded = api::load(context.get(), api::bytes(context.get(), model.get()));
    const std::vector<int32_t> again = assigned(loaded.get());
    EXPECT_EQ(again, assigned(model.get())) << method;
    const std::vector<int32_t> labels = support::labels(model.get());
    // The method's own rule may move a document to another cluster, which it fits otherwise.
    int64_t same = 0;
    for (size_t i = 0; i < labels.size(); ++i) same += again[i] == labels[i] ? 1 : 0;
    EXPECT_GE(same, c.n * 9 / 10) << method;
    if (method != std::string("nmf")) {
      EXPECT_EQ(again, labels);
    }
  }
}

// Points of three clouds, and two far from all of them.
TEST_F(Answers, dense_points_far_from_their_center_are_left_out) {
  Values points;
  for (int i = 0; i < 60; ++i)
    for (int d = 0; d < 2; ++d)
      points.push_back(10 * ((i % 3 + d) % 3) + (i * (7 + 4 * d) % 11) / 11.0);
  const int64_t n = 62;
  points.insert(points.end(), {25, 0, -4, 14});
  const support::Matrix P = support::matrix(context.get(), n, 2, points);
  const support::Solver solver =
      support::solver(context.get(), "kmeans", {{"outliers", "0.034"}, {"restarts", "10"}});
  const support::Model model = support::fit(solver.get(), P.get(), k);
  const std::vector<int32_t> labels = support::labels(model.get());
  EXPECT_EQ(std::count(labels.begin(), labels.end(), -1), 2);
  EXPECT_EQ(labels[60], -1);
  EXPECT_EQ(labels[61], -1);
}

// Few points, for which two sets of outliers often alternate: the one that stays is that of assign.
TEST_F(Answers, outliers_of_few_points_are_those_of_assign) {
  for (int seed = 1; seed <= 100; ++seed) {
    const int64_t n = 7 + seed % 5;
    Values points;
    for (int64_t e = 0; e < 2 * n; ++e)
      points.push_back(static_cast<double>((e * e * 31 + e * seed * 17 + seed * seed) % 101));
    const support::Matrix P = support::matrix(context.get(), n, 2, points);
    const support::Solver solver =
        support::solver(context.get(), "kmeans", {{"outliers", "0.45"}, {"restarts", "3"}});
    const support::Model model = support::fit(solver.get(), P.get(), 2);
    std::vector<int32_t> again(static_cast<size_t>(n));
    ASSERT_EQ(manifact_model_assign(context.get(), model.get(), P.get(), again.data(), nullptr, n),
              MANIFACT_OK);
    EXPECT_EQ(again, support::labels(model.get())) << seed;
  }
}

TEST_F(Answers, min_membership_leaves_out_mixed_documents) {
  const support::Model all = fit({}, "nmf");
  const Values shares = proportions(all.get());
  Values best;
  for (size_t i = 0; i < static_cast<size_t>(c.n); ++i)
    best.push_back(*std::max_element(&shares[i * k], &shares[i * k] + k));
  std::sort(best.begin(), best.end());
  const int64_t below = c.n / 4;
  const double least =
      std::midpoint(best[static_cast<size_t>(below) - 1], best[static_cast<size_t>(below)]);
  ASSERT_LT(best[static_cast<size_t>(below) - 1], least);
  const support::Solver solver = support::solver(context.get(), "nmf", {});
  ASSERT_EQ(manifact_solver_set_double(solver.get(), "min-membership", least), MANIFACT_OK);
  const support::Model model = support::fit(solver.get(), X.get(), k);
  EXPECT_EQ(manifact_model_min_membership(model.get()), least);
  EXPECT_EQ(manifact_model_min_membership(all.get()), 0);
  EXPECT_TRUE(std::isnan(manifact_model_min_membership(nullptr)));
  EXPECT_EQ(unassigned(model.get()), below);
  const support::Model loaded = api::load(context.get(), api::bytes(context.get(), model.get()));
  EXPECT_EQ(manifact_model_min_membership(loaded.get()), least);
  const std::vector<int32_t> again = assigned(loaded.get());
  EXPECT_GT(std::count(again.begin(), again.end(), -1), 0);
}

TEST_F(Answers, new_documents_have_proportions_and_margins) {
  const support::Model model = fit({});
  Values shares(static_cast<size_t>(c.n * k)), margins(static_cast<size_t>(c.n));
  std::vector<int32_t> labels(margins.size()), strict(labels);
  const auto ask = [&](double least, std::vector<int32_t> &out) {
    return manifact_model_assign_proportions(context.get(), model.get(), X.get(), least, out.data(),
                                             shares.data(), margins.data(), c.n);
  };
  ASSERT_EQ(ask(0.9, strict), MANIFACT_OK);
  ASSERT_EQ(ask(0, labels), MANIFACT_OK);
  EXPECT_EQ(labels, assigned(model.get()));
  for (size_t i = 0; i < labels.size(); ++i) {
    const double *const row = &shares[i * k];
    EXPECT_NEAR(std::accumulate(row, row + k, 0.0), 1, 1e-12);
    const double own = row[labels[i]];
    EXPECT_EQ(own, *std::max_element(row, row + k));
    EXPECT_LE(margins[i], own);
    EXPECT_EQ(strict[i], own < 0.9 ? -1 : labels[i]);
  }
  EXPECT_EQ(ask(1.5, labels), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(ask(NAN, labels), MANIFACT_ERROR_ARGUMENT);
}

TEST_F(Answers, a_vectorizer_takes_the_limits_of_a_solver) {
  const support::Solver solver = support::solver(context.get(), "auto", {{"max-df", "0.25"}});
  const support::Vectorizer v = api::vectorizer(context.get());
  ASSERT_EQ(manifact_vectorizer_take_limits(v.get(), solver.get()), MANIFACT_OK);
  char value[16];
  for (const auto &[name, wanted] : support::Settings{{"min-df", "3"}, {"max-df", "0.25"}}) {
    ASSERT_EQ(manifact_vectorizer_get_text(v.get(), name.c_str(), value, sizeof value),
              MANIFACT_OK);
    EXPECT_EQ(value, wanted);
  }
  EXPECT_EQ(manifact_vectorizer_take_limits(v.get(), nullptr), MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_vectorizer_take_limits(nullptr, solver.get()), MANIFACT_ERROR_NULL);
  api::add(v.get(), api::reports(6));
  EXPECT_EQ(manifact_vectorizer_take_limits(v.get(), solver.get()), MANIFACT_ERROR_ARGUMENT);
}

TEST_F(Answers, a_suggestion_for_any_method_is_that_of_the_cut_of_its_terms) {
  const support::Solver any = support::solver(context.get(), "kmeans", {{"min-df", "4"}}),
                        cut = support::solver(context.get(), "ncut", {{"min-df", "4"}});
  manifact_suggestion *one = nullptr, *other = nullptr;
  EXPECT_EQ(manifact_solver_suggest_k(any.get(), X.get(), 3, 60, &one), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(one, nullptr);
  NOT_UNDER_SANITIZERS("time; test_suggest_k_and_auto_agree of the program runs the same code");
  ASSERT_EQ(manifact_solver_suggest_k(any.get(), X.get(), 0, 0, &one), MANIFACT_OK)
      << manifact_solver_message(any.get());
  ASSERT_EQ(manifact_solver_suggest_k(cut.get(), X.get(), 2, 40, &other), MANIFACT_OK);
  EXPECT_EQ(manifact_suggestion_k(one), manifact_suggestion_k(other));
  EXPECT_STREQ(manifact_suggestion_reason(one), manifact_suggestion_reason(other));
  EXPECT_EQ(manifact_suggestion_count(one), 39);
  manifact_suggestion_free(one);
  manifact_suggestion_free(other);
}

}  // namespace
