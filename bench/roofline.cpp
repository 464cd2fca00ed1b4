// The product K V = X (X'V), which dominates every update of a concept factorization, compared with
// the limits of this machine, measured in the same run.
//
//   roofline FOLDER K [ROUNDS]
//   roofline dense K [ROUNDS]    products of dense matrices only
//   roofline blas K [ROUNDS]     products of dense matrices beside those of the BLAS, in turn
//   FOLDER holds X.mtx.gz (counts); every figure is the best of ROUNDS (30)
//
// Model, for nnz entries, rows of V padded to w columns of s bytes. Each of the two sparse products
// (X'V, then X times that)
//
//   streams   nnz (s + 4) bytes of values and indices and writes its result, at the bandwidth of a
//             stream (triad) over arrays larger than any cache,
//   gathers   nnz w s bytes of rows, at the bandwidth of repeatedly reading an array as large as
//             the matrix that they are gathered from,
//   computes  2 nnz w operations, at the rate of multiply-adds that stay in registers.
//
// The three overlap, so that the minimum time is the longest of them. Sequential reading is an
// upper bound for gathering; rows shared by many documents may come from a faster cache than the
// model assumes.
//
// Products with a dense X of 100,000 x 384 and K columns, and inner products of some of its rows
// with others, either compute at the rate of multiply-adds in registers or read and write each
// matrix once at the bandwidth of a stream, whichever takes longer. X is single precision; "double"
// reads and computes in double precision. "scaled" and "standardized" rows are read in place as
// well: the small factors are scaled instead, which the model does not count. The same
// products by the BLAS follow where one thread is used, for comparison: set OPENBLAS_NUM_THREADS=1.
//
// "blas" measures both in turn, in each round, such that other processes slow down both: products
// with K columns, V'V, and all inner products of rows, by blocks of rows as the kernels compute
// them, by one matrix product for each block, and by one symmetric product for all.
#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "io/reader.hpp"
#include "kernels/blocks.hpp"
#include "kernels/kernel.hpp"
#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/sparse/matrix.hpp"
#include "text/weighted_data.hpp"

using namespace manifact;

namespace {

int rounds = 30;
volatile double sink;  // so that results are not optimized away

// Processor time over the number of threads, all of which work all the time, and the best of the
// rounds: wall-clock time is distorted by other processes.
template <class Body>
double best_seconds(ExecutionContext &run, Body &&body) {
  double best = INFINITY;
  for (int r = 0; r < rounds; ++r) {
    const std::clock_t start = std::clock();
    body();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best / static_cast<double>(run.pool.threads());
}

// Sums and multiply-adds in vectors of BYTES bytes, for one instruction set each.
#define MANIFACT_PROBES(NAME, BYTES, TARGET)                                                    \
  template <class T>                                                                            \
  TARGET double sum_##NAME(const T *x, std::int64_t n) {                                        \
    typedef T vector __attribute__((vector_size(BYTES)));                                       \
    constexpr std::int64_t lanes = BYTES / sizeof(T);                                           \
    vector s[8] = {};                                                                           \
    for (std::int64_t i = 0; i + 8 * lanes <= n; i += 8 * lanes)                                \
      for (int j = 0; j < 8; ++j) s[j] += *reinterpret_cast<const vector *>(x + i + j * lanes); \
    for (int j = 1; j < 8; ++j) s[0] += s[j];                                                   \
    return static_cast<double>(s[0][0]);                                                        \
  }                                                                                             \
  template <class T>                                                                            \
  TARGET double multiply_add_##NAME(std::int64_t count) { /* 12 chains of `count` vectors */    \
    typedef T vector __attribute__((vector_size(BYTES)));                                       \
    vector s[12], a = vector{} + static_cast<T>(0.999), b = vector{} + static_cast<T>(0.001);   \
    for (int j = 0; j < 12; ++j) s[j] = vector{} + static_cast<T>(j);                           \
    for (std::int64_t i = 0; i < count; ++i)                                                    \
      for (int j = 0; j < 12; ++j) s[j] = s[j] * a + b;                                         \
    for (int j = 1; j < 12; ++j) s[0] += s[j];                                                  \
    return static_cast<double>(s[0][0]);                                                        \
  }
