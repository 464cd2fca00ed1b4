#include "readers/temporary.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

namespace cli {

int temporary_descriptor(std::string &pattern) {
  const char *const folder = std::getenv("TMPDIR");
  pattern = std::string(folder == nullptr ? "/tmp" : folder) + "/manifact-XXXXXX";
  const int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(pattern.c_str());
  return fd;
}

std::FILE *temporary_file() {
  std::string pattern;
  const int fd = temporary_descriptor(pattern);
  if (fd < 0) return nullptr;
  std::FILE *const file = ::fdopen(fd, "w+b");
  if (file == nullptr) ::close(fd);
  return file;
}

}  // namespace cli
