// Matrix Market: a banner, a size line, then one entry per line, "row column value" counted from
// 1 (coordinate), or only the values, column by column (array). After the banner, % comments and
// empty lines may appear anywhere, as in SuiteSparse.
#include <array>
#include <cmath>
#include <string_view>

#include "io/formats.hpp"
#include "io/messages.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

enum class Layout { coordinate, array };
enum class Field { real, as_double, integer, unsigned_integer, pattern };
enum class Symmetry { general, symmetric, skew_symmetric };

struct Shape {
  Layout layout;
  Field field;
  Symmetry symmetry;
  Index rows = 0, columns = 0, entries = 0;  // entries: the number of entry lines
};

// 16 bytes per entry; by_rows() reduces them to 12.
struct Triplets {
  explicit Triplets(const std::shared_ptr<Memory> &memory)
      : rows(memory), columns(memory), values(memory) {}

  void push(Index i, Index j, double value) {
    rows.push(static_cast<std::int32_t>(i));
    columns.push(static_cast<std::int32_t>(j));
    values.push(value);
  }
  // The entry, and its mirror image, which a symmetric file omits.
  void push(Index i, Index j, double value, Symmetry symmetry) {
    push(i, j, value);
    if (symmetry != Symmetry::general && i != j)
      push(j, i, symmetry == Symmetry::symmetric ? value : -value);
  }

  Growing<std::int32_t> rows, columns;
  Growing<double> values;
};

std::string next_word(Scanner &scanner) {
  scanner.skip_blanks();
  return lower_case(scanner.word(32));
}

// The index of the next word among those allowed.
template <std::size_t N>
int choice(Scanner &scanner, const char *allowed, const std::array<std::string_view, N> &words) {
  const std::string word = next_word(scanner);
  for (std::size_t i = 0; i < N; ++i)
    if (word == words[i]) return static_cast<int>(i);
  if (word == "complex" || word == "hermitian")
    scanner.refuse(Status::format, "%s matrices are not supported, only real ones", word.c_str());
  scanner.refuse(Status::format, "expected %s in the banner, found %s", allowed,
                 shown_text(word, 24).c_str());
}

void end_line(Scanner &scanner) {
  scanner.skip_blanks();
  if (!scanner.at_line_end()) scanner.expected("the end of the line");
  scanner.next_line();
}

// Moves to the first character of the next line with content.
void skip_comments(Scanner &scanner) {
  for (scanner.skip_blanks(); scanner.at('\n') || scanner.at('%'); scanner.skip_blanks())
    scanner.next_line();
}

Index dimension(Scanner &scanner, const char *what) {
  scanner.skip_blanks();
  const Index size = scanner.whole(what);
  if (size < 0 || size > largest_dimension)
    scanner.refuse(Status::format, "%s is %lld; it must lie in 1..%lld", what, shown(size),
                   shown(largest_dimension));
  return size;
}

