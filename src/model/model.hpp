// The result of a fit: what the user reads, and the prediction rule for new documents. Plain data
// except for that rule; all numbers are double.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.hpp"
#include "graph/neighbors/prepared_rows.hpp"
#include "kernels/function.hpp"
#include "linalg/dense/dense.hpp"
#include "model/predictor.hpp"
#include "options/plan.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"
#include "supervision/constraints.hpp"
#include "text/text_model.hpp"
#include "text/weighted_data.hpp"
#include "text/weighting.hpp"

namespace manifact {

// The data needed to compare documents, for any prediction rule.
struct TrainingData {
  FeatureWeights weights;         // of the features
  KernelSpec kernel;              // effective
  Array<double> kernel_diagonal;  // n: K_ii of a precomputed kernel, otherwise empty
  double ncw_power = 0.5;         // exponent of the document weights, if the method has them
  double lambda = 0;              // strength of the edges to neighbors; 0: no edges
  Index neighbors = 0;            // number for each document
  GraphWeight graph_weight = GraphWeight::cosine;
  Metric metric = Metric::cosine;
  double bandwidth = 0;        // of heat weights, effective
  Array<double> local_scales;  // n: b_i of local scaling, or empty
  WeightedData<double> X;      // weighted training documents; empty if not kept
  bool compared = false;       // whether new documents are compared with them
  // What the search of neighbors in X has prepared.
  mutable KeptRows kept_rows;
  std::shared_ptr<const Matrix> matrix;  // with the values of dense X, before weighting
  // Of the vectors that accompanied the documents: their number of columns, 0 for none, and their
  // rows, if they are kept.
  Index vector_columns = 0;
  std::shared_ptr<const Matrix> vectors;
};

// The conversion of memberships to labels.
struct MembershipReadout {
  ReadoutKind kind = ReadoutKind::argmax;
  Geometry geometry = Geometry::euclidean;  // of `centers`, or of the centers in the basis
  Array<double> weights;                    // k, or empty
  Array<double> centers;                    // k x k (column per cluster), or empty
};

// Clusters of the features; l = 0 for methods that do not cluster them.
struct FeatureClusters {
  Index l = 0;
  Array<std::int32_t> labels;  // m, or -1
  Array<Index> sizes;          // l
  Array<double> memberships;   // m x l: G of X ~ V C G'
  Array<double> core;          // k x l: C
  // k x l: the sum of X over the documents of one cluster and the features of the other.
  Array<double> mass;
};

// The clusters in the terms of texts that were attached to the documents. The texts take no part in
// the clustering.
struct AttachedTexts {
  std::shared_ptr<const TextModel> terms;  // null: no texts
  Array<double> centroids;                 // terms x k: mean weighted counts of each cluster
  Array<double> concepts;                  // terms x k: concept vectors; empty without W
};

// How well a document fits its cluster (model/left_out.hpp).
enum class FitScore { none, cosine, distance };

// The rule for documents that get no cluster: the options outliers and min-membership.
struct LeftOutRule {
  double min_membership = 0;  // 0: none is left out
  FitScore score = FitScore::none;
  double least_score = 0;  // documents with a lower score are left out
  bool empty() const noexcept { return min_membership == 0 && score == FitScore::none; }
};

struct Model;

// How documents that were added to a model differ from those of its fit (topics/update.cpp).
struct Drift {
  Index documents = 0, far = 0, unassigned = 0;
  Index terms = -1, unknown = 0;  // words or n-grams of the documents; -1: they were not counted
};

// One change of the topics (topics/edit.hpp). Topic c becomes to[c], -1 if it is hidden; the
// documents of topic `split` are divided by a model of their own, and part p becomes to[split] + p.
struct TopicEdit {
  std::string text;  // such as "merge 3 7"
  std::vector<Index> to = {};
  Index split = -1;
  std::shared_ptr<const Model> parts = {};  // null unless a topic is split
  Drift drift = {};                         // no documents: none were added
};

// All documents of a model that some were added to; those of the fit come first.
struct GrownDocuments {
  WeightedData<double> X;                // by the weights of the fit
  std::shared_ptr<const Matrix> matrix;  // of dense X, before weighting
  // Of all documents; null if those of the fit had none. A document without one has a row of zeros.
  std::shared_ptr<const Matrix> vectors = {};
};

// The fit that an edited model is derived from, and what was changed since.
struct TopicEdits {
  std::shared_ptr<const Model> fitted;  // null: the model is a fit itself
  std::vector<TopicEdit> list;
  std::shared_ptr<const GrownDocuments> grown;  // null: the documents are those of the fit
};

// Texts that accompany the documents, such as their names. They take no part in the clustering.
struct DocumentColumn {
  std::string name, bytes;
  std::vector<Index> ends;  // n: text i ends before byte ends[i]
};
// Each is stored once: solvers, the models of their fits and models edited from these share it.
using DocumentColumns = std::vector<std::shared_ptr<const DocumentColumn>>;

// The columns of a table of numbers: names that are not the terms of a text.
using FeatureNames = std::vector<std::string>;

inline constexpr std::size_t longest_column_name = 30;  // letters, digits, '_'

// An option of a fit: the value in force, and what the user set, "" for nothing. They differ if the
// data replaced the value of the user, such as preset=quality by preset=dense.
struct ModelOption {
  std::string name, value;
  Origin origin = Origin::unknown;
  std::string setting = {};
};

// Of several topics together, such as a parent in their tree.
struct GroupName {
  std::vector<Index> topics;  // two or more, ascending
  std::string name;
};

struct Model {
  Index n = 0, m = 0, k = 0;
  std::string method;
  std::vector<ModelOption> options;  // all that affect the result
  // In bytes: the option memory-budget of the fit. Files do not store it.
  Index memory_budget = Index{1} << 31;
  Findings findings;
  // Violated constraints of those given to the fit (supervision/constraints.hpp).
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
  // m x k: concepts X'W (weighted by g) or centers; empty if neither is a vector of features.
  Array<double> basis;
  MembershipReadout readout;
  LeftOutRule left_out;
  TrainingData training;
  std::unique_ptr<Predictor> predictor;  // the rule for new documents; null if edited
  TopicEdits edits;
  std::vector<std::string> names;      // k, "" for a topic without a name; or empty
  std::vector<std::string> titles;     // k, likewise
  std::vector<GroupName> group_names;  // in the order of their topics
  DocumentColumns columns;             // those that are kept
  // The names of the terms, and the rules that turn new text into counts; may be null.
  std::shared_ptr<const TextModel> text;
  std::shared_ptr<const FeatureNames> feature_names;  // m; null: those of the text, if there is one
  AttachedTexts texts;

  Index iterations() const noexcept { return history.size() - 1; }
  // What new documents are compared with: the fit of an edited model.
  const Model &fitted() const noexcept { return edits.fitted ? *edits.fitted : *this; }
  // The documents of the model, weighted; empty if they are not kept.
  const WeightedData<double> &kept() const noexcept {
    return edits.grown ? edits.grown->X : fitted().training.X;
  }
};

// Copies without the padding, and back.
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
