// INPUT as a matrix, with documents as rows.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "readers/array_matrix.hpp"
#include "readers/bags_of_words.hpp"
#include "readers/companions.hpp"
#include "readers/converted.hpp"
#include "readers/foreign.hpp"
#include "readers/hdf5.hpp"
#include "readers/input.hpp"
#include "readers/mat.hpp"
#include "readers/npy.hpp"
#include "readers/npz.hpp"
#include "readers/numeric_table.hpp"
#include "readers/safetensors.hpp"
#include "shared/gunzip.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr const char *text_hint =
    "text is read from tables with a header (.csv, .tsv), label<TAB>text lines (.tsv), JSON "
    "(.json, "
    ".jsonl), Debian control data (.deb822), mail or a folder of files";

int library_format(Format format) {
  switch (format) {
    case Format::matrix_market:
      return MANIFACT_FORMAT_MATRIX_MARKET;
    case Format::svmlight:
      return MANIFACT_FORMAT_SVMLIGHT;
    case Format::counts:
      return MANIFACT_FORMAT_COUNTS;
    default:
      return MANIFACT_FORMAT_CSV;
  }
}

std::vector<std::string> names_of(const manifact_matrix *matrix) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < manifact_matrix_columns(matrix); ++i) {
    const char *const name = manifact_matrix_feature_name(matrix, i);
    if (name == nullptr) return {};
    names.emplace_back(name);
  }
  return names;
}

// The rows of a sparse matrix are the columns of its transpose.
Matrix transposed(Session &session, const manifact_matrix *matrix) {
  const std::int64_t rows = manifact_matrix_rows(matrix), columns = manifact_matrix_columns(matrix),
                     entries = manifact_matrix_entries(matrix);
  std::vector<std::int64_t> starts(static_cast<std::size_t>(rows) + 1);
  std::vector<std::int32_t> indices(static_cast<std::size_t>(entries));
  std::vector<double> values(static_cast<std::size_t>(entries));
  session.check(manifact_matrix_copy_csr(matrix, starts.data(), MANIFACT_INT64, indices.data(),
                                         MANIFACT_INT32, values.data(), MANIFACT_DOUBLE, entries));
  manifact_matrix *turned = nullptr;
  if (manifact_matrix_is_dense(matrix) == 0) {
    session.check(manifact_matrix_create_csc(
        session.context(), columns, rows, entries, starts.data(), MANIFACT_INT64, indices.data(),
        MANIFACT_INT32, 0, values.data(), MANIFACT_DOUBLE, &turned));
    return Matrix(turned);
  }
  std::vector<double> dense(static_cast<std::size_t>(rows * columns));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t e = starts[static_cast<std::size_t>(i)];
         e < starts[static_cast<std::size_t>(i) + 1]; ++e)
      dense[static_cast<std::size_t>(indices[static_cast<std::size_t>(e)] * rows + i)] =
          values[static_cast<std::size_t>(e)];
  session.check(manifact_matrix_create_dense(session.context(), columns, rows, rows, 1,
                                             dense.data(), MANIFACT_DOUBLE, MANIFACT_COPY, nullptr,
                                             nullptr, &turned));
  return Matrix(turned);
}

