// The loops of linalg/simd/kernels.hpp, written once with vector types and included by one file per
// instruction set. Only built-in types are used here: an inline function of the standard library
// compiled for AVX-512 must not be the one that the linker keeps for the whole program.
#include "linalg/simd/kernels_panels.hpp"
#include "linalg/simd/kernels_triangle.hpp"
#include "linalg/simd/kernels_updates.hpp"
#include "linalg/simd/kernels_vectors.hpp"

namespace manifact::MANIFACT_ISA {
namespace {

constexpr int most_quads = 8;  // a block of columns that fits in registers

// Q adjacent quads, stored as wide vectors and, if Q is odd, one quad.
template <class T, int Q>
struct Strip {
  static constexpr int n_wide = Q / quads_per_wide;
  static constexpr bool has_tail = Q % quads_per_wide != 0;
  static constexpr int per_wide = quads_per_wide * lanes<T>;
  wide<T> body[n_wide > 0 ? n_wide : 1];
  quad<T> tail;

  void zero() noexcept {
    for (int i = 0; i < n_wide; ++i) body[i] = wide<T>{};
    if (has_tail) tail = quad<T>{};
  }
  void load(const T *from) noexcept {
    for (int i = 0; i < n_wide; ++i) body[i] = at<wide<T>>(from + i * per_wide).value;
    if (has_tail) tail = at<quad<T>>(from + n_wide * per_wide).value;
  }
  // *this += x b
  void add(T x, const T *b) noexcept {
    for (int i = 0; i < n_wide; ++i) body[i] += x * at<wide<T>>(b + i * per_wide).value;
    if (has_tail) tail += x * at<quad<T>>(b + n_wide * per_wide).value;
  }
  void store(T *out) const noexcept {
    for (int i = 0; i < n_wide; ++i) at<wide<T>>(out + i * per_wide).value = body[i];
    if (has_tail) at<quad<T>>(out + n_wide * per_wide).value = tail;
  }
};

// Iterates over the columns in strips of at most eight quads: Body::run<Q>(first column).
template <class T, class Body>
inline void strips(int64_t width, const Body &body) noexcept {
  const int64_t quads = width / lanes<T>;
  int64_t q = 0;
  for (; q + most_quads <= quads; q += most_quads) body.template run<most_quads>(q * lanes<T>);
  switch (quads - q) {
    case 1:
      body.template run<1>(q * lanes<T>);
      break;
    case 2:
      body.template run<2>(q * lanes<T>);
      break;
    case 3:
      body.template run<3>(q * lanes<T>);
      break;
    case 4:
      body.template run<4>(q * lanes<T>);
      break;
    case 5:
      body.template run<5>(q * lanes<T>);
      break;
    case 6:
      body.template run<6>(q * lanes<T>);
      break;
    case 7:
      body.template run<7>(q * lanes<T>);
      break;
    default:
      break;
  }
}

// split: whether B has rows in both of its parts.
template <class T, bool split>
struct Spmm {
  const int64_t *indptr;
  const int32_t *indices;
  const T *values;
  int64_t begin, end;
  SplitRows<T> B;
  int64_t width;
  T *out;

  const T *row(int64_t j) const noexcept {
    if constexpr (!split) return B.first + j * width;
    return j < B.count ? B.first + j * width : B.rest + (j - B.count) * width;
  }

