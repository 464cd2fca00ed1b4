#include "embedding/adaptive_cut.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "graph/components.hpp"
#include "graph/learned/adaptive.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "readout/lloyd.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index projected_rows = 256;  // rows per task
// Rounds of a local PCAN before its neighbors are searched in the space of the projection.
constexpr Index rounds_of_first_sets = 5;

// In vertices, small because every round computes an embedding: an iterative search for 20
// eigenpairs of 400 and 1000 vertices takes 1.9 and 4.6 ms, the dense solver 6.6 and 65 ms.
constexpr Index dense_at_most = 300;

// Directions with less variance, relative to the mean over the features, are ignored.
constexpr double least_variance = 1e-10;

// The smallest component that is taken for a cluster, of n / c points.
constexpr double least_part = 0.05;
constexpr Index cut_starts = 10;  // of k-means on the eigenvectors of the first graph

// Added to `sum`.
double squared_distance(const double *x, const double *y, Index count, double sum = 0) noexcept {
  for (Index c = 0; c < count; ++c) sum += (x[c] - y[c]) * (x[c] - y[c]);
  return sum;
}

// sum_c cut(c, rest) / vol(c); a cluster without edges adds 1.
double normalized_cut(const Graph &graph, const Array<std::int32_t> &labels, Index k,
                      ExecutionContext &run) {
  Array<double> volume(run.memory, k), cut(run.memory, k);
  const Csr<double> &S = graph.S;
  for (Index i = 0; i < S.rows; ++i)
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      volume[labels[i]] += S.values[e];
      if (labels[S.indices[e]] != labels[i]) cut[labels[i]] += S.values[e];
    }
  double sum = 0;
  for (Index c = 0; c < k; ++c) sum += volume[c] > 0 ? cut[c] / volume[c] : 1;
  return sum;
}

// B'C for row-major n x m and n x k, as a full m x k array.
Array<double> product(const Dense<double> &B, const Dense<double> &C, ExecutionContext &run) {
  const Dense<double> G = gram(B, C, run);
  Array<double> out(run.memory, B.columns() * C.columns());
  for (Index i = 0; i < B.columns(); ++i)
    for (Index j = 0; j < C.columns(); ++j) out[i * C.columns() + j] = G(i, j);
  return out;
}

// The projection of PCAN, on centered data.
class Projection {
 public:
  // Restricted to directions in which the data vary: in the others x'X'LX x is 0 too, and with a
  // ridge they would be chosen first.
  Projection(const Dense<double> &X, Index columns, ExecutionContext &run) : run_(run), X_(X) {
    const Index m = X.columns();
    Array<double> S = product(X, X, run), values(run.memory, m);
    double trace = 0;
    for (Index j = 0; j < m; ++j) trace += S[j * m + j];
    if (!symmetric_eigen(m, S.data(), values.data(), run))
      fail(Status::numerics, "the variances of the features are not finite");
    Index rank = 0;
    while (rank < m && values[rank] > least_variance * trace / static_cast<double>(m)) ++rank;
    axes_ = Dense<double>(run.memory, m, rank);
    lengths_ = Array<double>(run.memory, rank);
    for (Index r = 0; r < rank; ++r) lengths_[r] = std::sqrt(values[r]);
    for (Index j = 0; j < m; ++j)
      for (Index r = 0; r < rank; ++r) axes_(j, r) = S[j * m + r];
    along_ = points(axes_);
    columns_ = std::min(columns, rank);
  }

