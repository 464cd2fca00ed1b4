// linalg/sparse/matrix: the arrays of a caller are validated; every error names what is wrong, and
// nothing is leaked.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "support/countdown.hpp"
#include "support/expect_error.hpp"
#include "support/matrix_arrays.hpp"

namespace manifact {
namespace {

using Arrays64 = Arrays<std::int64_t, double>;
struct Broken {
  Status status;
  const char *words;
  std::function<void(Arrays64 &)> damage;
};

TEST(MatrixErrors, each_kind_of_damage_is_named_and_its_valid_twin_is_accepted) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<Broken> cases = {
      {Status::structure, "indptr[0] is 1, not 0", [](Arrays64 &a) { a.indptr[0] = 1; }},
      {Status::structure, "indptr[0] is -1, not 0", [](Arrays64 &a) { a.indptr[0] = -1; }},
      {Status::structure, "indptr[2] < indptr[1]", [](Arrays64 &a) { a.indptr[2] = 1; }},
      {Status::structure, "indptr[3] < indptr[2]",
       [](Arrays64 &a) { a.indptr[2] = std::numeric_limits<std::int64_t>::max(); }},
      {Status::length, "indptr[3] is 5, but 4 entries are given",
       [](Arrays64 &a) { a.indptr[3] = 5; }},
      {Status::length, "indptr[3] is 3, but 4 entries are given",
       [](Arrays64 &a) { a.indptr[3] = 3; }},
      {Status::structure, " -1 (indices[2]): there are 0 to 3",
       [](Arrays64 &a) { a.indices[2] = -1; }},
      {Status::structure, " 4 (indices[3]): there are 0 to 3",
       [](Arrays64 &a) { a.indices[3] = 4; }},
      {Status::structure, " 4294967296 (indices[3]): there are 0 to 3",
       [](Arrays64 &a) { a.indices[3] = std::int64_t{1} << 32; }},
      {Status::value, "row 2, column 2 is NaN", [](Arrays64 &a) { a.values[3] = NAN; }},
      {Status::value, " is infinite", [](Arrays64 &a) { a.values[0] = infinity; }},
      {Status::value, "is infinite", [](Arrays64 &a) { a.values[1] = -infinity; }},
      {Status::empty, "is 0; a matrix needs at least one row and one column",
       [](Arrays64 &a) { a.n_inner = 0; }},
      {Status::empty, "is 0; a matrix needs at least one row and one column",
       [](Arrays64 &a) { a.n_outer = 0; }},
      {Status::argument, "is -5; it must lie in 1..2147483647",
       [](Arrays64 &a) { a.n_outer = -5; }},
      {Status::argument, "is 2147483648; it must lie in 1..2147483647",
       [](Arrays64 &a) { a.n_inner = std::int64_t{1} << 31; }},
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

TEST(MatrixErrors, dimensions_are_named_as_the_caller_knows_them) {
  auto arrays = small();
  arrays.n_outer = 0;
  expect_error(Status::empty, "n_rows is 0", [&] { arrays.as_csr(); });
  expect_error(Status::empty, "n_columns is 0", [&] { arrays.as_csc(); });
  arrays = small();
  arrays.indices[0] = 9;
  expect_error(Status::structure, "column 9 (indices[0]): there are 0 to 3",
               [&] { arrays.as_csr(); });
  expect_error(Status::structure, "row 9 (indices[0]): there are 0 to 3", [&] { arrays.as_csc(); });
}

TEST(MatrixErrors, missing_and_misaligned_arrays_are_refused) {
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
  refused(Status::argument, "indices is not aligned",
          [&](RawCompressed &raw) { odd(raw.indices); });
  refused(Status::argument, "values is not aligned", [&](RawCompressed &raw) { odd(raw.values); });
  expect_error(Status::null, "values is NULL",
               [&] { matrix_from_dense(2, 2, 2, 1, nullptr, ValueType::single, memory); });
}

TEST(MatrixErrors, entries_are_named_by_row_and_column) {
  Arrays64 arrays{3, 4, {0, 2, 2, 4}, {1, 3, 0, 2}, {1.5, NAN, 3, 4}};
  expect_error(Status::value, "row 0, column 3 is NaN", [&] { arrays.as_csr(); });
  expect_error(Status::value, "row 3, column 0 is NaN", [&] { arrays.as_csc(); });
  arrays.indices[2] = 7;  // the row without entries is not counted as that of the entry after it
  expect_error(Status::structure, "row 2 has an entry in column 7", [&] { arrays.as_csr(); });
  expect_error(Status::structure, "column 2 has an entry in row 7", [&] { arrays.as_csc(); });
}

TEST(MatrixErrors, dense_damage_is_named) {
  std::vector<float> values = {1, 2, 3, 4};
  const auto make = [&](std::int64_t rows, std::int64_t columns, std::int64_t down,
                        std::int64_t right) {
    return matrix_from_dense(rows, columns, down, right, values.data(), ValueType::single, memory);
  };
  EXPECT_EQ(make(2, 2, 2, 1)->entries(), 4);
  expect_error(Status::argument, "the strides are 0 and 1; both must be positive",
               [&] { make(2, 2, 0, 1); });
  expect_error(Status::argument, "the strides are 2 and -1; both must be positive",
               [&] { make(2, 2, 2, -1); });
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  expect_error(Status::argument, "exceed the address space", [&] { make(3, 2, huge / 2 + 1, 1); });
  expect_error(Status::argument, "exceed the address space", [&] { make(2, 2, huge / 4, 1); });
  expect_error(Status::argument, "exceed the address space", [&] { make(2, 2, huge, huge); });
  expect_error(Status::empty, "n_columns is 0", [&] { make(2, 0, 2, 1); });
  expect_error(Status::argument, "n_rows is -2", [&] { make(-2, 2, 2, 1); });
  values[2] = NAN;
  expect_error(Status::value, "row 1, column 0 is NaN", [&] { make(2, 2, 2, 1); });
  expect_error(Status::value, "row 0, column 1 is NaN", [&] { make(2, 2, 1, 2); });
}

TEST(MatrixErrors, a_sum_that_overflows_is_an_error) {
  const Arrays<std::int32_t, float> arrays{2, 2, {0, 0, 2}, {1, 1}, {3e38f, 3e38f}};
  expect_error(Status::value, "row 1, column 1 (counted from 0) have an infinite sum",
               [&] { arrays.as_csr(); });
  const Arrays<std::int32_t, double> as_double{2, 2, {0, 0, 2}, {1, 1}, {3e38, 3e38}};
  EXPECT_EQ(as_double.as_csr()->value(0), 6e38);
}

TEST(MatrixErrors, every_failed_allocation_is_reported_and_nothing_leaks) {
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
  for (const auto &make : makers)
    expect_every_failed_allocation_reported(
        [&](const std::shared_ptr<Memory> &memory) {
          make(memory);
          return true;
        },
        100);
}

}  // namespace
}  // namespace manifact
