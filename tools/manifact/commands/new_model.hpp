// A model that was made from another one, and its files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/session.hpp"
#include "handles.hpp"
#include "readers/documents.hpp"
#include "report/summary.hpp"

namespace cli {

// A model with the names of its terms and documents.
struct Named {
  Model model;
  Solver solver;  // for the options that only concern what is shown
  Documents documents;
  std::vector<std::string> features, terms;
};
Named named(const Session &session, Model model);
Findings look_at(const Session &session, const Named &named);

// Where a new model goes: a file NAME.manifact, or a folder that receives what cluster -o writes.
struct NewModel {
  std::string path, from;  // from: the model it is made from
  bool force = false;      // into a folder that holds other files

  // Before long computations: throws if the path is missing, cannot be written, or is an input.
  void check(const std::string &command, const std::optional<std::string> &output,
             const std::vector<std::string> &inputs);
  void write(Session &session, Model model) const;
};

}  // namespace cli
