// A folder that takes the place of another one in a single step, with what stands in there and is
// not replaced.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hidden.hpp"

namespace cli {

// The stem of the folders beside `target` that wait for their exchange, or were exchanged away.
std::string exchange_stem(const std::filesystem::path &target);

// Puts `fresh` in the place of `target`, an absolute path without links. Files that are not
// `results` get a second name in `fresh`, so that they are there all the time. False where the
// system, the disk or the content of the folder does not allow it: then nothing changed.
bool exchange(const std::filesystem::path &fresh, const std::filesystem::path &target,
              const std::vector<std::string> &results);

// Removes a folder that was exchanged away, or never was: `results`, and what `target` has as well.
// What it does not have goes there, what differs stays.
void clear_exchanged(const std::filesystem::path &gone, const std::filesystem::path &target,
                     const std::vector<std::string> &results, bool just_now);

// Those of killed runs.
void clear_all_exchanged(const std::filesystem::path &target,
                         const std::vector<std::string> &results);

}  // namespace cli