  template <int Q>
  void run(int64_t column) const noexcept {
    // 8 is slower by 6 % (float and double, 1.2 million entries, 30 columns).
    constexpr int64_t ahead = 16;
    const int64_t last = indptr[end];
    for (int64_t i = begin; i < end; ++i) {
      Strip<T, Q> sum;
      sum.zero();
      for (int64_t e = indptr[i]; e < indptr[i + 1]; ++e) {
        if (e + ahead < last) {
          const char *next = reinterpret_cast<const char *>(row(indices[e + ahead]) + column);
          for (int line = 0; line < (Q + 1) / 2; ++line) __builtin_prefetch(next + 64 * line);
        }
        sum.add(values[e], row(indices[e]) + column);
      }
      sum.store(out + (i - begin) * width + column);
    }
  }
};

template <class T>
void spmm(const int64_t *indptr, const int32_t *indices, const T *values, int64_t begin,
          int64_t end, SplitRows<T> B, int64_t width, T *out) noexcept {
  if (B.rest == nullptr)
    strips<T>(width, Spmm<T, false>{.indptr = indptr,
                                    .indices = indices,
                                    .values = values,
                                    .begin = begin,
                                    .end = end,
                                    .B = B,
                                    .width = width,
                                    .out = out});
  else
    strips<T>(width, Spmm<T, true>{.indptr = indptr,
                                   .indices = indices,
                                   .values = values,
                                   .begin = begin,
                                   .end = end,
                                   .B = B,
                                   .width = width,
                                   .out = out});
}

// Four rows of the result at a time: each loaded vector is used four times. Of A, some rows at a
// time, which stay in the cache for all of its columns; the sums are continued, so that the bits do
// not depend on their number. Of A'A, no entry above the diagonal of strips.
template <class T>
struct Gram {
  const T *A;
  int64_t width_a;
  const T *B;
  int64_t width_b, rows;
  T *C;

  template <int Q>
  void add_rows(int64_t begin, int64_t end, int64_t a, int64_t column) const noexcept {
    Strip<T, Q> sum[4];
    for (int r = 0; r < 4; ++r)
      if (begin == 0)
        sum[r].zero();
      else
        sum[r].load(C + (a + r) * width_b + column);
    for (int64_t i = begin; i < end; ++i) {
      const T *const b = B + i * width_b + column;
      const T *const x = A + i * width_a + a;
      for (int r = 0; r < 4; ++r) sum[r].add(x[r], b);
    }
    for (int r = 0; r < 4; ++r) sum[r].store(C + (a + r) * width_b + column);
  }
  template <int Q>
  void run(int64_t column) const noexcept {
    constexpr int64_t cached = 98304 / sizeof(T);
    const int64_t step = 1 + cached / width_a, first = A == B ? column : 0;
    int64_t begin = 0;
    do {
      const int64_t end = begin + step < rows ? begin + step : rows;
      for (int64_t a = first; a < width_a; a += 4) add_rows<Q>(begin, end, a, column);
    } while ((begin += step) < rows);
  }
};

template <class T>
void gram(const T *A, int64_t width_a, const T *B, int64_t width_b, int64_t rows, T *C) noexcept {
  strips<T>(width_b,
            Gram<T>{.A = A, .width_a = width_a, .B = B, .width_b = width_b, .rows = rows, .C = C});
}

template <class T>
struct Times {
  const T *A;
  int64_t width_a, inner;
  const T *M;
  int64_t width, rows;
  T *out;

