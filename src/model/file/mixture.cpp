#include "model/file/mixture.hpp"

#include "model/file/finite_section.hpp"
#include "runtime/index.hpp"

namespace manifact {

void put_mixture(ArchiveWriter &writer, const Posterior &mixture) {
  const Index r = mixture.r, k = mixture.bias.size();
  writer.numbers("mixture_basis", mixture.basis.data(), mixture.basis.size() / r, r);
  writer.numbers("mixture_linear", mixture.linear.data(), r, k);
  if (!mixture.quadratic.empty())
    writer.numbers("mixture_quadratic", mixture.quadratic.data(), r, k);
  writer.numbers("mixture_bias", mixture.bias.data(), mixture.bias.size());
  if (!mixture.origin.empty()) writer.numbers("mixture_origin", mixture.origin.data(), r);
}

Posterior read_mixture(const ArchiveReader &archive, const Model &model,
                       const std::shared_ptr<Memory> &memory) {
  const Index r = archive.columns("mixture_basis"), k = model.k;
  if (r < 1 || r > model.m)
    archive.refuse("section 'mixture_basis' has %lld columns for %lld features",
                   static_cast<long long>(r), static_cast<long long>(model.m));
  Posterior mixture;
  mixture.r = r;
  mixture.basis = finite_section(archive, "mixture_basis", model.m, r, memory);
  mixture.linear = finite_section(archive, "mixture_linear", r, k, memory);
  if (archive.has("mixture_quadratic"))
    mixture.quadratic = finite_section(archive, "mixture_quadratic", r, k, memory);
  mixture.bias = finite_section(archive, "mixture_bias", k, 1, memory);
  if (archive.has("mixture_origin"))
    mixture.origin = finite_section(archive, "mixture_origin", r, 1, memory);
  return mixture;
}

}  // namespace manifact
