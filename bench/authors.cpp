// Concept factorization compared with the published algorithm on one corpus, in the same run.
//
//   authors FOLDER K [ROUNDS]
//   FOLDER holds X.mtx.gz (counts); times of the library are medians over ROUNDS (3) fits on two
//   threads
//
// The reference is a plain program with a dense K = X X' through the multithreaded BLAS, like the
// authors' Matlab program: three products with K per update (K W for the update of V, K V and
// K W for that of W). Its time includes building K, but not the graph. The time of the library
// includes everything after reading except the graph.
//
//   (a) CF     the time in which update=cd reaches the objective of 100 multiplicative updates
//   (b) LCCF   the time of 100 multiplicative updates, lambda 100, in double and float
#include <cblas.h>
#include <manifact/manifact.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "timing.hpp"

namespace {

struct Sparse {
  int64_t rows, columns;
  std::vector<int64_t> indptr, indices;
  std::vector<double> values;

  explicit Sparse(const manifact_matrix *matrix)
      : rows(manifact_matrix_rows(matrix)),
        columns(manifact_matrix_columns(matrix)),
        indptr(static_cast<std::size_t>(rows + 1)),
        indices(static_cast<std::size_t>(manifact_matrix_entries(matrix))),
        values(indices.size()) {
    manifact_matrix_copy_csr(matrix, indptr.data(), MANIFACT_INT64, indices.data(), MANIFACT_INT64,
                             values.data(), MANIFACT_DOUBLE, manifact_matrix_entries(matrix));
  }
};

using Dense = std::vector<double>;
std::size_t at(int64_t i) { return static_cast<std::size_t>(i); }

Dense kernel_of(const Sparse &X) {
  Sparse Xt = X;  // csc of X, by counting
  std::vector<int64_t> next(at(X.columns + 1));
  for (const int64_t j : X.indices) ++next[at(j + 1)];
  for (int64_t j = 0; j < X.columns; ++j) next[at(j + 1)] += next[at(j)];
  Xt.indptr = next;
  for (int64_t i = 0; i < X.rows; ++i)
    for (int64_t e = X.indptr[at(i)]; e < X.indptr[at(i + 1)]; ++e) {
      const int64_t to = next[at(X.indices[at(e)])]++;
      Xt.indices[at(to)] = i;
      Xt.values[at(to)] = X.values[at(e)];
    }
  Dense K(at(X.rows * X.rows));
  for (int64_t i = 0; i < X.rows; ++i)
    for (int64_t e = X.indptr[at(i)]; e < X.indptr[at(i + 1)]; ++e) {
      double *const row = &K[at(i * X.rows)];
      for (int64_t f = Xt.indptr[at(X.indices[at(e)])]; f < Xt.indptr[at(X.indices[at(e)] + 1)];
           ++f)
        row[Xt.indices[at(f)]] += X.values[at(e)] * Xt.values[at(f)];
    }
  return K;
}

// The published algorithm: V, then W; columns of V are normalized after each update.
struct Authors {
  int64_t n, k;
  double lambda;
  const Sparse *S;  // null: CF
  Dense K, W, V, KW, KV, SV, M, den, D;

  Authors(const Sparse &X, int64_t clusters, double strength, const Sparse *graph)
      : n(X.rows),
        k(clusters),
        lambda(strength),
        S(graph),
        K(kernel_of(X)),
        W(at(n * k)),
        V(W),
        KW(W),
        KV(W),
        SV(W),
        M(at(k * k)),
        den(W),
        D(at(n)) {
    uint64_t state = 1;
    for (Dense *factor : {&W, &V})
      for (double &x : *factor)
        x = static_cast<double>((state = state * 6364136223846793005ULL + 1442695040888963407ULL) >>
                                11) /
            9007199254740992.0;
    for (int64_t i = 0; S != nullptr && i < n; ++i)
      for (int64_t e = S->indptr[at(i)]; e < S->indptr[at(i + 1)]; ++e)
        D[at(i)] += S->values[at(e)];
    normalize();
  }

