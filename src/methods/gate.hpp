// preset=quality of the method auto: which of two pipelines goes on, the normalised cut of the graph or the default.
#pragma once

#include "methods/options.hpp"
#include "runtime/array.hpp"

namespace manifact {

// preset=quality, and the start left to it.
bool has_gate(const Options &options);

// The options of the pipeline that runs when the cut was refused: those of the default; the same where there is no gate.
Options options_beyond_gate(const Options &options);

// What is known of the cut without any label.
struct Gate {
  double smallest = 0;   // of its clusters, over n / k
  double agreement = 0;  // with the clustering by content: mutual information / the smaller entropy, 1 when one refines the other

  // The cut fails by splitting off tiny groups, or by following links that the content does not confirm. Measured: docs/methods.md.
  bool passed() const noexcept { return smallest >= 0.1 && agreement >= 0.87; }
};

Gate judge(const Array<std::int32_t> &cut, const Array<std::int32_t> &content, std::int64_t k);

}  // namespace manifact
