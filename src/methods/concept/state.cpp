#include "methods/concept/state.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/dense/small_systems.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/magnitudes.hpp"
#include "options/conversions.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
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

namespace {

// The distance of the factors from a stationary point, from the part of the halved gradients that
// can still move an entry:
//
//   P(g)_ic = g_ic where the entry is positive, min(g_ic, 0) where it is zero
//   residual = max(|P(dV)| / |plus(dV)|, |P(dW)| / |plus(dW)|)
//
// plus() is the positive part of a gradient: V W'KW, KW A and the terms of the penalties. The
// quotients do not depend on the scale of the data or factors. Both are 0 if and only if the KKT
// conditions hold.

constexpr Index residual_rows = 1024;    // rows per task
constexpr double relative_zero = 1e-12;  // of the largest entry of a factor

// |P(plus - minus)| / |plus|, summed in block order for any number of threads. fill(begin, end,
// plus, minus) computes rows of the two parts, of which no more than a block a thread is held.
template <class T, class Fill>
double projected_quotient(const Dense<T> &factor, const Fill &fill, ExecutionContext &run) {
  const Index n = factor.rows(), blocks = (n + residual_rows - 1) / residual_rows;
  Array<double> largest(run.memory, blocks), projected(run.memory, blocks), all(run.memory, blocks);
  run.pool.blocks(n, residual_rows, [&](Index begin, Index end) {
    T most_here = 0;
    for (Index e = begin * factor.stride(); e < end * factor.stride(); ++e)
      most_here = std::fmax(most_here, factor.data()[e]);
    largest[begin / residual_rows] = static_cast<double>(most_here);
  });
  double most = 0;
  for (const double x : largest) most = std::fmax(most, x);
  const double bound = relative_zero * run.largest(most);
  const Index threads = std::min(run.pool.threads(), blocks), rows = std::min(n, residual_rows);
  Dense<T> pluses(run.memory, threads * rows, factor.columns()), minuses = pluses.copy();
  parallel_rows(run, threads, 0, n, residual_rows, [&](Index t, Index begin, Index end) {
    T *const plus = pluses.row(t * rows), *const minus = minuses.row(t * rows);
    fill(begin, end, plus, minus);
    const T *const own = factor.row(begin);
    for (Index e = 0; e < (end - begin) * factor.stride(); ++e) {
      const double p = static_cast<double>(plus[e]), g = p - static_cast<double>(minus[e]);
      all[begin / residual_rows] += p * p;
      if (g < 0 || static_cast<double>(own[e]) > bound) projected[begin / residual_rows] += g * g;
    }
  });
  double numerator = 0, denominator = 0;
  for (Index b = 0; b < blocks; ++b) {
    numerator += projected[b];
    denominator += all[b];
  }
  numerator = run.total(numerator);
  denominator = run.total(denominator);
  return denominator > 0 ? std::sqrt(numerator / denominator) : 0;
}

}  // namespace

template <class T>
double ConceptState<T>::kkt_residual(ExecutionContext &run) const {
  // The rows of A B, and those of a factor.
  const auto multiply_rows = [](const Dense<T> &A, const Dense<T> &B, Index begin, Index end,
                                T *out) {
    kernels<T>().times(A.row(begin), A.stride(), A.columns(), B.data(), B.stride(), end - begin,
                       out);
  };
  const auto copy_rows = [](const Dense<T> &A, Index begin, Index end, T *out) {
    std::copy_n(A.row(begin), (end - begin) * A.stride(), out);
  };
  const double of_V = projected_quotient(
      V,
      [&](Index begin, Index end, T *plus, T *minus) {
        multiply_rows(V, M, begin, end, plus);
        copy_rows(KW_of_shared_rows(), begin, end, minus);
        add_penalties_of_V(begin, end, minus, plus);
      },
      run);
  Dense<T> own;
  if (KV.empty()) own = Dense<T>(run.memory, V.rows(), V.columns());
  Dense<T> &product = KV.empty() ? own : KV;
  K->apply(V, product, run);
  const Dense<T> A = hessian_of_W();
  const double of_W = projected_quotient(
      W,
      [&](Index begin, Index end, T *plus, T *minus) {
        multiply_rows(KW, A, begin, end, plus);
        copy_rows(product, begin, end, minus);
        add_penalties_of_W(begin, end, minus, plus);
      },
      run);
  return std::fmax(of_V, of_W);
}

