// Dual regularized co-clustering (Gu, Zhou, KDD 2009; eq. 8, Algorithm 1) and the special case mu =
// 0, RCC:
//
//   min |X - V S'G'|^2 + lambda tr(V'L_V V) + mu tr(G'L_G G)       V, G >= 0; S of any sign
//
//   paper    here                      paper    here
//   X        X', documents as rows     F        V, n x k, of the documents
//   G        G, m x l, of the features S        S, l x k
//
// One update (`*` and `/` elementwise, a+ = max(a, 0), a- = max(-a, 0)):
//
//   A = X G S,    B = S'(G'G) S
//   V <- V * sqrt((lambda W V + A+ + V B- + lambda V diag(rho)) / (lambda D V + A- + V B+))
//   P = X'V S',   Q = S (V'V) S'
//   G <- G * sqrt((mu W G + P+ + G Q- + mu G diag(sigma)) / (mu D G + P- + G Q+))
//   columns of V and G to unit length;  S = (G'G)^-1 G'X'V (V'V)^-1
//
// The square root is the paper's (eqs 16 and 22, from its auxiliary function). Replacing (V, S) by
// (eV, S/e) keeps the fit and lowers the penalty, so the scale must be fixed; but unit columns
// after each update raise eq. 8. We add the terms with rho_c = v_c'L v_c / v_c'v_c, and sigma
// likewise, which make the step tangential to the rescaling: in all measured runs the scale-free
// objective
//
//   J = |X - V S'G'|^2 + lambda sum_c v_c'L_V v_c / v_c'v_c + mu sum_b g_b'L_G g_b / g_b'g_b
//
// never rose; there is no proof. variant: scale-free = all of this; paper = without rho and sigma;
// raw = also without unit columns.
//
// Smoothing may merge columns of V until some are the largest of no document. Unless lambda is set,
// no cluster may lose all documents that it has at the start: if that of column c does, lambda_c
// and that of the column most similar to it are divided by 10, and the sweeps are made again from
// the start; from the ninth time on, those of all columns. The terms of J stay separate, with
// lambda_c for lambda. Of several starts, one with a larger sum of lambda_c is better, since
// objectives of different penalties cannot be compared; of equal ones, that of the least objective.
//
// lambda and mu are the options times the mean square length of the documents, which is 1 for unit
// rows: the terms keep their proportions in any unit.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>

#include "graph/laplacian.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/dense/small_systems.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/bipartite/bipartite.hpp"
#include "methods/bipartite/side.hpp"
#include "methods/bipartite/three_factors.hpp"
#include "methods/start/labels.hpp"
#include "readout/readout.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {
namespace {

template <class T>
class Drcc final : public ThreeFactors<T> {
  using ThreeFactors<T>::problem_, ThreeFactors<T>::run_, ThreeFactors<T>::data_,
      ThreeFactors<T>::findings_;
  using ThreeFactors<T>::V_, ThreeFactors<T>::G_, ThreeFactors<T>::S_, ThreeFactors<T>::VtV_,
      ThreeFactors<T>::GtG_;

 public:
  explicit Drcc(const Problem<T> &problem) : ThreeFactors<T>(problem) {
    const Options &options = problem.options;
    scale_free_ = options.choice<Variant>() == Variant::scale_free;
    may_reduce_ = scale_free_ && !options.is_set(Key::lambda);
    unit_columns_ = options.choice<Variant>() != Variant::raw;
    const double unit = problem.unit_rows ? 1 : mean_square();
    this->lambda_ = problem.graph != nullptr ? strength(Key::lambda, unit) : 0;
    const double mu = options.uses(Key::mu) ? strength(Key::mu, unit) : 0;
    documents_.lambda = this->lambda_;
    features_.lambda = mu;
    if (this->lambda_ > 0) documents_.L = laplacian_of<T>(*problem.graph, nullptr, run_);
    if (mu > 0) set_feature_graph(problem);
  }

