// linalg/ordering: nested dissection, and what the Cholesky factor makes of it.
#include <map>
#include <set>

#include "expect_error.hpp"
#include "linalg/ordering/nested_dissection.hpp"
#include "linalg/ordering/separator.hpp"
#include "linalg/sparse/cholesky.hpp"
#include "numbers.hpp"

namespace manifact {
namespace {

constexpr double no_limit = 1e300;

using Edges = std::set<std::pair<std::int64_t, std::int64_t>>;

// -1 at both places of an edge, and a diagonal that makes it positive definite, or none.
Csr<double> matrix_of(std::int64_t n, const Edges &edges, Host &host, bool diagonal = true) {
  std::vector<std::vector<std::int32_t>> rows(static_cast<std::size_t>(n));
  for (const auto &[i, j] : edges) {
    rows[static_cast<std::size_t>(i)].push_back(static_cast<std::int32_t>(j));
    rows[static_cast<std::size_t>(j)].push_back(static_cast<std::int32_t>(i));
  }
  Csr<double> A(host.memory, n, n,
                2 * static_cast<std::int64_t>(edges.size()) + (diagonal ? n : 0));
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    std::vector<std::int32_t> &row = rows[static_cast<std::size_t>(i)];
    const double degree = static_cast<double>(row.size());
    if (diagonal) row.push_back(static_cast<std::int32_t>(i));
    std::sort(row.begin(), row.end());
    for (const std::int32_t j : row) {
      A.indices[to] = j;
      A.values[to++] = i == j ? degree + 0.5 : -1;
    }
    A.indptr[i + 1] = to;
  }
  return A;
}

Edges grid(std::int64_t a, std::int64_t b, std::int64_t c = 1) {
  Edges edges;
  for (std::int64_t x = 0; x < a; ++x)
    for (std::int64_t y = 0; y < b; ++y)
      for (std::int64_t z = 0; z < c; ++z) {
        const std::int64_t at = (x * b + y) * c + z;
        if (x + 1 < a) edges.insert({at, at + b * c});
        if (y + 1 < b) edges.insert({at, at + c});
        if (z + 1 < c) edges.insert({at, at + 1});
      }
  return edges;
}

Edges star(std::int64_t n) {
  Edges edges;
  for (std::int64_t i = 1; i < n; ++i) edges.insert({0, i});
  return edges;
}

Edges complete(std::int64_t n) {
  Edges edges;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j) edges.insert({j, i});
  return edges;
}

// No small separator parts it in the middle.
Edges random_edges(std::int64_t n, std::int64_t of_each, std::uint64_t seed) {
  Edges edges;
  Rng rng(seed);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t e = 0; e < of_each; ++e)
      if (const std::int64_t j = rng.below(n); j != i)
        edges.insert({std::min(i, j), std::max(i, j)});
  return edges;
}

// The same, vertices in another order.
Edges shuffled(const Edges &edges, std::int64_t n, std::uint64_t seed) {
  std::vector<std::int64_t> to(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) to[static_cast<std::size_t>(i)] = i;
  Rng rng(seed);
  for (std::int64_t i = n - 1; i > 0; --i)
    std::swap(to[static_cast<std::size_t>(i)], to[static_cast<std::size_t>(rng.below(i + 1))]);
  Edges moved;
  for (const auto &[i, j] : edges)
    moved.insert(std::minmax(to[static_cast<std::size_t>(i)], to[static_cast<std::size_t>(j)]));
  return moved;
}

bool above(const Dissection &tree, std::int32_t node, std::int32_t of) {
  while (of >= 0 && of != node) of = tree.parent[static_cast<std::size_t>(of)];
  return of == node;
}

