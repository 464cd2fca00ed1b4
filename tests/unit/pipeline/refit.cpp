// pipeline: repeated fits with more constraints, and the preset quality, which combines content and
// labels.
#include <cmath>

#include "support/cholmod.hpp"
#include "support/constraint_data.hpp"
#include "support/handles.hpp"

namespace {

using support::Settings;

constexpr int64_t n = 60, m = 40, k = 3;

// Three groups of documents, with words of their own and common words.
support::Matrix documents(manifact_context *context, int salt = 0) {
  std::vector<double> counts(n * m);
  uint32_t state = 12345 + static_cast<uint32_t>(salt);
  const auto draw = [&](uint32_t bound) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % bound;
  };
  for (int64_t i = 0; i < n; ++i)
    for (int word = 0; word < 12; ++word)
      ++counts[static_cast<std::size_t>(i * m +
                                        (draw(3) > 0 ? (i % k) * 10 + draw(10) : 30 + draw(10)))];
  return support::matrix(context, n, m, counts, true);
}

std::vector<int32_t> some_labels(int64_t every) {
  std::vector<int32_t> labels(n, -1);
  for (int64_t i = 0; i < n; i += every)
    labels[static_cast<std::size_t>(i)] = static_cast<int32_t>(i % k);
  return labels;
}

support::Model fit_with(manifact_solver *solver, const manifact_matrix *X,
                        const support::Constraints &constraints) {
  EXPECT_EQ(manifact_solver_set_constraints(solver, constraints.get()), 0)
      << manifact_solver_message(solver);
  return support::fit(solver, X, k);
}

TEST(Refit, gives_what_a_new_solver_gives) {
  const auto context = support::context();
  const auto X = documents(context.get()), Y = documents(context.get(), 7);
  const auto few = support::constraints(context.get(), n, some_labels(17)),
             more = support::constraints(context.get(), n, some_labels(7));
  for (const std::string way : {"auto", "cholesky", "cg"}) {
    if (way == "cholesky" && !manifact::Cholesky::available()) continue;
    const Settings settings = {{"propagation-solver", way}, {"max-iterations", "30"}};
    const auto again = support::solver(context.get(), "rcf", settings);
    fit_with(again.get(), X.get(), few);
    for (const auto *data : {X.get(), X.get(), Y.get(), X.get()}) {
      const auto fresh = support::solver(context.get(), "rcf", settings);
      const auto expected = fit_with(fresh.get(), data, more),
                 got = fit_with(again.get(), data, more);
      EXPECT_EQ(support::memberships(got.get()), support::memberships(expected.get())) << way;
      EXPECT_EQ(support::labels(got.get()), support::labels(expected.get())) << way;
      EXPECT_EQ(support::diagnostic(got.get(), "propagation_solver"),
                support::diagnostic(expected.get(), "propagation_solver"));
    }
  }
}

TEST(Refit, repeats_the_warning_that_a_kernel_is_not_searched_approximately) {
  const auto context = support::context();
  const auto kernel = support::matrix(context.get(), 3, 3, {2, 1, 0, 1, 2, 1, 0, 1, 2});
  const auto known = support::constraints(context.get(), 3, {1, -1, 2});
  const auto solver = support::solver(context.get(), "cnpcf",
                                      {{"kernel", "precomputed"}, {"graph-search", "approximate"}});
  ASSERT_EQ(manifact_solver_set_constraints(solver.get(), known.get()), 0);
  const auto first = support::fit(solver.get(), kernel.get(), 2);
  EXPECT_NE(support::warnings(first.get()).find("graph-search=approximate is ignored"),
            std::string::npos);
  EXPECT_EQ(support::warnings(support::fit(solver.get(), kernel.get(), 2).get()),
            support::warnings(first.get()));
}

TEST(Refit, options_of_the_graph_build_it_again) {
  const auto context = support::context();
  const auto X = documents(context.get());
  const auto known = support::constraints(context.get(), n, some_labels(11));
  const auto again = support::solver(context.get(), "rcf", {{"max-iterations", "10"}});
  fit_with(again.get(), X.get(), known);
  for (const auto &[name, value] : Settings{
           {"neighbors", "9"}, {"graph-weight", "binary"}, {"min-df", "2"}, {"preset", "paper"}}) {
    const auto fresh =
        support::solver(context.get(), "rcf", {{"max-iterations", "10"}, {name, value}});
    const auto changed = support::solver(context.get(), "rcf", {{"max-iterations", "10"}});
    fit_with(changed.get(), X.get(), known);
    ASSERT_EQ(manifact_solver_set_text(changed.get(), name.c_str(), value.c_str()), 0);
    EXPECT_EQ(support::memberships(fit_with(changed.get(), X.get(), known).get()),
              support::memberships(fit_with(fresh.get(), X.get(), known).get()))
        << name;
  }
}

