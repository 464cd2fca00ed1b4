#include "graph/directions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "graph/build.hpp"

namespace manifact {
namespace {

// So many of the heaviest features of a row, the heaviest first; -1 where it has no more.
using Heaviest = std::array<std::int32_t, 3>;

template <class T>
Heaviest heaviest_of(CsrView<T> X, std::int64_t i) noexcept {
  std::array<double, 3> weight = {};
  Heaviest column = {-1, -1, -1};
  for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
    double w = std::abs(static_cast<double>(X.values[e]));
    std::int32_t c = X.indices[e];
    for (std::size_t k = 0; k < 3; ++k)
      if (w > weight[k]) {
        std::swap(w, weight[k]);
        std::swap(c, column[k]);
      }
  }
  return column;
}

template <class T>
Array<std::int32_t> alike_together(CsrView<T> X, Run &run) {
  Array<std::int32_t> order = content_order(X, run);
  Array<Heaviest> heaviest(run.memory, X.rows);
  run.team.blocks(X.rows, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) heaviest[k] = heaviest_of(X, order[k]);
  });
  Array<std::int32_t> ranks(run.memory, X.rows);
  std::iota(ranks.begin(), ranks.end(), 0);
  std::sort(ranks.begin(), ranks.end(), [&](std::int32_t a, std::int32_t b) { return heaviest[a] < heaviest[b] || (heaviest[a] == heaviest[b] && a < b); });
  for (std::int32_t &rank : ranks) rank = order[rank];
  return ranks;
}

}  // namespace

template <class T>
Directions make_directions(const UnitRows<T> &rows, Run &run) {
  const CsrView<T> &X = rows.X;
  Directions all{X.rows, X.columns, Array<std::int64_t>(run.memory, X.rows + 1), Array<Directions::Entry>(run.memory, X.entries()),
                 alike_together(X, run), Array<std::int32_t>(run.memory, X.rows)};
  run.monitor.check();
  std::int64_t to = 0;
  for (std::int64_t k = 0; k < X.rows; ++k) {
    const std::int64_t i = all.original[k];
    all.place[i] = static_cast<std::int32_t>(k);
    const double norm = std::sqrt(rows.square[i]);
    for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1] && norm > 0; ++e)
      if (const auto weight = static_cast<float>(rows.scaled(i, e) / norm); weight != 0) all.entry[to++] = {X.indices[e], weight};
    all.begin[k + 1] = to;
  }
  return all;
}

template Directions make_directions(const UnitRows<float> &, Run &);
template Directions make_directions(const UnitRows<double> &, Run &);

}  // namespace manifact
