#include "ranks.hpp"

#include <manifact/manifact_mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "terminal/interrupts.hpp"
#include "terminal/messages.hpp"

namespace cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds patience{3};                   // for ranks that have not failed
constexpr std::int64_t most_at_once = std::int64_t{1} << 28;  // counts of MPI are int

struct Report {
  int code;
  std::array<char, 1000> text;
};

// This rank cannot wait for the others.
[[noreturn]] void end_all(const Failure &failure) {
  if (!failure.text.empty() && !ended_by_launcher())
    print_message("rank " + std::to_string(own_rank()) + ": " + failure.text);
  MPI_Abort(MPI_COMM_WORLD, failure.code);
  throw failure;
}

// Waits without taking the core from ranks that still work.
void wait(MPI_Request &request, const Failure *failure) {
  const Clock::time_point due = Clock::now() + patience;
  for (int is_done = 0;;) {
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    if (is_done != 0) return;
    if (failure != nullptr && Clock::now() >= due) end_all(*failure);
    try {
      stop_if_interrupted();
    } catch (const Failure &interrupt) {
      end_all(interrupt);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

int own_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int rank_count() {
  int count = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

void agree(const Failure *failure) {
  if (failure != nullptr && failure->code == cancelled) end_all(*failure);
  const int own = failure != nullptr ? 1 : 0;
  std::vector<int> failed(static_cast<std::size_t>(rank_count()));
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(&own, 1, MPI_INT, failed.data(), 1, MPI_INT, MPI_COMM_WORLD, &request);
  wait(request, failure);
  const auto first = std::find(failed.begin(), failed.end(), 1);
  if (first == failed.end()) return;
  const int rank = static_cast<int>(first - failed.begin());
  Report report{};
  if (rank == own_rank() && failure != nullptr) {
    report.code = failure->code;
    failure->text.copy(report.text.data(), report.text.size() - 1);
  }
  MPI_Bcast(&report, sizeof report, MPI_BYTE, rank, MPI_COMM_WORLD);
  const std::string text = report.text.data();
  throw Failure(text.empty() ? text : "rank " + std::to_string(rank) + ": " + text,
                static_cast<Exit>(report.code));
}

std::int64_t sum_of_ranks(std::int64_t own) {
  MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return own;
}

std::vector<std::int64_t> of_ranks(std::int64_t own) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(rank_count()));
  MPI_Allgather(&own, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, MPI_COMM_WORLD);
  return all;
}

void from_first(void *bytes, std::int64_t count) {
  for (std::int64_t at = 0; at < count; at += most_at_once)
    MPI_Bcast(static_cast<char *>(bytes) + at, static_cast<int>(std::min(most_at_once, count - at)),
              MPI_BYTE, 0, MPI_COMM_WORLD);
}

std::vector<std::string> collected(const std::string &own) {
  const std::vector<std::int64_t> sizes = of_ranks(std::ssize(own));
  std::vector<std::string> all;
  for (int r = 0; r < rank_count(); ++r) {
    if (own_rank() > 0 && own_rank() != r) continue;
    const std::int64_t size = sizes[static_cast<std::size_t>(r)];
    std::string text = own_rank() == r ? own : std::string(static_cast<std::size_t>(size), '\0');
    for (std::int64_t at = 0; r > 0 && at < size; at += most_at_once) {
      const int count = static_cast<int>(std::min(most_at_once, size - at));
      if (own_rank() == 0)
        MPI_Recv(text.data() + at, count, MPI_BYTE, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      else
        MPI_Send(text.data() + at, count, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    if (own_rank() == 0) all.push_back(std::move(text));
  }
  return all;
}

}  // namespace cli
