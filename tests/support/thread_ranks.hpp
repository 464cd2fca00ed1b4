// The ranks of a distributed computation as threads of one process, without MPI.
#pragma once

#include <algorithm>
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "distributed/group.hpp"
#include "distributed/ranks.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Where the ranks leave what the others read.
struct RanksBoard {
  explicit RanksBoard(Index ranks)
      : size(ranks),
        all_here(ranks),
        packets(static_cast<std::size_t>(ranks)),
        mail(static_cast<std::size_t>(ranks)),
        rows(static_cast<std::size_t>(ranks)) {}

  Index size;
  std::barrier<> all_here;
  std::vector<Bytes> packets;
  std::vector<std::vector<Bytes>> mail;
  std::vector<const char *> rows;
};

class ThreadGhosts final : public GhostRows {
 public:
  ThreadGhosts(RanksBoard &board, Index rank, const std::vector<Index> &begin,
               const std::vector<Index> &wanted)
      : board_(board), rank_(rank), begin_(begin), wanted_(wanted) {}

  Index count() const noexcept override { return std::ssize(wanted_); }
  void fetch(const void *rows, Index row_bytes, void *ghosts) const override {
    board_.rows[static_cast<std::size_t>(rank_)] = static_cast<const char *>(rows);
    board_.all_here.arrive_and_wait();
    char *to = static_cast<char *>(ghosts);
    for (const Index row : wanted_) {
      const auto owner = std::upper_bound(begin_.begin(), begin_.end(), row) - begin_.begin() - 1;
      std::memcpy(to,
                  board_.rows[static_cast<std::size_t>(owner)] +
                      (row - begin_[static_cast<std::size_t>(owner)]) * row_bytes,
                  static_cast<std::size_t>(row_bytes));
      to += row_bytes;
    }
    board_.all_here.arrive_and_wait();
  }

 private:
  RanksBoard &board_;
  Index rank_;
  std::vector<Index> begin_, wanted_;
};

class ThreadGroup final : public Group {
 public:
  ThreadGroup(RanksBoard &board, Index rank) : board_(board), rank_(rank) {}

  Index rank() const noexcept override { return rank_; }
  Index size() const noexcept override { return board_.size; }
  void sum(double *values, Index count) override { combine(values, count, std::plus<>()); }
  void sum(float *values, Index count) override { combine(values, count, std::plus<>()); }
  void sum(Index *values, Index count) override { combine(values, count, std::plus<>()); }
  void max(double *values, Index count) override {
    combine(values, count, [](double a, double b) { return std::max(a, b); });
  }
  std::vector<Index> all(Index value) override { return of_each(value); }
  std::vector<double> all(double value) override { return of_each(value); }
  void broadcast(void *bytes, Index count, Index root) override {
    show(static_cast<const char *>(bytes), count);
    std::memcpy(bytes, board_.packets[static_cast<std::size_t>(root)].data(),
                static_cast<std::size_t>(count));
    board_.all_here.arrive_and_wait();
  }
  std::vector<Bytes> exchange(const std::vector<Bytes> &to) override {
    board_.mail[static_cast<std::size_t>(rank_)] = to;
    board_.all_here.arrive_and_wait();
    std::vector<Bytes> from;
    for (const std::vector<Bytes> &packets : board_.mail)
      from.push_back(packets[static_cast<std::size_t>(rank_)]);
    board_.all_here.arrive_and_wait();
    return from;
  }
  Bytes pass(const Bytes &bytes) override {
    show(bytes.data(), std::ssize(bytes));
    Bytes before = board_.packets[static_cast<std::size_t>((rank_ + size() - 1) % size())];
    board_.all_here.arrive_and_wait();
    return before;
  }
  std::unique_ptr<GhostRows> ghosts(const std::vector<Index> &begin,
                                    const std::vector<Index> &wanted) override {
    return std::make_unique<ThreadGhosts>(board_, rank_, begin, wanted);
  }
  // No test cancels a call on these ranks.
  void watch(const Monitor *) noexcept override {}
  bool asked_to_stop() noexcept override { return false; }
  [[noreturn]] void leave(const char *sentence) override {
    fail(Status::cancelled, "%s", sentence);
  }
  void conclude() override {}
  void abandon(const char *sentence) noexcept override {
    std::fprintf(stderr, "rank %d: %s\n", static_cast<int>(rank_), sentence);
    std::abort();
  }

 private:
  template <class T>
  void show(const T *values, Index count) {
    Bytes &own = board_.packets[static_cast<std::size_t>(rank_)];
    own.clear();
    put(own, values, count);
    board_.all_here.arrive_and_wait();
  }
  template <class T, class Op>
  void combine(T *values, Index count, const Op &op) {
    show(values, count);
    for (Index r = 0; r < size(); ++r) {
      Unpack from(board_.packets[static_cast<std::size_t>(r)]);
      for (Index i = 0; i < count; ++i) {
        const T value = from.one<T>();
        values[i] = r == 0 ? value : op(values[i], value);
      }
    }
    board_.all_here.arrive_and_wait();
  }
  template <class T>
  std::vector<T> of_each(T value) {
    show(&value, 1);
    std::vector<T> values;
    for (const Bytes &packet : board_.packets) values.push_back(Unpack(packet).one<T>());
    board_.all_here.arrive_and_wait();
    return values;
  }

  RanksBoard &board_;
  Index rank_;
};

// body(run) on each rank, one thread each. Throws the error of the first rank that has one; an
// error must be one of all ranks.
template <class Body>
void on_ranks(Index ranks, const Body &body, Index threads_of_rank = 1) {
  RanksBoard board(ranks);
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (Index r = 0; r < ranks; ++r)
    threads.emplace_back([&, r] {
      try {
        ThreadPool pool(threads_of_rank);
        Monitor monitor;
        const Ranks ranks(std::make_shared<ThreadGroup>(board, r));
        ExecutionContext run{std::make_shared<Memory>(), pool, monitor, &ranks};
        body(run);
      } catch (...) {
        errors[static_cast<std::size_t>(r)] = std::current_exception();
      }
    });
  for (std::thread &thread : threads) thread.join();
  for (const std::exception_ptr &error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace manifact
