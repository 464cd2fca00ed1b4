#include "pipeline/ineffective_options.hpp"

#include <initializer_list>

#include "methods/start/labels.hpp"
#include "methods/start/propagation.hpp"

namespace manifact {

void warn_ineffective_options(const Options &options, bool given_start, Report &report) {
  const Options defaults = options.defaults();
  const auto warn = [&](std::initializer_list<Key> keys, const char *why) {
    for (const Key key : keys)
      if (options.uses(key) && options.is_set(key) && options.text(key) != defaults.text(key))
        report.warn("%s is ignored %s", find_option(key)->name, why);
  };
  if (options.uses(Key::adaptive_weight)) {
    if (options.real(Key::adaptive_weight) == 0)
      warn({Key::adaptive_neighbors, Key::gamma, Key::adaptive_ridge, Key::refresh},
           "with adaptive-weight=0");
    else if (options.integer(Key::refresh) == 0)
      warn({Key::gamma, Key::adaptive_ridge},
           "with refresh=0, which keeps the adaptive neighbors in the data");
    else if (options.choice<GammaKind>() == GammaKind::row)
      warn({Key::adaptive_ridge}, "with gamma=row, which gives each document its gamma");
  }
  if (options.uses(Key::max_iterations) && options.uses(Key::trial_iterations) &&
      options.integer(Key::max_iterations) == 0 && options.integer(Key::restarts) == 1)
    warn({Key::update, Key::update_order, Key::sweeps, Key::tolerance, Key::kkt_tolerance,
          Key::extrapolation},
         "without updates (max-iterations=0)");
  if (ends_with_its_start(options))
    warn({Key::alpha}, "without updates (max-iterations=0): start-alpha is that of the start");
  if (options.uses(Key::smoothing) && given_start)
    warn({Key::svd_rank, Key::smoothing}, "with a given start");
  else if (options.uses(Key::smoothing) && !starts_from_content(options))
    warn({Key::svd_rank, Key::smoothing}, "without start=lsi or merge");
  if (options.uses(Key::preset) && options.choice<Preset>() == Preset::points)
    return warn({Key::start, Key::max_iterations, Key::neighbors, Key::graph_weight,
                 Key::graph_rule, Key::metric, Key::lambda, Key::lambda_scale, Key::svd_rank,
                 Key::smoothing, Key::refine, Key::update, Key::ncw, Key::ncw_power, Key::select},
                "with preset=points");
  if (options.uses(Key::merge_exponent) && options.choice<StartKind>() != StartKind::merge)
    warn({Key::merge_exponent}, "without start=merge");
}

}  // namespace manifact
