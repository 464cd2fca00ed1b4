// Tables of Arrow columns.
#include "arrow/table.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "capi/handles.hpp"

using namespace manifact;

namespace {

int deliver_table(std::unique_ptr<ArrowTable> table, manifact_table **out) {
  auto handle = std::make_unique<manifact_table>();
  handle->table = std::move(table);
  *out = handle.release();
  return MANIFACT_OK;
}

manifact_column_type type_of(const ArrowType &type) noexcept {
  if (type.is_number()) return MANIFACT_COLUMN_NUMBERS;
  if (type.is_vector()) return MANIFACT_COLUMN_VECTORS;
  if (type.is_time()) return MANIFACT_COLUMN_TIMES;
  const ArrowType &of = type.values();
  if (of.kind == ArrowKind::nothing) return MANIFACT_COLUMN_NULLS;
  return of.is_text() || (of.is_list() && of.children.front().values().is_text())
             ? MANIFACT_COLUMN_TEXTS
             : MANIFACT_COLUMN_OTHER;
}

const ArrowTable &table_with(const manifact_table *table, int64_t column) {
  require_handle(table, "table");
  if (column < 0 || column >= table->table->columns())
    fail(Status::argument, "there is no column %lld: the table has %lld", number(column),
         number(table->table->columns()));
  return *table->table;
}

const char *what_holds(const ArrowTable &table, int64_t column) noexcept {
  switch (type_of(table.type(column))) {
    case MANIFACT_COLUMN_NUMBERS:
      return "numbers";
    case MANIFACT_COLUMN_VECTORS:
      return "vectors";
    case MANIFACT_COLUMN_TEXTS:
      return "texts";
    case MANIFACT_COLUMN_TIMES:
      return "dates or times";
    case MANIFACT_COLUMN_NULLS:
      return "nulls only";
    default:
      return "values of a type that is not read";
  }
}

[[noreturn]] void refuse(const ArrowTable &table, int64_t column, const char *wanted) {
  fail(Status::argument, "column \"%s\" holds %s (format \"%s\"), not %s",
       table.name(column).c_str(), what_holds(table, column), table.type(column).format.c_str(),
       wanted);
}

bool is_one_of(manifact_column_type type, std::initializer_list<manifact_column_type> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

// Times of the day are texts, but have no type of their own.
bool has_texts(const ArrowType &type) noexcept {
  return is_one_of(type_of(type), {MANIFACT_COLUMN_NUMBERS, MANIFACT_COLUMN_TEXTS,
                                   MANIFACT_COLUMN_TIMES, MANIFACT_COLUMN_NULLS}) ||
         type.values().kind == ArrowKind::time;
}

void require_rows(const ArrowTable &table, int64_t n_rows) {
  if (n_rows != table.rows())
    fail(Status::length, "n_rows is %lld, but the table has %lld rows", number(n_rows),
         number(table.rows()));
}

std::vector<Index> chosen_columns(const ArrowTable &table, const int64_t *columns,
                                  int64_t n_columns) {
  std::vector<Index> chosen;
  if (columns != nullptr && n_columns < 0)
    fail(Status::argument, "n_columns must be at least 0, not %lld", number(n_columns));
  const int64_t count = columns != nullptr ? n_columns : table.columns();
  for (int64_t c = 0; c < count; ++c) chosen.push_back(columns != nullptr ? columns[c] : c);
  return chosen;
}

// Of columns that are numbers; null unless each has a name.
std::shared_ptr<const FeatureNames> names_of_columns(const ArrowTable &table,
                                                     const std::vector<Index> &columns) {
  auto names = std::make_shared<FeatureNames>();
  for (const Index column : columns) {
    if (!table.type(column).is_number() || table.name(column).empty()) return nullptr;
    names->push_back(table.name(column));
  }
  return names;
}

}  // namespace

int manifact_table_from_arrow(manifact_context *context, struct ArrowSchema *schema,
                              struct ArrowArray *array, manifact_table **out) {
  if (out != nullptr) *out = nullptr;
  const MovedSchema type(schema);
  MovedArray values(array);
  return call(context, [&] {
    require(schema, "schema");
    require(array, "array");
    require(out, "out");
    auto table = std::make_unique<ArrowTable>(type.moved);
    table->add(std::move(values));
    return deliver_table(std::move(table), out);
  });
}

int manifact_table_from_arrow_stream(manifact_context *context, struct ArrowArrayStream *stream,
                                     manifact_table **out) {
  if (out != nullptr) *out = nullptr;
  MovedStream source(stream);
  return long_call(context, [&](const ExecutionContext &run) {
    require(stream, "stream");
    require(out, "out");
    if (source.moved.release == nullptr) fail(Status::structure, "the stream is released");
    return deliver_table(ArrowTable::read(source.moved, run.monitor), out);
  });
}

int64_t manifact_table_rows(const manifact_table *table) {
  return check(table) == MANIFACT_OK ? table->table->rows() : -1;
}

int64_t manifact_table_columns(const manifact_table *table) {
  return check(table) == MANIFACT_OK ? table->table->columns() : -1;
}

const char *manifact_table_column_name(const manifact_table *table, int64_t column) {
  const bool is_there = column >= 0 && column < manifact_table_columns(table);
  return is_there ? table->table->name(column).c_str() : nullptr;
}

int64_t manifact_table_find_column(const manifact_table *table, const char *name) {
  if (name == nullptr) return -1;
  int64_t found = -1;
  for (int64_t column = 0; column < manifact_table_columns(table); ++column) {
    if (table->table->name(column) != name) continue;
    if (found >= 0) return -1;
    found = column;
  }
  return found;
}

manifact_column_type manifact_table_column_type(const manifact_table *table, int64_t column) {
  const bool is_there = column >= 0 && column < manifact_table_columns(table);
  return is_there ? type_of(table->table->type(column)) : MANIFACT_COLUMN_OTHER;
}

int manifact_table_nulls(manifact_context *context, const manifact_table *table, int64_t column,
                         int64_t *nulls) {
  return with(context, [&] {
    require(nulls, "nulls");
    *nulls = table_with(table, column).nulls(column);
  });
}

int manifact_table_matrix(manifact_context *context, const manifact_table *table,
                          const int64_t *columns, int64_t n_columns, manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](const ExecutionContext &run) {
    require_handle(table, "table");
    require(out, "out");
    const ArrowTable &from = *table->table;
    const std::vector<Index> chosen = chosen_columns(from, columns, n_columns);
    for (const Index column : chosen) {
      const ArrowType &type = table_with(table, column).type(column);
      if (!type.is_number() && !type.is_vector())
        refuse(from, column, "numbers or vectors; choose the columns of the matrix");
    }
    bool borrows = false;
    std::shared_ptr<const void> keep;
    auto handle = std::make_unique<manifact_matrix>();
    auto holder = std::make_unique<std::shared_ptr<const void>>();
    handle->matrix = from.matrix(chosen, borrows, keep, run.memory, run.monitor);
    handle->memory = run.memory;
    handle->feature_names = names_of_columns(from, chosen);
    if (borrows) {
      *holder = std::move(keep);
      handle->matrix->release_user = holder.release();
      handle->matrix->release = [](void *user) {
        delete static_cast<std::shared_ptr<const void> *>(user);
      };
    }
    *out = handle.release();
    return MANIFACT_OK;
  });
}

