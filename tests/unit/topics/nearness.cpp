// topics/nearness: the documents nearest to the centroid, near copies last.
#include "topics/nearness.hpp"

#include <gtest/gtest.h>

#include "support/topics.hpp"

namespace {

using namespace topics;

// Documents 0 to 2 are one text, 3 is another; 0 to 2 are nearer to the mean.
TEST(Representatives, near_copies_come_only_when_nothing_else_is_left) {
  manifact::Model model = model_of({4}, {1, 1, 1});
  const auto memory = std::make_shared<Memory>();
  manifact::Csr<double> &X = model.training.X.sparse;
  X.rows = 4;
  X.columns = model.m = 3;
  X.indptr = Array<int64_t>(memory, 5);
  X.indices = Array<int32_t>(memory, 8);
  X.values = Array<double>(memory, 8);
  for (int64_t i = 0; i < 4; ++i) {
    X.indptr[i + 1] = 2 * i + 2;
    X.indices[2 * i] = i < 3 ? 0 : 1;
    X.indices[2 * i + 1] = i < 3 ? 1 : 2;
    X.values[2 * i] = 1 + 0.1 * static_cast<double>(i);
    X.values[2 * i + 1] = 1;
  }
  model.labels = Array<int32_t>(memory, 4);
  model.cosines = Array<double>(memory, 4);
  for (int64_t i = 0; i < 4; ++i) model.cosines[i] = 0.9 - 0.1 * static_cast<double>(i);
  EXPECT_EQ(representatives(model, 0, 1), (Indices{0}));
  EXPECT_EQ(representatives(model, 0, 2), (Indices{0, 3}));
  EXPECT_EQ(representatives(model, 0, 3), (Indices{0, 1, 3}));
  EXPECT_EQ(representatives(model, 0, 9), (Indices{0, 1, 2, 3}));
  X = {};
  EXPECT_EQ(representatives(model, 0, 2), (Indices{0, 1})) << "without documents";
}

}  // namespace
