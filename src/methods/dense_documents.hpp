// Documents as dense points, for methods that use Euclidean distances between them.
#pragma once

#include "linalg/data/products.hpp"
#include "methods/method.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The rows `vertices` of X. Throws Error(budget) if they need more than the memory-budget, as
// sparse text usually does.
template <class T>
Dense<double> dense_documents(const DataView<T> &X, const Array<std::int32_t> &vertices,
                              const Options &options, ExecutionContext &run) {
  const Index n = vertices.size(), budget = options.integer(Key::memory_budget);
  const double bytes = static_cast<double>(n) * static_cast<double>(X.columns) * sizeof(double);
  if (bytes > static_cast<double>(budget))
    fail(Status::budget,
         "method '%s' uses distances between %lld documents as dense points of %lld features, "
         "which needs %.0f bytes, more than the memory-budget of %lld",
         options.name(), static_cast<long long>(n), static_cast<long long>(X.columns), bytes,
         static_cast<long long>(budget));
  return n > 0 ? dense_rows(X, vertices, run.memory) : Dense<double>(run.memory, 0, X.columns);
}

// All rows except duplicates of an earlier row and, if rows have unit length, rows of zeros.
template <class T>
Array<std::int32_t> documents_taking_part(const DataView<T> &X,
                                          const Array<std::int32_t> *first_duplicate,
                                          bool unit_rows, ExecutionContext &run) {
  const bool repeats = first_duplicate != nullptr && !first_duplicate->empty();
  const auto takes_part = [&](Index i) {
    return (!repeats || (*first_duplicate)[i] == i) && (!unit_rows || !X.is_empty(i));
  };
  Index count = 0;
  for (Index i = 0; i < X.rows; ++i) count += takes_part(i) ? 1 : 0;
  Array<std::int32_t> vertices(run.memory, count);
  count = 0;
  for (Index i = 0; i < X.rows; ++i)
    if (takes_part(i)) vertices[count++] = static_cast<std::int32_t>(i);
  return vertices;
}

// Whether a document of zeros is a valid point (unless rows have unit length). It is for affine
// subspaces, which need not contain the origin.
inline bool zeros_are_points(const Method &method, const Options &options) {
  return method.zeros_are_points ||
         (options.uses(Key::affine) && options.choice<Affine>() == Affine::yes);
}

}  // namespace manifact
