// Out of sample. For a new document x' with k_j = x_j.x' and s_j its edge weights to its p nearest
// training documents (LCCF paper, section 3.6, solved exactly):
//
//   v' = argmin_{v >= 0}  v (M + lambda sum(s) I) v' - 2 v (W'k + lambda V's)        M = W'K W
//
// W'k = U'x' with U = X'W: no pass over the training documents but for the neighbors. With
// normalized-cut weights K' = diag(g) K diag(g), g' = (sum_j k_j + x'.x')^-power for the new
// document, and k becomes g' diag(g) k; appendix B also turns s_j into s_j / (g' g_j) and sum(s)
// into sum(s) / g'^2.
//
// Other kernels: k_j = K(x_j, x'), and K(x', x') in the place of x'.x', so that each new document
// meets all of the training documents. With a precomputed kernel k is what the caller gives, and
// K(x', x') is taken to be the mean of K_jj: right for normalized kernels.
#include "model/predict/assign.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "graph/neighbors/neighbors.hpp"
#include "kernels/cross.hpp"
#include "linalg/dense/nnls.hpp"
#include "linalg/dense/products.hpp"
#include "model/predict/local_ridge.hpp"
#include "model/predict/multiplicative_rows.hpp"
#include "model/predict/neighbor_average.hpp"
#include "model/predict/zero_rows.hpp"
#include "pipeline/finite.hpp"
#include "readout/readout.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index batch = 4096;  // documents between two looks at progress and cancel
// The new documents in the terms of the problem above.
struct NewDocuments {
  Csr<double> X;
  Array<bool> skip;     // those with nothing to go by
  Dense<double> UX;     // row i: W'k, by diag(g) where there is ncw
  Dense<double> ZX;     // row i: V'k, likewise; of the iterative rule only
  Array<double> own;    // K(x', x'), where the kernel is not linear
  Array<double> g;      // g', empty without ncw
  Neighbors neighbors;  // among the training documents; n = 0 without a graph term
};

Array<double> new_weights(const Assignment &a, const Csr<double> &X, ExecutionContext &run) {
  Array<double> g(run.memory, X.rows);
  for (Index i = 0; i < X.rows; ++i) {
    double sum = 0;
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      sum += X.values[e] * (a.feature_sums[X.indices[e]] + X.values[e]);
    g[i] = sum > 0 ? std::pow(sum, -a.ncw_power) : 0;
  }
  return g;
}

// [diag(g) W, 1]: what k is multiplied with for W'k and for the sum of k.
Dense<double> associations(const Model &model, ExecutionContext &run) {
  const Array<double> &g = model.assignment.g;
  Dense<double> B(run.memory, model.n, model.k + 1);
  for (Index j = 0; j < model.n; ++j) {
    for (Index c = 0; c < model.k; ++c) B(j, c) = (g.empty() ? 1 : g[j]) * model.W[j * model.k + c];
    B(j, model.k) = 1;
  }
  return B;
}

// W'k, own and g' where the concepts are no vectors of features.
void meet_documents(const Model &model, NewDocuments &documents, ExecutionContext &run) {
  const Assignment &a = model.assignment;
  const Index n = documents.X.rows;
  if (a.needs_documents()) {
    if (a.X.rows == 0)
      fail(Status::argument,
           "the model was fitted with keep-data=no: with its kernel new documents must be compared "
           "with the training documents");
    CrossProducts cross =
        cross_products(documents.X.view(), a.X.view(), a.kernel, associations(model, run), run);
    documents.UX = std::move(cross.KB);
    documents.own = std::move(cross.own);
    for (Index i = 0; i < n; ++i)
      documents.skip[i] = a.weights.unit_rows() ? !cross.known[i] : !(documents.own[i] > 0);
  } else {
    documents.UX = Dense<double>(run.memory, n, model.k + 1);
    multiply(documents.X.view(), associations(model, run), documents.UX, run.pool);
    double mean = 0;
    for (const double x : a.kernel_diagonal) mean += x / static_cast<double>(model.n);
    documents.own = Array<double>(run.memory, n);
    for (double &x : documents.own) x = mean;
  }
  if (!a.ncw) return;
  documents.g = Array<double>(run.memory, n);
  for (Index i = 0; i < n; ++i) {
    const double sum = documents.UX(i, model.k) + documents.own[i];
    documents.g[i] = sum > 0 ? std::pow(sum, -a.ncw_power) : 0;
  }
}

