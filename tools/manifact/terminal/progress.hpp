// The progress bar: one line on standard error, shown only on a terminal and erased when the work
// is done.
#pragma once

#include <manifact/manifact.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

namespace cli {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // `quiet` hides it even on a terminal.
  explicit Progress(bool quiet);
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  // The stage name for long calls of the context, instead of those of the library; `in_bytes`: the
  // progress is counted in bytes.
  void enter(const char *stage, bool in_bytes = false);

  // While a solver runs, the stages are those of the solver.
  void follow() {
    is_followed_ = true;
    is_own_ = false;
  }

  // A stage of the program itself, updated only by advance(); progress reported by the library
  // meanwhile is not shown.
  void begin(const char *stage, bool in_bytes);
  void advance(std::int64_t done, std::int64_t total) {
    step(done, total, std::numeric_limits<double>::quiet_NaN());
  }  // total 0: unknown

  // Erases the line.
  void clear();

  // A manifact_progress_fn; `user` is the Progress. Requests a stop after Ctrl-C, whether the bar
  // is shown or not.
  static int report(void *user, const char *stage, std::int64_t done, std::int64_t total,
                    double objective, double change);

 private:
  void see(const char *stage);
  void step(std::int64_t done, std::int64_t total, double objective);
  void draw(const std::string &line);

  bool shown_;
  bool is_followed_ = false;
  const char *stage_ = "";
  bool in_bytes_ = false;
  bool is_own_ = false;
  Clock::time_point began_ = Clock::now();  // start of the stage
  Clock::time_point due_;                   // time of the next redraw
  std::size_t drawn_ = 0;                   // columns on the screen to erase
};

// Erases the bar that is drawn, if there is one. Whatever writes to the terminal calls it before.
void clear_progress();

// The parts of the line, as functions of plain values.
std::string progress_line(const std::string &stage, std::int64_t done, std::int64_t total,
                          double seconds, bool in_bytes, double objective, std::size_t columns);

}  // namespace cli
