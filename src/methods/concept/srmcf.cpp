// Concept factorization with a self-representation manifold and adaptive neighbors (SRMCF), eqs 10,
// 17, 18, 25 to 28, 32, 33 of its paper as corrected:
//
//   min |X' - X'W V'|^2 + l1 tr(R L_A R') + l2 tr(V'L V) + l3 |A|^2
//
// over W, V >= 0 and A >= 0 with A 1 = 1, A_ii = 0; R = W V'. L is the Laplacian of the document
// graph; L_A = D_A - A_s with A_s = (A + A')/2, which the gradients and the monotonicity require.
// An update changes W, then V, then A:
//
//   W <- W * (K V + l1 W (V'A_s V)) / (K W (V'V) + l1 W (V'D_A V))
//   V <- V * (K W + l1 (A_s V) W'W + l2 S V) / (V (W'K W) + l1 (D_A V) W'W + l2 D V)
//   A <- the adaptive neighbors of the columns of R (graph/learned/adaptive.hpp), computed from
//   k-dimensional points (penalties/adaptive.hpp)
//
// W and V never raise the objective for the current A. With gamma=fixed, l3 = l1 gamma / 2 is a
// constant and A does not raise it either. gamma=row takes the gamma_i that give each row its
// number of neighbors, so the objectives before and after A are not comparable: the one before A is
// reported, without l3. Negative data use eqs 32 and 33 (multiplicative.cpp). docs/methods/srmcf.md
// describes the corrections to the paper and the effect of the adaptive penalty.
#include <algorithm>
#include <cmath>

#include "graph/learned/adaptive.hpp"
#include "linalg/data/products.hpp"
#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "methods/concept/penalties/adaptive.hpp"
#include "methods/concept/penalties/graph.hpp"
#include "methods/concept/start.hpp"
#include "methods/graph_budget.hpp"
#include "methods/magnitudes.hpp"
#include "methods/start/labels.hpp"
#include "readout/lloyd.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Key srmcf_keys[] = {
    Key::preset,          Key::lambda, Key::lambda_scale,   Key::adaptive_neighbors,
    Key::adaptive_weight, Key::gamma,  Key::adaptive_ridge, Key::refresh};
constexpr Setting srmcf_settings[] = {{Key::graph_weight, "binary"}, {Key::normalization, "none"},
                                      {Key::update_order, "wv"},     {Key::start, "ncut"},
                                      {Key::readout, "kmeans"},      {Key::readout_starts, "10"}};
// With more updates the penalty, which has no minimizer, moves the clusters of dense data away from
// good ones (docs/methods/srmcf.md).
constexpr Setting srmcf_dense_settings[] = {{Key::max_iterations, "20"}};
constexpr Setting unit_columns[] = {{Key::lambda, "100"}};
constexpr Setting more_updates[] = {{Key::max_iterations, "100"}};  // they first fit the scale
// What reproduces iris in Table 1: neighbors by Euclidean distance, k-means as the start, and few
// updates (docs/reproduction.md).
constexpr Setting srmcf_paper[] = {{Key::scaling, "none"},      {Key::metric, "euclidean"},
                                   {Key::start, "kmeans"},      {Key::lambda, "1"},
                                   {Key::adaptive_weight, "1"}, {Key::max_iterations, "20"}};
constexpr Implication srmcf_implications[] = {
    {Key::preset, "paper", srmcf_paper},
    {Key::normalization, "unit-memberships", unit_columns},
    {Key::start, "random", more_updates}};
constexpr AllowedWords srmcf_words[] = {{Key::preset, "none paper"},
                                        {Key::start, "random kmeans lsi ncut can given"},
                                        {Key::normalization, "none unit-memberships"}};

constexpr Index small_table = 1000;  // documents
// The ratio of adaptive-weight to the number of documents above which the adaptive penalty
// dominates.
constexpr double dominant = 10;

Index adaptive_neighbors_of(const Options &options, Index k) {
  const Index requested = options.integer(Key::adaptive_neighbors);
  return requested > 0 ? requested : k + 2;
}

template <class T>
class Srmcf final : public ConceptFactorization<T> {
 public:
  // adaptive: one of the penalties, or null.
  Srmcf(const Problem<T> &problem, Penalties<T> penalties, AdaptivePenalty<T> *adaptive)
      : ConceptFactorization<T>(problem, std::move(penalties)),
        adaptive_(adaptive),
        refresh_(problem.options.integer(Key::refresh)),
        fixed_(refresh_ > 0 && problem.plan.gamma == GammaKind::fixed),
        asked_(adaptive_neighbors_of(problem.options, problem.k)) {
    if (adaptive_ == nullptr) return;
    find_first_neighbors();
    remove_empty_documents(first_.A);
  }

  void start(Start start) override {
    updates_ = 0;
    if (adaptive_ != nullptr) set_neighbors(copy_of(first_));
    ConceptFactorization<T>::start(start);
    if (fixed_ && adaptive_ != nullptr && !(gamma_ > 0)) choose_gamma();
    note_objective();
  }

