// What a fit has to say about its data and itself: diagnostics and warnings of the model, log lines to the host.
#pragma once

#include "kernels/kernel.hpp"
#include "methods/gate.hpp"
#include "methods/model.hpp"
#include "methods/solver.hpp"

namespace manifact {

class Report {
 public:
  Report(Model &model, Monitor &monitor) : model_(model), monitor_(monitor) {}

  void search(const SearchCourse &course, const SearchRequest &asked);  // for neighbours
  template <class T>
  void data(CsrView<T> X, const FeatureWeights &weights, std::int64_t duplicates, bool zeros_are_points);
  void graph(const Graph &graph, const char *origin, const Array<std::int32_t> &originals);  // documents that repeat an earlier one are no vertices of it
  void constraints(const Constraints &constraints);
  void propagation(const PropagationCourse &course, const char *of = "");  // of: before the names
  void affinity(const Affinity &F, double alpha, std::int64_t edges_before, std::int64_t edges_after);
  void violations();  // of the model
  void rotation(double objective, std::int64_t start);  // the best of several
  void remarks(const Remarks &remarks);
  void attached(std::int64_t documents);  // to the nearest cluster, from outside of what was cut
  void unsolved() { unsolved_ = true; }   // the eigenvectors asked for were not found
  void gate(const Gate &gate);  // of preset=quality
  void options(const Options &options, bool given_start);
  void kernel(const KernelSpec &spec, const KernelStore &store, const char *update_rule);  // null: there is no choice
  void course(const Course &course, const Plan &plan, bool tolerance_applies);
  void features(std::int64_t asked);  // clusters of them; 0: any number
  void result(std::int64_t dead, std::int64_t asked);  // also the model's status

  // n_clusters, or fewer when there are fewer distinct documents that can belong to a cluster; at least `least`.
  std::int64_t possible_clusters(std::int64_t asked, std::int64_t least);

  // A sentence for the user; numbers as %lld.
  void warn(const char *format, ...) __attribute__((format(printf, 2, 3)));

 private:
  void note(const std::string &name, std::int64_t value);
  void note(const std::string &name, double value);
  void note(const std::string &name, const char *value);

  Model &model_;
  Monitor &monitor_;
  std::int64_t distinct_ = 0;
  bool limited_ = false, unsolved_ = false, fewer_features_ = false;
};

}  // namespace manifact
