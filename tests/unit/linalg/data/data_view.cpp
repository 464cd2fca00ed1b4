// linalg/data/data_view: dense data are points in place, sparse data are copied within the budget.
#include "linalg/data/data_view.hpp"

#include "support/expect_error.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

constexpr Index n = 7, m = 5, plenty = 1 << 20;

struct Points : testing::Test {
  Points() : A(random_plain(n, m, 1)), columns(host.memory, m), rows(host.memory, 3) {
    for (Index j = 0; j < m; ++j) columns[j] = static_cast<std::int32_t>(j);
    for (Index a = 0; a < 3; ++a) rows[a] = static_cast<std::int32_t>(6 - 2 * a);
    for (const double x : A.values) singles.push_back(static_cast<float>(x));
  }
  DenseRows of_floats() const {
    DenseRows X;
    X.rows = n, X.columns = X.stride = m;
    X.singles = singles.data();
    X.all_columns = columns.data();
    return X;
  }
  static void expect_equal(const PointView &Y, const PointView &right) {
    ASSERT_EQ(Y.rows(), right.rows());
    ASSERT_EQ(Y.columns(), right.columns());
    std::vector<double> scratch(m);
    for (Index i = 0; i < Y.rows(); ++i)
      for (Index c = 0; c < m; ++c) {
        EXPECT_EQ(Y(i, c), right(i, c));
        EXPECT_EQ(Y.row(i, scratch.data())[c], right(i, c));
      }
  }

  Host host;
  Plain A;
  std::vector<float> singles;
  Array<std::int32_t> columns, rows;
};

TEST_F(Points, of_dense_rows_are_not_copied) {
  std::vector<double> shift(m, 0.25), spread(m, 3), factor(n, 0.5);
  DenseRows X = of_floats();
  X.shift = shift.data();
  X.spread = spread.data();
  X.factor = factor.data();
  const DataView<double> view(X);
  const Dense<double> all = copied_points(view, nullptr, plenty, host.memory),
                      some = copied_points(view, &rows, plenty, host.memory);
  const Index before = host.memory->now();
  expect_equal(DataPoints<double>(view, nullptr, plenty, host.memory).view(), all);
  expect_equal(DataPoints<double>(view, &rows, plenty, host.memory).view(), some);
  EXPECT_EQ(host.memory->now(), before);
  EXPECT_EQ(all(2, 1), (static_cast<double>(singles[2 * m + 1]) - 0.25) / 3 * 0.5);
  EXPECT_EQ(some(1, 3), all(4, 3));
}

TEST_F(Points, of_plain_doubles_are_the_values_themselves) {
  DenseRows X = of_floats();
  X.singles = nullptr;
  X.reals = A.values.data();
  const PointView Y(X);
  EXPECT_EQ(Y.row(2, nullptr), A.values.data() + 2 * m);
}

TEST_F(Points, of_sparse_rows_are_copied) {
  A(3, 2) = 0;
  const Csr<double> X = csr<double>(A, host.memory);
  const DataPoints<double> points(DataView<double>(X), &rows, plenty, host.memory);
  ASSERT_EQ(points.view().rows(), 3);
  for (Index a = 0; a < 3; ++a)
    for (Index c = 0; c < m; ++c) EXPECT_EQ(points.view()(a, c), A(rows[a], c));
}

TEST_F(Points, beyond_the_budget_are_refused_with_the_bytes) {
  const Csr<double> X = csr<double>(A, host.memory);
  for (const DataView<double> &view : {DataView<double>(X), DataView<double>(of_floats())}) {
    expect_error(Status::budget,
                 "7 documents as dense points of 5 features need 280 bytes, more than the "
                 "memory-budget of 279",
                 [&] { DataPoints<double>(view, nullptr, 279, host.memory); });
    expect_error(Status::budget, "3 documents as dense points of 5 features need 120 bytes",
                 [&] { copied_points(view, &rows, 119, host.memory); });
    EXPECT_EQ(DataPoints<double>(view, nullptr, 280, host.memory).view().rows(), n);
  }
}

}  // namespace
}  // namespace manifact
