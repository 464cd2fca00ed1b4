// svmlight files have as many features as the largest index in them, and count them from 0 or 1:
// new documents get the features of the model, which remembers how its own file counted.
#pragma once

#include <memory>
#include <string>

#include "capi/handles.hpp"

namespace manifact {

// A fact among the diagnostics, which older releases read as well.
inline constexpr const char *index_base_fact = "index_base";

inline void remember_index_base(Model &model, int base) {
  if (base >= 0) model.diagnostics.emplace_back(index_base_fact, std::to_string(base));
}

// -1 if the documents of the fit were not from such a file.
inline int index_base_of(const Model &model) {
  for (const auto &[name, value] : model.fitted().diagnostics)
    if (name == index_base_fact) return value == "0" ? 0 : 1;
  return -1;
}

// The documents of X with the features of the model. Throws Error(mismatch) if they have a feature
// 0 that the model cannot have; features beyond those of the model remain.
std::shared_ptr<const Matrix> with_features_of(const Model &model, const manifact_matrix &X,
                                               ExecutionContext &run);

}  // namespace manifact
