// linalg/matrix: every layout and type gives the same matrix, and no array of a caller is believed.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "expect_error.hpp"
#include "linalg/matrix.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

template <class T>
constexpr IndexType index_type = std::is_same_v<T, std::int32_t> ? IndexType::int32 : IndexType::int64;
template <class T>
constexpr ValueType value_type = std::is_same_v<T, float> ? ValueType::single : ValueType::real;

const auto memory = std::make_shared<Memory>();

// A caller's arrays; outer and inner as in RawCompressed.
template <class Index, class T>
struct Arrays {
  std::int64_t n_outer, n_inner;
  std::vector<Index> indptr, indices;
  std::vector<T> values;

  RawCompressed raw() const {
    return {n_outer,       n_inner,      static_cast<std::int64_t>(indices.size()), indptr.data(), indices.data(), index_type<Index>,
            values.data(), value_type<T>};
  }
  std::unique_ptr<Matrix> as_csr() const {
    bool borrowed = true;
    auto matrix = matrix_from_csr(raw(), false, &borrowed, memory);
    EXPECT_FALSE(borrowed);
    return matrix;
  }
  std::unique_ptr<Matrix> as_csc() const { return matrix_from_csc(raw(), memory); }
};

// Rows 0 and 2 are full of surprises: 3 x 4, row 1 empty.
Arrays<std::int32_t, double> small() { return {3, 4, {0, 2, 2, 4}, {1, 3, 0, 2}, {1.5, -2, 3, 4}}; }

struct Content {
  std::int64_t rows, columns;
  std::vector<std::int64_t> indptr;
  std::vector<std::int32_t> indices;
  std::vector<double> values;
  bool operator==(const Content &) const = default;
};

Content content(const Matrix &matrix) {
  Content all{matrix.rows, matrix.columns, {matrix.indptr, matrix.indptr + matrix.rows + 1}, {}, {}};
  for (std::int64_t e = 0; e < matrix.entries(); ++e) {
    all.indices.push_back(matrix.indices[e]);
    all.values.push_back(matrix.value(e));
  }
  return all;
}

// A dense matrix in row-major order with about half of it zero; the values are floats, so that every type holds them.
std::vector<double> random_dense(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> values(static_cast<std::size_t>(rows * columns));
  for (double &x : values) x = rng.uniform() < 0.5 ? 0 : static_cast<float>(rng.uniform() - 0.5);
  return values;
}

template <class Index, class T>
Arrays<Index, T> compress(const std::vector<double> &dense, std::int64_t rows, std::int64_t columns, bool by_rows) {
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
void expect_all_layouts_equal(const std::vector<double> &dense, std::int64_t rows, std::int64_t columns, const Content &expected) {
  const auto csr = compress<Index, T>(dense, rows, columns, true).as_csr();
  const auto csc = compress<Index, T>(dense, rows, columns, false).as_csc();
  const std::vector<T> values(dense.begin(), dense.end());
  const auto full = matrix_from_dense(rows, columns, columns, 1, values.data(), value_type<T>, memory);
  EXPECT_EQ(content(*csr), expected);
  EXPECT_EQ(content(*csc), expected);
  EXPECT_EQ(content(*full), expected);
  for (const Matrix *matrix : {csr.get(), csc.get(), full.get()}) EXPECT_EQ(matrix->value_type, value_type<T>);
}

TEST(Matrix, csr_equals_csc_equals_dense_for_every_type) {
  for (const auto &[rows, columns] : std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1}, {1, 9}, {9, 1}, {7, 13}, {40, 30}}) {
    const std::vector<double> dense = random_dense(rows, columns, 7);
    const Content expected = content(*compress<std::int64_t, double>(dense, rows, columns, true).as_csr());
    expect_all_layouts_equal<std::int32_t, float>(dense, rows, columns, expected);
    expect_all_layouts_equal<std::int32_t, double>(dense, rows, columns, expected);
    expect_all_layouts_equal<std::int64_t, float>(dense, rows, columns, expected);
    expect_all_layouts_equal<std::int64_t, double>(dense, rows, columns, expected);
  }
}

