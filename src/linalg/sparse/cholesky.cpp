// The only file that uses CHOLMOD, and only its modules under the LGPL: Core and Cholesky.
// Simplicial, row by row: supernodes would call a module under the GPL, the BLAS and a second
// thread runtime, and could not be cancelled. Only minimum degree: METIS uses the host's rand() and
// sets signal handlers.
#include "linalg/sparse/cholesky.hpp"

#include <suitesparse/cholmod.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index look = 8;   // rows of L between two checks for cancellation
constexpr Index side = 16;  // right-hand sides per task

void settle(cholmod_common &common) {
  cholmod_start(&common);
  common.print = 0;
  common.try_catch = 1;  // no printing, no error handler
  common.error_handler = nullptr;
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_AMD;
  common.postorder = 1;
  common.supernodal = CHOLMOD_SIMPLICIAL;
  common.final_ll = 0;
  common.grow2 = 0;  // the counts of the analysis are exact
}

void check(const cholmod_common &common, bool done) {
  if (common.status == CHOLMOD_OUT_OF_MEMORY)
    fail(Status::memory, "out of memory: cannot allocate a sparse factorization of %.0f entries",
         common.lnz);
  if (common.status == CHOLMOD_TOO_LARGE)
    fail(Status::budget, "a sparse factorization has more entries than a 32-bit integer can count");
  if (!done || common.status < CHOLMOD_OK)
    fail(Status::internal, "the sparse factorization failed with status %d", common.status);
}

}  // namespace

struct Cholesky::Factor {
  cholmod_common common;
  cholmod_factor *L = nullptr;
  cholmod_sparse *upper = nullptr;  // P A P' while it is factorized
  Index n, entries, fill = 0;
  double flops = 0;

  Factor(Index order, Index n_entries) : n(order), entries(n_entries) { settle(common); }
  ~Factor() {
    cholmod_free_sparse(&upper, &common);
    cholmod_free_factor(&L, &common);
    cholmod_finish(&common);
  }

  const int *begin() const noexcept { return static_cast<const int *>(L->p); }
  const int *count() const noexcept { return static_cast<const int *>(L->nz); }
  const int *row() const noexcept { return static_cast<const int *>(L->i); }
  const double *value() const noexcept { return static_cast<const double *>(L->x); }
  const int *order() const noexcept { return static_cast<const int *>(L->Perm); }

  // CHOLMOD's upper triangle by columns is the lower one by rows; it ignores the other triangle. It
  // writes to none of these arrays, and requires non-null pointers even for empty arrays.
  cholmod_sparse seen(CsrView<double> A, const Array<int> &starts, int xtype) const noexcept {
    static constexpr double nothing = 0;
    cholmod_sparse matrix{};
    matrix.nrow = matrix.ncol = static_cast<std::size_t>(n);
    matrix.nzmax = static_cast<std::size_t>(entries);
    matrix.p = const_cast<int *>(starts.data());
    matrix.i = entries > 0 ? const_cast<std::int32_t *>(A.indices) : matrix.p;
    matrix.x =
        xtype != CHOLMOD_REAL ? nullptr : const_cast<double *>(entries > 0 ? A.values : &nothing);
    matrix.stype = 1;
    matrix.itype = CHOLMOD_INT;
    matrix.xtype = xtype;
    matrix.dtype = CHOLMOD_DOUBLE;
    matrix.sorted = matrix.packed = 1;
    return matrix;
  }

  Array<int> starts(CsrView<double> A, ExecutionContext &run) const {
    Array<int> p(run.memory, n + 1);
    for (Index i = 0; i < n; ++i) p[i + 1] = static_cast<int>(A.indptr[i + 1]);
    return p;
  }

  void analyze(cholmod_sparse &matrix) {
    L = cholmod_analyze(&matrix, &common);
    check(common, L != nullptr);
    fill = static_cast<Index>(common.lnz);
    flops = common.fl;
  }

