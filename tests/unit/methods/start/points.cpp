// methods/start/points and graph/spanning_tree: each piece against its definition, computed slowly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "graph/spanning_tree.hpp"
#include "methods/start/points/choice.hpp"
#include "methods/start/points/criteria.hpp"
#include "methods/start/points/point_clustering.hpp"
#include "methods/start/points/point_graph.hpp"
#include "reference/near_points.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

double squared(const Plain &Y, std::int64_t i, std::int64_t j) {
  double sum = 0;
  for (std::int64_t c = 0; c < Y.columns; ++c) sum += (Y(i, c) - Y(j, c)) * (Y(i, c) - Y(j, c));
  return sum;
}

// Kruskal on all pairs: the sum of the lengths of a minimum spanning tree is unique, and so are its
// sorted lengths.
std::vector<double> kruskal(const Plain &Y, const std::vector<double> &core) {
  std::vector<TreeEdge> all;
  for (std::int32_t i = 0; i < Y.rows; ++i)
    for (std::int32_t j = i + 1; j < Y.rows; ++j) {
      double length = squared(Y, i, j);
      if (!core.empty())
        length = std::max(
            {length, core[static_cast<std::size_t>(i)], core[static_cast<std::size_t>(j)]});
      all.push_back({length, i, j});
    }
  std::sort(all.begin(), all.end());
  std::vector<std::size_t> part(static_cast<std::size_t>(Y.rows));
  std::iota(part.begin(), part.end(), std::size_t{0});
  std::vector<double> lengths;
  for (const TreeEdge &edge : all) {
    const std::size_t a = part[static_cast<std::size_t>(edge.a)],
                      b = part[static_cast<std::size_t>(edge.b)];
    if (a == b) continue;
    lengths.push_back(edge.length);
    for (std::size_t &p : part) p = p == b ? a : p;
  }
  return lengths;
}

TEST(Points, spanning_trees_are_those_of_all_pairs) {
  for (const std::int64_t d : {1, 2, 7, 30})
    for (const std::int64_t n : {2, 3, 9, 64, 150}) {
      const Plain Y = n == 64 ? whole_numbers(n, d, 0, 3, 1) : random_plain(n, d, 5);
      std::vector<double> core(static_cast<std::size_t>(n));
      for (std::size_t i = 0; i < core.size(); ++i)
        core[i] = 0.05 * static_cast<double>(i % 7) * static_cast<double>(d);
      for (const std::int64_t threads : {1, 3}) {
        Host host(threads);
        const Dense<double> points = dense<double>(Y, host.memory);
        Array<double> cores(host.memory, n);
        std::copy(core.begin(), core.end(), cores.begin());
        const SpanningTrees trees = spanning_trees(points, cores, host.run);
        for (const bool reach : {false, true}) {
          const std::vector<double> right = kruskal(Y, reach ? core : std::vector<double>());
          const Array<TreeEdge> &tree = reach ? trees.reachability : trees.distance;
          ASSERT_EQ(tree.size(), n - 1);
          for (std::int64_t e = 0; e < n - 1; ++e)
            EXPECT_NEAR(tree[e].length, right[static_cast<std::size_t>(e)],
                        1e-12 * static_cast<double>(1 + d))
                << "n " << n << ", d " << d << ", edge " << e;
        }
      }
    }
}

// Genie by definition: lists of members, the Gini index of all pairs, all edges in each step.
Labels genie(const Array<TreeEdge> &tree, const std::vector<double> &mass, std::int64_t k,
             double g) {
  std::vector<std::size_t> part(mass.size());
  std::iota(part.begin(), part.end(), std::size_t{0});
  const auto of = [&](std::int32_t i) { return part[static_cast<std::size_t>(i)]; };
  for (;;) {
    std::vector<double> size(mass.size()), sizes;
    for (std::size_t i = 0; i < mass.size(); ++i) size[part[i]] += mass[i];
    for (const double s : size)
      if (s > 0) sizes.push_back(s);
    if (static_cast<std::int64_t>(sizes.size()) <= k) break;
    double differences = 0, total = 0;
    for (std::size_t a = 0; a < sizes.size(); ++a) {
      total += sizes[a];
      for (std::size_t b = a + 1; b < sizes.size(); ++b)
        differences += std::abs(sizes[a] - sizes[b]);
    }
    const bool unequal = differences / (static_cast<double>(sizes.size() - 1) * total) > g;
    const double least = *std::min_element(sizes.begin(), sizes.end());
    for (const TreeEdge &edge : tree) {
      const std::size_t a = of(edge.a), b = of(edge.b);
      if (a == b || (unequal && size[a] != least && size[b] != least)) continue;
      for (std::size_t &p : part) p = p == b ? a : p;
      break;
    }
  }
  Labels labels;
  std::vector<std::size_t> seen;
  for (const std::size_t p : part) {
    if (std::find(seen.begin(), seen.end(), p) == seen.end()) seen.push_back(p);
    labels.push_back(
        static_cast<std::int32_t>(std::find(seen.begin(), seen.end(), p) - seen.begin()));
  }
  return labels;
}

