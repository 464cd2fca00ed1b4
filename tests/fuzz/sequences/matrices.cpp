#include <algorithm>
#include <cmath>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

void return_loan(void *user) {
  const memory::Spared spared;
  Loan &loan = *static_cast<Loan *>(user);
  ++loan.released;
  for (auto *list : {&loan.indptr, &loan.indices}) std::fill(list->begin(), list->end(), -7);
  std::fill(loan.values.begin(), loan.values.end(), std::nan(""));
  std::fill(loan.singles.begin(), loan.singles.end(), std::nanf(""));
}

// Compressed by rows or by columns; some zeros are stored, some entries are repeated or unordered.
struct Compressed {
  std::vector<std::int32_t> indptr{0}, indices;
  std::vector<double> values;
};

Compressed compressed(World &world, Data &data, bool by_rows) {
  Compressed c;
  const std::int64_t outer = by_rows ? data.n : data.m, inner = by_rows ? data.m : data.n;
  const bool disorder = world.random.chance(20), zeros = world.random.chance(20);
  for (std::int64_t o = 0; o < outer; ++o) {
    const std::size_t first = c.indices.size();
    for (std::int64_t i = 0; i < inner; ++i) {
      const double value = by_rows ? data.at(o, i) : data.at(i, o);
      if (value == 0 && !(zeros && world.random.chance(20))) continue;
      c.indices.push_back(static_cast<std::int32_t>(i));
      c.values.push_back(value);
    }
    if (disorder && c.indices.size() > first + 1) {
      std::swap(c.indices[first], c.indices.back());
      std::swap(c.values[first], c.values.back());
      if (world.random.chance(30)) c.indices[first] = c.indices.back();
    }
    c.indptr.push_back(static_cast<std::int32_t>(c.indices.size()));
  }
  return c;
}

// Introduces one error into the arrays: true if something was changed.
bool break_structure(World &world, Compressed &c, std::int64_t inner, std::int64_t *entries) {
  switch (world.random.below(5)) {
    case 0:
      *entries = random_number(world, *entries - 1);
      return *entries != static_cast<std::int64_t>(c.indices.size());
    case 1:
      world.random.pick(c.indptr) += 1;
      return false;  // may be a matrix still
    case 2:
      if (c.indices.empty()) return false;
      world.random.pick(c.indices) = world.random.one_of<std::int32_t>(
          {static_cast<std::int32_t>(inner), -1, INT32_MAX, INT32_MIN});
      return true;
    case 3:
      world.random.pick(c.indptr) = world.random.one_of<std::int32_t>({-1, INT32_MIN, INT32_MAX});
      return true;
    default:
      if (c.values.empty()) return false;
      world.random.pick(c.values) = world.random.one_of({std::nan(""), HUGE_VAL});
      return true;
  }
}

void add_compressed(World &world, Data data, bool may_break) {
  const bool by_rows = world.random.chance(70), wide = world.random.chance(40),
             single = world.random.chance(20);
  Compressed c = compressed(world, data, by_rows);
  std::int64_t entries = static_cast<std::int64_t>(c.indices.size());
  const bool bad = may_break && world.random.chance(8) &&
                   break_structure(world, c, by_rows ? data.m : data.n, &entries);
  Loan &loan = world.loans.emplace_back();
  loan.indptr = std::move(c.indptr);
  loan.indices = std::move(c.indices);
  if (single)
    loan.singles.assign(c.values.begin(), c.values.end());
  else
    loan.values = std::move(c.values);
  const std::vector<std::int64_t> wide_indptr(loan.indptr.begin(), loan.indptr.end()),
      wide_indices(loan.indices.begin(), loan.indices.end());
  const void *const indptr =
      wide ? static_cast<const void *>(wide_indptr.data()) : loan.indptr.data();
  const void *const indices =
      wide ? static_cast<const void *>(wide_indices.data()) : loan.indices.data();
  const void *const values =
      single ? static_cast<const void *>(loan.singles.data()) : loan.values.data();
  const int index_type = may_break && world.random.chance(1) ? 7
                         : wide                              ? MANIFACT_INT64
                                                             : MANIFACT_INT32;
  const int value_type = may_break && world.random.chance(1) ? 0
                         : single                            ? MANIFACT_FLOAT
                                                             : MANIFACT_DOUBLE;
  const int ownership =
      !by_rows || wide || world.random.chance(50) ? MANIFACT_COPY : MANIFACT_BORROW;
  manifact_matrix *out = unset<manifact_matrix>();
  loan.lent = ownership == MANIFACT_BORROW;
  manifact_context *const context = any_context(world);
  const void *const begins = or_null(world, indptr, may_break ? 1 : 0);
  const void *const places = or_null(world, indices, may_break ? 1 : 0);
  const int base = may_break && world.random.chance(1) ? 2 : 0;
  const int status =
      by_rows ? CALL(manifact_matrix_create_csr, context, data.n, data.m, entries, begins,
                     index_type, places, index_type, base, values, value_type, ownership,
                     return_loan, static_cast<void *>(&loan), &out)
              : CALL(manifact_matrix_create_csc, context, data.n, data.m, entries, begins,
                     index_type, places, index_type, base, values, value_type, &out);
  if (status >= 0) keep(world, out);
  if (bad) expect(status < 0, "arrays that are no matrix were taken");
}

