#include "topics/description.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "options/options.hpp"
#include "pipeline/fit.hpp"
#include "pipeline/refit.hpp"
#include "topics/positions.hpp"
#include "topics/renumber.hpp"
#include "topics/titles.hpp"

namespace manifact {
namespace {

// The names of the terms need not be stored twice.
bool are_terms(const FeatureNames &names, const TextModel *text) {
  if (text == nullptr) return false;
  for (Index j = 0; j < text->size(); ++j)
    if (names[static_cast<std::size_t>(j)] != text->name(j)) return false;
  return true;
}

void check_length(const DocumentColumn &column, Index documents) {
  if (std::ssize(column.ends) != documents)
    fail(Status::mismatch, "column '%s' has %lld texts, but there are %lld documents",
         column.name.c_str(), number(std::ssize(column.ends)), number(documents));
}

// Whether labels or a start have numbered the topics.
bool has_numbers(const Model &model, const FitInputs &inputs) noexcept {
  return (inputs.constraints != nullptr && inputs.constraints->labeled > 0) ||
         (inputs.has_start() && model.readout.kind == ReadoutKind::argmax);
}

// Numbers that labels or a start have given remain; topics that live on have their names again.
void take(Model &model, const Model &before, const Comparison &comparison,
          const FitInputs &inputs) {
  if (!has_numbers(model, inputs))
    take_numbers(model, before, comparison);
  else if (model.names.empty())
    take_names(model, before, comparison);
}

// Takes them by compare(). A long fit is not lost because an earlier model has other features, or
// so many topics that a comparison needs too much memory: a warning says so.
template <class Compare>
void take_if_comparable(Model &model, const Model &before, const FitInputs &inputs,
                        ExecutionContext &run, const Compare &compare) {
  Comparison comparison;
  try {
    comparison = compare();
  } catch (const Error &error) {
    if (error.status() != Status::argument && error.status() != Status::budget) throw;
    const std::string warning =
        std::string("the topics do not keep the numbers of the earlier model: ") + error.what();
    run.monitor.note(1, warning.c_str());
    model.findings.warnings.push_back(warning);
    return;
  }
  take(model, before, comparison, inputs);
}

// The value in force: a fit of a mapped file keeps no documents unless the user wants it.
bool keeps_data(const Model &model) {
  return std::any_of(model.options.begin(), model.options.end(), [](const ModelOption &option) {
    return option.name == find_option(Key::keep_data)->name && option.value == "yes";
  });
}

}  // namespace

void check_description(const Description &description, const Matrix &X) {
  if (description.text != nullptr && description.text->size() != X.columns)
    fail(Status::mismatch, "the vectorizer has %lld terms, but X has %lld columns",
         number(description.text->size()), number(X.columns));
  for (const auto &column : description.columns) check_length(*column, X.rows);
}

std::unique_ptr<Model> described_fit(const Matrix &X, Index k, const Method &method,
                                     const Options &options, const FitInputs &inputs,
                                     const Description &description, ExecutionContext &run) {
  if (description.before != nullptr && run.divided())
    fail(Status::option, "numbers of an earlier model cannot be divided among ranks");
  std::unique_ptr<Model> model = fit(X, k, method, options, inputs, run);
  model->text = description.text;
  if (description.feature_names != nullptr &&
      !are_terms(*description.feature_names, description.text.get()))
    model->feature_names = description.feature_names;
  model->texts.terms = description.texts;
  if (keeps_data(*model)) model->columns = description.columns;
  if (description.before != nullptr) {
    const Model &before = *description.before;
    const std::vector<Index> rows = common_documents(before, *model, description.columns, run);
    take_if_comparable(*model, before, inputs, run,
                       [&] { return compared(before, *model, rows, run); });
    warn_of_lost_names(*model, {&before}, false, run);
  }
  set_titles(*model, description.columns, run);
  return model;
}

std::unique_ptr<Model> described_refit(const Model &model, const Method &method,
                                       const Options &options, const FitInputs &inputs,
                                       const Description &description, ExecutionContext &run) {
  const auto is_map = [](const auto &column) { return column->name == map_column; };
  const auto map = std::find_if(description.columns.begin(), description.columns.end(), is_map);
  const bool is_given = map != description.columns.end();
  if (is_given) check_length(**map, model.n);
  std::unique_ptr<Model> result = refit(model, method, options, inputs, run);
  result->texts.terms = description.texts;
  if (is_given && options.boolean(Key::keep_data)) {
    std::erase_if(result->columns, is_map);
    result->columns.push_back(*map);
  }
  if (description.before != nullptr) {
    const Model &before = *description.before;
    const std::vector<Index> rows = common_documents(before, model, model.columns, run);
    take_if_comparable(*result, before, inputs, run,
                       [&] { return compared(before, *result, rows, run); });
  } else {
    std::vector<Index> rows(static_cast<std::size_t>(model.n));
    std::iota(rows.begin(), rows.end(), Index{0});
    take_if_comparable(*result, model, inputs, run,
                       [&] { return compared_by_documents(model, *result, rows.data()); });
  }
  set_titles(*result, model.columns, run);
  return result;
}

void warn_of_lost_names(Model &model, std::initializer_list<const Model *> earlier,
                        bool with_groups, ExecutionContext &run) {
  constexpr std::size_t most = 5;
  std::vector<std::string> lost;
  const auto look = [&](const std::string &name, const std::string &owner) {
    if (name.empty() || std::count(model.names.begin(), model.names.end(), name) > 0) return;
    lost.push_back('"' + name + "\" of " + owner);
  };
  std::string model_of;
  for (const Model *const before : earlier) {
    for (std::size_t c = 0; c < before->names.size(); ++c)
      look(before->names[c], "topic " + std::to_string(c) + model_of);
    for (const GroupName &group : before->group_names)
      if (with_groups)
        look(group.name, std::to_string(group.topics.size()) + " topics together" + model_of);
    model_of = " of the other model";
  }
  if (lost.empty()) return;
  std::string warning = "no topic has the given name ";
  for (std::size_t i = 0; i < std::min(most, lost.size()); ++i)
    warning += (i > 0 ? ", or " : "") + lost[i];
  if (lost.size() > most) warning += ", and " + std::to_string(lost.size() - most) + " more names";
  run.monitor.note(1, warning.c_str());
  model.findings.warnings.push_back(warning);
}

}  // namespace manifact
