#include "dry_run.hpp"

#include <manifact/manifact.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "output/file.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

struct Rank {
  std::int64_t begin = 0, end = 0;  // documents
  std::int64_t entries = 0;
  std::int64_t ghosts = 0;  // documents of other ranks whose rows it receives
  std::int64_t sent = 0;    // its own documents whose rows it sends, once for each receiver
  std::int64_t packed = 0;  // those of `sent` that are copied first
  std::int64_t links = 0;   // entries of its rows of the graph

  double documents() const { return static_cast<double>(end - begin); }
};

// The sizes that are the same on all ranks.
struct Sizes {
  double features = 0, clusters = 0, neighbors = 0, ranks = 1;
};

struct Rows {
  std::vector<std::int64_t> begin;
  std::vector<std::int32_t> index;
};

Rows rows_of(const Session &session, const manifact_matrix *X) {
  Rows rows;
  rows.begin.resize(static_cast<std::size_t>(manifact_matrix_rows(X)) + 1);
  rows.index.resize(static_cast<std::size_t>(manifact_matrix_entries(X)));
  session.check(manifact_matrix_copy_csr(X, rows.begin.data(), MANIFACT_INT64, rows.index.data(),
                                         MANIFACT_INT32, nullptr, MANIFACT_DOUBLE,
                                         manifact_matrix_entries(X)));
  return rows;
}

std::string word_of(const Session &session, const manifact_solver *solver, const char *option) {
  char word[64] = "";
  session.check(manifact_solver_get_text(solver, option, word, sizeof word), solver);
  return word;
}

// The graph of the fit, except for min-df.
Matrix knn_of(const Session &session, const manifact_matrix *weighted, std::int64_t neighbors) {
  manifact_graph *handle = nullptr;
  session.check(manifact_graph_knn(session.stoppable(), weighted, neighbors, MANIFACT_WEIGHT_COSINE,
                                   MANIFACT_RULE_OR, 0, MANIFACT_SEARCH_EXACT, 1, 0, &handle));
  const Graph graph(handle);
  manifact_matrix *S = nullptr;
  session.check(manifact_graph_to_matrix(session.stoppable(), graph.get(), &S));
  return Matrix(S);
}

// A given graph, whose columns are rows of the file.
Rows given_rows(const Session &session, const GivenGraph &graph) {
  Rows rows = rows_of(session, graph.S);
  std::vector<std::int32_t> row_of(rows.begin.size() - 1);
  for (std::size_t i = 0; i < row_of.size(); ++i)
    row_of[static_cast<std::size_t>(graph.places[i])] = static_cast<std::int32_t>(i);
  for (std::int32_t &column : rows.index) column = row_of[static_cast<std::size_t>(column)];
  return rows;
}

std::vector<Rank> divided(const Rows &X, std::int64_t ranks) {
  const auto n = static_cast<std::int64_t>(X.begin.size()) - 1;
  std::vector<Rank> all(static_cast<std::size_t>(ranks));
  std::int64_t begin = 0;
  for (std::int64_t r = 0; r < ranks; ++r) {
    Rank &rank = all[static_cast<std::size_t>(r)];
    rank.begin = begin;
    rank.end = begin += n / ranks + (r < n % ranks ? 1 : 0);
    rank.entries =
        X.begin[static_cast<std::size_t>(rank.end)] - X.begin[static_cast<std::size_t>(rank.begin)];
  }
  return all;
}

void count_ghosts(const Rows &S, std::vector<Rank> &ranks) {
  const std::size_t n = S.begin.size() - 1;
  std::vector<std::size_t> owner(n);
  for (std::size_t r = 0; r < ranks.size(); ++r)
    std::fill(owner.begin() + ranks[r].begin, owner.begin() + ranks[r].end, r);
  std::vector<std::size_t> last_reader(n, ranks.size());
  std::vector<std::int64_t> wanted(ranks.size());  // rows of each rank
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    std::fill(wanted.begin(), wanted.end(), 0);
    const std::int64_t begin = S.begin[static_cast<std::size_t>(ranks[r].begin)],
                       end = S.begin[static_cast<std::size_t>(ranks[r].end)];
    ranks[r].links = end - begin;
    for (std::int64_t e = begin; e < end; ++e) {
      const auto j = static_cast<std::size_t>(S.index[static_cast<std::size_t>(e)]);
      if (owner[j] == r || last_reader[j] == r) continue;
      last_reader[j] = r;
      ++wanted[owner[j]];
    }
    for (std::size_t o = 0; o < ranks.size(); ++o) {
      // As completed() of src/distributed: of four fifths of the rows of a rank, all are sent.
      const std::int64_t rows = ranks[o].end - ranks[o].begin;
      const bool all = 5 * wanted[o] >= 4 * rows && wanted[o] > 0;
      const std::int64_t sent = all ? rows : wanted[o];
      if (!all) ranks[o].packed += sent;
      ranks[r].ghosts += sent;
      ranks[o].sent += sent;
    }
  }
}