void expect_a_tree(const Dissection &tree, std::int64_t n, const Edges &edges,
                   const std::string &name) {
  ASSERT_EQ(tree.node.size(), n) << name;
  const std::int32_t nodes = static_cast<std::int32_t>(tree.parent.size());
  std::vector<std::int64_t> sizes(tree.parent.size());
  for (const std::int32_t node : tree.node) {
    ASSERT_TRUE(node >= 0 && node < nodes) << name;
    ++sizes[static_cast<std::size_t>(node)];
  }
  for (std::int32_t node = 0; node < nodes; ++node) {
    const std::int32_t parent = tree.parent[static_cast<std::size_t>(node)];
    EXPECT_TRUE(parent == -1 || (parent > node && parent < nodes)) << name << " " << node;
    EXPECT_GT(sizes[static_cast<std::size_t>(node)], 0) << name << " " << node;
  }
  for (const auto &[i, j] : edges)
    ASSERT_TRUE(above(tree, tree.node[i], tree.node[j]) || above(tree, tree.node[j], tree.node[i]))
        << name << ": " << i << " and " << j << " are not separated";
}

// By node: its vertices, and all below it with them.
std::pair<std::vector<double>, std::vector<double>> sizes_of(const Dissection &tree) {
  std::vector<double> own(tree.parent.size());
  for (const std::int32_t node : tree.node) ++own[static_cast<std::size_t>(node)];
  std::vector<double> all = own;
  for (std::size_t node = 0; node < all.size(); ++node)
    if (tree.parent[node] >= 0) all[static_cast<std::size_t>(tree.parent[node])] += all[node];
  return {own, all};
}

std::int64_t deepest(const Dissection &tree) {
  std::int64_t most = 0;
  for (std::int32_t node = 0; node < static_cast<std::int32_t>(tree.parent.size()); ++node) {
    std::int64_t depth = 0;
    for (std::int32_t at = node; at >= 0; at = tree.parent[static_cast<std::size_t>(at)]) ++depth;
    most = std::max(most, depth);
  }
  return most;
}

TEST(Dissection, no_edge_joins_what_a_node_parts) {
  Host host;
  Edges two = grid(30, 20);
  for (const auto &[i, j] : grid(40, 25)) two.insert({i + 600, j + 600});
  Edges hubs = grid(40, 40);  // two of the vertices know all others
  for (std::int64_t i = 2; i < 1600; ++i) hubs.insert({{0, i}, {1, i}});
  const std::vector<std::tuple<std::string, std::int64_t, Edges>> graphs = {
      {"nothing", 0, {}},
      {"one vertex", 1, {}},
      {"no edge", 5000, {}},
      {"two vertices", 2, {{0, 1}}},
      {"a pair and isolated ones", 900, {{3, 800}}},
      {"a path", 5000, grid(5000, 1)},
      {"a grid", 10000, grid(100, 100)},
      {"a shuffled grid", 2500, shuffled(grid(50, 50), 2500, 3)},
      {"a box", 3375, grid(15, 15, 15)},
      {"two grids and isolated ones", 1700, two},
      {"a star", 3000, star(3000)},
      {"a complete graph", 400, complete(400)},
      {"at random", 1500, random_edges(1500, 3, 5)},
      {"at random, in pieces", 3000, random_edges(3000, 1, 7)},
      {"a grid and hubs", 1600, hubs}};
  for (const auto &[name, n, edges] : graphs)
    for (const bool diagonal : {true, false})
      expect_a_tree(dissected(matrix_of(n, edges, host, diagonal), no_limit, host.run), n, edges,
                    name);
}

