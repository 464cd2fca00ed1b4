#include "readers/npz.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "readers/npy.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

std::string list_of(const Archive &archive) {
  constexpr std::size_t most = 20;
  std::string list;
  const auto &names = archive.arrays();
  for (std::size_t i = 0; i < names.size() && i < most; ++i)
    list += (i == 0 ? "" : ", ") + names[i].substr(0, 80);
  return names.size() > most ? list + " and " + std::to_string(names.size() - most) + " others"
                             : list;
}

std::unique_ptr<Stream> open(Archive &archive, const std::string &array) {
  if (!archive.holds(array))
    throw Failure(archive.name() + " has no array " + array + "; it holds " + list_of(archive));
  return archive.open(array);
}

Numbers read_indices(Archive &archive, const std::string &array) {
  const auto stream = open(archive, array);
  return read_npy_indices(*stream, read_npy_header(*stream));
}

Numbers read_values(Archive &archive, const std::string &array) {
  const auto stream = open(archive, array);
  const NpyHeader header = read_npy_header(*stream);
  if (header.shape.size() != 1)
    throw Failure(stream->name() + " has " +
                  counted(static_cast<std::int64_t>(header.shape.size()), "dimension") +
                  "; expected one");
  return read_npy_values(*stream, header);
}

std::string read_format(Archive &archive) {
  const auto stream = open(archive, "format");
  return read_npy_word(*stream, read_npy_header(*stream));
}

void require_length(const SparseArrays &arrays, const char *what, std::int64_t length,
                    std::int64_t expected) {
  if (length != expected)
    throw Failure(arrays.name + ": " + what + " has " + counted(length, "number") + ", expected " +
                  std::to_string(expected));
}

// Memory is allocated for each row and column, even if empty: a huge shape must not cause an
// allocation of gigabytes.
void require_entries(const SparseArrays &arrays) {
  constexpr std::int64_t many_rows = std::int64_t{1} << 20, many_columns = std::int64_t{1} << 24,
                         an_entry = 64;
  const std::int64_t entries = arrays.values.count;
  const bool is_row = arrays.rows > many_rows && arrays.rows / an_entry > entries;
  if (is_row || (arrays.columns > many_columns && arrays.columns / an_entry > entries))
    throw Failure(arrays.name + " declares " +
                  (is_row ? counted(arrays.rows, "row") : counted(arrays.columns, "column")) +
                  ", but has only " + std::to_string(entries) +
                  (entries == 1 ? " entry" : " entries"));
}

void read_compressed(Archive &archive, SparseArrays &arrays) {
  arrays.starts = read_indices(archive, "indptr");
  arrays.indices = read_indices(archive, "indices");
  const bool by_rows = arrays.layout == Compressed::rows;
  require_length(arrays, "indptr", arrays.starts.count,
                 (by_rows ? arrays.rows : arrays.columns) + 1);
  require_length(arrays, "indices", arrays.indices.count, arrays.values.count);
  // SciPy may keep unused space after the last entry.
  const std::int64_t used = arrays.starts.index(arrays.starts.count - 1);
  if (used >= 0 && used < arrays.values.count) arrays.indices.count = arrays.values.count = used;
}

void require_places(const std::string &name, const char *what, const Numbers &places,
                    std::int64_t size) {
  for (std::int64_t e = 0; e < places.count; ++e) {
    if (places.index(e) < 0 || places.index(e) >= size)
      throw Failure(name + ": entry " + std::to_string(e) + " has the " + what + ' ' +
                    std::to_string(places.index(e)) + "; with " + counted(size, what) +
                    " it must lie in 0.." + std::to_string(size - 1));
  }
}

