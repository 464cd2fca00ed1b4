// Whether the program is built with AddressSanitizer. Its build finds errors of memory and
// undefined behavior; what only repeats the same code on more data, or measures accuracy, is left
// to the plain build.
#pragma once

namespace support {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
#else
constexpr bool is_sanitized = false;
#endif

}  // namespace support

// In a test: leave it there, for the reason given.
#define NOT_UNDER_SANITIZERS(reason) \
  if (support::is_sanitized) GTEST_SKIP() << "not under sanitizers: " << (reason)
