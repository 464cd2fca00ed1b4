// pipeline/given_graph: whether a graph from the caller is in the order of the documents.
#include "pipeline/given_graph.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/build.hpp"
#include "linalg/sparse/matrix.hpp"
#include "reference/neighbors.hpp"
#include "support/expect_error.hpp"

namespace manifact {
namespace {

// Documents of `classes` classes, each with its own block of features, sorted by class or in an
// irregular order; the graph joins the documents of largest cosine. Classes are much larger than
// the 20 places from which pairs are taken: else many pairs leave a class of sorted documents.
class GivenGraphOrder : public testing::Test {
 protected:
  static constexpr std::int64_t n = 480, m = 80, classes = 2;

  static std::int64_t class_of(std::int64_t i, bool sorted) {
    // Multiples modulo a number would keep most classes together if all vertices move.
    return sorted ? i * classes / n : Rng(7, static_cast<std::uint64_t>(i)).below(classes);
  }
  static Plain documents(bool sorted) {
    Rng rng(3);
    Plain X(n, m);
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t block = class_of(i, sorted) * (m / classes);
      for (int word = 0; word < 12; ++word) X(i, block + rng.below(m / classes)) += 1;
      for (int word = 0; word < 3; ++word) X(i, rng.below(m)) += 1;
    }
    return X;
  }
  Plain neighbors(const Plain &X) {
    const Csr<double> rows = csr<double>(X, host.memory);
    const Neighbors found = nearest_neighbors(data(rows.view()), 5, host.run, SearchRequest{});
    return plain(build_graph(found, GraphWeight::cosine, GraphRule::either, 0, host.run).S.view());
  }
  // Vertex i becomes vertex place(i).
  template <class Place>
  static Plain moved(const Plain &S, Place &&place) {
    Plain R(n, n);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) R(place(i), place(j)) = S(i, j);
    return R;
  }
  GraphFit fit_of(const Plain &X, const Plain &S) {
    const Csr<double> rows = csr<double>(X, host.memory);
    return fit_of_graph(data(rows.view()),
                        graph_from_matrix(*matrix_from_parts(csr<double>(S, host.memory)),
                                          GraphRule::as_given, host.run),
                        host.run);
  }

  Host host;
};

TEST_F(GivenGraphOrder, of_the_documents_is_not_doubtful) {
  for (const bool sorted : {false, true}) {
    const Plain X = documents(sorted);
    const GraphFit fit = fit_of(X, neighbors(X));
    EXPECT_GT(fit.pairs, 500);
    EXPECT_GT(fit.share, 0.85);
    EXPECT_FALSE(fit.is_doubtful());
  }
}

TEST_F(GivenGraphOrder, that_is_another_one_is_doubtful_even_if_documents_are_sorted_by_class) {
  for (const bool sorted : {false, true}) {
    const Plain X = documents(sorted), S = neighbors(X);
    // Within each class of sorted documents, and among all documents.
    const std::int64_t part = sorted ? n / classes : n;
    const auto place = [&](std::int64_t i) { return i / part * part + i % part * 7 % part; };
    const GraphFit fit = fit_of(X, moved(S, place));
    EXPECT_TRUE(fit.is_doubtful()) << fit.share;
    EXPECT_EQ(fit.shift, 0);
  }
}

TEST_F(GivenGraphOrder, that_is_moved_by_one_is_named) {
  for (const bool sorted : {false, true}) {
    const Plain X = documents(sorted), S = neighbors(X);
    for (const std::int64_t shift : {1, -1}) {
      const GraphFit fit = fit_of(X, moved(S, [&](std::int64_t i) { return (i + shift + n) % n; }));
      EXPECT_TRUE(fit.is_doubtful()) << fit.share;
      EXPECT_EQ(fit.shift, -shift);
      EXPECT_GT(fit.best, 0.85);
    }
  }
}

TEST_F(GivenGraphOrder, of_blocks_and_of_all_pairs_is_not_doubtful) {
  for (const bool sorted : {false, true}) {
    const Plain X = documents(sorted);
    Plain blocks(n, n), products = X * transposed(X);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        blocks(i, j) = i != j && class_of(i, sorted) == class_of(j, sorted);
    EXPECT_FALSE(fit_of(X, blocks).is_doubtful());
    EXPECT_FALSE(fit_of(X, products).is_doubtful());
    Plain all(n, n);
    for (double &weight : all.values) weight = 1;
    EXPECT_EQ(fit_of(X, all).pairs, 0);  // nothing to compare
  }
}

TEST_F(GivenGraphOrder, of_few_edges_is_not_judged) {
  const Plain X = documents(false);
  Plain S(n, n);
  for (std::int64_t i = 0; i < 10; ++i) S(i, i + 11) = S(i + 11, i) = 1;
  EXPECT_FALSE(fit_of(X, S).is_doubtful());
  EXPECT_EQ(fit_of(X, Plain(n, n)).pairs, 0);
}

TEST_F(GivenGraphOrder, is_judged_by_distance_if_the_documents_are_dense) {
  const Plain X = documents(true);
  DenseRows rows;
  rows.rows = n;
  rows.columns = rows.stride = m;
  rows.reals = X.values.data();
  std::vector<std::int32_t> columns(m);
  for (std::int32_t j = 0; j < m; ++j) columns[static_cast<std::size_t>(j)] = j;
  rows.all_columns = columns.data();
  const auto fit = [&](const Plain &S) {
    return fit_of_graph(DataView<double>(rows),
                        graph_from_matrix(*matrix_from_parts(csr<double>(S, host.memory)),
                                          GraphRule::as_given, host.run),
                        host.run);
  };
  const Plain S = neighbors(X);
  EXPECT_FALSE(fit(S).is_doubtful());
  const std::int64_t part = n / classes;
  const auto place = [&](std::int64_t i) { return i / part * part + i % part * 7 % part; };
  EXPECT_TRUE(fit(moved(S, place)).is_doubtful());
}

}  // namespace
}  // namespace manifact