void add_dense(World &world, Data data, bool may_break) {
  const bool bad = may_break && world.random.chance(5);
  if (bad) spoil(world, data);
  const bool by_columns = world.random.chance(30);
  std::vector<double> values = data.values;
  for (std::int64_t i = 0; i < data.n && by_columns; ++i)
    for (std::int64_t j = 0; j < data.m; ++j)
      values[static_cast<std::size_t>(j * data.n + i)] = data.at(i, j);
  Loan &loan = world.loans.emplace_back();
  loan.values = std::move(values);
  loan.lent = world.random.chance(50);
  std::int64_t n = data.n;
  if (may_break && world.random.chance(3))
    n = world.random.one_of<std::int64_t>({0, -1, std::int64_t{1} << 31, INT64_MIN});
  const std::int64_t row_stride = by_columns ? 1 : data.m, column_stride = by_columns ? data.n : 1;
  manifact_matrix *out = unset<manifact_matrix>();
  const int status =
      CALL(manifact_matrix_create_dense, any_context(world), n, data.m, row_stride, column_stride,
           loan.values.data(), MANIFACT_DOUBLE, loan.lent ? MANIFACT_BORROW : MANIFACT_COPY,
           return_loan, static_cast<void *>(&loan), &out);
  if (status >= 0) keep(world, out);
  if (bad) expect(status < 0, "values that are not finite were taken");
}

void add(World &world, Data data, bool may_break) {
  if (world.random.chance(50))
    add_dense(world, std::move(data), may_break);
  else
    add_compressed(world, std::move(data), may_break);
}

void weight(World &world) {
  const auto X = one_of(world, world.matrices);
  const char *const weighting = world.random.one_of({"auto", "none", "tfidf", "log-tfidf", "bm25"});
  const char *const scaling =
      world.random.one_of({"auto", "none", "unit-rows", "min-max", "z-score", ""});
  manifact_matrix *out = unset<manifact_matrix>();
  const int status = CALL(manifact_matrix_weight, any_context(world), X.handle,
                          or_null(world, weighting), scaling, &out);
  expect_refused(status, X);
  if (status >= 0) keep(world, out);
}

