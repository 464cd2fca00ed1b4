// graph/conductance: the local search for a lower cut, against one that computes the value of each
// candidate from all edges.
#include "graph/conductance.hpp"

#include "support/numbers.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

constexpr std::int64_t n = 60;
constexpr std::int32_t k = 4;

// Four parts with a few edges between them; the last three vertices are alone or unlabeled.
Plain edges() {
  Plain S(n, n);
  Rng rng(5);
  for (std::int64_t i = 0; i < n - 2; ++i)
    for (std::int64_t j = 0; j < i; ++j) {
      const bool same = i % k == j % k;
      if (rng.below(same ? 4 : 25) == 0)
        S(i, j) = S(j, i) = 1 + static_cast<double>(rng.below(64)) / 64;
    }
  return S;
}

Labels first_labels() {
  Labels labels;
  Rng rng(6);
  for (std::int64_t i = 0; i < n; ++i)
    labels.push_back(static_cast<std::int32_t>(i % 4 == 0 ? rng.below(k) : i % k));
  labels[n - 3] = labels[n - 1] = -1;
  return labels;
}

double mean_conductance(const Plain &S, const Labels &labels) {
  double sum = 0;
  for (std::int32_t c = 0; c < k; ++c) {
    double leaving = 0, all = 0;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        if (labels[static_cast<std::size_t>(i)] != c) continue;
        all += S(i, j);
        if (labels[static_cast<std::size_t>(j)] != c) leaving += S(i, j);
      }
    sum += leaving / all;
  }
  return sum / k;
}

// One vertex at a time, by the value of the whole cut.
Labels searched(const Plain &S, Labels labels, const std::vector<std::int32_t> &order, int rounds) {
  bool moved = true;
  for (int round = 0; round < rounds && moved; ++round) {
    moved = false;
    for (const std::int32_t at : order) {
      const auto i = static_cast<std::size_t>(at);
      const std::int32_t own = labels[i];
      if (own < 0 || std::count(labels.begin(), labels.end(), own) < 2) continue;
      double least = mean_conductance(S, labels) - 1e-12;
      std::int32_t best = own;
      for (std::int32_t c = 0; c < k; ++c) {
        bool meets = false;
        for (std::int64_t j = 0; j < n; ++j)
          meets = meets || (S(at, j) > 0 && labels[static_cast<std::size_t>(j)] == c);
        if (c == own || !meets) continue;
        Labels other = labels;
        other[i] = c;
        if (const double value = mean_conductance(S, other); value < least) least = value, best = c;
      }
      moved = moved || best != own;
      labels[i] = best;
    }
  }
  return labels;
}

struct Lowered {
  Labels labels;
  Index moved = 0;
};

Lowered lowered(const Plain &S, const Labels &first, const std::vector<std::int32_t> &order,
                int rounds) {
  Host host;
  const Graph graph = graph_of(S, host.memory);
  Array<std::int32_t> labels(host.memory, n), along(host.memory, n);
  std::copy(first.begin(), first.end(), labels.begin());
  std::copy(order.begin(), order.end(), along.begin());
  Lowered search;
  search.moved = lower_conductance(graph, along, k, rounds, labels, host.run);
  search.labels = listed(labels);
  return search;
}

std::vector<std::int32_t> backwards() {
  std::vector<std::int32_t> order;
  for (std::int64_t i = n; i-- > 0;) order.push_back(static_cast<std::int32_t>(i));
  return order;
}

TEST(LowerConductance, moves_are_those_of_the_values) {
  const Plain S = edges();
  const Labels first = first_labels();
  for (const int rounds : {1, 2, 20}) {
    const Lowered search = lowered(S, first, backwards(), rounds);
    EXPECT_EQ(search.labels, searched(S, first, backwards(), rounds));
    Index different = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
      different += search.labels[i] != first[i] ? 1 : 0;
    EXPECT_EQ(search.moved, different);
  }
}

TEST(LowerConductance, the_value_falls_until_no_vertex_moves) {
  const Plain S = edges();
  const Labels first = first_labels(), once = lowered(S, first, backwards(), 20).labels;
  EXPECT_LT(mean_conductance(S, once), mean_conductance(S, first));
  EXPECT_EQ(lowered(S, once, backwards(), 20).moved, 0);
  EXPECT_EQ(once[n - 3], -1);
  EXPECT_EQ(once[n - 2], first[n - 2]);
}

TEST(LowerConductance, no_cluster_becomes_empty) {
  const Plain S = edges();
  Labels first(n, 0);
  for (std::int32_t c = 1; c < k; ++c) first[static_cast<std::size_t>(c)] = c;
  const Labels found = lowered(S, first, backwards(), 20).labels;
  for (std::int32_t c = 0; c < k; ++c) EXPECT_GT(std::count(found.begin(), found.end(), c), 0);
}

}  // namespace
}  // namespace manifact
