// Suggests the number of clusters k from normalized cuts of the graph.
//
//   score = k gap stability
//   gap = (theta_k+1 - theta_k) / theta_k+1
//         theta_1 <= theta_2 <= ..  eigenvalues of I - D^-1/2 W D^-1/2
//   stability = mean adjusted Rand index of two samples, over documents with a label in both
//         samples of the documents, each cut into k clusters
//
// The eigenvectors are computed once for the graph and once for each sample; k clusters use the
// first k of them. Clustering the samples takes about k^2 n + k^3 operations, too many for every k
// of a long range. Since the score is at most k gap, only the k with the largest k gap are sampled.
#pragma once

#include <string>
#include <vector>

#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct CountEvaluation {
  Index k = 0;
  // NaN: not evaluated; stability and score are evaluated only for the most promising k.
  double eigenvalue, gap, stability, score;
  Status status = Status::ok;
  std::string why;  // reason of a status other than ok, or of a missing stability
};

struct Suggestion {
  Index k = 0;
  std::string reason;
  std::vector<CountEvaluation> rows;
  std::vector<std::string> warnings;
};

// The maximum number of rows whose stability is evaluated.
inline constexpr Index most_evaluated = 16;

// Requires 2 <= from <= to < documents and options of method ncut. Of `inputs` only the graph and
// the cached graph are used. The result does not depend on the number of threads.
Suggestion suggest_k(const Matrix &X, Index from, Index to, const Options &options,
                     const FitInputs &inputs, ExecutionContext &run);

}  // namespace manifact
