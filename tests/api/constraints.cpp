// Sets of constraints through the public API: lifetime, invalid arguments, counts and lists, and
// their effect in a solver.
#include <cmath>

#include "support/corpus.hpp"

namespace {

using support::Constraints;
using support::Model;

struct Listed {
  std::vector<int64_t> first, second;
  std::vector<double> weights;
  bool operator==(const Listed &) const = default;
};

class ConstraintSets : public testing::Test {
 protected:
  int create(int64_t n, const std::vector<int32_t> &labels, const std::vector<int64_t> &first = {},
             const std::vector<int64_t> &second = {}, const std::vector<double> &weights = {}) {
    set_.reset();
    manifact_constraints *out =
        reinterpret_cast<manifact_constraints *>(X_.get());  // a failure clears it
    const int status = manifact_constraints_create(c, n, labels.empty() ? nullptr : labels.data(),
                                                   first.data(), second.data(), weights.data(),
                                                   static_cast<int64_t>(weights.size()), &out);
    EXPECT_EQ(out == nullptr, status < 0);
    set_.reset(out);
    return status;
  }

  Constraints made(const std::vector<int32_t> &labels, const std::vector<int64_t> &first = {},
                   const std::vector<int64_t> &second = {},
                   const std::vector<double> &weights = {}) {
    EXPECT_GE(create(corpus_.n, labels, first, second, weights), 0) << manifact_context_message(c);
    return std::move(set_);
  }

  static Listed listed(const manifact_constraints *set, int kind, int64_t capacity = 100) {
    Listed all;
    all.first.assign(static_cast<size_t>(capacity), -7);
    all.second = all.first;
    all.weights.assign(static_cast<size_t>(capacity), -7);
    int64_t found = -1;
    EXPECT_EQ(manifact_constraints_list(set, kind, capacity, all.first.data(), all.second.data(),
                                        all.weights.data(), &found),
              MANIFACT_OK);
    all.first.resize(static_cast<size_t>(found));
    all.second.resize(static_cast<size_t>(found));
    all.weights.resize(static_cast<size_t>(found));
    return all;
  }

  void expect_refused(int status, const std::string &words, const std::vector<int32_t> &labels,
                      const std::vector<int64_t> &first = {},
                      const std::vector<int64_t> &second = {},
                      const std::vector<double> &weights = {}) {
    EXPECT_EQ(create(4, labels, first, second, weights), status) << words;
    EXPECT_EQ(std::string(manifact_context_message(c)), words);
  }

