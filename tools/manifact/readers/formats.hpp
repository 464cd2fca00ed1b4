// The formats of INPUT and their detection: by --format, else by name, else by content.
#pragma once

#include <string>
#include <string_view>

namespace cli {

enum class Format {
  automatic,
  matrix_market,
  svmlight,
  csv,
  mat,
  npy,
  npz,
  fvecs,
  folder,
  tsv,
  json_lines,
  deb822
};

// The words of --format.
std::string known_formats();

// Parses a word of --format; for an unknown one, a Failure that lists the known ones.
Format format_of_word(const std::string &word);

Format format_of_name(const std::string &path);

// Detects the format from the first two lines; never returns `automatic`.
Format format_of_beginning(std::string_view text);

bool is_text(Format format);

// A format that is read by the program, not by the library.
bool is_array(Format format);

}  // namespace cli
