#include "output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "failure.hpp"
#include "interrupts.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

Failure cannot_write(const std::string &path, int error) {
  if (error == EPIPE) return Failure("");
  return Failure("cannot write " + path + ": " + std::strerror(error));
}

// Closes what it holds.
struct Descriptor {
  int fd;
  explicit Descriptor(int number) : fd(number) {}
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
};

// 0, or the error number. Ctrl-C stops between two pieces.
int write_all(int fd, const char *data, std::size_t size) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  while (size > 0) {
    if (interrupted()) return EINTR;
    const ssize_t written = ::write(fd, data, size < piece ? size : piece);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

void write_and_close(Descriptor &file, std::string_view text, const std::string &path) {
  int error = write_all(file.fd, text.data(), text.size());
  if (::close(std::exchange(file.fd, -1)) != 0 && error == 0) error = errno;  // a network disk tells of a full disk here
  stop_if_interrupted();
  if (error != 0) throw cannot_write(path, error);
}

fs::path directory_of(const fs::path &path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

bool is_there(const fs::path &path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// A hidden name in `directory` that nobody uses, taken by `make`, which returns < 0 and errno when it cannot. "" and errno on failure.
template <class Make>
fs::path take_name(const fs::path &directory, Make make) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    const fs::path path = directory / (".manifact-" + std::to_string(::getpid()) + '-' + std::to_string(attempt));
    if (make(path.c_str()) >= 0) return path;
    if (errno != EEXIST) return {};
  }
  return {};
}

// Throws when it can already be told that nothing can be written in the directory, or that it cannot be made.
void require_writable_directory(const fs::path &path) {
  fs::path place = path;
  while (!is_there(place) && place != directory_of(place)) place = directory_of(place);
  std::error_code ignored;
  if (!fs::is_directory(place, ignored)) throw Failure("cannot write " + path.string() + ": " + place.string() + " is not a directory");
  if (::access(place.c_str(), W_OK | X_OK) != 0) throw cannot_write(path.string(), errno);
}

}  // namespace

void print(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text.data(), text.size());
  stop_if_interrupted();
  if (error != 0) throw cannot_write("standard output", error);
}

void write_file(const std::string &path, std::string_view text) {
  if (path == "-" || path == "/dev/stdout") return print(text);
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.fd < 0) throw cannot_write(path, errno);
    return write_and_close(file, text, path);
  }
  const fs::path target = fs::exists(status) ? fs::canonical(path, ignored) : fs::path(path);  // a link stays a link
  Descriptor file(-1);
  const fs::path aside = take_name(
      directory_of(target), [&file](const char *name) { return file.fd = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
  if (file.fd < 0) throw cannot_write(path, errno);
  const auto remove_aside = [aside] { ::unlink(aside.c_str()); };
  set_sweep(remove_aside);
  try {
    write_and_close(file, text, path);
    if (std::rename(aside.c_str(), target.c_str()) != 0) throw cannot_write(path, errno);
  } catch (...) {
    remove_aside();
    set_sweep({});
    throw;
  }
  set_sweep({});
}

void require_writable_file(const std::string &path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) throw cannot_write(path, EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) return;  // a device or a pipe, written to in place
  const fs::path place = directory_of(path);
  if (!fs::is_directory(place, ignored)) throw cannot_write(path, is_there(place) ? ENOTDIR : ENOENT);
  if (::access(place.c_str(), W_OK | X_OK) != 0) throw cannot_write(path, errno);
}

void refuse_overwriting(const std::vector<std::string> &outputs, const std::vector<std::string> &inputs) {
  struct stat output_info {}, input_info {};
  for (const std::string &output : outputs) {
    if (output == "-" || ::stat(output.c_str(), &output_info) != 0 || !S_ISREG(output_info.st_mode)) continue;
    for (const std::string &input : inputs) {
      if (input == "-" || ::stat(input.c_str(), &input_info) != 0) continue;
      if (output_info.st_dev == input_info.st_dev && output_info.st_ino == input_info.st_ino)
        throw Failure("the output " + output + " would overwrite the input " + input + "; -o takes another name");
    }
  }
}

void refuse_dash(const std::string &path, const char *reason) {
  if (path == "-") throw Failure(std::string("-o - is not taken: ") + reason);
}

