// Files that are written completely or not at all.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace manifact {

enum class Packing { plain, by_name };  // by_name: gzip if the path ends in .gz

// Writes to a temporary file next to `path` and renames it on commit(); without a commit nothing is
// left behind. If the path is a symbolic link, its target is replaced; a replaced file passes its
// mode on to the new one. Anything but a regular file (a pipe, a terminal, /dev/stdout) is written
// directly. Every failure is an Error(io) that names the path.
class AtomicFile {
 public:
  AtomicFile(const char *path, Packing packing);
  ~AtomicFile();
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;

  void write(const void *data, std::size_t size);
  void commit();

 private:
  struct Packer;

  explicit AtomicFile(const char *path);
  void open_beside(const std::string &target);
  void open_directly();
  void pack(const void *data, std::size_t size, bool last);
  void flush(bool last);
  void write_all(const char *data, std::size_t size);
  void close() noexcept;
  [[noreturn]] void fail_now(int error) const;

  std::string path_;       // as given, for messages
  std::string target_;     // final name
  std::string temporary_;  // empty: nothing to remove
  int file_ = -1;
  std::vector<char> buffer_;
  std::unique_ptr<Packer> packer_;
};

}  // namespace manifact
