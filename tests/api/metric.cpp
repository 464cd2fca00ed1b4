// Neighbors by Euclidean distance through the public API: graphs, methods on points, model files.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "support/corpus.hpp"

namespace {

using Values = std::vector<double>;

support::Matrix dense(manifact_context *context, const Values &X, int64_t columns) {
  manifact_matrix *matrix = nullptr;
  const auto rows = static_cast<int64_t>(X.size()) / columns;
  EXPECT_EQ(manifact_matrix_create_dense(context, rows, columns, columns, 1, X.data(),
                                         MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &matrix),
            MANIFACT_OK)
      << manifact_context_message(context);
  return support::Matrix(matrix);
}

// Points of two rings about the origin, in multiples of 1/1024, so that a shift is exact.
Values rings(double x = 0, double y = 0) {
  Values X;
  for (int i = 0; i < 240; ++i) {
    const double radius = i % 3 == 0 ? 1 : 3, angle = 2.399963 * i;
    X.push_back(std::round(1024 * radius * std::cos(angle)) / 1024 + x);
    X.push_back(std::round(1024 * radius * std::sin(angle)) / 1024 + y);
  }
  return X;
}

support::Graph graph_of(manifact_context *context, const manifact_matrix *X, int metric, int weight,
                        int search = MANIFACT_SEARCH_EXACT, int64_t neighbors = 7) {
  manifact_graph *graph = nullptr;
  EXPECT_EQ(manifact_graph_knn_metric(context, X, neighbors, metric, weight, MANIFACT_RULE_OR, 0,
                                      search, 0.9, 0, &graph),
            MANIFACT_OK)
      << manifact_context_message(context);
  return support::Graph(graph);
}

// The weights as a full matrix.
Values weights_of(manifact_context *context, const manifact_graph *graph) {
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_graph_to_matrix(context, graph, &out), MANIFACT_OK);
  const support::Matrix S(out);
  const int64_t n = manifact_matrix_rows(out), entries = manifact_matrix_entries(out);
  std::vector<int64_t> indptr(static_cast<std::size_t>(n + 1)),
      indices(static_cast<std::size_t>(entries));
  Values values(static_cast<std::size_t>(entries)), full(static_cast<std::size_t>(n * n));
  EXPECT_EQ(manifact_matrix_copy_csr(out, indptr.data(), MANIFACT_INT64, indices.data(),
                                     MANIFACT_INT64, values.data(), MANIFACT_DOUBLE, entries),
            MANIFACT_OK);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t e = indptr[static_cast<std::size_t>(i)];
         e < indptr[static_cast<std::size_t>(i + 1)]; ++e)
      full[static_cast<std::size_t>(i * n + indices[static_cast<std::size_t>(e)])] =
          values[static_cast<std::size_t>(e)];
  return full;
}

// The pairs i < j of its edges, in order.
std::vector<std::pair<int64_t, int64_t>> edge_set(manifact_context *context,
                                                  const manifact_graph *graph) {
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_graph_to_matrix(context, graph, &out), MANIFACT_OK);
  const support::Matrix S(out);
  const int64_t n = manifact_matrix_rows(out), entries = manifact_matrix_entries(out);
  std::vector<int64_t> indptr(static_cast<std::size_t>(n + 1)),
      indices(static_cast<std::size_t>(entries));
  EXPECT_EQ(manifact_matrix_copy_csr(out, indptr.data(), MANIFACT_INT64, indices.data(),
                                     MANIFACT_INT64, nullptr, MANIFACT_DOUBLE, entries),
            MANIFACT_OK);
  std::vector<std::pair<int64_t, int64_t>> edges;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t e = indptr[static_cast<std::size_t>(i)];
         e < indptr[static_cast<std::size_t>(i + 1)]; ++e)
      if (i < indices[static_cast<std::size_t>(e)])
        edges.emplace_back(i, indices[static_cast<std::size_t>(e)]);
  std::sort(edges.begin(), edges.end());
  return edges;
}

