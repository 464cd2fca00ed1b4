// Where a reader's bytes come from: a file, standard input or memory, unpacked when they are gzip.
// Nothing is ever held whole.
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

  // Fills up to `size` > 0 bytes and returns how many; 0 only at the end.
  virtual std::size_t read(char *to, std::size_t size) = 0;

  // All bytes it will give, 0 when that is not known.
  virtual Index size() const noexcept { return 0; }
};

// Both report bytes taken of bytes in all (0: not known) to the monitor, which may cancel. "-" is
// standard input.
std::unique_ptr<Source> open_file(const char *path, Monitor &monitor);
std::unique_ptr<Source> open_memory(const void *data, std::size_t size, Monitor &monitor);

// The bytes of `packed`, or what they unpack to when they begin like gzip; several gzip members
// follow one another. `name` stands for it in messages. Throws Error(format) on damaged or
// truncated gzip data, Error(feature) in a build without zlib.
std::unique_ptr<Source> unpacked(std::unique_ptr<Source> packed, std::string name);

}  // namespace manifact
