#include "model/predict/memberships.hpp"

#include <algorithm>
#include <cmath>

#include "readout/readout.hpp"
#include "runtime/error.hpp"

namespace manifact {

void check_memberships(const double *V, Index count) {
  if (!std::all_of(V, V + count, [](double x) { return std::isfinite(x); }))
    fail(Status::numerics, "the membership of a new document is not finite");
}

void read_out_memberships(const MembershipReadout &readout, Index k, const Array<double> &V,
                          std::int32_t *labels, double *memberships, ExecutionContext &run) {
  check_memberships(V.data(), V.size());
  const Dense<double> rows = unpacked(V, V.size() / k, k, run.memory);
  const Array<std::int32_t> found =
      readout.kind == ReadoutKind::argmax
          ? argmax_labels(rows, readout.weights, run)
          : nearest_centers(rows, unpacked(readout.centers, k, k, run.memory), readout.geometry,
                            run);
  std::copy(found.begin(), found.end(), labels);
  if (memberships != nullptr) std::copy(V.begin(), V.end(), memberships);
}

void require_readout(const FactReader &facts, const Model &model) {
  facts.require_section(model.readout.kind == ReadoutKind::argmax || !model.readout.centers.empty(),
                        "readout_centres");
}

}  // namespace manifact
