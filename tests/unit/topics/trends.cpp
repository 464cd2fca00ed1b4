// topics/numbers against the test for a linear trend, and its cancellation.
#include "topics/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/expect_error.hpp"
#include "support/progress.hpp"
#include "support/topics.hpp"

namespace {

using namespace topics;

TEST(Trends, are_the_test_for_a_linear_trend_in_proportions) {
  auto model = model_of({60}, {1, 1});
  model.labels = Array<int32_t>(std::make_shared<Memory>(), 60);
  std::vector<int32_t> periods;
  Rows terms(60);
  for (int64_t i = 0; i < 60; ++i) {
    periods.push_back(i % 7 == 6 ? -1 : static_cast<int32_t>(i % 10));
    if ((i * i + i) % 13 > 12 - i % 10) terms[static_cast<size_t>(i)] = {1};
  }
  const manifact::Csr<double> X = documents_of(terms, 2);
  double documents = 0, mean = 0, share = 0, squares = 0, sum = 0;
  for (int64_t i = 0; i < 60; ++i) {
    if (periods[static_cast<size_t>(i)] < 0) continue;
    documents += 1;
    mean += periods[static_cast<size_t>(i)];
    share += static_cast<double>(X.indptr[i + 1] - X.indptr[i]);
  }
  mean /= documents;
  share /= documents;
  for (int64_t i = 0; i < 60; ++i) {
    const double t = periods[static_cast<size_t>(i)] - mean;
    if (periods[static_cast<size_t>(i)] < 0) continue;
    squares += t * t;
    sum += X.indptr[i + 1] > X.indptr[i] ? t : 0;
  }
  ASSERT_GT(share * documents, 5);
  Work work;
  const manifact::TermDocuments view{manifact::DataView<double>(X)};
  const Array<double> z = term_trends(model, view, periods.data(), 0, work.run);
  EXPECT_EQ(z[0], 0);
  EXPECT_NEAR(z[1], sum / std::sqrt(share * (1 - share) * squares), 1e-12);
  EXPECT_STREQ(work.monitor.stage, "trends");
}

// Of a long corpus: the monitor is asked several times.
TEST(Trends, can_be_stopped) {
  auto model = model_of({10000}, {1, 1});
  model.labels = Array<int32_t>(std::make_shared<Memory>(), 10000);
  const manifact::Csr<double> X = documents_of(Rows(10000, {0}), 2);
  const manifact::TermDocuments view{manifact::DataView<double>(X)};
  const std::vector<int32_t> periods(10000);
  Work work;
  manifact::ProgressLog progress;
  progress.stop_at = 3;
  progress.watch(work.monitor);
  manifact::expect_error(manifact::Status::cancelled, "cancelled during trends",
                         [&] { (void)term_trends(model, view, periods.data(), 0, work.run); });
  EXPECT_EQ(progress.done.back(), 4096);
  EXPECT_EQ(work.run.memory->now(), 0);
}

}  // namespace
