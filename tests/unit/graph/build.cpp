// graph/build and graph/components: from lists of neighbors to the graph.
#include <gtest/gtest.h>

#include <limits>

#include "graph/build.hpp"
#include "reference/neighbors.hpp"

namespace manifact {
namespace {

// Hand-written lists: the neighbors of each document, nearest first.
Neighbors by_hand(const Lists &lists, std::int64_t p, Host &host) {
  const auto n = static_cast<std::int64_t>(lists.size());
  Neighbors neighbors{n,
                      p,
                      Array<std::int32_t>(host.memory, n * p),
                      Array<double>(host.memory, n * p),
                      Array<std::int32_t>(host.memory, n),
                      {}};
  for (std::int64_t i = 0; i < n; ++i)
    for (const Near &near : lists[static_cast<std::size_t>(i)]) {
      const std::int64_t to = i * p + neighbors.count[i]++;
      neighbors.index[to] = near.index;
      neighbors.cosine[to] = near.cosine;
    }
  return neighbors;
}

// 0 and 1 chose each other, 1 chose 2, 3 is alone, 4 and 5 are a component.
const Lists lists = {{{1, 0.9}}, {{0, 0.9}, {2, 0.4}}, {{1, 0.4}}, {}, {{5, 0.25}}, {{4, 0.25}}};
const Lists one_sided = {{{1, 0.9}}, {{0, 0.9}}, {{1, 0.4}, {0, 0.3}}, {{2, 0.2}}};

double distance(double cosine) { return std::sqrt(2 - 2 * cosine); }

TEST(GraphRule, either_takes_the_edges_of_both_sides_and_mutual_those_of_two) {
  Host host;
  const Graph either =
      build_graph(by_hand(one_sided, 2, host), GraphWeight::cosine, GraphRule::either, 0, host.run);
  Plain right(4, 4);
  right(0, 1) = right(1, 0) = 0.9;
  right(1, 2) = right(2, 1) = 0.4;
  right(0, 2) = right(2, 0) = 0.3;
  right(2, 3) = right(3, 2) = 0.2;
  EXPECT_EQ(plain(either.S.view()), right);
  const Graph mutual =
      build_graph(by_hand(one_sided, 2, host), GraphWeight::cosine, GraphRule::mutual, 0, host.run);
  right = Plain(4, 4);
  right(0, 1) = right(1, 0) = 0.9;
  EXPECT_EQ(plain(mutual.S.view()), right);
  EXPECT_EQ(mutual.components, 3);
  EXPECT_EQ(mutual.isolated, 2);
}

TEST(GraphRule, rows_are_sorted_and_degrees_are_their_sums) {
  Host host;
  const Plain X = texts(300, 150, 8, 4);
  for (const GraphRule rule : {GraphRule::either, GraphRule::mutual}) {
    const Neighbors neighbors =
        nearest_neighbors(data(csr<double>(X, host.memory).view()), 5, host.run);
    const Graph graph = build_graph(neighbors, GraphWeight::cosine, rule, 0, host.run);
    const Plain S = plain(graph.S.view());
    EXPECT_EQ(S, transposed(S));
    for (std::int64_t i = 0; i < S.rows; ++i) {
      EXPECT_EQ(S(i, i), 0);
      for (std::int64_t e = graph.S.indptr[i] + 1; e < graph.S.indptr[i + 1]; ++e)
        EXPECT_LT(graph.S.indices[e - 1], graph.S.indices[e]);
      EXPECT_DOUBLE_EQ(graph.degree[i], row_sums(S)[static_cast<std::size_t>(i)]);
    }
  }
}

TEST(GraphWeight, formulas) {
  Host host;
  const auto S = [&](GraphWeight weight, double bandwidth) {
    return plain(
        build_graph(by_hand(lists, 2, host), weight, GraphRule::either, bandwidth, host.run)
            .S.view());
  };
  EXPECT_EQ(S(GraphWeight::cosine, 0)(1, 2), 0.4);
  EXPECT_EQ(S(GraphWeight::binary, 0)(1, 2), 1);
  EXPECT_EQ(S(GraphWeight::binary, 0)(0, 2), 0);
  EXPECT_DOUBLE_EQ(S(GraphWeight::heat, 0.7)(2, 1), std::exp(-1.2 / (2 * 0.49)));
  const double mean = (distance(0.9) + distance(0.4) + distance(0.25)) / 3;
  EXPECT_DOUBLE_EQ(S(GraphWeight::heat, 0)(4, 5), std::exp(-1.5 / (2 * mean * mean)));
  // With fewer than seven neighbors the last one is the scale: 0.9 for row 0, 0.4 for row 1.
  EXPECT_DOUBLE_EQ(S(GraphWeight::local_scaling, 0)(0, 1),
                   std::exp(-0.2 / (distance(0.9) * distance(0.4))));
  EXPECT_DOUBLE_EQ(S(GraphWeight::local_scaling, 0)(1, 2),
                   std::exp(-1.2 / (distance(0.4) * distance(0.4))));
}

TEST(GraphWeight, the_bandwidth_of_heat_is_the_mean_over_the_edges_that_the_rule_leaves) {
  Host host;
  const Graph mutual =
      build_graph(by_hand(one_sided, 2, host), GraphWeight::heat, GraphRule::mutual, 0, host.run);
  EXPECT_DOUBLE_EQ(mutual.bandwidth, distance(0.9));
  EXPECT_EQ(
      build_graph(by_hand(one_sided, 2, host), GraphWeight::heat, GraphRule::either, 3, host.run)
          .bandwidth,
      3);
}

TEST(GraphWeight, the_scale_is_the_distance_to_the_seventh_neighbor) {
  Host host;
  Lists nine(1);
  for (std::int32_t q = 1; q <= 9; ++q) nine[0].push_back({q, 1 - 0.05 * q});
  EXPECT_DOUBLE_EQ(local_scale(by_hand(nine, 9, host), 0), distance(1 - 0.05 * 7));
}

TEST(GraphWeight, repeated_documents_take_the_smallest_distance_that_is_one) {
  Host host;
  const double rounding = 1 - 0x1p-52;  // the same direction up to rounding
  Lists copies = {{}, {{9, 0.5}}, {}, {}};
  for (std::int32_t q = 1; q <= 7; ++q) copies[0].push_back({q, q < 4 ? 1.0 : rounding});
  copies[2] = copies[0];
  copies[0].push_back({8, 0.75});
  copies[0].push_back({9, 0.25});
  const Neighbors neighbors = by_hand(copies, 9, host);
  EXPECT_DOUBLE_EQ(local_scale(neighbors, 0), distance(0.75));
  EXPECT_DOUBLE_EQ(local_scale(neighbors, 1), 1);  // distance(0.5)
  EXPECT_EQ(local_scale(neighbors, 2), 1);         // only copies
  EXPECT_EQ(local_scale(neighbors, 3), 1);         // no neighbors
}

TEST(GraphWeight, equal_documents_have_weight_one_whatever_the_scale) {
  Host host;
  const Lists pair = {{{1, 1.0}}, {{0, 1.0}}};
  for (const GraphWeight weight :
       {GraphWeight::cosine, GraphWeight::binary, GraphWeight::heat, GraphWeight::local_scaling})
    for (const double bandwidth : {0.0, 1e-200, 1.0})
      EXPECT_EQ(build_graph(by_hand(pair, 1, host), weight, GraphRule::either, bandwidth, host.run)
                    .S.values[0],
                1);
}

TEST(GraphWeight, an_edge_whose_weight_underflows_stays_an_edge) {
  Host host;
  const Graph graph =
      build_graph(by_hand(lists, 2, host), GraphWeight::heat, GraphRule::either, 1e-3, host.run);
  for (const double weight : graph.S.values) EXPECT_EQ(weight, std::numeric_limits<double>::min());
  EXPECT_EQ(graph.components, 3);
}

TEST(GraphComponents, are_counted_with_the_isolated_vertices) {
  Host host;
  const Graph graph =
      build_graph(by_hand(lists, 2, host), GraphWeight::cosine, GraphRule::either, 0, host.run);
  EXPECT_EQ(graph.components, 3);
  EXPECT_EQ(graph.isolated, 1);
}

// Every vertex takes the smallest index among its neighbors until nothing changes.
std::int64_t plain_components(const Plain &S) {
  std::vector<std::int64_t> label(static_cast<std::size_t>(S.rows));
  std::iota(label.begin(), label.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::int64_t i = 0; i < S.rows; ++i)
      for (std::int64_t j = 0; j < S.rows; ++j)
        if (S(i, j) > 0 &&
            label[static_cast<std::size_t>(j)] < label[static_cast<std::size_t>(i)]) {
          label[static_cast<std::size_t>(i)] = label[static_cast<std::size_t>(j)];
          changed = true;
        }
  }
  std::sort(label.begin(), label.end());
  return std::unique(label.begin(), label.end()) - label.begin();
}

TEST(GraphComponents, equal_those_of_the_slow_way) {
  Host host;
  for (const double length : {1.5, 3.0, 6.0})
    for (const GraphRule rule : {GraphRule::either, GraphRule::mutual}) {
      const Plain X = texts(300, 400, length, 91);
      const Neighbors neighbors =
          nearest_neighbors(data(csr<double>(X, host.memory).view()), 1, host.run);
      const Graph graph = build_graph(neighbors, GraphWeight::binary, rule, 0, host.run);
      EXPECT_EQ(graph.components, plain_components(plain(graph.S.view())));
      EXPECT_GT(graph.components, 1);
      EXPECT_EQ(graph.isolated, std::count(graph.degree.begin(), graph.degree.end(), 0.0));
    }
}

TEST(Graph, permuting_documents_permutes_it) {
  Host host;
  const Plain X = random_plain(200, 60, 17, 0.2);
  const std::vector<std::int64_t> order = shuffled(X.rows, 2);
  for (const GraphWeight weight : {GraphWeight::cosine, GraphWeight::local_scaling}) {
    const auto S = [&](const Plain &rows) {
      const Neighbors neighbors =
          nearest_neighbors(data(csr<double>(rows, host.memory).view()), 9, host.run);
      return plain(build_graph(neighbors, weight, GraphRule::either, 0, host.run).S.view());
    };
    const Plain right = S(X), permuted = S(permuted_rows(X, order));
    for (std::int64_t i = 0; i < X.rows; ++i)
      for (std::int64_t j = 0; j < X.rows; ++j)
        EXPECT_EQ(permuted(i, j),
                  right(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]));
  }
}

TEST(Graph, float_values_give_nearly_the_graph_of_doubles) {
  Host host;
  const Plain X = random_plain(150, 40, 23, 0.3);
  const auto S = [&](const auto &rows) {
    return plain(build_graph(nearest_neighbors(data(rows), 5, host.run), GraphWeight::cosine,
                             GraphRule::either, 0, host.run)
                     .S.view());
  };
  const Plain single = S(csr<float>(X, host.memory)), right = S(csr<double>(X, host.memory));
  for (std::size_t e = 0; e < right.values.size(); ++e)
    EXPECT_NEAR(single.values[e], right.values[e], 1e-6);
}

}  // namespace
}  // namespace manifact
