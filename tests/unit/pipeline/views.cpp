// pipeline/views: the score by its definition, and candidates on a planted problem.
#include "pipeline/views.hpp"

#include <map>
#include <utility>

#include "linalg/sparse/matrix.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

// By definition, from the frequencies of the pairs.
ViewScore score_of(const Labels &a, const Labels &b) {
  std::map<std::int32_t, double> first, second;
  std::map<std::pair<std::int32_t, std::int32_t>, double> both;
  double n = 0;
  for (std::size_t i = 0; i < a.size(); ++i) n += a[i] >= 0 && b[i] >= 0 ? 1 : 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] < 0 || b[i] < 0) continue;
    first[a[i]] += 1 / n, second[b[i]] += 1 / n, both[{a[i], b[i]}] += 1 / n;
  }
  double H = 0, I = 0;
  for (const auto &[label, p] : first) H -= p * std::log(p) / 2;
  for (const auto &[label, p] : second) H -= p * std::log(p) / 2;
  for (const auto &[labels, p] : both)
    I += p * std::log(p / (first[labels.first] * second[labels.second]));
  return {I / std::sqrt(H), I / H};
}

TEST(Views, the_score_is_the_shared_information_over_the_root_of_the_entropy) {
  Rng rng(3);
  for (const std::uint64_t clusters : {2, 3, 7}) {
    Labels a, b;
    for (int i = 0; i < 60; ++i) {
      a.push_back(static_cast<std::int32_t>(rng.below(static_cast<std::int64_t>(clusters))));
      b.push_back(i % 3 == 0 ? 0 : a.back());
      if (i % 11 == 5) a.back() = -1;
      if (i % 13 == 2) b.back() = -1;
    }
    const ViewScore expected = score_of(a, b), found = compare_views(array(a), array(b));
    EXPECT_NEAR(found.score, expected.score, 1e-12);
    EXPECT_NEAR(found.agreement, expected.agreement, 1e-12);
  }
  EXPECT_EQ(compare_views(array({0, 0, 0}), array({0, 0, 0})).score, 0) << "no information";
  EXPECT_EQ(compare_views(array({-1, 0}), array({0, -1})).score, 0) << "no common document";
}

// Documents of three topics, each with terms of its own, of which a document has about a half, and
// some share of all others; document i has topic i % 3 if i < equal, else 0.
std::unique_ptr<Matrix> planted(std::int64_t n, Host &host, std::int64_t equal = 1'000'000,
                                std::int64_t noise = 0) {
  constexpr std::int32_t terms = 20;
  std::vector<std::int32_t> indices;
  Csr<double> X;
  X.rows = n;
  X.columns = 3 * terms;
  X.indptr = Array<std::int64_t>(host.memory, n + 1);
  Rng rng(6);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int32_t topic = i < equal ? static_cast<std::int32_t>(i % 3) : 0;
    for (std::int32_t j = 0; j < X.columns; ++j)
      if (rng.below(100) < (j / terms == topic ? 50 : noise)) indices.push_back(j);
    X.indptr[i + 1] = static_cast<std::int64_t>(indices.size());
  }
  X.indices = Array<std::int32_t>(host.memory, X.indptr[n]);
  X.values = Array<double>(host.memory, X.indptr[n]);
  std::copy(indices.begin(), indices.end(), X.indices.begin());
  for (double &x : X.values) x = 1;
  return matrix_from_parts(std::move(X));
}

std::vector<Options> candidates() {
  return {options_of("auto", {}),
          options_of("auto", {{"start", "merge"}, {"max-iterations", "0"}})};
}

TEST(Views, find_planted_clusters_in_both_halves_for_any_number_of_threads) {
  std::vector<double> scores;
  for (const std::int64_t threads : {1, 3}) {
    Host host(threads);
    const auto found =
        score_by_views<double>(*planted(90, host), 3, *find_method("auto"), candidates(), host.run);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_NEAR(found[0].agreement, 1, 1e-12);
    EXPECT_NEAR(found[0].score, std::sqrt(std::log(3)), 1e-12);
    EXPECT_NEAR(found[1].agreement, 1, 1e-12);
    for (const ViewScore &of : found) scores.push_back(of.score);
  }
  EXPECT_EQ(scores[0], scores[2]);
  EXPECT_EQ(scores[1], scores[3]);
}

TEST(Views, compare_what_the_fit_returns_after_its_refinement) {
  Host host;
  const std::unique_ptr<Matrix> X = planted(200, host, 60, 25);
  double scores[2];
  for (const bool refines : {false, true}) {
    const Options only[] = {options_of("auto", {{"refine", refines ? "sizes" : "none"}})};
    scores[refines] = score_by_views<double>(*X, 3, *find_method("auto"), only, host.run)[0].score;
  }
  EXPECT_GT(scores[1], scores[0]) << "of clusters of unequal sizes";
}

TEST(Views, sample_many_documents) {
  Host host;
  const std::unique_ptr<Matrix> X = planted(20'001, host);
  const Options fast = options_of(
      "auto",
      {{"max-iterations", "0"}, {"smoothing", "0"}, {"lambda", "0"}, {"readout-starts", "1"}});
  const Options only[] = {fast};
  const auto found = score_by_views<float>(*X, 3, *find_method("auto"), only, host.run);
  EXPECT_GT(found[0].agreement, 0.98) << "a few documents have no term in one half";
  // A sample has not exactly a third of each topic.
  EXPECT_NEAR(found[0].score, std::sqrt(std::log(3)), 0.02);
  EXPECT_NE(found[0].score, std::sqrt(std::log(3)));
}

}  // namespace
}  // namespace manifact
