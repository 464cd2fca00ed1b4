// The bytes of a file or of standard input, one block after the other, with progress and Ctrl-C
// between two blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "terminal/failure.hpp"
#include "terminal/progress.hpp"

namespace cli {

// Bytes. What has no line ends (a device, a pipe) must not eat all memory; the library gives up at
// the same length.
constexpr std::size_t longest_line = std::size_t{1} << 30;

Failure endless_line(const std::string &name, std::int64_t number);

class Bytes {
 public:
  // "-" is standard input. Without a progress bar the bytes are read silently, as those of one file
  // of many.
  explicit Bytes(const std::string &path, Progress *progress = nullptr);
  ~Bytes();
  Bytes(const Bytes &) = delete;
  Bytes &operator=(const Bytes &) = delete;

  // At least so many of the bytes to come, or all when there are fewer; they are still to be read.
  std::string_view peek(std::size_t count);

  // Fills up to `size` > 0 bytes and returns how many; 0 only at the end.
  std::size_t read(char *to, std::size_t size);

  // All that is still to be read. A line that is too long is a Failure, unless the bytes are
  // packed.
  std::string rest();

  const std::string &name() const { return name_; }  // "standard input", or the path
  bool is_regular() const { return is_regular_; }    // can be opened again by its path

 private:
  std::size_t read_some(char *to, std::size_t size);

  std::string name_;
  Progress *progress_;
  int file_;
  bool is_regular_ = false;
  std::int64_t done_ = 0, total_ = 0;  // total_ 0: not known
  std::string held_;                   // read before it was asked for
};

// Bytes that unpack themselves when they are gzip; several gzip members follow one another.
class Unpacked {
 public:
  explicit Unpacked(std::unique_ptr<Bytes> bytes);
  ~Unpacked();
  Unpacked(const Unpacked &) = delete;
  Unpacked &operator=(const Unpacked &) = delete;

  std::size_t read(char *to, std::size_t size);
  const std::string &name() const { return bytes_->name(); }

 private:
  struct Gunzip;

  std::unique_ptr<Bytes> bytes_;
  std::unique_ptr<Gunzip> gunzip_;  // null: the bytes are as they are
};

// How the unpacked text begins, some lines of it or all there is; nothing is taken away. "" when it
// cannot be unpacked.
std::string beginning(Bytes &bytes);

}  // namespace cli
