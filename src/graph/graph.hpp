// The neighborhood graph of the documents, and the neighbor lists that it is built from.
#pragma once

#include <cstdint>
#include <memory>

#include "linalg/sparse/csr.hpp"
#include "runtime/array.hpp"
#include "runtime/collective.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class SearchKind : int { automatic = 1, exact = 2, approximate = 3 };

// How near two documents are: by the cosine, or by the Euclidean distance.
enum class Metric : int { cosine = 1, euclidean = 2, automatic = 3 };

// Parameters of the neighbor search.
struct SearchRequest {
  SearchKind kind = SearchKind::exact;
  double recall = 0.95;  // of an approximate search
  std::uint64_t seed = 0;
  // Documents per block of the exact search, and of the approximate one of documents that several
  // processes hold; 0: chosen automatically (graph/neighbors/exact/postings.hpp).
  Index block = 0;
  Index budget = 0;                // bytes of a search among dense rows; 0: no limit
  Metric metric = Metric::cosine;  // not automatic
};

// How the search was done.
struct SearchTrace {
  bool searched = false, approximate = false;
  bool declined = false;  // an approximate search was requested but would not have been faster
  float balance = 1;      // the work of the busiest process over the mean
  double recall = 1;      // the estimated share of the nearest neighbors that were found
  Index sampled = 0;      // rows that the estimate is based on
  Index budget = 0;       // products added per row (graph/neighbors/approximate/impacts.hpp)
  Index groups = 0;       // in which rows beyond the memory-budget were searched, 0: none
};

struct Graph {           // symmetric, zero diagonal, weights > 0
  Csr<double> S;         // both triangles
  Array<double> degree;  // d = S 1
  Index components = 0;  // connected components, isolated vertices included
  Index isolated = 0;
  double bandwidth = 0;        // b used for heat weights
  Array<double> local_scales;  // b_i of local scaling
  SearchTrace search;
  // Of a graph given by the user: the pairs whose two weights differed by rounding and were
  // averaged, the largest relative difference, and the stored zeros, which are no edges.
  Index averaged = 0, stored_zeros = 0;
  double asymmetry = 0;
  Metric metric = Metric::cosine;  // of the neighbors; cosine for a graph of the caller
  // If several processes hold the documents: the rows of S and `degree` are those of this process,
  // columns from S.rows on are ghosts, and the other members refer to the whole graph.
  std::shared_ptr<const GhostRows> ghosts;
  Index all_vertices = 0, all_entries = 0;
  double all_degrees = 0;  // their sum

  Index vertices() const noexcept { return ghosts ? all_vertices : S.rows; }
  Index edges() const noexcept { return (ghosts ? all_entries : S.entries()) / 2; }
};

enum class GraphWeight : int { cosine = 1, binary = 2, heat = 3, local_scaling = 4 };

// as_given is for a graph given by the user, which must be symmetric.
enum class GraphRule : int { as_given = 0, either = 1, mutual = 2 };

// Row i: count[i] entries in index and cosine [i*p ..], ordered by (cosine descending, index
// ascending); every cosine is in (0, 1]. Of a
// Euclidean search, `cosine` holds minus the squared distance, which is finite.
struct Neighbors {
  Index n = 0, p = 0;
  Array<std::int32_t> index;
  Array<double> cosine;
  Array<std::int32_t> count;
  SearchTrace search;
  Metric metric = Metric::cosine;
  double least_scale = 0;  // of Euclidean neighbors: the floor of b_i of local scaling
};

}  // namespace manifact
