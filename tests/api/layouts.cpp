// Every memory layout of a matrix gives the same matrix and bitwise the same fit.
#include <algorithm>
#include <cmath>

#include "support/corpus.hpp"
#include "support/text_data.hpp"

namespace {

using api::bytes;
using api::corpus;
using api::Corpus;
using support::Context;
using support::Matrix;

template <class To, class From>
std::vector<To> converted(const std::vector<From> &values) {
  return std::vector<To>(values.begin(), values.end());
}

template <class Index>
constexpr int index_type = sizeof(Index) == 4 ? MANIFACT_INT32 : MANIFACT_INT64;
template <class Value>
constexpr int value_type = sizeof(Value) == 4 ? MANIFACT_FLOAT : MANIFACT_DOUBLE;

template <class Index, class Value>
Matrix as_csr(const Context &context, const Corpus &c) {
  const auto indptr = converted<Index>(c.indptr), indices = converted<Index>(c.indices);
  const auto values = converted<Value>(c.values);
  manifact_matrix *X = nullptr;
  EXPECT_EQ(manifact_matrix_create_csr(context.get(), c.n, c.m, c.entries(), indptr.data(),
                                       index_type<Index>, indices.data(), index_type<Index>, 0,
                                       values.data(), value_type<Value>, MANIFACT_COPY, nullptr,
                                       nullptr, &X),
            MANIFACT_OK);
  return Matrix(X);
}

template <class Index, class Value>
Matrix as_csc(const Context &context, const Corpus &c) {
  std::vector<Index> indptr{0}, indices;
  std::vector<Value> values;
  for (int64_t j = 0; j < c.m; ++j) {
    for (size_t i = 0; i < static_cast<size_t>(c.n); ++i)
      for (auto e = static_cast<size_t>(c.indptr[i]); e < static_cast<size_t>(c.indptr[i + 1]); ++e)
        if (c.indices[e] == j) {
          indices.push_back(static_cast<Index>(i));
          values.push_back(static_cast<Value>(c.values[e]));
        }
    indptr.push_back(static_cast<Index>(indices.size()));
  }
  manifact_matrix *X = nullptr;
  EXPECT_EQ(manifact_matrix_create_csc(context.get(), c.n, c.m, c.entries(), indptr.data(),
                                       index_type<Index>, indices.data(), index_type<Index>, 0,
                                       values.data(), value_type<Value>, &X),
            MANIFACT_OK);
  return Matrix(X);
}

// Entry (i, j) is at i * row_stride + j * column_stride; the gaps are not to be read.
template <class Value>
Matrix as_dense(const Context &context, const Corpus &c, int64_t row_stride,
                int64_t column_stride) {
  std::vector<Value> values(
      static_cast<size_t>((c.n - 1) * row_stride + (c.m - 1) * column_stride + 1),
      static_cast<Value>(NAN));
  const auto at = [&](size_t i, size_t j) -> Value & {
    return values[i * static_cast<size_t>(row_stride) + j * static_cast<size_t>(column_stride)];
  };
  for (size_t i = 0; i < static_cast<size_t>(c.n); ++i) {
    for (size_t j = 0; j < static_cast<size_t>(c.m); ++j) at(i, j) = 0;
    for (auto e = static_cast<size_t>(c.indptr[i]); e < static_cast<size_t>(c.indptr[i + 1]); ++e)
      at(i, static_cast<size_t>(c.indices[e])) = static_cast<Value>(c.values[e]);
  }
  manifact_matrix *X = nullptr;
  EXPECT_EQ(manifact_matrix_create_dense(context.get(), c.n, c.m, row_stride, column_stride,
                                         values.data(), value_type<Value>, MANIFACT_COPY, nullptr,
                                         nullptr, &X),
            MANIFACT_OK);
  return Matrix(X);
}

// Weighting and scaling by name, and the start of srmcf: the defaults depend on whether the input
// is dense.
support::Model fit(const Context &context, const std::string &method, const Matrix &X) {
  support::Settings settings = {{"weighting", "tfidf"}, {"scaling", "unit-rows"}};
  if (method == "srmcf") settings.emplace_back("start", "ncut");
  return api::fit(context.get(), method, settings, X.get(), 3);
}

// Dense documents are stored as they are, so that models differ from those of sparse ones; sums are
// in another order.
TEST(Layouts, dense_arrays_give_the_clusters_of_sparse_ones_in_every_layout) {
  const Corpus c = corpus();
  const Context context = support::context();
  const Matrix sparse = as_csr<int64_t, double>(context, c);
  std::vector<Matrix> layouts;
  layouts.push_back(as_dense<double>(context, c, c.m, 1));
  layouts.push_back(as_dense<double>(context, c, 1, c.n));
  layouts.push_back(as_dense<double>(context, c, 2 * c.m + 3, 2));
  const Matrix single = as_dense<float>(context, c, c.m, 1);
  for (const Matrix &X : layouts) EXPECT_EQ(support::dense(X.get()), support::dense(sparse.get()));
  for (const std::string &method : api::methods()) {
    const support::Model first = fit(context, method, layouts[0]);
    const std::vector<int32_t> labels = support::labels(fit(context, method, sparse).get());
    EXPECT_EQ(support::labels(first.get()), labels) << method;
    EXPECT_EQ(support::labels(fit(context, method, single).get()), labels) << method;
    for (const Matrix &X : layouts)
      EXPECT_EQ(
          bytes(context.get(), fit(context, method, X).get()) == bytes(context.get(), first.get()),
          true)
          << method;
  }
}

TEST(Layouts, csr_equals_csc_and_int32_equals_int64) {
  const Corpus c = corpus();
  const Context context = support::context();
  const Matrix reference = as_csr<int64_t, double>(context, c);
  const std::vector<double> entries = support::dense(reference.get());
  std::vector<Matrix> others;
  others.push_back(as_csr<int32_t, double>(context, c));
  others.push_back(as_csc<int32_t, double>(context, c));
  others.push_back(as_csc<int64_t, double>(context, c));
  others.push_back(as_csr<int32_t, float>(context, c));  // counts are whole numbers: exact in float
  others.push_back(as_csc<int64_t, float>(context, c));
  for (const std::string &method : api::methods()) {
    const std::string expected = bytes(context.get(), fit(context, method, reference).get());
    for (size_t i = 0; i < others.size(); ++i) {
      EXPECT_EQ(manifact_matrix_entries(others[i].get()), c.entries());
      EXPECT_EQ(support::dense(others[i].get()), entries) << i;
      EXPECT_EQ(bytes(context.get(), fit(context, method, others[i]).get()), expected)
          << method << ", layout " << i;
    }
  }
}

TEST(Layouts, float_values_and_float_arithmetic_agree_closely_with_double) {
  Corpus c = corpus(90, 60);
  for (double &value : c.values) value = std::sqrt(value) / 3;  // not exact in float
  const Context context = support::context();
  const Matrix exact = as_csr<int32_t, double>(context, c),
               rounded = as_csr<int32_t, float>(context, c);
  for (const std::string &method : api::methods())
    for (const char *precision : {"double", "float"}) {
      const support::Settings settings = {
          {"precision", precision}, {"weighting", "none"}, {"scaling", "unit-rows"}};
      const support::Model a = api::fit(
          context.get(), method, {{"scaling", "unit-rows"}, {"weighting", "none"}}, exact.get(), 3);
      const support::Model b = api::fit(context.get(), method, settings, rounded.get(), 3);
      EXPECT_EQ(support::labels(a.get()), support::labels(b.get())) << method << " " << precision;
      const double objective = manifact_model_objective(a.get());
      // Cosines that tie in one precision do not in the other, and the graph has other edges, which
      // the scales of local scaling, the learned graph of smce and gnmf's binary edges depend on.
      const char *const weight = manifact_model_option(a.get(), "graph-weight");
      const bool tied = method == "smce" || method == "gnmf" || method == "average-association" ||
                        (weight != nullptr && std::string(weight) == "local-scaling");
      // A graph of three components has the objective 0, apart from rounding.
      EXPECT_NEAR(manifact_model_objective(b.get()), objective,
                  (tied ? 2e-2 : 1e-3) * std::fabs(objective) + 1e-12)
          << method << " " << precision;
    }
}

TEST(Layouts, unsorted_and_repeated_entries_are_put_in_order_and_added_up) {
  const Context context = support::context();
  const int32_t indptr[] = {0, 4, 4, 6}, indices[] = {2, 0, 2, 1, 1, 0};
  const double values[] = {1, 5, 2.5, 7, 0, 9};
  manifact_matrix *X = nullptr;
  ASSERT_EQ(manifact_matrix_create_csr(context.get(), 3, 3, 6, indptr, MANIFACT_INT32, indices,
                                       MANIFACT_INT32, 0, values, MANIFACT_DOUBLE, MANIFACT_COPY,
                                       nullptr, nullptr, &X),
            MANIFACT_OK);
  const Matrix owner(X);
  EXPECT_EQ(support::dense(X), (std::vector<double>{5, 7, 3.5, 0, 0, 0, 9, 0, 0}));
  int64_t found[4];
  EXPECT_EQ(manifact_matrix_copy_csr(X, found, MANIFACT_INT64, nullptr, MANIFACT_INT64, nullptr,
                                     MANIFACT_DOUBLE, manifact_matrix_entries(X)),
            MANIFACT_OK);
  EXPECT_EQ(found[1], 3);
  EXPECT_EQ(manifact_matrix_copy_csr(X, found, MANIFACT_INT64, nullptr, MANIFACT_INT64, nullptr,
                                     MANIFACT_DOUBLE, manifact_matrix_entries(X) + 1),
            MANIFACT_ERROR_LENGTH);
  // Returned as given, not sorted in place.
  EXPECT_EQ(indices[0], 2);
}

// Counts of a vectorizer are stored in fewer bytes than those of a caller.
TEST(Layouts, rows_are_copied_out_of_every_storage) {
  const Context context = support::context();
  const support::Vectorizer vectorizer = api::vectorizer(context.get());
  api::add(vectorizer.get(), api::reports());
  const Matrix packed = api::finish(vectorizer.get());
  const auto rows = manifact_matrix_rows(packed.get()),
             columns = manifact_matrix_columns(packed.get());
  const std::vector<double> all = support::dense(packed.get());
  const Matrix sparse = support::matrix(context.get(), rows, columns, all, true),
               dense = support::matrix(context.get(), rows, columns, all);
  for (const Matrix *X : {&packed, &sparse, &dense}) {
    const int64_t entries = manifact_matrix_entries(X->get());
    std::vector<int64_t> indptr(static_cast<size_t>(rows) + 1),
        indices(static_cast<size_t>(entries));
    std::vector<double> values(indices.size());
    ASSERT_EQ(manifact_matrix_copy_csr(X->get(), indptr.data(), MANIFACT_INT64, indices.data(),
                                       MANIFACT_INT64, values.data(), MANIFACT_DOUBLE, entries),
              MANIFACT_OK);
    std::vector<int64_t> columns_by_rows(indices.size());
    std::vector<double> values_by_rows(indices.size());
    for (int64_t first = 0; first < rows; first += 7) {
      const int64_t count = std::min<int64_t>(7, rows - first);
      const auto begin = static_cast<size_t>(indptr[static_cast<size_t>(first)]),
                 end = static_cast<size_t>(indptr[static_cast<size_t>(first + count)]);
      const auto length = static_cast<int64_t>(end - begin);
      const auto copy = [&](int64_t from, int64_t n, int64_t n_entries) {
        return manifact_matrix_copy_rows(X->get(), from, n, columns_by_rows.data() + begin,
                                         MANIFACT_INT64, values_by_rows.data() + begin,
                                         MANIFACT_DOUBLE, n_entries);
      };
      EXPECT_EQ(copy(first, count, length), MANIFACT_OK);
      EXPECT_EQ(copy(first, count, length + 1), MANIFACT_ERROR_LENGTH);
      EXPECT_EQ(copy(first, rows - first + 1, length), MANIFACT_ERROR_ARGUMENT);
      EXPECT_EQ(manifact_matrix_copy_rows(X->get(), first, count, nullptr, MANIFACT_INT64, nullptr,
                                          MANIFACT_DOUBLE, length),
                MANIFACT_OK);
    }
    EXPECT_EQ(columns_by_rows, indices);
    EXPECT_EQ(values_by_rows, values);
    for (const auto &[first, count] : {std::pair<int64_t, int64_t>{-1, 1},
                                       {0, -1},
                                       {rows + 1, 0},
                                       {1, INT64_MAX},
                                       {INT64_MAX, 1},
                                       {INT64_MIN, 0}})
      EXPECT_EQ(manifact_matrix_copy_rows(X->get(), first, count, nullptr, MANIFACT_INT64, nullptr,
                                          MANIFACT_DOUBLE, 0),
                MANIFACT_ERROR_ARGUMENT);
    EXPECT_EQ(manifact_matrix_copy_rows(X->get(), rows, 0, nullptr, MANIFACT_INT64, nullptr,
                                        MANIFACT_DOUBLE, 0),
              MANIFACT_OK);
  }
}

TEST(Layouts, counts_of_a_vectorizer_give_the_fits_of_their_entries) {
  const Context context = support::context();
  const support::Vectorizer vectorizer = api::vectorizer(context.get());
  api::add(vectorizer.get(), api::reports());
  const Matrix packed = api::finish(vectorizer.get());
  const Matrix sparse =
      support::matrix(context.get(), manifact_matrix_rows(packed.get()),
                      manifact_matrix_columns(packed.get()), support::dense(packed.get()), true);
  for (const char *weighting : {"none", "tfidf", "log-tfidf"}) {
    manifact_matrix *weighted[2] = {};
    for (int w = 0; w < 2; ++w)
      ASSERT_EQ(manifact_matrix_weight(context.get(), w == 0 ? packed.get() : sparse.get(),
                                       weighting, "auto", &weighted[w]),
                MANIFACT_OK);
    const Matrix one(weighted[0]), other(weighted[1]);
    EXPECT_EQ(support::dense(one.get()), support::dense(other.get())) << weighting;
  }
  for (const char *method : {"auto", "kmeans"})
    EXPECT_TRUE(bytes(context.get(), fit(context, method, packed).get()) ==
                bytes(context.get(), fit(context, method, sparse).get()))
        << method;
  manifact_matrix *S[2] = {};
  for (int w = 0; w < 2; ++w) {
    const support::Graph graph = api::knn(context.get(), w == 0 ? packed.get() : sparse.get());
    ASSERT_EQ(manifact_graph_to_matrix(context.get(), graph.get(), &S[w]), MANIFACT_OK);
  }
  const Matrix one(S[0]), other(S[1]);
  EXPECT_EQ(support::dense(one.get()), support::dense(other.get()));
}

TEST(Layouts, copied_arrays_may_change_afterwards) {
  Corpus c = corpus();
  const Context context = support::context();
  const Matrix X = api::csr(context.get(), c);
  const std::vector<double> before = support::dense(X.get());
  std::fill(c.values.begin(), c.values.end(), -1.0);
  std::fill(c.indices.begin(), c.indices.end(), -1);
  std::fill(c.indptr.begin(), c.indptr.end(), -1);
  EXPECT_EQ(support::dense(X.get()), before);
}

// Borrowing: the arrays are released exactly once, at the right moment.
class Borrowing : public testing::Test {
 protected:
  static void give_back(void *user) { ++*static_cast<int *>(user); }

