// Suggests the number of clusters k from normalized cuts of the graph.
//
//   score = k gap stability         of points: times separation
//   gap = (theta_k+1 - theta_k) / theta_k+1
//         theta_1 <= theta_2 <= ..  eigenvalues of I - D^-1/2 W D^-1/2
//   stability = mean adjusted Rand index of two samples, over documents with a label in both
//         samples of the documents, each cut into k clusters
//   separation = the least of the k clusters (graph/point_separation.hpp). Eigenvalues of points in
//         few dimensions have chance gaps, and those of curves come in pairs: k gap is as large for
//         some large k, of clusters that divide a group, as for the number of groups.
//
// The eigenvectors are computed once for the graph and once for each sample; k clusters use the
// first k of them. Clustering the samples takes about k^2 n + k^3 operations, too many for every k
// of a long range. Since the score is at most k gap, only the k with the largest k gap are sampled;
// of points, those with the largest -k ln(1 - gap), which has the same distribution for every k if
// eigenvalues grow like a power of k and their gaps are chance.
#pragma once

#include <string>
#include <vector>

#include "embedding/embedding.hpp"
#include "graph/components.hpp"
#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Cuts of a graph and of samples of its documents. The agreement between the clusterings of the
// samples measures how reliable a number of clusters is.

// The core of a graph and its eigenvectors.
struct Cut {
  Core core;
  // For k, or for fewer if the core has fewer vertices; empty if it has fewer than 3.
  Embedding embedding;
};

// The core is always that of a cut into 40 clusters, so that the result for one k does not depend
// on the range. `request`: k, tolerance and other values that differ from the defaults.
Cut cut_of(const Graph &graph, EmbeddingRequest request, const Array<std::int32_t> &order, Rng rng,
           ExecutionContext &run);

// Labels of all documents from the first k eigenvectors; -1 outside the core. `documents`: their
// number.
std::vector<Index> labels_of_cut(const Cut &cut, Index k, Index documents, const Options &options,
                                 const Array<std::int32_t> &order, ExecutionContext &run);

class Samples {
 public:
  static constexpr Index count = 5;

  // Draws the samples along `order` and computes the first k eigenvectors of each.
  Samples(const Graph &graph, Index k, const Options &options, const Array<std::int32_t> &order,
          ExecutionContext &run);

  // The mean adjusted Rand index of two samples, each cut into k clusters, over documents with a
  // label in both. Throws Error(empty) if a sample is too small.
  double stability(Index k, ExecutionContext &run) const;

  // The number of samples whose eigenvectors are not converged for k clusters, and the largest of
  // their residuals.
  struct Rough {
    Index samples = 0;
    double residual = 0;
  };
  Rough rough(Index k) const;

 private:
  Index documents_;
  const Options &options_;
  const Array<std::int32_t> &order_;
  std::vector<Cut> cuts_;
};

// Upper bound, in bytes, of the memory for the search for k eigenvectors of a graph of n documents
// and of its samples.
double bytes_of_samples(Index n, Index k) noexcept;

struct CountEvaluation {
  Index k = 0;
  // NaN: not evaluated; stability and score are evaluated only for the most promising k.
  double eigenvalue, gap, stability, score;
  double separation = 1;  // of points, where stability is evaluated
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
