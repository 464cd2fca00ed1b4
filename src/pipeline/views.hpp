// A choice between clusterings without labels: each candidate clusters the documents by one half of
// the terms and by the other half, and the one whose two clusterings share most information wins.
//
//   score = I(a, b) / H^0.5,   a, b: labels by the two halves;  H: mean of their entropies
//
// H^1 would be the normalized mutual information, which prefers few large clusters: coarse
// clusterings agree more.
#pragma once

#include <span>
#include <vector>

#include "linalg/sparse/matrix.hpp"
#include "methods/method.hpp"
#include "pipeline/fit_inputs.hpp"
#include "pipeline/report.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct ViewScore {
  double score = 0;      // I / H^0.5, the mean over the splits of the terms
  double agreement = 0;  // I / H
};

// The score of two clusterings. Documents without a label in one of them are left out.
ViewScore compare_views(const Array<std::int32_t> &a, const Array<std::int32_t> &b);

// Scores of the candidates, options of one method that differ in the start and in the updates. Two
// random splits of the terms; above 20,000 documents, one split and a sample of 10,000.
template <class T>
std::vector<ViewScore> score_by_views(
    const Matrix &X, Index k, const Method &method, std::span<const Options> candidates,
    ExecutionContext &run, const std::shared_ptr<const DocumentFrequencies> &background = {});

// select=views: the options of the start that wins, lsi with the updates or merge without, with an
// exponent of 0.3. With preset=best, where merge wins, that of 100 singular values replaces it if
// its I / H is larger. Options that are set take precedence: nothing is chosen if the start is set
// or given by the caller, or if the data are dense; nor from weighted documents, with a warning.
template <class T>
Options choose_by_views(const Matrix &X, Index k, const Method &method, const Options &options,
                        const FitInputs &inputs, Report &report, ExecutionContext &run);

}  // namespace manifact
