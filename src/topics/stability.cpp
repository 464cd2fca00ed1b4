#include "topics/stability.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "methods/registry.hpp"
#include "runtime/error.hpp"
#include "runtime/rng.hpp"
#include "topics/split.hpp"

namespace manifact {
namespace {

constexpr std::uint64_t first_stream = 0x57ab0000;

// A random sample of the documents, in ascending order.
std::vector<std::int32_t> draw_documents(Index n, Rng rng) {
  std::vector<std::int32_t> drawn;
  Index missing = std::max<Index>(1, std::llround(resampled_share * static_cast<double>(n)));
  for (Index i = 0; i < n; ++i)
    if (rng.below(n - i) < missing) {
      drawn.push_back(static_cast<std::int32_t>(i));
      --missing;
    }
  return drawn;
}

// Suppresses the messages of a fit, which would appear once for each sample.
class Quiet {
 public:
  explicit Quiet(Monitor &monitor) : monitor_(monitor), log_(monitor.log) { monitor.log = nullptr; }
  ~Quiet() { monitor_.log = log_; }
  Quiet(const Quiet &) = delete;
  Quiet &operator=(const Quiet &) = delete;

 private:
  Monitor &monitor_;
  Monitor::Log log_;
};

std::uint64_t seed_of(const Model &model) {
  for (const ModelOption &option : model.options)
    if (option.name == "seed") return std::stoull(option.value);
  return 0;
}

}  // namespace

std::vector<double> best_jaccard(const std::vector<std::int32_t> &a, Index topics_of_a,
                                 const std::vector<std::int32_t> &b, Index topics_of_b) {
  const auto rows = static_cast<std::size_t>(topics_of_a),
             columns = static_cast<std::size_t>(topics_of_b);
  std::vector<double> both(rows * columns), of_a(rows), of_b(columns);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] >= 0) ++of_a[static_cast<std::size_t>(a[i])];
    if (b[i] >= 0) ++of_b[static_cast<std::size_t>(b[i])];
    if (a[i] >= 0 && b[i] >= 0)
      ++both[static_cast<std::size_t>(a[i]) * columns + static_cast<std::size_t>(b[i])];
  }
  std::vector<double> best(rows, NAN);
  for (std::size_t c = 0; c < rows; ++c) {
    if (of_a[c] == 0) continue;
    best[c] = 0;
    for (std::size_t p = 0; p < columns; ++p) {
      const double shared = both[c * columns + p];
      best[c] = std::max(best[c], shared / (of_a[c] + of_b[p] - shared));
    }
  }
  return best;
}

std::vector<double> stability_of_topics(const Model &model, Index samples,
                                        const FittedDocuments &documents, ExecutionContext &run) {
  if (samples < 1) fail(Status::argument, "%lld samples", static_cast<long long>(samples));
  const Method *const method = find_method(model.method);
  if (method == nullptr || method->takes_constraints)
    fail(Status::argument,
         "method %s takes labels or pairs, which models do not keep: its fit cannot be repeated",
         model.method.c_str());
  documents.need();
  const Quiet quiet(run.monitor);
  const auto k = static_cast<std::size_t>(model.k);
  std::vector<double> sums(k), counts(k);
  for (Index s = 0; s < samples; ++s) {
    run.monitor.stage = "samples";  // the previous fit set its own
    run.monitor.report(s, samples);
    const auto stream = first_stream + static_cast<std::uint64_t>(s);
    const std::vector<std::int32_t> drawn = draw_documents(model.n, Rng(seed_of(model), stream));
    const std::unique_ptr<Model> again = fit_again(model, drawn, model.k, documents, run);
    std::vector<std::int32_t> before, after(again->labels.begin(), again->labels.end());
    for (const std::int32_t i : drawn) before.push_back(model.labels[i]);
    for (std::size_t i = 0; i < after.size(); ++i)
      if (before[i] < 0) after[i] = -1;
    const std::vector<double> found = best_jaccard(before, model.k, after, again->k);
    for (std::size_t c = 0; c < k; ++c) {
      if (std::isnan(found[c])) continue;
      sums[c] += found[c];
      ++counts[c];
    }
  }
  for (std::size_t c = 0; c < k; ++c) sums[c] = counts[c] > 0 ? sums[c] / counts[c] : NAN;
  return sums;
}

}  // namespace manifact
