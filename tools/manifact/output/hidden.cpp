#include "output/hidden.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <thread>

#include "terminal/interrupts.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

enum class Held { by_us, by_another, unknown };

bool is_same(const fs::path &path, int fd) {
  struct stat there {
  }, held{};
  return ::stat(path.c_str(), &there) == 0 && ::fstat(fd, &held) == 0 &&
         there.st_dev == held.st_dev && there.st_ino == held.st_ino;
}

// The lock is valid only if the folder still has this name.
Held lock(const fs::path &path, Descriptor &out) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.fd < 0) return errno == ENOENT ? Held::by_another : Held::unknown;
  if (::flock(folder.fd, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? Held::by_another : Held::unknown;
  if (!is_same(path, folder.fd)) return Held::by_another;
  out = std::move(folder);
  return Held::by_us;
}

std::string name_of(const std::string &stem, int number) {
  return stem + '-' + std::to_string(::getpid()) + '-' + std::to_string(number);
}

// "<stem>-17-0"
bool is_name(std::string_view name, std::string_view stem) {
  if (name.substr(0, stem.size()) != stem) return false;
  name.remove_prefix(stem.size());
  const auto number = [&name] {
    if (name.size() < 2 || name.front() != '-') return false;
    const std::size_t end = std::min(name.find_first_not_of("0123456789", 1), name.size());
    name.remove_prefix(end);
    return end > 1;
  };
  return number() && number() && name.empty();
}

bool is_of(const fs::path &path, Owner owner) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
         (info.st_uid == ::geteuid()) == (owner == Owner::us);
}

constexpr int most_names = 100;

}  // namespace

HiddenFolder HiddenFolder::make(const fs::path &directory, const std::string &stem) {
  for (int number = 0; number < most_names; ++number) {
    const fs::path path = directory / name_of(stem, number);
    if (::mkdir(path.c_str(), 0777) != 0) {
      if (errno != EEXIST) return {};
      continue;
    }
    Descriptor held;
    if (lock(path, held) != Held::by_another) return {path, std::move(held)};
  }
  return {};
}

std::vector<HiddenFolder> HiddenFolder::leftovers(const fs::path &directory,
                                                  const std::string &stem, Owner owner) {
  std::vector<HiddenFolder> found;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const fs::path path = entry->path();
    Descriptor held;
    if (is_name(path.filename().native(), stem) && is_of(path, owner) &&
        lock(path, held) == Held::by_us)
      found.push_back({path, std::move(held)});
  }
  return found;
}

bool HiddenFolder::take(const fs::path &from, const fs::path &directory, const std::string &stem,
                        HiddenFolder &out) {
  Descriptor held;
  if (lock(from, held) == Held::by_another) return false;
  for (int number = 0; number < most_names; ++number) {
    const fs::path path = directory / name_of(stem, number);
    struct stat info {};
    if (::lstat(path.c_str(), &info) == 0)
      continue;  // the name contains the process id, so no other process takes it in the meantime
    if (std::rename(from.c_str(), path.c_str()) != 0) return false;
    out = {path, std::move(held)};
    return true;
  }
  return false;
}

void HiddenFolder::remove() noexcept {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  release();
}

Descriptor lock_folder(const fs::path &folder, const fs::path &shown) {
  using namespace std::chrono_literals;
  for (auto waited = 0ms; waited < 60s; waited += 20ms) {
    stop_if_interrupted();
    Descriptor held(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (held.fd < 0) return held;
    if (::flock(held.fd, LOCK_EX | LOCK_NB) == 0) {
      if (is_same(folder, held.fd)) return held;
    } else if (errno != EWOULDBLOCK) {
      return held;
    } else {
      std::this_thread::sleep_for(20ms);
    }
  }
  throw Failure("cannot write " + shown.string() + ": it is locked by another run");
}

}  // namespace cli
