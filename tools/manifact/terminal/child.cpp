#include "terminal/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"

extern char **environ;

namespace cli {
namespace {

constexpr int between_checks = 100;            // ms
constexpr std::size_t longest_errors = 4'096;  // of standard error

bool is_again() { return errno == EINTR || errno == EAGAIN; }

// Writes what is left of the input; a command need not read it all.
void feed(OpenFile &to, std::string_view &input) {
  const ssize_t count = ::write(to.number, input.data(), input.size());
  if (count < 0 && is_again()) return;
  if (count > 0) input.remove_prefix(static_cast<std::size_t>(count));
  if (count < 0 || input.empty()) to.close();
}

// Appends what is there, up to `most` bytes; what is beyond is read and forgotten. Returns the
// number of bytes, 0 at the end.
std::size_t drain(OpenFile &from, std::string &text, std::size_t most) {
  char block[1 << 14];
  const ssize_t count = ::read(from.number, block, sizeof block);
  if (count < 0 && is_again()) return 1;
  if (count <= 0) {
    from.close();
    return 0;
  }
  const auto size = static_cast<std::size_t>(count);
  text.append(block, std::min(size, most - std::min(most, text.size())));
  return size;
}

}  // namespace

bool cut_words(std::string_view command, std::vector<std::string> &words) {
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
  return quote == '\0';
}

void OpenFile::close() {
  if (number >= 0) ::close(number);
  number = -1;
}

Pipe::Pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Failure(std::string("cannot make a pipe: ") + std::strerror(errno));
  out.number = ends[0];
  in.number = ends[1];
}

Patience::Patience(double seconds, const std::atomic<bool> &stop_all)
    : due(Clock::now() +
          std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
      stop(stop_all) {}

Child::Child(std::vector<std::string> words, int input, int output, int errors,
             const std::string &place) {
  std::vector<char *> arguments;
  for (std::string &word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = start(arguments.data(), input, output, errors);
  if (error != 0)
    throw Failure(place + ": cannot run " + words.front() + ": " + std::strerror(error));
}

Child::~Child() {
  if (is_running_) finish();
}

// Kills the processes that are still running.
void Child::finish() {
  int status = 0;
  remove_running_group(id_);
  ::kill(-id_, SIGKILL);
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  is_running_ = false;
}

bool Child::wait(const Patience &patience, int &status) {
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

// Starts it in its own process group, with the default handling of signals that this program
// ignores.
int Child::start(char **arguments, int input, int output, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  const auto give = [&](int from, int to, int flags) {
    if (from < 0)
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", flags, 0);
    else
      posix_spawn_file_actions_adddup2(&actions, from, to);
  };
  give(input, STDIN_FILENO, O_RDONLY);
  give(output, STDOUT_FILENO, O_WRONLY);
  give(errors, STDERR_FILENO, O_WRONLY);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP}) sigaddset(&defaults, signal);
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

std::string exit_reason(int status) {
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : "exit code " + std::to_string(WEXITSTATUS(status));
}

Answer answer_of(const std::vector<std::string> &words, std::string_view input, std::size_t most,
                 double seconds, const std::atomic<bool> &stop, const std::string &place) {
  Pipe to, from, errors;
  Child child(words, to.out.number, from.in.number, errors.in.number, place);
  for (OpenFile *end : {&to.out, &from.in, &errors.in}) end->close();
  ::fcntl(to.in.number, F_SETFL, O_NONBLOCK);
  if (input.empty()) to.in.close();
  const Patience patience(seconds, stop);
  Answer answer;
  std::size_t read = 0;
  while (from.out.number >= 0 && read <= most && !(answer.is_late = patience.is_over())) {
    stop_if_interrupted();
    // A closed descriptor is -1, which poll() leaves out.
    pollfd waiting[] = {
        {from.out.number, POLLIN, 0}, {errors.out.number, POLLIN, 0}, {to.in.number, POLLOUT, 0}};
    if (::poll(waiting, 3, between_checks) <= 0) continue;
    if (waiting[2].revents != 0) feed(to.in, input);
    if (waiting[1].revents != 0) drain(errors.out, answer.errors, longest_errors);
    if (waiting[0].revents != 0) read += drain(from.out, answer.text, most);
  }
  to.in.close();
  int status = 0;
  if (read > most)
    answer.reason = "more than " + counted(static_cast<std::int64_t>(most), "byte");
  else if (!answer.is_late && child.wait(patience, status))
    answer.reason = exit_reason(status);
  else
    answer.is_late = true;
  if (answer.is_late) answer.reason = "not finished after " + short_number(seconds) + " s";
  return answer;
}

}  // namespace cli
