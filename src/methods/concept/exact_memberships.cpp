#include "methods/concept/exact_memberships.hpp"

#include <algorithm>

#include "linalg/dense/nnls.hpp"
#include "linalg/dense/range.hpp"
#include "runtime/index.hpp"

namespace manifact {
template <class T>
void minimize_memberships(ConceptState<T> &state, ExecutionContext &run) {
  Dense<T> &V = state.V;
  // Multiplicative updates from these memberships could never change a zero.
  constexpr double relative_bound = 1e-16;
  const T low = static_cast<T>(relative_bound * largest_magnitude(V.data(), V.size()));
  solve_nnls_rows(state.M, state.KW_of_shared_rows(), V, run);
  for (Index i = 0; i < V.rows(); ++i) {
    T *const row = V.row(i), *const end = row + V.columns();
    if (std::any_of(row, end, [](T v) { return v > 0; }))
      std::transform(row, end, row, [low](T v) { return std::max(v, low); });
  }
  state.V_changed(run);
}

#define MANIFACT_INSTANTIATE(T) \
  template void minimize_memberships<T>(ConceptState<T> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
