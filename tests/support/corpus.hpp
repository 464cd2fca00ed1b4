// A small corpus with planted topics, as the arrays of a caller, and common calls of the public API
// on it.
#pragma once

#include <gtest/gtest.h>
#include <manifact/manifact.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/handles.hpp"

namespace api {

// Counts of words, csr, and the topic of each document.
struct Corpus {
  int64_t n = 0, m = 0;
  std::vector<int64_t> indptr{0}, indices;
  std::vector<int32_t> topics;
  std::vector<double> values;

  int64_t entries() const { return indptr.back(); }
};

// Documents of `length` words, most of them from the block of words of the topic, the first of a
// block more often than the last.
inline Corpus corpus(int64_t n = 60, int64_t m = 45, int64_t n_topics = 3, int length = 25) {
  Corpus c;
  c.n = n;
  c.m = m;
  uint64_t state = 88172645463325252ULL;
  const auto below = [&](int64_t bound) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<int64_t>(state % static_cast<uint64_t>(bound));
  };
  const int64_t share = m / n_topics;
  for (int64_t i = 0; i < n; ++i) {
    std::map<int64_t, double> counts;
    for (int w = 0; w < length; ++w) {
      const int64_t own = (i % n_topics) * share + below(1 + below(share));
      counts[below(10) < 8 ? own : below(m)] += 1;
    }
    for (const auto &[column, count] : counts) {
      c.indices.push_back(column);
      c.values.push_back(count);
    }
    c.indptr.push_back(static_cast<int64_t>(c.indices.size()));
    c.topics.push_back(static_cast<int32_t>(i % n_topics));
  }
  return c;
}

inline support::Matrix csr(manifact_context *context, const Corpus &c) {
  manifact_matrix *X = nullptr;
  EXPECT_EQ(
      manifact_matrix_create_csr(context, c.n, c.m, c.entries(), c.indptr.data(), MANIFACT_INT64,
                                 c.indices.data(), MANIFACT_INT64, 0, c.values.data(),
                                 MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &X),
      MANIFACT_OK)
      << manifact_context_message(context);
  return support::Matrix(X);
}

inline support::Graph knn(manifact_context *context, const manifact_matrix *X,
                          int64_t neighbors = 5) {
  manifact_graph *graph = nullptr;
  EXPECT_EQ(manifact_graph_knn(context, X, neighbors, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                               MANIFACT_SEARCH_EXACT, 1, 0, &graph),
            MANIFACT_OK)
      << manifact_context_message(context);
  return support::Graph(graph);
}

inline int append(void *user, const void *data, size_t size) {
  static_cast<std::string *>(user)->append(static_cast<const char *>(data), size);
  return 0;
}

// The bytes of the saved model: all its numbers, for bitwise comparisons.
inline std::string bytes(manifact_context *context, const manifact_model *model) {
  std::string all;
  EXPECT_EQ(manifact_model_write(context, model, append, &all), MANIFACT_OK)
      << manifact_context_message(context);
  return all;
}

inline support::Model load(manifact_context *context, const std::string &data) {
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_model_load_memory(context, data.data(), data.size(), &model), MANIFACT_OK)
      << manifact_context_message(context);
  return support::Model(model);
}

// The share of documents in the right cluster, by the library's own matching.
inline double accuracy(manifact_context *context, const Corpus &c, const manifact_model *model) {
  const std::vector<int32_t> predicted = support::labels(model);
  double share = 0;
  EXPECT_EQ(manifact_evaluate(context, c.topics.data(), predicted.data(), c.n, &share, nullptr,
                              nullptr, nullptr, nullptr),
            MANIFACT_OK);
  return share;
}

// With labels if the method uses them.
inline support::Model fit(manifact_context *context, const std::string &method,
                          const support::Settings &settings, const manifact_matrix *X, int64_t k) {
  const support::Solver solver = support::solver(context, method, support::used(method, settings));
  support::give_labels(context, solver.get(), manifact_matrix_rows(X), k < 3 ? k : 3);
  return support::fit(solver.get(), X, k);
}

inline std::vector<std::string> methods() {
  std::vector<std::string> names;
  for (int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr;
    EXPECT_EQ(manifact_method_info(i, &name, nullptr, nullptr), MANIFACT_OK);
    names.emplace_back(name);
  }
  return names;
}

}  // namespace api
