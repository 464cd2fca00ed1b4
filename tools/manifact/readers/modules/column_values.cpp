// The values of columns as text.
#include <string>

#include "readers/modules/columns.hpp"
#include "shared/column_values.hpp"

namespace cli {

void append_value(std::string &to, const FileColumn &column, const Cells &cells, std::size_t at) {
  constexpr std::size_t longest_decimal = 64;
  switch (column.holds) {
    case Holds::natural:
      to += std::to_string(static_cast<std::uint64_t>(cells.integers[at]));
      return;
    case Holds::real:
      return manifact::append_real(to, cells.reals[at]);
    case Holds::truth:
      to += cells.integers[at] != 0 ? "true" : "false";
      return;
    case Holds::date:
      return manifact::append_date(to, cells.integers[at]);
    case Holds::moment:
      return manifact::append_moment(to, cells.integers[at], column.units_per_second,
                                     column.is_utc);
    case Holds::time:
      return manifact::append_time(to, cells.integers[at], column.units_per_second);
    case Holds::decimal:
      return manifact::append_scaled(to, std::to_string(cells.integers[at]), column.scale);
    case Holds::wide_decimal:
      return manifact::append_scaled(
          to, manifact::digits_of(cells.texts[at].substr(0, longest_decimal)), column.scale);
    case Holds::uuid:
      return manifact::append_uuid(to, cells.texts[at]);
    case Holds::nothing:
      return;
    default:
      to += std::to_string(cells.integers[at]);
  }
}

}  // namespace cli
