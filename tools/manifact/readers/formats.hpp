// What INPUT may be, and how it is told: by --format, else by the name, else by how it begins.
#pragma once

#include <string>
#include <string_view>

namespace cli {

enum class Format { automatic, matrix_market, svmlight, csv, mat, folder, tsv, json_lines, deb822 };

// A word of --format; a Failure that lists them for any other.
Format format_of_word(const std::string &word);

Format format_of_name(const std::string &path);

// From the first two lines, never automatic.
Format format_of_beginning(std::string_view text);

bool is_text(Format format);

}  // namespace cli