// A grid of s vertices has separators of sqrt(s); the parts of none are lopsided, and the tree is
// as flat as that makes it.
TEST(Dissection, separators_of_a_grid_are_small_and_in_the_middle) {
  Host host;
  for (const Edges &edges : {grid(100, 100), shuffled(grid(100, 100), 10000, 4)}) {
    const Dissection tree = dissected(matrix_of(10000, edges, host), no_limit, host.run);
    const auto [own, all] = sizes_of(tree);
    EXPECT_GT(own.size(), 60U);
    EXPECT_LE(deepest(tree), 14);
    EXPECT_LE(own.back(), 140) << "the root";
    for (std::size_t node = 0; node < own.size(); ++node) {
      EXPECT_TRUE(own[node] == all[node] ? own[node] <= 400 : own[node] <= 2 * std::sqrt(all[node]))
          << own[node] << " of " << all[node];
      if (tree.parent[node] < 0 || own[node] == all[node])
        continue;  // both small halves have one node
      const double whole = all[static_cast<std::size_t>(tree.parent[node])];
      EXPECT_LE(all[node], 0.65 * whole + 1) << "of " << whole;
    }
  }
}

TEST(Dissection, one_vertex_parts_a_path_and_two_a_ring) {
  Host host;
  Edges ring = grid(4000, 1);
  for (const double ends : {1, 2}) {
    const auto [own, all] = sizes_of(dissected(matrix_of(4000, ring, host), no_limit, host.run));
    EXPECT_EQ(own.back(), ends);
    for (std::size_t node = 0; node + 1 < own.size(); ++node)
      EXPECT_TRUE(own[node] == all[node] || own[node] == 1) << own[node];
    ring.insert({0, 3999});
  }
}

TEST(Dissection, what_has_no_good_separator_stays_whole) {
  Host host;
  EXPECT_EQ(dissected(matrix_of(400, complete(400), host), no_limit, host.run).parent.size(), 1U);
  EXPECT_EQ(
      dissected(matrix_of(600, random_edges(600, 30, 4), host), no_limit, host.run).parent.size(),
      1U);
}

TEST(Dissection, is_given_up_when_its_separators_cost_more_than_the_other_order) {
  Host host;
  const Csr<double> A = matrix_of(10000, grid(100, 100), host);
  EXPECT_TRUE(dissected(A, 1e5, host.run).parent.empty());  // 100^3 / 3 for the first
  EXPECT_FALSE(dissected(A, 1e7, host.run).parent.empty());
}

TEST(Dissection, is_the_same_whenever_it_is_asked_for) {
  Host one(1), three(3);
  for (const Edges &edges : {grid(60, 50), random_edges(3000, 2, 9)}) {
    const Dissection a = dissected(matrix_of(3000, edges, one), no_limit, one.run),
                     b = dissected(matrix_of(3000, edges, three), no_limit, three.run);
    EXPECT_EQ(a.parent, b.parent);
    EXPECT_TRUE(std::equal(a.node.begin(), a.node.end(), b.node.begin(), b.node.end()));
  }
}

TEST(Dissection, is_cancelled) {
  Host host;
  const Csr<double> A = matrix_of(10000, grid(100, 100), host);
  host.monitor.cancel = true;
  expect_error(Status::cancelled, "", [&] { dissected(A, no_limit, host.run); });
}

TEST(Coarsening, keeps_weights_and_halves_grids_and_stars) {
  Host host;
  for (const Edges &edges : {grid(40, 50), star(2000), shuffled(grid(40, 50), 2000, 6)}) {
    const WeightedGraph fine = graph_below(matrix_of(2000, edges, host), host.run);
    Array<std::int32_t> place;
    const WeightedGraph coarse = coarsened(fine, 2, place, host.run);
    EXPECT_LE(coarse.n, 1200);
    std::vector<std::int32_t> weight(static_cast<std::size_t>(coarse.n));
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> between, found;
    for (std::int32_t v = 0; v < fine.n; ++v) {
      ++weight[static_cast<std::size_t>(place[v])];
      for (std::int32_t e = fine.start[v]; e < fine.start[v + 1]; ++e)
        if (place[v] != place[fine.joined[e]]) ++between[{place[v], place[fine.joined[e]]}];
    }
    for (std::int32_t v = 0; v < coarse.n; ++v) {
      EXPECT_EQ(coarse.weight[v], weight[static_cast<std::size_t>(v)]);
      EXPECT_LE(coarse.weight[v], 2);
      for (std::int32_t e = coarse.start[v]; e < coarse.start[v + 1]; ++e)
        EXPECT_TRUE(found.emplace(std::pair{v, coarse.joined[e]}, coarse.edge[e]).second)
            << "twice";
    }
    EXPECT_EQ(between, found);
  }
}

