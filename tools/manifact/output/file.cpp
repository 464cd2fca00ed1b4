#include "output/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "output/writing.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/progress.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

// An unused hidden name in `directory`, created by `make`, which returns < 0 with errno set on
// failure. "" with errno set on failure.
template <class Make>
fs::path take_name(const fs::path &directory, Make make) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    fs::path path =
        directory / (".manifact-" + std::to_string(::getpid()) + '-' + std::to_string(attempt));
    if (make(path.c_str()) >= 0) return path;
    if (errno != EEXIST) return {};
  }
  return {};
}

// A file that replaces another one may be read and written by those who could the earlier one.
void keep_permissions(const Descriptor &file, const fs::path &replaced) {
  struct stat info;
  if (::stat(replaced.c_str(), &info) != 0) return;
  // Only the owner of both may do this.
  if (::fchown(file.fd, info.st_uid, info.st_gid) == 0 || info.st_uid == ::geteuid())
    (void)::fchmod(file.fd, info.st_mode & 0777);
}

// Files that may not be written are not replaced either.
void require_replaceable(const std::string &path, const fs::file_status &status) {
  if (fs::exists(status) && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    throw cannot_write(path, errno);
}

void print_content(const Content &content) {
  clear_progress();
  const int error = content(STDOUT_FILENO);
  stop_if_interrupted();
  if (error != 0) throw cannot_write("standard output", error);
}

}  // namespace

void print(std::string_view text) { print_content(content_of(text)); }

void write_file(const std::string &path, std::string_view text) {
  write_file(path, content_of(text));
}

void write_file(const std::string &path, const Content &content) {
  if (path == "-" || path == "/dev/stdout") return print_content(content);
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.fd < 0) throw cannot_write(path, errno);
    return write_and_close(file, content, path);
  }
  require_replaceable(path, status);
  const fs::path target =
      fs::exists(status) ? fs::canonical(path, ignored) : fs::path(path);  // a link stays a link
  Descriptor file(-1);
  const fs::path aside = take_name(directory_of(target), [&file](const char *name) {
    return file.fd = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  });
  if (file.fd < 0) throw cannot_write(path, errno);
  keep_permissions(file, target);
  const auto remove_aside = [aside] { ::unlink(aside.c_str()); };
  set_sweep(remove_aside);
  try {
    write_and_close(file, content, path);
    if (std::rename(aside.c_str(), target.c_str()) != 0) throw cannot_write(path, errno);
  } catch (...) {
    remove_aside();
    set_sweep({});
    throw;
  }
  set_sweep({});
}

void write_file_by(const std::string &path, const std::function<void(const std::string &)> &make) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Failure("cannot write " + path + ": a spreadsheet or a database is written to a file");
  require_replaceable(path, status);
  const fs::path target = fs::exists(status) ? fs::canonical(path, ignored) : fs::path(path);
  const fs::path folder =
      take_name(directory_of(target), [](const char *name) { return ::mkdir(name, 0700); });
  if (folder.empty()) throw cannot_write(path, errno);
  const auto remove_folder = [folder] {
    std::error_code unused;
    fs::remove_all(folder, unused);
  };
  set_sweep(remove_folder);
  try {
    const fs::path aside = folder / target.filename();
    make(aside.native());
    stop_if_interrupted();
    Descriptor file(::open(aside.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.fd < 0) throw cannot_write(path, errno);
    keep_permissions(file, target);
    write_and_close(file, "", path);
    if (std::rename(aside.c_str(), target.c_str()) != 0) throw cannot_write(path, errno);
  } catch (...) {
    remove_folder();
    set_sweep({});
    throw;
  }
  remove_folder();
  set_sweep({});
}

void require_writable_file(const std::string &path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) throw cannot_write(path, EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status))
    return;  // a device or a pipe is written in place
  const fs::path place = directory_of(path);
  if (!fs::is_directory(place, ignored))
    throw cannot_write(path, is_there(place) ? ENOTDIR : ENOENT);
  if (::access(place.c_str(), W_OK | X_OK) != 0) throw cannot_write(path, errno);
}

void refuse_overwriting(const std::vector<std::string> &outputs,
                        const std::vector<std::string> &inputs) {
  struct stat output_info {
  }, input_info{};
  for (const std::string &output : outputs) {
    if (output == "-" || ::stat(output.c_str(), &output_info) != 0 || !S_ISREG(output_info.st_mode))
      continue;
    for (const std::string &input : inputs) {
      if (input == "-" || ::stat(input.c_str(), &input_info) != 0) continue;
      if (output_info.st_dev == input_info.st_dev && output_info.st_ino == input_info.st_ino)
        throw Failure("the output " + output + " would overwrite the input " + input +
                      "; choose another name for -o");
    }
  }
}

void refuse_dash(const std::string &path, const char *reason) {
  if (path == "-") throw Failure(std::string("-o - is not supported: ") + reason);
}

}  // namespace cli
