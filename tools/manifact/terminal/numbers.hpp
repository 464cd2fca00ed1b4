// Numbers as text, for people and for files. Independent of the locale.
#pragma once

#include <cstdint>
#include <string>

namespace cli {

// The shortest text that converts back to the same double.
std::string exact_number(double value);

// Rounded to `digits` significant digits: "0.7312", "52.1", "1.2e+09".
std::string short_number(double value, int digits = 4);

// With `decimals` digits after the decimal point: "0.9170".
std::string fixed_number(double value, int decimals);

// "812 B", "3.2 MB": powers of 1000.
std::string short_bytes(double bytes);

// "37.5%"
std::string percentage(std::int64_t part, std::int64_t whole);

// "3 clusters", "1 cluster"
std::string counted(std::int64_t count, const char *thing);

}  // namespace cli