TEST(Matrix, dense_strides_are_entries) {
  const std::int64_t rows = 5, columns = 7;
  const std::vector<double> dense = random_dense(rows, columns, 3);
  const Content expected = content(*matrix_from_dense(rows, columns, columns, 1, dense.data(), ValueType::real, memory));
  // column-major, and rows resp. every entry with a gap behind it, which must not be read
  for (const auto &[down, right] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{1, rows}, {columns + 2, 1}, {3 * columns, 3}, {2, 2 * rows}}) {
    std::vector<double> spread(static_cast<std::size_t>((rows - 1) * down + (columns - 1) * right + 1), NAN);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) spread[i * down + j * right] = dense[i * columns + j];
    EXPECT_EQ(content(*matrix_from_dense(rows, columns, down, right, spread.data(), ValueType::real, memory)), expected);
  }
}

TEST(Matrix, dense_zeros_of_both_signs_are_not_stored) {
  const double values[] = {0.0, -0.0, 5, 0.0};
  const auto matrix = matrix_from_dense(2, 2, 2, 1, values, ValueType::real, memory);
  EXPECT_EQ(content(*matrix), (Content{2, 2, {0, 0, 1}, {0}, {5}}));
}

TEST(Matrix, sparse_zeros_stay_entries) {
  auto arrays = small();
  arrays.values[1] = 0;
  EXPECT_EQ(arrays.as_csr()->entries(), 4);
}

TEST(Matrix, unsorted_rows_are_sorted) {
  const Arrays<std::int64_t, float> arrays{2, 5, {0, 4, 6}, {4, 0, 3, 1, 2, 0}, {4, 0, 3, 1, 12, 10}};
  EXPECT_EQ(content(*arrays.as_csr()), (Content{2, 5, {0, 4, 6}, {0, 1, 3, 4, 0, 2}, {0, 1, 3, 4, 10, 12}}));
}

TEST(Matrix, entries_given_twice_are_added_in_the_order_given) {
  // 1e16 + 1 - 1e16 is 0 in this order and 1 in another.
  const Arrays<std::int32_t, double> rows{3, 3, {0, 5, 5, 7}, {2, 1, 2, 2, 0, 1, 1}, {1e16, 5, 1, -1e16, 7, 2, 3}};
  const Content expected{3, 3, {0, 3, 3, 4}, {0, 1, 2, 1}, {7, 5, 0, 5}};
  const auto from_rows = rows.as_csr();
  EXPECT_EQ(content(*from_rows), expected);
  EXPECT_EQ(from_rows->own_indices.size(), 4) << "what was merged away is not kept";
  const Arrays<std::int32_t, double> columns{3, 3, {0, 1, 4, 7}, {0, 2, 0, 2, 0, 0, 0}, {7, 2, 5, 3, 1e16, 1, -1e16}};
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
    for (std::int64_t e = matrix->indptr[i]; e < matrix->indptr[i + 1]; ++e) row[matrix->indices[e]] = matrix->value(e);
    EXPECT_EQ(row, expected[i]) << "row " << i;
    EXPECT_EQ(static_cast<std::size_t>(matrix->indptr[i + 1] - matrix->indptr[i]), row.size()) << "row " << i;
  }
}

TEST(Matrix, sorted_int32_arrays_are_borrowed_in_place) {
  const auto arrays = small();
  bool borrowed = false;
  const auto matrix = matrix_from_csr(arrays.raw(), true, &borrowed, memory);
  EXPECT_TRUE(borrowed);
  EXPECT_EQ(matrix->indices, arrays.indices.data());
  EXPECT_EQ(matrix->reals, arrays.values.data());
  EXPECT_EQ(content(*matrix), content(*arrays.as_csr()));
}

TEST(Matrix, what_cannot_be_borrowed_is_copied) {
  auto unsorted = small();
  std::swap(unsorted.indices[0], unsorted.indices[1]);
  auto repeated = small();
  repeated.indices[1] = 1;
  const Arrays<std::int64_t, double> wide{3, 4, {0, 2, 2, 4}, {1, 3, 0, 2}, {1.5, -2, 3, 4}};
  for (const RawCompressed &raw : {unsorted.raw(), repeated.raw(), wide.raw()}) {
    bool borrowed = true;
    const auto matrix = matrix_from_csr(raw, true, &borrowed, memory);
    EXPECT_FALSE(borrowed);
    EXPECT_NE(static_cast<const void *>(matrix->reals), raw.values);
  }
}

