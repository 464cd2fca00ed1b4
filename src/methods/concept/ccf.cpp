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
#include "methods/concept/state.hpp"
#include "methods/start/labels.hpp"
#include "methods/start/propagation.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Key ccf_keys[] = {Key::preset, Key::start_alpha, Key::propagation_solver};
constexpr Setting ccf_settings[] = {{Key::start, "propagation"}};
constexpr Setting ccf_several_starts[] = {{Key::restarts, "10"}};

// Like pairs_settings, but without a graph penalty and without updates: with only the content to
// preserve the clusters of the start, updates lose some of them (docs/methods/ccf.md).
constexpr Setting content[] = {{Key::min_df, "3"},         {Key::neighbors, "15"},
                               {Key::ncw, "unit-graph"},   {Key::ncw_power, "0.25"},
                               {Key::update, "auto"},      {Key::start, "lsi"},
                               {Key::smoothing, "8"},      {Key::restarts, "1"},
                               {Key::max_iterations, "0"}, {Key::readout_starts, "10"}};
constexpr Implication ccf_implications[] = {{Key::preset, "paper", ccf_settings},
                                            {Key::start, "random", ccf_several_starts},
                                            {Key::preset, "pairs", content}};

// After a finite number of updates Z is not yet the minimizer for U, by which new documents are
// assigned, so the last step solves for it. The scales of the papers are reproduced without it.
template <class T>
class ConstrainedFactorization final : public ConceptFactorization<T> {
 public:
  ConstrainedFactorization(const Problem<T> &problem, const std::vector<Index> &shared_rows)
      : ConceptFactorization<T>(problem, {}, shared_rows) {}

  // From a clustering, documents that share a row begin with the mean of their rows, which does not
  // depend on the order of the documents.
  void set_first_factors(Start &start) override {
    const bool clusters = start.V == nullptr && (start.labels != nullptr ||
                                                 this->problem_.plan.start != StartKind::random);
    starts_from_V_ = start.V != nullptr;
    ConceptFactorization<T>::set_first_factors(start);
    if (clusters && !this->state_.shared_rows.empty())
      average_groups(this->state_.V, this->state_.shared_rows);
  }

  // Also without updates, unless V was given.
  bool solve_memberships(bool updated) override {
    if (this->normalization_ != Normalization::scale_invariant || (!updated && starts_from_V_))
      return false;
    minimize_memberships(this->state_, this->run_);
    return true;
  }

 private:
  bool starts_from_V_ = false;
};

template <class T>
std::unique_ptr<Algorithm<T>> ccf_make(const Problem<T> &problem) {
  const bool any = problem.constraints != nullptr && !problem.constraints->empty();
  return std::make_unique<ConstrainedFactorization<T>>(
      problem, any ? linked_groups(*problem.constraints) : std::vector<Index>());
}

}  // namespace

extern const Method ccf = {
    .name = "ccf",
    .summary =
        "constrained concept factorization: labeled documents of one class share their memberships",
    .reference = "Liu et al. 2014, in the form compared in the RCF paper",
    .non_negative = true,
    .family = &concept_family,
    .keys = ccf_keys,
    .defaults = ccf_settings,
    .implications = ccf_implications,
    .words = constrained_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::model,
    .takes_constraints = true,
    .needs_graph =
        [](const Options &options) {
          return starts_from_labels(options) || start_needs_graph(options);
        },
    .make = maker_of([](const auto &problem) { return ccf_make(problem); }),
};

}  // namespace manifact
