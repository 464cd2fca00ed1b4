// Compression to gzip, for texts that are small beside what is read.
#pragma once

#include <string>
#include <string_view>

#ifdef MANIFACT_HAVE_ZLIB
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>

namespace manifact {

inline std::string gzipped(std::string_view bytes) {
  constexpr int level = 5, gzip_window = 15 + 16, memory = 8;
  constexpr std::size_t piece = std::numeric_limits<uInt>::max() / 2;
  z_stream stream = {};
  if (deflateInit2(&stream, level, Z_DEFLATED, gzip_window, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  struct End {
    z_stream &stream;
    ~End() { deflateEnd(&stream); }
  } const end{stream};
  std::string packed;
  do {
    const std::size_t count = std::min(piece, bytes.size());
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    stream.avail_in = static_cast<uInt>(count);
    bytes.remove_prefix(count);
    char buffer[1 << 15];
    do {
      stream.next_out = reinterpret_cast<Bytef *>(buffer);
      stream.avail_out = sizeof buffer;
      deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
      packed.append(buffer, sizeof buffer - stream.avail_out);
    } while (stream.avail_out == 0);
  } while (!bytes.empty());
  return packed;
}

}  // namespace manifact
#endif
