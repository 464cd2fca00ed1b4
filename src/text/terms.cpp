#include "text/terms.hpp"

#include <algorithm>
#include <limits>

#include "runtime/index.hpp"
#include "shared/byte_order.hpp"

namespace manifact {

namespace {

// The first eight bytes, zero-padded if there are fewer. Makes no call and reads nothing beyond the
// term.
std::uint64_t head_of(std::string_view term) noexcept {
  const char *const p = term.data();
  const std::size_t size = term.size();
  if (size >= 8) return load_little_endian<std::uint64_t>(p);
  if (size >= 4)
    return load_little_endian<std::uint32_t>(p) |
           static_cast<std::uint64_t>(load_little_endian<std::uint32_t>(p + size - 4))
               << 8 * (size - 4);
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < size; ++i)
    head |= static_cast<std::uint64_t>(static_cast<unsigned char>(p[i])) << 8 * i;
  return head;
}

// A term of up to this length is equal to another if their heads are: the last byte of the head is
// zero, which it is not for a longer term.
constexpr std::size_t whole_in_head = 7;

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;  // 2^64 over the golden ratio

std::uint64_t mixed(std::uint64_t h, std::uint64_t word) noexcept {
  h = (h ^ word) * golden;
  return h ^ (h >> 29);
}

}  // namespace

std::uint32_t Terms::hash(std::string_view term) noexcept {
  std::uint64_t h = mixed(golden ^ term.size(), head_of(term));
  while (term.size() > 8) {
    term.remove_prefix(8);
    h = mixed(h, head_of(term));
  }
  h *= golden;
  return static_cast<std::uint32_t>(h >> 32);
}

// The slot of a term, or the free slot for it. There is always a free one.
Index Terms::place(std::string_view term, std::uint32_t hash) const noexcept {
  const Index mask = slots_.size() - 1;
  const std::uint64_t head = head_of(term);
  const bool is_whole = term.size() <= whole_in_head;
  for (Index at = hash & mask;; at = (at + 1) & mask) {
    const Slot &slot = slots_[at];
    if (slot.number == 0 || (slot.head == head &&
                             (is_whole || (slot.hash == hash && (*this)[slot.number - 1] == term))))
      return at;
  }
}

std::int32_t Terms::find(std::string_view term, std::uint32_t hash) const noexcept {
  return slots_.empty() ? -1 : slots_[place(term, hash)].number - 1;
}

void Terms::widen(Index terms) {
  Index wanted = std::max<Index>(slots_.size(), 64);
  while (3 * terms > 2 * wanted) wanted *= 2;
  if (wanted == slots_.size()) return;
  Array<Slot> wider(bytes_.memory(), wanted);
  const Index mask = wider.size() - 1;
  for (const Slot &slot : slots_) {
    if (slot.number == 0) continue;
    Index at = slot.hash & mask;
    while (wider[at].number != 0) at = (at + 1) & mask;
    wider[at] = slot;
  }
  slots_ = std::move(wider);
}

void Terms::store(std::string_view term, std::uint32_t hash) {
  if (size() == std::numeric_limits<std::int32_t>::max() - 1)
    fail(Status::argument, "there are more than 2147483646 different terms");
  entries_.reserve(1);
  bytes_.reserve(static_cast<Index>(term.size()) + 1);
  entries_.push({bytes_.size(), hash});
  bytes_.append(term.data(), static_cast<Index>(term.size()));
  bytes_.push('\0');
}

std::int32_t Terms::add(std::string_view term, std::uint32_t hash) {
  widen(size() + 1);
  const Index at = place(term, hash);
  if (slots_[at].number == 0) {
    store(term, hash);
    slots_[at] = {head_of(term), hash, static_cast<std::int32_t>(size())};
  }
  return slots_[at].number - 1;
}

void Terms::append(std::string_view term) {
  const Index before = size();
  if (add(term) < before) store(term, hash(term));
}

Array<std::int32_t> best_words(const TermTables &tables, ExecutionContext &run) {
  Array<std::int32_t> best(run.memory, tables.terms.size());
  std::fill(best.begin(), best.end(), -1);
  for (Index w = 0; w < tables.words.size(); ++w) {
    std::int32_t &present = best[tables.term_of[w]];
    const bool better =
        present < 0 || tables.times[w] > tables.times[present] ||
        (tables.times[w] == tables.times[present] && tables.words[w] < tables.words[present]);
    if (better) present = static_cast<std::int32_t>(w);
  }
  return best;
}

}  // namespace manifact