TEST(Refit, may_start_from_a_model) {
  const auto context = support::context();
  const auto X = documents(context.get());
  const auto few = support::constraints(context.get(), n, some_labels(17)),
             more = support::constraints(context.get(), n, some_labels(7));
  const auto solver =
      support::solver(context.get(), "rcf",
                      {{"preset", "paper"}, {"normalization", "none"}, {"max-iterations", "20"}});
  const auto first = fit_with(solver.get(), X.get(), few);
  ASSERT_EQ(manifact_solver_set_start_model(solver.get(), first.get()), 0);
  const auto same = fit_with(solver.get(), X.get(), few),
             next = fit_with(solver.get(), X.get(), more);
  EXPECT_NEAR(support::history(same.get()).front(), support::history(first.get()).back(),
              1e-9 * support::history(first.get()).front());
  EXPECT_STREQ(manifact_model_option(next.get(), "start"), "given");
  ASSERT_EQ(manifact_solver_set_start_model(solver.get(), nullptr), 0);
  EXPECT_EQ(support::memberships(fit_with(solver.get(), X.get(), few).get()),
            support::memberships(first.get()));
  EXPECT_EQ(manifact_solver_set_start_model(nullptr, first.get()), MANIFACT_ERROR_NULL);
}

double accuracy_of(manifact_context *context, const manifact_model *model) {
  std::vector<int32_t> truth, found;
  for (const int32_t label : support::labels(model)) {
    truth.push_back(static_cast<int32_t>(static_cast<int64_t>(truth.size()) % k));
    found.push_back(label);
  }
  double accuracy = 0;
  EXPECT_EQ(manifact_evaluate(context, truth.data(), found.data(), n, &accuracy, nullptr, nullptr,
                              nullptr, nullptr),
            0);
  return accuracy;
}

TEST(Robustness, a_tenth_of_wrong_pairs_does_little_harm) {
  const auto context = support::context();
  const auto X = documents(context.get());
  std::vector<int64_t> first, second;
  std::vector<double> right, wrong;
  uint32_t state = 1;
  for (int64_t p = 0; p < 200; ++p) {
    first.push_back((7 * p) % n);
    second.push_back((7 * p + 1 + p % 23) % n);
    right.push_back(first.back() % k == second.back() % k ? 1 : -1);
    state = state * 1664525u + 1013904223u;
    wrong.push_back((state >> 16) % 10 == 0 ? -right.back() : right.back());
  }
  const auto solver = support::solver(context.get(), "rcf");
  const auto without = support::fit(solver.get(), X.get(), k);
  const auto with_labels = fit_with(
      solver.get(), X.get(), support::constraints(context.get(), n, {}, first, second, right));
  const auto confused = fit_with(solver.get(), X.get(),
                                 support::constraints(context.get(), n, {}, first, second, wrong));
  EXPECT_GE(accuracy_of(context.get(), with_labels.get()),
            accuracy_of(context.get(), without.get()));
  EXPECT_GE(accuracy_of(context.get(), confused.get()),
            accuracy_of(context.get(), with_labels.get()) - 0.15);
  EXPECT_GT(manifact_model_violation_count(confused.get()), 0) << "the wrong ones";
}

TEST(Robustness, a_cannot_link_between_equal_documents_is_soft_in_the_graph) {
  const auto context = support::context();
  std::vector<double> counts = support::dense(documents(context.get()).get());
  for (int64_t j = 0; j < m; ++j)
    counts[static_cast<std::size_t>(3 * m + j)] = counts[static_cast<std::size_t>(j)];
  const auto X = support::matrix(context.get(), n, m, counts, true);
  const auto apart = support::constraints(context.get(), n, some_labels(7), {0}, {3}, {-1});
  for (const char *top : {"20", "exact"}) {
    const auto solver =
        support::solver(context.get(), "rcf", {{"preset", "paper"}, {"propagation-top", top}});
    const auto model = fit_with(solver.get(), X.get(), apart);
    const auto labels = support::labels(model.get());
    EXPECT_EQ(labels[0], labels[3]) << "equal content outweighs one pair";
    int64_t i = 0, j = 0, found = 0;
    ASSERT_EQ(manifact_model_violations(model.get(), 1, &i, &j, nullptr, &found), 0);
    EXPECT_EQ(found, 1);
    EXPECT_EQ(std::make_pair(i, j), std::make_pair(int64_t{0}, int64_t{3}));
    for (const double v : support::memberships(model.get())) EXPECT_TRUE(std::isfinite(v));
  }
}

