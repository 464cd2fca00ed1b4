#include "terminal/keys.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "terminal/interrupts.hpp"

namespace cli {
namespace {

constexpr int between_checks = 100;  // ms

// Keys arrive as they are typed, until the end of the scope.
class SingleKeys {
 public:
  explicit SingleKeys(bool is_wanted) {
    is_set_ = is_wanted && ::tcgetattr(STDIN_FILENO, &before_) == 0;
    if (!is_set_) return;
    termios single = before_;
    single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    single.c_cc[VMIN] = 1;
    single.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSANOW, &single);
  }
  ~SingleKeys() {
    if (is_set_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  SingleKeys(const SingleKeys &) = delete;
  SingleKeys &operator=(const SingleKeys &) = delete;

 private:
  termios before_{};
  bool is_set_ = false;
};

}  // namespace

Keys::Keys() : is_terminal_(::isatty(STDIN_FILENO) != 0) {}

bool Keys::fill() {
  char block[1 << 12];
  while (!is_ended_) {
    stop_if_interrupted();
    pollfd waiting{STDIN_FILENO, POLLIN, 0};
    if (::poll(&waiting, 1, between_checks) <= 0) continue;
    const ssize_t count = ::read(STDIN_FILENO, block, sizeof block);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count > 0) {
      typed_.append(block, static_cast<std::size_t>(count));
      return true;
    }
    is_ended_ = true;
  }
  return false;
}

std::optional<std::string> Keys::line_of_buffer() {
  while (typed_.find('\n') == std::string::npos && fill()) {
  }
  if (typed_.empty()) return std::nullopt;
  const std::size_t end = std::min(typed_.find('\n'), typed_.size());
  std::string line = typed_.substr(0, end);
  typed_.erase(0, end + 1);
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

std::optional<std::string> Keys::key() {
  if (!is_terminal_) return line_of_buffer();
  const SingleKeys single(true);
  if (typed_.empty() && !fill()) return std::nullopt;
  constexpr char escape = '\x1b', end_of_text = '\x04';
  if (typed_.front() == escape) {  // an arrow or another key of several characters
    typed_.clear();
    return "?";
  }
  const char key = typed_.front();
  typed_.erase(0, 1);
  if (key == end_of_text) return std::nullopt;
  return key == '\n' || key == '\r' ? "" : std::string(1, key);
}

std::optional<std::string> Keys::line() { return line_of_buffer(); }

}  // namespace cli
