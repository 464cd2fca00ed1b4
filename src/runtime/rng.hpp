// The random number generator of the library: xoshiro256** (Blackman and Vigna 2018) seeded by
// splitmix64. Identical on every machine.
#pragma once

#include <cstdint>

#include "runtime/index.hpp"

namespace manifact {

// The upper 64 bits of a b, from the four products of halves.
inline std::uint64_t upper_product_of_halves(std::uint64_t a, std::uint64_t b) noexcept {
  constexpr std::uint64_t low = 0xffffffff;
  const std::uint64_t lower = (a & low) * (b & low), left = (a >> 32) * (b & low),
                      right = (a & low) * (b >> 32);
  const std::uint64_t carry = ((lower >> 32) + (left & low) + (right & low)) >> 32;
  return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32) + carry;
}

inline std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) noexcept {
#ifdef __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
#else
  return upper_product_of_halves(a, b);  // a 32-bit processor
#endif
}

class Rng {
 public:
  // Independent streams of one seed: restart r of a fit uses Rng(seed, r).
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) noexcept {
    std::uint64_t x = seed + 0x632be59bd9b4e019ULL * (stream + 1);
    for (std::uint64_t &word : state_) {
      x += 0x9e3779b97f4a7c15ULL;
      std::uint64_t z = x;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t next() noexcept {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // Uniform in the open interval (0, 1): never 0, never 1.
  double uniform() noexcept { return (static_cast<double>(next() >> 12) + 0.5) * 0x1p-52; }

  // Uniform in 0 .. bound-1 (bias below 2^-32 for every bound in use).
  Index below(Index bound) noexcept {
    return static_cast<Index>(upper_product(next(), static_cast<std::uint64_t>(bound)));
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) noexcept {
    return (x << k) | (x >> (64 - k));
  }
  std::uint64_t state_[4];
};

}  // namespace manifact
