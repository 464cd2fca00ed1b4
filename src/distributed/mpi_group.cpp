#include "distributed/mpi_group.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace manifact {
namespace {

// Counts of MPI are int: arrays are sent in pieces of this many bytes.
constexpr Index piece = Index{1} << 28;
// Up to this many numbers every rank gets the bits that one rank computed, since the ranks decide
// by them. A larger sum may be computed by all.
constexpr Index decided = 4096;
constexpr int size_tag = 1, data_tag = 2, ghost_tag = 3;

int int_of(Index x) noexcept { return static_cast<int>(x); }

// The pieces of one message; requests are appended.
void start_sending(const char *bytes, Index count, int to, MPI_Comm comm,
                   std::vector<MPI_Request> &requests) {
  for (Index at = 0; at < count; at += piece)
    MPI_Isend(bytes + at, int_of(std::min(piece, count - at)), MPI_BYTE, to, data_tag, comm,
              &requests.emplace_back());
}
void start_receiving(char *bytes, Index count, int from, MPI_Comm comm,
                     std::vector<MPI_Request> &requests) {
  for (Index at = 0; at < count; at += piece)
    MPI_Irecv(bytes + at, int_of(std::min(piece, count - at)), MPI_BYTE, from, data_tag, comm,
              &requests.emplace_back());
}
void finish(std::vector<MPI_Request> &requests) {
  MPI_Waitall(int_of(std::ssize(requests)), requests.data(), MPI_STATUSES_IGNORE);
  requests.clear();
}

// Rows are sent to the ranks that have them as ghosts, straight from one rank to the other.
class MpiGhosts final : public GhostRows {
 public:
  MpiGhosts(MpiGroup &group, const std::vector<Index> &begin, const std::vector<Index> &wanted)
      : group_(group), count_(std::ssize(wanted)) {
    const auto ranks = static_cast<std::size_t>(group.size());
    std::vector<Bytes> asked(ranks);
    std::size_t at = 0;
    for (std::size_t r = 0; r < ranks; ++r) {
      const std::size_t first = at;
      while (at < wanted.size() && wanted[at] < begin[r + 1]) ++at;
      if (at == first) continue;
      from_.push_back(
          {static_cast<int>(r), static_cast<Index>(first), static_cast<Index>(at - first)});
      asked[r].resize((at - first) * sizeof(Index));
      std::memcpy(asked[r].data(), wanted.data() + first, asked[r].size());
    }
    const std::vector<Bytes> answers = group.exchange(asked);
    const Index own = begin[static_cast<std::size_t>(group.rank())];
    for (std::size_t r = 0; r < ranks; ++r) {
      const Index n = std::ssize(answers[r]) / static_cast<Index>(sizeof(Index));
      if (n == 0) continue;
      to_.push_back({static_cast<int>(r), std::ssize(rows_), n});
      for (Index e = 0; e < n; ++e) {
        Index row = 0;
        std::memcpy(&row, answers[r].data() + e * static_cast<Index>(sizeof row), sizeof row);
        rows_.push_back(row - own);
      }
    }
  }

  Index count() const noexcept override { return count_; }

  void fetch(const void *rows, Index row_bytes, void *ghosts) const override {
    // Rows rather than bytes are counted, so that a count does not exceed an int.
    MPI_Datatype row = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(int_of(row_bytes), MPI_BYTE, &row);
    MPI_Type_commit(&row);
    buffer_.resize(static_cast<std::size_t>(std::ssize(rows_) * row_bytes));
    std::vector<MPI_Request> requests;
    for (const Part &part : from_)
      MPI_Irecv(static_cast<char *>(ghosts) + part.first * row_bytes, int_of(part.count), row,
                part.rank, ghost_tag, group_.comm(), &requests.emplace_back());
    for (const Part &part : to_) {
      for (Index e = part.first; e < part.first + part.count; ++e)
        std::memcpy(
            buffer_.data() + e * row_bytes,
            static_cast<const char *>(rows) + rows_[static_cast<std::size_t>(e)] * row_bytes,
            static_cast<std::size_t>(row_bytes));
      MPI_Isend(buffer_.data() + part.first * row_bytes, int_of(part.count), row, part.rank,
                ghost_tag, group_.comm(), &requests.emplace_back());
    }
    finish(requests);
    MPI_Type_free(&row);
    group_.traffic().ghosts += std::ssize(buffer_);
    ++group_.traffic().calls;
  }

 private:
  struct Part {
    int rank;
    Index first, count;
  };

  MpiGroup &group_;
  Index count_;
  std::vector<Part> from_, to_;
  std::vector<Index> rows_;  // of this rank, in the order in which they are sent
  mutable Bytes buffer_;
};

}  // namespace

MpiGroup::MpiGroup(MPI_Comm comm) {
  if (MPI_Comm_dup(comm, &comm_) != MPI_SUCCESS)
    fail(Status::argument, "the communicator cannot be duplicated");
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
}

MpiGroup::~MpiGroup() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0) MPI_Comm_free(&comm_);
}

