// Secondary output of a computation: diagnostics, and warnings for the user.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

struct Findings {
  std::vector<std::pair<std::string, std::string>> notes;
  std::vector<std::string> warnings;

  void note(const char *name, std::string value) { notes.emplace_back(name, std::move(value)); }
  void note(const char *name, const char *value) { notes.emplace_back(name, value); }
  void note(const char *name, double value) { notes.emplace_back(name, print(value)); }
  void note(const char *name, Index value) { notes.emplace_back(name, print(value)); }
};

}  // namespace manifact
