// The file formats of matrices. Each reader consumes the whole input and returns canonical rows;
// malformed input is an Error that names the line.
#pragma once

#include <memory>

#include "io/scanner.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

std::unique_ptr<Matrix> read_matrix_market(Scanner &scanner, const std::shared_ptr<Memory> &memory);
std::unique_ptr<Matrix> read_svmlight(Scanner &scanner, const std::shared_ptr<Memory> &memory);
// A skipped column is a warning.
std::unique_ptr<Matrix> read_csv(Scanner &scanner, const std::shared_ptr<Memory> &memory,
                                 const Monitor &monitor);

inline constexpr Index largest_dimension = 0x7fffffff;

}  // namespace manifact
