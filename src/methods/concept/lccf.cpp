// Concept factorisation (CF) and locally consistent concept factorisation (LCCF).
//
// Cai, He, Han, "Locally Consistent Concept Factorization for Document Clustering", eqs 6 and 10; X n x m has documents as rows, K = X X':
//
//   CF    min  |X' - X'W V'|^2                                               over W, V >= 0, n x k
//   LCCF  min  |X' - X'W V'|^2 + lambda tr(V'L V)                            L = D - S of the p-nearest-neighbour graph S
//   si    min  |X' - X'W V'|^2 + lambda sum_c (w_c'K w_c)(v_c'L v_c)         the same on w_c'K w_c = 1
//
// For lambda > 0 the second has no minimiser: (W/c, cV) leaves the fit and scales the penalty by c^2. So a mode must say how it
// fixes the scale, and in which order the factors move:
//
//   si       V, W; then w_c'K w_c = 1                 nonincreasing; the form for use
//   none     the order asked for; no normalisation    nonincreasing
//   end      W, V; w_c'K w_c = 1 once at the end      nonincreasing, but not to be run to convergence: V drifts to zero
//   each     w_c'K w_c = 1 after each update          the paper read literally; not monotone
//   authors  V, W; |v_c| = 1 before the first and after each update, w_c'K w_c = 1 once at the end; not monotone
//
// Weighting (ncw): K becomes diag(g) K diag(g), g_i = (K 1)_i^-1/2; appendix B transforms the graph too, s_ij / (g_i g_j) and
// d_i / g_i^2 (not the row sum), the authors' program does not.
#include "methods/concept/concept.hpp"
#include "methods/concept/start.hpp"
#include "methods/concept/update.hpp"
#include "readout/lloyd.hpp"

namespace manifact {
namespace {

Normalisation normalisation_of(const Options &options) {
  if (options.is(Key::normalisation, "end")) return Normalisation::end;
  if (options.is(Key::normalisation, "each")) return Normalisation::each;
  if (options.is(Key::normalisation, "authors")) return Normalisation::authors;
  if (options.is(Key::normalisation, "none")) return Normalisation::none;
  return Normalisation::si;
}

// lambda, or lambda over the mean degree of the graph.
double lambda_of(const Options &options, const Graph &graph) {
  const double lambda = options.real(Key::lambda);
  if (options.is(Key::lambda_scale, "absolute")) return lambda;
  double sum = 0;
  for (const double d : graph.degree) sum += d;
  return sum > 0 ? lambda * static_cast<double>(graph.degree.size()) / sum : 0;
}

// L, or L' = diag(1/g) L diag(1/g) where g is given.
template <class T>
Laplacian<T> laplacian_of(const Graph &graph, const Array<double> *g, Run &run) {
  const std::int64_t n = graph.S.rows;
  Laplacian<T> L{Csr<T>(run.memory, n, n, graph.S.entries()), Array<T>(run.memory, n)};
  for (std::int64_t i = 0; i <= n; ++i) L.S.indptr[i] = graph.S.indptr[i];
  for (std::int64_t i = 0; i < n; ++i) {
    const auto weight = [&](std::int64_t j) { return g == nullptr || (*g)[j] <= 0 ? 1.0 : 1 / (*g)[j]; };
    L.d[i] = static_cast<T>(graph.degree[i] * weight(i) * weight(i));
    for (std::int64_t e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e) {
      const std::int32_t j = graph.S.indices[e];
      L.S.indices[e] = j;
      L.S.values[e] = static_cast<T>(graph.S.values[e] * weight(i) * weight(j));
    }
  }
  return L;
}

template <class T>
class ConceptFactorisation final : public Algorithm<T> {
 public:
  explicit ConceptFactorisation(const Problem<T> &problem)
      : problem_(problem), run_(problem.run), normalisation_(normalisation_of(problem.options)),
        W_first_(problem.options.is(Key::update_order, "wv")) {
    const Options &options = problem.options;
    const Floor floor = options.is(Key::floor, "reference") ? Floor{1e-10, 0} : Floor{sizeof(T) == 8 ? 1e-300 : 1e-36, 1e-16};
    rule_ = multiplicative_updates<T>(floor);
    state_.K = linear_kernel<T>(problem.X, run_);
    if (!options.is(Key::ncw, "none")) weigh(options);
    state_.trace = trace(*state_.K);
    if (problem.graph != nullptr) {
      state_.lambda = lambda_of(options, *problem.graph);
      state_.scale_invariant = normalisation_ == Normalisation::si;
      state_.L = laplacian_of<T>(*problem.graph, options.is(Key::ncw, "appendix") ? &g_ : nullptr, run_);
    }
    const std::int64_t n = problem.X.rows, k = problem.k;
    for (Dense<T> *factor : {&state_.W, &state_.V, &state_.KW}) *factor = Dense<T>(run_.memory, n, k);
    if (!state_.L.empty()) state_.SV = Dense<T>(run_.memory, n, k);
  }

  void start(Start start) override {
    if (start.V != nullptr)
      start_factors(state_, start.W, start.V);
    else if (start.labels != nullptr)
      start_labels(state_, start.labels);
    else if (problem_.options.is(Key::start, "kmeans"))
      start_labels(state_, cluster_rows<T>(problem_.X, problem_.k, Geometry::spherical, start.rng, run_).labels.data());
    else
      start_random(state_, start.rng);
    state_.W_changed(run_);
    state_.V_changed(run_);
    normalise();
  }

  void update() override {
    if (W_first_) move_W();
    move_V();
    if (!W_first_) move_W();
    normalise();
  }

  double objective() const override { return state_.objective(run_); }

  bool monotone() const override { return normalisation_ == Normalisation::si || normalisation_ == Normalisation::none; }

