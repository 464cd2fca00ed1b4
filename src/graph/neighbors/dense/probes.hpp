// Compares each row with the rows of the t cells whose centers are nearest to it.
#pragma once

#include "graph/neighbors/dense/candidate_lists.hpp"
#include "graph/neighbors/dense/cells.hpp"
#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "graph/neighbors/dense/gram_search.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// For each cell its rows and the rows that are compared with them, both ascending.
struct Probes {
  Array<Index> member_begin, probe_begin;
  Array<std::int32_t> members, probes;

  static double bytes(Index n, Index t) noexcept {
    return static_cast<double>(n) * (static_cast<double>(t) * 6 + 8);
  }
  double products() const noexcept;
};

Probes make_probes(const DenseUnitRows &X, const Array<std::int32_t> &rows, const Centers &centers,
                   Index t, const PartOfProgress &progress, ExecutionContext &run);

// Adds the candidates of both rows of each pair.
void search_probes(const DenseUnitRows &X, const Probes &probes, CandidateLists<float> &lists,
                   const PartOfProgress &progress, ExecutionContext &run);

}  // namespace manifact
