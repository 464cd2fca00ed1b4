#include "distributed/messages.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "runtime/error.hpp"

namespace manifact {
namespace {

// Arrays are sent in pieces of this many bytes, so that a rank that waits sees that they arrive.
constexpr Index piece = Index{1} << 20;
constexpr int data_tag = 1, notice_tag = 2;
constexpr double seconds_to_leave = 8;
constexpr double between_looks = 0.01;  // seconds

// What a rank that stops sends to another one.
struct Notice {
  Index sent;   // messages to that rank
  bool itself;  // the stop was requested on this rank, not only reported by others
  char sentence[480];
};

// A rank for which nothing arrives does not occupy its processor: where ranks and other processes
// share processors, one that sleeps is resumed sooner than one that yields repeatedly.
class Backoff {
 public:
  // Whether to look for requests to stop.
  bool pause() {
    const double now = MPI_Wtime();
    if (polls_++ == 0) begin_ = now;
    const double waited = now - begin_;
    if (waited < eager) return false;
    const double seconds = std::clamp(waited / 10, 20e-6, 1e-3);
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    return true;
  }

 private:
  static constexpr double eager = 100e-6;  // seconds
  Index polls_ = 0;
  double begin_ = 0;
};

// As the monitor would throw it.
Error cancellation_of(const Monitor &monitor) {
  try {
    monitor.check();
  } catch (const Error &error) {
    return error;
  }
  return {Status::cancelled, "cancelled"};
}

}  // namespace

void Batch::send(const void *bytes, Index count, int to) {
  for (Index at = 0; at < count; at += piece)
    parts_.push_back({nullptr, static_cast<const char *>(bytes) + at,
                      static_cast<int>(std::min(piece, count - at)), to});
}

void Batch::receive(void *bytes, Index count, int from) {
  for (Index at = 0; at < count; at += piece)
    parts_.push_back({static_cast<char *>(bytes) + at, nullptr,
                      static_cast<int>(std::min(piece, count - at)), from});
}

void Batch::post() {
  requests_.assign(parts_.size(), MPI_REQUEST_NULL);
  ranks_.resize(parts_.size());
  places_.resize(parts_.size());
  for (std::size_t e = 0; e < parts_.size(); ++e) {
    const Part &part = parts_[e];
    ranks_[e] = part.rank;
    if (part.received != nullptr) {
      MPI_Irecv(part.received, part.bytes, MPI_BYTE, part.rank, data_tag, messages_.data_,
                &requests_[e]);
    } else {
      MPI_Isend(part.sent, part.bytes, MPI_BYTE, part.rank, data_tag, messages_.data_,
                &requests_[e]);
      ++messages_.sent_[static_cast<std::size_t>(part.rank)];
    }
  }
}

void Batch::finish() {
  post();
  messages_.wait(*this);
  for (const Part &part : parts_)
    if (part.received != nullptr) ++messages_.received_[static_cast<std::size_t>(part.rank)];
  parts_.clear();
}

Messages::Messages(MPI_Comm comm) {
  if (MPI_Comm_dup(comm, &data_) != MPI_SUCCESS || MPI_Comm_dup(comm, &notices_) != MPI_SUCCESS)
    fail(Status::argument, "the communicator cannot be duplicated");
  MPI_Comm_rank(data_, &rank_);
  MPI_Comm_size(data_, &size_);
  sent_.resize(static_cast<std::size_t>(size_));
  received_.resize(sent_.size());
}

Messages::~Messages() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized != 0) return;
  MPI_Comm_free(&data_);
  MPI_Comm_free(&notices_);
}

void Messages::watch(const Monitor *monitor) noexcept {
  monitor_ = monitor;
  thread_ = std::this_thread::get_id();
  closing_ = false;
}

bool Messages::asked_to_stop() noexcept {
  if (noticed_.load(std::memory_order_relaxed)) return true;
  if (size_ == 1 || std::this_thread::get_id() != thread_) return false;
  const double now = MPI_Wtime();
  if (now < next_look_) return false;
  next_look_ = now + between_looks;
  int there = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, notice_tag, notices_, &there, MPI_STATUS_IGNORE);
  if (there != 0) noticed_.store(true, std::memory_order_relaxed);
  return there != 0;
}

// The end of a call that is cancelled.
class Messages::Cancellation {
 public:
  Cancellation(Messages &messages, Batch *batch, const char *sentence)
      : messages_(messages),
        batch_(batch),
        deadline_(MPI_Wtime() + seconds_to_leave),
        own_(static_cast<std::size_t>(messages.size_)),
        others_(own_.size()) {
    std::snprintf(sentence_, sizeof sentence_, "%s", sentence);
  }

  // Cancels the pending receives: they must not match a message of the next call.
  void stop_receiving() {
    for (std::size_t e = 0; batch_ != nullptr && e < batch_->parts_.size(); ++e)
      if (batch_->parts_[e].received != nullptr && batch_->requests_[e] != MPI_REQUEST_NULL)
        MPI_Cancel(&batch_->requests_[e]);
  }

