// The types of Arrow columns, from the strings of an ArrowSchema.
// https://arrow.apache.org/docs/format/CDataInterface.html
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "manifact/arrow.h"
#include "runtime/index.hpp"

namespace manifact {

enum class ArrowKind {
  nothing,  // nulls only
  truth,
  integer,
  natural,  // unsigned
  real,
  decimal,
  date,    // days since 1970, or milliseconds
  moment,  // units since 1970
  time,    // units since midnight
  text,    // or bytes, with offsets of 32 bits
  large_text,
  text_view,
  fixed_text,
  list,
  large_list,
  fixed_list,
  list_view,
  large_list_view,
  structure,
  other  // not read: unions, maps, runs, intervals, durations
};

struct ArrowType {
  std::string name, format;
  ArrowKind kind = ArrowKind::other;
  Index width = 0;                        // bytes of a value; of a fixed list, its elements
  Index units_per_second = 1;             // moment, time
  Index scale = 0;                        // decimal
  bool in_milliseconds = false;           // date
  bool has_zone = false;                  // moment: it is one of UTC
  std::unique_ptr<ArrowType> dictionary;  // its values; this is the type of the index
  std::vector<ArrowType> children;

  bool is_list() const noexcept {
    return kind >= ArrowKind::list && kind <= ArrowKind::large_list_view;
  }
  bool is_text() const noexcept { return kind >= ArrowKind::text && kind <= ArrowKind::fixed_text; }
  // Of the values that an index stands for.
  const ArrowType &values() const noexcept { return dictionary ? *dictionary : *this; }
  bool is_number() const noexcept {
    const ArrowKind of = values().kind;
    return of >= ArrowKind::truth && of <= ArrowKind::decimal;
  }
  bool is_vector() const noexcept {
    return !dictionary && is_list() && children.front().is_number();
  }
  bool is_time() const noexcept {
    return values().kind == ArrowKind::date || values().kind == ArrowKind::moment;
  }
  // Whether float holds each of its numbers exactly.
  bool is_single() const noexcept;
};

// Throws an Error(structure) that names the place of what is malformed.
ArrowType read_arrow_type(const ArrowSchema &schema);

}  // namespace manifact
