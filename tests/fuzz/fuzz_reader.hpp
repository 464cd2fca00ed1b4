// What every reader promises for any bytes whatever: a canonical matrix or an Error, and memory in
// proportion to the bytes.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/error.hpp"
#include "support/parsed.hpp"

namespace manifact {

inline void fuzz_reader(const std::uint8_t *data, std::size_t size, Format format) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const auto memory = std::make_shared<Memory>();
  try {
    if (!is_canonical(*parse(text, format, "fuzz", memory))) std::abort();
  } catch (const Error &error) {
    if (error.status() == Status::memory || error.status() == Status::internal) std::abort();
  }
  const bool packed = text.starts_with("\x1f\x8b");
  if (!packed && memory->peak() > (std::int64_t{1} << 26) + 1024 * static_cast<std::int64_t>(size))
    std::abort();
  if (memory->now() != 0) std::abort();
}

}  // namespace manifact
