// linalg/dense/products and kernels/: sums over all threads are bitwise the same for any number of
// threads, and a kernel operator equals its dense matrix.
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "kernels/kernel.hpp"
#include "linalg/dense/products.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

// More rows than a few blocks of partial sums, and not a multiple of the block size.
constexpr std::int64_t many = 5 * 1024 + 317;

template <class T>
bool same_bits(const Dense<T> &A, const Dense<T> &B) {
  return A.size() == B.size() &&
         std::memcmp(A.data(), B.data(), static_cast<std::size_t>(A.size()) * sizeof(T)) == 0;
}

template <class T>
struct Products : testing::Test {
  static constexpr double rounding = sizeof(T) == 8 ? 1e-13 : 2e-5;
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Products, Types);

TYPED_TEST(Products, lengths_of_columns_are_finite_where_their_squares_are_not) {
  using T = TypeParam;
  Host host;
  Dense<T> A(host.memory, many, 2);
  const T large = sizeof(T) == 8 ? T(1e300) : T(1e30);
  for (std::int64_t i = 0; i < 4; ++i) A(i, 0) = large;
  A(7, 1) = 3;
  A(many - 1, 1) = 4;
  const Array<double> lengths = column_lengths(A, host.run);
  EXPECT_DOUBLE_EQ(lengths[0], 2 * static_cast<double>(large));
  EXPECT_EQ(lengths[1], 5);
}

TYPED_TEST(Products, gram_is_the_transpose_times_the_other) {
  using T = TypeParam;
  Host host;
  const Plain A = random_plain(many, 7, 1), B = random_plain(many, 18, 2);
  const Dense<T> C = gram(dense<T>(A, host.memory), dense<T>(B, host.memory), host.run);
  EXPECT_LT(relative_error(plain(C), transposed(A) * B), this->rounding);
  for (std::int64_t a = 0; a < C.rows(); ++a)
    for (std::int64_t c = C.columns(); c < C.stride(); ++c) EXPECT_EQ(C(a, c), 0) << "padding";
}

// V'V computes one triangle; the copy of V is another matrix, of which both are computed.
TYPED_TEST(Products, gram_of_a_matrix_has_the_bits_of_the_product_with_its_copy) {
  using T = TypeParam;
  Host host;
  for (const std::int64_t k : {1, 7, 31, 33, 64, 65, 130}) {
    const Plain A = random_plain(many, k, 3 + static_cast<std::uint64_t>(k));
    const Dense<T> V = dense<T>(A, host.memory);
    const Dense<T> C = gram(V, V, host.run), D = gram(V, V.copy(), host.run);
    EXPECT_TRUE(same_bits(C, D)) << k << " columns";
    EXPECT_LT(relative_error(plain(C), transposed(A) * A), this->rounding) << k << " columns";
  }
}

TYPED_TEST(Products, column_dots_with_and_without_weights) {
  using T = TypeParam;
  Host host;
  const Plain A = random_plain(many, 13, 3), B = random_plain(many, 13, 4),
              w = random_plain(1, many, 5);
  const Array<T> weight = padded<T>(
      [&] {
        Array<double> values(host.memory, many);
        std::copy(w.values.begin(), w.values.end(), values.begin());
        return values;
      }(),
      many, host.run);
  Plain plain_sums(1, 13), weighted_sums(1, 13);
  for (std::int64_t i = 0; i < many; ++i)
    for (std::int64_t c = 0; c < 13; ++c) {
      plain_sums(0, c) += A(i, c) * B(i, c);
      weighted_sums(0, c) += w(0, i) * A(i, c) * B(i, c);
    }
  const Dense<T> a = dense<T>(A, host.memory), b = dense<T>(B, host.memory);
  Plain got(1, 13);
  got.values = listed(column_dots<T>(a, b, nullptr, host.run));
  EXPECT_LT(relative_error(got, plain_sums), this->rounding);
  got.values = listed(column_dots<T>(a, b, weight.data(), host.run));
  EXPECT_LT(relative_error(got, weighted_sums), this->rounding);
  EXPECT_NEAR(dot(a, b, host.run), inner(A, B), this->rounding * inner(A, B));
}

