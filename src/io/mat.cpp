// MATLAB's MAT files of version 5 (and 7, which adds compression), through libmatio. Version 7.3 is
// HDF5, whose library prints messages for damaged files and has process-wide state: such files are
// rejected before libmatio, which itself is silent unless a log is configured.
#include <algorithm>
#include <string>
#include <vector>

#include "io/formats.hpp"
#include "io/messages.hpp"
#include "io/source.hpp"
#include "runtime/index.hpp"

#ifdef MANIFACT_HAVE_MATIO
#include <matio.h>
#endif

namespace manifact {

#ifdef MANIFACT_HAVE_MATIO
namespace {

struct Close {
  void operator()(mat_t *file) const { Mat_Close(file); }
  void operator()(matvar_t *variable) const { Mat_VarFree(variable); }
};
using File = std::unique_ptr<mat_t, Close>;
using Variable = std::unique_ptr<matvar_t, Close>;

// Reads up to `size` bytes; those beyond `to` are skipped.
std::size_t take(Source &source, std::size_t size, std::string *to) {
  char buffer[1 << 14];
  std::size_t done = 0;
  while (done < size) {
    const std::size_t got = source.read(buffer, std::min(size - done, sizeof buffer));
    if (got == 0) break;
    if (to != nullptr) to->append(buffer, got);
    done += got;
  }
  return done;
}

// The version is given as text in the first bytes. After the header of 128 bytes come elements,
// each preceded by its size. They must be complete, since libmatio replaces missing bytes by zeros.
void check_frame(const char *path, Monitor &monitor) {
  const auto source = open_file(path, monitor);
  std::string head;
  take(*source, 128, &head);
  if (head.starts_with("MATLAB 7.3 MAT-file"))
    fail(Status::format,
         "%s is a MAT file of version 7.3 (HDF5), which is not supported: save it with -v7",
         shown_input(path).c_str());
  if (!head.starts_with("MATLAB 5.0 MAT-file") || head.size() < 128)
    fail(Status::format, "%s is not a MAT file of version 5 or 7", shown_input(path).c_str());
  const bool little_endian = head.substr(126) == "IM";
  for (std::string tag; take(*source, 8, &tag) > 0; tag.clear()) {
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < 4 && tag.size() == 8; ++i)
      size |= static_cast<std::uint32_t>(static_cast<unsigned char>(tag[4 + i]))
              << 8 * (little_endian ? i : 3 - i);
    if (tag.size() < 8 || take(*source, size, nullptr) < size)
      fail(Status::format, "%s ends in the middle of a variable", shown_input(path).c_str());
  }
}

bool is_number(matio_classes type) noexcept {
  return type == MAT_C_SPARSE || (type >= MAT_C_DOUBLE && type <= MAT_C_UINT64);
}

bool is_matrix(const matvar_t &variable) noexcept {
  return variable.rank == 2 && variable.isComplex == 0 && is_number(variable.class_type) &&
         variable.name != nullptr;
}

// `fea`, or the only real matrix in the file.
std::string choose(mat_t *file, const char *path) {
  std::vector<std::string> names;
  while (const Variable variable{Mat_VarReadNextInfo(file)})
    if (is_matrix(*variable)) {
      names.emplace_back(variable->name);
      if (names.back() == "fea") return "fea";
    }
  if (names.size() == 1) return names[0];
  std::string list;
  for (const std::string &name : names) list.append(list.empty() ? "" : " ").append(name);
  if (names.empty()) fail(Status::format, "%s contains no real matrix", shown_input(path).c_str());
  fail(Status::format, "%s contains no matrix 'fea', but several others: %s",
       shown_input(path).c_str(), shown_text(list, 120).c_str());
}

template <class T>
void append(std::vector<double> &values, const void *data, std::size_t count) {
  const T *const numbers = static_cast<const T *>(data);
  for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<double>(numbers[i]));
}