  int create(int of_indices, const void *starts, const void *columns, const void *values,
             manifact_matrix **out, int base = 0) {
    return manifact_matrix_create_csr(context_.get(), c.n, c.m, c.entries(), starts, of_indices,
                                      columns, of_indices, base, values, MANIFACT_DOUBLE,
                                      MANIFACT_BORROW, give_back, &given_back_, out);
  }

  Context context_ = support::context();
  Corpus c = corpus();
  std::vector<int32_t> indptr = converted<int32_t>(c.indptr),
                       indices = converted<int32_t>(c.indices);
  int given_back_ = 0;
};

TEST_F(Borrowing, sorted_int32_arrays_stay_in_use_until_the_last_reference_is_freed) {
  manifact_matrix *X = nullptr;
  ASSERT_EQ(create(MANIFACT_INT32, indptr.data(), indices.data(), c.values.data(), &X),
            MANIFACT_OK);
  EXPECT_EQ(given_back_, 0);
  const std::vector<double> before = support::dense(X);
  c.values[0] += 1;  // in place: not allowed to a borrower, but it shows what is read
  EXPECT_NE(support::dense(X), before);
  c.values[0] -= 1;
  const support::Model model = support::fit(support::solver(context_.get(), "kmeans").get(), X, 3);
  EXPECT_EQ(bytes(context_.get(), model.get()),
            bytes(context_.get(), support::fit(support::solver(context_.get(), "kmeans").get(),
                                               api::csr(context_.get(), c).get(), 3)
                                      .get()));
  manifact_matrix_retain(X);
  manifact_matrix_free(X);
  EXPECT_EQ(given_back_, 0);
  context_.reset();
  manifact_matrix_free(X);
  EXPECT_EQ(given_back_, 1);
}

TEST_F(Borrowing, arrays_that_count_from_one_stay_in_use) {
  for (int32_t &start : indptr) ++start;
  for (int32_t &column : indices) ++column;
  manifact_matrix *X = nullptr;
  ASSERT_EQ(create(MANIFACT_INT32, indptr.data(), indices.data(), c.values.data(), &X, 1),
            MANIFACT_OK);
  Matrix owner(X);
  const std::vector<double> before = support::dense(X);
  EXPECT_EQ(before, support::dense(api::csr(context_.get(), c).get()));
  std::fill(indptr.begin(), indptr.end(), -1);
  EXPECT_EQ(support::dense(X), before) << "only indptr is copied";
  c.values[0] += 1;
  EXPECT_NE(support::dense(X), before);
  EXPECT_EQ(given_back_, 0);
  owner.reset();
  EXPECT_EQ(given_back_, 1);
}

TEST_F(Borrowing, arrays_that_had_to_be_copied_are_given_back_at_once) {
  manifact_matrix *X = nullptr;
  std::reverse(indices.begin(), indices.begin() + indptr[1]);
  EXPECT_EQ(create(MANIFACT_INT32, indptr.data(), indices.data(), c.values.data(), &X),
            MANIFACT_OK);
  EXPECT_EQ(given_back_, 1);
  manifact_matrix_free(X);
  EXPECT_EQ(
      manifact_matrix_create_dense(context_.get(), 2, 2, 1, 2, c.values.data(), MANIFACT_DOUBLE,
                                   MANIFACT_BORROW, give_back, &given_back_, &X),
      MANIFACT_OK);
  EXPECT_EQ(given_back_, 2);
  manifact_matrix_free(X);
  EXPECT_EQ(given_back_, 2);
}

TEST_F(Borrowing, dense_rows_are_given_back_by_the_last_model_that_keeps_them) {
  std::vector<double> values = support::dense(as_csr<int64_t, double>(context_, c).get());
  for (double &value : values)  // dense counts would be fitted from a sparse copy
    if (value != 0) value += 0.25;
  manifact_matrix *X = nullptr;
  ASSERT_EQ(
      manifact_matrix_create_dense(context_.get(), c.n, c.m, c.m, 1, values.data(), MANIFACT_DOUBLE,
                                   MANIFACT_BORROW, give_back, &given_back_, &X),
      MANIFACT_OK);
  EXPECT_EQ(given_back_, 0);
  {
    const support::Model model =
        api::fit(context_.get(), "lccf", {{"weighting", "none"}, {"lambda", "1"}}, X, 3);
    manifact_matrix_free(X);
    EXPECT_EQ(given_back_, 0) << "the model compares new documents with them";
  }
  EXPECT_EQ(given_back_, 1);
}

TEST_F(Borrowing, arrays_of_a_matrix_that_failed_are_given_back) {
  manifact_matrix *X = nullptr;
  const std::vector<double> bad(static_cast<size_t>(c.entries()), NAN);
  EXPECT_EQ(create(MANIFACT_INT32, indptr.data(), indices.data(), bad.data(), &X),
            MANIFACT_ERROR_VALUE);
  EXPECT_EQ(given_back_, 1);
  EXPECT_EQ(create(MANIFACT_INT32, nullptr, indices.data(), c.values.data(), &X),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(given_back_, 2);
  EXPECT_EQ(create(7, indptr.data(), indices.data(), c.values.data(), &X), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(given_back_, 3);
  EXPECT_EQ(create(MANIFACT_INT32, indptr.data(), indices.data(), c.values.data(), nullptr),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(given_back_, 4);
  EXPECT_EQ(
      manifact_matrix_create_csr(nullptr, c.n, c.m, c.entries(), indptr.data(), MANIFACT_INT32,
                                 indices.data(), MANIFACT_INT32, 0, c.values.data(),
                                 MANIFACT_DOUBLE, MANIFACT_BORROW, give_back, &given_back_, &X),
      MANIFACT_ERROR_NULL);
  EXPECT_EQ(given_back_, 5);
  EXPECT_EQ(X, nullptr);
}

TEST_F(Borrowing, copying_never_calls_back_and_borrowing_needs_no_callback) {
  manifact_matrix *X = nullptr;
  EXPECT_EQ(
      manifact_matrix_create_csr(context_.get(), c.n, c.m, c.entries(), indptr.data(),
                                 MANIFACT_INT32, indices.data(), MANIFACT_INT32, 0, c.values.data(),
                                 MANIFACT_DOUBLE, MANIFACT_COPY, give_back, &given_back_, &X),
      MANIFACT_OK);
  manifact_matrix_free(X);
  EXPECT_EQ(given_back_, 0);
  EXPECT_EQ(
      manifact_matrix_create_csr(context_.get(), c.n, c.m, c.entries(), indptr.data(),
                                 MANIFACT_INT32, indices.data(), MANIFACT_INT32, 0, c.values.data(),
                                 MANIFACT_DOUBLE, MANIFACT_BORROW, nullptr, nullptr, &X),
      MANIFACT_OK);
  manifact_matrix_free(X);
}

TEST_F(Borrowing, arrays_with_a_wide_indptr_use_no_memory_of_the_context) {
  const auto held = [&] {
    int64_t now = 0;
    EXPECT_EQ(manifact_context_memory(context_.get(), &now, nullptr), MANIFACT_OK);
    return now;
  };
  const auto create_with = [&](const void *starts, int starts_type, const void *columns,
                               int columns_type) {
    manifact_matrix *X = nullptr;
    EXPECT_EQ(manifact_matrix_create_csr(context_.get(), c.n, c.m, c.entries(), starts, starts_type,
                                         columns, columns_type, 0, c.values.data(), MANIFACT_DOUBLE,
                                         MANIFACT_BORROW, give_back, &given_back_, &X),
              MANIFACT_OK);
    return Matrix(X);
  };
  const int64_t before = held();
  const auto expected = support::dense(api::csr(context_.get(), c).get());
  for (const bool wide : {false, true}) {
    const Matrix X = create_with(c.indptr.data(), MANIFACT_INT64,
                                 wide ? static_cast<const void *>(c.indices.data())
                                      : static_cast<const void *>(indices.data()),
                                 wide ? MANIFACT_INT64 : MANIFACT_INT32);
    EXPECT_EQ(held(), before);
    EXPECT_EQ(support::dense(X.get()), expected);
    EXPECT_EQ(given_back_, wide ? 1 : 0);
  }
  EXPECT_EQ(given_back_, 2);
  // A narrow indptr is converted, and no more than that is allocated.
  {
    const Matrix X = create_with(indptr.data(), MANIFACT_INT32, indices.data(), MANIFACT_INT32);
    EXPECT_EQ(held() - before, (c.n + 1) * 8);
    EXPECT_EQ(given_back_, 2);
  }
  EXPECT_EQ(given_back_, 3);
  EXPECT_EQ(held(), before);
}

}  // namespace
