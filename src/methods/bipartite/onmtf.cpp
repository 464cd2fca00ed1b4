// Orthogonal non-negative tri-factorization (Ding, Li, Peng, Park 2006):
//
//   min |X - V S'G'|^2      V, S, G >= 0, V'V = I, G'G = I
//
//   P = X'V S',    G <- G * sqrt(P / (G (G'P)))
//   A = X G S,     V <- V * sqrt(A / (V (V'A)))
//   R = (X G)'V,   S <- S * sqrt(R / ((G'G) S (V'V)))
//
// The multipliers of the constraints are approximate: the objective may rise, and the columns are
// only approximately orthogonal. After the last update U = G S gets unit columns, and V becomes the
// minimum for this U with columns that are exactly orthogonal, with one nonzero entry per row:
//
//   v_ic = x_i u_c  for the largest x_i u_c,  0 for all others
//     = argmin_{v >= 0} v 1 1'v' - 2 v U'x_i
//
// (columns that tie share the entry). The second form is the problem of new documents, so these get
// the same memberships.
#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense/products.hpp"
#include "linalg/dense/small_systems.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/bipartite/bipartite.hpp"
#include "methods/bipartite/three_factors.hpp"
#include "methods/start/labels.hpp"
#include "model/model.hpp"
#include "model/predict/rules.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
class Onmtf final : public ThreeFactors<T> {
  using ThreeFactors<T>::run_, ThreeFactors<T>::data_, ThreeFactors<T>::V_, ThreeFactors<T>::G_,
      ThreeFactors<T>::S_, ThreeFactors<T>::VtV_, ThreeFactors<T>::GtG_;

 public:
  explicit Onmtf(const Problem<T> &problem) : ThreeFactors<T>(problem) {}

  void start(Start start) override {
    this->start_factors(start);
    if (start.V != nullptr) lift_zeros();
    const Index n = V_.rows(), m = G_.rows(), k = V_.columns(), l = G_.columns();
    XG_ = Dense<T>(run_.memory, n, l);
    XtV_ = Dense<T>(run_.memory, m, k);
    for (Dense<T> *block : {&A_, &den_V_}) *block = Dense<T>(run_.memory, n, k);
    for (Dense<T> *block : {&P_, &den_G_}) *block = Dense<T>(run_.memory, m, l);
    const bool own = S_.empty();
    if (own) S_ = Dense<T>(run_.memory, l, k);
    factors_moved();
    if (own) S_ = first_core();
  }

  void update() override {
    data_.X.transposed_times(V_, XtV_, run_);
    multiply(XtV_, transposed(S_, run_), P_, run_.pool);
    move(G_, P_, den_G_);
    data_.X.times(G_, XG_, run_);
    multiply(XG_, S_, A_, run_.pool);
    move(V_, A_, den_V_);
    refresh();
    const Dense<T> den = product(product(GtG_, S_, run_), VtV_, run_);
    kernels<T>().root_quotient(S_.data(), nullptr, R_.data(), den.data(), S_.rows(), S_.stride(),
                               std::numeric_limits<T>::min());
  }

  bool solve_memberships(bool updated) override {
    if (!updated) return false;
    const Index k = V_.columns();
    Dense<T> U(run_.memory, G_.rows(), k), B(run_.memory, V_.rows(), k);
    multiply(G_, S_, U, run_.pool);
    const Dense<T> square = gram(U, U, run_);
    scale_columns(S_, inverse_lengths(square, run_), run_);
    equations_ = Dense<T>(run_.memory, k, k);
    for (Index c = 0; c < k; ++c)
      for (Index d = 0; d < k; ++d) equations_(c, d) = square(c, c) > 0 && square(d, d) > 0 ? 1 : 0;
    multiply(XG_, S_, B, run_.pool);
    solve_nnls_rows(equations_, B, V_, run_);
    refresh();
    return true;
  }

  Factors<T> factors() override {
    Factors<T> f = ThreeFactors<T>::factors();
    if (!equations_.empty()) f.predictor = least_squares({packed(equations_, run_.memory)});
    return f;
  }

  double objective() const override { return this->misfit(R_); }
  bool monotone() const override { return false; }
  Index quiet_updates() const override { return 5; }

 private:
  // The memberships of a model have one nonzero entry per row, and an update cannot change a zero.
  void lift_zeros() {
    for (Index i = 0; i < V_.rows(); ++i) {
      T *const row = V_.row(i), *const end = row + V_.columns();
      const T least = static_cast<T>(0.2) * *std::max_element(row, end);
      std::transform(row, end, row, [least](T v) { return v > 0 ? v : least; });
    }
  }

  // F <- F * sqrt(up / (F (F'up)))
  void move(Dense<T> &F, const Dense<T> &up, Dense<T> &den) {
    multiply(F, gram(F, up, run_), den, run_.pool);
    run_.pool.blocks(F.rows(), 256, [&](Index begin, Index end) {
      kernels<T>().root_quotient(F.row(begin), nullptr, up.row(begin), den.row(begin), end - begin,
                                 F.stride(), std::numeric_limits<T>::min());
    });
  }

  void refresh() {
    R_ = gram(XG_, V_, run_);
    VtV_ = gram(V_, V_, run_);
    GtG_ = gram(G_, G_, run_);
  }

  void factors_moved() override {
    data_.X.times(G_, XG_, run_);
    refresh();
  }

  // The best core, without zeros. The core has the unit of the data.
  Dense<T> first_core() {
    const T least = static_cast<T>(1e-3 * length_of_documents());
    Dense<T> S = solve_core(GtG_, R_, VtV_, run_);
    for (Index a = 0; a < S.rows(); ++a)
      for (Index b = 0; b < S.columns(); ++b) S(a, b) = std::max(S(a, b), least);
    return S;
  }

  // The root mean square of the lengths of the documents.
  double length_of_documents() const {
    const Problem<T> &problem = this->problem_;
    if (problem.unit_rows) return 1;
    return std::sqrt(data_.square / static_cast<double>(run_.total(problem.X.rows)));
  }

  Dense<T> XG_, XtV_, R_, A_, P_, den_V_, den_G_;
  Dense<T> equations_;  // of new documents: 1 1', without empty columns
};

constexpr Key onmtf_keys[] = {Key::preset, Key::feature_clusters};
constexpr AllowedWords onmtf_words[] = {{Key::preset, "none paper"}};
constexpr Setting onmtf_settings[] = {
    {Key::start, "kmeans"}, {Key::readout_starts, "10"}, {Key::max_iterations, "500"}};
// The tables of the DRCC paper are means over single starts.
constexpr Setting onmtf_paper[] = {{Key::readout_starts, "1"}, {Key::max_iterations, "100"}};
constexpr Implication onmtf_implications[] = {{Key::preset, "paper", onmtf_paper}};

}  // namespace

extern const Method onmtf = {
    .name = "onmtf",
    .summary =
        "orthogonal non-negative tri-factorization: X ~ V C G', documents and features together, "
        "without graphs",
    .reference = "Ding, Li, Peng, Park 2006",
    .non_negative = true,
    .family = &cocluster_family,
    .keys = onmtf_keys,
    .defaults = onmtf_settings,
    .implications = onmtf_implications,
    .words = onmtf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::factors,
    .takes_feature_start = true,
    .needs_graph = start_needs_graph,
    .make = maker<Onmtf>,
};

}  // namespace manifact
