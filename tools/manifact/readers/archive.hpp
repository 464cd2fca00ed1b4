// The arrays in a zip archive, as numpy.savez and scipy.sparse.save_npz write it. Without libzip
// every call is a Failure.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "readers/bytes.hpp"
#include "readers/stream.hpp"

namespace cli {

class Archive {
 public:
  // From a regular file by its path, from a pipe through memory.
  Archive(std::unique_ptr<Bytes> bytes, const std::string &path, Progress *progress);
  ~Archive();
  Archive(const Archive &) = delete;
  Archive &operator=(const Archive &) = delete;

  const std::string &name() const { return name_; }

  // The members that end in .npy, without it, in the order of the archive.
  const std::vector<std::string> &arrays() const { return arrays_; }
  bool holds(const std::string &array) const;

  std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max();  // of each stream

  // An array that the archive holds. One stream at a time; the archive must outlive it.
  std::unique_ptr<Stream> open(const std::string &array);

 private:
  struct Zip;

  void list();

  std::string name_;
  std::vector<std::string> arrays_;
  [[maybe_unused]] Progress *progress_;  // unused without libzip
  std::unique_ptr<Zip> zip_;
};

}  // namespace cli
