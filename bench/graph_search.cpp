// The exact and the approximate neighbor search, on one corpus or on a larger one generated from
// it.
//
//   graph_search FOLDER P THREADS [COPIES [RECALL..]]
//   FOLDER holds X.mtx.gz (counts, weighted here)
//
// COPIES (1): the number of copies of the corpus (corpus.hpp). RECALL (0.9 0.95 0.99): the target
// recall of the approximate search. Prints for each: seconds, the speedup over the exact search,
// the peak memory without the matrix, the estimated recall, and the share of the edges of the exact
// graph that the graph contains.
#include <manifact/manifact.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "corpus.hpp"
#include "timing.hpp"

namespace {

// The edges, row by row.
Sparse edges_of(const manifact_graph *graph) {
  manifact_context *context;
  manifact_matrix *S;
  check(manifact_context_create(&context), nullptr);
  check(manifact_graph_to_matrix(context, graph, &S), context);
  Sparse edges = copy_of(S);
  manifact_matrix_free(S);
  manifact_context_free(context);
  return edges;
}

double share_of_edges(const Sparse &right, const Sparse &got) {
  std::vector<int64_t> common;
  for (std::size_t i = 0; i + 1 < right.indptr.size(); ++i)
    std::set_intersection(right.indices.begin() + right.indptr[i],
                          right.indices.begin() + right.indptr[i + 1],
                          got.indices.begin() + got.indptr[i],
                          got.indices.begin() + got.indptr[i + 1], std::back_inserter(common));
  return static_cast<double>(common.size()) / static_cast<double>(right.indices.size());
}

struct Result {
  double seconds, megabytes, recall;
  Sparse edges;
};

// In a separate context, so that its memory is that of the search and the graph only.
Result searched(const manifact_matrix *X, int64_t p, int64_t threads, int search, double recall) {
  manifact_context *context;
  manifact_graph *graph;
  check(manifact_context_create(&context), nullptr);
  check(manifact_context_set_threads(context, threads), context);
  Result result{now(), 0, 0, {}};
  check(manifact_graph_knn(context, X, p, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0, search,
                           recall, 0, &graph),
        context);
  result.seconds = now() - result.seconds;
  int64_t peak;
  manifact_context_memory(context, nullptr, &peak);
  result.megabytes = static_cast<double>(peak) / 1e6;
  manifact_graph_search_info(graph, nullptr, &result.recall, nullptr);
  result.edges = edges_of(graph);
  manifact_graph_free(graph);
  manifact_context_free(context);
  return result;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 4) stop("usage: graph_search FOLDER P THREADS [COPIES [RECALL..]]");
  const int64_t p = std::atoll(argv[2]), threads = std::atoll(argv[3]),
                copies = argc > 4 ? std::atoll(argv[4]) : 1;
  std::vector<double> recalls;
  for (int a = 5; a < argc; ++a) recalls.push_back(std::atof(argv[a]));
  if (recalls.empty()) recalls = {0.9, 0.95, 0.99};
  manifact_context *context;
  check(manifact_context_create(&context), nullptr);
  manifact_matrix *X = corpus(context, argv[1], copies);
  std::printf("%s: %lld documents, %lld entries, p = %lld, %lld threads\n", argv[1],
              static_cast<long long>(manifact_matrix_rows(X)),
              static_cast<long long>(manifact_matrix_entries(X)), static_cast<long long>(p),
              static_cast<long long>(threads));
  const Result exact = searched(X, p, threads, MANIFACT_SEARCH_EXACT, 1);
  std::printf("  exact             %9.3f s   %8.1f MB\n", exact.seconds, exact.megabytes);
  for (const double recall : recalls) {
    const Result got = searched(X, p, threads, MANIFACT_SEARCH_APPROXIMATE, recall);
    std::printf(
        "  approximate %.3f %9.3f s   %8.1f MB   %5.1f times   recall %.4f estimated, %.4f of the "
        "exact graph's edges\n",
        recall, got.seconds, got.megabytes, exact.seconds / got.seconds, got.recall,
        share_of_edges(exact.edges, got.edges));
    std::fflush(stdout);
  }
  manifact_matrix_free(X);
  manifact_context_free(context);
  return 0;
}
