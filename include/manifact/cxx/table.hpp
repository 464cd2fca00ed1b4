// Part of manifact.hpp: tables of Arrow columns.
#ifndef MANIFACT_CXX_TABLE_HPP
#define MANIFACT_CXX_TABLE_HPP

#include <manifact/arrow.h>

#include <manifact/cxx/matrix.hpp>

namespace manifact {
inline namespace cxx {

// The texts of a column; a view that lives as long as the table, or a copy of it.
struct TextsView {
  const char *bytes = nullptr;
  const std::int64_t *offsets = nullptr;
  std::int64_t count = 0;

  std::string_view operator[](std::int64_t i) const noexcept {
    return {bytes + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
};

// Columns of another library by the Arrow C data interface. A copy shares the table.
class Table : public detail::Counted<manifact_table, manifact_table_retain, manifact_table_free> {
 public:
  using Counted::Counted;

  // The structures are moved: their release is NULL afterwards, also after an exception.
  static Table from_arrow(Context &context, ArrowSchema *schema, ArrowArray *array) {
    Table table;
    context.checked(manifact_table_from_arrow(context.handle(), schema, array, &table.handle_));
    return table;
  }
  static Table from_arrow(Context &context, ArrowArrayStream *stream) {
    Table table;
    context.checked(manifact_table_from_arrow_stream(context.handle(), stream, &table.handle_));
    return table;
  }

  std::int64_t rows() const { return detail::counted(manifact_table_rows(handle_)); }
  std::int64_t columns() const { return detail::counted(manifact_table_columns(handle_)); }
  std::string_view column_name(std::int64_t column) const noexcept {
    return detail::text_of(manifact_table_column_name(handle_, column));
  }
  // -1 if there is none of this name, or there are several.
  std::int64_t find_column(const std::string &name) const noexcept {
    return manifact_table_find_column(handle_, name.c_str());
  }
  manifact_column_type column_type(std::int64_t column) const noexcept {
    return manifact_table_column_type(handle_, column);
  }
  std::int64_t nulls(Context &context, std::int64_t column) const {
    std::int64_t nulls = 0;
    context.checked(manifact_table_nulls(context.handle(), handle_, column, &nulls));
    return nulls;
  }

  // Of all columns.
  Matrix matrix(Context &context) const {
    manifact_matrix *out = nullptr;
    context.checked(manifact_table_matrix(context.handle(), handle_, nullptr, 0, &out));
    return Matrix(out);
  }
  Matrix matrix(Context &context, Span<const std::int64_t> columns) const {
    manifact_matrix *out = nullptr;
    // An address also for no columns: NULL stands for all.
    const std::int64_t none = 0;
    context.checked(manifact_table_matrix(context.handle(), handle_,
                                          columns.size() > 0 ? columns.data() : &none,
                                          static_cast<std::int64_t>(columns.size()), &out));
    return Matrix(out);
  }
  TextsView texts(Context &context, std::int64_t column) const {
    TextsView view;
    context.checked(
        manifact_table_texts(context.handle(), handle_, column, &view.bytes, &view.offsets));
    view.count = rows();
    return view;
  }
  std::vector<double> numbers(Context &context, std::int64_t column) const {
    auto values = detail::room<double>(rows());
    context.checked(
        manifact_table_numbers(context.handle(), handle_, column, values.data(), rows()));
    return values;
  }
  std::vector<std::int32_t> labels(Context &context, std::int64_t column) const {
    auto labels = detail::room<std::int32_t>(rows());
    context.checked(
        manifact_table_labels(context.handle(), handle_, column, labels.data(), rows()));
    return labels;
  }
};

}  // namespace cxx
}  // namespace manifact

#endif
