// Methods with labels and pairs through the public API: models, labels, diagnostics and warnings.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "support/cholmod.hpp"
#include "support/constraint_data.hpp"
#include "support/corpus.hpp"

namespace {

using support::Model;
using support::Settings;

const std::vector<std::string> supervised = {"rcf",  "semi-lccf", "ccf",
                                             "gdcf", "cnpcf",     "label-propagation"};

class Supervised : public testing::Test {
 protected:
  // `each` labeled documents of every topic; the label is the topic.
  std::vector<int32_t> labeled(int64_t each, const std::vector<int32_t> &names) const {
    std::vector<int32_t> labels(static_cast<size_t>(corpus_.n), -1);
    std::map<int64_t, int64_t> count;
    for (size_t i = 0; i < labels.size(); ++i) {
      const int64_t topic = corpus_.topics[i];
      if (static_cast<size_t>(topic) < names.size() && count[topic]++ < each)
        labels[i] = names[static_cast<size_t>(topic)];
    }
    return labels;
  }

  Model fit(const std::string &method, const support::Constraints &constraints,
            const Settings &settings = {}, int64_t k = 3) {
    const support::Solver s = support::solver(context_.get(), method, settings);
    if (constraints) {
      EXPECT_EQ(manifact_solver_set_constraints(s.get(), constraints.get()), MANIFACT_OK);
    }
    return support::fit(s.get(), X_.get(), k);
  }
  support::Constraints given(const std::vector<int32_t> &labels,
                             const std::vector<int64_t> &first = {},
                             const std::vector<int64_t> &second = {},
                             const std::vector<double> &weights = {}) {
    return support::constraints(context_.get(), corpus_.n, labels, first, second, weights);
  }
  // The fitted numbers, without the diagnostics.
  static std::vector<double> numbers(const Model &model) {
    std::vector<double> all = support::memberships(model.get()),
                        W = support::associations(model.get()),
                        history = support::history(model.get());
    all.insert(all.end(), W.begin(), W.end());
    all.insert(all.end(), history.begin(), history.end());
    for (const int32_t label : support::labels(model.get())) all.push_back(label);
    return all;
  }

