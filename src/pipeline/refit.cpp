#include "pipeline/refit.hpp"

#include <utility>

#include "model/grown_documents.hpp"
#include "pipeline/derived_options.hpp"
#include "pipeline/earlier_settings.hpp"
#include "pipeline/fit.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

void check_refit(const Model &model, const Method &method, const FitInputs &inputs) {
  if (model.fitted().training.kernel.kind == KernelKind::precomputed)
    fail(Status::argument,
         "the model was made from a kernel matrix, which has no documents: they cannot be fitted "
         "again");
  if (model.kept().empty())
    fail(Status::argument,
         "the model does not keep its documents (keep-data=no), so they cannot be fitted again");
  if (method.takes_constraints && inputs.constraints == nullptr)
    fail(Status::argument,
         "method '%s' takes labels or pairs, which a model does not keep: they must be given again",
         method.name);
  if (model.texts.terms && inputs.texts == nullptr)
    fail(Status::argument,
         "the topics of the model are described by attached texts, which it does not keep: they "
         "must be given again");
}

// Whether the fit would make updates, with the values that it derives without a given start.
bool takes_labels(const Method &method, const Options &requested, const Matrix &X,
                  const FitInputs &inputs) {
  Options options = derive_from_input(requested, X, method, inputs, nullptr);
  if (method.take_data != nullptr) method.take_data(X, false, options);
  const bool makes_updates =
      !options.uses(Key::max_iterations) || options.integer(Key::max_iterations) > 0;
  return method.start_input != StartInput::none && makes_updates;
}

}  // namespace

Options options_in(const Model &model, const Method &method) {
  if (lacks_origins(model)) return earlier_settings(model, method);
  Options options(method.option_set());
  for (const ModelOption &stored : model.options) {
    const OptionInfo *const option = find_option(stored.name);
    if (option == nullptr || !method.uses(option->key) || stored.setting.empty()) continue;
    if (option->key == Key::start && stored.setting == "given") continue;
    options.set_text(*option, stored.setting);
  }
  return options;
}

std::unique_ptr<Model> refit(const Model &model, const Method &method, const Options &options,
                             const FitInputs &of_caller, ExecutionContext &run) {
  check_refit(model, method, of_caller);
  FitInputs inputs = of_caller;
  inputs.weights = &model.fitted().training.weights;
  const WeightedData<double> &kept = model.kept();
  std::unique_ptr<Matrix> own;
  if (!kept.is_dense()) {
    Csr<double> rows;
    rows.rows = kept.sparse.rows;
    rows.columns = kept.sparse.columns;
    rows.indptr = kept.sparse.indptr.copy();
    rows.indices = kept.sparse.indices.copy();
    rows.values = kept.sparse.values.copy();
    own = matrix_from_parts(std::move(rows));
  }
  const Matrix &X = own ? *own : kept_values(model);
  const bool is_warm = !of_caller.has_start() && takes_labels(method, options, X, of_caller);
  if (is_warm) {
    inputs.labels = model.labels.data();
    inputs.n = model.n;
  }
  std::unique_ptr<Model> result = fit(X, model.k, method, options, inputs, run);
  result->text = model.text;
  result->feature_names = model.feature_names;
  if (options.boolean(Key::keep_data)) result->columns = model.columns;
  // The start fixes the numbers of the topics (pipeline/fit.cpp).
  if (is_warm && result->readout.kind == ReadoutKind::argmax) result->names = model.names;
  return result;
}

}  // namespace manifact