TEST(Points, bounded_linkage_is_that_of_the_definition) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const std::int64_t n = 90;
    Host host(2);
    const Plain Y = random_plain(n, 2, seed);
    Array<double> core(host.memory, n), mass(host.memory, n);
    std::vector<double> masses;
    for (std::int64_t i = 0; i < n; ++i)
      masses.push_back(mass[i] = seed < 3 ? 1 : 1 + static_cast<double>(i % 3));
    const SpanningTrees trees = spanning_trees(dense<double>(Y, host.memory), core, host.run);
    for (const double g : {0.0, 0.1, 0.3, 0.5, 1.0})
      for (const std::int64_t k : {1, 2, 5, 20, 90})
        EXPECT_EQ(listed(bounded_linkage(trees.distance, mass, k, g, host.run)),
                  genie(trees.distance, masses, k, g))
            << "seed " << seed << ", g " << g << ", k " << k;
  }
}

TEST(Points, criteria_are_those_of_the_formulas) {
  Host host(1);
  const std::int64_t n = 40, k = 3;
  const Plain S = random_weights(n, 0.3, 7);
  const Graph graph = graph_of(S, host.memory);
  Labels labels;
  for (std::int64_t i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>(i * i % k));
  double total = 0, cut = 0, information = 0;
  Plain joint(k, k);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      joint(labels[static_cast<std::size_t>(i)], labels[static_cast<std::size_t>(j)]) += S(i, j);
      total += S(i, j);
    }
  for (std::int64_t a = 0; a < k; ++a) {
    const double volume = row_sums(joint)[static_cast<std::size_t>(a)];
    cut += volume > 0 ? (volume - joint(a, a)) / volume : 1;
    for (std::int64_t b = 0; b < k; ++b)
      if (joint(a, b) > 0)
        information +=
            joint(a, b) / total *
            std::log(joint(a, b) * total / (volume * row_sums(joint)[static_cast<std::size_t>(b)]));
  }
  const Array<std::int32_t> given = array(labels);
  EXPECT_NEAR(normalized_cut(graph, given, k), cut, 1e-12);
  EXPECT_NEAR(edge_information(graph, given, k), information, 1e-12);

  Array<TreeEdge> tree(host.memory, n - 1);
  double ranks = 0, cuts = 0;
  for (std::int32_t e = 0; e < n - 1; ++e) {
    tree[e] = {static_cast<double>(e), e, e + 1};
    if (labels[static_cast<std::size_t>(e)] == labels[static_cast<std::size_t>(e + 1)]) continue;
    ranks += e / static_cast<double>(n - 2);
    ++cuts;
  }
  EXPECT_NEAR(gap_rank(tree, given), ranks / cuts, 1e-12);
  EXPECT_NEAR(shape_score(information, 0.5, k), information / std::log(3) - 0.15 * std::log(0.51),
              1e-12);
  // Ranks below that of random edges count as theirs.
  EXPECT_EQ(shape_score(information, 0.3, k), shape_score(information, 0.5, k));
  EXPECT_GT(shape_score(information, 0.6, k), shape_score(information, 0.5, k));
}