MANIFACT_PROBES(baseline, 16, )
#if defined(MANIFACT_X86_KERNELS)
MANIFACT_PROBES(avx2, 32, __attribute__((target("avx2,fma"))))
MANIFACT_PROBES(avx512, 64, __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,avx2,fma"))))
#endif

int vector_bytes() {
#if defined(MANIFACT_X86_KERNELS)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return 64;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return 32;
#endif
  return 16;
}

template <class T>
double sum(const T *x, std::int64_t n) {
#if defined(MANIFACT_X86_KERNELS)
  if (vector_bytes() == 64) return sum_avx512(x, n);
  if (vector_bytes() == 32) return sum_avx2(x, n);
#endif
  return sum_baseline(x, n);
}

template <class T>
double multiply_add(std::int64_t count) {
#if defined(MANIFACT_X86_KERNELS)
  if (vector_bytes() == 64) return multiply_add_avx512<T>(count);
  if (vector_bytes() == 32) return multiply_add_avx2<T>(count);
#endif
  return multiply_add_baseline<T>(count);
}

// Operations per second over all threads.
template <class T>
double peak_rate(ExecutionContext &run) {
  constexpr std::int64_t count = 10000000;
  const std::int64_t threads = run.pool.threads(),
                     lanes = vector_bytes() / static_cast<std::int64_t>(sizeof(T));
  Array<double> results(run.memory, threads);
  const double seconds = best_seconds(run, [&] {
    run.pool.each(threads, [&](std::int64_t t) { results[t] = multiply_add<T>(count); });
  });
  sink = results[0];
  return static_cast<double>(threads * count * 12 * lanes * 2) / seconds;
}

// Bytes per second of a = b + 3 c, with three arrays of 64 MB.
double stream_rate(ExecutionContext &run) {
  constexpr std::int64_t n = std::int64_t{8} << 20, step = 1 << 16;
  Array<double> a(run.memory, n), b(run.memory, n), c(run.memory, n);
  const double seconds = best_seconds(run, [&] {
    run.pool.blocks(n, step, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) a[i] = b[i] + 3 * c[i];
    });
  });
  sink = a[n / 2];
  return 3.0 * n * sizeof(double) / seconds;
}

// Bytes per second of repeatedly reading `bytes` bytes, all of them by every thread.
double read_rate(std::int64_t bytes, ExecutionContext &run) {
  const std::int64_t n = bytes / static_cast<std::int64_t>(sizeof(double)),
                     threads = run.pool.threads();
  const std::int64_t passes = std::max<std::int64_t>(1, (std::int64_t{256} << 20) / bytes);
  Array<double> x(run.memory, n), results(run.memory, threads);
  const double seconds = best_seconds(run, [&] {
    run.pool.each(threads, [&](std::int64_t t) {
      for (std::int64_t p = 0; p < passes; ++p) results[t] += sum(x.data(), n);
    });
  });
  sink = results[0];
  return static_cast<double>(threads * passes * n) * sizeof(double) / seconds;
}

template <class T>
void report(const Matrix &counts, std::int64_t k, std::int64_t threads) {
  Monitor monitor;
  ThreadPool pool(threads);
  ExecutionContext run{std::make_shared<Memory>(), pool, monitor};
  WeightingRequest request;
  request.weighting = Weighting::tfidf;
  const Csr<T> X = weighted_rows<T>(counts, learn_weights(counts, request, run), run);
  const auto K = linear_kernel<T>(DataView<T>(X), run);
  Dense<T> V(run.memory, X.rows, k), KV(run.memory, X.rows, k);
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t c = 0; c < k; ++c) V(i, c) = static_cast<T>((i * 31 + c * 17) % 97) / 97;

  const double size = sizeof(T), nnz = static_cast<double>(X.entries()),
               width = static_cast<double>(V.stride());
  const std::int64_t bytes_V = V.size() * static_cast<std::int64_t>(sizeof(T)),
                     bytes_U = X.columns * V.stride() * static_cast<std::int64_t>(sizeof(T));
  const double stream = stream_rate(run), from_V = read_rate(bytes_V, run),
               from_U = read_rate(bytes_U, run), peak = peak_rate<T>(run);
  const double streaming = (2 * nnz * (size + 4) + static_cast<double>(bytes_V + bytes_U)) / stream;
  const double gathering = nnz * width * size * (1 / from_V + 1 / from_U),
               computing = 4 * nnz * width / peak;
  const double allowed = std::max({streaming, gathering, computing});
  const double taken = best_seconds(run, [&] { K->apply(V, KV, run); });
  sink = static_cast<double>(KV(0, 0));
  std::printf(
      "%s, %lld thread%s: stream %.1f GB/s, reading %.1f MB %.1f GB/s, %.1f MB %.1f GB/s, peak "
      "%.1f GF/s\n",
      sizeof(T) == 8 ? "double" : "float", static_cast<long long>(threads), threads > 1 ? "s" : "",
      stream / 1e9, static_cast<double>(bytes_V) / 1e6, from_V / 1e9,
      static_cast<double>(bytes_U) / 1e6, from_U / 1e9, peak / 1e9);
  std::printf(
      "  limits: streaming %.2f ms, gathering %.2f ms, computing %.2f ms;  K V takes %.2f ms: "
      "%.0f %% of the limit of the model\n",
      1e3 * streaming, 1e3 * gathering, 1e3 * computing, 1e3 * taken, 100 * allowed / taken);
}

