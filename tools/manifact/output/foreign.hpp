// Protection of folders that hold other files than results.
#pragma once

#include <string>
#include <vector>

namespace cli {

// Throws if the folder exists and holds a file that is not one of `results`; hidden files do not
// count.
void refuse_foreign_files(const std::string &folder, const std::vector<std::string> &results);

}  // namespace cli
