// The default: a pipeline with fixed settings, chosen by measurements on labeled collections
// (docs/methods/auto.md).
//
//   1  x = (1 + ln tf) ln(n / df), terms in at least 3 documents, unit rows: weighting, min-df
//   2  exact cosine graph, 15 neighbors: neighbors
//   3  X ~ U diag(sigma) P', rank 2k (at most 200);  Z = U diag(sigma), unit rows: svd-rank
//   4  8 times Z <- (Z + D^-1 S Z) / 2, content diffused over the graph: smoothing
//   5  k-means on unit rows of Z, 10 starts;  V = one-hot + 0.2, W = V / sums: start=lsi,
//      readout-starts
//   6  20 rounds of coordinate descent on the scale-invariant objective
//
//        min  |Y' - Y'W V'|^2 + lambda sum_c (w_c'K w_c)(v_c'L v_c)
//
//      with lambda relative to the mean degree: lambda-scale. Y = diag(g) X, g_i = (X X'1)_i^-1/4,
//      half the weighting of the normalized cut: ncw, ncw-power
//   7  arg max of V: readout
//   8  three rounds of  label_i = arg max  cos(x_i, m_c) + ln(n_c / n) / 60: refine=sizes
//      (readout/size_refinement.hpp). Memberships become the posteriors. Not taken if more than a
//      tenth of the documents would move (pipeline/refinement.cpp)
//
// preset=fast ends after step 5. preset=quality clusters by two halves of the terms and takes
// start=merge without updates in place of steps 5 and 6 if its two clusterings share more
// information: select=views (pipeline/views.hpp). preset=best has a coarser merge as well.
//
// preset=points, the default for dense rows of at most 50 features that are neither of unit length
// nor counts, clusters by Euclidean geometry (methods/start/points/point_clustering.hpp).
// pipeline/points.hpp chooses this preset and its scaling.
//
// preset=dense, the default for other dense input, uses 5 neighbors and ends after step 5, or with
// the cut if its clusters are balanced or agree with step 5. Features of very different scale are
// standardized. It replaces quality and best there, with a warning. Updates of dense data, if
// requested, never lose a cluster of the start: the start is kept then.
#include <algorithm>
#include <string>
#include <vector>

#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "methods/concept/penalties/graph.hpp"
#include "methods/concept/start.hpp"
#include "methods/start/labels.hpp"
#include "methods/start/points/point_clustering.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Key auto_keys[] = {Key::preset,     Key::lambda, Key::lambda_scale,
                             Key::duplicates, Key::refine, Key::select};
constexpr AllowedWords auto_words[] = {{Key::preset, "none fast quality best dense points"},
                                       {Key::refine, "none sizes"}};
constexpr Setting auto_settings[] = {{Key::weighting, "auto"},
                                     {Key::precision, "auto"},
                                     {Key::min_df, "3"},
                                     {Key::neighbors, "15"},
                                     {Key::duplicates, "keep"},
                                     {Key::lambda, "3"},
                                     {Key::lambda_scale, "relative"},
                                     {Key::ncw, "unit-graph"},
                                     {Key::ncw_power, "0.25"},
                                     {Key::update, "cd"},
                                     {Key::start, "lsi"},
                                     {Key::smoothing, "8"},
                                     {Key::readout_starts, "10"},
                                     {Key::max_iterations, "20"},
                                     {Key::refine, "sizes"},
                                     {Key::tolerance, "0"}};
constexpr Setting fast[] = {{Key::max_iterations, "0"}, {Key::refine, "none"}};
constexpr Setting auto_quality[] = {{Key::select, "views"}};
constexpr Setting dense[] = {{Key::neighbors, "5"},      {Key::duplicates, "collapse"},
                             {Key::start, "ncut"},       {Key::ncw, "none"},
                             {Key::max_iterations, "0"}, {Key::refine, "none"}};
constexpr Setting points[] = {{Key::start, "random"},
                              {Key::ncw, "none"},
                              {Key::max_iterations, "0"},
                              {Key::refine, "none"},
                              {Key::lambda, "0"}};
constexpr Setting auto_not_linear[] = {{Key::update, "mu"},
                                       {Key::max_iterations, "100"},
                                       {Key::refine, "none"}};  // descent needs the linear kernel
constexpr Implication auto_implications[] = {
    {Key::preset, "fast", fast},           {Key::preset, "quality", auto_quality},
    {Key::preset, "best", auto_quality},   {Key::preset, "dense", dense},
    {Key::preset, "points", points},       {Key::kernel, "polynomial", auto_not_linear},
    {Key::kernel, "rbf", auto_not_linear}, {Key::kernel, "precomputed", auto_not_linear}};