std::vector<double> numbers(matio_types type, const void *data, std::size_t count,
                            const char *path) {
  std::vector<double> values;
  values.reserve(count);
  switch (type) {
    case MAT_T_DOUBLE:
      append<double>(values, data, count);
      break;
    case MAT_T_SINGLE:
      append<float>(values, data, count);
      break;
    case MAT_T_INT8:
      append<std::int8_t>(values, data, count);
      break;
    case MAT_T_UINT8:
      append<std::uint8_t>(values, data, count);
      break;
    case MAT_T_INT16:
      append<std::int16_t>(values, data, count);
      break;
    case MAT_T_UINT16:
      append<std::uint16_t>(values, data, count);
      break;
    case MAT_T_INT32:
      append<std::int32_t>(values, data, count);
      break;
    case MAT_T_UINT32:
      append<std::uint32_t>(values, data, count);
      break;
    case MAT_T_INT64:
      append<Index>(values, data, count);
      break;
    case MAT_T_UINT64:
      append<std::uint64_t>(values, data, count);
      break;
    default:
      fail(Status::format, "%s contains a matrix with an unknown number type",
           shown_input(path).c_str());
  }
  return values;
}

[[noreturn]] void refuse(const char *path, const std::string &name) {
  fail(Status::format, "%s: the matrix %s is damaged", shown_input(path).c_str(),
       shown_text(name, 60).c_str());
}

std::unique_ptr<Matrix> from_sparse(const matvar_t &variable, const char *path,
                                    const std::shared_ptr<Memory> &memory) {
  const auto &sparse = *static_cast<const mat_sparse_t *>(variable.data);
  const auto columns = static_cast<Index>(variable.dims[1]);
  if (sparse.jc == nullptr || sparse.njc < variable.dims[1] + 1) refuse(path, variable.name);
  const std::vector<Index> starts(sparse.jc, sparse.jc + columns + 1);
  const Index entries = starts.back();
  if (entries < 0 || entries > sparse.nir || entries > sparse.ndata ||
      (entries > 0 && (sparse.ir == nullptr || sparse.data == nullptr)))
    refuse(path, variable.name);
  const std::vector<Index> rows(sparse.ir, sparse.ir + entries);
  const std::vector<double> values =
      numbers(variable.data_type, sparse.data, static_cast<std::size_t>(entries), path);
  const RawCompressed raw{columns,       static_cast<Index>(variable.dims[0]),
                          entries,       starts.data(),
                          rows.data(),   IndexType::int64,
                          values.data(), ValueType::real};
  return matrix_from_csc(raw, memory);
}

std::unique_ptr<Matrix> from_dense(const matvar_t &variable, const char *path,
                                   const std::shared_ptr<Memory> &memory) {
  const auto rows = static_cast<Index>(variable.dims[0]),
             columns = static_cast<Index>(variable.dims[1]);
  const std::size_t count = variable.dims[0] * variable.dims[1];
  if (variable.data_size <= 0 ||
      variable.nbytes / static_cast<std::size_t>(variable.data_size) < count)
    refuse(path, variable.name);
  const std::vector<double> values = numbers(variable.data_type, variable.data, count, path);
  return matrix_from_dense(rows, columns, 1, rows, values.data(), ValueType::real, memory);
}

}  // namespace

std::unique_ptr<Matrix> read_mat(const char *path, const std::shared_ptr<Memory> &memory,
                                 Monitor &monitor) {
  if (std::string_view(path) == "-")
    fail(Status::format, "a MAT file cannot be read from standard input");
  check_frame(path, monitor);
  const File file{Mat_Open(path, MAT_ACC_RDONLY)};
  if (!file)
    fail(Status::format, "%s is not a MAT file of version 5 or 7", shown_input(path).c_str());
  const std::string name = choose(file.get(), path);
  Mat_Rewind(file.get());
  const Variable variable{Mat_VarRead(file.get(), name.c_str())};
  if (!variable || !is_matrix(*variable)) refuse(path, name);
  if (variable->dims[0] == 0 || variable->dims[1] == 0)
    fail(Status::empty, "%s: the matrix %s is empty", shown_input(path).c_str(),
         shown_text(name, 60).c_str());
  if (variable->dims[0] > largest_dimension || variable->dims[1] > largest_dimension ||
      variable->data == nullptr)
    refuse(path, name);
  return variable->class_type == MAT_C_SPARSE ? from_sparse(*variable, path, memory)
                                              : from_dense(*variable, path, memory);
}

#else

std::unique_ptr<Matrix> read_mat(const char *path, const std::shared_ptr<Memory> &, Monitor &) {
  fail(Status::feature, "%s: this build does not support MAT files (libmatio)",
       shown_input(path).c_str());
}

#endif

}  // namespace manifact