  api::Corpus corpus_ = api::corpus(60, 45);
  support::Context context_ = support::context();
  support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST_F(Supervised, documents_are_in_the_cluster_of_their_label_and_topics_are_found) {
  const std::vector<int32_t> names = {40, 7, 300};  // topic 1 is cluster 0, 0 is 1, 2 is 2
  const int32_t cluster[] = {1, 0, 2};
  for (const std::string &method : supervised) {
    const Model model = fit(method, given(labeled(4, names)));
    const std::vector<int32_t> labels = support::labels(model.get());
    int right = 0;
    for (size_t i = 0; i < labels.size(); ++i)
      right += labels[i] == cluster[corpus_.topics[i]] ? 1 : 0;
    EXPECT_GE(right, 57) << method;
    EXPECT_EQ(support::diagnostic(model.get(), "classes"), "3") << method;
  }
}

TEST_F(Supervised, fewer_classes_than_clusters_keep_their_numbers_beside_new_clusters) {
  for (const std::string method : {"rcf", "semi-lccf", "gdcf", "cnpcf"}) {
    const Model model = fit(method, given(labeled(5, {9, 4})));
    EXPECT_GE(api::accuracy(context_.get(), corpus_, model.get()), 0.9) << method;
    const std::vector<int32_t> labels = support::labels(model.get());
    int kept = 0;
    for (size_t i = 0; i < labels.size(); ++i)
      kept += corpus_.topics[i] < 2 && labels[i] == 1 - corpus_.topics[i] ? 1 : 0;
    EXPECT_GE(kept, 36) << method;
  }
}

TEST_F(Supervised, without_constraints_rcf_is_lccf_with_the_same_options_to_the_bit) {
  const Settings rcf = {{"preset", "none"}, {"restarts", "2"}, {"start", "random"}},
                 lccf = {{"normalization", "per-update"},
                         {"lambda", "100"},
                         {"readout", "cosine-kmeans"},
                         {"restarts", "2"},
                         {"start", "random"},
                         {"ncw", "none"},
                         {"update-order", "wv"}};
  const std::vector<double> right = numbers(fit("lccf", nullptr, lccf));
  EXPECT_EQ(numbers(fit("rcf", nullptr, rcf)), right);
  EXPECT_EQ(numbers(fit("rcf", given({}), rcf)), right) << "an empty set";
  EXPECT_EQ(numbers(fit("rcf", given({}, {3, 3}, {5, 5}, {1, -1}), rcf)), right)
      << "a pair whose mean is 0";
}

// preset=pairs: the start and the objective of method auto.
TEST_F(Supervised, without_labels_the_start_is_the_content) {
  const Settings lccf = {{"weighting", "log-tfidf"}, {"min-df", "3"},
                         {"neighbors", "15"},        {"lambda", "3"},
                         {"update", "cd"},           {"lambda-scale", "relative"},
                         {"ncw", "unit-graph"},      {"start", "lsi"},
                         {"ncw-power", "0.25"},      {"smoothing", "8"},
                         {"restarts", "1"},          {"max-iterations", "20"},
                         {"tolerance", "0"},         {"readout-starts", "10"}};
  const std::vector<double> right = numbers(fit("lccf", nullptr, lccf));
  for (const std::string method : {"rcf", "semi-lccf", "cnpcf", "gdcf"}) {
    const Model model = fit(method, nullptr);
    EXPECT_EQ(numbers(model), right) << method;
    EXPECT_STREQ(manifact_model_option(model.get(), "preset"), "pairs") << method;
    EXPECT_EQ(support::warnings(model.get()).find("no labels"), std::string::npos) << method;
  }
  EXPECT_STREQ(manifact_model_option(fit("rcf", given(labeled(4, {1, 2, 3}))).get(), "preset"),
               "quality");
}

TEST_F(Supervised, the_setting_of_the_paper_is_a_preset) {
  const auto known = given(labeled(4, {1, 2, 3}));
  const std::vector<double> paper = numbers(fit("rcf", known, {{"preset", "paper"}})),
                            quality = numbers(fit("rcf", known, {{"preset", "quality"}}));
  EXPECT_EQ(numbers(fit("rcf", known)), quality);
  EXPECT_EQ(numbers(fit("rcf", known, {{"preset", "none"}})), paper);
  EXPECT_NE(paper, quality);
}

// refine=logistic: given labels stay, and the model assigns the other documents as the fit labeled
// them, after loading too.
TEST_F(Supervised, logistic_regression_keeps_given_labels_and_assigns_as_it_labels) {
  const std::vector<int32_t> known = labeled(4, {1, 2, 3});
  for (const char *precision : {"double", "float"}) {
    const Model model = fit("rcf", given(known), {{"precision", precision}});
    EXPECT_STREQ(manifact_model_option(model.get(), "refine"), "logistic");
    EXPECT_NE(support::diagnostic(model.get(), "regression_iterations"), "");
    const std::vector<int32_t> labels = support::labels(model.get());
    const std::vector<double> V = support::memberships(model.get());
    const support::Assigned found = support::assigned(context_.get(), model.get(), X_.get());
    for (size_t i = 0; i < labels.size(); ++i) {
      if (known[i] >= 0) {
        EXPECT_EQ(labels[i], known[i] - 1) << i;
        for (size_t c = 0; c < 3; ++c)
          EXPECT_EQ(V[3 * i + c], static_cast<int32_t>(c) == labels[i] ? 1 : 0) << i;
        continue;
      }
      EXPECT_EQ(found.labels[i], labels[i]) << i;
      for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(found.memberships[3 * i + c], V[3 * i + c], 1e-4);
    }
    const Model loaded = support::saved_and_loaded(context_.get(), model.get());
    const support::Assigned again = support::assigned(context_.get(), loaded.get(), X_.get());
    EXPECT_EQ(again.labels, found.labels) << precision;
    EXPECT_EQ(again.memberships, found.memberships) << precision;
    EXPECT_EQ(numbers(loaded), numbers(model)) << precision;
  }
}

// Document 7 has no words; document 8 has a label and no words.
TEST_F(Supervised, logistic_regression_leaves_documents_without_words) {
  std::vector<int32_t> known = labeled(4, {1, 2, 3});
  known[7] = -1;
  known[8] = 2;
  for (const size_t i : {8, 7}) {
    const int64_t begin = corpus_.indptr[i], end = corpus_.indptr[i + 1];
    corpus_.indices.erase(corpus_.indices.begin() + begin, corpus_.indices.begin() + end);
    corpus_.values.erase(corpus_.values.begin() + begin, corpus_.values.begin() + end);
    for (size_t next = i + 1; next < corpus_.indptr.size(); ++next)
      corpus_.indptr[next] -= end - begin;
  }
  X_ = api::csr(context_.get(), corpus_);
  const Model unrefined = fit("rcf", given(known), {{"refine", "none"}});
  EXPECT_EQ(support::labels(unrefined.get())[7], -1);
  EXPECT_EQ(support::labels(unrefined.get())[8], 1);
  const Model model = fit("rcf", given(known));
  EXPECT_EQ(support::labels(model.get())[7], -1);
  EXPECT_EQ(support::labels(model.get())[8], 1);
  const std::vector<double> V = support::memberships(model.get());
  for (size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(V[3 * 7 + c], 0) << c;
    EXPECT_EQ(V[3 * 8 + c], c == 1 ? 1 : 0) << c;
  }
}

// Labels and pairs change the graph of the updates only if there are updates.
TEST_F(Supervised, without_updates_the_graph_is_not_adjusted) {
  const std::vector<int32_t> known = labeled(4, {1, 2, 3});
  for (const bool with_pairs : {false, true}) {
    const auto constraints = with_pairs ? given(known, {30}, {33}, {1}) : given(known);
    EXPECT_EQ(support::diagnostic(fit("rcf", constraints).get(), "constraint_edges"), "");
    EXPECT_NE(support::diagnostic(fit("rcf", constraints, {{"preset", "paper"}}).get(),
                                  "constraint_edges"),
              "");
  }
}

TEST_F(Supervised, logistic_regression_is_the_same_for_any_number_of_threads) {
  const std::vector<int32_t> known = labeled(4, {1, 2, 3});
  for (const char *precision : {"double", "float"}) {
    const std::vector<double> one =
        numbers(fit("rcf", given(known), {{"precision", precision}, {"threads", "1"}}));
    for (const char *threads : {"2", "4"})
      EXPECT_EQ(one,
                numbers(fit("rcf", given(known), {{"precision", precision}, {"threads", threads}})))
          << precision << ' ' << threads;
  }
}

TEST_F(Supervised, logistic_regression_without_labels_is_reported) {
  const Model model = fit("rcf", nullptr, {{"refine", "logistic"}});
  EXPECT_NE(support::warnings(model.get()).find("refine=logistic is ignored"), std::string::npos);
  EXPECT_EQ(numbers(model), numbers(fit("rcf", nullptr)));
}

// Pairs beside labels keep the preset: a label acts through must-links, and a cannot-link excludes
// a class, with the regression and without it.
TEST_F(Supervised, pairs_beside_labels_act_on_the_documents_that_they_join) {
  std::vector<int32_t> known = labeled(4, {1, 2, 3});
  const auto first_of = [&](int64_t topic) {
    for (size_t i = 0;; ++i)
      if (known[i] < 0 && corpus_.topics[i] == topic) return static_cast<int64_t>(i);
  };
  const auto labeled_of = [&](int32_t label) {
    return static_cast<int64_t>(std::find(known.begin(), known.end(), label) - known.begin());
  };
  const int64_t stray = first_of(0), barred = first_of(1);
  const auto pairs = given(known, {stray, barred}, {labeled_of(3), labeled_of(2)}, {1, -1});
  for (const char *refine : {"none", "logistic"}) {
    const std::vector<int32_t> before =
        support::labels(fit("rcf", given(known), {{"refine", refine}}).get());
    const Model model = fit("rcf", pairs, {{"refine", refine}});
    EXPECT_STREQ(manifact_model_option(model.get(), "preset"), "quality");
    EXPECT_EQ(support::warnings(model.get()).find("ignored"), std::string::npos) << refine;
    std::vector<int32_t> after = support::labels(model.get());
    EXPECT_EQ(after[static_cast<size_t>(stray)], 2) << refine;
    EXPECT_NE(after[static_cast<size_t>(barred)], 1) << refine;
    EXPECT_EQ(manifact_model_violation_count(model.get()), 0) << refine;
    size_t changed = 0;
    for (size_t i = 0; i < after.size(); ++i) changed += after[i] != before[i] ? 1 : 0;
    EXPECT_LE(changed, 4U) << refine << ": the pairs are of two documents";
  }
}

TEST_F(Supervised, true_pairs_cost_nothing) {
  std::vector<int64_t> first, second;
  std::vector<double> weights;
  for (int64_t i = 0; i < 40; ++i) {
    first.push_back(i);
    second.push_back(i + 7 + i % 5);
    const bool together = corpus_.topics[static_cast<size_t>(i)] ==
                          corpus_.topics[static_cast<size_t>(second.back())];
    weights.push_back(together ? 1 : -1);
  }
  for (const std::string method : {"rcf", "semi-lccf", "ccf", "cnpcf", "gdcf"})
    EXPECT_EQ(api::accuracy(context_.get(), corpus_,
                            fit(method, given({}, first, second, weights)).get()),
              1)
        << method;
}

TEST_F(Supervised,
       without_labels_the_start_of_the_papers_is_random_and_label_propagation_is_an_error) {
  const Model model = fit("rcf", given({}, {0, 1}, {3, 2}, {1, -1}), {{"preset", "none"}});
  EXPECT_NE(support::warnings(model.get())
                .find("there are no labels to start from: start=random with restarts=5"),
            std::string::npos);
  const support::Solver asked = support::solver(context_.get(), "rcf", {{"start", "propagation"}}),
                        spread = support::solver(context_.get(), "label-propagation");
  manifact_model *out = nullptr;
  EXPECT_EQ(manifact_solver_fit(asked.get(), X_.get(), 3, &out), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_fit(spread.get(), X_.get(), 3, &out), MANIFACT_ERROR_ARGUMENT);
}

TEST_F(Supervised, objective_never_increases) {
  for (const std::string method : {"rcf", "semi-lccf", "ccf", "gdcf", "cnpcf"})
    for (const char *top : {"20", "exact"}) {
      Settings settings = {
          {"normalization", "none"}, {"tolerance", "0"}, {"max-iterations", "150"}};
      if (method == "rcf") settings.emplace_back("propagation-top", top);
      const std::vector<double> history =
          support::history(fit(method, given(labeled(4, {1, 2, 3})), settings).get());
      for (size_t t = 1; t < history.size(); ++t)
        EXPECT_LE(history[t], history[t - 1] * (1 + 1e-12)) << method << " " << t;
    }
}

TEST_F(Supervised, ccf_gives_documents_that_belong_together_one_row) {
  const Model model =
      fit("ccf", given(labeled(4, {1, 2, 3}), {50, 51, 40, 54}, {51, 52, 41, 55}, {1, 1, -1, 0.9}));
  const std::vector<double> V = support::memberships(model.get());
  const auto same = [&](size_t i, size_t j) {
    return std::equal(V.begin() + static_cast<int64_t>(3 * i),
                      V.begin() + static_cast<int64_t>(3 * i + 3),
                      V.begin() + static_cast<int64_t>(3 * j));
  };
  EXPECT_TRUE(same(0, 3) && same(0, 9) && same(1, 10) && same(50, 51) && same(50, 52));
  EXPECT_FALSE(same(0, 1) || same(40, 41) || same(0, 50) || same(54, 55))
      << "softer pairs tie nothing";
}

// The last step solves for the memberships that a new document would get.
TEST_F(Supervised, ccf_assigns_its_own_documents_as_it_labeled_them) {
  for (const char *precision : {"double", "float"}) {
    const Model model =
        fit("ccf", nullptr, {{"precision", precision}, {"max-iterations", "5"}, {"ncw", "none"}});
    std::vector<int32_t> labels(static_cast<size_t>(corpus_.n), -1);
    std::vector<double> V(labels.size() * 3);
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X_.get(), labels.data(), V.data(),
                                    corpus_.n),
              MANIFACT_OK);
    EXPECT_EQ(labels, support::labels(model.get())) << precision;
    const std::vector<double> fitted = support::memberships(model.get());
    for (size_t e = 0; e < V.size(); ++e)
      EXPECT_NEAR(V[e], fitted[e], precision == std::string("float") ? 1e-4 : 1e-9) << e;
  }
}

