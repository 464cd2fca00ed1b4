// Decompression of gzip data, piece by piece; several members may follow one another. The program
// uses this, too.
#pragma once

#include <string_view>

namespace manifact {

inline bool is_gzip(std::string_view bytes) noexcept { return bytes.substr(0, 2) == "\x1f\x8b"; }

}  // namespace manifact

#ifdef MANIFACT_HAVE_ZLIB

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace manifact {

class Gunzip {
 public:
  enum class Problem { memory, truncated, damaged };

  Gunzip() : is_started_(inflateInit2(&stream_, gzip_window) == Z_OK) {}
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip &) = delete;
  Gunzip &operator=(const Gunzip &) = delete;

  // Fills up to `size` > 0 bytes and returns their number; 0 only at the end. `packed(to, size)`
  // reads compressed bytes in the same way; `refuse(problem, reason)` must throw.
  template <class Packed, class Refuse>
  std::size_t read(char *to, std::size_t size, const Packed &packed, const Refuse &refuse) {
    if (!is_started_) refuse(Problem::memory, "");
    const auto available = static_cast<uInt>(std::min<std::size_t>(size, std::size_t{1} << 30));
    stream_.next_out = reinterpret_cast<Bytef *>(to);
    stream_.avail_out = available;
    while (stream_.avail_out == available) {
      if (stream_.avail_in == 0) {
        const std::size_t count = packed(input_.data(), input_.size());
        if (count == 0 && !is_between_members_) refuse(Problem::truncated, "");
        if (count == 0) return 0;
        stream_.next_in = reinterpret_cast<Bytef *>(input_.data());
        stream_.avail_in = static_cast<uInt>(count);
      }
      if (is_between_members_ && !begin_member()) continue;
      inflate_some(refuse);
    }
    return available - stream_.avail_out;
  }

  // The content of the first bytes of a gzip file, as far as possible. Returns its size, at most
  // `size`.
  std::size_t prefix(std::string_view packed, char *to, std::size_t size) {
    if (!is_started_) return 0;
    stream_.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef *>(to);
    stream_.avail_out = static_cast<uInt>(size);
    while (inflate(&stream_, Z_SYNC_FLUSH) == Z_STREAM_END && stream_.avail_in > 0)
      inflateReset(&stream_);  // the next member
    return size - stream_.avail_out;
  }

 private:
  static constexpr int gzip_window = 15 + 16;

  // Zeros after the last member are padding; anything else must be another member.
  bool begin_member() noexcept {
    while (stream_.avail_in > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (stream_.avail_in == 0) return false;
    inflateReset(&stream_);
    is_between_members_ = false;
    return true;
  }

  template <class Refuse>
  void inflate_some(const Refuse &refuse) {
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_STREAM_END)
      is_between_members_ = true;
    else if (result == Z_MEM_ERROR)
      refuse(Problem::memory, "");
    else if (result != Z_OK && result != Z_BUF_ERROR)
      refuse(Problem::damaged, stream_.msg != nullptr ? stream_.msg : "no reason given");
  }

  std::vector<char> input_ = std::vector<char>(std::size_t{1} << 16);  // before the stream starts
  z_stream stream_{};
  bool is_started_, is_between_members_ = false;
};

}  // namespace manifact

#endif
