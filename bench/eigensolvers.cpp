// Eigenvectors of a dense matrix by the library, by LAPACK's dsyevr and by block iteration, on
// random graphs with three groups: the basis of the choice by size in embedding/embedding.hpp. Then
// all eigenvectors of a random matrix. Prints milliseconds, medians of five: processor time on one
// thread, else wall-clock time.
//
//   OPENBLAS_NUM_THREADS=1 bench-eigensolvers [threads]
#include <lapacke.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include "embedding/embedding.hpp"
#include "graph/components.hpp"
#include "host.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "timing.hpp"

using namespace manifact;

namespace {

// `groups` groups of vertices; each vertex has ten random neighbors, nine of them in its group.
Graph grouped(std::int64_t n, std::int64_t groups, Host &host) {
  Rng rng(1);
  std::vector<double> S(static_cast<std::size_t>(n * n));
  const auto join = [&](std::int64_t i, std::int64_t j) {
    if (i != j)
      S[static_cast<std::size_t>(i * n + j)] = S[static_cast<std::size_t>(j * n + i)] =
          0.5 + 0.5 * rng.uniform();
  };
  for (std::int64_t i = 0; i < n; ++i) {
    for (int e = 0; e < 9; ++e)
      join(i, rng.below((n - 1 - i % groups) / groups + 1) * groups + i % groups);
    join(i, rng.below(n));
  }
  Graph graph;
  graph.S = Csr<double>(host.memory, n, n,
                        static_cast<std::int64_t>(S.size()) - std::count(S.begin(), S.end(), 0.0));
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j)
      if (const double s = S[static_cast<std::size_t>(i * n + j)]; s != 0)
        graph.S.indices[to] = static_cast<std::int32_t>(j), graph.S.values[to++] = s;
    graph.S.indptr[i + 1] = to;
  }
  measure(graph, host.run);
  return graph;
}

// Processor time on one thread: independent of other processes.
double seconds(Host &host) {
  return host.pool.threads() > 1 ? now() : static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <class Work>
double milliseconds(Host &host, const Work &work) {
  std::vector<double> times;
  for (int round = 0; round < 5; ++round) {
    const double begin = seconds(host);
    work();
    times.push_back(1000 * (seconds(host) - begin));
  }
  return median(times);
}

double ours(const SpectralProblem &problem, std::int64_t k, std::int64_t dense_at_once,
            const char *solver, Host &host) {
  return milliseconds(host, [&] {
    EmbeddingRequest request{k};
    request.dense_at_once = dense_at_once;
    const Embedding found = embed(problem, request, Rng(3), host.run);
    if (std::string_view(found.solver) != solver) std::printf("(%s) ", found.solver);
  });
}

// For the `count` largest eigenvalues.
double theirs(const std::vector<double> &A, std::int64_t n, std::int64_t count, Host &host) {
  const auto order = static_cast<lapack_int>(n);
  std::vector<double> values(static_cast<std::size_t>(n)),
      vectors(static_cast<std::size_t>(n * count));
  std::vector<lapack_int> support(static_cast<std::size_t>(2 * n));
  return milliseconds(host, [&] {
    std::vector<double> copy = A;
    lapack_int found = 0;
    LAPACKE_dsyevr(LAPACK_COL_MAJOR, 'V', count == n ? 'A' : 'I', 'L', order, copy.data(), order, 0,
                   0, order - static_cast<lapack_int>(count) + 1, order, 0, &found, values.data(),
                   vectors.data(), order, support.data());
  });
}

std::vector<double> written_out(const Csr<double> &A) {
  std::vector<double> all(static_cast<std::size_t>(A.rows * A.rows));
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t e = A.indptr[i]; e < A.indptr[i + 1]; ++e)
      all[static_cast<std::size_t>(i * A.rows + A.indices[e])] = A.values[e];
  return all;
}

void some_of_a_graph(Host &host) {
  std::printf("| n | k | dense, ms | dsyevr, ms | block, ms |\n|---|---|---|---|---|\n");
  for (const std::int64_t n : {100, 200, 300, 400, 700, 1000, 1500})
    for (const std::int64_t k : {5, 20}) {
      const Graph graph = grouped(n, 3, host);  // beyond three, eigenvalues are close
      const SpectralProblem problem = normalized_cut_of(graph, host.run);
      const double dense = ours(problem, k, n, "dense", host),
                   block = ours(problem, k, 0, "block", host);
      const double lapack = theirs(written_out(problem.matrix()), n, k + 2, host);
      std::printf("| %lld | %lld | %.1f | %.1f | %.1f |\n", static_cast<long long>(n),
                  static_cast<long long>(k), dense, lapack, block);
    }
}

void all_of_a_matrix(Host &host) {
  std::printf("\n| n | all, ms | dsyevr, ms |\n|---|---|---|\n");
  for (const std::int64_t n : {20, 30, 50, 100, 150, 300, 1000}) {
    Rng rng(2);
    std::vector<double> A(static_cast<std::size_t>(n * n)), values(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j <= i; ++j)
        A[static_cast<std::size_t>(i * n + j)] = A[static_cast<std::size_t>(j * n + i)] =
            rng.uniform() - 0.5;
    const double own = milliseconds(host, [&] {
      std::vector<double> copy = A;
      symmetric_eigen(n, copy.data(), values.data(), host.run);
    });
    std::printf("| %lld | %.3f | %.3f |\n", static_cast<long long>(n), own, theirs(A, n, n, host));
  }
}

}  // namespace

int main(int count, char **arguments) {
  Host host(count > 1 ? std::max(1, std::atoi(arguments[1])) : 1);
  some_of_a_graph(host);
  all_of_a_matrix(host);
}
