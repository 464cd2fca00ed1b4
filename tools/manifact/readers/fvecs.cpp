// The vector files of nearest-neighbor benchmarks: each row of floats is preceded by its length as
// a 4-byte integer; all numbers are little-endian.
#include <algorithm>

#include "readers/npy.hpp"
#include "shared/byte_order.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr std::size_t number_bytes = 4;                      // bytes
constexpr std::int32_t longest_row = std::int32_t{1} << 20;  // bounds the first allocation

// False at the end of the stream.
bool read_length(Stream &stream, std::int64_t row, std::int32_t &length) {
  char bytes[number_bytes] = {};
  const std::size_t got = stream.fill(bytes, number_bytes);
  if (got == 0) return false;
  length = manifact::load_little_endian<std::int32_t>(bytes);
  if (got < number_bytes)
    throw Failure(stream.name() + " is truncated: row " + std::to_string(row) +
                  " (counted from 0) ends within its length");
  return true;
}

// Memory for the next row: all rows at once if the size of the file is known, else by doubling.
void reserve_row(const Stream &stream, std::int64_t row, std::size_t row_bytes, Buffer &bytes) {
  const auto used = static_cast<std::size_t>(row) * row_bytes;
  if (bytes.size() >= used + row_bytes) return;
  constexpr std::size_t first = std::size_t{1} << 20;
  const std::size_t rows =
      stream.size() < 0 ? 0 : static_cast<std::size_t>(stream.size()) / (number_bytes + row_bytes);
  require_room(stream, static_cast<std::int64_t>(std::max(used + row_bytes, rows * row_bytes)));
  bytes.resize(std::max({used + row_bytes, rows * row_bytes, 2 * used, rows > 0 ? 0 : first}));
}

}  // namespace

DenseArrays read_fvecs(Stream &stream) {
  DenseArrays arrays;
  arrays.name = stream.name();
  Buffer &bytes = arrays.values.bytes;
  for (std::int32_t length = 0; read_length(stream, arrays.rows, length); ++arrays.rows) {
    if (arrays.rows == 0) {
      if (length < 1 || length > longest_row)
        throw Failure(stream.name() + ": row 0 has the length " + std::to_string(length) +
                      ", expected 1 to " + std::to_string(longest_row) + "; is the file .fvecs?");
      arrays.columns = length;
    }
    if (length != arrays.columns)
      throw Failure(stream.name() + ": row " + std::to_string(arrays.rows) +
                    " (counted from 0) has the length " + std::to_string(length) +
                    ", but row 0 has " + std::to_string(arrays.columns));
    const auto row_bytes = static_cast<std::size_t>(length) * number_bytes;
    reserve_row(stream, arrays.rows, row_bytes, bytes);
    char *const row = bytes.data() + static_cast<std::size_t>(arrays.rows) * row_bytes;
    if (stream.fill(row, row_bytes) < row_bytes)
      throw Failure(stream.name() + " is truncated: row " + std::to_string(arrays.rows) +
                    " (counted from 0) ends too early");
    manifact::to_little_endian(row, static_cast<std::size_t>(length), number_bytes);
  }
  require_shape(arrays.name, arrays.rows, arrays.columns);
  arrays.values.count = arrays.rows * arrays.columns;
  return arrays;
}

}  // namespace cli
