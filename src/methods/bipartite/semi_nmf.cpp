// Semi-NMF (Ding, Li, Jordan 2010): data of any sign, non-negative memberships.
//
//   min |X - V Z'|^2      V >= 0, n x k; Z of any sign, m x k
//
//   Z = X'V (V'V)^-1;  A = X Z, B = Z'Z;  V <- V * sqrt((A+ + V B-) / (A- + V B+))
//
// (DRCC paper, eqs 27 and 28).
// Z is always optimal for V, so the objective is |X|^2 - 2 <X'V, Z> + <Z'Z, V'V> and never rises.
// It is that of k-means if V is one-hot: dense rows that are not of unit length start from
// Euclidean k-means. nmf and gnmf compare directions, and start from spherical k-means.
#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/dense/small_systems.hpp"
#include "methods/bipartite/bipartite.hpp"
#include "methods/bipartite/side.hpp"
#include "methods/bipartite/start.hpp"
#include "methods/bipartite/three_factors.hpp"
#include "methods/start/labels.hpp"
#include "model/model.hpp"
#include "model/predict/rules.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
class SemiNmf final : public Algorithm<T> {
 public:
  explicit SemiNmf(const Problem<T> &problem)
      : problem_(problem),
        run_(problem.run),
        data_(problem.X, problem.run),
        XtV_(problem.run.memory, problem.X.columns, problem.k),
        Z_(problem.run.memory, problem.X.columns, problem.k),
        XZ_(problem.run.memory, problem.X.rows, problem.k),
        identity_(problem.run.memory, problem.k, problem.k) {
    for (Index c = 0; c < problem.k; ++c) identity_(c, c) = 1;
    side_.allocate(problem.X.rows, problem.k, run_);
  }

  void start(Start start) override {
    const bool points = problem_.X.is_dense() && !problem_.unit_rows;
    V_ = first_memberships(problem_, start, points ? Geometry::euclidean : Geometry::spherical);
    V_moved();
  }

  void update() override {
    data_.X.times(Z_, XZ_, run_);
    side_.move(V_, XZ_, identity_, ZtZ_, VtV_, false, run_);
    V_moved();
  }

  double objective() const override {
    double value = data_.square - 2 * dot(XtV_, Z_, run_);
    for (Index a = 0; a < problem_.k; ++a)
      for (Index b = 0; b < problem_.k; ++b)
        value += static_cast<double>(ZtZ_(a, b)) * static_cast<double>(VtV_(a, b));
    return not_negative(value);
  }

  bool monotone() const override { return true; }
  void keep() override { kept_V_ = V_.copy(); }
  void restore() override {
    V_ = std::move(kept_V_);
    V_moved();
  }
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    f.readout_weights = inverse_lengths(VtV_, run_);
    for (Index c = 0; c < problem_.k; ++c) f.dead += VtV_(c, c) > 0 ? 0 : 1;
    f.findings.note("condition_documents", condition_of_gram(VtV_, run_));
    f.V = std::move(V_);
    f.U = std::move(Z_);
    f.predictor = least_squares({packed(ZtZ_, run_.memory)});
    return f;
  }

 private:
  void V_moved() {
    data_.X.transposed_times(V_, XtV_, run_);
    VtV_ = gram(V_, V_, run_);
    multiply(XtV_, inverse_of_gram(VtV_, run_), Z_, run_.pool);
    ZtZ_ = gram(Z_, Z_, run_);
  }

  Problem<T> problem_;
  ExecutionContext &run_;
  Data<T> data_;
  Side<T> side_;
  Dense<T> XtV_, Z_, XZ_, identity_;
  Dense<T> V_, VtV_, ZtZ_, kept_V_;
};

constexpr Key semi_nmf_keys[] = {Key::preset};
constexpr AllowedWords semi_nmf_words[] = {{Key::preset, "none paper"}};
constexpr Setting semi_nmf_settings[] = {{Key::start, "kmeans"}, {Key::readout_starts, "10"}};
// The tables of the DRCC paper are means over single starts.
constexpr Setting semi_nmf_paper[] = {{Key::readout_starts, "1"}};
constexpr Implication semi_nmf_implications[] = {{Key::preset, "paper", semi_nmf_paper}};

}  // namespace

extern const Method semi_nmf = {
    .name = "semi-nmf",
    .summary = "factorization of data of any sign with non-negative memberships: X ~ V Z'",
    .reference = "Ding, Li, Jordan 2010; DRCC paper, eqs 27 and 28",
    .family = &cocluster_family,
    .keys = semi_nmf_keys,
    .defaults = semi_nmf_settings,
    .implications = semi_nmf_implications,
    .words = semi_nmf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::factors,
    .needs_graph = start_needs_graph,
    .make = maker<SemiNmf>,
};

}  // namespace manifact