  void update() override {
    ConceptFactorization<T>::update();
    if (!fixed_) note_objective();
    ++updates_;
    if (adaptive_ != nullptr && refresh_ > 0 && updates_ % refresh_ == 0) choose_neighbors();
    if (fixed_) note_objective();
  }

  double objective() const override { return objective_; }
  bool monotone() const override { return this->normalization_ == Normalization::none; }

  void keep() override {
    ConceptFactorization<T>::keep();
    kept_updates_ = updates_;
    kept_objective_ = objective_;
  }
  void restore() override {
    updates_ = kept_updates_;
    objective_ = kept_objective_;
    ConceptFactorization<T>::restore();
  }

  // V keeps its scale for k-means on its rows; arg max uses columns with w_c'K w_c = 1.
  void finish() override { this->readout_weights_ = unit_concepts(state(), this->run_); }

  Factors<T> factors() override;

 protected:
  void set_first_factors(Start &start) override {
    this->allocate();
    if (start.V != nullptr) return start_factors(state(), start.W, start.V, this->run_);
    if (start.labels != nullptr) return start_classes(state(), start.labels);
    if (this->problem_.plan.start == StartKind::random)
      return start_random(state(), start.rng, this->problem_.canonical_order, this->run_);
    start_classes(state(), first_classes(start.rng).data());
  }

 private:
  ConceptState<T> &state() noexcept { return this->state_; }

  void set_neighbors(AdaptiveNeighbors neighbors) {
    adaptive_->set_neighbors(std::move(neighbors), state().V, this->run_);
  }

  Array<std::int32_t> first_classes(Rng rng);
  void find_first_neighbors();
  void choose_neighbors();
  void choose_gamma();
  void remove_empty_documents(Csr<double> &A) const;

  // l3 |A|^2 is included only if l3 is a constant.
  void note_objective() {
    objective_ = ConceptFactorization<T>::objective();
    if (!fixed_ || adaptive_ == nullptr) return;
    const Csr<double> &A = adaptive_->neighbors().A;
    double square = 0;
    for (Index e = 0; e < A.entries(); ++e) square += A.values[e] * A.values[e];
    objective_ += adaptive_->weight() * gamma_ / 2 * square;
  }

  AdaptivePenalty<T> *adaptive_;
  Index refresh_;
  bool fixed_;  // gamma=fixed with neighbors that are updated
  Index asked_, updates_ = 0, kept_updates_ = 0;
  double gamma_ = 0, objective_ = 0, kept_objective_ = 0;  // gamma_: for gamma=fixed
  AdaptiveNeighbors first_;
  Array<std::int32_t> can_classes_;
  Findings findings_;
};

// Here k-means is Euclidean on the documents themselves, the best of readout-starts.
template <class T>
Array<std::int32_t> Srmcf<T>::first_classes(Rng rng) {
  const Problem<T> &p = this->problem_;
  if (p.plan.start == StartKind::can) {  // does not depend on the start number
    if (can_classes_.empty()) can_classes_ = can_labels(p, rng, findings_);
    return can_classes_.copy();
  }
  if (p.plan.start != StartKind::kmeans) return first_labels(p, rng);
  return cluster_points<T>(*data_points<T>(p.X, p.run), p.k, Geometry::euclidean, false,
                           p.options.integer(Key::readout_starts), rng, p.run, p.canonical_order)
      .labels;
}

// The neighbors in the data: searched among dense points if these have few dimensions or are nearly
// full, otherwise row by row.
template <class T>
void Srmcf<T>::find_first_neighbors() {
  const DataView<T> &X = this->problem_.X;
  const double cells = static_cast<double>(X.rows) * static_cast<double>(X.columns);
  const bool full = X.columns <= 64 || cells <= 4 * static_cast<double>(X.entries());
  const Index budget = this->problem_.options.integer(Key::memory_budget);
  const bool fit = cells * sizeof(double) <= static_cast<double>(budget);
  if ((full && fit) || (X.is_dense() && !this->problem_.unit_rows)) {
    const DataPoints<T> points(X, nullptr, budget, this->run_.memory);
    first_ = adaptive_neighbors(points.view(), asked_, this->run_);
  } else {
    first_ = adaptive_rows(X, std::min(asked_, X.rows - 2), this->problem_.unit_rows, this->run_);
  }
}

template <class T>
void Srmcf<T>::choose_neighbors() {
  const Dense<double> Y = adaptive_->coordinates(state().V, this->run_);
  AdaptiveNeighbors next =
      fixed_ ? adaptive_neighbors(Y, asked_, gamma_,
                                  this->problem_.options.integer(Key::memory_budget), this->run_)
             : adaptive_neighbors(Y, asked_, this->run_, &adaptive_->neighbors());
  remove_empty_documents(next.A);
  set_neighbors(std::move(next));
}

