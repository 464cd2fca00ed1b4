// The types and the base of the indices of a matrix, on the way in and on the way out.
#include <cstdint>

#include "support/corpus.hpp"

namespace {

using support::Matrix;

class IndexTypes : public testing::Test {
 protected:
  support::Context context = support::context();
  api::Corpus c = api::corpus();

  template <class Index>
  int create(const std::vector<Index> &indptr, const std::vector<Index> &indices, int base,
             bool by_rows, manifact_matrix **out) {
    constexpr int type = sizeof(Index) == 4 ? MANIFACT_INT32 : MANIFACT_INT64;
    const auto entries = static_cast<int64_t>(indices.size());
    return by_rows
               ? manifact_matrix_create_csr(context.get(), c.n, c.m, entries, indptr.data(), type,
                                            indices.data(), type, base, c.values.data(),
                                            MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, out)
               : manifact_matrix_create_csc(context.get(), c.m, c.n, entries, indptr.data(), type,
                                            indices.data(), type, base, c.values.data(),
                                            MANIFACT_DOUBLE, out);
  }

  template <class Index>
  static std::vector<Index> from_one(const std::vector<int64_t> &indices) {
    std::vector<Index> all;
    for (const int64_t index : indices) all.push_back(static_cast<Index>(index + 1));
    return all;
  }

