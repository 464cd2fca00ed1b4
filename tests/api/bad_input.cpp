// Invalid or extreme input gives a clear error, or a documented behavior with a warning in the
// model; never a crash or a partial result.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "support/corpus.hpp"
#include "support/temporary_folder.hpp"

namespace {

using support::Context;
using support::Matrix;
using support::Model;

class BadInput : public testing::Test {
 protected:
  void expect_message(const std::string &words) {
    EXPECT_NE(std::string(manifact_context_message(c)).find(words), std::string::npos)
        << "said: " << manifact_context_message(c) << "\nexpected: " << words;
  }

  // The status of creating a csr matrix.
  int csr(int64_t rows, int64_t columns, std::vector<int64_t> indptr, std::vector<int64_t> indices,
          std::vector<double> values) {
    manifact_matrix *X = nullptr;
    const int status = manifact_matrix_create_csr(
        c, rows, columns, static_cast<int64_t>(indices.size()), indptr.data(), MANIFACT_INT64,
        indices.data(), MANIFACT_INT64, 0, values.data(), MANIFACT_DOUBLE, MANIFACT_COPY, nullptr,
        nullptr, &X);
    EXPECT_EQ(X == nullptr, status < 0);
    manifact_matrix_free(X);
    return status;
  }

  struct Outcome {
    int status;
    Model model;
    std::string message;
  };
  Outcome fit(const std::string &method, const Matrix &X, int64_t k,
              const support::Settings &settings = {}) {
    const support::Solver s = support::solver(c, method, settings);
    support::give_labels(c, s.get(), manifact_matrix_rows(X.get()), std::clamp<int64_t>(k, 1, 3));
    manifact_model *model = nullptr;
    const int status = manifact_solver_fit(s.get(), X.get(), k, &model);
    EXPECT_EQ(model == nullptr, status < 0) << method;
    EXPECT_EQ(std::string(manifact_solver_message(s.get())).empty(), status >= 0) << method;
    return {status, Model(model), manifact_solver_message(s.get())};
  }

  // Every number of a model is valid.
  void expect_sound(const Model &model, int64_t n, const std::string &what) {
    ASSERT_NE(model, nullptr) << what;
    const int64_t k = manifact_model_clusters(model.get());
    std::vector<int64_t> sizes(static_cast<size_t>(k));
    for (const int32_t label : support::labels(model.get())) {
      EXPECT_GE(label, -1) << what;
      ASSERT_LT(label, k) << what;
      if (label >= 0) ++sizes[static_cast<size_t>(label)];
    }
    const int64_t *view = manifact_model_sizes(model.get());
    EXPECT_EQ(sizes, std::vector<int64_t>(view, view + k)) << what;
    for (const double value : support::memberships(model.get()))
      ASSERT_TRUE(std::isfinite(value)) << what;
    for (const double value : support::history(model.get()))
      ASSERT_TRUE(std::isfinite(value)) << what;
    EXPECT_EQ(manifact_model_documents(model.get()), n);
  }

  static bool warns(const Model &model, const std::string &words) {
    for (int64_t i = 0; i < manifact_model_warning_count(model.get()); ++i)
      if (std::string(manifact_model_warning(model.get(), i)).find(words) != std::string::npos)
        return true;
    return false;
  }

