// Replaces a folder by another one in a single step and keeps its other files, those that are not
// results.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "output/hidden.hpp"

namespace cli {

// The stem of the names of folders next to `target` that await their exchange or were exchanged.
std::string exchange_stem(const std::filesystem::path &target);

// The device and inode of each file that was hard-linked, by its name.
using Linked = std::map<std::string, std::pair<dev_t, ino_t>>;

// Exchanges `fresh` and `target`, an absolute path without symbolic links. Files that are not
// `results` are hard-linked into `fresh`, so that they exist at every instant. Returns false, with
// nothing changed, if the system, the disk or the content of the folder does not allow it.
bool exchange(const std::filesystem::path &fresh, const std::filesystem::path &target,
              const std::vector<std::string> &results, Linked &linked);

// Removes a folder that was exchanged, or was left before its exchange: the `results` and the files
// that `target` has too. Files that `target` does not have are moved there; files that differ stay.
// Right after the exchange, `linked` shows which of two files of the same name was replaced before
// it and which after it; otherwise null.
void clear_exchanged(const std::filesystem::path &gone, const std::filesystem::path &target,
                     const std::vector<std::string> &results, const Linked *linked);

// Removes the exchanged folders of killed runs.
void clear_all_exchanged(const std::filesystem::path &target,
                         const std::vector<std::string> &results);

}  // namespace cli