// What this rank passes on in the ring of distributed/ring_exchange.hpp: the rows of each rank
// with their norms and lists of neighbors once, but of the next rank, whose rows it is the last to
// search for, only the lists.
double ring_bytes(const Rank &next, const Sizes &sizes, double documents, double entries) {
  if (sizes.ranks < 2) return 0;
  const double others = sizes.ranks - 1, rows = documents - next.documents();
  return 24 * others + 24 * rows + 12 * (entries - static_cast<double>(next.entries)) +
         (4 + 12 * sizes.neighbors) * documents;
}

// The peak of the arrays of a rank: docs/scaling.md. All stages of a fit hold the documents and a
// weighted copy; in addition, either the search or the updates need the most.
double array_bytes(const Rank &rank, const Sizes &sizes, bool searches) {
  const double n = rank.documents(), e = static_cast<double>(rank.entries),
               ghosts = static_cast<double>(rank.ghosts), links = static_cast<double>(rank.links),
               packed = static_cast<double>(rank.packed),
               packets = sizes.ranks > 1 ? 2 * (12 * e + (28 + 12 * sizes.neighbors) * n) : 0;
  const double documents = 24 * e + 16 * n,
               search = searches ? 9 * e + (40 + 12 * sizes.neighbors) * n + 32 * sizes.features +
                                       packets
                                 : 0,
               arrays_of_features = sizes.ranks > 1 ? 4 : 2,  // two of them in a sum over ranks
      updates =
          12 * e + 12 * links +
          8 * sizes.clusters * (9.5 * n + ghosts + packed + arrays_of_features * sizes.features);
  return documents + std::max(search, updates);
}

}  // namespace

void print_division(Session &session, const manifact_matrix *X, const manifact_solver *solver,
                    const GivenGraph &graph, std::int64_t clusters, std::int64_t ranks,
                    double process) {
  const std::int64_t documents = manifact_matrix_rows(X);
  if (clusters > documents)
    throw Failure("--clusters is " + std::to_string(clusters) +
                  ", but must be at most the number of documents, " + std::to_string(documents));
  if (graph.S != nullptr && manifact_matrix_rows(graph.S) != documents)
    throw Failure("the graph has " + std::to_string(manifact_matrix_rows(graph.S)) +
                  " vertices, but there are " + std::to_string(documents) + " documents");
  manifact_matrix *handle = nullptr;
  session.check(manifact_matrix_weight(session.stoppable(), X,
                                       word_of(session, solver, "weighting").c_str(),
                                       word_of(session, solver, "scaling").c_str(), &handle));
  const Matrix weighted(handle);
  const Rows rows = rows_of(session, weighted.get());
  std::vector<Rank> all = divided(rows, ranks);
  std::int64_t neighbors = 0;
  const bool has_graph =
      manifact_solver_get_int64(solver, "neighbors", &neighbors) == MANIFACT_OK && neighbors > 0;
  const bool searches = has_graph && graph.S == nullptr;
  if (searches)
    count_ghosts(rows_of(session, knn_of(session, weighted.get(), neighbors).get()), all);
  else if (has_graph)
    count_ghosts(given_rows(session, graph), all);
  session.progress().clear();

  const auto n = static_cast<double>(rows.begin.size() - 1);
  const double row_bytes = 8 * static_cast<double>(clusters),
               sum = 2 * (1 - 1 / static_cast<double>(ranks)) * row_bytes *
                     static_cast<double>(manifact_matrix_columns(weighted.get()));
  const Sizes sizes{static_cast<double>(manifact_matrix_columns(weighted.get())),
                    static_cast<double>(clusters), static_cast<double>(neighbors),
                    static_cast<double>(ranks)};
  std::string table =
      "rank documents entries ghosts links ring_bytes row_bytes sum_bytes memory_bytes\n";
  double largest = 0;
  std::int64_t most = 0;
  for (std::size_t r = 0; r < all.size(); ++r) {
    const Rank &rank = all[r];
    const double memory = process + array_bytes(rank, sizes, searches),
                 ring = searches ? ring_bytes(all[(r + 1) % all.size()], sizes, n,
                                              static_cast<double>(rows.index.size()))
                                 : 0;
    most = std::max(most, rank.entries);
    largest = std::max(largest, memory);
    for (const double x :
         {static_cast<double>(r), rank.documents(), static_cast<double>(rank.entries),
          static_cast<double>(rank.ghosts), static_cast<double>(rank.links), ring,
          static_cast<double>(rank.sent) * row_bytes, sum, memory})
      table += std::to_string(static_cast<std::int64_t>(x)) + " ";
    table.back() = '\n';
  }
  const double mean = static_cast<double>(rows.index.size()) / static_cast<double>(ranks);
  table += "largest share of entries over the mean: " +
           std::to_string(mean > 0 ? static_cast<double>(most) / mean : 1.0) +
           "\nlargest memory of a rank: " + std::to_string(std::llround(largest / 1e6)) + " MB\n";
  print(table);
}

}  // namespace cli
