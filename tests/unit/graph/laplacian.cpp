// graph/laplacian and graph/components: lazy random walks and colorings.
#include "graph/laplacian.hpp"
#include "graph/components.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

TEST(Walk, is_the_lazy_random_walk_and_leaves_isolated_vertices) {
  Host host;
  Plain S = random_weights(20, 0.2, 4);
  for (std::int64_t i = 0; i < 20; ++i) S(i, 7) = S(7, i) = 0;
  const Plain Z0 = random_plain(20, 5, 9);
  Dense<double> Z = dense<double>(Z0, host.memory);
  smooth(Z, laplacian_of<double>(graph_of(S, host.memory), nullptr, host.run), 3, host.run);
  std::vector<double> inverse = row_sums(S);
  for (double &d : inverse) d = d > 0 ? 1 / d : 0;
  Plain right = Z0;
  for (int step = 0; step < 3; ++step) {
    Plain next = 0.5 * (right + scaled(inverse, S, {}) * right);
    for (std::int64_t c = 0; c < 5; ++c)
      for (std::int64_t i = 0; i < 20; ++i)
        if (inverse[static_cast<std::size_t>(i)] == 0) next(i, c) = right(i, c);
    right = next;
  }
  EXPECT_LT(relative_error(plain(Z), right), 1e-14);
  for (std::int64_t c = 0; c < 5; ++c) EXPECT_EQ(Z(7, c), Z0(7, c));
}

TEST(Walk, of_no_step_changes_nothing) {
  Host host;
  Dense<double> Z = dense<double>(random_plain(6, 2, 1), host.memory);
  smooth(Z, laplacian_of<double>(graph_of(random_weights(6, 1, 2), host.memory), nullptr, host.run),
         0, host.run);
  EXPECT_EQ(plain(Z), random_plain(6, 2, 1));
}

TEST(MeanDegree, is_that_of_all_vertices) {
  Host host;
  Plain S(3, 3);
  S(0, 1) = S(1, 0) = 3;
  EXPECT_DOUBLE_EQ(mean_degree(graph_of(S, host.memory)), 2);
}

TEST(Coloring, has_every_vertex_once_and_no_edge_within_a_class) {
  Host host;
  for (const double share : {0.0, 0.05, 0.3, 1.0}) {
    const Plain S = random_weights(40, share, 3);
    const Csr<double> sparse = csr<double>(S, host.memory);
    const Coloring coloring = greedy_coloring<double>(sparse, host.memory);
    std::vector<int> seen(40);
    for (std::int64_t c = 0; c < coloring.classes(); ++c)
      for (std::int64_t a = coloring.starts[static_cast<std::size_t>(c)];
           a < coloring.starts[static_cast<std::size_t>(c) + 1]; ++a) {
        ++seen[static_cast<std::size_t>(coloring.vertices[a])];
        for (std::int64_t b = coloring.starts[static_cast<std::size_t>(c)]; b < a; ++b) {
          EXPECT_EQ(S(coloring.vertices[a], coloring.vertices[b]), 0);
          EXPECT_LT(coloring.vertices[b], coloring.vertices[a]);
        }
      }
    EXPECT_EQ(seen, std::vector<int>(40, 1)) << share;
    if (share == 0) {
      EXPECT_EQ(coloring.classes(), 1);
    }
    if (share == 1) {
      EXPECT_EQ(coloring.classes(), 40);
    }
  }
}

}  // namespace
}  // namespace manifact
