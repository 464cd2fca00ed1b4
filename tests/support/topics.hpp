// Models and documents for the tests of topics, from their numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"

namespace topics {

using manifact::Array;
using manifact::Memory;
using Values = std::vector<double>;
using Indices = std::vector<int64_t>;
using Rows = std::vector<std::vector<int32_t>>;

// A model with the inputs of topics: centroids (and concepts) m x k, row-major.
inline manifact::Model model_of(Indices sizes, const Values &centroids,
                                const Values &concepts = {}) {
  const auto memory = std::make_shared<Memory>();
  const auto filled = [&memory](const auto &values) {
    Array<typename std::decay_t<decltype(values)>::value_type> array(
        memory, static_cast<int64_t>(values.size()));
    std::copy(values.begin(), values.end(), array.begin());
    return array;
  };
  manifact::Model model;
  model.k = static_cast<int64_t>(sizes.size());
  model.m = static_cast<int64_t>(centroids.size()) / model.k;
  model.n = std::accumulate(sizes.begin(), sizes.end(), int64_t{0});
  model.sizes = filled(sizes);
  model.centroids = filled(centroids);
  model.basis = filled(concepts);
  return model;
}

struct Work {
  manifact::Monitor monitor;
  manifact::ThreadPool pool{1};
  manifact::ExecutionContext run{std::make_shared<Memory>(), pool, monitor};
};

// The terms of each document, all with the same weight.
inline manifact::Csr<double> documents_of(const Rows &terms, int64_t columns) {
  const auto memory = std::make_shared<Memory>();
  manifact::Csr<double> X;
  X.rows = static_cast<int64_t>(terms.size());
  X.columns = columns;
  X.indptr = Array<int64_t>(memory, X.rows + 1);
  for (int64_t i = 0; i < X.rows; ++i)
    X.indptr[i + 1] = X.indptr[i] + std::ssize(terms[static_cast<size_t>(i)]);
  X.indices = Array<int32_t>(memory, X.indptr[X.rows]);
  X.values = Array<double>(memory, X.indptr[X.rows]);
  std::fill(X.values.begin(), X.values.end(), 2);
  int32_t *to = X.indices.begin();
  for (const auto &row : terms) to = std::copy(row.begin(), row.end(), to);
  return X;
}

}  // namespace topics