  Context context = support::context();
  manifact_context *c = context.get();
};

TEST_F(BadInput, csr_arrays_are_checked_and_the_place_is_named) {
  EXPECT_EQ(csr(2, 3, {0, 1, 2}, {0, 2}, {1, 2}), MANIFACT_OK);
  EXPECT_EQ(csr(3, 3, {0, 2, 1, 2}, {0, 2}, {1, 2}), MANIFACT_ERROR_STRUCTURE);
  expect_message("indptr[2] < indptr[1]");
  EXPECT_EQ(csr(2, 3, {1, 1, 2}, {0, 2}, {1, 2}), MANIFACT_ERROR_STRUCTURE);
  EXPECT_EQ(csr(2, 3, {0, 1, 2}, {0, 3}, {1, 2}), MANIFACT_ERROR_STRUCTURE);
  expect_message("indices[1]");
  EXPECT_EQ(csr(2, 3, {0, 1, 2}, {-1, 2}, {1, 2}), MANIFACT_ERROR_STRUCTURE);
  EXPECT_EQ(csr(2, 3, {0, 1, 2}, {0, INT64_MAX}, {1, 2}), MANIFACT_ERROR_STRUCTURE);
  EXPECT_EQ(csr(2, 3, {0, 1, 3}, {0, 2}, {1, 2}), MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(csr(2, 3, {0, 1, 1}, {0, 2}, {1, 2}), MANIFACT_ERROR_LENGTH);
  for (const double bad :
       {static_cast<double>(NAN), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
    EXPECT_EQ(csr(2, 3, {0, 1, 2}, {0, 2}, {1, bad}), MANIFACT_ERROR_VALUE);
    expect_message("row 1, column 2 is ");
  }
  EXPECT_EQ(csr(0, 3, {0}, {}, {}), MANIFACT_ERROR_EMPTY);
  EXPECT_EQ(csr(2, 0, {0, 0, 0}, {}, {}), MANIFACT_ERROR_EMPTY);
  EXPECT_LT(csr(-1, 3, {0}, {}, {}), 0);
  EXPECT_LT(csr(1, int64_t{1} << 31, {0, 0}, {}, {}), 0);
}

TEST_F(BadInput, sizes_beyond_all_memory_are_errors) {
  const double one[1] = {1};
  const int64_t zero[2] = {0, 0};
  manifact_matrix *X = nullptr;
  for (const int64_t stride : {int64_t{0}, int64_t{-1}})
    EXPECT_EQ(manifact_matrix_create_dense(c, 1, 1, stride, stride, one, MANIFACT_DOUBLE,
                                           MANIFACT_COPY, nullptr, nullptr, &X),
              MANIFACT_ERROR_ARGUMENT);
  EXPECT_LT(manifact_matrix_create_csr(c, 1, 1, -1, zero, MANIFACT_INT64, zero, MANIFACT_INT64, 0,
                                       one, MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &X),
            0);
  EXPECT_LT(
      manifact_matrix_create_csr(c, 1, 1, INT64_MAX, zero, MANIFACT_INT64, zero, MANIFACT_INT64, 0,
                                 one, MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &X),
      0);
  EXPECT_LT(manifact_matrix_create_dense(c, INT64_MAX, INT64_MAX, 1, 1, one, MANIFACT_DOUBLE,
                                         MANIFACT_COPY, nullptr, nullptr, &X),
            0);
  EXPECT_EQ(X, nullptr);
}

TEST_F(BadInput, negative_data_is_clustered_or_refused_by_the_entry) {
  const Matrix X = support::matrix(c, 4, 2, {1, 0.5, -2, 1, 0, 3, 1, 1}, true);
  const std::set<std::string> refusing = {"nmf", "gnmf", "onmtf", "ccf", "gdcf"};
  for (const std::string &method : api::methods()) {
    const auto [status, model, message] = fit(method, X, 2);
    if (refusing.count(method) == 0) {
      EXPECT_GE(status, 0) << method;
      continue;
    }
    EXPECT_EQ(status, MANIFACT_ERROR_VALUE) << method;
    EXPECT_NE(message.find("row 1, column 0 is negative"), std::string::npos) << message;
  }
}

TEST_F(BadInput, number_of_clusters_is_checked) {
  const Matrix X = api::csr(c, api::corpus(20, 18));
  for (const std::string &method : api::methods()) {
    for (const int64_t k : {int64_t{0}, int64_t{-1}, INT64_MIN, int64_t{21}, INT64_MAX})
      EXPECT_EQ(fit(method, X, k).status, MANIFACT_ERROR_ARGUMENT) << method << " " << k;
    for (const int64_t k : {int64_t{1}, int64_t{20}}) {
      const Outcome outcome = fit(method, X, k);
      EXPECT_GE(outcome.status, 0) << method << " " << k << ": " << outcome.message;
      expect_sound(outcome.model, 20, method);
    }
  }
}

TEST_F(BadInput, more_neighbors_than_documents_are_taken_as_all_of_them) {
  const Matrix X = api::csr(c, api::corpus(20, 18));
  const Outcome all = fit("lccf", X, 3, {{"neighbors", "19"}}),
                more = fit("lccf", X, 3, {{"neighbors", "1000000"}});
  ASSERT_GE(more.status, 0) << more.message;
  EXPECT_EQ(support::labels(more.model.get()), support::labels(all.model.get()));
  EXPECT_TRUE(warns(more.model, "neighbors"));
  EXPECT_FALSE(warns(all.model, "neighbors"));
  const support::Graph a = api::knn(c, X.get(), 19), b = api::knn(c, X.get(), INT64_MAX);
  EXPECT_EQ(manifact_graph_edges(a.get()), manifact_graph_edges(b.get()));
}

TEST_F(BadInput, graph_arguments_are_checked) {
  const Matrix X = api::csr(c, api::corpus(20, 18));
  manifact_graph *out = nullptr;
  const auto knn = [&](int64_t p, int weight, int rule, double bandwidth) {
    return manifact_graph_knn(c, X.get(), p, weight, rule, bandwidth, MANIFACT_SEARCH_EXACT, 1, 0,
                              &out);
  };
  for (const int64_t p : {int64_t{0}, int64_t{-5}})
    EXPECT_EQ(knn(p, 1, 1, 0), MANIFACT_ERROR_ARGUMENT);
  for (const int weight : {0, 5, -1}) EXPECT_EQ(knn(3, weight, 1, 0), MANIFACT_ERROR_ARGUMENT);
  for (const int rule : {0, 3}) EXPECT_EQ(knn(3, 1, rule, 0), MANIFACT_ERROR_ARGUMENT);
  for (const double b : {-1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)})
    EXPECT_EQ(knn(3, 3, 1, b), MANIFACT_ERROR_ARGUMENT);
  const auto own = [&](int64_t rows, int64_t columns, const std::vector<double> &S, int rule) {
    return manifact_graph_from_matrix(c, support::matrix(c, rows, columns, S).get(), rule, &out);
  };
  EXPECT_LT(own(2, 3, {0, 1, 0, 1, 0, 0}, 0), 0);
  EXPECT_EQ(own(2, 2, {0, 1, 2, 0}, 0), MANIFACT_ERROR_STRUCTURE);
  expect_message("S(0,1)");
  EXPECT_EQ(own(2, 2, {0, -1, -1, 0}, 0), MANIFACT_ERROR_VALUE);
  EXPECT_EQ(out, nullptr);
}

TEST_F(BadInput, graph_or_start_of_another_size_does_not_fit) {
  const Matrix X = api::csr(c, api::corpus(20, 18)), other = api::csr(c, api::corpus(21, 18));
  const support::Graph graph = api::knn(c, other.get());
  manifact_model *model = nullptr;
  const support::Solver s = support::solver(c, "lccf");
  ASSERT_EQ(manifact_solver_set_graph(s.get(), graph.get()), MANIFACT_OK);
  EXPECT_EQ(manifact_solver_fit(s.get(), X.get(), 3, &model), MANIFACT_ERROR_MISMATCH);
  ASSERT_EQ(manifact_solver_set_graph(s.get(), nullptr), MANIFACT_OK);
  const std::vector<double> V(60, 0.5);
  ASSERT_EQ(manifact_solver_set_start_factors(s.get(), nullptr, V.data(), 20, 3), MANIFACT_OK);
  EXPECT_EQ(manifact_solver_fit(s.get(), X.get(), 4, &model), MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(manifact_solver_fit(s.get(), other.get(), 3, &model), MANIFACT_ERROR_MISMATCH);
  for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY), -1.0}) {
    std::vector<double> wrong = V;
    wrong[7] = bad;
    EXPECT_EQ(manifact_solver_set_start_factors(s.get(), nullptr, wrong.data(), 20, 3),
              MANIFACT_ERROR_VALUE);
  }
  std::vector<int32_t> labels(20, 0);
  labels[3] = 3;
  ASSERT_EQ(manifact_solver_set_start_labels(s.get(), labels.data(), 20), MANIFACT_OK);
  EXPECT_LT(manifact_solver_fit(s.get(), X.get(), 3, &model), 0);
  labels[3] = -2;
  EXPECT_EQ(manifact_solver_set_start_labels(s.get(), labels.data(), 20), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_solver_set_start_labels(s.get(), nullptr, 0), MANIFACT_OK);
  EXPECT_GE(manifact_solver_fit(s.get(), X.get(), 3, &model), 0);
  manifact_model_free(model);
  int32_t out[21];
  const Model fitted = support::fit(s.get(), X.get(), 3);
  const Matrix wide = api::csr(c, api::corpus(20, 21));
  EXPECT_EQ(manifact_model_assign(c, fitted.get(), wide.get(), out, nullptr, 20),
            MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(manifact_model_assign(c, fitted.get(), X.get(), out, nullptr, 19),
            MANIFACT_ERROR_LENGTH);
}

TEST_F(BadInput, empty_documents_are_left_unassigned_and_reported) {
  const Matrix X = support::matrix(
      c, 7, 4, {1, 2, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 1, 3, 1, 1, 0, 0, 0, 0, 0, 0},
      true);
  for (const std::string method : {"cf", "lccf", "spherical-kmeans", "kmeans"}) {
    const Outcome outcome = fit(method, X, 2, {{"weighting", "none"}});
    ASSERT_GE(outcome.status, 0) << method << ": " << outcome.message;
    expect_sound(outcome.model, 7, method);
    const auto labels = support::labels(outcome.model.get());
    EXPECT_EQ(labels[2], -1) << method;
    EXPECT_EQ(labels[6], -1) << method;
    EXPECT_GE(labels[0], 0) << method;
    EXPECT_TRUE(warns(outcome.model, "empty")) << method;
    int32_t assigned[7];
    ASSERT_EQ(manifact_model_assign(c, outcome.model.get(), X.get(), assigned, nullptr, 7),
              MANIFACT_OK)
        << method;
    EXPECT_EQ(assigned[2], -1) << method;
  }
}

TEST_F(BadInput, nothing_but_zeros_is_an_error) {
  const Matrix zeros = support::matrix(c, 3, 2, std::vector<double>(6, 0.0));
  for (const std::string &method : api::methods())
    EXPECT_EQ(fit(method, zeros, 2).status, MANIFACT_ERROR_EMPTY) << method;
}

TEST_F(BadInput, fewer_distinct_documents_than_clusters_are_a_status_and_a_warning) {
  std::vector<double> values;
  for (int i = 0; i < 12; ++i)
    values.insert(values.end(), i % 2 == 0 ? std::initializer_list<double>{3, 1, 0}
                                           : std::initializer_list<double>{0, 1, 2});
  const Matrix X = support::matrix(c, 12, 3, values, true);
  for (const std::string &method : api::methods()) {
    const Outcome outcome = fit(method, X, 5, {{"weighting", "none"}});
    EXPECT_EQ(outcome.status, MANIFACT_FEWER_CLUSTERS) << method << ": " << outcome.message;
    expect_sound(outcome.model, 12, method);
    EXPECT_EQ(manifact_model_status(outcome.model.get()), MANIFACT_FEWER_CLUSTERS) << method;
    EXPECT_GT(manifact_model_warning_count(outcome.model.get()), 0) << method;
  }
  for (const std::string &method : api::methods()) {
    const auto labels = support::labels(fit(method, X, 2, {{"weighting", "none"}}).model.get());
    for (size_t i = 2; i < 12; ++i)
      EXPECT_EQ(labels[i], labels[i - 2]) << method << ": equal documents, different clusters";
    EXPECT_NE(labels[0], labels[1]) << method;
  }
}

TEST_F(BadInput, extreme_magnitudes_give_a_sound_model_or_an_error) {
  for (const double scale : {1e-300, 1e-150, 1e-20, 1e20, 1e100, 1e153, 1e300}) {
    api::Corpus corpus = api::corpus(20, 18);
    for (double &value : corpus.values) value *= scale;
    const Matrix X = api::csr(c, corpus);
    for (const std::string &method : api::methods())
      for (const char *scaling : {"unit-rows", "none"})
        for (const char *precision : {"double", "float"}) {
          const Outcome outcome =
              fit(method, X, 3,
                  {{"scaling", scaling}, {"weighting", "none"}, {"precision", precision}});
          const std::string what =
              method + " " + scaling + " " + precision + " " + std::to_string(scale);
          if (outcome.status >= 0)
            expect_sound(outcome.model, 20, what);
          else
            EXPECT_TRUE(outcome.status <= MANIFACT_ERROR_STRUCTURE &&
                        outcome.status >= MANIFACT_ERROR_NUMERICS)
                << what << ": " << outcome.message;
        }
  }
}

TEST_F(BadInput, errno_of_a_file_is_kept_by_its_context) {
  const manifact::TemporaryFolder folder;
  const std::string missing = folder / "missing.mtx", here = folder / ".";
  const Context other_context = support::context();
  manifact_context *const other = other_context.get();
  manifact_matrix *X = nullptr;
  EXPECT_EQ(manifact_context_errno(c), 0);
  EXPECT_EQ(manifact_matrix_read(c, missing.c_str(), 0, &X), MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_matrix_read(other, here.c_str(), 0, &X), MANIFACT_ERROR_IO);
  errno = 0;
  EXPECT_EQ(manifact_context_errno(c), ENOENT);
  EXPECT_EQ(manifact_context_errno(other), EISDIR);
  const Matrix good = api::csr(c, api::corpus(20, 18));
  EXPECT_EQ(manifact_context_errno(c), 0) << "of an earlier call";
  EXPECT_EQ(manifact_matrix_write(c, good.get(), here.c_str()), MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_context_errno(c), EISDIR);
  EXPECT_EQ(manifact_matrix_write(c, good.get(), (missing + "/x.mtx").c_str()), MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_context_errno(c), ENOENT);
  manifact::spill(folder / "cut.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 3\n");
  EXPECT_EQ(manifact_matrix_read(c, (folder / "cut.mtx").c_str(), 0, &X), MANIFACT_ERROR_FORMAT);
  EXPECT_EQ(manifact_context_errno(c), 0) << "no failure of the system";
  EXPECT_EQ(manifact_context_errno(nullptr), 0);
}

TEST_F(BadInput, unreadable_and_truncated_files_are_errors_that_name_the_file) {
  const manifact::TemporaryFolder folder;
  manifact_matrix *X = nullptr;
  EXPECT_EQ(manifact_matrix_read(c, (folder / "missing.mtx").c_str(), 0, &X), MANIFACT_ERROR_IO);
  expect_message("missing.mtx");
  EXPECT_EQ(manifact_matrix_read(c, (folder / ".").c_str(), 0, &X), MANIFACT_ERROR_IO);
  manifact::spill(folder / "cut.mtx",
                  "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1\n2 2");
  EXPECT_EQ(manifact_matrix_read(c, (folder / "cut.mtx").c_str(), 0, &X), MANIFACT_ERROR_FORMAT);
  expect_message("cut.mtx");
  expect_message("4");  // the line
  manifact::spill(folder / "empty.csv", "");
  EXPECT_LT(manifact_matrix_read(c, (folder / "empty.csv").c_str(), 0, &X), 0);
  expect_message("empty.csv");
  EXPECT_EQ(manifact_matrix_read(c, (folder / "cut.mtx").c_str(), 17, &X), MANIFACT_ERROR_ARGUMENT);
  const Matrix good = api::csr(c, api::corpus(20, 18));
  ASSERT_EQ(manifact_matrix_write(c, good.get(), (folder / "good.mtx.gz").c_str()), MANIFACT_OK);
  const std::string whole = manifact::slurp(folder / "good.mtx.gz");
  for (const size_t size : {whole.size() - 1, whole.size() / 2, size_t{20}}) {
    manifact::spill(folder / "short.mtx.gz", whole.substr(0, size));
    EXPECT_LT(manifact_matrix_read(c, (folder / "short.mtx.gz").c_str(), 0, &X), 0) << size;
    expect_message("short.mtx.gz");
  }
  EXPECT_EQ(X, nullptr);
}

TEST_F(BadInput, evaluation_needs_something_known) {
  const int32_t unknown[2] = {-1, -1}, labels[2] = {0, 1};
  double accuracy = 7;
  EXPECT_EQ(manifact_evaluate(c, unknown, labels, 2, &accuracy, nullptr, nullptr, nullptr, nullptr),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_evaluate(c, labels, labels, 0, &accuracy, nullptr, nullptr, nullptr, nullptr),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_evaluate(c, labels, labels, -3, &accuracy, nullptr, nullptr, nullptr, nullptr),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(accuracy, 7);
  EXPECT_EQ(manifact_evaluate(c, labels, labels, 2, nullptr, nullptr, nullptr, nullptr, nullptr),
            MANIFACT_OK);
}

}  // namespace
