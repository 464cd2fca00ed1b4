// The unit rows of X in float, with similar rows adjacent, for the approximate search. Rows with
// the same heaviest features are adjacent, so that consecutive searches access the same other rows.
// Values that are 0 in float are omitted.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "graph/neighbors/best_rows.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The heaviest features of a row in descending order of weight; -1 if it has fewer.
using Heaviest = std::array<std::int32_t, 3>;
template <class T>
Heaviest heaviest_of(CsrView<T> X, Index i) noexcept;

struct FloatUnitRows {
  struct Entry {
    std::int32_t column;
    float weight;
  };

  Index n = 0, columns = 0;
  Array<Index> begin;            // by place
  Array<Entry> entry;            // columns ascending within a row
  Array<std::int32_t> original;  // the row of X at each place
  Array<std::int32_t> place;     // the place of each row of X
  Array<Heaviest> heaviest;      // by place, ascending
};

// order: the order of rows with the same heaviest features. If it is by content (graph/build.hpp),
// the result does not depend on the positions of the rows in X.
template <class T>
FloatUnitRows make_float_unit_rows(const UnitRows<T> &rows, const Array<std::int32_t> &order,
                                   ExecutionContext &run);

// body(column, weight) for the entries of unit row i that are nonzero in float.
template <class T, class Body>
void each_float_weight(const UnitRows<T> &rows, Index i, const Body &body) {
  const double norm = std::sqrt(rows.square[i]);
  const CsrView<T> &X = rows.X.sparse();
  for (Index e = X.indptr[i]; e < X.indptr[i + 1] && norm > 0; ++e)
    if (const auto weight = static_cast<float>(rows.scaled(i, e) / norm); weight != 0)
      body(X.indices[e], weight);
}

inline void ask_for_row(const FloatUnitRows &X, Index d) noexcept {
  constexpr Index line = 64;
  const auto *const entry = reinterpret_cast<const char *>(X.entry.data() + X.begin[d]);
  for (Index k = 0; k < 3; ++k) __builtin_prefetch(entry + k * line);
}

// Cosines of one row with others in float, and the p largest. Documents are identified by place.
class BestFloatRows {
 public:
  BestFloatRows(const FloatUnitRows &X, Index p, const std::shared_ptr<Memory> &memory)
      : X_(X), row_(memory, X.columns), best_(p, memory) {}

  // Loads the row at place i and clears the list; call unload(i) before the next one.
  void load(Index i) noexcept {
    best_.clear();
    for (Index e = X_.begin[i]; e < X_.begin[i + 1]; ++e)
      row_[X_.entry[e].column] = X_.entry[e].weight;
  }
  void unload(Index i) noexcept {
    for (Index e = X_.begin[i]; e < X_.begin[i + 1]; ++e) row_[X_.entry[e].column] = 0;
  }

  // Adds a document with a known cosine.
  void put(const Scored &near) noexcept { best_.put(near); }

  // Scores documents document_of(0) .. document_of(count - 1).
  template <class DocumentOf>
  void score(Index count, const DocumentOf &document_of) noexcept {
    each_fetched(
        count, [&](Index k) { __builtin_prefetch(X_.begin.data() + document_of(k)); },
        [&](Index k) { ask_for_row(X_, document_of(k)); },
        [&](Index k) {
          const std::int32_t d = document_of(k);
          float dot = 0;
          for (Index e = X_.begin[d]; e < X_.begin[d + 1]; ++e)
            dot += row_[X_.entry[e].column] * X_.entry[e].weight;
          if (dot > 0) best_.put({dot, d});
          return true;
        });
  }

  std::int32_t write(std::int32_t *index, double *cosine) noexcept {
    return best_.write(index, cosine);
  }

 private:
  const FloatUnitRows &X_;
  Array<float> row_;  // by column, zeros elsewhere
  Best best_;
};

}  // namespace manifact
