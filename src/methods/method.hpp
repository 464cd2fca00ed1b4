// The interface of a method: a row of the method table (methods.def), and an Algorithm that the
// common solver loop runs.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.hpp"
#include "kernels/kernel.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "model/predictor.hpp"
#include "options/plan.hpp"
#include "readout/lloyd.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"
#include "runtime/rng.hpp"
#include "supervision/affinity.hpp"
#include "text/weighting.hpp"

namespace manifact {

// Dense data with more features are treated as images or similar data.
constexpr Index features_of_tables = 32;

// A graph adjusted to constraints: the edges, and a dense part that has too many to be stored.
struct AdjustedGraph {
  Graph graph;
  // max(F, 0), used without storing its edges; null: no dense part.
  std::shared_ptr<const Affinity> dense_affinity;
  // The propagated constraints, for the diagnostics; null: nothing was propagated.
  std::shared_ptr<const Affinity> affinity;
};

// The inputs of the adjustment.
struct AdjustmentInput {
  const Graph &graph;
  const Constraints &constraints;
  PropagationFactors *factors;  // cached for later fits; may be null
};

// The prepared data of a fit.
template <class T>
struct Problem {
  DataView<T> X;  // n x m: weighted, scaled
  // Null if the method needs none; adjusted to the constraints if the method supports that.
  const Graph *graph;
  bool unit_rows;  // X has rows of length 1 (or 0: empty documents)
  Index k;
  const Options &options;
  ExecutionContext &run;
  // The order of the documents for random draws; null: row order.
  const Array<std::int32_t> *canonical_order = nullptr;
  // The caller's feature graph; null: built if needed.
  const Graph *feature_graph = nullptr;
  const Constraints *constraints = nullptr;  // null: none, or not supported by the method
  const Graph *neighborhood = nullptr;       // the graph before adjustment to the constraints
  const Affinity *dense_affinity = nullptr;  // of an adjusted graph
  PropagationFactors *factors = nullptr;     // of the neighborhood, cached for later fits
  // The neighbor lists of the graph, for methods with local_prediction.
  const Neighbors *neighbors = nullptr;
  // For each document, the first one equal to it; empty if equal documents are kept apart.
  const Array<std::int32_t> *first_duplicate = nullptr;
  int exponent = 0;               // X is the data times 2^exponent (methods/magnitudes.hpp)
  bool zeros_are_points = false;  // a document of zeros is a valid point
  Plan plan{options};
};

// The starting point of one attempt: a random stream, and the caller's factors or labels.
struct Start {
  Rng rng;
  const double *W = nullptr, *V = nullptr;  // row-major n x k
  const std::int32_t *labels = nullptr;     // n
  // Row-major m x l (the other factor, for methods with two) and l x k.
  const double *G = nullptr, *S = nullptr;
  Index l = 0;
};

// The result of a method: X' ~ X'W V' or, for partitions, one-hot V. Matrices that a method does
// not have are empty.
template <class T>
struct Factors {
  Dense<T> W, V;  // n x k
  Dense<T> U;     // m x k: the concepts X'W (empty if the kernel is not linear), or the centers
  Dense<T> G;     // m x l: memberships of the features in X ~ V S'G'
  Dense<T> S;     // l x k, with G
  // m x k: a row of V before a spectral read-out is proportional to x'E; empty: it is not linear.
  Dense<double> E;
  Array<double> readout_weights;  // k: column weights for arg max; empty = 1
  Array<double> feature_weights;  // l: the same for G
  double lambda = 0;              // effective, after lambda-scale
  KernelSpec kernel;
  KernelStore store;
  const char *update_rule = nullptr;     // null if the method has only one
  Index dead = 0;                        // number of dead concepts (w'Kw ~ 0)
  std::unique_ptr<Predictor> predictor;  // the rule for new documents
  PropagationTrace propagation;  // of labels to initial memberships; solver automatic: none ran
  Geometry geometry = Geometry::euclidean;  // of the columns of U, if these are centers
  Findings findings;
};

// Objective and updates of one method on one problem. The solver calls start, update and objective.
template <class T>
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual void start(Start start) = 0;
  virtual void update() = 0;
  virtual double objective() const = 0;  // of the current factors
  // The residual of the KKT conditions, 0 if they hold; NaN if the method has none.
  virtual double residual() const { return std::numeric_limits<double>::quiet_NaN(); }
  // Whether the objective is guaranteed to be nonincreasing.
  virtual bool monotone() const = 0;
  // How many updates in a row must each change the objective by less than the tolerance to end the
  // fit; 0: the tolerance does not apply. An objective that may rise also changes little where it
  // turns, so one small change is not enough.
  virtual Index quiet_updates() const { return monotone() ? 1 : 0; }
  virtual bool fixed_point() const { return false; }  // the last update changed nothing
  // Whether start() has already solved the problem to its tolerance: no updates follow.
  virtual bool solved() const { return false; }
  // After the last update: whether the algorithm went back to its start.
  virtual bool goes_back() { return false; }
  // After the last update, if there was any: solves the memberships for the basis by the rule for
  // new documents, so that a document gets the same memberships again. Returns whether it did;
  // under constraints other than those of the updates, the objective may rise.
  virtual bool solve_memberships(bool /* updated */) { return false; }
  // Whether the current factors are better than those that keep() saved, by their objectives.
  virtual bool improves(double objective, double kept) const { return objective < kept; }
  virtual void keep() = 0;           // saves the current factors
  virtual void restore() = 0;        // restores the saved factors
  virtual void finish() = 0;         // the last normalization
  virtual Factors<T> factors() = 0;  // moves the factors out; no further calls
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

// Makes an AlgorithmMaker from a generic function: `maker_of([](const auto &problem) { ... })`.
template <class Make>
constexpr AlgorithmMaker maker_of(Make) noexcept {
  return {[](const Problem<double> &problem) -> std::unique_ptr<Algorithm<double>> {
            return Make()(problem);
          },
          [](const Problem<float> &problem) -> std::unique_ptr<Algorithm<float>> {
            return Make()(problem);
          }};
}

// The same for an algorithm that is constructed from the problem alone: `maker<SemiNmf>`.
template <template <class> class A>
inline constexpr AlgorithmMaker maker = maker_of([]<class T>(const Problem<T> &problem) {
  return std::make_unique<A<T>>(problem);
});

// The input of a method that learns its graph.
template <class T>
struct Learning {
  DataView<T> X;
  // For each document, the first one equal to it; empty if equal documents are kept apart.
  const Array<std::int32_t> &first_duplicate;
  bool unit_rows;
  const Options &options;
  Findings &findings;
  ExecutionContext &run;
};

// Learns a graph from documents, in both precisions; empty: the method does not.
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

// The options common to the methods of one family.
struct OptionGroup {
  std::span<const Key> keys;
  std::span<const AllowedWords> words = {};
};

// The document graph that a method uses.
enum class GraphSource {
  none,
  neighbors,  // of nearest neighbors, or the caller's
  own         // built by the method from the documents; the caller's is rejected
};

// The kinds of start a caller may give; each kind includes the ones before it.
enum class StartInput {
  none,
  labels,   // a cluster for each document
  factors,  // V, and W for methods that have it
  model     // the factors of a fitted concept factorization
};

// For Method::needs_graph.
inline bool always(const Options &) { return true; }
inline bool never(const Options &) { return false; }

// The description of a method: name and summary, options, capabilities, and functions.
struct Method {
  const char *name;
  const char *summary;
  const char *reference = "";

