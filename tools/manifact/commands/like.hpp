// --like summary.json: the method, options and number of clusters of an earlier run.
#pragma once

#include <string>

#include "commands/corpus.hpp"

namespace cli {

struct EarlierRun {
  std::string method;
  std::string clusters;
  Settings settings;            // what was set, except what affects only the running time
  bool has_vectors = false;     // of the documents, beside their words
  bool has_background = false;  // its counts were weighted by another collection
  bool tells_settings = true;   // false: every option in effect, of releases before 0.2
};

// Throws if the file is not a summary of manifact cluster.
EarlierRun read_earlier_run(const std::string &path);

}  // namespace cli
