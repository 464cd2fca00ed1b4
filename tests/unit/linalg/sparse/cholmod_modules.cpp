// Of CHOLMOD, only the modules under the LGPL run. The functions of those under the GPL
// (Supernodal, Modify, MatrixOps) are replaced in this program by functions that count their calls,
// also for calls from inside libcholmod.so, which reach its public functions through the symbol
// table.
#include <suitesparse/cholmod.h>

#include "support/cholmod.hpp"
#include "support/numbers.hpp"

namespace {
int calls = 0;
}

// Named by an assembler label, since cholmod.h declares them with their parameters.
#define REPLACE(name)                          \
  extern "C" int replaced_##name() asm(#name); \
  int replaced_##name() {                      \
    ++calls;                                   \
    return 0;                                  \
  }
REPLACE(cholmod_super_symbolic)
REPLACE(cholmod_super_symbolic2)
REPLACE(cholmod_super_numeric)
REPLACE(cholmod_super_lsolve)
REPLACE(cholmod_super_ltsolve)
REPLACE(cholmod_updown)
REPLACE(cholmod_updown_solve)
REPLACE(cholmod_updown_mark)
REPLACE(cholmod_updown_mask)
REPLACE(cholmod_updown_mask2)
REPLACE(cholmod_rowadd)
REPLACE(cholmod_rowadd_solve)
REPLACE(cholmod_rowadd_mark)
REPLACE(cholmod_rowdel)
REPLACE(cholmod_rowdel_solve)
REPLACE(cholmod_rowdel_mark)
REPLACE(cholmod_drop)
REPLACE(cholmod_norm_dense)
REPLACE(cholmod_norm_sparse)
REPLACE(cholmod_horzcat)
REPLACE(cholmod_scale)
REPLACE(cholmod_sdmult)
REPLACE(cholmod_ssmult)
REPLACE(cholmod_submatrix)
REPLACE(cholmod_vertcat)
REPLACE(cholmod_symmetry)

namespace manifact {
namespace {

TEST(CholmodModules, a_call_from_inside_the_library_is_counted) {
  NEEDS_CHOLMOD;
  cholmod_common common;
  cholmod_start(&common);
  common.print = 0;
  common.supernodal = CHOLMOD_SUPERNODAL;
  cholmod_sparse *A = cholmod_speye(8, 8, CHOLMOD_REAL, &common);
  A->stype = 1;
  calls = 0;
  cholmod_factor *L = cholmod_analyze(A, &common);
  EXPECT_GT(calls, 0);
  cholmod_free_factor(&L, &common);
  cholmod_free_sparse(&A, &common);
  cholmod_finish(&common);
}

// A dense matrix too, for which CHOLMOD's own choice would be supernodal.
TEST(CholmodModules, a_factorization_calls_none_under_the_GPL) {
  NEEDS_CHOLMOD;
  Host host;
  calls = 0;
  for (const std::int64_t n : {1, 30, 300})
    for (const double share : {0.0, 0.1, 1.0}) {
      Plain A = -1 * random_weights(n, share, 3);
      const std::vector<double> sums = row_sums(A);
      for (std::int64_t i = 0; i < n; ++i) A(i, i) = 0.5 - sums[static_cast<std::size_t>(i)];
      const Csr<double> sparse = csr<double>(A, host.memory);
      Cholesky factor(sparse, host.run);
      for (const double shift : {0.0, -1.0}) factor.factorize(sparse, shift, host.run);
      Dense<double> Y = dense<double>(random_plain(n, 3, 5), host.memory);
      factor.solve(Y, host.run);
    }
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace manifact
