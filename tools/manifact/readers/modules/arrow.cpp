// Arrow's files and streams (IPC), of which Feather 2 is one: a schema, and batches of records.
// https://arrow.apache.org/docs/format/Columnar.html
#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "readers/modules/arrow_messages.hpp"
#include "readers/modules/arrow_schema.hpp"
#include "readers/modules/columns.hpp"
#include "readers/modules/flat_buffer.hpp"
#include "shared/column_values.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli::arrow {
namespace {

// The values of a field in a batch.
struct Array {
  std::int64_t length = 0;
  std::string_view valid, offsets, data;
  std::vector<std::string_view> parts;  // of views
  std::vector<Array> children;

  bool has(std::int64_t i) const {
    return valid.empty() || (loaded<std::uint8_t>(valid, i / 8) >> (i % 8) & 1) != 0;
  }
  void need(std::string_view bytes, std::int64_t count, std::int64_t width) const {
    if (std::ssize(bytes) / width < count)
      throw Damaged{"a buffer is shorter than its " + std::to_string(length) + " values"};
  }
};

// A body, and what was decompressed of it.
struct Body {
  std::string bytes;
  std::vector<std::unique_ptr<std::string>> unpacked;
};

// One null.
const Array no_value = [] {
  Array one;
  one.length = 1;
  one.valid = std::string_view("\0", 1);
  return one;
}();

// The values of a dictionary, of which later batches may add some.
struct Dictionary {
  Field values;
  std::vector<std::shared_ptr<Body>> bodies;
  std::vector<Array> arrays;
  std::vector<std::int64_t> ends;
};

// Takes the arrays of the fields from a batch of records, in their order.
class Batch {
 public:
  Batch(const flat::Table &batch, Body &body, bool has_old_unions, const std::string &place,
        Expansion &expansion)
      : body_(body),
        nodes_(batch.vector(1)),
        buffers_(batch.vector(2)),
        parts_(batch.vector(4)),
        has_old_unions_(has_old_unions),
        place_(place),
        expansion_(expansion) {
    length = batch.number<std::int64_t>(0);
    nodes_.need(16);
    buffers_.need(16);
    parts_.need(8);
    if (!batch.has(3)) return;
    const auto codec = batch.table(3).number<std::int8_t>(0);
    codec_ = codec == 0 ? Codec::lz4_frame : codec == 1 ? Codec::zstd : Codec::unknown;
  }

  std::int64_t length = 0;

  Array take(const Field &field, bool is_wanted) {
    is_wanted_ = is_wanted;
    if (field.has_dictionary) return take_plain(field.index_width);
    Array array = take_node();
    switch (field.type) {
      case Type::null:
        return array;
      case Type::runs:
        break;
      case Type::either:
        if (has_old_unions_) take_buffer();
        take_buffer();
        if (field.is_dense) take_buffer();
        break;
      case Type::structure:
        take_valid(array);
        break;
      case Type::fixed_list:
        take_valid(array);
        break;
      case Type::list:
      case Type::large_list:
      case Type::map:
        take_valid(array);
        take_offsets(array, field.type == Type::large_list);
        break;
      case Type::list_view:
      case Type::large_list_view:
        for (int i = 0; i < 3; ++i) take_buffer();
        break;
      default:
        take_values(field, array);
    }
    for (const Field &child : field.children) array.children.push_back(take(child, is_wanted));
    if (is_wanted && field.type == Type::fixed_list && field.width > 0 && !field.children.empty() &&
        array.children.front().length / field.width < array.length)
      throw Damaged{"its lists have too few elements"};
    return array;
  }

 private:
  Array take_node() {
    if (node_ >= nodes_.size()) throw Damaged{"a batch has too few columns"};
    Array array;
    array.length = nodes_.number<std::int64_t>(16 * static_cast<std::size_t>(node_++));
    constexpr std::int64_t most = std::int64_t{1} << 48;
    if (array.length < 0 || array.length > most) throw Damaged{"a column has an impossible length"};
    return array;
  }

  Array take_plain(std::int64_t width) {
    Array array = take_node();
    take_valid(array);
    array.data = take_buffer();
    if (is_wanted_) array.need(array.data, array.length, width);
    return array;
  }

  void take_valid(Array &array) {
    array.valid = take_buffer();
    if (is_wanted_ && !array.valid.empty()) array.need(array.valid, (array.length + 7) / 8, 1);
  }

  void take_offsets(Array &array, bool are_large) {
    array.offsets = take_buffer();
    if (is_wanted_ && array.length > 0)
      array.need(array.offsets, array.length + 1, are_large ? 8 : 4);
  }

