// A folder that takes the place of another one in a single step, with its other files, those
// that are not replaced.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "output/hidden.hpp"

namespace cli {

// The stem of the folders beside `target` that wait for their exchange, or were exchanged away.
std::string exchange_stem(const std::filesystem::path &target);

// The device and inode of each file that got a second name, by its name.
using Linked = std::map<std::string, std::pair<dev_t, ino_t>>;

// Puts `fresh` in the place of `target`, an absolute path without links. Files that are not
// `results` get a second name in `fresh`, so that they are there all the time. False where the
// system, the disk or the content of the folder does not allow it: then nothing changed.
bool exchange(const std::filesystem::path &fresh, const std::filesystem::path &target,
              const std::vector<std::string> &results, Linked &linked);

// Removes a folder that was exchanged away, or never was: `results`, and what `target` has as well.
// What it does not have goes there, what differs stays. `linked` tells, right after the exchange,
// which of two files of a name was replaced before it and which behind it; else null.
void clear_exchanged(const std::filesystem::path &gone, const std::filesystem::path &target,
                     const std::vector<std::string> &results, const Linked *linked);

// Those of killed runs.
void clear_all_exchanged(const std::filesystem::path &target,
                         const std::vector<std::string> &results);

}  // namespace cli
