// The result of a fit: what the user reads, and what assigning new documents needs. Plain data,
// double throughout.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.hpp"
#include "kernels/function.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "model/predict/mixture_posterior.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"
#include "text/text_model.hpp"
#include "text/weighting.hpp"

namespace manifact {

enum class Readout { argmax, cosine_kmeans, kmeans, rotation };

// What new documents need, beside the factors.
struct Assignment {
  bool partition = false;  // nearest center (k-means) instead of non-negative least squares
  bool vote = false;       // mean of the neighbors' memberships, likewise
  Posterior mixture;       // likewise; empty: none
  Geometry geometry = Geometry::euclidean;
  Readout readout = Readout::argmax;
  FeatureWeights weights;         // of the features
  KernelSpec kernel;              // in force
  Array<double> kernel_diagonal;  // n: K_ii of a precomputed kernel, else empty
  Array<double>
      U;  // m x k: concepts X'W (weighted by g), empty where the kernel is not linear; or centers
  Array<double> M;                // k x k: W'KW
  Array<double> readout_weights;  // k, or empty
  Array<double> readout_centers;  // k x k (column per cluster), or empty
  bool predicted =
      false;  // new documents by the memberships of their neighbors, through local predictors
  double ridge = 0;        // of them
  bool iterative = false;  // new documents by the paper's updates instead of least squares
  double lambda = 0;
  bool ncw = false, ncw_appendix = false;
  double ncw_power = 0.5;
  Array<double> g,
      feature_sums;  // n, m; empty without ncw; no feature_sums where the kernel is not linear
  Csr<double> X;     // weighted training documents; no rows when not kept or not needed

  // New documents meet the training documents one by one.
  bool needs_documents() const noexcept {
    return iterative || vote || predicted || kernel.kind == KernelKind::polynomial ||
           kernel.kind == KernelKind::rbf;
  }
  Index neighbors = 0;
  GraphWeight graph_weight = GraphWeight::cosine;
  double bandwidth = 0;        // of heat, in force
  Array<double> local_scales;  // n: b_i of local scaling, or empty
};

// Of methods that cluster the features too; l = 0 for the others.
struct FeatureClusters {
  Index l = 0;
  Array<std::int32_t> labels;  // m, or -1
  Array<Index> sizes;          // l
  Array<double> memberships;   // m x l: G of X ~ V C G'
  Array<double> core;          // k x l: C
  Array<double>
      mass;  // k x l: the sum of X over documents of one and features of the other cluster
};

struct Model {
  Index n = 0, m = 0, k = 0;
  std::string method;
  std::vector<std::pair<std::string, std::string>>
      options;  // name, value: all that decided the result
  std::vector<std::pair<std::string, std::string>> diagnostics;  // name, value
  std::vector<std::string> warnings;
  std::vector<Pair>
      violations;  // of the constraints that the fit was given (supervision/violations.hpp)

  int status = 0;
  bool converged = false;
  Array<double> history;       // objective, iterations + 1
  Array<std::int32_t> labels;  // n
  Array<Index> sizes;          // k
  Array<double> V, W;          // n x k; W empty for partitions
  Array<double> centroids;     // m x k: mean document of each cluster
  Array<double> cosines;       // n: of each document to its centroid
  FeatureClusters features;
  Assignment assignment;
  std::shared_ptr<const TextModel>
      text;  // names of the features, and how new text becomes counts; null when there is none

  Index iterations() const noexcept { return history.size() - 1; }
};

// Without the padding, and back.
template <class T>
Array<double> packed(const Dense<T> &A, const std::shared_ptr<Memory> &memory) {
  Array<double> flat(memory, A.rows() * A.columns());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index c = 0; c < A.columns(); ++c)
      flat[i * A.columns() + c] = static_cast<double>(A(i, c));
  return flat;
}

inline Dense<double> unpacked(const Array<double> &flat, Index rows, Index columns,
                              const std::shared_ptr<Memory> &memory) {
  Dense<double> A(memory, rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index c = 0; c < columns; ++c) A(i, c) = flat[i * columns + c];
  return A;
}

}  // namespace manifact
