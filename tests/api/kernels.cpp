// Kernels and signed data through the public API: equivalent kernels, new documents, model files,
// budgets, and refused combinations.
#include <algorithm>
#include <cmath>

#include "support/corpus.hpp"

namespace {

using support::Assigned;
using support::Settings;
using support::with;
using Values = std::vector<double>;

class ApiKernels : public testing::Test {
 protected:
  static constexpr int64_t n = 60, n_new = 20, m = 45, k = 3;

  // Rows of unit length, and the inner products of `rows` of them from `first` on with the first n.
  ApiKernels() : all_(support::dense(api::csr(c, api::corpus(n + n_new, m)).get())) {
    for (int64_t i = 0; i < n + n_new; ++i) {
      double square = 0;
      for (int64_t j = 0; j < m; ++j) square += at(i, j) * at(i, j);
      for (int64_t j = 0; j < m; ++j) at(i, j) /= std::sqrt(square);
    }
  }
  double &at(int64_t i, int64_t j) { return all_[static_cast<size_t>(i * m + j)]; }
  support::Matrix documents(int64_t first, int64_t rows) {
    return support::matrix(c, rows, m,
                           {all_.begin() + first * m, all_.begin() + (first + rows) * m});
  }
  support::Matrix products(int64_t first, int64_t rows) {
    Values K(static_cast<size_t>(rows * n));
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < n; ++j)
        for (int64_t l = 0; l < m; ++l)
          K[static_cast<size_t>(i * n + j)] += at(first + i, l) * at(j, l);
    return support::matrix(c, rows, n, K);
  }
  support::Model fitted(const manifact_matrix *X, const std::string &method,
                        const Settings &settings) {
    return support::fit(
        support::solver(
            c, method,
            with(
                {{"update", "mu"}, {"restarts", "1"}, {"max-iterations", "40"}, {"tolerance", "0"}},
                settings))
            .get(),
        X, k);
  }
  // Fits from given factors: random ones are drawn in an order that depends on the content of the
  // data, which a kernel does not show.
  support::Model started(const manifact_matrix *X, const std::string &method,
                         const Settings &settings) {
    const auto solver = support::solver(
        c, method,
        with({{"update", "mu"}, {"max-iterations", "40"}, {"tolerance", "0"}}, settings));
    Values W(static_cast<size_t>(n * k)), V(W.size());
    for (size_t e = 0; e < W.size(); ++e)
      W[e] = 0.5 + 0.4 * std::sin(1.7 * static_cast<double>(e)),
      V[e] = 0.5 + 0.4 * std::cos(2.3 * static_cast<double>(e));
    EXPECT_EQ(manifact_solver_set_start_factors(solver.get(), W.data(), V.data(), n, k),
              MANIFACT_OK);
    return support::fit(solver.get(), X, k);
  }
  Assigned assigned(const manifact_model *model, const manifact_matrix *X) {
    return support::assigned(c, model, X);
  }
  static void expect_close(const Values &got, const Values &right, double tolerance,
                           const std::string &what) {
    ASSERT_EQ(got.size(), right.size());
    const double most = *std::max_element(right.begin(), right.end());
    for (size_t e = 0; e < got.size(); ++e)
      ASSERT_NEAR(got[e], right[e], tolerance * most) << what << ", entry " << e;
  }
  void expect_refused(const manifact_matrix *X, const std::string &method, const Settings &settings,
                      int status, const std::string &words) {
    manifact_model *model = nullptr;
    const auto solver = support::solver(c, method, settings);
    EXPECT_EQ(manifact_solver_fit(solver.get(), X, k, &model), status) << words;
    EXPECT_EQ(model, nullptr);
    EXPECT_NE(std::string(manifact_solver_message(solver.get())).find(words), std::string::npos)
        << manifact_solver_message(solver.get());
  }

  const support::Context context_ = support::context();
  manifact_context *const c = context_.get();
  Values all_;
};

const Settings polynomial = {{"kernel", "polynomial"}},
               cubic = {{"kernel", "polynomial"}, {"degree", "3"}, {"offset", "0.5"}},
               rbf = {{"kernel", "rbf"}}, precomputed = {{"kernel", "precomputed"}};

