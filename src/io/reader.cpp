#include "io/reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/counts_file.hpp"
#include "io/file.hpp"
#include "io/formats.hpp"
#include "io/messages.hpp"
#include "io/scanner.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

Format format_of_name(std::string_view path) {
  const std::string lower = lower_case(path);
  std::string_view name = lower;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  if (name.ends_with(".mtx")) return Format::matrix_market;
  if (name.ends_with(".svm") || name.ends_with(".svmlight") || name.ends_with(".libsvm"))
    return Format::svmlight;
  if (name.ends_with(".csv")) return Format::csv;
  if (name.ends_with(".counts")) return Format::counts;
  return Format::automatic;
}

bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }

// A word like "17:" before any comment.
bool has_feature(std::string_view line) noexcept {
  line = line.substr(0, line.find('#'));
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (!is_blank(line[i - 1]) || !is_digit(line[i])) continue;
    while (i < line.size() && is_digit(line[i])) ++i;
    if (i < line.size() && line[i] == ':') return true;
  }
  return false;
}

Format format_of_line(std::string_view line) {
  constexpr std::string_view banner = "%%matrixmarket";
  if (lower_case(line.substr(0, banner.size())) == banner) return Format::matrix_market;
  const std::size_t first = line.find_first_not_of(" \t");
  if (first != std::string_view::npos && line[first] == '#') return Format::svmlight;
  return has_feature(line) ? Format::svmlight : Format::csv;
}

std::unique_ptr<Matrix> read_as(Format format, Scanner &scanner,
                                const std::shared_ptr<Memory> &memory, const Monitor &monitor,
                                FileFacts &facts, ThreadPool *pool) {
  switch (format) {
    case Format::matrix_market:
      return read_matrix_market(scanner, memory, pool);
    case Format::svmlight:
      return read_svmlight(scanner, memory, &facts.index_base);
    default:
      return read_csv(scanner, memory, monitor, &facts.feature_names);
  }
}

// Users of the matrix allocate some numbers for each column, used or not: one huge feature index
// must not cause an allocation of gigabytes.
void check_columns(const Matrix &matrix, const std::string &name) {
  constexpr Index many_columns = Index{1} << 24, columns_an_entry = 64;
  if (matrix.columns > many_columns && matrix.columns / columns_an_entry > matrix.entries())
    fail(Status::format, "%s has feature indices up to %lld, but only %lld entries", name.c_str(),
         shown(matrix.columns), shown(matrix.entries()));
}

// Labels take no part in a fit, but a reader of the file may expect them to.
void tell_odd_labels(const Matrix &matrix, const std::string &name, const Monitor &monitor) {
  Index odd = 0;
  for (const double label : matrix.row_labels) odd += std::isnan(label) ? 1 : 0;
  if (odd > 0)
    monitor.note(1, (name + ": " + std::to_string(odd) + " of " + std::to_string(matrix.rows) +
                     " rows have no label or several; the labels of the rows are not used")
                        .c_str());
}

// All of a file in memory.
std::unique_ptr<Matrix> read_counts(Source &source, const std::string &name,
                                    const std::shared_ptr<Memory> &memory, Monitor &monitor) {
  constexpr Index piece = Index{1} << 20;
  Array<char> bytes(memory, piece);
  Index size = 0;
  for (std::size_t count = 1; count > 0; size += static_cast<Index>(count)) {
    if (bytes.size() - size < piece) {
      Array<char> more(memory, 2 * bytes.size());
      std::copy_n(bytes.data(), size, more.data());
      bytes = std::move(more);
    }
    count = source.read(bytes.data() + size, static_cast<std::size_t>(piece));
  }
  return counts_of_bytes(bytes.data(), static_cast<std::size_t>(size), name.c_str(), memory,
                         monitor);
}

std::unique_ptr<Matrix> read(std::unique_ptr<Source> packed, const char *path, Format format,
                             const std::shared_ptr<Memory> &memory, Monitor &monitor,
                             FileFacts *facts, ThreadPool *pool) {
  FileFacts unused;
  FileFacts &found = facts != nullptr ? *facts : unused;
  found = {};
  std::string name = shown_input(path);
  std::unique_ptr<Source> source = unpacked(std::move(packed), name);
  if (format == Format::automatic) format = format_of_name(path);
  if (format == Format::counts) return read_counts(*source, name, memory, monitor);
  Scanner scanner(std::move(source), name, memory);
  if (format == Format::automatic) format = format_of_line(scanner.first_line());
  auto matrix = read_as(format, scanner, memory, monitor, found, pool);
  check_columns(*matrix, name);
  tell_odd_labels(*matrix, name, monitor);
  return matrix;
}

// Not a pipe, and not compressed.
bool is_mapped(const char *path, Format format) {
  return (format == Format::automatic || format == Format::counts) && holds_counts(path);
}

}  // namespace

std::unique_ptr<Matrix> read_matrix(const char *path, Format format,
                                    const std::shared_ptr<Memory> &memory, Monitor &monitor,
                                    FileFacts *facts, ThreadPool *pool) {
  if (is_mapped(path, format)) return map_counts(path, monitor);
  return read(open_file(path, monitor), path, format, memory, monitor, facts, pool);
}

std::unique_ptr<Matrix> parse_matrix(const void *data, std::size_t size, const char *name,
                                     Format format, const std::shared_ptr<Memory> &memory,
                                     Monitor &monitor, FileFacts *facts, ThreadPool *pool) {
  if (format == Format::automatic && begins_counts({static_cast<const char *>(data), size}))
    format = Format::counts;
  return read(open_memory(data, size, monitor), name, format, memory, monitor, facts, pool);
}

namespace {

// Matrix Market coordinate real general. to_chars writes the shortest digits that convert back to
// the same double, at most 17.

// Between two progress reports.
constexpr Index many_entries = Index{1} << 16;

// The length of a line of three numbers: 10 digits, 10 digits, and the 24 characters of the longest
// double.
struct Line {
  char text[64];
  char *end = text;

  template <class Number>
  Line &add(Number number, char behind) {
    end = std::to_chars(end, text + sizeof text - 1, number).ptr;
    *end++ = behind;
    return *this;
  }
  void write(AtomicFile &file) const { file.write(text, static_cast<std::size_t>(end - text)); }
};

}  // namespace

void write_matrix(const Matrix &matrix, const char *path, Monitor &monitor) {
  if (lower_case(path).ends_with(".counts")) return write_counts(matrix, path, monitor);
  monitor.enter("writing", matrix.entries());
  AtomicFile file(path, Packing::by_name);
  constexpr char banner[] = "%%MatrixMarket matrix coordinate real general\n";
  file.write(banner, sizeof banner - 1);
  Line().add(matrix.rows, ' ').add(matrix.columns, ' ').add(matrix.entries(), '\n').write(file);
  Index written = 0;
  for (Index i = 0; i < matrix.rows; ++i)
    matrix.each(i, [&](std::int32_t j, double value) {
      if (written++ % many_entries == 0) monitor.report(written - 1, matrix.entries());
      Line().add(i + 1, ' ').add(Index{j} + 1, ' ').add(value, '\n').write(file);
    });
  monitor.report(matrix.entries(), matrix.entries());
  file.commit();
}

}  // namespace manifact
