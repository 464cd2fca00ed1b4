// Options whose values follow from the data, the start, the constraints or the processes of a fit.
// All rules are called here, in the order in which a fit applies them; a later rule sees the values
// of the earlier ones:
//
//   1  derive_from_input     defaults for dense data; precision=auto as the type that is used
//                            the preset that labels and pairs imply
//                            several processes: multiplicative updates, no copy of the documents
//   2  derive_points         preset=points as the default of tables, and its scaling
//      view_candidates       select=views: the start and the updates; a comparison chooses one
//   3  derive_metric         metric=auto as the metric that is used, and weights for a distance
//   4  derive_from_data      the rule of the method (Method::take_data)
//                            kernels with negative values, or the size of the vocabulary
//                            fewer starts of k-means for many documents
//   5  derive_without_labels a start from labels that do not exist
//   6  content_options       preset=dense: the start if the cut is rejected
//
// A rule changes what the user set only where it says so. Options::setting() keeps that value: a
// later fit with the options of the model (pipeline/refit.hpp) decides anew.
#pragma once

#include <vector>

#include "linalg/sparse/matrix.hpp"
#include "methods/method.hpp"
#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "pipeline/report.hpp"
#include "runtime/index.hpp"

namespace manifact {

class CollectiveFits;
class Report;

// preset=pairs without labels; preset=quality, if the method has it, with labels of sparse data and
// no start from the caller. fits: of several processes; null: there is one.
Options derive_from_input(const Options &requested, const Matrix &X, const Method &method,
                          const FitInputs &inputs, const CollectiveFits *fits);
// Whether the factors of a mapped file are in single precision, though the default is double: in
// double, four factors with a row for each document exceed the memory-budget.
bool takes_single(const Options &options, const Matrix &X, const Method &method, Index k);

// The candidates of select=views: start=lsi with the updates, merge without, and with preset=best
// merge of 100 singular values. They replace select=views by none.
std::vector<Options> view_candidates(const Options &requested);

// preset=points for a table; it replaces a comparison of views, with a warning.
Options derive_points(const Options &requested, Report &report);

// Its scaling, if none was set: z-score or none.
Options derive_scaling_of_points(const Options &requested, bool standardize);

// Whether the metric of the neighbors is chosen by the data.
bool chooses_metric(const Options &options);

// metric=auto becomes euclidean for `points`, else cosine. Weights by cosine need cosines: a
// distance has local scaling in their place, and it is an error if the user set them, or the kernel
// is given as a matrix. `searched`: the neighbors are searched in the data.
Options derive_metric(const Options &requested, bool searched, bool points);

// What is known of the data after weighting.
struct WeightedFacts {
  bool local_terms = false;    // sparse data of a method that predicts from the neighbors
  bool signed_kernel = false;  // the kernel may have negative values
  Index documents = 0;         // of all processes
  Index features = 0;          // that are not dropped
  Index most_neighbors = 0;    // as in FitInputs
};

// The method may replace a preset that the data do not have. The defaults that do not suit kernels
// with negative values are changed with a warning.
Options derive_from_data(const Options &requested, const Matrix &X, const Method &method,
                         bool given_start, const WeightedFacts &facts, Report &report);

// The starts of k-means in start=lsi, given those of few documents: from 20,000 documents on their
// number falls with the size, because all of them together then take as long as the `starts` of
// 20,000, and the clusters depend less on them (docs/default-study.md).
Index starts_of_size(Index starts, Index documents) noexcept;

// With few terms no number of neighbors of local predictors is right for all collections. If a fit
// has derived more than `fewer_neighbors`, another one is made with that many, and the one is kept
// whose clusters are better apart.
inline constexpr Index fewer_neighbors = 40;
bool may_compare_neighbors(const Options &requested, const Method &method, const Matrix &X,
                           const FitInputs &inputs);

// A start that spreads labels over the graph needs labels: an error if the user set it. Without
// them preset=quality is replaced by preset=pairs, with a warning; with preset=none the start is
// random.
Options derive_without_labels(const Options &requested, const Constraints *constraints,
                              bool given_start, Report &report);

// Whether a fit chooses its start: preset=dense, and the start is not set.
bool chooses_start(const Options &options);

// The options of the clustering by content, which runs if the cut is rejected; unchanged if no cut
// is evaluated.
Options content_options(const Options &options);

// Warns of options that were set but have no effect with the other settings.
void warn_ineffective_options(const Options &options, bool given_start, Report &report);

}  // namespace manifact
