// Non-negative matrix factorization, without and with the graph of the documents:
//
//   NMF    min |X - V U'|^2                       over V, U >= 0, n x k and m x k
//   GNMF   min |X - V U'|^2 + lambda tr(V'L V)    L = D - S of the nearest-neighbor graph S
//
// NMF starts from singular vectors: on text this ends with a lower objective than the best of five
// random starts, and sooner. Replacing (U, V) by (U D, V / D) keeps the fit: after the last update
// the columns of U are scaled to unit length, which makes the entries of a row of V comparable. In
// GNMF the penalty decreases with the scale of V, which keeps shrinking (as in the paper), so arg
// max uses unit columns of V. lambda has the meaning of the paper if the columns of U have unit
// length at the start: random columns have length about sqrt(m / 3), which multiplies the effective
// lambda by 3 / m.
#include "methods/bipartite/bipartite.hpp"
#include "methods/bipartite/two_factors.hpp"
#include "methods/start/labels.hpp"

namespace manifact {
namespace {

template <class T>
std::unique_ptr<Algorithm<T>> make_nmf(const Problem<T> &problem) {
  return problem.plan.update == UpdateKind::hals ? hals_nmf<T>(problem)
                                                 : multiplicative_nmf<T>(problem);
}

constexpr Key nmf_keys[] = {Key::update, Key::update_order, Key::floor};
constexpr Setting nmf_settings[] = {
    {Key::update, "hals"}, {Key::start, "svd"}, {Key::max_iterations, "200"}};
// On dense data the columns of V overlap, and 200 updates end up to 1 % above the limit.
constexpr Setting nmf_dense[] = {
    {Key::readout, "cosine-kmeans"}, {Key::max_iterations, "1000"}, {Key::tolerance, "1e-06"}};
constexpr Setting multiplicative[] = {{Key::update, "mu"}};
// The limits for dense data are those of hals.
constexpr Setting few_updates[] = {{Key::max_iterations, "200"}, {Key::tolerance, "1e-05"}};
constexpr Implication nmf_implications[] = {{Key::update, "mu", few_updates},
                                            {Key::update_order, "wv", multiplicative},
                                            {Key::floor, "reference", multiplicative}};
constexpr AllowedWords nmf_words[] = {{Key::update, "hals mu"},
                                      {Key::start, "random kmeans lsi ncut svd given"}};

constexpr Key gnmf_keys[] = {Key::preset, Key::lambda, Key::update_order, Key::floor};
constexpr AllowedWords gnmf_words[] = {nmf_words[1], {Key::preset, "none paper"}};
// The authors' program: ten random starts of 30 updates, the best continues.
constexpr Setting gnmf_paper[] = {
    {Key::start, "random"}, {Key::restarts, "10"}, {Key::floor, "reference"}};
constexpr Setting several_starts[] = {{Key::restarts, "10"}};  // random ones often fail
constexpr Implication gnmf_implications[] = {{Key::preset, "paper", gnmf_paper},
                                             {Key::start, "random", several_starts}};
constexpr Setting gnmf_settings[] = {{Key::lambda, "100"},         {Key::graph_weight, "binary"},
                                     {Key::start, "lsi"},          {Key::smoothing, "8"},
                                     {Key::max_iterations, "200"}, {Key::readout, "cosine-kmeans"}};

}  // namespace

extern const Method nmf = {
    .name = "nmf",
    .summary = "non-negative matrix factorization: X ~ V U'",
    .reference = "Lee, Seung 2001; solver: Cichocki, Phan 2009, Ang, Gillis 2019",
    .non_negative = true,
    .family = &cocluster_family,
    .keys = nmf_keys,
    .defaults = nmf_settings,
    .dense_defaults = nmf_dense,
    .implications = nmf_implications,
    .words = nmf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::factors,
    .takes_feature_start = true,
    .divides = true,
    .needs_graph = start_needs_graph,
    .make = maker_of([](const auto &problem) { return make_nmf(problem); }),
};

extern const Method gnmf = {
    .name = "gnmf",
    .summary =
        "graph-regularized non-negative matrix factorization: X ~ V U' with V smooth over the "
        "nearest-neighbor graph",
    .reference = "Cai, He, Han, Huang 2011",
    .non_negative = true,
    .family = &cocluster_family,
    .keys = gnmf_keys,
    .defaults = gnmf_settings,
    .implications = gnmf_implications,
    .words = gnmf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::factors,
    .takes_feature_start = true,
    .divides = true,
    .needs_graph =
        [](const Options &options) {
          return options.real(Key::lambda) > 0 || start_needs_graph(options);
        },
    .make = maker_of([](const auto &problem) { return multiplicative_nmf(problem); }),
};

}  // namespace manifact
