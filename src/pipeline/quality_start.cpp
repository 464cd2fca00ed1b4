#include "pipeline/quality_start.hpp"

#include <algorithm>
#include <vector>

#include "evaluation/evaluation.hpp"
#include "options/choices.hpp"
#include "runtime/index.hpp"

namespace manifact {

bool has_quality_start(const Options &options) {
  return options.uses(Key::preset) && options.choice<Preset>() == Preset::quality &&
         options.choice<StartKind>() == StartKind::ncut && !options.is_set(Key::start);
}

Options fallback_options(const Options &options) {
  Options fallback = options;
  if (has_quality_start(options)) fallback.set_text(*find_option(Key::preset), "none");
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
  const Scores scores = evaluate(one.data(), other.data(), static_cast<Index>(one.size()));
  // I / sqrt(H H') and I / max(H, H') give I / min(H, H').
  return {static_cast<double>(*std::min_element(sizes.begin(), sizes.end())) *
              static_cast<double>(k) / static_cast<double>(one.size()),
          scores.nmi > 0 ? scores.nmi_sqrt * scores.nmi_sqrt / scores.nmi : 0};
}

}  // namespace manifact
