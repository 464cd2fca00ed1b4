#include "methods/concept/kernel_of.hpp"

#include "methods/magnitudes.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index exact_rows =
    2048;  // up to here the exact split of K is cheaper than that of X is slow

}  // namespace

double degree_of_kernel(const Options &options) {
  const KernelSpec spec = kernel_asked(options);
  switch (spec.kind) {
    case KernelKind::linear:
      return 2;
    case KernelKind::polynomial:
      return 2 * static_cast<double>(spec.degree);
    case KernelKind::rbf:
      return 0;
    case KernelKind::precomputed:
      break;
  }
  return 1;
}

template <class T>
bool may_be_negative(CsrView<T> X, const KernelSpec &spec) {
  if (!has_negative(X)) return false;
  return spec.kind == KernelKind::precomputed || spec.kind == KernelKind::linear ||
         !kernel_function<T>(spec)->non_negative(false);
}

// The weighting divides by sums of kernel values, which have any sign here. And from a random
// start, a mean of all documents in every concept, K+ and K- nearly cancel in each step, so that
// the updates hardly move: k-means gives concepts to begin with.
std::string take_signed_defaults(Options &options, bool given_start) {
  std::string changed;
  const auto set = [&](Key key, const char *value) {
    const OptionInfo &option = *find_option(key);
    options.set_text(option, value);
    changed.append(changed.empty() ? "" : " ").append(option.name).append("=").append(value);
  };
  const auto open = [&](Key key) { return options.uses(key) && !options.is_set(key); };
  if (open(Key::ncw) && !options.is(Key::ncw, "none")) set(Key::ncw, "none");
  if (open(Key::start) && options.is(Key::start, "random") && !given_start)
    set(Key::start, "kmeans");
  return changed;
}

template <class T>
std::unique_ptr<Kernel<T>> kernel_of(const Problem<T> &problem, bool split, KernelSpec &spec) {
  const Options &options = problem.options;
  const Index budget = options.integer(Key::memory_budget);
  spec = kernel_asked(options);
  if (spec.kind == KernelKind::polynomial) spec.offset = length_in_units(problem, Key::offset, 2);
  if (spec.kind == KernelKind::rbf) spec.bandwidth = length_in_units(problem, Key::bandwidth, 1);
  if (spec.kind == KernelKind::rbf && spec.bandwidth == 0)
    spec.bandwidth = root_mean_square_distance(problem.X, problem.run);
  if (spec.kind != KernelKind::linear && options.is(Key::split, "factored") && split)
    fail(Status::option,
         "split=factored needs the linear kernel: only its values are products of the data's");
  switch (spec.kind) {
    case KernelKind::linear:
      break;
    case KernelKind::precomputed:
      return precomputed_kernel<T>(problem.X, problem.run);
    default:
      return block_kernel<T>(problem.X, spec, budget, problem.run);
  }
  if (!split || !has_negative(problem.X)) return linear_kernel<T>(problem.X, problem.run);
  const bool exact = options.is(Key::split, "exact") ||
                     (options.is(Key::split, "auto") && problem.X.rows <= exact_rows);
  return signed_linear_kernel<T>(problem.X, exact, budget, problem.run);
}

#define MANIFACT_INSTANTIATE(T)                                     \
  template bool may_be_negative<T>(CsrView<T>, const KernelSpec &); \
  template std::unique_ptr<Kernel<T>> kernel_of<T>(const Problem<T> &, bool, KernelSpec &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
