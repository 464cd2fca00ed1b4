// UCI: the numbers of documents, words and entries, each on a line of its own, then lines
// "document word count", counted from 1. LDA-C: a line "N word:count ..." a document, words counted
// from 0. CLUTO: a line "rows columns [entries]", then a line a row: "column value" pairs, counted
// from 1, or all values.
#include "readers/bags_of_words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr std::int64_t most_columns = 0x7fffffff;

// The numbers of a text, line by line.
class NumberLines {
 public:
  explicit NumberLines(Stream &stream) : stream_(stream), window_(block_size, '\0') {}

  // False at the end.
  bool next() {
    ++number_;
    for (std::size_t searched = at_;;) {
      const std::size_t end = window_.find('\n', searched);
      if (end < end_) {
        take(end, end + 1);
        return true;
      }
      searched = end_ - at_;
      if (!refill()) break;
    }
    if (at_ == end_) return false;
    take(end_, end_);
    return true;
  }

  bool has_more() {
    const std::size_t first = rest_.find_first_not_of(" \t\r");
    rest_.remove_prefix(std::min(first, rest_.size()));
    return !rest_.empty();
  }

  std::int64_t whole(const char *what, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    const std::string_view word = number(value, what);
    if (value < least || value > most)
      fail(std::string(what) + " " + std::string(word) + " is not between " +
           std::to_string(least) + " and " + std::to_string(most));
    return value;
  }

  double real(const char *what) {
    double value = 0;
    number(value, what);
    if (!std::isfinite(value)) fail(std::string("expected ") + what);
    return value;
  }

  // Between the word and the count of LDA-C.
  void colon() {
    if (!rest_.starts_with(':')) fail("expected a colon after the number of a word");
    rest_.remove_prefix(1);
  }

  [[noreturn]] void fail(const std::string &sentence) const {
    throw Failure(stream_.name() + ", line " + std::to_string(number_) + ": " + sentence);
  }

 private:
  void take(std::size_t end, std::size_t next) {
    rest_ = std::string_view(window_).substr(at_, end - at_);
    at_ = next;
  }

  // Moves the rest to the front; positions count from there.
  bool refill() {
    std::memmove(window_.data(), window_.data() + at_, end_ - at_);
    end_ -= at_;
    at_ = 0;
    if (end_ == window_.size()) {
      if (end_ >= longest_line) throw endless_line(stream_.name(), number_);
      window_.resize(2 * end_);
    }
    const std::size_t got = stream_.read(window_.data() + end_, window_.size() - end_);
    end_ += got;
    return got > 0;
  }

  template <class T>
  std::string_view number(T &value, const char *what) {
    has_more();
    const char *const begin = rest_.data(), *const end = begin + rest_.size();
    const auto [stop, problem] = std::from_chars(begin, end, value);
    const bool is_whole = stop == end || std::string_view(" \t\r:").find(*stop) < 4;
    if (problem != std::errc() || !is_whole)
      fail(std::string("expected ") + what + ", found \"" + std::string(rest_.substr(0, 20)) + '"');
    const std::string_view word = rest_.substr(0, static_cast<std::size_t>(stop - begin));
    rest_.remove_prefix(word.size());
    return word;
  }

  Stream &stream_;
  std::string window_;
  std::size_t at_ = 0, end_ = 0;
  std::string_view rest_;  // of the line
  std::int64_t number_ = 0;
};

struct Entry {
  std::int64_t row, column;
  double value;
};

struct Entries {
  std::int64_t rows = 0, columns = 0;
  std::vector<Entry> all;
};

template <class T>
Numbers numbers_of(const std::vector<T> &values, int type) {
  Numbers numbers;
  numbers.type = type;
  numbers.count = std::ssize(values);
  numbers.bytes.resize(std::max<std::size_t>(values.size() * sizeof(T), 1));
  if (!values.empty()) std::memcpy(numbers.bytes.data(), values.data(), values.size() * sizeof(T));
  return numbers;
}

