#include "arrow/array_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "runtime/error.hpp"
#include "shared/column_values.hpp"

namespace manifact {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr Index seconds_of_a_day = 86400;

// Buffers need not be aligned.
template <class Value>
Value value_at(const void *buffer, Index i) noexcept {
  Value value;
  std::memcpy(&value, static_cast<const char *>(buffer) + i * Index{sizeof(Value)}, sizeof value);
  return value;
}

bool bit_at(const void *buffer, Index i) noexcept {
  return (static_cast<const unsigned char *>(buffer)[i / 8] >> (i % 8) & 1) != 0;
}

template <class Value>
void convert(const void *buffer, Index first, Index count, double *to) noexcept {
  for (Index k = 0; k < count; ++k) to[k] = static_cast<double>(value_at<Value>(buffer, first + k));
}

Index days_of_milliseconds(Index value) noexcept {
  constexpr Index of_a_day = seconds_of_a_day * 1000;
  return value / of_a_day - (value % of_a_day < 0 ? 1 : 0);
}

}  // namespace

void ArrowValues::damaged(Index i, const char *how) const {
  fail(Status::structure, "column \"%s\": value %lld of a batch %s", column_.c_str(), number(i),
       how);
}

bool ArrowValues::may_have_nulls() const noexcept {
  if (type_.kind == ArrowKind::other) return false;  // its buffers are not checked
  return type_.kind == ArrowKind::nothing ||
         (array_.null_count != 0 && array_.buffers[0] != nullptr);
}

bool ArrowValues::has(Index i) const {
  if (type_.kind == ArrowKind::nothing) return false;
  if (may_have_nulls() && !bit_at(array_.buffers[0], array_.offset + i)) return false;
  return !type_.dictionary || looked_up().has(index(i));
}

Index ArrowValues::whole(Index i) const {
  const void *const data = array_.buffers[1];
  const Index at = array_.offset + i;
  const bool is_signed = type_.kind != ArrowKind::natural;
  switch (type_.width) {
    case 1:
      return is_signed ? Index{value_at<std::int8_t>(data, at)} : value_at<std::uint8_t>(data, at);
    case 2:
      return is_signed ? Index{value_at<std::int16_t>(data, at)}
                       : value_at<std::uint16_t>(data, at);
    case 4:
      return is_signed ? Index{value_at<std::int32_t>(data, at)}
                       : value_at<std::uint32_t>(data, at);
    default:
      return value_at<std::int64_t>(data, at);
  }
}

Index ArrowValues::index(Index i) const {
  const Index found = whole(i);
  if (found < 0 || found >= array_.dictionary->length)
    fail(Status::structure, "column \"%s\": an index is %lld, but the dictionary has %lld values",
         column_.c_str(), number(found), number(array_.dictionary->length));
  return found;
}

void ArrowValues::plain(Index first, Index count, double *to) const {
  const void *const data = array_.buffers[1];
  const Index at = array_.offset + first;
  if (type_.kind == ArrowKind::real) {
    if (type_.width == 8) return convert<double>(data, at, count, to);
    if (type_.width == 4) return convert<float>(data, at, count, to);
    for (Index k = 0; k < count; ++k) to[k] = half_precision(value_at<std::uint16_t>(data, at + k));
    return;
  }
  for (Index k = 0; k < count; ++k) {
    if (type_.kind == ArrowKind::truth)
      to[k] = bit_at(data, at + k) ? 1 : 0;
    else if (type_.kind == ArrowKind::natural)
      to[k] = static_cast<double>(static_cast<std::uint64_t>(whole(first + k)));
    else if (type_.kind == ArrowKind::date)
      to[k] = type_.in_milliseconds ? static_cast<double>(whole(first + k)) / 1000
                                    : static_cast<double>(whole(first + k) * seconds_of_a_day);
    else
      to[k] = static_cast<double>(whole(first + k)) / static_cast<double>(type_.units_per_second);
  }
}

void ArrowValues::numbers(Index first, Index count, double *to) const {
  if (type_.dictionary || type_.kind == ArrowKind::nothing || type_.kind == ArrowKind::decimal) {
    std::string digits;
    for (Index k = 0; k < count; ++k) {
      to[k] = no_number;
      if (!has(first + k)) continue;
      if (type_.dictionary) {
        looked_up().numbers(index(first + k), 1, to + k);
        continue;
      }
      const std::string_view text = decimal_digits(first + k, digits);
      std::from_chars(text.data(), text.data() + text.size(), to[k]);
    }
    return;
  }
  plain(first, count, to);
  if (!may_have_nulls()) return;
  for (Index k = 0; k < count; ++k)
    if (!has(first + k)) to[k] = no_number;
}

Index ArrowValues::offset_at(Index place, Index width, int buffer) const {
  return width == 8 ? value_at<std::int64_t>(array_.buffers[buffer], place)
                    : value_at<std::int32_t>(array_.buffers[buffer], place);
}

void ArrowValues::bounds_of_list(Index i, Index &begin, Index &end) const {
  begin = end = 0;
  if (may_have_nulls() && !has(i)) return;
  const Index at = array_.offset + i;
  if (type_.kind == ArrowKind::fixed_list) {
    begin = at * type_.width;
    end = begin + type_.width;
    return;
  }
  begin = offset_at(at, type_.width, 1);
  const bool is_view =
      type_.kind == ArrowKind::list_view || type_.kind == ArrowKind::large_list_view;
  const Index most = array_.children[0]->length;
  end = offset_at(is_view ? at : at + 1, type_.width, is_view ? 2 : 1);
  if (begin < 0 || begin > most || end < 0) damaged(i, "lies outside of its elements");
  if (is_view) end = end > most - begin ? most + 1 : begin + end;
  if (end < begin) damaged(i, "ends before it begins: the offsets decrease");
  if (end > most) damaged(i, "lies outside of its elements");
}

