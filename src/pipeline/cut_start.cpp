#include "pipeline/cut_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "evaluation/evaluation.hpp"
#include "runtime/index.hpp"

namespace manifact {

bool chooses_start(const Options &options) {
  if (!options.uses(Key::preset) || options.choice<StartKind>() != StartKind::ncut) return false;
  return options.choice<Preset>() == Preset::dense && !options.is_set(Key::start);
}

Options fallback_options(const Options &options) {
  Options fallback = options;
  if (chooses_start(options)) fallback.set_text(*find_option(Key::start), "lsi");
  return fallback;
}

CutAcceptance judge(const Array<std::int32_t> &cut, const Array<std::int32_t> &content, Index k) {
  std::vector<Index> one, other;
  for (Index i = 0; i < cut.size(); ++i) {
    if (cut[i] < 0 || content[i] < 0) continue;
    one.push_back(content[i]);
    other.push_back(cut[i]);
  }
  if (one.empty()) return {};
  const Information found = information(one.data(), other.data(), static_cast<Index>(one.size()));
  const double smaller = std::min(found.first, found.second);
  return {smaller > 0 ? found.shared / smaller : 0,
          k > 1 ? found.second / std::log(static_cast<double>(k)) : 1};
}

}  // namespace manifact
