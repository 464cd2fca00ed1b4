// Hidden folders for what is not to be seen yet. Each is locked while its process lives, so that
// what a killed one left can be told from what another run is writing; where the disk has no locks
// nothing counts as left.
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

  // A new one in `directory`, named <stem>-<process>-<number>; an empty one, and errno, when it
  // cannot be made.
  static HiddenFolder make(const std::filesystem::path &directory, const std::string &stem);

  // Those of the stem that no process holds any more.
  static std::vector<HiddenFolder> leftovers(const std::filesystem::path &directory,
                                             const std::string &stem, Owner owner = Owner::us);

  // Takes over an existing folder under a new name of that kind; false, and errno, when it cannot.
  static bool take(const std::filesystem::path &from, const std::filesystem::path &directory,
                   const std::string &stem, HiddenFolder &out);

  const std::filesystem::path &path() const { return path_; }
  bool empty() const { return path_.empty(); }
  void release() { *this = HiddenFolder(); }  // no longer hidden, or no longer there
  void remove() noexcept;

 private:
  HiddenFolder(std::filesystem::path path, Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  Descriptor lock_;
};

// The lock of a folder itself, held while files are put into their places; none where the disk has
// no locks. Throws when another process, which may be the caller of the program, does not give it
// back in a minute, or at Ctrl-C; `shown` is the folder in the message.
Descriptor lock_folder(const std::filesystem::path &folder, const std::filesystem::path &shown);

}  // namespace cli
