// The tree of topics against groups joined by all pairs in every step; cuts, progress and budget.
#include <cmath>
#include <limits>

#include "support/expect_error.hpp"
#include "support/progress.hpp"
#include "topics/scores.hpp"
#include "topics/tree.hpp"

namespace {

// Groups of topics, joined by their nearest pair in every step; distances from all pairs of topics.
std::vector<double> slow_heights(const manifact::Model &model, manifact::Linkage linkage) {
  const auto k = static_cast<size_t>(model.k);
  std::vector<double> cosines(k * k), heights;
  cluster_similarities(model, cosines.data());
  std::vector<std::vector<size_t>> groups;
  for (size_t c = 0; c < k; ++c) groups.push_back({c});
  const auto size = [&](const std::vector<size_t> &group) {
    double sum = 0;
    for (const size_t c : group) sum += static_cast<double>(model.sizes[static_cast<int64_t>(c)]);
    return sum;
  };
  const auto mean = [&](const std::vector<size_t> &group, int64_t j) {
    double sum = 0;
    for (const size_t c : group) {
      const auto t = static_cast<int64_t>(c);
      sum += static_cast<double>(model.sizes[t]) * model.centroids[j * model.k + t];
    }
    return sum / size(group);
  };
  const auto distance = [&](const std::vector<size_t> &a, const std::vector<size_t> &b) {
    double sum = 0;
    if (linkage == manifact::Linkage::average) {
      for (const size_t c : a)
        for (const size_t d : b) sum += size({c}) * size({d}) * (1 - cosines[c * k + d]);
      return sum / (size(a) * size(b));
    }
    for (int64_t j = 0; j < model.m; ++j) sum += std::pow(mean(a, j) - mean(b, j), 2);
    return size(a) * size(b) / (size(a) + size(b)) * sum;
  };
  while (groups.size() > 1) {
    double least = std::numeric_limits<double>::infinity();
    size_t first = 0, second = 0;
    for (size_t a = 0; a < groups.size(); ++a)
      for (size_t b = a + 1; b < groups.size(); ++b)
        if (const double d = distance(groups[a], groups[b]); d < least) {
          least = d;
          first = a;
          second = b;
        }
    heights.push_back(least);
    groups[first].insert(groups[first].end(), groups[second].begin(), groups[second].end());
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(second));
  }
  return heights;
}

struct TreeRun {
  manifact::Monitor monitor;
  manifact::ThreadPool pool{1};
  manifact::ExecutionContext context{std::make_shared<manifact::Memory>(), pool, monitor};
};

manifact::Model random_topics(int64_t k, int64_t m, uint64_t seed) {
  const auto memory = std::make_shared<manifact::Memory>();
  manifact::Model model;
  model.k = k;
  model.m = m;
  model.sizes = manifact::Array<int64_t>(memory, k);
  model.centroids = manifact::Array<double>(memory, m * k);
  uint64_t state = seed * 0x9e3779b97f4a7c15ULL + 1;
  const auto below = [&](uint64_t bound) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state % bound;
  };
  for (int64_t &size : model.sizes) size = static_cast<int64_t>(1 + below(50));
  for (double &value : model.centroids) value = static_cast<double>(below(1000)) / 1000;
  return model;
}

TEST(Tree, joins_the_nearest_groups_in_every_step) {
  TreeRun run;
  for (uint64_t seed = 0; seed < 20; ++seed)
    for (const auto linkage : {manifact::Linkage::ward, manifact::Linkage::average}) {
      const manifact::Model model = random_topics(3 + static_cast<int64_t>(seed), 6, seed);
      const manifact::TopicTree tree = topic_tree(model, linkage, run.context);
      const std::vector<double> expected = slow_heights(model, linkage);
      ASSERT_EQ(tree.steps.size(), expected.size());
      for (size_t s = 0; s < expected.size(); ++s)
        EXPECT_NEAR(tree.steps[s].height, expected[s], 1e-9 * (1 + expected[s])) << seed;
    }
}