  // The sentence is that of the first rank that was asked to stop.
  void exchange_notices(bool itself) {
    const auto ranks = own_.size();
    for (std::size_t r = 0; r < ranks; ++r) {
      own_[r] = {messages_.sent_[r], itself, {}};
      std::memcpy(own_[r].sentence, sentence_, sizeof sentence_);
    }
    const auto self = static_cast<std::size_t>(messages_.rank_);
    others_[self] = own_[self];
    std::vector<MPI_Request> requests(2 * ranks, MPI_REQUEST_NULL);
    std::vector<int> peers(2 * ranks);
    for (std::size_t r = 0; r < ranks; ++r) {
      const int peer = peers[2 * r] = peers[2 * r + 1] = static_cast<int>(r);
      if (r == self) continue;
      MPI_Irecv(&others_[r], sizeof(Notice), MPI_BYTE, peer, notice_tag, messages_.notices_,
                &requests[2 * r]);
      MPI_Isend(&own_[r], sizeof(Notice), MPI_BYTE, peer, notice_tag, messages_.notices_,
                &requests[2 * r + 1]);
    }
    await(requests, peers);
    for (const Notice &notice : others_) {
      if (!notice.itself) continue;
      const auto r = static_cast<long long>(&notice - others_.data());
      std::snprintf(text_, sizeof text_, "rank %lld: %s", r, notice.sentence);
      break;
    }
  }

  // Counts the messages that were received despite the cancellation.
  void end_receiving() {
    for (std::size_t e = 0; batch_ != nullptr && e < batch_->parts_.size(); ++e) {
      if (batch_->parts_[e].received == nullptr) continue;
      const int rank = batch_->parts_[e].rank;
      std::vector<MPI_Request> one = {batch_->requests_[e]};
      const MPI_Status status = await(one, {rank});
      int taken_back = 0;
      MPI_Test_cancelled(&status, &taken_back);
      if (taken_back == 0) ++messages_.received_[static_cast<std::size_t>(rank)];
      batch_->requests_[e] = MPI_REQUEST_NULL;
    }
  }

  void drop_messages() {
    std::vector<char> dropped;
    for (std::size_t r = 0; r < others_.size(); ++r)
      for (; messages_.received_[r] < others_[r].sent; ++messages_.received_[r]) {
        const int rank = static_cast<int>(r);
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        Backoff backoff;
        for (int there = 0;;) {
          MPI_Improbe(rank, data_tag, messages_.data_, &there, &message, &status);
          if (there != 0) break;
          if (backoff.pause()) end_if_late(rank);
        }
        int bytes = 0;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        dropped.resize(static_cast<std::size_t>(bytes));
        std::vector<MPI_Request> one = {MPI_REQUEST_NULL};
        MPI_Imrecv(dropped.data(), bytes, MPI_BYTE, &message, one.data());
        await(one, {rank});
      }
    if (batch_ != nullptr) await(batch_->requests_, batch_->ranks_);
  }

  const char *text() const noexcept { return text_; }

 private:
  // Ends all processes if the rank that this one waits for did not stop in time.
  void end_if_late(int rank) {
    if (MPI_Wtime() <= deadline_ || !messages_.abandon) return;
    char text[80];
    std::snprintf(text, sizeof text, "rank %d did not stop within %g seconds of a cancellation",
                  rank, seconds_to_leave);
    messages_.abandon(text);
  }

  static int first_waited_for(const std::vector<MPI_Request> &requests,
                              const std::vector<int> &ranks) {
    for (std::size_t e = 0; e < requests.size(); ++e) {
      int done = 0;
      MPI_Request_get_status(requests[e], &done, MPI_STATUS_IGNORE);
      if (done == 0) return ranks[e];
    }
    return ranks.empty() ? 0 : ranks.back();
  }

  // ranks: the other one of each request. Returns the status of the last one.
  MPI_Status await(std::vector<MPI_Request> &requests, const std::vector<int> &ranks) {
    std::vector<MPI_Status> statuses(requests.size() + 1);
    Backoff backoff;
    for (int done = 0;;) {
      MPI_Testall(static_cast<int>(std::ssize(requests)), requests.data(), &done, statuses.data());
      if (done != 0) break;
      if (backoff.pause() && MPI_Wtime() > deadline_)
        end_if_late(first_waited_for(requests, ranks));
    }
    return statuses[requests.empty() ? 0 : requests.size() - 1];
  }

  Messages &messages_;
  Batch *batch_;
  double deadline_;
  std::vector<Notice> own_, others_;
  char sentence_[sizeof(Notice::sentence)] = "", text_[512] = "";
};

void Messages::wait(Batch &batch) {
  // While something arrives, the transfer needs this rank: it does not sleep.
  Backoff backoff;
  for (int completed = 0;;) {
    MPI_Testsome(static_cast<int>(std::ssize(batch.requests_)), batch.requests_.data(), &completed,
                 batch.places_.data(), MPI_STATUSES_IGNORE);
    if (completed == MPI_UNDEFINED) return;
    if (completed > 0) {
      backoff = {};
      continue;
    }
    if (!backoff.pause()) continue;
    const bool itself = !closing_ && monitor_ != nullptr && monitor_->cancelled_here();
    if (!itself && !asked_to_stop()) continue;
    Cancellation cancellation(*this, &batch, itself ? cancellation_of(*monitor_).what() : "");
    cancellation.stop_receiving();
    cancellation.exchange_notices(itself);
    cancellation.end_receiving();
    cancellation.drop_messages();
    noticed_.store(false, std::memory_order_relaxed);
    throw AgreedError(Status::cancelled, cancellation.text());
  }
}

void Messages::leave(const char *sentence) {
  const bool itself = monitor_ != nullptr && monitor_->cancelled_here();
  Cancellation cancellation(*this, nullptr, sentence);
  cancellation.exchange_notices(itself);
  cancellation.drop_messages();
  noticed_.store(false, std::memory_order_relaxed);
  throw AgreedError(Status::cancelled, cancellation.text());
}

}  // namespace manifact