TEST_F(ApiKernels, a_polynomial_of_degree_one_and_a_precomputed_linear_kernel_are_the_linear_one) {
  const auto X = documents(0, n), fresh = documents(n, n_new), K = products(0, n),
             fresh_K = products(n, n_new);
  for (const char *method : {"cf", "lccf"})
    for (const char *ncw : {"none", "unit-graph", "full"})
      for (const char *readout : {"argmax", "cosine-kmeans"}) {
        Settings base = {{"ncw", ncw}, {"readout", readout}};
        if (std::string(method) == "lccf") base.emplace_back("lambda", "1");  // for any kernel
        const std::string what = std::string(method) + " " + ncw + " " + readout;
        const auto linear = started(X.get(), method, base),
                   first = started(X.get(), method,
                                   with(base, {{"kernel", "polynomial"}, {"degree", "1"}})),
                   given = started(K.get(), method, with(base, precomputed));
        const Assigned right = assigned(linear.get(), fresh.get());
        for (const manifact_model *other : {first.get(), given.get()}) {
          expect_close(support::memberships(other), support::memberships(linear.get()), 1e-9,
                       what + ": V");
          expect_close(support::associations(other), support::associations(linear.get()), 1e-9,
                       what + ": W");
          EXPECT_EQ(support::labels(other), support::labels(linear.get())) << what;
          const Assigned got = assigned(other, (other == given.get() ? fresh_K : fresh).get());
          expect_close(got.memberships, right.memberships, 1e-8, what + ": new documents");
          EXPECT_EQ(got.labels, right.labels) << what;
        }
      }
}

TEST_F(ApiKernels, known_documents_go_to_their_own_clusters_also_from_a_file) {
  const auto X = documents(0, n), K = products(0, n);
  for (const Settings &kernel : {polynomial, cubic, rbf, precomputed})
    for (const char *ncw : {"none", "unit-graph", "full"}) {
      const manifact_matrix *const data = kernel == precomputed ? K.get() : X.get();
      const auto model = fitted(data, "lccf", with(kernel, {{"ncw", ncw}, {"lambda", "0.1"}}));
      EXPECT_GT(api::accuracy(c, api::corpus(n, m), model.get()), 0.5) << kernel.front().second;
      const Assigned own = assigned(model.get(), data);
      int64_t same = 0;
      for (size_t i = 0; i < own.labels.size(); ++i)
        same += own.labels[i] == support::labels(model.get())[i] ? 1 : 0;
      EXPECT_GE(same, n - 3) << kernel.front().second << " " << ncw;
      const std::string file = api::bytes(c, model.get());
      EXPECT_NE(file.find("needs=kernel dense-documents\n") != std::string::npos,
                kernel == precomputed)
          << "earlier readers must refuse it";
      EXPECT_NE(file.find("needs=kernel"), std::string::npos);
      const auto loaded = api::load(c, file);
      EXPECT_EQ(api::bytes(c, loaded.get()), file);
      EXPECT_EQ(assigned(loaded.get(), data).memberships, own.memberships);
      EXPECT_STREQ(manifact_model_option(loaded.get(), "kernel"), kernel.front().second.c_str());
    }
  EXPECT_EQ(api::bytes(c, fitted(X.get(), "lccf", {}).get()).find("needs=kernel"),
            std::string::npos);
}

TEST_F(ApiKernels, every_method_of_concepts_takes_them) {
  const auto X = documents(0, n);
  for (const char *method : {"auto", "cf", "lccf"})
    for (const Settings &kernel : {polynomial, rbf}) {
      const auto model = support::fit(support::solver(c, method, kernel).get(), X.get(), k);
      ASSERT_TRUE(model);
      EXPECT_EQ(support::diagnostic(model.get(), "update_rule"), "multiplicative") << method;
      EXPECT_EQ(support::diagnostic(model.get(), "kernel_blocks"), "1") << method;
      EXPECT_EQ(support::diagnostic(model.get(), "kernel_bytes"), "524288") << method;
      EXPECT_GT(api::accuracy(c, api::corpus(n, m), model.get()), 0.8)
          << method << " " << kernel.front().second;
    }
}

TEST_F(ApiKernels, threads_and_budget_change_no_bit_of_the_factors) {
  const api::Corpus corpus = api::corpus(700, 60);
  const auto X = api::csr(c, corpus);
  const Settings base = {{"max-iterations", "5"}};
  for (const Settings &kernel : {polynomial, rbf}) {
    const auto one = fitted(X.get(), "lccf", with(base, kernel));
    for (const Settings &other :
         {Settings{{"threads", "3"}}, Settings{{"memory-budget", "1048576"}}}) {
      const auto model = fitted(X.get(), "lccf", with(with(base, kernel), other));
      EXPECT_EQ(support::memberships(model.get()), support::memberships(one.get()));
      EXPECT_EQ(support::history(model.get()), support::history(one.get()));
      const bool anew = other.front().first == "memory-budget";
      EXPECT_EQ(support::diagnostic(model.get(), "kernel_blocks_kept"), anew ? "2" : "6");
      EXPECT_EQ(support::warnings(model.get())
                        .find("needs 3145728 bytes, more than the memory-budget: 4 of its 6") !=
                    std::string::npos,
                anew)
          << support::warnings(model.get());
    }
  }
}

