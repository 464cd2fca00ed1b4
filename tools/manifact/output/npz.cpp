#include "output/npz.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "readers/formats.hpp"
#include "report/output.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

#ifdef MANIFACT_HAVE_ZIP
#include <zip.h>
#endif

namespace cli {

bool is_npz(const std::string &path) { return format_of_name(path) == Format::npz; }

void require_matrix_name(const std::string &path) {
  const Format format = format_of_name(path);
  const bool is_packed = path.ends_with(".gz") || path.ends_with(".GZ");
  if (format == Format::npy || format == Format::fvecs || (format == Format::npz && is_packed))
    throw Failure("cannot write " + path +
                  " in the format of its name; matrices are written as .mtx, .mtx.gz or .npz");
#ifndef MANIFACT_HAVE_ZIP
  if (format == Format::npz)
    throw Failure("cannot write " + path + ": this build has no .npz files (libzip)");
#endif
}

#ifdef MANIFACT_HAVE_ZIP

namespace {

// An array of one or two dimensions, or a string without dimensions, as a .npy file.
struct NpyArray {
  const char *name;
  std::string header;
  const void *data;
  std::size_t bytes;

  NpyArray(const char *member, std::string dtype, std::int64_t count, const void *from,
           std::size_t width, std::int64_t columns = 0)
      : name(member), data(from), bytes(static_cast<std::size_t>(count) * width) {
    constexpr std::size_t alignment = 64;
    const bool is_string = dtype.front() == '|';
    if (!is_string)
      dtype.insert(dtype.begin(), std::endian::native == std::endian::little ? '<' : '>');
    const std::string shape = columns > 0
                                  ? std::to_string(count / columns) + ", " + std::to_string(columns)
                                  : std::to_string(count) + ',';
    header = "{'descr': '" + dtype + "', 'fortran_order': False, 'shape': (" +
             (is_string ? "" : shape) + "), }";
    header.append(alignment - (header.size() + 11) % alignment, ' ').append("\n");
    const auto length = static_cast<unsigned>(header.size());
    header.insert(0, {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, static_cast<char>(length & 255),
                      static_cast<char>(length >> 8)});
  }
};

struct Discard {
  zip_t *zip;
  ~Discard() {
    if (zip != nullptr) zip_discard(zip);
  }
};

struct Source {
  zip_source_t *source;
  ~Source() { zip_source_free(source); }
};

[[noreturn]] void fail_zip(zip_error_t *error) {
  stop_if_interrupted();
  throw Failure(std::string("cannot make a .npz file: ") + zip_error_strerror(error));
}

void report(zip_t *, double share, void *progress) {
  constexpr std::int64_t whole = 1000;
  static_cast<Progress *>(progress)->advance(
      static_cast<std::int64_t>(share * static_cast<double>(whole)), whole);
}

int is_cancelled(zip_t *, void *) { return interrupted() ? 1 : 0; }

// The header and the data stay where they are until the archive is closed.
void add(zip_t *zip, const NpyArray &array) {
  zip_buffer_fragment_t parts[2];
  parts[0].data = reinterpret_cast<zip_uint8_t *>(const_cast<char *>(array.header.data()));
  parts[0].length = array.header.size();
  parts[1].data = static_cast<zip_uint8_t *>(const_cast<void *>(array.data));
  parts[1].length = array.bytes;
  zip_source_t *const source = zip_source_buffer_fragment(zip, parts, array.bytes > 0 ? 2 : 1, 0);
  if (source == nullptr) throw std::bad_alloc();
  const zip_int64_t index =
      zip_file_add(zip, (std::string(array.name) + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    fail_zip(zip_get_error(zip));
  }
  constexpr zip_uint32_t level = 1;  // level 6 takes eight times as long for a fifth less
  if (zip_set_file_compression(zip, static_cast<zip_uint64_t>(index), ZIP_CM_DEFLATE, level) != 0)
    fail_zip(zip_get_error(zip));
  constexpr zip_uint16_t first_day = 1 << 5 | 1;  // 1980-01-01, so that no time is in the file
  if (zip_file_set_dostime(zip, static_cast<zip_uint64_t>(index), 0, first_day, 0) != 0)
    fail_zip(zip_get_error(zip));
}

std::string bytes_of(zip_source_t *source) {
  zip_stat_t facts;
  zip_stat_init(&facts);
  if (zip_source_stat(source, &facts) != 0 || zip_source_open(source) != 0)
    fail_zip(zip_source_error(source));
  std::string bytes(facts.size, '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const zip_int64_t got = zip_source_read(source, bytes.data() + done, bytes.size() - done);
    if (got <= 0) fail_zip(zip_source_error(source));
    done += static_cast<std::size_t>(got);
  }
  zip_source_close(source);
  return bytes;
}

std::string zipped(const std::vector<NpyArray> &arrays, Progress *progress) {
  zip_error_t error;
  zip_error_init(&error);
  const Source source{zip_source_buffer_create(nullptr, 0, 0, &error)};
  if (source.source == nullptr) fail_zip(&error);
  Discard open{zip_open_from_source(source.source, ZIP_TRUNCATE, &error)};
  if (open.zip == nullptr) fail_zip(&error);
  zip_source_keep(source.source);
  for (const NpyArray &array : arrays) add(open.zip, array);
  if (progress != nullptr)
    zip_register_progress_callback_with_state(open.zip, 0.01, report, nullptr, progress);
  zip_register_cancel_callback_with_state(open.zip, is_cancelled, nullptr, nullptr);
  if (zip_close(open.zip) != 0) fail_zip(zip_get_error(open.zip));
  open.zip = nullptr;
  return bytes_of(source.source);
}

// The library gives 64-bit indices. SciPy takes 32-bit ones where they suffice.
bool narrow(std::vector<std::int64_t> &numbers, std::int64_t largest) {
  if (largest > std::numeric_limits<std::int32_t>::max()) return false;
  char *const to = reinterpret_cast<char *>(numbers.data());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<std::int32_t>(numbers[i]);
    std::memcpy(to + i * sizeof number, &number, sizeof number);
  }
  return true;
}

}  // namespace

std::string npz_of(const manifact_matrix *matrix, Progress *progress) {
  const std::int64_t rows = manifact_matrix_rows(matrix), columns = manifact_matrix_columns(matrix),
                     entries = manifact_matrix_entries(matrix);
  std::vector<std::int64_t> starts(static_cast<std::size_t>(rows) + 1),
      indices(static_cast<std::size_t>(entries));
  std::vector<double> values(indices.size());
  if (manifact_matrix_copy_csr(matrix, starts.data(), indices.data(), values.data(), entries) < 0)
    throw Failure("the matrix cannot be copied", internal_failure);
  const bool is_narrow = narrow(starts, entries) && narrow(indices, 0);
  const char *const type = is_narrow ? "i4" : "i8";
  const std::size_t width = is_narrow ? sizeof(std::int32_t) : sizeof(std::int64_t);
  const std::int64_t shape[] = {rows, columns};
  return zipped({{"indices", type, entries, indices.data(), width},
                 {"indptr", type, rows + 1, starts.data(), width},
                 {"format", "|S3", 1, "csr", 3},
                 {"shape", "i8", 2, shape, sizeof *shape},
                 {"data", "f8", entries, values.data(), sizeof(double)}},
                progress);
}

std::string npz_of_memberships(const std::vector<double> &memberships, std::int64_t columns,
                               const std::int32_t *labels, Progress *progress) {
  const auto count = static_cast<std::int64_t>(memberships.size());
  return zipped({{"memberships", "f8", count, memberships.data(), sizeof(double), columns},
                 {"labels", "i4", count / columns, labels, sizeof *labels}},
                progress);
}

#else

std::string npz_of(const manifact_matrix *, Progress *) { return {}; }
std::string npz_of_memberships(const std::vector<double> &, std::int64_t, const std::int32_t *,
                               Progress *) {
  return {};
}

#endif

void write_matrix(Session &session, const manifact_matrix *matrix, const std::string &path) {
  if (!is_npz(path))
    return session.check(manifact_matrix_write(session.context(), matrix, path.c_str()));
  session.progress().begin("writing", false);
  const std::string bytes = npz_of(matrix, &session.progress());
  session.progress().clear();
  write_file(path, bytes);
}

}  // namespace cli
