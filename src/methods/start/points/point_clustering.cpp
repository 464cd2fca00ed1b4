#include "methods/start/points/point_clustering.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "graph/neighbors/euclidean/near_points.hpp"
#include "methods/start/points/choice.hpp"
#include "model/predict/mixture_posterior.hpp"
#include "model/predict/rules.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

constexpr Index rows_per_block = 8192;
constexpr int rounds = 100;
constexpr double least_decrease = 1e-6;

// The nearest mean, and its squared distance.
std::int32_t nearest_mean(const double *x, const Dense<double> &means, double &least) noexcept {
  std::int32_t best = 0;
  least = INFINITY;
  for (Index c = 0; c < means.rows(); ++c) {
    const double *const m = means.row(c);
    double square = 0;
    for (Index j = 0; j < means.columns(); ++j) square += (x[j] - m[j]) * (x[j] - m[j]);
    if (!(square < least)) continue;
    least = square;
    best = static_cast<std::int32_t>(c);
  }
  return best;
}

template <class T>
void load_centered(const DataView<T> &X, const Array<double> &center, Index i, double *x) noexcept {
  for (Index j = 0; j < X.columns; ++j) x[j] = X.dense().value(i, j) - center[j];
}

}  // namespace

template <class T>
void means_of_rows(const DataView<T> &X, const Array<double> &center, Dense<double> &means,
                   ExecutionContext &run) {
  const Index m = X.columns, k = means.rows(), width = k * (m + 1) + 1 + m,
              blocks = (X.rows + rows_per_block - 1) / rows_per_block;
  Array<double> all(run.memory, blocks * width);
  double before = INFINITY;
  for (int round = 0; round < rounds; ++round) {
    for (double &x : all) x = 0;
    run.pool.blocks(X.rows, rows_per_block, [&](Index begin, Index end) {
      double *const sums = all.data() + begin / rows_per_block * width, *const mass = sums + k * m,
                    *const x = mass + k + 1;
      for (Index i = begin; i < end; ++i) {
        load_centered(X, center, i, x);
        double least;
        const Index c = nearest_mean(x, means, least);
        for (Index j = 0; j < m; ++j) sums[c * m + j] += x[j];
        mass[c] += 1;
        mass[k] += least;
      }
    });
    for (Index b = 1; b < blocks; ++b)
      for (Index e = 0; e <= k * (m + 1); ++e) all[e] += all[b * width + e];
    const double *const mass = all.data() + k * m;
    for (Index c = 0; c < k; ++c)
      for (Index j = 0; j < m && mass[c] > 0; ++j) means(c, j) = all[c * m + j] / mass[c];
    run.monitor.check();
    if (!(mass[k] < before * (1 - least_decrease))) break;
    before = mass[k];
  }
}

template <class T>
Array<std::int32_t> nearest_centers(const DataView<T> &X, const Array<double> &center,
                                    const Dense<double> &means, ExecutionContext &run) {
  Array<std::int32_t> labels(run.memory, X.rows);
  const Index blocks = (X.rows + rows_per_block - 1) / rows_per_block;
  Array<double> scratch(run.memory, blocks * X.columns);
  run.pool.blocks(X.rows, rows_per_block, [&](Index begin, Index end) {
    double *const x = scratch.data() + begin / rows_per_block * X.columns;
    for (Index i = begin; i < end; ++i) {
      load_centered(X, center, i, x);
      double least;
      labels[i] = nearest_mean(x, means, least);
    }
  });
  return labels;
}

