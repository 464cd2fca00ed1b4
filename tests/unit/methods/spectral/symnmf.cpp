// methods/spectral/symnmf against a slow, obvious version: dense matrices, the objective by its
// definition, each entry moved by bisection.
#include <algorithm>
#include <functional>
#include <numeric>

#include "support/handles.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

// D^-1/2 W D^-1/2
Plain normalized(Plain W) {
  std::vector<double> d(static_cast<std::size_t>(W.rows));
  for (Index i = 0; i < W.rows; ++i)
    for (Index j = 0; j < W.rows; ++j) d[static_cast<std::size_t>(i)] += W(i, j);
  for (double &x : d) x = x > 0 ? 1 / std::sqrt(x) : 0;
  return scaled(d, W, d);
}

double objective(const Plain &S, const Plain &V) {
  const Plain difference = S - V * transposed(V);
  return inner(difference, difference);
}

Plain gradient(const Plain &S, const Plain &V) { return 4.0 * (V * (transposed(V) * V) - S * V); }

// The minimizer over x >= 0 of a convex function with derivative `slope`.
double minimum(const std::function<double(double)> &slope) {
  if (slope(0) >= 0) return 0;
  double low = 0, high = 1;
  while (slope(high) < 0) high *= 2;
  for (int halving = 0; halving < 200; ++halving) {
    const double middle = (low + high) / 2;
    (slope(middle) < 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

// The rows in ascending order of their entries, which is that of the updates from these.
std::vector<Index> ascending(const Plain &V) {
  std::vector<Index> order(static_cast<std::size_t>(V.rows));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Index i, Index j) {
    for (Index c = 0; c < V.columns; ++c)
      if (V(i, c) != V(j, c)) return V(i, c) < V(j, c);
    return i < j;
  });
  return order;
}

Plain updated(const Plain &S, Plain V, const std::vector<Index> &order) {
  for (const Index i : order)
    for (Index c = 0; c < V.columns; ++c)
      V(i, c) = minimum([&](double x) {
        Plain moved = V;
        moved(i, c) = x;
        return gradient(S, moved)(i, c);
      });
  return V;
}

// A graph of two rings with chords, joined by a weak edge, and a vertex without edges.
Plain two_rings(Index ring) {
  Plain W(2 * ring + 1, 2 * ring + 1);
  const auto join = [&](Index i, Index j, double weight) { W(i, j) = W(j, i) = weight; };
  for (Index i = 0; i < ring; ++i)
    for (const Index first : {Index{0}, ring}) {
      join(first + i, first + (i + 1) % ring, 1 + 0.1 * static_cast<double>(i));
      join(first + i, first + (i + 2) % ring, 0.5);
    }
  join(0, ring, 0.05);
  return W;
}

struct Fitted {
  Plain V;
  std::vector<double> history;
  std::vector<std::int32_t> labels;
};

Fitted fitted(const Plain &W, Index k, const support::Settings &settings,
              const Plain *V = nullptr) {
  const auto context = support::context();
  const auto X = support::matrix(context.get(), W.rows, W.rows, (W + W).values);
  const auto edges = support::matrix(context.get(), W.rows, W.rows, W.values);
  manifact_graph *graph = nullptr;
  EXPECT_EQ(manifact_graph_from_matrix(context.get(), edges.get(), 0, &graph), 0)
      << manifact_context_message(context.get());
  const auto solver = support::solver(context.get(), "symnmf", settings);
  EXPECT_EQ(manifact_solver_set_graph(solver.get(), graph), 0);
  manifact_graph_free(graph);
  if (V != nullptr) {
    const int status = manifact_solver_set_start_factors(solver.get(), nullptr, V->values.data(),
                                                         V->rows, V->columns);
    EXPECT_EQ(status, 0) << manifact_solver_message(solver.get());
  }
  const auto model = support::fit(solver.get(), X.get(), k);
  Fitted result{Plain(W.rows, k), support::history(model.get()), support::labels(model.get())};
  result.V.values = support::memberships(model.get());
  return result;
}

TEST(SymmetricNmf, gradient_of_the_objective_is_that_of_differences) {
  const Plain S = normalized(two_rings(5)), V = random_plain(11, 3, 1);
  const Plain right = gradient(S, V);
  for (Index i = 0; i < V.rows; ++i)
    for (Index c = 0; c < V.columns; ++c) {
      constexpr double h = 1e-5;
      Plain up = V, down = V;
      up(i, c) += h;
      down(i, c) -= h;
      EXPECT_NEAR((objective(S, up) - objective(S, down)) / (2 * h), right(i, c), 1e-7);
    }
}

TEST(SymmetricNmf, update_moves_each_entry_to_its_minimum) {
  const Plain W = two_rings(5), S = normalized(W);
  Plain V = random_plain(11, 3, 2);
  for (Index i = 0; i < 4; ++i) V(2 * i, i % 3) = 0;
  const Fitted fit = fitted(W, 3, {{"max-iterations", "2"}, {"tolerance", "0"}}, &V);
  const std::vector<Index> order = ascending(V);
  const Plain once = updated(S, V, order), twice = updated(S, once, order);
  EXPECT_LT(relative_error(fit.V, twice), 1e-10);  // of the bisection
  ASSERT_EQ(fit.history.size(), 3u);
  EXPECT_NEAR(fit.history[0], objective(S, V), 1e-12 * fit.history[0]);
  EXPECT_NEAR(fit.history[1], objective(S, once), 1e-12 * fit.history[0]);
  EXPECT_NEAR(fit.history[2], objective(S, twice), 1e-12 * fit.history[0]);
}

TEST(SymmetricNmf, objective_never_increases_and_ends_at_a_stationary_point) {
  for (const char *start : {"random", "kmeans", "ncut"})
    for (const char *precision : {"double", "float"}) {
      const bool exact = std::string(precision) == "double";
      const Plain W = two_rings(7), S = normalized(W);
      const Fitted fit = fitted(W, 2,
                                {{"start", start},
                                 {"precision", precision},
                                 {"max-iterations", "3000"},
                                 {"tolerance", "0"}});
      for (std::size_t t = 1; t < fit.history.size(); ++t)
        EXPECT_LE(fit.history[t], fit.history[t - 1] + (exact ? 1e-13 : 1e-5)) << start << " " << t;
      const Plain slope = gradient(S, fit.V);
      for (std::size_t e = 0; e < slope.values.size(); ++e) {
        EXPECT_GE(slope.values[e], exact ? -1e-6 : -1e-2);
        EXPECT_LE(fit.V.values[e] * slope.values[e], exact ? 1e-6 : 1e-2);
      }
    }
}

TEST(SymmetricNmf, recovers_the_blocks_of_a_graph) {
  constexpr Index blocks = 4, size = 12;
  Plain W(blocks * size, blocks * size);
  Rng rng(3);
  for (Index i = 0; i < W.rows; ++i)
    for (Index j = 0; j < i; ++j) {
      const bool same = i % blocks == j % blocks;
      if (rng.uniform() < (same ? 0.7 : 0.1)) W(i, j) = W(j, i) = 0.5 + rng.uniform() / 2;
    }
  const Fitted fit = fitted(W, blocks, {{"seed", "1"}});
  for (Index i = 0; i < W.rows; ++i)
    for (Index j = 0; j < W.rows; ++j)
      EXPECT_EQ(fit.labels[static_cast<std::size_t>(i)] == fit.labels[static_cast<std::size_t>(j)],
                i % blocks == j % blocks)
          << i << " " << j;
}

// Many rows of the start are equal: those of S V decide, and not the places of the vertices.
TEST(SymmetricNmf, vertices_in_another_order_have_the_same_memberships) {
  const Plain W = two_rings(9);
  const Index n = W.rows, k = 3;
  Plain V(n, k), moved_W(n, n), moved_V(n, k);
  const auto place = [n](Index i) { return (7 * i + 3) % n; };
  for (Index i = 0; i < n; ++i) {
    for (Index c = 0; c < k; ++c) V(i, c) = moved_V(place(i), c) = i / 7 == c ? 0.5 : 0.1;
    for (Index j = 0; j < n; ++j) moved_W(place(i), place(j)) = W(i, j);
  }
  const support::Settings settings = {{"max-iterations", "3"}, {"tolerance", "0"}};
  const Fitted fit = fitted(W, k, settings, &V), other = fitted(moved_W, k, settings, &moved_V);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < k; ++c)
      EXPECT_NEAR(fit.V(i, c), other.V(place(i), c), 1e-12) << i << " " << c;
}

TEST(SymmetricNmf, vertex_without_edges_belongs_to_no_cluster) {
  const Fitted fit = fitted(two_rings(6), 2, {});
  EXPECT_EQ(fit.labels.back(), -1);
  for (Index c = 0; c < 2; ++c) EXPECT_EQ(fit.V(12, c), 0);
}

TEST(SymmetricNmf, new_documents_take_the_memberships_of_their_neighbors) {
  const auto context = support::context();
  std::vector<double> values(40 * 6);
  for (std::size_t i = 0; i < 40; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      values[i * 6 + (i % 2) * 3 + j] = 1 + static_cast<double>((i * 7 + j * 5) % 4);
  const auto X = support::matrix(context.get(), 40, 6, values);
  const auto solver = support::solver(context.get(), "symnmf", {{"neighbors", "5"}});
  const auto model = support::fit(solver.get(), X.get(), 2);
  std::vector<std::int32_t> again(40);
  ASSERT_EQ(manifact_model_assign(context.get(), model.get(), X.get(), again.data(), nullptr, 40),
            0)
      << manifact_context_message(context.get());
  EXPECT_EQ(again, support::labels(model.get()));
}

}  // namespace
}  // namespace manifact
