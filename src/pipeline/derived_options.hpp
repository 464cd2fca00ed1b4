// Options whose values follow from the data, the start, the constraints or the ranks of a fit. All
// rules are here, in the order in which a fit applies them; a later rule sees the values of the
// earlier ones:
//
//   1  derive_from_input     defaults for dense data; precision=auto as the type that is used
//                            the preset that labels and pairs imply
//                            several ranks: multiplicative updates, no copy of the documents
//   2  view_candidates       select=views: the start and the updates; a comparison chooses one
//   3  derive_from_data      the rule of the method (Method::take_data)
//                            kernels with negative values, or the size of the vocabulary
//   4  derive_without_labels a start from labels that do not exist
//   5  content_options       preset=dense: the start if the cut is rejected
//
// A rule changes what the user set only where it says so. Options::setting() keeps that value: a
// later fit with the options of the model (pipeline/refit.hpp) decides anew.
#pragma once

#include <vector>

#include "linalg/sparse/matrix.hpp"
#include "methods/method.hpp"
#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/index.hpp"

namespace manifact {

class Report;

// preset=pairs without labels; preset=quality, if the method has it, with labels of sparse data and
// no start from the caller. `divided`: the documents are divided among ranks.
Options derive_from_input(const Options &asked, const Matrix &X, const Method &method,
                          const FitInputs &given, bool divided);

// The candidates of select=views: start=lsi with the updates, merge without, and with preset=best
// merge of 100 singular values. They replace select=views by none.
std::vector<Options> view_candidates(const Options &asked);

// What is known of the data after weighting.
struct WeightedFacts {
  bool local_terms = false;    // sparse data of a method that predicts from the neighbors
  bool signed_kernel = false;  // the kernel may have negative values
  Index documents = 0;         // of all ranks
  Index features = 0;          // that are not dropped
};

// The method may replace a preset that the data do not have. The defaults that do not suit kernels
// with negative values are changed with a warning.
Options derive_from_data(const Options &asked, const Matrix &X, const Method &method,
                         bool given_start, const WeightedFacts &facts, Report &report);

// A start that spreads labels over the graph needs labels: an error if the user set it. Without
// them preset=quality is replaced by preset=pairs, with a warning; with preset=none the start is
// random.
Options derive_without_labels(const Options &asked, const Constraints *constraints,
                              bool given_start, Report &report);

// Whether a fit chooses its start: preset=dense, and the start is not set.
bool chooses_start(const Options &options);

// The options of the clustering by content, which runs if the cut is rejected; unchanged if no cut
// is evaluated.
Options content_options(const Options &options);

}  // namespace manifact
