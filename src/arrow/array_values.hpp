// The values of an Arrow array. Everything that its buffers say is checked before it is used: the
// interface has no sizes of buffers, so that lengths, offsets and the sizes of views are all that
// is known.
#pragma once

#include <string>
#include <string_view>

#include "arrow/column_type.hpp"
#include "manifact/arrow.h"
#include "runtime/index.hpp"

namespace manifact {

// Checks an array and those below it against their types, without reading values: lengths, numbers
// of buffers and of children, pointers that are NULL. `place` is for messages.
void check_array(const ArrowType &type, const ArrowArray *array, const std::string &place);

// Values are counted from 0, without the offset of the array. The array has been checked.
class ArrowValues {
 public:
  ArrowValues(const ArrowType &type, const ArrowArray &array, const std::string &column)
      : type_(type), array_(array), column_(column) {}

  // Whether value i is there: no null, and no index of one.
  bool has(Index i) const;
  bool may_have_nulls() const noexcept;
  // A numeric column, or dates and times in seconds; NaN for a null.
  void numbers(Index first, Index count, double *to) const;
  // A value as text, in the array or in `made`; "" for a null.
  std::string_view text(Index i, std::string &made) const;
  // The elements of list i, in elements(); none of a null.
  void bounds_of_list(Index i, Index &begin, Index &end) const;
  ArrowValues elements() const { return {type_.children.front(), *array_.children[0], column_}; }
  // Of numbers that are stored one after the other as float or double, without nulls: the first
  // one. Else null.
  const void *plain_numbers(Index first, Index count) const noexcept;
  // Of a text with offsets of 64 bits and no nulls, its offsets from `first` on, checked, for
  // `count` values; else null.
  const Index *plain_offsets(Index first, Index count) const;
  const char *plain_bytes() const noexcept { return static_cast<const char *>(array_.buffers[2]); }

 private:
  ArrowValues looked_up() const { return {*type_.dictionary, *array_.dictionary, column_}; }
  Index index(Index i) const;
  std::string_view text_between(Index i) const;
  std::string_view viewed_text(Index i) const;
  std::string_view decimal_digits(Index i, std::string &made) const;
  std::string_view joined_texts(Index i, std::string &made) const;
  Index whole(Index i) const;
  void plain(Index first, Index count, double *to) const;
  Index offset_at(Index place, Index width, int buffer) const;
  [[noreturn]] void damaged(Index i, const char *how) const;

  const ArrowType &type_;
  const ArrowArray &array_;
  const std::string &column_;
};

}  // namespace manifact
