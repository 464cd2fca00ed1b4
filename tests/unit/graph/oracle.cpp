// Neighbors and weights against the files of an independent implementation.
#include <gtest/gtest.h>

#include <fstream>

#include "graph/build.hpp"
#include "io/reader.hpp"
#include "reference/neighbors.hpp"
#include "support/handles.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

struct Read : Host {
  explicit Read(const std::string &path)
      : matrix(read_matrix(path.c_str(), Format::automatic, memory, monitor)),
        rows(sparse_copy(*matrix, memory)) {}
  CsrView<double> view() const { return rows.view(); }

  std::unique_ptr<Matrix> matrix;
  Csr<double> rows;
};

std::string folder(const std::string &name) { return support::shared() + "/oracle/" + name + "/"; }

void expect_near(const Plain &got, const Plain &right, double tolerance) {
  ASSERT_EQ(got.rows, right.rows);
  for (std::int64_t i = 0; i < got.rows; ++i)
    for (std::int64_t j = 0; j < got.columns; ++j) {
      EXPECT_NEAR(got(i, j), right(i, j), tolerance) << i << ", " << j;
      EXPECT_EQ(got(i, j) > 0, right(i, j) > 0) << i << ", " << j;
    }
}

class SpectralOracle : public testing::TestWithParam<const char *> {};

TEST_P(SpectralOracle, neighbors_and_locally_scaled_weights) {
  NEEDS_SHARED(std::string("oracle/") + GetParam());
  Read X(folder(GetParam()) + "X.mtx");
  const Neighbors neighbors = nearest_neighbors(data(X.view()), 10, X.run);
  std::ifstream indices(folder(GetParam()) + "neighbours.txt"),
      cosines(folder(GetParam()) + "similarities.txt");
  std::int32_t index;
  double cosine;
  std::int64_t read = 0;
  for (; indices >> index && cosines >> cosine; ++read) {
    ASSERT_LT(read, neighbors.index.size());
    EXPECT_EQ(neighbors.index[read], index) << read;
    EXPECT_NEAR(neighbors.cosine[read], cosine, 1e-14) << read;
  }
  EXPECT_EQ(read, neighbors.n * 10);
  const Read W(folder(GetParam()) + "W.mtx");
  const Graph graph =
      build_graph(neighbors, GraphWeight::local_scaling, GraphRule::either, 0, X.run);
  expect_near(plain(graph.S.view()), plain(W.view()), 1e-12);
  EXPECT_EQ(graph.components, 1);
}

INSTANTIATE_TEST_SUITE_P(Oracle, SpectralOracle, testing::Values("clgr_small", "ncut_small"));

TEST(GraphOracle, cosine_graph_of_the_concept_cases) {
  NEEDS_SHARED("oracle/lccf_linear");
  Read X(folder("lccf_linear") + "X.mtx");
  const Read S(folder("lccf_linear") + "S.mtx");
  const Graph graph = build_graph(nearest_neighbors(data(X.view()), 5, X.run), GraphWeight::cosine,
                                  GraphRule::either, 0, X.run);
  expect_near(plain(graph.S.view()), plain(S.view()), 1e-14);
}

// SOURCE.md of each data set states how many rows repeat an earlier one.
struct Repeats {
  const char *name;
  std::int64_t count;
};
void PrintTo(const Repeats &repeats, std::ostream *out) { *out << repeats.name; }

class DataRepeats : public testing::TestWithParam<Repeats> {};

TEST_P(DataRepeats, are_found) {
  const std::string file = std::string("data/") + GetParam().name + "/X.mtx.gz";
  NEEDS_SHARED(file);
  Read X(support::shared() + "/" + file);
  EXPECT_EQ(count_duplicates(data(X.view()), X.run), GetParam().count);
}

INSTANTIATE_TEST_SUITE_P(Data, DataRepeats,
                         testing::Values(Repeats{"cstr", 18}, Repeats{"bbc_news", 108},
                                         Repeats{"uci_zoo", 42},
                                         Repeats{"uci_house_votes_84", 93}));

// Real rows: long lists, ties, signed data.
class DataNeighbors : public testing::TestWithParam<const char *> {};

TEST_P(DataNeighbors, equal_those_of_the_plain_search) {
  const std::string file = std::string("data/") + GetParam() + "/X.mtx.gz";
  NEEDS_SHARED(file);
  Read X(support::shared() + "/" + file);
  EXPECT_EQ(lists_of(nearest_neighbors(data(X.view()), 7, X.run)),
            plain_neighbors(plain(X.view()), plain(X.view()), 7, true));
}

INSTANTIATE_TEST_SUITE_P(Data, DataNeighbors,
                         testing::Values("cstr", "uci_zoo", "uci_house_votes_84", "uci_iris",
                                         "uci_balance_scale"));

// The approximate search on real texts reaches the requested recall without tuning.
class DataApproximate : public testing::TestWithParam<const char *> {};

TEST_P(DataApproximate, finds_as_many_of_the_nearest_as_asked_for) {
  const std::string file = std::string("data/") + GetParam() + "/X.mtx.gz";
  NEEDS_SHARED(file);
  NOT_UNDER_SANITIZERS("recall; the texts of approximate.cpp run the same code in less time");
  Read X(support::shared() + "/" + file);
  const Neighbors exact = nearest_neighbors(data(X.view()), 10, X.run),
                  got = nearest_neighbors(data(X.view()), 10, X.run,
                                          {SearchKind::approximate, 0.95, 0});
  ASSERT_TRUE(got.search.approximate);
  double hits = 0, all = 0;
  for (std::int64_t i = 0; i < exact.n; ++i) {
    if (exact.count[i] == 0) continue;
    const double last = exact.cosine[i * 10 + exact.count[i] - 1];
    all += exact.count[i];
    for (std::int64_t q = 0; q < got.count[i]; ++q) hits += got.cosine[i * 10 + q] >= last ? 1 : 0;
  }
  EXPECT_GE(hits / all, 0.94) << "budget " << got.search.budget;
  EXPECT_NEAR(hits / all, got.search.recall, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Data, DataApproximate, testing::Values("20newsgroups"));

}  // namespace
}  // namespace manifact