// preset=dense computes only a start, which therefore must be a clustering, and not the
// caller's. In a table of few features the cut is not worth the risk, and for many documents its
// eigenvectors would take most of the time. With updates, equal rows are kept as separate vertices:
// a shared vertex would tie only one of them to the graph. The presets that compare views of the
// terms do not apply: dense data have none.
const char *defaults_for_dense(const Matrix &X, bool given_start, Options &options) {
  constexpr Index few_features = 50, many_documents = 50'000;
  if (options.choice<Preset>() == Preset::points) return nullptr;
  if (!X.dense || given_start || options.choice<KernelKind>() != KernelKind::linear ||
      options.choice<StartKind>() == StartKind::random)
    return nullptr;
  const bool by_views =
      options.choice<Preset>() == Preset::quality || options.choice<Preset>() == Preset::best;
  if (!options.is_set(Key::preset) || by_views) options.replace(Preset::dense);
  const bool no_cut = X.columns < few_features || X.rows > many_documents;
  if (options.choice<Preset>() == Preset::dense && no_cut) options.derive(StartKind::lsi);
  if (options.integer(Key::max_iterations) > 0) options.derive(Duplicates::keep);
  return by_views ? "dense data have no terms to compare: preset=dense" : nullptr;
}

// The factorization of step 6 for dense data. If it loses clusters of its start, the start is
// restored.
template <class T>
class KeepingClusters final : public ConceptFactorization<T> {
 public:
  explicit KeepingClusters(const Problem<T> &problem)
      : ConceptFactorization<T>(problem, sum_of<T>(graph_penalty(problem))) {}

  void start(Start start) override {
    ConceptFactorization<T>::start(start);
    const bool clusters = start.V == nullptr && this->problem_.plan.start != StartKind::random;
    first_ = clusters ? largest_memberships() : Array<std::int32_t>();
  }

  void keep() override {
    ConceptFactorization<T>::keep();
    kept_first_ = first_.copy();
  }

  void restore() override {
    ConceptFactorization<T>::restore();
    std::swap(first_, kept_first_);
  }

  bool goes_back() override {
    lost_ = first_.empty() ? 0 : clusters_of(first_) - clusters_of(largest_memberships());
    if (lost_ <= 0) return false;
    start_labels(this->state_, first_.data(), this->run_);
    this->state_.W_changed(this->run_);
    this->state_.V_changed(this->run_);
    this->normalize();
    return true;
  }

  Factors<T> factors() override {
    Factors<T> f = ConceptFactorization<T>::factors();
    if (lost_ > 0)
      f.findings.warnings.push_back("the updates lost " + std::to_string(lost_) +
                                    " of the start's clusters: the start was kept");
    return f;
  }

 private:
  // -1 for a document without a cluster in the start, whose memberships are all equal.
  Array<std::int32_t> largest_memberships() const {
    const Dense<T> &V = this->state_.V;
    Array<std::int32_t> labels(this->run_.memory, V.rows());
    for (Index i = 0; i < V.rows(); ++i) {
      const T *const row = V.row(i);
      const auto [least, most] = std::minmax_element(row, row + V.columns());
      labels[i] = *least < *most ? static_cast<std::int32_t>(most - row) : -1;
    }
    return labels;
  }

  Index clusters_of(const Array<std::int32_t> &labels) const {
    std::vector<bool> used(static_cast<std::size_t>(this->problem_.k));
    for (const std::int32_t label : labels)
      if (label >= 0) used[static_cast<std::size_t>(label)] = true;
    return std::count(used.begin(), used.end(), true);
  }

  Array<std::int32_t> first_, kept_first_;
  Index lost_ = 0;
};

// |Y' - Y'W V'|^2 + lambda sum_c (w_c'K w_c)(v_c'L v_c)
template <class T>
std::unique_ptr<Algorithm<T>> auto_make(const Problem<T> &problem) {
  if (problem.options.template choice<Preset>() == Preset::points) return point_clustering(problem);
  if (problem.X.is_dense()) return std::make_unique<KeepingClusters<T>>(problem);
  return concept_factorization(problem, graph_penalty(problem));
}

}  // namespace

extern const Method automatic = {
    .name = "auto",
    .summary = "the default for documents: smoothed LSI start, then lccf by coordinate descent",
    .reference = "this project; objective: LCCF paper, eq. 10, scale-invariant",
    .counts = Weighting::log_tfidf,
    .dense_scaling = Scaling::automatic,
    .family = &concept_family,
    .keys = auto_keys,
    .defaults = auto_settings,
    .implications = auto_implications,
    .words = auto_words,
    .take_data = defaults_for_dense,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .divides = true,
    .streams = true,
    .needs_graph = penalty_or_start_needs_graph,
    .make = maker_of([](const auto &problem) { return auto_make(problem); }),
};

}  // namespace manifact
