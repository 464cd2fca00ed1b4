// Tables of Arrow columns: any schema, and arrays whose buffers are as large as their lengths
// imply, are a table or an error, nothing is read beyond a buffer, and all is released once.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "manifact/manifact.h"
#include "support/arrow_columns.hpp"

namespace {

using support::ArrowColumn;
using support::Buffer;

class Input {
 public:
  Input(const std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }
  std::int64_t below(std::int64_t limit) { return byte() % limit; }
  Buffer bytes(std::int64_t size) {
    std::vector<char> made(static_cast<std::size_t>(size));
    for (char &value : made) value = static_cast<char>(byte());
    return support::buffer_of(made);
  }

 private:
  const std::uint8_t *data_;
  std::size_t size_, at_ = 0;
};

const char *const formats[] = {
    "n",    "b",       "c",   "S",     "i",   "L",   "e",          "f",     "g",   "u",
    "z",    "U",       "Z",   "vu",    "vz",  "w:3", "w:0",        "d:9,2", "tdD", "tdm",
    "tss:", "tsn:UTC", "tts", "ttn",   "tDs", "tiM", "+l",         "+L",    "+vl", "+vL",
    "+w:2", "+w:0",    "+s",  "+ud:0", "+m",  "+r",  "d:40,-3,256"};

std::int64_t width_of(const std::string &format) {
  const std::string eight = "lLgU";
  if (format.starts_with("w:")) return format[2] - '0';
  if (format.starts_with("d:")) return format.ends_with("256") ? 32 : 16;
  if (format.starts_with("v") && format.size() == 2) return 16;
  if (format == "c") return 1;
  if (format == "S" || format == "e") return 2;
  if (format == "i" || format == "f" || format == "tdD" || format == "tts") return 4;
  return 8;
}

template <class Offset>
Buffer offsets_buffer(Input &input, std::int64_t count, std::int64_t last) {
  std::vector<Offset> offsets;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint8_t value = input.byte();
    offsets.push_back(value == 255 ? static_cast<Offset>(-1) : static_cast<Offset>(value % 40));
  }
  if (!offsets.empty() && last >= 0) offsets.back() = static_cast<Offset>(last);
  return support::buffer_of(offsets);
}

ArrowColumn column_of(Input &input, int depth);

void add_views(Input &input, ArrowColumn &column, std::int64_t end) {
  column.buffers.push_back(input.bytes(16 * end));
  std::vector<std::int64_t> sizes;
  for (std::int64_t i = input.below(3); i > 0; --i) {
    sizes.push_back(input.below(30));
    column.buffers.push_back(input.bytes(sizes.back()));
  }
  column.buffers.push_back(support::buffer_of(sizes));
}

void add_buffers(Input &input, ArrowColumn &column, std::int64_t end) {
  const std::string &format = column.format;
  const bool is_wide = format == "U" || format == "Z" || format == "+L" || format == "+vL";
  if (format == "n" || format == "+r" || format.starts_with("+u")) return;
  column.buffers.push_back(input.below(3) == 0 ? input.bytes((end + 7) / 8) : nullptr);
  if (format == "+s" || format.starts_with("+w")) return;
  if (format[0] == 'v') return add_views(input, column, end);
  if (format == "b") return column.buffers.push_back(input.bytes((end + 7) / 8));
  const bool is_text = std::string("uzUZ").find(format) != std::string::npos;
  const bool is_view = format.starts_with("+v");
  if (!is_text && format[0] != '+')
    return column.buffers.push_back(input.bytes(width_of(format) * end));
  const std::int64_t size = is_text ? input.below(40) : -1, count = is_view ? end : end + 1;
  column.buffers.push_back(is_wide ? offsets_buffer<std::int64_t>(input, count, size)
                                   : offsets_buffer<std::int32_t>(input, count, size));
  if (is_text) column.buffers.push_back(input.bytes(size));
  if (is_view)
    column.buffers.push_back(is_wide ? offsets_buffer<std::int64_t>(input, count, -1)
                                     : offsets_buffer<std::int32_t>(input, count, -1));
}

