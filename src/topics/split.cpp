#include "topics/split.hpp"

#include <algorithm>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "methods/registry.hpp"
#include "pipeline/fit.hpp"
#include "pipeline/refit.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

// The documents are weighted and scaled already, and all of them belong to a part.
void replace_for_parts(Options &options) {
  options.replace(Selection::none);  // views are made from counts
  options.replace(Weighting::none);
  options.replace(Scaling::none);
  options.replace(Key::min_df, Index{1});
  options.replace(Key::max_df, 1.0);
  options.replace(Key::outliers, 0.0);
  options.replace(Key::min_membership, 0.0);
  options.replace(Key::feature_clusters, Index{0});
}

std::unique_ptr<Matrix> rows_of(const DataView<double> &X, const std::vector<std::int32_t> &rows,
                                ExecutionContext &run) {
  const auto n = static_cast<Index>(rows.size());
  if (X.is_dense()) {
    Array<double> values(run.memory, n * X.columns);
    for (Index i = 0; i < n; ++i)
      load(X.dense(), rows[static_cast<std::size_t>(i)], 0, X.columns,
           values.data() + i * X.columns);
    return matrix_from_values(n, X.columns, std::move(values));
  }
  return matrix_from_parts(selected_rows(X.sparse(), rows.data(), n, run.memory));
}

// Within the memory budget of the whole fit.
std::unique_ptr<Model> fit_by(const Method &method, Options options, const Matrix &X, Index parts,
                              const Model &model, ExecutionContext &run) {
  options.replace(Key::memory_budget, model.memory_budget);
  replace_for_parts(options);
  return fit(X, parts, method, options, {}, run);
}

}  // namespace

std::unique_ptr<Model> fit_again(const Model &model, const std::vector<std::int32_t> &rows, Index k,
                                 const FittedDocuments &documents, ExecutionContext &run) {
  const Method &method = *find_method(model.method);
  return fit_by(method, options_in(model, method), *rows_of(documents.need(), rows, run), k, model,
                run);
}

std::unique_ptr<Model> fit_parts(const Model &model, Index topic, Index parts,
                                 const FittedDocuments &documents, ExecutionContext &run) {
  const std::vector<std::int32_t> members = members_of(model, topic);
  if (parts < 2) fail(Status::argument, "a topic is split into at least 2 parts");
  if (static_cast<Index>(members.size()) < parts)
    fail(Status::argument, "topic %lld has %zu document%s, fewer than the %lld parts",
         static_cast<long long>(topic), members.size(), members.size() == 1 ? "" : "s",
         static_cast<long long>(parts));
  const std::unique_ptr<Matrix> X = rows_of(documents.need(), members, run);
  const Method *method = find_method(model.method);
  const bool is_supervised = method == nullptr || method->takes_constraints;
  if (is_supervised) method = find_method("auto");
  std::unique_ptr<Model> found =
      fit_by(*method, is_supervised ? Options(method->option_set()) : options_in(model, *method),
             *X, parts, model, run);
  if (std::count(found->sizes.begin(), found->sizes.end(), 0) == 0) return found;
  // The content that all documents of a topic share can cost less in one cluster than in several.
  const bool spherical = model.fitted().training.weights.unit_rows();
  method = find_method(spherical ? "spherical-kmeans" : "kmeans");
  return fit_by(*method, Options(method->option_set()), *X, parts, model, run);
}

}  // namespace manifact