int manifact_table_texts(manifact_context *context, const manifact_table *table, int64_t column,
                         const char **bytes, const int64_t **offsets) {
  return long_call(context, [&](const ExecutionContext &run) {
    require(bytes, "bytes");
    require(offsets, "offsets");
    const ArrowTable &from = table_with(table, column);
    if (!has_texts(from.type(column))) refuse(from, column, "texts");
    const std::lock_guard<std::mutex> lock(table->mutex);
    std::shared_ptr<const ArrowTexts> &texts = table->texts[column];
    if (texts == nullptr)
      texts = std::make_shared<ArrowTexts>(from.texts(column, run.memory, run.monitor));
    *bytes = texts->bytes;
    *offsets = texts->offsets;
    return MANIFACT_OK;
  });
}

int manifact_table_numbers(manifact_context *context, const manifact_table *table, int64_t column,
                           double *values, int64_t n_rows) {
  return with(context, [&] {
    require(values, "values");
    const ArrowTable &from = table_with(table, column);
    if (!is_one_of(type_of(from.type(column)),
                   {MANIFACT_COLUMN_NUMBERS, MANIFACT_COLUMN_TIMES, MANIFACT_COLUMN_NULLS}))
      refuse(from, column, "numbers or times");
    require_rows(from, n_rows);
    from.numbers(column, values);
  });
}

int manifact_table_labels(manifact_context *context, const manifact_table *table, int64_t column,
                          int32_t *labels, int64_t n_rows) {
  return with(context, [&] {
    require(labels, "labels");
    const ArrowTable &from = table_with(table, column);
    if (!has_texts(from.type(column))) refuse(from, column, "labels");
    require_rows(from, n_rows);
    from.labels(column, labels);
  });
}

manifact_table *manifact_table_retain(const manifact_table *table) { return retain(table); }
void manifact_table_free(manifact_table *table) { release(table); }
