// topics/numbers: coherence, diversity, separation and weaknesses against their definitions, within
// the memory budget.
#include "topics/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "support/expect_error.hpp"
#include "support/progress.hpp"
#include "support/topics.hpp"

namespace {

using namespace topics;

// Six documents of four terms: terms 0 and 1 always together, 2 and 3 never.
TEST(TopicNumbers, are_those_of_their_definitions) {
  const auto model = model_of({3, 3}, {1, 0, 1, 0, 0, 1, 0, 1});
  Work work;
  manifact::ExecutionContext &run = work.run;
  const manifact::Csr<double> X = documents_of({{0, 1}, {0, 1}, {0, 1}, {2}, {2}, {3}}, 4);
  const manifact::TermDocuments view{manifact::DataView<double>(X)};
  const auto numbers = topic_numbers(model, {{0, 1}, {2, 3, 0}}, view, run);
  EXPECT_NEAR(numbers[0].coherence, 1, 1e-15);
  EXPECT_NEAR(numbers[1].coherence, -1, 1e-15);
  EXPECT_NEAR(numbers[0].diversity, 0.5, 1e-15);
  EXPECT_NEAR(numbers[1].diversity, 2 / 3.0, 1e-15);
  EXPECT_NEAR(numbers[0].separation, 1, 1e-15);
  EXPECT_EQ(numbers[0].weakness, manifact::Weakness::none);
  EXPECT_EQ(numbers[1].weakness, manifact::Weakness::incoherent);
  EXPECT_TRUE(std::isnan(topic_numbers(model, {{0, 1}, {2}}, {}, run)[0].coherence));
  const auto crowded = model_of({30, 0, 1, 30}, {1, 0, 0, 1, 0, 0, 1, .2});
  const auto weak = topic_numbers(crowded, {{0}, {}, {1}, {0}}, {}, run);
  using manifact::Weakness;
  const Weakness expected[] = {Weakness::near_copy, Weakness::empty, Weakness::small,
                               Weakness::near_copy};
  for (size_t c = 0; c < 4; ++c) EXPECT_EQ(weak[c].weakness, expected[c]) << c;
}

TEST(TopicNumbers, pairs_that_short_documents_cannot_show_do_not_make_a_topic_incoherent) {
  const auto model = model_of({13}, {1, 1, 1});
  Work work;
  manifact::ExecutionContext &run = work.run;
  Rows terms{{0, 1}, {0}, {1}, {2}, {2}};
  terms.resize(13);
  const manifact::Csr<double> X = documents_of(terms, 3);
  const manifact::TermDocuments view{manifact::DataView<double>(X)};
  const auto numbers = topic_numbers(model, {{0, 1, 2}}, view, run);
  EXPECT_LT(numbers[0].coherence, -0.3);  // of three pairs one occurs, 12 / 13 times are expected
  EXPECT_EQ(numbers[0].weakness, manifact::Weakness::none);
}

// The steps done and all steps of each report, by stage.
struct Reports {
  std::map<std::string, std::vector<std::pair<int64_t, int64_t>>> of_stage;

  static int note(void *user, const char *stage, int64_t done, int64_t total, double, double) {
    static_cast<Reports *>(user)->of_stage[stage].emplace_back(done, total);
    return 0;
  }
};

// The pairs of a topic of 900 terms take 1.6 MB, and those of two topics more than an eighth of the
// budget: topics are counted one after the other.
TEST(TopicNumbers, many_terms_are_counted_in_memory_that_is_bounded_and_known) {
  constexpr int64_t m = 900, pairs = m * (m + 1) / 2;
  auto model = model_of({2, 2}, Values(2 * m, 1));
  model.memory_budget = 16 << 20;
  std::vector<int64_t> all(m);
  std::iota(all.begin(), all.end(), 0);
  const manifact::Csr<double> X = documents_of({{0, 1, m - 1}, {0, 1}, {m - 1}, {5}}, m);
  const manifact::TermDocuments view{manifact::DataView<double>(X)};
  Work work;
  Reports reports;
  work.monitor.progress = Reports::note;
  work.monitor.progress_user = &reports;
  const auto numbers = topic_numbers(model, {all, all}, view, work.run);
  const std::vector<std::pair<int64_t, int64_t>> passes{{0, 8}, {0, 8}, {4, 8}};
  EXPECT_EQ(reports.of_stage["topic numbers"], passes);
  EXPECT_EQ(reports.of_stage["similarities"].front(), std::pair(int64_t{0}, m));
  EXPECT_GT(numbers[0].coherence, -1) << "terms 0 and 1 occur together";
  EXPECT_EQ(numbers[0].coherence, numbers[1].coherence);
  EXPECT_GE(work.run.memory->peak(), 4 * pairs);
  EXPECT_LT(work.run.memory->peak(), 4 * pairs + 100 * m);
  EXPECT_EQ(work.run.memory->now(), 0);
}

TEST(TopicNumbers, of_too_many_terms_are_refused_before_they_take_memory) {
  std::vector<int64_t> all(32768);
  std::iota(all.begin(), all.end(), 0);
  const auto model = model_of({1, 1}, Values(2 * all.size(), 1));
  const manifact::Csr<double> X = documents_of({{0}}, std::ssize(all));
  const manifact::TermDocuments view{manifact::DataView<double>(X)};
  Work work;
  manifact::ProgressLog progress;
  progress.watch(work.monitor);
  manifact::expect_error(manifact::Status::budget,
                         "32768 top terms of topic 1 need 2147549184 bytes", [&] {
                           (void)topic_numbers(model, {{0}, all}, view, work.run);
                         });
  EXPECT_TRUE(progress.done.empty()) << "the documents were read for the first topic";
  EXPECT_EQ(work.run.memory->peak(), 0);
}

TEST(TopicNumbers, of_too_many_topics_are_refused_before_they_take_memory) {
  const manifact::Csr<double> X = documents_of({{0}}, 1);
  const manifact::TermDocuments view{manifact::DataView<double>(X)};
  const auto model = model_of(Indices(16385, 1), Values(16385, 1));
  Work work;
  manifact::ProgressLog progress;
  progress.watch(work.monitor);
  manifact::expect_error(
      manifact::Status::budget,
      "16385 topics need 2147745800 bytes, more than the memory-budget of 2147483648",
      [&] { (void)topic_numbers(model, std::vector<Indices>(16385), view, work.run); });
  EXPECT_TRUE(progress.done.empty());
  EXPECT_EQ(work.run.memory->peak(), 0);
}

}  // namespace
