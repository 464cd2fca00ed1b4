// New models and their files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "handles.hpp"
#include "output/user_table.hpp"
#include "readers/documents.hpp"
#include "report/summary.hpp"
#include "terminal/session.hpp"

namespace cli {

// A model with the names of its terms and documents.
struct Named {
  Model model;
  Solver solver;  // for the options that only concern what is shown
  Documents documents;
  std::vector<std::string> features, terms;
};
Named named(const Session &session, Model model);
ModelSummary look_at(const Session &session, const Named &named);

// Where the result of a fit or an edit goes: a file NAME.manifact receives the model alone, a
// folder the model, tables and a report.
struct NewModel {
  std::string path, from;  // from: the model or the documents that it is made from
  bool force = false;      // into a folder that holds other files
  std::size_t input_count = 1;
  UserTable *table = nullptr;  // the user's own, for a folder

  // Before long computations: throws if the path is missing, cannot be written, or is an input.
  void check(const std::string &command, const std::optional<std::string> &output,
             const std::vector<std::string> &inputs);
  bool is_file() const;
  std::string model_word() const;  // its model, in a command for a shell
  void save(Session &session, const manifact_model *model) const;  // to the file
  void write(Session &session, Model model) const;
};

}  // namespace cli
