// methods/spectral: CLGR, CPLR and the normalized cut, step by step, against the files of an
// independent implementation.
#include <gtest/gtest.h>

#include <fstream>

#include "embedding/embedding.hpp"
#include "embedding/local_predictors.hpp"
#include "evaluation/evaluation.hpp"
#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "io/reader.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "readout/rotation.hpp"
#include "support/handles.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

constexpr std::int64_t k = 4;

class SpectralOracle : public testing::TestWithParam<std::tuple<const char *, bool>> {
 protected:
  void SetUp() override {
    NEEDS_SHARED("oracle/" + name());
    matrix_ =
        read_matrix((folder() + "X.mtx").c_str(), Format::automatic, host_.memory, host_.monitor);
    rows_ = sparse_copy(*matrix_, host_.memory);
    neighbors_ = nearest_neighbors(data(X()), 10, host_.run);
    graph_ = build_graph(neighbors_, GraphWeight::local_scaling, GraphRule::either, 0, host_.run);
    core_ = core_of(graph_, k, host_.run);
  }
  std::string folder() const { return support::shared() + "/oracle/" + name() + "/"; }
  CsrView<double> X() const { return rows_.view(); }
  std::string name() const { return std::get<0>(GetParam()); }
  bool cuts() const { return name() == "ncut_small"; }

  Plain file(const char *name) {
    const auto read =
        read_matrix((folder() + name).c_str(), Format::automatic, host_.memory, host_.monitor);
    return plain(sparse_copy(*read, host_.memory).view());
  }

  SpectralProblem problem() {
    if (cuts()) return normalized_cut_of(graph_, host_.run);
    const double lambda = name() == "clgr_small" ? 0.1 : 0;
    return local_prediction_of(local_predictors(data(X()), neighbors_, core_, 0.1, host_.run),
                               &graph_, lambda, host_.run);
  }

  // Columns are the products with the columns of the identity.
  Plain products_of(const SpectralProblem &problem) {
    Plain I(problem.n, problem.n);
    for (std::int64_t i = 0; i < problem.n; ++i) I(i, i) = 1;
    Dense<double> out(host_.memory, problem.n, problem.n);
    problem.A(dense<double>(I, host_.memory), out);
    return plain(out);
  }

  Embedding embedding(std::int64_t threads = 1) {
    Host host(threads);
    EmbeddingRequest request;
    request.k = k;
    request.tolerance = 1e-11;
    if (std::get<1>(GetParam())) request.dense_at_once = request.dense_at_last = 0;
    return embed(problem(), request, Rng(1), host.run);
  }

  std::vector<double> numbers(const char *name) {
    std::ifstream file(folder() + name);
    std::vector<double> values;
    for (double x; file >> x;) values.push_back(x);
    return values;
  }

  Host host_;
  std::unique_ptr<Matrix> matrix_;
  Csr<double> rows_;  // of matrix_
  Neighbors neighbors_;
  Graph graph_;
  Core core_;
};

TEST_P(SpectralOracle, the_core_is_all_of_it) {
  EXPECT_EQ(core_.vertices.size(), 120);
  EXPECT_EQ(core_.components, 1);
}

TEST_P(SpectralOracle, local_predictors) {
  if (cuts()) GTEST_SKIP() << "the cut has none";
  const Plain P = file("P.mtx"),
              got = plain(
                  data(local_predictors(data(X()), neighbors_, core_, 0.1, host_.run).view()));
  EXPECT_LT(largest(got - P), 1e-12);
}

TEST_P(SpectralOracle, the_operator_and_its_matrix) {
  const Plain M = cuts() ? file("N.mtx") : -1.0 * file("M.mtx");
  const SpectralProblem p = problem();
  EXPECT_LT(largest(products_of(p) - M), 1e-12);
  EXPECT_LT(largest(plain(p.matrix().view()) - M), 1e-12);
  Array<double> A(host_.memory, 120 * 120), values(host_.memory, 120);
  std::copy(M.values.begin(), M.values.end(), A.begin());
  ASSERT_TRUE(symmetric_eigen(120, A.data(), values.data(), host_.run));
  EXPECT_LE(p.lowest, values[119] + 1e-12) << "no lower bound of the spectrum";
}

TEST_P(SpectralOracle, eigenvalues_and_the_space_of_the_eigenvectors) {
  const Embedding found = embedding();
  ASSERT_TRUE(found.converged);
  EXPECT_STREQ(found.solver, std::get<1>(GetParam()) ? "block" : "dense");
  const std::vector<double> right = numbers("eigenvalues.txt");
  ASSERT_EQ(found.theta.size(), k + 2);
  for (std::int64_t c = 0; c < k + 2; ++c) {
    const double value = right[static_cast<std::size_t>(c)];
    EXPECT_NEAR(found.theta[c], cuts() ? 1 - value : value, 1e-11) << c;
  }
  const Plain Q = plain(found.Q);
  EXPECT_LT(largest(Q * transposed(Q) - file("projector.mtx")), 1e-9);
}

TEST_P(SpectralOracle, labels_of_the_best_rotation_up_to_their_numbers) {
  const Embedding found = embedding();
  const Rotation rotation =
      rotate_to_partition(unit_rows(found.Q, host_.run), 120, Rng(1), host_.run);
  std::vector<std::int32_t> right, got;
  for (const double label : numbers("labels_best_start.txt"))
    right.push_back(static_cast<std::int32_t>(label));
  for (const std::int32_t label : rotation.labels) got.push_back(label);
  ASSERT_EQ(right.size(), got.size());
  EXPECT_EQ(evaluate(right.data(), got.data(), 120).accuracy, 1);
}

INSTANTIATE_TEST_SUITE_P(Oracle, SpectralOracle,
                         testing::Combine(testing::Values("clgr_small", "cplr_small", "ncut_small"),
                                          testing::Bool()));

}  // namespace
}  // namespace manifact
