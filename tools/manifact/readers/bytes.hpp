// The bytes of a file or of standard input, block by block, with progress and Ctrl-C between
// blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "terminal/failure.hpp"
#include "terminal/progress.hpp"

namespace cli {

// In bytes. Data without line breaks (a device, a pipe) must not exhaust memory; the library has
// the same limit.
constexpr std::size_t longest_line = std::size_t{1} << 30;

// Bytes read at a time, and the first size of a window over a text, which grows with its lines.
inline constexpr std::size_t block_size = std::size_t{1} << 16;
inline constexpr std::size_t first_window = std::size_t{1} << 18;

Failure endless_line(const std::string &name, std::int64_t number);

// Bytes begin .. end - 1 of a file, which are whole records.
struct Part {
  std::int64_t begin = 0, end = 0;
  std::int64_t lines_before = 0;
  bool has_escapes = false;  // of a table: a quote within a cell was written \" before
};

class Stream;

// From now on, what is read from standard input is also written to this file, from its beginning.
void keep_standard_input(int fd);
// A path by which it is read again; "" if it is not kept.
std::string kept_standard_input();

class Bytes {
 public:
  // "-" is standard input. Without a progress bar the bytes are read silently, for example those of
  // one file of many.
  explicit Bytes(const std::string &path, Progress *progress = nullptr);
  // A part of a regular file. The encoding and the layout are those of the beginning of the file.
  Bytes(const std::string &path, const Part &part, Progress *progress = nullptr);
  // What a stream makes of a file. It cannot be read again, as if it came from a pipe.
  explicit Bytes(std::unique_ptr<Stream> made);
  ~Bytes();
  Bytes(const Bytes &) = delete;
  Bytes &operator=(const Bytes &) = delete;

  // At least `count` of the next bytes, or all if there are fewer; they are not consumed.
  std::string_view peek(std::size_t count);

  // Fills up to `size` > 0 bytes and returns their number; 0 only at the end.
  std::size_t read(char *to, std::size_t size);

  // The size of a regular file; -1 if unknown.
  std::int64_t size() const { return is_regular_ && total_ > 0 ? total_ : -1; }

  std::int64_t done() const { return done_; }  // bytes read so far, with those read ahead

  // See Stream.
  std::optional<std::int64_t> first_row() const;

  // Null: the whole file.
  const Part *part() const { return part_ ? &*part_ : nullptr; }

  // All remaining bytes. A line that is too long is a Failure, unless the bytes are compressed or
  // are no lines.
  std::string rest(bool are_lines = true);

  const std::string &name() const { return name_; }  // "standard input", or the path
  bool is_regular() const { return is_regular_; }    // can be opened again by its path

 private:
  static constexpr int no_file = -1;

  std::size_t read_some(char *to, std::size_t size);

  std::string name_;
  Progress *progress_ = nullptr;
  int file_ = no_file;
  std::unique_ptr<Stream> made_;  // null: read from the file
  bool is_regular_ = false;
  std::int64_t done_ = 0, total_ = 0;  // total_ 0: unknown
  std::string held_;                   // read ahead
  std::optional<Part> part_;
};

// Bytes that are decompressed if they are gzip, including several concatenated gzip members.
class Unpacked {
 public:
  explicit Unpacked(std::unique_ptr<Bytes> bytes);
  ~Unpacked();
  Unpacked(const Unpacked &) = delete;
  Unpacked &operator=(const Unpacked &) = delete;

  std::size_t read(char *to, std::size_t size);
  const std::string &name() const { return bytes_->name(); }
  bool is_packed() const { return gunzip_ != nullptr; }
  std::int64_t packed() const { return bytes_->done(); }  // bytes before decompression
  const Part *part() const { return bytes_->part(); }
  std::optional<std::int64_t> first_row() const { return bytes_->first_row(); }

 private:
  struct Gunzip;

  std::unique_ptr<Bytes> bytes_;
  std::unique_ptr<Gunzip> gunzip_;  // null: the bytes are not compressed
};

// A Failure if too few bytes expand to more than the harmless number.
void check_expansion(const std::string &name, std::int64_t harmless, std::int64_t expanded,
                     std::int64_t packed);
void check_expansion(const std::string &name, std::int64_t harmless, std::int64_t expanded,
                     std::int64_t packed, const char *remedy);

// The beginning of the decompressed text: some lines of it and at least `least` bytes, up to 64 KB,
// or all; nothing is consumed. "" if it cannot be decompressed.
std::string beginning(Bytes &bytes, std::size_t least = 0);

}  // namespace cli
