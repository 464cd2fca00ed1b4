// Programs that are started without a shell: --filter, --title-command.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// The words of a command: it is cut at blanks, and '...' and "..." hold blanks. Nothing else has a
// meaning, as no shell reads it. False if a quote is not closed.
bool cut_words(std::string_view command, std::vector<std::string> &words);

// A file descriptor, closed at the end of the scope.
struct OpenFile {
  int number = -1;
  explicit OpenFile(int file = -1) : number(file) {}
  ~OpenFile() { close(); }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;
  void close();
};

// Two ends that no other child inherits; a Failure if there is none.
struct Pipe {
  OpenFile out, in;  // to read from, to write to
  Pipe();
};

// The end of the time of a child, or of all children.
struct Patience {
  using Clock = std::chrono::steady_clock;

  Clock::time_point due;
  const std::atomic<bool> &stop;

  Patience(double seconds, const std::atomic<bool> &stop_all);
  bool is_over() const { return stop || Clock::now() >= due; }
};

// A running program and all that it starts, killed at the end of the scope, and by Ctrl-C.
class Child {
 public:
  // input, output, errors: descriptors of this process; -1: /dev/null. A Failure, which begins with
  // `place`, if the program cannot be run.
  Child(std::vector<std::string> words, int input, int output, int errors,
        const std::string &place);
  ~Child();
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;

  // Waits for the end; false if it still runs when patience is over. A Failure after Ctrl-C.
  bool wait(const Patience &patience, int &status);

 private:
  int start(char **arguments, int input, int output, int errors);
  void finish();

  pid_t id_ = 0;
  bool is_running_ = false;
};

// "exit code 1", "signal 9"; "" for success.
std::string exit_reason(int status);

// What a child wrote.
struct Answer {
  std::string text;
  std::string errors;  // the beginning of its standard error
  std::string
      reason;  // why there is none: "exit code 1", "not finished after 60 s"; "" if there is
  bool is_late = false;
};

// Runs the command with this standard input to its end, and reads at most `most` bytes.
Answer answer_of(const std::vector<std::string> &words, std::string_view input, std::size_t most,
                 double seconds, const std::atomic<bool> &stop, const std::string &place);

}  // namespace cli