Shape read_header(Scanner &scanner) {
  const std::string banner = next_word(scanner);
  if (banner != "%%matrixmarket")
    scanner.refuse(
        Status::format,
        "expected '%%%%MatrixMarket matrix coordinate real general' or the like, found %s",
        shown_text(banner, 24).c_str());
  Shape shape;
  choice<1>(scanner, "the object 'matrix'", {"matrix"});
  shape.layout = Layout{choice<2>(scanner, "'coordinate' or 'array'", {"coordinate", "array"})};
  shape.field =
      Field{choice<5>(scanner, "'real', 'double', 'integer', 'unsigned-integer' or 'pattern'",
                      {"real", "double", "integer", "unsigned-integer", "pattern"})};
  shape.symmetry = Symmetry{choice<3>(scanner, "'general', 'symmetric' or 'skew-symmetric'",
                                      {"general", "symmetric", "skew-symmetric"})};
  if (shape.field == Field::pattern &&
      (shape.layout == Layout::array || shape.symmetry == Symmetry::skew_symmetric))
    scanner.refuse(Status::format,
                   "a pattern has no values and therefore cannot be an array or skew-symmetric");
  end_line(scanner);
  skip_comments(scanner);

  shape.rows = dimension(scanner, "the number of rows");
  shape.columns = dimension(scanner, "the number of columns");
  if (shape.rows == 0 || shape.columns == 0)
    scanner.refuse(Status::empty, "a matrix of %lld x %lld is empty", shown(shape.rows),
                   shown(shape.columns));
  if (shape.symmetry != Symmetry::general && shape.rows != shape.columns)
    scanner.refuse(Status::format, "a symmetric matrix must be square, this one is %lld x %lld",
                   shown(shape.rows), shown(shape.columns));
  if (shape.layout == Layout::array) {
    const Index n = shape.rows;
    shape.entries = shape.symmetry == Symmetry::general     ? n * shape.columns
                    : shape.symmetry == Symmetry::symmetric ? n * (n + 1) / 2
                                                            : n * (n - 1) / 2;
  } else {
    scanner.skip_blanks();
    shape.entries = scanner.whole("the number of entries");
    if (shape.entries < 0)
      scanner.refuse(Status::format, "the number of entries is %lld", shown(shape.entries));
  }
  end_line(scanner);
  return shape;
}

void begin_entry(Scanner &scanner, Index done, const Shape &shape) {
  skip_comments(scanner);
  if (scanner.at_end())
    scanner.refuse(Status::format, "the file ends after %lld of %lld entries", shown(done),
                   shown(shape.entries));
}

Index index(Scanner &scanner, const char *what, Index size) {
  scanner.skip_blanks();
  const Index number = scanner.whole(what);
  if (number < 1 || number > size)
    scanner.refuse(Status::format, "expected %s in 1..%lld, found %lld", what, shown(size),
                   shown(number));
  return number - 1;
}

// `row` and `column` count from 0.
double real_at(Scanner &scanner, Index row, Index column) {
  try {
    return scanner.real("the value", Digits::fortran);
  } catch (const Error &error) {
    if (error.status() != Status::value) throw;
    fail(error.status(), "%s (row %lld, column %lld, counted from 1)", error.what(), shown(row + 1),
         shown(column + 1));
  }
}

double value(Scanner &scanner, Field field, Index row, Index column) {
  scanner.skip_blanks();
  const double number = real_at(scanner, row, column);
  const bool is_unsigned = field == Field::unsigned_integer;
  if ((is_unsigned || field == Field::integer) && number != std::trunc(number))
    scanner.refuse(Status::format, "expected an integer as declared in the banner, found %g",
                   number);
  if (is_unsigned && number < 0)
    scanner.refuse(Status::format,
                   "expected an unsigned integer as declared in the banner, found %g", number);
  return number;
}

// The most common line, of small whole numbers in a general matrix; else nothing is read.
bool read_plain(Scanner &scanner, const Shape &shape, Triplets &triplets) {
  if (shape.symmetry != Symmetry::general) return false;
  if (shape.field == Field::pattern) {
    Index numbers[2] = {};
    if (!scanner.plain_line({shape.rows, shape.columns}, numbers)) return false;
    triplets.push(numbers[0] - 1, numbers[1] - 1, 1, shape.symmetry);
    return true;
  }
  Index numbers[3] = {};
  if (!scanner.plain_line({shape.rows, shape.columns, 0}, numbers)) return false;
  triplets.push(numbers[0] - 1, numbers[1] - 1, static_cast<double>(numbers[2]), shape.symmetry);
  return true;
}

void read_coordinates(Scanner &scanner, const Shape &shape, Triplets &triplets) {
  bool above = false, below = false;
  for (Index e = 0; e < shape.entries; ++e) {
    if (read_plain(scanner, shape, triplets)) continue;
    begin_entry(scanner, e, shape);
    const Index i = index(scanner, "a row number", shape.rows);
    const Index j = index(scanner, "a column number", shape.columns);
    const double x = shape.field == Field::pattern ? 1 : value(scanner, shape.field, i, j);
    if (shape.symmetry != Symmetry::general) {
      above = above || i < j;
      below = below || i > j;
      if (above && below)
        scanner.refuse(
            Status::format,
            "entries on both sides of the diagonal; a symmetric file must contain only one side");
      if (i == j && x != 0 && shape.symmetry == Symmetry::skew_symmetric)
        scanner.refuse(Status::format, "an entry on the diagonal of a skew-symmetric matrix");
    }
    triplets.push(i, j, x, shape.symmetry);
    end_line(scanner);
  }
}