// A counting sort by row, which is stable and keeps duplicates.
template <class Index>
void sort_by_rows(const Numbers &rows, const Numbers &columns, SparseArrays &arrays) {
  const std::int64_t entries = rows.count;
  const int type = sizeof(Index) == 4 ? MANIFACT_INT32 : MANIFACT_INT64;
  arrays.starts.type = arrays.indices.type = type;
  arrays.starts.count = arrays.rows + 1;
  arrays.indices.count = entries;
  // One more start than needed: moving the entries advances the start of each row to the next one.
  arrays.starts.bytes.resize(static_cast<std::size_t>(arrays.rows + 2) * sizeof(Index));
  arrays.indices.bytes.resize(static_cast<std::size_t>(entries) * sizeof(Index));
  Index *const starts = arrays.starts.as<Index>(), *const indices = arrays.indices.as<Index>();
  std::fill_n(starts, arrays.rows + 2, Index{0});
  for (std::int64_t e = 0; e < entries; ++e) ++starts[rows.index(e) + 2];
  for (std::int64_t i = 2; i <= arrays.rows + 1; ++i) starts[i] += starts[i - 1];
  Numbers sorted;
  sorted.type = arrays.values.type;
  sorted.count = entries;
  const std::size_t width = sorted.type == MANIFACT_FLOAT ? sizeof(float) : sizeof(double);
  sorted.bytes.resize(static_cast<std::size_t>(entries) * width);
  for (std::int64_t e = 0; e < entries; ++e) {
    const Index to = starts[rows.index(e) + 1]++;
    indices[to] = static_cast<Index>(columns.index(e));
    std::memcpy(sorted.bytes.data() + static_cast<std::size_t>(to) * width,
                arrays.values.bytes.data() + static_cast<std::size_t>(e) * width, width);
  }
  arrays.values = std::move(sorted);
}

void read_coordinates(Archive &archive, SparseArrays &arrays) {
  const Numbers rows = read_indices(archive, "row"), columns = read_indices(archive, "col");
  require_length(arrays, "row", rows.count, arrays.values.count);
  require_length(arrays, "col", columns.count, arrays.values.count);
  require_entries(arrays);
  require_places(arrays.name, "row", rows, arrays.rows);
  require_places(arrays.name, "column", columns, arrays.columns);
  if (rows.count <= std::numeric_limits<std::int32_t>::max())
    sort_by_rows<std::int32_t>(rows, columns, arrays);
  else
    sort_by_rows<std::int64_t>(rows, columns, arrays);
}

SparseArrays read_sparse(Archive &archive) {
  SparseArrays arrays;
  arrays.name = archive.name();
  const std::string format = read_format(archive);
  if (format != "csr" && format != "csc" && format != "coo")
    throw Failure(archive.name() + " holds a sparse matrix in the format " + format +
                  "; csr, csc and coo are supported (X.tocsr())");
  const Numbers shape = read_indices(archive, "shape");
  require_length(arrays, "shape", shape.count, 2);
  arrays.rows = shape.index(0);
  arrays.columns = shape.index(1);
  require_shape(arrays.name, arrays.rows, arrays.columns);
  arrays.layout = format == "csc" ? Compressed::columns : Compressed::rows;
  arrays.values = read_values(archive, "data");
  if (format == "coo")
    read_coordinates(archive, arrays);
  else
    read_compressed(archive, arrays);
  require_entries(arrays);
  return arrays;
}

bool is_sparse(const Archive &archive) {
  return archive.holds("format") && archive.holds("shape") && archive.holds("data");
}

}  // namespace

std::variant<DenseArrays, SparseArrays> read_npz(Archive &archive,
                                                 const std::optional<std::string> &array) {
  if (archive.arrays().empty())
    throw Failure(archive.name() + " is a zip archive without NumPy arrays (.npy)");
  if (!array && is_sparse(archive)) return read_sparse(archive);
  if (!array && archive.arrays().size() > 1)
    throw Failure(archive.name() +
                  " holds several arrays, and --array NAME chooses one: " + list_of(archive));
  const auto stream = open(archive, array ? *array : archive.arrays().front());
  return read_npy(*stream);
}

}  // namespace cli