  bool fixed_point() const override { return problem_.k == 1; }  // one cluster: nothing to decide

  void keep() override {
    kept_W_ = state_.W.copy();
    kept_V_ = state_.V.copy();
  }

  void recall() override {
    std::swap(state_.W, kept_W_);
    std::swap(state_.V, kept_V_);
    kept_W_ = Dense<T>();
    kept_V_ = Dense<T>();
    state_.W_changed(run_);
    state_.V_changed(run_);
  }

  void finish() override {
    if (normalisation_ == Normalisation::authors) {  // arg max reads unit columns
      readout_weights_ = unit_memberships(state_, run_);
      const Array<double> s = unit_concepts(state_, run_);
      for (std::int64_t c = 0; c < s.size(); ++c) readout_weights_[c] /= s[c];
    }
    if (normalisation_ != Normalisation::none) state_.rescale(unit_concepts(state_, run_), run_);
  }

  Factors<T> factors() override {
    Factors<T> f;
    double most = 0;
    for (std::int64_t c = 0; c < state_.M.rows(); ++c) most = std::max(most, static_cast<double>(state_.M(c, c)));
    for (std::int64_t c = 0; c < state_.M.rows(); ++c) f.dead += static_cast<double>(state_.M(c, c)) <= 1e-15 * most ? 1 : 0;
    f.U = state_.K->concepts(state_.W, run_);
    f.W = std::move(state_.W);
    f.V = std::move(state_.V);
    f.M = std::move(state_.M);
    f.g = std::move(g_);
    f.feature_sums = std::move(feature_sums_);
    f.readout_weights = std::move(readout_weights_);
    f.lambda = state_.lambda;
    return f;
  }

 private:
  void weigh(const Options &options) {
    Dense<T> ones(run_.memory, problem_.X.rows, 1);
    for (std::int64_t i = 0; i < ones.rows(); ++i) ones(i, 0) = 1;
    const Dense<T> sums = state_.K->concepts(ones, run_);
    feature_sums_ = Array<double>(run_.memory, sums.rows());
    for (std::int64_t j = 0; j < sums.rows(); ++j) feature_sums_[j] = static_cast<double>(sums(j, 0));
    g_ = ncw_weights(*state_.K, options.real(Key::ncw_power), run_);
    state_.K = scaled_kernel(std::move(state_.K), g_, run_);
  }

  void move_V() {
    rule_->V_step(state_, run_);
    state_.V_changed(run_);
  }

  void move_W() {
    rule_->W_step(state_, run_);
    state_.W_changed(run_);
  }

  void normalise() {
    if (normalisation_ == Normalisation::si || normalisation_ == Normalisation::each) state_.rescale(unit_concepts(state_, run_), run_);
    if (normalisation_ == Normalisation::authors) state_.rescale(unit_memberships(state_, run_), run_);
  }

  Problem<T> problem_;
  Run &run_;
  Normalisation normalisation_;
  bool W_first_;
  std::unique_ptr<UpdateRule<T>> rule_;
  ConceptState<T> state_;
  Array<double> g_, feature_sums_, readout_weights_;
  Dense<T> kept_W_, kept_V_;
};

template <class T>
std::unique_ptr<Algorithm<T>> make(const Problem<T> &problem) {
  return std::make_unique<ConceptFactorisation<T>>(problem);
}

constexpr Key cf_keys[] = {Key::ncw,           Key::ncw_power, Key::update,  Key::update_order,  Key::floor,
                           Key::normalisation, Key::start,     Key::readout, Key::readout_starts};
constexpr Key lccf_keys[] = {Key::preset, Key::neighbors, Key::graph_weight,  Key::graph_rule,    Key::bandwidth, Key::lambda,
                             Key::ncw,    Key::ncw_power, Key::lambda_scale,  Key::keep_data,     Key::update,    Key::update_order,
                             Key::floor,  Key::start,     Key::normalisation, Key::readout_starts, Key::readout};
constexpr Setting settings[] = {{Key::ncw, "authors"}, {Key::restarts, "10"}};
constexpr Setting reproduction[] = {{Key::lambda, "100"}, {Key::readout, "cosine-kmeans"}, {Key::restarts, "1"}, {Key::ncw, "none"}};
constexpr Setting end_mode[] = {
    {Key::lambda, "100"}, {Key::readout, "cosine-kmeans"}, {Key::restarts, "1"}, {Key::ncw, "none"}, {Key::update_order, "wv"}};
constexpr Setting paper[] = {{Key::normalisation, "authors"}};
constexpr Setting one_start[] = {{Key::restarts, "1"}};
constexpr Setting one_start_W_first[] = {{Key::restarts, "1"}, {Key::update_order, "wv"}};
constexpr Implication lccf_implications[] = {
    {Key::preset, "paper", paper}, {Key::normalisation, "end", end_mode}, {Key::normalisation, "authors", reproduction}};
constexpr Implication cf_implications[] = {{Key::normalisation, "end", one_start_W_first}, {Key::normalisation, "authors", one_start}};

}  // namespace

const Method cf = {"cf",
                   "concept factorisation: X ~ X W V'",
                   "Xu, Gong 2004; LCCF paper, eq. 6",
                   true,
                   false,
                   cf_keys,
                   settings,
                   cf_implications,
                   [](const Options &) { return false; },
                   make<double>,
                   make<float>};

const Method lccf = {"lccf",
                     "locally consistent concept factorisation: X ~ X W V' with V smooth over the nearest-neighbour graph",
                     "Cai, He, Han 2011 (LCCF paper), eqs 10, 17, 18",
                     true,
                     false,
                     lccf_keys,
                     settings,
                     lccf_implications,
                     [](const Options &options) { return options.real(Key::lambda) > 0; },
                     make<double>,
                     make<float>};

}  // namespace manifact
