#include "methods/concept/kernel_of.hpp"

#include "methods/magnitudes.hpp"
#include "options/kernel_options.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// split=auto uses the exact split of K, which stores n^2 values, for up to this many rows.
constexpr Index exact_rows = 2048;

}  // namespace

template <class T>
std::unique_ptr<Kernel<T>> kernel_of(const Problem<T> &problem, bool split, KernelSpec &spec) {
  const Options &options = problem.options;
  const Index budget = options.integer(Key::memory_budget);
  spec = problem.plan.kernel;
  if (spec.kind == KernelKind::polynomial) spec.offset = length_in_units(problem, Key::offset, 2);
  if (spec.kind == KernelKind::rbf) spec.bandwidth = length_in_units(problem, Key::bandwidth, 1);
  if (spec.kind == KernelKind::rbf && spec.bandwidth == 0)
    spec.bandwidth = root_mean_square_distance(problem.X, problem.run);
  if (spec.kind != KernelKind::linear && problem.plan.split == SplitKind::factored && split)
    fail(Status::option, "split=factored needs the linear kernel: it splits products of the data");
  switch (spec.kind) {
    case KernelKind::linear:
      break;
    case KernelKind::precomputed:
      return precomputed_kernel<T>(problem.X, problem.run);
    default:
      return block_kernel<T>(problem.X, spec, budget, problem.run);
  }
  if (!split || !problem.run.any(has_negative(problem.X)))
    return linear_kernel<T>(problem.X, problem.run);
  // The exact split needs all documents in one process (CollectiveFits).
  const bool exact = problem.plan.split == SplitKind::exact ||
                     (problem.plan.split == SplitKind::auto_ && !problem.run.divided() &&
                      problem.X.rows <= exact_rows);
  return signed_linear_kernel<T>(problem.X, exact, budget, problem.run);
}

#define MANIFACT_INSTANTIATE(T) \
  template std::unique_ptr<Kernel<T>> kernel_of<T>(const Problem<T> &, bool, KernelSpec &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