// By definition: b_i the distance of the 7th neighbor, at least .05 of the median b.
Values slow_weights(const Values &X, std::size_t neighbors) {
  const std::size_t n = X.size() / 2;
  const auto square = [&](std::size_t i, std::size_t j) {
    const double x = X[2 * i] - X[2 * j], y = X[2 * i + 1] - X[2 * j + 1];
    return x * x + y * y;
  };
  std::vector<std::vector<std::size_t>> lists(n);
  Values b(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      if (j != i) lists[i].push_back(j);
    std::stable_sort(lists[i].begin(), lists[i].end(),
                     [&](std::size_t p, std::size_t q) { return square(i, p) < square(i, q); });
    lists[i].resize(neighbors);
    b[i] = std::sqrt(square(i, lists[i][std::min<std::size_t>(7, neighbors) - 1]));
  }
  Values sorted;
  for (const double one : b)
    if (one > 0) sorted.push_back(one);
  std::sort(sorted.begin(), sorted.end());
  for (double &one : b) one = std::max(one, 0.05 * sorted[sorted.size() / 2]);
  Values S(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (const std::size_t j : lists[i])
      S[i * n + j] = S[j * n + i] = std::exp(-square(i, j) / (b[i] * b[j]));
  return S;
}

TEST(Metric, weights_are_those_of_the_definition) {
  const support::Context context = support::context();
  Values X = rings();
  X.insert(X.end(), {0, 0});                                       // a point like any other
  for (int copy = 0; copy < 9; ++copy) X.insert(X.end(), {5, 5});  // b is 0
  const support::Matrix points = dense(context.get(), X, 2);
  const support::Graph graph = graph_of(context.get(), points.get(), MANIFACT_METRIC_EUCLIDEAN,
                                        MANIFACT_WEIGHT_LOCAL_SCALING);
  EXPECT_EQ(manifact_graph_metric(graph.get()), MANIFACT_METRIC_EUCLIDEAN);
  EXPECT_EQ(manifact_graph_isolated(graph.get()), 0);
  const Values got = weights_of(context.get(), graph.get()), right = slow_weights(X, 7);
  for (std::size_t e = 0; e < right.size(); ++e) ASSERT_NEAR(got[e], right[e], 1e-12) << e;
}

TEST(Metric, a_shift_of_the_features_changes_no_bit) {
  const support::Context context = support::context();
  const support::Matrix here = dense(context.get(), rings(), 2),
                        there = dense(context.get(), rings(1024, -4096), 2);
  for (const int weight :
       {MANIFACT_WEIGHT_BINARY, MANIFACT_WEIGHT_HEAT, MANIFACT_WEIGHT_LOCAL_SCALING})
    EXPECT_EQ(
        weights_of(context.get(),
                   graph_of(context.get(), here.get(), MANIFACT_METRIC_EUCLIDEAN, weight).get()),
        weights_of(context.get(),
                   graph_of(context.get(), there.get(), MANIFACT_METRIC_EUCLIDEAN, weight).get()));
}

TEST(Metric, auto_takes_the_distance_for_points_only) {
  const support::Context context = support::context();
  const auto metric_of = [&](const manifact_matrix *X) {
    return manifact_graph_metric(
        graph_of(context.get(), X, MANIFACT_METRIC_AUTO, MANIFACT_WEIGHT_COSINE).get());
  };
  EXPECT_EQ(metric_of(dense(context.get(), rings(), 2).get()), MANIFACT_METRIC_EUCLIDEAN);
  EXPECT_EQ(metric_of(api::csr(context.get(), api::corpus()).get()), MANIFACT_METRIC_COSINE);
  Values unit = rings(), wide;
  for (std::size_t i = 0; i < unit.size(); i += 2) {
    const double length = std::hypot(unit[i], unit[i + 1]);
    unit[i] /= length;
    unit[i + 1] /= length;
  }
  EXPECT_EQ(metric_of(dense(context.get(), unit, 2).get()), MANIFACT_METRIC_COSINE);
  for (int i = 0; i < 40 * 60; ++i) wide.push_back(1 + std::sin(7.0 * i * i));
  EXPECT_EQ(metric_of(dense(context.get(), wide, 60).get()), MANIFACT_METRIC_COSINE);
}

TEST(Metric, weights_by_cosine_need_cosines) {
  const support::Context context = support::context();
  const support::Matrix X = dense(context.get(), rings(), 2);
  manifact_graph *graph = nullptr;
  EXPECT_EQ(manifact_graph_knn_metric(context.get(), X.get(), 7, MANIFACT_METRIC_EUCLIDEAN,
                                      MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                                      MANIFACT_SEARCH_EXACT, 0.9, 0, &graph),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_graph_knn_metric(context.get(), X.get(), 7, 4, MANIFACT_WEIGHT_BINARY,
                                      MANIFACT_RULE_OR, 0, MANIFACT_SEARCH_EXACT, 0.9, 0, &graph),
            MANIFACT_ERROR_ARGUMENT);
}

// Points near a surface of six dimensions in twelve: the tree skips too little, and four times
// fewer blocks find the requested share of the neighbors.
TEST(Metric, an_approximate_search_reports_its_recall) {
  constexpr int64_t n = 16'000, neighbors = 5;
  const support::Context context = support::context();
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  Values X, mixing(36);
  for (double &x : mixing) x = normal(random);
  for (int64_t i = 0; i < n; ++i) {
    const std::size_t row = X.size();
    for (int c = 0; c < 6; ++c) X.push_back(normal(random));
    for (std::size_t c = 0; c < 6; ++c) {
      double sum = 0;
      for (std::size_t d = 0; d < 6; ++d) sum += mixing[6 * c + d] * std::tanh(X[row + d]);
      X.push_back(sum);
    }
  }
  const support::Matrix points = dense(context.get(), X, 12);
  constexpr double requested = 0.5;
  const auto edges_by = [&](int search, double *recall) {
    manifact_graph *out = nullptr;
    EXPECT_EQ(manifact_graph_knn_metric(context.get(), points.get(), neighbors,
                                        MANIFACT_METRIC_EUCLIDEAN, MANIFACT_WEIGHT_BINARY,
                                        MANIFACT_RULE_OR, 0, search, requested, 0, &out),
              MANIFACT_OK);
    const support::Graph graph(out);
    int done = 0;
    int64_t sample = 0;
    EXPECT_EQ(manifact_graph_search_info(graph.get(), &done, recall, &sample), MANIFACT_OK);
    EXPECT_EQ(done, search);
    EXPECT_EQ(sample, search == MANIFACT_SEARCH_APPROXIMATE ? 512 : 0);
    return edge_set(context.get(), graph.get());
  };
  double recall = 0;
  const auto right = edges_by(MANIFACT_SEARCH_EXACT, nullptr),
             found = edges_by(MANIFACT_SEARCH_APPROXIMATE, &recall);
  EXPECT_GE(recall, requested);
  EXPECT_LE(recall, 1);
  // An edge of the exact graph is found from one of its ends or from both: more than the share of
  // the neighbors.
  const auto common = std::count_if(right.begin(), right.end(), [&](const auto &edge) {
    return std::binary_search(found.begin(), found.end(), edge);
  });
  EXPECT_GE(static_cast<double>(common), (requested - 0.05) * static_cast<double>(right.size()));
}

struct Fit {
  std::vector<int32_t> labels, again;  // of the documents, and of the loaded model for the same
  std::string metric;
};

Fit fit(const Values &X, const char *method, const char *threads,
        const std::vector<std::pair<const char *, const char *>> &options = {}, int64_t k = 2) {
  const support::Context context = support::context();
  const support::Matrix points = dense(context.get(), X, 2);
  manifact_solver *made = nullptr;
  EXPECT_EQ(manifact_solver_create(context.get(), method, &made), MANIFACT_OK);
  const support::Solver solver(made);
  EXPECT_EQ(manifact_solver_set_text(made, "threads", threads), MANIFACT_OK);
  for (const auto &[name, value] : options)
    EXPECT_EQ(manifact_solver_set_text(made, name, value), MANIFACT_OK) << name;
  manifact_model *fitted = nullptr;
  EXPECT_GE(manifact_solver_fit(made, points.get(), k, &fitted), MANIFACT_OK)
      << manifact_context_message(context.get());
  const support::Model model(fitted);
  Fit result;
  const auto n = static_cast<std::size_t>(manifact_model_documents(fitted));
  result.labels.assign(manifact_model_labels(fitted), manifact_model_labels(fitted) + n);
  for (int64_t d = 0; d < manifact_model_diagnostic_count(fitted); ++d) {
    const char *name = nullptr, *value = nullptr;
    EXPECT_EQ(manifact_model_diagnostic(fitted, d, &name, &value), MANIFACT_OK);
    if (std::string(name) == "graph_metric") result.metric = value;
  }
  const std::string path = std::string(method) + ".manifact";
  EXPECT_EQ(manifact_model_save(context.get(), fitted, path.c_str()), MANIFACT_OK);
  manifact_model *read = nullptr;
  EXPECT_EQ(manifact_model_load(context.get(), path.c_str(), &read), MANIFACT_OK)
      << manifact_context_message(context.get());
  const support::Model loaded(read);
  result.again.resize(n);
  EXPECT_EQ(manifact_model_assign(context.get(), read, points.get(), result.again.data(), nullptr,
                                  static_cast<int64_t>(n)),
            MANIFACT_OK)
      << manifact_context_message(context.get());
  return result;
}

// The share of points that have the label of their ring.
double agreement(const std::vector<int32_t> &labels) {
  double same = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) same += labels[i] == labels[i % 3 == 0 ? 0 : 1];
  return labels[0] == labels[1] ? 0 : same / static_cast<double>(labels.size());
}

