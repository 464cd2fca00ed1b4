#include "graph/neighbors/approximate/impacts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// Entries between two checks for cancellation.
constexpr Index piece = 1 << 20;

// body(list, weight, document) for every entry, documents ascending.
template <class Body>
void each_entry(const Impacts &impacts, const FloatUnitRows &X, ExecutionContext &run,
                const Body &body) {
  for (Index i = 0, looked = -piece; i < X.n; ++i) {
    if (X.begin[i] - looked >= piece) {
      looked = X.begin[i];
      run.monitor.check();
    }
    for (Index e = X.begin[i]; e < X.begin[i + 1]; ++e)
      body(impacts.list_of(X.entry[e]), X.entry[e].weight, static_cast<std::int32_t>(i));
  }
}

// The lists in document order; level[k] is the level of document[k].
struct Unsorted {
  Array<Index> begin;
  Array<std::int32_t> document;
  Array<std::uint8_t> level;
};

Unsorted gathered(const Impacts &impacts, const FloatUnitRows &X, Index lists,
                  ExecutionContext &run) {
  Unsorted lots{Array<Index>(run.memory, lists + 1), {}, {}};
  each_entry(impacts, X, run, [&](Index list, float, std::int32_t) { ++lots.begin[list + 1]; });
  for (Index list = 0; list < lists; ++list) lots.begin[list + 1] += lots.begin[list];
  lots.document = Array<std::int32_t>(run.memory, lots.begin[lists]);
  lots.level = Array<std::uint8_t>(run.memory, lots.begin[lists]);
  Array<Index> next = lots.begin.copy();
  each_entry(impacts, X, run, [&](Index list, float weight, std::int32_t document) {
    lots.document[next[list]] = document;
    lots.level[next[list]++] = static_cast<std::uint8_t>(level_of(weight, impacts.steps));
  });
  return lots;
}

// Splits one list into its segments.
void sort_list(const Unsorted &lots, Index list, Impacts &impacts) noexcept {
  const Index begin = lots.begin[list], end = lots.begin[list + 1];
  Index count[Impacts::levels] = {}, next[Impacts::levels];
  for (Index k = begin; k < end; ++k) ++count[lots.level[k]];
  Impacts::Segment *segment = impacts.segments.data() + impacts.first[list];
  Index at = begin;
  for (int level = 0; level < Impacts::levels; ++level) {
    next[level] = at;
    if (count[level] > 0) *segment++ = {static_cast<std::int32_t>(count[level]), level};
    at += count[level];
  }
  for (Index k = begin; k < end; ++k) {
    const Index to = next[lots.level[k]]++;
    impacts.document[to] = lots.document[k];
    impacts.level[to] = lots.level[k];
  }
}

}  // namespace

int level_of(float weight, int steps) noexcept {
  const float level = static_cast<float>(-steps) * std::log2(std::abs(weight));
  return static_cast<int>(std::clamp(level, 0.0f, Impacts::levels - 1.0f));
}

bool has_negative(const FloatUnitRows &X) noexcept {
  return std::any_of(X.entry.begin(), X.entry.begin() + X.begin[X.n],
                     [](const FloatUnitRows::Entry &x) { return x.weight < 0; });
}

Impacts make_impacts(const FloatUnitRows &X, bool has_signs, ExecutionContext &run, int steps) {
  Impacts impacts;
  impacts.steps = steps;
  impacts.has_signs = has_signs;
  const Index lists = (impacts.has_signs ? 2 : 1) * X.columns;
  Unsorted lots = gathered(impacts, X, lists, run);
  impacts.first = Array<Index>(run.memory, lists + 1);
  run.pool.blocks(lists, 256, [&](Index begin, Index end) {
    for (Index list = begin; list < end; ++list) {
      std::uint64_t met = 0;
      for (Index k = lots.begin[list]; k < lots.begin[list + 1]; ++k)
        met |= std::uint64_t{1} << lots.level[k];
      impacts.first[list + 1] = std::popcount(met);
    }
  });
  for (Index list = 0; list < lists; ++list) impacts.first[list + 1] += impacts.first[list];
  impacts.segments = Array<Impacts::Segment>(run.memory, impacts.first[lists]);
  impacts.document = Array<std::int32_t>(run.memory, lots.begin[lists] + Impacts::ahead);
  impacts.level = Array<std::uint8_t>(run.memory, lots.begin[lists]);
  run.pool.blocks(lists, 256, [&](Index begin, Index end) {
    for (Index list = begin; list < end; ++list) sort_list(lots, list, impacts);
  });
  impacts.begin = std::move(lots.begin);
  return impacts;
}

}  // namespace manifact
