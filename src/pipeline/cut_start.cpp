#include "pipeline/cut_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "evaluation/evaluation.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The entropy of the sizes over its maximum, log k; 1 for a single cluster.
double balance_of(const std::vector<Index> &sizes, Index n) {
  if (sizes.size() < 2) return 1;
  double entropy = 0;
  for (const Index size : sizes) {
    const double share = static_cast<double>(size) / static_cast<double>(n);
    if (size > 0) entropy -= share * std::log(share);
  }
  return entropy / std::log(static_cast<double>(sizes.size()));
}

}  // namespace

bool chooses_start(const Options &options) {
  if (!options.uses(Key::preset) || options.choice<StartKind>() != StartKind::ncut) return false;
  const auto preset = options.choice<Preset>();
  return (preset == Preset::quality || preset == Preset::dense) && !options.is_set(Key::start);
}

Options fallback_options(const Options &options) {
  Options fallback = options;
  if (!chooses_start(options)) return fallback;
  if (options.choice<Preset>() == Preset::dense)
    fallback.set_text(*find_option(Key::start), "lsi");
  else
    fallback.set_text(*find_option(Key::preset), "none");
  return fallback;
}

CutAcceptance judge(const Array<std::int32_t> &cut, const Array<std::int32_t> &content, Index k) {
  std::vector<Index> sizes(static_cast<std::size_t>(k)), one, other;
  for (Index i = 0; i < cut.size(); ++i) {
    if (cut[i] < 0 || content[i] < 0) continue;
    ++sizes[static_cast<std::size_t>(cut[i])];
    one.push_back(content[i]);
    other.push_back(cut[i]);
  }
  if (one.empty()) return {};
  const auto n = static_cast<Index>(one.size());
  const Scores scores = evaluate(one.data(), other.data(), n);
  // I / sqrt(H H') and I / max(H, H') give I / min(H, H').
  return {static_cast<double>(*std::min_element(sizes.begin(), sizes.end())) *
              static_cast<double>(k) / static_cast<double>(n),
          scores.nmi > 0 ? scores.nmi_sqrt * scores.nmi_sqrt / scores.nmi : 0,
          balance_of(sizes, n)};
}

}  // namespace manifact
