// Programs that convert a file to text: --filter pdf='pdftotext {} -'.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <string>
#include <string_view>
#include <vector>

#include "readers/reading.hpp"

namespace cli {

// "pdf=pdftotext {} -" as a filter. The command is cut into words at blanks, outside of quotes; no
// shell reads it.
Filter filter_of(const std::string &text);

// The filter for a name, by its ending; null if there is none.
const Filter *filter_for(const std::vector<Filter> &filters, std::string_view name);

struct Filtered {
  bool is_read = false;
  bool is_late = false;  // it was not finished in time
  std::string text;      // the standard output of the program
  std::string reason;    // if it is not read: "exit code 1", "not finished after 60 s"
};

// Filters that run at the same time, each in its own thread; their results are taken in the order
// in which they were started. At the end of the scope those that still run are killed.
class FilterRuns {
 public:
  explicit FilterRuns(const Reading &reading)
      : limit_(reading.filter_seconds), most_(static_cast<std::size_t>(reading.filter_threads)) {}
  ~FilterRuns() { stop_ = true; }
  FilterRuns(const FilterRuns &) = delete;
  FilterRuns &operator=(const FilterRuns &) = delete;

  bool is_full() const { return running_.size() >= most_; }

  // On a file.
  void start(const Filter &filter, std::string path);
  // On bytes, which become a temporary file whose name has the ending of the filter: programs
  // recognize formats by it.
  void start_on(const Filter &filter, std::string content);

  // Of the first one that was started and not taken. A Failure if the program cannot be started, or
  // after Ctrl-C.
  Filtered take();

 private:
  double limit_;  // seconds
  std::size_t most_;
  std::atomic<bool> stop_{false};
  std::deque<std::future<Filtered>> running_;  // destroyed first, which waits for them
};

}  // namespace cli