// r_ic ~ pi_c (q_ic + 1e-3) exp(33 cos(x_i, mu_c)), twice, by the formula.
TEST(Mixture, memberships_follow_the_formula) {
  const auto context = support::context();
  const auto X = documents(context.get());
  const auto labels = some_labels(7);
  const auto known = support::constraints(context.get(), n, labels);
  manifact_matrix *weighted = nullptr;
  ASSERT_EQ(manifact_matrix_weight(context.get(), X.get(), "log-tfidf", "unit-rows", &weighted), 0);
  const support::Matrix owner(weighted);
  const std::vector<double> rows = support::dense(weighted);
  const Settings graph = {{"weighting", "log-tfidf"}, {"neighbors", "15"}};
  const auto propagation = support::solver(context.get(), "label-propagation", graph);
  const std::vector<double> q =
      support::memberships(fit_with(propagation.get(), X.get(), known).get());
  std::vector<double> r = q, pi(k);
  for (std::size_t e = 0; e < q.size(); ++e) pi[e % k] += q[e] / n;
  for (int round = 0; round < 2; ++round) {
    std::vector<double> mu(m * k), length(k);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < m; ++j)
        for (std::size_t c = 0; c < k; ++c) mu[j * k + c] += r[i * k + c] * rows[i * m + j];
    for (std::size_t e = 0; e < mu.size(); ++e) length[e % k] += mu[e] * mu[e];
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t c = 0; c < k; ++c) {
        double cosine = 0;
        for (std::size_t j = 0; j < m; ++j)
          cosine += rows[i * m + j] * mu[j * k + c] / std::sqrt(length[c]);
        sum += r[i * k + c] = pi[c] * (q[i * k + c] + 1e-3) * std::exp(33 * cosine);
      }
      for (std::size_t c = 0; c < k; ++c)
        r[i * k + c] =
            labels[i] >= 0 ? (static_cast<int>(c) == labels[i] ? 1 : 0) : r[i * k + c] / sum;
    }
  }
  const auto quality = support::solver(
      context.get(), "rcf", {{"refine", "none"}, {"min-df", "1"}, {"normalization", "none"}});
  const auto model = fit_with(quality.get(), X.get(), known);
  const std::vector<double> V = support::memberships(model.get());
  for (std::size_t e = 0; e < V.size(); ++e) EXPECT_NEAR(V[e], r[e] + 0.2 / k, 1e-9) << e;
  EXPECT_EQ(manifact_model_violation_count(model.get()), 0) << "labeled documents keep their class";
}

TEST(Mixture, needs_labels_and_without_them_the_preset_is_that_of_pairs) {
  const auto context = support::context();
  const auto X = documents(context.get());
  const auto pairs = support::constraints(context.get(), n, {}, {0, 1}, {3, 2}, {1, -1});
  const auto quality =
      support::solver(context.get(), "rcf", {{"preset", "quality"}, {"max-iterations", "5"}});
  const auto model = fit_with(quality.get(), X.get(), pairs);
  EXPECT_STREQ(manifact_model_option(model.get(), "start"), "lsi");
  EXPECT_STREQ(manifact_model_option(model.get(), "preset"), "pairs");
  EXPECT_NE(support::warnings(model.get()).find("there are no labels to start from"),
            std::string::npos);
  const auto asked = support::solver(context.get(), "rcf", {{"start", "mixture"}});
  manifact_model *out = nullptr;
  ASSERT_EQ(manifact_solver_set_constraints(asked.get(), pairs.get()), 0);
  EXPECT_EQ(manifact_solver_fit(asked.get(), X.get(), k, &out), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(asked.get()),
               "start=mixture needs labels of some documents");
}

}  // namespace
