#include "report/packed.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "shared/gzipped.hpp"

namespace cli {
namespace {

void append_base64(std::string &to, std::string_view bytes) {
  constexpr const char *digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  to.reserve(to.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b)
      group = group << 8 | (b < count ? static_cast<unsigned char>(bytes[at + b]) : 0U);
    for (std::size_t d = 0; d < 4; ++d)
      to += d <= count ? digits[group >> (18 - 6 * d) & 63U] : '=';
  }
}

template <class T>
std::string packed_as(const char *type, std::span<const T> numbers) {
  using Unsigned = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>;
  std::string bytes;
  bytes.reserve(numbers.size() * sizeof(T));
  for (const T number : numbers) {
    const auto bits = std::bit_cast<Unsigned>(number);
    for (std::size_t b = 0; b < sizeof(T); ++b)
      bytes += static_cast<char>(static_cast<std::uint32_t>(bits) >> (8 * b) & 0xffU);
  }
  std::string text = type;
  append_base64(text, bytes);
  return text;
}

}  // namespace

std::string packed_numbers(std::span<const std::int16_t> numbers) {
  return packed_as("i16:", numbers);
}
std::string packed_numbers(std::span<const std::uint16_t> numbers) {
  return packed_as("u16:", numbers);
}
std::string packed_numbers(std::span<const std::int32_t> numbers) {
  return packed_as("i32:", numbers);
}
std::string packed_numbers(std::span<const float> numbers) { return packed_as("f32:", numbers); }

std::string packed_texts(const std::vector<std::string> &texts) {
  std::string joined;
  for (std::string text : texts) {
    std::replace(text.begin(), text.end(), '\0', ' ');
    joined.append(text).append(1, '\0');
  }
#ifdef MANIFACT_HAVE_ZLIB
  std::string packed = "gzip:";
  append_base64(packed, manifact::gzipped(joined));
#else
  std::string packed = "plain:";
  append_base64(packed, joined);
#endif
  return packed;
}

}  // namespace cli
