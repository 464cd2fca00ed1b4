#include "io/counts_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "io/file.hpp"
#include "io/formats.hpp"
#include "io/messages.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "shared/counts_header.hpp"

namespace manifact {
namespace {

void require_little_endian() {
  if constexpr (std::endian::native != std::endian::little)
    fail(Status::feature, "files of counts are little-endian, which this machine is not");
}

CountsLayout layout_of(const CountsHeader &header, Index size, const char *name) {
  if (!begins_counts({header.magic, sizeof counts_magic}))
    fail(Status::format, "%s is not a file of counts: its first bytes are others", name);
  if (header.version != counts_version)
    fail(Status::version,
         "%s is a file of counts of version %u, and this library reads version %u: convert the "
         "data again",
         name, header.version, counts_version);
  if (header.checksum != checksum_of(header))
    fail(Status::format, "%s is damaged: the checksum of its header is wrong", name);
  if (header.reserved != 0 || header.unused != 0)
    fail(Status::version,
         "%s is a file of counts of a later release, which uses fields that this one does not know",
         name);
  const auto type = static_cast<ValueType>(header.value_type);
  constexpr Index most_entries = Index{1} << 56;
  if (header.rows < 1 || header.rows > largest_dimension || header.columns < 1 ||
      header.columns > largest_dimension || header.entries < 0 || header.entries > most_entries ||
      (type != ValueType::single && type != ValueType::real))
    fail(Status::format, "%s is damaged: its header has sizes or a type that no file has", name);
  const CountsLayout layout{header.rows, header.columns, header.entries, header.value_type};
  if (layout.size() != size || header.size != static_cast<std::uint64_t>(size))
    fail(Status::format,
         "%s has %lld bytes, but %lld rows with %lld entries take %lld: it is truncated or damaged",
         name, shown(size), shown(layout.rows), shown(layout.entries), shown(layout.size()));
  return layout;
}

// A matrix of the arrays in `bytes`, all of which are validated.
class Validation {
 public:
  Validation(const char *bytes, const CountsLayout &layout, const char *name)
      : layout_(layout),
        name_(name),
        indptr_(reinterpret_cast<const Index *>(bytes + sizeof(CountsHeader))),
        indices_(reinterpret_cast<const std::int32_t *>(bytes + layout.indices())),
        values_(bytes + layout.values()) {}

  std::unique_ptr<Matrix> matrix(Monitor &monitor) const {
    check_starts();
    check_rows(monitor);
    auto matrix = std::make_unique<Matrix>();
    matrix->rows = layout_.rows;
    matrix->columns = layout_.columns;
    matrix->indptr = indptr_;
    matrix->indices = {indices_, 0};
    matrix->value_type = type();
    if (type() == ValueType::single)
      matrix->singles = reinterpret_cast<const float *>(values_);
    else
      matrix->reals = reinterpret_cast<const double *>(values_);
    return matrix;
  }

 private:
  ValueType type() const noexcept { return static_cast<ValueType>(layout_.value_type); }

  [[noreturn]] void damaged(Index row, const char *what) const {
    fail(Status::format, "%s is damaged: row %lld %s", name_, shown(row), what);
  }

  void check_starts() const {
    if (indptr_[0] != 0) damaged(0, "does not start at entry 0");
    for (Index i = 0; i < layout_.rows; ++i)
      if (indptr_[i + 1] < indptr_[i]) damaged(i, "ends before it starts");
    if (indptr_[layout_.rows] != layout_.entries)
      damaged(layout_.rows - 1, "does not end at the last entry");
  }

  double value(Index e) const noexcept {
    return type() == ValueType::single
               ? static_cast<double>(reinterpret_cast<const float *>(values_)[e])
               : reinterpret_cast<const double *>(values_)[e];
  }

