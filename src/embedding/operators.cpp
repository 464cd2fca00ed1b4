#include "embedding/operators.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "graph/laplacian.hpp"
#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

// For eigenvalues in [0, 2]: nearly separate clusters have eigenvalues near 0.
constexpr double least_cut = 1e-3;
constexpr double least_other = 1e-12;  // relative to the largest eigenvalue

double largest(const Array<double> &values) noexcept {
  double most = 0;
  for (const double x : values) most = std::fmax(most, x);
  return most;
}

Csr<double> copy_of(const Csr<double> &A, ExecutionContext &run) {
  Csr<double> B(run.memory, A.rows, A.columns, A.entries());
  B.indptr = A.indptr.copy();
  B.indices = A.indices.copy();
  B.values = A.values.copy();
  return B;
}

// The problem of a sparse matrix, which it owns, with the rows and ghosts of the graph.
SpectralProblem sparse_problem(Csr<double> &&matrix, const Graph &graph, ExecutionContext &run) {
  SpectralProblem problem;
  const auto kept = std::make_shared<const Csr<double>>(std::move(matrix));
  const std::shared_ptr<const GhostRows> ghosts = graph.ghosts;
  problem.n = kept->rows;
  problem.all = graph.vertices();
  const auto workspace = std::make_shared<Array<double>>();
  problem.A = [kept, ghosts, workspace, &run](const Dense<double> &B, Dense<double> &out) {
    multiply(kept->view(), ghosts.get(), *workspace, B, out, run);
  };
  problem.matrix = [kept, &run] { return copy_of(*kept, run); };
  return problem;
}

// factor (W - D)
Csr<double> scaled_laplacian(const Graph &graph, double factor, ExecutionContext &run) {
  const Csr<double> &W = graph.S;
  Csr<double> L(run.memory, W.rows, W.columns, W.entries() + W.rows);
  Index to = 0;
  for (Index i = 0; i < W.rows; ++i) {
    bool passed = false;
    const auto put = [&](Index j, double value) {
      L.indices[to] = static_cast<std::int32_t>(j);
      L.values[to++] = value;
    };
    for (Index e = W.indptr[i]; e < W.indptr[i + 1]; ++e) {
      if (!passed && W.indices[e] > i) put(i, -factor * graph.degree[i]), passed = true;
      put(W.indices[e], factor * W.values[e]);
    }
    if (!passed) put(i, -factor * graph.degree[i]);
    L.indptr[i + 1] = to;
  }
  return L;
}

// I - P
Csr<double> identity_minus(const Csr<double> &P, ExecutionContext &run) {
  Csr<double> B(run.memory, P.rows, P.columns, P.entries() + P.rows);
  Index to = 0;
  for (Index i = 0; i < P.rows; ++i) {
    Index e = P.indptr[i];
    const auto put = [&](Index j, double value) {
      B.indices[to] = static_cast<std::int32_t>(j);
      B.values[to++] = value;
    };
    for (; e < P.indptr[i + 1] && P.indices[e] < i; ++e) put(P.indices[e], -P.values[e]);
    put(i, 1);
    for (; e < P.indptr[i + 1]; ++e) put(P.indices[e], -P.values[e]);
    B.indptr[i + 1] = to;
  }
  return B;
}

// [-B', lambda (W - D)]: multiplied by B x stacked on x it gives -M x.
Csr<double> second_factor(const Csr<double> &B, const Graph *graph, double lambda,
                          ExecutionContext &run) {
  const Csr<double> Bt = transpose(B.view(), run.memory);
  const Csr<double> L = lambda > 0 ? scaled_laplacian(*graph, lambda, run)
                                   : Csr<double>(run.memory, B.rows, B.columns, 0);
  Csr<double> C(run.memory, B.rows, 2 * B.columns, Bt.entries() + L.entries());
  Index to = 0;
  for (Index i = 0; i < B.rows; ++i) {
    for (Index e = Bt.indptr[i]; e < Bt.indptr[i + 1]; ++e, ++to) {
      C.indices[to] = Bt.indices[e];
      C.values[to] = -Bt.values[e];
    }
    for (Index e = L.indptr[i]; e < L.indptr[i + 1]; ++e, ++to) {
      C.indices[to] = static_cast<std::int32_t>(B.columns) + L.indices[e];
      C.values[to] = L.values[e];
    }
    C.indptr[i + 1] = to;
  }
  return C;
}

