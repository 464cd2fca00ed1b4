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
#include <utility>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Documents in which terms are counted: counts that are given, or the documents of a model.
class TermDocuments {
 public:
  TermDocuments() = default;  // none
  explicit TermDocuments(const Matrix &X) : matrix_(&X), rows_(X.rows), columns_(X.columns) {}
  explicit TermDocuments(const DataView<double> &X)
      : view_(X), rows_(X.rows), columns_(X.columns) {}

  Index rows() const noexcept { return rows_; }
  Index columns() const noexcept { return columns_; }

  // visit(column) for the terms of document i, columns ascending.
  template <class Visit>
  void each_term(Index i, Visit &&visit) const {
    if (matrix_ != nullptr) {
      matrix_->each(i, [&](std::int32_t j, double x) {
        if (x != 0) visit(j);
      });
      return;
    }
    const DataRow<double> x = view_.row(i);
    for (Index e = 0; e < x.size(); ++e)
      if (x[e] != 0) visit(x.column(e));
  }

 private:
  const Matrix *matrix_ = nullptr;
  DataView<double> view_;
  Index rows_ = 0, columns_ = 0;
};

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

// Topics over time, from the period of each document, 0 .. n_periods - 1, -1: not known.
//
// A term rises or falls among the documents of a topic by the test for a linear trend in
// proportions (Cochran 1954, Armitage 1955): with t_i the period of document i and x_i = 1 if it
// has the term,
//
//   z = sum_i x_i (t_i - mean t) / sqrt(p (1 - p) sum_i (t_i - mean t)^2),   p = mean x
//
// which is approximately standard normal without a trend. Terms with |z| below 4.5 are not listed:
// among ten thousand terms without a trend, one exceeds it in 7 % of all cases.

inline constexpr double least_trend = 4.5;

// n_periods x k: the documents of each topic.
void count_periods(const Model &model, const std::int32_t *periods, Index n_periods, Index *counts);

// z of each column of X for the documents of a topic; 0 for terms in fewer than 5 of them. X: the
// documents of the model, in their order.
Array<double> term_trends(const Model &model, const TermDocuments &X, const std::int32_t *periods,
                          Index topic, ExecutionContext &run);

}  // namespace manifact
