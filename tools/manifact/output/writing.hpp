// Writing bytes to disk, for files and folders of results.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "terminal/failure.hpp"

namespace cli {

// EPIPE gives an empty message.
Failure cannot_write(const std::string &path, int error);

// Closes the file descriptor that it holds.
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

// Whether the path exists; false for a dangling link.
bool is_there(const std::filesystem::path &path);

// Whether the folder has an entry of this name, which may be a dangling link.
bool has_entry(const std::filesystem::path &path);

// 0, or the error number. Ctrl-C interrupts between two blocks.
int write_all(int fd, const char *data, std::size_t size);

// Writes and syncs all of the text; `path` is for messages.
void write_and_close(Descriptor &file, std::string_view text, const std::string &path);

// Writes the content of a file to its descriptor: 0, or the error number.
using Content = std::function<int(int fd)>;

// A text that outlives the result.
Content content_of(std::string_view text);

// The same for content that is generated while it is written.
void write_and_close(Descriptor &file, const Content &content, const std::string &path);

// Syncs the entries of a folder: 0, or the error number.
int sync_folder(const std::filesystem::path &folder);

std::filesystem::path directory_of(const std::filesystem::path &path);

// Throws if it is already certain that nothing can be written to the directory, or that it cannot
// be created.
void require_writable_directory(const std::filesystem::path &path);

}  // namespace cli
