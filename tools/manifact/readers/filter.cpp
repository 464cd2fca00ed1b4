#include "readers/filter.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "terminal/child.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 28;
constexpr int between_checks = 100;  // ms

Failure malformed(const std::string &text, const char *reason) {
  return Failure("--filter " + text + ": " + reason + ", as in --filter pdf='pdftotext {} -'");
}

std::vector<std::string> words_of(const std::string &command, const std::string &text) {
  std::vector<std::string> words;
  if (!cut_words(command, words)) throw malformed(text, "a quote is not closed");
  return words;
}

// The words of the command for a file.
std::vector<std::string> words_for(const Filter &filter, const std::string &path) {
  std::vector<std::string> words = filter.command;
  for (std::string &word : words)
    for (std::size_t at = 0; (at = word.find("{}", at)) != std::string::npos; at += path.size())
      word.replace(at, 2, path);
  return words;
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
  Pipe pipe;
  // A name that begins with "-" is not an option.
  Child child(words_for(filter, path.starts_with('-') ? "./" + path : path), -1, pipe.in.number, -1,
              "--filter " + filter.ending);
  pipe.in.close();
  const Patience patience(limit, stop);
  Filtered result;
  result.reason = read_all(pipe.out.number, patience, result.text, result.is_late);
  int status = 0;
  if (result.reason.empty() && !result.is_late) {
    pipe.out.close();
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
    const OpenFile file(::mkstemps(path_.data(), static_cast<int>(ending.size() + 1)));
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