// Two elongated groups: the labels are the larger of the densities, computed from the covariances
// with the rows that the prior stands for.
TEST(Points, mixtures_label_by_density_and_assign_as_they_label) {
  Host host(2);
  const std::int64_t n = 200, d = 2, k = 2;
  Plain Y = signed_plain(n, d, 3);
  Array<std::int32_t> start(host.memory, n);
  for (std::int64_t i = 0; i < n; ++i) {
    start[i] = i < 120 ? 0 : 1;
    Y(i, 1) = 0.2 * Y(i, 1) + (i < 120 ? 0 : 2);
  }
  Array<double> mass(host.memory, n);
  std::fill(mass.begin(), mass.end(), 1.0);
  const Dense<double> points = dense<double>(Y, host.memory);
  for (const Covariances kind : {Covariances::full, Covariances::round}) {
    const GaussianClusters found = gaussian_clusters(points, mass, start, k, kind, 200, host.run);
    Labels right;
    for (std::int64_t i = 0; i < n; ++i) right.push_back(i < 120 ? 0 : 1);
    EXPECT_EQ(listed(found.labels), right);
    const Posterior posterior = posterior_of(found.model, host.run);
    Dense<double> R(host.memory, n, k);
    posteriors(posterior, points, Array<bool>(host.memory, n), R, host.run);
    Array<double> work(host.memory, d);
    for (std::int64_t i = 0; i < n; ++i) {
      const double a = found.model.log_density(points.row(i), 0, work.data()),
                   b = found.model.log_density(points.row(i), 1, work.data());
      EXPECT_NEAR(R(i, 0), 1 / (1 + std::exp(b - a)), 1e-9);
    }
  }
}

// ln pi + ln N with S = scatter / n and the prior, for one cluster: everything by hand.
TEST(Points, one_gaussian_has_the_covariance_of_the_rows_and_the_prior) {
  Host host(1);
  const std::int64_t n = 50, d = 3;
  const Plain Y = signed_plain(n, d, 9);
  Plain mean(1, d), S(d, d);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t a = 0; a < d; ++a) mean(0, a) += Y(i, a) / n;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t a = 0; a < d; ++a)
      for (std::int64_t b = 0; b < d; ++b)
        S(a, b) += (Y(i, a) - mean(0, a)) * (Y(i, b) - mean(0, b)) / n;
  Array<double> mass(host.memory, n);
  std::fill(mass.begin(), mass.end(), 1.0);
  const GaussianClusters found =
      gaussian_clusters(dense<double>(Y, host.memory), mass, Array<std::int32_t>(host.memory, n), 1,
                        Covariances::full, 5, host.run);
  Plain R(d, d);
  for (std::int64_t a = 0; a < d; ++a)
    for (std::int64_t b = 0; b < d; ++b) R(a, b) = found.model.inverse[a * d + b];
  EXPECT_LT(relative_error(R * S * transposed(R), identity(d)), 1e-9);
}

TEST(Points, do_not_depend_on_the_order_or_the_origin) {
  Host host(2);
  const std::int64_t n = 300, d = 3;
  const Plain Y = whole_numbers(n, d, 0, 9, 4);
  Plain moved(n, d);
  std::vector<std::int64_t> place(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    place[static_cast<std::size_t>(i)] = (i * 7 + 3) % n;
    for (std::int64_t c = 0; c < d; ++c) moved((i * 7 + 3) % n, c) = Y(i, c) + 1000;
  }
  const auto rows_of = [&](const Dense<double> &values) {
    DenseRows rows;
    rows.rows = n;
    rows.columns = d;
    rows.stride = values.stride();
    rows.reals = values.data();
    return DataView<double>(rows);
  };
  const Dense<double> first = dense<double>(Y, host.memory),
                      second = dense<double>(moved, host.memory);
  Array<std::int32_t> kept;
  const PointSet a = point_set(rows_of(first), n, kept, host.run),
                 b = point_set(rows_of(second), n, kept, host.run);
  EXPECT_TRUE(kept.empty());
  ASSERT_EQ(a.size(), b.size());
  std::set<std::vector<double>> distinct;
  for (std::int64_t i = 0; i < n; ++i) {
    distinct.insert({Y(i, 0), Y(i, 1), Y(i, 2)});
    EXPECT_EQ(a.point[i], b.point[place[static_cast<std::size_t>(i)]]);
  }
  EXPECT_EQ(a.size(), static_cast<std::int64_t>(distinct.size()));
  EXPECT_EQ(listed(a.mass), listed(b.mass));
  for (std::int64_t p = 0; p < a.size(); ++p)
    for (std::int64_t c = 0; c < d; ++c) EXPECT_EQ(a.Y(p, c), b.Y(p, c));

  point_set(rows_of(first), 100, kept, host.run);
  EXPECT_EQ(kept.size(), 100);
  EXPECT_EQ(std::set<std::int32_t>(kept.begin(), kept.end()).size(), 100u);
}

