// Fits whose models state more than the fit: the names of the features, texts of the documents, and
// the titles that are made of them.
#pragma once

#include <initializer_list>
#include <memory>

#include "linalg/sparse/matrix.hpp"
#include "methods/method.hpp"
#include "model/model.hpp"
#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/execution_context.hpp"
#include "text/text_model.hpp"

namespace manifact {

struct Description {
  std::shared_ptr<const TextModel> text;   // of the features; null: they are no terms
  std::shared_ptr<const TextModel> texts;  // of the terms of attached texts; null: none
  DocumentColumns columns;                 // the model keeps them with keep-data
  std::shared_ptr<const FeatureNames> feature_names = {};  // one for each column of X; null: none
  std::shared_ptr<const Model> before = {};  // whose numbers the topics take; null: none
};

// Throws Error(mismatch) if the description is not one of these documents and features.
void check_description(const Description &description, const Matrix &X);

std::unique_ptr<Model> described_fit(const Matrix &X, Index k, const Method &method,
                                     const Options &options, const FitInputs &inputs,
                                     const Description &description, ExecutionContext &run);

// A fit of the documents that a model keeps (pipeline/refit.hpp), with its vocabulary and columns;
// of the columns that are given, the positions of a map replace those of the model. Topics take the
// numbers of those of the model that they live on from.
std::unique_ptr<Model> described_refit(const Model &model, const Method &method,
                                       const Options &options, const FitInputs &inputs,
                                       const Description &description, ExecutionContext &run);

// Warns of names that users gave to topics of earlier models, alone or in groups, if no topic of
// the fit has them. Of two models, the second is called the other.
void warn_of_lost_names(Model &model, std::initializer_list<const Model *> earlier,
                        bool with_groups, ExecutionContext &run);

}  // namespace manifact
