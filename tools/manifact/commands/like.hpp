// --like summary.json: the method, options and number of clusters of an earlier run.
#pragma once

#include <string>

#include "commands/corpus.hpp"

namespace cli {

struct EarlierRun {
  std::string method;
  std::string clusters;
  Settings settings;  // every option in effect, except those that affect only the running time
};

// Throws if the file is not a summary of manifact cluster.
EarlierRun read_earlier_run(const std::string &path);

}  // namespace cli