  // What is wrong with a row, or null.
  const char *fault_of(Index i) const noexcept {
    std::int32_t before = -1;
    for (Index e = indptr_[i]; e < indptr_[i + 1]; ++e) {
      const std::int32_t j = indices_[e];
      if (j < 0 || j >= layout_.columns) return "has an entry outside the columns";
      if (j <= before) return "has columns that do not ascend";
      before = j;
      if (!std::isfinite(value(e))) return "has a value that is NaN or infinite";
    }
    return nullptr;
  }

  void check_rows(Monitor &monitor) const {
    constexpr Index rows_of_report = 1 << 14;
    monitor.enter("reading", layout_.rows);
    for (Index i = 0; i < layout_.rows; ++i) {
      if (i % rows_of_report == 0) monitor.report(i, layout_.rows);
      if (const char *const fault = fault_of(i); fault != nullptr) damaged(i, fault);
    }
    monitor.report(layout_.rows, layout_.rows);
  }

  CountsLayout layout_;
  const char *name_;
  const Index *indptr_;
  const std::int32_t *indices_;
  const char *values_;
};

// A file that is mapped, and stays open, so that a change of its length is noticed.
class MappedFile {
 public:
  explicit MappedFile(const char *path) : name_(shown_input(path)) {
    file_ = ::open(path, O_RDONLY | O_CLOEXEC);
    if (const int error = errno; file_ < 0)
      fail_io(error, "cannot open %s: %s", shown_path(path).c_str(), system_reason(error).c_str());
  }
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile() {
    if (bytes_ != nullptr) ::munmap(bytes_, static_cast<std::size_t>(size_));
    ::close(file_);
  }

  const char *name() const noexcept { return name_.c_str(); }
  const char *bytes() const noexcept { return static_cast<const char *>(bytes_); }

  CountsLayout map() {
    struct stat info;
    if (::fstat(file_, &info) != 0) fail_now(errno);
    if (S_ISDIR(info.st_mode)) fail_io(EISDIR, "cannot read %s: it is a directory", name());
    if (!S_ISREG(info.st_mode))
      fail(Status::argument, "%s is not a regular file, which alone can be mapped into memory",
           name());
    size_ = info.st_size;
    changed_ = info.st_mtim;
    CountsHeader header{};
    for (std::size_t done = 0; done < sizeof header;) {
      const ssize_t count = ::pread(file_, reinterpret_cast<char *>(&header) + done,
                                    sizeof header - done, static_cast<off_t>(done));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail_now(errno);
      if (count == 0) fail(Status::format, "%s is truncated: it ends within its header", name());
      done += static_cast<std::size_t>(count);
    }
    const CountsLayout layout = layout_of(header, size_, name());
    void *const bytes =
        ::mmap(nullptr, static_cast<std::size_t>(size_), PROT_READ, MAP_SHARED, file_, 0);
    if (bytes == MAP_FAILED) fail_now(errno);
    bytes_ = bytes;
    return layout;
  }

  // Reading a page that the file no longer has ends the process.
  void require_unchanged() const {
    struct stat info;
    if (::fstat(file_, &info) != 0) fail_now(errno);
    if (info.st_size != size_ || info.st_mtim.tv_sec != changed_.tv_sec ||
        info.st_mtim.tv_nsec != changed_.tv_nsec)
      fail(Status::io,
           "%s has been changed since it was opened: open it again, and replace such files instead "
           "of writing into them",
           name());
  }

 private:
  [[noreturn]] void fail_now(int error) const {
    fail_io(error, "cannot read %s: %s", name(), system_reason(error).c_str());
  }

  std::string name_;
  int file_ = -1;
  void *bytes_ = nullptr;
  Index size_ = 0;
  struct timespec changed_ {};
};

bool is_exact_single(double value) noexcept {
  return static_cast<double>(static_cast<float>(value)) == value;
}

// Reports done rows of three passes.
class RowsWritten {
 public:
  RowsWritten(Index rows, Monitor &monitor) : total_(3 * rows), monitor_(monitor) {
    monitor_.enter("writing", total_);
  }
  void next() {
    constexpr Index many_rows = Index{1} << 12;
    if (done_++ % many_rows == 0) monitor_.report(done_ - 1, total_);
  }
  void skip(Index rows) { done_ += rows; }
  void end() { monitor_.report(total_, total_); }

