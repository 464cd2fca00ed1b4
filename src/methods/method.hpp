// What a method is to the rest of the library: a row of the method table, and an Algorithm that the
// one solver loop drives.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.hpp"
#include "kernels/kernel.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "model/predictor.hpp"
#include "options/options.hpp"
#include "readout/lloyd.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/findings.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"
#include "supervision/affinity.hpp"
#include "text/weighting.hpp"

namespace manifact {

// What constraints make of a graph: edges, and what has too many to be stored.
struct AdjustedGraph {
  Graph graph;
  std::shared_ptr<const Affinity>
      dense_affinity;  // max(F, 0), to be taken as it is; null: nothing is missing
  std::shared_ptr<const Affinity>
      affinity;  // what constraints spread to, for the diagnostics; null: nothing was spread
};

// What the adjustment starts from.
struct AdjustmentInput {
  const Graph &graph;
  const Constraints &constraints;
  PropagationFactors *factors;  // kept for later fits; null: none
};

// The prepared data a method works on.
template <class T>
struct Problem {
  CsrView<T> X;  // n x m: weighted, scaled
  const Graph *
      // null where the method needs none; adjusted to the constraints, where the method does so
      graph;
  bool unit_rows;  // X has rows of length 1 (or 0: empty documents)
  Index k;
  const Options &options;
  ExecutionContext &run;
  const Array<std::int32_t> *canonical_order =
      nullptr;  // of the documents, for random draws; null: as they stand
  const Graph *feature_graph =
      nullptr;  // the caller's own, of the features; null: built where one is needed
  const Constraints *constraints = nullptr;  // null: none, or of another method
  const Graph *neighborhood = nullptr;       // the graph before constraints adjusted it
  const Affinity *dense_affinity = nullptr;  // of an adjusted graph
  PropagationFactors *factors = nullptr;     // of the neighborhood, kept for later fits
  const Neighbors *neighbors = nullptr;  // the lists behind the graph, of methods that are `local`
  const Array<std::int32_t> *first_duplicate =
      // by document: the first one equal to it; empty where equal documents are kept apart
      nullptr;
  int exponent = 0;               // X is the data times 2^exponent (methods/magnitudes.hpp)
  bool zeros_are_points = false;  // a document of zeros is one like others
};

// Where an attempt begins: from a stream of random numbers, and from what the caller gave.
struct Start {
  Rng rng;
  const double *W = nullptr, *V = nullptr;  // row-major n x k
  const std::int32_t *labels = nullptr;     // n
  const double *G = nullptr,
               *S = nullptr;  // row-major m x l (the other factor, where there are two) and l x k
  Index l = 0;
};

// What a method leaves: X ~ X W V' or, for partitions, V one-hot. Empty matrices where there is
// none.
template <class T>
struct Factors {
  Dense<T> W, V;  // n x k
  Dense<T> U;     // m x k: the concepts X'W (none where the kernel is not linear), or the centers
  Dense<T> G;     // m x l: memberships of the features in X ~ V S'G'
  Dense<T> S;     // l x k, with G
  Array<double> readout_weights;  // k: column weights for arg max; empty = 1
  Array<double> feature_weights;  // l: the same for G
  double lambda = 0;              // in force, after lambda-scale
  KernelSpec kernel;
  KernelStore store;
  const char *update_rule = nullptr;     // where there is a choice
  Index dead = 0;                        // concepts that died (w'Kw ~ 0)
  std::unique_ptr<Predictor> predictor;  // the rule for new documents
  PropagationTrace propagation;  // of labels into first memberships; solver automatic: none ran
  Geometry geometry = Geometry::euclidean;  // of the columns of U, where these are centers
  Findings findings;
};

// Objective and updates of one method on one problem. The solver starts it, updates it, and asks
// for the objective.
template <class T>
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual void start(Start start) = 0;
  virtual void update() = 0;
  virtual double objective() const = 0;  // of the present factors
  virtual double residual() const {
    return std::numeric_limits<double>::quiet_NaN();
  }  // of the KKT conditions, 0 where they hold; NaN: has none
  virtual bool monotone()
      const = 0;  // theory promises a nonincreasing objective: the tolerance test applies
  virtual bool fixed_point() const { return false; }  // the last update changed nothing
  virtual bool solved() const {
    return false;
  }                         // start() has already found the solution, to its tolerance: no updates
  virtual void keep() = 0;  // remember the present factors ...
  virtual void recall() = 0;         // ... and bring them back
  virtual void finish() = 0;         // last normalization
  virtual Factors<T> factors() = 0;  // hands them over; the end
};

