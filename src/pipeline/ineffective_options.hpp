// Warns of options that were set but have no effect with the other settings.
#pragma once

#include "options/options.hpp"
#include "pipeline/report.hpp"

namespace manifact {

void warn_ineffective_options(const Options &options, bool given_start, Report &report);

}  // namespace manifact
