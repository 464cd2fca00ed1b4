// Concept factorization (CF) and locally consistent concept factorization (LCCF).
//
// Cai, He, Han, "Locally Consistent Concept Factorization for Document Clustering", eqs 6 and 10:
//
//   CF    min  |X' - X'W V'|^2
//   LCCF  min  |X' - X'W V'|^2 + lambda tr(V'L V)
//   and   min  |X' - X'W V'|^2 + lambda sum_c (w_c'K w_c)(v_c'L v_c)
//
// over W, V >= 0, n x k. The rows of X, n x m, are documents, K = X X', and L = D - S for the graph
// S of p nearest neighbors. The third objective is scale-invariant: LCCF subject to w_c'K w_c = 1.
//
// For lambda > 0 LCCF has no minimizer: (W/c, cV) has the same fit and scales the penalty by c^2.
// `normalization` selects how the scale is fixed, `update-order` which factor is updated first:
//
//   scale-invariant   the third objective; w_c'K w_c = 1 before the first and after each update,
//                     which does not change it. Nonincreasing; recommended
//   none              LCCF, no normalization. Nonincreasing
//   final             LCCF, w_c'K w_c = 1 once at the end; W first by default. Nonincreasing, but
//                     V goes to zero if run to convergence
//   per-update        LCCF, w_c'K w_c = 1 after each update, and with V first also before the first
//                     one: the literal reading of the paper. Not monotone
//   unit-memberships  LCCF, |v_c| = 1 before the first and after each update, w_c'K w_c = 1 once at
//                     the end: the authors' program. Not monotone
//
// Weighting (ncw): K becomes diag(g) K diag(g), g_i = (K 1)_i^-1/2. ncw=full also transforms the
// graph, s_ij / (g_i g_j) and d_i / g_i^2 (not the row sum): appendix B. ncw=unit-graph leaves the
// graph unchanged: the authors' program.
#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "methods/start/labels.hpp"

namespace manifact {
namespace {

constexpr Key cf_keys[] = {Key::preset};
constexpr Key lccf_keys[] = {Key::preset, Key::lambda, Key::lambda_scale};
constexpr AllowedWords lccf_words[] = {{Key::preset, "none paper"}};
constexpr Setting lccf_settings[] = {{Key::ncw, "unit-graph"}, {Key::restarts, "10"}};
constexpr Setting cf_settings[] = {
    {Key::ncw, "unit-graph"}, {Key::restarts, "10"}, {Key::update, "cd"}};
// Dense data are not centered: the mean document accounts for most of |X|^2, and all clusters share
// one concept. The start and the read-out must separate them (docs/methods/lccf.md).
constexpr Setting lccf_dense_settings[] = {{Key::start, "lsi"},
                                           {Key::restarts, "1"},
                                           {Key::lambda, "100"},
                                           {Key::readout, "cosine-kmeans"}};
constexpr Setting cf_dense_settings[] = {
    {Key::start, "lsi"}, {Key::restarts, "1"}, {Key::readout, "cosine-kmeans"}};
constexpr Setting cf_unit_memberships[] = {
    {Key::start, "random"}, {Key::restarts, "1"}, {Key::update, "mu"}, {Key::readout, "argmax"}};
constexpr Setting unit_memberships_settings[] = {{Key::start, "random"},
                                                 {Key::lambda, "100"},
                                                 {Key::readout, "cosine-kmeans"},
                                                 {Key::restarts, "1"},
                                                 {Key::ncw, "none"}};
constexpr Setting final_settings[] = {
    {Key::start, "random"}, {Key::lambda, "100"}, {Key::readout, "cosine-kmeans"},
    {Key::restarts, "1"},   {Key::ncw, "none"},   {Key::update_order, "wv"}};
constexpr Setting paper_preset[] = {
    {Key::normalization, "unit-memberships"}, {Key::ncw, "unit-graph"}, {Key::restarts, "10"}};
constexpr Setting lccf_multiplicative[] = {{Key::update, "mu"}};
constexpr Setting lccf_several_starts[] = {{Key::restarts, "10"}};
// For other kernels: start=lsi requires documents to be vectors of features.
constexpr Setting lccf_not_linear[] = {
    {Key::start, "random"}, {Key::restarts, "10"}, {Key::lambda, "1"}, {Key::readout, "argmax"}};
constexpr Setting cf_not_linear[] = {
    {Key::start, "random"}, {Key::restarts, "10"}, {Key::update, "mu"}, {Key::readout, "argmax"}};
constexpr Setting one_start_W_first[] = {{Key::start, "random"},
                                         {Key::restarts, "1"},
                                         {Key::update, "mu"},
                                         {Key::update_order, "wv"},
                                         {Key::readout, "argmax"}};
constexpr Implication lccf_implications[] = {
    {Key::preset, "paper", paper_preset},
    {Key::normalization, "final", final_settings},
    {Key::normalization, "unit-memberships", unit_memberships_settings},
    {Key::kernel, "polynomial", lccf_not_linear},
    {Key::kernel, "rbf", lccf_not_linear},
    {Key::kernel, "precomputed", lccf_not_linear},
    {Key::start, "random", lccf_several_starts}};
constexpr Implication cf_implications[] = {
    {Key::preset, "paper", paper_preset},
    {Key::normalization, "final", one_start_W_first},
    {Key::normalization, "unit-memberships", cf_unit_memberships},
    {Key::floor, "reference", lccf_multiplicative},
    {Key::kernel, "polynomial", cf_not_linear},
    {Key::kernel, "rbf", cf_not_linear},
    {Key::kernel, "precomputed", cf_not_linear},
    {Key::start, "random", lccf_several_starts}};

}  // namespace

// |X' - X'W V'|^2
extern const Method cf = {
    .name = "cf",
    .summary = "concept factorization: X' ~ X'W V'",
    .reference = "Xu, Gong 2004; LCCF paper, eq. 6",
    .family = &concept_family,
    .keys = cf_keys,
    .defaults = cf_settings,
    .dense_defaults = cf_dense_settings,
    .implications = cf_implications,
    .words = lccf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .divides = true,
    .streams = true,
    .needs_graph = start_needs_graph,
    .make = maker_of([](const auto &problem) { return concept_factorization(problem); }),
};

// |X' - X'W V'|^2 + lambda tr(V'L V), or lambda sum_c (w_c'K w_c)(v_c'L v_c)
extern const Method lccf = {
    .name = "lccf",
    .summary =
        "locally consistent concept factorization: X' ~ X'W V' with V smooth over the "
        "nearest-neighbor graph",
    .reference = "Cai, He, Han 2011 (LCCF paper), eqs 10, 17, 18",
    .family = &concept_family,
    .keys = lccf_keys,
    .defaults = lccf_settings,
    .dense_defaults = lccf_dense_settings,
    .implications = lccf_implications,
    .words = lccf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .divides = true,
    .streams = true,
    .needs_graph = penalty_or_start_needs_graph,
    .make = graph_regularized,
};

}  // namespace manifact
