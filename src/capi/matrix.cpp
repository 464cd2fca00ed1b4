#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/counts.hpp"
#include "capi/handles.hpp"
#include "capi/model.hpp"
#include "io/reader.hpp"
#include "text/weighted_data.hpp"
#include "text/words.hpp"

namespace manifact {

// The names of features that are no terms, such as the columns of a table.

// Invalid UTF-8 becomes U+FFFD.
std::shared_ptr<const FeatureNames> repaired_names(std::vector<std::string> &&names);

}  // namespace manifact

using namespace manifact;

namespace {

// Calls visit(bytes, is_broken) for each character.
template <class Visit>
void each_character(std::string_view text, const Visit &visit) {
  for (const char *p = text.data(), *const end = p + text.size(); p < end;) {
    const Character character = read_character(p, end);
    visit(std::string_view(p, static_cast<std::size_t>(character.next - p)), character.broken);
    p = character.next;
  }
}

FeatureNames names_of(const char *bytes, const int64_t *offsets, int64_t n_features) {
  FeatureNames names;
  for (int64_t j = 0; j < n_features; ++j) {
    if (offsets[j] < 0 || offsets[j + 1] < offsets[j])
      fail(Status::argument, "offsets [%lld] is %lld after %lld", number(j + 1),
           number(offsets[j + 1]), number(offsets[j]));
    names.emplace_back(bytes + offsets[j], static_cast<std::size_t>(offsets[j + 1] - offsets[j]));
    if (names.back().find('\0') != std::string::npos)
      fail(Status::argument, "the name of feature %lld contains a NUL byte", number(j));
    each_character(names.back(), [&](std::string_view, bool is_broken) {
      if (is_broken) fail(Status::argument, "the name of feature %lld is not UTF-8", number(j));
    });
  }
  return names;
}

const char *name_in(const std::shared_ptr<const FeatureNames> &names, int64_t feature) {
  return names && feature >= 0 && feature < std::ssize(*names)
             ? (*names)[static_cast<std::size_t>(feature)].c_str()
             : nullptr;
}

void check_features(const Matrix &X, Index n_features) {
  if (n_features != X.columns)
    fail(Status::length, "n_features is %lld, but the matrix has %lld columns", number(n_features),
         number(X.columns));
}

}  // namespace

std::shared_ptr<const FeatureNames> manifact::repaired_names(std::vector<std::string> &&names) {
  for (std::string &name : names) {
    std::string repaired;
    each_character(name, [&](std::string_view bytes, bool is_broken) {
      repaired.append(is_broken || bytes.front() == '\0' ? "\xef\xbf\xbd" : bytes);
    });
    name = std::move(repaired);
  }
  return std::make_shared<FeatureNames>(std::move(names));
}

int manifact_matrix_set_feature_names(manifact_context *context, manifact_matrix *matrix,
                                      const char *bytes, const int64_t *offsets,
                                      int64_t n_features) {
  return with(context, [&] {
    require_handle(matrix, "matrix");
    if (bytes == nullptr) {
      matrix->feature_names = nullptr;
      return;
    }
    require(offsets, "offsets");
    check_features(*matrix->matrix, n_features);
    matrix->feature_names = std::make_shared<FeatureNames>(names_of(bytes, offsets, n_features));
  });
}

int manifact_matrix_set_vectors(manifact_context *context, manifact_matrix *matrix,
                                const manifact_matrix *vectors) {
  return with(context, [&] {
    require_handle(matrix, "matrix");
    if (vectors == nullptr) {
      matrix->vectors = nullptr;
      return;
    }
    require_handle(vectors, "vectors");
    const Matrix &E = *vectors->matrix;
    if (!E.dense) fail(Status::argument, "the vectors are a sparse matrix, but must be dense");
    if (E.rows != matrix->matrix->rows)
      fail(Status::mismatch, "there are %lld vectors, but the matrix has %lld rows", number(E.rows),
           number(matrix->matrix->rows));
    for (Index i = 0; i < E.rows; ++i) {
      double square = 0;
      E.each(i, [&](std::int32_t, double value) { square += value * value; });
      if (!std::isfinite(square))
        fail(Status::value, "vector %lld has a number that is not finite or too large", number(i));
    }
    matrix->vectors = vectors->matrix;
  });
}

int64_t manifact_matrix_vector_columns(const manifact_matrix *matrix) {
  if (check(matrix) != MANIFACT_OK) return -1;
  return matrix->vectors != nullptr ? matrix->vectors->columns : 0;
}

int64_t manifact_model_vector_columns(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->fitted().training.vector_columns : -1;
}

int manifact_matrix_document_frequencies(manifact_context *context, const manifact_matrix *X,
                                         int64_t *frequencies, int64_t n_features) {
  return with(context, [&] {
    require_handle(X, "X");
    require(frequencies, "frequencies");
    check_features(*X->matrix, n_features);
    std::fill_n(frequencies, n_features, 0);
    X->matrix->each([&](std::int32_t j, double value) { frequencies[j] += value > 0 ? 1 : 0; });
  });
}

