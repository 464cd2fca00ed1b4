// The rows of X by feature, for the approximate search: the list of a feature contains its
// documents grouped by level, in descending order of weight.
//
//   x_dj = the unit row;   level of a weight w = floor(s log2 1/|w|), at most 63
//
// with s levels per octave, usually 8. Two weights of levels g and h have a product of about
// 2^-((g + h + 1) / s), within 9 % for s = 8, 19 % for 4, 41 % for 2: all
// documents of a level add the same value to their sums. If X has negative values, each feature has
// two lists, one for each sign.
#pragma once

#include <cstdint>

#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Impacts {
  static constexpr int levels = 64;
  static constexpr Index ahead = 24;  // documents that may be read beyond the last

  // Consecutive documents of a list with the same level.
  struct Segment {
    std::int32_t size, level;
  };

  int steps = 8;  // s
  bool has_signs = false;
  Array<Index> begin;            // of each list in `document`
  Array<std::int32_t> document;  // ascending within a segment; followed by `ahead` zeros
  Array<std::uint8_t> level;     // of each document
  Array<Index> first;            // of each list in `segments`
  Array<Segment> segments;       // levels ascending within a list

  Index list_of(const FloatUnitRows::Entry &x) const noexcept {
    return has_signs ? 2 * Index{x.column} + (x.weight < 0) : x.column;
  }
};

// The level of a weight of a unit row, at most 1.
int level_of(float weight, int steps = 8) noexcept;

bool has_negative(const FloatUnitRows &X) noexcept;

// has_signs: two lists for each feature, one for each sign.
Impacts make_impacts(const FloatUnitRows &X, bool has_signs, ExecutionContext &run, int steps = 8);

}  // namespace manifact
