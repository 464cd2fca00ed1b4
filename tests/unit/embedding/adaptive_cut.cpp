// embedding/adaptive_cut (can, pcan): the graph and its cut against the files of an independent
// implementation, and on difficult points.
#include <fstream>

#include "embedding/adaptive_cut.hpp"
#include "evaluation/evaluation.hpp"
#include "graph/components.hpp"
#include "graph/learned/adaptive.hpp"
#include "io/reader.hpp"
#include "methods/start/labels.hpp"
#include "support/handles.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

class CanOracle : public testing::TestWithParam<const char *> {
 protected:
  void SetUp() override { NEEDS_SHARED(std::string("oracle/") + GetParam()); }
  std::string folder() const { return support::shared() + "/oracle/" + GetParam() + "/"; }
  Plain file(const std::string &name) {
    const auto read =
        read_matrix((folder() + name).c_str(), Format::automatic, host_.memory, host_.monitor);
    return plain(sparse_copy(*read, host_.memory).view());
  }
  std::vector<double> numbers(const std::string &name) {
    std::ifstream file(folder() + name);
    std::vector<double> values;
    for (double x; file >> x;) values.push_back(x);
    return values;
  }
  AdaptiveCut cut(std::int64_t threads) {
    Host host(threads);
    Array<NearPoint> sets(host.memory, 150 * 15);
    const std::vector<double> listed = numbers("neighbours.txt");
    EXPECT_EQ(listed.size(), 150u * 15);
    for (std::int64_t e = 0; e < sets.size(); ++e)
      sets[e].index = static_cast<std::int32_t>(listed[static_cast<std::size_t>(e)]);
    AdaptiveCutRequest request;
    request.clusters = 3;
    request.local = std::string(GetParam()) != "can_iris_global";
    request.sets = &sets;
    return adaptive_cut(dense<double>(file("X.mtx"), host.memory), request, Rng(1), host.run);
  }

  Host host_;
};

TEST_P(CanOracle, follows_the_same_iterates_to_the_same_graph_and_partition) {
  const AdaptiveCut found = cut(1);
  const std::vector<double> history = numbers("history.txt");
  ASSERT_EQ(found.rounds.size(), history.size() / 3);
  for (std::size_t t = 0; t < found.rounds.size(); ++t) {
    EXPECT_NEAR(found.rounds[t].lambda, history[3 * t], 1e-12 * history[3 * t]) << t;
    EXPECT_NEAR(found.rounds[t].smallest, history[3 * t + 1], 1e-11) << t;
    EXPECT_EQ(found.rounds[t].components >= 3, history[3 * t + 1] < 1e-11) << t;
    EXPECT_EQ(found.rounds[t].components > 3, history[3 * t + 2] < 1e-11) << t;
  }
  ASSERT_TRUE(found.parted);
  Plain right = file("A_final_sym.mtx");
  for (std::int64_t i = 0; i < 150; ++i) right(i, i) = 0;  // which cancels in a Laplacian
  EXPECT_LT(relative_error(plain(found.graph.S.view()), right), 1e-10);
  std::vector<std::int32_t> expected;
  const auto found_parts = components_of(found.graph, host_.run);
  const std::vector<std::int32_t> parts(found_parts.begin(), found_parts.end());
  for (const double c : numbers("labels_components.txt"))
    expected.push_back(static_cast<std::int32_t>(c));
  EXPECT_EQ(evaluate(expected.data(), parts.data(), 150).accuracy, 1);
}

TEST_P(CanOracle, begins_with_the_same_graph) {
  const AdaptiveNeighbors first =
      adaptive_neighbors(dense<double>(file("X.mtx"), host_.memory), 15, host_.run);
  EXPECT_LT(relative_error(plain(symmetrized(first.A, host_.run).S.view()), file("A0_sym.mtx")),
            1e-12);
  EXPECT_NEAR(first.mean_gamma(), numbers("history.txt").front(), 1e-13);
}

TEST_P(CanOracle, any_number_of_threads_gives_the_same_bits) {
  const AdaptiveCut one = cut(1), three = cut(3);
  EXPECT_EQ(plain(one.A.view()), plain(three.A.view()));
  EXPECT_EQ(plain(one.F), plain(three.F));
}

INSTANTIATE_TEST_SUITE_P(Oracle, CanOracle,
                         testing::Values("can_iris", "can_iris_global", "can_iris_unit"));

AdaptiveCut cut_of(const Plain &X, std::int64_t clusters, std::int64_t neighbors,
                   std::int64_t projection = 0, bool local = true) {
  Host host;
  AdaptiveCutRequest request;
  request.clusters = clusters;
  request.neighbors = neighbors;
  request.projection = projection;
  request.local = local;
  return adaptive_cut(dense<double>(X, host.memory), request, Rng(2), host.run);
}

// c groups of points, far from each other in the first two features.
Plain heaps(std::int64_t n, std::int64_t m, std::int64_t c) {
  Plain X = random_plain(n, m, 6);
  for (std::int64_t i = 0; i < n; ++i)
    X(i, 0) += 10 * static_cast<double>(i % c), X(i, 1) += 10 * static_cast<double>(i % c % 2);
  return X;
}