  void start(Start start) override {
    this->start_factors(start);
    const Index n = V_.rows(), m = G_.rows(), k = V_.columns(), l = G_.columns();
    XG_ = Dense<T>(run_.memory, n, l);
    XtV_ = Dense<T>(run_.memory, m, k);
    documents_.allocate(n, k, run_);
    features_.allocate(m, l, run_);
    if (unit_columns_) {
      scale_columns(V_, inverse_lengths(gram(V_, V_, run_), run_), run_);
      scale_columns(G_, inverse_lengths(gram(G_, G_, run_), run_), run_);
    }
    factors_moved();
    sweeps_ = 0;
    reductions_ = 0;
    documents_.shares = Array<double>();
    start_sizes_ = Array<Index>();
    if (!may_reduce_ || !(this->lambda_ > 0)) return;
    this->keep_start();
    start_sizes_ = sizes();
  }

  void update() override {
    sweep();
    ++sweeps_;
    while (reduces_lambda()) {
      this->back_to_start();
      for (Index s = 0; s < sweeps_ && !loses_a_cluster(); ++s) {
        run_.monitor.check();
        sweep();
      }
    }
  }

  double objective() const override {
    return this->misfit(R_) + documents_.penalty(VtV_, unit_columns_) +
           features_.penalty(GtG_, unit_columns_);
  }

  bool improves(double objective, double kept) const override {
    const double now = total(documents_.shares), then = total(kept_.shares);
    return now != then ? now > then : objective < kept;
  }

  void keep() override {
    ThreeFactors<T>::keep();
    kept_ = {documents_.shares.copy(), sweeps_, reductions_, start_sizes_.copy()};
  }

  void restore() override {
    documents_.shares = std::move(kept_.shares);
    sweeps_ = kept_.sweeps;
    reductions_ = kept_.reductions;
    start_sizes_ = std::move(kept_.start_sizes);
    ThreeFactors<T>::restore();
  }

  bool monotone() const override { return problem_.plan.variant != Variant::paper; }

  Factors<T> factors() override {
    note_relative_lambda();
    if (!documents_.shares.empty()) tell_reduced();
    return ThreeFactors<T>::factors();
  }

 private:
  void sweep() {
    move_V();
    data_.X.transposed_times(V_, XtV_, run_);
    VtV_ = gram(V_, V_, run_);
    move_G();
    GtG_ = gram(G_, G_, run_);
    if (unit_columns_) normalize();
    documents_.graph_product(V_, run_);
    features_.graph_product(G_, run_);
    solve_S();
  }

  // Of the clusters, by the largest entries of V.
  Array<Index> sizes() const {
    Array<Index> sizes(run_.memory, V_.columns());
    const Array<double> weights = inverse_lengths(VtV_, run_);
    for (const std::int32_t c : argmax_labels(V_, weights, run_))
      if (c >= 0) ++sizes[c];
    run_.sum(sizes.data(), sizes.size());
    return sizes;
  }

  bool is_lost(const Array<Index> &sizes, Index c) const {
    return sizes[c] == 0 && start_sizes_[c] > 0;
  }

  bool loses_a_cluster() const {
    if (start_sizes_.empty()) return false;
    const Array<Index> now = sizes();
    for (Index c = 0; c < now.size(); ++c)
      if (is_lost(now, c)) return true;
    return false;
  }

  // Of the columns whose clusters are lost, and of those that they merged with; then of all.
  bool reduces_lambda() {
    constexpr double by = 10;
    constexpr Index of_few = 8, most = 14;
    if (!loses_a_cluster()) return false;
    const Array<Index> now = sizes();
    Array<double> &shares = documents_.shares;
    if (shares.empty()) shares = ones();
    if (++reductions_ > most) {  // it is not the graph
      start_sizes_ = Array<Index>();
      shares = ones();
      return true;
    }
    for (Index c = 0; c < now.size(); ++c) {
      if (reductions_ > of_few) shares[c] /= by;
      if (reductions_ > of_few || !is_lost(now, c)) continue;
      shares[c] /= by;
      const Index other = most_similar_column(c);
      shares[other] = std::min(shares[other], shares[c]);
    }
    return true;
  }

  Array<double> ones() const {
    Array<double> ones(run_.memory, problem_.k);
    std::fill(ones.begin(), ones.end(), 1.0);
    return ones;
  }

