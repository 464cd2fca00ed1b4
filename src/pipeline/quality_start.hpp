// preset=quality of method auto: chooses between two pipelines, the normalized cut of the graph and
// the default.
#pragma once

#include "options/options.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Whether preset=quality is set and the start is not.
bool has_quality_start(const Options &options);

// The options of the pipeline that runs if the cut is rejected, those of the default; unchanged if
// no cut is evaluated.
Options fallback_options(const Options &options);

// Label-free criteria for accepting the cut.
struct CutAcceptance {
  double smallest = 0;  // size of its smallest cluster, over n / k
  // Agreement with the clustering by content: mutual information / the smaller entropy; 1 if one
  // clustering refines the other.
  double agreement = 0;

  // A bad cut splits off tiny groups or follows links that the content does not confirm. The
  // thresholds were measured: docs/methods/auto.md.
  bool passed() const noexcept { return smallest >= 0.1 && agreement >= 0.87; }
};

CutAcceptance judge(const Array<std::int32_t> &cut, const Array<std::int32_t> &content, Index k);

}  // namespace manifact
