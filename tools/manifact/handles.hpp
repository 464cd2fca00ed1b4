// The handles of the library, freed at the end of their scope.
#pragma once

#include <manifact/manifact.h>

#include <memory>

namespace cli {

struct Free {
  void operator()(manifact_context *handle) const noexcept { manifact_context_free(handle); }
  void operator()(manifact_matrix *handle) const noexcept { manifact_matrix_free(handle); }
  void operator()(manifact_graph *handle) const noexcept { manifact_graph_free(handle); }
  void operator()(manifact_constraints *handle) const noexcept {
    manifact_constraints_free(handle);
  }
  void operator()(manifact_solver *handle) const noexcept { manifact_solver_free(handle); }
  void operator()(manifact_model *handle) const noexcept { manifact_model_free(handle); }
  void operator()(manifact_suggestion *handle) const noexcept { manifact_suggestion_free(handle); }
  void operator()(manifact_vectorizer *handle) const noexcept { manifact_vectorizer_free(handle); }
};

using Context = std::unique_ptr<manifact_context, Free>;
using Matrix = std::unique_ptr<manifact_matrix, Free>;
using Graph = std::unique_ptr<manifact_graph, Free>;
using Constraints = std::unique_ptr<manifact_constraints, Free>;
using Solver = std::unique_ptr<manifact_solver, Free>;
using Model = std::unique_ptr<manifact_model, Free>;
using Suggestion = std::unique_ptr<manifact_suggestion, Free>;
using Vectorizer = std::unique_ptr<manifact_vectorizer, Free>;

}  // namespace cli
