// The formats of INPUT and their detection.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "readers/reading.hpp"

namespace cli {

struct Foreign;  // readers/foreign.hpp

enum class Format {
  automatic,  // not known yet, or unclear
  matrix_market,
  svmlight,
  counts,  // mapped into memory
  csv,     // of numbers
  mat,
  npy,
  npz,
  fvecs,
  hdf5,
  safetensors,
  uci,    // bags of words, as of the UCI repository
  ldac,   // as of Blei's LDA-C
  cluto,  // matrices of CLUTO
  tenx,   // a folder of 10x: becomes matrix_market
  folder,
  tsv,
  table,        // of text
  spreadsheet,  // xlsx or ods: becomes csv or table
  sqlite,       // likewise
  ris,          // references: become table
  bibtex,
  nbib,
  wos,
  refer,
  pubmed,
  endnote,
  lines,  // each a document; these become table, too
  log,
  git_log,
  whatsapp,
  slack,
  parquet,   // likewise, or vectors
  arrow,     // likewise: files and streams of its IPC, Feather
  word2vec,  // lines of a name and numbers
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

// What some bytes are.
struct Recognized {
  Format format = Format::automatic;  // unclear
  const Foreign *foreign = nullptr;   // not read, regardless of the format
  bool is_binary = false;             // of unknown format, with NUL bytes
  bool is_named = false;              // the ending of the name decided, not the content
  bool is_of_documents = false;       // foreign, but could be read as one document

  // Whether a feed or the like is one document: of several inputs, or a new one for a model.
  bool is_one(bool is_of_several, bool is_for_model) const {
    const bool is_whole = format == Format::file || (format == Format::automatic && is_of_several);
    return is_of_documents && is_whole && (is_of_several || is_for_model);
  }
};

struct Sample {
  std::string_view bytes;  // the decompressed beginning of a file
  std::string_view text;   // the same in UTF-8 without a byte order mark
  bool is_all = false;     // nothing follows
  std::string_view name;
  bool is_member = false;  // of a folder or an archive: one document, regardless of layout
};

// The only function that decides what a file is: alone, in a pipe, in a folder, in an archive.
// Binary formats by their first bytes, others by the ending of the name, else by their beginning.
Recognized content_of(const Sample &sample, const Fields &fields);

// Detects the format of text or of numbers from the beginning, in UTF-8 without a byte order mark;
// `automatic` if it is unclear. The named fields of the text identify a table. `is_all`: nothing
// follows.
Format format_of_beginning(std::string_view text, bool is_all, const Fields &fields);

// Counts of words in the formats of topic models: uci, ldac or cluto; else `automatic`.
Format kind_of_counts(std::string_view text, bool is_all);

// Whether a CSV file holds text or numbers: csv or table.
Format kind_of_csv(std::string_view text, bool is_all, const Fields &fields);

// The header of a CSV file of numbers; empty if the first line has numbers, or if the beginning
// does not hold all of it.
std::vector<std::string> names_above_numbers(std::string_view text, bool is_all);

// Whether a text begins with lines of a name and as many numbers, perhaps below their counts.
bool are_named_vectors(std::string_view text);

// Whether a text begins with lines of several numbers that only blanks separate.
bool are_numbers_between_blanks(std::string_view text);

bool is_text(Format format);

// Text whose lines or records are documents.
bool has_records(Format format);

// Text of numbers that the program reads.
bool is_bag_of_words(Format format);

// A format that is read by the program, not by the library.
bool is_array(Format format);

// Whether another library or a module makes a table of it.
bool is_converted(Format format);

}  // namespace cli
