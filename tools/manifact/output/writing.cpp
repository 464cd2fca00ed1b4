#include "output/writing.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "terminal/interrupts.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

// 0, or the error number. Pipes, devices and some file systems do not support it.
int sync_descriptor(int fd) {
  while (::fsync(fd) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL || errno == ENOTSUP || errno == EROFS || errno == EBADF ? 0 : errno;
  }
  return 0;
}

}  // namespace

Failure cannot_write(const std::string &path, int error) {
  if (error == EPIPE) return Failure("");
  return Failure("cannot write " + path + ": " + std::strerror(error));
}

Descriptor::~Descriptor() {
  if (fd >= 0) ::close(fd);
}

bool is_there(const fs::path &path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool has_entry(const fs::path &path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

int write_all(int fd, const char *data, std::size_t size) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  while (size > 0) {
    if (interrupted()) return EINTR;
    const ssize_t written = ::write(fd, data, size < piece ? size : piece);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

Content content_of(std::string_view text) {
  return [text](int fd) { return write_all(fd, text.data(), text.size()); };
}

void write_and_close(Descriptor &file, std::string_view text, const std::string &path) {
  write_and_close(file, content_of(text), path);
}

void write_and_close(Descriptor &file, const Content &content, const std::string &path) {
  int error = content(file.fd);
  if (error == 0) error = sync_descriptor(file.fd);
  if (::close(std::exchange(file.fd, -1)) != 0 && error == 0)
    error = errno;  // network file systems report a full disk here
  stop_if_interrupted();
  if (error != 0) throw cannot_write(path, error);
}

int sync_folder(const fs::path &folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.fd < 0)
    return errno == EACCES ? 0 : errno;  // a folder may be writable but not readable
  return sync_descriptor(directory.fd);
}

fs::path directory_of(const fs::path &path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void require_writable_directory(const fs::path &path) {
  std::error_code ignored;
  fs::path place = path;
  while (!fs::exists(place, ignored) && place != directory_of(place)) place = directory_of(place);
  if (!fs::is_directory(place, ignored))
    throw Failure("cannot write " + path.string() + ": " + place.string() + " is not a directory");
  if (::access(place.c_str(), W_OK | X_OK) != 0) throw cannot_write(path.string(), errno);
}

}  // namespace cli
