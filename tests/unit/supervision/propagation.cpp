// supervision/propagation: constraints propagated over the graph, and the adjusted graph, against
// the dense formulas.
#include <map>

#include "reference/supervision.hpp"
#include "supervision/adjusted_graph.hpp"
#include "support/cholmod.hpp"
#include "support/constraint_data.hpp"
#include "support/expect_error.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

constexpr std::int64_t memory_budget = std::int64_t{1} << 31;

using Solver = PropagationSolver;

// The solvers that this build has.
std::vector<Solver> solvers() {
  if (!Cholesky::available()) return {Solver::conjugate_gradients};
  return {Solver::cholesky, Solver::conjugate_gradients};
}

Plain spread(const Graph &graph, double alpha, Solver solver,
             const std::vector<std::vector<std::int64_t>> &sets, Host &host,
             PropagationTrace *trace = nullptr) {
  Propagation propagation(graph, alpha, {solver, memory_budget},
                          static_cast<std::int64_t>(sets.size()), host.run);
  Plain P = plain(propagation.solve(sets, 0, sets.size()));
  if (trace != nullptr) *trace = propagation.trace();
  return P;
}

TEST(Propagation, both_solvers_solve_the_system_up_to_an_alpha_close_to_one) {
  Host host;
  const Plain W = ring_and_chords(80, 0.05, 4, true);
  const Graph graph = graph_of(W, host.memory);
  const std::vector<std::vector<std::int64_t>> sets = {{0, 3}, {17}, {40}, {}, {79, 12, 5}};
  for (const double alpha : {0.0, 0.1, 0.5, 0.95, 0.99, 0.999}) {
    Plain Y(80, 5);
    for (std::size_t g = 0; g < sets.size(); ++g)
      for (const std::int64_t i : sets[g]) Y(i, static_cast<std::int64_t>(g)) = 1;
    const Plain right = spreading(W, alpha) * Y;
    std::vector<Solver> tried = solvers();
    tried.push_back(Solver::automatic);
    for (const Solver solver : tried) {
      PropagationTrace trace;
      EXPECT_LT(relative_error(spread(graph, alpha, solver, sets, host, &trace), right), 1e-10)
          << alpha << " " << static_cast<int>(solver);
      EXPECT_EQ(trace.residual, 0);
      if (solver != Solver::automatic) {
        EXPECT_EQ(trace.solver, solver);
      }
      EXPECT_TRUE(trace.fill > 0 || trace.solver == Solver::conjugate_gradients);
      EXPECT_EQ(trace.rounds > 0, trace.solver == Solver::conjugate_gradients);
    }
  }
}

TEST(Propagation, an_isolated_document_keeps_its_own_share) {
  Host host;
  const Graph graph = graph_of(ring_and_chords(10, 0.1, 4, true), host.memory);
  for (const Solver solver : solvers()) {
    const Plain P = spread(graph, 0.75, solver, {{5}, {1}}, host);
    for (std::int64_t i = 0; i < 10; ++i) EXPECT_NEAR(P(i, 0), i == 5 ? 0.25 : 0, 1e-15);
    EXPECT_EQ(P(5, 1), 0);
  }
}

TEST(Propagation, without_a_factorization_the_choice_is_conjugate_gradients) {
  if (Cholesky::available()) GTEST_SKIP() << "this build has CHOLMOD";
  Host host;
  const Graph full = graph_of(ring_and_chords(300, 1, 1), host.memory);
  const PropagationTrace trace =
      Propagation(full, 0.1, {Solver::automatic, memory_budget}, 3000, host.run).trace();
  EXPECT_EQ(trace.solver, Solver::conjugate_gradients);
  EXPECT_EQ(trace.fill, 0);
  expect_error(Status::feature, "this build does not support propagation-solver=cholesky (CHOLMOD)",
               [&] {
                 Propagation(full, 0.1, {Solver::cholesky, memory_budget}, 1, host.run);
               });
}

