// Archives of arrays, written by libzip.
#include "output/npy_archive.hpp"

#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "output/writing.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
namespace {

// The position of libzip in an array that it reads.
struct ArrayReader {
  const NpyArray *array;
  std::string_view rest = {};
  std::size_t next = 0;

  zip_int64_t read(char *to, std::size_t length) {
    std::size_t done = 0;
    while (done < length) {
      if (rest.empty() && next == array->pieces) break;
      if (rest.empty()) rest = array->piece(next++);
      const std::size_t part = std::min(rest.size(), length - done);
      std::copy_n(rest.data(), part, to + done);
      rest.remove_prefix(part);
      done += part;
    }
    return static_cast<zip_int64_t>(done);
  }
};

zip_int64_t give_size(void *facts, std::size_t size) {
  auto *const stat = static_cast<zip_stat_t *>(facts);
  zip_stat_init(stat);
  stat->size = size;
  stat->valid |= ZIP_STAT_SIZE;
  return sizeof *stat;
}

// A zip_source_callback.
zip_int64_t call_reader(void *user, void *data, zip_uint64_t length, zip_source_cmd_t command) {
  auto &reader = *static_cast<ArrayReader *>(user);
  switch (command) {
    case ZIP_SOURCE_OPEN:
      reader.rest = reader.array->header;
      reader.next = 0;
      return 0;
    case ZIP_SOURCE_READ:
      return reader.read(static_cast<char *>(data), length);
    case ZIP_SOURCE_STAT:
      return give_size(data, reader.array->header.size() + reader.array->bytes);
    case ZIP_SOURCE_SUPPORTS:
      return ZIP_SOURCE_SUPPORTS_READABLE;
    default:
      return 0;  // close, free; there are no errors
  }
}

// The archive as libzip writes it: it seeks back to the headers when it knows the sizes.
struct ZipFile {
  int fd;
  int failure = 0;  // an error number
  zip_int64_t position = 0, size = 0;
  zip_error_t error = {};

  zip_int64_t fail(int zip_code, int number) {
    failure = number;
    zip_error_set(&error, zip_code, number);
    return -1;
  }
  zip_int64_t write(const void *data, zip_uint64_t length) {
    if (const int number = write_all(fd, static_cast<const char *>(data), length); number != 0)
      return fail(ZIP_ER_WRITE, number);
    position += static_cast<zip_int64_t>(length);
    size = std::max(size, position);
    return static_cast<zip_int64_t>(length);
  }
  zip_int64_t seek(void *data, zip_uint64_t length) {
    const zip_int64_t to = zip_source_seek_compute_offset(
        static_cast<zip_uint64_t>(position), static_cast<zip_uint64_t>(size), data, length, &error);
    if (to < 0) return -1;
    if (::lseek(fd, to, SEEK_SET) < 0) return fail(ZIP_ER_SEEK, errno);
    position = to;
    return 0;
  }
};

// A zip_source_callback.
zip_int64_t call_file(void *user, void *data, zip_uint64_t length, zip_source_cmd_t command) {
  auto &file = *static_cast<ZipFile *>(user);
  switch (command) {
    case ZIP_SOURCE_WRITE:
      return file.write(data, length);
    case ZIP_SOURCE_SEEK_WRITE:
      return file.seek(data, length);
    case ZIP_SOURCE_TELL_WRITE:
      return file.position;
    case ZIP_SOURCE_STAT:
      return give_size(data, 0);
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data(&file.error, data, length);
    case ZIP_SOURCE_SUPPORTS:
      return ZIP_SOURCE_SUPPORTS_WRITABLE;
    default:
      return 0;  // it is never read; an incomplete file is removed by the caller
  }
}

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

// The reader stays where it is until the archive is closed.
void add(zip_t *zip, ArrayReader &reader) {
  zip_source_t *const source = zip_source_function(zip, call_reader, &reader);
  if (source == nullptr) throw std::bad_alloc();
  const zip_int64_t index = zip_file_add(zip, (std::string(reader.array->name) + ".npy").c_str(),
                                         source, ZIP_FL_ENC_UTF_8);
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

void zip_arrays(zip_source_t *to, const std::vector<NpyArray> &arrays, Progress *progress) {
  std::vector<ArrayReader> readers;
  for (const NpyArray &array : arrays) readers.push_back({&array});
  zip_error_t error;
  zip_error_init(&error);
  Discard open{zip_open_from_source(to, ZIP_TRUNCATE, &error)};
  if (open.zip == nullptr) fail_zip(&error);
  zip_source_keep(to);
  for (ArrayReader &reader : readers) add(open.zip, reader);
  if (progress != nullptr)
    zip_register_progress_callback_with_state(open.zip, 0.01, report, nullptr, progress);
  zip_register_cancel_callback_with_state(open.zip, is_cancelled, nullptr, nullptr);
  if (zip_close(open.zip) != 0) fail_zip(zip_get_error(open.zip));
  open.zip = nullptr;
}

// 0, or the error number.
int copy_bytes(zip_source_t *from, int fd) {
  if (zip_source_open(from) != 0) fail_zip(zip_source_error(from));
  std::vector<char> bytes(std::size_t{1} << 18);
  zip_int64_t got = 0;
  int error = 0;
  while (error == 0 && (got = zip_source_read(from, bytes.data(), bytes.size())) > 0)
    error = write_all(fd, bytes.data(), static_cast<std::size_t>(got));
  if (got < 0) fail_zip(zip_source_error(from));
  zip_source_close(from);
  return error;
}

int write(int fd, const std::vector<NpyArray> &arrays, Progress *progress) {
  zip_error_t error;
  zip_error_init(&error);
  ZipFile file{fd};
  const bool direct = ::lseek(fd, 0, SEEK_CUR) == 0;  // no pipe
  const Source source{direct ? zip_source_function_create(call_file, &file, &error)
                             : zip_source_buffer_create(nullptr, 0, 0, &error)};
  if (source.source == nullptr) fail_zip(&error);
  try {
    zip_arrays(source.source, arrays, progress);
  } catch (const Failure &) {
    if (file.failure == 0) throw;
    stop_if_interrupted();
  }
  return direct || file.failure != 0 ? file.failure : copy_bytes(source.source, fd);
}

}  // namespace
}  // namespace cli

extern "C" cli::WriteArchive manifact_write_archive;  // of the type that the program expects

int manifact_write_archive(int fd, const std::vector<cli::NpyArray> &arrays,
                           cli::Progress *progress) {
  return cli::write(fd, arrays, progress);
}