// The columns j of a sparse matrix with keeps(j).
template <class Keeps>
Matrix with_columns(Session &session, const manifact_matrix *matrix, const Keeps &keeps) {
  const std::int64_t rows = manifact_matrix_rows(matrix), columns = manifact_matrix_columns(matrix),
                     entries = manifact_matrix_entries(matrix);
  std::vector<std::int64_t> starts(static_cast<std::size_t>(rows) + 1);
  std::vector<std::int32_t> indices(static_cast<std::size_t>(entries));
  std::vector<double> values(static_cast<std::size_t>(entries));
  session.check(manifact_matrix_copy_csr(matrix, starts.data(), MANIFACT_INT64, indices.data(),
                                         MANIFACT_INT32, values.data(), MANIFACT_DOUBLE, entries));
  std::vector<std::int32_t> place(static_cast<std::size_t>(columns), -1);
  std::int32_t kept = 0;
  for (std::size_t j = 0; j < place.size(); ++j)
    if (keeps(j)) place[j] = kept++;
  std::size_t end = 0;
  for (std::size_t i = 0, e = 0; i + 1 < starts.size(); ++i) {
    for (; e < static_cast<std::size_t>(starts[i + 1]); ++e) {
      const std::int32_t j = place[static_cast<std::size_t>(indices[e])];
      if (j < 0) continue;
      indices[end] = j;
      values[end++] = values[e];
    }
    starts[i + 1] = static_cast<std::int64_t>(end);
  }
  manifact_matrix *chosen = nullptr;
  session.check(manifact_matrix_create_csr(
      session.context(), rows, kept, starts.back(), starts.data(), MANIFACT_INT64, indices.data(),
      MANIFACT_INT32, 0, values.data(), MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &chosen));
  return Matrix(chosen);
}

}  // namespace

// The readers of MAT files and HDF5 need random access.
void Input::require_readable_mat() {
  const std::string kind = format_ == Format::hdf5 ? "HDF5" : "MAT";
  const Bytes *bytes = bytes_.get();
  if (path_ == "-" || (bytes != nullptr && !bytes->is_regular()))
    throw Failure(kind + " files are read from files, not from " +
                  std::string(path_ == "-" ? "" : "the pipe ") + name_ +
                  "; save it to a file first");
  Bytes file(path_);
  if (manifact::is_gzip(file.peek(2)))
    throw Failure(name_ + " is a compressed " + kind + " file; decompress it first: gzip -dc " +
                  shell_path(path_) + (kind == "MAT" ? " > NEW.mat" : " > NEW.h5"));
}

// Input that cannot be opened a second time is read into memory.
int Input::read_matrix(manifact_matrix **out) {
  session_.progress().enter("reading", true);
  if (has_other_columns_) return read_columns(out);
  if (reading_.warn)
    for (const std::string &counter : counters_) reading_.warn(name_ + ": " + counter);
  counters_.clear();
  if (bytes_ == nullptr || bytes_->is_regular()) {
    bytes_.reset();
    return manifact_matrix_read(session_.stoppable(), path_.c_str(), library_format(format_), out);
  }
  const std::string all = bytes_->rest();
  return manifact_matrix_parse(session_.stoppable(), all.data(), all.size(), name_.c_str(),
                               library_format(format_), out);
}

// Of a table with more than numbers.
int Input::read_columns(manifact_matrix **out) {
  if (bytes_ == nullptr) bytes_ = std::make_unique<Bytes>(path_, &session_.progress());
  NumericTable table;
  try {
    table = read_numeric_table(std::move(bytes_), reading_);
  } catch (const Failure &failure) {
    if (!is_guessed() || failure.code != bad_input) throw;
    throw Failure(failure.text + guess_hint(format_));
  }
  header_ = std::move(table.names);
  row_documents_ = std::move(table.rows);
  const std::int64_t columns = std::ssize(table.values) / table.count;
  return manifact_matrix_create_dense(session_.context(), table.count, columns, columns, 1,
                                      table.values.data(), MANIFACT_DOUBLE, MANIFACT_COPY, nullptr,
                                      nullptr, out);
}

// The names of the header, decoded; else those that the library read.
void Input::name_features(manifact_matrix *matrix) {
  std::vector<std::string> names = header_;
  const std::int64_t columns = manifact_matrix_columns(matrix);
  if (std::ssize(names) == columns + 1 && names.front().empty()) names.erase(names.begin());
  if (std::ssize(names) == columns) name_columns(matrix, names);
}

