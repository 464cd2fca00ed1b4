// preset=dense of method auto chooses between two starts, the normalized cut of the graph and the
// clustering by content (chooses_start() of pipeline/derived_options.hpp).
#pragma once

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Label-free criteria for accepting the cut.
struct CutAcceptance {
  // Agreement with the clustering by content: mutual information / the smaller entropy; 1 if one
  // clustering refines the other.
  double agreement = 0;
  double balance = 0;  // entropy of its sizes / log k

  // A bad cut splits off tiny groups or follows links that the content does not confirm. The
  // thresholds were measured: docs/methods/auto.md.
  bool passed() const noexcept { return balance >= 0.95 || agreement >= 0.8; }
};

CutAcceptance judge(const Array<std::int32_t> &cut, const Array<std::int32_t> &content, Index k);

}  // namespace manifact
