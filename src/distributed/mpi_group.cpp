// The collective calls consist of messages between two ranks, so that all of them can be left at
// any time (messages.hpp): a collective call of MPI that has begun cannot.
#include "distributed/mpi_group.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <thread>

namespace manifact {
namespace {

// Up to this many numbers are combined in few steps that exchange all of them, more in parts.
constexpr Index few = 4096;
constexpr Index many = Index{1} << 23;  // numbers that are combined at once

int int_of(Index x) noexcept { return static_cast<int>(x); }

// Rows of factors are whole vectors of 32 bytes. For these, a call for each row would cost as much
// as the copy itself.
void copy_row(const char *row, Index bytes, char *to) noexcept {
  constexpr Index vector = 32;
  if (bytes % vector != 0) {
    std::memcpy(to, row, static_cast<std::size_t>(bytes));
    return;
  }
  for (Index at = 0; at < bytes; at += vector) std::memcpy(to + at, row + at, vector);
}

// Rows are sent to the ranks that have them as ghosts, straight from one rank to the other:
// consecutive rows from where they are, others from a copy.
class MpiGhosts final : public GhostRows {
 public:
  MpiGhosts(MpiGroup &group, const std::vector<Index> &begin, const std::vector<Index> &wanted)
      : group_(group), count_(std::ssize(wanted)) {
    const auto ranks = static_cast<std::size_t>(group.size());
    std::vector<Bytes> requests(ranks);
    std::size_t at = 0;
    for (std::size_t r = 0; r < ranks; ++r) {
      const std::size_t first = at;
      while (at < wanted.size() && wanted[at] < begin[r + 1]) ++at;
      if (at == first) continue;
      from_.push_back(
          {static_cast<int>(r), static_cast<Index>(first), static_cast<Index>(at - first)});
      requests[r].resize((at - first) * sizeof(Index));
      std::memcpy(requests[r].data(), wanted.data() + first, requests[r].size());
    }
    const std::vector<Bytes> answers = group.exchange(requests);
    const Index own = begin[static_cast<std::size_t>(group.rank())];
    for (std::size_t r = 0; r < ranks; ++r) {
      const auto n = answers[r].size() / sizeof(Index);
      if (n == 0) continue;
      std::vector<Index> rows(n);
      std::memcpy(rows.data(), answers[r].data(), answers[r].size());
      for (Index &row : rows) row -= own;
      const auto rank = static_cast<int>(r);
      const auto count = static_cast<Index>(n);
      if (rows.back() - rows.front() + 1 == count) {
        in_place_.push_back({rank, rows.front(), count});
      } else {
        packed_.push_back({rank, std::ssize(rows_), count});
        rows_.insert(rows_.end(), rows.begin(), rows.end());
      }
      sent_ += count;
    }
  }

  Index count() const noexcept override { return count_; }

  void fetch(const void *rows, Index row_bytes, void *ghosts) const override {
    const auto *const own = static_cast<const char *>(rows);
    buffer_.resize(static_cast<std::size_t>(std::ssize(rows_) * row_bytes));
    Batch batch(group_.messages());
    for (const Part &part : from_)
      batch.receive(static_cast<char *>(ghosts) + part.first * row_bytes, part.count * row_bytes,
                    part.rank);
    for (const Part &part : in_place_)
      batch.send(own + part.first * row_bytes, part.count * row_bytes, part.rank);
    for (const Part &part : packed_) {
      for (Index e = part.first; e < part.first + part.count; ++e)
        copy_row(own + rows_[static_cast<std::size_t>(e)] * row_bytes, row_bytes,
                 buffer_.data() + e * row_bytes);
      batch.send(buffer_.data() + part.first * row_bytes, part.count * row_bytes, part.rank);
    }
    batch.finish();
    group_.traffic().ghosts += sent_ * row_bytes;
  }

 private:
  struct Part {
    int rank;
    Index first, count;
  };

