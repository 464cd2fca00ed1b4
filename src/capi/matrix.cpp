#include <algorithm>
#include <string_view>

#include "capi/counts.hpp"
#include "capi/handles.hpp"
#include "io/reader.hpp"
#include "text/weighted_data.hpp"

using namespace manifact;

namespace {

// Store a matrix in a new handle.
int deliver(std::unique_ptr<Matrix> matrix, const std::shared_ptr<Memory> &memory,
            manifact_matrix **out) {
  auto handle = std::make_unique<manifact_matrix>();
  handle->matrix = std::move(matrix);
  handle->memory = memory;
  *out = handle.release();
  return MANIFACT_OK;
}

IndexType index_type_of(int type, const char *name) {
  if (type == MANIFACT_INT32) return IndexType::int32;
  if (type == MANIFACT_INT64) return IndexType::int64;
  fail(Status::argument, "%s must be MANIFACT_INT32 or MANIFACT_INT64, not %d", name, type);
}

ValueType value_type_of(int type) {
  if (type == MANIFACT_FLOAT) return ValueType::single;
  if (type == MANIFACT_DOUBLE) return ValueType::real;
  fail(Status::argument, "value_type must be MANIFACT_FLOAT or MANIFACT_DOUBLE, not %d", type);
}

// The common part of the three constructors: `release` is called exactly once, by the matrix if it
// borrowed the arrays, otherwise here.
template <class Make>
int create(manifact_context *context, int ownership, manifact_borrow_release_fn release, void *user,
           manifact_matrix **out, Make &&make) noexcept {
  if (out != nullptr) *out = nullptr;
  bool borrowed = false;
  const int status = with(context, [&] {
    require(out, "out");
    if (ownership != MANIFACT_COPY && ownership != MANIFACT_BORROW)
      fail(Status::argument, "ownership must be MANIFACT_COPY or MANIFACT_BORROW, not %d",
           ownership);
    bool in_place = false;
    std::unique_ptr<Matrix> matrix = make(ownership == MANIFACT_BORROW, &in_place);
    Matrix *const made = matrix.get();
    deliver(std::move(matrix), context->memory, out);
    if (in_place) {
      made->release = release;
      made->release_user = user;
      made->retainable = release != nullptr;
      borrowed = true;
    }
  });
  if (ownership == MANIFACT_BORROW && !borrowed && release != nullptr) release(user);
  return status;
}

RawCompressed raw(int64_t n_outer, int64_t n_inner, int64_t n_entries, const void *indptr,
                  int indptr_type, const void *indices, int index_type, int index_base,
                  const void *values, int value_type) {
  require(indptr, "indptr");
  if (n_entries > 0) {
    require(indices, "indices");
    require(values, "values");
  }
  if (index_base != 0 && index_base != 1)
    fail(Status::argument, "index_base must be 0 or 1, not %d", index_base);
  RawCompressed arrays;
  arrays.n_outer = n_outer;
  arrays.n_inner = n_inner;
  arrays.entries = n_entries;
  arrays.indptr = indptr;
  arrays.indptr_type = index_type_of(indptr_type, "indptr_type");
  arrays.indices = indices;
  arrays.index_type = index_type_of(index_type, "index_type");
  arrays.base = index_base;
  arrays.values = values;
  arrays.value_type = value_type_of(value_type);
  return arrays;
}

bool is_index(int type) noexcept { return type == MANIFACT_INT32 || type == MANIFACT_INT64; }
bool is_value(int type) noexcept { return type == MANIFACT_FLOAT || type == MANIFACT_DOUBLE; }

// An array of the caller, of one of two types, that is filled; it may be null.
template <class Narrow, class Wide>
struct Filled {
  void *array;
  bool wide;