// The maker of an algorithm that needs nothing but the problem: `make_algorithm<Semi, double>`.
template <template <class> class A, class T>
std::unique_ptr<Algorithm<T>> make_algorithm(const Problem<T> &problem) {
  return std::make_unique<A<T>>(problem);
}

// What the methods of one room have in common.
struct OptionGroup {
  std::span<const Key> keys;
  std::span<const AllowedWords> words = {};
};

// What a graph is learned from.
template <class T>
struct Learning {
  CsrView<T> X;
  const Array<std::int32_t> &
      // by document: the first one equal to it; empty where equal documents are kept apart
      first_duplicate;
  bool unit_rows;
  const Options &options;
  Findings &findings;
  ExecutionContext &run;
};

// A row of the method table.
struct Method {
  const char *name;
  const char *summary;
  const char *reference = "";
  bool non_negative = false;  // refuses negative data
  bool zeros_are_points =
      false;  // a document of zeros is one like others, unless rows have unit length
  bool starts_features = false;           // may be given a first factor of the features
  Weighting counts = Weighting::tfidf;    // what weighting=auto gives counts
  Scaling dense_scaling = Scaling::none;  // what scaling=auto gives dense input
  const OptionGroup *family = nullptr;
  std::span<const Key> keys = {};  // options beside those of the family, and the common ones
  std::span<const Setting> defaults = {};
  std::span<const Implication> implications = {};
  std::span<const AllowedWords> words =
      {};  // of options whose words it does not take all; before those of the family
  bool own_graph = false;  // makes its graph itself, and takes none of the caller's
  bool relaxed =
      false;  // eigenvectors and no updates: V holds directions that a read-out turns into clusters
  bool local = false;  // works on the lists of neighbors too
  void (*take_data)(const Matrix &, Options &) =
      nullptr;  // defaults that follow from the data, where nothing else was asked for
  bool (*needs_graph)(const Options &) = [](const Options &) { return false; };
  Graph (*learn_double)(const Learning<double> &) =
      nullptr;  // the graph, from the documents; null: that of their nearest neighbors
  Graph (*learn_float)(const Learning<float> &) = nullptr;
  bool supervised = false;   // takes constraints ...
  bool labels_only = false;  // ... of which pairs say nothing to it
  AdjustedGraph (*adjust)(const AdjustmentInput &, const Options &, ExecutionContext &) =
      nullptr;  // the graph under constraints; null: as it is
  std::unique_ptr<Algorithm<double>> (*make_double)(const Problem<double> &) = nullptr;
  std::unique_ptr<Algorithm<float>> (*make_float)(const Problem<float> &) = nullptr;

  OptionSet option_set() const noexcept;
  bool uses(Key key) const noexcept { return option_set().keys.has(key); }
  bool learns_graph() const noexcept { return learn_double != nullptr; }
  template <class T>
  Graph learn(const Learning<T> &learning) const;
  template <class T>
  std::unique_ptr<Algorithm<T>> make(const Problem<T> &problem) const;
};

template <>
inline Graph Method::learn(const Learning<double> &learning) const {
  return learn_double(learning);
}
template <>
inline Graph Method::learn(const Learning<float> &learning) const {
  return learn_float(learning);
}
template <>
inline std::unique_ptr<Algorithm<double>> Method::make(const Problem<double> &problem) const {
  return make_double(problem);
}
template <>
inline std::unique_ptr<Algorithm<float>> Method::make(const Problem<float> &problem) const {
  return make_float(problem);
}

}  // namespace manifact