#define MANIFACT_INSTANTIATE(T)                                                               \
  template void means_of_rows<T>(const DataView<T> &, const Array<double> &, Dense<double> &, \
                                 ExecutionContext &);                                         \
  template Array<std::int32_t> nearest_centers<T>(const DataView<T> &, const Array<double> &, \
                                                  const Dense<double> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

namespace {

constexpr Index all_rows = 20'000, sampled = 8'000;
constexpr Index batch = 8'192;  // rows per block of the assignment

template <class T>
class PointClustering final : public Algorithm<T> {
 public:
  explicit PointClustering(const Problem<T> &problem)
      : problem_(problem), run_(problem.run), X_(problem.X), k_(problem.k) {}

  void start(Start start) override {
    check_budget_of_points();
    findings_ = {};
    objective_ = 0;
    points_ = point_set(X_, X_.rows > all_rows ? sampled : all_rows, kept_, run_);
    V_ = {};
    if (k_ == 1 || points_.size() < 2) return one_cluster();
    PointCandidate chosen = choose(start.rng);
    run_.monitor.enter("assigning", X_.rows);
    V_ = Dense<T>(run_.memory, X_.rows, k_);
    assign(chosen);
  }

  void update() override {}
  double objective() const override { return objective_; }
  bool monotone() const override { return false; }
  bool solved() const override { return true; }
  void keep() override {
    best_ = {std::move(V_), std::move(U_), std::move(predictor_), std::move(findings_)};
  }
  void restore() override {
    V_ = std::move(best_.V);
    U_ = std::move(best_.U);
    predictor_ = std::move(best_.predictor);
    findings_ = std::move(best_.findings);
  }
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    f.V = std::move(V_);
    f.U = std::move(U_);
    f.predictor = std::move(predictor_);
    f.geometry = Geometry::euclidean;
    f.findings = std::move(findings_);
    return f;
  }

 private:
  struct Result {
    Dense<T> V, U;
    std::unique_ptr<Predictor> predictor;
    Findings findings;
  };

  // Of the distinct points: coordinates, neighbor lists in three copies, memberships.
  void check_budget_of_points() const {
    const Index n = X_.rows > all_rows ? sampled : X_.rows;
    const double bytes = static_cast<double>(n) *
                         (3.0 * static_cast<double>(X_.columns + k_) * sizeof(double) + 1200);
    check_budget(bytes, problem_.options.integer(Key::memory_budget),
                 "clustering %lld points needs", number(n));
  }

  void one_cluster() {
    V_ = Dense<T>(run_.memory, X_.rows, k_);
    for (Index i = 0; i < X_.rows; ++i) V_(i, 0) = 1;
    U_ = centers_of(nullptr);
    predictor_ = nearest_center();
  }

  PointCandidate choose(Rng rng) {
    run_.monitor.enter("graph");
    const PointGraph made = point_graph(points_.Y, run_);
    run_.monitor.enter("candidates");
    std::vector<PointCandidate> all =
        point_candidates(points_, made, std::min(k_, points_.size()), rng, run_);
    const PointChoice choice = choose_candidate(all, k_);
    describe(all, choice);
    objective_ = all[choice.chosen].cut;
    return std::move(all[choice.chosen]);
  }

  void describe(const std::vector<PointCandidate> &all, const PointChoice &choice) {
    findings_.note("points_sampled", points_.size());
    for (const PointCandidate &c : all) {
      findings_.note(("score_" + c.name).c_str(), c.score);
      findings_.note(("cut_" + c.name).c_str(), c.cut);
      if (c.criterion != 0) findings_.note(("criterion_" + c.name).c_str(), c.criterion);
    }
    findings_.note("shape", all[choice.shape].name);
    findings_.note("compact", all[choice.compact].name);
    findings_.note("clusters_of", all[choice.chosen].name);
  }

  void assign(PointCandidate &chosen) {
    switch (chosen.kind) {
      case PointCandidateKind::cut:
      case PointCandidateKind::tree:
        return assign_by_rows(std::move(chosen.labels));
      case PointCandidateKind::means:
        return assign_by_means(chosen.labels);
      case PointCandidateKind::mixture:
        return assign_by_mixture(chosen.model);
    }
  }

  void assign_by_rows(Array<std::int32_t> labels) {
    const DenseRows chosen = selected_rows(X_.dense(), points_.row);
    if (kept_.empty()) {
      for (Index i = 0; i < X_.rows; ++i) V_(i, labels[points_.point[i]]) = 1;
    } else {
      for (Index first = 0; first < X_.rows; first += batch) {
        const DataView<T> part = some_rows(X_, first, std::min(X_.rows, first + batch));
        const Array<NearPoint> near = nearest_points_of(part.dense(), chosen, 1, run_);
        for (Index i = 0; i < part.rows; ++i) V_(first + i, labels[near[i].index]) = 1;
        run_.monitor.report(first + part.rows, X_.rows);
      }
    }
    Array<double> rows(run_.memory, points_.size() * X_.columns);
    for (Index p = 0; p < points_.size(); ++p)
      for (Index c = 0; c < X_.columns; ++c) rows[p * X_.columns + c] = chosen.value(p, c);
    U_ = centers_of(nullptr);
    predictor_ = nearest_row(std::move(rows), labels, run_.memory);
  }

  void assign_by_means(const Array<std::int32_t> &labels) {
    Dense<double> centers(run_.memory, k_, X_.columns);
    Array<double> mass(run_.memory, k_);
    for (Index p = 0; p < points_.size(); ++p) {
      mass[labels[p]] += points_.mass[p];
      for (Index c = 0; c < X_.columns; ++c)
        centers(labels[p], c) += points_.mass[p] * points_.Y(p, c);
    }
    for (Index c = 0; c < k_; ++c)
      for (Index j = 0; j < X_.columns && mass[c] > 0; ++j) centers(c, j) /= mass[c];
    if (!kept_.empty()) means_of_rows(X_, points_.center, centers, run_);
    const Array<std::int32_t> all = nearest_centers(X_, points_.center, centers, run_);
    for (Index i = 0; i < X_.rows; ++i) V_(i, all[i]) = 1;
    U_ = centers_of(&centers);
    predictor_ = nearest_center();
  }

  void assign_by_mixture(const Gaussians &model) {
    Posterior mixture = posterior_of(model, run_);
    for (Index first = 0; first < X_.rows; first += batch) {
      const Index rows = std::min(batch, X_.rows - first);
      Dense<double> Z(run_.memory, rows, X_.columns), R(run_.memory, rows, k_);
      for (Index i = 0; i < rows; ++i)
        for (Index c = 0; c < X_.columns; ++c)
          Z(i, c) = X_.dense().value(first + i, c) - points_.center[c];
      posteriors(mixture, Z, Array<bool>(run_.memory, rows), R, run_);
      for (Index i = 0; i < rows; ++i)
        for (Index c = 0; c < k_; ++c) V_(first + i, c) = static_cast<T>(R(i, c));
      run_.monitor.report(first + rows, X_.rows);
    }
    mixture.basis = Array<double>(run_.memory, X_.columns * X_.columns);
    for (Index c = 0; c < X_.columns; ++c) mixture.basis[c * X_.columns + c] = 1;
    mixture.origin = points_.center.copy();
    U_ = centers_of(nullptr);
    predictor_ = std::make_unique<MixturePosterior>(std::move(mixture));
  }

  // m x k: the given centers, else the means of the rows by their memberships.
  Dense<T> centers_of(const Dense<double> *centers) {
    Dense<double> sums(run_.memory, k_, X_.columns);
    Array<double> mass(run_.memory, k_);
    for (Index i = 0; i < X_.rows && centers == nullptr; ++i)
      for (Index c = 0; c < k_; ++c) {
        const double v = static_cast<double>(V_(i, c));
        if (v == 0) continue;
        mass[c] += v;
        for (Index j = 0; j < X_.columns; ++j)
          sums(c, j) += v * (X_.dense().value(i, j) - points_.center[j]);
      }
    Dense<T> U(run_.memory, X_.columns, k_);
    for (Index c = 0; c < k_; ++c)
      for (Index j = 0; j < X_.columns; ++j) {
        const double off = centers != nullptr ? (*centers)(c, j)
                           : mass[c] > 0      ? sums(c, j) / mass[c]
                                              : 0;
        U(j, c) = static_cast<T>(off + points_.center[j]);
      }
    return U;
  }

  Problem<T> problem_;
  ExecutionContext &run_;
  DataView<T> X_;
  Index k_;
  PointSet points_;
  Array<std::int32_t> kept_;
  Dense<T> V_, U_;
  std::unique_ptr<Predictor> predictor_;
  Findings findings_;
  Result best_;  // of the starts so far
  double objective_ = 0;
};

}  // namespace

template <class T>
std::unique_ptr<Algorithm<T>> point_clustering(const Problem<T> &problem) {
  return std::make_unique<PointClustering<T>>(problem);
}

template <class T>
double best_shape_score(const DataView<T> &X, Index k, Index most, std::uint64_t seed,
                        ExecutionContext &run) {
  Array<std::int32_t> kept;
  const PointSet points = point_set(X, most, kept, run);
  if (points.size() <= k || k < 2) return 0;
  const PointGraph made = point_graph(points.Y, run);
  double best = -INFINITY;
  for (const PointCandidate &c : shape_candidates(points, made, k, Rng(seed), run))
    best = std::max(best, c.score);
  return best;
}

template std::unique_ptr<Algorithm<float>> point_clustering(const Problem<float> &);
template std::unique_ptr<Algorithm<double>> point_clustering(const Problem<double> &);
template double best_shape_score<float>(const DataView<float> &, Index, Index, std::uint64_t,
                                        ExecutionContext &);
template double best_shape_score<double>(const DataView<double> &, Index, Index, std::uint64_t,
                                         ExecutionContext &);

}  // namespace manifact
