#include "distributed/petsc.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "linalg/sparse/csr.hpp"

namespace manifact {
namespace {

constexpr std::uint32_t matrix_id = 1211216, first_id = 1211210, last_id = 1211230;
constexpr Index at_once = Index{1} << 20;  // numbers that are read
constexpr Index most = std::numeric_limits<std::int32_t>::max();

template <class T>
T big_endian(const char *bytes) noexcept {
  T number = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    number = static_cast<T>(number << 8 | static_cast<unsigned char>(bytes[i]));
  return number;
}

bool is_id(std::uint32_t number) noexcept { return number >= first_id && number <= last_id; }

struct Header {
  Index index_bytes = 4, rows = 0, columns = 0, entries = 0;
  Index size = 0;  // of the file

  Index begin_of_lengths() const noexcept { return 4 * index_bytes; }
  Index begin_of_columns() const noexcept { return (4 + rows) * index_bytes; }
};

class File {
 public:
  explicit File(const std::string &path)
      : path_(path), file_(std::fopen(path.c_str(), "rb"), std::fclose) {
    if (file_ == nullptr) fail_io(errno, "cannot open %.400s", path.c_str());
  }

  // visit(first, bytes, count) for pieces of `count` numbers of this size.
  template <class Visit>
  void each(Index at, Index count, Index bytes_each, const Monitor &monitor, const Visit &visit) {
    if (fseeko(file_.get(), at, SEEK_SET) != 0) fail_io(errno, "cannot read %.400s", path_.c_str());
    std::vector<char> piece(static_cast<std::size_t>(std::min(count, at_once) * bytes_each));
    for (Index first = 0; first < count; first += at_once) {
      monitor.check();
      const Index now = std::min(at_once, count - first);
      const auto bytes = static_cast<std::size_t>(now * bytes_each);
      if (std::fread(piece.data(), 1, bytes, file_.get()) != bytes)
        fail(Status::format, "%.300s is truncated: it ends before its last number", path_.c_str());
      visit(first, piece.data(), now);
    }
  }

  // visit(number, value) for integers.
  template <class Visit>
  void each_integer(Index at, Index count, const Header &header, const Monitor &monitor,
                    const Visit &visit) {
    const Index width = header.index_bytes;
    each(at, count, width, monitor, [&](Index first, const char *bytes, Index now) {
      for (Index i = 0; i < now; ++i)
        visit(first + i, width == 8 ? static_cast<Index>(big_endian<std::uint64_t>(bytes + 8 * i))
                                    : static_cast<Index>(static_cast<std::int32_t>(
                                          big_endian<std::uint32_t>(bytes + 4 * i))));
    });
  }

