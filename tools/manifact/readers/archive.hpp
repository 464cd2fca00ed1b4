// The arrays in a zip archive, as numpy.savez and scipy.sparse.save_npz write it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "readers/bytes.hpp"
#include "readers/stream.hpp"

namespace cli {

class Archive {
 public:
  virtual ~Archive() = default;
  Archive(const Archive &) = delete;
  Archive &operator=(const Archive &) = delete;

  const std::string &name() const { return name_; }

  // The members that end in .npy, without this ending, in the order of the archive.
  const std::vector<std::string> &arrays() const { return arrays_; }
  bool holds(const std::string &array) const;

  std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max();  // of each stream

  // An array that the archive holds. One stream at a time; the archive must outlive it.
  virtual std::unique_ptr<Stream> open(const std::string &array) = 0;

 protected:
  explicit Archive(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::vector<std::string> arrays_;
};

// From a regular file by its path, from a pipe through memory. A Failure in a build without libzip.
std::unique_ptr<Archive> open_archive(std::unique_ptr<Bytes> bytes, const std::string &path,
                                      Progress *progress);

// The function "manifact_open_archive" of the module "manifact-zip", for bytes that begin like a
// zip archive.
using OpenArchive = void(std::unique_ptr<Bytes> &, const std::string &, Progress *,
                         std::unique_ptr<Archive> &);

}  // namespace cli
