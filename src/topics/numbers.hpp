// How good each topic is, in numbers, from its top terms and its documents:
//
//   coherence    mean of the normalized pointwise mutual information of all pairs of top terms,
//                  ln(p_ab / (p_a p_b)) / -ln p_ab,   -1 if no document has both   (Bouma 2009;
//                Lau, Newman, Baldwin 2014), p the share of the documents with a term, or with both
//   diversity    the share of its top terms that are top terms of no other topic (Dieng, Ruiz, Blei
//                2020, for one topic)
//   separation   1 - the largest cosine of its mean to that of another topic with documents;
//                of points (topics/nearness.hpp), that of graph/point_separation.hpp
//
// Not a number without documents to count in, with fewer than two top terms, or with one topic.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "topics/term_documents.hpp"

namespace manifact {

// Why a topic is weak: the first that holds. Incoherent: over all pairs, its top terms occur in the
// same documents less often than if they were independent.
enum class Weakness : std::int32_t {
  none = 0,
  empty = 1,
  small = 2,
  near_copy = 3,
  incoherent = 4
};

inline constexpr double least_separation = 0.25;
inline constexpr double least_separation_of_points = 0.1;
inline constexpr double least_size = 0.1;  // of the mean size of a topic

struct TopicNumbers {
  double coherence, diversity, separation;
  Weakness weakness;
};

// terms: the top terms of each topic, columns of X. Many pairs of terms are counted in several
// passes through the documents. Throws Error(budget) before the first if those of one topic, or the
// cosines of the topics, exceed the memory budget of the model.
std::vector<TopicNumbers> topic_numbers(const Model &model,
                                        const std::vector<std::vector<Index>> &terms,
                                        const TermDocuments &X, ExecutionContext &run);

}  // namespace manifact
