// Initial factors of a concept factorization.
#pragma once

#include "methods/concept/state.hpp"

namespace manifact {

// W and V uniform in (0, 1): strictly positive, because multiplicative updates never leave zero.
// Rows are drawn in `order`; null: in row order.
template <class T>
void start_random(ConceptState<T> &state, Rng &rng, const Array<std::int32_t> *order,
                  ExecutionContext &run);

// Row-major n x k; if W is null, it is V with columns scaled to sum 1.
template <class T>
void start_factors(ConceptState<T> &state, const double *W, const double *V, ExecutionContext &run);

// V = one-hot + 0.2, and 0.2 + 1/k for an unlabeled row; W as in start_factors.
template <class T>
void start_labels(ConceptState<T> &state, const std::int32_t *labels, ExecutionContext &run);

// The same V; W = V with column c divided by the number of documents in class c (SRMCF paper,
// section 4.3).
template <class T>
void start_classes(ConceptState<T> &state, const std::int32_t *labels);

}  // namespace manifact
