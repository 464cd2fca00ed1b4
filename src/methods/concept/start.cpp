#include "methods/concept/start.hpp"

#include <algorithm>

#include "methods/start/factors.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// W = V with columns summing to 1.
template <class T>
void memberships_as_concepts(ConceptState<T> &s, ExecutionContext &run) {
  for (Index c = 0; c < s.V.columns(); ++c) {
    double sum = 0;
    for (Index i = 0; i < s.V.rows(); ++i) sum += static_cast<double>(s.V(i, c));
    sum = run.total(sum);
    for (Index i = 0; i < s.V.rows(); ++i)
      s.W(i, c) = sum > 0 ? static_cast<T>(static_cast<double>(s.V(i, c)) / sum) : T{0};
  }
}

}  // namespace

template <class T>
void start_random(ConceptState<T> &s, Rng &rng, const Array<std::int32_t> *order,
                  ExecutionContext &run) {
  const std::int32_t *const rows = order != nullptr ? order->data() : nullptr;
  const Index n = s.V.rows();
  if (run.divided()) {  // both from the stream of the document
    run.collective->draw_rows(n, rng, rows, [&](Index i, Rng &numbers) {
      draw_row(s.W, i, numbers);
      draw_row(s.V, i, numbers);
    });
    return;
  }
  for (Dense<T> *factor : {&s.W, &s.V})
    run.collective->draw_rows(n, rng, rows,
                              [&](Index i, Rng &numbers) { draw_row(*factor, i, numbers); });
}

template <class T>
void start_factors(ConceptState<T> &s, const double *W, const double *V, ExecutionContext &run) {
  copy_factor(V, s.V);
  if (W != nullptr)
    copy_factor(W, s.W);
  else
    memberships_as_concepts(s, run);
}

namespace {

template <class T>
void memberships_of_labels(ConceptState<T> &s, const std::int32_t *labels) {
  const Index k = s.V.columns();
  for (Index i = 0; i < s.V.rows(); ++i)
    for (Index c = 0; c < k; ++c) s.V(i, c) = static_cast<T>(soft_membership(labels[i], c, k));
}

}  // namespace

template <class T>
void start_labels(ConceptState<T> &s, const std::int32_t *labels, ExecutionContext &run) {
  memberships_of_labels(s, labels);
  memberships_as_concepts(s, run);
}

template <class T>
void start_classes(ConceptState<T> &s, const std::int32_t *labels) {
  memberships_of_labels(s, labels);
  for (Index c = 0; c < s.V.columns(); ++c) {
    const auto size =
        std::max<Index>(1, std::count(labels, labels + s.V.rows(), static_cast<std::int32_t>(c)));
    for (Index i = 0; i < s.V.rows(); ++i) s.W(i, c) = s.V(i, c) / static_cast<T>(size);
  }
}

#define MANIFACT_INSTANTIATE(T)                                                               \
  template void start_random<T>(ConceptState<T> &, Rng &, const Array<std::int32_t> *,        \
                                ExecutionContext &);                                          \
  template void start_factors<T>(ConceptState<T> &, const double *, const double *,           \
                                 ExecutionContext &);                                         \
  template void start_labels<T>(ConceptState<T> &, const std::int32_t *, ExecutionContext &); \
  template void start_classes<T>(ConceptState<T> &, const std::int32_t *);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
