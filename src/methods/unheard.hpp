// Options that were set, to what they are not anyway, and have no say beside others: the user is told.
#pragma once

#include "methods/options.hpp"
#include "methods/report.hpp"

namespace manifact {

void report_unheard(const Options &options, bool given_start, Report &report);

}  // namespace manifact
