// Values of JSON as text.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace cli {

// What arrays were read as text.
struct ArraysRead {
  std::int64_t bytes = 0, texts = 0;
};

// Appends the text of a string, a number, an array of bytes or an array of these, one per line.
// False for other types; null is no text.
bool append_text(const nlohmann::json &value, std::string &text, ArraysRead &arrays);

// A string, number or boolean as text, also if it is alone in an array; "" for other types. MongoDB
// writes numbers, ids and dates as objects of one field.
std::string scalar(const nlohmann::json *value);

// A date, which CSL writes as {"date-parts": [[2024, 5, 6]]}, {"raw": ...} or {"literal": ...}.
std::string date_text(const nlohmann::json *value);

// The numbers of a list, or of a text as "[0.1, 0.2]"; "" if there are none.
std::string vector_text(const nlohmann::json *value);

// Whether a value is an array of two or more numbers.
bool is_list_of_numbers(const nlohmann::json &value);

// Whether the text of a value is the digits of numbers: of one, or of a list of them.
bool is_text_of_numbers(const nlohmann::json &value);

}  // namespace cli
