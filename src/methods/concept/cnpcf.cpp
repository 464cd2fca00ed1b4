// CNPCF, experimental: a reconstruction without the published formula. The numbers that the RCF
// paper reports for it are not reproduced.
//
//   min |X' - X'U V'|^2 + lambda tr(V'L V) + mu tr(V'L_ML V)
//
// with L of the graph of 3 neighbors and L_ML of the must-links. This is lccf on the graph
// W + (mu / lambda) W_ML. Cannot-links are ignored.
#include <algorithm>

#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "runtime/error.hpp"
#include "supervision/renewed_graph.hpp"

namespace manifact {
namespace {

constexpr Key cnpcf_keys[] = {Key::preset, Key::lambda,      Key::lambda_scale,
                              Key::mu,     Key::start_alpha, Key::propagation_solver,
                              Key::closure};
constexpr Setting cnpcf_settings[] = {
    {Key::neighbors, "3"},          {Key::lambda, "1"},        {Key::mu, "10"},
    {Key::normalization, "final"},  {Key::update_order, "wv"}, {Key::start, "propagation"},
    {Key::readout, "cosine-kmeans"}};
constexpr Implication cnpcf_implications[] = {{Key::preset, "paper", cnpcf_settings},
                                              pairs_preset[0]};

AdjustedGraph cnpcf_adjust(const AdjustmentInput &known, const Options &options,
                           ExecutionContext &run) {
  const double lambda = options.real(Key::lambda), ratio = options.real(Key::mu) / lambda;
  if (!(lambda > 0))
    fail(Status::option,
         "method 'cnpcf' needs lambda > 0: must-links have weight mu / lambda in its graph");
  const auto weight = [ratio](double w, double z) { return w + ratio * std::max(z, 0.0); };
  return {.graph = renewed_graph(known.graph, known.constraints, weight,
                                 options.integer(Key::memory_budget), run),
          .dense_affinity = nullptr,
          .affinity = nullptr};
}

}  // namespace

// |X' - X'U V'|^2 + lambda tr(V'(L + (mu / lambda) L_ML) V)
extern const Method cnpcf = {
    .name = "cnpcf",
    .summary =
        "experimental: lccf with must-links as additional edges (a reconstruction without the "
        "published formula)",
    .reference = "reconstruction of a comparison in the RCF paper; its numbers are not reproduced",
    .family = &concept_family,
    .keys = cnpcf_keys,
    .defaults = cnpcf_settings,
    .implications = cnpcf_implications,
    .words = constrained_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .takes_constraints = true,
    .needs_graph = always,
    .adjust = cnpcf_adjust,
    .make = graph_regularized,
};

}  // namespace manifact