  // To column c: of the largest cosine. c itself if there is no other.
  Index most_similar_column(Index c) const {
    const Array<double> weights = inverse_lengths(VtV_, run_);
    Index most = c;
    double largest = -1;
    for (Index d = 0; d < weights.size(); ++d) {
      const double cosine = static_cast<double>(VtV_(c, d)) * weights[d];
      if (d == c || !(cosine > largest)) continue;
      largest = cosine;
      most = d;
    }
    return most;
  }

  // Of all columns, relative to that of the options.
  double total(const Array<double> &shares) const {
    return shares.empty() ? static_cast<double>(problem_.k)
                          : std::accumulate(shares.begin(), shares.end(), 0.0);
  }

  void tell_reduced() {
    const Array<double> &shares = documents_.shares;
    const double least = *std::min_element(shares.begin(), shares.end());
    const auto reduced =
        std::count_if(shares.begin(), shares.end(), [](double s) { return s < 1; });
    if (reduced == 0) return;
    this->strengths_ = Array<double>(run_.memory, shares.size());
    for (Index c = 0; c < shares.size(); ++c) this->strengths_[c] = documents_.lambda_of(c);
    findings_.note("lambda_reduced", least);
    findings_.note("lambda_reduced_clusters", static_cast<double>(reduced));
    char text[160];
    std::snprintf(
        text, sizeof text,
        " a cluster would lose its documents: lambda down to %.3g was used for %lld of %lld "
        "clusters; set lambda to use one for all",
        problem_.options.real(Key::lambda) * least, number(reduced), number(problem_.k));
    findings_.warnings.push_back("with lambda=" + problem_.options.text(Key::lambda) + text);
  }

  // The mean square length of the documents.
  double mean_square() const {
    Index documents = 0;
    for (Index i = 0; i < problem_.X.rows; ++i) documents += problem_.X.is_empty(i) ? 0 : 1;
    return data_.square / static_cast<double>(std::max<Index>(documents, 1));
  }

  // Clamped: beyond these bounds the other terms are negligible to the last bit anyway.
  double strength(Key key, double unit) const {
    const double requested = problem_.options.real(key);
    if (requested == 0) return 0;
    constexpr double most = sizeof(T) == 8 ? 0x1p200 : 0x1p50;
    return std::max(std::min(requested, most) * unit, std::numeric_limits<double>::min());
  }

  void set_feature_graph(const Problem<T> &problem) {
    Graph own;
    const Graph *graph = problem.feature_graph;
    if (graph == nullptr) own = feature_graph(data_.X, problem.options, run_);
    if (graph == nullptr) graph = &own;
    features_.L = laplacian_of<T>(*graph, nullptr, run_);
    const Index edges = graph->S.entries() / 2;
    findings_.note("feature_graph_edges", static_cast<double>(edges));
    findings_.note("feature_graph_isolated", static_cast<double>(graph->isolated));
  }

  // lambda relative to the size of the data: at 1 the penalty of random memberships equals |X|^2.
  void note_relative_lambda() {
    if (!(this->lambda_ > 0)) return;
    const double relative =
        this->lambda_ * total(documents_.shares) * mean_degree(*problem_.graph) / data_.square;
    if (std::isfinite(relative)) findings_.note("lambda_relative", relative);
  }

  void move_V() {
    data_.X.times(G_, XG_, run_);
    const Dense<T> B = product(transposed(S_, run_), product(GtG_, S_, run_), run_);
    documents_.move(V_, XG_, S_, B, VtV_, scale_free_, run_);
  }

  void move_G() {
    const Dense<T> Q = product(product(S_, VtV_, run_), transposed(S_, run_), run_);
    features_.move(G_, XtV_, transposed(S_, run_), Q, GtG_, scale_free_, run_);
  }

  void normalize() {
    const Array<double> v = inverse_lengths(VtV_, run_), g = inverse_lengths(GtG_, run_);
    scale_columns(V_, v, run_);
    scale_columns(XtV_, v, run_);
    scale_columns(G_, g, run_);
    for (Index a = 0; a < v.size(); ++a)
      for (Index b = 0; b < v.size(); ++b)
        VtV_(a, b) = static_cast<T>(static_cast<double>(VtV_(a, b)) * v[a] * v[b]);
    for (Index a = 0; a < g.size(); ++a)
      for (Index b = 0; b < g.size(); ++b)
        GtG_(a, b) = static_cast<T>(static_cast<double>(GtG_(a, b)) * g[a] * g[b]);
  }

