// Part of manifact.hpp: matrices.
#ifndef MANIFACT_CXX_MATRIX_HPP
#define MANIFACT_CXX_MATRIX_HPP

#include <manifact/cxx/context.hpp>

namespace manifact {
inline namespace cxx {

// Texts one after the other, as the library takes them: made from any range of strings, views or
// const char *.
class Texts {
 public:
  template <class Range,
            class = decltype(std::string_view(*std::begin(std::declval<const Range &>())))>
  Texts(const Range &texts) {  // NOLINT: a conversion is intended
    for (const auto &text : texts) {
      bytes_ += std::string_view(text);
      offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
    }
  }
  Texts(std::initializer_list<std::string_view> texts) {
    for (const std::string_view text : texts) {
      bytes_ += text;
      offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
    }
  }

  const char *bytes() const noexcept { return bytes_.c_str(); }
  const std::int64_t *offsets() const noexcept { return offsets_.data(); }
  std::int64_t count() const noexcept { return static_cast<std::int64_t>(offsets_.size()) - 1; }

 private:
  std::string bytes_;
  std::vector<std::int64_t> offsets_{0};
};

// Compressed sparse rows, as manifact_matrix_copy_csr() fills them.
template <class Pointer = std::int64_t, class Index = std::int32_t, class Value = double>
struct CsrArrays {
  std::vector<Pointer> indptr;
  std::vector<Index> indices;
  std::vector<Value> values;
};

// Documents x features. A copy shares the matrix.
class Matrix
    : public detail::Counted<manifact_matrix, manifact_matrix_retain, manifact_matrix_free> {
 public:
  using Counted::Counted;

  // Copies the arrays.
  template <class Pointers, class Indices, class Values>
  static Matrix csr(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                    const Pointers &indptr, const Indices &indices, const Values &values,
                    int index_base = 0) {
    return csr_of(context, n_rows, n_columns, indptr, indices, values, index_base, MANIFACT_COPY,
                  nullptr, nullptr);
  }

  // Uses the arrays of the caller if the indices of each row ascend; an indptr that does not have
  // 64 bits and base 0 is copied. They must not change until `release` is called, on any thread;
  // see manifact_borrow_release_fn.
  template <class Pointers, class Indices, class Values>
  static Matrix csr_borrowed(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                             const Pointers &indptr, const Indices &indices, const Values &values,
                             std::function<void()> release = {}, int index_base = 0) {
    auto *const kept = new std::function<void()>(std::move(release));
    return csr_of(context, n_rows, n_columns, indptr, indices, values, index_base, MANIFACT_BORROW,
                  let_go, kept);
  }

  // Keeps the vectors, as csr_borrowed().
  template <class Pointer, class Index, class Value>
  static Matrix csr(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                    CsrArrays<Pointer, Index, Value> &&arrays, int index_base = 0) {
    const auto kept = std::make_shared<CsrArrays<Pointer, Index, Value>>(std::move(arrays));
    return csr_borrowed(
        context, n_rows, n_columns, kept->indptr, kept->indices, kept->values, [kept] {},
        index_base);
  }

  // Compressed sparse columns; copies the arrays.
  template <class Pointers, class Indices, class Values>
  static Matrix csc(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                    const Pointers &indptr, const Indices &indices, const Values &values,
                    int index_base = 0) {
    const Sparse s = sparse_of(indptr, indices, values, n_columns);
    Matrix matrix;
    context.checked(manifact_matrix_create_csc(
        context.handle(), n_rows, n_columns, s.entries, s.indptr, s.indptr_type, s.indices,
        s.index_type, index_base, s.values, s.value_type, &matrix.handle_));
    return matrix;
  }

  // Row-major values, copied.
  template <class Values>
  static Matrix dense(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                      const Values &values) {
    return dense_of(context, n_rows, n_columns, n_columns, 1, values, MANIFACT_COPY, nullptr,
                    nullptr);
  }

  // Entry (i, j) is values[i row_stride + j column_stride], copied.
  template <class Values>
  static Matrix dense(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                      std::int64_t row_stride, std::int64_t column_stride, const Values &values) {
    return dense_of(context, n_rows, n_columns, row_stride, column_stride, values, MANIFACT_COPY,
                    nullptr, nullptr);
  }

  // Row-major values that stay with the caller, and must not change until `release` is called.
  template <class Values>
  static Matrix dense_borrowed(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                               const Values &values, std::function<void()> release = {}) {
    auto *const kept = new std::function<void()>(std::move(release));
    return dense_of(context, n_rows, n_columns, n_columns, 1, values, MANIFACT_BORROW, let_go,
                    kept);
  }

  // Row-major values; keeps the vector.
  template <class Value, class = std::enable_if_t<std::is_floating_point_v<Value>>>
  static Matrix dense(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                      std::vector<Value> &&values) {
    const auto kept = std::make_shared<std::vector<Value>>(std::move(values));
    return dense_borrowed(context, n_rows, n_columns, *kept, [kept] {});
  }

  static Matrix read(Context &context, const std::string &path,
                     manifact_format format = MANIFACT_FORMAT_AUTO) {
    Matrix matrix;
    context.checked(manifact_matrix_read(context.handle(), path.c_str(), format, &matrix.handle_));
    return matrix;
  }
  static Matrix parse(Context &context, std::string_view bytes, const std::string &name,
                      manifact_format format = MANIFACT_FORMAT_AUTO) {
    Matrix matrix;
    context.checked(manifact_matrix_parse(context.handle(), bytes.data(), bytes.size(),
                                          name.c_str(), format, &matrix.handle_));
    return matrix;
  }
  void write(Context &context, const std::string &path) const {
    context.checked(manifact_matrix_write(context.handle(), handle_, path.c_str()));
  }

  std::int64_t rows() const { return detail::counted(manifact_matrix_rows(handle_)); }
  std::int64_t columns() const { return detail::counted(manifact_matrix_columns(handle_)); }
  std::int64_t entries() const { return detail::counted(manifact_matrix_entries(handle_)); }
  bool is_dense() const noexcept { return manifact_matrix_is_dense(handle_) != 0; }
  manifact_value_type value_type() const noexcept { return manifact_matrix_value_type(handle_); }

  template <class Pointer = std::int64_t, class Index = std::int32_t, class Value = double>
  CsrArrays<Pointer, Index, Value> copy_csr() const {
    CsrArrays<Pointer, Index, Value> a{detail::room<Pointer>(rows() + 1),
                                       detail::room<Index>(entries()),
                                       detail::room<Value>(entries())};
    detail::checked(manifact_matrix_copy_csr(handle_, a.indptr.data(), value_type_of<Pointer>(),
                                             a.indices.data(), value_type_of<Index>(),
                                             a.values.data(), value_type_of<Value>(), entries()));
    return a;
  }

  // n_entries: those of the rows, indptr[first_row + n_rows] - indptr[first_row].
  template <class Index = std::int32_t, class Value = double>
  std::pair<std::vector<Index>, std::vector<Value>> copy_rows(std::int64_t first_row,
                                                              std::int64_t n_rows,
                                                              std::int64_t n_entries) const {
    std::pair<std::vector<Index>, std::vector<Value>> a{detail::room<Index>(n_entries),
                                                        detail::room<Value>(n_entries)};
    detail::checked(manifact_matrix_copy_rows(handle_, first_row, n_rows, a.first.data(),
                                              value_type_of<Index>(), a.second.data(),
                                              value_type_of<Value>(), n_entries));
    return a;
  }

  // The rows as a fit sees them.
  Matrix weighted(Context &context, const std::string &weighting = "auto",
                  const std::string &scaling = "auto") const {
    Matrix matrix;
    context.checked(manifact_matrix_weight(context.handle(), handle_, weighting.c_str(),
                                           scaling.c_str(), &matrix.handle_));
    return matrix;
  }

  // Names of the features that are no terms, one for each column: a model finds them by name.
  void set_feature_names(Context &context, const Texts &names) {
    context.checked(manifact_matrix_set_feature_names(context.handle(), handle_, names.bytes(),
                                                      names.offsets(), names.count()));
  }
  // Empty if there are none.
  std::string_view feature_name(std::int64_t feature) const noexcept {
    return detail::text_of(manifact_matrix_feature_name(handle_, feature));
  }

  // A vector for each document beside its words: a dense matrix with as many rows.
  void set_vectors(Context &context, const Matrix &vectors) {
    context.checked(manifact_matrix_set_vectors(context.handle(), handle_, vectors.handle()));
  }
  std::int64_t vector_columns() const noexcept { return manifact_matrix_vector_columns(handle_); }

  // The number of rows in which each feature is positive.
  std::vector<std::int64_t> document_frequencies(Context &context) const {
    std::vector<std::int64_t> frequencies(static_cast<std::size_t>(columns()));
    context.checked(manifact_matrix_document_frequencies(context.handle(), handle_,
                                                         frequencies.data(), columns()));
    return frequencies;
  }
  // Weights counts by the document frequencies of another collection, one for each column; empty:
  // by their own again.
  void set_background(Context &context, const std::vector<std::int64_t> &frequencies,
                      std::int64_t n_documents) {
    context.checked(manifact_matrix_set_background(
        context.handle(), handle_, frequencies.empty() ? nullptr : frequencies.data(),
        static_cast<std::int64_t>(frequencies.size()), n_documents));
  }
  std::int64_t background_documents() const noexcept {
    return manifact_matrix_background_documents(handle_);
  }

  // The labels of svmlight lines; empty for other formats.
  Span<const double> row_labels() const {
    return Array<double>(manifact_matrix_row_labels(handle_), rows(), 1);
  }

 private:
  struct Sparse {
    const void *indptr, *indices, *values;
    manifact_value_type indptr_type, index_type, value_type;
    std::int64_t entries;
  };

  template <class Container>
  using EntryOf = std::remove_cv_t<
      std::remove_pointer_t<decltype(std::data(std::declval<const Container &>()))>>;

  template <class Pointers, class Indices, class Values>
  static Sparse sparse_of(const Pointers &indptr, const Indices &indices, const Values &values,
                          std::int64_t n) {
    detail::require_length(std::size(indptr), n + 1, "indptr");
    detail::require_length(std::size(values), static_cast<std::int64_t>(std::size(indices)),
                           "values");
    return {std::data(indptr),
            std::data(indices),
            std::data(values),
            value_type_of<EntryOf<Pointers>>(),
            value_type_of<EntryOf<Indices>>(),
            value_type_of<EntryOf<Values>>(),
            static_cast<std::int64_t>(std::size(indices))};
  }

  // Called exactly once by the library, also if a call fails.
  static void let_go(void *user) noexcept {
    auto *const release = static_cast<std::function<void()> *>(user);
    if (*release) (*release)();
    delete release;
  }

  template <class Pointers, class Indices, class Values>
  static Matrix csr_of(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                       const Pointers &indptr, const Indices &indices, const Values &values,
                       int index_base, manifact_ownership ownership,
                       manifact_borrow_release_fn release, void *user) {
    Sparse s{};
    try {
      s = sparse_of(indptr, indices, values, n_rows);
    } catch (...) {
      if (release != nullptr) release(user);
      throw;
    }
    Matrix matrix;
    context.checked(manifact_matrix_create_csr(context.handle(), n_rows, n_columns, s.entries,
                                               s.indptr, s.indptr_type, s.indices, s.index_type,
                                               index_base, s.values, s.value_type, ownership,
                                               release, user, &matrix.handle_));
    return matrix;
  }

  template <class Values>
  static Matrix dense_of(Context &context, std::int64_t n_rows, std::int64_t n_columns,
                         std::int64_t row_stride, std::int64_t column_stride, const Values &values,
                         manifact_ownership ownership, manifact_borrow_release_fn release,
                         void *user) {
    const bool any = n_rows > 0 && n_columns > 0 && row_stride > 0 && column_stride > 0;
    const std::int64_t last =
        any ? (n_rows - 1) * row_stride + (n_columns - 1) * column_stride : -1;
    if (static_cast<std::int64_t>(std::size(values)) <= last) {
      if (release != nullptr) release(user);
      throw Error(MANIFACT_ERROR_LENGTH, "values has " + std::to_string(std::size(values)) +
                                             " entries, fewer than the " +
                                             std::to_string(last + 1) + " of the matrix");
    }
    Matrix matrix;
    context.checked(manifact_matrix_create_dense(
        context.handle(), n_rows, n_columns, row_stride, column_stride, std::data(values),
        value_type_of<EntryOf<Values>>(), ownership, release, user, &matrix.handle_));
    return matrix;
  }
};

}  // namespace cxx
}  // namespace manifact

#endif
