#include "io/source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "io/messages.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "shared/gunzip.hpp"

namespace manifact {
namespace {

// Between two progress reports; small, so that a cancellation takes effect promptly.
constexpr std::size_t longest_read = std::size_t{1} << 20;

class FileSource final : public Source {
 public:
  FileSource(const char *path, Monitor &monitor)
      : name_(shown_input(path)), monitor_(monitor), file_(open_path(path)) {}
  ~FileSource() override { ::close(file_); }

  // Separate from the constructor, so that the destructor closes the file if this throws.
  void begin() {
    struct stat info;
    if (::fstat(file_, &info) != 0) fail_now(errno);
    if (S_ISDIR(info.st_mode)) fail_io(EISDIR, "cannot read %s: it is a directory", name_.c_str());
    if (S_ISREG(info.st_mode)) total_ = info.st_size;
    monitor_.enter("reading", total_);
  }

  std::size_t read(char *to, std::size_t size) override {
    for (;;) {
      const ssize_t count = ::read(file_, to, std::min(size, longest_read));
      if (count < 0 && errno != EINTR) fail_now(errno);
      if (count > 0) done_ += count;
      monitor_.report(done_, total_);  // even after EINTR: it may be a cancellation
      if (count >= 0) return static_cast<std::size_t>(count);
    }
  }

  Index size() const noexcept override { return total_; }

 private:
  [[noreturn]] void fail_now(int error) const {
    fail_io(error, "cannot read %s: %s", name_.c_str(), system_reason(error).c_str());
  }

  int open_path(const char *path) const {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (const int error = errno; file < 0)
      fail_io(error, "cannot open %s: %s", shown_path(path).c_str(), system_reason(error).c_str());
    return file;
  }

  std::string name_;
  Monitor &monitor_;
  int file_;
  Index done_ = 0, total_ = 0;
};

class MemorySource final : public Source {
 public:
  MemorySource(const void *data, std::size_t size, Monitor &monitor)
      : data_(static_cast<const char *>(data)), size_(size), monitor_(monitor) {
    monitor_.enter("reading", static_cast<Index>(size_));
  }

  std::size_t read(char *to, std::size_t size) override {
    const std::size_t count = std::min({size, size_ - done_, longest_read});
    if (count > 0) std::memcpy(to, data_ + done_, count);
    done_ += count;
    monitor_.report(static_cast<Index>(done_), static_cast<Index>(size_));
    return count;
  }

  Index size() const noexcept override { return static_cast<Index>(size_); }

 private:
  const char *data_;
  std::size_t size_;
  std::size_t done_ = 0;
  Monitor &monitor_;
};

}  // namespace

std::unique_ptr<Source> open_file(const char *path, Monitor &monitor) {
  auto source = std::make_unique<FileSource>(path, monitor);
  source->begin();
  return source;
}

std::unique_ptr<Source> open_memory(const void *data, std::size_t size, Monitor &monitor) {
  return std::make_unique<MemorySource>(data, size, monitor);
}

namespace {

// Reads the first bytes of a source without consuming them.
class Peeked final : public Source {
 public:
  explicit Peeked(std::unique_ptr<Source> inner) : inner_(std::move(inner)) {
    for (std::size_t count = 1; held_ < sizeof first_ && count > 0; held_ += count)
      count = inner_->read(first_ + held_, sizeof first_ - held_);
  }

  bool gzip() const noexcept { return is_gzip({first_, held_}); }

  std::size_t read(char *to, std::size_t size) override {
    if (taken_ == held_) return inner_->read(to, size);
    const std::size_t count = std::min(size, held_ - taken_);
    std::memcpy(to, first_ + taken_, count);
    taken_ += count;
    return count;
  }

  Index size() const noexcept override { return inner_->size(); }

 private:
  std::unique_ptr<Source> inner_;
  char first_[2] = {};
  std::size_t held_ = 0, taken_ = 0;
};

#ifdef MANIFACT_HAVE_ZLIB

class Decompressed final : public Source {
 public:
  Decompressed(std::unique_ptr<Source> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)) {}

  std::size_t read(char *to, std::size_t size) override {
    return gunzip_.read(
        to, size, [this](char *into, std::size_t room) { return packed_->read(into, room); },
        [this](Gunzip::Problem problem, const char *reason) { refuse(problem, reason); });
  }

  Index size() const noexcept override { return packed_->size(); }

 private:
  void refuse(Gunzip::Problem problem, const char *reason) const {
    switch (problem) {
      case Gunzip::Problem::memory:
        fail(Status::memory, "out of memory while decompressing %s", name_.c_str());
      case Gunzip::Problem::truncated:
        fail(Status::format, "%s is truncated: its gzip data ends too early", name_.c_str());
      case Gunzip::Problem::damaged:
        fail(Status::format, "%s contains damaged gzip data (%s)", name_.c_str(), reason);
    }
  }

  std::unique_ptr<Source> packed_;
  std::string name_;
  Gunzip gunzip_;
};

#endif

}  // namespace

std::unique_ptr<Source> unpacked(std::unique_ptr<Source> packed, std::string name) {
  auto peeked = std::make_unique<Peeked>(std::move(packed));
  if (!peeked->gzip()) return peeked;
#ifdef MANIFACT_HAVE_ZLIB
  return std::make_unique<Decompressed>(std::move(peeked), std::move(name));
#else
  fail(Status::feature, "%s is compressed with gzip, which this build of the library cannot read",
       name.c_str());
#endif
}

}  // namespace manifact
