#include "terminal/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

constexpr std::chrono::milliseconds first_drawing{150};  // short stages show no bar
constexpr std::chrono::milliseconds between_drawings{100};

Progress *on_screen = nullptr;  // the bar that is drawn

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole / 60 % 60) + " min";
}

std::string speed(double rate, bool in_bytes) {
  if (in_bytes) return short_bytes(rate) + "/s";
  return (rate < 10 ? short_number(rate, 2) : std::to_string(std::llround(rate))) + "/s";
}

std::string bar(std::int64_t done, std::int64_t total, std::size_t width) {
  const double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
  char percentage[8];
  std::snprintf(percentage, sizeof percentage, "%3d%%", static_cast<int>(share * 100));
  std::string text(width, '.');
  std::fill_n(text.begin(), filled, '#');
  return '[' + text + "] " + percentage;
}

std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

std::string progress_line(const std::string &stage, std::int64_t done, std::int64_t total,
                          double seconds, bool in_bytes, double objective, std::size_t columns) {
  constexpr std::size_t stage_width = 10;
  std::string line = stage;
  if (line.size() < stage_width) line.append(stage_width - line.size(), ' ');
  const auto append =
      [&line,
       columns](const std::string
                    &part) {  // a line as wide as the screen would wrap and could not be erased
        if (line.size() + 2 + part.size() < columns) line += "  " + part;
      };
  const bool is_known = total > 0;
  if (is_known) append(bar(done, total, columns >= 90 ? 30 : 16));
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  if (rate > 0) append(speed(rate, in_bytes));
  if (is_known && rate > 0 && done < total)
    append(duration(static_cast<double>(total - done) / rate) + " left");
  if (std::isfinite(objective)) append("objective " + short_number(objective, 6));
  return line;
}

Progress::Progress(bool quiet)
    : shown_(!quiet && isatty(STDERR_FILENO) == 1), due_(Clock::now() + first_drawing) {}

void Progress::enter(const char *stage, bool in_bytes) {
  is_followed_ = false;
  stage_ = stage;
  in_bytes_ = in_bytes;
  is_own_ = false;
  began_ = Clock::now();
}

void Progress::begin(const char *stage, bool in_bytes) {
  enter(stage, in_bytes);
  is_own_ = true;
  due_ = began_ + first_drawing;  // the first block alone gives no speed
}

int Progress::report(void *user, const char *stage, std::int64_t done, std::int64_t total,
                     double objective, double /*change*/) {
  auto &progress = *static_cast<Progress *>(user);
  progress.see(stage);
  if (!progress.is_own_) progress.step(done, total, objective);
  return interrupted() ? 1 : 0;
}

void Progress::see(const char *stage) {
  if (!is_followed_ || std::strcmp(stage, stage_) == 0) return;
  stage_ = stage;
  in_bytes_ = false;
  began_ = Clock::now();
  due_ = began_ + first_drawing;
}

void Progress::step(std::int64_t done, std::int64_t total, double objective) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now < due_) return;
  due_ = now + between_drawings;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  draw(progress_line(stage_, done, total, seconds, in_bytes_, objective, terminal_columns()));
}

// Overwrites the rest of the last line with spaces instead of an escape sequence, which not every
// terminal supports.
void Progress::draw(const std::string &line) {
  on_screen = this;
  std::string text = '\r' + line;
  if (drawn_ > line.size()) text.append(drawn_ - line.size(), ' ');
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  drawn_ = line.size();
}

void Progress::clear() {
  if (drawn_ == 0) return;
  drawn_ = std::min(drawn_ + 2, terminal_columns() - 1);  // the terminal may have added "^C"
  draw("");
  std::fputc('\r', stderr);
  std::fflush(stderr);
  on_screen = nullptr;
}

void clear_progress() {
  if (on_screen != nullptr) on_screen->clear();
}

}  // namespace cli