  void take_values(const Field &field, Array &array) {
    take_valid(array);
    const bool has_offsets = field.type == Type::text || field.type == Type::binary ||
                             field.type == Type::large_text || field.type == Type::large_binary;
    if (has_offsets) take_offsets(array, field.are_large());
    array.data = take_buffer();
    if (field.is_view()) {
      if (part_ >= parts_.size()) throw Damaged{"a column of views has no number of buffers"};
      const auto count = parts_.number<std::int64_t>(8 * static_cast<std::size_t>(part_++));
      if (count < 0 || count > buffers_.size()) throw Damaged{"it has too few buffers"};
      for (std::int64_t i = 0; i < count; ++i) array.parts.push_back(take_buffer());
    }
    if (!is_wanted_ || has_offsets) return;
    if (field.type == Type::truth)
      array.need(array.data, (array.length + 7) / 8, 1);
    else if (field.is_view())
      array.need(array.data, array.length, 16);
    else if (field.width > 0)
      array.need(array.data, array.length, field.width);
  }

  std::string_view take_buffer() {
    if (buffer_ >= buffers_.size()) throw Damaged{"a batch has too few buffers"};
    const std::size_t at = 16 * static_cast<std::size_t>(buffer_++);
    const auto begin = buffers_.number<std::int64_t>(at);
    const auto size = buffers_.number<std::int64_t>(at + 8);
    const std::int64_t all = std::ssize(body_.bytes);
    if (!is_wanted_ || size == 0) return {};
    if (begin < 0 || size < 0 || begin > all || size > all - begin)
      throw Damaged{"a buffer lies outside of its batch"};
    const std::string_view bytes =
        std::string_view(body_.bytes)
            .substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
    if (codec_ == Codec::none) return bytes;
    if (bytes.size() < 8) throw Damaged{"a compressed buffer has no size"};
    const auto declared = loaded<std::int64_t>(bytes, 0);
    if (declared == -1) return bytes.substr(8);
    body_.unpacked.push_back(std::make_unique<std::string>());
    decompress(codec_, bytes.substr(8), declared, place_, *body_.unpacked.back());
    expansion_.add(declared);
    return *body_.unpacked.back();
  }

  Body &body_;
  flat::Vector nodes_, buffers_, parts_;
  bool has_old_unions_;
  const std::string &place_;
  Expansion &expansion_;
  Codec codec_ = Codec::none;
  bool is_wanted_ = false;
  std::uint32_t node_ = 0, buffer_ = 0, part_ = 0;
};

class File final : public ColumnFile {
 public:
  File(const std::string &path, std::unique_ptr<Bytes> bytes, std::int64_t harmless)
      : ColumnFile({.name = bytes->name(), .harmless = harmless}),
        messages_(path, std::move(bytes)),
        fields_(messages_.fields()) {
    for (const Field &field : fields_) {
      columns_.push_back(field.column);
      note_dictionaries(field);
    }
  }

  std::int64_t next(std::vector<Cells> &cells) override {
    while (row_ == rows_)
      if (!next_batch()) return 0;
    const std::int64_t count = std::min(rows_at_a_time, rows_ - row_);
    expansion_.packed = messages_.packed();
    expansion_.add(count * row_bytes);
    cells.resize(fields_.size());
    for (std::size_t j = 0; j < fields_.size(); ++j) {
      cells[j].clear();
      if (!is_chosen(j)) continue;
      try {
        read_rows(fields_[j], arrays_[j], row_, count, cells[j]);
      } catch (const Damaged &damaged) {
        throw Failure(messages_.name() + ", column " + fields_[j].name +
                      " is damaged: " + damaged.reason);
      }
    }
    row_ += count;
    return count;
  }

 private:
  void note_dictionaries(const Field &field) {
    if (field.has_dictionary) {
      Field &values = dictionaries_[field.dictionary].values;
      values = field;
      values.has_dictionary = false;
    }
    for (const Field &child : field.children) note_dictionaries(child);
  }

  // False at the end.
  bool next_batch() {
    arrays_.clear();
    while (messages_.next()) {
      auto body = std::make_shared<Body>();
      bool has_rows = false;
      messages_.guarded([&] {
        const flat::Table message = flat::Table::root(messages_.metadata());
        const auto kind = message.number<std::uint8_t>(1);
        const bool has_old_unions = message.number<std::int16_t>(0) < 4;
        messages_.read_body(message.number<std::int64_t>(3), body->bytes);
        expansion_.packed = messages_.packed();
        if (kind == 2) return add_dictionary(message.table(2), body, has_old_unions);
        if (kind != 3) throw Damaged{"it is neither a dictionary nor a batch of records"};
        take_rows(message.table(2), body, has_old_unions);
        has_rows = true;
      });
      if (has_rows) return true;
    }
    return false;
  }