TEST(Tree, cuts_are_nested_and_numbered_by_their_first_topics) {
  TreeRun run;
  const manifact::Model model = random_topics(12, 5, 3);
  const manifact::TopicTree tree = topic_tree(model, manifact::Linkage::ward, run.context);
  for (int64_t groups = 1; groups <= 12; ++groups) {
    const std::vector<int64_t> group = cut(tree, groups);
    int64_t next = 0;
    for (const int64_t each : group) {
      EXPECT_LE(each, next);
      next = std::max(next, each + 1);
    }
    EXPECT_EQ(next, groups);
    if (groups == 1) continue;
    const std::vector<int64_t> coarse = cut(tree, groups - 1);
    for (size_t c = 0; c < 12; ++c)
      for (size_t d = 0; d < 12; ++d) EXPECT_TRUE(group[c] != group[d] || coarse[c] == coarse[d]);
  }
}

TEST(Tree, topics_without_documents_join_last) {
  TreeRun run;
  manifact::Model model = random_topics(6, 5, 9);
  model.sizes[0] = model.sizes[3] = 0;
  const manifact::TopicTree tree = topic_tree(model, manifact::Linkage::average, run.context);
  ASSERT_EQ(tree.steps.size(), 5U);
  const std::vector<int64_t> group = cut(tree, 3);
  EXPECT_EQ(group[1], group[2]);
  EXPECT_NE(group[0], group[3]);
  EXPECT_NE(group[0], group[1]);
}

// 1500 topics in 60 features are 67 million products, between which the monitor is asked.
TEST(Tree, can_be_stopped_while_topics_are_compared) {
  const manifact::Model model = random_topics(1500, 60, 5);
  TreeRun run;
  manifact::ProgressLog progress;
  progress.watch(run.monitor);
  (void)topic_tree(model, manifact::Linkage::ward, run.context);
  const size_t reports = progress.done.size();
  EXPECT_STREQ(run.monitor.stage, "topic tree");
  EXPECT_EQ(progress.total, 60);
  ASSERT_GE(reports, 4U);
  for (size_t stop = 1; stop <= reports; ++stop) {
    TreeRun again;
    progress = {};
    progress.stop_at = stop;
    progress.watch(again.monitor);
    manifact::expect_error(manifact::Status::cancelled, "cancelled during topic tree", [&] {
      (void)topic_tree(model, manifact::Linkage::ward, again.context);
    });
    EXPECT_EQ(progress.done.size(), stop);
    EXPECT_EQ(again.context.memory->now(), 0);
  }
}

TEST(Tree, of_too_many_topics_is_refused_before_it_takes_memory) {
  TreeRun run;
  manifact::expect_error(
      manifact::Status::budget,
      "16385 topics need 2147745800 bytes, more than the memory-budget of 2147483648", [&] {
        (void)topic_tree(random_topics(16385, 1, 1), manifact::Linkage::average, run.context);
      });
  EXPECT_EQ(run.context.memory->peak(), 0);
}

TEST(Tree, obeys_the_memory_budget_of_the_model) {
  TreeRun run;
  manifact::Model model = random_topics(12, 5, 3);
  model.memory_budget = 12 * 12 * 8;
  EXPECT_EQ(topic_tree(model, manifact::Linkage::ward, run.context).steps.size(), 11U);
  model.memory_budget -= 1;
  manifact::expect_error(manifact::Status::budget,
                         "12 topics need 1152 bytes, more than the memory-budget of 1151",
                         [&] { (void)topic_tree(model, manifact::Linkage::ward, run.context); });
}

TEST(Tree, of_one_topic_has_no_steps) {
  TreeRun run;
  const manifact::TopicTree tree =
      topic_tree(random_topics(1, 3, 1), manifact::Linkage::ward, run.context);
  EXPECT_TRUE(tree.steps.empty());
  EXPECT_EQ(cut(tree, 1), std::vector<int64_t>{0});
}

}  // namespace