  template <class Value>
  void set(int64_t position, Value value) const noexcept {
    if (array == nullptr) return;
    if (wide)
      static_cast<Wide *>(array)[position] = static_cast<Wide>(value);
    else
      static_cast<Narrow *>(array)[position] = static_cast<Narrow>(value);
  }
};
using Indices = Filled<int32_t, int64_t>;
using Values = Filled<float, double>;

// The entries of a row, from `position` on; returns the position after them.
int64_t copy_row(const Matrix &X, int64_t row, const Indices &indices, const Values &values,
                 int64_t position) noexcept {
  X.each(row, [&](std::int32_t j, double value) {
    indices.set(position, j);
    values.set(position++, value);
  });
  return position;
}

Format format_of(int format) {
  if (format < MANIFACT_FORMAT_AUTO || format > MANIFACT_FORMAT_CSV)
    fail(Status::argument, "unknown format: %d", format);
  return static_cast<Format>(format);
}

}  // namespace

int manifact_matrix_create_csr(manifact_context *context, int64_t n_rows, int64_t n_columns,
                               int64_t n_entries, const void *indptr, int indptr_type,
                               const void *indices, int index_type, int index_base,
                               const void *values, int value_type, int ownership,
                               manifact_borrow_release_fn release, void *user,
                               manifact_matrix **out) {
  return create(context, ownership, release, user, out, [&](bool borrow, bool *in_place) {
    return matrix_from_csr(raw(n_rows, n_columns, n_entries, indptr, indptr_type, indices,
                               index_type, index_base, values, value_type),
                           borrow, in_place, context->memory);
  });
}

int manifact_matrix_create_csc(manifact_context *context, int64_t n_rows, int64_t n_columns,
                               int64_t n_entries, const void *indptr, int indptr_type,
                               const void *indices, int index_type, int index_base,
                               const void *values, int value_type, manifact_matrix **out) {
  return create(context, MANIFACT_COPY, nullptr, nullptr, out, [&](bool, bool *) {
    return matrix_from_csc(raw(n_columns, n_rows, n_entries, indptr, indptr_type, indices,
                               index_type, index_base, values, value_type),
                           context->memory);
  });
}

int manifact_matrix_create_dense(manifact_context *context, int64_t n_rows, int64_t n_columns,
                                 int64_t row_stride, int64_t column_stride, const void *values,
                                 int value_type, int ownership, manifact_borrow_release_fn release,
                                 void *user, manifact_matrix **out) {
  return create(context, ownership, release, user, out, [&](bool borrow, bool *in_place) {
    require(values, "values");
    return matrix_from_dense(n_rows, n_columns, row_stride, column_stride, values,
                             value_type_of(value_type), borrow, in_place, context->memory);
  });
}

int manifact_matrix_read(manifact_context *context, const char *path, int format,
                         manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require(path, "path");
    require(out, "out");
    int base = -1;
    const int status = deliver(read_matrix(path, format_of(format), run.memory, run.monitor, &base),
                               run.memory, out);
    (*out)->index_base = base;
    return status;
  });
}

int manifact_matrix_parse(manifact_context *context, const void *data, size_t size,
                          const char *name, int format, manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    if (size > 0) require(data, "data");
    require(name, "name");
    require(out, "out");
    int base = -1;
    const int status =
        deliver(parse_matrix(data, size, name, format_of(format), run.memory, run.monitor, &base),
                run.memory, out);
    (*out)->index_base = base;
    return status;
  });
}

int manifact_matrix_write(manifact_context *context, const manifact_matrix *matrix,
                          const char *path) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(matrix, "matrix");
    require(path, "path");
    write_matrix(*matrix->matrix, path, run.monitor);
    return MANIFACT_OK;
  });
}

int manifact_matrix_weight(manifact_context *context, const manifact_matrix *X,
                           const char *weighting, const char *scaling, manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(X, "X");
    require(weighting, "weighting");
    require(scaling, "scaling");
    require(out, "out");
    const WeightingRequest request{weighting_named(weighting), scaling_named(scaling)};
    const bool is_auto = request.weighting == Weighting::automatic;
    const Matrix &input = is_auto ? as_counts(*X, run.memory) : *X->matrix;
    const FeatureWeights weights = learn_weights(input, request, run);
    check_scaled_budget(input, weights);
    if (!input.dense)
      return deliver(matrix_from_parts(weighted_rows<double>(input, weights, run)), run.memory,
                     out);
    const WeightedData<double> data = weighted_data<double>(input, weights, run);
    const DenseRows &rows = data.dense.rows;
    Array<double> values(run.memory, rows.rows * rows.columns);
    for (Index i = 0; i < rows.rows; ++i)
      load(rows, i, 0, rows.columns, values.data() + i * rows.columns);
    return deliver(matrix_from_values(rows.rows, rows.columns, std::move(values)), run.memory, out);
  });
}

