// Bytes for a file, collected in blocks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "output/writing.hpp"

namespace cli {

class BufferedOutput {
 public:
  explicit BufferedOutput(int fd) : fd_(fd) {}

  void add(std::string_view text) {
    held_ += text;
    if (held_.size() >= full) flush();
  }

  // Whether a write has failed: nothing more is written.
  bool has_failed() const { return error_ != 0; }

  // Writes the rest: 0, or the error number of a write.
  int finish() {
    flush();
    return error_;
  }

 private:
  static constexpr std::size_t full = std::size_t{1} << 20;

  void flush() {
    if (error_ == 0) error_ = write_all(fd_, held_.data(), held_.size());
    held_.clear();
  }

  int fd_, error_ = 0;
  std::string held_;
};

}  // namespace cli
