#include "readers/arrays.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "terminal/failure.hpp"

namespace cli {

void Buffer::resize(std::size_t size) {
  void *const moved = std::realloc(data_, std::max<std::size_t>(size, 1));
  if (moved == nullptr) throw std::bad_alloc();
  data_ = static_cast<char *>(moved);
  size_ = size;
}

void fail_truncated(const Stream &stream, std::int64_t got, std::int64_t declared) {
  throw Failure(stream.name() + " is truncated: it has " + std::to_string(got) + " of the " +
                std::to_string(declared) + " bytes of its array");
}

void require_room(const Stream &stream, std::int64_t bytes) {
  if (bytes > stream.most_bytes)
    throw Failure(stream.name() + " needs " + std::to_string(bytes) +
                  " bytes for its array, more than the memory-budget of " +
                  std::to_string(stream.most_bytes));
}

void read_plain(Stream &stream, std::int64_t count, std::size_t width, Buffer &bytes) {
  constexpr std::size_t first = std::size_t{1} << 20;
  const std::size_t total = static_cast<std::size_t>(count) * width;
  require_room(stream, static_cast<std::int64_t>(total));
  // What a file claims is allocated at once only if it is that long.
  const bool can_be_there =
      stream.is_measured() &&
      total <= static_cast<std::size_t>(std::max<std::int64_t>(stream.size(), 0));
  bytes.resize(can_be_there ? total : std::min(total, first));
  for (std::size_t done = 0; done < total;) {
    if (done == bytes.size()) bytes.resize(done > total / 2 ? total : 2 * done);
    const std::size_t got = stream.fill(bytes.data() + done, bytes.size() - done);
    done += got;
    if (done < bytes.size())
      fail_truncated(stream, static_cast<std::int64_t>(done), static_cast<std::int64_t>(total));
  }
}

void require_end(Stream &stream) {
  char next = 0;
  if (stream.read(&next, 1) > 0)
    throw Failure(stream.name() + " has further bytes after its array; expected one array");
}

void require_shape(const std::string &name, std::int64_t rows, std::int64_t columns) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
  if (rows == 0 || columns == 0) throw Failure(name + " is empty: its shape is " + shape);
  if (rows < 0 || columns < 0 || rows > most || columns > most)
    throw Failure(name + " has the shape " + shape + "; both sizes must lie in 1.." +
                  std::to_string(most));
}

}  // namespace cli