int manifact_matrix_set_background(manifact_context *context, manifact_matrix *matrix,
                                   const int64_t *frequencies, int64_t n_features,
                                   int64_t n_documents) {
  return with(context, [&] {
    require_handle(matrix, "matrix");
    if (frequencies == nullptr) {
      matrix->background = nullptr;
      return;
    }
    check_features(*matrix->matrix, n_features);
    if (n_documents < 1)
      fail(Status::argument, "n_documents must be at least 1, not %lld", number(n_documents));
    for (Index j = 0; j < n_features; ++j)
      if (frequencies[j] < 0 || frequencies[j] > n_documents)
        fail(Status::value, "frequency %lld is %lld: of %lld documents 0 to %lld have a feature",
             number(j), number(frequencies[j]), number(n_documents), number(n_documents));
    auto background = std::make_shared<DocumentFrequencies>();
    background->of = Array<Index>(context->memory, n_features);
    std::copy_n(frequencies, n_features, background->of.begin());
    background->documents = n_documents;
    matrix->background = std::move(background);
  });
}

int64_t manifact_matrix_background_documents(const manifact_matrix *matrix) {
  if (check(matrix) != MANIFACT_OK) return -1;
  return matrix->background != nullptr ? matrix->background->documents : 0;
}

const char *manifact_matrix_feature_name(const manifact_matrix *matrix, int64_t feature) {
  return check(matrix) == MANIFACT_OK ? name_in(matrix->feature_names, feature) : nullptr;
}

const char *manifact_model_feature_name(const manifact_model *model, int64_t feature) {
  return model_of(model) != nullptr ? name_in(model->model->feature_names, feature) : nullptr;
}

namespace {

// Store a matrix in a new handle, with what its file says.
int deliver(std::unique_ptr<Matrix> matrix, const std::shared_ptr<Memory> &memory,
            manifact_matrix **out, FileFacts &&facts = {}) {
  auto handle = std::make_unique<manifact_matrix>();
  handle->matrix = std::move(matrix);
  handle->memory = memory;
  handle->index_base = facts.index_base;
  if (!facts.feature_names.empty())
    handle->feature_names = repaired_names(std::move(facts.feature_names));
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
  if (format < MANIFACT_FORMAT_AUTO || format > MANIFACT_FORMAT_COUNTS)
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
    FileFacts facts;
    std::unique_ptr<Matrix> matrix =
        read_matrix(path, format_of(format), run.memory, run.monitor, &facts, &run.pool);
    return deliver(std::move(matrix), run.memory, out, std::move(facts));
  });
}

int manifact_matrix_parse(manifact_context *context, const void *data, size_t size,
                          const char *name, int format, manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    if (size > 0) require(data, "data");
    require(name, "name");
    require(out, "out");
    FileFacts facts;
    std::unique_ptr<Matrix> matrix = parse_matrix(data, size, name, format_of(format), run.memory,
                                                  run.monitor, &facts, &run.pool);
    return deliver(std::move(matrix), run.memory, out, std::move(facts));
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
    WeightingRequest request{weighting_named(weighting), scaling_named(scaling)};
    request.background = X->background.get();
    const bool is_auto = request.weighting == Weighting::automatic;
    const Matrix &input = is_auto ? as_counts(*X, run.memory) : *X->matrix;
    const FeatureWeights weights = learn_weights(input, request, run);
    check_scaled_budget(input, weights);
    const auto keep_names = [&](int status) {
      (*out)->feature_names = X->feature_names;
      return status;
    };
    if (!input.dense)
      return keep_names(
          deliver(matrix_from_parts(weighted_rows<double>(input, weights, run)), run.memory, out));
    const WeightedData<double> data = weighted_data<double>(input, weights, run);
    const DenseRows &rows = data.dense.rows;
    Array<double> values(run.memory, rows.rows * rows.columns);
    for (Index i = 0; i < rows.rows; ++i)
      load(rows, i, 0, rows.columns, values.data() + i * rows.columns);
    return keep_names(
        deliver(matrix_from_values(rows.rows, rows.columns, std::move(values)), run.memory, out));
  });
}

namespace {

// For calls that read the rows and have no message.
int check_rows_of(const manifact_matrix *matrix) {
  if (const int status = check(matrix); status != MANIFACT_OK) return status;
  if (!matrix->matrix->mapped()) return MANIFACT_OK;
  Message unread;
  return guard(unread, [&] {
    matrix->matrix->require_unchanged();
    return MANIFACT_OK;
  });
}

}  // namespace

int64_t manifact_matrix_rows(const manifact_matrix *matrix) {
  return check(matrix) == MANIFACT_OK ? matrix->matrix->rows : -1;
}

int64_t manifact_matrix_columns(const manifact_matrix *matrix) {
  return check(matrix) == MANIFACT_OK ? matrix->matrix->columns : -1;
}

int64_t manifact_matrix_entries(const manifact_matrix *matrix) {
  if (check(matrix) != MANIFACT_OK) return -1;
  const Matrix &X = *matrix->matrix;
  return X.mapped() ? X.nonzeros : X.entries();  // no page of a file that may have been changed
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
  if (const int status = check_rows_of(matrix); status != MANIFACT_OK) return status;
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
  if (const int status = check_rows_of(matrix); status != MANIFACT_OK) return status;
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