  // P for the Laplacian of the graph: m x columns, each of unit length. relative: to the scatter.
  Dense<double> directions(const Graph &graph, bool relative) const {
    const Index n = along_.rows(), rank = along_.columns(), m = axes_.rows();
    Dense<double> P(run_.memory, m, columns_);
    if (columns_ == 0) return P;
    Array<double> scale(run_.memory, rank);
    for (Index r = 0; r < rank; ++r) scale[r] = relative ? 1 / lengths_[r] : 1;
    Dense<double> Y = along_.copy(), basis = axes_.copy(), L(run_.memory, n, rank);
    scale_columns(Y, scale, run_);
    scale_columns(basis, scale, run_);
    multiply(graph.S.view(), Y, L, run_.pool);
    for (Index i = 0; i < n; ++i)
      for (Index r = 0; r < rank; ++r) L(i, r) = graph.degree[i] * Y(i, r) - L(i, r);
    Array<double> M = product(Y, L, run_), values(run_.memory, rank);
    for (Index a = 0; a < rank; ++a)
      for (Index b = 0; b < a; ++b)
        M[a * rank + b] = M[b * rank + a] = (M[a * rank + b] + M[b * rank + a]) / 2;
    if (!symmetric_eigen(rank, M.data(), values.data(), run_))
      fail(Status::numerics, "the projection is not finite");
    Dense<double> least(run_.memory, rank, columns_);
    for (Index a = 0; a < rank; ++a)
      for (Index c = 0; c < columns_; ++c) least(a, c) = M[a * rank + rank - 1 - c];
    multiply(basis, least, P, run_.pool);
    Array<double> lengths = column_dots<double>(P, P, nullptr, run_);
    for (double &x : lengths) x = 1 / std::sqrt(x);
    scale_columns(P, lengths, run_);
    return P;
  }

  Dense<double> points(const Dense<double> &P) const {
    Dense<double> Y(run_.memory, X_.rows(), P.columns());
    if (P.columns() > 0) multiply(X_, P, Y, run_.pool);
    return Y;
  }

 private:
  ExecutionContext &run_;
  const Dense<double> &X_;
  Dense<double> axes_;     // m x rank, the directions in which the data vary
  Array<double> lengths_;  // rank, the square roots of their x'S x
  Dense<double> along_;    // n x rank, X on the axes
  Index columns_ = 0;
};

class Cut {
 public:
  Cut(Dense<double> &&X, const AdaptiveCutRequest &request, Rng rng, ExecutionContext &run)
      : request_(request), rng_(rng), run_(run), X_(std::move(X)) {
    center();
    unit_ = to_unit();
    if (request.projection > 0) projection_.emplace(X_, request.projection, run);
  }

  AdaptiveCut solve() {
    begin();
    const Csr<double> first_A = copied(result_.A);
    const Graph first = symmetrized(first_A, run_);
    for (Index t = 1; t <= request_.iterations && !result_.parted; ++t) {
      const double lambda = lambda_;
      adapt(t);
      result_.graph = symmetrized(result_.A, run_);
      Embedding found = eigenvectors();
      const Index components = result_.graph.components;
      result_.rounds.push_back(
          {.lambda = lambda / unit_, .smallest = found.objective, .components = components});
      if (projection_) result_.P = projection_->directions(result_.graph, true);
      if (components <= request_.clusters) take(found);
      if (components < request_.clusters) lambda_ *= 2;
      if (components > request_.clusters) lambda_ /= 2;
      result_.parted = components == request_.clusters;
      run_.monitor.report(t, request_.iterations, found.objective);
    }
    if (result_.parted) doubt_parts(first_A, first);
    result_.objective = objective() / unit_;
    result_.gamma /= unit_;
    return std::move(result_);
  }

 private:
  Csr<double> copied(const Csr<double> &A) const {
    Csr<double> copy(run_.memory, A.rows, A.columns, 0);
    copy.indptr = A.indptr.copy();
    copy.indices = A.indices.copy();
    copy.values = A.values.copy();
    return copy;
  }

  // Takes the clusters of the first graph in place of the components if those are better.
  void doubt_parts(const Csr<double> &first_A, const Graph &first) {
    const Index n = first.S.rows, k = request_.clusters;
    const Array<std::int32_t> parts = components_of(result_.graph, run_);
    Array<Index> sizes(run_.memory, k);
    for (const std::int32_t c : parts) ++sizes[c];
    const Index smallest = *std::min_element(sizes.begin(), sizes.end());
    if (static_cast<double>(smallest * k) >= least_part * static_cast<double>(n)) return;
    Dense<double> F = embed(normalized_cut_of(first, run_), embedding_request(), rng_, run_).Q;
    for (Index i = 0; i < n; ++i) {
      double square = 0;
      for (Index c = 0; c < k; ++c) square += F(i, c) * F(i, c);
      for (Index c = 0; c < k && square > 0; ++c) F(i, c) /= std::sqrt(square);
    }
    const Array<std::int32_t> cut =
        cluster_points<double>(*dense_points<double>(F), k, Geometry::euclidean, false, cut_starts,
                               rng_, run_, request_.order)
            .labels;
    if (normalized_cut(first, parts, k, run_) <= normalized_cut(first, cut, k, run_)) return;
    result_.A = copied(first_A);
    result_.graph = symmetrized(result_.A, run_);
    result_.F = std::move(F);
    result_.parted = false;
    result_.smallest_part = smallest;
  }