#define MANIFACT_INSTANTIATE(T) \
  template std::unique_ptr<Kernel<T>> kernel_of<T>(const Problem<T> &, bool, KernelSpec &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

template <class T>
void ConceptState<T>::W_changed(ExecutionContext &run) {
  if (split) {
    K->split(W, KW_plus, KW_minus, run);
    run.pool.blocks(KW.rows(), 1024, [&](Index begin, Index end) {
      for (Index e = begin * KW.stride(); e < end * KW.stride(); ++e)
        KW.data()[e] = KW_plus.data()[e] - KW_minus.data()[e];
    });
    M_minus = gram(W, KW_minus, run);
  } else {
    K->apply(W, KW, run);
  }
  M = gram(W, KW, run);
  for (const auto &penalty : penalties) penalty->W_changed(W, M, run);
  if (shared_rows.empty()) return;
  KW_shared = KW.copy();
  average_groups(KW_shared, shared_rows);
}

template <class T>
void ConceptState<T>::V_changed(ExecutionContext &run) {
  G = gram(V, V, run);
  for (const auto &penalty : penalties) penalty->V_changed(V, run);
}

template <class T>
Dense<T> ConceptState<T>::hessian_of_W() const {
  Dense<T> A = G.copy();
  for (const auto &penalty : penalties) penalty->add_hessian_of_W(A);
  return A;
}

// |X' - X'W V'|^2 = tr K - 2 sum(V * KW) + sum(M * G). A value below 0 by more than rounding is
// kept: a precomputed kernel need not be positive semidefinite. Penalties are added from last to
// first: a different order would round differently from recorded objectives.
template <class T>
double ConceptState<T>::objective(ExecutionContext &run) const {
  double value = trace - 2 * dot(V, KW, run);
  for (Index a = 0; a < M.rows(); ++a)
    for (Index b = 0; b < M.columns(); ++b)
      value += static_cast<double>(M(a, b)) * static_cast<double>(G(a, b));
  constexpr double rounding = sizeof(T) == 8 ? 1e-9 : 1e-3;
  if (value > -rounding * trace) value = not_negative(value);
  for (auto penalty = penalties.rbegin(); penalty != penalties.rend(); ++penalty)
    (*penalty)->add_value(value);
  return value;
}

template <class T>
void ConceptState<T>::rescale(const Array<double> &s, ExecutionContext &run) {
  const Index k = s.size();
  Array<double> inverse(run.memory, k);
  for (Index c = 0; c < k; ++c) inverse[c] = 1 / s[c];
  scale_columns(W, inverse, run);
  scale_columns(KW, inverse, run);
  if (!shared_rows.empty()) scale_columns(KW_shared, inverse, run);
  scale_columns(V, s, run);
  for (const auto &penalty : penalties) penalty->rescale(s, run);
  if (split) {
    scale_columns(KW_plus, inverse, run);
    scale_columns(KW_minus, inverse, run);
  }
  for (Index a = 0; a < k; ++a)
    for (Index b = 0; b < k; ++b) {
      if (split)
        M_minus(a, b) =
            static_cast<T>(static_cast<double>(M_minus(a, b)) * inverse[a] * inverse[b]);
      M(a, b) = static_cast<T>(static_cast<double>(M(a, b)) * inverse[a] * inverse[b]);
      G(a, b) = static_cast<T>(static_cast<double>(G(a, b)) * s[a] * s[b]);
    }
}

namespace {

template <class T>
Array<double> roots_of_diagonal(const Dense<T> &A, bool inverse, ExecutionContext &run) {
  T largest = 0;
  for (Index c = 0; c < A.rows(); ++c) largest = std::fmax(largest, A(c, c));
  const double most = static_cast<double>(largest);
  Array<double> s(run.memory, A.rows());
  for (Index c = 0; c < A.rows(); ++c) {
    const double square = static_cast<double>(A(c, c));
    s[c] = !(square > 1e-30 * most) ? 1 : inverse ? 1 / std::sqrt(square) : std::sqrt(square);
  }
  return s;
}

}  // namespace

template <class T>
Array<double> unit_concepts(const ConceptState<T> &state, ExecutionContext &run) {
  return roots_of_diagonal(state.M, false, run);
}

template <class T>
Array<double> unit_memberships(const ConceptState<T> &state, ExecutionContext &run) {
  return roots_of_diagonal(state.G, true, run);
}

#define MANIFACT_INSTANTIATE(T)                                                         \
  template struct ConceptState<T>;                                                      \
  template Array<double> unit_concepts<T>(const ConceptState<T> &, ExecutionContext &); \
  template Array<double> unit_memberships<T>(const ConceptState<T> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

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
