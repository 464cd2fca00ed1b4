// Regularized concept factorization (RCF): LCCF on a graph that is adjusted to labels, must-links
// and cannot-links.
//
// Yan et al., "A novel regularized concept factorization for document clustering", 2017, eqs 11,
// 13, 19 to 22; n documents, W the graph of nearest neighbors:
//
//   S = D^-1/2 W D^-1/2,  F = B Z B',  B = (1 - alpha)(I - alpha S)^-1
//   Z = 1 for documents that belong together, -1 for those that do not, 0 if unknown
//   W~ = W * (1 - |F|) + max(F, 0)
//   min |X' - X'U V'|^2 + lambda tr(V'(D~ - W~) V)  over U, V >= 0, n x k      U is W of lccf.cpp
//
// Like LCCF it has no minimizer: normalization=per-update (u_c'K u_c = 1 after each update), the
// literal reading of the paper, is the default. With final (once at the end) V keeps shrinking, and
// with it the graph term. V starts from the labels spread over the graph (start=propagation).
// Without constraints the result equals lccf with normalization=per-update exactly.
//
// These are preset=paper, the settings of the paper. preset=quality, the default for sparse data
// with labels, keeps the memberships of start=mixture, which combine the labels spread over the
// graph of 15 neighbors with the content of the documents and with pairs
// (methods/start/propagation.cpp), and refines them by a logistic regression, which follows many
// labels more closely (refine=logistic).
#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "methods/start/propagation.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Key rcf_keys[] = {
    Key::preset,      Key::lambda,          Key::lambda_scale,       Key::alpha,
    Key::start_alpha, Key::propagation_top, Key::propagation_solver, Key::closure,
    Key::refine};
constexpr AllowedWords rcf_words[] = {
    label_starts, {Key::preset, "none paper quality pairs"}, {Key::refine, "none logistic"}};
constexpr Setting rcf_settings[] = {{Key::lambda, "100"},
                                    {Key::normalization, "per-update"},
                                    {Key::update_order, "wv"},
                                    {Key::start, "propagation"},
                                    {Key::readout, "cosine-kmeans"}};
// For images, the mean accounts for most of |X|^2, which the penalty must balance.
constexpr Setting rcf_dense_settings[] = {{Key::lambda, "500"}};

// Combines content and graph, without updates: measured better than with any number of updates.
constexpr Setting rcf_quality[] = {{Key::lambda, "100"},       {Key::min_df, "3"},
                                   {Key::neighbors, "15"},     {Key::start, "mixture"},
                                   {Key::max_iterations, "0"}, {Key::readout, "argmax"},
                                   {Key::refine, "logistic"}};
constexpr Implication rcf_implications[] = {
    {Key::preset, "paper", rcf_settings}, {Key::preset, "quality", rcf_quality}, pairs_preset[0]};

AdjustedGraph rcf_adjust(const AdjustmentInput &known, const Options &options,
                         ExecutionContext &run) {
  const Graph &W = known.graph;
  const double alpha = options.real(Key::alpha);
  auto F = std::make_shared<Affinity>(
      propagated(W, known.constraints, alpha, propagation_plan(options, known.factors), run));
  const bool exact = options.is(Key::propagation_top, "exact");
  const Index all = W.S.rows - 1;  // exact with pairs: every entry is an edge
  AdjustedGraph adjusted;
  if (exact && F->R.rows == 0) {
    adjusted.graph = weakened_graph(W, *F, run);
    adjusted.dense_affinity = F;
  } else {
    adjusted.graph = adjusted_graph(W, *F, exact ? all : options.integer(Key::propagation_top),
                                    options.integer(Key::memory_budget), run);
  }
  adjusted.affinity = F;
  return adjusted;
}

}  // namespace

// |X' - X'U V'|^2 + lambda tr(V'(D~ - W~) V)
extern const Method rcf = {
    .name = "rcf",
    .summary = "regularized concept factorization: lccf with labels, must-links and cannot-links",
    .reference = "Yan et al. 2017 (RCF paper), eqs 11, 13, 19, 20",
    .family = &concept_family,
    .keys = rcf_keys,
    .defaults = rcf_settings,
    .dense_defaults = rcf_dense_settings,
    .implications = rcf_implications,
    .words = rcf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .takes_constraints = true,
    .needs_graph = always,
    .adjust = rcf_adjust,
    .make = graph_regularized,
};

}  // namespace manifact
