// A corpus on disk, and larger ones generated from it, for the benchmarks of the search.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Sparse {
  std::vector<int64_t> indptr{0}, indices;
  std::vector<double> values;
};

[[noreturn]] inline void stop(const char *message) {
  std::fprintf(stderr, "%s\n", message);
  std::exit(1);
}

inline void check(int status, const manifact_context *context) {
  if (status < 0) stop(manifact_context_message(context));
}

inline Sparse copy_of(const manifact_matrix *matrix) {
  const auto rows = static_cast<std::size_t>(manifact_matrix_rows(matrix)),
             entries = static_cast<std::size_t>(manifact_matrix_entries(matrix));
  Sparse s{std::vector<int64_t>(rows + 1), std::vector<int64_t>(entries),
           std::vector<double>(entries)};
  manifact_matrix_copy_csr(matrix, s.indptr.data(), MANIFACT_INT64, s.indices.data(),
                           MANIFACT_INT64, s.values.data(), MANIFACT_DOUBLE,
                           static_cast<int64_t>(entries));
  return s;
}

struct Draws {
  uint64_t state = 1;
  uint64_t next() {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return state >> 33;
  }
  bool happens(double probability) {
    return static_cast<double>(next()) < probability * 2147483648.0;
  }
};

// A document of the additional copies has each count of its original with probability 0.7, and each
// count of another document with 0.3, so that it is similar to both and equal to neither. Duplicate
// entries are summed when the matrix is created.
inline Sparse enlarged(const Sparse &X, int64_t copies) {
  const int64_t rows = static_cast<int64_t>(X.indptr.size()) - 1;
  Sparse Y = X;
  Draws draws;
  const auto take = [&](int64_t i, double probability) {
    for (auto e = static_cast<std::size_t>(X.indptr[static_cast<std::size_t>(i)]);
         e < static_cast<std::size_t>(X.indptr[static_cast<std::size_t>(i) + 1]); ++e) {
      if (!draws.happens(probability)) continue;
      Y.indices.push_back(X.indices[e]);
      Y.values.push_back(X.values[e]);
    }
  };
  for (int64_t copy = 1; copy < copies; ++copy)
    for (int64_t i = 0; i < rows; ++i) {
      take(i, 0.7);
      take(static_cast<int64_t>(draws.next()) % rows, 0.3);
      Y.indptr.push_back(static_cast<int64_t>(Y.indices.size()));
    }
  return Y;
}

// The weighted rows.
inline manifact_matrix *corpus(manifact_context *context, const std::string &folder,
                               int64_t copies) {
  manifact_matrix *counts, *larger, *X;
  check(
      manifact_matrix_read(context, (folder + "/X.mtx.gz").c_str(), MANIFACT_FORMAT_AUTO, &counts),
      context);
  if (copies > 1) {
    const Sparse Y = enlarged(copy_of(counts), copies);
    check(manifact_matrix_create_csr(
              context, static_cast<int64_t>(Y.indptr.size()) - 1, manifact_matrix_columns(counts),
              static_cast<int64_t>(Y.indices.size()), Y.indptr.data(), MANIFACT_INT64,
              Y.indices.data(), MANIFACT_INT64, 0, Y.values.data(), MANIFACT_DOUBLE, MANIFACT_COPY,
              nullptr, nullptr, &larger),
          context);
    manifact_matrix_free(counts);
    counts = larger;
  }
  check(manifact_matrix_weight(context, counts, "tfidf", "auto", &X), context);
  manifact_matrix_free(counts);
  return X;
}
