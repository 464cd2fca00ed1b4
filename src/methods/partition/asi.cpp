// Adaptive subspace iteration (Li, Ma, Ogihara 2004), RECONSTRUCTED from the objective and the
// alternation; the text of the paper was not available.
//
//   min |X F - D S|^2 - |X F|^2 / 2,  F'F = I        D n x k one-hot, S k x k, F m x k
//
// with X - 1 c' in place of X, c the mean, if documents are points.
//
//   F   the k largest eigenvectors of X'(D (D'D)^-1 D' - I / 2) X, S = (D'D)^-1 D'X F
//   D   the nearest row of S to each x_i F
//
// |X F - D S|^2 alone is smallest for X F = 0; the term -|X F|^2 / 2 makes the alternation minimize
// a single objective, which never rises: the eigenvectors are its minimum for fixed D, and |X F|^2
// does not depend on D. F is restricted to the span of the directions P of the `components` largest
// singular values, F = P G, Z = X P, so that the eigenproblem is small and solved exactly. New
// documents are assigned to the nearest of the centers c + F S'.
#include "methods/method.hpp"

#include <algorithm>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "methods/partition/coordinates.hpp"
#include "model/predict/rules.hpp"
#include "readout/lloyd.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Starts of k-means, spherical for documents of unit length: the alternation stays near its start,
// and its objective does not distinguish good starts from bad ones.
constexpr Index asi_start_clusterings = 10;

template <class T>
class SubspaceIteration final : public Algorithm<T> {
 public:
  explicit SubspaceIteration(const Problem<T> &problem)
      : problem_(problem),
        run_(problem.run),
        n_(problem.X.rows),
        k_(problem.k),
        space_(singular_coordinates(
            problem, std::max<Index>(problem.X.is_dense() ? 50 : 100, 4 * k_), {0, 3})),
        moments_(gram(space_.Z, space_.Z, run_)),
        skip_(run_.memory, n_) {
    for (Index i = 0; i < n_; ++i) skip_[i] = problem.unit_rows && problem.X.is_empty(i);
  }

  void start(Start start) override {
    begin(start);
    update();
  }

  void update() override {
    find_subspace();
    settled_ = !place();
  }
  double objective() const override { return objective_; }
  bool monotone() const override { return true; }
  bool fixed_point() const override { return settled_; }

