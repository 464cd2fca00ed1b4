// https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
#include "readers/modules/parquet_schema.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace cli::parquet {
namespace {

using thrift::List;
using thrift::Reader;
using thrift::Type;

constexpr std::uint32_t most_elements = 200'000;

enum class Repetition { required = 0, optional = 1, repeated = 2 };

// SchemaElement.
struct Element {
  std::string name;
  std::int64_t type = -1, width = 0, repetition = 0, children = 0, converted = -1, scale = 0;
  std::int64_t logical = -1;  // the field of the union LogicalType
  std::int64_t unit = 0;      // of a time: 1 milli, 2 micro, 3 nano
  bool is_utc = false, is_signed = true;
};

std::int64_t integer_of(Reader &reader, Type type) {
  if (type != thrift::i16 && type != thrift::i32 && type != thrift::i64)
    throw thrift::Damaged{"a number has another type"};
  return reader.integer();
}

std::string_view text_of(Reader &reader, Type type) {
  if (type != thrift::binary) throw thrift::Damaged{"a text has another type"};
  return reader.text();
}

List list_of(Reader &reader, Type type, Type of) {
  if (type != thrift::list) throw thrift::Damaged{"a list has another type"};
  const List list = reader.list_begin();
  if (list.size > 0 && list.type != of) throw thrift::Damaged{"a list has other elements"};
  return list;
}

void need_structure(Type type) {
  if (type != thrift::structure) throw thrift::Damaged{"a structure has another type"};
}

// The value of the union LogicalType: its field is the kind, with parameters of some.
void read_logical(Reader &reader, Element &element) {
  reader.fields([&](std::int64_t kind, Type type) {
    element.logical = kind;
    need_structure(type);
    reader.fields([&](std::int64_t id, Type inner) {
      const bool is_time = kind == 7 || kind == 8;
      if (kind == 5 && id == 1) {
        element.scale = integer_of(reader, inner);
      } else if (is_time && id == 1) {
        element.is_utc = inner == thrift::yes;
      } else if (is_time && id == 2) {
        need_structure(inner);
        reader.fields([&](std::int64_t unit, Type) {
          element.unit = unit;
          return false;
        });
      } else if (kind == 10 && id == 2) {
        element.is_signed = inner == thrift::yes;
      } else {
        return false;
      }
      return true;
    });
    return true;
  });
}

Element element_of(Reader &reader) {
  Element element;
  reader.fields([&](std::int64_t id, Type type) {
    switch (id) {
      case 1:
        element.type = integer_of(reader, type);
        return true;
      case 2:
        element.width = integer_of(reader, type);
        return true;
      case 3:
        element.repetition = integer_of(reader, type);
        return true;
      case 4:
        element.name = text_of(reader, type);
        return true;
      case 5:
        element.children = integer_of(reader, type);
        return true;
      case 6:
        element.converted = integer_of(reader, type);
        return true;
      case 7:
        element.scale = integer_of(reader, type);
        return true;
      case 10:
        need_structure(type);
        read_logical(reader, element);
        return true;
      default:
        return false;
    }
  });
  return element;
}

constexpr std::int64_t units[] = {1, 1000, 1'000'000, 1'000'000'000};

// The old annotations, as the fields of LogicalType.
void modernize(Element &element) {
  if (element.logical >= 0) return;
  switch (element.converted) {
    case 0:  // UTF8
      element.logical = 1;
      break;
    case 1:  // MAP
    case 2:
      element.logical = 2;
      break;
    case 3:  // LIST
      element.logical = 3;
      break;
    case 4:  // ENUM
      element.logical = 4;
      break;
    case 5:  // DECIMAL
      element.logical = 5;
      break;
    case 6:  // DATE
      element.logical = 6;
      break;
    case 7:  // TIME_MILLIS, TIME_MICROS
    case 8:
      element.logical = 7;
      element.unit = element.converted - 6;
      break;
    case 9:  // TIMESTAMP_MILLIS, TIMESTAMP_MICROS
    case 10:
      element.logical = 8;
      element.unit = element.converted - 8;
      element.is_utc = true;
      break;
    case 19:  // JSON
      element.logical = 12;
      break;
    case 20:  // BSON
      element.logical = 13;
      break;
    default:
      element.is_signed = !(element.converted >= 11 && element.converted <= 14);
      if (element.converted >= 11 && element.converted <= 18) element.logical = 10;
  }
}

Kind kind_of(const Element &element) {
  Kind kind;
  const std::int64_t widths[] = {0, 4, 8, 12, 4, 8, 0, element.width};
  if (element.type < 0 || element.type > 7) throw thrift::Damaged{"a column has an unknown type"};
  kind.physical = static_cast<Physical>(element.type);
  kind.width = widths[element.type];
  if (kind.physical == Physical::fixed && (kind.width < 1 || kind.width > 1 << 20))
    throw thrift::Damaged{"a column has values of an impossible length"};
  kind.is_half = element.logical == 15 && kind.physical == Physical::fixed && kind.width == 2;
  kind.is_unsigned = element.logical == 10 && !element.is_signed;
  return kind;
}

// What the values stand for.
void describe(const Element &element, const Kind &kind, FileColumn &column) {
  const bool are_numbers = kind.physical == Physical::int32 || kind.physical == Physical::int64;
  column.scale = element.scale;
  column.is_utc = element.is_utc;
  column.is_single = kind.physical == Physical::real32 || kind.is_half;
  if (element.unit > 0 && element.unit <= 3) column.units_per_second = units[element.unit];
  if (kind.are_reals()) {
    column.holds = Holds::real;
  } else if (kind.physical == Physical::truth) {
    column.holds = Holds::truth;
  } else if (kind.physical == Physical::int96) {
    column.holds = Holds::moment;
    column.units_per_second = 1'000'000;
  } else if (element.logical == 5 && (element.scale < 0 || element.scale > 1000)) {
    throw thrift::Damaged{"a decimal has an impossible scale"};
  } else if (element.logical == 5) {
    column.holds = are_numbers ? Holds::decimal : Holds::wide_decimal;
  } else if (are_numbers) {
    column.holds = element.logical == 6   ? Holds::date
                   : element.logical == 7 ? Holds::time
                   : element.logical == 8 ? Holds::moment
                   : kind.is_unsigned     ? Holds::natural
                                          : Holds::integer;
  } else if (element.logical == 14 && kind.width == 16) {
    column.holds = Holds::uuid;
  } else {
    const bool is_text = element.logical == 1 || element.logical == 4 || element.logical == 12;
    column.holds = is_text ? Holds::text : Holds::bytes;
  }
  if (element.logical == 13) column.unread = "BSON";
  if (element.logical == 16) column.unread = "a variant";
  if (element.logical == 17 || element.logical == 18) column.unread = "geometry";
  if (element.converted == 21) column.unread = "an interval";
}

// Walks the schema, whose elements are in the order of their depth.
class Walk {
 public:
  explicit Walk(std::vector<Element> elements) : elements_(std::move(elements)) {}

  Schema schema() {
    if (elements_.empty()) throw thrift::Damaged{"it has no schema"};
    const std::int64_t columns = elements_.front().children;
    for (std::int64_t i = 0; i < columns; ++i) add_column();
    if (at_ != elements_.size()) throw thrift::Damaged{"the schema has elements without a parent"};
    return std::move(schema_);
  }

 private:
  void add_column() {
    if (at_ >= elements_.size()) throw thrift::Damaged{"the schema ends too soon"};
    const Element &top = elements_[at_];
    FileColumn column;
    column.name = top.name;
    const std::size_t first = schema_.leaves.size();
    const bool is_map = top.logical == 2;
    lists_ = structures_ = 0;
    last_ = nullptr;
    walk(0, 0, 0);
    const std::size_t count = schema_.leaves.size() - first;
    if (is_map)
      column.unread = "a map";
    else if (count != 1 || structures_ > 0)
      column.unread = "a structure";
    else if (lists_ > 1)
      column.unread = "a list of lists";
    column.is_list = lists_ > 0;
    if (column.unread.empty()) describe(*last_, schema_.leaves[first].kind, column);
    if (count == 0) throw thrift::Damaged{"a column has no values"};
    schema_.leaf_of.push_back(first);
    schema_.columns.push_back(std::move(column));
  }

  void walk(int depth, int defined, int repeated) {
    if (at_ >= elements_.size()) throw thrift::Damaged{"the schema ends too soon"};
    if (depth > 64) throw thrift::Damaged{"the schema is nested too deeply"};
    const Element &element = elements_[at_++];
    if (element.repetition < 0 || element.repetition > 2 || element.children < 0)
      throw thrift::Damaged{"the schema has an impossible element"};
    const auto repetition = static_cast<Repetition>(element.repetition);
    if (repetition != Repetition::required) ++defined;
    if (repetition == Repetition::repeated) {
      ++repeated;
      ++lists_;
      if (repeated == 1) element_defined_ = defined;
    }
    if (element.children == 0) {
      Leaf leaf;
      leaf.kind = kind_of(element);
      leaf.column = schema_.columns.size();
      leaf.most_defined = defined;
      leaf.most_repeated = repeated;
      leaf.element_defined = repeated > 0 ? element_defined_ : 0;
      schema_.leaves.push_back(leaf);
      last_ = &element;
      return;
    }
    // A group around one element is part of a list, if it is annotated so or repeated; else a
    // structure of one field.
    if (element.logical != 3 && repetition != Repetition::repeated) ++structures_;
    for (std::int64_t i = 0; i < element.children; ++i) walk(depth + 1, defined, repeated);
  }

  std::vector<Element> elements_;
  Schema schema_;
  std::size_t at_ = 1;
  int lists_ = 0, structures_ = 0, element_defined_ = 0;
  const Element *last_ = nullptr;
};

Chunk chunk_of(Reader &reader) {
  Chunk chunk;
  std::int64_t data = -1, dictionary = -1, index = -1;
  reader.fields([&](std::int64_t id, Type type) {
    if (id == 1) chunk.is_elsewhere = !text_of(reader, type).empty();
    if (id == 8) chunk.is_encrypted = true;
    if (id != 3) return id == 1;
    need_structure(type);
    reader.fields([&](std::int64_t inner, Type of) {
      std::int64_t unused = 0;
      std::int64_t &number = inner == 5    ? chunk.values
                             : inner == 7  ? chunk.size
                             : inner == 9  ? data
                             : inner == 10 ? index
                             : inner == 11 ? dictionary
                                           : unused;
      if (inner == 4)
        chunk.codec = static_cast<int>(std::clamp<std::int64_t>(integer_of(reader, of), -1, 99));
      else if (&number != &unused)
        number = integer_of(reader, of);
      else
        return false;
      return true;
    });
    return true;
  });
  // Some writers give 0 where there is no dictionary.
  chunk.begin = dictionary > 0 && dictionary < data ? dictionary : data;
  return chunk;
}

}  // namespace

RowGroup row_group_of(Reader &reader, std::size_t leaves) {
  RowGroup group;
  reader.fields([&](std::int64_t id, Type type) {
    if (id == 1) {
      const List list = list_of(reader, type, thrift::structure);
      if (list.size != leaves) throw thrift::Damaged{"a group of rows has other columns"};
      for (std::uint32_t i = 0; i < list.size; ++i) group.chunks.push_back(chunk_of(reader));
    } else if (id == 3) {
      group.rows = integer_of(reader, type);
    } else {
      return false;
    }
    return true;
  });
  if (group.rows < 0 || group.chunks.size() != leaves)
    throw thrift::Damaged{"a group of rows is not complete"};
  return group;
}

Footer footer_of(std::string_view bytes) {
  Reader reader(bytes);
  Footer footer;
  std::vector<Element> elements;
  reader.fields([&](std::int64_t id, Type type) {
    if (id == 2) {
      const List list = list_of(reader, type, thrift::structure);
      if (list.size > most_elements) throw thrift::Damaged{"it has more than 200000 columns"};
      for (std::uint32_t i = 0; i < list.size; ++i) {
        elements.push_back(element_of(reader));
        modernize(elements.back());
      }
      return true;
    }
    if (id != 4) return false;
    const List list = list_of(reader, type, thrift::structure);
    footer.groups = list.size;
    footer.first_group = reader.place();
    for (std::uint32_t i = 0; i < list.size; ++i) reader.skip(thrift::structure);
    return true;
  });
  footer.schema = Walk(std::move(elements)).schema();
  return footer;
}

PageHeader page_header_of(Reader &reader) {
  PageHeader header;
  reader.fields([&](std::int64_t id, Type type) {
    const bool has_details = id == 5 || id == 7 || id == 8;
    if (id == 1) {
      header.type = static_cast<int>(std::clamp<std::int64_t>(integer_of(reader, type), -1, 99));
    } else if (id == 2) {
      header.size = integer_of(reader, type);
    } else if (id == 3) {
      header.packed = integer_of(reader, type);
    } else if (has_details) {
      need_structure(type);
      const bool is_second = id == 8;
      reader.fields([&](std::int64_t inner, Type of) {
        const auto small = [&] {
          return static_cast<int>(std::clamp<std::int64_t>(integer_of(reader, of), -1, 99));
        };
        if (inner == 1)
          header.values = integer_of(reader, of);
        else if (inner == (is_second ? 4 : 2))
          header.encoding = small();
        else if (inner == 3 && id == 5)
          header.defined_encoding = small();
        else if (inner == 4 && id == 5)
          header.repeated_encoding = small();
        else if (inner == 5 && is_second)
          header.defined_bytes = integer_of(reader, of);
        else if (inner == 6 && is_second)
          header.repeated_bytes = integer_of(reader, of);
        else if (inner == 7 && is_second)
          header.is_packed = of == thrift::yes;
        else
          return false;
        return true;
      });
    } else {
      return false;
    }
    return true;
  });
  return header;
}

}  // namespace cli::parquet
