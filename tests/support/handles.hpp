// For the tests through the public API: handles that free themselves, matrices from small arrays,
// the folders of reference files and data.
#pragma once

#include <gtest/gtest.h>
#include <manifact/manifact.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/source_root.hpp"
#include "support/temporary_folder.hpp"

namespace support {

struct Free {
  void operator()(manifact_context *h) const { manifact_context_free(h); }
  void operator()(manifact_matrix *h) const { manifact_matrix_free(h); }
  void operator()(manifact_graph *h) const { manifact_graph_free(h); }
  void operator()(manifact_constraints *h) const { manifact_constraints_free(h); }
  void operator()(manifact_solver *h) const { manifact_solver_free(h); }
  void operator()(manifact_model *h) const { manifact_model_free(h); }
  void operator()(manifact_vectorizer *h) const { manifact_vectorizer_free(h); }
};
using Context = std::unique_ptr<manifact_context, Free>;
using Matrix = std::unique_ptr<manifact_matrix, Free>;
using Graph = std::unique_ptr<manifact_graph, Free>;
using Constraints = std::unique_ptr<manifact_constraints, Free>;
using Solver = std::unique_ptr<manifact_solver, Free>;
using Model = std::unique_ptr<manifact_model, Free>;
using Vectorizer = std::unique_ptr<manifact_vectorizer, Free>;

inline Context context() {
  manifact_context *out = nullptr;
  EXPECT_EQ(manifact_context_create(&out), 0);
  return Context(out);
}

inline Matrix read(manifact_context *context, const std::string &path) {
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_matrix_read(context, path.c_str(), MANIFACT_FORMAT_AUTO, &out), 0)
      << manifact_context_message(context);
  return Matrix(out);
}

// A matrix from row-major values; `sparse` gives a csr matrix, whose counts are weighted by
// default, otherwise a dense one.
inline Matrix matrix(manifact_context *context, int64_t rows, int64_t columns,
                     const std::vector<double> &values, bool sparse = false) {
  manifact_matrix *out = nullptr;
  if (!sparse) {
    EXPECT_EQ(manifact_matrix_create_dense(context, rows, columns, columns, 1, values.data(),
                                           MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &out),
              0)
        << manifact_context_message(context);
    return Matrix(out);
  }
  std::vector<int64_t> indptr{0}, indices;
  std::vector<double> entries;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j)
      if (const double value = values[static_cast<std::size_t>(i * columns + j)]; value != 0)
        indices.push_back(j), entries.push_back(value);
    indptr.push_back(static_cast<int64_t>(indices.size()));
  }
  EXPECT_EQ(
      manifact_matrix_create_csr(context, rows, columns, indptr.back(), indptr.data(),
                                 MANIFACT_INT64, indices.data(), MANIFACT_INT64, 0, entries.data(),
                                 MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &out),
      0)
      << manifact_context_message(context);
  return Matrix(out);
}

// A row-major copy of any matrix.
inline std::vector<double> dense(const manifact_matrix *matrix) {
  const auto rows = manifact_matrix_rows(matrix), columns = manifact_matrix_columns(matrix),
             entries = manifact_matrix_entries(matrix);
  std::vector<int64_t> indptr(static_cast<std::size_t>(rows + 1)),
      indices(static_cast<std::size_t>(entries));
  std::vector<double> values(static_cast<std::size_t>(entries)),
      out(static_cast<std::size_t>(rows * columns));
  EXPECT_EQ(manifact_matrix_copy_csr(matrix, indptr.data(), MANIFACT_INT64, indices.data(),
                                     MANIFACT_INT64, values.data(), MANIFACT_DOUBLE, entries),
            0);
  for (std::size_t i = 0; i + 1 < indptr.size(); ++i)
    for (auto e = static_cast<std::size_t>(indptr[i]); e < static_cast<std::size_t>(indptr[i + 1]);
         ++e)
      out[i * static_cast<std::size_t>(columns) + static_cast<std::size_t>(indices[e])] = values[e];
  return out;
}

using Settings = std::vector<std::pair<std::string, std::string>>;