  void keep() override {
    kept_labels_ = labels_.copy(), kept_centers_ = centers_.copy(), kept_objective_ = objective_;
  }
  void restore() override {
    labels_ = kept_labels_.copy(), centers_ = kept_centers_.copy(), objective_ = kept_objective_;
  }
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    f.V = Dense<T>(run_.memory, n_, k_);
    for (Index i = 0; i < n_; ++i)
      if (labels_[i] >= 0) f.V(i, labels_[i]) = 1;
    Dense<double> U(run_.memory, space_.P.rows(), k_);
    multiply(space_.P, centers_, U, run_.pool);
    f.U = Dense<T>(run_.memory, U.rows(), k_);
    for (Index j = 0; j < U.rows(); ++j)
      for (Index c = 0; c < k_; ++c)
        f.U(j, c) = static_cast<T>(U(j, c) + (space_.center.empty() ? 0 : space_.center[j]));
    f.predictor = nearest_center();
    f.findings.note("components", space_.r);
    f.findings.note("components_share", space_.share);
    return f;
  }

 private:
  // A document of unit length whose projection onto the subspace is zero has no direction and gets
  // no label here; place() assigns it to a center.
  void begin(Start &start) {
    const auto points = dense_points<double>(space_.Z);
    const Geometry geometry = problem_.unit_rows ? Geometry::spherical : Geometry::euclidean;
    if (start.labels == nullptr) {
      labels_ =
          cluster_points<double>(*points, k_, geometry, problem_.unit_rows, asi_start_clusterings,
                                 start.rng, run_, problem_.canonical_order)
              .labels;
      return;
    }
    Lloyd<double> lloyd(*points, k_, geometry, problem_.unit_rows, run_);
    lloyd.start_labels(start.labels);
    labels_ = lloyd.labels().copy();
  }

  // G for the current D: Z'(D (D'D)^-1 D' - I / 2) Z, r x r.
  void find_subspace() {
    const Index r = space_.r, width = std::min(k_, r);
    Dense<double> sums(run_.memory, k_, r);
    Array<double> counts(run_.memory, k_), A(run_.memory, r * r), values(run_.memory, r);
    for (Index i = 0; i < n_; ++i) {
      if (labels_[i] < 0) continue;
      ++counts[labels_[i]];
      for (Index d = 0; d < r; ++d) sums(labels_[i], d) += space_.Z(i, d);
    }
    for (Index a = 0; a < r; ++a)
      for (Index b = 0; b < r; ++b) {
        A[a * r + b] = -(moments_(a, b) + moments_(b, a)) / 4;
        for (Index c = 0; c < k_; ++c)
          if (counts[c] > 0) A[a * r + b] += sums(c, a) * sums(c, b) / counts[c];
      }
    if (!symmetric_eigen(r, A.data(), values.data(), run_))
      fail(Status::numerics, "the eigenvalues of the subspace are not finite");
    G_ = Dense<double>(run_.memory, r, width);
    for (Index a = 0; a < r; ++a)
      for (Index c = 0; c < width; ++c) G_(a, c) = A[a * r + c];
  }

  // S of the current D, the next D, and the objective of both. Returns whether a label changed.
  bool place() {
    Dense<double> Y(run_.memory, n_, G_.columns()), St(run_.memory, G_.columns(), k_);
    multiply(space_.Z, G_, Y, run_.pool);
    const auto points = dense_points<double>(Y);
    Lloyd<double> lloyd(*points, k_, Geometry::euclidean, false, run_);
    lloyd.start_labels(labels_.data());
    objective_ = lloyd.objective() - dot(Y, Y, run_) / 2;
    bool changed = false;
    for (Index i = 0; i < n_; ++i) {
      if (skip_[i]) {
        objective_ -= square_of_center(lloyd.centers(), lloyd.labels()[i]);
        continue;
      }
      changed = changed || labels_[i] != lloyd.labels()[i];
      labels_[i] = lloyd.labels()[i];
    }
    for (Index d = 0; d < St.rows(); ++d)
      for (Index c = 0; c < k_; ++c) St(d, c) = lloyd.centers()(d, c);
    centers_ = Dense<double>(run_.memory, space_.r, k_);
    multiply(G_, St, centers_, run_.pool);
    return changed;
  }

  static double square_of_center(const Dense<double> &centers, Index c) {
    double sum = 0;
    for (Index d = 0; d < centers.rows(); ++d) sum += centers(d, c) * centers(d, c);
    return sum;
  }

  Problem<T> problem_;
  ExecutionContext &run_;
  Index n_, k_;
  Coordinates space_;
  Dense<double> moments_;  // Z'Z
  Array<bool> skip_;       // empty documents, if documents have unit length
  Array<std::int32_t> labels_, kept_labels_;
  Dense<double> G_, centers_, kept_centers_;  // centers: G S', r x k
  double objective_ = 0, kept_objective_ = 0;
  bool settled_ = false;
};

constexpr Key asi_keys[] = {Key::preset, Key::components};
constexpr AllowedWords asi_words[] = {{Key::preset, "none paper"}};
constexpr Setting asi_settings[] = {{Key::trial_iterations, "0"}, {Key::max_iterations, "50"}};
constexpr Setting asi_paper[] = {{Key::restarts, "1"}};
constexpr Implication asi_implications[] = {{Key::preset, "paper", asi_paper}};

}  // namespace

extern const Method asi = {
    .name = "asi",
    .summary =
        "adaptive subspace iteration: alternates between clusters and a subspace of the features "
        "that separates them (reconstructed)",
    .reference = "Li, Ma, Ogihara 2004, reconstructed: see docs/methods/asi.md",
    .zeros_are_points = true,
    .keys = asi_keys,
    .defaults = asi_settings,
    .implications = asi_implications,
    .words = asi_words,
    .make = maker<SubspaceIteration>,
};

}  // namespace manifact
