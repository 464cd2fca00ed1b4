// manifact_graph_adaptive().
#include <cmath>

#include "support/handles.hpp"

namespace {

struct Adaptive : testing::Test {
  support::Graph graph(const manifact_matrix *X, int64_t k, int mode = MANIFACT_GAMMA_ROW,
                       double gamma = 0, int64_t budget = 1 << 20) {
    manifact_graph *out = nullptr;
    status = manifact_graph_adaptive(context.get(), X, k, mode, gamma, budget, &out);
    EXPECT_EQ(out == nullptr, status < 0);
    return support::Graph(out);
  }
  std::vector<double> weights(const manifact_graph *graph) {
    manifact_matrix *S = nullptr;
    EXPECT_EQ(manifact_graph_to_matrix(context.get(), graph, &S), 0);
    return support::dense(support::Matrix(S).get());
  }
  void refused(const manifact_matrix *X, int64_t k, int mode, double gamma, int64_t budget,
               int with, const char *words) {
    const auto none = graph(X, k, mode, gamma, budget);
    EXPECT_EQ(status, with);
    EXPECT_NE(std::string(manifact_context_message(context.get())).find(words), std::string::npos)
        << manifact_context_message(context.get());
  }

  support::Context context = support::context();
  support::Matrix line = support::matrix(context.get(), 5, 1, {0, 1, 3, 6, 10});
  int status = 0;
};

TEST_F(Adaptive, weights_are_the_mean_of_what_two_points_give_each_other) {
  // Squared distances to the three nearest: point 0: 1 9 36, so 35/62 and 27/62; 1: 1 4 25; 2: 4 9
  // 9, a tie of weight zero; 3: 9 16 25; 4: 16 49 81.
  const auto S = weights(graph(line.get(), 2).get());
  EXPECT_EQ(status, 0);
  const std::vector<std::vector<double>> A = {{0, 35 / 62.0, 27 / 62.0, 0, 0},
                                              {24 / 45.0, 0, 21 / 45.0, 0, 0},
                                              {0, 1, 0, 0, 0},
                                              {0, 0, 16 / 25.0, 0, 9 / 25.0},
                                              {0, 0, 32 / 97.0, 65 / 97.0, 0}};
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 5; ++j)
      EXPECT_NEAR(S[5 * i + j], (A[i][j] + A[j][i]) / 2, 1e-15) << i << ", " << j;
}

TEST_F(Adaptive, one_gamma_joins_more_where_it_is_larger) {
  const auto close = graph(line.get(), 2, MANIFACT_GAMMA_FIXED, 1e-3),
             far = graph(line.get(), 2, MANIFACT_GAMMA_FIXED, 1e6);
  EXPECT_EQ(manifact_graph_edges(close.get()), 4);
  EXPECT_EQ(manifact_graph_edges(far.get()), 10);
}

TEST_F(Adaptive, sparse_and_dense_and_float_are_one) {
  const std::vector<double> values = {1, 0, 2, 0, 3, 1, 0, 0, 5, 4, 0, 1, 2, 2, 0};
  const auto dense = weights(graph(support::matrix(context.get(), 5, 3, values).get(), 2).get());
  EXPECT_EQ(weights(graph(support::matrix(context.get(), 5, 3, values, true).get(), 2).get()),
            dense);
  const std::vector<float> single(values.begin(), values.end());
  manifact_matrix *out = nullptr;
  ASSERT_EQ(manifact_matrix_create_dense(context.get(), 5, 3, 3, 1, single.data(), MANIFACT_FLOAT,
                                         MANIFACT_COPY, nullptr, nullptr, &out),
            0);
  EXPECT_EQ(weights(graph(support::Matrix(out).get(), 2).get()), dense);
}

TEST_F(Adaptive, too_many_neighbors_are_all_but_two) {
  EXPECT_EQ(weights(graph(line.get(), 99).get()), weights(graph(line.get(), 3).get()));
}

TEST_F(Adaptive, invalid_calls_name_the_error) {
  refused(line.get(), 0, MANIFACT_GAMMA_ROW, 0, 1 << 20, MANIFACT_ERROR_ARGUMENT,
          "neighbors must be at least 1");
  refused(line.get(), 2, 3, 0, 1 << 20, MANIFACT_ERROR_ARGUMENT, "unknown mode: 3");
  for (const double gamma : {0.0, -1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)})
    refused(line.get(), 2, MANIFACT_GAMMA_FIXED, gamma, 1 << 20, MANIFACT_ERROR_ARGUMENT,
            "gamma must be above 0");
  refused(line.get(), 2, MANIFACT_GAMMA_ROW, 0, 39, MANIFACT_ERROR_BUDGET, "need 40 bytes");
  refused(support::matrix(context.get(), 2, 2, {1, 2, 3, 4}).get(), 2, MANIFACT_GAMMA_ROW, 0,
          1 << 20, MANIFACT_ERROR_EMPTY, "at least 3 points");
  refused(nullptr, 2, MANIFACT_GAMMA_ROW, 0, 1 << 20, MANIFACT_ERROR_NULL, "X");
  EXPECT_EQ(manifact_graph_adaptive(context.get(), line.get(), 2, MANIFACT_GAMMA_ROW, 0, 1 << 20,
                                    nullptr),
            MANIFACT_ERROR_NULL);
  manifact_graph *out = nullptr;
  EXPECT_EQ(manifact_graph_adaptive(nullptr, line.get(), 2, MANIFACT_GAMMA_ROW, 0, 1 << 20, &out),
            MANIFACT_ERROR_NULL);
}

}  // namespace
