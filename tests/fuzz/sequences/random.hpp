// Numbers drawn from a seed: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>

namespace sequences {

// splitmix64
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept
      : state_(seed * 0x9e3779b97f4a7c15ULL + 0x632be59bd9b4e019ULL) {}

  std::uint64_t next() noexcept {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::int64_t below(std::int64_t bound) noexcept {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) noexcept {
    return low + below(high - low + 1);
  }
  bool chance(std::int64_t percent) noexcept { return below(100) < percent; }
  double unit() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }

  template <class Value>
  Value one_of(std::initializer_list<Value> values) noexcept {
    return values.begin()[below(static_cast<std::int64_t>(values.size()))];
  }
  template <class List>
  auto &pick(List &list) noexcept {
    return list[static_cast<std::size_t>(below(static_cast<std::int64_t>(std::size(list))))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace sequences