  // Centering keeps the distances and makes their squares more precise.
  void center() {
    Array<double> mean(run_.memory, X_.columns());
    for (Index i = 0; i < X_.rows(); ++i)
      for (Index j = 0; j < X_.columns(); ++j) mean[j] += X_(i, j) / static_cast<double>(X_.rows());
    for (Index i = 0; i < X_.rows(); ++i)
      for (Index j = 0; j < X_.columns(); ++j) X_(i, j) -= mean[j];
  }

  // Scales by a power of two, which is exact, to keep squares within range. Returns its square.
  double to_unit() {
    const double factor = std::ldexp(
        1.0, std::clamp(exponent_to_one(largest_magnitude(X_.data(), X_.size())), -500, 500));
    for (Index e = 0; e < X_.size(); ++e) X_.data()[e] *= factor;
    return factor * factor;
  }

  void begin() {
    run_.monitor.enter("graph", X_.rows());
    AdaptiveNeighbors first = adaptive_neighbors(X_, request_.neighbors, run_);
    result_.neighbors = first.k;
    result_.alike = first.alike;
    // If all points are equal, any positive gamma will do.
    double square = 0;
    for (const double x : column_dots<double>(X_, X_, nullptr, run_))
      square += x / static_cast<double>(X_.rows());
    const double floor = square > 0 ? 1e-12 * square : 1;
    lambda_ = std::max(first.mean_gamma(), floor);
    result_.gamma = request_.gamma > 0 ? request_.gamma * unit_ : lambda_;
    if (request_.local)
      sets_ = request_.sets != nullptr ? request_.sets->copy() : nearest_points(X_, first.k, run_);
    result_.A = std::move(first.A);
    result_.graph = symmetrized(result_.A, run_);
    run_.monitor.enter("adaptive neighbors", request_.iterations);
    Embedding found = eigenvectors();
    result_.rounds.push_back({.lambda = lambda_ / unit_,
                              .smallest = found.objective,
                              .components = result_.graph.components});
    take(found);
    if (projection_) result_.P = projection_->directions(result_.graph, !request_.first_absolute);
  }

  // sum a_ij |x_i - x_j|^2 + gamma |A|^2
  double objective() const {
    const Dense<double> *Y = &X_;
    Dense<double> projected;
    if (projection_) projected = projection_->points(result_.P), Y = &projected;
    double sum = 0;
    const Csr<double> &A = result_.A;
    for (Index i = 0; i < A.rows; ++i)
      for (Index e = A.indptr[i]; e < A.indptr[i + 1]; ++e)
        sum += A.values[e] * squared_distance(Y->row(i), Y->row(A.indices[e]), Y->columns()) +
               result_.gamma * A.values[e] * A.values[e];
    return sum;
  }

  EmbeddingRequest embedding_request() const {
    EmbeddingRequest request;
    request.k = request_.clusters;
    request.tolerance = request_.tolerance;
    request.order = request_.order;
    request.dense_at_once = dense_at_most;
    request.most_dense = request_.budget / static_cast<Index>(sizeof(double));
    return request;
  }

  Embedding eigenvectors() {
    const EmbeddingRequest request = embedding_request();
    Embedding found = embed(ratio_cut_of(result_.graph, run_), request, rng_, run_);
    result_.unsolved += found.converged ? 0 : 1;
    return found;
  }

  void take(Embedding &found) {
    result_.F = std::move(found.Q);
    result_.residual = found.residual;
  }

