// Tables of numbers with other columns beside them: labels, ids, dates, truth values, words.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "readers/bytes.hpp"
#include "readers/documents.hpp"
#include "readers/reading.hpp"

namespace cli {

// Whether most columns of a text without known fields of a text are numbers or truth values, and no
// column holds sentences. Columns that the options name as label, id, date or skipped do not count;
// one column of numbers is enough beside them.
bool is_numeric_table(std::string_view text, bool is_all, const Fields &fields);

// Whether the header names a text, and the column is not one of numbers, or the only one of words
// beside numbers and seems to name the rows.
bool names_text(std::string_view text, bool is_all, const Fields &fields);

// Whether such a table has more than numbers, or names of columns that are no features.
bool has_other_columns(std::string_view text, bool is_all, const Reading &reading);

// Sentences on columns of such a table, without others, that seem to count its rows.
std::vector<std::string> told_counters(std::string_view text, bool is_all, const Reading &reading);

// Whether most cells are numbers, so that the others are odd ones.
bool could_be_numbers(std::string_view text, bool is_all, const Reading &reading);

// A Failure for a table whose names are those of edges; a warning, and true, if its numbers seem to
// be edges. Both have the command that clusters the nodes.
bool tell_of_edges(std::string_view text, bool is_all, const std::string &path,
                   const Reading &reading);

// Tells how to convert lines that seem to be entries of a sparse matrix, perhaps below a header.
void note_triplets(std::string_view text, bool is_all, const std::string &path,
                   const Reading &reading);

struct NumericTable {
  std::int64_t count = 0;          // of rows
  std::vector<double> values;      // of the features alone, row by row
  std::vector<std::string> names;  // of the features; empty without a header
  Documents rows;                  // ids, labels and dates
};

// Labels, ids and dates are the columns that are named so, or that the options name; truth values
// are 1 and 0. A Failure for a column of words, unless the options say what it is.
NumericTable read_numeric_table(std::unique_ptr<Bytes> bytes, const Reading &reading);

}  // namespace cli
