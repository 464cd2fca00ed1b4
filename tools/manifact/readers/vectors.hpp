// The vectors in a field of records, as numbers in text: "[0.1, 0.2]".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/arrays.hpp"

namespace cli {

// Collects the vectors of records, which must have the same length.
class VectorsInText {
 public:
  // `name`: of the input and the field, for messages.
  explicit VectorsInText(std::string name) { arrays_.name = std::move(name); }

  // A Failure names the record, which has no vector or another text.
  void add(std::string_view text, const std::string &record);
  // The same, with zeros for a record without a vector.
  void add_or_zeros(std::string_view text, const std::string &record);
  DenseArrays take();

 private:
  void add_zeros();

  DenseArrays arrays_;
  std::int64_t before_ = 0;  // records without a vector before the first vector
};

// The vectors of the documents of a text, beside it: of a field of text, or held in columns, where
// the text has the numbers of rows.
class VectorsBesideText {
 public:
  // `held`: complete as far as the text was read; null: the vectors are in the text.
  VectorsBesideText(const std::string &name, DenseArrays *held) : held_(held), texts_(name) {}

  void add(const std::string &vector, const std::string &record);
  std::int64_t count() const { return count_; }  // of documents since the last call of take()
  // Their vectors. No columns: none has one.
  DenseArrays take();

 private:
  DenseArrays *held_;
  VectorsInText texts_;
  std::vector<std::int64_t> rows_;  // of held_; -1: none
  std::int64_t count_ = 0;
};

// Some rows of an array, by rows.
DenseArrays rows_of(const DenseArrays &arrays, const std::vector<std::int64_t> &rows);

}  // namespace cli
