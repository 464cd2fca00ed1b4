// linalg/sparse/matrix: every layout and type gives the same matrix, and the arrays of a caller are
// validated.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "runtime/rng.hpp"
#include "support/matrix_arrays.hpp"

namespace manifact {
namespace {

struct Content {
  std::int64_t rows, columns;
  std::vector<std::int64_t> indptr;
  std::vector<std::int32_t> indices;
  std::vector<double> values;
  bool operator==(const Content &) const = default;
};

Content content(const Matrix &matrix) {
  Content all{matrix.rows, matrix.columns, {0}, {}, {}};
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    matrix.each(i, [&](std::int32_t j, double value) {
      all.indices.push_back(j);
      all.values.push_back(value);
    });
    all.indptr.push_back(static_cast<std::int64_t>(all.indices.size()));
  }
  EXPECT_EQ(matrix.entries(), all.indptr.back());
  return all;
}

// A dense row-major matrix with about half of its entries zero; the values are floats, so that
// every type represents them.
std::vector<double> random_dense(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> values(static_cast<std::size_t>(rows * columns));
  for (double &x : values) x = rng.uniform() < 0.5 ? 0 : static_cast<float>(rng.uniform() - 0.5);
  return values;
}

template <class Index, class T>
Arrays<Index, T> compress(const std::vector<double> &dense, std::int64_t rows, std::int64_t columns,
                          bool by_rows) {
  const std::int64_t n_outer = by_rows ? rows : columns, n_inner = by_rows ? columns : rows;
  Arrays<Index, T> arrays{n_outer, n_inner, {0}, {}, {}};
  for (std::int64_t o = 0; o < n_outer; ++o) {
    for (std::int64_t i = 0; i < n_inner; ++i) {
      const double x = by_rows ? dense[o * columns + i] : dense[i * columns + o];
      if (x == 0) continue;
      arrays.indices.push_back(static_cast<Index>(i));
      arrays.values.push_back(static_cast<T>(x));
    }
    arrays.indptr.push_back(static_cast<Index>(arrays.indices.size()));
  }
  return arrays;
}

template <class Index, class T>
void expect_all_layouts_equal(const std::vector<double> &dense, std::int64_t rows,
                              std::int64_t columns, const Content &expected) {
  const auto csr = compress<Index, T>(dense, rows, columns, true).as_csr();
  const auto csc = compress<Index, T>(dense, rows, columns, false).as_csc();
  const std::vector<T> values(dense.begin(), dense.end());
  const auto full =
      matrix_from_dense(rows, columns, columns, 1, values.data(), value_type<T>, memory);
  EXPECT_EQ(content(*csr), expected);
  EXPECT_EQ(content(*csc), expected);
  EXPECT_EQ(content(*full), expected);
  for (const Matrix *matrix : {csr.get(), csc.get(), full.get()})
    EXPECT_EQ(matrix->value_type, value_type<T>);
}

TEST(Matrix, csr_equals_csc_equals_dense_for_every_type) {
  for (const auto &[rows, columns] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {1, 1}, {1, 9}, {9, 1}, {7, 13}, {40, 30}}) {
    const std::vector<double> dense = random_dense(rows, columns, 7);
    const Content expected =
        content(*compress<std::int64_t, double>(dense, rows, columns, true).as_csr());
    expect_all_layouts_equal<std::int32_t, float>(dense, rows, columns, expected);
    expect_all_layouts_equal<std::int32_t, double>(dense, rows, columns, expected);
    expect_all_layouts_equal<std::int64_t, float>(dense, rows, columns, expected);
    expect_all_layouts_equal<std::int64_t, double>(dense, rows, columns, expected);
  }
}

TEST(Matrix, dense_strides_are_entries) {
  const std::int64_t rows = 5, columns = 7;
  const std::vector<double> dense = random_dense(rows, columns, 3);
  const Content expected =
      content(*matrix_from_dense(rows, columns, columns, 1, dense.data(), ValueType::real, memory));
  // column-major, and with gaps after rows or entries, which must not be read
  for (const auto &[down, right] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {1, rows}, {columns + 2, 1}, {3 * columns, 3}, {2, 2 * rows}}) {
    std::vector<double> spread(
        static_cast<std::size_t>((rows - 1) * down + (columns - 1) * right + 1), NAN);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        spread[i * down + j * right] = dense[i * columns + j];
    EXPECT_EQ(content(*matrix_from_dense(rows, columns, down, right, spread.data(), ValueType::real,
                                         memory)),
              expected);
  }
}

TEST(Matrix, dense_zeros_of_both_signs_are_no_entries) {
  const double values[] = {0.0, -0.0, 5, 0.0};
  const auto matrix = matrix_from_dense(2, 2, 2, 1, values, ValueType::real, memory);
  EXPECT_EQ(content(*matrix), (Content{2, 2, {0, 0, 1}, {0}, {5}}));
}