void find_neighbors(const Model &model, NewDocuments &documents, ExecutionContext &run) {
  const Assignment &a = model.assignment;
  const bool given = !a.kernel_diagonal.empty();
  if (!(a.lambda > 0) || (!given && a.X.rows == 0)) return;
  run.monitor.enter("graph", documents.X.rows);
  documents.neighbors = given ? kernel_neighbors(documents.X.view(), documents.own,
                                                 a.kernel_diagonal, false, a.neighbors, run)
                              : nearest_neighbors(documents.X.view(), a.X.view(), a.neighbors, run);
}

// A and b of one document.
struct Quadratic {
  Array<double> A, b, v;
  double edges = 0;  // lambda sum(s)
  Nnls nnls;

  Quadratic(Index k, ExecutionContext &run)
      : A(run.memory, k * k), b(run.memory, k), v(run.memory, k), nnls(k, run.memory) {}

  void set(const Model &model, const NewDocuments &documents, Index i) noexcept {
    const Assignment &a = model.assignment;
    const Index k = model.k;
    const double own = documents.g.empty() ? 1 : documents.g[i];
    // Near the end of a double's range both sides are multiplied by a power of two.
    const double unit =
        a.lambda > 0x1p200 && !a.iterative ? std::ldexp(1.0, -std::ilogb(a.lambda)) : 1;
    const double lambda = a.lambda * unit;
    for (Index c = 0; c < k; ++c) b[c] = unit * own * documents.UX(i, c);
    double sum = 0;
    const Index count = documents.neighbors.n > 0 ? documents.neighbors.count[i] : 0;
    for (Index q = 0; q < count; ++q) {
      const Index j = documents.neighbors.index[i * documents.neighbors.p + q];
      const double s = new_edge_weight(a, documents.neighbors, i, q);
      const double scale = a.ncw_appendix && own > 0 && a.g[j] > 0 ? own * a.g[j] : 1;
      for (Index c = 0; c < k; ++c) b[c] += lambda * s / scale * model.V[j * k + c];
      sum += a.ncw_appendix && own > 0 ? s / (own * own) : s;
    }
    edges = lambda * sum;
    for (Index e = 0; e < k * k; ++e) A[e] = unit * a.M[e];
    double most = 0;
    for (Index c = 0; c < k; ++c) most = std::fmax(most, A[c * k + c]);
    for (Index c = 0; c < k; ++c) A[c * k + c] += edges + 1e-12 * most;
  }
};

// The paper's rule: what is the same for all documents.
struct Iterative {
  Array<double> packed_G;        // V'V
  Array<double> mean_w, mean_v;  // the start: the mean rows of W and V

  Iterative(const Model &model, NewDocuments &documents, ExecutionContext &run)
      : mean_w(run.memory, model.k), mean_v(run.memory, model.k) {
    const Assignment &a = model.assignment;
    const Index n = model.n, k = model.k;
    if (a.X.rows == 0)
      fail(Status::argument,
           "the model was fitted with keep-data=no: out-of-sample=iterative needs the training "
           "documents");
    Dense<double> V = unpacked(model.V, n, k, run.memory);
    packed_G = packed(gram(V, V, run), run.memory);
    for (Index i = 0; i < n; ++i)
      for (Index c = 0; c < k; ++c) {
        mean_w[c] += model.W[i * k + c] / static_cast<double>(n);
        mean_v[c] += model.V[i * k + c] / static_cast<double>(n);
        V(i, c) *= a.g.empty() ? 1 : a.g[i];
      }
    Dense<double> Z(run.memory, model.m, k);
    multiply(transpose(a.X.view(), run.memory).view(), V, Z, run.pool);
    documents.ZX = Dense<double>(run.memory, documents.X.rows, k);
    multiply(documents.X.view(), Z, documents.ZX, run.pool);
  }
};

