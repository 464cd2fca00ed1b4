// Co-clustering through the public API: planted blocks are found, the blocks are sums of the data,
// and irregular data is reported.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <string>

#include "support/accuracy.hpp"
#include "support/corpus.hpp"

namespace {

const char *const both_sides[] = {"onmtf", "rcc", "drcc"};
const char *const all[] = {"nmf", "gnmf", "semi-nmf", "onmtf", "rcc", "drcc"};

class Cocluster : public testing::Test {
 protected:
  support::Model fitted(const char *method, const support::Settings &settings = {}, int64_t k = 3) {
    return support::fit(support::solver(context_.get(), method, settings).get(), X_.get(), k);
  }

  // The share of features that a model clusters with others of the same planted block.
  int64_t agreeing(const manifact_model *model) const {
    const int32_t *labels = manifact_model_feature_labels(model);
    int64_t agree = 0;
    for (int64_t b = 0; b < 3; ++b) {
      int64_t counts[3] = {0, 0, 0};
      for (int64_t j = 0; j < corpus_.m; ++j)
        if (labels[j] == b) ++counts[j / 15];
      agree += *std::max_element(counts, counts + 3);
    }
    return agree;
  }

  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus();
  const support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST_F(Cocluster, planted_clusters_of_documents_are_found) {
  const std::vector<int32_t> truth(corpus_.topics.begin(), corpus_.topics.end());
  for (const char *method : all)
    for (const char *seed : {"0", "1", "2"})
      EXPECT_EQ(accuracy(context_.get(), truth, fitted(method, {{"seed", seed}}).get()), 1)
          << method;
}

TEST_F(Cocluster, planted_clusters_of_features_are_found) {
  for (const char *method : both_sides) EXPECT_GE(agreeing(fitted(method).get()), 40) << method;
}

TEST_F(Cocluster, features_have_clusters_only_where_the_method_makes_some) {
  for (const char *method : {"nmf", "semi-nmf", "lccf", "kmeans"}) {
    const auto model = fitted(method);
    EXPECT_EQ(manifact_model_feature_clusters(model.get()), 0) << method;
    EXPECT_EQ(manifact_model_feature_labels(model.get()), nullptr);
    double value = 0;
    EXPECT_EQ(manifact_model_blocks(model.get(), MANIFACT_BLOCK_MASS, &value, 3, 0),
              MANIFACT_ERROR_ARGUMENT);
  }
  EXPECT_EQ(manifact_model_feature_clusters(nullptr), -1);
}

TEST_F(Cocluster, blocks_are_sums_means_and_lifts_of_the_weighted_data) {
  manifact_matrix *weighted = nullptr;
  ASSERT_EQ(manifact_matrix_weight(context_.get(), X_.get(), "auto", "auto", &weighted), 0);
  const support::Matrix owner(weighted);
  const std::vector<double> X = support::dense(weighted);
  for (const char *method : both_sides) {
    const auto model = fitted(method, {{"feature-clusters", "4"}});
    const int32_t *rows = manifact_model_labels(model.get()),
                  *columns = manifact_model_feature_labels(model.get());
    const int64_t *n = manifact_model_sizes(model.get()),
                  *m = manifact_model_feature_sizes(model.get());
    ASSERT_EQ(manifact_model_feature_clusters(model.get()), 4);
    std::vector<double> want(12), mass(12), mean(12), lift(12);
    for (int64_t i = 0; i < corpus_.n; ++i)
      for (int64_t j = 0; j < corpus_.m; ++j)
        if (columns[j] >= 0)
          want[static_cast<size_t>(rows[i] * 4 + columns[j])] +=
              X[static_cast<size_t>(i * corpus_.m + j)];
    ASSERT_EQ(manifact_model_blocks(model.get(), MANIFACT_BLOCK_MASS, mass.data(), 3, 4), 0);
    ASSERT_EQ(manifact_model_blocks(model.get(), MANIFACT_BLOCK_MEAN, mean.data(), 3, 4), 0);
    ASSERT_EQ(manifact_model_blocks(model.get(), MANIFACT_BLOCK_LIFT, lift.data(), 3, 4), 0);
    const double whole = std::accumulate(want.begin(), want.end(), 0.0),
                 cells = static_cast<double>((n[0] + n[1] + n[2]) * (m[0] + m[1] + m[2] + m[3]));
    for (size_t e = 0; e < 12; ++e) {
      const double size = static_cast<double>(n[e / 4] * m[e % 4]);
      EXPECT_NEAR(mass[e], want[e], 1e-10) << method;
      EXPECT_NEAR(mean[e], size > 0 ? want[e] / size : 0, 1e-12) << method;
      EXPECT_NEAR(lift[e], size > 0 ? want[e] / size / (whole / cells) : 0, 1e-9) << method;
    }
    EXPECT_EQ(manifact_model_blocks(model.get(), MANIFACT_BLOCK_MASS, mass.data(), 4, 3),
              MANIFACT_ERROR_LENGTH);
    EXPECT_EQ(manifact_model_blocks(model.get(), 4, mass.data(), 3, 4), MANIFACT_ERROR_ARGUMENT);
    EXPECT_EQ(manifact_model_blocks(model.get(), MANIFACT_BLOCK_MASS, nullptr, 3, 4),
              MANIFACT_ERROR_NULL);
  }
}

TEST_F(Cocluster, labels_of_features_are_the_arg_max_of_unit_columns_and_sizes_fall) {
  for (const char *method : both_sides) {
    const auto model = fitted(method);
    const double *G = manifact_model_feature_memberships(model.get());
    const int32_t *labels = manifact_model_feature_labels(model.get());
    const int64_t *sizes = manifact_model_feature_sizes(model.get());
    EXPECT_TRUE(std::is_sorted(sizes, sizes + 3, std::greater<>())) << method;
    double length[3] = {0, 0, 0};
    for (int64_t e = 0; e < 3 * corpus_.m; ++e) length[e % 3] += G[e] * G[e];
    for (int64_t j = 0; j < corpus_.m; ++j)
      for (int64_t b = 0; b < 3; ++b)
        EXPECT_LE(G[j * 3 + b] / std::sqrt(length[b]),
                  G[j * 3 + labels[j]] / std::sqrt(length[labels[j]]) * (1 + 1e-12))
            << method;
  }
}

TEST_F(Cocluster, top_features_of_a_cluster_fall_by_membership) {
  const auto model = fitted("drcc");
  const int64_t *sizes = manifact_model_feature_sizes(model.get());
  for (int64_t b = 0; b < 3; ++b) {
    std::vector<int64_t> features(100);
    std::vector<double> memberships(100);
    int64_t found = 0;
    ASSERT_EQ(manifact_model_feature_cluster_features(model.get(), b, 100, features.data(),
                                                      memberships.data(), &found),
              0);
    EXPECT_EQ(found, sizes[b]);
    EXPECT_TRUE(std::is_sorted(memberships.begin(), memberships.begin() + found, std::greater<>()));
    for (int64_t t = 0; t < found; ++t) {
      EXPECT_EQ(manifact_model_feature_labels(model.get())[features[static_cast<size_t>(t)]], b);
    }
  }
  int64_t feature = 0, found = 0;
  EXPECT_EQ(manifact_model_feature_cluster_features(model.get(), 3, 1, &feature, nullptr, &found),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_feature_cluster_features(model.get(), 0, -1, &feature, nullptr, &found),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_feature_cluster_features(model.get(), 0, 1, nullptr, nullptr, &found),
            MANIFACT_ERROR_NULL);
}

// X ~ V C G': the residual of the three factors is the objective without its penalties.
TEST_F(Cocluster, core_is_the_middle_factor) {
  manifact_matrix *weighted = nullptr;
  ASSERT_EQ(manifact_matrix_weight(context_.get(), X_.get(), "auto", "auto", &weighted), 0);
  const support::Matrix owner(weighted);
  const std::vector<double> X = support::dense(weighted);
  const auto model = fitted("rcc", {{"lambda", "0"}, {"feature-clusters", "4"}});
  const double *V = manifact_model_memberships(model.get()), *C = manifact_model_core(model.get()),
               *G = manifact_model_feature_memberships(model.get());
  double square = 0;
  for (int64_t i = 0; i < corpus_.n; ++i)
    for (int64_t j = 0; j < corpus_.m; ++j) {
      double value = X[static_cast<size_t>(i * corpus_.m + j)];
      for (int64_t a = 0; a < 3; ++a)
        for (int64_t b = 0; b < 4; ++b) value -= V[i * 3 + a] * C[a * 4 + b] * G[j * 4 + b];
      square += value * value;
    }
  EXPECT_NEAR(square, manifact_model_objective(model.get()), 1e-9 * square);
}

TEST_F(Cocluster, new_documents_that_are_old_ones_go_where_the_old_ones_went) {
  for (const char *method : all) {
    const auto model = fitted(method);
    std::vector<int32_t> again(static_cast<size_t>(corpus_.n));
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X_.get(), again.data(), nullptr,
                                    corpus_.n),
              0)
        << method;
    EXPECT_EQ(again, support::labels(model.get())) << method;
  }
}