// A document without features and neighbors belongs to no cluster and must not be a neighbor,
// unless zeros are a valid point.
template <class T>
void Srmcf<T>::remove_empty_documents(Csr<double> &A) const {
  const Problem<T> &p = this->problem_;
  if (p.zeros_are_points) return;
  const auto out = [&](Index i) {
    return p.X.is_empty(i) &&
           (p.graph == nullptr || p.graph->S.indptr[i] == p.graph->S.indptr[i + 1]);
  };
  Index to = 0, begin = 0;
  for (Index i = 0; i < A.rows; ++i) {
    const Index end = A.indptr[i + 1];
    for (Index e = begin; e < end; ++e) {
      if (out(i) || out(A.indices[e])) continue;
      A.indices[to] = A.indices[e];
      A.values[to++] = A.values[e];
    }
    begin = end;
    A.indptr[i + 1] = to;
  }
}

// One gamma for all starts of the fit: if none was given, the mean gamma of the rows after the
// first update of the first start.
template <class T>
void Srmcf<T>::choose_gamma() {
  const Options &options = this->problem_.options;
  gamma_ = 2 * options.real(Key::adaptive_ridge) / options.real(Key::adaptive_weight);
  if (gamma_ > 0) return;
  Tall<T> W = state().W.copy(), V = state().V.copy();
  ConceptFactorization<T>::update();
  gamma_ = adaptive_neighbors(adaptive_->coordinates(state().V, this->run_), asked_, this->run_)
               .mean_gamma();
  if (!(gamma_ > 0))
    fail(Status::numerics,
         "gamma=fixed: the documents are too similar to determine gamma; set adaptive-ridge, or "
         "use gamma=row");
  std::swap(state().W, W);
  std::swap(state().V, V);
  state().W_changed(this->run_);
  state().V_changed(this->run_);
}

template <class T>
Factors<T> Srmcf<T>::factors() {
  const auto n = static_cast<double>(this->problem_.X.rows);
  Findings &findings = findings_;
  if (adaptive_ != nullptr) {
    const AdaptiveNeighbors &now = adaptive_->neighbors();
    const double l1 = adaptive_->weight(), gamma = now.gamma.empty() ? 0 : now.mean_gamma();
    findings.note("adaptive_neighbors", now.k);
    findings.note("adaptive_components", adaptive_->components());
    findings.note("adaptive_alike", now.alike);
    findings.note("gamma", gamma);
    findings.note("lambda3", l1 * gamma / 2);
    if (now.k < asked_)
      findings.warnings.push_back(
          reduced("adaptive-neighbors", asked_, now.k, this->problem_.X.rows, "documents"));
    if (l1 >= dominant * n)
      findings.warnings.emplace_back(
          "adaptive-weight is far above the number of documents: the clusters stay those of the "
          "start");
  } else if (this->problem_.options.real(Key::adaptive_weight) > 0) {
    findings.warnings.emplace_back(
        "adaptive neighbors are ignored: they need at least 3 documents");
  }
  Factors<T> f = ConceptFactorization<T>::factors();
  f.findings = std::move(findings);
  return f;
}

// A small dense table of few features starts from k-means, which uses distances instead of cosines
// (docs/methods/srmcf.md). The default lambda matches the size of unit columns.
const char *defaults_by_size(const Matrix &X, bool, Options &options) {
  if (X.rows > small_table) return nullptr;
  if (X.dense && X.columns <= features_of_tables) options.derive(StartKind::kmeans);
  if (options.choice<Normalization>() == Normalization::unit_memberships)
    options.derive(Key::lambda, 10.0);
  return nullptr;
}

template <class T>
std::unique_ptr<AdaptivePenalty<T>> adaptive_penalty(const Problem<T> &problem) {
  const Options &options = problem.options;
  const Index n = problem.X.rows;
  const double l1 = strength_in_units(problem, options.real(Key::adaptive_weight), 2);
  if (!(l1 > 0)) return nullptr;
  check_graph_budget(n, std::min(adaptive_neighbors_of(options, problem.k), n), options);
  return n > 2 ? std::make_unique<AdaptivePenalty<T>>(n, problem.k, l1, problem.run) : nullptr;
}

// |X' - X'W V'|^2 + l2 tr(V'L V) + l1 tr(R L_A R')
template <class T>
std::unique_ptr<Algorithm<T>> srmcf_make(const Problem<T> &problem) {
  auto adaptive = adaptive_penalty(problem);
  AdaptivePenalty<T> *const learned = adaptive.get();
  return std::make_unique<Srmcf<T>>(problem, sum_of<T>(graph_penalty(problem), std::move(adaptive)),
                                    learned);
}

}  // namespace

extern const Method srmcf = {
    .name = "srmcf",
    .summary =
        "lccf with a second graph that is learned from the factors: self-representation with "
        "adaptive neighbors",
    .reference =
        "Ma, Zhang, Hu, Zhang, Wu, Li 2018 (SRMCF paper), eqs 10, 17, 18, 25 to 28, 32, 33, as "
        "corrected in docs/methods/srmcf.md",
    .dense_scaling = Scaling::automatic,
    .family = &factor_family,
    .keys = srmcf_keys,
    .defaults = srmcf_settings,
    .dense_defaults = srmcf_dense_settings,
    .implications = srmcf_implications,
    .words = srmcf_words,
    .take_data = defaults_by_size,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::factors,
    .needs_graph = penalty_or_start_needs_graph,
    .make = maker_of([](const auto &problem) { return srmcf_make(problem); }),
};

}  // namespace manifact
