#include "record_inputs.hpp"

#include <algorithm>
#include <array>

#include "corpus.hpp"

namespace record {
namespace {

struct Pairs {
  std::vector<int64_t> first, second;
  std::vector<double> weights;

  void add(int64_t i, int64_t j, double weight) {
    first.push_back(i);
    second.push_back(j);
    weights.push_back(weight);
  }
};

Pairs true_pairs(const std::vector<int32_t> &classes) {
  Pairs pairs;
  const auto n = static_cast<int64_t>(classes.size());
  for (int64_t i = 0; i < n; i += 4) {
    const int64_t j = (i * 5 + 9) % n;
    const bool together =
        classes[static_cast<std::size_t>(i)] == classes[static_cast<std::size_t>(j)];
    if (i != j) pairs.add(i, j, (together ? 1 : -1) * (i % 12 == 0 ? 0.5 : 1));
  }
  return pairs;
}

// Documents connected by a chain of must-links and separated by a cannot-link; and one
// contradictory pair.
Pairs contradictory_pairs() {
  Pairs pairs;
  pairs.add(0, 1, 1);
  pairs.add(1, 2, 1);
  pairs.add(0, 2, -1);
  pairs.add(3, 4, 1);
  pairs.add(4, 3, -0.5);
  return pairs;
}

int give_constraints(manifact_context *context, manifact_solver *solver, const Data &data,
                     const std::string &input) {
  std::vector<int32_t> labels(data.classes.size(), -1);
  const std::size_t step = input == "few-labels" ? 20 : 6;
  if (input != "pairs" && input != "contradictory-pairs")
    for (std::size_t i = 0; i < labels.size(); i += step) labels[i] = data.classes[i];
  Pairs pairs;
  if (input == "pairs" || input == "labels-and-pairs") pairs = true_pairs(data.classes);
  if (input == "contradictory-pairs") pairs = contradictory_pairs();
  manifact_constraints *constraints = nullptr;
  check(manifact_constraints_create(context, static_cast<int64_t>(labels.size()), labels.data(),
                                    pairs.first.data(), pairs.second.data(), pairs.weights.data(),
                                    static_cast<int64_t>(pairs.first.size()), &constraints),
        context);
  const Constraints owner(constraints);
  return manifact_solver_set_constraints(solver, constraints);
}

// Uniform in multiples of 1/16 from 1/16 to 1.
std::vector<double> factor(int64_t rows, int64_t columns) {
  std::vector<double> values(static_cast<std::size_t>(rows * columns));
  Draws draws;
  for (double &value : values) value = static_cast<double>(1 + draws.next() % 16) / 16;
  return values;
}

int give_start(manifact_solver *solver, const Data &data, int64_t k, const std::string &input) {
  const auto n = static_cast<int64_t>(data.classes.size());
  const int64_t m = manifact_matrix_columns(data.X.get());
  const std::vector<double> V = factor(n, k);
  if (input == "start-memberships")
    return manifact_solver_set_start_factors(solver, nullptr, V.data(), n, k);
  if (input == "start-factors") {
    std::vector<double> W(V.rbegin(), V.rend());
    return manifact_solver_set_start_factors(solver, W.data(), V.data(), n, k);
  }
  if (input == "start-labels") {
    std::vector<int32_t> labels(data.classes.size());
    for (int64_t i = 0; i < n; ++i)
      labels[static_cast<std::size_t>(i)] = static_cast<int32_t>(
          i % 9 == 0 ? i % k : (data.classes[static_cast<std::size_t>(i)] - 1) % k);
    labels[1] = -1;
    return manifact_solver_set_start_labels(solver, labels.data(), n);
  }
  const int64_t l = input == "start-more-features" ? k + 2 : k;
  return manifact_solver_set_start_features(solver, factor(m, l).data(), m, l);
}

// A ring with chords and integer weights.
Matrix ring(manifact_context *context, int64_t n) {
  Sparse S;
  for (int64_t i = 0; i < n; ++i) {
    for (const int64_t step : std::array<int64_t, 3>{1, 7, 14}) {
      S.indices.push_back((i + step) % n);
      S.values.push_back(static_cast<double>(1 + i % 3));
    }
    S.indptr.push_back(static_cast<int64_t>(S.indices.size()));
  }
  manifact_matrix *out = nullptr;
  check(manifact_matrix_create_csr(context, n, n, S.indptr.back(), S.indptr.data(), MANIFACT_INT64,
                                   S.indices.data(), MANIFACT_INT64, 0, S.values.data(),
                                   MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &out),
        context);
  return Matrix(out);
}

Matrix transposed(manifact_context *context, const manifact_matrix *X) {
  const Sparse S = copy_of(X);
  manifact_matrix *out = nullptr;
  check(manifact_matrix_create_csc(context, manifact_matrix_columns(X), manifact_matrix_rows(X),
                                   manifact_matrix_entries(X), S.indptr.data(), MANIFACT_INT64,
                                   S.indices.data(), MANIFACT_INT64, 0, S.values.data(),
                                   MANIFACT_DOUBLE, &out),
        context);
  return Matrix(out);
}

int give_graph(manifact_context *context, manifact_solver *solver, const Data &data,
               const std::string &input) {
  manifact_graph *graph = nullptr;
  const manifact_matrix *X = data.X.get();
  int status = 0;
  if (input == "graph") {
    status = manifact_graph_knn(context, X, 7, MANIFACT_WEIGHT_BINARY, MANIFACT_RULE_MUTUAL, 0,
                                MANIFACT_SEARCH_EXACT, 1, 0, &graph);
  } else if (input == "graph-adaptive") {
    status = manifact_graph_adaptive(context, X, 8, MANIFACT_GAMMA_ROW, 0, 1 << 30, &graph);
  } else if (input == "graph-ring") {
    const Matrix S = ring(context, manifact_matrix_rows(X));
    status = manifact_graph_from_matrix(context, S.get(), MANIFACT_RULE_OR, &graph);
  } else if (input == "feature-graph") {
    const Matrix T = transposed(context, X);
    status = manifact_graph_knn(context, T.get(), 4, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                                MANIFACT_SEARCH_EXACT, 1, 0, &graph);
  } else {
    stop(("unknown input: " + input).c_str());
  }
  check(status, context);
  const Graph owner(graph);
  return input == "feature-graph" ? manifact_solver_set_feature_graph(solver, graph)
                                  : manifact_solver_set_graph(solver, graph);
}

}  // namespace

int give(manifact_context *context, manifact_solver *solver, const Data &data, int64_t k,
         const std::string &input) {
  if (input.find("labels") == 0 || input == "few-labels" ||
      input.find("pairs") != std::string::npos)
    return give_constraints(context, solver, data, input);
  if (input.find("start-") == 0) return give_start(solver, data, k, input);
  return give_graph(context, solver, data, input);
}

}  // namespace record
