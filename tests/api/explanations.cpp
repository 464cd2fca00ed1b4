// manifact_model_explain(): the contributions of features add up to the score by which clusters are
// compared, for every method with an additive score; the others are refused with the reason.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace {

using Values = std::vector<double>;

struct Explained {
  int status = 0;
  Values scores, rests, contributions;  // n; n; n x m
};

class Explanations : public testing::Test {
 protected:
  support::Model fit(const std::string &method, const support::Settings &settings = {}) {
    return api::fit(context.get(), method, support::used(method, settings), X.get(), k);
  }

  Explained explain(const manifact_model *model, const manifact_matrix *of, int64_t count,
                    const std::vector<int32_t> *topics = nullptr) {
    const auto n = static_cast<size_t>(manifact_matrix_rows(of));
    Explained found{0, Values(n), Values(n), {}};
    manifact_matrix *out = nullptr;
    found.status = manifact_model_explain(
        context.get(), model, of, topics != nullptr ? topics->data() : nullptr, count,
        found.scores.data(), found.rests.data(), static_cast<int64_t>(n), &out);
    const support::Matrix contributions(out);
    EXPECT_EQ(out == nullptr, found.status != MANIFACT_OK);
    if (out != nullptr) found.contributions = support::dense(out);
    return found;
  }

  // n x k: the scores of all clusters, each the sum of its parts.
  Values all_scores(const manifact_model *model, const std::string &method) {
    Values scores(static_cast<size_t>(c.n * k));
    for (int32_t topic = 0; topic < k; ++topic) {
      const std::vector<int32_t> topics(static_cast<size_t>(c.n), topic);
      const Explained found = explain(model, X.get(), 0, &topics);
      EXPECT_EQ(found.status, MANIFACT_OK) << method << manifact_context_message(context.get());
      for (size_t i = 0; i < topics.size(); ++i) {
        const double *const row = found.contributions.data() + i * static_cast<size_t>(c.m);
        double sum = found.rests[i], size = std::fabs(sum);
        for (int64_t j = 0; j < c.m; ++j) {
          sum += row[j];
          size += std::fabs(row[j]);
        }
        EXPECT_NEAR(sum, found.scores[i], 1e-12 * (1 + size)) << method << i;
        scores[i * static_cast<size_t>(k) + static_cast<size_t>(topic)] = found.scores[i];
      }
    }
    return scores;
  }

  int check_methods();

  struct Shares {
    std::vector<int32_t> labels;
    Values proportions;
  };
  Shares assigned(const manifact_model *model) {
    Shares found{std::vector<int32_t>(static_cast<size_t>(c.n)),
                 Values(static_cast<size_t>(c.n * k))};
    EXPECT_EQ(
        manifact_model_assign_proportions(context.get(), model, X.get(), 0, found.labels.data(),
                                          found.proportions.data(), nullptr, c.n),
        MANIFACT_OK);
    return found;
  }

  static constexpr int64_t k = 3;
  api::Corpus c = api::corpus(60, 45, k);
  support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
};

// The proportions that belong to scores: by the rule, or of the exponentials for log posteriors.
void to_proportions(double *row, int64_t k, bool are_logarithms) {
  const double most = *std::max_element(row, row + k);
  double sum = 0;
  for (int64_t c = 0; c < k; ++c)
    sum += row[c] = are_logarithms ? std::exp(row[c] - most) : std::max(0.0, row[c]);
  for (int64_t c = 0; c < k; ++c) row[c] /= sum > 0 ? sum : 1;
}

// The words for the scores in the table of the site.
std::string word_of(const manifact_model *model) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"w v", "memberships"},     {"v'z", "read-out"},
      {"x'u", "center"},          {"(x - a)'", "distance"},
      {"ln p", "log posterior"},  {"x'm", "linear map"},
      {"sum_q cos", "neighbors"}, {"sum_q a_q", "local prediction"}};
  if (manifact_model_has_additive_score(model) == MANIFACT_FALSE) return "not additive";
  const std::string rule = manifact_model_score_rule(model);
  for (const auto &[begin, word] : words)
    if (rule.starts_with(begin)) return word;
  return "unknown: " + rule;
}

// Of each method the words for sparse and dense data.
std::map<std::string, std::vector<std::string>> table_of_the_site() {
  std::map<std::string, std::vector<std::string>> table;
  std::ifstream page(std::string(support::source_root) + "/docs/topics/explanations.md");
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '|');)
      if (cell.size() > 2) cells.push_back(cell.substr(1, cell.size() - 2));
    EXPECT_EQ(cells.size(), 3U) << line;
    table[cells[0].substr(1, cells[0].size() - 2)] = {cells[1], cells[2]};
  }
  return table;
}

