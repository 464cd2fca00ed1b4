// Columns of the page as text: numbers and texts in base64, which scripts read without parsing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cli {

// "i16:AAEC..": little-endian numbers. i16, u16, i32 and f32.
std::string packed_numbers(std::span<const std::int16_t> numbers);
std::string packed_numbers(std::span<const std::uint16_t> numbers);
std::string packed_numbers(std::span<const std::int32_t> numbers);
std::string packed_numbers(std::span<const float> numbers);

// "gzip:H4sI..", of a build without zlib "plain:..": the texts, of which each ends with a 0 byte;
// those in a text become blanks.
std::string packed_texts(const std::vector<std::string> &texts);

}  // namespace cli
