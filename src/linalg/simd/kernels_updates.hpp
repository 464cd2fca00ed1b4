// The loops of linalg/simd/kernels.hpp that update factors multiplicatively and by descent; part of
// kernels_body.hpp.
#pragma once

#include "linalg/simd/kernels_vectors.hpp"

namespace manifact::MANIFACT_ISA {
namespace {

// The square root as an instruction: the C library function would set errno.
inline float root_of(float x) noexcept { return __builtin_sqrtf(x); }
inline double root_of(double x) noexcept { return __builtin_sqrt(x); }

template <class T>
void root_quotient(T *V, const T *A, const T *num, const T *den, int64_t rows, int64_t width,
                   T floor) noexcept {
  for (int64_t e = 0; e < rows * width; ++e) {
    const T a = A != nullptr ? A[e] : T{0}, up = num[e] + (a > 0 ? a : T{0}),
            down = den[e] - (a < 0 ? a : T{0});
    const T ratio = up / (down > floor ? down : floor);
    V[e] = V[e] > 0 ? V[e] * root_of(ratio > 0 ? ratio : T{0}) : T{0};
  }
}

template <class T>
void descend(T *v, T *g, const T *A, const T *extra, T scale, int64_t k, int64_t width, int passes,
             T low) noexcept {
  for (int pass = 0; pass < passes; ++pass) {
    bool moved = false;
    for (int64_t c = 0; c < k; ++c) {
      const T own = extra != nullptr ? extra[c] : T{0}, q = scale * A[c * width + c] + own;
      if (!(q > 0)) continue;
      const T free = v[c] - g[c] / q, to = free > low ? free : low, t = to - v[c];
      if (t == 0) continue;
      moved = true;
      v[c] = to;
      const quad<T> x = quad<T>{} + t * scale;
      for (int64_t l = 0; l < width; l += lanes<T>)
        at<quad<T>>(g + l).value += x * at<quad<T>>(A + c * width + l).value;
      g[c] += t * own;
    }
    if (!moved) return;
  }
}

// `block` rows side by side: column c of the rows is contiguous.
template <class T>
struct DescentRows {
  static constexpr int one = sizeof(wide<T>) / sizeof(T), block = 2 * one;
  static_assert(4 * block <= Kernels<T>::descend_scratch);

  int64_t k;
  T *v, *p, *extra, *inverse;

  DescentRows(T *scratch, int64_t columns) noexcept
      : k(columns),
        v(scratch),
        p(v + block * k),
        extra(p + block * k),
        inverse(extra + block * k) {}

  // Rows from `here` on are zeros.
  void read(const T *rows, int64_t here, int64_t width, T *columns) const noexcept {
    for (int64_t r = 0; r < block; ++r)
      for (int64_t l = 0; l < k; ++l)
        columns[l * block + r] = r < here ? rows[r * width + l] : T{0};
  }

  void set_inverse(const T *A, int64_t width, bool with_extra) const noexcept {
    for (int64_t c = 0; c < k; ++c)
      for (int64_t e = c * block; e < (c + 1) * block; ++e) {
        const T q = A[c * width + c] + (with_extra ? extra[e] : T{0});
        inverse[e] = q > 0 ? 1 / q : T{0};
      }
  }

  // A single function, so that its sums stay in registers over all loops.
  template <bool with_extra>
  // NOLINTNEXTLINE(readability-function-cognitive-complexity)
  void pass(const T *A, int64_t width, T low) const noexcept {
    const wide<T> least = wide<T>{} + low;
    for (int64_t c = 0; c < k; ++c) {
      // Two partial sums of the gradient, for instruction-level parallelism.
      wide<T> even[2] = {}, odd[2] = {};
      for (int64_t l = 0; l < k; l += 2)
        for (int h = 0; h < 2; ++h) {
          even[h] += A[c * width + l] * at<wide<T>>(v + l * block + h * one).value;
          if (l + 1 < k)
            odd[h] += A[c * width + l + 1] * at<wide<T>>(v + (l + 1) * block + h * one).value;
        }
      for (int h = 0; h < 2; ++h) {
        const int64_t e = c * block + h * one;
        Unaligned<wide<T>> &own = at<wide<T>>(v + e);
        wide<T> gradient = even[h] + odd[h] - at<wide<T>>(p + e).value;
        if constexpr (with_extra) gradient += at<wide<T>>(extra + e).value * own.value;
        const wide<T> free = own.value - at<wide<T>>(inverse + e).value * gradient;
        own.value = free > least ? free : least;
      }
    }
  }
};

template <class T>
void descend_rows(T *V, const T *P, const T *A, const T *extra, T low, int64_t rows, int64_t k,
                  int64_t width, int passes, T *scratch) noexcept {
  const DescentRows<T> all(scratch, k);
  constexpr int64_t block = DescentRows<T>::block;
  for (int64_t first = 0; first < rows; first += block) {
    const int64_t here = rows - first < block ? rows - first : block;
    all.read(V + first * width, here, width, all.v);
    all.read(P + first * width, here, width, all.p);
    if (extra != nullptr) all.read(extra + first * width, here, width, all.extra);
    if (extra != nullptr || first == 0) all.set_inverse(A, width, extra != nullptr);
    for (int pass = 0; pass < passes; ++pass)
      if (extra != nullptr)
        all.template pass<true>(A, width, low);
      else
        all.template pass<false>(A, width, low);
    for (int64_t r = 0; r < here; ++r)
      for (int64_t l = 0; l < k; ++l) V[(first + r) * width + l] = all.v[l * block + r];
  }
}

}  // namespace
}  // namespace manifact::MANIFACT_ISA
