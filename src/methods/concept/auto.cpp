// The default: a pipeline with fixed settings, chosen by measurements on labeled collections
// (docs/methods/auto.md).
//
//   1  x = (1 + ln tf) ln(n / df), terms in at least 3 documents, unit rows: weighting, min-df
//   2  exact cosine graph, 15 neighbors: neighbors
//   3  X ~ U diag(sigma) P', rank 2k (at most 200);  Z = U diag(sigma), unit rows: svd-rank
//   4  8 times Z <- (Z + D^-1 S Z) / 2, content diffused over the graph: smoothing
//   5  k-means on unit rows of Z, 10 starts;  V = one-hot + 0.2, W = V / sums: start=lsi,
//      readout-starts
//   6  20 rounds of coordinate descent on the scale-invariant objective
//
//        min  |Y' - Y'W V'|^2 + lambda sum_c (w_c'K w_c)(v_c'L v_c)
//
//      with lambda relative to the mean degree: lambda-scale. Y = diag(g) X, g_i = (X X'1)_i^-1/4,
//      half the weighting of the normalized cut: ncw, ncw-power
//   7  arg max of V: readout
//
// preset=fast ends after step 5. preset=quality also cuts the graph of 10 neighbors (start=ncut).
// If the cut has no tiny cluster and agrees with step 5 (pipeline/quality_start.hpp), it continues
// from the cut, with the full weighting and lambda 10; otherwise from step 5 as above.
#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "methods/concept/penalties/graph.hpp"
#include "methods/start/labels.hpp"

namespace manifact {
namespace {

constexpr Key keys[] = {Key::preset, Key::lambda, Key::lambda_scale};
constexpr AllowedWords words[] = {{Key::preset, "none fast quality"}};
constexpr Setting settings[] = {{Key::weighting, "auto"},
                                {Key::min_df, "3"},
                                {Key::neighbors, "15"},
                                {Key::lambda, "3"},
                                {Key::lambda_scale, "relative"},
                                {Key::ncw, "unit-graph"},
                                {Key::ncw_power, "0.25"},
                                {Key::update, "cd"},
                                {Key::start, "lsi"},
                                {Key::smoothing, "8"},
                                {Key::readout_starts, "10"},
                                {Key::max_iterations, "20"},
                                {Key::tolerance, "0"}};
constexpr Setting fast[] = {{Key::max_iterations, "0"}};
constexpr Setting quality[] = {
    {Key::neighbors, "10"}, {Key::start, "ncut"}, {Key::lambda, "10"}, {Key::ncw_power, "0.5"}};
constexpr Setting not_linear[] = {{Key::update, "mu"},
                                  {Key::max_iterations, "100"}};  // descent needs the linear kernel
constexpr Implication implications[] = {{Key::preset, "fast", fast},
                                        {Key::preset, "quality", quality},
                                        {Key::kernel, "polynomial", not_linear},
                                        {Key::kernel, "rbf", not_linear},
                                        {Key::kernel, "precomputed", not_linear}};

// |Y' - Y'W V'|^2 + lambda sum_c (w_c'K w_c)(v_c'L v_c)
template <class T>
std::unique_ptr<Algorithm<T>> make(const Problem<T> &problem) {
  return concept_factorization(problem, graph_penalty(problem));
}

}  // namespace

extern const Method automatic = {
    .name = "auto",
    .summary = "the default for documents: smoothed LSI start, then lccf by coordinate descent",
    .reference = "this project; objective: LCCF paper, eq. 10, scale-invariant",
    .counts = Weighting::log_tfidf,
    .family = &concept_family,
    .keys = keys,
    .defaults = settings,
    .implications = implications,
    .words = words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .needs_graph =
        [](const Options &options) {
          return options.real(Key::lambda) > 0 || start_needs_graph(options);
        },
    .make = maker_of([](const auto &problem) { return make(problem); }),
};

}  // namespace manifact