TEST_F(Supervised, violations_are_listed_counted_and_kept_in_the_model_file) {
  for (const std::string &method : supervised) {
    std::vector<int32_t> labels = labeled(5, {1, 2, 3});
    const Model model = fit(method, given(labels, {0, 1, 57}, {3, 2, 59}, {-1, 1, 0.25}));
    const int64_t count = manifact_model_violation_count(model.get());
    std::vector<int64_t> first(20, -9), second(20, -9);
    std::vector<double> weights(20);
    int64_t found = 0;
    ASSERT_EQ(manifact_model_violations(model.get(), 20, first.data(), second.data(),
                                        weights.data(), &found),
              MANIFACT_OK);
    ASSERT_EQ(found, count);
    const std::vector<int32_t> clusters = support::labels(model.get());
    std::set<std::pair<int64_t, int64_t>> expected;
    for (size_t i = 0; i < labels.size(); ++i)
      if (labels[i] >= 0 && clusters[i] != labels[i] - 1)
        expected.insert({static_cast<int64_t>(i), -1});
    if (clusters[0] == clusters[3]) expected.insert({0, 3});
    if (clusters[1] != clusters[2]) expected.insert({1, 2});
    if (clusters[57] != clusters[59]) expected.insert({57, 59});
    std::set<std::pair<int64_t, int64_t>> got;
    for (size_t p = 0; p < static_cast<size_t>(found); ++p) got.insert({first[p], second[p]});
    EXPECT_EQ(got, expected) << method;
    EXPECT_GE(count, 2) << method;
    const std::string file = api::bytes(context_.get(), model.get());
    const Model loaded = api::load(context_.get(), file);
    EXPECT_EQ(api::bytes(context_.get(), loaded.get()), file);
    EXPECT_EQ(manifact_model_violation_count(loaded.get()), count);
    EXPECT_EQ(manifact_model_violations(loaded.get(), 1, nullptr, nullptr, nullptr, &found),
              MANIFACT_OK);
    EXPECT_EQ(found, 1);
  }
}