void MpiGroup::combine(void *values, Index count, Index bytes_each, MPI_Datatype type, MPI_Op op) {
  const Index step = piece / bytes_each;
  for (Index at = 0; at < count; at += step) {
    char *const begin = static_cast<char *>(values) + at * bytes_each;
    const int n = int_of(std::min(step, count - at));
    if (n > decided) {
      MPI_Allreduce(MPI_IN_PLACE, begin, n, type, op, comm_);
      continue;
    }
    MPI_Reduce(rank_ == 0 ? MPI_IN_PLACE : begin, begin, n, type, op, 0, comm_);
    MPI_Bcast(begin, n, type, 0, comm_);
  }
  traffic_.sums += 2 * count * bytes_each * (size_ - 1) / size_;
  ++traffic_.calls;
}

void MpiGroup::sum(double *values, Index count) {
  combine(values, count, sizeof(double), MPI_DOUBLE, MPI_SUM);
}
void MpiGroup::sum(float *values, Index count) {
  combine(values, count, sizeof(float), MPI_FLOAT, MPI_SUM);
}
void MpiGroup::sum(Index *values, Index count) {
  combine(values, count, sizeof(Index), MPI_INT64_T, MPI_SUM);
}
void MpiGroup::max(double *values, Index count) {
  combine(values, count, sizeof(double), MPI_DOUBLE, MPI_MAX);
}

std::vector<Index> MpiGroup::all(Index value) {
  std::vector<Index> values(static_cast<std::size_t>(size_));
  MPI_Allgather(&value, 1, MPI_INT64_T, values.data(), 1, MPI_INT64_T, comm_);
  ++traffic_.calls;
  return values;
}
std::vector<double> MpiGroup::all(double value) {
  std::vector<double> values(static_cast<std::size_t>(size_));
  MPI_Allgather(&value, 1, MPI_DOUBLE, values.data(), 1, MPI_DOUBLE, comm_);
  ++traffic_.calls;
  return values;
}

void MpiGroup::broadcast(void *bytes, Index count, Index root) {
  for (Index at = 0; at < count; at += piece)
    MPI_Bcast(static_cast<char *>(bytes) + at, int_of(std::min(piece, count - at)), MPI_BYTE,
              int_of(root), comm_);
  ++traffic_.calls;
}

std::vector<Bytes> MpiGroup::exchange(const std::vector<Bytes> &to) {
  const auto ranks = static_cast<std::size_t>(size_);
  std::vector<Index> sent(ranks), coming(ranks);
  for (std::size_t r = 0; r < ranks; ++r) sent[r] = std::ssize(to[r]);
  MPI_Alltoall(sent.data(), 1, MPI_INT64_T, coming.data(), 1, MPI_INT64_T, comm_);
  std::vector<Bytes> from(ranks);
  std::vector<MPI_Request> requests;
  for (std::size_t r = 0; r < ranks; ++r) {
    if (static_cast<int>(r) == rank_) continue;
    from[r].resize(static_cast<std::size_t>(coming[r]));
    start_receiving(from[r].data(), coming[r], static_cast<int>(r), comm_, requests);
  }
  for (std::size_t r = 0; r < ranks; ++r) {
    if (static_cast<int>(r) == rank_) {
      from[r] = to[r];
      continue;
    }
    start_sending(to[r].data(), sent[r], static_cast<int>(r), comm_, requests);
    traffic_.exchanges += sent[r];
  }
  finish(requests);
  ++traffic_.calls;
  return from;
}

Bytes MpiGroup::pass(const Bytes &bytes) {
  if (size_ == 1) return bytes;
  const int next = (rank_ + 1) % size_, before = (rank_ + size_ - 1) % size_;
  Index count = std::ssize(bytes), coming = 0;
  MPI_Sendrecv(&count, 1, MPI_INT64_T, next, size_tag, &coming, 1, MPI_INT64_T, before, size_tag,
               comm_, MPI_STATUS_IGNORE);
  Bytes received(static_cast<std::size_t>(coming));
  std::vector<MPI_Request> requests;
  start_receiving(received.data(), coming, before, comm_, requests);
  start_sending(bytes.data(), count, next, comm_, requests);
  finish(requests);
  traffic_.ring += count;
  ++traffic_.calls;
  return received;
}

std::unique_ptr<GhostRows> MpiGroup::ghosts(const std::vector<Index> &begin,
                                            const std::vector<Index> &wanted) {
  return std::make_unique<MpiGhosts>(*this, begin, wanted);
}

void MpiGroup::send(const Bytes &bytes, Index to) {
  const Index count = std::ssize(bytes);
  MPI_Send(&count, 1, MPI_INT64_T, int_of(to), size_tag, comm_);
  std::vector<MPI_Request> requests;
  start_sending(bytes.data(), count, int_of(to), comm_, requests);
  finish(requests);
  traffic_.exchanges += count;
}

Bytes MpiGroup::receive(Index from) {
  Index count = 0;
  MPI_Recv(&count, 1, MPI_INT64_T, int_of(from), size_tag, comm_, MPI_STATUS_IGNORE);
  Bytes bytes(static_cast<std::size_t>(count));
  std::vector<MPI_Request> requests;
  start_receiving(bytes.data(), count, int_of(from), comm_, requests);
  finish(requests);
  return bytes;
}

// If all ranks fail for the same reason, the first one tells it and ends the others.
void MpiGroup::abandon(const char *sentence) noexcept {
  try {
    if (rank_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (last_words) last_words("rank " + std::to_string(rank_) + ": " + sentence);
  } catch (...) {  // the sentence is lost, the processes end nevertheless
  }
  MPI_Abort(comm_, 1);
}

}  // namespace manifact
