#include "arrow/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "runtime/error.hpp"
#include "shared/utf8.hpp"

namespace manifact {
namespace {

constexpr Index longest_table = Index{1} << 48;

// A name of a producer may be of any bytes.
std::string name_in_utf8(const std::string &name) {
  std::string repaired;
  for (const char *p = name.data(), *const end = p + name.size(); p < end;) {
    const Character character = read_character(p, end);
    if (character.broken)
      repaired += "\xef\xbf\xbd";
    else
      repaired.append(p, character.next);
    p = character.next;
  }
  return repaired;
}

[[noreturn]] void fail_as(ArrowArrayStream &stream, int error, const char *what) {
  const char *const reason =
      stream.get_last_error != nullptr ? stream.get_last_error(&stream) : nullptr;
  fail_io(error, "the stream cannot give its %s: %s", what,
          reason != nullptr ? reason : std::strerror(error));
}

}  // namespace

ArrowTable::ArrowTable(const ArrowSchema &schema) : type_(read_arrow_type(schema)) {
  if (type_.kind == ArrowKind::structure)
    for (const ArrowType &column : type_.children) names_.push_back(name_in_utf8(column.name));
  else
    names_.push_back(name_in_utf8(type_.name));
}

const ArrowType &ArrowTable::type(Index column) const {
  return type_.kind == ArrowKind::structure ? type_.children[static_cast<std::size_t>(column)]
                                            : type_;
}

void ArrowTable::add(MovedArray &&array) {
  auto kept = std::make_shared<const MovedArray>(std::move(array));
  const ArrowArray &all = kept->moved;
  check_array(type_, &all, "array");
  if (all.length > longest_table - rows_) fail(Status::structure, "the batches have too many rows");
  const bool is_structure = type_.kind == ArrowKind::structure;
  if (is_structure && all.null_count != 0 && all.buffers[0] != nullptr) {
    const auto *const bits = static_cast<const unsigned char *>(all.buffers[0]);
    for (Index i = all.offset; i < all.offset + all.length; ++i)
      if ((bits[i / 8] >> (i % 8) & 1) == 0)
        fail(Status::value, "row %lld is null as a whole: leave it out",
             number(rows_ + i - all.offset));
  }
  if (all.length == 0) return;
  batches_.push_back({kept, rows_, all.length, is_structure ? all.offset : 0});
  rows_ += all.length;
}

std::unique_ptr<ArrowTable> ArrowTable::read(ArrowArrayStream &stream, const Monitor &monitor) {
  if (stream.get_schema == nullptr || stream.get_next == nullptr)
    fail(Status::structure, "the stream has no get_schema or no get_next");
  std::unique_ptr<ArrowTable> table;
  {
    MovedSchema schema;
    if (const int error = stream.get_schema(&stream, &schema.moved); error != 0)
      fail_as(stream, error, "schema");
    table = std::make_unique<ArrowTable>(schema.moved);
  }
  for (;;) {
    monitor.check();
    MovedArray array;
    if (const int error = stream.get_next(&stream, &array.moved); error != 0)
      fail_as(stream, error, "next batch");
    if (array.moved.release == nullptr) return table;
    table->add(std::move(array));
  }
}

ArrowValues ArrowTable::values(const Batch &batch, Index column) const {
  const ArrowArray &all = batch.array->moved;
  return {type(column), type_.kind == ArrowKind::structure ? *all.children[column] : all,
          name(column)};
}

// visit(values, the first of them, their number, the row of the first)
template <class Visit>
void ArrowTable::each_batch(Index column, const Visit &visit) const {
  for (const Batch &batch : batches_)
    visit(values(batch, column), batch.offset, batch.rows, batch.first_row);
}

Index ArrowTable::nulls(Index column) const {
  if (type(column).kind == ArrowKind::other) return 0;
  Index count = 0;
  each_batch(column, [&](const ArrowValues &values, Index first, Index rows, Index) {
    for (Index i = first; i < first + rows; ++i) count += values.has(i) ? 0 : 1;
  });
  return count;
}

void ArrowTable::refuse_value(Index column, Index row, bool is_null, double value) const {
  fail(Status::value, "column \"%s\": row %lld %s; fill it in, or leave out the row or the column",
       name(column).c_str(), number(row),
       is_null             ? "is null"
       : std::isnan(value) ? "is NaN"
                           : "is infinite");
}

// The number of features that a column of numbers or of vectors gives.
Index ArrowTable::width(Index column) const {
  const ArrowType &of = type(column);
  if (!of.is_list()) return 1;
  Index width = of.kind == ArrowKind::fixed_list ? of.width : -1;
  each_batch(column, [&](const ArrowValues &values, Index first, Index rows, Index row) {
    for (Index i = first; i < first + rows; ++i) {
      if (!values.has(i)) refuse_value(column, row + i - first, true, 0);
      Index begin = 0, end = 0;
      values.bounds_of_list(i, begin, end);
      if (width < 0) width = end - begin;
      if (end - begin != width)
        fail(Status::value, "column \"%s\": row %lld has %lld numbers, the rows before it %lld",
             name(column).c_str(), number(row + i - first), number(end - begin), number(width));
    }
  });
  if (width == 0) fail(Status::empty, "column \"%s\": its vectors are empty", name(column).c_str());
  return width;
}

// Row-major values of a table that one batch holds; else null.
const void *ArrowTable::in_place(Index column, Index width) const {
  if (batches_.size() != 1) return nullptr;
  const Index first = batches_[0].offset;
  const ArrowValues all = values(batches_[0], column);
  if (!type(column).is_list()) return all.plain_numbers(first, rows_);
  Index start = 0;
  for (Index i = 0; i < rows_; ++i) {
    Index begin = 0, end = 0;
    all.bounds_of_list(first + i, begin, end);
    if (i == 0) start = begin;
    if (begin != start + i * width) return nullptr;
  }
  return all.elements().plain_numbers(start, rows_ * width);
}

template <class Value>
void ArrowTable::fill(Index column, Index width, Index to_column, Index stride, Value *to) const {
  constexpr Index at_a_time = 1024;
  const bool is_list = type(column).is_list();
  std::vector<double> buffer(static_cast<std::size_t>(is_list ? width : at_a_time));
  const auto put = [&](Index row, Index j, double value, const auto &is_null) {
    if (!std::isfinite(value)) refuse_value(column, row, is_null(), value);
    to[row * stride + to_column + j] = static_cast<Value>(value);
  };
  each_batch(column, [&](const ArrowValues &values, Index first, Index rows, Index row) {
    if (is_list) {
      const ArrowValues elements = values.elements();
      for (Index i = 0; i < rows; ++i) {
        Index begin = 0, end = 0;
        values.bounds_of_list(first + i, begin, end);
        elements.numbers(begin, width, buffer.data());
        for (Index j = 0; j < width; ++j)
          put(row + i, j, buffer[static_cast<std::size_t>(j)],
              [&] { return !elements.has(begin + j); });
      }
      return;
    }
    for (Index i = 0; i < rows; i += at_a_time) {
      const Index count = std::min(at_a_time, rows - i);
      values.numbers(first + i, count, buffer.data());
      for (Index k = 0; k < count; ++k)
        put(row + i + k, 0, buffer[static_cast<std::size_t>(k)],
            [&] { return !values.has(first + i + k); });
    }
  });
}

std::unique_ptr<Matrix> ArrowTable::matrix(const std::vector<Index> &columns, bool &borrows,
                                           std::shared_ptr<const void> &keep,
                                           const std::shared_ptr<Memory> &memory,
                                           const Monitor &monitor) const {
  constexpr Index largest = std::numeric_limits<std::int32_t>::max();
  borrows = false;
  if (rows_ == 0 || columns.empty())
    fail(Status::empty, "the table has no %s", rows_ == 0 ? "rows" : "columns");
  std::vector<Index> widths;
  Index features = 0;
  bool are_single = true;
  for (const Index column : columns) {
    widths.push_back(width(column));
    features += widths.back();
    are_single = are_single && type(column).is_single();
    if (features > largest || rows_ > largest)
      fail(Status::argument, "a matrix has at most 2^31 - 1 rows and columns");
  }
  const ValueType value_type = are_single ? ValueType::single : ValueType::real;
  if (columns.size() == 1) {
    if (const void *const there = in_place(columns[0], features); there != nullptr) {
      try {
        std::unique_ptr<Matrix> made = matrix_from_dense(rows_, features, features, 1, there,
                                                         value_type, true, &borrows, memory);
        keep = batches_[0].array;
        return made;
      } catch (const Error &error) {
        // A value is not finite: fill() names its row.
        if (error.status() != Status::value) throw;
      }
    }
  }
  const auto filled = [&](auto values) {
    Index to = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      monitor.check();
      fill(columns[c], widths[c], to, features, values.data());
      to += widths[c];
    }
    return matrix_from_values(rows_, features, std::move(values));
  };
  if (are_single) return filled(Array<float>::uninitialized(memory, rows_ * features));
  return filled(Array<double>::uninitialized(memory, rows_ * features));
}