void Input::name_columns(manifact_matrix *matrix, const std::vector<std::string> &names) {
  std::string bytes;
  std::vector<std::int64_t> offsets{0};
  for (const std::string &name : names) {
    bytes += repaired(name);
    offsets.push_back(std::ssize(bytes));
  }
  session_.check(manifact_matrix_set_feature_names(session_.context(), matrix, bytes.data(),
                                                   offsets.data(), std::ssize(names)));
}

// The bytes go into the arrays that the library borrows.
Matrix Input::array_matrix() {
  session_.progress().begin("reading", true);
  if (bytes_ == nullptr) bytes_ = std::make_unique<Bytes>(path_, &session_.progress());
  manifact_matrix *matrix = nullptr;
  int status = MANIFACT_OK;
  if (format_ == Format::npz) {
    const std::unique_ptr<Archive> archive =
        open_archive(std::move(bytes_), path_, &session_.progress());
    archive->most_bytes = most_bytes_;
    status = matrix_of(session_.context(), read_npz(*archive, options_.array), &matrix);
  } else if (format_ == Format::safetensors) {
    const std::unique_ptr<Stream> stream = stream_of(std::move(bytes_));
    stream->most_bytes = most_bytes_;
    status = matrix_of(session_.context(), read_safetensors(*stream, options_.array), &matrix);
  } else if (format_ == Format::mat) {
    status = matrix_of(session_.context(), read_mat(path_, *bytes_, options_.array), &matrix);
  } else {
    const std::unique_ptr<Stream> stream = stream_of(std::move(bytes_));
    stream->most_bytes = most_bytes_;
    if (is_bag_of_words(format_))
      status = matrix_of(session_.context(), read_bags_of_words(*stream, format_), &matrix);
    else
      status = matrix_of(session_.context(),
                         format_ == Format::npy ? read_npy(*stream) : read_fvecs(*stream), &matrix);
  }
  session_.check_input(status, name_);
  return Matrix(matrix);
}

// Of AnnData, 10x and MATLAB 7.3, with the names of their rows and columns.
Matrix Input::hdf5_matrix() {
  session_.progress().begin("reading", true);
  bytes_.reset();
  if (reading_.fields.date || reading_.fields.skip || reading_.fields.text)
    throw Failure(name_ + " is HDF5, of which only --label-field and --id-field name columns");
  Hdf5Matrix found =
      read_hdf5(path_, {options_.array, reading_.fields.label, reading_.fields.id, most_bytes_});
  if (!found.note.empty()) reading_.report(name_ + found.note);
  manifact_matrix *matrix = nullptr;
  session_.check_input(matrix_of(session_.context(), std::move(found.arrays), &matrix), name_);
  Matrix held(matrix);
  if (!found.features.empty()) name_columns(matrix, found.features);
  keep_genes(held, found.kinds);
  row_documents_.ids = std::move(found.ids);
  row_documents_.labels = std::move(found.labels);
  return held;
}

Matrix Input::library_matrix() {
  manifact_matrix *matrix = nullptr;
  const int status = read_matrix(&matrix);
  // A pipe cannot be inspected again.
  const bool is_refused = status == MANIFACT_ERROR_FORMAT || status == MANIFACT_ERROR_VALUE;
  if (is_refused && can_reopen_ && bytes_ == nullptr) {
    Bytes again(path_);
    bool is_all = false;
    const std::string head = decoded_beginning(again, reading_, is_all);
    // The reader of tables says what to do about an odd cell.
    if (format_ == Format::csv && could_be_numbers(head, is_all, reading_)) {
      session_.check(read_columns(&matrix));
      Matrix read(matrix);
      name_features(matrix);
      return read;
    }
    const Format looks = format_of_beginning(head, is_all, reading_.fields);
    if (status == MANIFACT_ERROR_FORMAT && (looks == Format::automatic || cli::is_text(looks)))
      throw Failure(session_.message() + "; " + text_hint);
  }
  if (status == MANIFACT_ERROR_FORMAT && is_guessed())
    throw Failure(session_.message() + guess_hint(format_));
  session_.check(status);
  Matrix held(matrix);
  if (format_ == Format::csv) name_features(matrix);
  return held;
}

