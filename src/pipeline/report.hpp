// What a fit has to say about its data and itself: diagnostics and warnings of the model, log lines
// to the host.
#pragma once

#include "kernels/kernel.hpp"
#include "methods/solver.hpp"
#include "model/model.hpp"
#include "pipeline/quality_start.hpp"
#include "runtime/index.hpp"

namespace manifact {

class Report {
 public:
  Report(Model &model, Monitor &monitor) : model_(model), monitor_(monitor) {}

  void search(const SearchTrace &trace, const SearchRequest &asked);  // for neighbors
  template <class T>
  void data(CsrView<T> X, const FeatureWeights &weights, Index duplicates, bool zeros_are_points);
  // Documents that repeat an earlier one are no vertices of the graph.
  void graph(const Graph &graph, const char *source, const Array<std::int32_t> &first_duplicate);
  void constraints(const Constraints &constraints);
  void propagation(const PropagationTrace &trace, const char *of = "");  // of: before the names
  // Reports the affinity and lets go of it.
  void affinity(AdjustedGraph &adjusted, const Options &options, const Graph &before);
  void violations();                             // of the model
  void rotation(double objective, Index start);  // the best of several
  void findings(const Findings &findings);
  void attached(Index documents);        // to the nearest cluster, from outside of what was cut
  void unsolved() { unsolved_ = true; }  // the eigenvectors asked for were not found
  void acceptance(const CutAcceptance &acceptance);  // of preset=quality
  void options(const Options &options, bool given_start);
  // A null update_rule: there is no choice.
  void kernel(const KernelSpec &spec, const KernelStore &store, const char *update_rule);
  void trace(const SolveTrace &trace, const Schedule &schedule, bool tolerance_applies);
  void features(Index asked);            // clusters of them; 0: any number
  void result(Index dead, Index asked);  // also the model's status

  // n_clusters, or fewer when there are fewer distinct documents that can belong to a cluster; at
  // least `least`.
  Index possible_clusters(Index asked, Index least);

  // A sentence for the user; numbers as %lld.
  void warn(const char *format, ...) __attribute__((format(printf, 2, 3)));

 private:
  void note(const std::string &name, Index value);
  void note(const std::string &name, double value);
  void note(const std::string &name, const char *value);

  Model &model_;
  Monitor &monitor_;
  Index distinct_ = 0;
  bool limited_ = false, unsolved_ = false, fewer_features_ = false;
};

}  // namespace manifact
