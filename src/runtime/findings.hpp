// Secondary output of a computation: diagnostics, and warnings for the user.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

struct Findings {
  std::vector<std::pair<std::string, std::string>> notes;  // name, value: the diagnostics
  std::vector<std::string> warnings;

  void note(std::string name, std::string value) {
    notes.emplace_back(std::move(name), std::move(value));
  }
  void note(std::string name, double value) { note(std::move(name), print(value)); }
  void note(std::string name, Index value) { note(std::move(name), print(value)); }
};

}  // namespace manifact
