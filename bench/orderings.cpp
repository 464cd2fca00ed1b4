// Orders of elimination for the sparse Cholesky factor beside each other: what L fills, what it
// costs, and what the order takes to find.
//
//   orderings FOLDER      FOLDER holds X.mtx.gz (tf-idf is made of it)
//
// The patterns: W of the k nearest neighbors, as in I - alpha S and in L; M = (I - P)'(I - P) +
// lambda L of local prediction; grids. METIS is CHOLMOD's, where it has been built with it. Prints
// entries of L in millions, operations in thousands of millions, and seconds of this process with
// the count of the fill, the median of three; then the seconds of our own factorization in the
// order found, once.
#include <suitesparse/cholmod.h>

#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "host.hpp"
#include "io/reader.hpp"
#include "linalg/sparse/cholesky.hpp"
#include "runtime/error.hpp"
#include "text/weighting.hpp"
#include "timing.hpp"

using namespace manifact;

namespace {

struct Result {
  double fill = 0, flops = 0;
  const char *ordering = "";
};

Csr<double> pattern_of(const std::vector<std::vector<std::int32_t>> &rows, Host &host) {
  std::int64_t entries = 0;
  for (const auto &row : rows) entries += static_cast<std::int64_t>(row.size());
  const std::int64_t n = static_cast<std::int64_t>(rows.size());
  Csr<double> A(host.memory, n, n, entries);
  for (std::int64_t i = 0; i < n; ++i) {
    const auto &row = rows[static_cast<std::size_t>(i)];
    A.indptr[i + 1] = A.indptr[i] + static_cast<std::int64_t>(row.size());
    std::copy(row.begin(), row.end(), A.indices.begin() + A.indptr[i]);
  }
  return A;
}

// i and its neighbors meet each other in (I - P)'(I - P); L's places are among these.
Csr<double> local_prediction(const Neighbors &neighbors, Host &host) {
  std::vector<std::vector<std::int32_t>> rows(static_cast<std::size_t>(neighbors.n));
  for (std::int64_t i = 0; i < neighbors.n; ++i) {
    std::vector<std::int32_t> set(neighbors.index.data() + i * neighbors.p,
                                  neighbors.index.data() + i * neighbors.p + neighbors.count[i]);
    set.push_back(static_cast<std::int32_t>(i));
    for (const std::int32_t j : set)
      rows[static_cast<std::size_t>(j)].insert(rows[static_cast<std::size_t>(j)].end(), set.begin(),
                                               set.end());
  }
  for (auto &row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  }
  return pattern_of(rows, host);
}

Csr<double> grid(std::int64_t a, std::int64_t b, std::int64_t c, Host &host) {
  std::vector<std::vector<std::int32_t>> rows(static_cast<std::size_t>(a * b * c));
  for (std::int64_t i = 0; i < a * b * c; ++i) {
    const auto join = [&](bool there, std::int64_t j) {
      if (there) rows[static_cast<std::size_t>(i)].push_back(static_cast<std::int32_t>(j));
    };
    const std::int64_t x = i / (b * c), y = i / c % b, z = i % c;
    join(x > 0, i - b * c);
    join(y > 0, i - c);
    join(z > 0, i - 1);
    join(true, i);
    join(z + 1 < c, i + 1);
    join(y + 1 < b, i + c);
    join(x + 1 < a, i + b * c);
  }
  return pattern_of(rows, host);
}

Result by_cholmod(const Csr<double> &A, int ordering, Host &host) {
  Array<int> starts(host.memory, A.rows + 1);
  for (std::int64_t i = 0; i <= A.rows; ++i) starts[i] = static_cast<int>(A.indptr[i]);
  cholmod_sparse matrix{};
  matrix.nrow = matrix.ncol = static_cast<std::size_t>(A.rows);
  matrix.nzmax = static_cast<std::size_t>(A.entries());
  matrix.p = starts.data();
  matrix.i = const_cast<std::int32_t *>(A.indices.data());
  matrix.stype = 1;
  matrix.itype = CHOLMOD_INT;
  matrix.xtype = CHOLMOD_PATTERN;
  matrix.dtype = CHOLMOD_DOUBLE;
  matrix.sorted = matrix.packed = 1;
  cholmod_common common;
  cholmod_start(&common);
  common.print = 0;
  common.nmethods = 1;
  common.method[0].ordering = ordering;
  common.postorder = 1;
  common.supernodal = CHOLMOD_SIMPLICIAL;
  cholmod_factor *L = cholmod_analyze(&matrix, &common);
  const Result result{L == nullptr ? 0 : common.lnz, L == nullptr ? 0 : common.fl,
                      L == nullptr ? "-" : ""};
  cholmod_free_factor(&L, &common);
  cholmod_finish(&common);
  return result;
}

Result by_ours(const Csr<double> &A, Host &host) {
  const Cholesky cholesky(A, host.run);
  return {static_cast<double>(cholesky.fill()), cholesky.flops(), cholesky.ordering()};
}

double seconds_of(const std::function<void()> &work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// Of I - A, all entries of A so small that it is positive definite.
double seconds_of_factor(const Csr<double> &A, bool dissect, Host &host) {
  Cholesky cholesky(A, host.run, dissect);
  return seconds_of([&] { cholesky.factorize(A, -1, host.run); });
}

void print(const char *name, const char *way, const std::function<Result()> &analyze) {
  std::vector<double> seconds;
  Result result;
  for (int round = 0; round < 3; ++round)
    seconds.push_back(seconds_of([&] { result = analyze(); }));
  std::printf("| %s | %s%s%s | %.2f | %.2f | %.3f |\n", name, way,
              *result.ordering != 0 ? ": " : "", result.ordering, result.fill / 1e6,
              result.flops / 1e9, median(seconds));
}

void compare(const char *name, Csr<double> A, Host &host) {
  for (double &x : A.values) x = -0.5 / static_cast<double>(A.rows);
  std::printf("| %s | %lld vertices, %lld edges |\n", name, static_cast<long long>(A.rows),
              static_cast<long long>(A.entries() / 2));
  print(name, "minimum degree", [&] { return by_cholmod(A, CHOLMOD_AMD, host); });
  print(name, "ours", [&] { return by_ours(A, host); });
  print(name, "METIS", [&] { return by_cholmod(A, CHOLMOD_METIS, host); });
  std::printf("| %s | factor: minimum degree %.2f s, ours %.2f s |\n", name,
              seconds_of_factor(A, false, host), seconds_of_factor(A, true, host));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: orderings FOLDER\n");
    return 1;
  }
  Host host(1);
  try {
    const auto counts = read_matrix((std::string(arguments[1]) + "/X.mtx.gz").c_str(),
                                    Format::automatic, host.memory, host.monitor);
    const Csr<double> X = weighted_rows<double>(
        *counts, learn_weights(*counts, {Weighting::tfidf}, host.run), host.run);
    for (const std::int64_t k : {5, 20, 40}) {
      const Neighbors neighbors = nearest_neighbors<double>(X, k, host.run);
      compare(("W, " + std::to_string(k)).c_str(),
              build_graph(neighbors, GraphWeight::binary, GraphRule::either, 0, host.run).S, host);
      if (k <= 20)
        compare(("M, " + std::to_string(k)).c_str(), local_prediction(neighbors, host), host);
    }
    compare("grid 100", grid(100, 100, 1, host), host);
    compare("grid 400", grid(400, 400, 1, host), host);
    compare("box 30", grid(30, 30, 30, host), host);
  } catch (const Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