TEST(Propagation, the_cheaper_solver_is_taken_and_one_by_name_whatever_it_costs) {
  NEEDS_CHOLMOD;
  Host host;
  const std::vector<std::vector<std::int64_t>> one = {{0}}, many(3000, {1});
  const Graph path = graph_of(ring_and_chords(60, 0, 1), host.memory),
              full = graph_of(ring_and_chords(300, 1, 1), host.memory);
  const auto taken = [&](const Graph &graph, double alpha,
                         const std::vector<std::vector<std::int64_t>> &sets) {
    return Propagation(graph, alpha, {Solver::automatic, memory_budget},
                       static_cast<std::int64_t>(sets.size()), host.run)
        .trace();
  };
  EXPECT_EQ(taken(path, 0.5, one).solver, Solver::conjugate_gradients);
  EXPECT_EQ(taken(path, 0.5, one).fill, 0) << "not even analyzed";
  EXPECT_EQ(taken(path, 0.99, many).solver, Solver::cholesky);
  EXPECT_EQ(taken(full, 0.1, many).fill, 300 * 301 / 2);
  EXPECT_EQ(taken(full, 0.1, many).solver, Solver::cholesky);
  EXPECT_EQ(Propagation(full, 0.999, {Solver::automatic, 1000}, 3000, host.run).trace().solver,
            Solver::conjugate_gradients)
      << "over the budget";
  expect_error(
      Status::budget,
      "propagation-solver=cholesky needs 541800 bytes, more than the memory-budget of 1000", [&] {
        Propagation(full, 0.5, {Solver::cholesky, 1000}, 1, host.run);
      });
}

// A cube of points, each joined to its six nearest.
Graph box(std::int64_t side, Host &host) {
  const std::int64_t n = side * side * side;
  std::vector<std::int32_t> indices;
  std::vector<std::int64_t> ends;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t x = i / side / side, y = i / side % side, z = i % side;
    if (x > 0) indices.push_back(static_cast<std::int32_t>(i - side * side));
    if (y > 0) indices.push_back(static_cast<std::int32_t>(i - side));
    if (z > 0) indices.push_back(static_cast<std::int32_t>(i - 1));
    if (z + 1 < side) indices.push_back(static_cast<std::int32_t>(i + 1));
    if (y + 1 < side) indices.push_back(static_cast<std::int32_t>(i + side));
    if (x + 1 < side) indices.push_back(static_cast<std::int32_t>(i + side * side));
    ends.push_back(static_cast<std::int64_t>(indices.size()));
  }
  Graph graph;
  graph.S = Csr<double>(host.memory, n, n, ends.back());
  graph.degree = Array<double>(host.memory, n);
  std::copy(indices.begin(), indices.end(), graph.S.indices.begin());
  std::copy(ends.begin(), ends.end(), graph.S.indptr.begin() + 1);
  std::fill(graph.S.values.begin(), graph.S.values.end(), 1.0);
  for (std::int64_t i = 0; i < n; ++i)
    graph.degree[i] = static_cast<double>(graph.S.indptr[i + 1] - graph.S.indptr[i]);
  return graph;
}

TEST(Propagation, a_kept_factor_is_reused_and_changes_no_choice) {
  NEEDS_CHOLMOD;
  Host host;
  const Graph graph = box(10, host);
  PropagationFactors kept;
  const auto trace = [&](std::int64_t columns, PropagationFactors *known) {
    return Propagation(graph, 0.95, {Solver::automatic, memory_budget, known}, columns, host.run)
        .trace();
  };
  EXPECT_EQ(trace(1000, &kept).solver, Solver::cholesky);
  ASSERT_EQ(kept.size(), 1U);
  const Cholesky *const factor = kept.at(0.95).get();
  EXPECT_EQ(trace(900, &kept).solver, Solver::cholesky);
  EXPECT_EQ(kept.at(0.95).get(), factor);
  EXPECT_EQ(trace(1, &kept).solver, Solver::conjugate_gradients);
}

TEST(Propagation, the_residual_of_conjugate_gradients_is_reported) {
  NOT_UNDER_SANITIZERS("thousands of iterations of a loop that the other tests run");
  Host host;
  constexpr std::int64_t n = 12000;  // a ring: one iteration a step along it
  Graph path;
  path.S = Csr<double>(host.memory, n, n, 2 * n);
  path.degree = Array<double>(host.memory, n);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t left = (i + n - 1) % n, right = (i + 1) % n;
    path.S.indptr[i + 1] = 2 * (i + 1);
    path.S.indices[2 * i] = static_cast<std::int32_t>(std::min(left, right));
    path.S.indices[2 * i + 1] = static_cast<std::int32_t>(std::max(left, right));
    path.S.values[2 * i] = path.S.values[2 * i + 1] = 1;
    path.degree[i] = 2;
  }
  PropagationTrace trace;
  spread(path, 1 - 1e-15, Solver::conjugate_gradients, {{0}, {7, 8}}, host, &trace);
  EXPECT_EQ(trace.rounds, 5000);
  EXPECT_GT(trace.residual, 0);
}

TEST(Propagation, does_not_depend_on_threads) {
  Host one(1), three(3);
  const Graph graph = graph_of(ring_and_chords(700, 0.01, 4), one.memory);
  std::vector<std::vector<std::int64_t>> sets;
  for (std::int64_t g = 0; g < 37; ++g) sets.push_back({g, 3 * g + 100});
  for (const Solver solver : solvers())
    EXPECT_EQ(spread(graph, 0.9, solver, sets, one), spread(graph, 0.9, solver, sets, three));
}