  // Row by row, to check for cancellation and the pivots in between.
  void eliminate(double shift, ExecutionContext &run) {
    double beta[2] = {-shift, 0};
    for (Index k = 0; k < n; k += look) {
      run.monitor.check();
      const Index end = std::min(n, k + look);
      const int done = cholmod_rowfac(upper, nullptr, beta, static_cast<std::size_t>(k),
                                      static_cast<std::size_t>(end), L, &common);
      check(common, done != 0);
      for (Index j = k; j < end; ++j) {
        const double pivot = value()[begin()[j]];
        if (pivot == 0 || !std::isfinite(pivot) || L->minor < static_cast<std::size_t>(n))
          fail(Status::numerics,
               "the sparse factorization has the pivot %g in column %d: the matrix is singular",
               pivot, order()[j]);
      }
    }
  }

  // y <- L'^-1 D^-1 L^-1 y for `width` columns of Y starting at y.
  void solve(double *y, Index stride, Index width) const noexcept {
    const int *const p = begin(), *const counts = count(), *const rows = row();
    const double *const x = value();
    for (Index j = 0; j < n; ++j) {
      const double *const from = y + j * stride;
      for (int e = p[j] + 1; e < p[j] + counts[j]; ++e) {
        double *const to = y + rows[e] * stride;
        for (Index c = 0; c < width; ++c) to[c] -= x[e] * from[c];
      }
    }
    for (Index j = n - 1; j >= 0; --j) {
      double *const to = y + j * stride;
      for (Index c = 0; c < width; ++c) to[c] /= x[p[j]];
      for (int e = p[j] + 1; e < p[j] + counts[j]; ++e) {
        const double *const from = y + rows[e] * stride;
        for (Index c = 0; c < width; ++c) to[c] -= x[e] * from[c];
      }
    }
  }
};

Cholesky::Cholesky(CsrView<double> A, ExecutionContext &run)
    : factor_(std::make_unique<Factor>(A.rows, A.entries())) {
  Factor &f = *factor_;
  if (std::max(f.n, f.entries) >= std::numeric_limits<int>::max())
    fail(Status::budget, "a matrix of %lld entries is too large for the sparse factorization",
         static_cast<long long>(f.entries));
  const Array<int> starts = f.starts(A, run);
  cholmod_sparse matrix = f.seen(A, starts, CHOLMOD_PATTERN);
  f.analyze(matrix);
}

Cholesky::~Cholesky() = default;

bool Cholesky::available() noexcept { return true; }

Index Cholesky::fill() const noexcept { return factor_->fill; }
double Cholesky::flops() const noexcept { return factor_->flops; }
double Cholesky::bytes() const noexcept {
  return static_cast<double>(factor_->fill) * (sizeof(double) + sizeof(int));
}

void Cholesky::factorize(CsrView<double> A, double shift, ExecutionContext &run) {
  Factor &f = *factor_;
  if (A.rows != f.n || A.entries() != f.entries)
    fail(Status::internal, "the sparsity pattern differs from the analyzed one");
  const Array<int> starts = f.starts(A, run);
  cholmod_sparse matrix = f.seen(A, starts, CHOLMOD_REAL);
  cholmod_free_sparse(&f.upper, &f.common);
  f.upper = cholmod_ptranspose(&matrix, 1, static_cast<int *>(f.L->Perm), nullptr, 0,
                               &f.common);  // lower
  check(f.common, f.upper != nullptr);
  cholmod_sparse *const upper = cholmod_ptranspose(f.upper, 1, nullptr, nullptr, 0, &f.common);
  cholmod_free_sparse(&f.upper, &f.common);
  f.upper = upper;
  check(f.common, upper != nullptr);
  if (f.L->xtype != CHOLMOD_PATTERN)
    check(f.common, cholmod_change_factor(CHOLMOD_PATTERN, 0, 0, 0, 1, f.L, &f.common) != 0);
  f.eliminate(shift, run);
  cholmod_free_sparse(&f.upper, &f.common);
}

void Cholesky::solve(Dense<double> &B, ExecutionContext &run) const {
  const Factor &f = *factor_;
  Dense<double> Y(run.memory, f.n, B.columns());
  for (Index k = 0; k < f.n; ++k) std::copy_n(B.row(f.order()[k]), B.stride(), Y.row(k));
  run.pool.blocks(Y.stride(), side, [&](Index begin, Index end) {
    f.solve(Y.data() + begin, Y.stride(), end - begin);
  });
  for (Index k = 0; k < f.n; ++k) std::copy_n(Y.row(k), B.stride(), B.row(f.order()[k]));
}

}  // namespace manifact
