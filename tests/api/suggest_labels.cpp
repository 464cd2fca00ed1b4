// manifact_model_suggest_labels(): the questions of the rule in src/topics/suggest_labels.hpp.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace {

using Values = std::vector<double>;

class SuggestLabels : public testing::Test {
 protected:
  static constexpr int64_t k = 3;
  api::Corpus c = api::corpus(60, 45, k);
  support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
  // Counts as they are, so that the rows of the fit are those of X.
  support::Model model = api::fit(context.get(), "lccf", {{"weighting", "none"}}, X.get(), k);

  support::Constraints known(const std::vector<int32_t> &labels,
                             const std::vector<int64_t> &first = {},
                             const std::vector<int64_t> &second = {}) {
    manifact_constraints *out = nullptr;
    const Values weights(first.size(), 1);
    EXPECT_GE(
        manifact_constraints_create(context.get(), c.n, labels.data(), first.data(), second.data(),
                                    weights.data(), static_cast<int64_t>(first.size()), &out),
        0);
    return support::Constraints(out);
  }

  std::vector<int64_t> ask(int64_t count, const manifact_constraints *constraints = nullptr,
                           const manifact_matrix *of = nullptr, Values *margins = nullptr) {
    std::vector<int64_t> documents(static_cast<size_t>(count));
    if (margins != nullptr) margins->resize(documents.size());
    int64_t found = 0;
    EXPECT_EQ(manifact_model_suggest_labels(context.get(), model.get(), of, constraints, count,
                                            documents.data(),
                                            margins != nullptr ? margins->data() : nullptr, &found),
              MANIFACT_OK)
        << manifact_context_message(context.get());
    documents.resize(static_cast<size_t>(found));
    return documents;
  }

  std::vector<int64_t> expected(int64_t count, const std::vector<int32_t> &classes);
};

// By the formulas, over all documents for each question.
std::vector<int64_t> SuggestLabels::expected(int64_t count, const std::vector<int32_t> &classes) {
  const Values x = support::dense(X.get());
  const auto n = static_cast<size_t>(c.n), m = static_cast<size_t>(c.m);
  const std::vector<int32_t> labels = support::labels(model.get());
  Values margins(n);
  EXPECT_EQ(manifact_model_margins(model.get(), margins.data(), c.n), MANIFACT_OK);
  const auto dot = [&](const double *a, const double *b) {
    double sum = 0;
    for (size_t j = 0; j < m; ++j) sum += a[j] * b[j];
    return sum;
  };
  const auto cosine = [&](const double *a, const double *b) {
    return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
  };
  std::set<size_t> asked;
  std::vector<int64_t> questions;
  while (std::ssize(questions) < count) {
    double most = -1;
    int32_t chosen = -1;
    for (int32_t cluster = 0; cluster < k; ++cluster) {
      std::map<int32_t, double> of_class;
      double size = 0, labeled = 0, in_call = 0, open = 0, agree = 0;
      for (size_t i = 0; i < n; ++i) {
        if (labels[i] != cluster) continue;
        ++size;
        in_call += asked.contains(i) ? 1 : 0;
        if (classes[i] >= 0) ++labeled, agree = std::max(agree, ++of_class[classes[i]]);
        open += classes[i] < 0 && !asked.contains(i) ? 1 : 0;
      }
      const double doubt = std::sqrt(size) * (1 + labeled - agree) / (2 + labeled + in_call);
      if (open > 0 && doubt > most) most = doubt, chosen = cluster;
    }
    if (chosen < 0) break;
    Values sum(m);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < m && labels[i] == chosen; ++j)
        sum[j] += x[i * m + j] / std::sqrt(dot(&x[i * m], &x[i * m]));
    double best = -1;
    size_t document = 0;
    for (size_t i = 0; i < n; ++i) {
      if (labels[i] != chosen || classes[i] >= 0 || asked.contains(i)) continue;
      double nearest = 0;
      for (size_t j = 0; j < n; ++j)
        if (labels[j] == chosen && (classes[j] >= 0 || asked.contains(j)))
          nearest = std::max(nearest, cosine(&x[i * m], &x[j * m]));
      const double value =
          std::max(0.0, cosine(&x[i * m], sum.data())) * (1 - nearest) * (1 - margins[i] / 2);
      if (value > best + 1e-12) best = value, document = i;
    }
    asked.insert(document);
    questions.push_back(static_cast<int64_t>(document));
  }
  return questions;
}

