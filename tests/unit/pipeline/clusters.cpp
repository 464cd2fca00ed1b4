// pipeline/clusters: equal documents get one cluster.
#include "pipeline/clusters.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/numbers.hpp"

namespace manifact {
namespace {

TEST(EqualDocuments, get_the_most_frequent_label_and_its_memberships) {
  Host host;
  const Plain X = from_rows({{1, 0}, {0, 2}, {1, 0}, {0, 2}, {1, 0}, {3, 1}, {0, 0}, {0, 0}});
  const Csr<double> rows = csr<double>(X, host.memory);
  Array<std::int32_t> labels(host.memory, 8);
  const std::int32_t given[] = {0, 1, 1, 0, 1, 0, -1, -1};
  std::copy_n(given, 8, labels.data());
  Dense<double> V(host.memory, 8, 2);
  for (Index i = 0; i < 8; ++i) V(i, 0) = static_cast<double>(i);
  EXPECT_EQ(unite_equal_documents(data(rows.view()), labels, V, host.run), 2);
  EXPECT_EQ(listed(labels), (std::vector<std::int32_t>{1, 1, 1, 1, 1, 0, -1, -1}));
  EXPECT_EQ(V(0, 0), 2);  // of the first document with the label
  EXPECT_EQ(V(3, 0), 1);
  EXPECT_EQ(V(4, 0), 4);
  EXPECT_EQ(unite_equal_documents(data(rows.view()), labels, V, host.run), 0);
}

}  // namespace
}  // namespace manifact
