// How much new documents differ from those of a fit.
//
// Score of document x in topic c, a_c the mean of the documents of c, a that of all documents with
// a topic, as in model/left_out.hpp. A document of the fit is left out of the mean of its topic,
// with the topic's weight in a unchanged; otherwise it would be nearer to that mean than a new one
// can be.
//
//   sparse data, rows of unit length   cos(x, a_c) - cos(x, a)
//   other dense data                   -|x - a_c|^2
//
// A new document is far from every topic if it gets none, or if its score is lower than those of
// all but 5 % of the documents of the fit in its topic: 5 % is the share to expect without drift.
#pragma once

#include "linalg/data/data_view.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The new documents X, weighted, and their labels in the model; sets documents, far, unassigned.
Drift drift_of(const Model &model, const DataView<double> &X, const Array<std::int32_t> &labels,
               ExecutionContext &run);

}  // namespace manifact