ArrowColumn column_of(Input &input, int depth) {
  ArrowColumn column;
  column.format = formats[input.below(std::size(formats))];
  column.name = std::string(1, static_cast<char>('a' + input.below(4)));
  column.length = input.below(12);
  column.offset = input.below(4) == 0 ? input.below(5) : 0;
  add_buffers(input, column, column.length + column.offset);
  const std::int64_t children = column.format == "+s"     ? input.below(4)
                                : column.format[0] == '+' ? 1
                                                          : 0;
  for (std::int64_t i = 0; i < children && depth < 3; ++i) {
    column.children.push_back(column_of(input, depth + 1));
    if (input.below(4) > 0) {  // as long as it must be
      const ArrowColumn &child = column.children.back();
      if (child.length >= column.length + column.offset) continue;
      column.length = child.length;
      column.offset = 0;
    }
  }
  if (depth < 3 && input.below(6) == 0)
    column.dictionary = std::make_shared<ArrowColumn>(column_of(input, depth + 1));
  // One thing that is wrong.
  switch (input.below(40)) {
    case 0:
      column.length = -column.length - 1;
      break;
    case 1:
      column.null_count = static_cast<std::int64_t>(input.byte()) - 100;
      break;
    case 2:
      if (!column.buffers.empty()) column.buffers.pop_back();
      break;
    case 3:
      if (!column.buffers.empty()) column.buffers[0] = nullptr;
      break;
    case 4: {
      // Of no other format that is read: its buffers would be larger.
      const Buffer text = input.bytes(input.below(9));
      column.format = input.below(2) == 0 ? "x" : "+u";
      column.format.append(text->begin(), text->end());
      break;
    }
    default:
      break;
  }
  return column;
}

void use(manifact_context *context, const manifact_table *table) {
  const std::int64_t rows = manifact_table_rows(table);
  std::vector<double> numbers(static_cast<std::size_t>(rows));
  std::vector<std::int32_t> labels(numbers.size());
  for (std::int64_t j = 0; j < manifact_table_columns(table); ++j) {
    manifact_matrix *X = nullptr;
    if (manifact_table_matrix(context, table, &j, 1, &X) >= 0 && manifact_matrix_rows(X) != rows)
      std::abort();
    manifact_matrix_free(X);
    const char *bytes = nullptr;
    const std::int64_t *offsets = nullptr;
    if (manifact_table_texts(context, table, j, &bytes, &offsets) >= 0) {
      std::int64_t sum = 0;
      for (std::int64_t i = offsets[0]; i < offsets[rows]; ++i) sum += bytes[i];
      if (sum > offsets[rows] * 128) std::abort();
    }
    std::int64_t nulls = 0;
    manifact_table_nulls(context, table, j, &nulls);
    if (nulls < 0 || nulls > rows) std::abort();
    manifact_table_numbers(context, table, j, numbers.data(), rows);
    manifact_table_labels(context, table, j, labels.data(), rows);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  Input input(data, size);
  const bool is_stream = input.below(4) == 0;
  const ArrowColumn column = column_of(input, 0);
  manifact_context *context = nullptr;
  manifact_table *table = nullptr;
  if (manifact_context_create(&context) != MANIFACT_OK) return 0;
  support::Releases releases;
  int status = 0;
  if (is_stream) {
    ArrowArrayStream stream;
    support::export_stream({{column, column}, &releases}, &stream);
    status = manifact_table_from_arrow_stream(context, &stream, &table);
    releases.streams -= 1;
  } else {
    ArrowSchema schema;
    ArrowArray array;
    support::export_schema(column, &schema, &releases.schemas);
    support::export_array(column, &array, &releases.arrays);
    status = manifact_table_from_arrow(context, &schema, &array, &table);
  }
  if (status < 0 && *manifact_context_message(context) == '\0') std::abort();
  if (status >= 0) use(context, table);
  manifact_table_free(table);
  manifact_context_free(context);
  if (releases.schemas != 1 || releases.streams != 0 || (!is_stream && releases.arrays != 1))
    std::abort();
  return 0;
}
