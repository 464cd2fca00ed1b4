// What a person types: single keys on a terminal, else the lines of a pipe or a file.
#pragma once

#include <optional>
#include <string>

namespace cli {

class Keys {
 public:
  Keys();

  bool is_terminal() const { return is_terminal_; }

  // One key, as a character, or a line without its end; none at the end of the input. A Failure
  // after Ctrl-C.
  std::optional<std::string> key();
  std::optional<std::string> line();

 private:
  // Reads what is there; false at the end.
  bool fill();
  std::optional<std::string> line_of_buffer();

  bool is_terminal_;
  std::string typed_;
  bool is_ended_ = false;
};

}  // namespace cli
