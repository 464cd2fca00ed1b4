// linalg/simd/panels: every instruction set agrees with plain loops, and an entry of a tile has the
// same bits wherever it is computed.
#include "linalg/simd/panels.hpp"

#include <limits>

#include "support/instruction_sets.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

template <class T>
std::vector<std::pair<std::string, const PanelKernels<T> *>> panel_variants() {
  const auto of = [](const PanelKernels<float> &f,
                     const PanelKernels<double> &d) -> const PanelKernels<T> * {
    if constexpr (sizeof(T) == 4)
      return &f;
    else
      return &d;
  };
  std::vector<std::pair<std::string, const PanelKernels<T> *>> all{
      {"baseline", of(baseline::panels_float, baseline::panels_double)}};
#if defined(MANIFACT_X86_KERNELS)
  if (has_avx2()) all.push_back({"avx2", of(avx2::panels_float, avx2::panels_double)});
  if (has_avx512()) all.push_back({"avx512", of(avx512::panels_float, avx512::panels_double)});
#endif
  return all;
}

template <class T>
std::vector<T> signed_numbers(std::int64_t count, std::uint64_t seed) {
  std::vector<T> numbers;
  for (const double x : random_plain(1, count, seed).values)
    numbers.push_back(static_cast<T>(2 * x - 1));
  return numbers;
}

// The product of A, rows x inner with one more column that is not used, and B, inner x columns, in
// the first columns of an array that held `before`.
template <class T>
struct Product {
  const std::vector<T> &A, &B, &before;
  std::int64_t rows, columns, inner, stride;
  bool add;  // to what was there

  double at(std::int64_t r, std::int64_t c) const {
    const auto place = static_cast<std::size_t>(r * stride + c);
    double sum = add || c >= columns ? static_cast<double>(before[place]) : 0;
    for (std::int64_t l = 0; l < inner && c < columns; ++l)
      sum += static_cast<double>(A[static_cast<std::size_t>(r * (inner + 1) + l)]) *
             static_cast<double>(B[static_cast<std::size_t>(l * columns + c)]);
    return sum;
  }
};

template <class T>
void expect_product(const Product<T> &right, const std::vector<T> &C, const std::string &name) {
  const double tolerance =
      static_cast<double>(right.inner + 1) * static_cast<double>(std::numeric_limits<T>::epsilon());
  for (std::int64_t r = 0; r < right.rows; ++r)
    for (std::int64_t c = 0; c < right.stride; ++c)
      ASSERT_NEAR(static_cast<double>(C[static_cast<std::size_t>(r * right.stride + c)]),
                  right.at(r, c), tolerance)
          << name << ", " << right.columns << " columns, " << right.inner << " terms, row " << r
          << ", column " << c;
}

template <class T>
struct Panels : testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Panels, Types);

TYPED_TEST(Panels, best_set_is_chosen) {
  EXPECT_EQ(&panel_kernels<TypeParam>(), panel_variants<TypeParam>().back().second);
}

TYPED_TEST(Panels, tiles_are_sums_in_order) {
  using T = TypeParam;
  for (const auto &[name, kernels] : panel_variants<T>())
    for (const std::int64_t inner : {0, 1, 2, 3, 17, 64}) {
      const std::int64_t rows = kernels->rows, stride = kernels->columns + 3;
      for (const std::int64_t columns : {kernels->columns, kernels->narrow}) {
        const std::vector<T> A = signed_numbers<T>(rows * (inner + 1), 1),
                             B = signed_numbers<T>(columns * (inner + 1), 2),
                             before = signed_numbers<T>(rows * stride, 3);
        const auto run = columns == kernels->columns ? kernels->tile : kernels->narrow_tile;
        for (const bool add : {false, true}) {
          std::vector<T> C = before;
          run(inner, A.data(), inner + 1, B.data(), C.data(), stride, add);
          expect_product<T>({A, B, before, rows, columns, inner, stride, add}, C, name);
        }
      }
    }
}