  api::Corpus corpus_ = api::corpus(20, 18);
  support::Context context_ = support::context();
  support::Matrix X_ = api::csr(context_.get(), corpus_);
  manifact_context *c = context_.get();
  Constraints set_;
};

TEST_F(ConstraintSets, what_is_counted_is_what_is_listed) {
  EXPECT_EQ(create(6, {7, -1, 3, 7, -1, -1}, {4, 1, 1, 5, 0}, {1, 4, 5, 4, 3}, {1, 1, 1, -1, -1}),
            MANIFACT_CONTRADICTIONS);
  const manifact_constraints *set = set_.get();
  EXPECT_EQ(manifact_constraints_documents(set), 6);
  EXPECT_EQ(listed(set, MANIFACT_CONSTRAINTS_PAIRS),
            (Listed{{0, 1, 1, 4}, {3, 4, 5, 5}, {-1, 1, 1, -1}}));
  EXPECT_EQ(listed(set, MANIFACT_CONSTRAINTS_CONTRADICTIONS), (Listed{{0}, {3}, {-1}}))
      << "two documents of class 7";
  EXPECT_EQ(listed(set, MANIFACT_CONSTRAINTS_CONFLICTS), (Listed{{0, 4}, {3, 5}, {-1, -1}}))
      << "4 and 5 by 1";
  EXPECT_EQ(listed(set, MANIFACT_CONSTRAINTS_LABELED), (Listed{{0, 2, 3}, {7, 3, 7}, {1, 1, 1}}));
  EXPECT_EQ(listed(set, MANIFACT_CONSTRAINTS_CLASSES), (Listed{{3, 7}, {1, 2}, {1, 1}}));
  for (const int kind : {1, 2, 3, 4, 5})
    EXPECT_EQ(manifact_constraints_count(set, kind),
              static_cast<int64_t>(listed(set, kind).first.size()))
        << kind;
  EXPECT_EQ(manifact_constraints_count(set, MANIFACT_CONSTRAINTS_REPEATED), 1);
  EXPECT_EQ(listed(set, MANIFACT_CONSTRAINTS_PAIRS, 2), (Listed{{0, 1}, {3, 4}, {-1, 1}}))
      << "as many as the arrays hold";
  EXPECT_EQ(listed(set, MANIFACT_CONSTRAINTS_PAIRS, 0), Listed{});
  int64_t found = 0;
  EXPECT_EQ(manifact_constraints_list(set, MANIFACT_CONSTRAINTS_PAIRS, 3, nullptr, nullptr, nullptr,
                                      &found),
            MANIFACT_OK);
  EXPECT_EQ(found, 3);
}

TEST_F(ConstraintSets, what_is_wrong_is_refused_by_its_place) {
  expect_refused(MANIFACT_ERROR_VALUE,
                 "labels[2] is -2: a class must be at least 0, or -1 if unknown", {-1, 1, -2, -1});
  expect_refused(MANIFACT_ERROR_STRUCTURE, "pair 1 is (0, 4), but the documents are 0 to 3", {},
                 {0, 0}, {1, 4}, {1, 1});
  expect_refused(MANIFACT_ERROR_STRUCTURE, "pair 0 is (-1, 2), but the documents are 0 to 3", {},
                 {-1}, {2}, {1});
  expect_refused(MANIFACT_ERROR_VALUE, "pair 0 has the weight nan, which is not in [-1, 1]", {},
                 {0}, {2}, {NAN});
  expect_refused(MANIFACT_ERROR_VALUE, "pair 0 has the weight 1.5, which is not in [-1, 1]", {},
                 {0}, {2}, {1.5});
  expect_refused(MANIFACT_ERROR_VALUE, "pair 0 has the weight -inf, which is not in [-1, 1]", {},
                 {0}, {2}, {-INFINITY});
  expect_refused(MANIFACT_ERROR_VALUE, "pair 1 is a cannot-link of document 2 with itself", {},
                 {2, 2}, {2, 2}, {1, -0.5});
  EXPECT_EQ(create(0, {}), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(create(INT64_MAX, {}), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(create(-1, {}), MANIFACT_ERROR_ARGUMENT);
  manifact_constraints *out = nullptr;
  EXPECT_EQ(manifact_constraints_create(c, 4, nullptr, nullptr, nullptr, nullptr, -1, &out),
            MANIFACT_ERROR_ARGUMENT);
}

TEST_F(ConstraintSets, what_is_missing_or_of_another_kind_is_an_error) {
  const int64_t one[1] = {0};
  const double weight[1] = {0};
  int64_t found = 5;
  manifact_constraints *out = nullptr;
  EXPECT_EQ(manifact_constraints_create(c, 4, nullptr, nullptr, one, weight, 1, &out),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_constraints_create(c, 4, nullptr, one, nullptr, weight, 1, &out),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_constraints_create(c, 4, nullptr, one, one, nullptr, 1, &out),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_constraints_create(c, 4, nullptr, one, one, weight, 1, nullptr),
            MANIFACT_ERROR_NULL);
  const Constraints set = made({});
  for (manifact_constraints *none : {static_cast<manifact_constraints *>(nullptr),
                                     reinterpret_cast<manifact_constraints *>(X_.get())}) {
    const int status = none == nullptr ? MANIFACT_ERROR_NULL : MANIFACT_ERROR_HANDLE;
    EXPECT_EQ(manifact_constraints_count(none, MANIFACT_CONSTRAINTS_PAIRS), -1);
    EXPECT_EQ(manifact_constraints_documents(none), -1);
    EXPECT_EQ(manifact_constraints_list(none, MANIFACT_CONSTRAINTS_PAIRS, 0, nullptr, nullptr,
                                        nullptr, &found),
              status);
  }
  const support::Solver rcf = support::solver(c, "rcf"), kmeans = support::solver(c, "kmeans");
  EXPECT_EQ(manifact_solver_set_constraints(rcf.get(),
                                            reinterpret_cast<manifact_constraints *>(X_.get())),
            MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(manifact_solver_set_constraints(nullptr, set.get()), MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_solver_set_constraints(kmeans.get(), set.get()), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(kmeans.get()),
               "method 'kmeans' does not use labels or pairs of documents; methods that do: rcf, "
               "semi-lccf, ccf, gdcf, cnpcf, label-propagation");
  EXPECT_EQ(manifact_constraints_count(set.get(), 0), -1);
  EXPECT_EQ(manifact_constraints_count(set.get(), 7), -1);
  for (const int kind : {0, 6, 7, -1})
    EXPECT_EQ(manifact_constraints_list(set.get(), kind, 0, nullptr, nullptr, nullptr, &found),
              MANIFACT_ERROR_ARGUMENT)
        << kind;
  EXPECT_EQ(manifact_constraints_list(set.get(), 1, -1, nullptr, nullptr, nullptr, &found),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_constraints_list(set.get(), 1, 0, nullptr, nullptr, nullptr, nullptr),
            MANIFACT_ERROR_NULL);
}

TEST_F(ConstraintSets, suggesting_with_what_is_missing_or_of_another_kind_is_an_error) {
  int64_t first[2], second[2], found = 5;
  const Constraints set = made({});
  const auto suggest = [&](manifact_context *context, const manifact_matrix *X,
                           const manifact_constraints *known, int64_t k, int64_t seed,
                           int64_t count) {
    return manifact_constraints_suggest(context, X, known, k, seed, count, first, second, nullptr,
                                        &found);
  };
  EXPECT_EQ(suggest(nullptr, X_.get(), nullptr, 2, 0, 2), MANIFACT_ERROR_NULL);
  EXPECT_EQ(suggest(c, nullptr, nullptr, 2, 0, 2), MANIFACT_ERROR_NULL);
  EXPECT_EQ(suggest(c, reinterpret_cast<manifact_matrix *>(set.get()), nullptr, 2, 0, 2),
            MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(suggest(c, X_.get(), reinterpret_cast<manifact_constraints *>(X_.get()), 2, 0, 2),
            MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(suggest(c, X_.get(), set.get(), 0, 0, 2), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(suggest(c, X_.get(), set.get(), 2, -1, 2), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(suggest(c, X_.get(), set.get(), 2, 0, -1), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_constraints_suggest(c, X_.get(), set.get(), 2, 0, 1, nullptr, second, nullptr,
                                         &found),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_constraints_suggest(c, X_.get(), set.get(), 2, 0, 1, first, nullptr, nullptr,
                                         &found),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_constraints_suggest(c, X_.get(), set.get(), 2, 0, 1, first, second, nullptr,
                                         nullptr),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(found, 0);
  EXPECT_EQ(suggest(c, X_.get(), set.get(), 2, 0, 2), MANIFACT_OK);
  EXPECT_EQ(found, 2);
  EXPECT_EQ(create(3, {}), MANIFACT_OK);
  EXPECT_EQ(suggest(c, X_.get(), set_.get(), 2, 0, 2), MANIFACT_ERROR_MISMATCH);
}

// The squares of the smallest and largest overflow double.
TEST_F(ConstraintSets, suggested_pairs_are_the_same_at_every_scale_and_their_cosines_are_cosines) {
  const api::Corpus corpus = api::corpus();
  ASSERT_EQ(create(corpus.n, {}, {0, 3, 6, 20, 0, 8, 11}, {3, 6, 12, 26, 1, 21, 28},
                   {1, 1, 1, 1, -1, -1, -1}),
            MANIFACT_OK);
  const auto suggested = [&](double scale) {
    api::Corpus scaled = corpus;
    for (size_t e = 0; e < scaled.values.size(); ++e)
      scaled.values[e] = scale * (scaled.values[e] + 0.01 * std::sin(static_cast<double>(e)));
    for (auto e = static_cast<size_t>(scaled.indptr[40]);
         e < static_cast<size_t>(scaled.indptr[41]); ++e)
      scaled.values[e] = scale * 0.1;
    for (auto e = static_cast<size_t>(scaled.indptr[41]);
         e < static_cast<size_t>(scaled.indptr[42]); ++e)
      scaled.values[e] = scale * 3e3;
    const support::Matrix X = api::csr(c, scaled);
    std::vector<int64_t> first(100), second(100);
    std::vector<double> cosines(100);
    int64_t found = 0;
    EXPECT_EQ(manifact_constraints_suggest(c, X.get(), set_.get(), 6, 0, 100, first.data(),
                                           second.data(), cosines.data(), &found),
              MANIFACT_OK);
    EXPECT_GT(found, 40);
    for (size_t p = 0; p < static_cast<size_t>(found); ++p) {
      EXPECT_LT(first[p], second[p]);
      EXPECT_TRUE(cosines[p] >= -1 && cosines[p] <= 1) << cosines[p] << " at scale " << scale;
    }
    return std::pair(first, second);
  };
  const auto right = suggested(1);
  for (const double scale : {1e-300, 1e-170, 1e155, 1e300})
    EXPECT_EQ(suggested(scale), right) << scale;
}

// Rounded, the cosine of a document with its copy is 1.0000000000000002 for some.
TEST_F(ConstraintSets, the_cosine_of_copies_is_at_most_1) {
  std::vector<double> values;
  for (int i = 0; i < 60; ++i) {
    const double x = 0.1 + i / 2;
    values.insert(values.end(), {x, x * x, 1 / x, std::sqrt(x), std::sin(x)});
  }
  const support::Matrix X = support::matrix(c, 60, 5, values);
  std::vector<int64_t> first(60), second(60);
  std::vector<double> cosines(60);
  int64_t found = 0;
  ASSERT_EQ(manifact_constraints_suggest(c, X.get(), nullptr, 30, 0, 60, first.data(),
                                         second.data(), cosines.data(), &found),
            MANIFACT_OK);
  double largest = 0;
  for (size_t p = 0; p < static_cast<size_t>(found); ++p) largest = std::fmax(largest, cosines[p]);
  EXPECT_EQ(largest, 1);
}

TEST_F(ConstraintSets, the_solver_keeps_them_and_forgets_them) {
  const support::Solver with = support::solver(c, "rcf"), without = support::solver(c, "rcf");
  std::vector<int32_t> labels(20, -1);
  for (size_t i = 0; i < 6; ++i) labels[i] = static_cast<int32_t>(i % 3);
  Constraints set = made(labels);
  EXPECT_EQ(manifact_constraints_retain(set.get()), set.get());
  manifact_constraints_free(set.get());
  ASSERT_EQ(manifact_solver_set_constraints(with.get(), set.get()), MANIFACT_OK);
  set.reset();
  const Model first = support::fit(with.get(), X_.get(), 3);
  EXPECT_EQ(support::diagnostic(first.get(), "labeled_documents"), "6");
  ASSERT_EQ(manifact_solver_set_constraints(with.get(), nullptr), MANIFACT_OK);
  EXPECT_EQ(api::bytes(c, support::fit(with.get(), X_.get(), 3).get()),
            api::bytes(c, support::fit(without.get(), X_.get(), 3).get()));
}

TEST_F(ConstraintSets, that_do_not_fit_the_data_or_the_clusters_are_refused_by_the_fit) {
  const support::Solver s = support::solver(c, "rcf");
  manifact_model *model = nullptr;
  ASSERT_EQ(create(19, {}), MANIFACT_OK);
  ASSERT_EQ(manifact_solver_set_constraints(s.get(), set_.get()), MANIFACT_OK);
  EXPECT_EQ(manifact_solver_fit(s.get(), X_.get(), 3, &model), MANIFACT_ERROR_MISMATCH);
  EXPECT_STREQ(manifact_solver_message(s.get()),
               "the constraints are for 19 documents, but there are 20");
  std::vector<int32_t> labels(20, -1);
  for (size_t i = 0; i < 4; ++i) labels[i] = static_cast<int32_t>(10 * i) + 1;
  const Constraints four = made(labels);
  ASSERT_EQ(manifact_solver_set_constraints(s.get(), four.get()), MANIFACT_OK);
  EXPECT_EQ(manifact_solver_fit(s.get(), X_.get(), 3, &model), MANIFACT_ERROR_ARGUMENT);
  EXPECT_STREQ(manifact_solver_message(s.get()),
               "there are 4 different labels, more than the 3 clusters");
  EXPECT_EQ(model, nullptr);
}

TEST_F(ConstraintSets, a_number_option_may_have_words_beside_it) {
  const support::Solver s = support::solver(c, "rcf");
  char value[32];
  EXPECT_STREQ(manifact_method_option_words("rcf", "propagation-top"), "exact");
  EXPECT_EQ(manifact_method_option_words("rcf", "lambda"), nullptr);
  for (const std::string text : {"exact", "7", "exact", "0"}) {
    EXPECT_EQ(manifact_solver_set_text(s.get(), "propagation-top", text.c_str()), MANIFACT_OK)
        << manifact_solver_message(s.get());
    EXPECT_EQ(manifact_solver_get_text(s.get(), "propagation-top", value, sizeof value),
              MANIFACT_OK);
    EXPECT_EQ(value, text);
  }
  EXPECT_EQ(manifact_solver_set_text(s.get(), "propagation-top", "all"), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(s.get()),
               "option 'propagation-top' takes an integer or exact, not 'all'");
}

}  // namespace
