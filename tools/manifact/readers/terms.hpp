// The names of the features of a matrix.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

struct Terms {
  std::vector<std::string> names;
  std::string note;  // how the file was read, if it is not a plain list; otherwise ""
};

// What the terms are for.
struct TermsOf {
  std::string name;  // of the matrix, in messages
  std::int64_t rows, columns;
};

// One term on each line, in the order of the columns. If numbers stand beside the terms and are a
// permutation of those of the columns, from 0 or 1, they give the order: lines "number TAB term
// [TAB count]" as of gensim, with or without the number of documents above, "term TAB number", and
// a JSON object {"term": number} as the vocabulary_ of scikit-learn. Other lines of several columns
// are refused.
Terms read_terms(const std::string &path, const TermsOf &matrix);

}  // namespace cli
