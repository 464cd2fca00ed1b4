#include "readers/bytes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "readers/stream.hpp"
#include "shared/gunzip.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_read = std::size_t{1} << 20;  // between two checks for Ctrl-C

Failure cannot_read(const std::string &name, int error) {
  return Failure("cannot read " + name + ": " + std::strerror(error));
}

int kept_input = -1;

void keep(const char *bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(kept_input, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      throw Failure(
          std::string("standard input cannot be copied to a temporary file, as its table ") +
          "is written again (set TMPDIR to another folder): " + std::strerror(errno));
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

int open_path(const std::string &path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw cannot_read(path, errno);
  return file;
}

}  // namespace

void keep_standard_input(int fd) { kept_input = fd; }

std::string kept_standard_input() {
  return kept_input < 0 ? "" : "/dev/fd/" + std::to_string(kept_input);
}

Failure endless_line(const std::string &name, std::int64_t number) {
  return Failure(name + ", line " + std::to_string(number) +
                 " is longer than 1 GB; does the text have line breaks?");
}

Bytes::Bytes(const std::string &path, Progress *progress)
    : name_(path == "-" ? "standard input" : path),
      progress_(progress),
      file_(path == "-" ? STDIN_FILENO : open_path(path)) {
  struct stat info {};
  const int error = ::fstat(file_, &info) != 0 ? errno : S_ISDIR(info.st_mode) ? EISDIR : 0;
  if (error != 0) {
    if (file_ != STDIN_FILENO) ::close(file_);
    throw cannot_read(name_, error);
  }
  is_regular_ = S_ISREG(info.st_mode) && path != "-";
  if (S_ISREG(info.st_mode)) total_ = info.st_size;
}

Bytes::Bytes(const std::string &path, const Part &part, Progress *progress)
    : Bytes(path, progress) {
  part_ = part;
  total_ = part.end - part.begin;
  if (::lseek(file_, part.begin, SEEK_SET) < 0) throw cannot_read(name_, errno);
}

Bytes::Bytes(std::unique_ptr<Stream> made) : name_(made->name()), made_(std::move(made)) {}

Bytes::~Bytes() {
  if (file_ != STDIN_FILENO && file_ != no_file) ::close(file_);
}

std::optional<std::int64_t> Bytes::first_row() const {
  return made_ == nullptr ? std::nullopt : made_->first_row();
}

std::size_t Bytes::read_some(char *to, std::size_t size) {
  for (;;) {
    stop_if_interrupted();
    if (made_ != nullptr) {
      const std::size_t count = made_->read(to, size);
      done_ += static_cast<std::int64_t>(count);
      return count;
    }
    if (part_) size = std::min(size, static_cast<std::size_t>(total_ - done_));
    if (size == 0) return 0;
    const ssize_t count = ::read(file_, to, std::min(size, longest_read));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw cannot_read(name_, errno);
    if (kept_input >= 0 && file_ == STDIN_FILENO && !is_regular_)
      keep(to, static_cast<std::size_t>(count));
    done_ += count;
    if (progress_ != nullptr) progress_->advance(done_, total_);
    return static_cast<std::size_t>(count);
  }
}

std::string_view Bytes::peek(std::size_t count) {
  while (held_.size() < count) {
    const std::size_t before = held_.size();
    held_.resize(count);
    const std::size_t got = read_some(held_.data() + before, count - before);
    held_.resize(before + got);
    if (got == 0) break;
  }
  return held_;
}

std::size_t Bytes::read(char *to, std::size_t size) {
  if (held_.empty()) return read_some(to, size);
  const std::size_t count = std::min(size, held_.size());
  std::memcpy(to, held_.data(), count);
  held_.erase(0, count);
  return count;
}

std::string Bytes::rest(bool are_lines) {
  are_lines = are_lines && !manifact::is_gzip(peek(2));
  std::size_t line = 0;  // start of the last line
  for (std::size_t before = 0;; before = held_.size()) {
    if (peek(held_.size() + longest_read).size() == before) return std::move(held_);
    const std::size_t last_end = std::string_view(held_).substr(before).rfind('\n');
    if (last_end != std::string_view::npos) line = before + last_end + 1;
    if (are_lines && held_.size() - line > longest_line)
      throw endless_line(name_, std::count(held_.begin(), held_.end(), '\n') + 1);
  }
}

}  // namespace cli
