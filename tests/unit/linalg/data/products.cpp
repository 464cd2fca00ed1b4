// linalg/data/products: products with dense rows, stored in either precision, shifted, scaled,
// selected or clipped, agree with plain loops over the values of the rows, and have the same bits
// for every number of threads.
#include "linalg/data/products.hpp"

#include <cstring>

#include "support/numbers.hpp"

namespace manifact {
namespace {

// Rows apart by more than their columns, with NaN between them, and what is computed from them.
struct Stored {
  Stored(std::int64_t n, std::int64_t m, bool singles, int how) {
    const Plain numbers = random_plain(n + 3, m, 1);
    rows.columns = m;
    rows.rows = n;
    rows.stride = m + 5;
    const auto size = static_cast<std::size_t>((n + 3) * rows.stride);
    single.assign(size, std::nanf(""));
    real.assign(size, std::nan(""));
    for (std::int64_t i = 0; i < n + 3; ++i)
      for (std::int64_t j = 0; j < m; ++j) {
        const auto at = static_cast<std::size_t>(i * rows.stride + j);
        single[at] = static_cast<float>(2 * numbers(i, j) - 1);
        real[at] = 2 * numbers(i, j) - 1;
      }
    if (singles)
      rows.singles = single.data();
    else
      rows.reals = real.data();
    shift = random_plain(1, m, 2).values;
    spread = random_plain(1, m, 3).values;
    for (double &s : spread) s += 0.5;
    factor = random_plain(1, n + 3, 4).values;
    for (std::int64_t i = 0; i < n; ++i)
      places.push_back(static_cast<std::int32_t>((i * 7 + 2) % (n + 3)));
    if ((how & 1) != 0) rows.shift = shift.data(), rows.spread = spread.data();
    if ((how & 2) != 0) rows.factor = factor.data();
    if ((how & 4) != 0) rows.selection = places.data();
    if ((how & 8) != 0) rows.part = -1;
  }
  Plain plain() const {
    Plain A(rows.rows, rows.columns);
    for (std::int64_t i = 0; i < A.rows; ++i)
      for (std::int64_t j = 0; j < A.columns; ++j) A(i, j) = rows.value(i, j);
    return A;
  }

  DenseRows rows;
  std::vector<float> single;
  std::vector<double> real, shift, spread, factor;
  std::vector<std::int32_t> places;
};

template <class T>
struct DenseProducts : testing::Test {
  static constexpr double rounding = sizeof(T) == 8 ? 1e-13 : 3e-5;

  void expect_right(std::int64_t n, std::int64_t m, std::int64_t k, bool singles, int how) {
    const Stored X(n, m, singles, how);
    const Plain A = X.plain(), B = random_plain(m, k, 5), V = random_plain(n, k, 6);
    Host host(2);
    Dense<T> XB(host.memory, n, k), XtV(host.memory, m, k);
    multiply(DataView<T>(X.rows), dense<T>(B, host.memory), XB, host.run);
    multiply_transposed(X.rows, dense<T>(V, host.memory), XtV, host.run);
    const auto what = [&] {
      return std::to_string(n) + " x " + std::to_string(m) + ", " + std::to_string(k) +
             " columns, rows " + std::to_string(how);
    };
    EXPECT_LT(relative_error(plain(XB), A * B), rounding) << what();
    EXPECT_LT(relative_error(plain(XtV), transposed(A) * V), rounding) << what();
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t c = k; c < XB.stride(); ++c) ASSERT_EQ(XB(i, c), 0) << "padding";
    for (std::int64_t j = 0; j < m; ++j)
      for (std::int64_t c = k; c < XtV.stride(); ++c) ASSERT_EQ(XtV(j, c), 0) << "padding";
  }
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(DenseProducts, Types);

TYPED_TEST(DenseProducts, every_number_of_columns) {
  for (std::int64_t k = 1; k <= 70; ++k) this->expect_right(40, 37, k, true, 0);
}

TYPED_TEST(DenseProducts, every_kind_of_rows) {
  for (const bool singles : {false, true})
    for (int how = 0; how < 16; ++how)
      for (const auto &[n, m] :
           std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1}, {131, 3}, {17, 70}})
        this->expect_right(n, m, 5, singles, how);
}

