// Early termination of a command: an exit code and one sentence. Thrown, and caught in main() only.
#pragma once

#include <string>
#include <utility>

namespace cli {

// The documented exit codes.
enum Exit {
  succeeded = 0,
  bad_input = 1,
  numerical_failure = 2,
  internal_failure = 3,
  cancelled = 130
};

struct Failure {
  Exit code;
  std::string text;  // "" if nothing is printed, for example for a closed pipe

  explicit Failure(std::string sentence, Exit exit_code = bad_input)
      : code(exit_code), text(std::move(sentence)) {}
};

// Truncated or corrupt compressed data: one of many files is skipped.
struct Damaged : Failure {
  using Failure::Failure;
};

}  // namespace cli
