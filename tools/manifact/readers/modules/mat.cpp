// MAT files whose frame is complete, read by libmatio.
#include "readers/mat.hpp"

#include <matio.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "readers/converted.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Close {
  void operator()(mat_t *file) const { Mat_Close(file); }
  void operator()(matvar_t *variable) const { Mat_VarFree(variable); }
};
using File = std::unique_ptr<mat_t, Close>;
using Variable = std::unique_ptr<matvar_t, Close>;

bool is_number(matio_classes type) noexcept {
  return type == MAT_C_SPARSE || (type >= MAT_C_DOUBLE && type <= MAT_C_UINT64);
}

bool is_matrix(const matvar_t &variable) noexcept {
  return variable.rank == 2 && variable.isComplex == 0 && is_number(variable.class_type) &&
         variable.name != nullptr;
}

// The named one, else `fea`, or the only real matrix in the file.
std::string choose(mat_t *file, const std::string &path, const std::optional<std::string> &array) {
  std::vector<std::string> names;
  while (const Variable variable{Mat_VarReadNextInfo(file)})
    if (is_matrix(*variable)) {
      names.emplace_back(variable->name);
      if (names.back() == array.value_or("fea")) return names.back();
    }
  if (array)
    throw Failure(path + " contains no real matrix '" + excerpt(*array, 60) + "'" +
                  (names.empty() ? "" : "; there are: " + listed(names)));
  if (names.size() == 1) return names[0];
  if (names.empty()) throw Failure(path + " contains no real matrix");
  throw Failure(path +
                " contains no matrix 'fea', but several others, and --array NAME chooses one: " +
                listed(names));
}

template <class T>
void convert(Numbers &numbers, const void *data) {
  const T *const from = static_cast<const T *>(data);
  for (std::int64_t i = 0; i < numbers.count; ++i)
    numbers.as<double>()[i] = static_cast<double>(from[i]);
}

Numbers numbers_of(std::int64_t count, int type, std::size_t width) {
  Numbers numbers;
  numbers.type = type;
  numbers.count = count;
  numbers.bytes.resize(static_cast<std::size_t>(count) * width);
  return numbers;
}

Numbers values_of(matio_types type, const void *data, std::int64_t count, const std::string &path) {
  Numbers numbers = numbers_of(count, MANIFACT_DOUBLE, sizeof(double));
  switch (type) {
    case MAT_T_DOUBLE:
      convert<double>(numbers, data);
      break;
    case MAT_T_SINGLE:
      convert<float>(numbers, data);
      break;
    case MAT_T_INT8:
      convert<std::int8_t>(numbers, data);
      break;
    case MAT_T_UINT8:
      convert<std::uint8_t>(numbers, data);
      break;
    case MAT_T_INT16:
      convert<std::int16_t>(numbers, data);
      break;
    case MAT_T_UINT16:
      convert<std::uint16_t>(numbers, data);
      break;
    case MAT_T_INT32:
      convert<std::int32_t>(numbers, data);
      break;
    case MAT_T_UINT32:
      convert<std::uint32_t>(numbers, data);
      break;
    case MAT_T_INT64:
      convert<std::int64_t>(numbers, data);
      break;
    case MAT_T_UINT64:
      convert<std::uint64_t>(numbers, data);
      break;
    default:
      throw Failure(path + " contains a matrix with an unknown number type");
  }
  return numbers;
}

// The indices of libmatio have 32 bits.
template <class Index>
Numbers indices_of(const Index *indices, std::int64_t count) {
  Numbers numbers = numbers_of(count, MANIFACT_INT64, sizeof(std::int64_t));
  for (std::int64_t i = 0; i < count; ++i)
    numbers.as<std::int64_t>()[i] = static_cast<std::int64_t>(indices[i]);
  return numbers;
}

Failure damaged(const std::string &path, const std::string &name) {
  return Failure(path + ": the matrix '" + excerpt(name, 60) + "' is damaged");
}