TEST(AdaptiveCut, finds_heaps_locally_and_globally_and_projected) {
  for (const std::int64_t projection : {0, 2})
    for (const bool local : {true, false}) {
      const AdaptiveCut found = cut_of(heaps(80, 5, 4), 4, 6, projection, local);
      ASSERT_TRUE(found.parted) << projection << local;
      EXPECT_EQ(found.graph.components, 4);
      for (std::int64_t i = 0; i < 80; ++i)
        for (std::int64_t j = 0; j < 80; ++j)
          if (i % 4 != j % 4) {
            EXPECT_EQ(value_at(found.graph.S, i, j), 0);
          }
    }
}

TEST(AdaptiveCut, the_projection_solves_its_generalized_eigenproblem) {
  Host host;
  const Plain raw = random_plain(50, 4, 3);
  const AdaptiveCut found = cut_of(raw, 3, 5, 2);
  Plain X = raw;
  for (std::int64_t j = 0; j < 4; ++j) {
    double mean = 0;
    for (std::int64_t i = 0; i < 50; ++i) mean += X(i, j) / 50;
    for (std::int64_t i = 0; i < 50; ++i) X(i, j) -= mean;
  }
  Plain L(50, 50);
  const Plain W = plain(found.graph.S.view());
  for (std::int64_t i = 0; i < 50; ++i)
    for (std::int64_t j = 0; j < 50; ++j) L(i, j) = (i == j ? found.graph.degree[i] : 0) - W(i, j);
  const Plain P = plain(found.P), A = transposed(X) * L * X, B = transposed(X) * X, AP = A * P,
              BP = B * P;
  ASSERT_EQ(P.columns, 2);
  for (std::int64_t c = 0; c < 2; ++c) {
    double length = 0, a = 0, b = 0;
    for (std::int64_t j = 0; j < 4; ++j)
      length += P(j, c) * P(j, c), a += P(j, c) * AP(j, c), b += P(j, c) * BP(j, c);
    EXPECT_NEAR(length, 1, 1e-12);
    for (std::int64_t j = 0; j < 4; ++j)
      EXPECT_NEAR(AP(j, c), a / b * BP(j, c), 1e-10 * largest(B)) << j << c;
  }
}

// Without rounds P is that of the initial graph: x'X'LX x / x'x is no larger along any other
// direction of the published first projection.
TEST(AdaptiveCut, the_first_projection_can_ignore_the_scatter) {
  Host host;
  Plain X = random_plain(50, 4, 3);
  for (std::int64_t i = 0; i < 50; ++i) X(i, 1) *= 5;
  const auto first = [&](bool absolute) {
    AdaptiveCutRequest request;
    request.clusters = 3, request.neighbors = 5, request.iterations = 0;
    request.projection = 2, request.first_absolute = absolute;
    return adaptive_cut(dense<double>(X, host.memory), request, Rng(2), host.run);
  };
  const AdaptiveCut found = first(true);
  Plain L(50, 50);
  const Plain W = plain(found.graph.S.view());
  for (std::int64_t i = 0; i < 50; ++i)
    for (std::int64_t j = 0; j < 50; ++j) L(i, j) = (i == j ? found.graph.degree[i] : 0) - W(i, j);
  const Plain A = transposed(X) * L * X, P = plain(found.P), AP = A * P;
  for (std::int64_t c = 0; c < 2; ++c) {
    double a = 0;
    for (std::int64_t j = 0; j < 4; ++j) a += P(j, c) * AP(j, c);
    for (std::int64_t j = 0; j < 4; ++j) EXPECT_NEAR(AP(j, c), a * P(j, c), 1e-10 * largest(A));
    for (std::int64_t j = 0; j < 4 && c == 0; ++j) EXPECT_LE(a, A(j, j));
  }
  EXPECT_GT(std::fabs(first(false).P(0, 0) - P(0, 0)), 1e-3);
}

TEST(AdaptiveCut,
     features_that_never_change_and_more_features_than_points_are_harmless_to_the_projection) {
  Plain X = heaps(60, 5, 3);
  for (std::int64_t i = 0; i < 60; ++i) X(i, 4) = 7;
  const AdaptiveCut found = cut_of(X, 3, 5, 2, false);
  EXPECT_TRUE(found.parted);
  for (std::int64_t c = 0; c < 2; ++c) EXPECT_NEAR(found.P(4, c), 0, 1e-8);
  const AdaptiveCut wide = cut_of(heaps(24, 40, 3), 3, 4, 2, false);
  for (std::int64_t e = 0; e < wide.P.size(); ++e) EXPECT_TRUE(std::isfinite(wide.P.data()[e]));
  for (const AdaptiveCutRound &round : wide.rounds) EXPECT_TRUE(std::isfinite(round.smallest));
}

