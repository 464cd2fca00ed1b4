#include "model/file/assignment_check.hpp"

namespace manifact {
namespace {

// Sections and facts by name: needed for the model, or not.
class Needs {
 public:
  explicit Needs(const ArchiveReader &archive) : archive_(archive) {}

  void section(bool needed, bool there, const char *name) const {
    if (needed && !there) archive_.refuse("section '%s' is missing", name);
  }
  void positive(bool needed, double value, const char *fact) const {
    if (needed && !(value > 0)) archive_.refuse("the fact '%s' is 0, but the model uses it", fact);
  }
  void agree(bool fit, const char *fact, const char *other) const {
    if (!fit) archive_.refuse("the facts '%s' and '%s' do not fit each other", fact, other);
  }

 private:
  const ArchiveReader &archive_;
};

void check_kernel(const ArchiveReader &archive, const Model &model) {
  const Assignment &a = model.assignment;
  const Needs needs(archive);
  const bool given = a.kernel.kind == KernelKind::precomputed;
  if (given != !a.kernel_diagonal.empty())
    archive.refuse("section 'kernel_diagonal' does not fit the kernel");
  if (given && model.m != model.n)
    archive.refuse("a kernel of %lld x %lld is not square", static_cast<long long>(model.n),
                   static_cast<long long>(model.m));
  needs.positive(a.kernel.kind == KernelKind::rbf, a.kernel.bandwidth, "kernel_bandwidth");
}

// Edges between new documents and those of the fit.
void check_graph(const ArchiveReader &archive, const Model &model) {
  const Assignment &a = model.assignment;
  const Needs needs(archive);
  const bool given = a.kernel.kind == KernelKind::precomputed;
  const bool edges = a.lambda > 0 && (a.X.rows > 0 || given);
  needs.positive(a.vote, a.lambda, "lambda");
  needs.positive(edges || a.predicted, static_cast<double>(a.neighbors), "neighbors");
  needs.positive(edges && a.graph_weight == GraphWeight::heat, a.bandwidth, "bandwidth");
  needs.section(edges && a.graph_weight == GraphWeight::local_scaling, !a.local_scales.empty(),
                "local_scales");
  for (const double scale : a.local_scales)
    if (!(scale > 0)) archive.refuse("section 'local_scales' has a number that is not above 0");
}

}  // namespace

void check_parts(const ArchiveReader &archive, const Model &model) {
  const Assignment &a = model.assignment;
  const Needs needs(archive);
  const bool linear = a.kernel.kind == KernelKind::linear;
  const bool factors = !a.partition && !a.vote && a.mixture.empty();  // v from W, U and M
  needs.agree(linear || (factors && !a.iterative), "rule", "kernel");
  needs.agree(a.ncw || !a.ncw_appendix, "ncw", "ncw_appendix");
  needs.section(!linear || a.iterative, !model.W.empty(), "W");
  needs.section(factors, !a.M.empty(), "M");
  needs.section(!a.partition && a.readout != Readout::argmax, !a.readout_centers.empty(),
                "readout_centres");
  needs.section(a.ncw, !a.g.empty(), "g");
  needs.section(a.ncw && linear, !a.feature_sums.empty(), "feature_sums");
  if ((a.weights.weighting != Weighting::none) != !a.weights.idf.empty())
    archive.refuse("section 'idf' does not fit the weighting");
  check_kernel(archive, model);
  check_graph(archive, model);
}

}  // namespace manifact
