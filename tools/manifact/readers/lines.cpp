#include "readers/lines.hpp"

#include <cstring>
#include <utility>

namespace cli {
namespace {}  // namespace

Lines::Lines(std::unique_ptr<Bytes> bytes, const Reading &reading)
    : text_(std::move(bytes), reading),
      window_(first_window, '\0'),
      number_(text_.part() != nullptr ? text_.part()->lines_before : 0) {}

std::string Lines::place() const { return name() + ", line " + std::to_string(number_); }

// Moves the remaining bytes to the front and reads more; false at the end.
bool Lines::refill() {
  std::memmove(window_.data(), window_.data() + at_, end_ - at_);
  end_ -= std::exchange(at_, 0);
  if (end_ == window_.size()) {
    if (end_ >= longest_line) throw endless_line(name(), number_ + 1);
    window_.resize(2 * end_);
  }
  const std::size_t count = text_.read(window_.data() + end_, window_.size() - end_);
  end_ += count;
  return count > 0;
}

bool Lines::next(std::string_view &line) {
  for (std::size_t searched = 0;;) {
    const char *begin = window_.data() + at_;
    const auto *stop =
        static_cast<const char *>(std::memchr(begin + searched, '\n', end_ - at_ - searched));
    std::size_t length = stop != nullptr ? static_cast<std::size_t>(stop - begin) : end_ - at_;
    if (stop == nullptr) {
      searched = length;
      if (refill()) continue;
      if (length == 0) return false;
    }
    line = std::string_view(window_.data() + at_, length);
    at_ += length + (stop != nullptr ? 1 : 0);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++number_;
    return true;
  }
}

}  // namespace cli
