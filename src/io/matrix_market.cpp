// Matrix Market: a banner, a size line, then one entry per line, "row column value" counted from
// 1 (coordinate), or only the values, column by column (array). After the banner, % comments and
// empty lines may appear anywhere, as in SuiteSparse.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "io/formats.hpp"
#include "io/messages.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"
#include "runtime/thread_pool.hpp"

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

// An entry, and its mirror image, which a symmetric file omits.
Index most_entries(const Shape &shape, Index lines) noexcept {
  return shape.symmetry == Symmetry::general ? lines : 2 * lines;
}

// Memory for entries: 16 bytes each.
struct Cursor {
  std::int32_t *rows, *columns;
  double *values;
  Index size = 0;

  void push(Index i, Index j, double value) noexcept {
    rows[size] = static_cast<std::int32_t>(i);
    columns[size] = static_cast<std::int32_t>(j);
    values[size++] = value;
  }
  Cursor behind(Index entries) const noexcept {
    return {rows + entries, columns + entries, values + entries};
  }
  // Entries that lie behind these: next to them, or behind a gap that other lines left.
  void take(const Cursor &more) noexcept {
    const bool gap = more.rows != rows + size;
    if (gap) std::copy_n(more.rows, more.size, rows + size);
    if (gap) std::copy_n(more.columns, more.size, columns + size);
    if (gap) std::copy_n(more.values, more.size, values + size);
    size += more.size;
  }
};

struct Chunk {
  Chunk(const std::shared_ptr<Memory> &memory, Index capacity)
      : rows(Array<std::int32_t>::uninitialized(memory, capacity)),
        columns(Array<std::int32_t>::uninitialized(memory, capacity)),
        values(Array<double>::uninitialized(memory, capacity)) {}

  Array<std::int32_t> rows, columns;
  Array<double> values;
  Index size = 0;
};

// Entries in the order of the file, in one chunk if the file is as long as it has to be for the
// entries it declares: memory is proportional to the data read and not to a claim in a header.
class Triplets {
 public:
  Triplets(const Shape &shape, Index bytes, const std::shared_ptr<Memory> &memory)
      : memory_(memory), shape_(shape), first_(shape.entries <= bytes / 2 ? shape.entries : 0) {}

  // Memory for the entries of as many lines, until commit() tells how many there are.
  Cursor reserve(Index lines) {
    const Index entries = most_entries(shape_, lines);
    if (chunks_.empty() || chunks_.back().rows.size() - chunks_.back().size < entries) {
      const Index declared = most_entries(shape_, std::exchange(first_, 0));
      chunks_.emplace_back(memory_, std::max(entries, declared) + spare);
    }
    Chunk &last = chunks_.back();
    return Cursor{last.rows.data(), last.columns.data(), last.values.data()}.behind(last.size);
  }
  void commit(Index entries) noexcept { chunks_.back().size += entries; }

  void push(Index i, Index j, double value) {
    reserve(1).push(i, j, value);
    commit(1);
  }

  Index size() const noexcept {
    Index all = 0;
    for (const Chunk &chunk : chunks_) all += chunk.size;
    return all;
  }
  std::vector<Chunk> &chunks() noexcept { return chunks_; }

 private:
  static constexpr Index spare = Index{1} << 14;

  std::shared_ptr<Memory> memory_;
  const Shape &shape_;
  Index first_;
  std::vector<Chunk> chunks_;
};

template <class Entries>
void push(Entries &entries, Index i, Index j, double value, Symmetry symmetry) {
  entries.push(i, j, value);
  if (symmetry != Symmetry::general && i != j)
    entries.push(j, i, symmetry == Symmetry::symmetric ? value : -value);
}

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

[[noreturn]] void refuse_fewer(const Scanner &scanner, Index done, const Shape &shape) {
  scanner.refuse(Status::format, "the file ends after %lld of %lld entries", shown(done),
                 shown(shape.entries));
}

