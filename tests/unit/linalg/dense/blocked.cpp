// linalg/dense/blocked: products agree with plain loops for all shapes and strides, read nothing
// outside of the rows, and have the same bits in every place.
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

// C = A B' and C = A B with the factor B packed.
template <class T>
void multiply_by_rows(DenseView<T> A, DenseView<T> B, T *C, std::int64_t stride) {
  std::vector<T> packed(static_cast<std::size_t>(packed_width<T>(B.rows) * B.columns)),
      scratch(static_cast<std::size_t>(std::max(B.columns, packed_scratch<T>())));
  pack_rows<T, T>(B, nullptr, 0, B.rows, nullptr, packed.data(), scratch.data());
  multiply_packed(A, packed.data(), B.rows, C, stride, scratch.data());
}
template <class T>
void multiply_by_columns(DenseView<T> A, DenseView<T> B, T *C, std::int64_t stride) {
  std::vector<T> packed(static_cast<std::size_t>(columns_size<T>(B.rows, B.columns)),
                        static_cast<T>(std::nan("")));
  pack_columns(B, 0, B.columns, packed.data());
  inner_blocks(B.rows, [&](std::int64_t l, std::int64_t inner) {
    multiply_columns({A.rows, inner, A.stride, A.values + l},
                     packed.data() + columns_size<T>(l, B.columns), B.columns, C, stride, l > 0);
  });
}

template <class T>
void expect_products(std::int64_t m, std::int64_t k, std::int64_t inner) {
  const Plain A = signed_numbers<T>(m, inner, 1), B = signed_numbers<T>(k, inner, 2),
              right = A * transposed(B);
  const Apart<T> left(A, m % 3), rows(B, inner % 5), columns(transposed(B), m % 2);
  Apart<T> C(Plain(m, k), 2), D(Plain(m, k), 1);
  multiply_by_rows(left.view(), rows.view(), C.data(), C.stride);
  expect_product(C, right, inner, "A B'");
  multiply_by_columns(left.view(), columns.view(), D.data(), D.stride);
  expect_product(D, right, inner, "A B");
}

// A'B added to what is there, for A with padding that is read up to an even number of columns: for
// an odd number, a column that belongs to no row of the result and may hold anything.
template <class T>
void expect_sums(std::int64_t m, std::int64_t k, std::int64_t inner) {
  const Plain A = signed_numbers<T>(inner, m, 3), B = signed_numbers<T>(inner, k, 4),
              sums = transposed(A) * B;
  const Apart<T> right(B, k % 4);
  Apart<T> left(A, 2);
  const std::int64_t width = sums_width<T>(k);
  Apart<T> C(Plain((m + 1) / 2 * 2, width), 1);
  std::fill_n(C.data(), C.rows * C.stride - 1, T{1});
  std::vector<T> scratch(static_cast<std::size_t>(sums_scratch<T>(inner, m)));
  add_transposed_product(left.view(), right.view(), C.data(), C.stride, scratch.data());
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < k; ++j)
      ASSERT_NEAR(
          static_cast<double>(C.at(i, j)), 1 + sums(i, j),
          static_cast<double>(inner + 3) * static_cast<double>(std::numeric_limits<T>::epsilon()))
          << m << " x " << k << " over " << inner << ", row " << i << ", column " << j;
}

template <class T>
struct Blocked : testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Blocked, Types);

TYPED_TEST(Blocked, every_ragged_size) {
  using T = TypeParam;
  for (std::int64_t size = 1; size <= 70; ++size) {
    expect_products<T>(size, 70 - size + 1, 9);
    expect_products<T>(size, 3, size);
    expect_products<T>(5, size, (size * 13) % 71);
    expect_sums<T>(size, 70 - size + 1, 9);
    expect_sums<T>(5, size, size);
  }
}

TYPED_TEST(Blocked, more_than_one_block_in_each_direction) {
  using T = TypeParam;
  for (const auto &[m, k, inner] : std::vector<std::array<std::int64_t, 3>>{
           {300, 40, 600}, {40, 1100, 30}, {20, 33, 2100}, {7, 5, 2 * longest_inner + 1}})
    expect_products<T>(m, k, inner);
  for (const auto &[m, k, inner] : std::vector<std::array<std::int64_t, 3>>{{100, 385, 300},
                                                                            {301, 17, 129},
                                                                            {33, 1025, 7},
                                                                            {1, 1, 1000},
                                                                            {129, 1, 64},
                                                                            {2, 31, 513}})
    expect_sums<T>(m, k, inner);
}

TYPED_TEST(Blocked, rows_are_selected_and_scaled) {
  using T = TypeParam;
  const Plain A = signed_numbers<T>(9, 40, 5), B = signed_numbers<T>(30, 40, 6);
  const std::vector<std::int32_t> rows{7, 0, 29, 3, 3, 12};
  std::vector<double> factors;
  for (int i = 0; i < 30; ++i) factors.push_back(0.25 * i);  // exact
  Plain selected(4, 40);
  for (std::int64_t k = 0; k < 4; ++k)
    for (std::int64_t j = 0; j < 40; ++j) {
      const std::int32_t i = rows[static_cast<std::size_t>(k + 1)];
      selected(k, j) = B(i, j) * factors[static_cast<std::size_t>(i)];
    }
  const Apart<T> left(A, 0), right(B, 1);
  Apart<T> C(Plain(9, 4), 1);
  std::vector<T> packed(static_cast<std::size_t>(packed_width<T>(4) * 40)),
      scratch(static_cast<std::size_t>(packed_scratch<T>()));
  pack_rows<T, T>(right.view(), rows.data(), 1, 4, factors.data(), packed.data(), scratch.data());
  multiply_packed(left.view(), packed.data(), 4, C.data(), C.stride, scratch.data());
  expect_product(C, A * transposed(selected), 400, "scaled A B'");
}

TYPED_TEST(Blocked, an_entry_has_the_same_bits_in_every_place) {
  using T = TypeParam;
  const std::int64_t n = 61, inner = longest_inner + 135;
  const Apart<T> A(signed_numbers<T>(n, inner, 5), 4);
  std::vector<T> C(n * n);
  multiply_by_rows(A.view(), A.view(), C.data(), n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      ASSERT_EQ(C[static_cast<std::size_t>(i * n + j)], C[static_cast<std::size_t>(j * n + i)]);
      T one = 0;
      multiply_by_rows<T>({1, inner, inner, A.view().row(i)}, {1, inner, 1, A.view().row(j)}, &one,
                          1);
      ASSERT_EQ(C[static_cast<std::size_t>(i * n + j)], one) << i << " " << j;
    }
}

}  // namespace
}  // namespace manifact