TEST(AdaptiveCut, its_parts_are_first_labels_and_rows_of_zeros_of_unit_length_have_none) {
  Host host;
  Plain X = heaps(60, 5, 3);
  for (std::int64_t j = 0; j < 5; ++j) X(10, j) = 0;
  const Csr<double> sparse = csr<double>(X, host.memory);
  const Options options = options_of("srmcf", {{"start", "can"}});
  for (const bool unit_rows : {false, true}) {
    Findings findings;
    const Array<std::int32_t> labels = can_labels<double>(
        {sparse.view(), nullptr, unit_rows, 3, options, host.run}, Rng(3), findings);
    for (std::int64_t i = 0; i < 60; ++i) {
      if (i == 10)
        EXPECT_EQ(labels[i] < 0, unit_rows);
      else
        EXPECT_EQ(labels[i], labels[i % 3]) << i;
    }
  }
}

// Two locations with 20 points each: 5 neighbors are all at distance zero.
TEST(AdaptiveCut, repeated_points_join_only_each_other) {
  Plain X = heaps(40, 3, 2);
  for (std::int64_t i = 2; i < 40; ++i)
    for (std::int64_t j = 0; j < 3; ++j) X(i, j) = X(i % 2, j);
  for (const bool local : {true, false}) {
    const AdaptiveCut found = cut_of(X, 2, 5, 0, local);
    EXPECT_EQ(found.alike, 40);
    EXPECT_GT(found.gamma, 0);
    for (std::int64_t i = 0; i < 40; ++i) {
      double sum = 0;
      for (std::int64_t e = found.A.indptr[i]; e < found.A.indptr[i + 1]; ++e) {
        EXPECT_EQ(found.A.indices[e] % 2, i % 2) << i;
        EXPECT_GE(found.A.values[e], 0);
        sum += found.A.values[e];
      }
      EXPECT_NEAR(sum + (local ? 0 : 1 / 20.0), 1, 1e-12)
          << i << (local ? "" : ", which has a share of its own");
    }
    EXPECT_TRUE(found.parted);
    EXPECT_EQ(found.graph.components, 2);
  }
}

TEST(AdaptiveCut, points_that_are_all_one_are_one_part) {
  Plain same(9, 2);
  for (double &x : same.values) x = 1;
  const AdaptiveCut found = cut_of(same, 1, 3);
  EXPECT_EQ(found.alike, 9);
  EXPECT_EQ(found.graph.components, 1);
  for (const double a : found.A.values) EXPECT_NEAR(a, 1 / 3.0, 1e-12);
}

TEST(AdaptiveCut, few_points_take_all_others_but_one) {
  const AdaptiveCut few = cut_of(random_plain(6, 3, 1), 2, 15);
  EXPECT_EQ(few.neighbors, 4);
  for (const double sum : row_sums(plain(few.A.view()))) EXPECT_NEAR(sum, 1, 1e-12);
}

// max-iterations=0 keeps the initial graph, whose eigenvectors indicate the clusters.
TEST(AdaptiveCut, an_incomplete_partition_names_its_reason) {
  const auto said = [](const AdaptiveCut &cut, std::int64_t clusters) {
    Findings findings;
    warn_of_parts(cut, clusters, findings);
    std::string all;
    for (const std::string &warning : findings.warnings) all += warning + "|";
    return all;
  };
  EXPECT_EQ(said(cut_of(heaps(80, 5, 4), 4, 6), 4), "");
  AdaptiveCut cut;
  cut.rounds = {{1, 0, 3}};
  EXPECT_NE(said(cut, 2).find("was not learned"), std::string::npos);
  cut.rounds.push_back({1, 0, 1});
  EXPECT_EQ(said(cut, 2),
            "the graph has 1 component after 1 round instead of 2: the clusters are those of "
            "its eigenvectors|");
  cut.unsolved = 1;
  cut.residual = 0.25;
  EXPECT_NE(said(cut, 2).find("the eigenvectors of 1 of these graphs did not converge; the "
                              "final ones have a residual of 0.25|"),
            std::string::npos);
}

// Two heaps and three points far from both: the components of the learned graph are the three
// points and all others, but the first graph connects the three with a heap.
TEST(AdaptiveCut, a_few_distant_points_are_no_cluster) {
  Plain X = random_plain(203, 2, 9);
  for (std::int64_t i = 0; i < 200; ++i) X(i, 0) += i % 2 == 0 ? 0 : 1.6;
  for (std::int64_t i = 200; i < 203; ++i) X(i, 1) += 12;
  const AdaptiveCut found = cut_of(X, 2, 15);
  Host host;
  std::vector<std::int32_t> sizes(2);
  if (found.parted) {
    for (const std::int32_t c : components_of(found.graph, host.run))
      ++sizes[static_cast<std::size_t>(c)];
    EXPECT_GE(std::min(sizes[0], sizes[1]), 5);
  } else {
    EXPECT_GE(found.smallest_part, 0);
    EXPECT_LT(found.smallest_part, 5);
  }
}

}  // namespace
}  // namespace manifact
