// How many clusters: what the normalized cut of the graph says of each number k.
//
//   score = k gap stability
//   gap = (theta_k+1 - theta_k) / theta_k+1
//         theta_1 <= theta_2 <= ..  eigenvalues of I - D^-1/2 W D^-1/2
//   stability = mean adjusted Rand index of two samples, where both have a label
//         samples of the documents, each cut into k clusters of its own
//
// One search for all eigenvectors of the graph, and one for each sample: those of k are the first k
// of them. Reading k clusters off the samples takes some k^2 n and k^3 steps, too many for every k
// of a long range, and a score cannot be more than k gap: only those of largest k gap are read.
#pragma once

#include <string>
#include <vector>

#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct CountEvaluation {
  Index k = 0;
  // NaN: not judged; stability and score: not looked into.
  double eigenvalue, gap, stability, score;
  Status status = Status::ok;
  std::string why;  // of a status that is not ok, and of no stability
};

struct Suggestion {
  Index k = 0;
  std::string reason;
  std::vector<CountEvaluation> rows;
  std::vector<std::string> warnings;
};

// The rows whose stability is looked into, at most.
inline constexpr Index most_evaluated = 16;

// 2 <= from <= to < documents; options of the method ncut. Of `given` the graph and the
// cached graph count. The same for any number of threads.
Suggestion suggest_k(const Matrix &X, Index from, Index to, const Options &options,
                     const FitInputs &given, ExecutionContext &run);

}  // namespace manifact
