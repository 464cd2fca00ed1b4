// The vectors in a field of records, as numbers in text: "[0.1, 0.2]".
#pragma once

#include <string>
#include <string_view>

#include "readers/arrays.hpp"

namespace cli {

// Collects the vectors of records, which must have the same length.
class VectorsInText {
 public:
  // `name`: of the input and the field, for messages.
  explicit VectorsInText(std::string name) { arrays_.name = std::move(name); }

  // A Failure names the record, which has no vector or another text.
  void add(std::string_view text, const std::string &record);
  DenseArrays take() { return std::move(arrays_); }

 private:
  DenseArrays arrays_;
};

}  // namespace cli
