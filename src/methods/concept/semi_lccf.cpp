// Locally consistent concept factorization with known pairs in the graph (SemiLCCF, as described in
// the RCF paper): w_ij = 1 for a must-link, 0 for a cannot-link, otherwise the weight of the
// nearest neighbors; then lccf on that graph. Pairs with weight |z| < 1: max(w, z), and w (1 + z)
// for z < 0.
#include <algorithm>

#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "supervision/renewed_graph.hpp"

namespace manifact {
namespace {

constexpr Key semi_lccf_keys[] = {
    Key::preset, Key::lambda, Key::lambda_scale, Key::start_alpha, Key::propagation_solver,
    Key::closure};
constexpr Setting semi_lccf_settings[] = {{Key::lambda, "100"},
                                          {Key::normalization, "per-update"},
                                          {Key::update_order, "wv"},
                                          {Key::start, "propagation"},
                                          {Key::readout, "cosine-kmeans"}};
constexpr Implication semi_lccf_implications[] = {{Key::preset, "paper", semi_lccf_settings},
                                                  pairs_preset[0]};
// For images, the mean accounts for most of |X|^2, which the penalty must balance.
constexpr Setting semi_lccf_dense_settings[] = {{Key::lambda, "500"}};

AdjustedGraph semi_lccf_adjust(const AdjustmentInput &known, const Options &options,
                               ExecutionContext &run) {
  const auto weight = [](double w, double z) { return z > 0 ? std::max(w, z) : w * (1 + z); };
  return {.graph = renewed_graph(known.graph, known.constraints, weight,
                                 options.integer(Key::memory_budget), run),
          .dense_affinity = nullptr,
          .affinity = nullptr};
}

}  // namespace

// |X' - X'W V'|^2 + lambda tr(V'L V), L of the graph with the pairs
extern const Method semi_lccf = {
    .name = "semi-lccf",
    .summary = "lccf with known pairs in its graph: weight 1 for must-links, none for cannot-links",
    .reference = "RCF paper, section 4 (a baseline there, from its description)",
    .family = &concept_family,
    .keys = semi_lccf_keys,
    .defaults = semi_lccf_settings,
    .dense_defaults = semi_lccf_dense_settings,
    .implications = semi_lccf_implications,
    .words = constrained_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .takes_constraints = true,
    .needs_graph = always,
    .adjust = semi_lccf_adjust,
    .make = graph_regularized,
};

}  // namespace manifact