ResultDirectory::ResultDirectory(const std::string &path) : target_(fs::path(path).lexically_normal()) {
  if (path.empty()) throw Failure("the name of the output directory is empty");
  if (!target_.has_filename()) target_ = directory_of(target_);  // "out/" is "out"
  require_writable_directory(target_);
}

ResultDirectory::~ResultDirectory() {
  set_sweep({});
  discard();
}

void ResultDirectory::open() {
  is_new_ = !is_there(target_);
  std::vector<fs::path> missing;
  for (fs::path parent = directory_of(target_); is_new_ && !is_there(parent); parent = directory_of(parent)) missing.push_back(parent);
  set_sweep([this] { discard(); });
  while (!missing.empty()) {
    if (::mkdir(missing.back().c_str(), 0777) != 0) throw cannot_write(target_.string(), errno);
    made_.push_back(missing.back());
    missing.pop_back();
  }
  aside_ = take_name(is_new_ ? directory_of(target_) : target_, [](const char *name) { return ::mkdir(name, 0777); });
  if (aside_.empty()) throw cannot_write(target_.string(), errno);
}

int ResultDirectory::create(const char *name) {
  const int fd = ::open((aside_ / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) throw cannot_write((target_ / name).string(), errno);
  names_.emplace_back(name);
  return fd;
}

void ResultDirectory::write(const char *name, std::string_view text) {
  Descriptor file(create(name));
  write_and_close(file, text, (target_ / name).string());
}

void ResultDirectory::write_matrix(const char *name, manifact_context *context, const manifact_matrix *matrix) {
  const int status = manifact_matrix_write(context, matrix, (aside_ / name).c_str());
  stop_if_interrupted();
  if (status < 0) throw Failure("cannot write " + (target_ / name).string() + ": " + manifact_context_message(context));
  names_.emplace_back(name);
}

void ResultDirectory::write_model(const char *name, manifact_context *context, const manifact_model *model) {
  struct Sink {
    int fd;
    int error;
  };
  Descriptor file(create(name));
  Sink sink{file.fd, 0};
  const auto take = [](void *user, const void *data, std::size_t size) {
    Sink &to = *static_cast<Sink *>(user);
    to.error = write_all(to.fd, static_cast<const char *>(data), size);
    return to.error == 0 ? 0 : 1;
  };
  const int status = manifact_model_write(context, model, take, &sink);
  stop_if_interrupted();
  if (sink.error != 0) throw cannot_write((target_ / name).string(), sink.error);
  if (status < 0) throw Failure(manifact_context_message(context), internal_failure);
  write_and_close(file, "", (target_ / name).string());
}

void ResultDirectory::commit() {
  const auto hold = hold_interrupts();
  stop_if_interrupted();
  if (is_new_) {
    if (std::rename(aside_.c_str(), target_.c_str()) != 0) throw cannot_write(target_.string(), errno);
    aside_.clear();
  } else {
    replace_files();
  }
  made_.clear();
}

// The old files are kept aside until the last new one is in its place, and put back when one cannot be.
void ResultDirectory::replace_files() {
  std::size_t count = 0;
  int error = 0;
  const auto old = [this](const std::string &name) { return aside_ / (name + ".old"); };
  for (; count < names_.size() && error == 0; ++count) {
    const fs::path place = target_ / names_[count];
    std::error_code ignored;
    if (fs::is_directory(fs::symlink_status(place, ignored))) error = EISDIR;
    if (error == 0 && std::rename(place.c_str(), old(names_[count]).c_str()) != 0 && errno != ENOENT) error = errno;
    if (error == 0 && std::rename((aside_ / names_[count]).c_str(), place.c_str()) != 0) error = errno;
  }
  if (error == 0) return;
  const fs::path culprit = target_ / names_[count - 1];
  while (count-- > 0) {
    const fs::path place = target_ / names_[count];
    const bool was_replaced = !is_there(aside_ / names_[count]);
    if (was_replaced) ::unlink(place.c_str());
    std::rename(old(names_[count]).c_str(), place.c_str());
  }
  throw cannot_write(culprit.string(), error);
}

void ResultDirectory::discard() noexcept {
  std::error_code ignored;
  if (!aside_.empty()) fs::remove_all(aside_, ignored);
  for (; !made_.empty(); made_.pop_back()) ::rmdir(made_.back().c_str());
}

}  // namespace cli
