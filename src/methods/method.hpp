// The interface that a method implements: a row of the method table (methods.def), and an Algorithm
// that the one solver loop drives.
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
#include "options/plan.hpp"
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
  // max(F, 0), to be taken as it is; null: nothing is missing.
  std::shared_ptr<const Affinity> dense_affinity;
  // What constraints spread to, for the diagnostics; null: nothing was spread.
  std::shared_ptr<const Affinity> affinity;
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
  // Null where the method needs none; adjusted to the constraints, where the method does so.
  const Graph *graph;
  bool unit_rows;  // X has rows of length 1 (or 0: empty documents)
  Index k;
  const Options &options;
  ExecutionContext &run;
  // The order of the documents for random draws; null: as they stand.
  const Array<std::int32_t> *canonical_order = nullptr;
  // The caller's own graph of the features; null: built where one is needed.
  const Graph *feature_graph = nullptr;
  const Constraints *constraints = nullptr;  // null: none, or of another method
  const Graph *neighborhood = nullptr;       // the graph before constraints adjusted it
  const Affinity *dense_affinity = nullptr;  // of an adjusted graph
  PropagationFactors *factors = nullptr;     // of the neighborhood, kept for later fits
  // The lists behind the graph, of methods with local_prediction.
  const Neighbors *neighbors = nullptr;
  // By document: the first one equal to it; empty where equal documents are kept apart.
  const Array<std::int32_t> *first_duplicate = nullptr;
  int exponent = 0;               // X is the data times 2^exponent (methods/magnitudes.hpp)
  bool zeros_are_points = false;  // a document of zeros is one like others
  Plan plan{options};
};

// Where an attempt begins: from a stream of random numbers, and from what the caller gave.
struct Start {
  Rng rng;
  const double *W = nullptr, *V = nullptr;  // row-major n x k
  const std::int32_t *labels = nullptr;     // n
  // Row-major m x l (the other factor, where there are two) and l x k.
  const double *G = nullptr, *S = nullptr;
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
  // The residual of the KKT conditions, 0 where they hold; NaN: has none.
  virtual double residual() const { return std::numeric_limits<double>::quiet_NaN(); }
  // Theory promises a nonincreasing objective: the tolerance test applies.
  virtual bool monotone() const = 0;
  virtual bool fixed_point() const { return false; }  // the last update changed nothing
  // start() has already found the solution, to its tolerance: no updates.
  virtual bool solved() const { return false; }
  virtual void keep() = 0;           // remember the present factors ...
  virtual void recall() = 0;         // ... and bring them back
  virtual void finish() = 0;         // last normalization
  virtual Factors<T> factors() = 0;  // hands them over; the end
};

// An algorithm in both precisions.
struct AlgorithmMaker {
  template <class T>
  using Function = std::unique_ptr<Algorithm<T>> (*)(const Problem<T> &);

  std::unique_ptr<Algorithm<double>> operator()(const Problem<double> &problem) const {
    return as_double(problem);
  }
  std::unique_ptr<Algorithm<float>> operator()(const Problem<float> &problem) const {
    return as_float(problem);
  }

  Function<double> as_double;
  Function<float> as_float;
};

// From a generic function of the problem: `maker_of([](const auto &problem) { ... })`.
template <class Make>
constexpr AlgorithmMaker maker_of(Make) noexcept {
  return {[](const Problem<double> &problem) -> std::unique_ptr<Algorithm<double>> {
            return Make()(problem);
          },
          [](const Problem<float> &problem) -> std::unique_ptr<Algorithm<float>> {
            return Make()(problem);
          }};
}

// Of an algorithm that needs nothing but the problem: `maker<SemiNmf>`.
template <template <class> class A>
inline constexpr AlgorithmMaker maker = maker_of([]<class T>(const Problem<T> &problem) {
  return std::make_unique<A<T>>(problem);
});

// What a graph is learned from.
template <class T>
struct Learning {
  CsrView<T> X;
  // By document: the first one equal to it; empty where equal documents are kept apart.
  const Array<std::int32_t> &first_duplicate;
  bool unit_rows;
  const Options &options;
  Findings &findings;
  ExecutionContext &run;
};

// A graph learned from documents in both precisions; empty: none is.
struct GraphLearner {
  Graph operator()(const Learning<double> &learning) const { return as_double(learning); }
  Graph operator()(const Learning<float> &learning) const { return as_float(learning); }
  explicit operator bool() const noexcept { return as_double != nullptr; }

  Graph (*as_double)(const Learning<double> &) = nullptr;
  Graph (*as_float)(const Learning<float> &) = nullptr;
};

template <class Learn>
constexpr GraphLearner learner_of(Learn) noexcept {
  return {[](const Learning<double> &learning) { return Learn()(learning); },
          [](const Learning<float> &learning) { return Learn()(learning); }};
}

// The options that the methods of one family have in common.
struct OptionGroup {
  std::span<const Key> keys;
  std::span<const AllowedWords> words = {};
};

// The graph of the documents that a method works on.
enum class GraphSource {
  none,
  neighbors,  // that of the nearest neighbors, or the caller's
  own         // made by the method from the documents: the caller's is refused
};

// What a caller may give to start from; each includes the ones before it.
enum class StartInput {
  none,
  labels,   // a cluster for each document
  factors,  // V, and W where there is one
  model     // the factors of a fitted concept factorization
};

// What a method is: its place in the lists, its options, what it takes, and how it is made.
struct Method {
  const char *name;
  const char *summary;
  const char *reference = "";

  // Data.
  bool non_negative = false;      // refuses negative data
  bool zeros_are_points = false;  // a zero row is a point like others, unless rows have unit length
  Weighting counts = Weighting::tfidf;    // what weighting=auto gives counts
  Scaling dense_scaling = Scaling::none;  // what scaling=auto gives dense input

  // Options: those of the family, its own, and those of every method (method.cpp).
  const OptionGroup *family = nullptr;
  std::span<const Key> keys = {};
  std::span<const Setting> defaults = {};
  std::span<const Implication> implications = {};
  std::span<const AllowedWords> words = {};  // these come before those of the family
  // Sets defaults that follow from the data.
  void (*take_data)(const Matrix &, Options &) = nullptr;

  // Capabilities.
  GraphSource graph = GraphSource::none;
  bool takes_feature_graph = false;  // the caller's graph of the features
  StartInput start_input = StartInput::labels;
  bool takes_feature_start = false;  // may be given a first factor of the features
  bool takes_constraints = false;
  bool ignores_pairs = false;     // of the constraints only labels count
  bool spectral = false;          // no updates: V holds eigenvectors that the read-out clusters
  bool local_prediction = false;  // predicts documents from their neighbors: needs their lists too

  // Functions.
  bool (*needs_graph)(const Options &) = [](const Options &) { return false; };
  GraphLearner learn = {};  // the graph, from the documents; empty: nearest neighbors
  // The graph under constraints; null: as it is.
  AdjustedGraph (*adjust)(const AdjustmentInput &, const Options &, ExecutionContext &) = nullptr;
  AlgorithmMaker make;

  OptionSet option_set() const noexcept;
  bool uses(Key key) const noexcept { return option_set().keys.has(key); }
};

}  // namespace manifact