  MpiGroup &group_;
  Index count_, sent_ = 0;  // rows
  std::vector<Part> from_, in_place_, packed_;
  std::vector<Index> rows_;  // of this rank, of all packed parts
  mutable Bytes buffer_;
};

struct Sum {
  template <class T>
  T operator()(T a, T b) const noexcept {
    return a + b;
  }
};
struct Largest {
  double operator()(double a, double b) const noexcept { return std::max(a, b); }
};

}  // namespace

MpiGroup::MpiGroup(MPI_Comm comm) : messages_(comm) {
  messages_.abandon = [this](const char *sentence) { abandon(sentence); };
}

template <class T>
T *MpiGroup::workspace(Index count) {
  const Index bytes = count * static_cast<Index>(sizeof(T));
  if (bytes > workspace_bytes_) {
    workspace_.reset();
    workspace_bytes_ = 0;
    workspace_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes));
    workspace_bytes_ = bytes;
  }
  return reinterpret_cast<T *>(workspace_.get());
}

template <class T, class Combine>
void MpiGroup::combine(T *values, Index count, Combine combine) {
  traffic_.sums += 2 * count * static_cast<Index>(sizeof(T)) * (size() - 1) / size();
  if (size() == 1) return;
  if (count <= few) return combine_few(values, count, combine);
  for (Index at = 0; at < count; at += many)
    combine_many(values + at, std::min(many, count - at), combine);
}

// Recursive doubling: the ranks of a block of 2 s ranks exchange their values with those of the
// other half. Beyond the largest power of two, ranks give their values to others and get the result
// back. Since a + b is b + a, all ranks compute the same bits.
template <class T, class Combine>
void MpiGroup::combine_few(T *values, Index count, Combine combine) {
  const Index bytes = count * static_cast<Index>(sizeof(T)),
              half = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(size())));
  T *const received = workspace<T>(count);
  const auto add = [&] {
    for (Index e = 0; e < count; ++e) values[e] = combine(values[e], received[e]);
  };
  Batch batch(messages_);
  if (rank() >= half) {
    batch.send(values, bytes, int_of(rank() - half));
    batch.finish();
    batch.receive(values, bytes, int_of(rank() - half));
    return batch.finish();
  }
  const bool has_partner = rank() + half < size();
  if (has_partner) {
    batch.receive(received, bytes, int_of(rank() + half));
    batch.finish();
    add();
  }
  for (Index step = 1; step < half; step *= 2) {
    const int other = int_of(rank() ^ step);
    batch.receive(received, bytes, other);
    batch.send(values, bytes, other);
    batch.finish();
    add();
  }
  if (!has_partner) return;
  batch.send(values, bytes, int_of(rank() + half));
  batch.finish();
}

// Every rank combines a part of the numbers, in the order of the ranks, and sends it to all.
template <class T, class Combine>
void MpiGroup::combine_many(T *values, Index count, Combine combine) {
  const auto begin = [&](Index r) { return count * r / size(); };
  const auto bytes = [&](Index r) {
    return (begin(r + 1) - begin(r)) * static_cast<Index>(sizeof(T));
  };
  const Index own = begin(rank() + 1) - begin(rank());
  T *const received = workspace<T>(own * size());
  Batch batch(messages_);
  for (Index step = 1; step < size(); ++step) {
    const Index to = (rank() + step) % size(), from = (rank() + size() - step) % size();
    batch.receive(received + from * own, bytes(rank()), int_of(from));
    batch.send(values + begin(to), bytes(to), int_of(to));
  }
  batch.finish();
  T *const sums = values + begin(rank());
  std::copy_n(sums, own, received + rank() * own);
  std::copy_n(received, own, sums);
  for (Index r = 1; r < size(); ++r) {
    const T *const part = received + r * own;
    for (Index e = 0; e < own; ++e) sums[e] = combine(sums[e], part[e]);
  }
  for (Index step = 1; step < size(); ++step) {
    const Index to = (rank() + step) % size(), from = (rank() + size() - step) % size();
    batch.receive(values + begin(from), bytes(from), int_of(from));
    batch.send(sums, bytes(rank()), int_of(to));
  }
  batch.finish();
}

