#include "text/terms.hpp"

#include <cstring>
#include <limits>

namespace manifact {

// Eight bytes at a time, each multiplied in and folded; the constant is 2^64 over the golden ratio.
std::uint32_t Terms::hash(std::string_view term) noexcept {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
  std::uint64_t h = golden ^ term.size();
  const char *p = term.data();
  std::size_t left = term.size();
  const auto mix = [&](std::uint64_t word) {
    h = (h ^ word) * golden;
    h ^= h >> 29;
  };
  for (; left >= 8; p += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    mix(word);
  }
  if (left > 0) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, left);
    mix(word);
  }
  h *= golden;
  return static_cast<std::uint32_t>(h >> 32);
}

// The slot of a term, or the free one where it belongs. There is always a free one.
std::int64_t Terms::place(std::string_view term, std::uint32_t hash) const noexcept {
  const std::int64_t mask = slots_.size() - 1;
  for (std::int64_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot &slot = slots_[at];
    if (slot.number == 0 || (slot.hash == hash && (*this)[slot.number - 1] == term)) return at;
  }
}

std::int32_t Terms::find(std::string_view term, std::uint32_t hash) const noexcept {
  return slots_.empty() ? -1 : slots_[place(term, hash)].number - 1;
}

void Terms::widen() {
  if (3 * (size() + 1) <= 2 * slots_.size()) return;
  Array<Slot> wider(bytes_.memory(), slots_.empty() ? 256 : 2 * slots_.size());
  const std::int64_t mask = wider.size() - 1;
  for (const Slot &slot : slots_) {
    if (slot.number == 0) continue;
    std::int64_t at = slot.hash & mask;
    while (wider[at].number != 0) at = (at + 1) & mask;
    wider[at] = slot;
  }
  slots_ = std::move(wider);
}

void Terms::store(std::string_view term, std::uint32_t hash) {
  if (size() == std::numeric_limits<std::int32_t>::max() - 1) fail(Status::argument, "there are more than 2147483646 different terms");
  entries_.reserve(1);
  bytes_.reserve(static_cast<std::int64_t>(term.size()) + 1);
  entries_.push({bytes_.size(), hash});
  bytes_.append(term.data(), static_cast<std::int64_t>(term.size()));
  bytes_.push('\0');
}

std::int32_t Terms::add(std::string_view term, std::uint32_t hash) {
  widen();
  const std::int64_t at = place(term, hash);
  if (slots_[at].number == 0) {
    store(term, hash);
    slots_[at] = {static_cast<std::int32_t>(size()), hash};
  }
  return slots_[at].number - 1;
}

void Terms::append(std::string_view term) {
  const std::int64_t before = size();
  if (add(term) < before) store(term, hash(term));
}

}  // namespace manifact
