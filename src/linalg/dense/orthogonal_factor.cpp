// One-sided Jacobi rotations (Hestenes 1958): E V has orthogonal columns U diag(s). Accurate for
// small singular values; independent of the number of BLAS threads, since it does not use the BLAS.
#include "linalg/dense/orthogonal_factor.hpp"

#include <cmath>

#include "runtime/index.hpp"

namespace manifact {
namespace {

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