 private:
  Index done_ = 0, total_;
  Monitor &monitor_;
};

bool are_exact_singles(const Matrix &matrix, RowsWritten &progress) {
  Index row = 0;
  const bool known =
      !matrix.dense && matrix.packed == nullptr && matrix.value_type == ValueType::single;
  bool exact = true;
  for (; !known && exact && row < matrix.rows; ++row) {
    progress.next();
    matrix.each(row, [&](std::int32_t, double value) { exact = exact && is_exact_single(value); });
  }
  progress.skip(matrix.rows - row);
  return exact;
}

template <class Number>
void write_number(AtomicFile &file, Number number) {
  file.write(&number, sizeof number);
}

}  // namespace

bool begins_counts(std::string_view bytes) noexcept {
  return bytes.starts_with(std::string_view(counts_magic, sizeof counts_magic));
}

bool holds_counts(const char *path) noexcept {
  struct stat info;
  if (::stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return false;
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char first[sizeof counts_magic] = {};
  const ssize_t count = ::read(file, first, sizeof first);
  ::close(file);
  return count == static_cast<ssize_t>(sizeof first) && begins_counts({first, sizeof first});
}

std::unique_ptr<Matrix> map_counts(const char *path, Monitor &monitor) {
  require_little_endian();
  auto file = std::make_shared<MappedFile>(path);
  const CountsLayout layout = file->map();
  std::unique_ptr<Matrix> matrix = Validation(file->bytes(), layout, file->name()).matrix(monitor);
  matrix->nonzeros = layout.entries;  // for callers that must not read a page
  matrix->require_unchanged = [file] { file->require_unchanged(); };
  return matrix;
}

std::unique_ptr<Matrix> counts_of_bytes(const void *data, std::size_t size, const char *name,
                                        const std::shared_ptr<Memory> &memory, Monitor &monitor) {
  require_little_endian();
  CountsHeader header{};
  if (size < sizeof header)
    fail(Status::format, "%s is truncated: it ends within its header", name);
  std::memcpy(&header, data, sizeof header);
  const CountsLayout layout = layout_of(header, static_cast<Index>(size), name);
  Array<double> aligned(memory, (static_cast<Index>(size) + 7) / 8);
  std::memcpy(aligned.data(), data, size);
  std::unique_ptr<Matrix> matrix =
      Validation(reinterpret_cast<const char *>(aligned.data()), layout, name).matrix(monitor);
  matrix->own_reals = std::move(aligned);
  return matrix;
}

void write_counts(const Matrix &matrix, const char *path, Monitor &monitor) {
  require_little_endian();
  RowsWritten progress(matrix.rows, monitor);
  const ValueType type = are_exact_singles(matrix, progress) ? ValueType::single : ValueType::real;
  const CountsLayout layout{matrix.rows, matrix.columns, matrix.entries(),
                            static_cast<std::uint32_t>(type)};
  AtomicFile file(path, Packing::plain);
  write_number(file, header_of(layout));
  Index start = 0;
  write_number(file, start);
  for (Index i = 0; i < matrix.rows; ++i) write_number(file, start += matrix.entries(i, i + 1));
  for (Index i = 0; i < matrix.rows; ++i) {
    progress.next();
    matrix.each(i, [&](std::int32_t j, double) { write_number(file, j); });
  }
  if (layout.entries % 2 != 0) write_number(file, std::int32_t{0});
  for (Index i = 0; i < matrix.rows; ++i) {
    progress.next();
    matrix.each(i, [&](std::int32_t, double value) {
      if (type == ValueType::single)
        write_number(file, static_cast<float>(value));
      else
        write_number(file, value);
    });
  }
  progress.end();
  file.commit();
}

}  // namespace manifact
