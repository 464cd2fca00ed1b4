// The fields of an Arrow schema, and which buffers they have in a batch of records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/modules/columns.hpp"
#include "readers/modules/flat_buffer.hpp"

namespace cli::arrow {

// Members of the union Type of Schema.fbs.
enum class Type : unsigned char {
  none,
  null,
  integer,
  real,
  binary,
  text,
  truth,
  decimal,
  date,
  time,
  moment,
  interval,
  list,
  structure,
  either,  // Union
  fixed_binary,
  fixed_list,
  map,
  duration,
  large_binary,
  large_text,
  large_list,
  runs,
  binary_view,
  text_view,
  list_view,
  large_list_view
};

struct Field {
  std::string name;
  Type type = Type::none;
  std::int64_t width = 0;        // bytes of a value; of a fixed list, its elements
  bool is_unsigned = false;      // integers
  bool is_dense = false;         // Union
  bool in_milliseconds = false;  // dates
  FileColumn column;             // what its values stand for
  // Of a dictionary: the values are integers, as follows.
  bool has_dictionary = false;
  std::int64_t dictionary = 0, index_width = 4;
  bool is_index_unsigned = false;
  std::vector<Field> children;

  bool is_list() const {
    return type == Type::list || type == Type::large_list || type == Type::fixed_list;
  }
  bool is_view() const { return type == Type::text_view || type == Type::binary_view; }
  bool are_large() const {
    return type == Type::large_text || type == Type::large_binary || type == Type::large_list;
  }
};

// The fields of the schema; `name` is for messages.
std::vector<Field> fields_of(const flat::Table &schema, const std::string &name);

}  // namespace cli::arrow
