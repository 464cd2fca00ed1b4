// Arrays of numbers in memory, in the layouts that the library borrows.
#pragma once

#include <manifact/manifact.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "readers/stream.hpp"

namespace cli {

// Bytes from malloc(). realloc() moves the pages of a large block without copying them.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer &&other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer &operator=(Buffer &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { std::free(data_); }

  char *data() noexcept { return data_; }
  const char *data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  void resize(std::size_t size);

 private:
  char *data_ = nullptr;
  std::size_t size_ = 0;
};

struct Numbers {
  int type = MANIFACT_FLOAT;  // or MANIFACT_DOUBLE, MANIFACT_INT32, MANIFACT_INT64
  std::int64_t count = 0;
  Buffer bytes;  // at least `count` numbers

  template <class T>
  T *as() noexcept {
    return reinterpret_cast<T *>(bytes.data());
  }
  template <class T>
  const T *as() const noexcept {
    return reinterpret_cast<const T *>(bytes.data());
  }
  double value(std::int64_t i) const noexcept {
    return type == MANIFACT_FLOAT ? static_cast<double>(as<float>()[i]) : as<double>()[i];
  }
  std::int64_t index(std::int64_t i) const noexcept {
    return type == MANIFACT_INT32 ? as<std::int32_t>()[i] : as<std::int64_t>()[i];
  }
};

// A matrix as a file stores it.
struct DenseArrays {
  std::string name;  // for messages
  std::int64_t rows = 0, columns = 0;
  bool by_columns = false;
  Numbers values;
};

enum class Compressed { rows, columns };

struct SparseArrays {
  std::string name;
  Compressed layout = Compressed::rows;
  std::int64_t rows = 0, columns = 0;
  Numbers starts, indices, values;
};

// Reads `count` numbers of `width` bytes as they are. Unless the stream is measured, memory grows
// with the bytes that were read: a declaration alone allocates nothing. A stream that ends is a
// Failure.
void read_plain(Stream &stream, std::int64_t count, std::size_t width, Buffer &bytes);

// A Failure if an array of this size is more than the stream may need.
void require_room(const Stream &stream, std::int64_t bytes);

[[noreturn]] void fail_truncated(const Stream &stream, std::int64_t got, std::int64_t declared);

// The stream must be at its end.
void require_end(Stream &stream);

// A Failure unless the library can hold a matrix of this size, which must not be 0.
void require_shape(const std::string &name, std::int64_t rows, std::int64_t columns);

}  // namespace cli
