// Whether a handle that serves one call at a time is in use, and whether it was freed meanwhile.
#pragma once

#include <atomic>

namespace manifact {

class InUse {
 public:
  // Takes the handle for a call; false if another call has it, or if it was freed.
  bool begin() noexcept {
    State expected = State::idle;
    return state_.compare_exchange_strong(expected, State::busy, std::memory_order_acquire);
  }
  // Ends the call. True if the handle was freed during it, so that the caller has to destroy it.
  bool end() noexcept {
    State expected = State::busy;
    if (state_.compare_exchange_strong(expected, State::idle, std::memory_order_release))
      return false;
    state_.store(State::gone, std::memory_order_release);
    return true;
  }
  // True if the caller has to destroy the handle: no call has it.
  bool free() noexcept {
    State expected = State::idle;
    if (state_.compare_exchange_strong(expected, State::gone, std::memory_order_acquire))
      return true;
    // The call may end at this moment.
    expected = State::busy;
    if (state_.compare_exchange_strong(expected, State::freed, std::memory_order_acq_rel))
      return false;
    return expected == State::idle && free();
  }
  bool gone() const noexcept { return state_.load(std::memory_order_acquire) == State::gone; }

 private:
  enum class State { idle, busy, freed, gone };  // freed: when the call ends
  std::atomic<State> state_{State::idle};
};

}  // namespace manifact
