// The processes of a distributed computation as the library sees them. Documents are divided among
// the ranks; arrays of features and of clusters are the same on every rank. All calls are
// collective: every rank makes them in the same order and, unless stated otherwise, with the same
// sizes.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/array.hpp"
#include "runtime/collective.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Monitor;

using Bytes = std::vector<char>;

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

// The totals and reductions over the ranks of a group.
class GroupCollective : public Collective {
 public:
  explicit GroupCollective(Group &group) noexcept : group_(group) {}

  Group &group() const noexcept { return group_; }

  bool divided() const noexcept final { return true; }
  void sum(double *values, Index count) const final { group_.sum(values, count); }
  void sum(float *values, Index count) const final { group_.sum(values, count); }
  void sum(Index *values, Index count) const final { group_.sum(values, count); }
  void max(double *values, Index count) const final { group_.max(values, count); }
  Index rows_before(Index mine) const final;
  void take_first(void *values, Index bytes) const final { group_.broadcast(values, bytes, 0); }
  Index first_found(Index mine) const final;
  bool has_largest(double mine) const final;
  void draw_rows(Index count, Rng &rng, const std::int32_t *order,
                 const std::function<void(Index, Rng &)> &draw) const final;
  void draw_row(double weight, Index rows, Rng &rng,
                const std::function<void(double, Rng &)> &draw) const final;
  void together(const std::function<void()> &body) const final;
  // An exception that is not thrown on all ranks ends all processes.
  void call(Monitor &monitor, const std::function<void()> &body) const final;
  bool asked_to_stop() const noexcept final { return group_.asked_to_stop(); }

 private:
  Group &group_;
};

// The ranks of a call that they make together.
inline Group &group_of(const ExecutionContext &run) noexcept {
  return static_cast<const GroupCollective &>(*run.collective).group();
}

// Arrays in a message between the ranks of one job, which run on machines of the same kind.
template <class T>
void put(Bytes &packet, const T *values, Index count) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto *const begin = reinterpret_cast<const char *>(values);
  packet.insert(packet.end(), begin, begin + count * static_cast<Index>(sizeof(T)));
}

// Takes values from the front of a message, in the order in which they were put there.
class Unpack {
 public:
  explicit Unpack(const Bytes &packet) noexcept : packet_(packet) {}

  bool done() const noexcept { return at_ == packet_.size(); }

  template <class T>
  void take(T *values, Index count) noexcept {
    const auto bytes = static_cast<std::size_t>(count) * sizeof(T);
    if (bytes > 0) std::memcpy(static_cast<void *>(values), packet_.data() + at_, bytes);
    at_ += bytes;
  }
  // Bytes that stay in the message.
  std::string_view view(Index count) noexcept {
    const std::string_view bytes(packet_.data() + at_, static_cast<std::size_t>(count));
    at_ += bytes.size();
    return bytes;
  }
  template <class T>
  T one() noexcept {
    T value;
    take(&value, 1);
    return value;
  }
  template <class T>
  Array<T> array(const std::shared_ptr<Memory> &memory, Index count) {
    Array<T> values(memory, count);
    take(values.data(), count);
    return values;
  }

 private:
  const Bytes &packet_;
  std::size_t at_ = 0;
};

// How evenly work is divided among the ranks.

// The largest share of a rank divided by the mean share. Collective.
inline double balance_of(ExecutionContext &run, Index mine) {
  const auto sum = static_cast<double>(run.total(mine)),
             most = run.largest(static_cast<double>(mine));
  return sum > 0 ? most * static_cast<double>(group_of(run).size()) / sum : 1;
}

}  // namespace manifact
