// New documents get the features of a model. The columns of a table are found by their names.
// svmlight files have as many features as the largest index in them, and count them from 0 or 1:
// a model remembers how its own file counted.
#pragma once

#include <memory>
#include <string>

#include "capi/handles.hpp"

namespace manifact {

// A fact among the diagnostics, which older releases read as well.
inline constexpr const char *index_base_fact = "index_base";

inline void remember_index_base(Model &model, int base) {
  if (base >= 0) model.findings.note(index_base_fact, Index{base});
}

// -1 if the documents of the fit were not from such a file.
inline int index_base_of(const Model &model) {
  for (const auto &[name, value] : model.fitted().findings.notes)
    if (name == index_base_fact) return value == "0" ? 0 : 1;
  return -1;
}

// The documents of X with the features of the model, in their order. Columns of other names are
// left out, with a note; so are names that only one of the two has. Throws Error(mismatch) if a
// feature of the model is missing, or if the documents have a feature 0 that the model cannot have.
// Features beyond those of the model remain if X has no names.
std::shared_ptr<const Matrix> with_features_of(const Model &model, const manifact_matrix &X,
                                               ExecutionContext &run);

// The same with the terms of the topics: those of attached texts, or else the features.
std::shared_ptr<const Matrix> with_terms_of(const Model &model, const manifact_matrix &X,
                                            ExecutionContext &run);

// The documents of the fit as a caller gives them again; null if X is.
std::shared_ptr<const Matrix> documents_again(const Model &model, const manifact_matrix *X,
                                              ExecutionContext &run);

}  // namespace manifact