// An upper bound of the eigenvalues of M: the largest row sum of |B|'|B| + lambda |L|.
double largest_row_sum(const Csr<double> &B, const Csr<double> &C, ExecutionContext &run) {
  const Index n = B.rows;
  Array<double> sums(run.memory, 2 * n), rows(run.memory, n);
  for (Index i = 0; i < n; ++i)
    for (Index e = B.indptr[i]; e < B.indptr[i + 1]; ++e) sums[i] += std::fabs(B.values[e]);
  for (Index i = 0; i < n; ++i) sums[n + i] = 1;
  for (Index i = 0; i < n; ++i)
    for (Index e = C.indptr[i]; e < C.indptr[i + 1]; ++e)
      rows[i] += std::fabs(C.values[e]) * sums[C.indices[e]];
  return largest(rows);
}

// -M, assembled row by row.
Csr<double> assembled(const Csr<double> &B, const Csr<double> &C, Index budget,
                      ExecutionContext &run) {
  const Index n = B.rows;
  Array<double> row(run.memory, n);
  Array<std::int32_t> touched(run.memory, n);
  const auto walk = [&](Index i, auto &&put) {
    Index count = 0;
    const auto add = [&](std::int32_t j, double value) {
      if (row[j] == 0) touched[count++] = j;
      row[j] += value;
      if (row[j] == 0) row[j] = 1e-300;  // keeps an entry that cancels to zero
    };
    for (Index e = C.indptr[i]; e < C.indptr[i + 1]; ++e) {
      const std::int32_t l = C.indices[e];
      if (l >= n) {
        add(l - static_cast<std::int32_t>(n), C.values[e]);
        continue;
      }
      for (Index f = B.indptr[l]; f < B.indptr[l + 1]; ++f)
        add(B.indices[f], C.values[e] * B.values[f]);
    }
    std::sort(touched.begin(), touched.begin() + count);
    for (Index t = 0; t < count; ++t) put(touched[t], row[touched[t]]), row[touched[t]] = 0;
  };
  Array<Index> indptr(run.memory, n + 1);
  for (Index i = 0; i < n; ++i) {
    indptr[i + 1] = indptr[i];
    walk(i, [&](std::int32_t, double) { ++indptr[i + 1]; });
  }
  check_budget(static_cast<double>(indptr[n]) * sizeof(double), budget,
               "the matrix of local predictions needs");
  Csr<double> M(run.memory, n, n, indptr[n]);
  M.indptr = std::move(indptr);
  Index to = 0;
  for (Index i = 0; i < n; ++i)
    walk(i, [&](std::int32_t j, double value) {
      M.indices[to] = j;
      M.values[to++] = value;
    });
  return M;
}

}  // namespace

SpectralProblem association_of(const Graph &graph, ExecutionContext &run) {
  SpectralProblem problem = sparse_problem(copy_of(graph.S, run), graph, run);
  problem.lowest = -largest(graph.degree);
  problem.least_size = -least_other * problem.lowest;
  return problem;
}

SpectralProblem ratio_cut_of(const Graph &graph, ExecutionContext &run) {
  SpectralProblem problem = sparse_problem(scaled_laplacian(graph, 1, run), graph, run);
  double mean = 0;
  for (const double d : graph.degree) mean += d / static_cast<double>(problem.n);
  problem.lowest = -2 * largest(graph.degree);
  problem.sign = -1;
  problem.least_size = least_cut * mean;
  return problem;
}

SpectralProblem normalized_cut_of(const Graph &graph, ExecutionContext &run) {
  SpectralProblem problem = sparse_problem(normalized_weights(graph, run), graph, run);
  problem.lowest = -1;
  problem.shift = 1;
  problem.sign = -1;
  problem.least_size = least_cut;
  return problem;
}

