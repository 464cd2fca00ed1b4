// NumPy arrays as the members of a zip archive, which is a .npz file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "terminal/progress.hpp"

namespace cli {

// An array of one or two dimensions, or a string without dimensions, as a .npy file.
struct NpyArray {
  using Piece = std::function<std::string_view(std::size_t)>;

  // The data are produced piece by piece, in order; a piece is valid until the next one. `type` is
  // a NumPy type without byte order; `width` bytes per entry; columns 0: one dimension.
  NpyArray(const char *member, std::string type, std::int64_t count, std::size_t width, Piece make,
           std::size_t n_pieces, std::int64_t columns = 0);
  // The data are in memory.
  NpyArray(const char *member, std::string type, std::int64_t count, const void *data,
           std::size_t width, std::int64_t columns = 0);

  const char *name;
  std::string header;
  std::size_t bytes;  // of the data
  Piece piece;
  std::size_t pieces;
};

// Before any work: a Failure if the module that writes archives cannot be loaded.
void require_archive_writer(const std::string &path);

// Writes the archive and returns 0, or the error number of a write. Only the archive of a pipe is
// held in memory: libzip seeks back to the headers when it knows the sizes.
int write_archive(int fd, const std::vector<NpyArray> &arrays, Progress *progress);

// The function "manifact_write_archive" of the module "manifact-zip".
using WriteArchive = int(int, const std::vector<NpyArray> &, Progress *);

}  // namespace cli