void MpiGroup::sum(double *values, Index count) { combine(values, count, Sum()); }
void MpiGroup::sum(float *values, Index count) { combine(values, count, Sum()); }
void MpiGroup::sum(Index *values, Index count) { combine(values, count, Sum()); }
void MpiGroup::max(double *values, Index count) { combine(values, count, Largest()); }

// A sum in which every entry is nonzero on one rank only.
template <class T>
std::vector<T> MpiGroup::all_of(T value) {
  std::vector<T> values(static_cast<std::size_t>(size()));
  values[static_cast<std::size_t>(rank())] = value;
  if (size() > 1) combine_few(values.data(), size(), Sum());
  return values;
}
std::vector<Index> MpiGroup::all(Index value) { return all_of(value); }
std::vector<double> MpiGroup::all(double value) { return all_of(value); }

// A binomial tree.
void MpiGroup::broadcast(void *bytes, Index count, Index root) {
  const Index place = (rank() + size() - root) % size();  // 0: the root
  const auto rank_at = [&](Index p) { return int_of((p + root) % size()); };
  Batch batch(messages_);
  Index step = 1;
  while (step < size() && (place & step) == 0) step *= 2;
  if (place > 0) {
    batch.receive(bytes, count, rank_at(place - step));
    batch.finish();
  }
  for (step /= 2; step > 0; step /= 2) {
    if (place + step >= size()) continue;
    batch.send(bytes, count, rank_at(place + step));
    traffic_.exchanges += count;
  }
  batch.finish();
}

std::vector<Bytes> MpiGroup::exchange(const std::vector<Bytes> &to) {
  const auto ranks = static_cast<std::size_t>(size()), own = static_cast<std::size_t>(rank());
  std::vector<Index> sent(ranks), coming(ranks);
  Batch batch(messages_);
  for (std::size_t r = 0; r < ranks; ++r) {
    sent[r] = std::ssize(to[r]);
    if (r == own) continue;
    batch.receive(&coming[r], sizeof(Index), static_cast<int>(r));
    batch.send(&sent[r], sizeof(Index), static_cast<int>(r));
  }
  batch.finish();
  std::vector<Bytes> from(ranks);
  from[own] = to[own];
  for (std::size_t r = 0; r < ranks; ++r)
    if (r != own) from[r].resize(static_cast<std::size_t>(coming[r]));
  for (std::size_t r = 0; r < ranks; ++r) {
    if (r == own) continue;
    batch.receive(from[r].data(), coming[r], static_cast<int>(r));
    batch.send(to[r].data(), sent[r], static_cast<int>(r));
    traffic_.exchanges += sent[r];
  }
  batch.finish();
  return from;
}

Bytes MpiGroup::pass(const Bytes &bytes) {
  if (size() == 1) return bytes;
  const int next = int_of((rank() + 1) % size()), before = int_of((rank() + size() - 1) % size());
  Index count = std::ssize(bytes), coming = 0;
  Batch batch(messages_);
  batch.receive(&coming, sizeof coming, before);
  batch.send(&count, sizeof count, next);
  batch.finish();
  Bytes received(static_cast<std::size_t>(coming));
  batch.receive(received.data(), coming, before);
  batch.send(bytes.data(), count, next);
  batch.finish();
  traffic_.ring += count;
  return received;
}

std::unique_ptr<GhostRows> MpiGroup::ghosts(const std::vector<Index> &begin,
                                            const std::vector<Index> &wanted) {
  return std::make_unique<MpiGhosts>(*this, begin, wanted);
}

// After the first exchange every rank has come to the end of the call, and stops only if another
// one left during that exchange. After the second one none can.
void MpiGroup::conclude() {
  all(Index{0});
  messages_.set_closing(true);
  all(Index{0});
  messages_.set_closing(false);
}

// If all ranks fail for the same reason, the first one reports it and ends the others.
void MpiGroup::abandon(const char *sentence) noexcept {
  try {
    if (rank() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (last_words) last_words("rank " + std::to_string(rank()) + ": " + sentence);
  } catch (...) {  // the message is lost, but the processes still end
  }
  MPI_Abort(comm(), 1);
}

}  // namespace manifact