TEST_F(Supervised, a_solver_that_the_build_lacks_is_refused_by_name_and_chosen_by_none) {
  if (manifact::Cholesky::available()) GTEST_SKIP() << "this build has CHOLMOD";
  const support::Constraints c = given(labeled(4, {1, 2, 3}));
  const support::Solver solver =
      support::solver(context_.get(), "rcf", {{"propagation-solver", "cholesky"}});
  ASSERT_EQ(manifact_solver_set_constraints(solver.get(), c.get()), MANIFACT_OK);
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(solver.get(), X_.get(), 3, &model), MANIFACT_ERROR_FEATURE);
  EXPECT_STREQ(manifact_solver_message(solver.get()),
               "this build does not support propagation-solver=cholesky (CHOLMOD)");
  EXPECT_EQ(model, nullptr);
  EXPECT_EQ(support::diagnostic(fit("rcf", c).get(), "start_propagation_solver"), "cg");
}

TEST_F(Supervised, propagation_reports_its_solver_and_both_give_the_same_clusters) {
  NEEDS_CHOLMOD;
  const support::Constraints c = given(labeled(4, {1, 2, 3}));
  const auto fit_by = [&](const char *solver) {
    return fit("rcf", c, {{"propagation-solver", solver}, {"max-iterations", "1"}});
  };
  const Model factor = fit_by("cholesky"), gradients = fit_by("cg");
  for (const std::string before : {"", "start_"}) {
    EXPECT_EQ(support::diagnostic(factor.get(), before + "propagation_solver"), "cholesky");
    EXPECT_GE(std::stoll(support::diagnostic(factor.get(), before + "propagation_fill")), 60);
    EXPECT_EQ(support::diagnostic(gradients.get(), before + "propagation_solver"), "cg");
    EXPECT_GT(std::stoll(support::diagnostic(gradients.get(), before + "propagation_rounds")), 1);
  }
  EXPECT_EQ(support::labels(factor.get()), support::labels(gradients.get()));
  const Model spread = fit("label-propagation", c);
  EXPECT_NE(support::diagnostic(spread.get(), "propagation_solver"), "");
}

