// Detects AddressSanitizer and ThreadSanitizer. A sanitized build searches for memory errors,
// undefined behavior and data races; tests that only repeat the same code on more data, or measure
// accuracy, run in the plain build only, or on less data.
#pragma once

namespace support {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
#else
constexpr bool is_sanitized = false;
#endif

// A size or a number of repetitions: `all` in the plain build, `few` in a sanitized build, where
// they execute the same code.
template <class T>
constexpr T all_or_few(T all, T few) {
  return is_sanitized ? few : all;
}

}  // namespace support

// Skips the test in a sanitized build, with the reason.
#define NOT_UNDER_SANITIZERS(reason) \
  if (support::is_sanitized) GTEST_SKIP() << "not under sanitizers: " << (reason)