// Columns that are orthogonal and not negative have one nonzero entry a row.
TEST_F(Cocluster, onmtf_gives_each_document_one_membership_and_assign_the_same) {
  const auto model = fitted("onmtf");
  const double *V = manifact_model_memberships(model.get());
  std::vector<int32_t> labels(static_cast<size_t>(corpus_.n));
  std::vector<double> again(static_cast<size_t>(3 * corpus_.n));
  ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X_.get(), labels.data(),
                                  again.data(), corpus_.n),
            0);
  for (int64_t i = 0; i < corpus_.n; ++i) {
    int positive = 0;
    for (int64_t c = 0; c < 3; ++c) {
      positive += V[i * 3 + c] > 0 ? 1 : 0;
      EXPECT_NEAR(again[static_cast<size_t>(i * 3 + c)], V[i * 3 + c], 1e-9) << i;
    }
    EXPECT_EQ(positive, 1) << i;
  }
}

TEST_F(Cocluster, the_end_of_onmtf_is_convergence_or_the_limit) {
  EXPECT_EQ(manifact_model_status(fitted("onmtf").get()), MANIFACT_OK);
  EXPECT_EQ(manifact_model_status(fitted("onmtf", {{"max-iterations", "3"}}).get()),
            MANIFACT_ITERATION_LIMIT);
}

