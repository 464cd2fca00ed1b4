#include "output/result_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "output/exchange.hpp"
#include "output/journal.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

// "cannot write 'HIDDEN': No space left on device" of the library, about the file that will be
// there. The library shortens long paths.
std::string with_target(const std::string &message, const std::string &target) {
  const auto end = message.rfind("': ");
  const bool names_hidden = message.starts_with("cannot write '") && end != std::string::npos;
  return "cannot write " + target + (names_hidden ? message.substr(end + 1) : ": " + message);
}

}  // namespace

ResultDirectory::ResultDirectory(const std::string &path, std::vector<std::string> results)
    : target_(fs::path(path).lexically_normal()), results_(std::move(results)) {
  if (path.empty()) throw Failure("the name of the output directory is empty");
  if (!target_.has_filename()) target_ = directory_of(target_);  // "out/" is "out"
  require_writable_directory(target_);
  std::error_code error;
  place_ = fs::weakly_canonical(target_, error);
  if (error || !place_.is_absolute()) place_ = fs::absolute(target_, error);
  Descriptor lock;
  if (is_there(place_)) lock = lock_folder(place_, target_);
  repair();
}

ResultDirectory::~ResultDirectory() {
  set_sweep({});
  discard();
}

void ResultDirectory::repair() const {
  if (!results_.empty()) clear_all_exchanged(place_, results_);
  if (is_there(place_)) complete_journals(place_);
}

void ResultDirectory::begin_journal() {
  hidden_ = HiddenFolder::make(place_, journal_stem);
  if (hidden_.empty()) throw cannot_write(target_.string(), errno);
  aside_ = hidden_.path() / "new";
}

void ResultDirectory::open() {
  is_new_ = !is_there(target_);
  std::vector<fs::path> missing;
  for (fs::path parent = directory_of(target_); is_new_ && !is_there(parent);
       parent = directory_of(parent))
    missing.push_back(parent);
  set_sweep([this] { discard(); });
  while (!missing.empty()) {
    if (::mkdir(missing.back().c_str(), 0777) != 0) throw cannot_write(target_.string(), errno);
    made_.push_back(missing.back());
    missing.pop_back();
  }
  if (!is_new_) {
    const Descriptor lock = lock_folder(place_, target_);  // so that no other run exchanges it now
    begin_journal();
    if (::mkdir(aside_.c_str(), 0777) != 0) throw cannot_write(target_.string(), errno);
    return;
  }
  hidden_ = HiddenFolder::make(directory_of(place_), exchange_stem(place_));
  if (hidden_.empty()) throw cannot_write(target_.string(), errno);
  aside_ = hidden_.path();
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

void ResultDirectory::write(const char *name, const Content &content) {
  Descriptor file(create(name));
  write_and_close(file, content, (target_ / name).string());
}

void ResultDirectory::write_by(const std::string &name,
                               const std::function<void(const std::string &)> &make) {
  const fs::path path = aside_ / name;
  names_.push_back(name);
  make(path.native());
  stop_if_interrupted();
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.fd < 0) throw cannot_write((target_ / name).string(), errno);
  write_and_close(file, "", (target_ / name).string());
}

void ResultDirectory::write_matrix(const char *name, manifact_context *context,
                                   const manifact_matrix *matrix) {
  const int status = manifact_matrix_write(context, matrix, (aside_ / name).c_str());
  stop_if_interrupted();
  if (status < 0)
    throw Failure(with_target(manifact_context_message(context), (target_ / name).string()));
  names_.emplace_back(name);
}

void ResultDirectory::drop(const std::string &name) {
  ::unlink((aside_ / name).c_str());
  names_.erase(std::remove(names_.begin(), names_.end(), name), names_.end());
}

void ResultDirectory::remove(const std::string &name) { removed_.push_back(name); }

void ResultDirectory::write_model(const char *name, manifact_context *context,
                                  const manifact_model *model) {
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
  if (!is_new_ || !commit_new()) commit_to_existing();
  made_.clear();
}

void ResultDirectory::commit_to_existing() {
  const Descriptor lock = lock_folder(place_, target_);  // the wait ends at Ctrl-C
  const auto hold = hold_interrupts();
  stop_if_interrupted();
  if (is_new_) move_to_journal(std::move(hidden_));
  repair();  // a run may have been killed after this one began
  for (const std::string &name : results_.empty() ? names_ : results_) {
    std::error_code ignored;
    if (fs::is_directory(fs::symlink_status(place_ / name, ignored)))
      throw cannot_write((target_ / name).string(), EISDIR);
  }
  if (results_.empty() || !commit_by_exchange()) commit_by_journal();
}

// False if another run has created the directory in the meantime.
bool ResultDirectory::commit_new() {
  const auto hold = hold_interrupts();
  stop_if_interrupted();
  if (const int error = sync_folder(aside_); error != 0)
    throw cannot_write(target_.string(), error);
  if (std::rename(aside_.c_str(), target_.c_str()) == 0) {
    sync_folder(directory_of(place_));
    for (const fs::path &folder : made_) sync_folder(directory_of(folder));
    hidden_.release();
    return true;
  }
  if (errno != EEXIST && errno != ENOTEMPTY) throw cannot_write(target_.string(), errno);
  return false;
}

void ResultDirectory::move_to_journal(HiddenFolder fresh) {
  try {
    begin_journal();
    if (std::rename(fresh.path().c_str(), aside_.c_str()) != 0)
      throw cannot_write(target_.string(), errno);
  } catch (...) {
    fresh.remove();
    throw;
  }
}

// If the exchange is impossible, returns false with the previous state restored.
bool ResultDirectory::commit_by_exchange() {
  HiddenFolder fresh;
  if (!HiddenFolder::take(aside_, directory_of(place_), exchange_stem(place_), fresh)) return false;
  hidden_.remove();
  Linked linked;
  if (exchange(fresh.path(), place_, results_, linked)) {
    clear_exchanged(fresh.path(), place_, results_, &linked);
    return true;
  }
  move_to_journal(std::move(fresh));
  return false;
}

void ResultDirectory::commit_by_journal() {
  std::vector<std::string> gone = removed_;
  for (const std::string &name : results_) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) gone.push_back(name);
  }
  put_in_place(hidden_.path(), place_, names_, gone);
  hidden_.remove();
}

// A journal that could be neither completed nor undone is left for the next run.
void ResultDirectory::discard() noexcept {
  if (hidden_.empty() || is_there(hidden_.path() / "ready")) {
    hidden_.release();
  } else {
    hidden_.remove();
  }
  for (; !made_.empty(); made_.pop_back()) ::rmdir(made_.back().c_str());
}

}  // namespace cli
