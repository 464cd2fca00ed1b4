#include "linalg/dense/products.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index sparse_step = 128;  // rows per task of a sparse product
constexpr Index dense_step = 1024;  // rows per partial sum

template <class T>
Array<T> inverse_lengths(const Dense<T> &A, ExecutionContext &run) {
  Array<T> inverse(run.memory, A.rows());
  for (Index i = 0; i < A.rows(); ++i) {
    // Scaled by the largest entry: memberships may be so small that their squares underflow.
    // Not as doubles, which GCC 12 for aarch64 cannot compile.
    T largest = 0;
    for (Index c = 0; c < A.columns(); ++c) largest = std::fmax(largest, std::fabs(A(i, c)));
    const double most = static_cast<double>(largest);
    double sum = 0;
    for (Index c = 0; most > 0 && c < A.columns(); ++c)
      sum += (static_cast<double>(A(i, c)) / most) * (static_cast<double>(A(i, c)) / most);
    inverse[i] = most > 0 ? static_cast<T>(1 / (most * std::sqrt(sum))) : T{0};
    if (!std::isfinite(inverse[i])) inverse[i] = 0;
  }
  return inverse;
}

}  // namespace

template <class T>
void multiply(CsrView<T> A, const Dense<T> &B, const T *rest, Dense<T> &out, ThreadPool &pool) {
  const SplitRows<T> rows{B.data(), B.rows(), rest};
  pool.blocks(A.rows, sparse_step, [&](Index begin, Index end) {
    kernels<T>().spmm(A.indptr, A.indices, A.values, begin, end, rows, B.stride(), out.row(begin));
  });
}

template <class T>
void multiply(CsrView<T> A, const Dense<T> &B, Dense<T> &out, ThreadPool &pool) {
  multiply(A, B, static_cast<const T *>(nullptr), out, pool);
}

template <class T>
void multiply(const Dense<T> &A, const Dense<T> &B, Dense<T> &out, ThreadPool &pool) {
  pool.blocks(A.rows(), dense_step, [&](Index begin, Index end) {
    kernels<T>().times(A.row(begin), A.stride(), A.columns(), B.data(), B.stride(), end - begin,
                       out.row(begin));
  });
}

template <class T>
Dense<T> unit_rows(const Dense<T> &A, ExecutionContext &run) {
  Dense<T> unit(run.memory, A.rows(), A.columns());
  scale_rows(A, inverse_lengths(A, run), unit, run.pool);
  return unit;
}

template <class T>
Dense<T> unit_rows(Dense<T> &&A, ExecutionContext &run) {
  scale_rows(A, inverse_lengths(A, run), A, run.pool);
  return std::move(A);
}

template <class T>
Dense<T> gram(const Dense<T> &A, const Dense<T> &B, ExecutionContext &run) {
  constexpr Index most_blocks = 64;  // partial sums of width x width each
  const Index n = A.rows(), wa = A.stride(), wb = B.stride();
  const Index step = dense_step * std::max<Index>(1, (n + dense_step * most_blocks - 1) /
                                                         (dense_step * most_blocks));
  const Index blocks = (n + step - 1) / step;
  Array<T> partial(run.memory, blocks * wa * wb);
  run.pool.blocks(n, step, [&](Index begin, Index end) {
    kernels<T>().gram(A.row(begin), wa, B.row(begin), wb, end - begin,
                      partial.data() + begin / step * wa * wb);
  });
  Dense<T> C(run.memory, A.columns(), B.columns());
  const bool is_symmetric = A.data() == B.data();
  for (Index a = 0; a < A.columns(); ++a)
    for (Index b = 0; b < (is_symmetric ? a + 1 : B.columns()); ++b) {
      double sum = 0;
      for (Index block = 0; block < blocks; ++block)
        sum += static_cast<double>(partial[(block * wa + a) * wb + b]);
      C(a, b) = static_cast<T>(sum);
      if (is_symmetric) C(b, a) = C(a, b);
    }
  return C;
}

template <class T>
Array<double> column_dots(const Dense<T> &A, const Dense<T> &B, const T *weight,
                          ExecutionContext &run) {
  const Index n = A.rows(), width = A.stride();
  const Index blocks = (n + dense_step - 1) / dense_step;
  Array<T> partial(run.memory, blocks * width);
  run.pool.blocks(n, dense_step, [&](Index begin, Index end) {
    kernels<T>().column_dots(A.row(begin), B.row(begin),
                             weight != nullptr ? weight + begin : nullptr, end - begin, width,
                             partial.data() + begin / dense_step * width);
  });
  Array<double> sums(run.memory, A.columns());
  for (Index block = 0; block < blocks; ++block)
    for (Index c = 0; c < A.columns(); ++c)
      sums[c] += static_cast<double>(partial[block * width + c]);
  return sums;
}

