// The source of a reader's bytes: a file or memory, decompressed if it is gzip. The
// data is never stored whole.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

class Source {
 public:
  Source() = default;
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;
  virtual ~Source() = default;

  // Fills up to `size` > 0 bytes and returns their number; 0 only at the end.
  virtual std::size_t read(char *to, std::size_t size) = 0;

  // The total number of bytes, of compressed data before they are decompressed; 0 if unknown.
  virtual Index size() const noexcept { return 0; }
};

// Both report bytes read of total bytes (0: unknown) to the monitor, which may cancel.
std::unique_ptr<Source> open_file(const char *path, Monitor &monitor);
std::unique_ptr<Source> open_memory(const void *data, std::size_t size, Monitor &monitor);

// The bytes of `packed`, decompressed if they begin like gzip; several gzip members may follow one
// another. `name` is used in messages. Throws Error(format) on damaged or truncated gzip data,
// Error(feature) in a build without zlib.
std::unique_ptr<Source> unpacked(std::unique_ptr<Source> packed, std::string name);

}  // namespace manifact
