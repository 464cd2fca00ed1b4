// Constrained concept factorization (CCF): documents known to belong together share a row of V.
//
//   min |X' - X'U Z'A'|^2  over U, Z >= 0        V = A Z, A n x r
//   Z <- Z * (A'K U) / (A'A Z (U'K U)),  U as in lccf.cpp
//
// A gives the documents of one class (or chain of must-links) a common row of Z, and every other
// document its own. A'A is diagonal (counts), so Z is updated like V with the mean rows of K U.
// Cannot-links are ignored.
#include "methods/concept/concept.hpp"
#include "methods/concept/factorization.hpp"
#include "methods/start/labels.hpp"
#include "methods/start/propagation.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Key keys[] = {Key::start_alpha, Key::propagation_solver};
constexpr Setting settings[] = {{Key::restarts, "10"}};

template <class T>
std::unique_ptr<Algorithm<T>> make(const Problem<T> &problem) {
  const bool any = problem.constraints != nullptr && !problem.constraints->empty();
  return std::make_unique<ConceptFactorization<T>>(
      problem, Penalties<T>{}, any ? linked_groups(*problem.constraints) : std::vector<Index>());
}

}  // namespace

extern const Method ccf = {
    .name = "ccf",
    .summary =
        "constrained concept factorization: labeled documents of one class share their memberships",
    .reference = "Liu et al. 2014, in the form compared in the RCF paper",
    .non_negative = true,
    .family = &concept_family,
    .keys = keys,
    .defaults = settings,
    .words = label_start_values,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .takes_constraints = true,
    .needs_graph =
        [](const Options &options) {
          return starts_from_labels(options) || start_needs_graph(options);
        },
    .make = maker_of([](const auto &problem) { return make(problem); }),
};

}  // namespace manifact