TEST(Matrix, dense_rows_are_borrowed_in_place_where_their_entries_are_adjacent) {
  const std::vector<double> values = random_dense(6, 5, 4);
  const auto borrowed = [&](std::int64_t rows, std::int64_t columns, std::int64_t down,
                            std::int64_t right) {
    bool in_place = false;
    const auto matrix = matrix_from_dense(rows, columns, down, right, values.data(),
                                          ValueType::real, true, &in_place, memory);
    EXPECT_EQ(in_place, matrix->reals == values.data());
    EXPECT_EQ(content(*matrix),
              content(*matrix_from_dense(rows, columns, down, right, values.data(), ValueType::real,
                                         memory)));
    return in_place;
  };
  EXPECT_TRUE(borrowed(6, 5, 5, 1));
  EXPECT_TRUE(borrowed(6, 3, 5, 1)) << "rows with gaps";
  EXPECT_FALSE(borrowed(5, 6, 1, 5)) << "columns";
  EXPECT_FALSE(borrowed(4, 5, 1, 1)) << "overlapping rows";
}

TEST(Matrix, sparse_zeros_stay_entries) {
  auto arrays = small();
  arrays.values[1] = 0;
  EXPECT_EQ(arrays.as_csr()->entries(), 4);
}

TEST(Matrix, unsorted_rows_are_sorted) {
  const Arrays<std::int64_t, float> arrays{
      2, 5, {0, 4, 6}, {4, 0, 3, 1, 2, 0}, {4, 0, 3, 1, 12, 10}};
  EXPECT_EQ(content(*arrays.as_csr()),
            (Content{2, 5, {0, 4, 6}, {0, 1, 3, 4, 0, 2}, {0, 1, 3, 4, 10, 12}}));
}

TEST(Matrix, entries_given_twice_are_added_in_the_order_given) {
  // 1e16 + 1 - 1e16 is 0 in this order and 1 in another.
  const Arrays<std::int32_t, double> rows{
      3, 3, {0, 5, 5, 7}, {2, 1, 2, 2, 0, 1, 1}, {1e16, 5, 1, -1e16, 7, 2, 3}};
  const Content expected{3, 3, {0, 3, 3, 4}, {0, 1, 2, 1}, {7, 5, 0, 5}};
  const auto from_rows = rows.as_csr();
  EXPECT_EQ(content(*from_rows), expected);
  EXPECT_EQ(from_rows->own_indices.size(), 4) << "what was merged away is not kept";
  const Arrays<std::int32_t, double> columns{
      3, 3, {0, 1, 4, 7}, {0, 2, 0, 2, 0, 0, 0}, {7, 2, 5, 3, 1e16, 1, -1e16}};
  EXPECT_EQ(content(*columns.as_csc()), expected);
}

TEST(Matrix, many_messy_rows_equal_their_map) {
  Rng rng(11);
  const std::int64_t n = 200, m = 50;
  Arrays<std::int64_t, double> arrays{n, m, {0}, {}, {}};
  std::vector<std::map<std::int32_t, double>> expected(n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t e = rng.below(i % 3 == 0 ? 3 : 90); e > 0; --e) {
      const auto j = static_cast<std::int32_t>(rng.below(m));
      const double x = rng.uniform();
      arrays.indices.push_back(j);
      arrays.values.push_back(x);
      expected[i][j] += x;
    }
    arrays.indptr.push_back(static_cast<std::int64_t>(arrays.indices.size()));
  }
  const auto matrix = arrays.as_csr();
  for (std::int64_t i = 0; i < n; ++i) {
    std::map<std::int32_t, double> row;
    for (std::int64_t e = matrix->indptr[i]; e < matrix->indptr[i + 1]; ++e)
      row[matrix->indices[e]] = matrix->value(e);
    EXPECT_EQ(row, expected[i]) << "row " << i;
    EXPECT_EQ(static_cast<std::size_t>(matrix->indptr[i + 1] - matrix->indptr[i]), row.size())
        << "row " << i;
  }
}