// What one run of a product needs: multiply-adds, and entries that are read or written.
struct Need {
  double operations, entries;
};

struct Limits {
  double peak, stream;  // operations and bytes per second
};

template <class T, class Body>
void report_product(const std::string &name, const Need &need, const Limits &limits,
                    ExecutionContext &run, Body &&body) {
  const double computing = 2 * need.operations / limits.peak,
               streaming = need.entries * sizeof(T) / limits.stream;
  const double taken = best_seconds(run, body), allowed = std::max(computing, streaming);
  std::printf("  %-24s computing %6.2f ms, streaming %6.2f ms; takes %6.2f ms: %3.0f %%\n",
              name.c_str(), 1e3 * computing, 1e3 * streaming, 1e3 * taken, 100 * allowed / taken);
}

constexpr std::int64_t dense_n = 100000, dense_d = 384;

// C = A B or A'B, row-major without padding, by the BLAS.
void blas_product(CBLAS_TRANSPOSE transposed, int rows, int columns, int inner, const double *A,
                  const double *B, double *C) {
  const int step = transposed == CblasTrans ? rows : inner;
  cblas_dgemm(CblasRowMajor, transposed, CblasNoTrans, rows, columns, inner, 1, A, step, B, columns,
              0, C, columns);
}
void blas_product(CBLAS_TRANSPOSE transposed, int rows, int columns, int inner, const float *A,
                  const float *B, float *C) {
  const int step = transposed == CblasTrans ? rows : inner;
  cblas_sgemm(CblasRowMajor, transposed, CblasNoTrans, rows, columns, inner, 1, A, step, B, columns,
              0, C, columns);
}

// C = A B', both of `size` rows without padding.
void blas_product_of_rows(int size, int inner, const double *A, const double *B, double *C) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size, size, inner, 1, A, inner, B, inner, 0,
              C, size);
}
void blas_product_of_rows(int size, int inner, const float *A, const float *B, float *C) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size, size, inner, 1, A, inner, B, inner, 0,
              C, size);
}

// C = A A' or A'A, row-major without padding, the upper triangle.
void blas_gram(CBLAS_TRANSPOSE transposed, int size, int inner, const double *A, double *C) {
  cblas_dsyrk(CblasRowMajor, CblasUpper, transposed, size, inner, 1, A,
              transposed == CblasTrans ? size : inner, 0, C, size);
}
void blas_gram(CBLAS_TRANSPOSE transposed, int size, int inner, const float *A, float *C) {
  cblas_ssyrk(CblasRowMajor, CblasUpper, transposed, size, inner, 1, A,
              transposed == CblasTrans ? size : inner, 0, C, size);
}

template <class T>
void report_blas(const Array<T> &X, std::int64_t k, const Limits &limits, ExecutionContext &run) {
  constexpr auto n = static_cast<int>(dense_n), d = static_cast<int>(dense_d);
  const auto columns = static_cast<int>(k);
  Array<T> V(run.memory, dense_n * k), XtV(run.memory, dense_d * k);
  std::fill(V.begin(), V.end(), T{0.5});
  const double terms = static_cast<double>(dense_n * dense_d);
  const Need need{terms * static_cast<double>(k),
                  terms + static_cast<double>((dense_n + dense_d) * k)};
  report_product<T>("X'V, BLAS", need, limits, run, [&] {
    blas_product(CblasTrans, d, columns, n, X.data(), V.data(), XtV.data());
  });
  report_product<T>("X (X'V), BLAS", need, limits, run, [&] {
    blas_product(CblasNoTrans, n, columns, d, X.data(), XtV.data(), V.data());
  });
}

