// Programs that convert a file to text: --filter pdf='pdftotext {} -'.
#pragma once

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
  std::string text;    // the standard output of the program
  std::string reason;  // if it is not read: "exit code 1", "not finished after 60 s"
};

// Runs the filter on a file. A Failure if the program cannot be started; it is killed at Ctrl-C.
Filtered run_filter(const Filter &filter, const std::string &path);

// The same for bytes that are not in a file: they are passed in an unnamed file.
Filtered run_filter_on(const Filter &filter, std::string_view content);

}  // namespace cli
