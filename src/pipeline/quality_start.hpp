// preset=quality of the method auto: which of two pipelines goes on, the normalized cut of the
// graph or the default.
#pragma once

#include "options/options.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// preset=quality, and the start left to it.
bool has_quality_start(const Options &options);

// The options of the pipeline that runs when the cut was refused: those of the default; the same
// where no cut is judged.
Options fallback_options(const Options &options);

// What is known of the cut without any label.
struct CutAcceptance {
  double smallest = 0;  // of its clusters, over n / k
  // The agreement with the clustering by content: mutual information / the smaller entropy, 1 when
  // one refines the other.
  double agreement = 0;

  // The cut fails by splitting off tiny groups, or by following links that the content does not
  // confirm. Measured: docs/methods/auto.md.
  bool passed() const noexcept { return smallest >= 0.1 && agreement >= 0.87; }
};

CutAcceptance judge(const Array<std::int32_t> &cut, const Array<std::int32_t> &content, Index k);

}  // namespace manifact
