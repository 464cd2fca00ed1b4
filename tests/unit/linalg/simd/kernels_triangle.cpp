// linalg/simd/kernels on the lower triangle of a symmetric matrix: every instruction set agrees
// with plain loops.
#include "linalg/simd/kernels.hpp"
#include "support/instruction_sets.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

constexpr std::int64_t tile = TriangleKernels::tile;

std::vector<std::pair<std::string, const TriangleKernels *>> triangle_variants() {
  std::vector<std::pair<std::string, const TriangleKernels *>> all{
      {"baseline", &baseline::triangle_kernels}};
#if defined(MANIFACT_X86_KERNELS)
  if (has_avx2()) all.push_back({"avx2", &avx2::triangle_kernels});
  if (has_avx512()) all.push_back({"avx512", &avx512::triangle_kernels});
#endif
  return all;
}

// A symmetric matrix, and a copy without the part that no kernel may read: above the tiles of the
// diagonal.
struct Triangle {
  explicit Triangle(std::int64_t n) : whole(signed_plain(n, n, 3)), lower(n, n) {
    whole = whole + transposed(whole);
    lower = whole;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = i / tile * tile + tile; j < n; ++j) lower(i, j) = std::nan("");
  }
  Plain whole, lower;
};

double tolerance(std::int64_t terms) { return 4e-16 * static_cast<double>(terms + 4) * 2; }

TEST(TriangleKernels, best_set_is_chosen) {
  EXPECT_EQ(&triangle_kernels(), triangle_variants().back().second);
}

TEST(TriangleKernels, products_of_rows) {
  for (const auto &[name, kernels] : triangle_variants())
    for (const std::int64_t width : {8, 16, 24, 40, 72, 136})
      for (const std::int64_t rows : {0, 1, 2, 3, 4, 5, 7, 8, 13}) {
        const Plain A = signed_plain(rows, 136, 1), x = signed_plain(1, 136, 2),
                    factor = signed_plain(1, rows, 4), before = signed_plain(1, 136, 5);
        std::vector<double> dots(static_cast<std::size_t>(rows + 1), 7);
        kernels->row_dots(A.values.data(), 136, rows, x.values.data(), width, dots.data());
        Plain sums = before;
        kernels->add_rows(sums.values.data(), A.values.data(), 136, rows, factor.values.data(),
                          width);
        for (std::int64_t r = 0; r < rows; ++r) {
          double right = 0;
          for (std::int64_t l = 0; l < width; ++l) right += A(r, l) * x(0, l);
          EXPECT_NEAR(dots[static_cast<std::size_t>(r)], right, tolerance(width))
              << name << " " << width << " " << r;
        }
        EXPECT_EQ(dots.back(), 7) << "one too many";
        for (std::int64_t l = 0; l < 136; ++l) {
          double right = before(0, l);
          for (std::int64_t r = 0; l < width && r < rows; ++r) right += factor(0, r) * A(r, l);
          EXPECT_NEAR(sums(0, l), right, l < width ? tolerance(rows) : 0)
              << name << " " << width << " " << rows << " " << l;
        }
      }
}

TEST(TriangleKernels, product_of_all_rows_or_of_parts_is_that_of_the_whole_matrix) {
  for (const auto &[name, kernels] : triangle_variants())
    for (const std::int64_t n : {8, 16, 40, 72, 136}) {
      const Triangle A(n);
      const Plain x = signed_plain(n, 1, 4), right = A.whole * x;
      for (const std::int64_t cut : {std::int64_t{0}, std::int64_t{8}, n / 2 / tile * tile}) {
        Plain got(n, 1);
        kernels->product(A.lower.values.data(), n, 0, cut, x.values.data(), got.values.data());
        kernels->product(A.lower.values.data(), n, cut, n, x.values.data(), got.values.data());
        EXPECT_LT(largest(got - right), tolerance(2 * n)) << name << " " << n << " " << cut;
      }
    }
}

TEST(TriangleKernels, update_is_of_the_rows_given_and_no_others) {
  for (const auto &[name, kernels] : triangle_variants())
    for (const std::int64_t n : {8, 24, 64, 72, 136, 200})
      for (const std::int64_t count : {0, 1, 5, 16}) {
        const Triangle A(n);
        const Plain V = signed_plain(count, n, 5), W = signed_plain(count, n, 6),
                    right = A.whole - (transposed(V) * W + transposed(W) * V);
        for (const std::int64_t begin : {std::int64_t{0}, n / 2 / tile * tile}) {
          Plain got = A.lower;
          kernels->update(got.values.data(), n, begin, n, V.values.data(), W.values.data(), count);
          for (std::int64_t i = 0; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
              if (j >= i / tile * tile + tile)
                EXPECT_TRUE(std::isnan(got(i, j)));
              else
                EXPECT_NEAR(got(i, j), i < begin ? A.whole(i, j) : right(i, j),
                            i < begin ? 0 : tolerance(2 * count))
                    << name << " " << n << " " << i << " " << j;
            }
        }
      }
}

}  // namespace
}  // namespace manifact
