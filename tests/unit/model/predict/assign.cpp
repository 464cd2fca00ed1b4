// manifact_model_assign: the oracle, documents that are known already, documents that say nothing,
// and what a model keeps for later.
#include <algorithm>
#include <cmath>

#include "support/corpus.hpp"

namespace {

using support::Settings;
using Values = std::vector<double>;

struct Assigned {
  std::vector<int32_t> labels;
  Values memberships;
};

class Assign : public testing::Test {
 protected:
  support::Model fitted(const std::string &method, const Settings &settings = {}, int64_t k = 3) {
    return support::fit(support::solver(context_.get(), method, settings).get(), X_.get(), k);
  }
  Assigned assigned(const manifact_model *model, const manifact_matrix *X) {
    const auto n = static_cast<size_t>(manifact_matrix_rows(X));
    Assigned a{std::vector<int32_t>(n, 99),
               Values(n * static_cast<size_t>(manifact_model_clusters(model)), 99)};
    EXPECT_EQ(manifact_model_assign(context_.get(), model, X, a.labels.data(), a.memberships.data(),
                                    manifact_matrix_rows(X)),
              MANIFACT_OK)
        << manifact_context_message(context_.get());
    return a;
  }
  static double agreement(const std::vector<int32_t> &a, const std::vector<int32_t> &b) {
    double same = 0;
    for (size_t i = 0; i < a.size(); ++i) same += a[i] == b[i] ? 1 : 0;
    return same / static_cast<double>(a.size());
  }

  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus();
  const support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST_F(Assign, follows_the_oracle) {
  NEEDS_SHARED("oracle/lccf_oos_nnls");
  const auto read = [&](const char *name) {
    return support::read(context_.get(),
                         support::shared() + "/oracle/lccf_oos_nnls/" + name + ".mtx");
  };
  const auto X = read("X"), S = read("S"), fresh = read("Xnew");
  const Values W = support::dense(read("W").get()), V = support::dense(read("V").get()),
               right = support::dense(read("Vnew").get());
  const int64_t n = manifact_matrix_rows(X.get()), k = static_cast<int64_t>(W.size()) / n;
  manifact_graph *graph = nullptr;
  ASSERT_EQ(manifact_graph_from_matrix(context_.get(), S.get(), 0, &graph), 0)
      << manifact_context_message(context_.get());
  const support::Graph owner(graph);
  const auto solver = support::solver(context_.get(), "lccf",
                                      {{"lambda", "1"},
                                       {"ncw", "none"},
                                       {"normalization", "none"},
                                       {"max-iterations", "0"},
                                       {"neighbors", "5"},
                                       {"weighting", "none"},
                                       {"scaling", "none"}});
  ASSERT_EQ(manifact_solver_set_graph(solver.get(), graph), 0);
  ASSERT_EQ(manifact_solver_set_start_factors(solver.get(), W.data(), V.data(), n, k), 0);
  const auto got = assigned(support::fit(solver.get(), X.get(), k).get(), fresh.get()).memberships;
  ASSERT_EQ(got.size(), right.size());
  const double most = *std::max_element(right.begin(), right.end());
  for (size_t e = 0; e < right.size(); ++e)
    EXPECT_NEAR(got[e], right[e], 1e-12 * most) << "row " << e / static_cast<size_t>(k);
}

// The oracle's Snew is what assignment takes for its s: the five documents of largest cosine.
TEST_F(Assign, edges_of_the_oracle_are_the_five_nearest) {
  NEEDS_SHARED("oracle/lccf_oos_nnls");
  const auto read = [&](const char *name) {
    return support::read(context_.get(),
                         support::shared() + "/oracle/lccf_oos_nnls/" + name + ".mtx");
  };
  const auto X_matrix = read("X"), fresh_matrix = read("Xnew");
  const Values X = support::dense(X_matrix.get()), fresh = support::dense(fresh_matrix.get()),
               S = support::dense(read("Snew").get());
  const auto n = static_cast<size_t>(manifact_matrix_rows(X_matrix.get())),
             m = static_cast<size_t>(manifact_matrix_columns(X_matrix.get()));
  for (size_t i = 0; i < fresh.size() / m; ++i) {
    std::vector<std::pair<double, size_t>> cosines;
    for (size_t j = 0; j < n; ++j) {
      double xy = 0, xx = 0, yy = 0;
      for (size_t l = 0; l < m; ++l) {
        xy += fresh[i * m + l] * X[j * m + l];
        xx += fresh[i * m + l] * fresh[i * m + l];
        yy += X[j * m + l] * X[j * m + l];
      }
      cosines.emplace_back(-xy / std::sqrt(xx * yy), j);
    }
    std::sort(cosines.begin(), cosines.end());
    Values nearest(n);
    for (size_t q = 0; q < 5; ++q) nearest[cosines[q].second] = -cosines[q].first;
    for (size_t j = 0; j < n; ++j)
      EXPECT_NEAR(S[i * n + j], nearest[j], 1e-13) << "new document " << i << ", document " << j;
  }
}

TEST_F(Assign, training_documents_mostly_keep_their_clusters) {
  for (const auto &[method, settings] : std::vector<std::pair<std::string, Settings>>{
           {"cf", {}},
           {"cf", {{"ncw", "none"}, {"max-iterations", "500"}}},
           {"lccf", {}},
           {"lccf", {{"ncw", "full"}}},
           {"lccf", {{"readout", "kmeans"}}},
           {"lccf", {{"precision", "float"}}},
           {"lccf", {{"preset", "paper"}}},
           {"lccf", {{"normalization", "final"}}}}) {
    const auto model = fitted(method, settings);
    const double share =
        agreement(assigned(model.get(), X_.get()).labels, support::labels(model.get()));
    EXPECT_GE(share, 0.98) << method
                           << (settings.empty()
                                   ? ""
                                   : " " + settings[0].first + "=" + settings[0].second);
  }
}

TEST_F(Assign, memberships_of_cf_at_its_minimum_are_those_of_the_fit) {
  // Without a graph each row of V solves the same problem once the updates have converged.
  const auto model = fitted(
      "cf", {{"ncw", "none"}, {"tolerance", "0"}, {"max-iterations", "5000"}, {"restarts", "1"}});
  const Values right = support::memberships(model.get()),
               got = assigned(model.get(), X_.get()).memberships;
  const double most = *std::max_element(right.begin(), right.end());
  for (size_t e = 0; e < right.size(); ++e) EXPECT_NEAR(got[e], right[e], 0.01 * most) << e;
}

TEST_F(Assign, documents_that_say_nothing_get_no_cluster) {
  // Counts of a feature that no training document has; feature 45 is added to the corpus.
  api::Corpus wider = corpus_;
  wider.m += 1;
  const auto X = api::csr(context_.get(), wider);
  Values rows(4 * static_cast<size_t>(wider.m));
  rows[static_cast<size_t>(2 * wider.m - 1)] = 3;  // row 1 has the unknown feature only
  rows[static_cast<size_t>(2 * wider.m)] = 2;      // row 2 a known one
  const auto fresh = support::matrix(context_.get(), 4, wider.m, rows, true);
  for (const std::string method : {"cf", "lccf", "kmeans", "spherical-kmeans"})
    for (const std::string weighting : {"auto", "none"}) {
      const auto model = support::fit(
          support::solver(context_.get(), method, {{"weighting", weighting}}).get(), X.get(), 3);
      const Assigned a = assigned(model.get(), fresh.get());
      for (const size_t i : {0, 1, 3}) {
        EXPECT_EQ(a.labels[i], -1) << method << " " << weighting << ", document " << i;
        for (size_t c = 0; c < 3; ++c) EXPECT_EQ(a.memberships[i * 3 + c], 0) << method;
      }
      EXPECT_GE(a.labels[2], 0) << method;
    }
}

TEST_F(Assign, counts_are_weighted_as_the_training_documents_were) {
  // Against a model of the weighted documents, and new documents weighted by hand with their
  // ln(n / df).
  manifact_matrix *weighted = nullptr;
  ASSERT_EQ(manifact_matrix_weight(context_.get(), X_.get(), "tfidf", "unit-rows", &weighted),
            MANIFACT_OK);
  const support::Matrix owner(weighted);
  const Values counts = support::dense(X_.get());
  const auto n = static_cast<size_t>(corpus_.n), m = static_cast<size_t>(corpus_.m);
  const size_t n_new = 7;
  Values fresh(n_new * m), by_hand(n_new * m);
  for (size_t i = 0; i < n_new; ++i) {
    double square = 0;
    for (size_t j = 0; j < m; ++j) {
      fresh[i * m + j] = (i * 5 + j * 3) % 7 < 2 ? static_cast<double>(1 + (i + j) % 3) : 0;
      double df = 0;
      for (size_t d = 0; d < n; ++d) df += counts[d * m + j] > 0 ? 1 : 0;
      by_hand[i * m + j] = df > 0 ? fresh[i * m + j] * std::log(static_cast<double>(n) / df) : 0;
      square += by_hand[i * m + j] * by_hand[i * m + j];
    }
    for (size_t j = 0; j < m; ++j) by_hand[i * m + j] /= std::sqrt(square);
  }
  for (const std::string method : {"cf", "lccf", "kmeans", "spherical-kmeans"}) {
    const auto of_counts = fitted(method);
    const auto of_weights = support::fit(
        support::solver(context_.get(), method, {{"weighting", "none"}}).get(), weighted, 3);
    ASSERT_EQ(support::labels(of_counts.get()), support::labels(of_weights.get())) << method;
    const Assigned a = assigned(
        of_counts.get(), support::matrix(context_.get(), n_new, corpus_.m, fresh, true).get());
    const Assigned b = assigned(
        of_weights.get(), support::matrix(context_.get(), n_new, corpus_.m, by_hand, true).get());
    EXPECT_EQ(a.labels, b.labels) << method;
    for (size_t e = 0; e < a.memberships.size(); ++e)
      EXPECT_NEAR(a.memberships[e], b.memberships[e], 1e-9) << method;
  }
}

TEST_F(Assign, without_kept_documents_the_graph_term_is_gone) {
  const auto kept = fitted("lccf", {{"lambda", "100"}}),
             dropped = fitted("lccf", {{"lambda", "100"}, {"keep-data", "no"}});
  ASSERT_EQ(support::memberships(dropped.get()), support::memberships(kept.get()))
      << "the fit is the same";
  EXPECT_NE(assigned(dropped.get(), X_.get()).memberships,
            assigned(kept.get(), X_.get()).memberships);
  EXPECT_LT(api::bytes(context_.get(), dropped.get()).size(),
            api::bytes(context_.get(), kept.get()).size());
}

TEST_F(Assign, each_document_is_on_its_own) {
  // Many batches of documents, the same few again and again, on one thread and on several.
  const size_t few = 7, many = 9001, m = static_cast<size_t>(corpus_.m);
  const Values all = support::dense(X_.get());
  Values rows;
  for (size_t i = 0; i < many; ++i)
    rows.insert(rows.end(), all.begin() + static_cast<std::ptrdiff_t>(i % few * m),
                all.begin() + static_cast<std::ptrdiff_t>((i % few + 1) * m));
  const auto X = support::matrix(context_.get(), many, corpus_.m, rows, true);
  for (const std::string method : {"lccf", "kmeans"}) {
    const auto model = fitted(method);
    const Assigned one = assigned(model.get(), X_.get());
    for (const int threads : {1, 2, 5}) {
      ASSERT_EQ(manifact_context_set_threads(context_.get(), threads), MANIFACT_OK);
      const Assigned repeated = assigned(model.get(), X.get());
      for (size_t i = 0; i < many; ++i) {
        ASSERT_EQ(repeated.labels[i], one.labels[i % few]) << method << ", document " << i;
        for (size_t c = 0; c < 3; ++c)
          ASSERT_EQ(repeated.memberships[i * 3 + c], one.memberships[i % few * 3 + c])
              << method << ", document " << i;
      }
    }
  }
}

TEST_F(Assign, what_does_not_fit_is_refused) {
  const auto model = fitted("lccf");
  int32_t labels[2] = {7, 7};
  const auto expect_refused = [&](const manifact_matrix *X, int64_t n_rows, int status,
                                  const std::string &words) {
    EXPECT_EQ(manifact_model_assign(context_.get(), model.get(), X, labels, nullptr, n_rows),
              status)
        << words;
    EXPECT_NE(std::string(manifact_context_message(context_.get())).find(words), std::string::npos)
        << manifact_context_message(context_.get());
    EXPECT_EQ(labels[0], 7) << "nothing is written";
  };
  const auto narrow = support::matrix(context_.get(), 2, 3, {1, 0, 2, 0, 1, 0}, true);
  expect_refused(narrow.get(), 2, MANIFACT_ERROR_MISMATCH,
                 "the documents have 3 features, the model 45");
  Values rows(2 * 45);
  rows[0] = 1;
  rows[45 + 8] = -2;
  const auto negative = support::matrix(context_.get(), 2, 45, rows, true);
  expect_refused(negative.get(), 2, MANIFACT_ERROR_VALUE, "row 1, column 8 is negative (-2)");
  expect_refused(negative.get(), 3, MANIFACT_ERROR_LENGTH, "n_rows is 3, but X has 2 rows");
}

}  // namespace
