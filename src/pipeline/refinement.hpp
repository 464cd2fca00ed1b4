// The option refine: labels and memberships of the read-out are refined, and new documents are
// assigned by the posteriors of the refinement.
#pragma once

#include "methods/method.hpp"
#include "options/options.hpp"
#include "pipeline/prepare.hpp"
#include "pipeline/report.hpp"

namespace manifact {

// Whether refine=sizes is set and has an effect.
bool refines_by_sizes(const FeatureWeights &weights, const Options &options);

// refine=sizes: the memberships become the posteriors of a mixture (readout/size_refinement.hpp),
// unless that would move more than a tenth of the documents; with vectors always.
//
// refine=logistic: they become the probabilities of a logistic regression (readout/logistic.hpp) on
// all documents. A document with a known class has weight 1 and keeps its cluster; the others are
// taken for members of their cluster with a small weight.
//
// New documents are then assigned by this rule, for every read-out. Where it is not taken, labels,
// memberships and the rule for new documents are those of refine=none.
//
// Without effect if the rows are not of unit length or the kernel is not linear; logistic also for
// dense data and without labels.
template <class T>
void refine(Model &model, Factors<T> &factors, const FitState<T> &state,
            const FeatureWeights &weights, const Options &options, Report &report,
            ExecutionContext &run);

// refine=cut: the labels of a cut are moved to lower its value (graph/conductance.hpp), unless that
// would move more than a tenth of the documents. A document that moves exchanges its memberships V
// of the two clusters.
template <class T>
void refine_cut(Array<std::int32_t> &labels, Dense<T> &V, const FitState<T> &state,
                const Options &options, Report &report, ExecutionContext &run);

}  // namespace manifact