TEST_F(SuggestLabels, follow_the_rule) {
  std::vector<int32_t> classes(static_cast<size_t>(c.n), -1);
  EXPECT_EQ(ask(20), expected(20, classes));
  const std::vector<int32_t> labels = support::labels(model.get());
  for (size_t i = 0; i < 15; ++i) classes[i] = i == 7 ? (labels[i] + 1) % 3 : labels[i];
  const support::Constraints some = known(classes);
  Values margins, all(static_cast<size_t>(c.n));
  const std::vector<int64_t> found = ask(20, some.get(), nullptr, &margins);
  EXPECT_EQ(found, expected(20, classes));
  EXPECT_EQ(ask(20, some.get(), X.get()), found);
  ASSERT_EQ(manifact_model_margins(model.get(), all.data(), c.n), MANIFACT_OK);
  for (size_t q = 0; q < found.size(); ++q)
    EXPECT_EQ(margins[q], all[static_cast<size_t>(found[q])]);
}

// The first question in a cluster whose labels differ comes before those in clusters that agree.
TEST_F(SuggestLabels, return_to_the_cluster_whose_labels_differ) {
  const std::vector<int32_t> labels = support::labels(model.get());
  std::vector<int32_t> classes(labels);
  std::map<int32_t, int> counts;
  for (size_t i = 0; i < classes.size(); ++i) {
    const int seen = counts[labels[i]]++;
    classes[i] = seen >= 6 ? -1 : labels[i] == 1 ? seen % 2 : labels[i];
  }
  const std::vector<int64_t> found = ask(1, known(classes).get());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(labels[static_cast<size_t>(found[0])], 1);
}

TEST_F(SuggestLabels, leave_out_what_labels_and_must_links_say) {
  std::vector<int32_t> classes = support::labels(model.get());
  EXPECT_EQ(ask(5, known(classes).get()), std::vector<int64_t>());
  classes[3] = classes[8] = -1;
  EXPECT_EQ(ask(5, known(classes).get()).size(), 2U);
  const std::vector<int64_t> others = ask(5, known(classes, {3}, {4}).get());
  EXPECT_EQ(others, std::vector<int64_t>{8});
  for (int32_t label = 0; label < k; ++label) {  // of each class, also the first
    const auto first = std::find(classes.begin(), classes.end(), label);
    const auto known_one = static_cast<int64_t>(first - classes.begin());
    EXPECT_EQ(ask(5, known(classes, {3}, {known_one}).get()), std::vector<int64_t>{8}) << label;
  }
}

TEST_F(SuggestLabels, do_not_depend_on_threads) {
  const std::vector<int64_t> one = ask(30);
  ASSERT_EQ(manifact_context_set_threads(context.get(), 3), MANIFACT_OK);
  EXPECT_EQ(ask(30), one);
}

TEST_F(SuggestLabels, refuse_wrong_arguments) {
  int64_t documents[2], found = 7;
  const auto status = [&](const manifact_model *of, const manifact_matrix *rows, int64_t count) {
    return manifact_model_suggest_labels(context.get(), of, rows, nullptr, count, documents,
                                         nullptr, &found);
  };
  EXPECT_EQ(status(model.get(), nullptr, -1), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(found, 0);
  EXPECT_EQ(status(nullptr, nullptr, 1), MANIFACT_ERROR_NULL);
  const support::Matrix other =
      support::matrix(context.get(), 2, 2, std::vector<double>{1, 0, 0, 1}, true);
  EXPECT_EQ(status(model.get(), other.get(), 1), MANIFACT_ERROR_MISMATCH);
  const support::Model bare = api::fit(context.get(), "lccf", {{"keep-data", "no"}}, X.get(), k);
  EXPECT_EQ(status(bare.get(), nullptr, 1), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status(bare.get(), X.get(), 2), MANIFACT_OK);
  EXPECT_EQ(found, 2);
}

TEST_F(SuggestLabels, phrases_stay_beside_a_name) {
  manifact_model *out = nullptr;
  ASSERT_EQ(manifact_model_rename(context.get(), model.get(), 1, "mine", &out), MANIFACT_OK);
  const support::Model named(out);
  EXPECT_STREQ(manifact_model_title(out, 1), "mine");
  EXPECT_STREQ(manifact_model_phrases(out, 1), manifact_model_title(model.get(), 1));
  EXPECT_EQ(manifact_model_phrases(out, 3), nullptr);
  EXPECT_EQ(manifact_model_phrases(nullptr, 0), nullptr);
}

}  // namespace
