// The loops behind linalg/kernels.hpp, written once with vector types and included by one file per instruction set. Only
// built-in types here: an inline function of the standard library compiled for AVX-512 must not become the one the whole program uses.
#include "linalg/kernels.hpp"

#ifndef MANIFACT_ISA
#error "include this from kernels_<isa>.cpp"
#endif

namespace manifact::MANIFACT_ISA {
namespace {

using std::int32_t;
using std::int64_t;

// A quad is 32 bytes; a wide vector is as many bytes as the processor takes at once (at least a quad).
template <class T>
struct Vectors;
template <>
struct Vectors<double> {
  typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));
  typedef double wide __attribute__((vector_size(MANIFACT_WIDE), aligned(8), may_alias));
};
template <>
struct Vectors<float> {
  typedef float quad __attribute__((vector_size(32), aligned(4), may_alias));
  typedef float wide __attribute__((vector_size(MANIFACT_WIDE), aligned(4), may_alias));
};
template <class T>
using quad = typename Vectors<T>::quad;
template <class T>
using wide = typename Vectors<T>::wide;
template <class T>
constexpr int lanes = 32 / sizeof(T);  // of a quad
constexpr int quads_per_wide = MANIFACT_WIDE / 32;
constexpr int most_quads = 8;  // a block of columns that stays in registers

// Q quads side by side, held as wide vectors and, where Q is odd, one quad.
template <class T, int Q>
struct Strip {
  static constexpr int n_wide = Q / quads_per_wide;
  static constexpr bool has_tail = Q % quads_per_wide != 0;
  wide<T> body[n_wide > 0 ? n_wide : 1];
  quad<T> tail;

  void zero() noexcept {
    for (int i = 0; i < n_wide; ++i) body[i] = wide<T>{};
    if (has_tail) tail = quad<T>{};
  }
  // *this += x b
  void add(T x, const T *b) noexcept {
    for (int i = 0; i < n_wide; ++i) body[i] += x * reinterpret_cast<const wide<T> *>(b)[i];
    if (has_tail) tail += x * *reinterpret_cast<const quad<T> *>(b + n_wide * quads_per_wide * lanes<T>);
  }
  void store(T *out) const noexcept {
    for (int i = 0; i < n_wide; ++i) reinterpret_cast<wide<T> *>(out)[i] = body[i];
    if (has_tail) *reinterpret_cast<quad<T> *>(out + n_wide * quads_per_wide * lanes<T>) = tail;
  }
};

// Walk the columns in strips of at most eight quads: Body::run<Q>(first column).
template <class T, class Body>
inline void strips(int64_t width, const Body &body) noexcept {
  const int64_t quads = width / lanes<T>;
  int64_t q = 0;
  for (; q + most_quads <= quads; q += most_quads) body.template run<most_quads>(q * lanes<T>);
  switch (quads - q) {
    case 1: body.template run<1>(q * lanes<T>); break;
    case 2: body.template run<2>(q * lanes<T>); break;
    case 3: body.template run<3>(q * lanes<T>); break;
    case 4: body.template run<4>(q * lanes<T>); break;
    case 5: body.template run<5>(q * lanes<T>); break;
    case 6: body.template run<6>(q * lanes<T>); break;
    case 7: body.template run<7>(q * lanes<T>); break;
    default: break;
  }
}

template <class T>
struct Spmm {
  const int64_t *indptr;
  const int32_t *indices;
  const T *values;
  int64_t begin, end;
  const T *B;
  int64_t width;
  T *out;

  template <int Q>
  void run(int64_t column) const noexcept {
    constexpr int64_t ahead = 8;
    const T *const b = B + column;
    const int64_t last = indptr[end];
    for (int64_t i = begin; i < end; ++i) {
      Strip<T, Q> sum;
      sum.zero();
      for (int64_t e = indptr[i]; e < indptr[i + 1]; ++e) {
        if (e + ahead < last) {
          const char *next = reinterpret_cast<const char *>(b + indices[e + ahead] * width);
          for (int line = 0; line < (Q + 1) / 2; ++line) __builtin_prefetch(next + 64 * line);
        }
        sum.add(values[e], b + indices[e] * width);
      }
      sum.store(out + (i - begin) * width + column);
    }
  }
};

