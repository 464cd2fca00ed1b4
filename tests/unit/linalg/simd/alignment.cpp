// linalg/simd/kernels and linalg/simd/distances: arrays need only the alignment of their type, and
// their address changes no bit of a result.
#include <cstddef>

#include "linalg/simd/distances.hpp"
#include "linalg/simd/kernels.hpp"
#include "support/instruction_sets.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

constexpr std::size_t boundary = 64;  // bytes, of the widest vector

// An array that begins `offset` entries after a boundary of the widest vector.
template <class T>
class Placed {
 public:
  Placed(const Plain &A, std::size_t offset) : count_(A.values.size()) {
    bytes_.resize((count_ + offset) * sizeof(T) + 2 * boundary);
    void *start = bytes_.data();
    std::size_t room = bytes_.size();
    start = std::align(boundary, count_ * sizeof(T), start, room);
    first_ = static_cast<T *>(start) + offset;
    std::copy(A.values.begin(), A.values.end(), first_);
  }
  Placed(const Placed &) = delete;
  Placed &operator=(const Placed &) = delete;

  T *data() { return first_; }
  std::vector<T> listed() const { return {first_, first_ + count_}; }

 private:
  std::vector<std::byte> bytes_;
  std::size_t count_;
  T *first_;
};

// The results that run(offset, results) appends are the same for every offset.
template <class T, class Run>
void expect_same_at_every_offset(const Run &run, const char *isa) {
  std::vector<std::vector<T>> right;
  run(std::size_t{0}, right);
  for (std::size_t offset = 1; offset < boundary / sizeof(T); ++offset) {
    std::vector<std::vector<T>> got;
    run(offset, got);
    EXPECT_EQ(got, right) << isa << ", offset " << offset;
  }
}

template <class T>
void expect_kernels_take_any_place(const Kernels<T> &kernels, const char *isa) {
  constexpr std::int64_t rows = 9, width = 3 * 64 / sizeof(T) + 32 / sizeof(T), k = width - 1;
  const std::vector<std::int64_t> indptr{0, 2, 2, 5};
  const std::vector<std::int32_t> indices{0, 7, 1, 3, 8};
  const auto run = [&](std::size_t offset, std::vector<std::vector<T>> &results) {
    const auto keep = [&](const Placed<T> &numbers) { results.push_back(numbers.listed()); };
    Placed<T> A(signed_plain(rows, width, 1), offset), B(signed_plain(rows, width, 2), offset);
    Placed<T> up(random_plain(rows, width, 3), offset), down(random_plain(rows, width, 4), offset);
    Placed<T> M(random_plain(width, width, 5), offset), values(signed_plain(1, 5, 6), offset);
    Placed<T> factor(random_plain(1, width, 7), offset), weight(random_plain(1, rows, 8), offset);
    Placed<T> sparse(Plain(3, width), offset), square(Plain(width, width), offset);
    Placed<T> product(Plain(rows, width), offset), sums(Plain(1, width), offset);
    Placed<T> scratch(Plain(1, k * Kernels<T>::descend_scratch), offset);
    kernels.spmm(indptr.data(), indices.data(), values.data(), 0, 3, {B.data()}, width,
                 sparse.data());
    keep(sparse);
    kernels.gram(A.data(), width, B.data(), width, rows, square.data());
    keep(square);
    kernels.times(A.data(), width, width, M.data(), width, rows, product.data());
    keep(product);
    kernels.add_scaled(product.data(), A.data(), factor.data(), weight.data(), rows, width);
    keep(product);
    kernels.scale(A.data(), factor.data(), weight.data(), rows, width, product.data());
    keep(product);
    kernels.spread(indices.data(), values.data(), 5, factor.data(), width, product.data());
    keep(product);
    kernels.column_dots(A.data(), B.data(), weight.data(), rows, width, sums.data());
    keep(sums);
    kernels.quotient(up.data(), M.data(), down.data(), rows, width, T(1e-6), T(1e-6));
    keep(up);
    kernels.root_quotient(up.data(), A.data(), M.data(), down.data(), rows, width, T(1e-6));
    keep(up);
    kernels.descend(down.data(), sums.data(), M.data(), factor.data(), T(0.5), k, width, 2, T(0));
    keep(down);
    kernels.descend_rows(up.data(), B.data(), M.data(), down.data(), T(0), rows, k, width, 1,
                         scratch.data());
    keep(up);
  };
  expect_same_at_every_offset<T>(run, isa);
}

void expect_triangles_take_any_place(const TriangleKernels &kernels, const char *isa) {
  constexpr std::int64_t n = 72, rows = 7;
  const auto run = [&](std::size_t offset, std::vector<std::vector<double>> &results) {
    Placed<double> A(signed_plain(n, n, 1), offset), x(signed_plain(1, n, 2), offset);
    Placed<double> V(signed_plain(rows, n, 3), offset), W(signed_plain(rows, n, 4), offset);
    Placed<double> out(Plain(1, n), offset);
    kernels.row_dots(A.data(), n, rows, x.data(), n, out.data());
    results.push_back(out.listed());
    kernels.add_rows(out.data(), A.data(), n, rows, x.data(), n);
    results.push_back(out.listed());
    kernels.product(A.data(), n, 0, n, x.data(), out.data());
    results.push_back(out.listed());
    kernels.update(A.data(), n, 0, n, V.data(), W.data(), rows);
    results.push_back(A.listed());
  };
  expect_same_at_every_offset<double>(run, isa);
}

void expect_distances_take_any_place(const DistanceKernels &kernels, const char *isa) {
  constexpr std::int64_t d = 19, lanes = DistanceKernels::lanes;
  const auto run = [&](std::size_t offset, std::vector<std::vector<double>> &results) {
    Placed<double> block(signed_plain(2 * d, lanes, 1), offset), y(signed_plain(1, d, 2), offset);
    Placed<double> out(Plain(1, lanes), offset);
    kernels.points(block.data(), d, y.data(), INFINITY, out.data());
    results.push_back(out.listed());
    kernels.boxes(block.data(), d, y.data(), INFINITY, out.data());
    results.push_back(out.listed());
  };
  expect_same_at_every_offset<double>(run, isa);
}

TEST(KernelAlignment, of_float_and_double) {
  expect_kernels_take_any_place(baseline::kernels_float, "baseline");
  expect_kernels_take_any_place(baseline::kernels_double, "baseline");
#if defined(MANIFACT_X86_KERNELS)
  if (has_avx2()) {
    expect_kernels_take_any_place(avx2::kernels_float, "avx2");
    expect_kernels_take_any_place(avx2::kernels_double, "avx2");
  }
  if (has_avx512()) {
    expect_kernels_take_any_place(avx512::kernels_float, "avx512");
    expect_kernels_take_any_place(avx512::kernels_double, "avx512");
  }
#endif
}

TEST(KernelAlignment, of_triangles) {
  expect_triangles_take_any_place(baseline::triangle_kernels, "baseline");
#if defined(MANIFACT_X86_KERNELS)
  if (has_avx2()) expect_triangles_take_any_place(avx2::triangle_kernels, "avx2");
  if (has_avx512()) expect_triangles_take_any_place(avx512::triangle_kernels, "avx512");
#endif
}

TEST(KernelAlignment, of_distances) {
  expect_distances_take_any_place(baseline::distance_kernels, "baseline");
#if defined(MANIFACT_X86_KERNELS)
  if (has_avx2()) expect_distances_take_any_place(avx2::distance_kernels, "avx2");
  if (has_avx512()) expect_distances_take_any_place(avx512::distance_kernels, "avx512");
#endif
}

}  // namespace
}  // namespace manifact
