// Small data of every kind that a caller may pass.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "world.hpp"

namespace sequences {

struct Data {
  std::int64_t n, m;
  std::vector<double> values;  // row-major

  double &at(std::int64_t i, std::int64_t j) { return values[static_cast<std::size_t>(i * m + j)]; }
};

// Clusters, counts, duplicates, degenerate rows and columns, and unless the world is mild any
// magnitude. Finite.
Data random_data(World &world, std::int64_t n, std::int64_t m);

// Symmetric n x n: a kernel, weights of a graph, or neither.
Data random_square(World &world, std::int64_t n);

// Data that must be refused: NaN or infinite.
void spoil(World &world, Data &data);

// The usual shape of this sequence, or another.
std::int64_t random_rows(World &world);
std::int64_t random_columns(World &world);

// A number of clusters: possible, or not.
std::int64_t random_k(World &world, std::int64_t n);

// A number that a caller may pass as a size, an index or a count.
std::int64_t random_number(World &world, std::int64_t usual);

// Documents of few words, some of them empty, broken or of other scripts: document i is
// bytes[offsets[i] .. offsets[i+1]).
struct Texts {
  std::string bytes;
  std::vector<std::int64_t> offsets{0};
  std::int64_t count() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};
Texts random_texts(World &world, std::int64_t count);

}  // namespace sequences