// Returns the number of methods with an additive score.
int Explanations::check_methods() {
  int additive = 0;
  auto table = table_of_the_site();
  EXPECT_EQ(std::ssize(table), manifact_method_count());
  for (int64_t at = 0; at < manifact_method_count(); ++at) {
    const char *name = nullptr;
    EXPECT_GE(manifact_method_info(at, &name, nullptr, nullptr), 0);
    const std::string method = name;
    const support::Model model = fit(method);
    EXPECT_NE(model, nullptr) << method;
    const std::string rule = manifact_model_score_rule(model.get());
    EXPECT_EQ(word_of(model.get()), table[method][manifact_matrix_is_dense(X.get()) ? 1 : 0])
        << method;
    if (manifact_model_has_additive_score(model.get()) == MANIFACT_FALSE) {
      EXPECT_EQ(explain(model.get(), X.get(), 0).status, MANIFACT_ERROR_ARGUMENT) << method;
      EXPECT_EQ(manifact_context_message(context.get()), rule) << method;
      continue;
    }
    ++additive;
    const Shares shares = assigned(model.get());
    Values scores = all_scores(model.get(), method);
    const bool is_center = rule.starts_with("x'u") || rule.starts_with("(x - a)");
    for (int64_t i = 0; i < c.n; ++i) {
      double *const row = scores.data() + i * k;
      const int32_t label = shares.labels[static_cast<size_t>(i)];
      if (label < 0) continue;
      if (is_center) {
        EXPECT_GE(row[label], *std::max_element(row, row + k) - 1e-12) << method << i;
        continue;
      }
      to_proportions(row, k, rule.starts_with("ln p"));
      for (int64_t d = 0; d < k; ++d)
        EXPECT_NEAR(row[d], shares.proportions[static_cast<size_t>(i * k + d)], 1e-11)
            << method << ", document " << i << ", cluster " << d;
    }
  }
  return additive;
}

TEST_F(Explanations, of_every_method_add_up_to_the_score_that_gives_the_membership) {
  EXPECT_GE(check_methods(), 27);
}

// Rows of numbers, some negative, far from the origin.
TEST_F(Explanations, of_points_add_up_as_well) {
  Values points;
  c.n = 45;
  c.m = 4;
  for (int64_t i = 0; i < c.n; ++i)
    for (int64_t d = 0; d < c.m; ++d)
      points.push_back(static_cast<double>((i % 3 + d) % 3) * 5 +
                       static_cast<double>((i * (7 + 4 * d)) % 11) / 11 + 100);
  X = support::matrix(context.get(), c.n, c.m, points);
  EXPECT_GE(check_methods(), 20);
}

// Without unit rows nothing of these scores is held but which memberships are 0.
TEST_F(Explanations, removing_a_word_changes_the_score_by_its_contribution) {
  for (const char *method : {"kmeans", "nmf", "semi-nmf", "cf"}) {
    const support::Model model = fit(
        method, {{"weighting", "none"}, {"scaling", "none"}, {"keep-data", "no"}, {"ncw", "none"}});
    const Explained before = explain(model.get(), X.get(), 1);
    ASSERT_EQ(before.status, MANIFACT_OK) << method << manifact_context_message(context.get());
    Values values = support::dense(X.get());
    std::vector<int32_t> topics(static_cast<size_t>(c.n));
    Values members(static_cast<size_t>(c.n * k)), without(members);
    ASSERT_EQ(manifact_model_assign(context.get(), model.get(), X.get(), topics.data(),
                                    members.data(), c.n),
              MANIFACT_OK);
    Values removed(static_cast<size_t>(c.n));
    for (size_t e = 0; e < values.size(); ++e)
      if (before.contributions[e] != 0) {
        removed[e / static_cast<size_t>(c.m)] = before.contributions[e];
        values[e] = 0;
      }
    const support::Matrix Y = support::matrix(context.get(), c.n, c.m, values, true);
    std::vector<int32_t> unused(topics);
    ASSERT_EQ(manifact_model_assign(context.get(), model.get(), Y.get(), unused.data(),
                                    without.data(), c.n),
              MANIFACT_OK);
    const Explained after = explain(model.get(), Y.get(), 0, &topics);
    ASSERT_EQ(after.status, MANIFACT_OK);
    int compared = 0;
    for (size_t i = 0; i < topics.size(); ++i) {
      bool same = topics[i] >= 0 && after.scores[i] != 0;
      for (size_t d = 0; d < static_cast<size_t>(k) && method != std::string("kmeans"); ++d)
        same = same && (members[i * k + d] > 0) == (without[i * k + d] > 0);
      if (!same) continue;
      ++compared;
      EXPECT_NEAR(after.scores[i], before.scores[i] - removed[i],
                  1e-10 * (1 + std::fabs(before.scores[i])))
          << method << i;
    }
    EXPECT_GT(compared, c.n / 2) << method;
  }
}

