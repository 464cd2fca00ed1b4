#include "linalg/products.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/kernels.hpp"

namespace manifact {
namespace {

constexpr std::int64_t sparse_step = 128;  // rows a task of a sparse product
constexpr std::int64_t dense_step = 1024;  // rows a partial sum

}  // namespace

template <class T>
void multiply(CsrView<T> A, const Dense<T> &B, Dense<T> &out, Team &team) {
  team.blocks(A.rows, sparse_step, [&](std::int64_t begin, std::int64_t end) {
    kernels<T>().spmm(A.indptr, A.indices, A.values, begin, end, B.data(), B.stride(), out.row(begin));
  });
}

template <class T>
void multiply(const Dense<T> &A, const Dense<T> &B, Dense<T> &out, Team &team) {
  team.blocks(A.rows(), dense_step, [&](std::int64_t begin, std::int64_t end) {
    kernels<T>().times(A.row(begin), A.stride(), A.columns(), B.data(), B.stride(), end - begin, out.row(begin));
  });
}

template <class T>
Dense<T> unit_rows(const Dense<T> &A, Run &run) {
  Array<T> inverse(run.memory, A.rows());
  for (std::int64_t i = 0; i < A.rows(); ++i) {
    // By the largest entry first: memberships may be so small that their squares vanish.
    double most = 0, sum = 0;
    for (std::int64_t c = 0; c < A.columns(); ++c) most = std::fmax(most, std::fabs(static_cast<double>(A(i, c))));
    for (std::int64_t c = 0; most > 0 && c < A.columns(); ++c) sum += (static_cast<double>(A(i, c)) / most) * (static_cast<double>(A(i, c)) / most);
    inverse[i] = most > 0 ? static_cast<T>(1 / (most * std::sqrt(sum))) : T{0};
    if (!std::isfinite(inverse[i])) inverse[i] = 0;
  }
  Dense<T> unit(run.memory, A.rows(), A.columns());
  scale_rows(A, inverse, unit, run.team);
  return unit;
}

template <class T>
Dense<T> gram(const Dense<T> &A, const Dense<T> &B, Run &run) {
  constexpr std::int64_t most_blocks = 64;  // partial sums of width x width each
  const std::int64_t n = A.rows(), wa = A.stride(), wb = B.stride();
  const std::int64_t step = dense_step * std::max<std::int64_t>(1, (n + dense_step * most_blocks - 1) / (dense_step * most_blocks));
  const std::int64_t blocks = (n + step - 1) / step;
  Array<T> partial(run.memory, blocks * wa * wb);
  run.team.blocks(n, step, [&](std::int64_t begin, std::int64_t end) {
    kernels<T>().gram(A.row(begin), wa, B.row(begin), wb, end - begin, partial.data() + begin / step * wa * wb);
  });
  Dense<T> C(run.memory, A.columns(), B.columns());
  for (std::int64_t a = 0; a < A.columns(); ++a)
    for (std::int64_t b = 0; b < B.columns(); ++b) {
      double sum = 0;
      for (std::int64_t block = 0; block < blocks; ++block) sum += static_cast<double>(partial[(block * wa + a) * wb + b]);
      C(a, b) = static_cast<T>(sum);
    }
  return C;
}

template <class T>
Array<double> column_dots(const Dense<T> &A, const Dense<T> &B, const T *weight, Run &run) {
  const std::int64_t n = A.rows(), width = A.stride();
  const std::int64_t blocks = (n + dense_step - 1) / dense_step;
  Array<T> partial(run.memory, blocks * width);
  run.team.blocks(n, dense_step, [&](std::int64_t begin, std::int64_t end) {
    kernels<T>().column_dots(A.row(begin), B.row(begin), weight != nullptr ? weight + begin : nullptr, end - begin, width,
                             partial.data() + begin / dense_step * width);
  });
  Array<double> sums(run.memory, A.columns());
  for (std::int64_t block = 0; block < blocks; ++block)
    for (std::int64_t c = 0; c < A.columns(); ++c) sums[c] += static_cast<double>(partial[block * width + c]);
  return sums;
}

template <class T>
Array<double> column_lengths(const Dense<T> &A, Run &run) {
  Array<double> lengths = column_dots<T>(A, A, nullptr, run);
  for (std::int64_t c = 0; c < A.columns(); ++c) {
    if (std::isfinite(lengths[c])) {
      lengths[c] = std::sqrt(lengths[c]);
      continue;
    }
    lengths[c] = 0;
    for (std::int64_t i = 0; i < A.rows(); ++i)
      lengths[c] = std::hypot(lengths[c], static_cast<double>(A(i, c)));
  }
  return lengths;
}

template <class T>
Array<T> padded(const Array<double> &factor, std::int64_t stride, Run &run) {
  Array<T> row(run.memory, stride);
  for (std::int64_t c = 0; c < factor.size(); ++c) row[c] = static_cast<T>(factor[c]);
  return row;
}

template <class T>
void scale_columns(Dense<T> &A, const Array<double> &factor, Run &run) {
  const Array<T> row = padded<T>(factor, A.stride(), run);
  run.team.blocks(A.rows(), dense_step, [&](std::int64_t begin, std::int64_t end) {
    kernels<T>().scale(A.row(begin), row.data(), nullptr, end - begin, A.stride(), A.row(begin));
  });
}

template <class T>
void scale_rows(const Dense<T> &A, const Array<T> &weight, Dense<T> &out, Team &team) {
  team.blocks(A.rows(), dense_step, [&](std::int64_t begin, std::int64_t end) {
    kernels<T>().scale(A.row(begin), nullptr, weight.data() + begin, end - begin, A.stride(), out.row(begin));
  });
}

template <class T>
double dot(const Dense<T> &A, const Dense<T> &B, Run &run) {
  const Array<double> sums = column_dots<T>(A, B, nullptr, run);
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

#define MANIFACT_INSTANTIATE(T)                                                          \
  template void multiply<T>(CsrView<T>, const Dense<T> &, Dense<T> &, Team &);           \
  template Dense<T> gram<T>(const Dense<T> &, const Dense<T> &, Run &);                  \
  template Array<double> column_dots<T>(const Dense<T> &, const Dense<T> &, const T *, Run &); \
  template Array<double> column_lengths<T>(const Dense<T> &, Run &);                     \
  template Array<T> padded<T>(const Array<double> &, std::int64_t, Run &);                \
  template void scale_columns<T>(Dense<T> &, const Array<double> &, Run &);              \
  template void multiply<T>(const Dense<T> &, const Dense<T> &, Dense<T> &, Team &);     \
  template Dense<T> unit_rows<T>(const Dense<T> &, Run &);                               \
  template void scale_rows<T>(const Dense<T> &, const Array<T> &, Dense<T> &, Team &);   \
  template double dot<T>(const Dense<T> &, const Dense<T> &, Run &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
