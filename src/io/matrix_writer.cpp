// Matrix Market coordinate real general. to_chars writes the shortest digits that convert back to
// the same double, at most 17.
#include <charconv>

#include "io/file.hpp"
#include "io/reader.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

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
