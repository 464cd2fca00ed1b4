// GDCF, experimental: a reconstruction without the published formula. The numbers that the RCF
// paper reports for it are not reproduced.
//
//   min |X' - X'U V'|^2 + mu |Q - V_l A|^2 + lambda tr(V'L V)  over U, V, A >= 0
//
// with one-hot labels Q and the rows V_l of labeled documents, by multiplicative updates of U, V
// (lccf.cpp) and A (penalties/labels.hpp) in turn. Pairs are ignored.
#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "methods/concept/penalties/graph.hpp"
#include "methods/concept/penalties/labels.hpp"
#include "methods/magnitudes.hpp"
#include "options/conversions.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Key gdcf_keys[] = {Key::preset, Key::lambda,      Key::lambda_scale,
                             Key::mu,     Key::start_alpha, Key::propagation_solver};
constexpr Setting gdcf_settings[] = {
    {Key::lambda, "0.1"},          {Key::mu, "0.5"},
    {Key::normalization, "final"}, {Key::update_order, "wv"},
    {Key::start, "propagation"},   {Key::readout, "cosine-kmeans"}};
constexpr Implication gdcf_implications[] = {{Key::preset, "paper", gdcf_settings},
                                             pairs_preset[0]};

template <class T>
std::unique_ptr<LabelPenalty<T>> label_penalty(const Problem<T> &problem) {
  const Constraints *const known = problem.constraints;
  const double mu =
      strength_in_units(problem, problem.options.real(Key::mu), degree_of_fit(problem.options));
  if (known == nullptr || known->labeled == 0) return nullptr;
  return std::make_unique<LabelPenalty<T>>(known->classes, known->n_classes(), problem.k, mu);
}

// |X' - X'U V'|^2 + lambda tr(V'L V) + mu |Q - V_l A|^2
template <class T>
std::unique_ptr<Algorithm<T>> gdcf_make(const Problem<T> &problem) {
  return concept_factorization(problem, graph_penalty(problem), label_penalty(problem));
}

}  // namespace

extern const Method gdcf = {
    .name = "gdcf",
    .summary =
        "experimental: lccf with a penalty that fits memberships to labels (a reconstruction "
        "without the published formula)",
    .reference = "reconstruction of a comparison in the RCF paper; its numbers are not reproduced",
    .non_negative = true,
    .family = &concept_family,
    .keys = gdcf_keys,
    .defaults = gdcf_settings,
    .implications = gdcf_implications,
    .words = constrained_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .takes_constraints = true,
    .ignores_pairs = true,
    .needs_graph = always,
    .make = maker_of([](const auto &problem) { return gdcf_make(problem); }),
};

}  // namespace manifact