TEST(Matrix, no_entries_need_no_arrays) {
  const std::vector<std::int32_t> indptr(4, 0);
  RawCompressed raw{3, 4, 0, indptr.data(), nullptr, IndexType::int32, nullptr, ValueType::real};
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

using Arrays64 = Arrays<std::int64_t, double>;
struct Broken {
  Status status;
  const char *words;
  std::function<void(Arrays64 &)> damage;
};

TEST(Matrix, each_kind_of_damage_is_named_and_its_valid_twin_is_accepted) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<Broken> cases = {
      {Status::structure, "indptr[0] is 1, not 0", [](Arrays64 &a) { a.indptr[0] = 1; }},
      {Status::structure, "indptr[0] is -1, not 0", [](Arrays64 &a) { a.indptr[0] = -1; }},
      {Status::structure, "indptr[2] < indptr[1]", [](Arrays64 &a) { a.indptr[2] = 1; }},
      {Status::structure, "indptr[3] < indptr[2]", [](Arrays64 &a) { a.indptr[2] = std::numeric_limits<std::int64_t>::max(); }},
      {Status::length, "indptr[3] is 5, but 4 entries are given", [](Arrays64 &a) { a.indptr[3] = 5; }},
      {Status::length, "indptr[3] is 3, but 4 entries are given", [](Arrays64 &a) { a.indptr[3] = 3; }},
      {Status::structure, "indices[2] is -1; with 4 ", [](Arrays64 &a) { a.indices[2] = -1; }},
      {Status::structure, "indices[3] is 4; with 4 ", [](Arrays64 &a) { a.indices[3] = 4; }},
      {Status::structure, "indices[3] is 4294967296; with 4 ", [](Arrays64 &a) { a.indices[3] = std::int64_t{1} << 32; }},
      {Status::value, "values[3] is NaN", [](Arrays64 &a) { a.values[3] = NAN; }},
      {Status::value, "values[0] is infinite", [](Arrays64 &a) { a.values[0] = infinity; }},
      {Status::value, "values[1] is infinite", [](Arrays64 &a) { a.values[1] = -infinity; }},
      {Status::empty, "is 0; a matrix needs at least one row and one column", [](Arrays64 &a) { a.n_inner = 0; }},
      {Status::empty, "is 0; a matrix needs at least one row and one column", [](Arrays64 &a) { a.n_outer = 0; }},
      {Status::argument, "is -5; it must lie in 1..2147483647", [](Arrays64 &a) { a.n_outer = -5; }},
      {Status::argument, "is 2147483648; it must lie in 1..2147483647", [](Arrays64 &a) { a.n_inner = std::int64_t{1} << 31; }},
  };
  const Arrays64 valid{3, 4, {0, 2, 2, 4}, {1, 3, 0, 2}, {1.5, -2, 3, 4}};
  EXPECT_EQ(valid.as_csr()->entries(), 4);
  EXPECT_EQ(valid.as_csc()->entries(), 4);
  for (const Broken &broken : cases) {
    Arrays64 arrays = valid;
    broken.damage(arrays);
    SCOPED_TRACE(broken.words);
    expect_error(broken.status, broken.words, [&] { arrays.as_csr(); });
    expect_error(broken.status, broken.words, [&] { arrays.as_csc(); });
    expect_error(broken.status, broken.words, [&] {
      bool borrowed;
      matrix_from_csr(arrays.raw(), true, &borrowed, memory);
    });
  }
}

TEST(Matrix, dimensions_are_named_as_the_caller_knows_them) {
  auto arrays = small();
  arrays.n_outer = 0;
  expect_error(Status::empty, "n_rows is 0", [&] { arrays.as_csr(); });
  expect_error(Status::empty, "n_columns is 0", [&] { arrays.as_csc(); });
  arrays = small();
  arrays.indices[0] = 9;
  expect_error(Status::structure, "with 4 columns", [&] { arrays.as_csr(); });
  expect_error(Status::structure, "with 4 rows", [&] { arrays.as_csc(); });
}

