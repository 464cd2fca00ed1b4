// What the columns of a table of numbers hold, and whether its first line is a header.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "readers/cell_values.hpp"
#include "readers/reading.hpp"
#include "readers/table_layout.hpp"

namespace cli {

// The values of a column so far.
struct TableColumn {
  std::int64_t numbers = 0, booleans = 0, words = 0, missing = 0;
  std::int64_t grouped = 0;  // 1.234, 12.345: the point could separate thousands
  bool are_whole = true, has_repeats = false, are_counted = true;
  bool counts_up = true;  // from 0 or 1
  std::size_t longest = 0;
  std::string example;      // the first word
  std::string lossy;        // the first whole number with more digits than a double keeps
  bool has_merged = false;  // whether two such numbers are the same double
  std::unordered_set<std::string> kinds;  // distinct values, as far as they are counted

  void add(std::string_view cell, const MissingWords &words_for_missing, bool is_quoted);

  std::int64_t values() const { return numbers + booleans + words; }
  bool is_numeric() const { return booleans == 0 && words == 0 && numbers > 0; }
  bool is_boolean() const { return numbers == 0 && words == 0 && booleans > 0; }
  bool is_feature() const { return is_numeric() || is_boolean() || values() == 0; }
  bool is_distinct() const { return are_counted && !has_repeats && missing == 0; }
  bool are_mostly_distinct() const { return !are_counted || 2 * std::ssize(kinds) >= values(); }
  // Whole numbers, each another.
  bool numbers_rows() const { return are_whole && is_numeric() && is_distinct(); }
  // Few values, each of several rows: classes rather than measurements.
  bool could_be_classes() const;
  // Few whole numbers that count: 0 and 1, or 1 to 3, or -1 and 1, or 2 and 4. A name such as
  // "type" allows gaps.
  bool counts_classes(bool is_named) const;
  // Numbers as dates (20240101), or moments since 1970, but no years. Those under a name that does
  // not say so could be amounts: see are_amounts().
  bool could_be_dates(bool is_named) const;
  // Such numbers of our time, or days as 2024-03-15.
  bool are_moments() const;
  bool are_years() const;
  // Whole numbers of more than a digit, and of several kinds.
  bool could_be_ids() const;
  // Days since the end of 1899, of the years 1954 to 2100.
  bool could_be_serial_days() const;
  bool do_count_rows() const;
  // What the values of a feature may be instead, as the end of a sentence that begins with the
  // column; "" if there is no doubt. counter: the name that --id-field takes, "" if the column is
  // none that could number the rows.
  std::string doubt(const std::string &counter, char delimiter) const;

 private:
  void count(std::string_view text);
  void look_at(std::string_view text, double value);
  void look_at_digits(std::string_view text, double value);
  std::string missing_mark() const;
  bool could_be_codes() const;
  bool could_have_thousands() const;

  // Numbers that programs write for missing values.
  struct Mark {
    std::int64_t rows = 0;
    std::string text;
  };
  bool is_mark_far(double value, const Mark &mark) const;
  std::map<double, Mark> marks_;
  double least_ = HUGE_VAL, greatest_ = -HUGE_VAL, smallest_size_ = HUGE_VAL;  // of other numbers
  bool are_powers_of_two_ = true;                                              // or 0
  std::unordered_map<double, std::string> digits_;  // of long whole numbers
  std::size_t width_ = 0;                           // of all cells, if they have the same
  bool is_even_ = true;
  std::string padded_example_;  // with a leading zero

  double last_ = 0;
  double largest_whole_ = -1;  // of those without a point
  std::int64_t whole_ = 0;     // without a point
  std::string grouped_example_;
};

// What a column that counts the rows is, as the end of a sentence. name: that --id-field takes.
std::string told_counter(const std::string &name);

// Whether programs write the number for a missing value: -9, 99, 999.9, -32768, 1e20 and the like.
bool could_mark_missing(double value);

// "2024-01-01" of 45292; "" if the text is not a number.
std::string date_of_serial_day(std::string_view text);

// Names of a column of row numbers, as programs give them: "Unnamed: 0", "index".
bool counts_rows(const std::string &name);

// "customer_id", "PassengerId", "CustomerNo", "sample": the number of what a row is about.
bool could_be_id(const std::string &name);

// "gene", "term", "feature": the rows are features rather than documents.
bool names_features(const std::string &name);

// The first records of a text, and what its columns hold below the header.
struct ColumnsSeen {
  TableLayout layout;
  bool has_header = false, has_decimal_commas = false;
  std::string doubt;               // a sentence on a header of numbers, if it could be values
  std::vector<std::string> names;  // of the header, "" for the names of rows that R writes; or the
                                   // first record
  std::vector<TableColumn> columns;
  std::size_t records = 0;
};
// most_records: how many are looked at.
ColumnsSeen columns_seen(std::string_view text, bool is_all, const Reading &reading,
                         std::size_t most_records = 50);

}  // namespace cli