std::string_view ArrowValues::text_between(Index i) const {
  const Index at = array_.offset + i, width = type_.kind == ArrowKind::text ? 4 : 8;
  const Index begin = offset_at(at, width, 1), end = offset_at(at + 1, width, 1);
  if (end < begin) damaged(i, "ends before it begins: the offsets decrease");
  if (begin < 0 || end > offset_at(array_.offset + array_.length, width, 1))
    damaged(i, "lies outside of its text: the offsets decrease");
  if (begin == end) return {};
  if (array_.buffers[2] == nullptr) damaged(i, "has a buffer of text that is NULL");
  return {plain_bytes() + begin, static_cast<std::size_t>(end - begin)};
}

// Up to twelve bytes are in the view, others in one of the buffers.
std::string_view ArrowValues::viewed_text(Index i) const {
  constexpr std::int32_t most_inline = 12;
  const Index at = array_.offset + i, buffers = array_.n_buffers - 3;
  const char *const view = static_cast<const char *>(array_.buffers[1]) + at * 16;
  const auto size = value_at<std::int32_t>(view, 0);
  if (size >= 0 && size <= most_inline) return {view + 4, static_cast<std::size_t>(size)};
  const auto buffer = value_at<std::int32_t>(view, 2), begin = value_at<std::int32_t>(view, 3);
  if (size < 0 || buffer < 0 || buffer >= buffers || begin < 0)
    damaged(i, "is a view of a buffer that there is not");
  const auto all = value_at<std::int64_t>(array_.buffers[array_.n_buffers - 1], buffer);
  const void *const bytes = array_.buffers[2 + buffer];
  if (bytes == nullptr || size > all || begin > all - size)
    damaged(i, "is a view outside of its buffer");
  return {static_cast<const char *>(bytes) + begin, static_cast<std::size_t>(size)};
}

std::string_view ArrowValues::decimal_digits(Index i, std::string &made) const {
  const char *const data = static_cast<const char *>(array_.buffers[1]);
  const std::string_view bytes(data + (array_.offset + i) * type_.width,
                               static_cast<std::size_t>(type_.width));
  made.clear();
  append_scaled(made, digits_of(std::string(bytes.rbegin(), bytes.rend())), type_.scale);
  return made;
}

// One text of several lines, as the files of columns of the program have it.
std::string_view ArrowValues::joined_texts(Index i, std::string &made) const {
  Index begin = 0, end = 0;
  bounds_of_list(i, begin, end);
  const ArrowValues parts = elements();
  std::string part;
  made.clear();
  for (Index e = begin; e < end; ++e) {
    if (!parts.has(e)) continue;
    if (!made.empty()) made += '\n';
    made += parts.text(e, part);
  }
  return made;
}

std::string_view ArrowValues::text(Index i, std::string &made) const {
  made.clear();
  if (!has(i)) return {};
  if (type_.dictionary) return looked_up().text(index(i), made);
  switch (type_.kind) {
    case ArrowKind::text:
    case ArrowKind::large_text:
      return text_between(i);
    case ArrowKind::text_view:
      return viewed_text(i);
    case ArrowKind::fixed_text:
      return {static_cast<const char *>(array_.buffers[1]) + (array_.offset + i) * type_.width,
              static_cast<std::size_t>(type_.width)};
    case ArrowKind::decimal:
      return decimal_digits(i, made);
    case ArrowKind::truth:
      return bit_at(array_.buffers[1], array_.offset + i) ? "true" : "false";
    case ArrowKind::real: {
      double value = 0;
      plain(i, 1, &value);
      append_real(made, value);
      return made;
    }
    case ArrowKind::natural:
      return made = std::to_string(static_cast<std::uint64_t>(whole(i)));
    case ArrowKind::date:
      append_date(made, type_.in_milliseconds ? days_of_milliseconds(whole(i)) : whole(i));
      return made;
    case ArrowKind::moment:
      append_moment(made, whole(i), type_.units_per_second, type_.has_zone);
      return made;
    case ArrowKind::time:
      append_time(made, whole(i), type_.units_per_second);
      return made;
    default:
      return type_.is_list() ? joined_texts(i, made)
                             : std::string_view(made = std::to_string(whole(i)));
  }
}

const void *ArrowValues::plain_numbers(Index first, Index count) const noexcept {
  if (type_.dictionary || type_.kind != ArrowKind::real || type_.width < 4) return nullptr;
  if (may_have_nulls())
    for (Index k = 0; k < count; ++k)
      if (!bit_at(array_.buffers[0], array_.offset + first + k)) return nullptr;
  const char *const data =
      static_cast<const char *>(array_.buffers[1]) + (array_.offset + first) * type_.width;
  const auto place = reinterpret_cast<std::uintptr_t>(data);
  return place % static_cast<std::uintptr_t>(type_.width) == 0 ? data : nullptr;
}

const Index *ArrowValues::plain_offsets(Index first, Index count) const {
  if (type_.dictionary || type_.kind != ArrowKind::large_text) return nullptr;
  for (Index k = 0; k < count; ++k)
    if (!has(first + k)) return nullptr;
  const char *const data =
      static_cast<const char *>(array_.buffers[1]) + (array_.offset + first) * 8;
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(Index) != 0) return nullptr;
  for (Index k = 0; k < count; ++k) static_cast<void>(text_between(first + k));
  return reinterpret_cast<const Index *>(data);
}

}  // namespace manifact