TEST_F(Supervised, contradictions_and_conflicts_are_warnings) {
  const Model model = fit(
      "rcf",
      given(labeled(4, {1, 2, 3}), {50, 50, 51, 52, 50}, {51, 51, 52, 53, 53}, {1, -1, 1, 1, -1}),
      {{"closure", "yes"}});
  EXPECT_EQ(support::diagnostic(model.get(), "constraint_contradictions"), "1");
  EXPECT_NE(support::warnings(model.get()).find("1 pair is both must-link and cannot-link"),
            std::string::npos)
      << support::warnings(model.get());
  const Model torn = fit("rcf", given({}, {0, 1, 0}, {1, 2, 2}, {1, 1, -1}));
  EXPECT_EQ(support::diagnostic(torn.get(), "constraint_conflicts"), "1");
  for (const double v : support::memberships(torn.get())) EXPECT_TRUE(std::isfinite(v));
}

TEST_F(Supervised, an_alpha_close_to_one_is_reported_and_one_is_refused) {
  const support::Constraints c = given(labeled(4, {1, 2, 3}));
  const auto warnings_of = [&](const char *alpha, const char *updates) {
    return support::warnings(fit("rcf", c, {{"alpha", alpha}, {"max-iterations", updates}}).get());
  };
  EXPECT_NE(warnings_of("0.98", "1").find("alpha is 0.98"), std::string::npos);
  EXPECT_EQ(warnings_of("0.5", "1").find("alpha"), std::string::npos);
  EXPECT_NE(warnings_of("0.6", "0").find("alpha is ignored without updates"), std::string::npos);
  EXPECT_GE(api::accuracy(context_.get(), corpus_, fit("rcf", c, {{"alpha", "0"}}).get()), 0.9);
  const support::Solver s = support::solver(context_.get(), "rcf");
  for (const char *bad : {"1", "1.5", "-0.1", "nan"})
    EXPECT_EQ(manifact_solver_set_text(s.get(), "alpha", bad), MANIFACT_ERROR_OPTION) << bad;
}

