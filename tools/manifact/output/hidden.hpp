// Hidden folders for unfinished files. Each is locked while its process lives, which distinguishes
// the remains of a killed run from the work of another one. On a disk without locks, no folder
// counts as left over.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "output/writing.hpp"

namespace cli {

enum class Owner { us, another };

class HiddenFolder {
 public:
  HiddenFolder() = default;

  // A new folder in `directory`, named <stem>-<process>-<number>. On failure, an empty one with
  // errno set.
  static HiddenFolder make(const std::filesystem::path &directory, const std::string &stem);

  // The folders of the stem that no process has locked.
  static std::vector<HiddenFolder> leftovers(const std::filesystem::path &directory,
                                             const std::string &stem, Owner owner = Owner::us);

  // Takes over an existing folder under a new name of this form. On failure, false with errno set.
  static bool take(const std::filesystem::path &from, const std::filesystem::path &directory,
                   const std::string &stem, HiddenFolder &out);

  const std::filesystem::path &path() const { return path_; }
  bool empty() const { return path_.empty(); }
  void release() { *this = HiddenFolder(); }  // it is no longer hidden, or was removed
  void remove() noexcept;

 private:
  HiddenFolder(std::filesystem::path path, Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  Descriptor lock_;
};

// The lock of a folder itself, held while files are moved to their places; none if the disk has no
// locks. Throws if another process, possibly the caller of the program, holds the lock for more
// than a minute, or at Ctrl-C. `shown` is the folder in the message.
Descriptor lock_folder(const std::filesystem::path &folder, const std::filesystem::path &shown);

}  // namespace cli
