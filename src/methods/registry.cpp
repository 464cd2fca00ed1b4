#include "methods/registry.hpp"

#include "methods/bipartite/bipartite.hpp"
#include "methods/concept/concept.hpp"
#include "methods/partition/asi.hpp"
#include "methods/partition/kmeans.hpp"
#include "methods/partition/label_propagation.hpp"
#include "methods/partition/mixture.hpp"
#include "methods/spectral/spectral.hpp"

namespace manifact {
namespace {

// A new method is a row here.
constexpr const Method *table[] = {&automatic,
                                   &cf,
                                   &lccf,
                                   &rcf,
                                   &semi_lccf,
                                   &ccf,
                                   &gdcf,
                                   &cnpcf,
                                   &srmcf,
                                   &nmf,
                                   &gnmf,
                                   &semi_nmf,
                                   &onmtf,
                                   &rcc,
                                   &drcc,
                                   &label_propagation,
                                   &average_association,
                                   &ratio_cut,
                                   &ncut,
                                   &cplr,
                                   &clgr,
                                   &can,
                                   &pcan,
                                   &ssc,
                                   &smce,
                                   &kmeans,
                                   &spherical_kmeans,
                                   &gmm,
                                   &asi};

}  // namespace

std::span<const Method *const> method_table() noexcept { return table; }

const Method *find_method(std::string_view name) noexcept {
  if (name == "tnmf") return &onmtf;  // its other name in the literature
  for (const Method *method : table)
    if (name == method->name) return method;
  return nullptr;
}

}  // namespace manifact