template <class T>
Array<double> column_lengths(const Dense<T> &A, ExecutionContext &run) {
  Array<double> lengths = column_dots<T>(A, A, nullptr, run);
  for (Index c = 0; c < A.columns(); ++c) {
    if (std::isfinite(lengths[c])) {
      lengths[c] = std::sqrt(lengths[c]);
      continue;
    }
    lengths[c] = 0;
    for (Index i = 0; i < A.rows(); ++i)
      lengths[c] = std::hypot(lengths[c], static_cast<double>(A(i, c)));
  }
  return lengths;
}

template <class T>
Array<T> padded(const Array<double> &factor, Index stride, ExecutionContext &run) {
  Array<T> row(run.memory, stride);
  for (Index c = 0; c < factor.size(); ++c) row[c] = static_cast<T>(factor[c]);
  return row;
}

template <class T>
void scale_columns(Dense<T> &A, const Array<double> &factor, ExecutionContext &run) {
  const Array<T> row = padded<T>(factor, A.stride(), run);
  run.pool.blocks(A.rows(), dense_step, [&](Index begin, Index end) {
    kernels<T>().scale(A.row(begin), row.data(), nullptr, end - begin, A.stride(), A.row(begin));
  });
}

template <class T>
void to_unit_columns(Dense<T> &A, ExecutionContext &run) {
  Array<double> inverse = column_dots<T>(A, A, nullptr, run);
  for (double &x : inverse) x = x > 0 ? 1 / std::sqrt(x) : 0;
  scale_columns(A, inverse, run);
}

template <class T>
void scale_rows(const Dense<T> &A, const Array<T> &weight, Dense<T> &out, ThreadPool &pool) {
  pool.blocks(A.rows(), dense_step, [&](Index begin, Index end) {
    kernels<T>().scale(A.row(begin), nullptr, weight.data() + begin, end - begin, A.stride(),
                       out.row(begin));
  });
}

template <class T>
double dot(const Dense<T> &A, const Dense<T> &B, ExecutionContext &run) {
  const Array<double> sums = column_dots<T>(A, B, nullptr, run);
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

namespace {

// The rows of this process alone.
template <class T>
const Dense<T> &own_rows(const Tall<T> &A) noexcept {
  return A;
}

}  // namespace

template <class T>
Dense<T> gram(const Tall<T> &A, const Tall<T> &B, ExecutionContext &run) {
  Dense<T> C = gram(own_rows(A), own_rows(B), run);
  run.sum(C.data(), C.size());
  return C;
}

template <class T>
Array<double> column_dots(const Tall<T> &A, const Tall<T> &B, const T *weight,
                          ExecutionContext &run) {
  Array<double> sums = column_dots<T>(own_rows(A), own_rows(B), weight, run);
  run.sum(sums.data(), sums.size());
  return sums;
}

template <class T>
Array<double> column_lengths(const Tall<T> &A, ExecutionContext &run) {
  if (!run.divided()) return column_lengths(own_rows(A), run);
  Array<double> lengths = column_dots<T>(A, A, nullptr, run);
  for (double &x : lengths) x = std::sqrt(x);
  return lengths;
}

template <class T>
double dot(const Tall<T> &A, const Tall<T> &B, ExecutionContext &run) {
  return run.total(dot(own_rows(A), own_rows(B), run));
}

#define MANIFACT_INSTANTIATE(T)                                                                 \
  template void multiply<T>(CsrView<T>, const Dense<T> &, Dense<T> &, ThreadPool &);            \
  template void multiply<T>(CsrView<T>, const Dense<T> &, const T *, Dense<T> &, ThreadPool &); \
  template Dense<T> gram<T>(const Dense<T> &, const Dense<T> &, ExecutionContext &);            \
  template Array<double> column_dots<T>(const Dense<T> &, const Dense<T> &, const T *,          \
                                        ExecutionContext &);                                    \
  template Array<double> column_lengths<T>(const Dense<T> &, ExecutionContext &);               \
  template Array<T> padded<T>(const Array<double> &, Index, ExecutionContext &);                \
  template void scale_columns<T>(Dense<T> &, const Array<double> &, ExecutionContext &);        \
  template void to_unit_columns<T>(Dense<T> &, ExecutionContext &);                             \
  template void multiply<T>(const Dense<T> &, const Dense<T> &, Dense<T> &, ThreadPool &);      \
  template Dense<T> unit_rows<T>(const Dense<T> &, ExecutionContext &);                         \
  template Dense<T> unit_rows<T>(Dense<T> &&, ExecutionContext &);                              \
  template void scale_rows<T>(const Dense<T> &, const Array<T> &, Dense<T> &, ThreadPool &);    \
  template double dot<T>(const Dense<T> &, const Dense<T> &, ExecutionContext &);               \
  template Dense<T> gram<T>(const Tall<T> &, const Tall<T> &, ExecutionContext &);              \
  template Array<double> column_dots<T>(const Tall<T> &, const Tall<T> &, const T *,            \
                                        ExecutionContext &);                                    \
  template Array<double> column_lengths<T>(const Tall<T> &, ExecutionContext &);                \
  template double dot<T>(const Tall<T> &, const Tall<T> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
