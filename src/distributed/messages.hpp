// Messages between ranks, and how all ranks leave a call that is cancelled on one of them.
//
// While a rank waits for messages, it polls for a request to stop: its own, or a notice from
// another rank. A rank that has to stop sends a notice to all others, with the number of messages
// that it has sent to each of them so far. Every rank then receives and discards those that it has
// not yet received, so that no message is in flight when the ranks return.
#pragma once

#include <mpi.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

class Messages;

// Messages that are sent and received at the same time. Unless it is cancelled, finish() allocates
// all memory before the first one begins: a lack of memory cannot free bytes that MPI still reads
// or writes.
class Batch {
 public:
  explicit Batch(Messages &messages) noexcept : messages_(messages) {}
  Batch(const Batch &) = delete;
  Batch &operator=(const Batch &) = delete;

  // Of any size; begun by finish(). The bytes must stay until it returns or throws.
  void send(const void *bytes, Index count, int to);
  void receive(void *bytes, Index count, int from);
  // Waits for all. Throws AgreedError(cancelled) on all ranks if one has to stop.
  void finish();

 private:
  friend class Messages;

  struct Part {
    void *received;    // null: it is sent
    const void *sent;  // null: it is received
    int bytes, rank;
  };

  void post();

  Messages &messages_;
  std::vector<Part> parts_;
  std::vector<MPI_Request> requests_;  // of each part, as the ranks
  std::vector<int> ranks_, places_;
};

class Messages {
 public:
  // Collective; duplicates the communicator.
  explicit Messages(MPI_Comm comm);
  ~Messages();
  Messages(const Messages &) = delete;
  Messages &operator=(const Messages &) = delete;

  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }
  MPI_Comm comm() const noexcept { return data_; }

  // The monitor of the call that this thread begins; null: it ends.
  void watch(const Monitor *monitor) noexcept;
  // Whether another rank has to stop. From any thread.
  bool asked_to_stop() noexcept;
  // Stops all ranks; every rank throws AgreedError(cancelled) with the sentence of the first rank
  // that stopped by itself.
  [[noreturn]] void leave(const char *sentence);
  // Whether the monitor of this rank is ignored: another rank may have returned.
  void set_closing(bool closing) noexcept { closing_ = closing; }

  // Ends the processes of all ranks, which did not all stop in time.
  std::function<void(const char *sentence)> abandon;

 private:
  friend class Batch;
  class Cancellation;

  void wait(Batch &batch);

  MPI_Comm data_ = MPI_COMM_NULL, notices_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
  std::vector<Index> sent_, received_;  // to and from each rank
  const Monitor *monitor_ = nullptr;
  std::thread::id thread_;  // that calls MPI
  std::atomic<bool> noticed_{false};
  double next_look_ = 0;  // for a notice, by MPI_Wtime()
  bool closing_ = false;
};

}  // namespace manifact