// Numbers of one byte up to five, in every place.
TEST(Matrix, packed_counts_hold_every_column_and_count) {
  const std::vector<std::vector<std::pair<std::int32_t, std::uint32_t>>> rows = {
      {{0, 1}, {1, 1}, {63, 2}, {127, 127}, {128, 128}, {192, 1}},
      {},
      {{63, 1}, {64, 3}, {8255, 1}, {16448, 1}, {2147483645, 4294967295U}},
      {{64, 16384}},
      {{2147483646, 1}}};
  PackedCounts counts;
  counts.rows = static_cast<std::int64_t>(rows.size());
  counts.columns = 2147483647;
  counts.indptr = Array<Index>(memory, counts.rows + 1);
  counts.starts = Array<const unsigned char *>(memory, counts.rows);
  Content expected{counts.rows, counts.columns, {0}, {}, {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Array<unsigned char> bytes(memory, 6 * CountPacker::longest_entry);
    unsigned char *const start = bytes.data();
    counts.storage.push_back(std::make_shared<const Array<unsigned char>>(std::move(bytes)));
    CountPacker row(start);
    for (const auto &[column, count] : rows[i]) {
      unsigned char *const before = row.end();
      row.add(column, count);
      EXPECT_LE(row.end() - before, CountPacker::longest_entry);
      expected.indices.push_back(column);
      expected.values.push_back(count);
    }
    counts.starts[static_cast<Index>(i)] = start;
    expected.indptr.push_back(std::ssize(expected.indices));
    counts.indptr[static_cast<Index>(i) + 1] = expected.indptr.back();
  }
  const auto matrix = matrix_from_counts(std::move(counts));
  EXPECT_EQ(content(*matrix), expected);
  EXPECT_EQ(matrix->entries(1, 4), 6);
  EXPECT_EQ(matrix->entries(5, 5), 0);
  const Csr<double> plain = sparse_copy(*matrix, memory);
  EXPECT_TRUE(std::equal(plain.values.begin(), plain.values.end(), expected.values.begin()));
  EXPECT_TRUE(std::equal(plain.indices.begin(), plain.indices.end(), expected.indices.begin()));
}

TEST(Matrix, sorted_int32_arrays_are_borrowed_in_place) {
  const auto arrays = small();
  bool borrowed = false;
  const auto matrix = matrix_from_csr(arrays.raw(), true, &borrowed, memory);
  EXPECT_TRUE(borrowed);
  EXPECT_EQ(matrix->indices.narrow, arrays.indices.data());
  EXPECT_EQ(matrix->reals, arrays.values.data());
  EXPECT_EQ(content(*matrix), content(*arrays.as_csr()));
}

TEST(Matrix, what_cannot_be_borrowed_is_copied) {
  auto unsorted = small();
  std::swap(unsorted.indices[0], unsorted.indices[1]);
  auto repeated = small();
  repeated.indices[1] = 1;
  for (const RawCompressed &raw : {unsorted.raw(), repeated.raw()}) {
    bool borrowed = true;
    const auto matrix = matrix_from_csr(raw, true, &borrowed, memory);
    EXPECT_FALSE(borrowed);
    EXPECT_NE(static_cast<const void *>(matrix->reals), raw.values);
  }
}

// The address of the indices that a matrix uses.
const void *address(const StoredColumns &indices) {
  return indices.wide != nullptr ? static_cast<const void *>(indices.wide) : indices.narrow;
}

// indptr and indices counted from 1.
template <class Index>
Arrays<Index, double> from_one(Arrays<Index, double> arrays) {
  for (auto *all : {&arrays.indptr, &arrays.indices})
    for (Index &index : *all) ++index;
  return arrays;
}

// Of all arrays, only an indptr of another type or base is copied.
TEST(Matrix, arrays_of_every_type_and_base_are_borrowed) {
  const Arrays<std::int64_t, double> wide{3, 4, {0, 2, 2, 4}, {1, 3, 0, 2}, {1.5, -2, 3, 4}};
  const auto narrow = small();
  const auto wide_from_1 = from_one(wide);
  const auto narrow_from_1 = from_one(narrow);
  RawCompressed mixed = narrow.raw(), wide_1 = wide_from_1.raw(), narrow_1 = narrow_from_1.raw();
  mixed.indptr = wide.indptr.data();
  mixed.indptr_type = IndexType::int64;
  wide_1.base = narrow_1.base = 1;
  for (const RawCompressed &raw : {wide.raw(), mixed, narrow.raw(), wide_1, narrow_1}) {
    bool borrowed = false;
    const auto matrix = matrix_from_csr(raw, true, &borrowed, memory);
    EXPECT_TRUE(borrowed);
    EXPECT_EQ(static_cast<const void *>(matrix->reals), raw.values);
    EXPECT_EQ(address(matrix->indices), raw.indices);
    EXPECT_TRUE(matrix->own_indices.empty());
    EXPECT_EQ(static_cast<const void *>(matrix->indptr) == raw.indptr,
              raw.indptr_type == IndexType::int64 && raw.base == 0);
    EXPECT_EQ(content(*matrix), content(*narrow.as_csr()));
    Array<std::int32_t> own;
    const std::int32_t *const indices = matrix->indices.as_csr(matrix->entries(), own, memory);
    EXPECT_EQ(std::vector(indices, indices + matrix->entries()), narrow.indices);
    EXPECT_EQ(own.empty(), raw.index_type == IndexType::int32 && raw.base == 0);
  }
}

TEST(Matrix, no_entries_need_no_arrays) {
  const std::vector<std::int32_t> indptr(4, 0);
  const RawCompressed raw{.n_outer = 3, .n_inner = 4, .entries = 0, .indptr = indptr.data()};
  bool borrowed = false;
  EXPECT_EQ(matrix_from_csr(raw, false, &borrowed, memory)->entries(), 0);
  EXPECT_EQ(matrix_from_csr(raw, true, &borrowed, memory)->entries(), 0);
  const auto by_columns = matrix_from_csc(raw, memory);
  EXPECT_EQ(by_columns->rows, 4);
  EXPECT_EQ(by_columns->entries(), 0);
}

TEST(Matrix, the_largest_dimension_is_allowed) {
  auto arrays = small();
  arrays.n_inner = 0x7fffffff;
  arrays.indices[1] = 0x7ffffffe;
  EXPECT_EQ(arrays.as_csr()->indices[1], 0x7ffffffe);
}

}  // namespace
}  // namespace manifact