  template <int Q, int R>
  void tile(int64_t i, int64_t column) const noexcept {
    Strip<T, Q> sum[R];
    for (auto &s : sum) s.zero();
    constexpr int64_t line = 64 / sizeof(T);
    for (int64_t l = 0; l < inner; ++l) {
      // Prefetches the rows of the next tile: blocks of a kernel come from memory, one cache line
      // of each row at a time.
      if (l % line == 0)
        for (int r = 0; r < R; ++r) __builtin_prefetch(A + (i + R + r) * width_a + l);
      for (int r = 0; r < R; ++r) sum[r].add(A[(i + r) * width_a + l], M + l * width + column);
    }
    for (int r = 0; r < R; ++r) sum[r].store(out + (i + r) * width + column);
  }
  template <int Q>
  void run(int64_t column) const noexcept {
    int64_t i = 0;
    for (; i + 4 <= rows; i += 4) tile<Q, 4>(i, column);
    for (; i < rows; ++i) tile<Q, 1>(i, column);
  }
};

template <class T>
void times(const T *A, int64_t width_a, int64_t inner, const T *M, int64_t width, int64_t rows,
           T *out) noexcept {
  strips<T>(width, Times<T>{.A = A,
                            .width_a = width_a,
                            .inner = inner,
                            .M = M,
                            .width = width,
                            .rows = rows,
                            .out = out});
}

template <class T>
void add_scaled(T *out, const T *A, const T *factor, const T *weight, int64_t rows,
                int64_t width) noexcept {
  for (int64_t i = 0; i < rows; ++i) {
    const T w = weight != nullptr ? weight[i] : T{1};
    for (int64_t c = 0; c < width; c += lanes<T>)
      at<quad<T>>(out + i * width + c).value +=
          w * at<quad<T>>(factor + c).value * at<quad<T>>(A + i * width + c).value;
  }
}

template <class T>
void scale(const T *A, const T *factor, const T *weight, int64_t rows, int64_t width,
           T *out) noexcept {
  for (int64_t i = 0; i < rows; ++i) {
    const quad<T> w = quad<T>{} + (weight != nullptr ? weight[i] : T{1});
    for (int64_t c = 0; c < width; c += lanes<T>) {
      const quad<T> x = w * at<quad<T>>(A + i * width + c).value;
      at<quad<T>>(out + i * width + c).value =
          factor != nullptr ? x * at<quad<T>>(factor + c).value : x;
    }
  }
}

// Entries of single precision below this and 2^-40 of the largest one of their row become zero.
// Multiplicative updates shrink many entries without end; products of two such entries would be
// subnormal, and sums of those take many times as long.
template <class T>
inline void clear_vanishing(T *V, int64_t width) noexcept {
  quad<T> most{};
  for (int64_t c = 0; c < width; c += lanes<T>) {
    const quad<T> v = at<quad<T>>(V + c).value;
    most = v > most ? v : most;
  }
  T low{};
  for (int c = 0; c < lanes<T>; ++c) low = most[c] * T(0x1p-40) > low ? most[c] * T(0x1p-40) : low;
  low = low < T(0x1p-60) ? low : T(0x1p-60);
  const quad<T> bound = quad<T>{} + low;
  for (int64_t c = 0; c < width; c += lanes<T>) {
    Unaligned<quad<T>> &v = at<quad<T>>(V + c);
    v.value = v.value < bound ? quad<T>{} : v.value;
  }
}

template <class T>
void quotient(T *V, const T *num, const T *den, int64_t rows, int64_t width, T absolute,
              T relative) noexcept {
  for (int64_t i = 0; i < rows; ++i, V += width, num += width, den += width) {
    quad<T> most{};
    for (int64_t c = 0; c < width; c += lanes<T>) {
      const quad<T> d = at<quad<T>>(den + c).value;
      most = d > most ? d : most;
    }
    T floor = absolute;
    for (int c = 0; c < lanes<T>; ++c)
      floor = most[c] * relative > floor ? most[c] * relative : floor;
    const quad<T> low = quad<T>{} + floor;
    for (int64_t c = 0; c < width; c += lanes<T>) {
      const quad<T> d = at<quad<T>>(den + c).value;
      Unaligned<quad<T>> &v = at<quad<T>>(V + c);
      v.value = v.value * at<quad<T>>(num + c).value / (d > low ? d : low);
    }
    if constexpr (sizeof(T) == sizeof(float)) clear_vanishing(V, width);
  }
}

template <class T>
void spread(const int32_t *indices, const T *values, int64_t entries, const T *d, int64_t width,
            T *R) noexcept {
  for (int64_t e = 0; e < entries; ++e) {
    const quad<T> x = quad<T>{} + values[e];
    T *const row = R + indices[e] * width;
    for (int64_t c = 0; c < width; c += lanes<T>)
      at<quad<T>>(row + c).value += x * at<quad<T>>(d + c).value;
  }
}

template <class T>
void column_dots(const T *A, const T *B, const T *weight, int64_t rows, int64_t width,
                 T *sums) noexcept {
  for (int64_t c = 0; c < width; c += lanes<T>) {
    quad<T> sum{};
    for (int64_t i = 0; i < rows; ++i) {
      const quad<T> product =
          at<quad<T>>(A + i * width + c).value * at<quad<T>>(B + i * width + c).value;
      sum += weight != nullptr ? weight[i] * product : product;
    }
    at<quad<T>>(sums + c).value = sum;
  }
}

template <class Stored, class T>
void transform(const Stored *a, const double *shift, const double *spread, double factor,
               int64_t columns, T *out) noexcept {
  if (shift == nullptr)
    for (int64_t j = 0; j < columns; ++j)
      out[j] = static_cast<T>(static_cast<double>(a[j]) * factor);
  else if (spread == nullptr)
    for (int64_t j = 0; j < columns; ++j)
      out[j] = static_cast<T>((static_cast<double>(a[j]) - shift[j]) * factor);
  else
    for (int64_t j = 0; j < columns; ++j)
      out[j] = static_cast<T>((static_cast<double>(a[j]) - shift[j]) / spread[j] * factor);
}

// x / d correctly rounded, by multiplications: q + (x - q d) y with y = 1 / d rounded is the
// correctly rounded quotient if q is one of its two neighbors among the doubles (Markstein 1990),
// which the first of two such steps makes of x y. Remainders are exact only without underflow.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define MANIFACT_HAVE_FMA
inline double divided(double x, double d, double y) noexcept {
  double q = x * y;
  q = __builtin_fma(__builtin_fma(-q, d, x), y, q);
  q = __builtin_fma(__builtin_fma(-q, d, x), y, q);
  return __builtin_copysign(q, x);  // of -0, the remainder is 0
}

// Whether the quotients are far from overflow and underflow, or 0.
inline bool has_plain_quotients(const double *x, double s, double t, int64_t count) noexcept {
  constexpr double small = 0x1p-300, large = 0x1p300;
  if (!(s >= 0x1p-200 && s <= 0x1p200 && t >= 0x1p-200 && t <= 0x1p200)) return false;
  int64_t others = 0;
  for (int64_t e = 0; e < count; ++e) {
    const double size = __builtin_fabs(x[e]);
    others += (size >= small && size <= large) || size == 0 ? 0 : 1;
  }
  return others == 0;
}
#endif

template <class T>
void divide_twice(const double *x, double s, double t, int64_t count, T *out) noexcept {
#if defined(MANIFACT_HAVE_FMA)
  if (has_plain_quotients(x, s, t, count)) {
    const double y = 1 / s, z = 1 / t;
    for (int64_t e = 0; e < count; ++e) out[e] = static_cast<T>(divided(divided(x[e], s, y), t, z));
    return;
  }
#endif
  for (int64_t e = 0; e < count; ++e) out[e] = static_cast<T>(x[e] / s / t);
}

template <class T>
constexpr Kernels<T> table() noexcept {
  return {spmm<T>,
          gram<T>,
          times<T>,
          add_scaled<T>,
          scale<T>,
          quotient<T>,
          root_quotient<T>,
          spread<T>,
          descend<T>,
          descend_rows<T>,
          column_dots<T>,
          transform<float, T>,
          transform<double, T>,
          divide_twice<T>};
}

}  // namespace

constexpr Kernels<float> kernels_float = table<float>();
constexpr Kernels<double> kernels_double = table<double>();
constexpr PanelKernels<float> panels_float = panel_table<float>();
constexpr PanelKernels<double> panels_double = panel_table<double>();
constexpr TriangleKernels triangle_kernels = {row_dots, add_rows, triangle_product,
                                              triangle_update};

}  // namespace manifact::MANIFACT_ISA
