// The neighborhood graph on the documents, and the lists of neighbors it is made from.
#pragma once

#include <cstdint>

#include "linalg/sparse/csr.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class SearchKind : int { automatic = 1, exact = 2, approximate = 3 };

// How neighbors are to be looked for.
struct SearchRequest {
  SearchKind kind = SearchKind::exact;
  double recall = 0.95;  // of an approximate search
  std::uint64_t seed = 0;
  // Documents of the exact search at a time; 0: as many as it takes
  // (graph/neighbors/exact/postings.hpp).
  Index block = 0;
};

// How they were.
struct SearchTrace {
  bool searched = false, approximate = false;
  bool declined = false;  // approximate was asked for and would not have paid
  double recall = 1;      // the share of the nearest that was found, estimated
  Index sampled = 0;      // rows the estimate is from
  Index budget = 0;       // products added up a row (graph/impact_search.hpp)
};

struct Graph {           // symmetric, zero diagonal, weights > 0
  Csr<double> S;         // both triangles
  Array<double> degree;  // d = S 1
  Index components = 0;  // connected components, isolated vertices included
  Index isolated = 0;
  double bandwidth = 0;        // b of heat weights, in force
  Array<double> local_scales;  // b_i of local scaling
  SearchTrace search;
};

enum class GraphWeight : int { cosine = 1, binary = 2, heat = 3, local_scaling = 4 };

// as_given is for a graph of the user's own, which must then be symmetric.
enum class GraphRule : int { as_given = 0, either = 1, mutual = 2 };

// Row i: count[i] entries in index and cosine [i*p ..], by (cosine descending, index ascending);
// every cosine is in (0, 1].
struct Neighbors {
  Index n = 0, p = 0;
  Array<std::int32_t> index;
  Array<double> cosine;
  Array<std::int32_t> count;
  SearchTrace search;
};

}  // namespace manifact
