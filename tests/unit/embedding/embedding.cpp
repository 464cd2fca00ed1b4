// embedding/embedding: multiplicities against dense matrices, failure to converge, and the
// fallbacks.
#include "embedding/embedding.hpp"

#include "graph/components.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "reference/spectrum.hpp"
#include "support/cholmod.hpp"
#include "support/numbers.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

// `parts` random connected graphs of `each` vertices, without edges between them.
Graph separate(std::int64_t parts, std::int64_t each, Host &host) {
  Rng rng(static_cast<std::uint64_t>(parts));
  Plain S(parts * each, parts * each);
  const auto link = [&](std::int64_t i, std::int64_t j) {
    S(i, j) = S(j, i) = i == j ? 0 : rng.uniform();
  };
  for (std::int64_t i = 0; i < S.rows; ++i) {
    const std::int64_t first = i / each * each;
    link(i, first + (i + 1) % each);
    for (int more = 0; more < 3; ++more) link(i, first + rng.below(each));
  }
  Graph graph = graph_of(S, host.memory);
  measure(graph, host.run);
  return graph;
}

void expect_right(const Embedding &found, const std::vector<double> &right,
                  const SpectralProblem &problem, std::int64_t k, double tolerance) {
  for (std::int64_t c = 0; c < k; ++c)
    EXPECT_NEAR(found.theta[c], right[static_cast<std::size_t>(c)], tolerance) << k << ", " << c;
  const Plain Q = plain(found.Q), QQ = transposed(Q) * Q;
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t d = 0; d < k; ++d)
      EXPECT_NEAR(QQ(c, d), c == d ? 1 : 0, std::fmin(1e-10, tolerance));
  const auto theta = [&](std::int64_t c) { return std::fabs(right[static_cast<std::size_t>(c)]); };
  EXPECT_NEAR(found.gap, (theta(k) - theta(k - 1)) / std::max(theta(k), problem.least_size), 1e-3);
}

class Multiplicities : public testing::TestWithParam<std::int64_t> {};