TYPED_TEST(Panels, sums_of_rows_are_added) {
  using T = TypeParam;
  for (const auto &[name, kernels] : panel_variants<T>())
    for (std::int64_t count = 2; count <= kernels->rows; count += 2)
      for (const std::int64_t inner : {0, 1, 5, 64}) {
        const std::int64_t columns = kernels->columns, A_step = count + 1, B_step = columns + 2,
                           stride = columns + 3;
        const std::vector<T> A = signed_numbers<T>((inner + 1) * A_step, 6),
                             B = signed_numbers<T>((inner + 1) * B_step, 7),
                             before = signed_numbers<T>((count + 1) * stride, 8);
        std::vector<T> C = before;
        kernels->add_sums(count, inner, A.data(), A_step, B.data(), B_step, B.data(), C.data(),
                          stride);
        for (std::int64_t r = 0; r <= count; ++r)
          for (std::int64_t c = 0; c < stride; ++c) {
            const auto at = static_cast<std::size_t>(r * stride + c);
            auto right = static_cast<double>(before[at]);
            for (std::int64_t l = 0; l < inner && r < count && c < columns; ++l)
              right += static_cast<double>(A[static_cast<std::size_t>(l * A_step + r)]) *
                       static_cast<double>(B[static_cast<std::size_t>(l * B_step + c)]);
            EXPECT_NEAR(static_cast<double>(C[at]), right,
                        static_cast<double>(inner + 1) *
                            static_cast<double>(std::numeric_limits<T>::epsilon()))
                << name << ", " << count << " rows over " << inner << ", row " << r << ", column "
                << c;
          }
      }
}

TYPED_TEST(Panels, groups_of_few_columns) {
  using T = TypeParam;
  for (const auto &[name, kernels] : panel_variants<T>())
    for (std::int64_t columns = 1; columns <= kernels->group_vectors * kernels->vector_columns;
         ++columns)
      for (const std::int64_t inner : {0, 1, 2, 3, 7, 64}) {
        const std::int64_t rows = 1 + columns % 9, terms = kernels->vector_terms,
                           vectors =
                               (columns + kernels->vector_columns - 1) / kernels->vector_columns,
                           width = vectors * kernels->vector_columns, stride = columns + 2;
        std::vector<T> A = signed_numbers<T>(rows * (inner + 1), 9);
        for (std::int64_t r = 0; r < rows; ++r)  // an entry that is not read
          A[static_cast<std::size_t>(r * (inner + 1) + inner)] = static_cast<T>(std::nan(""));
        const std::vector<T> B = signed_numbers<T>((inner + 1) * columns, 10),
                             before = signed_numbers<T>(rows * stride, 11);
        std::vector<T> packed(static_cast<std::size_t>((inner + terms) * width));
        for (std::int64_t l = 0; l < inner; ++l)
          for (std::int64_t c = 0; c < columns; ++c)
            packed[static_cast<std::size_t>(l / terms * terms * width + c * terms + l % terms)] =
                B[static_cast<std::size_t>(l * columns + c)];
        for (const bool add : {false, true}) {
          std::vector<T> C = before;
          kernels->group(rows, inner, A.data(), inner + 1, vectors, packed.data(), C.data(), stride,
                         columns, add);
          expect_product<T>({A, B, before, rows, columns, inner, stride, add}, C, name);
        }
      }
}

TYPED_TEST(Panels, places_that_reach_a_bound) {
  using T = TypeParam;
  for (const auto &[name, kernels] : panel_variants<T>())
    for (std::int64_t count = 0; count < 140; ++count)
      for (const double low : {-2.0, 0.2, 0.97, 2.0}) {
        std::vector<T> values = signed_numbers<T>(count, 4), lows = signed_numbers<T>(count, 5);
        for (T &x : lows) x = static_cast<T>(0.9) + x / 8;
        if (count > 40) values[40] = lows[40];
        std::vector<std::int32_t> places(static_cast<std::size_t>(count + 1), -1);
        for (const bool by_place : {false, true}) {
          const T *const own = by_place ? lows.data() : nullptr;
          std::vector<std::int32_t> right;
          for (std::int64_t j = 0; j < count; ++j)
            if (values[static_cast<std::size_t>(j)] >= static_cast<T>(low) ||
                (own != nullptr && values[static_cast<std::size_t>(j)] >= own[j]))
              right.push_back(static_cast<std::int32_t>(j));
          const auto found =
              kernels->reaching(values.data(), count, static_cast<T>(low), own, places.data());
          ASSERT_EQ(std::vector<std::int32_t>(places.begin(), places.begin() + found), right)
              << name << ", " << count;
          EXPECT_EQ(places.back(), -1);
        }
      }
}

}  // namespace
}  // namespace manifact
