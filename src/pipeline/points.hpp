// preset=points of method auto: when it is the default, and the scaling of its features.
#pragma once

#include "linalg/sparse/matrix.hpp"
#include "pipeline/fit_inputs.hpp"
#include "pipeline/report.hpp"
#include "pipeline/wide_points.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Whether preset=points is the default, if there are at most 50 features or are_wide_points():
// dense rows that have not all the same length and are not counts, and no option is set, and
// nothing is given, that only the pipelines of documents use.
bool may_be_points(const Matrix &X, const Options &requested, const FitInputs &inputs,
                   ExecutionContext &run);

// The largest standard deviation of a feature over the lower median one, of features that vary; of
// two features over the smaller.
double spread_ratio(const Matrix &X, ExecutionContext &run);

// The options with preset=points if that is the default. With preset=points and without a scaling
// set, also the scaling: none for a ratio of up to 3, z-score above 20, between them the one with
// the larger shape score (methods/start/points/criteria.hpp); above 50 features as preset=dense
// does. Throws Error(option) if preset=points is set for sparse data, or with another kernel than
// linear.
template <class T>
Options choose_points(const Matrix &X, Index k, const Options &requested, const FitInputs &inputs,
                      LabelsOfFit labels_of_fit, Report &report, ExecutionContext &run);

}  // namespace manifact