  void times_K(const Dense &B, Dense &out) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(n), static_cast<int>(k),
                static_cast<int>(n), 1, K.data(), static_cast<int>(n), B.data(),
                static_cast<int>(k), 0, out.data(), static_cast<int>(k));
  }
  void gram(const Dense &A, const Dense &B) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, static_cast<int>(k), static_cast<int>(k),
                static_cast<int>(n), 1, A.data(), static_cast<int>(k), B.data(),
                static_cast<int>(k), 0, M.data(), static_cast<int>(k));
  }
  void times_M(const Dense &A) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(n), static_cast<int>(k),
                static_cast<int>(k), 1, A.data(), static_cast<int>(k), M.data(),
                static_cast<int>(k), 0, den.data(), static_cast<int>(k));
  }
  void normalize() {
    for (int64_t c = 0; c < k; ++c) {
      double sum = 0;
      for (int64_t i = 0; i < n; ++i) sum += V[at(i * k + c)] * V[at(i * k + c)];
      const double s = std::max(std::sqrt(sum), 1e-15);
      for (int64_t i = 0; i < n; ++i) {
        V[at(i * k + c)] /= s;
        W[at(i * k + c)] *= s;
      }
    }
  }
  void update() {
    times_K(W, KW);
    gram(W, KW);
    times_M(V);
    std::fill(SV.begin(), SV.end(), 0.0);
    for (int64_t i = 0; S != nullptr && i < n; ++i)
      for (int64_t e = S->indptr[at(i)]; e < S->indptr[at(i + 1)]; ++e)
        for (int64_t c = 0; c < k; ++c)
          SV[at(i * k + c)] += lambda * S->values[at(e)] * V[at(S->indices[at(e)] * k + c)];
    for (int64_t i = 0; i < n; ++i)
      for (int64_t c = 0; c < k; ++c) {
        const std::size_t e = at(i * k + c);
        V[e] *= (KW[e] + SV[e]) / std::max(den[e] + lambda * D[at(i)] * V[e], 1e-10);
      }
    times_K(V, KV);
    gram(V, V);
    times_K(W, KW);
    times_M(KW);
    for (std::size_t e = 0; e < W.size(); ++e) W[e] *= KV[e] / std::max(den[e], 1e-10);
    normalize();
  }
  double objective() {  // of CF
    double value = 0;
    for (int64_t i = 0; i < n; ++i) value += K[at(i * n + i)];
    times_K(W, KW);
    for (std::size_t e = 0; e < V.size(); ++e) value -= 2 * V[e] * KW[e];
    gram(W, KW);
    const Dense fit = M;
    gram(V, V);
    for (std::size_t e = 0; e < M.size(); ++e) value += fit[e] * M[e];
    return value;
  }
};

struct Watch {
  manifact_solver *solver;
  double target = -INFINITY, start = now(), graph_began = 0, graph = 0, reached = INFINITY;
  int64_t updates = 0;

  static int tick(void *user, const char *name, int64_t done, int64_t, double objective, double) {
    auto *watch = static_cast<Watch *>(user);
    const std::string_view stage = name;
    if (stage == "graph" && watch->graph_began == 0) watch->graph_began = now();
    if (stage != "graph" && watch->graph_began > 0 && watch->graph == 0)
      watch->graph = now() - watch->graph_began;
    if (stage == "fit" && objective <= watch->target) {
      watch->reached = now() - watch->start;
      watch->updates = done;
      return 1;
    }
    return 0;
  }
};

using Settings = std::vector<std::pair<const char *, const char *>>;

Watch fitted(manifact_context *context, const manifact_matrix *X, int64_t k, const char *method,
             const Settings &settings, double target) {
  Watch watch{nullptr};
  manifact_model *model = nullptr;
  manifact_solver_create(context, method, &watch.solver);
  for (const auto &[name, value] : settings)
    if (manifact_solver_set_text(watch.solver, name, value) < 0)
      std::fprintf(stderr, "%s\n", manifact_solver_message(watch.solver));
  manifact_solver_set_progress(watch.solver, Watch::tick, &watch);
  watch.target = target;
  watch.start = now();
  const int status = manifact_solver_fit(watch.solver, X, k, &model);
  if (status >= 0) watch.reached = now() - watch.start;
  manifact_model_free(model);
  manifact_solver_free(watch.solver);
  return watch;
}