template <class T>
void report_rows(const char *how, const DenseRows &rows, std::int64_t k, const Limits &limits,
                 ExecutionContext &run) {
  const DataView<T> X(rows);
  Dense<T> V(run.memory, dense_n, k), XtV(run.memory, dense_d, k);
  for (std::int64_t i = 0; i < dense_n; ++i)
    for (std::int64_t c = 0; c < k; ++c) V(i, c) = static_cast<T>((i * 17 + c) % 89) / 89;
  const double n = dense_n, d = dense_d, columns = static_cast<double>(k);
  const Need once{n * d * columns, n * d + n * columns + d * columns},
      twice{2 * once.operations, 2 * once.entries};
  const auto kernel = linear_kernel<T>(X, run);
  const std::string kind(how);
  report_product<T>("X'V" + kind, once, limits, run,
                    [&] { multiply_transposed(rows, V, XtV, run); });
  report_product<T>("X (X'V)" + kind, once, limits, run, [&] { multiply(X, XtV, V, run); });
  for (std::int64_t e = 0; e < V.size(); ++e) V.data()[e] = static_cast<T>(e % 89) / 89;
  Dense<T> KV(run.memory, dense_n, k);
  report_product<T>("K V" + kind, twice, limits, run, [&] { kernel->apply(V, KV, run); });
}

// Blocks of X X' for the first rows: each block of rows, packed in the first round, meets all
// others.
template <class T>
void report_blocks(const DenseRows &rows, const Limits &limits, ExecutionContext &run) {
  constexpr std::int64_t blocks = 8, n = blocks * block_rows;
  const DataView<T> X = some_rows(DataView<T>(rows), 0, n);
  std::vector<BlockDots<T>> dots;
  for (std::int64_t u = 0; u < blocks; ++u) dots.emplace_back(X, run.memory);
  Array<T> D(run.memory, blocks * block_size);
  const double all = n, d = dense_d;
  report_product<T>("blocks of X X'", {all * all * d, 2 * all * d}, limits, run, [&] {
    run.pool.each(blocks, [&](std::int64_t u) {
      dots[static_cast<std::size_t>(u)].open(u);
      for (std::int64_t s = 0; s < blocks; ++s)
        dots[static_cast<std::size_t>(u)].products(X, block_begin(s), block_end(s, n),
                                                   D.data() + u * block_size);
    });
  });
}

template <class T>
void report_dense(std::int64_t k, std::int64_t threads) {
  Monitor monitor;
  ThreadPool pool(threads);
  ExecutionContext run{std::make_shared<Memory>(), pool, monitor};
  Array<T> values(run.memory, dense_n * dense_d);
  for (std::int64_t e = 0; e < values.size(); ++e) values[e] = static_cast<T>(e * 31 % 97) / 97;
  Array<double> shift(run.memory, dense_d), spread(run.memory, dense_d),
      factor(run.memory, dense_n);
  std::fill(shift.begin(), shift.end(), 0.5);
  std::fill(spread.begin(), spread.end(), 0.3);
  std::fill(factor.begin(), factor.end(), 0.1);
  const Limits limits{peak_rate<T>(run), stream_rate(run)};
  std::printf("dense %s, %lld columns, %lld thread%s: peak %.1f GF/s, stream %.1f GB/s\n",
              sizeof(T) == 8 ? "double" : "float", static_cast<long long>(k),
              static_cast<long long>(threads), threads > 1 ? "s" : "", limits.peak / 1e9,
              limits.stream / 1e9);
  DenseRows rows;
  rows.rows = dense_n;
  rows.columns = rows.stride = dense_d;
  if constexpr (sizeof(T) == 4)
    rows.singles = values.data();
  else
    rows.reals = values.data();
  report_rows<T>("", rows, k, limits, run);
  if (threads == 1) report_blas<T>(values, k, limits, run);
  report_blocks<T>(rows, limits, run);
  rows.factor = factor.data();
  report_rows<T>(", scaled", rows, k, limits, run);
  rows.factor = nullptr;
  rows.shift = shift.data();
  rows.spread = spread.data();
  report_rows<T>(", standardized", rows, k, limits, run);
}

