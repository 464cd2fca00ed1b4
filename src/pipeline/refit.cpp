#include "pipeline/refit.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "methods/method.hpp"
#include "model/grown_documents.hpp"
#include "model/model.hpp"
#include "options/options.hpp"
#include "options/plan.hpp"
#include "pipeline/derived_options.hpp"
#include "pipeline/fit.hpp"
#include "pipeline/report.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

// What the user set for a model that does not say it: files before release 0.2 have the values in
// force without their origins.

using Stored = std::array<std::optional<OptionValue>, option_count>;

const std::optional<OptionValue> &stored_of(const Stored &stored, Key key) {
  return stored[static_cast<std::size_t>(key)];
}

// Checked like what a user sets. start=given stands for a start, which a model does not keep.
Stored stored_options(const Model &model, const Method &method) {
  Stored stored;
  Options checked(method.option_set());
  for (const ModelOption &option : model.options) {
    const OptionInfo *const info = find_option(option.name);
    if (info == nullptr || !method.uses(info->key)) continue;
    if (info->key == Key::start && option.value == "given") continue;
    checked.set_text(*info, option.value);
    stored[static_cast<std::size_t>(info->key)] = checked.value(info->key);
  }
  return stored;
}

bool has_warning(const Model &model, std::string_view beginning) {
  return std::any_of(model.findings.warnings.begin(), model.findings.warnings.end(),
                     [&](const std::string &warning) { return warning.starts_with(beginning); });
}

bool has_diagnostic(const Model &model, std::string_view name) {
  return std::any_of(model.findings.notes.begin(), model.findings.notes.end(),
                     [&](const auto &diagnostic) { return diagnostic.first == name; });
}

// The values that the rules of pipeline/derived_options.hpp may have given to one option.
class Rules {
 public:
  Rules(const Model &model, const Method &method, const Stored &stored)
      : model_(model.fitted()), method_(method), stored_(stored) {}

  bool may_give(Key key, const OptionValue &value) const {
    Options rest(method_.option_set());  // every other option is as in the model
    for (const OptionInfo &option : option_table())
      if (const auto &other = stored_of(stored_, option.key); other && option.key != key)
        rest.derive(option.key, *other);
    return (may_be(false) && may_give(rest, false, key, value)) ||
           (may_be(true) && may_give(rest, true, key, value));
  }

 private:
  // Of data that the model does not keep, both are possible.
  bool may_be(bool dense) const {
    return model_.training.X.empty() || model_.training.X.is_dense() == dense;
  }

  bool may_give(Options rest, bool dense, Key key, const OptionValue &value) const {
    if (dense) rest.take_dense_defaults();
    return rest.value(key) == value || may_derive(rest, key, value) ||
           by_method(rest, dense, key, value) || by_views(rest, key, value) ||
           without_labels(key, value);
  }

  bool may_derive(const Options &rest, Key key, const OptionValue &value) const {
    switch (key) {
      case Key::precision:
        return rest.choice<Precision>() == Precision::auto_;
      case Key::metric:
        return rest.choice<Metric>() == Metric::automatic;
      case Key::preset:
        return is(value, Preset::points) ||
               (method_.takes_constraints &&
                (is(value, Preset::pairs) || is(value, Preset::quality)));
      case Key::scaling:
        return has_diagnostic(model_, "spread_ratio") &&
               (is(value, Scaling::none) || is(value, Scaling::z_score));
      case Key::ncw:
        return signed_kernel_ && is(value, CutWeighting::none);
      case Key::start:
        return (signed_kernel_ && is(value, StartKind::kmeans)) ||
               (has_diagnostic(model_, "cut_acceptance") && is(value, StartKind::lsi));
      case Key::neighbors:  // up to 80 in release 0.1
        return method_.local_prediction &&
               (value == OptionValue(std::clamp(model_.n / 20, Index{20}, Index{80})) ||
                value == OptionValue(std::clamp(model_.n / 20, Index{20}, Index{40})));
      case Key::readout:
        return method_.local_prediction && is(value, ReadoutKind::cosine_kmeans);
      case Key::readout_starts:
        return (method_.local_prediction && value == OptionValue(Index{50})) ||
               value == OptionValue(starts_of_size(rest.integer(key), model_.n));
      default:
        return false;
    }
  }

