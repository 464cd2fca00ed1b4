// Counts of words as programs for topic models write them: text of whole numbers.
#pragma once

#include "readers/arrays.hpp"
#include "readers/formats.hpp"

namespace cli {

SparseArrays read_bags_of_words(Stream &stream, Format format);

}  // namespace cli