 private:
  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> file_;
};

[[noreturn]] void refuse(const std::string &path, const Header &header, const std::string &what) {
  fail(Status::format, "%.300s (PETSc, %d-bit indices): %.150s", path.c_str(),
       static_cast<int>(8 * header.index_bytes), what.c_str());
}

Index size_of(const std::string &path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) fail_io(errno, "cannot read %.400s", path.c_str());
  return info.st_size;
}

Header read_header(const std::string &path, const Monitor &monitor) {
  File file(path);
  Header header;
  header.size = size_of(path);
  std::uint32_t id = 0;
  file.each(0, 8, 1, monitor, [&](Index, const char *bytes, Index) {
    id = big_endian<std::uint32_t>(bytes);
    if (id == 0) {
      id = big_endian<std::uint32_t>(bytes + 4);
      header.index_bytes = 8;
    } else if (!is_id(id)) {
      refuse(path, header,
             "the bytes of its numbers are in the wrong order; PETSc writes big-endian numbers");
    }
  });
  if (id != matrix_id)
    refuse(path, header,
           "expected a matrix, which begins with 1211216, but found " + std::to_string(id));
  file.each_integer(0, 4, header, monitor, [&](Index i, Index number) {
    (i == 1 ? header.rows : i == 2 ? header.columns : header.entries) = number;
  });
  if (header.entries == -1)
    refuse(path, header, "a dense matrix; only a sparse one (MATAIJ) can be divided among ranks");
  if (header.rows < 0 || header.columns < 0 || header.entries < 0)
    refuse(path, header,
           "a negative size: " + std::to_string(header.rows) + " x " +
               std::to_string(header.columns) + ", " + std::to_string(header.entries) + " entries");
  if (header.rows > most || header.columns > most)
    refuse(path, header, "more than 2147483647 rows or columns");
  if (header.size < header.begin_of_columns())
    refuse(path, header,
           "the file is truncated: it ends in the lengths of " + std::to_string(header.rows) +
               " rows");
  return header;
}

// The rows of this rank, from row `first`.
struct Block {
  Index first = 0;
  Csr<double> rows;
};

// Does not allocate the entries: the file may be too short for them.
Block read_lengths(const std::string &path, const Header &header, const MpiGroup &group,
                   ExecutionContext &run) {
  const Index ranks = group.size(), r = group.rank();
  const auto bound = [&](Index rank) {
    return header.rows / ranks * rank + std::min(rank, header.rows % ranks);
  };
  Block block;
  block.first = bound(r);
  const Index n = bound(r + 1) - block.first;
  Array<Index> indptr(run.memory, n + 1);
  File(path).each_integer(header.begin_of_lengths() + block.first * header.index_bytes, n, header,
                          run.monitor, [&](Index i, Index length) {
                            if (length < 0 || length > header.columns)
                              refuse(path, header,
                                     "row " + std::to_string(block.first + i) + " has " +
                                         std::to_string(length) + " entries, but there are " +
                                         std::to_string(header.columns) + " columns");
                            indptr[i + 1] = indptr[i] + length;
                          });
  block.rows.rows = n;
  block.rows.columns = header.columns;
  block.rows.indptr = std::move(indptr);
  return block;
}

// The bytes of a value, by the size of the file.
Index value_bytes(const std::string &path, const Header &header, Index entries) {
  const Index largest = header.index_bytes == 4 ? most : std::numeric_limits<Index>::max();
  if (header.entries != entries && header.entries != largest)
    refuse(path, header,
           "the header has " + std::to_string(header.entries) + " entries, but the rows have " +
               std::to_string(entries) + " together");
  const Index of_values = header.size - header.begin_of_columns() - entries * header.index_bytes;
  if (of_values == 8 * entries) return 8;
  if (of_values == 4 * entries) return 4;
  if (of_values == 16 * entries) refuse(path, header, "its values are complex numbers");
  refuse(path, header,
         "the file has " + std::to_string(header.size) + " bytes, but " + std::to_string(entries) +
             " entries need " + std::to_string(header.size - of_values + 8 * entries));
}

// before: the number of entries of lower ranks.
void read_entries(const std::string &path, const Header &header, Index before, Index all,
                  Index of_value, Block &block, ExecutionContext &run) {
  File file(path);
  Csr<double> &X = block.rows;
  const auto place = [&](Index e) {
    const auto *const next = std::upper_bound(X.indptr.begin(), X.indptr.end(), e);
    return "row " + std::to_string(block.first + (next - X.indptr.begin()) - 1) + ": ";
  };
  const Index begin = header.begin_of_columns(), n = X.entries();
  X.indices = Array<std::int32_t>(run.memory, n);
  X.values = Array<double>(run.memory, n);
  file.each_integer(begin + before * header.index_bytes, n, header, run.monitor,
                    [&](Index e, Index column) {
                      if (column < 0 || column >= header.columns)
                        refuse(path, header,
                               place(e) + "column " + std::to_string(column) +
                                   " is not one of 0 .. " + std::to_string(header.columns - 1));
                      X.indices[e] = static_cast<std::int32_t>(column);
                    });
  file.each(begin + all * header.index_bytes + before * of_value, n, of_value, run.monitor,
            [&](Index first, const char *bytes, Index now) {
              for (Index i = 0; i < now; ++i) {
                const double value =
                    of_value == 8 ? std::bit_cast<double>(big_endian<std::uint64_t>(bytes + 8 * i))
                                  : static_cast<double>(std::bit_cast<float>(
                                        big_endian<std::uint32_t>(bytes + 4 * i)));
                if (!std::isfinite(value))
                  refuse(path, header, place(first + i) + "a value is not finite");
                X.values[first + i] = value;
              }
            });
}

// Collective. A symmetric matrix of the type MATSBAIJ is written as its upper triangle of blocks,
// which nothing else in the file tells.
void refuse_triangle(const std::string &path, const Header &header, const Block &block,
                     ExecutionContext &run) {
  constexpr Index largest_block = 16, fewest_rows = 3;
  if (header.rows != header.columns || header.rows < fewest_rows) return;
  const Csr<double> &X = block.rows;
  for (Index size = 1; size <= largest_block && 2 * size <= header.rows; ++size) {
    Index below = 0, above = 0;
    for (Index i = 0; i < X.rows; ++i) {
      const Index row = (block.first + i) / size;
      for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
        below += X.indices[e] / size < row ? 1 : 0;
        above += X.indices[e] / size > row ? 1 : 0;
      }
    }
    if (run.total(below) > 0 || run.total(above) == 0) continue;
    const std::string text =
        path.substr(0, 300) +
        " (PETSc): only the upper triangle of a symmetric matrix, as MATSBAIJ writes it; convert "
        "it before it is written: MatConvert(A, MATAIJ, MAT_INITIAL_MATRIX, &B)";
    throw AgreedError(Status::format, text.c_str());
  }
}

}  // namespace

bool is_petsc(const std::string &path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;  // such as a pipe
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rb"),
                                                              std::fclose);
  char bytes[8] = {};
  if (file == nullptr || std::fread(bytes, 1, sizeof bytes, file.get()) < sizeof bytes)
    return false;
  const auto first = big_endian<std::uint32_t>(bytes);
  return is_id(first) || is_id(__builtin_bswap32(first)) ||
         (first == 0 && is_id(big_endian<std::uint32_t>(bytes + 4)));
}

DividedMatrix read_petsc(const std::string &path, std::uint64_t seed, MpiGroup &group,
                         ExecutionContext &run) {
  run.monitor.enter("read");
  Header header;
  run.together([&] {
    if (group.rank() == 0) header = read_header(path, run.monitor);
  });
  group.broadcast(&header, sizeof header, 0);
  Block block;
  run.together([&] { block = read_lengths(path, header, group, run); });
  const Index own = block.rows.entries(), before = run.rows_before(own), all = run.total(own);
  run.together([&] {
    const Index of_value = value_bytes(path, header, all);
    read_entries(path, header, before, all, of_value, block, run);
    canonicalize(block.rows, run.memory);
  });
  refuse_triangle(path, header, block, run);
  return deal_rows(matrix_from_parts(std::move(block.rows)).get(), seed, run);
}

}  // namespace manifact