  // By Method::take_data, for data of the size of the model. It did not apply if it gives another
  // option that others follow from a value that the model does not have.
  bool by_method(const Options &rest, bool dense, Key key, const OptionValue &value) const {
    if (method_.take_data == nullptr) return false;
    Matrix X;
    X.rows = model_.n;
    X.columns = model_.m;
    X.dense = dense;
    Options options = rest;
    method_.take_data(X, false, options);
    for (const Implication &implication : method_.implications)
      if (const auto &other = stored_of(stored_, implication.key); other && implication.key != key)
        if (options.value(implication.key) != *other) return false;
    return options.value(key) == value;
  }

  // By select=views.
  bool by_views(const Options &rest, Key key, const OptionValue &value) const {
    if (!has_diagnostic(model_, "view_choice") || !rest.uses(Key::select)) return false;
    const std::vector<Options> candidates = view_candidates(rest);
    return std::any_of(candidates.begin(), candidates.end(),
                       [&](const Options &each) { return each.value(key) == value; });
  }

  bool without_labels(Key key, const OptionValue &value) const {
    if (!has_warning(model_, "there are no labels to start from")) return false;
    return (key == Key::start && is(value, StartKind::random)) ||
           (key == Key::restarts && value == OptionValue(Index{5}));
  }

  template <class E>
  static bool is(const OptionValue &value, E word) {
    return Choice<E>::values[std::get<Word>(value).index] == word;
  }

  const Model &model_;
  const Method &method_;
  const Stored &stored_;
  bool signed_kernel_ = has_warning(model_, "the kernel has negative values: unless set");
};

// Whether no option of the model has an origin.
bool lacks_origins(const Model &model) {
  return std::all_of(model.options.begin(), model.options.end(),
                     [](const ModelOption &option) { return option.origin == Origin::unknown; });
}

// The options in force that neither a default, a preset nor a rule for the data of the model gives.
// What the user set to the value that a rule would have given is not restored: the rule gives it
// again for the same data. Rules for several processes do not count: their values suit all data.
Options earlier_settings(const Model &model, const Method &method) {
  const Stored stored = stored_options(model, method);
  const Rules rules(model, method, stored);
  Options options(method.option_set());
  for (const OptionInfo &option : option_table())
    if (const auto &value = stored_of(stored, option.key))
      if (!rules.may_give(option.key, *value)) options.set_value(option, *value);
  return options;
}

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

// The documents that a model keeps have their weights, and their scale.
void tell_ignored(const Model &model, const Options &options, Model &result,
                  ExecutionContext &run) {
  for (const Key key : {Key::weighting, Key::scaling}) {
    const OptionInfo &info = *find_option(key);
    const auto stored =
        std::find_if(model.options.begin(), model.options.end(),
                     [&](const ModelOption &option) { return option.name == info.name; });
    if (!options.is_set(key) || stored == model.options.end()) continue;
    const std::string asked = printed(info, *options.setting(key));
    if (asked == stored->value || asked == stored->setting) continue;
    Report(result, false, run)
        .warn("%s=%s is ignored: the documents that the model keeps are weighted and scaled",
              info.name, asked.c_str());
  }
}

// A label that is a typo would be a model of as many topics.
void refuse_gaps(const FitInputs &inputs, Index known, Index k) {
  if (k == known) return;
  if (k - known > inputs.n)
    fail(Status::argument, "a start label is %lld, but there are %lld documents",
         static_cast<long long>(k - 1), static_cast<long long>(inputs.n));
  std::vector<bool> has(static_cast<std::size_t>(k - known));
  for (Index i = 0; i < inputs.n; ++i)
    if (inputs.labels[i] >= known) has[static_cast<std::size_t>(inputs.labels[i] - known)] = true;
  for (Index c = known; c < k; ++c)
    if (!has[static_cast<std::size_t>(c - known)])
      fail(Status::argument, "the start labels have %lld new topics, but no document of topic %lld",
           static_cast<long long>(k - known), static_cast<long long>(c));
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
  if (model.fitted().training.vector_columns > 0)
    inputs.vectors =
        model.edits.grown ? model.edits.grown->vectors : model.fitted().training.vectors;
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
  Index k = model.k;
  for (Index i = 0; inputs.labels != nullptr && i < inputs.n; ++i)
    k = std::max<Index>(k, Index{inputs.labels[i]} + 1);
  refuse_gaps(inputs, model.k, k);
  std::unique_ptr<Model> result = fit(X, k, method, options, inputs, run);
  result->text = model.text;
  result->feature_names = model.feature_names;
  if (options.boolean(Key::keep_data)) result->columns = model.columns;
  tell_ignored(model, options, *result, run);
  // The start fixes the numbers of the topics (pipeline/fit.cpp).
  if (is_warm && result->readout.kind == ReadoutKind::argmax) result->names = model.names;
  return result;
}

}  // namespace manifact