Matrix Input::matrix() {
  const bool is_file = format_ == Format::matrix_market && can_reopen_;
  Matrix held = has_vectors_              ? vector_matrix()
                : format_ == Format::hdf5 ? hdf5_matrix()
                : is_array(format_)       ? array_matrix()
                                          : library_matrix();
  if (options_.transpose == is_tenx_) {
    if (format_ == Format::matrix_market && !is_tenx_) warn_if_turned(held.get());
    if (options_.origins != nullptr && format_ == Format::csv) {
      add_origin();
      reading_.origin->kind = container_;
      reading_.origin->is_of_numbers = true;
      reading_.origin->documents = manifact_matrix_rows(held.get());
    }
    return held;
  }
  const std::vector<std::string> ids = std::move(row_documents_.ids);
  row_documents_ = {};
  row_documents_.ids = names_of(held.get());
  Matrix turned = transposed(session_, held.get());
  held.reset();
  if (std::ssize(ids) == manifact_matrix_columns(turned.get())) name_columns(turned.get(), ids);
  if (is_file) name_by_companions(turned);
  return turned;
}

// Of a Matrix Market file by the lists beside it, such as barcodes.tsv and features.tsv.
void Input::name_by_companions(Matrix &matrix) {
  const CompanionNames names = names_beside(path_, manifact_matrix_rows(matrix.get()),
                                            manifact_matrix_columns(matrix.get()));
  if (!names.documents.empty()) row_documents_.ids = names.documents;
  if (!names.features.empty()) name_columns(matrix.get(), names.features);
  if (!names.documents.empty() || !names.features.empty())
    reading_.report(name_ + ": " + names.told());
  keep_genes(matrix, names.kinds);
}

// Of the features of 10x, as scanpy does: counts of antibodies, guides and peaks are on other
// scales, and few antibodies would outweigh all genes.
void Input::keep_genes(Matrix &matrix, const std::vector<std::string> &kinds) {
  constexpr const char *genes = "Gene Expression";
  const std::int64_t kept = std::ranges::count(kinds, genes);
  if (kept == 0 || kept == std::ssize(kinds) || manifact_matrix_is_dense(matrix.get()) != 0 ||
      std::ssize(kinds) != manifact_matrix_columns(matrix.get()))
    return;
  const std::vector<std::string> names = names_of(matrix.get());
  matrix = with_columns(session_, matrix.get(), [&](std::size_t j) { return kinds[j] == genes; });
  std::vector<std::string> kept_names, others;
  for (std::size_t j = 0; j < kinds.size(); ++j) {
    if (kinds[j] == genes && !names.empty()) kept_names.push_back(names[j]);
    if (kinds[j] != genes && std::ranges::find(others, kinds[j]) == others.end())
      others.push_back(kinds[j]);
  }
  if (!names.empty()) name_columns(matrix.get(), kept_names);
  reading_.report(name_ + ": the " + counted(kept, "feature") +
                  " of \"Gene Expression\" are read, " + std::to_string(std::ssize(kinds) - kept) +
                  " others are not: " + listed(others));
}

// The rows are documents. Matrices of single cells, and those of some programs for text, have
// features there.
void Input::warn_if_turned(const manifact_matrix *matrix) {
  std::error_code ignored;
  const bool is_file = can_reopen_ && std::filesystem::is_regular_file(path_, ignored);
  bool is_all = false;
  if (is_file) head_ = decoded_beginning(*std::make_unique<Bytes>(path_), reading_, is_all);
  const std::string reason = turned_matrix(
      is_file ? path_ : "", head_, manifact_matrix_rows(matrix), manifact_matrix_columns(matrix));
  if (!reason.empty())
    session_.warn("the rows of " + name_ + " are clustered, but they seem to be features: " +
                  reason + "; --transpose clusters its columns");
}

}  // namespace cli
