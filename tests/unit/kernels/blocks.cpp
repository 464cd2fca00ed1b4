// kernels/: a kernel evaluated by blocks equals its dense matrix, for any budget and number of
// threads; so do its parts and its values for new rows.
#include <cstring>

#include "kernels/blocks.hpp"
#include "kernels/kernel.hpp"
#include "reference/kernels.hpp"
#include "support/expect_error.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

constexpr std::int64_t plenty = std::int64_t{1} << 30, little = 1 << 20;

template <class T>
struct KernelBlocks : testing::Test {
  static constexpr double rounding = sizeof(T) == 8 ? 1e-13 : 3e-5;

  // Rounded to T, with an empty row.
  void take(Plain A) {
    for (std::int64_t j = 0; j < A.columns; ++j) A(A.rows / 2, j) = 0;
    X = csr<T>(A, host.memory);
    full = plain(X.view());
  }
  std::unique_ptr<Kernel<T>> made(const KernelSpec &spec, std::int64_t budget = plenty) {
    return block_kernel<T>(data(X), spec, budget, host.run);
  }

  Plain applied(const Kernel<T> &kernel, const Plain &B) {
    Dense<T> out(host.memory, B.rows, B.columns);
    kernel.apply(dense<T>(B, host.memory), out, host.run);
    return plain(out);
  }
  void expect_is(const Kernel<T> &kernel, const Plain &K) {
    for (const std::int64_t columns : {1, 6, 1}) {  // the workspace follows the number of columns
      const Plain B = random_signed(K.rows, columns, 12);
      EXPECT_LT(relative_error(applied(kernel, B), K * B), rounding);
    }
    const double close = rounding * largest(K);
    for (std::int64_t i = 0; i < K.rows; ++i) EXPECT_NEAR(kernel.diagonal(i), K(i, i), close) << i;
    EXPECT_TRUE(kernel.concepts(Dense<T>(host.memory, K.rows, 3), host.run).empty());
    EXPECT_EQ(kernel.rows().X.rows, 0);
  }
  void expect_splits(const Kernel<T> &kernel, const Plain &plus, const Plain &minus) {
    const Plain B = random_plain(plus.rows, 5, 13);
    Dense<T> a(host.memory, B.rows, 5), b(host.memory, B.rows, 5);
    kernel.split(dense<T>(B, host.memory), a, b, host.run);
    EXPECT_LT(relative_error(plain(a), plus * B), rounding);
    EXPECT_LT(relative_error(plain(b), minus * B), rounding);
  }