// The scratch of one thread: u, z, w and what place_row needs.
struct Row {
  Array<double> u, z, w, scratch;

  Row(Index k, ExecutionContext &run)
      : u(run.memory, k), z(run.memory, k), w(run.memory, k), scratch(run.memory, 2 * k) {}

  void place(const Model &model, const NewDocuments &documents, Index i, const Iterative &shared,
             Quadratic &quadratic) noexcept {
    constexpr int updates = 500;
    const Index k = model.k;
    const double own = documents.g.empty() ? 1 : documents.g[i];
    double square = 0;
    for (Index e = documents.X.indptr[i]; e < documents.X.indptr[i + 1]; ++e)
      square += documents.X.values[e] * documents.X.values[e];
    for (Index c = 0; c < k; ++c) {
      u[c] = own * documents.UX(i, c);
      z[c] = own * documents.ZX(i, c);
      w[c] = shared.mean_w[c];
      quadratic.v[c] = shared.mean_v[c];
    }
    place_row({k, model.assignment.M.data(), shared.packed_G.data(), u.data(), z.data(),
               quadratic.b.data(), quadratic.edges, own * own * square},
              updates, w.data(), quadratic.v.data(), scratch.data());
  }
};

// V of the new documents, packed in `memberships`.
void solve_all(const Model &model, const NewDocuments &documents, const Iterative *iterative,
               double *memberships, ExecutionContext &run) {
  const Index n = documents.X.rows, k = model.k;
  std::vector<Quadratic> quadratics;  // each thread's own
  std::vector<Row> rows;
  for (Index t = 0; t < run.pool.threads() && t < n; ++t) {
    quadratics.emplace_back(k, run);
    rows.emplace_back(iterative != nullptr ? k : 0, run);
  }
  std::atomic<bool> failed{false};
  run.monitor.enter("assigning", n);
  for (Index first = 0; first < n; first += batch) {
    const Index last = std::min(n, first + batch);
    std::atomic<Index> next{first};
    run.pool.each(static_cast<Index>(quadratics.size()), [&](Index thread) {
      Quadratic &quadratic = quadratics[static_cast<std::size_t>(thread)];
      for (Index i; (i = next.fetch_add(1, std::memory_order_relaxed)) < last;) {
        if (documents.skip[i]) continue;  // zeros stay
        quadratic.set(model, documents, i);
        if (iterative != nullptr)
          rows[static_cast<std::size_t>(thread)].place(model, documents, i, *iterative, quadratic);
        else if (!quadratic.nnls.solve(quadratic.A.data(), quadratic.b.data(), quadratic.v.data()))
          failed = true;
        for (Index c = 0; c < k; ++c) memberships[i * k + c] = quadratic.v[c];
      }
    });
    if (failed)
      fail(Status::numerics, "the normal equations of a new document have no finite solution");
    run.monitor.report(last, n);
  }
}

// No training document had any of its features.
bool is_unknown(const Model &model, const Csr<double> &X, Index i) {
  for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
    for (Index c = 0; c < model.k; ++c)
      if (model.assignment.U[X.indices[e] * model.k + c] != 0) return false;
  return true;
}