TEST_F(ApiKernels, what_does_not_go_together_is_refused) {
  const auto X = documents(0, n), K = products(0, n);
  expect_refused(X.get(), "lccf", with(polynomial, {{"update", "cd"}}), MANIFACT_ERROR_OPTION,
                 "update=cd needs the linear kernel");
  expect_refused(X.get(), "lccf", precomputed, MANIFACT_ERROR_STRUCTURE, "this matrix is 60 x 45");
  expect_refused(K.get(), "lccf", with(precomputed, {{"weighting", "tfidf"}}),
                 MANIFACT_ERROR_OPTION, "weighting=tfidf");
  expect_refused(K.get(), "lccf", with(precomputed, {{"scaling", "unit-rows"}}),
                 MANIFACT_ERROR_OPTION, "scaling=unit-rows");
  Values rows(static_cast<size_t>(n * m));
  for (size_t e = 0; e < rows.size(); ++e) rows[e] = e % 7 == 0 ? -1 : static_cast<double>(e % 5);
  const auto negative = support::matrix(c, n, m, rows);
  expect_refused(negative.get(), "cf",
                 with(cubic, {{"split", "factored"}, {"offset", "0"}, {"update", "mu"}}),
                 MANIFACT_ERROR_OPTION, "split=factored needs the linear kernel");
  const auto large = support::matrix(c, 400, 400, Values(400 * 400, 1.0));
  expect_refused(large.get(), "cf", with(precomputed, {{"memory-budget", "1048576"}}),
                 MANIFACT_ERROR_BUDGET, "160000 values need 1280000 bytes");
}

