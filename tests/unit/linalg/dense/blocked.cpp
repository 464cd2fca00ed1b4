// linalg/dense/blocked: products agree with plain loops for all shapes and strides, read nothing
// outside of the rows, and have the same bits in every place and for every number of threads.
#include "linalg/dense/blocked.hpp"

#include <limits>

#include "support/apart.hpp"

namespace manifact {
namespace {

template <class T>
void expect_product(Apart<T> &C, const Plain &right, std::int64_t inner, const char *what) {
  const double tolerance =
      static_cast<double>(inner + 2) * static_cast<double>(std::numeric_limits<T>::epsilon());
  for (std::int64_t i = 0; i < C.rows; ++i) {
    for (std::int64_t j = 0; j < C.columns; ++j)
      ASSERT_NEAR(static_cast<double>(C.at(i, j)), right(i, j), tolerance)
          << what << " " << C.rows << " x " << C.columns << " over " << inner << ", row " << i
          << ", column " << j;
    for (std::int64_t j = C.columns; j < C.stride; ++j)
      ASSERT_TRUE(std::isnan(C.at(i, j))) << what << " writes between rows";
  }
}

template <class T>
void expect_all_products(std::int64_t m, std::int64_t k, std::int64_t inner, Host &host) {
  const Plain A = signed_numbers<T>(m, inner, 1), B = signed_numbers<T>(k, inner, 2),
              right = A * transposed(B);
  const Apart<T> left(A, m % 3), columns(transposed(A), k % 4), rows(B, inner % 5),
      transpose(transposed(B), m % 2);
  for (const int product : {0, 1, 2}) {
    Apart<T> C(Plain(m, k), 2);
    if (product == 0) multiply_by_transpose(left.view(), rows.view(), C.data(), C.stride, host.run);
    if (product == 1) multiply(left.view(), transpose.view(), C.data(), C.stride, host.run);
    if (product == 2)
      multiply_transpose_by(columns.view(), transpose.view(), C.data(), C.stride, host.run);
    expect_product(C, right, inner, product == 0 ? "A B'" : product == 1 ? "A B" : "A' B");
  }
}

template <class T>
struct Blocked : testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Blocked, Types);

TYPED_TEST(Blocked, every_ragged_size) {
  Host host(2);
  for (std::int64_t size = 1; size <= 70; ++size) {
    expect_all_products<TypeParam>(size, 70 - size + 1, 9, host);
    expect_all_products<TypeParam>(size, 3, size, host);
    expect_all_products<TypeParam>(5, size, (size * 13) % 71, host);
  }
}

TYPED_TEST(Blocked, more_than_one_block_in_each_direction) {
  Host host(3);
  for (const auto &[m, k, inner] : std::vector<std::array<std::int64_t, 3>>{
           {300, 40, 600}, {40, 1100, 30}, {20, 33, 2100}, {7, 5, 257}})
    expect_all_products<TypeParam>(m, k, inner, host);
}

TYPED_TEST(Blocked, nothing_to_add_is_zero) {
  Host host;
  for (const auto &[m, k] : std::vector<std::pair<std::int64_t, std::int64_t>>{{3, 4}, {0, 4}})
    expect_all_products<TypeParam>(m, k, 0, host);
  expect_all_products<TypeParam>(3, 0, 5, host);
}

TYPED_TEST(Blocked, any_number_of_threads_gives_the_same_bits) {
  using T = TypeParam;
  const Apart<T> A(signed_numbers<T>(5000, 70, 3), 1), B(signed_numbers<T>(5000, 45, 4), 0);
  const DenseView<T> small{45, 70, A.stride, A.view().values};
  std::vector<std::vector<T>> all[3];
  for (const std::int64_t threads : {1, 2, 3, 4}) {
    Host host(threads);
    std::vector<T> C(70 * 45), D(5000 * 45);
    multiply_transpose_by(A.view(), B.view(), C.data(), 45, host.run);
    all[0].push_back(C);
    multiply_by_transpose(A.view(), small, D.data(), 45, host.run);
    all[1].push_back(D);
    multiply(B.view(), DenseView<T>{45, 45, 45, C.data()}, D.data(), 45, host.run);
    all[2].push_back(D);
  }
  for (const auto &results : all)
    for (const auto &result : results) EXPECT_EQ(result, results.front());
}

TYPED_TEST(Blocked, an_entry_has_the_same_bits_in_every_place) {
  using T = TypeParam;
  const std::int64_t n = 61, inner = 391;
  const Apart<T> A(signed_numbers<T>(n, inner, 5), 4);
  Host host;
  std::vector<T> C(n * n);
  multiply_by_transpose(A.view(), A.view(), C.data(), n, host.run);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      ASSERT_EQ(C[static_cast<std::size_t>(i * n + j)], C[static_cast<std::size_t>(j * n + i)]);
      T one = 0;
      multiply_by_transpose<T>({1, inner, inner, A.view().row(i)}, {1, inner, 1, A.view().row(j)},
                               &one, 1, host.run);
      ASSERT_EQ(C[static_cast<std::size_t>(i * n + j)], one) << i << " " << j;
    }
}

}  // namespace
}  // namespace manifact
