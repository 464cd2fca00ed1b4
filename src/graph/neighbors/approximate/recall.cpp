#include "graph/neighbors/approximate/recall.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "graph/neighbors/row_search.hpp"
#include "runtime/rng.hpp"

namespace manifact {

Sample empty_sample(Index rows, Index p, ExecutionContext &run) {
  return {Array<std::int32_t>(run.memory, rows), no_neighbors(rows, p, run)};
}

void draw_samples(const std::int32_t *order, Index rows, std::uint64_t seed, Array<std::int32_t> &A,
                  Array<std::int32_t> &B) {
  Rng rng(seed, 28);
  const Index parts = A.size() + B.size();
  for (Index part = 0, a = 0, b = 0; part < parts; ++part) {
    const Index begin = rows * part / parts, end = rows * (part + 1) / parts;
    const bool to_B = (part + 1) * B.size() / parts > b;
    (to_B ? B[b++] : A[a++]) = order[begin + rng.below(end - begin)];
  }
}

Recall RecallSums::recall() const noexcept {
  if (rows == 0) return {};
  const double mean = sum / rows;
  return {.mean = mean, .error = std::sqrt(std::max(0.0, squares / rows - mean * mean) / rows)};
}

RecallSums recall_sums(const Neighbors &right, const Neighbors &found, const std::int32_t *rows,
                       double rounding) {
  RecallSums sums;
  for (Index k = 0; k < right.n; ++k) {
    if (right.count[k] == 0) continue;
    const Index i = rows != nullptr ? rows[k] : k;
    const double last = right.cosine[k * right.p + right.count[k] - 1];
    const double *const cosine = found.cosine.data() + i * found.p;
    const auto hits = std::count_if(cosine, cosine + found.count[i],
                                    [&](double c) { return c >= last * (1 - rounding); });
    sums.add(static_cast<double>(hits) / static_cast<double>(right.count[k]));
  }
  return sums;
}

Recall recall_of(const Neighbors &right, const Neighbors &found, const std::int32_t *rows,
                 double rounding) {
  return recall_sums(right, found, rows, rounding).recall();
}

bool accept(Neighbors &found, const Sample &sample, Index budget, ExecutionContext &run) {
  return accept(found, recall_of(sample.right, found, sample.rows.data(), 0).mean,
                sample.rows.size(), budget, run);
}

bool accept(Neighbors &found, double recall, Index sampled, Index budget, ExecutionContext &run) {
  found.search = {.searched = true,
                  .approximate = true,
                  .recall = recall,
                  .sampled = sampled,
                  .budget = budget};
  run.monitor.report(found.n, found.n);
  char text[120];
  std::snprintf(
      text, sizeof text,
      "approximate search: %.1f%% of the nearest neighbors found, estimated on %lld documents",
      100 * found.search.recall, static_cast<long long>(found.search.sampled));
  run.monitor.note(0, text);
  return true;
}

bool decline(Neighbors &found, ExecutionContext &run) {
  found.search.declined = true;
  run.monitor.note(0, "an approximate search would not be faster here: using the exact search");
  return false;
}

}  // namespace manifact