[[noreturn]] void refuse_more(const Scanner &scanner, const Shape &shape) {
  scanner.refuse(Status::format, "more than the declared %lld entries", shown(shape.entries));
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
template <class Entries>
bool read_plain(Scanner &scanner, const Shape &shape, Entries &entries) {
  if (shape.symmetry != Symmetry::general) return false;
  if (shape.field == Field::pattern) {
    Index numbers[2] = {};
    if (!scanner.plain_line({shape.rows, shape.columns}, numbers)) return false;
    entries.push(numbers[0] - 1, numbers[1] - 1, 1);
    return true;
  }
  Index numbers[3] = {};
  if (!scanner.plain_line({shape.rows, shape.columns, 0}, numbers)) return false;
  entries.push(numbers[0] - 1, numbers[1] - 1, static_cast<double>(numbers[2]));
  return true;
}

// What has been read so far.
struct Done {
  Index lines = 0;  // with an entry
  bool above = false, below = false;

  bool both_sides(const Shape &shape) const noexcept {
    return shape.symmetry != Symmetry::general && above && below;
  }
};

// All entries up to the end of the text.
template <class Entries>
void read_entries(Scanner &scanner, const Shape &shape, Done &done, Entries &entries) {
  for (;; ++done.lines) {
    if (done.lines < shape.entries && read_plain(scanner, shape, entries)) continue;
    skip_comments(scanner);
    if (scanner.at_end()) return;
    if (done.lines == shape.entries) refuse_more(scanner, shape);
    const Index i = index(scanner, "a row number", shape.rows);
    const Index j = index(scanner, "a column number", shape.columns);
    const double x = shape.field == Field::pattern ? 1 : value(scanner, shape.field, i, j);
    done.above = done.above || i < j;
    done.below = done.below || i > j;
    if (done.both_sides(shape))
      scanner.refuse(
          Status::format,
          "entries on both sides of the diagonal; a symmetric file must contain only one side");
    if (i == j && x != 0 && shape.symmetry == Symmetry::skew_symmetric)
      scanner.refuse(Status::format, "an entry on the diagonal of a skew-symmetric matrix");
    push(entries, i, j, x, shape.symmetry);
    end_line(scanner);
  }
}

// Lines that a thread reads by itself.
struct Piece {
  std::string_view text;
  Index line_ends = 0;
  Cursor entries{};
  Done done;
  bool failed = false;

  // Lines with or without an entry.
  Index lines() const noexcept { return line_ends + (text.ends_with('\n') ? 0 : 1); }

  void read(const Scanner &whole, const Shape &shape) noexcept {
    try {
      Scanner scanner(text, whole);
      read_entries(scanner, shape, done, entries);
    } catch (...) {
      failed = true;  // the message needs the number of the line
    }
  }
};

std::vector<Piece> divided(std::string_view text) {
  constexpr std::size_t size = std::size_t{1} << 17;
  std::vector<Piece> pieces;
  while (!text.empty()) {
    const std::size_t end = text.size() < size ? text.npos : text.find('\n', size);
    pieces.emplace_back().text = text.substr(0, end == text.npos ? end : end + 1);
    text.remove_prefix(pieces.back().text.size());
  }
  return pieces;
}

// Reads the next lines in pieces, each of which first counts its lines, so that its entries have a
// place. False: the scanner is at a piece that is wrong, or better read as part of the whole.
bool read_pieces(Scanner &scanner, std::string_view text, const Shape &shape, Done &done,
                 Triplets &triplets, ThreadPool &pool) {
  std::vector<Piece> pieces = divided(text);
  const auto each = [&](auto &&body) {
    pool.each(std::ssize(pieces), [&](Index p) { body(pieces[static_cast<std::size_t>(p)]); });
  };
  each([](Piece &piece) {
    piece.line_ends = std::count(piece.text.begin(), piece.text.end(), '\n');
  });
  Index lines = 0;
  for (const Piece &piece : pieces) lines += piece.lines();
  Cursor next = triplets.reserve(lines);
  Index before = 0;
  for (Piece &piece : pieces) {
    piece.entries = next.behind(before);
    before += most_entries(shape, piece.lines());
  }
  each([&](Piece &piece) { piece.read(scanner, shape); });
  for (const Piece &piece : pieces) {
    Done so_far = piece.done;
    so_far.lines += done.lines;
    so_far.above = so_far.above || done.above;
    so_far.below = so_far.below || done.below;
    if (piece.failed || so_far.lines > shape.entries || so_far.both_sides(shape)) return false;
    done = so_far;
    next.take(piece.entries);
    triplets.commit(piece.entries.size);
    scanner.skip_lines(piece.text, piece.line_ends);
  }
  return true;
}

// What a piece cannot read is read from there on by this thread, which tells what is wrong.
void read_coordinates(Scanner &scanner, const Shape &shape, Triplets &triplets,
                      const std::shared_ptr<Memory> &memory, ThreadPool *pool) {
  constexpr Index of_thread = Index{1} << 20, little = Index{1} << 18, most = Index{1} << 26;
  Done done;
  // The window grows with what is there, so that a small file takes little memory.
  for (Index size = 2 * little; pool != nullptr;
       size = std::min({2 * size, of_thread * std::max<Index>(1, pool->threads()), most})) {
    const std::string_view text = scanner.lines_ahead(size, memory);
    if (std::ssize(text) < little) break;
    try {
      if (!read_pieces(scanner, text, shape, done, triplets, *pool)) break;
    } catch (const Error &error) {
      if (error.status() != Status::threads) throw;
      break;  // this thread reads alone
    }
  }
  read_entries(scanner, shape, done, triplets);
  if (done.lines < shape.entries) refuse_fewer(scanner, done.lines, shape);
}

void read_array(Scanner &scanner, const Shape &shape, Triplets &triplets) {
  Index done = 0;
  for (Index j = 0; j < shape.columns; ++j) {
    const Index first = shape.symmetry == Symmetry::general     ? 0
                        : shape.symmetry == Symmetry::symmetric ? j
                                                                : j + 1;
    for (Index i = first; i < shape.rows; ++i) {
      skip_comments(scanner);
      if (scanner.at_end()) refuse_fewer(scanner, done, shape);
      ++done;
      const double x = value(scanner, shape.field, i, j);
      if (x != 0) push(triplets, i, j, x, shape.symmetry);
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

// visit(row, entry) for all entries of some chunks in their order; what `entries` of a chunk names
// is freed after it.
template <class T, class Visit>
void drain(std::vector<Chunk> &chunks, Array<T> Chunk::*entries, const Visit &visit) {
  for (Chunk &chunk : chunks) {
    const Array<T> part = std::move(chunk.*entries);
    for (Index e = 0; e < chunk.size; ++e) visit(chunk.rows[e], part[e]);
  }
}

// The first entries in memory of their own, unless most of the array is used.
template <class T>
Array<T> fitted(Array<T> &&all, Index size, const std::shared_ptr<Memory> &memory) {
  if (all.size() - size <= all.size() / 8) {
    all.shrink(size);
    return std::move(all);
  }
  auto part = Array<T>::uninitialized(memory, size);
  std::copy_n(all.data(), size, part.data());
  return part;
}

// Entries that are sorted by row stay where they are, if there is one chunk. Else a counting sort,
// stable within a row. Columns are placed first, then values: since one input is freed before the
// other is placed, at most 24 bytes per entry are allocated, twice the result.
Csr<double> by_rows(Triplets &&triplets, const Shape &shape,
                    const std::shared_ptr<Memory> &memory) {
  Csr<double> X;
  X.rows = shape.rows;
  X.columns = shape.columns;
  X.indptr = Array<Index>(memory, shape.rows + 1);
  std::vector<Chunk> &chunks = triplets.chunks();
  const Index entries = triplets.size();
  bool sorted = true;
  std::int32_t before = 0;
  for (const Chunk &chunk : chunks)
    for (Index e = 0; e < chunk.size; ++e) {
      const std::int32_t row = chunk.rows[e];
      ++X.indptr[row + 1];
      sorted = sorted && row >= before;
      before = row;
    }
  for (Index i = 0; i < X.rows; ++i) X.indptr[i + 1] += X.indptr[i];
  if (sorted && chunks.size() == 1) {
    chunks[0].rows = {};
    X.indices = fitted(std::move(chunks[0].columns), entries, memory);
    X.values = fitted(std::move(chunks[0].values), entries, memory);
    return X;
  }
  Array<Index> next = X.indptr.copy();
  X.indices = Array<std::int32_t>::uninitialized(memory, entries);
  drain(chunks, &Chunk::columns,
        [&](std::int32_t row, std::int32_t column) { X.indices[next[row]++] = column; });
  next = X.indptr.copy();
  X.values = Array<double>::uninitialized(memory, entries);
  drain(chunks, &Chunk::values, [&](std::int32_t row, double x) { X.values[next[row]++] = x; });
  chunks.clear();
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

std::unique_ptr<Matrix> read_matrix_market(Scanner &scanner, const std::shared_ptr<Memory> &memory,
                                           ThreadPool *pool) {
  const Shape shape = read_header(scanner);
  Triplets triplets(shape, scanner.bytes(), memory);
  if (shape.layout == Layout::coordinate) {
    read_coordinates(scanner, shape, triplets, memory, pool);
    check_rows(scanner, shape, triplets.size());
  } else {
    read_array(scanner, shape, triplets);
    skip_comments(scanner);
    if (!scanner.at_end()) refuse_more(scanner, shape);
  }
  Csr<double> X = by_rows(std::move(triplets), shape, memory);
  try {
    canonicalize(X, memory);
  } catch (const Error &error) {
    fail(error.status(), "%s: %s", scanner.name().c_str(), error.what());
  }
  return shape.layout == Layout::array ? table_of(X, memory) : matrix_from_parts(std::move(X));
}

}  // namespace manifact
