// A stream of bytes from a file, standard input, or a member of an archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "readers/bytes.hpp"

namespace cli {

class Stream {
 public:
  Stream() = default;
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  virtual ~Stream() = default;

  // Fills up to `size` > 0 bytes and returns their number; 0 only at the end.
  virtual std::size_t read(char *to, std::size_t size) = 0;

  // For messages.
  virtual const std::string &name() const = 0;

  // The number of bytes from the beginning to the end; -1 if it is unknown. An archive only claims
  // it: is_measured() is false, and memory must not be allocated by it.
  virtual std::int64_t size() const { return -1; }
  virtual bool is_measured() const { return false; }

  // Of a table whose lines are rows of another file, such as a spreadsheet: the number there of the
  // first one.
  virtual std::optional<std::int64_t> first_row() const { return {}; }

  // The bytes that an array from this stream may need, if the memory-budget was given.
  std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max();

  // Reads until `to` is full or the stream ends, and returns the number of bytes.
  std::size_t fill(char *to, std::size_t size);
};

// A table that is made piece by piece, as CSV.
class MadeTable : public Stream {
 public:
  explicit MadeTable(std::string name) : name_(std::move(name)) {}

  std::size_t read(char *to, std::size_t size) final;
  const std::string &name() const final { return name_; }

 protected:
  // Appends a piece, which may be empty; false at the end.
  virtual bool refill(std::string &held) = 0;

  std::string name_;
  std::string held_;  // at first the header

 private:
  std::size_t at_ = 0;
  bool is_ended_ = false;
};

// The bytes, decompressed if they are gzip.
std::unique_ptr<Stream> stream_of(std::unique_ptr<Bytes> bytes);

// The same bytes, or those that they are if they are gzip, which cannot be read again by a path.
std::unique_ptr<Bytes> without_gzip(std::unique_ptr<Bytes> bytes);

}  // namespace cli