// Kinds of constraints on 40 documents.
std::map<std::string, Constraints> kinds() {
  std::vector<std::int32_t> labels(40, -1), other(40, -1);
  for (std::size_t i = 0; i < 12; ++i) labels[3 * i] = static_cast<std::int32_t>(i % 4) + 1;
  for (std::size_t i = 0; i < 5; ++i) other[i] = 7;
  const std::vector<Pair> hard = {{0, 1, 1},   {1, 2, 1},    {2, 30, -1}, {9, 11, -1},
                                  {20, 21, 1}, {20, 22, -1}, {21, 22, -1}};
  const std::vector<Pair> soft = {
      {0, 1, 0.3}, {4, 9, -0.7}, {5, 6, 0.01}, {33, 6, -1}, {0, 3, -0.5}};
  std::map<std::string, Constraints> all;
  all.emplace("labels", constraints_of(40, labels));
  all.emplace("one class", constraints_of(40, other));
  all.emplace("pairs", constraints_of(40, {}, hard));
  all.emplace("cannot-links alone", constraints_of(40, {}, {{0, 5, -1}, {9, 7, -1}}));
  all.emplace("soft pairs", constraints_of(40, {}, soft));
  all.emplace("labels and pairs", constraints_of(40, labels, hard));
  all.emplace("labels and soft pairs", constraints_of(40, labels, soft));
  all.emplace("a conflict", constraints_of(40, {}, {{0, 1, 1}, {1, 2, 1}, {0, 2, -1}}));
  return all;
}

struct Spread {
  Plain W, F;
  Graph graph;
  Affinity affinity;
};

Spread propagated_by_both(const Constraints &c, double alpha, Host &host) {
  Spread s{ring_and_chords(40, 0.1, 4, true), {}, {}, {}};
  s.graph = graph_of(s.W, host.memory);
  const Plain B = spreading(s.W, alpha);
  s.affinity = propagated(s.graph, c, alpha, {Solver::automatic, memory_budget}, host.run);
  s.F = s.affinity.scale * (B * said(c) * transposed(B));
  return s;
}

TEST(Affinity, is_the_dense_formula) {
  Host host;
  for (const double alpha : {0.0, 0.5, 0.95})
    for (const auto &[name, c] : kinds()) {
      const Spread s = propagated_by_both(c, alpha, host);
      EXPECT_LT(largest(plain_affinity(s.affinity, 40) - s.F), 1e-13) << name << " " << alpha;
      EXPECT_LE(largest(s.F), 1 + 1e-12) << name;
    }
}

TEST(Affinity, all_top_entries_make_eq_11_symmetric_to_the_bit_and_few_make_part_of_it) {
  Host host;
  for (const auto &[name, c] : kinds()) {
    const Spread s = propagated_by_both(c, 0.5, host);
    const Plain right = adjusted_by_hand(s.W, s.F),
                all = plain(
                    adjusted_graph(s.graph, s.affinity, 39, memory_budget, host.run).S.view());
    EXPECT_LT(largest(all - right), 1e-12) << name;
    for (const std::int64_t top : {0, 3, 20, 39}) {
      const Graph graph = adjusted_graph(s.graph, s.affinity, top, memory_budget, host.run);
      const Plain Wt = plain(graph.S.view());
      EXPECT_EQ(Wt, transposed(Wt)) << name;
      EXPECT_EQ(listed(graph.degree), row_sums(Wt)) << name;
      for (std::int64_t i = 0; i < 40; ++i) {
        EXPECT_EQ(Wt(i, i), 0);
        std::int64_t larger = 0, missing = 0;
        for (std::int64_t j = 0; j < 40; ++j) {
          const bool there = Wt(i, j) != 0;
          EXPECT_TRUE(!there || Wt(i, j) == all(i, j)) << "what is there is exact";
          if (s.W(i, j) == 0 && !there && all(i, j) > 0) ++missing;
          larger += there ? 1 : 0;
        }
        EXPECT_TRUE(missing == 0 || larger >= top) << name << " " << i;
      }
    }
  }
}

