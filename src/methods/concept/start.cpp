#include "methods/concept/start.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// W = V with columns summing to 1.
template <class T>
void memberships_as_concepts(ConceptState<T> &s, ExecutionContext &run) {
  for (Index c = 0; c < s.V.columns(); ++c) {
    double sum = 0;
    for (Index i = 0; i < s.V.rows(); ++i) sum += static_cast<double>(s.V(i, c));
    sum = total_over_ranks(run, sum);
    for (Index i = 0; i < s.V.rows(); ++i)
      s.W(i, c) = sum > 0 ? static_cast<T>(static_cast<double>(s.V(i, c)) / sum) : T{0};
  }
}

// Every document has its own stream, so that the numbers do not depend on its rank.
template <class T>
void start_random_rows(ConceptState<T> &s, std::uint64_t seed, ExecutionContext &run) {
  const Index first = rows_before(run, s.V.rows());
  for (Index i = 0; i < s.V.rows(); ++i) {
    Rng own(seed, static_cast<std::uint64_t>(first + i));
    for (Dense<T> *factor : {&s.W, &s.V})
      for (Index c = 0; c < factor->columns(); ++c) (*factor)(i, c) = static_cast<T>(own.uniform());
  }
}

}  // namespace

template <class T>
void start_random(ConceptState<T> &s, Rng &rng, const Array<std::int32_t> *order,
                  ExecutionContext &run) {
  if (run.group != nullptr) return start_random_rows(s, rng.next(), run);
  for (Dense<T> *factor : {&s.W, &s.V})
    for (Index i = 0; i < factor->rows(); ++i)
      for (Index c = 0; c < factor->columns(); ++c)
        (*factor)(order != nullptr ? (*order)[i] : i, c) = static_cast<T>(rng.uniform());
}

template <class T>
void start_factors(ConceptState<T> &s, const double *W, const double *V, ExecutionContext &run) {
  const Index k = s.V.columns();
  for (Index i = 0; i < s.V.rows(); ++i)
    for (Index c = 0; c < k; ++c) {
      s.V(i, c) = static_cast<T>(V[i * k + c]);
      if (W != nullptr) s.W(i, c) = static_cast<T>(W[i * k + c]);
    }
  if (W == nullptr) memberships_as_concepts(s, run);
}

namespace {

template <class T>
void memberships_of_labels(ConceptState<T> &s, const std::int32_t *labels) {
  const Index k = s.V.columns();
  for (Index i = 0; i < s.V.rows(); ++i)
    for (Index c = 0; c < k; ++c) {
      const double own = labels[i] < 0 ? 1 / static_cast<double>(k) : labels[i] == c ? 1 : 0;
      s.V(i, c) = static_cast<T>(own + 0.2);
    }
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