TEST_P(Multiplicities, no_eigenvalue_is_missed_on_a_graph_of_many_components) {
  Host host;
  const std::int64_t parts = GetParam();
  for (const auto &[size, normalized] :
       {std::pair{240, true}, std::pair{240, false}, std::pair{960, true}}) {
    if (support::is_sanitized && size > 240) continue;  // time; the same code on more rows
    const Graph graph = separate(parts, std::max<std::int64_t>(6, size / parts), host);
    ASSERT_EQ(graph.components, parts);
    const SpectralProblem problem =
        normalized ? normalized_cut_of(graph, host.run) : ratio_cut_of(graph, host.run);
    std::vector<double> right = spectrum_by_lapack(plain(problem.matrix().view()));
    for (double &x : right) x = problem.sign * (x - problem.shift);
    for (const std::int64_t k : {2, 5, 10, 20})
      for (const bool dense : {false, true}) {
        EmbeddingRequest request;  // by default dense at all of these sizes
        request.k = k;
        if (!dense) request.dense_at_once = request.dense_at_last = 0;
        const Embedding found = embed(problem, request, Rng(3), host.run);
        EXPECT_TRUE(found.converged) << k;
        EXPECT_STREQ(found.solver, dense ? "dense" : "block");
        expect_right(found, right, problem, k, dense ? 1e-12 : 1e-8);
        if (dense) {
          EXPECT_LT(found.residual, 1e-10);
        }
        if (k < parts) {
          EXPECT_LT(found.gap, 1e-3) << "the k-th of `parts` eigenvalues 0 is no place to cut";
        }
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Components, Multiplicities, testing::Values(2, 3, 7, 15, 20, 30, 60));

// Disjoint copies of one graph: the multiplicity of every eigenvalue is a multiple of the number of
// copies, also in local prediction.
TEST(Embedding, copies_of_one_graph_have_each_eigenvalue_as_often_as_they_are) {
  Host host;
  for (const std::int64_t copies : {2, 15, 60}) {
    const std::int64_t each = std::max<std::int64_t>(6, 300 / copies), n = copies * each;
    const Plain part = random_weights(each, 0.5, 9),
                predictor = 0.3 * random_plain(each, each, 8, 0.4);
    Plain S(n, n), P(n, n);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = i / each * each; j < (i / each + 1) * each; ++j) {
        S(i, j) = part(i % each, j % each);
        P(i, j) = i == j ? 0 : predictor(i % each, j % each);
      }
    Graph graph = graph_of(S, host.memory);
    measure(graph, host.run);
    const Csr<double> sparse = csr<double>(P, host.memory);
    for (const SpectralProblem &problem :
         {local_prediction_of(sparse, &graph, 0.1, host.run), normalized_cut_of(graph, host.run)}) {
      Plain A = plain(problem.matrix().view());
      std::vector<double> right(static_cast<std::size_t>(n));
      ASSERT_TRUE(symmetric_eigen(n, A.values.data(), right.data(), host.run));
      const std::int64_t k = copies + 3;  // within the copies of the second eigenvalue
      EmbeddingRequest request;
      request.k = k;
      request.tolerance = 1e-7;
      request.dense_at_once = request.dense_at_last = 0;
      const Embedding found = embed(problem, request, Rng(3), host.run);
      EXPECT_TRUE(found.converged) << copies;
      for (std::int64_t c = 0; c < k; ++c)
        EXPECT_NEAR(found.theta[c],
                    problem.sign * (right[static_cast<std::size_t>(c)] - problem.shift), 1e-6)
            << copies << ", " << c;
      EXPECT_LT(found.theta[copies - 1] - found.theta[0], 1e-6);
    }
  }
}

TEST(Embedding, one_that_stops_too_early_is_reported_and_the_dense_solver_replaces_it) {
  Host host;
  const Graph graph = separate(3, 50, host);
  const SpectralProblem problem = ratio_cut_of(graph, host.run);
  EmbeddingRequest request;
  request.k = 8;
  request.rounds = 1;
  request.dense_at_once = request.dense_at_last = request.most_fill = 0;
  const Embedding early = embed(problem, request, Rng(1), host.run);
  EXPECT_FALSE(early.converged);
  EXPECT_GT(early.residual, request.tolerance);
  request.dense_at_last = 150;
  request.last_resorts = false;
  EXPECT_FALSE(embed(problem, request, Rng(1), host.run).converged) << "none was wanted";
  EXPECT_EQ(early.worst(8), early.residual);
  EXPECT_LE(early.worst(1), early.residual);
  request.last_resorts = true;
  const Embedding found = embed(problem, request, Rng(1), host.run);
  EXPECT_TRUE(found.converged);
  EXPECT_STREQ(found.solver, "dense");
  EXPECT_NEAR(found.theta[2], 0, 1e-12);
}

// Local prediction has eigenvalues of all magnitudes: residuals are reported relative to the k-th.
TEST(Embedding, a_dense_matrix_has_residuals_too_and_the_same_bits_for_any_threads) {
  Host one(1), three(3);
  constexpr std::int64_t n = 500;
  const Graph graph = separate(1, n, one);
  const Csr<double> P = csr<double>(0.01 * random_plain(n, n, 8, 0.2), one.memory);
  const SpectralProblem problem = local_prediction_of(P, &graph, 0.1, one.run);
  const EmbeddingRequest request{6};
  const Embedding found = embed(problem, request, Rng(1), one.run),
                  again = embed(problem, request, Rng(2), three.run);
  EXPECT_STREQ(found.solver, "dense");
  EXPECT_GT(found.residual, 0);
  EXPECT_LT(found.residual, 1e-11);
  EXPECT_EQ(found.residuals.size(), 6);
  EXPECT_EQ(found.theta.size(), 8);
  EXPECT_EQ(plain(found.Q), plain(again.Q));
  EXPECT_EQ(listed(found.theta), listed(again.theta));
  const Plain Q = plain(found.Q), A = plain(problem.matrix().view());
  const Plain R = A * Q - scaled({}, Q,
                                 {-found.theta[0], -found.theta[1], -found.theta[2],
                                  -found.theta[3], -found.theta[4], -found.theta[5]});
  EXPECT_LT(largest(R), 1e-13 * largest(A));
}

TEST(Embedding, a_dense_matrix_counts_twice_and_can_be_cancelled) {
  Host host;
  const SpectralProblem problem = normalized_cut_of(separate(2, 60, host), host.run);
  EmbeddingRequest request{3};
  request.most_dense = 2 * problem.n * problem.n;
  EXPECT_STREQ(embed(problem, request, Rng(1), host.run).solver, "dense");
  --request.most_dense;
  EXPECT_STREQ(embed(problem, request, Rng(1), host.run).solver, "block")
      << "its eigenvectors would have no room";
  request.most_dense = 2 * problem.n * problem.n;
  host.monitor.cancel = true;
  EXPECT_THROW(embed(problem, request, Rng(1), host.run), Error);
}

// The Laplacian of a path has the eigenvalues 2 - 2 cos(pi c / n), the first of them next to 0.
Graph path_of(std::int64_t n, Host &host) {
  Graph path;
  path.S = Csr<double>(host.memory, n, n, 2 * (n - 1));
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    for (const std::int64_t j : {i - 1, i + 1}) {
      if (j < 0 || j >= n) continue;
      path.S.indices[to] = static_cast<std::int32_t>(j);
      path.S.values[to++] = 1;
    }
    path.S.indptr[i + 1] = to;
  }
  measure(path, host.run);
  return path;
}

