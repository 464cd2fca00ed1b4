#include <algorithm>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "readers/bytes.hpp"
#include "terminal/failure.hpp"

#ifdef MANIFACT_HAVE_ZLIB
#include <zlib.h>
#endif

namespace cli {
namespace {

constexpr std::size_t longest_beginning = std::size_t{1} << 16;

bool is_gzip(std::string_view bytes) { return bytes.substr(0, 2) == "\x1f\x8b"; }

}  // namespace

#ifdef MANIFACT_HAVE_ZLIB

namespace {

// inflate() with its state, freed at the end of the scope.
struct Inflater {
  z_stream stream{};
  Inflater() {
    constexpr int gzip_window = 15 + 16;
    if (inflateInit2(&stream, gzip_window) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater &) = delete;
  Inflater &operator=(const Inflater &) = delete;
};

// The decompressed content of the first bytes of a gzip file, as far as possible.
std::string unpacked_prefix(std::string_view packed) {
  Inflater inflater;
  std::string text(longest_beginning, '\0');
  inflater.stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data()));
  inflater.stream.avail_in = static_cast<uInt>(packed.size());
  inflater.stream.next_out = reinterpret_cast<Bytef *>(text.data());
  inflater.stream.avail_out = static_cast<uInt>(text.size());
  while (inflate(&inflater.stream, Z_SYNC_FLUSH) == Z_STREAM_END && inflater.stream.avail_in > 0)
    inflateReset(&inflater.stream);  // the next member
  text.resize(text.size() - inflater.stream.avail_out);
  return text;
}

}  // namespace

struct Unpacked::Gunzip {
  Inflater inflater;
  std::vector<char> input = std::vector<char>(block_size);
  bool between_members = false;

  std::size_t read(Bytes &bytes, char *to, std::size_t size) {
    z_stream &stream = inflater.stream;
    const auto room = static_cast<uInt>(std::min<std::size_t>(size, std::size_t{1} << 30));
    stream.next_out = reinterpret_cast<Bytef *>(to);
    stream.avail_out = room;
    while (stream.avail_out == room) {
      if (stream.avail_in == 0 && !refill(bytes)) return 0;
      if (between_members && !begin_member()) continue;
      inflate_some(bytes.name());
    }
    return room - stream.avail_out;
  }

 private:
  // False at the end of the file, which must also be the end of a member.
  bool refill(Bytes &bytes) {
    const std::size_t count = bytes.read(input.data(), input.size());
    if (count == 0 && !between_members)
      throw Damaged(bytes.name() + " is truncated: its gzip data ends too early");
    inflater.stream.next_in = reinterpret_cast<Bytef *>(input.data());
    inflater.stream.avail_in = static_cast<uInt>(count);
    return count > 0;
  }

  // Zeros after the last member are padding.
  bool begin_member() {
    z_stream &stream = inflater.stream;
    while (stream.avail_in > 0 && *stream.next_in == 0) {
      ++stream.next_in;
      --stream.avail_in;
    }
    if (stream.avail_in == 0) return false;
    inflateReset(&stream);
    between_members = false;
    return true;
  }

  void inflate_some(const std::string &name) {
    const int result = inflate(&inflater.stream, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result == Z_STREAM_END) {
      between_members = true;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      const char *reason = inflater.stream.msg;
      throw Damaged(name + " contains damaged gzip data (" +
                    (reason != nullptr ? reason : "no reason given") + ')');
    }
  }
};

#else

namespace {

std::string unpacked_prefix(std::string_view) { return ""; }

}  // namespace

struct Unpacked::Gunzip {
  std::size_t read(Bytes &bytes, char *, std::size_t) {
    throw Failure(
        bytes.name() +
        " is compressed with gzip, which this build cannot read; decompress it first (gzip -dk)");
  }
};

#endif

Unpacked::Unpacked(std::unique_ptr<Bytes> bytes) : bytes_(std::move(bytes)) {
  if (bytes_->part() == nullptr && is_gzip(bytes_->peek(2))) gunzip_ = std::make_unique<Gunzip>();
}

Unpacked::~Unpacked() = default;

std::size_t Unpacked::read(char *to, std::size_t size) {
  return gunzip_ != nullptr ? gunzip_->read(*bytes_, to, size) : bytes_->read(to, size);
}

std::string beginning(Bytes &bytes, std::size_t least) {
  if (bytes.part() != nullptr) {
    Bytes whole(bytes.name());
    return beginning(whole, least);
  }
  const bool packed = is_gzip(bytes.peek(2));
  for (std::size_t count = 4096;; count *= 2) {
    const std::string_view raw = bytes.peek(count);
    std::string text =
        packed ? unpacked_prefix(raw) : std::string(raw.substr(0, longest_beginning));
    const bool is_enough =
        text.size() >= longest_beginning ||
        (text.size() >= least && std::count(text.begin(), text.end(), '\n') >= 2);
    if (is_enough || raw.size() < count || count >= longest_beginning) return text;
  }
}

}  // namespace cli