// The shape wins only if its cut is far smaller than that of the compact candidate, and small.
TEST(Points, the_choice_is_the_rule) {
  std::vector<PointCandidate> all(4);
  all[0].kind = PointCandidateKind::cut;
  all[0].score = 0.8;
  all[0].cut = 0.3;
  all[1].kind = PointCandidateKind::tree;
  all[1].score = 0.9;
  all[1].cut = 0.1;
  all[2].kind = PointCandidateKind::means;
  all[2].criterion = -20;
  all[2].cut = 0.05;
  all[3].kind = PointCandidateKind::mixture;
  all[3].criterion = -10;
  all[3].cut = 0.2;
  const PointChoice choice = choose_candidate(all, 3);
  EXPECT_EQ(choice.shape, 1u);
  EXPECT_EQ(choice.compact, 3u);
  EXPECT_EQ(choice.chosen, 1u);
  all[3].cut = 0.16;
  EXPECT_EQ(choose_candidate(all, 3).chosen, 3u);
  all[3].cut = 4;
  all[1].cut = 0.31;
  EXPECT_EQ(choose_candidate(all, 3).chosen, 3u);
}

// k-means on all rows: at the end no row is nearer to another mean, and the means are those of
// their rows.
TEST(Points, means_of_all_rows_are_a_fixed_point) {
  Host host(2);
  const std::int64_t n = 20'000, d = 2, k = 3;
  const Plain Y = random_plain(n, d, 8);
  const Dense<double> values = dense<double>(Y, host.memory);
  DenseRows rows;
  rows.rows = n;
  rows.columns = d;
  rows.stride = values.stride();
  rows.reals = values.data();
  const DataView<double> X(rows);
  Array<double> center(host.memory, d);
  center[0] = 0.5;
  Dense<double> means(host.memory, k, d);
  means(1, 0) = 0.3;
  means(2, 1) = 0.3;
  means_of_rows(X, center, means, host.run);
  const Array<std::int32_t> labels = nearest_centers(X, center, means, host.run);
  Plain sums(k, d);
  std::vector<double> counts(k);
  for (std::int64_t i = 0; i < n; ++i) {
    ++counts[static_cast<std::size_t>(labels[i])];
    for (std::int64_t c = 0; c < d; ++c) sums(labels[i], c) += Y(i, c) - center[c];
  }
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < d; ++j)
      EXPECT_NEAR(sums(c, j) / counts[static_cast<std::size_t>(c)], means(c, j), 1e-2);
}

// w_ij of the header, from the lists of all pairs.
TEST(Points, the_graph_has_each_neighbor_once_with_the_weight_of_the_definition) {
  for (const std::int64_t n : {30, 150}) {
    Host host;
    const Plain Y = random_plain(n, 3, 9);
    const std::int64_t q =
        std::clamp<std::int64_t>(std::lround(1.5 * std::log(static_cast<double>(n))), 5, 10);
    const std::vector<NearPoint> near = plain_nearest(Y, q);
    std::vector<double> scale;
    std::vector<std::map<std::int32_t, double>> right(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
      const auto list = near.begin() + i * q;
      scale.push_back(std::sqrt(list[std::min<std::int64_t>(7, q) - 1].distance));
      for (std::int64_t h = 0; h < q; ++h) {
        right[static_cast<std::size_t>(i)][list[h].index] = list[h].distance;
        right[static_cast<std::size_t>(list[h].index)][static_cast<std::int32_t>(i)] =
            list[h].distance;
      }
    }
    const Csr<double> S = point_graph(dense<double>(Y, host.memory), host.run, false).graph.S;
    for (std::size_t i = 0; i < right.size(); ++i) {
      std::int64_t e = S.indptr[static_cast<std::int64_t>(i)];
      ASSERT_EQ(S.indptr[static_cast<std::int64_t>(i) + 1] - e, std::ssize(right[i])) << i;
      for (const auto &[j, square] : right[i]) {
        EXPECT_EQ(S.indices[e], j) << i;
        EXPECT_NEAR(S.values[e++],
                    std::exp(-square / (scale[i] * scale[static_cast<std::size_t>(j)])), 1e-12)
            << i << ' ' << j;
      }
    }
  }
}

}  // namespace
}  // namespace manifact
