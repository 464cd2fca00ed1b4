// The columns of Arrow arrays: of one array, or of a stream of batches, of which the table keeps
// all. A structure gives a column for each of its fields, any other array is a column itself.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arrow/array_values.hpp"
#include "arrow/column_type.hpp"
#include "linalg/sparse/matrix.hpp"
#include "manifact/arrow.h"
#include "runtime/array.hpp"
#include "runtime/memory.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

// Moves a structure of the caller, as the interface demands of who consumes it, and releases it at
// the end: exactly once, whatever happens between.
template <class Structure>
class MovedArrow {
 public:
  MovedArrow() noexcept = default;
  explicit MovedArrow(Structure *from) noexcept {
    if (from != nullptr) moved = std::exchange(*from, Structure{});
  }
  MovedArrow(MovedArrow &&from) noexcept : moved(std::exchange(from.moved, Structure{})) {}
  MovedArrow &operator=(MovedArrow &&) = delete;
  ~MovedArrow() {
    if (moved.release != nullptr) moved.release(&moved);
  }

  Structure moved{};
};
using MovedSchema = MovedArrow<ArrowSchema>;
using MovedArray = MovedArrow<ArrowArray>;
using MovedStream = MovedArrow<ArrowArrayStream>;

// Texts one after the other; `offsets` has an entry more than there are.
struct ArrowTexts {
  const char *bytes = "";
  const Index *offsets = nullptr;
  Array<char> own_bytes;  // unless they are those of the array
  Array<Index> own_offsets;
};

class ArrowTable {
 public:
  explicit ArrowTable(const ArrowSchema &schema);

  // Throws an Error(structure) if the array is not of the schema.
  void add(MovedArray &&array);
  // All batches of a stream.
  static std::unique_ptr<ArrowTable> read(ArrowArrayStream &stream, const Monitor &monitor);

  Index rows() const noexcept { return rows_; }
  Index columns() const noexcept { return std::ssize(names_); }
  const std::string &name(Index column) const { return names_[static_cast<std::size_t>(column)]; }
  const ArrowType &type(Index column) const;
  Index nulls(Index column) const;

  // Of numbers and vectors, documents x features. *borrows if the values are those of the arrays,
  // which `keep` then holds.
  std::unique_ptr<Matrix> matrix(const std::vector<Index> &columns, bool &borrows,
                                 std::shared_ptr<const void> &keep,
                                 const std::shared_ptr<Memory> &memory,
                                 const Monitor &monitor) const;
  // Of a column that holds neither structures nor lists of numbers.
  ArrowTexts texts(Index column, const std::shared_ptr<Memory> &memory,
                   const Monitor &monitor) const;
  // Numbers, and dates and times in seconds; NaN for a null.
  void numbers(Index column, double *to) const;
  // -1 for a null, "" and -1; texts are numbered by their first occurrence.
  void labels(Index column, std::int32_t *to) const;

 private:
  struct Batch {
    std::shared_ptr<const MovedArray> array;
    Index first_row, rows, offset;  // offset: of the structure, in its children
  };

  ArrowValues values(const Batch &batch, Index column) const;
  template <class Visit>
  void each_batch(Index column, const Visit &visit) const;
  Index width(Index column) const;
  const void *in_place(Index column, Index width) const;
  template <class Value>
  void fill(Index column, Index width, Index to_column, Index stride, Value *to) const;
  [[noreturn]] void refuse_value(Index column, Index row, bool is_null, double value) const;
  void number_texts(Index column, std::int32_t *to) const;

  ArrowType type_;
  std::vector<std::string> names_;
  std::vector<Batch> batches_;
  Index rows_ = 0;
};

}  // namespace manifact
