// The eigenvectors of X'X or X X', whichever is smaller: P with Z = X P, or U with
// Z = U diag(sigma). Neither product is formed, and neither is X - 1 c':
//
//   (X - 1 c') B = X B - 1 (c'B)        (X - 1 c')'B = X'B - c (1'B)
//
// Of many dense rows with few features the matrix X'X is formed after all: it costs as much as a
// few products with a block of vectors, and has all eigenvectors.
#include "linalg/eigen/svd.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// A block of b vectors takes ten products and more, each of 2 b operations per value of X, where
// X'X takes m.
template <class T>
bool is_worth_a_gram_matrix(const DataView<T> &X, Index rank, ExecutionContext &run) {
  constexpr Index most_features = 1024, times_wider = 8, times_longer = 4;
  return X.is_dense() && X.columns <= most_features &&
         X.columns <= times_wider * block_width(X.columns, rank) &&
         run.total(X.rows) >= times_longer * X.columns;
}

// (X - 1 c')'(X - 1 c'), some rows at a time. In double: its eigenvalues are squares.
template <class T>
Array<double> gram_of_features(const DenseRows &X, const Array<T> *center, ExecutionContext &run) {
  constexpr Index together = 4096, step = 256;
  const Index m = X.columns;
  Array<double> sums(run.memory, m * m);
  for (Index first = 0; first < X.rows; first += together) {
    run.monitor.check();
    Dense<double> some(run.memory, std::min(together, X.rows - first), m);
    run.pool.blocks(some.rows(), step, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        load(X, first + i, 0, m, some.row(i));
        for (Index j = 0; center != nullptr && j < m; ++j)
          some(i, j) -= static_cast<double>((*center)[j]);
      }
    });
    const Dense<double> products = gram(some, some, run);
    for (Index j = 0; j < m; ++j)
      for (Index l = 0; l < m; ++l) sums[j * m + l] += products(j, l);
  }
  run.sum(sums.data(), sums.size());
  return sums;
}

template <class T>
Eigenpairs<T> eigenpairs_of_features(const DenseRows &X, Index rank, const Array<T> *center,
                                     ExecutionContext &run) {
  const Index m = X.columns;
  Array<double> Q = gram_of_features(X, center, run);
  Eigenpairs<T> pairs;
  pairs.values = Array<double>(run.memory, m);
  if (!symmetric_eigen(m, Q.data(), pairs.values.data(), run))
    fail(Status::numerics, "the singular values of the data are not finite");
  run.collective->take_first(pairs.values.data(), m * static_cast<Index>(sizeof(double)));
  run.collective->take_first(Q.data(), m * m * static_cast<Index>(sizeof(double)));
  pairs.values.shrink(rank);
  pairs.vectors = Dense<T>(run.memory, m, rank);
  for (Index j = 0; j < m; ++j)
    for (Index c = 0; c < rank; ++c) pairs.vectors(j, c) = static_cast<T>(Q[j * m + c]);
  pairs.rounds = 1;
  pairs.converged = true;
  return pairs;
}

}  // namespace

template <class T>
void take_off(Dense<T> &out, const Array<T> *left, const Array<T> *right, const Dense<T> &B,
              ExecutionContext &run) {
  constexpr Index step = 1024;
  const Index blocks = (B.rows() + step - 1) / step, width = B.columns();
  Array<double> partial(run.memory, blocks * width), row(run.memory, width);
  run.pool.blocks(B.rows(), step, [&](Index begin, Index end) {
    double *const sums = partial.data() + begin / step * width;
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < width; ++c)
        sums[c] += (right == nullptr ? 1 : static_cast<double>((*right)[i])) *
                   static_cast<double>(B(i, c));
  });
  run.monitor.check();
  for (Index block = 0; block < blocks; ++block)
    for (Index c = 0; c < width; ++c) row[c] += partial[block * width + c];
  run.pool.blocks(out.rows(), step, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < out.columns(); ++c)
        out(i, c) -=
            static_cast<T>((left == nullptr ? 1 : static_cast<double>((*left)[i])) * row[c]);
  });
}

template <class T>
Svd<T> truncated_svd(const DataProducts<T> &data, Index rank, double tolerance, Rng rng,
                     ExecutionContext &run, const Array<std::int32_t> *order,
                     const Array<T> *center) {
  const Index n = data.X().rows, m = data.X().columns;
  // Vectors of features are the same on all processes.
  const bool by_features = m < n || run.divided();
  Dense<T> between;
  const auto product = [&](const Dense<T> &B, Dense<T> &out) {
    if (between.columns() != B.columns())
      between = Dense<T>(run.memory, by_features ? n : m, B.columns());
    by_features ? data.times(B, between, run) : data.transposed_times(B, between, run);
    if (center != nullptr)
      by_features ? take_off<T>(between, nullptr, center, B, run)
                  : take_off<T>(between, center, nullptr, B, run);
    by_features ? data.sums_over_documents(between, out, run) : data.times(between, out, run);
    if (center != nullptr)
      by_features ? take_off<T>(out, center, nullptr, between, run)
                  : take_off<T>(out, nullptr, center, between, run);
  };
  EigenRequest request{.count = rank, .lowest = 0};
  request.tolerance = tolerance;
  request.order = by_features ? nullptr : order;
  Eigenpairs<T> pairs = is_worth_a_gram_matrix(data.X(), rank, run)
                            ? eigenpairs_of_features<T>(data.X().dense(), rank, center, run)
                        : by_features
                            ? largest_eigenpairs<T>(m, request, product, rng, run)
                            : largest_eigenpairs_of_documents<T>(n, request, product, rng, run);
  between = Dense<T>();

  Svd<T> svd{std::move(pairs.values), Tall<T>(), pairs.rounds, pairs.converged};
  for (double &x : svd.sigma) x = x > 0 ? std::sqrt(x) : 0;
  if (by_features) {
    svd.coordinates = Tall<T>(run.memory, n, rank);
    data.times(pairs.vectors, svd.coordinates, run);
    if (center != nullptr) take_off<T>(svd.coordinates, nullptr, center, pairs.vectors, run);
  } else {
    svd.coordinates = Tall<T>(std::move(pairs.vectors));
    scale_columns(svd.coordinates, svd.sigma, run);
  }
  return svd;
}

