// preset=quality of the method auto: which of two pipelines goes on.
#pragma once

#include "methods/options.hpp"
#include "runtime/array.hpp"

namespace manifact {

bool has_gate(const Options &options);

// The options of the pipeline that runs when the cut was refused: those of the default; the same where there is no gate.
Options options_beyond_gate(const Options &options);

// The normalised cut fails by splitting off tiny groups or by keeping one huge one. It is trusted when its smallest cluster has at least
// a tenth of n / k documents and its largest at most 35 in a hundred (for few clusters, at most 1.5 n / k).
bool is_balanced(const Array<std::int32_t> &labels, std::int64_t k);

}  // namespace manifact