int64_t manifact_matrix_rows(const manifact_matrix *matrix) {
  return check(matrix) == MANIFACT_OK ? matrix->matrix->rows : -1;
}

int64_t manifact_matrix_columns(const manifact_matrix *matrix) {
  return check(matrix) == MANIFACT_OK ? matrix->matrix->columns : -1;
}

int64_t manifact_matrix_entries(const manifact_matrix *matrix) {
  return check(matrix) == MANIFACT_OK ? matrix->matrix->entries() : -1;
}

manifact_bool manifact_matrix_is_dense(const manifact_matrix *matrix) {
  return check(matrix) == MANIFACT_OK && matrix->matrix->dense ? MANIFACT_TRUE : MANIFACT_FALSE;
}

manifact_value_type manifact_matrix_value_type(const manifact_matrix *matrix) {
  return check(matrix) == MANIFACT_OK ? static_cast<int>(matrix->matrix->value_type) : 0;
}

int manifact_matrix_copy_csr(const manifact_matrix *matrix, void *indptr, int indptr_type,
                             void *indices, int index_type, void *values, int value_type,
                             int64_t n_entries) {
  if (const int status = check(matrix); status != MANIFACT_OK) return status;
  const Matrix &X = *matrix->matrix;
  if ((indptr != nullptr && !is_index(indptr_type)) ||
      (indices != nullptr && !is_index(index_type)) || (values != nullptr && !is_value(value_type)))
    return MANIFACT_ERROR_ARGUMENT;
  if (n_entries != X.entries()) return MANIFACT_ERROR_LENGTH;
  if (indptr != nullptr && indptr_type == MANIFACT_INT32 && n_entries > INT32_MAX)
    return MANIFACT_ERROR_ARGUMENT;
  const Indices starts{indptr, indptr_type == MANIFACT_INT64},
      columns{indices, index_type == MANIFACT_INT64};
  const Values entries{values, value_type == MANIFACT_DOUBLE};
  starts.set(0, 0);
  int64_t e = 0;
  for (int64_t i = 0; i < X.rows; ++i) {
    e = copy_row(X, i, columns, entries, e);
    starts.set(i + 1, e);
  }
  return MANIFACT_OK;
}

int manifact_matrix_copy_rows(const manifact_matrix *matrix, int64_t first_row, int64_t n_rows,
                              void *indices, int index_type, void *values, int value_type,
                              int64_t n_entries) {
  if (const int status = check(matrix); status != MANIFACT_OK) return status;
  const Matrix &X = *matrix->matrix;
  if (first_row < 0 || n_rows < 0 || first_row > X.rows - n_rows) return MANIFACT_ERROR_ARGUMENT;
  if ((indices != nullptr && !is_index(index_type)) || (values != nullptr && !is_value(value_type)))
    return MANIFACT_ERROR_ARGUMENT;
  if (n_entries != X.entries(first_row, first_row + n_rows)) return MANIFACT_ERROR_LENGTH;
  const Indices columns{indices, index_type == MANIFACT_INT64};
  const Values entries{values, value_type == MANIFACT_DOUBLE};
  int64_t e = 0;
  for (int64_t i = first_row; i < first_row + n_rows; ++i) e = copy_row(X, i, columns, entries, e);
  return MANIFACT_OK;
}

const double *manifact_matrix_row_labels(const manifact_matrix *matrix) {
  return check(matrix) == MANIFACT_OK && !matrix->matrix->row_labels.empty()
             ? matrix->matrix->row_labels.data()
             : nullptr;
}

manifact_matrix *manifact_matrix_retain(const manifact_matrix *matrix) { return retain(matrix); }
void manifact_matrix_free(manifact_matrix *matrix) { release(matrix); }