  void take_rows(const flat::Table &records, const std::shared_ptr<Body> &body,
                 bool has_old_unions) {
    Batch batch(records, *body, has_old_unions, messages_.name(), expansion_);
    if (batch.length < 0) throw Damaged{"it has a negative number of rows"};
    for (std::size_t j = 0; j < fields_.size(); ++j) {
      arrays_.push_back(batch.take(fields_[j], is_chosen(j)));
      if (arrays_.back().length != batch.length)
        throw Damaged{"the column " + fields_[j].name + " has " +
                      std::to_string(arrays_.back().length) + " values for " +
                      std::to_string(batch.length) + " rows"};
    }
    body_ = body;
    row_ = 0;
    rows_ = batch.length;
  }

  void add_dictionary(const flat::Table &message, const std::shared_ptr<Body> &body,
                      bool has_old_unions) {
    const auto found = dictionaries_.find(message.number<std::int64_t>(0));
    if (found == dictionaries_.end()) return;  // of no column
    Dictionary &dictionary = found->second;
    if (!dictionary.values.children.empty()) return;  // not read
    Batch batch(message.table(1), *body, has_old_unions, messages_.name(), expansion_);
    if (message.number<std::uint8_t>(2) == 0) {
      dictionary.arrays.clear();
      dictionary.bodies.clear();
      dictionary.ends.clear();
    }
    dictionary.arrays.push_back(batch.take(dictionary.values, true));
    dictionary.bodies.push_back(body);
    dictionary.ends.push_back((dictionary.ends.empty() ? 0 : dictionary.ends.back()) +
                              dictionary.arrays.back().length);
  }

  void read_rows(const Field &field, const Array &array, std::int64_t begin, std::int64_t count,
                 Cells &cells) const {
    for (std::int64_t i = begin; i < begin + count; ++i) {
      if (!field.is_list() || field.has_dictionary) {
        cells.present.push_back(append(field, array, i, cells) ? 1 : 0);
        continue;
      }
      const bool is_there = array.has(i);
      cells.present.push_back(is_there ? 1 : 0);
      std::int64_t first = 0, end = 0;
      if (is_there && field.type == Type::fixed_list) {
        first = i * field.width;
        end = first + field.width;
      } else if (is_there) {
        offsets_of(field, array, i, array.children.front().length, first, end);
      }
      cells.sizes.push_back(end - first);
      for (std::int64_t e = first; e < end; ++e)
        cells.null_elements.push_back(
            append(field.children.front(), array.children.front(), e, cells) ? 0 : 1);
    }
  }

  static void offsets_of(const Field &field, const Array &array, std::int64_t i, std::int64_t most,
                         std::int64_t &begin, std::int64_t &end) {
    begin = field.are_large() ? loaded<std::int64_t>(array.offsets, i)
                              : loaded<std::int32_t>(array.offsets, i);
    end = field.are_large() ? loaded<std::int64_t>(array.offsets, i + 1)
                            : loaded<std::int32_t>(array.offsets, i + 1);
    if (begin < 0 || end < begin || end > most)
      throw Damaged{"value " + std::to_string(i + 1) + " of a batch lies outside of its buffer"};
  }

  // A value, or one of the same kind in the place of a null; false for a null.
  bool append(const Field &field, const Array &array, std::int64_t i, Cells &cells) const {
    if (field.has_dictionary) return append_looked_up(field, array, i, cells);
    const Holds holds = field.column.holds;
    const bool is_there = holds != Holds::nothing && array.has(i);
    if (are_texts(holds))
      cells.texts.push_back(is_there ? text_of(field, array, i, cells) : std::string_view());
    else if (holds == Holds::real)
      cells.reals.push_back(is_there ? real_of(field, array, i) : 0);
    else
      cells.integers.push_back(is_there ? integer_of(field, array, i) : 0);
    return is_there;
  }

  bool append_looked_up(const Field &field, const Array &array, std::int64_t i,
                        Cells &cells) const {
    const Dictionary &dictionary = dictionaries_.at(field.dictionary);
    if (!array.has(i)) return append(dictionary.values, no_value, 0, cells);
    const std::int64_t place = index_of(field, array, i);
    const auto end = std::upper_bound(dictionary.ends.begin(), dictionary.ends.end(), place);
    if (place < 0 || end == dictionary.ends.end())
      throw Damaged{"an index is " + std::to_string(place) + ", but the dictionary has " +
                    std::to_string(dictionary.ends.empty() ? 0 : dictionary.ends.back()) +
                    " values"};
    const Array &found = dictionary.arrays[static_cast<std::size_t>(end - dictionary.ends.begin())];
    return append(dictionary.values, found, place - (*end - found.length), cells);
  }

