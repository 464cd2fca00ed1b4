// CRC-32 as in gzip: reflected, polynomial 0xedb88320. Processes eight bytes per step with eight
// tables, where table[k] is the remainder of a byte followed by k zero bytes; on x86, 64 bytes per
// step by carry-less multiplication (Intel 2009, Fast CRC computation for generic polynomials using
// PCLMULQDQ instruction).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace manifact {

namespace crc32_detail {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() noexcept {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit)
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0xedb88320U : 0U);
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xff];
  return tables;
}

inline constexpr Tables tables = make_tables();

#if defined(__x86_64__)

// x^shift mod P, reflected and in 33 bits: the factor that moves a block of the message by `shift`
// bits in reflected carry-less products.
constexpr std::int64_t power(int shift) noexcept {
  std::uint32_t remainder = 0x80000000U;
  for (; shift > 0; --shift)
    remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0xedb88320U : 0U);
  return static_cast<std::int64_t>(remainder) << 1;
}

// A remainder of 128 bits, times x^(its distance to `next`), plus `next`.
__attribute__((target("pclmul,sse4.1"))) inline __m128i folded(__m128i sum, __m128i factors,
                                                               __m128i next) noexcept {
  const __m128i low = _mm_clmulepi64_si128(sum, factors, 0x00),
                high = _mm_clmulepi64_si128(sum, factors, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

// Replaces the first bytes, a multiple of 16 and at least 64, by 16 with the same remainder.
__attribute__((target("pclmul,sse4.1"))) inline void fold(const unsigned char *data,
                                                          std::size_t size, std::uint32_t remainder,
                                                          unsigned char *to) noexcept {
  const auto block = [&](std::size_t i) __attribute__((target("pclmul,sse4.1"))) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(data) + i);
  };
  const __m128i by_four = _mm_set_epi64x(power(4 * 128 - 32), power(4 * 128 + 32)),
                by_one = _mm_set_epi64x(power(128 - 32), power(128 + 32));
  __m128i sums[4] = {block(0), block(1), block(2), block(3)};
  sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128(static_cast<int>(remainder)));
  for (data += 64, size -= 64; size >= 64; data += 64, size -= 64)
    for (std::size_t i = 0; i < 4; ++i) sums[i] = folded(sums[i], by_four, block(i));
  for (std::size_t i = 1; i < 4; ++i) sums[0] = folded(sums[0], by_one, sums[i]);
  for (; size >= 16; data += 16, size -= 16) sums[0] = folded(sums[0], by_one, block(0));
  _mm_storeu_si128(reinterpret_cast<__m128i *>(to), sums[0]);
}

inline bool can_fold() noexcept {
  return __builtin_cpu_supports("pclmul") != 0 && __builtin_cpu_supports("sse4.1") != 0;
}

#endif

// The remainder of more bytes.
inline std::uint32_t continued(const unsigned char *data, std::size_t size,
                               std::uint32_t remainder) noexcept {
  for (; size >= 8; size -= 8, data += 8)
    remainder =
        tables[7][(remainder ^ data[0]) & 0xff] ^ tables[6][((remainder >> 8) ^ data[1]) & 0xff] ^
        tables[5][((remainder >> 16) ^ data[2]) & 0xff] ^ tables[4][(remainder >> 24) ^ data[3]] ^
        tables[3][data[4]] ^ tables[2][data[5]] ^ tables[1][data[6]] ^ tables[0][data[7]];
  for (; size > 0; --size, ++data)
    remainder = (remainder >> 8) ^ tables[0][(remainder ^ *data) & 0xff];
  return remainder;
}

}  // namespace crc32_detail

// Continues from `before`, the checksum of the preceding bytes.
inline std::uint32_t crc32_of(const unsigned char *data, std::size_t size,
                              std::uint32_t before = 0) noexcept {
  std::uint32_t remainder = ~before;
#if defined(__x86_64__)
  if (size >= 128 && crc32_detail::can_fold()) {
    unsigned char rest[16];
    const std::size_t whole = size / 16 * 16;
    crc32_detail::fold(data, whole, remainder, rest);
    remainder = crc32_detail::continued(rest, sizeof rest, 0);
    data += whole;
    size -= whole;
  }
#endif
  return ~crc32_detail::continued(data, size, remainder);
}

}  // namespace manifact
