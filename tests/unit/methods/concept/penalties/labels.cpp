// methods/concept/penalties/labels and supervision/renewed_graph: the penalties and graphs that
// labels and pairs add to concept factorization.
#include "methods/concept/penalties/labels.hpp"
#include "methods/concept/concept.hpp"
#include "methods/registry.hpp"
#include "reference/supervision.hpp"
#include "supervision/renewed_graph.hpp"
#include "support/constraint_data.hpp"

namespace manifact {
namespace {

constexpr std::int64_t memory_budget = std::int64_t{1} << 31;

// mu |Q - V_l A|^2 at the initial A of the penalty: ones, and 2 where the cluster is the class.
struct LabelFixture {
  static constexpr std::int64_t n = 9, k = 4, C = 3;
  Host host;
  Plain V = random_plain(n, k, 5);
  Array<std::int32_t> classes{host.memory, n};
  static constexpr double mu = 0.7;

  LabelFixture() {
    for (std::int64_t i = 0; i < n; ++i)
      classes[i] = i % 2 == 0 ? static_cast<std::int32_t>(i / 2 % C) : -1;
  }
  static Plain first_A() {
    Plain A(k, C);
    for (std::int64_t c = 0; c < k; ++c)
      for (std::int64_t q = 0; q < C; ++q) A(c, q) = c == q ? 2 : 1;
    return A;
  }
  double value(const Plain &v, const Plain &A) const {
    const Plain known = v * A;
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t q = 0; classes[i] >= 0 && q < C; ++q)
        sum += mu * std::pow(known(i, q) - (classes[i] == q ? 1 : 0), 2);
    return sum;
  }
};

TEST(LabelPenalty, its_value_is_that_of_the_formula) {
  LabelFixture f;
  LabelPenalty<double> penalty(f.classes, f.C, f.k, f.mu);
  penalty.V_changed(Tall(dense<double>(f.V, f.host.memory)), f.host.run);
  EXPECT_NEAR(penalty.value(), f.value(f.V, f.first_A()), 1e-13);
}

TEST(LabelPenalty, updating_A_lowers_it_and_rescaling_changes_nothing) {
  LabelFixture f;
  LabelPenalty<double> penalty(f.classes, f.C, f.k, f.mu);
  Tall<double> V(dense<double>(f.V, f.host.memory));
  penalty.V_changed(V, f.host.run);
  for (int step = 0; step < 200; ++step) {
    const double before = penalty.value();
    penalty.update(V, f.host.run);
    EXPECT_LE(penalty.value(), before * (1 + 1e-14)) << step;
  }
  const double before = penalty.value();
  EXPECT_LT(before, 0.9 * f.value(f.V, f.first_A()));
  Array<double> s(f.host.memory, f.k);
  for (std::int64_t c = 0; c < f.k; ++c) {
    s[c] = 1 + static_cast<double>(c);
    for (std::int64_t i = 0; i < f.n; ++i) V(i, c) *= s[c];
  }
  penalty.rescale(s, f.host.run);
  penalty.V_changed(V, f.host.run);
  EXPECT_NEAR(penalty.value(), before, 1e-13);
}

TEST(RenewedGraph, has_the_weights_of_a_rule_on_edges_pairs_and_classmates) {
  Host host;
  Plain W(6, 6);
  const auto edge = [](Plain &A, std::int64_t i, std::int64_t j, double w) {
    A(i, j) = A(j, i) = w;
  };
  edge(W, 0, 1, 0.5);
  edge(W, 1, 2, 0.25);
  edge(W, 3, 4, 0.75);
  const Graph graph = graph_of(W, host.memory);
  const Constraints c = constraints_of(
      6, {1, -1, 1, 2, -1, 2}, {{0, 1, -1}, {3, 4, -0.5}, {1, 5, 1}, {1, 2, 0.5}, {0, 3, 1}});
  // semi-lccf: z > 0 ? max(w, z) : w (1 + z)
  Plain semi(6, 6);
  edge(semi, 1, 2, 0.5);
  edge(semi, 3, 4, 0.375);
  edge(semi, 1, 5, 1);
  edge(semi, 0, 2, 1);
  edge(semi, 3, 5, 1);
  const auto rule = [](double w, double z) { return z > 0 ? std::max(w, z) : w * (1 + z); };
  const Graph found = renewed_graph(graph, c, rule, memory_budget, host.run);
  EXPECT_EQ(plain(found.S.view()), semi)
      << "0 and 3 are apart by labels, together by a pair: nothing";
  EXPECT_EQ(listed(found.degree), row_sums(semi));
  // cnpcf, mu / lambda = 10: further edges
  Plain added = W;
  edge(added, 1, 2, 0.25 + 5);
  edge(added, 1, 5, 10);
  edge(added, 0, 2, 10);
  edge(added, 3, 5, 10);
  EXPECT_EQ(plain(renewed_graph(
                      graph, c, [](double w, double z) { return w + 10 * std::max(z, 0.0); },
                      memory_budget, host.run)
                      .S.view()),
            added);
}

// diag(W~) kept as eq. 11 defines it: it cancels in D~ - W~, but not in the updates.
TEST(RcfLiteral, updates_with_the_diagonal_follow_the_reference) {
  NEEDS_SHARED("oracle/rcf_labels_literal_diag");
  Host host;
  const support::Context context = support::context();
  const std::string folder = support::shared() + "/oracle/rcf_labels_literal_diag/";
  const auto read = [&](const std::string &name, std::int64_t columns) {
    Plain A(60, columns);
    A.values = support::dense(support::read(context.get(), folder + name + ".mtx").get());
    return A;
  };
  const Options options = options_of("rcf", {{"normalization", "per-update"},
                                             {"floor", "reference"},
                                             {"weighting", "none"},
                                             {"scaling", "none"},
                                             {"start", "random"}});
  const Csr<double> X = csr<double>(read("X", 200), host.memory);
  const Graph graph = graph_of(read("Wt", 60), host.memory);
  const Plain U0 = read("U0", 3), V0 = read("V0", 3);
  for (const int rounds : {1, 10, 100}) {
    const auto algorithm = find_method("rcf")->make(Problem<double>{.X = X.view(),
                                                                    .graph = &graph,
                                                                    .unit_rows = true,
                                                                    .k = 3,
                                                                    .options = options,
                                                                    .run = host.run});
    algorithm->start(Start{Rng(0), U0.values.data(), V0.values.data()});
    for (int round = 0; round < rounds; ++round) algorithm->update();
    const Factors<double> f = algorithm->factors();
    const double tolerance = rounds == 100 ? 1e-8 : 1e-11;
    EXPECT_LT(relative_error(plain(f.W), read("U" + std::to_string(rounds), 3)), tolerance)
        << rounds;
    EXPECT_LT(relative_error(plain(f.V), read("V" + std::to_string(rounds), 3)), tolerance)
        << rounds;
  }
}

}  // namespace
}  // namespace manifact