TYPED_TEST(Products, bits_do_not_depend_on_the_threads) {
  using T = TypeParam;
  Host one(1);
  const Dense<T> A = dense<T>(random_plain(many, 30, 6), one.memory),
                 B = dense<T>(random_plain(many, 30, 7), one.memory);
  const Csr<T> X = csr<T>(random_plain(many, 40, 8, 0.1), one.memory);
  const Dense<T> C = dense<T>(random_plain(40, 30, 9), one.memory);
  const Dense<T> gram_one = gram(A, B, one.run);
  const std::vector<double> dots_one = listed(column_dots<T>(A, B, A.data(), one.run));
  Dense<T> product_one(one.memory, many, 30);
  multiply(X.view(), C, product_one, one.pool);
  for (const std::int64_t threads : {2, 5}) {
    Host host(threads);
    for (int repeat = 0; repeat < 3; ++repeat) {
      EXPECT_TRUE(same_bits(gram(A, B, host.run), gram_one)) << threads << " threads";
      EXPECT_EQ(listed(column_dots<T>(A, B, A.data(), host.run)), dots_one)
          << threads << " threads";
      Dense<T> product(host.memory, many, 30);
      multiply(X.view(), C, product, host.pool);
      EXPECT_TRUE(same_bits(product, product_one)) << threads << " threads";
    }
  }
}

TYPED_TEST(Products, rows_and_columns_are_scaled) {
  using T = TypeParam;
  Host host(2);
  const Plain A = random_plain(many, 5, 10);
  const std::vector<double> by_column{2, -1, 0, 0.5, 3};
  Array<double> factor(host.memory, 5);
  std::copy(by_column.begin(), by_column.end(), factor.begin());
  Dense<T> B = dense<T>(A, host.memory);
  scale_columns(B, factor, host.run);
  EXPECT_LT(relative_error(plain(B), scaled({}, A, by_column)), this->rounding);
  Array<T> weight(host.memory, many);
  for (std::int64_t i = 0; i < many; ++i) weight[i] = static_cast<T>(i % 7 - 3);
  Dense<T> out(host.memory, many, 5);
  scale_rows(dense<T>(A, host.memory), weight, out, host.pool);
  EXPECT_LT(relative_error(plain(out), scaled({weight.begin(), weight.end()}, A, {})),
            this->rounding);
}

// The kernel K = X X' of 61 documents, one of them empty.
template <class T>
struct LinearKernel : testing::Test {
  static constexpr double rounding = sizeof(T) == 8 ? 1e-13 : 2e-5;
  LinearKernel() {
    Plain A = random_plain(61, 47, 11, 0.2);
    for (std::int64_t j = 0; j < A.columns; ++j) A(17, j) = 0;
    X = csr<T>(A, host.memory);
    full = plain(X.view());  // as rounded to T
    K = full * transposed(full);
  }
  void expect_is(const Kernel<T> &kernel, const Plain &right) {
    EXPECT_EQ(kernel.size(), right.rows);
    for (const std::int64_t columns : {1, 6, 1}) {  // the workspace follows the number of columns
      const Plain B = random_plain(right.rows, columns, 12);
      Dense<T> out(host.memory, right.rows, columns);
      kernel.apply(dense<T>(B, host.memory), out, host.run);
      EXPECT_LT(relative_error(plain(out), right * B), rounding);
    }
    double sum = 0;
    for (std::int64_t i = 0; i < right.rows; ++i) {
      EXPECT_NEAR(kernel.diagonal(i), right(i, i), rounding * largest(right));
      sum += right(i, i);
    }
    EXPECT_NEAR(trace(kernel), sum, rounding * sum);
    Plain sums(1, right.rows), got(1, right.rows);
    sums.values = manifact::row_sums(right);
    got.values = listed(manifact::row_sums(kernel, host.run));
    EXPECT_LT(relative_error(got, sums), rounding);
  }

  Host host;
  Csr<T> X;
  Plain full, K;
};
TYPED_TEST_SUITE(LinearKernel, Types);

TYPED_TEST(LinearKernel, is_the_matrix_of_inner_products) {
  using T = TypeParam;
  const auto kernel = linear_kernel<T>(data(this->X), this->host.run);
  this->expect_is(*kernel, this->K);
  const Plain W = random_plain(this->K.rows, 4, 13);
  EXPECT_LT(relative_error(plain(kernel->concepts(dense<T>(W, this->host.memory), this->host.run)),
                           transposed(this->full) * W),
            this->rounding);
}