// Two groups in one direction from the origin: no method that compares directions separates them.
TEST_F(Cocluster, semi_nmf_starts_from_distances_between_points) {
  std::vector<double> points;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 2; ++j) points.push_back((i < 20 ? 1 : 5) + 0.01 * ((7 * i + 3 * j) % 10));
  manifact_matrix *made = nullptr;
  ASSERT_EQ(manifact_matrix_create_dense(context_.get(), 40, 2, 2, 1, points.data(),
                                         MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &made),
            0);
  const support::Matrix X(made);
  const auto solver = support::solver(context_.get(), "semi-nmf", {{"max-iterations", "0"}});
  const auto model = support::fit(solver.get(), X.get(), 2);
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(manifact_model_labels(model.get())[i],
              manifact_model_labels(model.get())[i / 20 * 20])
        << i;
  EXPECT_NE(manifact_model_labels(model.get())[0], manifact_model_labels(model.get())[20]);
}

// X ~ V U' with the basis U: the residual is the objective, if the objective has no other terms.
TEST_F(Cocluster, basis_and_memberships_make_the_data) {
  manifact_matrix *weighted = nullptr;
  ASSERT_EQ(manifact_matrix_weight(context_.get(), X_.get(), "auto", "auto", &weighted), 0);
  const support::Matrix owner(weighted);
  const std::vector<double> X = support::dense(weighted);
  for (const auto &[method, settings] :
       std::initializer_list<std::pair<const char *, support::Settings>>{
           {"nmf", {}},
           {"gnmf", {{"lambda", "0"}}},
           {"semi-nmf", {}},
           {"onmtf", {}},
           {"cf", {{"ncw", "none"}}}}) {
    const auto model = fitted(method, settings);
    const double *V = manifact_model_memberships(model.get()),
                 *U = manifact_model_basis(model.get());
    double square = 0;
    for (int64_t i = 0; i < corpus_.n; ++i)
      for (int64_t j = 0; j < corpus_.m; ++j) {
        double value = X[static_cast<size_t>(i * corpus_.m + j)];
        for (int64_t c = 0; c < 3; ++c) value -= V[i * 3 + c] * U[j * 3 + c];
        square += value * value;
      }
    EXPECT_NEAR(square, manifact_model_objective(model.get()), 1e-9 * square) << method;
  }
  EXPECT_EQ(manifact_model_basis(nullptr), nullptr);
}

