// Cells of tables as numbers and truth values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cli {

// Without the blanks around it.
std::string_view trimmed_cell(std::string_view text);

// A whole cell as a number; one that is too small for a double is 0, one that is too large is
// infinite.
std::optional<double> number_in(std::string_view text);

// A number with a decimal comma, and perhaps points between thousands, with a decimal point: 1234.5
// of "1.234,5". Nothing for other cells, and for numbers without a comma or points.
std::optional<std::string> with_decimal_point(std::string_view text);

// "$5", "5%", "1/2", "1,234", "0x1F", "1D+02": a number as programs do not write it.
bool resembles_number(std::string_view text);

// 1 and 0 of True and False, T and F, yes and no, Y and N, in any case.
std::optional<int> boolean_in(std::string_view text);

}  // namespace cli
