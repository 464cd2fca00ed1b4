// The formats of INPUT and their detection: by --format, else by name, else by content.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "readers/reading.hpp"

namespace cli {

// "a file of Octave's text format; ...", by its first bytes; "" for other files.
std::string octave_kind(std::string_view bytes);

enum class Format {
  automatic,  // not known yet, or unclear
  matrix_market,
  svmlight,
  csv,  // of numbers
  mat,
  npy,
  npz,
  fvecs,
  folder,
  tsv,
  table,  // of text
  json,
  json_lines,
  deb822,
  mbox,
  maildir,
  mail,
  zip,
  tar,
  file
};

// The words of --format.
std::vector<std::string> format_words();
std::string known_formats();  // as in a sentence

// Parses a word of --format; for an unknown one, a Failure that lists the known ones.
Format format_of_word(const std::string &word);

Format format_of_name(const std::string &path);

// Detects the format of binary data from the first bytes; `automatic` if they are of none.
Format format_of_magic(std::string_view bytes);

// What documents that only another program can read are, with their filter: "a PDF file; --filter
// ..."; "" for others.
std::string needed_filter(std::string_view bytes);

// Detects the format of text or of numbers from the beginning, in UTF-8 without a byte order mark;
// `automatic` if it is unclear. The named fields of the text identify a table. `is_all`: nothing
// follows.
Format format_of_beginning(std::string_view text, bool is_all, const Fields &fields);

// Whether a CSV file holds text or numbers: csv or table.
Format kind_of_csv(std::string_view text, bool is_all, const Fields &fields);

// The header of a CSV file of numbers; empty if the first line has numbers, or if the beginning
// does not hold all of it.
std::vector<std::string> names_above_numbers(std::string_view text, bool is_all);

bool is_text(Format format);

// Text whose lines or records are documents.
bool has_records(Format format);

// A format that is read by the program, not by the library.
bool is_array(Format format);

}  // namespace cli
