// The connections of MPI to other hosts over TCP. A host that is switched off or cut off does not
// say so, and MPI would wait for it for many minutes.
#pragma once

#include <semaphore.h>

#include <thread>

namespace cli {

// One instance, in main(), as long as MPI is used. A thread asks the system every half second when
// the other side of each connection last answered, which it does also while its program computes or
// is stopped, and ends the job when one is silent for too long. Only on Linux, and only for
// messages over TCP.
class HostWatch {
 public:
  HostWatch();
  ~HostWatch();
  HostWatch(const HostWatch &) = delete;
  HostWatch &operator=(const HostWatch &) = delete;

 private:
  std::thread watcher_;
  sem_t ending_;
};

inline constexpr int usual_silence = 7, shortest_silence = 4;  // seconds

// The seconds without an answer after which the job ends. Three seconds before, the first rank says
// so.
void set_longest_silence(int seconds) noexcept;

}  // namespace cli
