// LCCF on one corpus, stage by stage, compared with a plain loop on the same data in the same run.
//
//   lccf FOLDER K THREADS [ROUNDS]
//   FOLDER holds X.mtx.gz (counts); figures are medians over ROUNDS (5) fits
//
// The reference is the textbook algorithm: V <- V (KW + lambda S V) / (V W'KW + lambda D V) and
// W <- W (KV) / (KW V'V), with K applied as X (X'V) by plain csr loops on one thread, compiled with
// the same flags. One of its updates is timed and compared with one of the library.
#include <manifact/manifact.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "timing.hpp"

namespace {

struct Sparse {
  int64_t rows;
  std::vector<int64_t> indptr, indices;
  std::vector<double> values;
};

Sparse copy_of(const manifact_matrix *matrix) {
  Sparse s{manifact_matrix_rows(matrix), {}, {}, {}};
  const auto entries = manifact_matrix_entries(matrix);
  s.indptr.resize(static_cast<std::size_t>(s.rows + 1));
  s.indices.resize(static_cast<std::size_t>(entries));
  s.values.resize(static_cast<std::size_t>(entries));
  manifact_matrix_copy_csr(matrix, s.indptr.data(), MANIFACT_INT64, s.indices.data(),
                           MANIFACT_INT64, s.values.data(), MANIFACT_DOUBLE, entries);
  return s;
}

// out = A B, or A'B
void plain_product(const Sparse &A, const std::vector<double> &B, std::vector<double> &out,
                   int64_t k, bool transposed) {
  std::fill(out.begin(), out.end(), 0.0);
  for (int64_t i = 0; i < A.rows; ++i)
    for (int64_t e = A.indptr[static_cast<std::size_t>(i)];
         e < A.indptr[static_cast<std::size_t>(i + 1)]; ++e) {
      const int64_t j = A.indices[static_cast<std::size_t>(e)];
      const double *from = &B[static_cast<std::size_t>((transposed ? i : j) * k)];
      double *to = &out[static_cast<std::size_t>((transposed ? j : i) * k)];
      for (int64_t c = 0; c < k; ++c) to[c] += A.values[static_cast<std::size_t>(e)] * from[c];
    }
}

// C = A'B, k x k
std::vector<double> plain_gram(const std::vector<double> &A, const std::vector<double> &B,
                               int64_t n, int64_t k) {
  std::vector<double> C(static_cast<std::size_t>(k * k));
  for (int64_t i = 0; i < n; ++i)
    for (int64_t a = 0; a < k; ++a)
      for (int64_t b = 0; b < k; ++b)
        C[static_cast<std::size_t>(a * k + b)] +=
            A[static_cast<std::size_t>(i * k + a)] * B[static_cast<std::size_t>(i * k + b)];
  return C;
}

// A <- A num / (B M + weight A)
void plain_quotient(std::vector<double> &A, const std::vector<double> &num,
                    const std::vector<double> &B, const std::vector<double> &M,
                    const std::vector<double> *weight, int64_t n, int64_t k) {
  std::vector<double> den(static_cast<std::size_t>(k));
  for (int64_t i = 0; i < n; ++i) {
    std::fill(den.begin(), den.end(), 0.0);
    for (int64_t l = 0; l < k; ++l)
      for (int64_t c = 0; c < k; ++c)
        den[static_cast<std::size_t>(c)] +=
            B[static_cast<std::size_t>(i * k + l)] * M[static_cast<std::size_t>(l * k + c)];
    for (int64_t c = 0; c < k; ++c) {
      double &x = A[static_cast<std::size_t>(i * k + c)];
      const double d = den[static_cast<std::size_t>(c)] +
                       (weight != nullptr ? (*weight)[static_cast<std::size_t>(i)] * x : 0);
      x *= num[static_cast<std::size_t>(i * k + c)] / std::max(d, 1e-10);
    }
  }
}

double seconds_of_plain_updates(const Sparse &X, int64_t m, const Sparse &S, int64_t k,
                                int updates) {
  const int64_t n = X.rows;
  const double lambda = 100;
  const auto size = static_cast<std::size_t>(n * k);
  std::vector<double> W(size), V(size), KW(size), KV(size), SV(size),
      P(static_cast<std::size_t>(m * k)), D(static_cast<std::size_t>(n));
  for (std::size_t e = 0; e < size; ++e) W[e] = V[e] = 0.1 + static_cast<double>(e % 97) / 97;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t e = S.indptr[static_cast<std::size_t>(i)];
         e < S.indptr[static_cast<std::size_t>(i + 1)]; ++e)
      D[static_cast<std::size_t>(i)] += lambda * S.values[static_cast<std::size_t>(e)];
  plain_product(X, W, P, k, true);
  plain_product(X, P, KW, k, false);
  const double start = now();
  for (int t = 0; t < updates; ++t) {
    plain_product(X, V, P, k, true);
    plain_product(X, P, KV, k, false);
    plain_quotient(W, KV, KW, plain_gram(V, V, n, k), nullptr, n, k);
    plain_product(X, W, P, k, true);
    plain_product(X, P, KW, k, false);
    plain_product(S, V, SV, k, false);
    for (std::size_t e = 0; e < size; ++e) SV[e] = KW[e] + lambda * SV[e];
    plain_quotient(V, SV, V, plain_gram(W, KW, n, k), &D, n, k);
  }
  return (now() - start) / updates;
}