  static std::string_view text_of(const Field &field, const Array &array, std::int64_t i,
                                  Cells &cells) {
    if (field.is_view()) return view_of(array, i);
    if (field.type == Type::fixed_binary || field.type == Type::decimal) {
      const std::string_view bytes = array.data.substr(static_cast<std::size_t>(i * field.width),
                                                       static_cast<std::size_t>(field.width));
      return field.type == Type::decimal ? cells.keep(std::string(bytes.rbegin(), bytes.rend()))
                                         : bytes;
    }
    std::int64_t begin = 0, end = 0;
    offsets_of(field, array, i, std::ssize(array.data), begin, end);
    return array.data.substr(static_cast<std::size_t>(begin),
                             static_cast<std::size_t>(end - begin));
  }

  // Up to twelve bytes are in the view; others in a part.
  static std::string_view view_of(const Array &array, std::int64_t i) {
    constexpr std::int32_t most_inline = 12;
    const auto size = loaded<std::int32_t>(array.data, 4 * i);
    const auto part = loaded<std::int32_t>(array.data, 4 * i + 2);
    const auto begin = loaded<std::int32_t>(array.data, 4 * i + 3);
    const auto length = static_cast<std::size_t>(size);
    if (size >= 0 && size <= most_inline)
      return array.data.substr(static_cast<std::size_t>(16 * i + 4), length);
    if (size < 0 || part < 0 || part >= std::ssize(array.parts) || begin < 0 ||
        std::ssize(array.parts[static_cast<std::size_t>(part)]) - begin < size)
      throw Damaged{"value " + std::to_string(i + 1) + " of a batch lies outside of its buffers"};
    return array.parts[static_cast<std::size_t>(part)].substr(static_cast<std::size_t>(begin),
                                                              length);
  }

  static double real_of(const Field &field, const Array &array, std::int64_t i) {
    if (field.width == 8) return loaded<double>(array.data, i);
    if (field.width == 4) return static_cast<double>(loaded<float>(array.data, i));
    return manifact::half_precision(loaded<std::uint16_t>(array.data, i));
  }

  static std::int64_t integer_of(const Field &field, const Array &array, std::int64_t i) {
    if (field.type == Type::truth) return loaded<std::uint8_t>(array.data, i / 8) >> (i % 8) & 1;
    if (field.type == Type::date && field.in_milliseconds) {
      constexpr std::int64_t of_a_day = 86400000;
      const auto value = loaded<std::int64_t>(array.data, i);
      return value / of_a_day - (value % of_a_day < 0 ? 1 : 0);
    }
    return whole_number(array, i, field.width, field.is_unsigned);
  }

  static std::int64_t index_of(const Field &field, const Array &array, std::int64_t i) {
    return whole_number(array, i, field.index_width, field.is_index_unsigned);
  }

  static std::int64_t whole_number(const Array &array, std::int64_t i, std::int64_t width,
                                   bool is_unsigned) {
    switch (width) {
      case 1:
        return is_unsigned ? std::int64_t{loaded<std::uint8_t>(array.data, i)}
                           : loaded<std::int8_t>(array.data, i);
      case 2:
        return is_unsigned ? std::int64_t{loaded<std::uint16_t>(array.data, i)}
                           : loaded<std::int16_t>(array.data, i);
      case 4:
        return is_unsigned ? std::int64_t{loaded<std::uint32_t>(array.data, i)}
                           : loaded<std::int32_t>(array.data, i);
      default:
        return loaded<std::int64_t>(array.data, i);
    }
  }

  Messages messages_;
  std::vector<Field> fields_;
  std::map<std::int64_t, Dictionary> dictionaries_;
  std::shared_ptr<Body> body_;
  std::vector<Array> arrays_;
  std::int64_t row_ = 0, rows_ = 0;
};

}  // namespace
}  // namespace cli::arrow

namespace cli {

std::unique_ptr<ColumnFile> open_arrow(const std::string &path, std::unique_ptr<Bytes> bytes,
                                       std::int64_t harmless_expansion) {
  return std::make_unique<arrow::File>(path, std::move(bytes), harmless_expansion);
}

}  // namespace cli
