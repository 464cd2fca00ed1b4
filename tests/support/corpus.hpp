// A small corpus with planted topics, in the arrays of a caller, and what the tests of the public
// API do with it again and again.
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
  std::vector<int64_t> indptr{0}, indices, topics;
  std::vector<double> values;

  int64_t entries() const { return indptr.back(); }
};

// Documents of `length` words; most come from the topic's own share of the words, the first of a
// share more often than the last.
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
    c.topics.push_back(i % n_topics);
  }
  return c;
}

inline support::Matrix csr(manifact_context *context, const Corpus &c) {
  manifact_matrix *X = nullptr;
  EXPECT_EQ(manifact_matrix_create_csr(context, c.n, c.m, c.entries(), c.indptr.data(),
                                       c.indices.data(), MANIFACT_INT64, c.values.data(),
                                       MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &X),
            MANIFACT_OK)
      << manifact_context_message(context);
  return support::Matrix(X);
}

inline support::Graph knn(manifact_context *context, const manifact_matrix *X,
                          int64_t neighbors = 5) {
  manifact_graph *graph = nullptr;
  EXPECT_EQ(manifact_graph_knn(context, X, neighbors, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                               &graph),
            MANIFACT_OK)
      << manifact_context_message(context);
  return support::Graph(graph);
}

inline int append(void *user, const void *data, size_t size) {
  static_cast<std::string *>(user)->append(static_cast<const char *>(data), size);
  return 0;
}

// The saved model: every number of it, for bitwise comparisons.
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

// Share of documents in the right cluster, by the library's own matching.
inline double accuracy(manifact_context *context, const Corpus &c, const manifact_model *model) {
  const std::vector<int32_t> labels = support::labels(model);
  const std::vector<int64_t> predicted(labels.begin(), labels.end());
  double share = 0;
  EXPECT_EQ(manifact_evaluate(context, c.topics.data(), predicted.data(), c.n, &share, nullptr,
                              nullptr, nullptr, nullptr),
            MANIFACT_OK);
  return share;
}

// With labels where the method takes them.
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