// Concept factorization to the objective of the reference, LCCF with 100 updates: medians in
// seconds.
struct Ours {
  double cf, lccf;
  int64_t updates;
};

Ours ours(manifact_context *context, const manifact_matrix *X, int64_t k, const char *precision,
          double target, int rounds) {
  std::vector<double> cf, lccf;
  int64_t updates = 0;
  for (int r = 0; r < rounds; ++r) {
    const Watch descent = fitted(context, X, k, "cf",
                                 {{"weighting", "tfidf"},
                                  {"ncw", "none"},
                                  {"update", "cd"},
                                  {"restarts", "1"},
                                  {"precision", precision},
                                  {"threads", "2"}},
                                 target);
    cf.push_back(descent.reached);
    updates = descent.updates;
    const Watch plain = fitted(context, X, k, "lccf",
                               {{"normalization", "unit-memberships"},
                                {"precision", precision},
                                {"threads", "2"},
                                {"readout", "argmax"}},
                               -INFINITY);
    lccf.push_back(plain.reached - plain.graph);
  }
  return {median(cf), median(lccf), updates};
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: authors FOLDER K [ROUNDS]\n"), 1;
  const int64_t k = std::atoll(argv[2]);
  const int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 3;
  manifact_context *context;
  manifact_matrix *X, *weighted, *graph_matrix;
  manifact_graph *graph;
  if (manifact_context_create(&context) < 0 || manifact_context_set_threads(context, 2) < 0 ||
      manifact_matrix_read(context, (std::string(argv[1]) + "/X.mtx.gz").c_str(),
                           MANIFACT_FORMAT_AUTO, &X) < 0 ||
      manifact_matrix_weight(context, X, "tfidf", "unit-rows", &weighted) < 0 ||
      manifact_graph_knn(context, weighted, 5, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                         MANIFACT_SEARCH_EXACT, 1, 0, &graph) < 0 ||
      manifact_graph_to_matrix(context, graph, &graph_matrix) < 0)
    return std::fprintf(stderr, "%s\n", manifact_context_message(context)), 1;
  const Sparse data(weighted), S(graph_matrix);

  double authors_cf, authors_lccf, target;
  {
    const double start = now();
    Authors cf(data, k, 0, nullptr);
    const double built = now() - start;
    for (int t = 0; t < 100; ++t) cf.update();
    authors_cf = now() - start;
    target = cf.objective();
    std::printf("dense K built in %.2f s; CF, 100 updates: %.2f s with it, objective %.3f\n", built,
                authors_cf, target);
  }
  {
    const double start = now();
    Authors lccf(data, k, 100, &S);
    for (int t = 0; t < 100; ++t) lccf.update();
    authors_lccf = now() - start;
    std::printf("LCCF, 100 updates: %.2f s, K included\n", authors_lccf);
  }
  for (const char *precision : {"double", "float"}) {
    const Ours found = ours(context, X, k, precision, target, rounds);
    std::printf(
        "ours, %-6s  (a) CF by cd %.3f s in %d updates: %.0f times faster;  (b) LCCF %.3f s: %.1f "
        "times faster\n",
        precision, found.cf, static_cast<int>(found.updates), authors_cf / found.cf, found.lccf,
        authors_lccf / found.lccf);
  }
  int64_t peak;
  manifact_context_memory(context, nullptr, &peak);
  std::printf("peak memory of the library %.1f MB\n", static_cast<double>(peak) / 1e6);
  manifact_graph_free(graph);
  for (manifact_matrix *matrix : {graph_matrix, weighted, X}) manifact_matrix_free(matrix);
  manifact_context_free(context);
  return 0;
}