#define MANIFACT_INSTANTIATE(T)                                                               \
  template void take_off<T>(Dense<T> &, const Array<T> *, const Array<T> *, const Dense<T> &, \
                            ExecutionContext &);                                              \
  template Svd<T> truncated_svd<T>(const DataProducts<T> &, Index, double, Rng,               \
                                   ExecutionContext &, const Array<std::int32_t> *,           \
                                   const Array<T> *);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

namespace {

// One-sided Jacobi rotations (Hestenes 1958): E V has orthogonal columns U diag(s). Accurate for
// small singular values; independent of the number of BLAS threads, since it does not use the BLAS.

// Columns are stored as rows: A holds (E V)', so that a rotation accesses contiguous memory.
struct Columns {
  Dense<double> A, V;

  double product(Index p, Index q) const noexcept {
    const double *const x = A.row(p), *const y = A.row(q);
    double sum = 0;
    for (Index i = 0; i < A.columns(); ++i) sum += x[i] * y[i];
    return sum;
  }

  static void turn(Dense<double> &M, Index p, Index q, double c, double s) noexcept {
    double *const x = M.row(p), *const y = M.row(q);
    for (Index i = 0; i < M.columns(); ++i) {
      const double a = x[i], b = y[i];
      x[i] = c * a - s * b;
      y[i] = s * a + c * b;
    }
  }

  // False if the two were already orthogonal.
  bool rotate(Index p, Index q) noexcept {
    const double pp = product(p, p), qq = product(q, q), pq = product(p, q);
    if (!(std::fabs(pq) > 1e-15 * std::sqrt(pp) * std::sqrt(qq))) return false;
    const double zeta = (qq - pp) / (2 * pq),
                 t = (zeta >= 0 ? 1 : -1) / (std::fabs(zeta) + std::hypot(1.0, zeta));
    const double c = 1 / std::hypot(1.0, t);
    turn(A, p, q, c, c * t);
    turn(V, p, q, c, c * t);
    return true;
  }
};

// A unit vector orthogonal to the first `count` rows of U, obtained from a coordinate vector.
void complete(Dense<double> &U, Index row, const Array<bool> &known) {
  const Index k = U.rows();
  for (Index axis = 0; axis < k; ++axis) {
    for (Index i = 0; i < k; ++i) U(row, i) = i == axis ? 1 : 0;
    for (int pass = 0; pass < 2; ++pass)
      for (Index p = 0; p < k; ++p) {
        if (!known[p]) continue;
        double product = 0;
        for (Index i = 0; i < k; ++i) product += U(row, i) * U(p, i);
        for (Index i = 0; i < k; ++i) U(row, i) -= product * U(p, i);
      }
    double square = 0;
    for (Index i = 0; i < k; ++i) square += U(row, i) * U(row, i);
    if (square < 0.5 / static_cast<double>(k)) continue;  // some axis has at least 1 / k left
    for (Index i = 0; i < k; ++i) U(row, i) /= std::sqrt(square);
    return;
  }
}

}  // namespace

double orthogonal_factor(Dense<double> &E, Dense<double> &R, ExecutionContext &run) {
  constexpr int most_sweeps = 40;
  const Index k = E.rows();
  Columns columns{Dense<double>(run.memory, k, k), Dense<double>(run.memory, k, k)};
  for (Index i = 0; i < k; ++i)
    for (Index j = 0; j < k; ++j) columns.A(j, i) = E(i, j);
  for (Index i = 0; i < k; ++i) columns.V(i, i) = 1;
  bool moved = true;
  for (int sweep = 0; sweep < most_sweeps && moved; ++sweep) {
    run.monitor.check();
    moved = false;
    for (Index p = 0; p < k; ++p)
      for (Index q = p + 1; q < k; ++q) moved = columns.rotate(p, q) || moved;
  }
  double sum = 0, most = 0;
  Array<double> s(run.memory, k);
  Array<bool> known(run.memory, k);
  for (Index p = 0; p < k; ++p) {
    s[p] = std::sqrt(columns.product(p, p));
    sum += s[p];
    most = std::fmax(most, s[p]);
  }
  for (Index p = 0; p < k; ++p) {
    known[p] = s[p] > 1e-13 * most;
    for (Index i = 0; known[p] && i < k; ++i) columns.A(p, i) /= s[p];
  }
  for (Index p = 0; p < k; ++p)
    if (!known[p]) complete(columns.A, p, known), known[p] = true;
  for (Index i = 0; i < k; ++i)
    for (Index j = 0; j < k; ++j) {
      double value = 0;
      for (Index p = 0; p < k; ++p) value += columns.V(p, i) * columns.A(p, j);
      R(i, j) = value;
    }
  return sum;
}

}  // namespace manifact
