#include "methods/concept/exact_memberships.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "linalg/dense/nnls.hpp"
#include "linalg/dense/range.hpp"
#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Multiplicative updates from these memberships could never change a zero.
constexpr double relative_bound = 1e-16;

// Workspace of one thread.
struct Scratch {
  Nnls nnls;
  Array<double> b, v;

  Scratch(Index k, ExecutionContext &run)
      : nnls(k, run.memory), b(run.memory, k), v(run.memory, k) {}
};

}  // namespace

template <class T>
void minimize_memberships(ConceptState<T> &state, ExecutionContext &run) {
  constexpr Index batch = 4096;  // rows between two checks for cancellation
  Dense<T> &V = state.V;
  const Dense<T> &KW = state.KW_of_shared_rows();
  const Index n = V.rows(), k = V.columns();
  const Array<double> M = packed(state.M, run.memory);
  const double low = relative_bound * largest_magnitude(V.data(), V.size());
  std::vector<Scratch> scratch;
  for (Index t = 0; t < run.pool.threads() && t < n; ++t) scratch.emplace_back(k, run);
  for (Index first = 0; first < n; first += batch) {
    run.monitor.check();
    const Index last = std::min(n, first + batch);
    std::atomic<Index> next{first};
    run.pool.each(static_cast<Index>(scratch.size()), [&](Index thread) {
      Scratch &own = scratch[static_cast<std::size_t>(thread)];
      for (Index i; (i = next.fetch_add(1, std::memory_order_relaxed)) < last;) {
        for (Index c = 0; c < k; ++c) own.b[c] = static_cast<double>(KW(i, c));
        if (!own.nnls.solve(M.data(), own.b.data(), own.v.data())) continue;
        const double most = *std::max_element(own.v.begin(), own.v.end());
        for (Index c = 0; c < k; ++c)
          V(i, c) = static_cast<T>(most > 0 ? std::max(own.v[c], low) : 0);
      }
    });
  }
  state.V_changed(run);
}

#define MANIFACT_INSTANTIATE(T) \
  template void minimize_memberships<T>(ConceptState<T> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
