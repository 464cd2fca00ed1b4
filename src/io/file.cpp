#include "io/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "io/messages.hpp"
#include "runtime/error.hpp"

#ifdef MANIFACT_HAVE_ZLIB
#include <zlib.h>
#endif

namespace manifact {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;

// The end of a chain of symbolic links, existing or not. Only the last component is resolved here:
// the system resolves the others.
std::string end_of_links(std::string path) {
  for (int links = 0; links < 40; ++links) {
    char target[PATH_MAX];
    const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
    if (length < 0 || length == static_cast<ssize_t>(sizeof target)) return path;
    const std::string_view next(target, static_cast<std::size_t>(length));
    const std::size_t slash = path.rfind('/');
    path = next.starts_with('/') || slash == std::string::npos
               ? std::string(next)
               : path.substr(0, slash + 1).append(next);
  }
  return path;
}

// /dev/stdout may be a regular file, which must not be replaced while other processes have it open.
bool names_a_descriptor(std::string_view path) noexcept {
  return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/dev/fd/") ||
         path.starts_with("/proc/");
}

std::string temporary_name(const std::string &target) {
  static std::atomic<unsigned> counter{0};
  const std::size_t slash = target.rfind('/');
  return (slash == std::string::npos ? "" : target.substr(0, slash + 1)) + ".manifact-" +
         std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1)) + ".part";
}

}  // namespace

#ifdef MANIFACT_HAVE_ZLIB
struct AtomicFile::Packer {
  Packer() : output(buffer_size) {
    constexpr int gzip_window = 15 + 16, memory_level = 8;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      fail(Status::memory, "out of memory: cannot start to compress a file");
  }
  ~Packer() { deflateEnd(&stream); }

  z_stream stream{};
  std::vector<char> output;
};
#else
struct AtomicFile::Packer {};
#endif

AtomicFile::AtomicFile(const char *path) : path_(path) { buffer_.reserve(buffer_size); }

// A delegating constructor, so that the destructor cleans up if this throws.
AtomicFile::AtomicFile(const char *path, Packing packing) : AtomicFile(path) {
  if (packing == Packing::by_name && path_.ends_with(".gz")) {
#ifdef MANIFACT_HAVE_ZLIB
    packer_ = std::make_unique<Packer>();
#else
    fail(Status::feature, "cannot write %s: this build of the library does not support gzip",
         shown_path(path_).c_str());
#endif
  }
  struct stat info;
  const bool exists = ::stat(path, &info) == 0;
  if (!exists && errno != ENOENT) fail_now(errno);
  if (exists && S_ISDIR(info.st_mode)) fail_now(EISDIR);
  if (names_a_descriptor(path_) || (exists && !S_ISREG(info.st_mode))) {
    open_directly();
    return;
  }
  if (exists && ::faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0) fail_now(errno);
  open_beside(end_of_links(path_));
  if (!exists) return;
  // Best effort: only the owner of both files may do this.
  if (::fchown(file_, info.st_uid, info.st_gid) == 0 || info.st_uid == ::geteuid())
    (void)::fchmod(file_, info.st_mode & 0777);
}

AtomicFile::~AtomicFile() {
  close();
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::open_beside(const std::string &target) {
  if (target.empty() || target.ends_with('/')) fail_now(target.empty() ? ENOENT : EISDIR);
  target_ = target;
  for (int tries = 0; tries < 1000; ++tries) {
    std::string name = temporary_name(target);
    file_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ >= 0) {
      temporary_ = std::move(name);
      return;
    }
    if (errno != EEXIST) fail_now(errno);
  }
  fail_now(EEXIST);
}

void AtomicFile::open_directly() {
  file_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file_ < 0) fail_now(errno);
}

void AtomicFile::write(const void *data, std::size_t size) {
  if (buffer_.size() + size > buffer_size) flush(false);
  const char *bytes = static_cast<const char *>(data);
  if (size >= buffer_size) return pack(bytes, size, false);
  buffer_.insert(buffer_.end(), bytes, bytes + size);
}

void AtomicFile::flush(bool last) {
  pack(buffer_.data(), buffer_.size(), last);
  buffer_.clear();
}

void AtomicFile::pack(const void *data, std::size_t size, bool last) {
  const char *bytes = static_cast<const char *>(data);
  if (packer_ == nullptr) return write_all(bytes, size);
#ifdef MANIFACT_HAVE_ZLIB
  z_stream &stream = packer_->stream;
  do {
    const std::size_t part = size < UINT_MAX ? size : UINT_MAX;
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes));
    stream.avail_in = static_cast<uInt>(part);
    bytes += part;
    size -= part;
    do {
      stream.next_out = reinterpret_cast<Bytef *>(packer_->output.data());
      stream.avail_out = static_cast<uInt>(packer_->output.size());
      deflate(&stream, last && size == 0 ? Z_FINISH : Z_NO_FLUSH);
      write_all(packer_->output.data(), packer_->output.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  } while (size > 0);
#else
  (void)last;
#endif
}

void AtomicFile::write_all(const char *data, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::write(file_, data, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_now(errno);
    data += count;
    size -= static_cast<std::size_t>(count);
  }
#ifdef SYNC_FILE_RANGE_WRITE
  // Starts writing to the disk now rather than in fsync(), which reports any error.
  if (!temporary_.empty()) ::sync_file_range(file_, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
}

void AtomicFile::commit() {
  flush(true);
  while (!temporary_.empty() && ::fsync(file_) != 0)
    if (errno != EINTR) fail_now(errno);
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0 && errno != EINTR) fail_now(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail_now(errno);
  temporary_.clear();
}

void AtomicFile::close() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

void AtomicFile::fail_now(int error) const {
  fail_io(error, "cannot write %s: %s", shown_path(path_).c_str(), system_reason(error).c_str());
}

}  // namespace manifact
