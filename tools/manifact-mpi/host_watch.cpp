#include "host_watch.hpp"

#include <arpa/inet.h>
#include <manifact/manifact_mpi.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <system_error>

#include "ranks.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/messages.hpp"

namespace cli {
namespace {

constexpr int of_notice = 3;  // seconds between the sentence and the end
std::atomic<int> longest_silence{usual_silence};

#ifdef __linux__
// As the system: an address of version 4 may be given as one of version 6.
std::string address_of(const sockaddr_storage &peer) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (peer.ss_family == AF_INET) {
    const auto &own = reinterpret_cast<const sockaddr_in &>(peer);
    inet_ntop(AF_INET, &own.sin_addr, text.data(), text.size());
  } else {
    const auto &own = reinterpret_cast<const sockaddr_in6 &>(peer);
    inet_ntop(AF_INET6, &own.sin6_addr, text.data(), text.size());
  }
  return text.data();
}

void ask_when_idle(int socket) noexcept {
  constexpr int on = 1, seconds = 1, most = 127;  // HostWatch ends the job, not the system
  setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &seconds, sizeof seconds);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &seconds, sizeof seconds);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &most, sizeof most);
}

// The address of the host that a descriptor is connected to if it has been silent for that long.
std::string silent_peer(int descriptor, int seconds) {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  if (getpeername(descriptor, reinterpret_cast<sockaddr *>(&peer), &size) != 0) return "";
  if (peer.ss_family != AF_INET && peer.ss_family != AF_INET6) return "";
  tcp_info info{};
  size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return "";
  if (info.tcpi_state != TCP_ESTABLISHED) return "";
  ask_when_idle(descriptor);
  // Where the other side has no space for more bytes, it is asked more and more rarely: silence
  // alone does not mean that it is lost.
  constexpr int unanswered = 3;
  const auto silence = std::min(info.tcpi_last_ack_recv, info.tcpi_last_data_recv);
  if (info.tcpi_retransmits < unanswered && info.tcpi_probes < unanswered) return "";
  return silence < 1000U * static_cast<unsigned>(seconds) ? "" : address_of(peer);
}

std::string silent_host(int seconds) {
  std::error_code ignored;
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/fd", ignored)) {
    const std::string name = entry.path().filename();
    if (std::string host = silent_peer(std::atoi(name.c_str()), seconds); !host.empty())
      return host;
  }
  return "";
}
#else
std::string silent_host(int) { return ""; }
#endif

void say(int rank, const std::string &host, const std::string &what) {
  if (!ended_by_launcher())
    print_message("rank " + std::to_string(rank) + ": host " + host + ' ' + what);
}

// The first rank has said why, and ends the others, if it is there.
void end_job(int rank, const std::string &host) {
  if (rank > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    say(rank, host, "does not answer: the run ends without results");
  }
  sweep_unfinished();
  std::thread([] {  // MPI_Abort may wait for a host, too
    std::this_thread::sleep_for(std::chrono::seconds(1));
    _exit(internal_failure);
  })
      .detach();
  MPI_Abort(MPI_COMM_WORLD, internal_failure);
}

// The launcher notices a lost host, too, if it is configured so, and is the better one to end the
// job: it has some seconds after the sentence.
class Watch {
 public:
  explicit Watch(int rank) : rank_(rank) {}

  // False: the job ends.
  bool look() {
    const int longest = longest_silence, quiet = longest - of_notice;
    std::string host = silent_host(quiet);
    const bool speaks = rank_ == 0;
    if (speaks && !host.empty() && silent_.empty())
      say(rank_, host,
          "has not answered for " + std::to_string(quiet) + " seconds: the run ends in " +
              std::to_string(of_notice) + " more");
    if (speaks && host.empty() && !silent_.empty()) say(rank_, silent_, "answers again");
    silent_ = std::move(host);
    if (silent_.empty()) return true;
    if (const std::string lost = silent_host(longest); !lost.empty())
      return end_job(rank_, lost), false;
    return true;
  }

 private:
  int rank_;
  std::string silent_;
};

void watch(sem_t *ending, int rank) {
  Watch watch(rank);
  for (;;) {
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 500'000'000;
    until.tv_sec += until.tv_nsec / 1'000'000'000;
    until.tv_nsec %= 1'000'000'000;
    if (sem_clockwait(ending, CLOCK_MONOTONIC, &until) == 0) return;
    try {
      if (!watch.look()) return;
    } catch (...) {  // without memory it looks again later
    }
  }
}

}  // namespace

HostWatch::HostWatch() {
  sem_init(&ending_, 0, 0);
  try {  // only this thread may ask MPI, and not after its end
    watcher_ = std::thread(watch, &ending_, own_rank());
  } catch (const std::system_error &) {
    print_message("connections are not watched: no thread can be started");
  }
}

HostWatch::~HostWatch() {
  sem_post(&ending_);
  if (watcher_.joinable()) watcher_.join();
}

void set_longest_silence(int seconds) noexcept { longest_silence = seconds; }

}  // namespace cli