struct Clock {
  std::string stage;
  double since;
  std::map<std::string, double> seconds;

  static int tick(void *user, const char *stage, int64_t, int64_t, double, double) {
    auto *clock = static_cast<Clock *>(user);
    if (clock->stage != stage) clock->enter(stage);
    return 0;
  }
  void enter(const std::string &next) {
    const double time = now();
    if (!stage.empty()) seconds[stage] += time - since;
    since = time;
    stage = next;
  }
};

int fail(const char *message) {
  std::fprintf(stderr, "%s\n", message);
  return 1;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 4) return fail("usage: lccf FOLDER K THREADS [ROUNDS]");
  const int64_t k = std::atoll(argv[2]);
  const int rounds = argc > 4 ? std::max(1, std::atoi(argv[4])) : 5;
  manifact_context *context;
  manifact_matrix *X;
  if (manifact_context_create(&context) < 0 ||
      manifact_context_set_threads(context, std::atoll(argv[3])) < 0 ||
      manifact_matrix_read(context, (std::string(argv[1]) + "/X.mtx.gz").c_str(),
                           MANIFACT_FORMAT_AUTO, &X) < 0)
    return fail(manifact_context_message(context));
  std::map<std::string, std::vector<double>> stages;
  for (const char *precision : {"double", "float"}) {
    for (int round = 0; round < rounds; ++round) {
      manifact_solver *solver;
      manifact_model *model;
      manifact_solver_create(context, "lccf", &solver);
      for (const auto &[name, value] :
           {std::pair{"normalization", "final"}, {"precision", precision}})
        manifact_solver_set_text(solver, name, value);
      Clock clock{"", now(), {}};
      manifact_solver_set_progress(solver, Clock::tick, &clock);
      const double start = now();
      if (manifact_solver_fit(solver, X, k, &model) < 0)
        return fail(manifact_solver_message(solver));
      stages[std::string(precision) + " whole fit"].push_back(now() - start);
      clock.enter("");
      for (const auto &[stage, seconds] : clock.seconds)
        stages[std::string(precision) + " " + stage].push_back(seconds);
      manifact_model_free(model);
      manifact_solver_free(solver);
    }
  }
  std::printf("%s, k = %d, 100 updates, %s threads, medians of %d\n", argv[1], static_cast<int>(k),
              argv[3], rounds);
  for (const auto &[stage, seconds] : stages)
    std::printf("  %-20s %8.3f s\n", stage.c_str(), median(seconds));

  manifact_matrix *weighted, *S;
  manifact_graph *graph;
  manifact_matrix_weight(context, X, "auto", "auto", &weighted);
  manifact_graph_knn(context, weighted, 5, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                     MANIFACT_SEARCH_EXACT, 1, 0, &graph);
  manifact_graph_to_matrix(context, graph, &S);
  const double plain =
      seconds_of_plain_updates(copy_of(weighted), manifact_matrix_columns(X), copy_of(S), k, 10);
  std::printf(
      "  plain loop, one update, one thread %.4f s: %.1f times the library in double, %.1f times "
      "in "
      "float\n",
      plain, plain / (median(stages["double fit"]) / 100),
      plain / (median(stages["float fit"]) / 100));
  int64_t peak;
  manifact_context_memory(context, nullptr, &peak);
  std::printf("  peak memory of the library %.1f MB\n", static_cast<double>(peak) / 1e6);
  manifact_graph_free(graph);
  for (manifact_matrix *matrix : {weighted, S, X}) manifact_matrix_free(matrix);
  manifact_context_free(context);
  return 0;
}