TEST(VertexQueue, gives_the_largest_key_and_the_lower_index_of_equals) {
  Host host;
  constexpr std::int32_t n = 60;
  VertexQueue queue(n, host.run);
  std::map<std::int32_t, std::int32_t> keys;
  Rng rng(3);
  for (int round = 0; round < 5000; ++round) {
    const std::int32_t v = static_cast<std::int32_t>(rng.below(n)),
                       key = static_cast<std::int32_t>(rng.below(21)) - 10;
    EXPECT_EQ(queue.has(v), keys.count(v) > 0);
    if (keys.count(v) == 0) {
      queue.add(v, keys[v] = key);
    } else if (key > 0) {
      queue.remove(v);
      keys.erase(v);
    } else {
      const std::int32_t by = static_cast<std::int32_t>(rng.below(9)) - 4;
      queue.change(v, by);
      keys[v] += by;
    }
    if (round % 1000 == 999) {
      queue.clear();
      keys.clear();
    }
    ASSERT_EQ(queue.empty(), keys.empty());
    if (keys.empty()) continue;
    const auto best = std::max_element(
        keys.begin(), keys.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    ASSERT_EQ(queue.top(), best->first);
    ASSERT_EQ(queue.key(queue.top()), best->second);
  }
}

// Largest |A y - b| for a b that is known.
double residual_of(const Csr<double> &A, const Cholesky &cholesky, Host &host) {
  Dense<double> y(host.memory, A.rows, 2);
  const auto right = [](std::int64_t i, std::int64_t c) {
    return static_cast<double>((i * 7 + c) % 11) - 5;
  };
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (const std::int64_t c : {0, 1}) y(i, c) = right(i, c);
  cholesky.solve(y, host.run);
  double worst = 0;
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (const std::int64_t c : {0, 1}) {
      double sum = -right(i, c);
      for (std::int64_t e = A.indptr[i]; e < A.indptr[i + 1]; ++e)
        sum += A.values[e] * y(A.indices[e], c);
      worst = std::fmax(worst, std::fabs(sum));
    }
  return worst;
}

TEST(Cholesky, keeps_the_order_of_fewer_operations) {
  Host host;
  const auto kept = [&](std::int64_t n, const Edges &edges) {
    const Csr<double> A = matrix_of(n, edges, host);
    Cholesky cholesky(A, host.run);
    if (cholesky.flops() < 1e9) {
      cholesky.factorize(A, 0, host.run);
      EXPECT_LT(residual_of(A, cholesky, host), 1e-11);
    }
    return std::pair{std::string(cholesky.ordering()), cholesky.flops()};
  };
  EXPECT_EQ(kept(8000, grid(20, 20, 20)).first, "nested-dissection");
  EXPECT_EQ(kept(2000, random_edges(2000, 3, 5)).first, "minimum-degree")
      << "no separator is small";
  EXPECT_EQ(kept(2500, grid(50, 50)).first, "minimum-degree") << "not worth a look";
  EXPECT_EQ(kept(5000, grid(5000, 1)).first, "minimum-degree");
  EXPECT_EQ(kept(700, complete(700)).first, "minimum-degree");
}

TEST(Cholesky, is_cancelled_while_it_looks_for_separators) {
  Host host;
  const Csr<double> A = matrix_of(8000, grid(20, 20, 20), host);
  host.monitor.cancel = true;
  expect_error(Status::cancelled, "", [&] { Cholesky(A, host.run); });
}

}  // namespace
}  // namespace manifact
