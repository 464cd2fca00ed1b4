#include "output/npz.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>
#include <vector>

#include "output/file.hpp"
#include "output/npy_archive.hpp"
#include "readers/formats.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {

namespace {

// Whether a name promises another format than Matrix Market: by an ending of at most eight letters
// and digits, of which a letter is the first. Names of temporary files and dates end otherwise.
bool promises_another(const std::string &path) {
  const std::filesystem::path whole = path;
  const std::filesystem::path name =
      whole.extension() == ".gz" ? whole.filename().stem() : whole.filename();
  std::string ending = lower_case(name.extension().native());
  if (ending.empty() && name.native().starts_with('.')) ending = lower_case(name.native());
  if (ending == ".mtx" || ending == ".mm" || ending == ".txt") return false;
  constexpr std::size_t longest = 9;
  return ending.size() > 1 && ending.size() <= longest && ending[1] >= 'a' && ending[1] <= 'z';
}

}  // namespace

std::string matrix_stem(const std::string &path) {
  const Format format = format_of_name(path);
  const bool is_own =
      format == Format::matrix_market || format == Format::npz || format == Format::counts;
  std::filesystem::path stem = path;
  if (lower_case(stem.extension().native()) == ".gz") stem.replace_extension();
  return (is_own ? stem.replace_extension() : stem).native();
}

bool is_npz(const std::string &path) { return format_of_name(path) == Format::npz; }

void require_matrix_name(const std::string &path) {
  const Format format = format_of_name(path);
  const bool is_packed = path.ends_with(".gz");
  const bool is_own = format == Format::npz || format == Format::counts;
  std::error_code ignored;
  const bool is_pipe = std::filesystem::is_fifo(path, ignored);
  if (is_own ? is_packed : !is_pipe && promises_another(path))
    throw Failure("cannot write " + path +
                  " in the format of its name; matrices are written as .npz, as .counts, or else "
                  "in Matrix Market (.mtx, .mtx.gz, .mm, .txt)");
  if (format == Format::npz)
#ifdef MANIFACT_HAVE_ZIP
    require_archive_writer(path);
#else
    throw Failure("cannot write " + path + ": this build does not support .npz files (libzip)");
#endif
}

#ifdef MANIFACT_HAVE_ZIP

namespace {

// The library gives 64-bit indices. SciPy takes 32-bit ones where they suffice.
void narrow(std::vector<std::int64_t> &numbers, std::size_t count) {
  char *const to = reinterpret_cast<char *>(numbers.data());
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::int32_t>(numbers[i]);
    std::memcpy(to + i * sizeof number, &number, sizeof number);
  }
}

// The arrays of compressed sparse rows, some rows at a time.
class SparseRows {
 public:
  explicit SparseRows(const manifact_matrix *matrix)
      : matrix_(matrix),
        entries_(manifact_matrix_entries(matrix)),
        is_narrow_(entries_ <= std::numeric_limits<std::int32_t>::max()),
        starts_(static_cast<std::size_t>(manifact_matrix_rows(matrix)) + 1) {
    if (manifact_matrix_copy_csr(matrix, starts_.data(), MANIFACT_INT64, nullptr, 0, nullptr, 0,
                                 entries_) < 0)
      throw Failure("the matrix cannot be copied", internal_failure);
    std::int64_t most = 0;
    for (std::size_t row = 0; row + 1 < starts_.size();) {
      const std::int64_t begin = starts_[row++];
      while (row + 1 < starts_.size() && starts_[row + 1] - begin <= piece_entries) ++row;
      most = std::max(most, starts_[row] - begin);
      ends_.push_back(static_cast<std::int64_t>(row));
      sizes_.push_back(starts_[row] - begin);
    }
    indices_.resize(static_cast<std::size_t>(most));
    values_.resize(indices_.size());
    if (is_narrow_) narrow(starts_, starts_.size());
  }
  SparseRows(const SparseRows &) = delete;
  SparseRows &operator=(const SparseRows &) = delete;

  std::vector<NpyArray> arrays() {
    const char *const type = is_narrow_ ? "i4" : "i8";
    const std::size_t width = is_narrow_ ? sizeof(std::int32_t) : sizeof(std::int64_t);
    std::vector<NpyArray> all;
    all.emplace_back(
        "indices", type, entries_, width,
        [this, width](std::size_t piece) { return indices(piece, width); }, sizes_.size());
    all.emplace_back("indptr", type, shape_[0] + 1, starts_.data(), width);
    all.emplace_back("format", "|S3", 1, "csr", 3);
    all.emplace_back("shape", "i8", 2, shape_, sizeof *shape_);
    all.emplace_back(
        "data", "f8", entries_, sizeof(double), [this](std::size_t piece) { return values(piece); },
        sizes_.size());
    return all;
  }

 private:
  static constexpr std::int64_t piece_entries = 1 << 16;

  std::size_t copy(std::size_t piece, std::int64_t *indices, double *values) const {
    const std::int64_t first = piece == 0 ? 0 : ends_[piece - 1];
    manifact_matrix_copy_rows(matrix_, first, ends_[piece] - first, indices, MANIFACT_INT64, values,
                              MANIFACT_DOUBLE, sizes_[piece]);
    return static_cast<std::size_t>(sizes_[piece]);
  }
  std::string_view indices(std::size_t piece, std::size_t width) {
    const std::size_t count = copy(piece, indices_.data(), nullptr);
    if (is_narrow_) narrow(indices_, count);
    return {reinterpret_cast<const char *>(indices_.data()), count * width};
  }
  std::string_view values(std::size_t piece) {
    const std::size_t count = copy(piece, nullptr, values_.data());
    return {reinterpret_cast<const char *>(values_.data()), count * sizeof(double)};
  }

  const manifact_matrix *matrix_;
  std::int64_t entries_;
  bool is_narrow_;
  std::vector<std::int64_t> starts_;
  std::int64_t shape_[2] = {manifact_matrix_rows(matrix_), manifact_matrix_columns(matrix_)};
  std::vector<std::int64_t> ends_, sizes_;  // of each piece: its last row + 1, its entries
  std::vector<std::int64_t> indices_;
  std::vector<double> values_;
};

}  // namespace

Content npz_of(const manifact_matrix *matrix, Progress *progress) {
  return [matrix, progress](int fd) {
    SparseRows rows(matrix);
    return write_archive(fd, rows.arrays(), progress);
  };
}

Content npz_of_memberships(const std::vector<double> &memberships, std::int64_t columns,
                           const std::int32_t *labels, Progress *progress) {
  return [&memberships, columns, labels, progress](int fd) {
    const auto count = static_cast<std::int64_t>(memberships.size());
    return write_archive(fd,
                         {{"memberships", "f8", count, memberships.data(), sizeof(double), columns},
                          {"labels", "i4", count / columns, labels, sizeof *labels}},
                         progress);
  };
}

#else

Content npz_of(const manifact_matrix *, Progress *) { return {}; }
Content npz_of_memberships(const std::vector<double> &, std::int64_t, const std::int32_t *,
                           Progress *) {
  return {};
}

#endif

void write_matrix(Session &session, const manifact_matrix *matrix, const std::string &path) {
  if (!is_npz(path))
    return session.check(manifact_matrix_write(session.context(), matrix, path.c_str()));
  session.progress().begin("writing", false);
  write_file(path, npz_of(matrix, &session.progress()));
  session.progress().clear();
}

}  // namespace cli