TYPED_TEST(DenseProducts, more_than_one_block_in_each_direction) {
  for (const int how : {0, 3}) {
    this->expect_right(1100, 33, 3, true, how);
    this->expect_right(300, 1100, 19, false, how);
  }
}

// Features of mean 0, of a mean far above their deviation, and huge ones of one value: the shift
// must not cost digits. All numbers are exact in single precision.
TYPED_TEST(DenseProducts, of_features_far_from_zero) {
  using T = TypeParam;
  const std::int64_t n = 300, m = 45, k = 7;
  for (const bool singles : {false, true})
    for (const double mean : {0.0, 3.0, 100.0, 1e6}) {
      Stored X(n, m, singles, 1);
      for (std::int64_t j = 0; j < m; ++j) {
        X.shift[static_cast<std::size_t>(j)] = mean;
        if (j % 5 == 4) X.spread[static_cast<std::size_t>(j)] = INFINITY;
        for (std::int64_t i = 0; i < n; ++i) {
          const auto at = static_cast<std::size_t>(i * X.rows.stride + j);
          X.real[at] = j % 5 == 4 ? 0x1p127 : mean + std::round(16 * X.real[at]) / 16;
          X.single[at] = static_cast<float>(X.real[at]);
        }
      }
      const Plain A = X.plain(), B = random_plain(m, k, 5), V = random_plain(n, k, 6);
      Host host(2);
      Dense<T> XB(host.memory, n, k), XtV(host.memory, m, k);
      multiply(DataView<T>(X.rows), dense<T>(B, host.memory), XB, host.run);
      multiply_transposed(X.rows, dense<T>(V, host.memory), XtV, host.run);
      EXPECT_LT(relative_error(plain(XB), A * B), this->rounding) << mean;
      EXPECT_LT(relative_error(plain(XtV), transposed(A) * V), this->rounding) << mean;
    }
}

TYPED_TEST(DenseProducts, nothing_to_multiply_is_zero) {
  using T = TypeParam;
  Host host;
  const Stored X(4, 3, true, 0);
  DenseRows none = X.rows;
  none.rows = 0;
  Dense<T> out(host.memory, 3, 2), nothing(host.memory, 0, 2);
  out(1, 1) = 5;
  multiply_transposed(none, nothing, out, host.run);
  for (std::int64_t j = 0; j < 3; ++j)
    for (std::int64_t c = 0; c < 2; ++c) EXPECT_EQ(out(j, c), 0);
  multiply(DataView<T>(none), out, nothing, host.run);
}

TYPED_TEST(DenseProducts, any_number_of_threads_gives_the_same_bits) {
  using T = TypeParam;
  const std::int64_t n = 5000, m = 71, k = 45;
  for (const int how : {0, 3}) {
    const Stored X(n, m, true, how);
    std::vector<Dense<T>> all;
    for (const std::int64_t threads : {1, 2, 3}) {
      Host host(threads);
      Dense<T> XtV(host.memory, m, k), XXtV(host.memory, n, k);
      multiply_transposed(X.rows, dense<T>(random_plain(n, k, 7), host.memory), XtV, host.run);
      multiply(DataView<T>(X.rows), XtV, XXtV, host.run);
      all.push_back(std::move(XtV));
      all.push_back(std::move(XXtV));
      for (std::size_t which : {0, 1}) {
        const Dense<T> &one = all[which], &other = all[all.size() - 2 + which];
        EXPECT_EQ(
            std::memcmp(one.data(), other.data(), static_cast<std::size_t>(one.size()) * sizeof(T)),
            0)
            << threads << " threads";
      }
    }
  }
}

}  // namespace
}  // namespace manifact