  template <class Index>
  void expect_base_1_is_base_0() {
    for (const bool by_rows : {true, false}) {
      manifact_matrix *zero = nullptr, *one = nullptr;
      ASSERT_EQ(create(c.indptr, c.indices, 0, by_rows, &zero), MANIFACT_OK);
      EXPECT_EQ(create(from_one<Index>(c.indptr), from_one<Index>(c.indices), 1, by_rows, &one),
                MANIFACT_OK)
          << manifact_context_message(context.get());
      EXPECT_EQ(support::dense(Matrix(one).get()), support::dense(Matrix(zero).get()));
    }
  }
};

TEST_F(IndexTypes, that_count_from_1_give_the_matrix_of_those_from_0) {
  expect_base_1_is_base_0<int32_t>();
  expect_base_1_is_base_0<int64_t>();
}

TEST_F(IndexTypes, of_another_base_than_announced_are_refused) {
  manifact_matrix *X = nullptr;
  const auto indptr = from_one<int64_t>(c.indptr), indices = from_one<int64_t>(c.indices);
  for (const bool by_rows : {true, false}) {
    EXPECT_EQ(create(c.indptr, c.indices, 1, by_rows, &X), MANIFACT_ERROR_STRUCTURE);
    EXPECT_EQ(create(indptr, indices, 0, by_rows, &X), MANIFACT_ERROR_STRUCTURE);
    for (const int base : {-1, 2})
      EXPECT_EQ(create(indptr, indices, base, by_rows, &X), MANIFACT_ERROR_ARGUMENT) << base;
    for (const int64_t outside : {int64_t{0}, c.m + 1}) {
      auto bad = indices;
      bad[3] = outside;
      EXPECT_EQ(create(indptr, bad, 1, by_rows, &X), MANIFACT_ERROR_STRUCTURE) << outside;
      EXPECT_NE(std::string(manifact_context_message(context.get())).find("indices[3]"),
                std::string::npos)
          << manifact_context_message(context.get());
    }
  }
  EXPECT_EQ(X, nullptr);
}

// The lower 32 bits alone would be valid.
TEST_F(IndexTypes, beyond_32_bits_are_refused_and_not_cut_off) {
  constexpr int64_t wide = int64_t{1} << 32;
  for (const bool by_rows : {true, false})
    for (const int64_t index : {wide, wide + 1, -wide, wide / 2, INT64_MAX, INT64_MIN}) {
      manifact_matrix *X = nullptr;
      auto indices = c.indices, indptr = c.indptr;
      indices[3] = index;
      EXPECT_EQ(create(c.indptr, indices, 0, by_rows, &X), MANIFACT_ERROR_STRUCTURE) << index;
      indices = from_one<int64_t>(c.indices);
      indices[3] = index;
      EXPECT_EQ(create(from_one<int64_t>(c.indptr), indices, 1, by_rows, &X),
                MANIFACT_ERROR_STRUCTURE)
          << index;
      indptr[3] = index;
      EXPECT_EQ(create(indptr, c.indices, 0, by_rows, &X), MANIFACT_ERROR_STRUCTURE) << index;
      indptr = c.indptr;
      indptr.back() += wide;
      EXPECT_LT(create(indptr, c.indices, 0, by_rows, &X), 0);
      EXPECT_EQ(X, nullptr);
    }
}

std::string fitted(const support::Context &context, const Matrix &X) {
  return api::bytes(context.get(), api::fit(context.get(), "lccf", {}, X.get(), 3).get());
}

// The weights of the graph of neighbors.
std::vector<double> graph_of(const support::Context &context, const Matrix &X) {
  manifact_matrix *S = nullptr;
  EXPECT_EQ(manifact_graph_to_matrix(context.get(), api::knn(context.get(), X.get()).get(), &S),
            MANIFACT_OK);
  return support::dense(Matrix(S).get());
}

// The library has no copy of the indices, and fits and graphs are those of a copied matrix.
template <class Index>
void expect_used_in_place(const api::Corpus &c, const std::vector<Index> &indptr,
                          const std::vector<Index> &indices, int base) {
  constexpr int type = sizeof(Index) == 4 ? MANIFACT_INT32 : MANIFACT_INT64;
  const support::Context context = support::context();
  int64_t now = 0, peak = 0;
  manifact_matrix *made = nullptr;
  ASSERT_EQ(manifact_matrix_create_csr(context.get(), c.n, c.m, c.entries(), indptr.data(), type,
                                       indices.data(), type, base, c.values.data(), MANIFACT_DOUBLE,
                                       MANIFACT_BORROW, nullptr, nullptr, &made),
            MANIFACT_OK);
  const Matrix X(made);
  ASSERT_EQ(manifact_context_memory(context.get(), &now, &peak), MANIFACT_OK);
  EXPECT_EQ(peak, type == MANIFACT_INT64 && base == 0 ? 0 : 8 * (c.n + 1));
  const Matrix copied = api::csr(context.get(), c);
  EXPECT_EQ(fitted(context, X), fitted(context, copied));
  EXPECT_EQ(graph_of(context, X), graph_of(context, copied));
}

TEST_F(IndexTypes, of_every_kind_are_used_in_place) {
  const std::vector<int32_t> narrow_indptr(c.indptr.begin(), c.indptr.end()),
      narrow(c.indices.begin(), c.indices.end());
  expect_used_in_place(c, c.indptr, c.indices, 0);
  expect_used_in_place(c, narrow_indptr, narrow, 0);
  expect_used_in_place(c, from_one<int64_t>(c.indptr), from_one<int64_t>(c.indices), 1);
  expect_used_in_place(c, from_one<int32_t>(c.indptr), from_one<int32_t>(c.indices), 1);
}

TEST_F(IndexTypes, of_the_caller_are_filled) {
  for (double &value : c.values) value += 0.1;  // is rounded as a float
  const Matrix X = api::csr(context.get(), c);
  // One entry more on each side, which must stay.
  const auto n = static_cast<size_t>(c.n + 1), e = static_cast<size_t>(c.entries());
  std::vector<int32_t> indptr(n + 1, -7), indices(e + 1, -7), rows(e + 1, -7);
  std::vector<float> values(e + 1, -7), row_values(e + 1, -7);
  EXPECT_EQ(manifact_matrix_copy_csr(X.get(), indptr.data(), MANIFACT_INT32, indices.data(),
                                     MANIFACT_INT32, values.data(), MANIFACT_FLOAT, c.entries()),
            MANIFACT_OK);
  EXPECT_EQ(manifact_matrix_copy_rows(X.get(), 0, c.n, rows.data(), MANIFACT_INT32,
                                      row_values.data(), MANIFACT_FLOAT, c.entries()),
            MANIFACT_OK);
  std::vector<int32_t> expected_indptr(c.indptr.begin(), c.indptr.end()),
      expected_indices(c.indices.begin(), c.indices.end());
  std::vector<float> expected_values(c.values.begin(), c.values.end());
  expected_indptr.push_back(-7);
  expected_indices.push_back(-7);
  expected_values.push_back(-7);
  EXPECT_EQ(indptr, expected_indptr);
  EXPECT_EQ(indices, expected_indices);
  EXPECT_EQ(rows, expected_indices);
  EXPECT_EQ(values, expected_values);
  EXPECT_EQ(row_values, expected_values);
}

TEST_F(IndexTypes, that_do_not_exist_fill_nothing_and_are_not_read_without_an_array) {
  const Matrix X = api::csr(context.get(), c);
  std::vector<int64_t> indptr(static_cast<size_t>(c.n + 1), -7);
  const auto untouched = indptr;
  for (const int type : {0, int{MANIFACT_FLOAT}, int{MANIFACT_DOUBLE}, 5, -1})
    EXPECT_EQ(
        manifact_matrix_copy_csr(X.get(), indptr.data(), type, nullptr, 0, nullptr, 0, c.entries()),
        MANIFACT_ERROR_ARGUMENT)
        << type;
  EXPECT_EQ(manifact_matrix_copy_csr(X.get(), indptr.data(), MANIFACT_INT64, nullptr, 0, nullptr, 0,
                                     c.entries() + 1),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(indptr, untouched);
  EXPECT_EQ(manifact_matrix_copy_csr(X.get(), indptr.data(), MANIFACT_INT64, nullptr, 0, nullptr, 0,
                                     c.entries()),
            MANIFACT_OK);
  EXPECT_EQ(indptr, c.indptr);
}

}  // namespace
