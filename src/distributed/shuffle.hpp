// A permutation of 0 .. n-1, determined by a seed and computed without memory: a Feistel network on
// the numbers below a power of 4, repeated until the result is below n (Black and Rogaway 2002).
#pragma once

#include <cstdint>

#include "runtime/index.hpp"

namespace manifact {

class Shuffle {
 public:
  Shuffle(Index n, std::uint64_t seed) noexcept : n_(static_cast<std::uint64_t>(n)), seed_(seed) {
    while ((std::uint64_t{1} << (2 * bits_)) < n_) ++bits_;
    mask_ = (std::uint64_t{1} << bits_) - 1;
  }

  Index operator()(Index i) const noexcept {
    auto x = static_cast<std::uint64_t>(i);
    do x = encrypt(x);
    while (x >= n_);
    return static_cast<Index>(x);
  }

  // The inverse.
  Index back(Index i) const noexcept {
    auto x = static_cast<std::uint64_t>(i);
    do x = decrypt(x);
    while (x >= n_);
    return static_cast<Index>(x);
  }

 private:
  static constexpr int rounds = 6;

  std::uint64_t round(std::uint64_t half, int r) const noexcept {
    std::uint64_t x = half + seed_ * 0x9e3779b97f4a7c15ULL +
                      static_cast<std::uint64_t>(r) * 0x632be59bd9b4e019ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return (x ^ (x >> 31)) & mask_;
  }
  std::uint64_t encrypt(std::uint64_t x) const noexcept {
    std::uint64_t left = x >> bits_, right = x & mask_;
    for (int r = 0; r < rounds; ++r) {
      const std::uint64_t next = left ^ round(right, r);
      left = right;
      right = next;
    }
    return left << bits_ | right;
  }
  std::uint64_t decrypt(std::uint64_t x) const noexcept {
    std::uint64_t left = x >> bits_, right = x & mask_;
    for (int r = rounds - 1; r >= 0; --r) {
      const std::uint64_t before = right ^ round(left, r);
      right = left;
      left = before;
    }
    return left << bits_ | right;
  }

  std::uint64_t n_, seed_, mask_ = 0;
  int bits_ = 1;
};

}  // namespace manifact
