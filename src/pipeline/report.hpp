// Writes the findings of a fit into its model, and log lines for the host program.
#pragma once

#include "kernels/kernel.hpp"
#include "methods/solver.hpp"
#include "model/model.hpp"
#include "pipeline/cut_start.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/index.hpp"
#include "text/dense_features.hpp"

namespace manifact {

class Report {
 public:
  // dense: the rows of the data are rows of numbers, and warnings do not call them documents.
  Report(Model &model, bool dense, ExecutionContext &run)
      : model_(model), run_(run), dense_(dense) {}

  void search(const SearchTrace &trace, const SearchRequest &requested);  // neighbor search
  template <class T>
  void data(const DataView<T> &X, const FeatureWeights &weights, Index duplicates,
            bool zeros_are_points);
  // Warns of the empty documents that data() counted. labels: of the fit; null: none are known.
  void empty_documents(const Array<std::int32_t> *labels);
  // Neighbors by Euclidean distance; `chosen`: by the data.
  void metric(bool chosen);
  void texts(const Csr<double> &T, const FeatureWeights &weights);  // attached to the documents
  // Duplicates of an earlier document are not counted as vertices.
  void graph(const Graph &graph, const char *source, const Array<std::int32_t> &first_duplicate,
             bool from_coordinates);  // the start: singular coordinates join components
  // By which the features were weighted, unless they were not.
  void background(const DocumentFrequencies &background, const FeatureWeights &weights);
  // That accompany the documents; `without`: documents without one.
  void vectors(Index columns, Index without);
  void constraints(const Constraints &constraints);
  void propagation(const PropagationTrace &trace, const char *of = "");  // of: prefix of the names
  // Reports the affinity and releases it.
  void affinity(AdjustedGraph &adjusted, const Options &options, const Graph &before);
  void violations();                             // reads them from the model
  void rotation(double objective, Index start);  // the best of several
  void findings(const Findings &findings);
  bool has(std::string_view name) const;  // a note
  void attached(Index documents);         // outside the core, assigned to the nearest cluster
  // The scores of the starts lsi and merge by two views of the terms. chosen: 0 = lsi, 1 = merge,
  // 2 = the coarser merge.
  void views(double content, double merged, std::size_t chosen);
  // Of two fits with these numbers of neighbors the first was kept, by their separation.
  void neighbors_compared(Index kept, double separation, Index other, double other_separation);
  void refined(Index documents) { note("refined_documents", documents); }  // moved by refine
  // refine=`word` was not taken, since `moved` of the documents would have moved.
  void not_refined(const char *word, Index moved, Index documents);
  void regression(Index iterations) { note("regression_iterations", iterations); }
  // Documents that were left without a cluster.
  void below_min_membership(Index documents) { note("documents_below_min_membership", documents); }
  // Equal documents that an asymmetric graph had parted; 0: not noted.
  void united(Index documents) {
    if (documents > 0) note("united_documents", documents);
  }
  void outliers(Index documents, double threshold);
  void unsolved() { unsolved_ = true; }  // eigenvectors or a graph did not converge
  void acceptance(const CutAcceptance &acceptance, bool accepted);
  // Of dense data; a sparse matrix of the same values would have the result or not.
  void dense_counts(DenseCounts kind, const FeatureWeights &weights, const Options &options);
  // Of dense features whose scaling was not set; `scaling` is the effective one.
  void scales(const FeatureScales &scales, Scaling scaling);
  // ratio: of the length of the mean to the spread around it.
  void far_from_origin(double ratio, const char *method);
  void options(const Options &options, bool given_start);
  // update_rule is null if the method has only one.
  void kernel(const KernelSpec &spec, const KernelStore &store, const char *update_rule);
  void trace(const SolveTrace &trace, const Schedule &schedule, bool tolerance_applies);
  void features(Index requested);            // feature clusters; 0: any number
  void result(Index dead, Index requested);  // also sets the status of the model

  // n_clusters, reduced to the number of distinct documents that can belong to a cluster, but at
  // least `least`.
  Index possible_clusters(Index requested, Index least);

  // A warning for the user; numbers as %lld.
  void warn(const char *format, ...) __attribute__((format(printf, 2, 3)));

 private:
  template <class Value>
  void note(std::string name, Value value) {
    model_.findings.note(std::move(name), value);
  }

  Model &model_;
  ExecutionContext &run_;
  bool dense_;
  Index distinct_ = 0, rows_ = 0;  // rows of all processes
  std::vector<Index> empty_;       // documents of this process, unless zeros are points
  bool limited_ = false, unsolved_ = false, fewer_features_ = false;
};

// The warning of data that are not taken as what they seem to be: square data that may compare the
// documents, or points in a sparse format; empty: there is none. fewer: a fit has fewer clusters
// than requested. Collective.
std::string warning_of_kind(const Matrix &X, const Options &options, const FitInputs &inputs,
                            bool fewer, ExecutionContext &run);

// What is wrong with data of which no value is left: tf-idf gives 0 to features that all documents
// have, or none, and to those that min-df and max-df leave out.
std::string nothing_left(const FeatureWeights &weights);

}  // namespace manifact