// With a k-means read-out the columns of V are not clusters: proportions still refer to the
// clusters, and the cluster of a document has the largest.
TEST_F(Cocluster, shares_are_of_clusters_with_every_read_out) {
  for (const char *readout : {"argmax", "cosine-kmeans"}) {
    const auto model = fitted("gnmf", {{"readout", readout}});
    std::vector<double> proportions(static_cast<size_t>(3 * corpus_.n));
    ASSERT_EQ(manifact_model_proportions(model.get(), proportions.data(), 3 * corpus_.n), 0);
    const int32_t *labels = manifact_model_labels(model.get());
    for (int64_t i = 0; i < corpus_.n; ++i) {
      const double *row = proportions.data() + 3 * i;
      EXPECT_NEAR(row[0] + row[1] + row[2], 1, 1e-12);
      EXPECT_EQ(std::max_element(row, row + 3) - row, labels[i]) << readout << " " << i;
    }
  }
}

TEST_F(Cocluster, empty_clusters_of_features_are_fewer_clusters) {
  const auto model =
      fitted("rcc", {{"feature-clusters", "1000"}});  // reduced to the number of features
  EXPECT_EQ(manifact_model_feature_clusters(model.get()), corpus_.m);
  EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_FEWER_CLUSTERS);
}

TEST_F(Cocluster, an_ineffective_tolerance_is_reported) {
  const auto warned = [](const manifact_model *model) {
    for (int64_t w = 0; w < manifact_model_warning_count(model); ++w)
      if (std::string(manifact_model_warning(model, w)).find("tolerance is ignored") == 0)
        return true;
    return false;
  };
  EXPECT_TRUE(warned(fitted("drcc", {{"variant", "paper"}, {"tolerance", "1e-3"}}).get()));
  EXPECT_FALSE(warned(fitted("drcc", {{"variant", "paper"}}).get()));
  EXPECT_FALSE(warned(fitted("onmtf", {{"tolerance", "1e-3"}}).get()));
  EXPECT_FALSE(warned(fitted("nmf", {{"tolerance", "1e-3"}}).get()));
}

TEST_F(Cocluster, tnmf_is_another_name_of_onmtf) {
  const auto solver = support::solver(context_.get(), "tnmf");
  EXPECT_STREQ(manifact_solver_method(solver.get()), "onmtf");
  EXPECT_STREQ(manifact_model_method(support::fit(solver.get(), X_.get(), 3).get()), "onmtf");
}

TEST_F(Cocluster, presets_set_both_penalties) {
  const auto options = [&](const char *preset) {
    const auto model = fitted("drcc", {{"preset", preset}});
    return std::string(manifact_model_option(model.get(), "lambda")) + " " +
           manifact_model_option(model.get(), "mu") + " " +
           manifact_model_option(model.get(), "variant");
  };
  EXPECT_EQ(options("none"), "500 1 scale-free");
  EXPECT_EQ(options("text"), "500 1 scale-free");
  EXPECT_EQ(options("paper"), "500 500 paper");
}

TEST_F(Cocluster, words_of_other_methods_are_refused) {
  for (const auto &[method, name, value] : {std::tuple{"nmf", "update", "cd"},
                                            {"lccf", "update", "hals"},
                                            {"drcc", "variant", "local"}}) {
    const auto solver = support::solver(context_.get(), method);
    EXPECT_EQ(manifact_solver_set_text(solver.get(), name, value), MANIFACT_ERROR_OPTION) << method;
  }
  EXPECT_STREQ(manifact_method_option_words("nmf", "update"), "hals mu");
  EXPECT_STREQ(manifact_method_option_words("drcc", "variant"), "scale-free paper raw");
  EXPECT_EQ(manifact_method_option_words("nmf", "lambda"), nullptr);
  EXPECT_EQ(manifact_method_option_words("nmf", "seed"), nullptr);
  EXPECT_EQ(manifact_method_option_words("no-such-method", "update"), nullptr);
}

TEST_F(Cocluster, shuffled_documents_make_the_same_clusters) {
  const auto X = support::dense(X_.get());
  std::vector<double> turned;
  for (int64_t i = corpus_.n - 1; i >= 0; --i)
    turned.insert(turned.end(), X.begin() + i * corpus_.m, X.begin() + (i + 1) * corpus_.m);
  const auto Y = support::matrix(context_.get(), corpus_.n, corpus_.m, turned, true);
  for (const char *method : all) {
    const auto a = support::labels(fitted(method).get());
    auto b = support::labels(
        support::fit(support::solver(context_.get(), method).get(), Y.get(), 3).get());
    std::reverse(b.begin(), b.end());
    std::set<std::pair<int32_t, int32_t>> pairs;  // equal sizes: by first document
    for (size_t i = 0; i < a.size(); ++i) pairs.insert({a[i], b[i]});
    EXPECT_EQ(pairs.size(), 3u) << method;
  }
}

