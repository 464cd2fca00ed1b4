// The unit rows of X in float, side by side where they are alike: what the approximate search works on.
//
// Rows whose heaviest features are the same stand together, so that one after the other looks at the same others. Their order depends on what is in
// them and not on where they stand in X; only equal rows keep that order. A value whose weight is 0 in float is left out.
#pragma once

#include <cstdint>

#include "graph/best_rows.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/run.hpp"

namespace manifact {

struct Directions {
  struct Entry {
    std::int32_t column;
    float weight;
  };

  std::int64_t n = 0, columns = 0;
  Array<std::int64_t> begin;     // by place
  Array<Entry> entry;            // columns rising within a row
  Array<std::int32_t> original;  // the row of X at each place
  Array<std::int32_t> place;     // of each row of X
};

// `order`: of the rows by what is in them (graph/build.hpp).
template <class T>
Directions make_directions(const UnitRows<T> &X, const Array<std::int32_t> &order, Run &run);

// One row's cosines, in float, with others, and the p best of them. Documents are places.
class BestDirections {
 public:
  BestDirections(const Directions &X, std::int64_t p, const std::shared_ptr<Memory> &memory) : X_(X), row_(memory, X.columns), best_(p, memory) {}

  // The row at place i, and an empty list; unload(i) before the next.
  void load(std::int64_t i) noexcept {
    best_.clear();
    for (std::int64_t e = X_.begin[i]; e < X_.begin[i + 1]; ++e) row_[X_.entry[e].column] = X_.entry[e].weight;
  }
  void unload(std::int64_t i) noexcept {
    for (std::int64_t e = X_.begin[i]; e < X_.begin[i + 1]; ++e) row_[X_.entry[e].column] = 0;
  }

  // One whose cosine is known.
  void put(const Scored &near) noexcept { best_.put(near); }

  // Documents document_of(0) .. document_of(count - 1).
  template <class DocumentOf>
  void score(std::int64_t count, const DocumentOf &document_of) noexcept {
    each_fetched(
        count, [&](std::int64_t k) { __builtin_prefetch(X_.begin.data() + document_of(k)); },
        [&](std::int64_t k) { ask_for_row(document_of(k)); },
        [&](std::int64_t k) {
          const std::int32_t d = document_of(k);
          float dot = 0;
          for (std::int64_t e = X_.begin[d]; e < X_.begin[d + 1]; ++e) dot += row_[X_.entry[e].column] * X_.entry[e].weight;
          if (dot > 0) best_.put({dot, d});
          return true;
        });
  }

  std::int32_t write(std::int32_t *index, double *cosine) noexcept { return best_.write(index, cosine); }

 private:
  void ask_for_row(std::int64_t d) const noexcept {
    constexpr std::int64_t line = 64;
    const auto *const entry = reinterpret_cast<const char *>(X_.entry.data() + X_.begin[d]);
    for (std::int64_t k = 0; k < 3; ++k) __builtin_prefetch(entry + k * line);
  }

  const Directions &X_;
  Array<float> row_;  // by column, zeros between
  Best best_;
};

}  // namespace manifact
