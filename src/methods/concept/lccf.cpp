// Concept factorization (CF) and locally consistent concept factorization (LCCF).
//
// Cai, He, Han, "Locally Consistent Concept Factorization for Document Clustering", eqs 6 and 10; X
// n x m has documents as rows, K = X X':
//
//   CF    min  |X' - X'W V'|^2                                               over W, V >= 0, n x k
//   LCCF  min  |X' - X'W V'|^2 + lambda tr(V'L V)                            L = D - S of the
//              p-nearest-neighbor graph S
//   si    min  |X' - X'W V'|^2 + lambda sum_c (w_c'K w_c)(v_c'L v_c)         the same on w_c'K w_c
//              = 1
//
// For lambda > 0 the second has no minimizer: (W/c, cV) leaves the fit and scales the penalty by
// c^2. So a mode must say how it fixes the scale, and in which order the factors move:
//
//   si       V, W; then w_c'K w_c = 1                 nonincreasing; the form for use
//   none     the order asked for; no normalization    nonincreasing
//   end      W, V; w_c'K w_c = 1 once at the end      nonincreasing, but not to be run to
//                                                     convergence: V drifts to zero
//   each     w_c'K w_c = 1 after each update          the paper read literally; not monotone; V, W:
//                                                     before the first too
//   authors  V, W; |v_c| = 1 before the first and after each update, w_c'K w_c = 1 once at the end;
//            not monotone
//
// Weighting (ncw): K becomes diag(g) K diag(g), g_i = (K 1)_i^-1/2; appendix B transforms the graph
// too, s_ij / (g_i g_j) and d_i / g_i^2 (not the row sum), the authors' program does not.
#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "methods/start/labels.hpp"

namespace manifact {
namespace {

constexpr Key lccf_keys[] = {Key::preset, Key::lambda, Key::lambda_scale};
constexpr AllowedWords lccf_words[] = {{Key::preset, "none paper"}};
constexpr Setting settings[] = {{Key::ncw, "unit-graph"}, {Key::restarts, "10"}};
constexpr Setting cf_settings[] = {
    {Key::ncw, "unit-graph"}, {Key::restarts, "10"}, {Key::update, "cd"}};
constexpr Setting cf_authors[] = {{Key::restarts, "1"}, {Key::update, "mu"}};
constexpr Setting reproduction[] = {{Key::lambda, "100"},
                                    {Key::readout, "cosine-kmeans"},
                                    {Key::restarts, "1"},
                                    {Key::ncw, "none"}};
constexpr Setting end_mode[] = {{Key::lambda, "100"},
                                {Key::readout, "cosine-kmeans"},
                                {Key::restarts, "1"},
                                {Key::ncw, "none"},
                                {Key::update_order, "wv"}};
constexpr Setting paper[] = {{Key::normalization, "unit-memberships"}};
constexpr Setting multiplicative[] = {{Key::update, "mu"}};
constexpr Setting one_start_W_first[] = {
    {Key::restarts, "1"}, {Key::update, "mu"}, {Key::update_order, "wv"}};
constexpr Implication lccf_implications[] = {
    {Key::preset, "paper", paper},
    {Key::normalization, "final", end_mode},
    {Key::normalization, "unit-memberships", reproduction}};
constexpr Implication cf_implications[] = {{Key::normalization, "final", one_start_W_first},
                                           {Key::normalization, "unit-memberships", cf_authors},
                                           {Key::floor, "reference", multiplicative},
                                           {Key::kernel, "polynomial", multiplicative},
                                           {Key::kernel, "rbf", multiplicative},
                                           {Key::kernel, "precomputed", multiplicative}};

}  // namespace

extern const Method cf = {
    .name = "cf",
    .summary = "concept factorization: X ~ X W V'",
    .reference = "Xu, Gong 2004; LCCF paper, eq. 6",
    .family = &concept_family,
    .defaults = cf_settings,
    .implications = cf_implications,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .needs_graph = start_needs_graph,
    .make = maker<ConceptFactorization>,
};

extern const Method lccf = {
    .name = "lccf",
    .summary =
        "locally consistent concept factorization: X ~ X W V' with V smooth over the "
        "nearest-neighbor graph",
    .reference = "Cai, He, Han 2011 (LCCF paper), eqs 10, 17, 18",
    .family = &concept_family,
    .keys = lccf_keys,
    .defaults = settings,
    .implications = lccf_implications,
    .words = lccf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .needs_graph =
        [](const Options &options) {
          return options.real(Key::lambda) > 0 || start_needs_graph(options);
        },
    .make = maker<ConceptFactorization>,
};

}  // namespace manifact
