// Bytes onto the disk: what files and folders of results are written with.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "terminal/failure.hpp"

namespace cli {

// EPIPE gives an empty message.
Failure cannot_write(const std::string &path, int error);

// Closes what it holds.
struct Descriptor {
  int fd = -1;
  explicit Descriptor(int number = -1) : fd(number) {}
  ~Descriptor();
  Descriptor(Descriptor &&other) noexcept : fd(std::exchange(other.fd, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(fd, other.fd);
    return *this;
  }
};

// 0, or the error number. Ctrl-C stops between two pieces.
int write_all(int fd, const char *data, std::size_t size);

// All of it onto the disk; `path` for messages.
void write_and_close(Descriptor &file, std::string_view text, const std::string &path);

// The entries of a folder onto the disk: 0, or the error number.
int sync_folder(const std::filesystem::path &folder);

std::filesystem::path directory_of(const std::filesystem::path &path);

// Throws when it can already be told that nothing can be written in the directory, or that it
// cannot be made.
void require_writable_directory(const std::filesystem::path &path);

}  // namespace cli
