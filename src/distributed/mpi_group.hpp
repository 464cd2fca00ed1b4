// A Group over an MPI communicator.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "distributed/group.hpp"
#include "distributed/messages.hpp"
#include "runtime/index.hpp"

namespace manifact {

// What this rank sent, in bytes of payload. A sum of w bytes counts as 2 w (P - 1) / P, the least
// that a rank has to send.
struct Traffic {
  Index sums = 0, ghosts = 0, ring = 0, exchanges = 0;
};

class MpiGroup final : public Group {
 public:
  // Collective; duplicates the communicator.
  explicit MpiGroup(MPI_Comm comm);

  Index rank() const noexcept override { return messages_.rank(); }
  Index size() const noexcept override { return messages_.size(); }
  void sum(double *values, Index count) override;
  void sum(float *values, Index count) override;
  void sum(Index *values, Index count) override;
  void max(double *values, Index count) override;
  std::vector<Index> all(Index value) override;
  std::vector<double> all(double value) override;
  void broadcast(void *bytes, Index count, Index root) override;
  std::vector<Bytes> exchange(const std::vector<Bytes> &to) override;
  Bytes pass(const Bytes &bytes) override;
  std::unique_ptr<GhostRows> ghosts(const std::vector<Index> &begin,
                                    const std::vector<Index> &wanted) override;
  void watch(const Monitor *monitor) noexcept override { messages_.watch(monitor); }
  bool asked_to_stop() noexcept override { return messages_.asked_to_stop(); }
  void leave(const char *sentence) override { messages_.leave(sentence); }
  void conclude() override;
  void abandon(const char *sentence) noexcept override;

  Traffic &traffic() noexcept { return traffic_; }
  Messages &messages() noexcept { return messages_; }
  MPI_Comm comm() const noexcept { return messages_.comm(); }

  // Called before the processes are ended, with the rank and the reason in one sentence.
  std::function<void(const std::string &)> last_words;

 private:
  template <class T, class Combine>
  void combine(T *values, Index count, Combine combine);
  template <class T, class Combine>
  void combine_few(T *values, Index count, Combine combine);
  template <class T, class Combine>
  void combine_many(T *values, Index count, Combine combine);
  template <class T>
  std::vector<T> all_of(T value);
  // Uninitialized; kept from call to call, as large arrays are expensive to allocate.
  template <class T>
  T *workspace(Index count);

  Messages messages_;
  std::unique_ptr<std::byte[]> workspace_;
  Index workspace_bytes_ = 0;
  Traffic traffic_;
};

}  // namespace manifact
