#include "arrow/column_type.hpp"

#include <charconv>
#include <cstring>
#include <string_view>

#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr int deepest_type = 32;
constexpr Index most_fields = 1'000'000;

struct SimpleFormat {
  char letter;
  ArrowKind kind;
  Index width;
};
constexpr SimpleFormat simple_formats[] = {
    {'n', ArrowKind::nothing, 0},    {'b', ArrowKind::truth, 0},      {'c', ArrowKind::integer, 1},
    {'C', ArrowKind::natural, 1},    {'s', ArrowKind::integer, 2},    {'S', ArrowKind::natural, 2},
    {'i', ArrowKind::integer, 4},    {'I', ArrowKind::natural, 4},    {'l', ArrowKind::integer, 8},
    {'L', ArrowKind::natural, 8},    {'e', ArrowKind::real, 2},       {'f', ArrowKind::real, 4},
    {'g', ArrowKind::real, 8},       {'u', ArrowKind::text, 0},       {'z', ArrowKind::text, 0},
    {'U', ArrowKind::large_text, 0}, {'Z', ArrowKind::large_text, 0},
};

// A format string, of which the beginning is read.
class Format {
 public:
  Format(ArrowType &type, const std::string &place) : type_(type), place_(place) {}

  void read() {
    std::string_view format = type_.format;
    if (format.size() == 1) {
      for (const SimpleFormat &simple : simple_formats)
        if (simple.letter == format.front()) return set(simple.kind, simple.width);
      refuse();
    }
    if (format == "vu" || format == "vz") return set(ArrowKind::text_view, 16);
    if (skip(format, "w:")) return set(ArrowKind::fixed_text, number_at(format, true));
    if (skip(format, "d:")) return read_decimal(format);
    if (skip(format, "+")) return read_nested(format);
    if (skip(format, "t")) return read_time(format);
    refuse();
  }

 private:
  static bool skip(std::string_view &format, std::string_view beginning) {
    if (!format.starts_with(beginning)) return false;
    format.remove_prefix(beginning.size());
    return true;
  }
  [[noreturn]] void refuse() const {
    fail(Status::structure, "%s: the format \"%s\" is unknown", place_.c_str(),
         type_.format.c_str());
  }
  void set(ArrowKind kind, Index width = 0) {
    type_.kind = kind;
    type_.width = width;
  }
  // A number, which is removed; it must end the format if it `is_last`.
  Index number_at(std::string_view &format, bool is_last) const {
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(format.data(), format.data() + format.size(), value);
    if (error != std::errc{} || (is_last && (end != format.data() + format.size() || value < 0)))
      refuse();
    format.remove_prefix(static_cast<std::size_t>(end - format.data()));
    return value;
  }

  // "precision,scale" or "precision,scale,bits"
  void read_decimal(std::string_view format) {
    constexpr Index largest_scale = 1000;
    number_at(format, false);
    if (!skip(format, ",")) refuse();
    type_.scale = number_at(format, false);
    Index bits = 128;
    if (skip(format, ",")) bits = number_at(format, true);
    const bool is_known = bits == 32 || bits == 64 || bits == 128 || bits == 256;
    if (!is_known || type_.scale < -largest_scale || type_.scale > largest_scale || rest(format))
      refuse();
    set(ArrowKind::decimal, bits / 8);
  }
  static bool rest(std::string_view format) { return !format.empty(); }

  void read_nested(std::string_view format) {
    if (format == "s") return set(ArrowKind::structure);
    if (format == "l") return set(ArrowKind::list, 4);
    if (format == "L") return set(ArrowKind::large_list, 8);
    if (format == "vl") return set(ArrowKind::list_view, 4);
    if (format == "vL") return set(ArrowKind::large_list_view, 8);
    if (skip(format, "w:")) return set(ArrowKind::fixed_list, number_at(format, true));
    if (format != "m" && format != "r" && !format.starts_with("ud:") && !format.starts_with("us:"))
      refuse();
  }

