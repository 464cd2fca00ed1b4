// https://github.com/apache/arrow/blob/main/format/Schema.fbs
#include "readers/modules/arrow_schema.hpp"

#include <utility>

#include "terminal/failure.hpp"

namespace cli::arrow {
namespace {

constexpr int most_depth = 32;
constexpr std::size_t most_fields = 200'000;
constexpr std::int64_t units[] = {1, 1000, 1'000'000, 1'000'000'000};

struct IntegerType {
  std::int64_t width;
  bool is_unsigned;
};

IntegerType integer_of(const flat::Table &type) {
  const auto bits = type.number<std::int32_t>(0);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) throw flat::Damaged{};
  return {bits / 8, type.number<std::uint8_t>(1) == 0};
}

// Of times and moments: units of a second.
std::int64_t unit_of(const flat::Table &type, std::int16_t missing) {
  const auto unit = type.number<std::int16_t>(0, missing);
  if (unit < 0 || unit > 3) throw flat::Damaged{};
  return units[unit];
}

void describe_decimal(const flat::Table &type, Field &field) {
  const auto bits = type.number<std::int32_t>(2, 128);
  if (bits != 32 && bits != 64 && bits != 128 && bits != 256) throw flat::Damaged{};
  field.width = bits / 8;
  field.column.scale = type.number<std::int32_t>(1);
  if (field.column.scale < -1000 || field.column.scale > 1000) throw flat::Damaged{};
  field.column.holds = bits > 64 ? Holds::wide_decimal : Holds::decimal;
}

void describe_number(const flat::Table &type, Field &field) {
  FileColumn &column = field.column;
  switch (field.type) {
    case Type::integer: {
      const IntegerType integer = integer_of(type);
      field.width = integer.width;
      field.is_unsigned = integer.is_unsigned;
      column.holds = integer.is_unsigned ? Holds::natural : Holds::integer;
      return;
    }
    case Type::real: {
      const auto precision = type.number<std::int16_t>(0);
      if (precision < 0 || precision > 2) throw flat::Damaged{};
      field.width = precision == 0 ? 2 : precision == 1 ? 4 : 8;
      column.is_single = precision < 2;
      column.holds = Holds::real;
      return;
    }
    case Type::truth:
      column.holds = Holds::truth;
      return;
    case Type::date:
      field.in_milliseconds = type.number<std::int16_t>(0, 1) == 1;
      field.width = field.in_milliseconds ? 8 : 4;
      column.holds = Holds::date;
      return;
    case Type::time:
      field.width = type.number<std::int32_t>(1, 32) / 8;
      if (field.width != 4 && field.width != 8) throw flat::Damaged{};
      column.units_per_second = unit_of(type, 1);
      column.holds = Holds::time;
      return;
    case Type::moment:
      field.width = 8;
      column.units_per_second = unit_of(type, 0);
      column.is_utc = !type.text(1).empty();
      column.holds = Holds::moment;
      return;
    case Type::duration:
      field.width = 8;
      column.holds = Holds::integer;
      return;
    default:
      return describe_decimal(type, field);
  }
}

void describe(const flat::Table &type, Field &field) {
  FileColumn &column = field.column;
  switch (field.type) {
    case Type::null:
      column.holds = Holds::nothing;
      return;
    case Type::text:
    case Type::large_text:
    case Type::text_view:
      column.holds = Holds::text;
      return;
    case Type::binary:
    case Type::large_binary:
    case Type::binary_view:
      column.holds = Holds::bytes;
      return;
    case Type::fixed_binary:
      field.width = type.number<std::int32_t>(0);
      if (field.width < 1) throw flat::Damaged{};
      column.holds = Holds::bytes;
      return;
    case Type::fixed_list:
      field.width = type.number<std::int32_t>(0);
      if (field.width < 0) throw flat::Damaged{};
      return;
    case Type::either:
      field.is_dense = type.number<std::int16_t>(0) == 1;
      column.unread = "a union";
      return;
    case Type::interval:
      // Months; days and milliseconds; months, days and nanoseconds.
      column.unread = "an interval";
      return;
    case Type::structure:
      column.unread = "a structure";
      return;
    case Type::map:
      column.unread = "a map";
      return;
    case Type::runs:
      column.unread = "run-end encoded";
      return;
    case Type::list_view:
    case Type::large_list_view:
      column.unread = "a list view";
      return;
    case Type::list:
    case Type::large_list:
      return;
    default:
      return describe_number(type, field);
  }
}

Field field_of(const flat::Table &table, int depth, std::size_t &count, const std::string &name) {
  if (depth > most_depth || ++count > most_fields)
    throw Failure(name + ": its schema has more than " + std::to_string(most_fields) +
                  " columns or is nested too deeply");
  Field field;
  field.name = table.text(0);
  const auto type = table.number<std::uint8_t>(2);
  if (type == 0 || type > static_cast<std::uint8_t>(Type::large_list_view))
    throw Failure(name + ", column " + field.name + ": it has an unknown type");
  field.type = static_cast<Type>(type);
  const flat::Vector children = table.vector(5);
  for (std::uint32_t i = 0; i < children.size(); ++i)
    field.children.push_back(field_of(children.table(i), depth + 1, count, name));
  describe(table.table(3), field);
  if (table.has(4)) {
    const flat::Table dictionary = table.table(4);
    field.has_dictionary = true;
    field.dictionary = dictionary.number<std::int64_t>(0);
    if (dictionary.has(1)) {
      const IntegerType index = integer_of(dictionary.table(1));
      field.index_width = index.width;
      field.is_index_unsigned = index.is_unsigned;
    }
    if (!field.children.empty()) field.column.unread = "a dictionary of lists or structures";
  } else if (field.is_list()) {
    if (field.children.size() != 1) throw flat::Damaged{};
    const Field &element = field.children.front();
    field.column = element.column;
    if (element.is_list()) field.column.unread = "a list of lists";
    if (element.type == Type::null) field.column.unread = "a list of nulls";
    if (!element.column.unread.empty() && !element.is_list())
      field.column.unread = "a list of " + element.column.unread.substr(2) + 's';
    field.column.is_list = true;
  }
  field.column.name = field.name;
  return field;
}

}  // namespace

std::vector<Field> fields_of(const flat::Table &schema, const std::string &name) {
  if (schema.number<std::int16_t>(0) != 0)
    throw Failure(name +
                  " has big-endian numbers, which are not read; write it on another machine");
  std::vector<Field> fields;
  std::size_t count = 0;
  const flat::Vector all = schema.vector(1);
  for (std::uint32_t i = 0; i < all.size(); ++i)
    fields.push_back(field_of(all.table(i), 0, count, name));
  return fields;
}

}  // namespace cli::arrow