// A sparse matrix that is logical, which Octave writes malformed.
Failure of_octave(const matvar_t &variable, const std::string &path, const std::string &what) {
  return Failure(path + ": the sparse matrix '" + excerpt(variable.name, 60) + "' has " + what +
                 "; Octave writes sparse logical matrices like this: save double(X)");
}

SparseArrays sparse_of(const matvar_t &variable, const std::string &path) {
  const auto &sparse = *static_cast<const mat_sparse_t *>(variable.data);
  const auto columns = static_cast<std::int64_t>(variable.dims[1]);
  if (sparse.jc == nullptr || sparse.njc < variable.dims[1] + 1) throw damaged(path, variable.name);
  if (sparse.ndata != sparse.nir)
    throw of_octave(variable, path,
                    std::to_string(sparse.nir) + " row numbers, but " +
                        std::to_string(sparse.ndata) + " values");
  SparseArrays arrays;
  arrays.name = path;
  arrays.layout = Compressed::columns;
  arrays.rows = static_cast<std::int64_t>(variable.dims[0]);
  arrays.columns = columns;
  arrays.starts = indices_of(sparse.jc, columns + 1);
  const std::int64_t entries = arrays.starts.index(columns);
  if (entries < 0 || entries > static_cast<std::int64_t>(sparse.nir) ||
      entries > static_cast<std::int64_t>(sparse.ndata) ||
      (entries > 0 && (sparse.ir == nullptr || sparse.data == nullptr)))
    throw damaged(path, variable.name);
  arrays.indices = indices_of(sparse.ir, entries);
  arrays.values = values_of(variable.data_type, sparse.data, entries, path);
  const auto *const values = arrays.values.as<double>();
  if (variable.isLogical != 0 &&
      std::any_of(values, values + entries, [](double value) { return value != 0 && value != 1; }))
    throw of_octave(variable, path, "logical values that are neither 0 nor 1");
  return arrays;
}

DenseArrays dense_of(const matvar_t &variable, const std::string &path) {
  const std::size_t count = variable.dims[0] * variable.dims[1];
  if (variable.data_size <= 0 ||
      variable.nbytes / static_cast<std::size_t>(variable.data_size) < count)
    throw damaged(path, variable.name);
  DenseArrays arrays;
  arrays.name = path;
  arrays.rows = static_cast<std::int64_t>(variable.dims[0]);
  arrays.columns = static_cast<std::int64_t>(variable.dims[1]);
  arrays.by_columns = true;
  arrays.values =
      values_of(variable.data_type, variable.data, static_cast<std::int64_t>(count), path);
  return arrays;
}

std::variant<DenseArrays, SparseArrays> read(const std::string &path,
                                             const std::optional<std::string> &array) {
  const File file{Mat_Open(path.c_str(), MAT_ACC_RDONLY)};
  if (!file) throw Failure(path + " is not a MAT file of version 5 or 7");
  const std::string name = choose(file.get(), path, array);
  Mat_Rewind(file.get());
  const Variable variable{Mat_VarRead(file.get(), name.c_str())};
  if (!variable || !is_matrix(*variable)) throw damaged(path, name);
  if (variable->dims[0] == 0 || variable->dims[1] == 0)
    throw Failure(path + ": the matrix '" + excerpt(name, 60) + "' is empty");
  constexpr std::size_t largest = std::numeric_limits<std::int32_t>::max();
  if (variable->dims[0] > largest || variable->dims[1] > largest || variable->data == nullptr)
    throw damaged(path, name);
  if (variable->class_type == MAT_C_SPARSE) return sparse_of(*variable, path);
  return dense_of(*variable, path);
}

}  // namespace
}  // namespace cli

extern "C" cli::ReadMat manifact_read_mat;  // of the type that the program expects

void manifact_read_mat(const std::string &path, const std::optional<std::string> &array,
                       std::variant<cli::DenseArrays, cli::SparseArrays> &arrays) {
  arrays = cli::read(path, array);
}