void read_array(Scanner &scanner, const Shape &shape, Triplets &triplets) {
  Index done = 0;
  for (Index j = 0; j < shape.columns; ++j) {
    const Index first = shape.symmetry == Symmetry::general     ? 0
                        : shape.symmetry == Symmetry::symmetric ? j
                                                                : j + 1;
    for (Index i = first; i < shape.rows; ++i) {
      begin_entry(scanner, done++, shape);
      const double x = value(scanner, shape.field, i, j);
      if (x != 0) triplets.push(i, j, x, shape.symmetry);
      end_line(scanner);
    }
  }
}

// Even an empty row costs 8 bytes: a small file must not cause an allocation of gigabytes.
void check_rows(const Scanner &scanner, const Shape &shape, Index entries) {
  constexpr Index many_rows = Index{1} << 20, rows_an_entry = 64;
  if (shape.rows > many_rows && shape.rows / rows_an_entry > entries)
    scanner.refuse(Status::format, "the file declares %lld rows, but has only %lld entries",
                   shown(shape.rows), shown(entries));
}

// A counting sort by row, stable within a row. Columns are placed first, then values: since one
// input is freed before the other is placed, at most 24 bytes per entry are allocated, twice the
// result.
Csr<double> by_rows(Triplets &&triplets, const Shape &shape,
                    const std::shared_ptr<Memory> &memory) {
  Csr<double> X;
  X.rows = shape.rows;
  X.columns = shape.columns;
  X.indptr = Array<Index>(memory, shape.rows + 1);
  const Index entries = triplets.rows.size();
  for (Index e = 0; e < entries; ++e) ++X.indptr[triplets.rows[e] + 1];
  for (Index i = 0; i < X.rows; ++i) X.indptr[i + 1] += X.indptr[i];

  Array<Index> next = X.indptr.copy();
  X.indices = Array<std::int32_t>(memory, entries);
  triplets.columns.drain(
      [&](Index e, std::int32_t column) { X.indices[next[triplets.rows[e]]++] = column; });
  next = X.indptr.copy();
  X.values = Array<double>(memory, entries);
  triplets.values.drain([&](Index e, double x) { X.values[next[triplets.rows[e]]++] = x; });
  triplets.rows.clear();
  return X;
}

std::unique_ptr<Matrix> table_of(const Csr<double> &X, const std::shared_ptr<Memory> &memory) {
  Array<double> values(memory, X.rows * X.columns);
  for (Index i = 0; i < X.rows; ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      values[i * X.columns + X.indices[e]] = X.values[e];
  return matrix_from_values(X.rows, X.columns, std::move(values));
}

}  // namespace

std::unique_ptr<Matrix> read_matrix_market(Scanner &scanner,
                                           const std::shared_ptr<Memory> &memory) {
  const Shape shape = read_header(scanner);
  Triplets triplets(memory);
  if (shape.layout == Layout::coordinate) {
    read_coordinates(scanner, shape, triplets);
    check_rows(scanner, shape, triplets.rows.size());
  } else {
    read_array(scanner, shape, triplets);
  }
  skip_comments(scanner);
  if (!scanner.at_end())
    scanner.refuse(Status::format, "more than the declared %lld entries", shown(shape.entries));
  Csr<double> X = by_rows(std::move(triplets), shape, memory);
  try {
    canonicalize(X, memory);
  } catch (const Error &error) {
    fail(error.status(), "%s: %s", scanner.name().c_str(), error.what());
  }
  return shape.layout == Layout::array ? table_of(X, memory) : matrix_from_parts(std::move(X));
}

}  // namespace manifact
