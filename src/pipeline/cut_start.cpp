#include "pipeline/cut_start.hpp"

#include <algorithm>
#include <cmath>

#include "evaluation/evaluation.hpp"

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
  const Information found = information(content, cut);
  const double smaller = std::min(found.first, found.second);
  return {smaller > 0 ? found.shared / smaller : 0,
          k > 1 ? found.second / std::log(static_cast<double>(k)) : 1};
}

}  // namespace manifact