  void read_time(std::string_view format) {
    if (format == "dD") return set(ArrowKind::date, 4);
    if (format == "dm") {
      type_.in_milliseconds = true;
      return set(ArrowKind::date, 8);
    }
    if (format == "iM" || format == "iD" || format == "in") return;
    if (format.size() < 2) refuse();
    const char what = format[0];
    constexpr std::string_view units = "smun";
    const std::size_t unit = units.find(format[1]);
    if (unit == std::string_view::npos || (what != 't' && what != 's' && what != 'D')) refuse();
    for (std::size_t i = 0; i < unit; ++i) type_.units_per_second *= 1000;
    format.remove_prefix(2);
    if (what == 's') {
      if (!skip(format, ":")) refuse();
      type_.has_zone = !format.empty();
      return set(ArrowKind::moment, 8);
    }
    if (!format.empty()) refuse();
    if (what == 't') set(ArrowKind::time, unit < 2 ? 4 : 8);
  }

  ArrowType &type_;
  const std::string &place_;
};

Index children_of(const ArrowType &type) {
  if (type.is_list()) return 1;
  if (type.kind == ArrowKind::structure || type.kind == ArrowKind::other) return -1;
  return 0;
}

class Reader {
 public:
  ArrowType read(const ArrowSchema *schema, const std::string &place, int depth) {
    check(schema, place, depth);
    ArrowType type;
    type.name = schema->name != nullptr ? schema->name : "";
    type.format = schema->format;
    Format(type, place).read();
    const Index expected = children_of(type);
    if (expected >= 0 && schema->n_children != expected)
      fail(Status::structure, "%s: the format \"%s\" has %lld children, not %lld", place.c_str(),
           type.format.c_str(), number(expected), number(schema->n_children));
    if (type.kind == ArrowKind::other) return type;
    for (Index i = 0; i < schema->n_children; ++i) {
      const ArrowSchema *const child = schema->children[i];
      std::string below = place + ", child " + std::to_string(i);
      const bool is_alive = child != nullptr && child->release != nullptr;
      if (is_alive && child->name != nullptr && *child->name != '\0')
        below = place + ", \"" + child->name + '"';
      type.children.push_back(read(child, below, depth + 1));
    }
    if (schema->dictionary == nullptr) return type;
    if (type.kind != ArrowKind::integer && type.kind != ArrowKind::natural)
      fail(Status::structure, "%s: the index of a dictionary is an integer, not \"%s\"",
           place.c_str(), type.format.c_str());
    type.dictionary = std::make_unique<ArrowType>(
        read(schema->dictionary, place + ", its dictionary", depth + 1));
    return type;
  }

 private:
  void check(const ArrowSchema *schema, const std::string &place, int depth) {
    if (schema == nullptr) fail(Status::structure, "%s: the schema is NULL", place.c_str());
    if (schema->release == nullptr)
      fail(Status::structure, "%s: the schema is released", place.c_str());
    if (schema->format == nullptr) fail(Status::structure, "%s: the format is NULL", place.c_str());
    if (schema->n_children < 0 || (schema->n_children > 0 && schema->children == nullptr))
      fail(Status::structure, "%s: there are %lld children%s", place.c_str(),
           number(schema->n_children), schema->n_children < 0 ? "" : ", but their array is NULL");
    fields_ += schema->n_children;
    if (depth > deepest_type || schema->n_children > most_fields || fields_ > most_fields)
      fail(Status::structure, "%s: the schema is too deep or has more than %lld fields",
           place.c_str(), number(most_fields));
  }

  Index fields_ = 0;
};

}  // namespace

bool ArrowType::is_single() const noexcept {
  const ArrowType &of = dictionary ? *dictionary : is_list() ? children.front().values() : *this;
  if (of.kind == ArrowKind::real) return of.width <= 4;
  if (of.kind == ArrowKind::integer || of.kind == ArrowKind::natural) return of.width <= 2;
  return of.kind == ArrowKind::truth;
}

ArrowType read_arrow_type(const ArrowSchema &schema) { return Reader().read(&schema, "schema", 0); }

}  // namespace manifact