void assign_to_centers(const Model &model, const NewDocuments &documents, std::int32_t *labels,
                       double *memberships, ExecutionContext &run) {
  const Assignment &a = model.assignment;
  const Index k = model.k;
  const Dense<double> C = unpacked(a.U, model.m, k, run.memory);
  const Array<double> squares = column_dots<double>(C, C, nullptr, run);
  for (Index i = 0; i < documents.X.rows; ++i) {
    const bool skip = (a.weights.unit_rows() || a.geometry == Geometry::spherical) &&
                      is_unknown(model, documents.X, i);
    labels[i] = -1;
    double least = INFINITY;
    for (Index c = 0; c < k && !skip; ++c) {
      const double value = a.geometry == Geometry::euclidean ? squares[c] - 2 * documents.UX(i, c)
                                                             : -documents.UX(i, c);
      if (!(value < least)) continue;
      least = value;
      labels[i] = static_cast<std::int32_t>(c);
    }
    if (memberships != nullptr)
      for (Index c = 0; c < k; ++c) memberships[i * k + c] = labels[i] == c ? 1 : 0;
  }
}

void check(const Model &model, const Matrix &X) {
  if (X.columns != model.m)
    fail(Status::mismatch, "the documents have %lld features, the model %lld",
         static_cast<long long>(X.columns), static_cast<long long>(model.m));
  for (Index i = 0; i < X.rows && !model.assignment.weights.idf.empty(); ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      if (X.value(e) < 0)
        fail(Status::value, "row %lld, column %d is negative (%g): the model weights counts",
             static_cast<long long>(i), X.indices[e], X.value(e));
}

void place(const Model &model, NewDocuments documents, std::int32_t *labels, double *memberships,
           ExecutionContext &run) {
  const Assignment &a = model.assignment;
  const Index n = documents.X.rows, k = model.k;
  if (!a.mixture.empty())
    return place_by_posterior(a.mixture, documents.X.view(), a.weights.unit_rows(), labels,
                              memberships, run);
  if (a.vote) {
    if (a.X.rows == 0)
      fail(Status::argument,
           "the model was fitted with keep-data=no: new documents take what their neighbors among "
           "the training documents have");
  } else if (a.U.empty()) {
    meet_documents(model, documents, run);
  } else {
    if (a.predicted)
      return predict_by_local_ridge(model, documents.X.view(), labels, memberships, run);
    documents.UX = Dense<double>(run.memory, n, k);
    multiply(documents.X.view(), unpacked(a.U, model.m, k, run.memory), documents.UX, run.pool);
    if (a.partition) return assign_to_centers(model, documents, labels, memberships, run);
    if (a.ncw) documents.g = new_weights(a, documents.X, run);
  }
  find_neighbors(model, documents, run);
  std::optional<Iterative> iterative;
  if (a.iterative) iterative.emplace(model, documents, run);
  Array<double> V(run.memory, n * k);
  if (a.vote)
    average_neighbors(model, documents.neighbors, V.data());
  else
    solve_all(model, documents, iterative ? &*iterative : nullptr, V.data(), run);
  check_memberships(V.data(), n * k);
  const Dense<double> rows = unpacked(V, n, k, run.memory);
  const Array<std::int32_t> found =
      a.readout == Readout::argmax
          ? argmax_labels(rows, a.readout_weights, run)
          : nearest_centers(rows, unpacked(a.readout_centers, k, k, run.memory), a.geometry, run);
  std::copy(found.begin(), found.end(), labels);
  if (memberships != nullptr) std::copy_n(V.begin(), n * k, memberships);
}

}  // namespace

void assign(const Model &model, const Matrix &X, std::int32_t *labels, double *memberships,
            ExecutionContext &run) {
  check(model, X);
  const FeatureWeights &weights = model.assignment.weights;
  run.monitor.enter("weighting");
  check_scaled_budget(X, weights);
  NewDocuments documents;
  documents.X = weighted_rows<double>(X, weights, run);
  check_near(documents.X);
  documents.skip = Array<bool>(run.memory, X.rows);
  for (Index i = 0; i < X.rows; ++i)
    documents.skip[i] = documents.X.indptr[i] == documents.X.indptr[i + 1];
  const Array<bool> empty = documents.skip.copy();
  place(model, std::move(documents), labels, memberships, run);
  if (memberships != nullptr) check_memberships(memberships, X.rows * model.k);
  if (!weights.shift.empty()) label_zero_rows(model, empty, labels, run);
}

}  // namespace manifact
