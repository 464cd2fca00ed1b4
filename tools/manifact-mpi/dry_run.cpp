#include "dry_run.hpp"

#include <manifact/manifact.h>

#include <algorithm>
#include <string>
#include <vector>

#include "report/output.hpp"

namespace cli {
namespace {

struct Rank {
  std::int64_t begin = 0, end = 0;  // documents
  std::int64_t entries = 0;
  std::int64_t ghosts = 0;  // documents of other ranks that it reads
  std::int64_t sent = 0;    // its own documents that others read, once for each of these ranks
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
Matrix graph_of(const Session &session, const manifact_matrix *weighted, std::int64_t neighbors) {
  manifact_graph *handle = nullptr;
  session.check(manifact_graph_knn(session.stoppable(), weighted, neighbors, MANIFACT_WEIGHT_COSINE,
                                   MANIFACT_RULE_OR, 0, MANIFACT_SEARCH_EXACT, 1, 0, &handle));
  const Graph graph(handle);
  manifact_matrix *S = nullptr;
  session.check(manifact_graph_to_matrix(session.stoppable(), graph.get(), &S));
  return Matrix(S);
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
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const std::int64_t begin = S.begin[static_cast<std::size_t>(ranks[r].begin)],
                       end = S.begin[static_cast<std::size_t>(ranks[r].end)];
    for (std::int64_t e = begin; e < end; ++e) {
      const auto j = static_cast<std::size_t>(S.index[static_cast<std::size_t>(e)]);
      if (owner[j] == r || last_reader[j] == r) continue;
      last_reader[j] = r;
      ++ranks[r].ghosts;
      ++ranks[owner[j]].sent;
    }
  }
}

// What graph/neighbors/ring.cpp packs: rows, norms and lists of neighbors of every rank pass
// through each of them once.
double ring_bytes(double documents, double entries, double neighbors, double ranks) {
  if (ranks < 2) return 0;
  return 16 * ranks + 8 * (documents + ranks) + 12 * entries + 20 * documents +
         12 * documents * neighbors;
}

}  // namespace

void print_division(Session &session, const manifact_matrix *X, const manifact_solver *solver,
                    std::int64_t clusters, std::int64_t ranks) {
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
  if (has_graph)
    count_ghosts(rows_of(session, graph_of(session, weighted.get(), neighbors).get()), all);
  session.progress().clear();

  const auto n = static_cast<double>(rows.begin.size() - 1);
  const double row_bytes = 8 * static_cast<double>(clusters),
               ring = has_graph
                          ? ring_bytes(n, static_cast<double>(rows.index.size()),
                                       static_cast<double>(neighbors), static_cast<double>(ranks))
                          : 0,
               sum = 2 * (1 - 1 / static_cast<double>(ranks)) * row_bytes *
                     static_cast<double>(manifact_matrix_columns(weighted.get()));
  std::string table = "rank documents entries ghosts ring_bytes row_bytes sum_bytes\n";
  std::int64_t most = 0;
  for (std::size_t r = 0; r < all.size(); ++r) {
    const Rank &rank = all[r];
    most = std::max(most, rank.entries);
    for (const double x : {static_cast<double>(r), static_cast<double>(rank.end - rank.begin),
                           static_cast<double>(rank.entries), static_cast<double>(rank.ghosts),
                           ring, static_cast<double>(rank.sent) * row_bytes, sum})
      table += std::to_string(static_cast<std::int64_t>(x)) + " ";
    table.back() = '\n';
  }
  const double mean = static_cast<double>(rows.index.size()) / static_cast<double>(ranks);
  table += "largest share of entries over the mean: " +
           std::to_string(mean > 0 ? static_cast<double>(most) / mean : 1.0) + "\n";
  print(table);
}

}  // namespace cli