double seconds_of(const std::function<void()> &body) {
  const std::clock_t start = std::clock();
  body();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// The least time of each, in turn.
void compare(const char *name, double operations, const std::function<void()> &own,
             const std::function<void()> &blas) {
  double least = INFINITY, least_of_blas = INFINITY;
  for (int r = 0; r < rounds; ++r) {
    least = std::min(least, seconds_of(own));
    least_of_blas = std::min(least_of_blas, seconds_of(blas));
  }
  std::printf("  %-34s %7.2f ms, %5.1f GF/s; BLAS %7.2f ms, %5.1f GF/s: %.2f\n", name, 1e3 * least,
              2e-9 * operations / least, 1e3 * least_of_blas, 2e-9 * operations / least_of_blas,
              least_of_blas / least);
}

template <class T>
void compare_blocks(const DenseRows &rows, const T *X, ExecutionContext &run) {
  constexpr std::int64_t blocks = 8, n = blocks * block_rows;
  constexpr auto size = static_cast<int>(n), width = static_cast<int>(block_rows),
                 d = static_cast<int>(dense_d);
  const DataView<T> own = some_rows(DataView<T>(rows), 0, n);
  Array<T> D(run.memory, block_size), C(run.memory, n * n);
  BlockDots<T> dots(own, run.memory);
  const auto products = [&](bool all) {
    for (std::int64_t u = 0; u < blocks; ++u) {
      dots.open(u);
      for (std::int64_t s = all ? 0 : u; s < blocks; ++s)
        dots.products(own, block_begin(s), block_end(s, n), D.data());
    }
  };
  const double all = static_cast<double>(n) * static_cast<double>(n) * dense_d;
  compare(
      "blocks of X X', a product for each", all, [&] { products(true); },
      [&] {
        for (std::int64_t u = 0; u < blocks; ++u)
          for (std::int64_t s = 0; s < blocks; ++s)
            blas_product_of_rows(width, d, X + s * block_rows * dense_d,
                                 X + u * block_rows * dense_d, D.data());
      });
  compare(
      "blocks of X X', one triangle", all / 2, [&] { products(false); },
      [&] { blas_gram(CblasNoTrans, size, d, X, C.data()); });
}

template <class T>
void compare_dense(std::int64_t k) {
  Monitor monitor;
  ThreadPool pool(1);
  ExecutionContext run{std::make_shared<Memory>(), pool, monitor};
  constexpr auto n = static_cast<int>(dense_n), d = static_cast<int>(dense_d);
  const auto columns = static_cast<int>(k);
  Array<T> X(run.memory, dense_n * dense_d), v(run.memory, dense_n * k), u(run.memory, dense_d * k),
      g(run.memory, k * k);
  for (std::int64_t e = 0; e < X.size(); ++e) X[e] = static_cast<T>(e * 31 % 97) / 97;
  Dense<T> V(run.memory, dense_n, k), U(run.memory, dense_d, k);
  for (std::int64_t i = 0; i < dense_n; ++i)
    for (std::int64_t c = 0; c < k; ++c)
      v[i * k + c] = V(i, c) = static_cast<T>((i * 17 + c) % 89) / 89;
  DenseRows rows;
  rows.rows = dense_n;
  rows.columns = rows.stride = dense_d;
  if constexpr (sizeof(T) == 4)
    rows.singles = X.data();
  else
    rows.reals = X.data();
  const double terms = static_cast<double>(dense_n * dense_d) * static_cast<double>(k);
  std::printf("%s, %d columns\n", sizeof(T) == 8 ? "double" : "float", columns);
  compare(
      "X'V", terms, [&] { multiply_transposed(rows, V, U, run); },
      [&] { blas_product(CblasTrans, d, columns, n, X.data(), v.data(), u.data()); });
  compare(
      "X (X'V)", terms, [&] { multiply(DataView<T>(rows), U, V, run); },
      [&] { blas_product(CblasNoTrans, n, columns, d, X.data(), u.data(), v.data()); });
  for (std::int64_t e = 0; e < V.size(); ++e) V.data()[e] = static_cast<T>(e % 89) / 89;
  compare(
      "V'V", static_cast<double>(dense_n * k) * static_cast<double>(k) / 2,
      [&] { sink = static_cast<double>(gram(V, V, run)(0, 0)); },
      [&] { blas_gram(CblasTrans, columns, n, v.data(), g.data()); });
  compare_blocks<T>(rows, X.data(), run);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: roofline FOLDER|dense|blas K [ROUNDS]\n"), 1;
  if (argc > 3) rounds = std::max(1, std::atoi(argv[3]));
  try {
    if (std::string(argv[1]) == "blas") {
      compare_dense<double>(std::atoll(argv[2]));
      compare_dense<float>(std::atoll(argv[2]));
      return 0;
    }
    for (const std::int64_t threads : {1, 2}) {
      report_dense<double>(std::atoll(argv[2]), threads);
      report_dense<float>(std::atoll(argv[2]), threads);
    }
    if (std::string(argv[1]) == "dense") return 0;
    Monitor monitor;
    const auto counts = read_matrix((std::string(argv[1]) + "/X.mtx.gz").c_str(), Format::automatic,
                                    std::make_shared<Memory>(), monitor);
    for (const std::int64_t threads : {1, 2}) {
      report<double>(*counts, std::atoll(argv[2]), threads);
      report<float>(*counts, std::atoll(argv[2]), threads);
    }
  } catch (const Error &error) {
    return std::fprintf(stderr, "%s\n", error.what()), 1;
  }
  return 0;
}