void read_views(World &world) {
  const auto X = one_of(world, world.matrices);
  const std::int64_t rows = CALL(manifact_matrix_rows, X.handle),
                     columns = CALL(manifact_matrix_columns, X.handle);
  const std::int64_t entries = CALL(manifact_matrix_entries, X.handle);
  if (const double *const labels = CALL(manifact_matrix_row_labels, X.handle); labels != nullptr)
    expect_finite(labels, rows, "row labels");
  if (!X)
    return expect(rows == -1 && columns == -1 && entries == -1, "a number of what is no matrix");
  expect(rows == X.record->n && columns == X.record->m && entries >= 0 && entries <= rows * columns,
         "another shape");
  const int is_dense = CALL(manifact_matrix_is_dense, X.handle),
            type = CALL(manifact_matrix_value_type, X.handle);
  expect(is_dense == 0 || is_dense == 1, "neither dense nor sparse");
  expect(type == MANIFACT_FLOAT || type == MANIFACT_DOUBLE, "values of an unknown type");
  const std::int64_t length = random_number(world, entries);
  std::vector<std::int64_t> indptr(static_cast<std::size_t>(rows + 1)),
      indices(static_cast<std::size_t>(entries));
  std::vector<double> values(static_cast<std::size_t>(entries));
  const int status =
      CALL(manifact_matrix_copy_csr, X.handle, static_cast<void *>(or_null(world, indptr.data())),
           MANIFACT_INT64, static_cast<void *>(indices.data()), MANIFACT_INT64,
           static_cast<void *>(values.data()), MANIFACT_DOUBLE, length);
  expect((status == 0) == (length == entries), "the length of the arrays is not looked at");
  if (status == 0) expect_finite(values.data(), entries, "a matrix");
}

