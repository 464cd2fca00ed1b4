// Documents that the options outliers and min-membership leave without a cluster.
#pragma once

#include "methods/method.hpp"
#include "model/model.hpp"
#include "options/options.hpp"
#include "pipeline/prepare.hpp"
#include "pipeline/report.hpp"

namespace manifact {

// Removes labels and sets the rule of the model for new documents. Outliers: the share of the
// documents with the lowest scores (model/left_out.hpp), ties are kept. The means are then those of
// the documents that are left, and the scores are computed again, until the same are left: the
// model then leaves out the same documents.
template <class T>
void leave_out_documents(Model &model, const Factors<T> &factors, const FitState<T> &state,
                         const Options &options, Report &report, ExecutionContext &run);

}  // namespace manifact
