// The rows of X by feature, for the search: list r holds the documents that have the r-th feature,
// rare features first.
//
// The documents are cut into blocks, each with lists of its own, so that what a search adds up for
// one of them stays near the processor. Blocks keep their documents by their place in the block.
//
//   x_d     the unit row of document d, its features in the order of the lists
//   r_d(t)  the norm of what x_d has in lists t, t+1, ..
//
// For a query y with tail norm s(t) likewise, documents that share no list before t have
// <x_d, y> <= r_d(t) s(t): all the search leaves out, it leaves out by this bound. Within a list
// the documents with a large r_d come first, so that those worth a look are a prefix.
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
  // By list: where it begins in document, weight and grade; a complete one: in complete.
  Array<Index> begin;
  Array<std::int32_t> document;
  Array<float> weight;
  Array<std::uint8_t> grade;  // falling within a list
  // A list of most documents is stored for all of them: weights by document, zeros included.
  Array<float> complete;
  Index step_list[steps] = {};
  Array<std::uint8_t> rest;  // rest[step * n + d] / 255 >= r_d(step_list[step])

  bool is_complete(Index list) const noexcept { return length[list] == n; }
};

// The same lists in all blocks, which are of one size but for one row.
struct InvertedIndex {
  static constexpr Index most_in_block = 1 << 18;  // 1 MiB of float sums

  Index n = 0, lists = 0;
  Array<std::int32_t> list_of;  // by column; -1 for a column without documents
  Array<Index> documents;       // by list: how many have the feature
  std::vector<Postings> blocks;

  Index block_of(Index row) const noexcept;
};

// Blocks of up to `most` rows; 0: of up to most_in_block, but fewer blocks where features are so
// rare that the bookkeeping of each would outgrow the lists.
template <class T>
InvertedIndex make_index(const UnitRows<T> &rows, Index most, ExecutionContext &run);

}  // namespace manifact