TEST_F(ApiKernels, without_its_data_a_model_refuses_to_assign_with_the_reason) {
  const auto X = documents(0, n), fresh = documents(n, n_new);
  const auto model = fitted(X.get(), "cf", with(polynomial, {{"keep-data", "no"}}));
  std::vector<int32_t> labels(n_new);
  EXPECT_EQ(manifact_model_assign(c, model.get(), fresh.get(), labels.data(), nullptr, n_new),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_NE(std::string(manifact_context_message(c)).find("keep-data=no"), std::string::npos)
      << manifact_context_message(c);
}

TEST_F(ApiKernels, concepts_without_features_are_shown_by_their_centroids) {
  const auto X = documents(0, n);
  const auto model = fitted(X.get(), "lccf", polynomial);
  const double *centroids = manifact_model_centroids(model.get());
  for (int64_t cluster = 0; cluster < k; ++cluster) {
    int64_t features[5], found = 0;
    double scores[5];
    ASSERT_EQ(manifact_model_top_features(model.get(), cluster, MANIFACT_SCORE_CONCEPT, 5, features,
                                          scores, &found),
              MANIFACT_OK);
    ASSERT_EQ(found, 5);
    for (int q = 0; q < 5; ++q) EXPECT_EQ(scores[q], centroids[features[q] * k + cluster]);
  }
}

// Three groups of points around centers of all signs.
class ApiSigned : public ApiKernels {
 protected:
  support::Matrix clouds(int64_t rows, std::vector<int32_t> *truth = nullptr, double unit = 1) {
    uint64_t state = 88172645463325252ULL;
    const auto uniform = [&] {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      return static_cast<double>(state % 100000) / 100000 - 0.5;
    };
    const double centers[3][6] = {{2, -1, 0, 0, 1, 0}, {-1, 2, 1, 0, 0, -1}, {0, 0, -2, 1, -1, 1}};
    Values X;
    for (int64_t i = 0; i < rows; ++i) {
      if (truth != nullptr) truth->push_back(static_cast<int32_t>(i % 3));
      for (const double center : centers[i % 3]) X.push_back(unit * (center + uniform()));
    }
    return support::matrix(c, rows, 6, X);
  }
};

TEST_F(ApiSigned, clouds_are_found_by_every_rule_and_new_points_follow) {
  std::vector<int32_t> truth;
  const auto X = clouds(90, &truth), fresh = clouds(120);
  for (const char *method : {"auto", "cf", "lccf"})
    for (const Settings &settings :
         {Settings{}, Settings{{"update", "mu"}, {"split", "exact"}},
          Settings{{"update", "mu"}, {"split", "factored"}}, Settings{{"update", "cd"}},
          Settings{{"precision", "float"}, {"update", "mu"}}}) {
      const auto model = support::fit(support::solver(c, method, settings).get(), X.get(), k);
      ASSERT_TRUE(model);
      const std::vector<int32_t> labels = support::labels(model.get());
      double share = 0;
      ASSERT_EQ(manifact_evaluate(c, truth.data(), labels.data(), 90, &share, nullptr, nullptr,
                                  nullptr, nullptr),
                MANIFACT_OK);
      EXPECT_EQ(share, 1) << method;
      const Assigned got = assigned(model.get(), fresh.get());
      for (size_t i = 0; i < 90; ++i) EXPECT_EQ(got.labels[i], labels[i]) << method << " " << i;
      const auto loaded = api::load(c, api::bytes(c, model.get()));
      EXPECT_EQ(assigned(loaded.get(), fresh.get()).memberships, got.memberships);
    }
}

TEST_F(ApiSigned, the_split_changes_from_exact_to_factored_with_the_number_of_documents) {
  for (const int64_t rows : {2048, 2049}) {
    const auto model = fitted(clouds(rows).get(), "cf", {{"max-iterations", "2"}});
    EXPECT_EQ(support::diagnostic(model.get(), "update_rule"), "signed multiplicative");
    EXPECT_EQ(support::diagnostic(model.get(), "kernel_blocks"), rows == 2048 ? "36" : "");
  }
}

TEST_F(ApiSigned, nothing_depends_on_the_unit_of_the_data) {
  const auto model = fitted(clouds(90).get(), "lccf", {});
  for (const double unit : {1e-6, 10.0, 1e6}) {
    const auto other = fitted(clouds(90, nullptr, unit).get(), "lccf", {});
    EXPECT_EQ(support::diagnostic(other.get(), "update_rule"), "signed multiplicative");
    EXPECT_EQ(support::labels(other.get()), support::labels(model.get())) << unit;
    Values V = support::memberships(model.get());
    for (double &x : V) x *= unit;  // w'Kw = 1: V has the unit of the data
    expect_close(support::memberships(other.get()), V, 1e-9, "V");
  }
}

TEST_F(ApiSigned, threads_change_no_byte_of_the_model) {
  const auto X = clouds(600);
  for (const char *split : {"exact", "factored"}) {
    const Settings settings = {{"split", split}, {"max-iterations", "10"}};
    const std::string one = api::bytes(c, fitted(X.get(), "lccf", settings).get());
    EXPECT_EQ(api::bytes(c, fitted(X.get(), "lccf", with(settings, {{"threads", "3"}})).get()), one)
        << split;
  }
}

// The neighbors of a precomputed kernel are read from it: a request for an approximate search gives
// a warning.
TEST(GivenKernel, reports_that_the_search_option_is_ineffective) {
  const support::Context context = support::context();
  const std::size_t n = 12;
  std::vector<double> K(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) K[i * n + j] = i == j ? 1 : i % 3 == j % 3 ? 0.6 : 0.1;
  const support::Matrix X =
      support::matrix(context.get(), static_cast<int64_t>(n), static_cast<int64_t>(n), K);
  for (const char *search : {"auto", "exact", "approximate"}) {
    const support::Model model = api::fit(
        context.get(), "lccf",
        {{"kernel", "precomputed"}, {"graph-search", search}, {"restarts", "1"}}, X.get(), 3);
    const bool warned = support::warnings(model.get())
                            .find("graph-search=approximate is ignored with kernel=precomputed") !=
                        std::string::npos;
    EXPECT_EQ(warned, std::string(search) == "approximate") << search;
  }
}

// A fit of other data than were meant may take hours: it is told when it begins.
TEST(GivenKernel, square_data_are_told_before_the_fit_and_once) {
  constexpr int64_t n = 12;
  const support::Context context = support::context();
  Values distances;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j) distances.push_back(i == j ? 0 : i % 3 == j % 3 ? 1 : 4);
  const support::Matrix X = support::matrix(context.get(), n, n, distances);
  std::vector<std::string> events;
  manifact_context_set_log(
      context.get(),
      [](void *user, int level, const char *text) {
        if (level == MANIFACT_LOG_WARNING)
          static_cast<std::vector<std::string> *>(user)->push_back(text);
      },
      &events);
  const support::Solver solver = support::solver(context.get(), "kmeans");
  manifact_solver_set_progress(
      solver.get(),
      [](void *user, const char *, int64_t, int64_t, double, double) {
        static_cast<std::vector<std::string> *>(user)->push_back("progress");
        return 0;
      },
      &events);
  const support::Model model = support::fit(solver.get(), X.get(), 3);
  const std::string sentence = support::warnings(model.get());
  EXPECT_NE(sentence.find("square and symmetric with zeros in the diagonal"), std::string::npos);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.front() + "\n", sentence);
  EXPECT_EQ(std::count(events.begin(), events.end(), events.front()), 1);
  EXPECT_GT(std::count(events.begin(), events.end(), "progress"), 0);
}

}  // namespace