// The settings and then `more`, which win.
inline Settings with(Settings settings, const Settings &more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

// The settings that the method uses.
inline Settings used(const std::string &method, const Settings &settings) {
  Settings some;
  for (const auto &setting : settings)
    if (manifact_method_uses_option(method.c_str(), setting.first.c_str()) == 1)
      some.push_back(setting);
  return some;
}

inline Solver solver(manifact_context *context, const std::string &method,
                     const Settings &settings = {}) {
  manifact_solver *out = nullptr;
  EXPECT_EQ(manifact_solver_create(context, method.c_str(), &out), 0)
      << manifact_context_message(context);
  for (const auto &[name, value] : settings)
    EXPECT_EQ(manifact_solver_set_text(out, name.c_str(), value.c_str()), 0)
        << manifact_solver_message(out);
  return Solver(out);
}

// Methods that take constraints get labels: each of the first few documents i is of class i mod
// `classes`. Others get nothing.
inline void give_labels(manifact_context *context, manifact_solver *solver, int64_t n,
                        int64_t classes = 3) {
  if (manifact_method_uses_option(manifact_solver_method(solver), "propagation-solver") ==
      MANIFACT_FALSE)
    return;
  std::vector<int32_t> labels(static_cast<std::size_t>(n), -1);
  for (int64_t i = 0; i < n && i < 3 * classes; ++i)
    labels[static_cast<std::size_t>(i)] = static_cast<int32_t>(i % classes);
  manifact_constraints *out = nullptr;
  EXPECT_EQ(
      manifact_constraints_create(context, n, labels.data(), nullptr, nullptr, nullptr, 0, &out), 0)
      << manifact_context_message(context);
  EXPECT_EQ(manifact_solver_set_constraints(solver, out), 0) << manifact_solver_message(solver);
  manifact_constraints_free(out);
}

inline Model fit(manifact_solver *solver, const manifact_matrix *X, int64_t k) {
  manifact_model *out = nullptr;
  EXPECT_GE(manifact_solver_fit(solver, X, k, &out), 0) << manifact_solver_message(solver);
  return Model(out);
}

// The model after it was written to a file and read back.
inline Model saved_and_loaded(manifact_context *context, const manifact_model *model) {
  const manifact::TemporaryFolder folder;
  const std::string path = folder / "model";
  EXPECT_EQ(manifact_model_save(context, model, path.c_str()), 0)
      << manifact_context_message(context);
  manifact_model *out = nullptr;
  EXPECT_EQ(manifact_model_load(context, path.c_str(), &out), 0)
      << manifact_context_message(context);
  return Model(out);
}

// The documents of X under a model; entries that manifact_model_assign leaves unset are 99.
struct Assigned {
  std::vector<int32_t> labels;
  std::vector<double> memberships;
};

inline Assigned assigned(manifact_context *context, const manifact_model *model,
                         const manifact_matrix *X) {
  const auto n = static_cast<std::size_t>(manifact_matrix_rows(X)),
             k = static_cast<std::size_t>(manifact_model_clusters(model));
  Assigned found{std::vector<int32_t>(n, 99), std::vector<double>(n * k, 99)};
  EXPECT_EQ(manifact_model_assign(context, model, X, found.labels.data(), found.memberships.data(),
                                  manifact_matrix_rows(X)),
            0)
      << manifact_context_message(context);
  return found;
}

inline std::vector<int32_t> labels(const manifact_model *model) {
  const int32_t *first = manifact_model_labels(model);
  return {first, first + manifact_model_documents(model)};
}

inline std::vector<double> memberships(const manifact_model *model) {
  const double *first = manifact_model_memberships(model);
  return {first, first + manifact_model_documents(model) * manifact_model_clusters(model)};
}

inline std::vector<double> associations(const manifact_model *model) {
  const double *first = manifact_model_associations(model);
  return {first, first + manifact_model_documents(model) * manifact_model_clusters(model)};
}

inline std::vector<double> history(const manifact_model *model) {
  int64_t length = 0;
  const double *first = manifact_model_history(model, &length);
  return {first, first + length};
}

// A diagnostic by name, "" if the model has none.
inline std::string diagnostic(const manifact_model *model, const std::string &name) {
  for (int64_t i = 0; i < manifact_model_diagnostic_count(model); ++i) {
    const char *found = nullptr, *value = nullptr;
    EXPECT_EQ(manifact_model_diagnostic(model, i, &found, &value), 0);
    if (name == found) return value;
  }
  return "";
}

// All warnings, one a line.
inline std::string warnings(const manifact_model *model) {
  std::string all;
  for (int64_t i = 0; i < manifact_model_warning_count(model); ++i)
    all += std::string(manifact_model_warning(model, i)) + "\n";
  return all;
}

// The folder of reference files and data next to the repository, or "" if there is none.
inline std::string shared() {
  const char *given = std::getenv("MANIFACT_SHARED");
  const std::string folder = given != nullptr ? given : std::string(source_root) + "/../shared";
  return std::filesystem::is_directory(folder) ? folder : "";
}

}  // namespace support

// Skips the test with a clear message if these reference files or data are not available.
#define NEEDS_SHARED(folder)                                                                     \
  if (support::shared().empty() || !std::filesystem::exists(support::shared() + "/" + (folder))) \
  GTEST_SKIP() << "no " << (folder) << " in ../shared (or $MANIFACT_SHARED): this test needs it"