TEST(Embedding, tiny_eigenvalues_are_found_by_the_inverse) {
  NEEDS_CHOLMOD;
  Host host;
  constexpr std::int64_t n = 1600;
  EmbeddingRequest request;
  request.k = 4;
  request.rounds = 2;
  const SpectralProblem problem = ratio_cut_of(path_of(n, host), host.run);
  const Embedding found = embed(problem, request, Rng(1), host.run);
  EXPECT_TRUE(found.converged);
  EXPECT_STREQ(found.solver, "shift-invert");
  for (std::int64_t c = 0; c < 4; ++c)
    EXPECT_NEAR(found.theta[c],
                2 - 2 * std::cos(3.14159265358979323846 * static_cast<double>(c) / n), 1e-12)
        << c;
  request.most_fill = n;
  const Embedding refused = embed(problem, request, Rng(1), host.run);
  EXPECT_FALSE(refused.converged) << "its factor is too large";
  EXPECT_EQ(refused.Q.rows(), n) << "the best vectors are kept";
}

TEST(Embedding, the_inverse_and_the_block_iteration_find_the_same_where_both_converge) {
  NEEDS_CHOLMOD;
  Host host;
  constexpr std::int64_t n = 400;
  const SpectralProblem problem = ratio_cut_of(path_of(n, host), host.run);
  EmbeddingRequest request;
  request.k = 4;
  request.dense_at_once = request.dense_at_last = 0;
  request.tolerance = 1e-6;
  request.rounds = 2000;
  const Embedding block = embed(problem, request, Rng(1), host.run);
  request.rounds = 2;
  const Embedding inverse = embed(problem, request, Rng(1), host.run);
  ASSERT_TRUE(block.converged) << block.residual;
  ASSERT_TRUE(inverse.converged) << inverse.residual;
  EXPECT_STREQ(block.solver, "block");
  EXPECT_STREQ(inverse.solver, "shift-invert");
  const Plain Q = plain(block.Q), P = plain(inverse.Q);
  for (std::int64_t c = 0; c < 4; ++c) {
    EXPECT_NEAR(block.theta[c], inverse.theta[c], 1e-10) << c;
    double cosine = 0;
    for (std::int64_t i = 0; i < n; ++i) cosine += Q(i, c) * P(i, c);
    EXPECT_NEAR(std::fabs(cosine), 1, 1e-9) << c;
  }
}

TEST(Embedding, without_a_factorization_what_the_iteration_found_is_kept_with_the_reason) {
  if (Cholesky::available()) GTEST_SKIP() << "this build has CHOLMOD";
  Host host;
  EmbeddingRequest request;
  request.k = 4;
  request.rounds = 2;
  const Embedding found =
      embed(ratio_cut_of(path_of(1600, host), host.run), request, Rng(1), host.run);
  EXPECT_FALSE(found.converged);
  EXPECT_STREQ(found.solver, "block");
  EXPECT_EQ(found.Q.rows(), 1600);
  EXPECT_EQ(found.refused, "this build does not support sparse factorization (CHOLMOD)");
}

TEST(Embedding, products_without_a_matrix_are_those_of_the_definition) {
  Host host;
  const Plain X = random_plain(30, 20, 5, 0.3);
  const Csr<double> sparse = csr<double>(X, host.memory);
  const Plain K = X * transposed(X);
  std::vector<double> roots = row_sums(K);
  for (double &x : roots) x = x > 0 ? 1 / std::sqrt(x) : 0;
  const Plain B = random_plain(30, 4, 6);
  Dense<double> out(host.memory, 30, 4);
  gram_association_of(data(sparse), host.run).A(dense<double>(B, host.memory), out);
  EXPECT_LT(relative_error(plain(out), K * B), 1e-13);
  gram_cut_of(data(sparse), host.run).A(dense<double>(B, host.memory), out);
  EXPECT_LT(relative_error(plain(out), scaled(roots, K, roots) * B), 1e-13);
}

}  // namespace
}  // namespace manifact