// Names of the features, some of them equal or empty; sometimes no names, or ones that must be
// refused.
void name_features(World &world) {
  const auto X = one_of(world, world.matrices);
  const std::int64_t m = X ? X.record->m : 2;
  std::string bytes;
  std::vector<std::int64_t> offsets{0};
  for (std::int64_t j = 0; j < m; ++j) {
    if (!world.random.chance(2)) bytes += "f" + std::to_string(world.random.chance(2) ? 0 : j);
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  bool bad = false;
  if (world.random.chance(5) && !bytes.empty()) {
    bytes[0] = world.random.one_of({'\xff', '\0'});
    bad = true;
  } else if (world.random.chance(5)) {
    world.random.pick(offsets) = world.random.one_of<std::int64_t>({-1, INT64_MIN});
    bad = true;
  }
  const char *const names = or_null(world, bytes.c_str(), 10);
  const std::int64_t length = random_number(world, m);
  const int status = CALL(manifact_matrix_set_feature_names, any_context(world), X.handle, names,
                          offsets.data(), length);
  expect_refused(status, X);
  if (names != nullptr && status >= 0) expect(!bad && length == m, "wrong names were taken");
  const std::int64_t feature = random_number(world, world.random.below(m));
  const char *const name = CALL(manifact_matrix_feature_name, X.handle, feature);
  expect(name == nullptr || (X && feature >= 0 && feature < m), "a name of no feature");
  if (status < 0 || !X || feature < 0 || feature >= m) return;
  expect((name != nullptr) == (names != nullptr), "names that were not set, or are not kept");
  if (name == nullptr) return;
  const auto first = static_cast<std::size_t>(offsets[static_cast<std::size_t>(feature)]),
             last = static_cast<std::size_t>(offsets[static_cast<std::size_t>(feature + 1)]);
  expect(bytes.substr(first, last - first) == name, "another name");
}

void give_vectors(World &world) {
  const auto X = one_of(world, world.matrices), T = one_of(world, world.matrices);
  const manifact_matrix *const vectors = T && world.random.chance(10) ? nullptr : T.handle;
  const int status = CALL(manifact_matrix_set_vectors, any_context(world), X.handle, vectors);
  expect_refused(status, X);
  const std::int64_t columns = CALL(manifact_matrix_vector_columns, X.handle);
  expect((columns >= 0) == static_cast<bool>(X), "a number of columns of what is no matrix");
  if (status < 0) return;
  expect(columns == (vectors == nullptr ? 0 : manifact_matrix_columns(vectors)),
         "vectors of another length");
  if (vectors == nullptr) return;
  // Beside a dense matrix the fit refuses them.
  expect(T && T.record->n == X.record->n && manifact_matrix_is_dense(vectors) == 1,
         "vectors that must be refused were taken");
}

// The document frequencies of another matrix, some of them changed.
void give_background(World &world) {
  const auto X = one_of(world, world.matrices), other = one_of(world, world.matrices);
  const std::int64_t m = other ? other.record->m : 2;
  std::vector<std::int64_t> frequencies(static_cast<std::size_t>(m), -7);
  const std::int64_t length = random_number(world, m);
  int status = CALL(manifact_matrix_document_frequencies, any_context(world), other.handle,
                    or_null(world, frequencies.data()), length);
  expect_refused(status, other);
  if (status >= 0) {
    expect(length == m, "another length was taken");
    for (const std::int64_t frequency : frequencies)
      expect(frequency >= 0 && frequency <= other.record->n, "a frequency out of range");
  }
  frequencies.resize(static_cast<std::size_t>(std::max<std::int64_t>(m, X ? X.record->m : 1)), 1);
  if (world.random.chance(5))
    world.random.pick(frequencies) = random_number(world, world.random.below(m));
  const std::int64_t documents = random_number(world, other ? other.record->n : 3),
                     columns = random_number(world, X ? X.record->m : 1);
  const std::int64_t *const given = or_null(world, frequencies.data(), 10);
  status =
      CALL(manifact_matrix_set_background, any_context(world), X.handle, given, columns, documents);
  expect_refused(status, X);
  const std::int64_t now = CALL(manifact_matrix_background_documents, X.handle);
  if (X && status >= 0) expect(now == (given == nullptr ? 0 : documents), "another background");
}

// Rows and a length that may be wrong.
void copy_rows(World &world) {
  const auto X = one_of(world, world.matrices);
  if (!X) {
    expect_refused(CALL(manifact_matrix_copy_rows, X.handle, 0, 1, nullptr, MANIFACT_INT64, nullptr,
                        MANIFACT_DOUBLE, 0),
                   X);
    return;
  }
  const std::int64_t rows = X.record->n, first = random_number(world, world.random.below(rows)),
                     count = random_number(world, 1 + world.random.below(rows));
  std::vector<std::int64_t> indptr(static_cast<std::size_t>(rows + 1));
  if (manifact_matrix_copy_csr(X.handle, indptr.data(), MANIFACT_INT64, nullptr, MANIFACT_INT64,
                               nullptr, MANIFACT_DOUBLE, manifact_matrix_entries(X.handle)) != 0)
    return;
  const bool inside = first >= 0 && count >= 0 && first <= rows && count <= rows - first;
  const std::int64_t entries = inside ? indptr[static_cast<std::size_t>(first + count)] -
                                            indptr[static_cast<std::size_t>(first)]
                                      : 0,
                     length = random_number(world, entries);
  std::vector<std::int64_t> indices(static_cast<std::size_t>(entries));
  std::vector<double> values(static_cast<std::size_t>(entries));
  const int status = CALL(manifact_matrix_copy_rows, X.handle, first, count,
                          static_cast<void *>(or_null(world, indices.data())), MANIFACT_INT64,
                          static_cast<void *>(values.data()), MANIFACT_DOUBLE, length);
  expect((status == 0) == (inside && length == entries), "the rows or the length are not checked");
  if (status == 0) expect_finite(values.data(), entries, "rows");
}

void share_matrix(World &world) {
  const auto X = one_of(world, world.matrices);
  expect_retained(X, CALL(manifact_matrix_retain, X.handle));
  CALL(manifact_matrix_free, X.handle);
}

}  // namespace

void keep(World &world, manifact_matrix *matrix) {
  if (world.matrices.size() > 6) {
    const auto place = static_cast<std::size_t>(world.random.below(7));
    CALL(manifact_matrix_free, world.matrices[place].handle);
    world.matrices.erase(world.matrices.begin() + static_cast<std::ptrdiff_t>(place));
  }
  world.matrices.push_back({matrix, manifact_matrix_rows(matrix), manifact_matrix_columns(matrix)});
}

void add_matrix(World &world) {
  const std::int64_t n = random_rows(world), m = random_columns(world);
  add(world, random_data(world, n, m), true);
}
void add_square_matrix(World &world) {
  add(world, random_square(world, random_rows(world)), false);
}

void add_to(World &world, std::vector<Matrix> &) { add_matrix(world); }

const std::vector<Action> matrix_actions = {
    {add_matrix, 8},    {add_square_matrix, 3}, {weight, 3},
    {read_views, 3},    {copy_rows, 2},         {share_matrix, 1},
    {name_features, 2}, {give_vectors, 2},      {give_background, 2}};

}  // namespace sequences