// Counts of documents of two topics with common words: five clusters are more than there are, and a
// strong graph merges some.
support::Matrix two_topics(manifact_context *context, std::int64_t n = 80) {
  constexpr std::int64_t words = 20, m = 3 * words;
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t bound) {
    return static_cast<std::int64_t>((random() >> 11) % bound);
  };
  std::vector<double> X(static_cast<std::size_t>(n * m));
  for (std::int64_t i = 0; i < n; ++i)
    for (int word = 0; word < 15; ++word) {
      const std::int64_t block = below(2) == 0 ? 2 : i % 2;
      ++X[static_cast<std::size_t>(i * m + block * words + below(words))];
    }
  return support::matrix(context, n, m, X, true);
}

double number_of(const manifact_model *model, const char *name) {
  const std::string text = support::diagnostic(model, name);
  return text.empty() ? std::nan("") : std::stod(text);
}

TEST_F(Cocluster, no_cluster_loses_all_documents_by_the_default_of_lambda) {
  const support::Matrix X = two_topics(context_.get());
  const auto fit_of = [&](const char *method, const support::Settings &settings) {
    return support::fit(support::solver(context_.get(), method, settings).get(), X.get(), 5);
  };
  for (const char *method : {"rcc", "drcc"}) {
    const auto as_set = fit_of(method, {{"lambda", "500"}});
    EXPECT_TRUE(std::isnan(number_of(as_set.get(), "lambda_reduced"))) << method;
    EXPECT_EQ(manifact_model_sizes(as_set.get())[4], 0) << "the default would do";
    const double relative = number_of(as_set.get(), "lambda_relative");
    double least = 1;
    // Starts are compared after some updates, and after all of them.
    for (const support::Settings &starts : {support::Settings{},
                                            {{"restarts", "4"}},
                                            {{"restarts", "4"}, {"trial-iterations", "0"}}}) {
      const auto model = fit_of(method, starts);
      const double reduced = number_of(model.get(), "lambda_reduced"),
                   clusters = number_of(model.get(), "lambda_reduced_clusters"),
                   used = number_of(model.get(), "lambda_relative") / relative;
      EXPECT_LT(reduced, 1) << method;
      EXPECT_GT(manifact_model_sizes(model.get())[4], 0) << method << ' ' << starts.size();
      // Those whose lambda is reduced have at least the least, and at most a tenth.
      EXPECT_GE(clusters, 2) << method;
      EXPECT_GE(used, (5 - clusters + clusters * reduced) / 5 - 1e-12) << method;
      EXPECT_LE(used, (5 - clusters + clusters / 10) / 5 + 1e-12) << method;
      // The first start is one of several, of which that with the largest lambda is the best.
      if (starts.empty()) least = used;
      if (starts.size() == 2) {
        EXPECT_GE(used, least) << method;
      }
    }
  }
}

TEST_F(Cocluster, a_reduced_lambda_does_not_depend_on_the_threads) {
  for (const char *method : {"rcc", "drcc"}) {
    std::string reduced[2];
    support::Model models[2];
    for (const std::int64_t threads : {1, 3}) {
      const support::Context context = support::context();
      ASSERT_EQ(manifact_context_set_threads(context.get(), threads), MANIFACT_OK);
      const support::Matrix X = two_topics(context.get(), 3000);  // several tasks
      support::Model &model = models[threads / 2];
      model = support::fit(support::solver(context.get(), method).get(), X.get(), 5);
      reduced[threads / 2] = support::diagnostic(model.get(), "lambda_reduced");
    }
    EXPECT_NE(reduced[0], "") << method;
    EXPECT_EQ(reduced[0], reduced[1]) << method;
    EXPECT_EQ(manifact_model_objective(models[0].get()), manifact_model_objective(models[1].get()))
        << method;
    EXPECT_EQ(support::labels(models[0].get()), support::labels(models[1].get())) << method;
  }
}

}  // namespace