// With unit rows the other contributions change by the one factor of the new length.
TEST_F(Explanations, removing_a_word_from_a_unit_row_scales_the_others) {
  for (const char *method : {"auto", "spherical-kmeans", "ncut"}) {
    const support::Model model = fit(method);
    const Explained before = explain(model.get(), X.get(), 0);
    ASSERT_EQ(before.status, MANIFACT_OK) << method;
    Values values = support::dense(X.get());
    std::vector<int32_t> topics(static_cast<size_t>(c.n));
    ASSERT_EQ(
        manifact_model_assign(context.get(), model.get(), X.get(), topics.data(), nullptr, c.n),
        MANIFACT_OK);
    std::vector<size_t> top(static_cast<size_t>(c.n));
    for (size_t i = 0; i < top.size(); ++i) {
      const auto row = before.contributions.begin() + static_cast<std::ptrdiff_t>(i) * c.m;
      top[i] = static_cast<size_t>(
          std::max_element(row, row + c.m,
                           [](double a, double b) { return std::fabs(a) < std::fabs(b); }) -
          before.contributions.begin());
      values[top[i]] = 0;
    }
    const support::Matrix Y = support::matrix(context.get(), c.n, c.m, values, true);
    const Explained after = explain(model.get(), Y.get(), 0, &topics);
    for (size_t i = 0; i < top.size(); ++i) {
      const auto begin = i * static_cast<size_t>(c.m);
      double factor = 0;
      for (size_t e = begin; e < begin + static_cast<size_t>(c.m) && factor == 0; ++e)
        if (e != top[i] && before.contributions[e] != 0)
          factor = after.contributions[e] / before.contributions[e];
      if (factor == 0) continue;
      const double words = before.scores[i] - before.rests[i] - before.contributions[top[i]];
      EXPECT_NEAR(after.scores[i], factor * words + before.rests[i], 1e-9) << method << i;
      EXPECT_EQ(after.contributions[top[i]], 0) << method << i;
    }
  }
}

TEST_F(Explanations, keep_the_largest_contributions) {
  const support::Model model = fit("auto");
  const Explained all = explain(model.get(), X.get(), 0), some = explain(model.get(), X.get(), 2);
  EXPECT_EQ(all.scores, some.scores);
  for (size_t i = 0; i < all.scores.size(); ++i) {
    Values sizes;
    double smallest = 1e300;
    for (size_t e = i * static_cast<size_t>(c.m); e < (i + 1) * static_cast<size_t>(c.m); ++e) {
      sizes.push_back(std::fabs(all.contributions[e]));
      if (some.contributions[e] == 0) continue;
      EXPECT_EQ(some.contributions[e], all.contributions[e]);
      smallest = std::min(smallest, std::fabs(some.contributions[e]));
    }
    std::sort(sizes.rbegin(), sizes.rend());
    EXPECT_EQ(smallest, sizes[1]) << i;
  }
}

TEST_F(Explanations, of_merged_topics_are_those_of_a_part_and_of_split_ones_refused) {
  const support::Model model = fit("auto");
  const std::vector<int64_t> both = {0, 2};
  manifact_model *out = nullptr;
  ASSERT_EQ(manifact_model_merge(context.get(), model.get(), both.data(), 2, nullptr, &out),
            MANIFACT_OK);
  const support::Model merged(out);
  const Explained before = explain(model.get(), X.get(), 0),
                  after = explain(merged.get(), X.get(), 0);
  ASSERT_EQ(after.status, MANIFACT_OK);
  EXPECT_EQ(before.contributions, after.contributions);
  ASSERT_EQ(manifact_model_split(context.get(), model.get(), 0, 2, nullptr, &out), MANIFACT_OK);
  const support::Model split(out);
  EXPECT_EQ(explain(split.get(), X.get(), 0).status, MANIFACT_ERROR_ARGUMENT);
  EXPECT_NE(std::string(manifact_context_message(context.get())).find("was split"),
            std::string::npos);
}