TEST(Matrix, missing_and_misaligned_arrays_are_refused) {
  const auto arrays = small();
  const auto refused = [&](Status status, const char *words, auto &&damage) {
    RawCompressed raw = arrays.raw();
    damage(raw);
    bool borrowed;
    expect_error(status, words, [&] { matrix_from_csr(raw, true, &borrowed, memory); });
    expect_error(status, words, [&] { matrix_from_csc(raw, memory); });
  };
  refused(Status::null, "indptr is NULL", [](RawCompressed &raw) { raw.indptr = nullptr; });
  refused(Status::null, "indices is NULL", [](RawCompressed &raw) { raw.indices = nullptr; });
  refused(Status::null, "values is NULL", [](RawCompressed &raw) { raw.values = nullptr; });
  refused(Status::argument, "n_entries is -1", [](RawCompressed &raw) { raw.entries = -1; });
  const auto odd = [](const void *&pointer) { pointer = static_cast<const char *>(pointer) + 1; };
  refused(Status::argument, "indptr is not aligned", [&](RawCompressed &raw) { odd(raw.indptr); });
  refused(Status::argument, "indices is not aligned", [&](RawCompressed &raw) { odd(raw.indices); });
  refused(Status::argument, "values is not aligned", [&](RawCompressed &raw) { odd(raw.values); });
  expect_error(Status::null, "values is NULL", [&] { matrix_from_dense(2, 2, 2, 1, nullptr, ValueType::single, memory); });
}

TEST(Matrix, dense_damage_is_named) {
  std::vector<float> values = {1, 2, 3, 4};
  const auto make = [&](std::int64_t rows, std::int64_t columns, std::int64_t down, std::int64_t right) {
    return matrix_from_dense(rows, columns, down, right, values.data(), ValueType::single, memory);
  };
  EXPECT_EQ(make(2, 2, 2, 1)->entries(), 4);
  expect_error(Status::argument, "the strides are 0 and 1; both must be positive", [&] { make(2, 2, 0, 1); });
  expect_error(Status::argument, "the strides are 2 and -1; both must be positive", [&] { make(2, 2, 2, -1); });
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  expect_error(Status::argument, "reach beyond what memory can hold", [&] { make(3, 2, huge / 2 + 1, 1); });
  expect_error(Status::argument, "reach beyond what memory can hold", [&] { make(2, 2, huge / 4, 1); });
  expect_error(Status::argument, "reach beyond what memory can hold", [&] { make(2, 2, huge, huge); });
  expect_error(Status::empty, "n_columns is 0", [&] { make(2, 0, 2, 1); });
  expect_error(Status::argument, "n_rows is -2", [&] { make(-2, 2, 2, 1); });
  values[2] = NAN;
  expect_error(Status::value, "values[2] is NaN", [&] { make(2, 2, 2, 1); });
  expect_error(Status::value, "values[2] is NaN", [&] { make(2, 2, 1, 2); });
}

TEST(Matrix, a_sum_that_overflows_is_an_error) {
  const Arrays<std::int32_t, float> arrays{2, 2, {0, 0, 2}, {1, 1}, {3e38f, 3e38f}};
  expect_error(Status::value, "row 1, column 1 (counted from 0) add up to infinity", [&] { arrays.as_csr(); });
  const Arrays<std::int32_t, double> as_double{2, 2, {0, 0, 2}, {1, 1}, {3e38, 3e38}};
  EXPECT_EQ(as_double.as_csr()->value(0), 6e38);
}

struct Countdown {
  long left;
  static void *allocate(void *user, std::size_t size) { return static_cast<Countdown *>(user)->left-- > 0 ? std::malloc(size) : nullptr; }
  static void release(void *, void *pointer) { std::free(pointer); }
};

TEST(Matrix, every_failed_allocation_is_reported_and_nothing_leaks) {
  auto messy = small();
  messy.indices = {3, 3, 2, 0};
  const double dense[] = {1, 0, 2, 3};
  const std::vector<std::function<void(const std::shared_ptr<Memory> &)>> makers = {
      [&](const auto &host) {
        bool borrowed;
        matrix_from_csr(messy.raw(), false, &borrowed, host);
      },
      [&](const auto &host) { matrix_from_csc(messy.raw(), host); },
      [&](const auto &host) { matrix_from_dense(2, 2, 2, 1, dense, ValueType::real, host); },
  };
  for (const auto &make : makers) {
    bool made = false;
    for (long allowed = 0; !made; ++allowed) {
      ASSERT_LT(allowed, 100);
      Countdown countdown{allowed};
      const auto host = std::make_shared<Memory>(Countdown::allocate, Countdown::release, &countdown);
      try {
        make(host);
        made = true;
      } catch (const Error &error) {
        EXPECT_EQ(error.status(), Status::memory);
      }
      EXPECT_EQ(host->now(), 0);
    }
  }
}

}  // namespace
}  // namespace manifact
