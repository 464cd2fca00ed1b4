// Options that were set, to what they are not anyway, and have no say beside others: the user is
// told.
#pragma once

#include "options/options.hpp"
#include "pipeline/report.hpp"

namespace manifact {

void warn_ineffective_options(const Options &options, bool given_start, Report &report);

}  // namespace manifact
