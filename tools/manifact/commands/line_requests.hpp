// Lines that arrive one by one: each is a request of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "output/writing.hpp"
#include "readers/reading.hpp"

namespace cli {

// The lines of a file, a pipe or a terminal, as they come.
class ArrivingLines {
 public:
  struct Line {
    std::int64_t number = 0;  // from 1
    std::string text;
    bool is_too_long = false;  // its text is not kept
  };

  explicit ArrivingLines(const std::string &path);

  // Waits for a line, and returns it with those that have arrived too, at most `most`; none at the
  // end. Ctrl-C ends the wait. What begins as compressed data or UTF-16 is a Failure.
  std::vector<Line> next(std::size_t most);

  const std::string &name() const { return name_; }

 private:
  void begin();
  bool read_more();
  void take(std::vector<Line> &lines, std::size_t most);
  void add(std::vector<Line> &lines, std::size_t size);

  std::string name_;
  Descriptor file_;
  int fd_;
  std::string held_;
  std::size_t searched_ = 0;  // bytes of held_ without a line end
  std::int64_t number_ = 0;
  bool is_begun_ = false, is_skipping_ = false, is_at_end_ = false;
};

struct LineRequest {
  std::string id;             // "" without one
  std::string text;           // as assign reads it: without tags, masked words, repeated blocks
  std::string fields = {};    // of the text, separated by commas; "" of a line that is no JSON
  std::string id_field = {};  // "" without an id
};

// A JSON object of one line, with its fields, or a line of text. What is wrong is a Failure.
LineRequest request_in(std::string_view line, bool is_json, const Reading &reading);

struct LineNumbers {
  std::string id;  // of an object; "" without one
  std::vector<double> numbers;
};

// Numbers between blanks, commas, semicolons or tabs, a JSON array of them, or an object with such
// an array in the field of the model; `expected` many.
LineNumbers numbers_in(std::string_view line, std::int64_t expected, const Reading &reading);

}  // namespace cli
