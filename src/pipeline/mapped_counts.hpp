// Counts of a mapped file in a fit: read in place where the method and the weights allow it.
#pragma once

#include "linalg/data/products.hpp"
#include "methods/registry.hpp"
#include "options/conversions.hpp"
#include "pipeline/fit_state.hpp"
#include "pipeline/report.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"
#include "text/weighted_data.hpp"

namespace manifact {

inline bool reads_in_place(const Matrix &X, const FeatureWeights &weights, const Method &method,
                           const Options &options, const ExecutionContext &run) {
  if (!method.streams || run.divided() || !can_weight_in_place(X, weights) ||
      kernel_spec(options).kind != KernelKind::linear)
    return false;
  if (!weights.idf.empty()) return true;  // counts
  for (Index e = 0; e < X.entries(); ++e)
    if (X.value(e) < 0) return false;  // products would be split by sign
  return true;
}

// The options for a fit that reads the counts in place: the model does not keep them unless the
// user wants it.
inline Options for_file_of_counts(const Options &requested) {
  if (requested.is_set(Key::keep_data)) return requested;
  Options options = requested;
  options.derive(Key::keep_data, *typed(*find_option(Key::keep_data), "no"));
  return options;
}

// Before the model takes the factors in double, which are the largest part of the memory: what the
// weighted rows need is released, unless the model keeps them.
template <class T>
void leave_counts(FitState<T> &state, const Options &in_force, Report &report) {
  if (!state.data.is_counts()) return;
  if (!in_force.is_set(Key::keep_data))
    report.warn(
        "the model does not keep the documents (keep-data=no), whose counts stay in the file: give "
        "them again to commands that need them, or set keep-data=yes");
  if (!in_force.boolean(Key::keep_data)) state.release_data();
}

// Throws Error(budget) if a copy is needed that exceeds the memory-budget.
template <class T>
WeightedData<T> weighted_file(const Matrix &X, const FeatureWeights &weights, const Method &method,
                              const Options &options, ExecutionContext &run) {
  if (reads_in_place(X, weights, method, options, run)) {
    if (options.is_set(Key::keep_data) && options.boolean(Key::keep_data))
      check_budget(static_cast<double>(X.entries()) * bytes_of_copied_entry<double>,
                   options.integer(Key::memory_budget),
                   "the documents in the model (keep-data=yes; keep-data=no leaves them in the "
                   "file) need");
    return weighted_in_place<T>(X, weights, run);
  }
  check_budget(static_cast<double>(X.entries()) * bytes_of_copied_entry<T>,
               options.integer(Key::memory_budget),
               "the weighted counts of a file (%s use them in place, with the linear kernel, if "
               "none is negative and only rows are scaled) need",
               methods_that_stream().c_str());
  return weighted_data<T>(X, weights, run);
}

}  // namespace manifact