TYPED_TEST(LinearKernel, weighted_is_scaled_on_both_sides) {
  using T = TypeParam;
  const auto memory = this->host.memory;
  Array<double> g(memory, this->K.rows);
  for (std::int64_t i = 0; i < g.size(); ++i)
    g[i] = 0.25 * static_cast<double>(i % 5);  // exact in float, some of them 0
  const std::vector<double> weights = listed(g);
  const auto kernel =
      scaled_kernel(linear_kernel<T>(data(this->X), this->host.run), g, this->host.run);
  this->expect_is(*kernel, scaled(weights, this->K, weights));
  const Plain W = random_plain(this->K.rows, 4, 14);
  const Dense<T> concepts = kernel->concepts(dense<T>(W, memory), this->host.run);
  EXPECT_LT(relative_error(plain(concepts), transposed(this->full) * scaled(weights, W, {})),
            this->rounding);
}

TYPED_TEST(LinearKernel, normalized_cut_weights_are_powers_of_the_row_sums) {
  using T = TypeParam;
  const auto kernel = linear_kernel<T>(data(this->X), this->host.run);
  const std::vector<double> sums = manifact::row_sums(this->K);
  for (const double power : {0.5, 0.25, 1.0}) {
    const Array<double> g = ncw_weights(row_sums(*kernel, this->host.run), power);
    for (std::int64_t i = 0; i < g.size(); ++i) {
      const double right = i == 17 ? 0
                                   : std::pow(sums[static_cast<std::size_t>(i)],
                                              -power);  // an empty document has no weight
      EXPECT_NEAR(g[i], right, this->rounding * right) << i;
    }
  }
}

// A sum over rows knows whether several processes hold them, and does not take factors of both
// kinds.
template <class A, class B>
concept MultipliesRows = requires(const A &a, const B &b, ExecutionContext &run) {
  gram(a, b, run);
  dot(a, b, run);
  column_dots<double>(a, b, nullptr, run);
};
using OfDocuments = Tall<double>;
using OfFeatures = Dense<double>;
static_assert(MultipliesRows<OfDocuments, OfDocuments> && MultipliesRows<OfFeatures, OfFeatures>);
static_assert(!MultipliesRows<OfDocuments, OfFeatures> && !MultipliesRows<OfFeatures, OfDocuments>);

// Three processes with the same rows.
class Triple final : public Collective {
 public:
  bool divided() const noexcept override { return true; }
  void sum(double *values, Index count) const override { times_three(values, count); }
  void sum(float *values, Index count) const override { times_three(values, count); }
  void sum(Index *values, Index count) const override { times_three(values, count); }

 private:
  template <class T>
  static void times_three(T *values, Index count) {
    for (Index e = 0; e < count; ++e) values[e] *= 3;
  }
};

TYPED_TEST(Products, only_rows_of_documents_are_summed_over_processes) {
  using T = TypeParam;
  Host host;
  const Dense<T> U = dense<T>(random_plain(90, 3, 5), host.memory);
  const Tall<T> V(U.copy());
  const Dense<T> alone = gram(V, V, host.run);
  EXPECT_TRUE(same_bits(alone, gram(U, U, host.run)));
  const Triple three_processes;
  ExecutionContext run{host.run.memory, host.run.pool, host.run.monitor, &three_processes};
  EXPECT_TRUE(same_bits(gram(U, U, run), alone));
  const Plain three = plain(gram(V, V, run));
  EXPECT_LT(relative_error(three, 3 * plain(alone)), TestFixture::rounding);
  EXPECT_EQ(dot(U, U, run), dot(U, U, host.run));
  EXPECT_EQ(dot(V, V, run), 3 * dot(U, U, host.run));
  const Array<double> own = column_dots<T>(U, U, nullptr, run),
                      all = column_dots<T>(V, V, nullptr, run);
  for (Index c = 0; c < 3; ++c) EXPECT_EQ(all[c], 3 * own[c]);
  EXPECT_NEAR(column_lengths(V, run)[0], std::sqrt(all[0]), 1e-12 * std::sqrt(all[0]));
}

}  // namespace
}  // namespace manifact
