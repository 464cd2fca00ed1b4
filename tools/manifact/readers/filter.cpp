#include "readers/filter.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

extern char **environ;

namespace cli {
namespace {

using Clock = std::chrono::steady_clock;

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

// The end of the time of a filter, or of all filters.
struct Patience {
  Clock::time_point due;
  const std::atomic<bool> &stop;
  bool is_over() const { return stop || Clock::now() >= due; }
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
    remove_running_group(id_);
    ::kill(-id_, SIGKILL);
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    is_running_ = false;
    return status;
  }

  // Waits for the end until `due`; false if it still runs.
  bool wait(const Patience &patience, int &status) {
    for (;;) {
      stop_if_interrupted();
      const pid_t ended = ::waitpid(id_, &status, WNOHANG);
      if (ended == id_ || (ended < 0 && errno != EINTR)) {
        is_running_ = false;
        remove_running_group(id_);
        ::kill(-id_, SIGKILL);
        return true;
      }
      if (patience.is_over()) return false;
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
    if (is_running_) add_running_group(id_);
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
std::string read_all(int from, const Patience &patience, std::string &text, bool &is_late) {
  char block[1 << 16];
  for (;;) {
    stop_if_interrupted();
    is_late = patience.is_over();
    if (is_late) return "";
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

namespace {

Filtered run(const Filter &filter, const std::string &path, double limit,
             const std::atomic<bool> &stop) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Failure(std::string("cannot make a pipe: ") + std::strerror(errno));
  File from(ends[0]), to(ends[1]);
  // A name that begins with "-" is not an option.
  Child child(filter, path.starts_with('-') ? "./" + path : path, to.number);
  to.close();
  const Patience patience{Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(limit)),
                          stop};
  Filtered result;
  result.reason = read_all(from.number, patience, result.text, result.is_late);
  int status = 0;
  if (result.reason.empty() && !result.is_late) {
    from.close();
    result.is_late = !child.wait(patience, status);
    if (!result.is_late) result.reason = exit_reason(status);
  }
  if (result.is_late) result.reason = "not finished after " + short_number(limit) + " s";
  result.is_read = result.reason.empty();
  return result;
}

// A file of this content, removed at the end of the scope.
class TemporaryFile {
 public:
  TemporaryFile(std::string ending, std::string_view content) {
    std::replace(ending.begin(), ending.end(), '/', '_');
    std::error_code ignored;
    path_ =
        (std::filesystem::temp_directory_path(ignored) / ("manifact-XXXXXX." + ending)).native();
    const File file(::mkstemps(path_.data(), static_cast<int>(ending.size() + 1)));
    if (file.number < 0) throw Failure("cannot write " + path_ + ": " + std::strerror(errno));
    while (!content.empty()) {
      const ssize_t count = ::write(file.number, content.data(), content.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) {
        const int error = errno;
        ::unlink(path_.c_str());
        throw Failure(std::string("cannot write a temporary file: ") + std::strerror(error));
      }
      content.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  const std::string &path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

void FilterRuns::start(const Filter &filter, std::string path) {
  running_.push_back(std::async(std::launch::async, [this, &filter, path = std::move(path)] {
    return run(filter, path, limit_, stop_);
  }));
}

void FilterRuns::start_on(const Filter &filter, std::string content) {
  running_.push_back(std::async(std::launch::async, [this, &filter, content = std::move(content)] {
    const TemporaryFile file(filter.ending, content);
    return run(filter, file.path(), limit_, stop_);
  }));
}

Filtered FilterRuns::take() {
  std::future<Filtered> first = std::move(running_.front());
  running_.pop_front();
  return first.get();
}

}  // namespace cli