SparseArrays arrays_of(const Stream &stream, Entries &&entries) {
  constexpr std::int64_t many_rows = std::int64_t{1} << 24, rows_an_entry = 64;
  if (entries.rows > many_rows && entries.rows / rows_an_entry > std::ssize(entries.all))
    throw Failure(stream.name() + " says that it has " + std::to_string(entries.rows) +
                  " documents, but has only " + std::to_string(entries.all.size()) + " entries");
  require_room(stream, 16 * std::ssize(entries.all) + 8 * entries.rows);
  std::stable_sort(entries.all.begin(), entries.all.end(), [](const Entry &a, const Entry &b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  std::vector<std::int64_t> starts(static_cast<std::size_t>(entries.rows) + 1), indices;
  std::vector<double> values;
  for (const Entry &entry : entries.all) {
    ++starts[static_cast<std::size_t>(entry.row) + 1];
    indices.push_back(entry.column);
    values.push_back(entry.value);
  }
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  SparseArrays arrays;
  arrays.name = stream.name();
  arrays.rows = entries.rows;
  arrays.columns = entries.columns;
  arrays.layout = Compressed::rows;
  arrays.starts = numbers_of(starts, MANIFACT_INT64);
  arrays.indices = numbers_of(indices, MANIFACT_INT64);
  arrays.values = numbers_of(values, MANIFACT_DOUBLE);
  require_shape(arrays.name, arrays.rows, arrays.columns);
  return arrays;
}

std::int64_t header_number(NumberLines &lines, const char *what) {
  if (!lines.next()) lines.fail(std::string("expected ") + what);
  const std::int64_t number = lines.whole(what, 0, most_columns);
  if (lines.has_more()) lines.fail(std::string("expected ") + what + " alone");
  return number;
}

Entries uci_entries(NumberLines &lines) {
  Entries entries;
  entries.rows = header_number(lines, "the number of documents");
  entries.columns = header_number(lines, "the number of words");
  const std::int64_t count = header_number(lines, "the number of entries");
  while (lines.next()) {
    if (!lines.has_more()) continue;
    const std::int64_t row = lines.whole("the number of a document", 1, entries.rows);
    const std::int64_t column = lines.whole("the number of a word", 1, entries.columns);
    entries.all.push_back({row - 1, column - 1, lines.real("a count")});
    if (lines.has_more()) lines.fail("expected three numbers");
  }
  if (std::ssize(entries.all) != count)
    lines.fail(std::to_string(entries.all.size()) + " entries, but the third line says " +
               std::to_string(count));
  return entries;
}

Entries ldac_entries(NumberLines &lines) {
  Entries entries;
  for (; lines.next(); ++entries.rows) {
    const std::int64_t count = lines.whole("the number of words", 0, most_columns);
    std::int64_t pairs = 0;
    for (; lines.has_more(); ++pairs) {
      const std::int64_t column = lines.whole("the number of a word", 0, most_columns - 1);
      lines.colon();
      entries.all.push_back({entries.rows, column, lines.real("a count")});
      entries.columns = std::max(entries.columns, column + 1);
    }
    if (pairs != count)
      lines.fail(std::to_string(pairs) + " words, but the line begins with " +
                 std::to_string(count));
  }
  return entries;
}

Entries cluto_entries(NumberLines &lines) {
  Entries entries;
  if (!lines.next()) lines.fail("expected the numbers of rows and columns");
  entries.rows = lines.whole("the number of rows", 0, most_columns);
  entries.columns = lines.whole("the number of columns", 0, most_columns);
  const bool is_sparse = lines.has_more();
  const std::int64_t count =
      is_sparse ? lines.whole("the number of entries", 0, INT64_MAX) : entries.columns;
  for (std::int64_t i = 0; i < entries.rows; ++i) {
    if (!lines.next()) lines.fail("expected " + std::to_string(entries.rows) + " rows");
    std::int64_t column = 0;
    for (; lines.has_more(); ++column) {
      if (is_sparse) column = lines.whole("the number of a column", 1, entries.columns) - 1;
      if (column >= entries.columns) lines.fail("more values than columns");
      const double value = lines.real("a value");
      if (value != 0) entries.all.push_back({i, column, value});
    }
    if (!is_sparse && column != count) lines.fail("fewer values than columns");
  }
  while (lines.next()) {
    if (lines.has_more()) lines.fail("more rows than the first line says");
  }
  return entries;
}

}  // namespace

SparseArrays read_bags_of_words(Stream &stream, Format format) {
  NumberLines lines(stream);
  Entries entries = format == Format::uci    ? uci_entries(lines)
                    : format == Format::ldac ? ldac_entries(lines)
                                             : cluto_entries(lines);
  return arrays_of(stream, std::move(entries));
}

}  // namespace cli