  // Data.
  bool non_negative = false;            // rejects negative data
  bool zeros_are_points = false;        // a zero row is a valid point, unless rows have unit length
  Weighting counts = Weighting::tfidf;  // weighting=auto for counts
  // scaling=auto for dense input; automatic: z-score if the features have very different scales
  Scaling dense_scaling = Scaling::none;
  bool unit_rows_of_images = false;  // instead, for many features of similar scales

  // Options: those of the family, of this method, and of every method (method.cpp).
  const OptionGroup *family = nullptr;
  std::span<const Key> keys = {};
  std::span<const Setting> defaults = {};
  std::span<const Setting> dense_defaults = {};  // for dense data, over the defaults
  std::span<const Implication> implications = {};
  std::span<const AllowedWords> words = {};  // take precedence over those of the family
  // Derives values from the data, and from whether the caller gives a start, by Options::derive()
  // (rule 3 of pipeline/derived_options.hpp). Returns the text of a warning if it replaces what the
  // user set.
  const char *(*take_data)(const Matrix &, bool given_start, Options &) = nullptr;

  // Capabilities.
  GraphSource graph = GraphSource::none;
  bool graph_decides = false;        // the content has no effect if a graph is given
  bool takes_feature_graph = false;  // accepts a feature graph from the caller
  StartInput start_input = StartInput::labels;
  bool takes_feature_start = false;  // accepts an initial feature factor from the caller
  bool takes_constraints = false;
  bool ignores_pairs = false;     // of the constraints only labels are used
  bool spectral = false;          // no updates: V holds eigenvectors that the read-out clusters
  bool divides = false;           // runs on documents that several processes hold
  bool streams = false;           // with the linear kernel, reads counts that are weighted in place
  bool fewer_restarts = false;    // by default, of many documents
  bool local_prediction = false;  // predicts documents from their neighbors: needs the lists too

  // Functions.
  bool (*needs_graph)(const Options &) = never;
  GraphLearner learn = {};  // learns the graph from the documents; empty: nearest neighbors
  // Adjusts the graph to constraints; null: the graph is not adjusted.
  AdjustedGraph (*adjust)(const AdjustmentInput &, const Options &, ExecutionContext &) = nullptr;
  AlgorithmMaker make;

  OptionSet option_set() const noexcept;
  bool uses(Key key) const noexcept { return option_set().keys.has(key); }
};

}  // namespace manifact