// Documents of two words that no edge joins with the labeled ones, and a document of zeros.
TEST(LabelPropagation,
     what_nothing_reaches_belongs_to_no_cluster_and_new_documents_ask_their_neighbors) {
  const support::Context context = support::context();
  const support::Matrix X = support::matrix(
      context.get(), 8, 6,
      {2, 1, 0, 0, 0, 0, /**/ 1, 2, 0, 0, 0, 0, /**/ 0, 0, 2, 1, 0, 0, /**/ 0, 0, 1, 2, 0, 0,
       0, 0, 0, 0, 2, 1, /**/ 0, 0, 0, 0, 1, 2, /**/ 0, 0, 0, 0, 0, 0, /**/ 3, 1, 0, 0, 0, 0},
      true);
  const support::Constraints c =
      support::constraints(context.get(), 8, {1, -1, 2, -1, -1, -1, -1, -1});
  const support::Solver s = support::solver(context.get(), "label-propagation",
                                            {{"weighting", "none"}, {"neighbors", "3"}});
  ASSERT_EQ(manifact_solver_set_constraints(s.get(), c.get()), MANIFACT_OK);
  const Model model = support::fit(s.get(), X.get(), 2);
  EXPECT_EQ(support::labels(model.get()), (std::vector<int32_t>{0, 0, 1, 1, -1, -1, -1, 0}));
  EXPECT_EQ(api::bytes(context.get(), support::fit(s.get(), X.get(), 2).get()),
            api::bytes(context.get(), model.get()))
      << "nothing is random";

  const std::vector<double> rows = {1, 0, 1, 0, 0, 0, /**/ 0, 0, 0, 0, 1, 1, /**/ 0, 0, 0, 1, 0, 0};
  const support::Matrix fresh = support::matrix(context.get(), 3, 6, rows, true);
  std::vector<int32_t> labels(3);
  std::vector<double> V(6);
  ASSERT_EQ(
      manifact_model_assign(context.get(), model.get(), fresh.get(), labels.data(), V.data(), 3),
      MANIFACT_OK);
  // Cosines with the rows of X: (2 1), (1 2), (3 1) on one side, (2 1), (1 2) on the other; the 3
  // nearest are (3 1), (2 1) of both.
  const double a = 3 / std::sqrt(20), b = 2 / std::sqrt(10);
  EXPECT_NEAR(V[0], (a + b) / (a + 2 * b), 1e-12);
  EXPECT_NEAR(V[1], b / (a + 2 * b), 1e-12);
  EXPECT_EQ(labels, (std::vector<int32_t>{0, -1, 1}));
  EXPECT_EQ(V[4], 0);
  EXPECT_EQ(V[5], 1);
}

}  // namespace
