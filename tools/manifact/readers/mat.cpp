// MATLAB's MAT files of version 5 (and 7, which adds compression), through libmatio. Version 7.3 is
// HDF5 and read as such: libmatio would read it, too, but its messages for damaged files go to
// standard error.
#include "readers/mat.hpp"

#include <algorithm>

#include "readers/foreign.hpp"
#include "readers/module.hpp"

namespace cli {

#ifdef MANIFACT_HAVE_MATIO
namespace {

// Reads up to `size` bytes; those beyond `to` are skipped.
std::size_t take(Bytes &bytes, std::size_t size, std::string *to) {
  char buffer[1 << 14];
  std::size_t done = 0;
  while (done < size) {
    const std::size_t got = bytes.read(buffer, std::min(size - done, sizeof buffer));
    if (got == 0) break;
    if (to != nullptr) to->append(buffer, got);
    done += got;
  }
  return done;
}

// The version is given as text in the first bytes. After the header of 128 bytes come elements,
// each preceded by its size. They must be complete, since libmatio replaces missing bytes by zeros.
void check_frame(Bytes &bytes) {
  std::string head;
  take(bytes, 128, &head);
  if (const Foreign *kind = foreign_of_bytes(head))
    throw Failure(bytes.name() + " has the format " + kind->name + ", which is not read; " +
                  remedy_for(*kind, bytes.name()));
  if (!head.starts_with("MATLAB 5.0 MAT-file") || head.size() < 128)
    throw Failure(bytes.name() + " is not a MAT file of version 5 or 7");
  const bool little_endian = head.substr(126) == "IM";
  for (std::string tag; take(bytes, 8, &tag) > 0; tag.clear()) {
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < 4 && tag.size() == 8; ++i)
      size |= static_cast<std::uint32_t>(static_cast<unsigned char>(tag[4 + i]))
              << 8 * (little_endian ? i : 3 - i);
    if (tag.size() < 8 || take(bytes, size, nullptr) < size)
      throw Failure(bytes.name() + " ends in the middle of a variable");
  }
}

}  // namespace

std::variant<DenseArrays, SparseArrays> read_mat(const std::string &path, Bytes &bytes,
                                                 const std::optional<std::string> &array) {
  check_frame(bytes);
  std::variant<DenseArrays, SparseArrays> arrays;
  of_module<ReadMat>("manifact-mat", "manifact_read_mat", path + " cannot be read")(path, array,
                                                                                    arrays);
  return arrays;
}

#else

std::variant<DenseArrays, SparseArrays> read_mat(const std::string &path, Bytes &,
                                                 const std::optional<std::string> &) {
  throw Failure(path + ": this build does not support MAT files (libmatio)");
}

#endif

}  // namespace cli
