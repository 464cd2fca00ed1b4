// graph, user_graph, ring: documents that are divided among ranks have
// the neighbors and the graph that they have on one process.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "distributed/graph.hpp"
#include "distributed/reversed_lists.hpp"
#include "distributed/ring.hpp"
#include "graph/build.hpp"
#include "graph/laplacian.hpp"
#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/row_search.hpp"
#include "linalg/sparse/matrix.hpp"
#include "reference/neighbors.hpp"
#include "support/expect_error.hpp"
#include "support/sanitized.hpp"
#include "support/thread_ranks.hpp"

namespace manifact {
namespace {

// Row i of rank r is row order[begin(r) + i] of the whole.
struct Division {
  std::vector<std::int64_t> order;
  std::int64_t ranks;
  std::int64_t idle = -1;  // a rank without documents: the rank before it has them

  Division(std::int64_t rows, std::int64_t n_ranks) : order(shuffled(rows, 3)), ranks(n_ranks) {}

  std::size_t begin(std::int64_t rank) const {
    if (rank == idle) ++rank;
    return static_cast<std::size_t>(std::ssize(order) * rank / ranks);
  }
  std::vector<std::int64_t> places(std::int64_t rank) const {
    return {order.begin() + static_cast<std::ptrdiff_t>(begin(rank)),
            order.begin() + static_cast<std::ptrdiff_t>(begin(rank + 1))};
  }
  // The place of a document that has this number through all ranks.
  std::int32_t place(std::int64_t number) const {
    return static_cast<std::int32_t>(order[static_cast<std::size_t>(number)]);
  }
};

struct Found {
  Lists lists;  // by place
  SearchTrace search;
};

Found ring(const Plain &X, const Division &division, std::int64_t p,
           const SearchRequest &request = {}, std::int64_t threads = 1) {
  Found found;
  found.lists.resize(static_cast<std::size_t>(X.rows));
  on_ranks(
      division.ranks,
      [&](ExecutionContext &run) {
        const std::int64_t rank = group_of(run).rank();
        const std::vector<std::int64_t> places = division.places(rank);
        const Csr<double> rows = csr<double>(permuted_rows(X, places), run.memory);
        const Neighbors own = ring_neighbors(data(rows.view()), p, run, request, places.data());
        if (rank == 0) found.search = own.search;
        Lists lists = lists_of(own);
        for (std::size_t i = 0; i < lists.size(); ++i) {
          for (Near &near : lists[i]) near.index = division.place(near.index);
          found.lists[static_cast<std::size_t>(places[i])] = std::move(lists[i]);
        }
      },
      threads);
  return found;
}

TEST(Ring, finds_what_one_process_finds) {
  for (const Plain &X : {texts(300, 60, 8, 5), whole_numbers(120, 6, 0, 2, 4), Plain(9, 4)})
    for (const std::int64_t ranks : {1, 2, 3, 7}) {
      const Found got = ring(X, Division(X.rows, ranks), 5);
      EXPECT_EQ(got.lists, found(X, 5)) << ranks;
      EXPECT_TRUE(got.search.searched);
      EXPECT_FALSE(got.search.approximate);
      EXPECT_GE(got.search.balance, 1);
      EXPECT_LE(got.search.balance, static_cast<double>(ranks));
    }
}

TEST(Ring, may_have_more_ranks_than_documents) {
  const Plain X = texts(5, 20, 8, 2);
  EXPECT_EQ(ring(X, Division(X.rows, 8), 4).lists, found(X, 4));
}

// Neighbors that are found have the cosines of the exact search.
void expect_exact_cosines(const Lists &right, const Lists &got) {
  for (std::size_t i = 0; i < right.size(); ++i)
    for (const Near &near : got[i])
      for (const Near &exact : right[i])
        if (exact.index == near.index) {
          EXPECT_EQ(near, exact);
        }
}

// Every document that lists another one is in its list, or farther than all there.
void expect_reversed(const Lists &lists) {
  for (std::size_t i = 0; i < lists.size(); ++i)
    for (const Near &near : lists[i]) {
      const auto &list = lists[static_cast<std::size_t>(near.index)];
      const Near reversed{static_cast<std::int32_t>(i), near.cosine};
      const bool is_there = std::find(list.begin(), list.end(), reversed) != list.end();
      ASSERT_TRUE(is_there || (list.size() == 6 && list.back().cosine >= near.cosine)) << i;
    }
}

// Above the rows that are always searched exactly.
constexpr std::int64_t many = support::all_or_few(6000, 4200);

TEST(Ring, finds_most_neighbors_approximately_with_exact_cosines) {
  const Plain X = texts(many, 800, 12, 7);
  const Lists right = found(X, 6);
  for (const std::int64_t ranks : {1, 4}) {
    const Found got = ring(X, Division(X.rows, ranks), 6, approximate(0.9, 1));
    EXPECT_TRUE(got.search.approximate);
    const double share = recall(right, got.lists);
    EXPECT_GE(share, 0.88) << ranks;
    EXPECT_LT(share, 1) << "the exact search would do the same";
    EXPECT_NEAR(got.search.recall, share, 0.03);
    EXPECT_GT(got.search.sampled, many / 16 - 2 * ranks - 1);
    EXPECT_GT(got.search.budget, 0);
    EXPECT_GE(got.search.balance, 1);
    expect_exact_cosines(right, got.lists);
    expect_reversed(got.lists);
  }
}

// Blocks of fewer ranks, and of all of them; some documents are empty, and one rank has none.
TEST(Ring, finds_most_neighbors_in_documents_that_several_ranks_share) {
  Plain X = texts(many, support::all_or_few(800, 500), support::all_or_few(12, 8), 7);
  for (std::int64_t i = 0; i < X.rows; i += 8)
    for (std::int64_t c = 0; c < X.columns; ++c) X(i, c) = 0;
  const Lists right = found(X, 6);
  for (const auto &[ranks, blocks] : {std::pair{4, 1}, {6, 2}, {6, 3}, {6, 6}}) {
    // Under sanitizers two shared blocks, and as many blocks as ranks.
    if (support::is_sanitized && blocks != 2 && ranks != blocks) continue;
    SearchRequest request = approximate(0.9, 1);
    request.block = many / blocks + 1;
    Division division(X.rows, ranks);
    division.idle = ranks / 2;
    const Found got = ring(X, division, 6, request);
    EXPECT_TRUE(got.search.approximate);
    EXPECT_LE(got.search.balance, ranks == blocks ? 2.1 : 1.6) << ranks << ' ' << blocks;
    expect_exact_cosines(right, got.lists);
    expect_reversed(got.lists);
    EXPECT_GE(recall(right, got.lists), 0.88) << ranks << ' ' << blocks;
    EXPECT_LT(recall(right, got.lists), 1) << ranks << ' ' << blocks;
    EXPECT_NEAR(got.search.recall, recall(right, got.lists), 0.03);
  }
}

TEST(Ring, of_a_number_of_ranks_has_the_same_bits_for_any_number_of_threads) {
  const Plain X = texts(many, 800, 12, 7);
  const Division division(X.rows, 4);
  for (const std::int64_t blocks : {1, 2, 4}) {
    SearchRequest request = approximate(0.9);
    request.block = many / blocks + 1;
    const Found first = ring(X, division, 6, request), second = ring(X, division, 6, request, 2);
    EXPECT_EQ(first.lists, second.lists);
    EXPECT_EQ(first.search.recall, second.search.recall);
    EXPECT_EQ(first.search.budget, second.search.budget);
  }
}

TEST(Ring, takes_negative_values_that_one_rank_has) {
  Plain X = texts(many, 400, 10, 9);
  const Division division(X.rows, 2);
  for (const std::int64_t i : division.places(1))
    for (std::int64_t c = 0; c < X.columns; c += 3) X(i, c) = -X(i, c);
  const Found got = ring(X, division, 5, approximate(0.9));
  EXPECT_TRUE(got.search.approximate);
  EXPECT_GE(recall(found(X, 5), got.lists), 0.88);
}

// The lists with the documents that list each one as a neighbor, one by one.
Lists with_reversed(const Lists &lists, std::size_t p) {
  Lists all = lists;
  for (std::size_t i = 0; i < lists.size(); ++i)
    for (const Near &near : lists[i]) {
      auto &list = all[static_cast<std::size_t>(near.index)];
      const Near reversed{static_cast<std::int32_t>(i), near.cosine};
      if (std::find(list.begin(), list.end(), reversed) == list.end()) list.push_back(reversed);
    }
  for (std::vector<Near> &list : all) {
    std::sort(list.begin(), list.end(), [](const Near &a, const Near &b) {
      return a.cosine > b.cosine || (a.cosine == b.cosine && a.index < b.index);
    });
    list.resize(std::min(list.size(), p));
  }
  return all;
}

// Lists of four neighbors out of ten, with ties, on ranks of which one has no documents.
TEST(Ring, lists_gain_the_documents_that_list_them) {
  const Plain X = whole_numbers(150, 6, 0, 2, 4);
  Lists some = found(X, 10);
  for (std::size_t i = 0; i < some.size(); ++i) {
    std::erase_if(some[i], [&](const Near &near) {
      return (static_cast<std::size_t>(near.index) * 7 + i * 3) % 5 < 3;
    });
    some[i].resize(std::min<std::size_t>(some[i].size(), 4));
  }
  const Lists right = with_reversed(some, 4);
  EXPECT_NE(some, right);
  for (const std::int64_t ranks : {1, 3, 5}) {
    Division division(X.rows, ranks);
    division.idle = ranks / 2;
    if (ranks == 1) division.idle = -1;
    Lists got(right.size());
    on_ranks(ranks, [&](ExecutionContext &run) {
      const std::vector<std::int64_t> places = division.places(group_of(run).rank());
      Neighbors own = no_neighbors(std::ssize(places), 4, run);
      Array<std::int32_t> names(run.memory, own.n);
      for (std::int64_t i = 0; i < own.n; ++i) {
        names[i] = static_cast<std::int32_t>(places[static_cast<std::size_t>(i)]);
        for (const Near &near : some[static_cast<std::size_t>(names[i])]) {
          const std::int64_t k = i * 4 + own.count[i]++;
          own.index[k] = near.index;
          own.cosine[k] = near.cosine;
        }
      }
      add_reversed(own, names, run);
      const Lists lists = lists_of(own);
      for (std::size_t i = 0; i < lists.size(); ++i)
        got[static_cast<std::size_t>(places[i])] = lists[i];
    });
    EXPECT_EQ(got, right) << ranks;
  }
}

TEST(Ring, samples_alternate_in_proportion_to_their_sizes) {
  Host host;
  Array<std::int32_t> order(host.memory, 90), A(host.memory, 20), B(host.memory, 10);
  for (std::int64_t i = 0; i < 90; ++i) order[i] = static_cast<std::int32_t>(1000 + i);
  draw_samples(order.data(), 90, 5, A, B);
  for (std::int64_t part = 0; part < 30; ++part) {
    const std::int32_t drawn = part % 3 == 2 ? B[part / 3] : A[part / 3 * 2 + part % 3];
    EXPECT_EQ((drawn - 1000) / 3, part);
  }
}

TEST(Ring, is_exact_where_that_is_not_slower) {
  constexpr std::int64_t rows = 4200;
  const Plain X = whole_numbers(rows, 8, 0, 3, 1);
  const Found got = ring(X, Division(X.rows, 2), rows / 40, approximate());
  EXPECT_FALSE(got.search.approximate);
  EXPECT_TRUE(got.search.declined);
}

// The divided graph by place, checked against that of one process.
void expect_same_graph(const Plain &S, GraphRule rule, std::int64_t ranks) {
  Host host;
  const Graph whole =
      graph_from_matrix(*matrix_from_parts(csr<double>(S, host.memory)), rule, host.run);
  const Division division(S.rows, ranks);
  Plain got(S.rows, S.rows);
  on_ranks(ranks, [&](ExecutionContext &run) {
    const std::vector<std::int64_t> places = division.places(group_of(run).rank());
    const auto rows = matrix_from_parts(csr<double>(permuted_rows(S, places), run.memory));
    const Graph graph = divided_graph_from_matrix(*rows, places.data(), rule, run);
    EXPECT_EQ(graph.vertices(), S.rows);
    EXPECT_EQ(graph.edges(), whole.edges());
    EXPECT_EQ(graph.components, whole.components);
    EXPECT_EQ(graph.isolated, whole.isolated);
    std::vector<std::int64_t> columns = places;
    columns.resize(static_cast<std::size_t>(graph.S.columns));
    graph.ghosts->fetch(columns.data(), sizeof(std::int64_t), columns.data() + graph.S.rows);
    for (std::int64_t i = 0; i < graph.S.rows; ++i) {
      const std::int64_t place = places[static_cast<std::size_t>(i)];
      EXPECT_NEAR(graph.degree[i], whole.degree[place], 1e-12 * whole.degree[place]);
      for (std::int64_t e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e)
        got(place, columns[static_cast<std::size_t>(graph.S.indices[e])]) = graph.S.values[e];
    }
  });
  EXPECT_EQ(got, plain(whole.S.view()));
}

TEST(DividedGraph, of_the_user_is_that_of_one_process) {
  Plain symmetric = random_weights(40, 0.1, 3);
  for (std::int64_t i = 0; i < symmetric.rows; i += 2) symmetric(i, i) = 5;
  Plain rounded = symmetric;
  for (std::int64_t i = 0; i < rounded.rows; ++i)
    for (std::int64_t j = 0; j < i; ++j) rounded(i, j) *= 1 + 1e-15;
  const Plain any = random_plain(30, 30, 5, 0.2);
  for (const std::int64_t ranks : {1, 2, 3, 5}) {
    expect_same_graph(symmetric, GraphRule::as_given, ranks);
    expect_same_graph(rounded, GraphRule::as_given, ranks);
    expect_same_graph(any, GraphRule::either, ranks);
    expect_same_graph(any, GraphRule::mutual, ranks);
  }
}

// S B for the same S and several B, with one workspace; one rank of three has no edges.
template <class T>
void expect_same_products() {
  Plain S = random_weights(40, 0.1, 3);
  const Division division(S.rows, 3);
  for (const std::int64_t i : division.places(1))
    for (std::int64_t j = 0; j < S.rows; ++j) S(i, j) = S(j, i) = 0;
  for (const bool every_rank_has_edges : {false, true}) {
    if (every_rank_has_edges) S = random_weights(40, 0.1, 4);
    on_ranks(3, [&](ExecutionContext &run) {
      const std::vector<std::int64_t> places = division.places(group_of(run).rank());
      const auto rows = matrix_from_parts(csr<double>(permuted_rows(S, places), run.memory));
      const Graph graph = divided_graph_from_matrix(*rows, places.data(), GraphRule::as_given, run);
      const Laplacian<T> L = laplacian_of<T>(graph, nullptr, run);
      EXPECT_EQ(L.ghosts->count() > 0, every_rank_has_edges || group_of(run).rank() != 1);
      for (const std::int64_t columns : {5, 1, 9, 5}) {
        const Plain B = random_plain(S.rows, columns, static_cast<std::uint64_t>(columns), 1),
                    expected = S * B;
        const Dense<T> own = dense<T>(permuted_rows(B, places), run.memory);
        Dense<T> out(run.memory, own.rows(), columns);
        multiply(L, own, out, run);
        for (std::int64_t i = 0; i < own.rows(); ++i)
          for (std::int64_t c = 0; c < columns; ++c)
            EXPECT_NEAR(out(i, c), expected(places[static_cast<std::size_t>(i)], c),
                        100 * std::numeric_limits<T>::epsilon());
      }
    });
  }
}

TEST(DividedGraph, products_are_those_of_one_process) {
  expect_same_products<double>();
  expect_same_products<float>();
}

// The first of three ranks wants 4 of 5 rows of the second one, and 3 of 5 of the third one.
TEST(DividedGraph, has_all_rows_of_a_rank_of_which_it_wants_most) {
  on_ranks(3, [&](ExecutionContext &run) {
    std::vector<DividedEdge> edges;
    if (group_of(run).rank() == 0)
      for (const std::int32_t to : {1, 5, 6, 8, 9, 10, 12, 14}) edges.push_back({0, to, 1.0 * to});
    const Graph graph = graph_of_edges(edges, {0, 5, 10, 15}, run);
    const bool wants = group_of(run).rank() == 0;
    EXPECT_EQ(graph.ghosts->count(), wants ? 8 : 0);
    const std::vector<double> rows{0, 1, 2, 3, 4};
    std::vector<double> ghosts(8, -1);
    graph.ghosts->fetch(rows.data(), sizeof(double), ghosts.data());
    if (!wants) return;
    EXPECT_EQ(ghosts, (std::vector<double>{0, 1, 2, 3, 4, 0, 2, 4}));
    EXPECT_EQ(graph.S.columns, 13);
    const std::vector<std::int32_t> columns(graph.S.indices.begin(), graph.S.indices.end());
    EXPECT_EQ(columns, (std::vector<std::int32_t>{1, 5, 6, 8, 9, 10, 11, 12}));
  });
}

TEST(DividedGraph, of_the_user_is_checked_on_all_ranks) {
  const auto divide = [](const Plain &S) {
    const Division division(S.rows, 3);
    on_ranks(3, [&](ExecutionContext &run) {
      const std::vector<std::int64_t> places = division.places(group_of(run).rank());
      const auto rows = matrix_from_parts(csr<double>(permuted_rows(S, places), run.memory));
      divided_graph_from_matrix(*rows, places.data(), GraphRule::as_given, run);
    });
  };
  expect_error(Status::structure, "12 x 13", [&] { divide(Plain(12, 13)); });
  Plain S = random_weights(12, 0.5, 1);
  S(7, 2) = 3;
  S(2, 7) = 4;
  expect_error(Status::structure, "a graph must be symmetric", [&] { divide(S); });
  S(2, 7) = S(7, 2) = -1;
  expect_error(Status::value, "must not be negative", [&] { divide(S); });
  S(2, 7) = S(7, 2) = S(2, 3) = S(3, 2) = std::numeric_limits<double>::max();
  expect_error(Status::value, "row 2 of S overflows", [&] { divide(S); });
}

}  // namespace
}  // namespace manifact
