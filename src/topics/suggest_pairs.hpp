// The pairs of documents to ask a person about next, from the topics of a fit.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

struct PairQuestion {
  Index first, second;  // first < second
  double margin;        // of the document that is asked about
};

// At most `count` pairs, the first to ask about first. Each is a document and the anchor of a
// topic: among the known documents of the topic, which are in pairs or have labels, those of the
// largest group (linked_groups()), or all documents of the topic if none is known, that which is
// nearest to the mean. Asked about are, once each,
//
//   1  documents of pairs that the topics violate, in the order of the pairs
//   2  known documents that are known to be apart from others and together with none
//   3  the others i in topic c, by decreasing (1 - margin_i) max(0, cos_i) (1 + d_c / l_c): cos_i
//      to the mean of the topic (1 for points), and l_c known documents of the topic, of which d_c
//      are in violated pairs or have another label than most
//
// with the anchor of the topic in which the document has its largest share, of those to which its
// relation is unknown. The group of an anchor, documents without a topic, and documents of zeros
// are not asked about.
std::vector<PairQuestion> suggest_pairs(const Model &model, const Constraints &known, Index count,
                                        ExecutionContext &run);

}  // namespace manifact
