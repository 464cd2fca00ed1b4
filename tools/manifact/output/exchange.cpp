#include "output/exchange.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "output/journal.hpp"

#ifdef __linux__
#include <sys/xattr.h>
#endif

namespace cli {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_others = 1000;  // a folder with more files is not a results folder
constexpr std::size_t longest_name = 200;  // of the 255 bytes allowed for a name

bool is_same(const fs::path &left, const fs::path &right) {
  struct stat one {
  }, other{};
  return ::lstat(left.c_str(), &one) == 0 && ::lstat(right.c_str(), &other) == 0 &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool is_linked(const fs::path &path, const Linked &linked) {
  const auto found = linked.find(path.filename().native());
  struct stat info {};
  return found != linked.end() && ::lstat(path.c_str(), &info) == 0 &&
         found->second == std::pair(info.st_dev, info.st_ino);
}

bool holds(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_hidden_of_ours(std::string_view name) {
  const std::string_view stem = journal_stem;
  return name.substr(0, stem.size()) == stem;
}

// An exchange would lose access control lists and similar attributes. Those of the security policy
// are set again by the system.
bool has_attributes(const fs::path &folder) {
#ifdef __linux__
  char names[1024];
  const ssize_t size = ::listxattr(folder.c_str(), names, sizeof names);
  if (size < 0) return errno == ERANGE;
  constexpr std::string_view policy = "security.";
  std::string_view rest(names, static_cast<std::size_t>(size));
  for (; !rest.empty(); rest.remove_prefix(std::min(rest.find('\0') + 1, rest.size()))) {
    if (rest.substr(0, policy.size()) != policy) return true;
  }
#endif
  return false;
}

// A process whose current directory is the folder would be left in a removed one. Hard links to
// subfolders are impossible.
bool is_exchangeable(const fs::path &target, const std::vector<std::string> &results,
                     std::vector<std::string> &others) {
  struct stat here {
  }, there{};
  if (::stat(".", &here) == 0 && ::stat(target.c_str(), &there) == 0 &&
      here.st_dev == there.st_dev && here.st_ino == there.st_ino)
    return false;
  if (has_attributes(target)) return false;
  std::error_code error;
  for (fs::directory_iterator entry(target, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().native();
    std::error_code ignored;
    if (fs::is_directory(entry->symlink_status(ignored))) return false;
    if (holds(results, name)) continue;
    if (is_hidden_of_ours(name) || others.size() == most_others) return false;
    others.push_back(name);
  }
  return !error;
}

bool take_over_rights(const fs::path &from, const fs::path &to) {
  struct stat wanted {
  }, given{};
  if (::stat(from.c_str(), &wanted) != 0 || ::stat(to.c_str(), &given) != 0) return false;
  const bool is_owned = wanted.st_uid == given.st_uid && wanted.st_gid == given.st_gid;
  return (is_owned || ::chown(to.c_str(), wanted.st_uid, wanted.st_gid) == 0) &&
         ::chmod(to.c_str(), wanted.st_mode & 07777) == 0;
}

bool swap_names(const fs::path &left, const fs::path &right) {
#ifdef RENAME_EXCHANGE
  return ::renameat2(AT_FDCWD, left.c_str(), AT_FDCWD, right.c_str(), RENAME_EXCHANGE) == 0;
#else
  static_cast<void>(left), static_cast<void>(right);
  return false;
#endif
}

}  // namespace

std::string exchange_stem(const fs::path &target) {
  return '.' + target.filename().native().substr(0, longest_name) + ".manifact";
}

bool exchange(const fs::path &fresh, const fs::path &target,
              const std::vector<std::string> &results, Linked &linked) {
  std::vector<std::string> others;
  if (!is_exchangeable(target, results, others)) return false;
  for (const std::string &name : others) {
    struct stat info {};
    if (::link((target / name).c_str(), (fresh / name).c_str()) != 0) break;
    if (::lstat((fresh / name).c_str(), &info) == 0) linked[name] = {info.st_dev, info.st_ino};
  }
  if (linked.size() == others.size() && take_over_rights(target, fresh) &&
      sync_folder(fresh) == 0 && swap_names(fresh, target)) {
    sync_folder(directory_of(target));
    return true;
  }
  for (const auto &[name, file] : linked) ::unlink((fresh / name).c_str());
  return false;
}

void clear_exchanged(const fs::path &gone, const fs::path &target,
                     const std::vector<std::string> &results, const Linked *linked) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(gone, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    names.push_back(entry->path().filename().native());
  for (const std::string &name : names) {
    const fs::path from = gone / name, to = target / name;
    if (holds(results, name) || is_same(from, to) || (linked && is_linked(from, *linked))) {
      ::unlink(from.c_str());  // a file in its place, if any, is newer
    } else if (has_entry(target) && (!has_entry(to) || (linked && is_linked(to, *linked)))) {
      std::rename(from.c_str(), to.c_str());  // it was created or replaced at the last moment
    }
  }
  ::rmdir(gone.c_str());
}

void clear_all_exchanged(const fs::path &target, const std::vector<std::string> &results) {
  for (HiddenFolder &folder : HiddenFolder::leftovers(directory_of(target), exchange_stem(target)))
    clear_exchanged(folder.path(), target, results, nullptr);
}

}  // namespace cli
