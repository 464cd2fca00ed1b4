// The rows of X by feature, for the search: list r contains the documents that have the r-th
// feature, rare features first.
//
// The documents are divided into blocks, each with its own lists, so that the sums of a search for
// one block stay in cache. Within a block, documents are identified by their position.
//
//   x_d     the unit row of document d, its features in the order of the lists
//   r_d(t)  the norm of what x_d has in lists t, t+1, ..
//
// For a query y with tail norm s(t) defined likewise, documents that share no list before t have
// <x_d, y> <= r_d(t) s(t): all pruning of the search uses this bound. Within a list, documents with
// a large r_d come first, so that the relevant ones are a prefix.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Postings {
  // Grades of r_d within a list: grade g means r_d(t) < (g + 1) / grades.
  static constexpr int grades = 64;
  static constexpr int steps = 16;  // lists before which r_d is known for every document

  Index first = 0, n = 0;  // the rows of X
  Array<Index> length;     // by list; n for a complete one
  // By list: its start in document, weight and grade; for a complete one, in complete.
  Array<Index> begin;
  Array<std::int32_t> document;
  Array<float> weight;
  Array<std::uint8_t> grade;  // descending within a list
  // A list of most documents is stored for all of them: weights by document, including zeros.
  Array<float> complete;
  Index step_list[steps] = {};
  Array<std::uint8_t> rest;  // rest[step * n + d] / 255 >= r_d(step_list[step])

  bool is_complete(Index list) const noexcept { return length[list] == n; }
};

// The same lists in all blocks, which have equal size up to one row.
struct InvertedIndex {
  static constexpr Index most_in_block = 1 << 18;  // 1 MiB of float sums

  Index n = 0, lists = 0;
  Array<std::int32_t> list_of;  // by column; -1 for a column without documents
  Array<Index> documents;       // by list: the number of documents with the feature
  std::vector<Postings> blocks;

  Index block_of(Index row) const noexcept;
};

// Blocks of up to `most` rows; 0: of up to most_in_block, but fewer blocks if features are so rare
// that the overhead of each would exceed the lists.
template <class T>
InvertedIndex make_index(const UnitRows<T> &rows, Index most, ExecutionContext &run);

}  // namespace manifact
