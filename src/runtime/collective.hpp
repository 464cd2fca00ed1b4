// The processes that hold the documents of a computation, as its stages see them.
#pragma once

#include <cstdint>
#include <functional>

#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {

// Rows that another process holds.
class GhostRows {
 public:
  virtual ~GhostRows() = default;
  virtual Index count() const noexcept = 0;
  // ghosts = the wanted rows, in the order in which they were requested; `rows` are those of this
  // process, which do not change until the call returns. Both have `row_bytes` per row. Collective:
  // a process without ghosts calls it too, with any pointer for them.
  virtual void fetch(const void *rows, Index row_bytes, void *ghosts) const = 0;
};

class CollectiveFits;
class CollectiveGraphs;
class CollectiveTerms;
struct Monitor;

// This class is a single process that holds all documents: what it has is the whole. A derived
// class has a part of them on each process; arrays of features and of clusters are the same on all.
// Its calls are collective: every process makes them in the same order and, unless stated
// otherwise, with the same sizes.
class Collective {
 public:
  constexpr Collective() noexcept = default;
  constexpr virtual ~Collective() = default;
  Collective(const Collective &) = delete;
  Collective &operator=(const Collective &) = delete;

  static const Collective &one_process() noexcept;

  // Whether other processes hold documents.
  virtual bool divided() const noexcept { return false; }

  // Elementwise over the processes, in place; the same bits on every one.
  virtual void sum(double *, Index /*count*/) const {}
  virtual void sum(float *, Index /*count*/) const {}
  virtual void sum(Index *, Index /*count*/) const {}
  virtual void max(double *, Index /*count*/) const {}
  // The number of rows on the processes before this one.
  virtual Index rows_before(Index /*mine*/) const { return 0; }
  // Replaces the bytes by those of the first process.
  virtual void take_first(void *, Index /*bytes*/) const {}
  // The value of the first process that has one that is not negative; -1: none has.
  virtual Index first_found(Index mine) const { return mine; }
  // Whether this process has the largest of all values; negative: it has none. Ties: the first.
  virtual bool has_largest(double mine) const { return !(mine < 0); }

  // draw(i, numbers) for each of `count` rows. One process draws from one stream, along `order`;
  // null: as they are. Otherwise each document has its own stream, so that its numbers do not
  // depend on the process that holds it, and the order is ignored.
  virtual void draw_rows(Index count, Rng &rng, const std::int32_t *order,
                         const std::function<void(Index, Rng &)> &draw) const;
  // Draws a row with a probability proportional to its weight: draw(target, numbers) on the process
  // that has it, with a part of the `weight` of its `rows`.
  virtual void draw_row(double weight, Index rows, Rng &rng,
                        const std::function<void(double, Rng &)> &draw) const;

  // body(), which is not collective: throws on every process if it throws on one.
  virtual void together(const std::function<void()> &body) const { body(); }
  // body(), a collective call from beginning to end: it returns, or throws, on every process.
  virtual void call(Monitor &, const std::function<void()> &body) const { body(); }
  // Whether another process was asked to stop. From any thread; not collective.
  virtual bool asked_to_stop() const noexcept { return false; }

  // What takes the place of the functions of these directories; null: nothing does.
  virtual const CollectiveGraphs *graphs() const noexcept { return nullptr; }
  virtual const CollectiveTerms *terms() const noexcept { return nullptr; }
  virtual const CollectiveFits *fits() const noexcept { return nullptr; }
};

}  // namespace manifact
