#include "report/packed.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "shared/base64.hpp"
#include "shared/gzipped.hpp"

namespace cli {
namespace {

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
  manifact::append_base64(text, bytes);
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
  manifact::append_base64(packed, manifact::gzipped(joined));
#else
  std::string packed = "plain:";
  manifact::append_base64(packed, joined);
#endif
  return packed;
}

}  // namespace cli
