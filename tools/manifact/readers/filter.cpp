#include "readers/filter.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

extern char **environ;

namespace cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds longest_run{60};
constexpr std::size_t longest_text = std::size_t{1} << 28;
constexpr int between_checks = 100;  // ms

Failure malformed(const std::string &text, const char *reason) {
  return Failure("--filter " + text + ": " + reason + ", as in --filter pdf='pdftotext {} -'");
}

std::vector<std::string> words_of(const std::string &command, const std::string &text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (const char c : command) {
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        words.back() += c;
      }
      continue;
    }
    if (c == ' ' || c == '\t') {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '"' || c == '\'') {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') throw malformed(text, "a quote is not closed");
  return words;
}

// A file descriptor, closed at the end of the scope.
struct File {
  int number = -1;
  explicit File(int file) : number(file) {}
  ~File() { close(); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  void close() {
    if (number >= 0) ::close(number);
    number = -1;
  }
};

// A running program and all that it starts, killed at the end of the scope.
class Child {
 public:
  Child(const Filter &filter, const std::string &path, int output) {
    std::vector<std::string> words = filter.command;
    for (std::string &word : words) {
      for (std::size_t at = 0; (at = word.find("{}", at)) != std::string::npos; at += path.size())
        word.replace(at, 2, path);
    }
    std::vector<char *> arguments;
    for (std::string &word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error = start(arguments.data(), output);
    if (error != 0)
      throw Failure("--filter " + filter.ending + ": cannot run " + words.front() + ": " +
                    std::strerror(error));
  }
  ~Child() {
    if (is_running_) finish();
  }
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;

  // Kills the processes that are still running, and returns the status.
  int finish() {
    int status = 0;
    set_running_group(0);
    ::kill(-id_, SIGKILL);
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    is_running_ = false;
    return status;
  }

  // Waits for the end until `due`; false if it still runs.
  bool wait(Clock::time_point due, int &status) {
    for (;;) {
      stop_if_interrupted();
      const pid_t ended = ::waitpid(id_, &status, WNOHANG);
      if (ended == id_ || (ended < 0 && errno != EINTR)) {
        is_running_ = false;
        set_running_group(0);
        ::kill(-id_, SIGKILL);
        return true;
      }
      if (Clock::now() >= due) return false;
      ::usleep(1000);
    }
  }

 private:
  // Starts it in its own process group, with the default handling of signals that this program
  // ignores.
  int start(char **arguments, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP})
      sigaddset(&defaults, signal);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawnp(&id_, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    is_running_ = error == 0;
    if (is_running_) set_running_group(id_);
    return error;
  }

  pid_t id_ = 0;
  bool is_running_ = false;
};

std::string exit_reason(int status) {
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : "exit code " + std::to_string(WEXITSTATUS(status));
}

// Reads to the end of the output; returns "", or the reason why it was not reached.
std::string read_all(int from, Clock::time_point due, std::string &text) {
  char block[1 << 16];
  for (;;) {
    stop_if_interrupted();
    if (Clock::now() >= due)
      return "not finished after " + std::to_string(longest_run.count()) + " s";
    pollfd waiting{from, POLLIN, 0};
    if (::poll(&waiting, 1, between_checks) <= 0) continue;
    const ssize_t count = ::read(from, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::strerror(errno);
    if (count == 0) return "";
    if (text.size() + static_cast<std::size_t>(count) > longest_text) return "more than 256 MB";
    text.append(block, static_cast<std::size_t>(count));
  }
}

}  // namespace

Filter filter_of(const std::string &text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw malformed(text, "expected EXTENSION=COMMAND");
  Filter filter{text.substr(0, equals), words_of(text.substr(equals + 1), text)};
  if (filter.ending.front() == '.') filter.ending.erase(0, 1);
  for (char &c : filter.ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (filter.ending.empty() || filter.command.empty() || filter.command.front().empty())
    throw malformed(text, "expected EXTENSION=COMMAND");
  if (std::none_of(filter.command.begin(), filter.command.end(),
                   [](const std::string &word) { return word.find("{}") != std::string::npos; }))
    throw malformed(text, "the command must contain {}, which stands for the file");
  return filter;
}

const Filter *filter_for(const std::vector<Filter> &filters, std::string_view name) {
  std::string lower(name);
  for (char &c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const Filter &filter : filters) {
    if (lower.ends_with('.' + filter.ending)) return &filter;
  }
  return nullptr;
}

Filtered run_filter(const Filter &filter, const std::string &path) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Failure(std::string("cannot make a pipe: ") + std::strerror(errno));
  File from(ends[0]), to(ends[1]);
  // A name that begins with "-" is not an option.
  Child child(filter, path.starts_with('-') ? "./" + path : path, to.number);
  to.close();
  const Clock::time_point due = Clock::now() + longest_run;
  Filtered result;
  result.reason = read_all(from.number, due, result.text);
  int status = 0;
  if (result.reason.empty()) {
    from.close();
    result.reason = child.wait(due, status) ? exit_reason(status) : "not finished in time";
  }
  result.is_read = result.reason.empty();
  return result;
}

Filtered run_filter_on(const Filter &filter, std::string_view content) {
  std::error_code ignored;
  std::string path = (std::filesystem::temp_directory_path(ignored) / "manifact-XXXXXX").native();
  const File file(::mkstemp(path.data()));
  if (file.number < 0) throw Failure("cannot write " + path + ": " + std::strerror(errno));
  ::unlink(path.c_str());
  while (!content.empty()) {
    const ssize_t count = ::write(file.number, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw Failure(std::string("cannot write a temporary file: ") + std::strerror(errno));
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return run_filter(filter, "/dev/fd/" + std::to_string(file.number));
}

}  // namespace cli