TEST(Metric, methods_of_graphs_find_rings_wherever_they_are) {
  for (const char *method : {"ncut", "clgr"}) {
    const Fit here = fit(rings(), method, "1"), there = fit(rings(1024, -4096), method, "1"),
              threads = fit(rings(), method, "3"),
              directions = fit(rings(), method, "1", {{"metric", "cosine"}});
    EXPECT_EQ(here.metric, "euclidean") << method;
    EXPECT_EQ(agreement(here.labels), 1) << method;
    EXPECT_EQ(here.labels, there.labels) << method;
    EXPECT_EQ(here.labels, threads.labels) << method;
    EXPECT_EQ(here.labels, here.again) << method << ": assigned as they are labeled";
    EXPECT_EQ(directions.metric, "") << method;
    EXPECT_LT(agreement(directions.labels), 0.9) << method;
  }
}

TEST(Metric, a_mixture_has_the_covariances_of_its_clusters) {
  // Two long thin groups, one along each axis.
  Values X;
  for (int i = 0; i < 300; ++i) {
    const double along = std::sin((i % 2 == 0 ? 3.7 : 2.9) * i) * 4, across = std::cos(5.1 * i) / 5;
    X.push_back(i % 2 == 0 ? along : 5 + across);
    X.push_back(i % 2 == 0 ? across : along);
  }
  const auto right = [](const std::vector<int32_t> &labels) {
    double same = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) same += labels[i] == labels[i % 2];
    return labels[0] == labels[1] ? 0 : same / static_cast<double>(labels.size());
  };
  for (const char *covariance : {"full", "auto"}) {
    const Fit full = fit(X, "gmm", "1", {{"covariance", covariance}});
    EXPECT_GT(right(full.labels), 0.93) << covariance;
    EXPECT_EQ(full.labels, full.again) << covariance;
    EXPECT_EQ(full.labels, fit(X, "gmm", "3", {{"covariance", covariance}}).labels) << covariance;
  }
  EXPECT_LT(right(fit(X, "gmm", "1", {{"covariance", "shared"}}).labels), 0.9);
}

}  // namespace