TEST(Affinity, the_exact_operator_is_the_positive_part) {
  Host host;
  for (const std::string name : {"labels", "one class"}) {
    const Constraints c = std::move(kinds().at(name));
    const Spread s = propagated_by_both(c, 0.5, host);
    const Plain V = random_plain(40, 6, 3);
    Plain positive = s.F;
    for (std::int64_t i = 0; i < 40; ++i)
      for (std::int64_t j = 0; j < 40; ++j)
        positive(i, j) = i == j ? 0 : std::fmax(positive(i, j), 0);
    Dense<double> out = dense<double>(V, host.memory);
    DenseAffinity<double>(s.affinity, memory_budget, host.run)
        .add(dense<double>(V, host.memory), out, host.run);
    EXPECT_LT(largest(plain(out) - (V + positive * V)), 1e-12) << name;
    const Plain edges = plain(weakened_graph(s.graph, s.affinity, host.run).S.view());
    EXPECT_LT(largest(edges + positive - adjusted_by_hand(s.W, s.F)), 1e-12) << name;
  }
}

// F of 100 leaves at a hub would reach 16 and more.
TEST(Affinity, is_scaled_to_one_on_a_star) {
  Host host;
  Plain W(101, 101);
  for (std::int64_t i = 1; i <= 100; ++i) W(0, i) = W(i, 0) = 1;
  const Graph graph = graph_of(W, host.memory);
  std::vector<std::int32_t> labels(101, 1), half(101, 1);
  labels[0] = -1;
  for (std::size_t i = 51; i <= 100; ++i) half[i] = 2;
  std::vector<Pair> chain;
  for (std::int64_t i = 1; i < 100; ++i) chain.push_back({i, i + 1, 1});
  for (const double alpha : {0.5, 0.9})
    for (const Constraints &c :
         {constraints_of(101, labels), constraints_of(101, half), constraints_of(101, {}, chain)}) {
      const Affinity F = propagated(graph, c, alpha, {Solver::automatic, memory_budget}, host.run);
      EXPECT_LT(F.scale, 0.2);
      EXPECT_LE(largest(plain_affinity(F, 101)), 1 + 1e-12);
      const Graph adjusted = adjusted_graph(graph, F, 100, memory_budget, host.run);
      for (const double w : adjusted.S.values) EXPECT_GT(w, 0);
    }
}

TEST(Affinity, pairs_beyond_the_memory_budget_are_an_error) {
  Host host;
  const Spread s = propagated_by_both(kinds().at("pairs"), 0.5, host);
  expect_error(Status::budget, "propagated pairs need", [&] {
    propagated(s.graph, kinds().at("pairs"), 0.5, {Solver::automatic, 100}, host.run);
  });
  expect_error(Status::budget, "39 edges for each of 40 documents need 18720 bytes",
               [&] { adjusted_graph(s.graph, s.affinity, 39, 100, host.run); });
  const Spread labels = propagated_by_both(kinds().at("labels"), 0.9, host);
  expect_error(Status::budget, "propagation-top=exact stores rows of documents between classes",
               [&] { DenseAffinity<double>(labels.affinity, 1, host.run); });
}

TEST(Affinity, is_that_of_the_reference) {
  for (const std::string name :
       {"rcf_labels_end", "rcf_labels_each", "rcf_pairs_end", "rcf_soft_end", "rcf_none_end"}) {
    NEEDS_SHARED("oracle/" + name);
    Host host;
    const support::Context context = support::context();
    const std::string folder = support::shared() + "/oracle/" + name + "/";
    const auto read = [&](const std::string &file) {
      Plain A(60, 60);
      A.values = support::dense(support::read(context.get(), folder + file).get());
      return A;
    };
    Constraints c;
    c.n = 60;
    std::vector<Pair> pairs;
    std::vector<std::int32_t> labels;
    if (name.find("labels") != std::string::npos) {
      const auto truth = support::table(folder + "labels.txt");
      labels.assign(60, -1);
      for (const auto &row : support::table(folder + "labelled_docs.txt"))
        labels[static_cast<std::size_t>(row[0])] =
            static_cast<std::int32_t>(truth[static_cast<std::size_t>(row[0])][0]);
    } else {
      for (const auto &row : support::table(folder + "constraints.txt"))
        pairs.push_back(
            {static_cast<std::int64_t>(row[0]), static_cast<std::int64_t>(row[1]), row[2]});
    }
    const Graph graph = graph_of(read("W.mtx"), host.memory);
    const Affinity F = propagated(graph, constraints_of(60, labels, pairs), 0.5,
                                  {Solver::automatic, memory_budget}, host.run);
    EXPECT_LT(largest(plain_affinity(F, 60) - read("F.mtx")), 1e-12) << name;
    EXPECT_LT(largest(plain(adjusted_graph(graph, F, 59, memory_budget, host.run).S.view()) -
                      read("Wt.mtx")),
              1e-12)
        << name;
  }
}

}  // namespace
}  // namespace manifact