  // The points whose distances this round uses: [x_i, sqrt(lambda) f_i], with P'x_i in place of x_i
  // for PCAN.
  Dense<double> points(const Dense<double> &Y) const {
    const Index n = Y.rows(), m = Y.columns(), c = result_.F.columns();
    Dense<double> Z(run_.memory, n, m + c);
    const double root = std::sqrt(lambda_);
    for (Index i = 0; i < n; ++i) {
      std::copy_n(Y.row(i), m, Z.row(i));
      for (Index j = 0; j < c; ++j) Z(i, m + j) = root * result_.F(i, j);
    }
    return Z;
  }

  void adapt(Index round) {
    if (!projection_) return adapt_on(X_);
    const Dense<double> Y = projection_->points(result_.P);
    if (request_.local && round > rounds_of_first_sets && Y.columns() > 0)
      sets_ = nearest_points(Y, result_.neighbors, run_);
    adapt_on(Y);
  }

  void adapt_on(const Dense<double> &Y) {
    if (request_.local)
      adapt_sets(Y);
    else
      result_.A = adaptive_neighbors(points(Y), result_.neighbors, result_.gamma, request_.budget,
                                     run_, true)
                      .A;
  }

  // The distances of points(Y), which is not stored.
  void adapt_sets(const Dense<double> &Y) {
    const Index n = Y.rows(), k = result_.neighbors;
    Dense<double> F = result_.F.copy();
    const double root = std::sqrt(lambda_);
    for (Index e = 0; e < F.size(); ++e) F.data()[e] *= root;
    Array<NearPoint *> rows(run_.memory, n);
    Array<Index> count(run_.memory, n);
    run_.pool.blocks(n, projected_rows, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        NearPoint *const row = rows[i] = sets_.data() + i * k;
        for (Index h = 0; h < k; ++h)
          row[h].distance =
              squared_distance(F.row(i), F.row(row[h].index), F.columns(),
                               squared_distance(Y.row(i), Y.row(row[h].index), Y.columns()));
        std::sort(row, row + k);
        count[i] = simplex_row(row, k, true, result_.gamma, false);
      }
    });
    result_.A = packed_rows(rows, count, run_);
  }

  AdaptiveCutRequest request_;
  Rng rng_;
  ExecutionContext &run_;
  Dense<double> X_;
  double unit_ = 1;  // the factor of squared distances
  std::optional<Projection> projection_;
  Array<NearPoint> sets_;
  double lambda_ = 0;
  AdaptiveCut result_;
};

}  // namespace

AdaptiveCut adaptive_cut(Dense<double> X, const AdaptiveCutRequest &request, Rng rng,
                         ExecutionContext &run) {
  return Cut(std::move(X), request, rng, run).solve();
}

void warn_of_parts(const AdaptiveCut &cut, Index clusters, Findings &findings) {
  if (cut.parted) return;
  if (cut.smallest_part > 0) {
    findings.warnings.push_back(
        "the graph fell into " + std::to_string(clusters) +
        " components, of which the smallest "
        "has only " +
        std::to_string(cut.smallest_part) + (cut.smallest_part == 1 ? " document" : " documents") +
        ": the clusters are those of the eigenvectors of the initial graph, whose cut is smaller");
    return;
  }
  const std::string components = std::to_string(cut.rounds.back().components),
                    rounds = std::to_string(cut.rounds.size() - 1);
  if (cut.rounds.size() == 1)
    findings.warnings.emplace_back(
        "the graph was not learned because max-iterations is 0: the clusters are those of the "
        "eigenvectors of the initial graph");
  else
    findings.warnings.push_back(
        "the graph has " + components + (components == "1" ? " component" : " components") +
        " after " + rounds + (rounds == "1" ? " round" : " rounds") + " instead of " +
        std::to_string(clusters) + ": the clusters are those of its eigenvectors");
  if (cut.unsolved > 0)
    findings.warnings.push_back(
        "the eigenvectors of " + std::to_string(cut.unsolved) +
        " of these graphs did not converge; the final ones have a residual of " +
        print(cut.residual));
}

}  // namespace manifact