template <class T>
void spmm(const int64_t *indptr, const int32_t *indices, const T *values, int64_t begin, int64_t end, const T *B, int64_t width,
          T *out) noexcept {
  strips<T>(width, Spmm<T>{indptr, indices, values, begin, end, B, width, out});
}

// Four rows of the result at a time: each vector that is loaded is used four times.
template <class T>
struct Gram {
  const T *A;
  int64_t width_a;
  const T *B;
  int64_t width_b, rows;
  T *C;

  template <int Q>
  void run(int64_t column) const noexcept {
    for (int64_t a = 0; a < width_a; a += 4) {
      Strip<T, Q> sum[4];
      for (auto &s : sum) s.zero();
      for (int64_t i = 0; i < rows; ++i) {
        const T *const b = B + i * width_b + column;
        const T *const x = A + i * width_a + a;
        for (int r = 0; r < 4; ++r) sum[r].add(x[r], b);
      }
      for (int r = 0; r < 4; ++r) sum[r].store(C + (a + r) * width_b + column);
    }
  }
};

template <class T>
void gram(const T *A, int64_t width_a, const T *B, int64_t width_b, int64_t rows, T *C) noexcept {
  strips<T>(width_b, Gram<T>{A, width_a, B, width_b, rows, C});
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
    for (int64_t l = 0; l < inner; ++l)
      for (int r = 0; r < R; ++r) sum[r].add(A[(i + r) * width_a + l], M + l * width + column);
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
void times(const T *A, int64_t width_a, int64_t inner, const T *M, int64_t width, int64_t rows, T *out) noexcept {
  strips<T>(width, Times<T>{A, width_a, inner, M, width, rows, out});
}

template <class T>
void add_scaled(T *out, const T *A, const T *factor, const T *weight, int64_t rows, int64_t width) noexcept {
  for (int64_t i = 0; i < rows; ++i) {
    const T w = weight != nullptr ? weight[i] : T{1};
    for (int64_t c = 0; c < width; c += lanes<T>)
      *reinterpret_cast<quad<T> *>(out + i * width + c) +=
          w * *reinterpret_cast<const quad<T> *>(factor + c) * *reinterpret_cast<const quad<T> *>(A + i * width + c);
  }
}

template <class T>
void scale(const T *A, const T *factor, const T *weight, int64_t rows, int64_t width, T *out) noexcept {
  for (int64_t i = 0; i < rows; ++i) {
    const quad<T> w = quad<T>{} + (weight != nullptr ? weight[i] : T{1});
    for (int64_t c = 0; c < width; c += lanes<T>) {
      const quad<T> x = w * *reinterpret_cast<const quad<T> *>(A + i * width + c);
      *reinterpret_cast<quad<T> *>(out + i * width + c) = factor != nullptr ? x * *reinterpret_cast<const quad<T> *>(factor + c) : x;
    }
  }
}

template <class T>
void quotient(T *V, const T *num, const T *den, int64_t rows, int64_t width, T absolute, T relative) noexcept {
  for (int64_t i = 0; i < rows; ++i, V += width, num += width, den += width) {
    quad<T> most{};
    for (int64_t c = 0; c < width; c += lanes<T>) {
      const quad<T> d = *reinterpret_cast<const quad<T> *>(den + c);
      most = d > most ? d : most;
    }
    T floor = absolute;
    for (int c = 0; c < lanes<T>; ++c) floor = most[c] * relative > floor ? most[c] * relative : floor;
    const quad<T> low = quad<T>{} + floor;
    for (int64_t c = 0; c < width; c += lanes<T>) {
      const quad<T> d = *reinterpret_cast<const quad<T> *>(den + c);
      quad<T> &v = *reinterpret_cast<quad<T> *>(V + c);
      v = v * *reinterpret_cast<const quad<T> *>(num + c) / (d > low ? d : low);
    }
  }
}

// The square root as an instruction: the function of the C library would set errno.
inline float root_of(float x) noexcept { return __builtin_sqrtf(x); }
inline double root_of(double x) noexcept { return __builtin_sqrt(x); }

template <class T>
void root_quotient(T *V, const T *A, const T *num, const T *den, int64_t rows, int64_t width, T floor) noexcept {
  for (int64_t e = 0; e < rows * width; ++e) {
    const T a = A != nullptr ? A[e] : T{0}, up = num[e] + (a > 0 ? a : T{0}), down = den[e] - (a < 0 ? a : T{0});
    const T ratio = up / (down > floor ? down : floor);
    V[e] = V[e] > 0 ? V[e] * root_of(ratio > 0 ? ratio : T{0}) : T{0};
  }
}

template <class T>
void spread(const int32_t *indices, const T *values, int64_t entries, const T *d, int64_t width, T *R) noexcept {
  for (int64_t e = 0; e < entries; ++e) {
    const quad<T> x = quad<T>{} + values[e];
    T *const row = R + indices[e] * width;
    for (int64_t c = 0; c < width; c += lanes<T>)
      *reinterpret_cast<quad<T> *>(row + c) += x * *reinterpret_cast<const quad<T> *>(d + c);
  }
}

template <class T>
void descend(T *v, T *g, const T *A, const T *extra, T scale, int64_t k, int64_t width, int passes, T low) noexcept {
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
        *reinterpret_cast<quad<T> *>(g + l) += x * *reinterpret_cast<const quad<T> *>(A + c * width + l);
      g[c] += t * own;
    }
    if (!moved) return;
  }
}

