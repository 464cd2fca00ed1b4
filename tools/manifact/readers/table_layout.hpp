// What the beginning of a file shows about a table: its delimiter and header, and whether it holds
// text or numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "readers/delimited.hpp"
#include "readers/field_guess.hpp"
#include "readers/reading.hpp"

namespace cli {

struct TableLayout {
  Dialect dialect;
  // Of a title, of notes, or "sep=;", which spreadsheets write.
  std::size_t lines_above = 0;
  std::vector<std::string> header;  // the first record; empty if the text is
  std::size_t cells = 0;            // of the second record; 0 if there is none
  bool is_named = false;            // the header has the fields of the text
  bool is_even = false;             // several records, of as many cells
  // The same for most records below a first one of names that differ.
  bool is_mostly_even = false;
  bool has_line_ends = false;  // a cell in quotes contains one
  // A cell below the header has several words, other than the name of a row of numbers.
  bool holds_words = false;
  // The header, with "" for row names that have no name, or for a last cell that is always empty.
  std::vector<std::string> row_header;
  // Backslashes occur only in \n, \t, \r, \\ and \", as programs write line ends in fields.
  bool has_line_escapes = false;
  FieldsSeen seen;               // the cells of the first records, below row_header
  std::size_t more_headers = 0;  // records below the header that are no documents
};

// `text` is UTF-8 without a byte order mark; `is_all`: nothing follows it. The delimiter is found
// unless it is given.
TableLayout table_layout(std::string_view text, bool is_all, const Fields &fields,
                         char delimiter = '\0', Header header = Header::automatic);

// The text below the lines above the header.
std::string_view below_title(std::string_view text, const TableLayout &layout);

// The note about a dump, after the name.
inline constexpr const char *dump_note =
    " is text of a database: \\n, \\t, \\\\ and \\N stand for a line end, a tab, a backslash and "
    "no "
    "value";

// Whether a line has only numbers and separators, and no empty cell: "7<TAB>" is the label of an
// empty text.
bool holds_numbers(std::string_view line);

// Whether a cell is text of several words.
bool has_several_words(std::string_view cell);

// Whether a text of this layout, with tabs, is a table rather than "label<TAB>text" lines.
bool is_table_of_tabs(const TableLayout &layout, const Fields &fields);

}  // namespace cli
