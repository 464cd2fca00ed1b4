// The result of a fit: what the user reads, and what the rule for new documents needs. Plain data
// but for that rule, double throughout.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.hpp"
#include "kernels/function.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "model/predictor.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"
#include "text/text_model.hpp"
#include "text/weighting.hpp"

namespace manifact {

enum class Readout { argmax, cosine_kmeans, kmeans, rotation };

// What documents are compared by, whatever the rule for new ones.
struct TrainingData {
  FeatureWeights weights;         // of the features
  KernelSpec kernel;              // in force
  Array<double> kernel_diagonal;  // n: K_ii of a precomputed kernel, else empty
  double ncw_power = 0.5;         // of the weights of documents, where there are some
  double lambda = 0;              // strength of the edges to neighbors; 0: there are none
  Index neighbors = 0;            // of each document
  GraphWeight graph_weight = GraphWeight::cosine;
  double bandwidth = 0;        // of heat, in force
  Array<double> local_scales;  // n: b_i of local scaling, or empty
  Csr<double> X;               // weighted training documents; no rows when not kept or not needed
};

// From memberships to labels.
struct MembershipReadout {
  Readout kind = Readout::argmax;
  Geometry geometry = Geometry::euclidean;  // of centers: these, or those that are the basis
  Array<double> weights;                    // k, or empty
  Array<double> centers;                    // k x k (column per cluster), or empty
};

// Of methods that cluster the features too; l = 0 for the others.
struct FeatureClusters {
  Index l = 0;
  Array<std::int32_t> labels;  // m, or -1
  Array<Index> sizes;          // l
  Array<double> memberships;   // m x l: G of X ~ V C G'
  Array<double> core;          // k x l: C
  // k x l: the sum of X over documents of one and features of the other cluster.
  Array<double> mass;
};

struct Model {
  Index n = 0, m = 0, k = 0;
  std::string method;
  // Name, value: all that decided the result.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::pair<std::string, std::string>> diagnostics;  // name, value
  std::vector<std::string> warnings;
  // Violations of the constraints that the fit was given (supervision/violations.hpp).
  std::vector<Pair> violations;

  int status = 0;
  bool converged = false;
  Array<double> history;       // objective, iterations + 1
  Array<std::int32_t> labels;  // n
  Array<Index> sizes;          // k
  Array<double> V, W;          // n x k; W empty for partitions
  Array<double> centroids;     // m x k: mean document of each cluster
  Array<double> cosines;       // n: of each document to its centroid
  FeatureClusters features;
  // m x k: concepts X'W (weighted by g) or centers; empty where neither is a vector of features.
  Array<double> basis;
  MembershipReadout readout;
  TrainingData training;
  std::unique_ptr<const Predictor> predictor;  // the rule for new documents
  // Names of the features, and how new text becomes counts; null when there is none.
  std::shared_ptr<const TextModel> text;

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
