// The exact cosines of one row with others, and the p best of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "graph/unit_rows.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Scored {
  double cosine;
  std::int32_t document;
  bool operator<(const Scored &other) const noexcept {
    return cosine > other.cosine || (cosine == other.cosine && document < other.document);
  }
};

// The p best of the inserted documents.
class Best {
 public:
  Best(Index p, const std::shared_ptr<Memory> &memory) : p_(p), heap_(memory, p) {}

  void clear() noexcept { size_ = 0; }
  bool full() const noexcept { return size_ == p_; }
  const Scored &worst() const noexcept { return heap_[0]; }

  // Returns whether it is among them.
  bool put(const Scored &near) noexcept {
    if (size_ < p_) {
      heap_[size_++] = near;
    } else {
      if (!(near < heap_[0])) return false;
      std::pop_heap(heap_.begin(), heap_.begin() + p_);
      heap_[p_ - 1] = near;
    }
    std::push_heap(heap_.begin(), heap_.begin() + size_);
    return true;
  }

  // Sorts them and returns their number. Call clear() before the next insertion.
  std::int32_t write(std::int32_t *index, double *cosine) noexcept {
    std::sort_heap(heap_.begin(), heap_.begin() + size_);
    for (Index k = 0; k < size_; ++k) {
      index[k] = heap_[k].document;
      cosine[k] = heap_[k].cosine;
    }
    return static_cast<std::int32_t>(size_);
  }

 private:
  Index p_, size_ = 0;
  Array<Scored> heap_;  // a heap with the worst on top
};

// body(k) for k in 0 .. count-1 until it returns false. The data is scattered in memory and
// prefetched well in advance: the data prefetched by first(k) contains the address for second(k).
template <class First, class Second, class Body>
void each_fetched(Index count, const First &first, const Second &second,
                  const Body &body) noexcept {
  constexpr Index near = 4, far = 10;
  for (Index k = 0; k < std::min(far, count); ++k) first(k);
  for (Index k = 0; k < std::min(near, count); ++k) second(k);
  for (Index k = 0; k < count; ++k) {
    if (k + far < count) first(k + far);
    if (k + near < count) second(k + near);
    if (!body(k)) return;
  }
}

// Workspace of one row at a time; nothing is allocated after construction.
template <class T>
class BestRows {
 public:
  // ids: the numbers of the rows of X; null: their indices.
  BestRows(const UnitRows<T> &X, Index p, const std::shared_ptr<Memory> &memory,
           const std::int32_t *ids = nullptr)
      : X_(X), ids_(ids), row_(memory, X.X.columns), best_(p, memory) {}

  // Loads row i of Y and clears the list; call unload() before the next one.
  void load(const UnitRows<T> &Y, Index i) noexcept {
    square_ = Y.square[i];
    best_.clear();
    Y.expand(i, row_);
  }
  // Adds neighbors that were found elsewhere.
  void restore(const std::int32_t *index, const double *cosine, Index count) noexcept {
    for (Index q = 0; q < count; ++q) best_.put({cosine[q], index[q]});
  }
  void unload(const UnitRows<T> &Y, Index i) noexcept { Y.clear(i, row_); }

  // Whether document d is among the p best so far.
  bool score(Index d) noexcept {
    const double dot = dot_row(row_.data(), X_, d);
    if (!(dot > 0)) return false;  // including rows of zeros
    const Scored near{std::min(1.0, dot / std::sqrt(square_ * X_.square[d])),
                      ids_ != nullptr ? ids_[d] : static_cast<std::int32_t>(d)};
    return near.cosine > 0 && best_.put(near);  // it may underflow
  }

  // body(k), which calls score(document_of(k)), for k in 0 .. count-1 until it returns false.
  template <class DocumentOf, class Body>
  void score_each(Index count, const DocumentOf &document_of, const Body &body) noexcept {
    each_fetched(
        count, [&](Index k) { ask_for(document_of(k)); },
        [&](Index k) { ask_for_row(document_of(k)); }, body);
  }

  void ask_for(Index d) const noexcept {
    __builtin_prefetch(X_.X.sparse().indptr + d);
    __builtin_prefetch(&X_.square[d]);
    __builtin_prefetch(&X_.factor[d]);
  }
  void ask_for_row(Index d) const noexcept {
    constexpr Index line = 64;
    const Index e = X_.X.sparse().indptr[d];
    const auto indices = reinterpret_cast<const char *>(X_.X.sparse().indices + e),
               values = reinterpret_cast<const char *>(X_.X.sparse().values + e);
    for (Index k = 0; k < 2; ++k) __builtin_prefetch(indices + k * line);
    for (Index k = 0; k < 3; ++k) __builtin_prefetch(values + k * line);
  }

  bool full() const noexcept { return best_.full(); }
  const Scored &worst() const noexcept { return best_.worst(); }
  std::int32_t write(std::int32_t *index, double *cosine) noexcept {
    return best_.write(index, cosine);
  }

 private:
  const UnitRows<T> &X_;
  const std::int32_t *ids_;
  double square_ = 0;
  Array<double> row_;  // by column, zeros elsewhere
  Best best_;
};

}  // namespace manifact