ArrowTexts ArrowTable::texts(Index column, const std::shared_ptr<Memory> &memory,
                             const Monitor &monitor) const {
  ArrowTexts texts;
  if (batches_.size() == 1) {
    const ArrowValues all = values(batches_[0], column);
    texts.offsets = all.plain_offsets(batches_[0].offset, rows_);
    if (texts.offsets != nullptr) {
      if (texts.offsets[rows_] > texts.offsets[0]) texts.bytes = all.plain_bytes();
      return texts;
    }
  }
  texts.own_offsets = Array<Index>(memory, rows_ + 1);
  texts.offsets = texts.own_offsets.data();
  std::string made;
  const auto each_text = [&](const auto &visit) {
    each_batch(column, [&](const ArrowValues &values, Index first, Index rows, Index row) {
      monitor.check();
      for (Index i = 0; i < rows; ++i) visit(row + i, values.text(first + i, made));
    });
  };
  constexpr Index largest = std::numeric_limits<Index>::max() / 2;
  Index size = 0;
  each_text([&](Index row, std::string_view text) {
    if (std::ssize(text) > largest - size) fail(Status::memory, "out of memory: the texts");
    size += std::ssize(text);
    texts.own_offsets[row + 1] = size;
  });
  if (size == 0) return texts;
  texts.own_bytes = Array<char>::uninitialized(memory, size);
  texts.bytes = texts.own_bytes.data();
  each_text([&](Index row, std::string_view text) {
    if (!text.empty())
      std::memcpy(texts.own_bytes.data() + texts.own_offsets[row], text.data(), text.size());
  });
  return texts;
}