  Host host{2};
  Csr<T> X;
  Plain full;
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(KernelBlocks, Types);

TYPED_TEST(KernelBlocks, are_the_matrix_of_the_function) {
  // One block, exactly two, three with a short last, four.
  for (const std::int64_t n : {40, 512, 600, 780}) {
    if (support::is_sanitized && n == 780) continue;  // time
    this->take(random_signed(n, 30, static_cast<std::uint64_t>(n), 0.3));
    for (const KernelSpec &spec : {polynomial(2, 0), polynomial(3, 0.5), rbf(1.3)})
      this->expect_is(*this->made(spec), kernel_by_hand(this->full, this->full, spec));
  }
}

TYPED_TEST(KernelBlocks, take_any_degree) {
  this->take(random_signed(45, 20, 3, 0.4));
  for (const std::int64_t degree : {1, 2, 3, 4, 5, 6, 7, 12, 31})
    this->expect_is(*this->made(polynomial(degree, 0.25)),
                    kernel_by_hand(this->full, this->full, polynomial(degree, 0.25)));
}

TYPED_TEST(KernelBlocks, split_by_sign) {
  this->take(random_signed(600, 25, 4, 0.4));
  for (const KernelSpec &spec : {polynomial(1, 0), polynomial(3, 0.1)}) {
    const Plain K = kernel_by_hand(this->full, this->full, spec);
    for (const std::int64_t budget : {plenty, little}) {
      const auto kernel = this->made(spec, budget);
      EXPECT_FALSE(kernel->non_negative());
      this->expect_splits(*kernel, part(K, 1), part(K, -1));
    }
    Array<double> g(this->host.memory, K.rows);
    for (std::int64_t i = 0; i < g.size(); ++i) g[i] = 0.25 * static_cast<double>(i % 5);
    const std::vector<double> weights = listed(g);
    const auto weighted = scaled_kernel(this->made(spec), g, this->host.run);
    EXPECT_FALSE(weighted->non_negative());
    this->expect_splits(*weighted, scaled(weights, part(K, 1), weights),
                        scaled(weights, part(K, -1), weights));
  }
}

TYPED_TEST(KernelBlocks, know_whether_a_value_is_negative) {
  this->take(random_signed(300, 25, 5, 0.4));
  double least = 0;
  for (const double x : (this->full * transposed(this->full)).values) least = std::fmin(least, x);
  for (const std::int64_t budget : {plenty, little}) {
    EXPECT_TRUE(this->made(polynomial(2, 0.1), budget)->non_negative());
    EXPECT_TRUE(this->made(rbf(1), budget)->non_negative());
    EXPECT_FALSE(this->made(polynomial(3, -0.9 * least), budget)->non_negative());
    EXPECT_TRUE(this->made(polynomial(3, -1.1 * least), budget)->non_negative())
        << "negative data, but no negative value";
  }
  this->take(random_plain(300, 25, 5, 0.4));
  EXPECT_TRUE(this->made(polynomial(3, 0), little)->non_negative());
}

TYPED_TEST(KernelBlocks, kept_and_computed_anew_are_the_same_to_the_bit) {
  using T = TypeParam;
  this->take(random_signed(1300, 25, 6, 0.3));
  const auto kept = this->made(polynomial(3, 0.5)), anew = this->made(polynomial(3, 0.5), little);
  EXPECT_EQ(kept->store().blocks, 21);
  EXPECT_EQ(kept->store().kept, 21);
  EXPECT_EQ(anew->store().kept, little / (256 * 256 * static_cast<std::int64_t>(sizeof(T))));
  EXPECT_EQ(anew->store().block_bytes, 256 * 256 * static_cast<std::int64_t>(sizeof(T)));
  const Plain B = random_signed(1300, 7, 7);
  EXPECT_EQ(this->applied(*kept, B), this->applied(*anew, B));
}

TYPED_TEST(KernelBlocks, bits_do_not_depend_on_the_threads) {
  using T = TypeParam;
  this->take(random_signed(1300, 25, 8, 0.3));
  const Plain B = random_signed(1300, 7, 9);
  for (const std::int64_t budget : {plenty, little}) {
    Host one(1);
    Dense<T> right(one.memory, 1300, 7);
    block_kernel<T>(data(this->X), rbf(2), budget, one.run)
        ->apply(dense<T>(B, one.memory), right, one.run);
    for (const std::int64_t threads : {2, 5}) {
      Host more(threads);
      const auto kernel = block_kernel<T>(data(this->X), rbf(2), budget, more.run);
      Dense<T> out(more.memory, 1300, 7);
      for (int repeat = 0; repeat < 3; ++repeat) {
        kernel->apply(dense<T>(B, more.memory), out, more.run);
        EXPECT_EQ(
            std::memcmp(out.data(), right.data(), static_cast<std::size_t>(out.size()) * sizeof(T)),
            0)
            << threads << " threads";
      }
    }
  }
}

TYPED_TEST(KernelBlocks, values_that_are_not_finite_are_refused) {
  this->take(1e8 * random_plain(300, 5, 10));
  expect_error(Status::numerics, "not finite", [&] { this->made(polynomial(400, 0)); });
}

TYPED_TEST(KernelBlocks, listen_to_cancel) {
  this->take(random_plain(600, 5, 10));
  const auto kernel = this->made(polynomial(2, 0));
  Dense<TypeParam> B(this->host.memory, 600, 2), out(this->host.memory, 600, 2);
  this->host.monitor.cancel = true;
  expect_error(Status::cancelled, "", [&] { kernel->apply(B, out, this->host.run); });
}

TEST(KernelCross, new_rows_meet_the_old_ones) {
  Host host{2};
  Plain X = random_signed(700, 30, 1, 0.2), Y = random_signed(300, 30, 2, 0.2);
  for (std::int64_t i = 0; i < X.rows; ++i) X(i, 29) = 0;
  for (std::int64_t j = 0; j < 30; ++j) Y(5, j) = Y(6, j) = 0;
  Y(6, 29) = 1;  // in no training document
  const Csr<double> x = csr<double>(X, host.memory), y = csr<double>(Y, host.memory);
  const Plain B = random_signed(700, 6, 3);
  for (const KernelSpec &spec : {polynomial(2, 0), polynomial(3, 0.5), rbf(1.3)}) {
    const CrossProducts cross =
        cross_products(y.view(), x.view(), spec, dense<double>(B, host.memory), host.run);
    EXPECT_LT(relative_error(plain(cross.KB), kernel_by_hand(Y, X, spec) * B), 1e-13);
    const Plain own = kernel_by_hand(Y, Y, spec);
    const double close = 1e-13 * largest(own);
    for (std::int64_t i = 0; i < Y.rows; ++i) {
      EXPECT_NEAR(cross.own[i], own(i, i), close);
      EXPECT_EQ(cross.known[i], i != 5 && i != 6) << i;
    }
  }
}

}  // namespace
}  // namespace manifact
