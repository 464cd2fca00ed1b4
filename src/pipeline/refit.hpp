// A new fit of the documents that a model keeps, with the vocabulary and the weights of its fit.
#pragma once

#include <memory>

#include "methods/method.hpp"
#include "model/model.hpp"
#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// What the user set for the fit of a model, for another fit by `method`, which may differ from that
// of the model. Values that the fit derived from its data, and defaults, are decided anew.
Options options_in(const Model &model, const Method &method);

// Starts from the topics of the model if the method takes a start, makes updates and is given no
// other start. Throws Error(argument) for what the model does not keep: its documents, labels and
// pairs, attached texts.
std::unique_ptr<Model> refit(const Model &model, const Method &method, const Options &options,
                             const FitInputs &inputs, ExecutionContext &run);

}  // namespace manifact
