// The exact neighborhood graph of one corpus, compared with a plain search over the same rows in
// the same run.
//
//   graph_knn FOLDER P THREADS [ROUNDS [PLAIN_ROWS]]
//   FOLDER holds X.mtx.gz (counts, weighted here); medians over ROUNDS (5)
//
// The reference is the textbook algorithm on one thread: for each row, add x_ij times column j of
// an inverted index in float, then keep the P largest. It searches PLAIN_ROWS (2000) rows spread
// over the corpus; the time for all rows is extrapolated. graph_knn_sklearn.py times scikit-learn's
// brute force on the same folder.
#include <manifact/manifact.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "timing.hpp"

namespace {

struct Sparse {
  std::vector<int64_t> indptr, indices;
  std::vector<double> values;
};

Sparse copy_of(const manifact_matrix *matrix) {
  const auto rows = manifact_matrix_rows(matrix), entries = manifact_matrix_entries(matrix);
  Sparse s{std::vector<int64_t>(static_cast<std::size_t>(rows + 1)),
           std::vector<int64_t>(static_cast<std::size_t>(entries)),
           std::vector<double>(static_cast<std::size_t>(entries))};
  manifact_matrix_copy_csr(matrix, s.indptr.data(), MANIFACT_INT64, s.indices.data(),
                           MANIFACT_INT64, s.values.data(), MANIFACT_DOUBLE, entries);
  return s;
}

struct Posting {
  int32_t document;
  float weight;
};

// Unit rows by column.
struct Inverted {
  std::vector<std::size_t> begin;
  std::vector<Posting> postings;
};

Inverted inverted(Sparse &X, std::size_t columns) {
  for (std::size_t i = 0; i + 1 < X.indptr.size(); ++i) {
    const auto first = X.values.begin() + X.indptr[i], last = X.values.begin() + X.indptr[i + 1];
    const double norm = std::sqrt(std::inner_product(first, last, first, 0.0));
    std::for_each(first, last, [&](double &x) { x /= norm; });
  }
  Inverted lists{std::vector<std::size_t>(columns + 1), std::vector<Posting>(X.values.size())};
  for (const int64_t j : X.indices) ++lists.begin[static_cast<std::size_t>(j) + 1];
  std::partial_sum(lists.begin.begin(), lists.begin.end(), lists.begin.begin());
  std::vector<std::size_t> next(lists.begin.begin(), lists.begin.end() - 1);
  for (std::size_t i = 0; i + 1 < X.indptr.size(); ++i)
    for (auto e = static_cast<std::size_t>(X.indptr[i]);
         e < static_cast<std::size_t>(X.indptr[i + 1]); ++e)
      lists.postings[next[static_cast<std::size_t>(X.indices[e])]++] = {
          static_cast<int32_t>(i), static_cast<float>(X.values[e])};
  return lists;
}

// Seconds for `searched` rows spread over all rows; also the sum of their cosines, so that the
// computation is not optimized away.
double seconds_of_plain_search(const Sparse &X, const Inverted &lists, std::size_t p,
                               std::size_t searched, double &sum) {
  const std::size_t rows = X.indptr.size() - 1;
  std::vector<float> cosine(rows);
  std::vector<float> best;
  const double start = now();
  for (std::size_t q = 0; q < searched; ++q) {
    const std::size_t i = q * rows / searched;
    std::fill(cosine.begin(), cosine.end(), 0.0F);
    for (auto e = static_cast<std::size_t>(X.indptr[i]);
         e < static_cast<std::size_t>(X.indptr[i + 1]); ++e) {
      const auto weight = static_cast<float>(X.values[e]);
      const auto j = static_cast<std::size_t>(X.indices[e]);
      for (std::size_t k = lists.begin[j]; k < lists.begin[j + 1]; ++k)
        cosine[static_cast<std::size_t>(lists.postings[k].document)] +=
            weight * lists.postings[k].weight;
    }
    cosine[i] = 0;
    best.assign(p, 0.0F);
    for (const float c : cosine)
      if (c > best.front()) {  // a heap with the smallest on top
        std::pop_heap(best.begin(), best.end(), std::greater<>());
        best.back() = c;
        std::push_heap(best.begin(), best.end(), std::greater<>());
      }
    sum = std::accumulate(best.begin(), best.end(), sum);
  }
  return now() - start;
}

int fail(const char *message) {
  std::fprintf(stderr, "%s\n", message);
  return 1;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 4) return fail("usage: graph_knn FOLDER P THREADS [ROUNDS [PLAIN_ROWS]]");
  const int64_t p = std::atoll(argv[2]), threads = std::atoll(argv[3]);
  const int rounds = argc > 4 ? std::max(1, std::atoi(argv[4])) : 5;
  manifact_context *context;
  manifact_matrix *counts, *X;
  if (manifact_context_create(&context) < 0 || manifact_context_set_threads(context, threads) < 0 ||
      manifact_matrix_read(context, (std::string(argv[1]) + "/X.mtx.gz").c_str(),
                           MANIFACT_FORMAT_AUTO, &counts) < 0 ||
      manifact_matrix_weight(context, counts, "tfidf", "auto", &X) < 0)
    return fail(manifact_context_message(context));
  manifact_matrix_free(counts);
  int64_t held, peak;
  manifact_context_memory(context, &held, nullptr);
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round) {
    manifact_graph *graph;
    const double start = now();
    if (manifact_graph_knn(context, X, p, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                           MANIFACT_SEARCH_EXACT, 1, 0, &graph) < 0)
      return fail(manifact_context_message(context));
    seconds.push_back(now() - start);
    if (round == 0)
      std::printf("%s: %lld documents, p = %lld, %lld edges, %lld components\n", argv[1],
                  static_cast<long long>(manifact_graph_vertices(graph)), static_cast<long long>(p),
                  static_cast<long long>(manifact_graph_edges(graph)),
                  static_cast<long long>(manifact_graph_components(graph)));
    manifact_graph_free(graph);
  }
  manifact_context_memory(context, nullptr, &peak);
  std::printf("  graph, %lld threads            %9.3f s   (median of %d; least %.3f s)\n",
              static_cast<long long>(threads), median(seconds), rounds,
              *std::min_element(seconds.begin(), seconds.end()));
  std::printf("  peak memory of the library %.1f MB, including the matrix %.1f MB\n",
              static_cast<double>(peak) / 1e6, static_cast<double>(held) / 1e6);

  Sparse rows = copy_of(X);
  const Inverted lists = inverted(rows, static_cast<std::size_t>(manifact_matrix_columns(X)));
  const std::size_t all = rows.indptr.size() - 1;
  const std::size_t searched =
      std::min(all, static_cast<std::size_t>(argc > 5 ? std::atoll(argv[5]) : 2000));
  std::vector<double> plain;
  double sum = 0;
  for (int round = 0; round < rounds; ++round)
    plain.push_back(
        seconds_of_plain_search(rows, lists, static_cast<std::size_t>(p), searched, sum) *
        static_cast<double>(all) / static_cast<double>(searched));
  std::printf(
      "  plain search, one thread        %9.3f s   (from %zu rows, sum of cosines %.6g): %.1f "
      "times\n",
      median(plain), searched, sum / rounds, median(plain) / median(seconds));
  manifact_matrix_free(X);
  manifact_context_free(context);
  return 0;
}
