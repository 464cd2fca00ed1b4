// Matrices of HDF5 files: AnnData, 10x, MATLAB 7.3, and any numeric dataset of two dimensions.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "readers/arrays.hpp"

namespace cli {

struct Hdf5Choice {
  std::optional<std::string> array;      // --array: "layers/counts", "obsm/X_pca", a name
  std::optional<std::string> label, id;  // columns of obs
  std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max();
};

struct Hdf5Matrix {
  std::variant<DenseArrays, SparseArrays> arrays;
  std::vector<std::string> ids, labels, features;  // empty if the file has none
  std::vector<std::string> kinds;                  // of the features of 10x
  std::string note;                                // " is read as ..."
};

// A Failure in a build without HDF5.
Hdf5Matrix read_hdf5(const std::string &path, const Hdf5Choice &choice);

// The function "manifact_read_hdf5" of the module "manifact-hdf5".
using ReadHdf5 = void(const std::string &, const Hdf5Choice &, Hdf5Matrix &);

// Names, of which repeated ones get the id behind them: "Gene (ENSG1)", else their position.
void make_distinct(std::vector<std::string> &names, const std::vector<std::string> &ids);

}  // namespace cli
