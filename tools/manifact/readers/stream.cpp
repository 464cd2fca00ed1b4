#include "readers/stream.hpp"

#include <algorithm>
#include <utility>

#include "shared/gunzip.hpp"

namespace cli {
namespace {

class FileStream final : public Stream {
 public:
  explicit FileStream(std::unique_ptr<Bytes> bytes)
      : size_(manifact::is_gzip(bytes->peek(2)) ? -1 : bytes->size()), bytes_(std::move(bytes)) {}

  std::size_t read(char *to, std::size_t size) override { return bytes_.read(to, size); }
  const std::string &name() const override { return bytes_.name(); }
  std::int64_t size() const override { return size_; }
  bool is_measured() const override { return size_ >= 0; }

 private:
  std::int64_t size_;
  Unpacked bytes_;
};

}  // namespace

std::size_t Stream::fill(char *to, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const std::size_t got = read(to + done, size - done);
    if (got == 0) break;
    done += got;
  }
  return done;
}

std::unique_ptr<Stream> stream_of(std::unique_ptr<Bytes> bytes) {
  return std::make_unique<FileStream>(std::move(bytes));
}

std::unique_ptr<Bytes> without_gzip(std::unique_ptr<Bytes> bytes) {
  const bool is_packed = manifact::is_gzip(bytes->peek(2));
  return is_packed ? std::make_unique<Bytes>(stream_of(std::move(bytes))) : std::move(bytes);
}

std::size_t MadeTable::read(char *to, std::size_t size) {
  while (at_ == held_.size() && !is_ended_) {
    held_.clear();
    at_ = 0;
    is_ended_ = !refill(held_);
  }
  const std::size_t count = std::min(size, held_.size() - at_);
  std::copy_n(held_.data() + at_, count, to);
  at_ += count;
  return count;
}

}  // namespace cli