// manifact_model_assign_explained() is both calls.
TEST_F(Explanations, of_an_assignment_are_those_of_its_labels) {
  const support::Model fitted = fit("lccf");
  const std::vector<int64_t> both = {0, 2};
  manifact_model *edited = nullptr;
  ASSERT_EQ(manifact_model_merge(context.get(), fitted.get(), both.data(), 2, nullptr, &edited),
            MANIFACT_OK);
  const support::Model merged(edited);
  for (const manifact_model *model : {fitted.get(), merged.get()}) {
    const auto n = static_cast<size_t>(c.n),
               all = n * static_cast<size_t>(manifact_model_clusters(model));
    std::vector<int32_t> labels(n), expected(n);
    Values proportions(all), shares(all), margins(n), distances(n), scores(n), rests(n);
    ASSERT_EQ(manifact_model_assign_proportions(context.get(), model, X.get(), 0, expected.data(),
                                                shares.data(), distances.data(), c.n),
              MANIFACT_OK);
    Values largest;
    for (size_t i = 0; i < n; ++i)
      largest.push_back(shares[i * (all / n) + static_cast<size_t>(expected[i])]);
    std::sort(largest.begin(), largest.end());
    const double least = (largest.front() + largest.back()) / 2;
    manifact_matrix *out = nullptr;
    ASSERT_EQ(manifact_model_assign_explained(context.get(), model, X.get(), least, labels.data(),
                                              proportions.data(), margins.data(), 2, scores.data(),
                                              rests.data(), c.n, &out),
              MANIFACT_OK);
    const support::Matrix contributions(out);
    ASSERT_EQ(
        manifact_model_assign_proportions(context.get(), model, X.get(), least, expected.data(),
                                          shares.data(), distances.data(), c.n),
        MANIFACT_OK);
    EXPECT_EQ(labels, expected);
    EXPECT_NE(std::count(labels.begin(), labels.end(), -1), 0);
    EXPECT_EQ(proportions, shares);
    EXPECT_EQ(margins, distances);
    const Explained found = explain(model, X.get(), 2, &labels);
    EXPECT_EQ(scores, found.scores);
    EXPECT_EQ(rests, found.rests);
    EXPECT_EQ(support::dense(out), found.contributions);
  }
  std::vector<int32_t> labels(static_cast<size_t>(c.n));
  Values proportions(static_cast<size_t>(c.n * k));
  manifact_matrix *out = nullptr;
  const auto status = [&](double least, int32_t *to, double *shares, int64_t n) {
    return manifact_model_assign_explained(context.get(), fitted.get(), X.get(), least, to, shares,
                                           nullptr, 0, nullptr, nullptr, n, &out);
  };
  EXPECT_EQ(status(2, labels.data(), proportions.data(), c.n), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status(0, nullptr, proportions.data(), c.n), MANIFACT_ERROR_NULL);
  EXPECT_EQ(status(0, labels.data(), nullptr, c.n), MANIFACT_ERROR_NULL);
  EXPECT_EQ(status(0, labels.data(), proportions.data(), c.n + 1), MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(out, nullptr);
}

TEST_F(Explanations, refuse_wrong_arguments) {
  const support::Model model = fit("kmeans");
  EXPECT_EQ(explain(model.get(), X.get(), -1).status, MANIFACT_ERROR_ARGUMENT);
  std::vector<int32_t> topics(static_cast<size_t>(c.n), 3);
  EXPECT_EQ(explain(model.get(), X.get(), 0, &topics).status, MANIFACT_ERROR_ARGUMENT);
  topics.assign(topics.size(), -1);
  const Explained none = explain(model.get(), X.get(), 0, &topics);
  EXPECT_EQ(none.scores, Values(topics.size()));
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_model_explain(context.get(), model.get(), X.get(), nullptr, 0, nullptr,
                                   nullptr, c.n - 1, &out),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_model_explain(context.get(), model.get(), X.get(), nullptr, 0, nullptr,
                                   nullptr, c.n, &out),
            MANIFACT_OK);
  const support::Matrix contributions(out);
  EXPECT_EQ(manifact_matrix_columns(out), c.m);
  EXPECT_EQ(manifact_model_score_rule(nullptr), nullptr);
  EXPECT_EQ(manifact_model_has_additive_score(nullptr), MANIFACT_FALSE);
}

}  // namespace