SpectralProblem local_prediction_of(const Csr<double> &P, const Graph *graph, double lambda,
                                    ExecutionContext &run, Index budget) {
  struct Parts {
    Csr<double> B, C;
    Dense<double> stacked;  // B x stacked on x
  };
  const auto parts = std::make_shared<Parts>();
  parts->B = identity_minus(P, run);
  parts->C = second_factor(parts->B, graph, lambda, run);
  SpectralProblem problem;
  const Index n = problem.n = problem.all = P.rows;
  problem.lowest = -largest_row_sum(parts->B, parts->C, run);
  problem.sign = -1;
  problem.least_size = -least_other * problem.lowest;
  problem.A = [parts, n, &run](const Dense<double> &x, Dense<double> &out) {
    Dense<double> &stacked = parts->stacked;
    if (stacked.columns() != x.columns()) stacked = Dense<double>(run.memory, 2 * n, x.columns());
    multiply(parts->B.view(), x, stacked, run.pool);
    std::copy_n(x.data(), x.size(), stacked.row(n));
    multiply(parts->C.view(), stacked, out, run.pool);
  };
  problem.matrix = [parts, budget, &run] { return assembled(parts->B, parts->C, budget, run); };
  return problem;
}

namespace {

// diag(scale) X X' diag(scale); scale empty = 1.
SpectralProblem gram_problem(const DataView<double> &X, Array<double> &&scale,
                             ExecutionContext &run) {
  struct Parts {
    DataProducts<double> X;
    Array<double> scale;
    Dense<double> scaled, between;

    // between <- X' diag(scale) B
    void to_features(const Dense<double> &B, ExecutionContext &run) {
      if (between.columns() != B.columns())
        between = Dense<double>(run.memory, X.X().columns, B.columns());
      if (!scale.empty() && scaled.columns() != B.columns())
        scaled = Dense<double>(run.memory, B.rows(), B.columns());
      if (!scale.empty()) scale_rows(B, scale, scaled, run.pool);
      X.sums_over_documents(scale.empty() ? B : scaled, between, run);
    }
  };
  const auto parts =
      std::make_shared<Parts>(Parts{DataProducts<double>(X, run), std::move(scale), {}, {}});
  SpectralProblem problem;
  problem.n = X.rows;
  problem.all = run.total(X.rows);
  problem.A = [parts, &run](const Dense<double> &B, Dense<double> &out) {
    Parts &p = *parts;
    p.to_features(B, run);
    p.X.times(p.between, out, run);
    if (!p.scale.empty()) scale_rows(out, p.scale, out, run.pool);
  };
  problem.in_features = [parts, &run](const Dense<double> &B) {
    parts->to_features(B, run);
    return parts->between.copy();
  };
  return problem;
}

}  // namespace

SpectralProblem gram_association_of(const DataView<double> &X, ExecutionContext &run) {
  return gram_problem(X, {}, run);
}

SpectralProblem gram_cut_of(const DataView<double> &X, ExecutionContext &run) {
  Array<double> sums(run.memory, X.columns), scale(run.memory, X.rows);
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<double> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e) sums[x.column(e)] += x[e];
  }
  run.sum(sums.data(), sums.size());
  run.together([&] {
    for (Index i = 0; i < X.rows; ++i) {
      const DataRow<double> x = X.row(i);
      double degree = 0;
      for (Index e = 0; e < x.size(); ++e) degree += x[e] * sums[x.column(e)];
      if (!(degree > 0) && !X.is_empty(i))
        fail(Status::value,
             "affinity=gram needs products of documents with positive sums, but those of row %lld "
             "sum to %g",
             number(i), degree);
      scale[i] = degree > 0 ? 1 / std::sqrt(degree) : 0;
    }
  });
  SpectralProblem problem = gram_problem(X, std::move(scale), run);
  problem.shift = 1;
  problem.sign = -1;
  problem.least_size = least_cut;
  return problem;
}

}  // namespace manifact
