#include "terminal/numbers.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace cli {
namespace {

std::string to_text(double value, std::chars_format format, int precision) {
  std::array<char, 400> buffer;  // the largest double has 309 digits before the decimal point
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision).ptr;
  return std::string(buffer.data(), end);
}

}  // namespace

std::string exact_number(double value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return std::string(buffer.data(), end);
}

std::string short_number(double value, int digits) {
  return to_text(value, std::chars_format::general, digits);
}

std::string fixed_number(double value, int decimals) {
  return to_text(value, std::chars_format::fixed, decimals);
}

std::string short_bytes(double bytes) {
  static constexpr std::array<const char *, 5> units{"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < units.size()) {
    bytes /= 1000;
    ++unit;
  }
  const int decimals = unit > 0 && bytes < 9.95 ? 1 : 0;
  return fixed_number(bytes, decimals) + ' ' + units[unit];
}

std::string percentage(std::int64_t part, std::int64_t whole) {
  const double share =
      whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
  return fixed_number(share, 1) + '%';
}

std::string counted(std::int64_t count, const char *thing) {
  return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

}  // namespace cli
