// The file formats of matrices. Each reader consumes the whole input and returns canonical rows;
// malformed input is an Error that names the line.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "io/scanner.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"
#include "runtime/thread_pool.hpp"

namespace manifact {

// A list of unknown final length: it grows by chunks from the host's allocator, so that memory is
// proportional to the data read and not to a claim in a header, and is moved to flat arrays chunk
// by chunk, so that the data is never stored twice.
template <class T>
class Growing {
 public:
  explicit Growing(std::shared_ptr<Memory> memory) : memory_(std::move(memory)) {}

  void push(T value) {
    if (size_ % chunk == 0) {
      chunks_.emplace_back(memory_, chunk);
      last_ = chunks_.back().data();
    }
    last_[size_ % chunk] = value;
    ++size_;
  }

  Index size() const noexcept { return size_; }
  T &operator[](Index i) noexcept {
    return chunks_[static_cast<std::size_t>(i / chunk)][i % chunk];
  }
  const T &operator[](Index i) const noexcept {
    return chunks_[static_cast<std::size_t>(i / chunk)][i % chunk];
  }

  // visit(i, value) for every entry in order; each chunk is freed after its visit, and the list is
  // empty at the end.
  template <class Visit>
  void drain(Visit &&visit) {
    for (Index i = 0; i < size_;) {
      Array<T> part = std::move(chunks_[static_cast<std::size_t>(i / chunk)]);
      for (Index k = 0; k < chunk && i < size_; ++k, ++i) visit(i, part[k]);
    }
    clear();
  }

  // All entries in one array.
  Array<T> take() {
    Array<T> all(memory_, size_);
    drain([&](Index i, T value) { all[i] = value; });
    return all;
  }

  void clear() noexcept {
    chunks_.clear();
    size_ = 0;
  }

 private:
  static constexpr Index chunk = Index{1} << 14;

  std::shared_ptr<Memory> memory_;
  std::vector<Array<T>> chunks_;
  T *last_ = nullptr;
  Index size_ = 0;
};

// On the threads of the pool, unless it is null.
std::unique_ptr<Matrix> read_matrix_market(Scanner &scanner, const std::shared_ptr<Memory> &memory,
                                           ThreadPool *pool = nullptr);
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
