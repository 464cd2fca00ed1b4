// The file formats of matrices. Each reader consumes the whole input and returns canonical rows;
// malformed input is an Error that names the line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/scanner.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

std::unique_ptr<Matrix> read_matrix_market(Scanner &scanner, const std::shared_ptr<Memory> &memory);
// `index_base`, unless null, receives the base of the indices in the file, 0 or 1. The label of a
// row with none or several is NaN.
std::unique_ptr<Matrix> read_svmlight(Scanner &scanner, const std::shared_ptr<Memory> &memory,
                                      int *index_base = nullptr);
// `names`, unless null, receives those of the columns, if the file has them. A skipped column is a
// warning, and so is a first line of numbers that is read as names.
std::unique_ptr<Matrix> read_csv(Scanner &scanner, const std::shared_ptr<Memory> &memory,
                                 const Monitor &monitor, std::vector<std::string> *names = nullptr);

inline constexpr Index largest_dimension = 0x7fffffff;

}  // namespace manifact