  // Requires XtV_, VtV_ and GtG_ of the current factors.
  void solve_S() {
    R_ = gram(G_, XtV_, run_);
    S_ = solve_core(GtG_, R_, VtV_, run_);
  }

  void factors_moved() override {
    VtV_ = gram(V_, V_, run_);
    GtG_ = gram(G_, G_, run_);
    data_.X.transposed_times(V_, XtV_, run_);
    documents_.graph_product(V_, run_);
    features_.graph_product(G_, run_);
    solve_S();
  }

  bool scale_free_ = true, unit_columns_ = true, may_reduce_ = false;
  Index sweeps_ = 0;          // since the start
  Index reductions_ = 0;      // of lambda
  Array<Index> start_sizes_;  // empty: clusters may become empty
  struct {
    Array<double> shares;
    Index sweeps = 0, reductions = 0;
    Array<Index> start_sizes;
  } kept_;
  Side<T> documents_, features_;
  Dense<T> XG_, XtV_, R_;  // R = G'X'V
};

constexpr Key drcc_keys[] = {Key::preset,
                             Key::lambda,
                             Key::mu,
                             Key::variant,
                             Key::feature_clusters,
                             Key::feature_neighbors,
                             Key::feature_graph_weight,
                             Key::feature_min_df};
constexpr Key rcc_keys[] = {Key::preset, Key::lambda, Key::variant, Key::feature_clusters};
constexpr Setting drcc_settings[] = {{Key::lambda, "500"},          {Key::neighbors, "10"},
                                     {Key::graph_weight, "binary"}, {Key::start, "kmeans"},
                                     {Key::readout_starts, "10"},   {Key::tolerance, "0"}};
constexpr Setting text[] = {{Key::lambda, "500"}, {Key::mu, "1"}, {Key::min_df, "3"}};
constexpr Setting paper[] = {{Key::lambda, "500"}, {Key::mu, "500"}, {Key::variant, "paper"}};
constexpr Implication drcc_implications[] = {{Key::preset, "text", text},
                                             {Key::preset, "paper", paper}};
constexpr Setting rcc_paper[] = {{Key::lambda, "500"}, {Key::variant, "paper"}};
constexpr Implication rcc_implications[] = {{Key::preset, "paper", rcc_paper}};
constexpr AllowedWords drcc_words[] = {{Key::variant, "scale-free paper raw"},
                                       {Key::preset, "none text paper"}};
constexpr AllowedWords rcc_words[] = {drcc_words[0], {Key::preset, "none paper"}};

}  // namespace

extern const Method drcc = {
    .name = "drcc",
    .summary =
        "dual regularized co-clustering: X ~ V C G', documents and features smooth over their "
        "nearest-neighbor graphs",
    .reference = "Gu, Zhou 2009 (DRCC paper), eqs 8, 10, 16, 22",
    .family = &cocluster_family,
    .keys = drcc_keys,
    .defaults = drcc_settings,
    .implications = drcc_implications,
    .words = drcc_words,
    .graph = GraphSource::neighbors,
    .takes_feature_graph = true,
    .start_input = StartInput::factors,
    .takes_feature_start = true,
    .needs_graph = penalty_or_start_needs_graph,
    .make = maker<Drcc>,
};

extern const Method rcc = {
    .name = "rcc",
    .summary = "regularized co-clustering: X ~ V C G' with only the graph of the documents",
    .reference = "Gu, Zhou 2009 (DRCC paper), section 3.4, mu = 0",
    .family = &cocluster_family,
    .keys = rcc_keys,
    .defaults = drcc_settings,
    .implications = rcc_implications,
    .words = rcc_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::factors,
    .takes_feature_start = true,
    .needs_graph = penalty_or_start_needs_graph,
    .make = maker<Drcc>,
};

}  // namespace manifact