void ArrowTable::numbers(Index column, double *to) const {
  each_batch(column, [&](const ArrowValues &values, Index first, Index rows, Index row) {
    values.numbers(first, rows, to + row);
  });
}

void ArrowTable::labels(Index column, std::int32_t *to) const {
  if (!type(column).is_number()) return number_texts(column, to);
  constexpr Index at_a_time = 1024;
  double buffer[at_a_time];
  each_batch(column, [&](const ArrowValues &values, Index first, Index rows, Index row) {
    for (Index i = 0; i < rows; ++i) {
      if (i % at_a_time == 0) values.numbers(first + i, std::min(at_a_time, rows - i), buffer);
      const double value = buffer[i % at_a_time];
      const bool is_label = value >= -1 && value <= std::numeric_limits<std::int32_t>::max() &&
                            std::floor(value) == value;
      if (!is_label && !std::isnan(value))
        fail(Status::value,
             "column \"%s\": row %lld is %.17g, which is no class: a whole number from 0, -1 or "
             "null if it is not known",
             name(column).c_str(), number(row + i), value);
      to[row + i] = is_label ? static_cast<std::int32_t>(value) : -1;
    }
  });
}

void ArrowTable::number_texts(Index column, std::int32_t *to) const {
  std::unordered_map<std::string, std::int32_t> classes;
  std::string made;
  each_batch(column, [&](const ArrowValues &values, Index first, Index rows, Index row) {
    for (Index i = 0; i < rows; ++i) {
      const std::string_view text = values.text(first + i, made);
      to[row + i] = -1;
      if (text.empty()) continue;
      to[row + i] =
          classes.try_emplace(std::string(text), static_cast<std::int32_t>(classes.size()))
              .first->second;
    }
  });
}

}  // namespace manifact
