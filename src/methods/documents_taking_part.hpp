// The documents that methods of points and of graphs use.
#pragma once

#include "methods/method.hpp"
#include "runtime/index.hpp"

namespace manifact {

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
// subspaces, which need not contain the origin, and for adaptive neighbors and preset=points, which
// use distances.
inline bool zeros_are_points(const Method &method, const Options &options) {
  return method.zeros_are_points || (options.uses(Key::affine) && options.boolean(Key::affine)) ||
         (options.uses(Key::adaptive_weight) && options.real(Key::adaptive_weight) > 0) ||
         (options.uses(Key::preset) && options.choice<Preset>() == Preset::points);
}

}  // namespace manifact