template <class T>
void descend_rows(T *V, const T *P, const T *A, const T *inverse, int64_t rows, int64_t k, int64_t width, int passes, T *scratch) noexcept {
  constexpr int one = sizeof(wide<T>) / sizeof(T), block = 2 * one;  // rows side by side
  static_assert(2 * block <= Kernels<T>::descend_scratch);
  T *const v = scratch, *const p = scratch + block * k;  // transposed: column c of the rows is one piece
  for (int64_t first = 0; first < rows; first += block) {
    const int64_t here = rows - first < block ? rows - first : block;
    for (int64_t r = 0; r < block; ++r)
      for (int64_t l = 0; l < k; ++l) {
        v[l * block + r] = r < here ? V[(first + r) * width + l] : T{0};
        p[l * block + r] = r < here ? P[(first + r) * width + l] : T{0};
      }
    for (int pass = 0; pass < passes; ++pass)
      for (int64_t c = 0; c < k; ++c) {
        wide<T> even[2] = {}, odd[2] = {};  // of the gradient, two sums to keep the multipliers busy
        for (int64_t l = 0; l < k; l += 2)
          for (int h = 0; h < 2; ++h) {
            even[h] += A[c * width + l] * *reinterpret_cast<const wide<T> *>(v + l * block + h * one);
            if (l + 1 < k) odd[h] += A[c * width + l + 1] * *reinterpret_cast<const wide<T> *>(v + (l + 1) * block + h * one);
          }
        for (int h = 0; h < 2; ++h) {
          wide<T> &own = *reinterpret_cast<wide<T> *>(v + c * block + h * one);
          const wide<T> free = own - inverse[c] * (even[h] + odd[h] - *reinterpret_cast<const wide<T> *>(p + c * block + h * one));
          own = free > wide<T>{} ? free : wide<T>{};
        }
      }
    for (int64_t r = 0; r < here; ++r)
      for (int64_t l = 0; l < k; ++l) V[(first + r) * width + l] = v[l * block + r];
  }
}

template <class T>
void column_dots(const T *A, const T *B, const T *weight, int64_t rows, int64_t width, T *sums) noexcept {
  for (int64_t c = 0; c < width; c += lanes<T>) {
    quad<T> sum{};
    for (int64_t i = 0; i < rows; ++i) {
      const quad<T> product = *reinterpret_cast<const quad<T> *>(A + i * width + c) * *reinterpret_cast<const quad<T> *>(B + i * width + c);
      sum += weight != nullptr ? weight[i] * product : product;
    }
    *reinterpret_cast<quad<T> *>(sums + c) = sum;
  }
}

template <class T>
constexpr Kernels<T> table() noexcept {
  return {spmm<T>, gram<T>, times<T>, add_scaled<T>, scale<T>, quotient<T>, root_quotient<T>, spread<T>, descend<T>, descend_rows<T>, column_dots<T>};
}

}  // namespace

constexpr Kernels<float> kernels_float = table<float>();
constexpr Kernels<double> kernels_double = table<double>();

}  // namespace manifact::MANIFACT_ISA
