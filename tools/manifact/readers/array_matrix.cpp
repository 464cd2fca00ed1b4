#include "readers/array_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

// The library keeps the arrays alive by its own reference to them.
template <class Arrays>
void *reference(const std::shared_ptr<const Arrays> &arrays) {
  return new std::shared_ptr<const Arrays>(arrays);
}

template <class Arrays>
void release(void *reference) {
  delete static_cast<std::shared_ptr<const Arrays> *>(reference);
}

// Larger numbers stand for missing ones: R's writeMM() and others write 1e308.
constexpr double largest_value = 1e300;

// The first number that is not finite, or too large; the count if there is none.
std::int64_t first_bad(const Numbers &values) {
  std::int64_t e = 0;
  while (e < values.count && std::fabs(values.value(e)) <= largest_value) ++e;
  return e;
}

void drop(manifact_matrix **matrix) {
  manifact_matrix_free(*matrix);
  *matrix = nullptr;
}

[[noreturn]] void fail_value(const std::string &name, std::int64_t row, std::int64_t column,
                             double value) {
  if (std::isfinite(value))
    throw Failure(name + ": the value of row " + std::to_string(row + 1) + ", column " +
                  std::to_string(column + 1) + " (counted from 1) is " + exact_number(value) +
                  ", beyond 1e300; R's writeMM() writes NA, NaN and Inf as 1e308: replace missing "
                  "values first");
  throw Failure(name + ": row " + std::to_string(row) + ", column " + std::to_string(column) +
                " (counted from 0) is " + (std::isnan(value) ? "NaN" : "infinite"));
}

}  // namespace

int matrix_of(manifact_context *context, DenseArrays &&arrays, manifact_matrix **out) {
  const auto held = std::make_shared<const DenseArrays>(std::move(arrays));
  const Numbers &values = held->values;
  const int status = manifact_matrix_create_dense(
      context, held->rows, held->columns, held->by_columns ? 1 : held->columns,
      held->by_columns ? held->rows : 1, values.bytes.data(), values.type, MANIFACT_BORROW,
      release<DenseArrays>, reference(held), out);
  if (status != MANIFACT_OK && status != MANIFACT_ERROR_VALUE) return status;
  const std::int64_t e = first_bad(values), line = held->by_columns ? held->rows : held->columns;
  if (e == values.count) return status;
  drop(out);
  if (held->by_columns) fail_value(held->name, e % line, e / line, values.value(e));
  fail_value(held->name, e / line, e % line, values.value(e));
}

int matrix_of(manifact_context *context, SparseArrays &&arrays, manifact_matrix **out) {
  const auto held = std::make_shared<const SparseArrays>(std::move(arrays));
  const Numbers &values = held->values;
  const bool by_rows = held->layout == Compressed::rows;
  const Numbers &starts = held->starts, &indices = held->indices;
  const int status =
      by_rows ? manifact_matrix_create_csr(
                    context, held->rows, held->columns, values.count, starts.bytes.data(),
                    starts.type, indices.bytes.data(), indices.type, 0, values.bytes.data(),
                    values.type, MANIFACT_BORROW, release<SparseArrays>, reference(held), out)
              : manifact_matrix_create_csc(context, held->rows, held->columns, values.count,
                                           starts.bytes.data(), starts.type, indices.bytes.data(),
                                           indices.type, 0, values.bytes.data(), values.type, out);
  if (status != MANIFACT_OK && status != MANIFACT_ERROR_VALUE) return status;
  const std::int64_t e = first_bad(values);
  if (e == values.count) return status;
  drop(out);
  // The library has checked starts and indices before the values.
  std::int64_t outer = 0;
  while (held->starts.index(outer + 1) <= e) ++outer;
  const std::int64_t inner = held->indices.index(e);
  fail_value(held->name, by_rows ? outer : inner, by_rows ? inner : outer, values.value(e));
}

int matrix_of(manifact_context *context, std::variant<DenseArrays, SparseArrays> &&arrays,
              manifact_matrix **out) {
  return std::visit(
      [&](auto &&either) {
        return matrix_of(context, std::forward<decltype(either)>(either), out);
      },
      std::move(arrays));
}

}  // namespace cli
