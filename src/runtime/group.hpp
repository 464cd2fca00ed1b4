// The processes of a distributed computation as the library sees them. Documents are divided among
// the ranks; arrays of features and of clusters are the same on every rank. All calls are
// collective: every rank makes them in the same order and, unless stated otherwise, with the same
// sizes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Monitor;

using Bytes = std::vector<char>;

// Rows of other ranks that this rank receives.
class GhostRows {
 public:
  virtual ~GhostRows() = default;
  virtual Index count() const noexcept = 0;
  // ghosts = the wanted rows, in the order in which they were requested; `rows` are those of this
  // rank, which do not change until the call returns. Both have `row_bytes` per row. Collective: a
  // rank without ghosts calls it too, with any pointer for them.
  virtual void fetch(const void *rows, Index row_bytes, void *ghosts) const = 0;
};

class Group {
 public:
  virtual ~Group() = default;
  virtual Index rank() const noexcept = 0;
  virtual Index size() const noexcept = 0;

  // Elementwise over the ranks, in place; the same bits on every rank.
  virtual void sum(double *values, Index count) = 0;
  virtual void sum(float *values, Index count) = 0;
  virtual void sum(Index *values, Index count) = 0;
  virtual void max(double *values, Index count) = 0;

  // The value of every rank, in the order of the ranks.
  virtual std::vector<Index> all(Index value) = 0;
  virtual std::vector<double> all(double value) = 0;

  virtual void broadcast(void *bytes, Index count, Index root) = 0;
  // to[r] goes to rank r; returns what came from each rank. Sizes may differ.
  virtual std::vector<Bytes> exchange(const std::vector<Bytes> &to) = 0;
  // To the next rank of the ring; returns what came from the rank before. Sizes may differ.
  virtual Bytes pass(const Bytes &bytes) = 0;
  // wanted: strictly ascending numbers of rows of other ranks; begin: the first row of each rank,
  // and the number of all rows.
  virtual std::unique_ptr<GhostRows> ghosts(const std::vector<Index> &begin,
                                            const std::vector<Index> &wanted) = 0;

  // The monitor of a collective call, checked while this rank waits; null at its end.
  virtual void watch(const Monitor *monitor) noexcept = 0;
  // Whether another rank was asked to stop. From any thread; not collective.
  virtual bool asked_to_stop() noexcept = 0;
  // This rank was asked to stop, or knows that another one was. Every rank throws
  // AgreedError(cancelled), also those that wait in other calls of this class.
  [[noreturn]] virtual void leave(const char *sentence) = 0;
  // At the end of a collective call: afterwards no rank can be asked to stop any more.
  virtual void conclude() = 0;

  // Ends the processes of all ranks: this rank cannot continue, and the others wait for it.
  virtual void abandon(const char *sentence) noexcept = 0;
};

// Tells all ranks whether this one failed: every rank throws the error of the first one that did.
// `error` null: this one did not.
void agree(Group &group, const Error *error);

}  // namespace manifact
