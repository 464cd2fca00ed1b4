#include <algorithm>
#include <cstring>

#include "io/source.hpp"
#include "runtime/error.hpp"

#ifdef MANIFACT_HAVE_ZLIB
#include <zlib.h>

#include <limits>
#include <vector>
#endif

namespace manifact {
namespace {

// Reads the first bytes of a source without consuming them.
class Peeked final : public Source {
 public:
  explicit Peeked(std::unique_ptr<Source> inner) : inner_(std::move(inner)) {
    for (std::size_t count = 1; held_ < sizeof first_ && count > 0; held_ += count)
      count = inner_->read(first_ + held_, sizeof first_ - held_);
  }

  bool gzip() const noexcept { return held_ == 2 && first_[0] == '\x1f' && first_[1] == '\x8b'; }

  std::size_t read(char *to, std::size_t size) override {
    if (taken_ == held_) return inner_->read(to, size);
    const std::size_t count = std::min(size, held_ - taken_);
    std::memcpy(to, first_ + taken_, count);
    taken_ += count;
    return count;
  }

 private:
  std::unique_ptr<Source> inner_;
  char first_[2] = {};
  std::size_t held_ = 0, taken_ = 0;
};

#ifdef MANIFACT_HAVE_ZLIB

class Gunzip final : public Source {
 public:
  Gunzip(std::unique_ptr<Source> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)), input_(std::size_t{1} << 16) {
    constexpr int gzip_window = 15 + 16;
    if (inflateInit2(&stream_, gzip_window) != Z_OK)
      fail(Status::memory, "out of memory: cannot start to decompress %s", name_.c_str());
  }
  ~Gunzip() override { inflateEnd(&stream_); }

  std::size_t read(char *to, std::size_t size) override {
    stream_.next_out = reinterpret_cast<Bytef *>(to);
    const auto room =
        static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
    stream_.avail_out = room;
    while (stream_.avail_out == room) {
      if (stream_.avail_in == 0 && !refill()) return 0;
      if (between_members_ && !next_member()) continue;
      inflate_some();
    }
    return room - stream_.avail_out;
  }

 private:
  // False at the end of the file, which must also be the end of a member.
  bool refill() {
    const std::size_t count = packed_->read(input_.data(), input_.size());
    if (count == 0 && !between_members_)
      fail(Status::format, "%s is truncated: its gzip data ends too early", name_.c_str());
    stream_.next_in = reinterpret_cast<Bytef *>(input_.data());
    stream_.avail_in = static_cast<uInt>(count);
    return count > 0;
  }

  // Zeros after the last member are padding; anything else must be another member.
  bool next_member() {
    while (stream_.avail_in > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (stream_.avail_in == 0) return false;
    inflateReset(&stream_);
    between_members_ = false;
    return true;
  }

  void inflate_some() {
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      between_members_ = true;
    } else if (result == Z_MEM_ERROR) {
      fail(Status::memory, "out of memory while decompressing %s", name_.c_str());
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      fail(Status::format, "%s contains damaged gzip data (%s)", name_.c_str(),
           stream_.msg != nullptr ? stream_.msg : "no reason given");
    }
  }

  std::unique_ptr<Source> packed_;
  std::string name_;
  std::vector<char> input_;
  z_stream stream_{};
  bool between_members_ = false;
};

#endif

}  // namespace

std::unique_ptr<Source> unpacked(std::unique_ptr<Source> packed, std::string name) {
  auto peeked = std::make_unique<Peeked>(std::move(packed));
  if (!peeked->gzip()) return peeked;
#ifdef MANIFACT_HAVE_ZLIB
  return std::make_unique<Gunzip>(std::move(peeked), std::move(name));
#else
  fail(Status::feature, "%s is compressed with gzip, which this build of the library cannot read",
       name.c_str());
#endif
}

}  // namespace manifact
