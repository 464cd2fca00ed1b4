// NumPy's .npy files: a header with the type and the shape, then the numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "readers/arrays.hpp"
#include "readers/stream.hpp"

namespace cli {

struct NpyHeader {
  std::string dtype;        // as in the file: "<f4"
  char kind = 'f';          // b bool, i integer, u unsigned, f float, S bytes, U UCS-4
  std::int64_t width = 4;   // bytes of an entry
  bool is_swapped = false;  // not the byte order of this machine
  bool by_columns = false;  // Fortran order
  std::vector<std::int64_t> shape;
  std::int64_t count = 1;   // the product of the shape; count * width fits in 63 bits
  std::int64_t offset = 0;  // of the first entry in the file
};

// Consumes the header. Anything but numbers or short strings is a Failure, as is a size of the
// stream that does not match the header.
NpyHeader read_npy_header(Stream &stream);

// The array after the header, up to the end of the stream: float where that is exact, else double.
Numbers read_npy_values(Stream &stream, const NpyHeader &header);

// The same for integers only: int32 if stored as such, else int64.
Numbers read_npy_indices(Stream &stream, const NpyHeader &header);

// A string without dimensions, such as "csr".
std::string read_npy_word(Stream &stream, const NpyHeader &header);

// A file with one array of two dimensions.
DenseArrays read_npy(Stream &stream);

// Rows of floats, each preceded by its length as a 4-byte integer; little-endian, all of one
// length.
DenseArrays read_fvecs(Stream &stream);

}  // namespace cli
