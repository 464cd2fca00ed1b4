// How well documents fit their topics.
//
// Score of document x in topic c, a_c the mean of the documents of c, a that of all documents with
// a topic, as in model/left_out.hpp. A document of the fit is left out of the mean of its topic,
// with the topic's weight in a unchanged; otherwise it would be nearer to that mean than a new one
// can be.
//
//   sparse data, rows of unit length   cos(x, a_c) - cos(x, a)
//   other dense data                   -|x - a_c|^2
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/data/data_view.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A document is far from its topic if its score is lower than that of all but this share of the
// documents of the fit in the topic.
inline constexpr double far_share = 0.05;

// The squared length of a mean, and its product with the document.
struct ScoredMean {
  double square, product;
};

class FitScores {
 public:
  FitScores(const Model &model, bool by_cosine, ExecutionContext &run)
      : model_(model),
        by_cosine_(by_cosine),
        all_(run.memory, model.m),
        squares_(run.memory, model.k),
        products_(run.memory, model.k) {
    for (const Index size : model.sizes) count_ += static_cast<double>(size);
    for (Index j = 0; j < model.m; ++j) {
      for (Index c = 0; c < model.k; ++c) all_[j] += share(c) * mean(j, c);
      for (Index c = 0; c < model.k; ++c) {
        squares_[c] += mean(j, c) * mean(j, c);
        products_[c] += mean(j, c) * all_[j];
      }
      square_ += all_[j] * all_[j];
    }
  }

  // NaN for the only document of a topic.
  double of(const DataRow<double> &x, std::int32_t c, bool is_fitted) const noexcept {
    if (is_fitted && model_.sizes[c] < 2) return std::numeric_limits<double>::quiet_NaN();
    double square = 0;
    ScoredMean own{.square = squares_[c], .product = 0}, all{.square = square_, .product = 0};
    for (Index e = 0; e < x.size(); ++e) {
      own.product += x[e] * mean(x.column(e), c);
      all.product += x[e] * all_[x.column(e)];
      square += x[e] * x[e];
    }
    if (is_fitted) leave_out(c, square, own, all);
    return by_cosine_ ? cosine(own, square) - cosine(all, square)
                      : 2 * own.product - square - own.square;
  }

  // The cosine to the mean of all documents.
  double cosine_to_all(const DataRow<double> &x) const noexcept {
    ScoredMean all{.square = square_, .product = 0};
    double square = 0;
    for (Index e = 0; e < x.size(); ++e) {
      all.product += x[e] * all_[x.column(e)];
      square += x[e] * x[e];
    }
    return cosine(all, square);
  }

 private:
  double mean(Index j, Index c) const noexcept { return model_.centroids[j * model_.k + c]; }
  double share(Index c) const noexcept { return static_cast<double>(model_.sizes[c]) / count_; }

  // Without x the mean of its topic moves by d = (a_c - x) / (s - 1), s the size of the topic. The
  // topics keep their shares in the mean of all, which moves by s / n d.
  void leave_out(std::int32_t c, double square, ScoredMean &own, ScoredMean &all) const noexcept {
    const double rest = static_cast<double>(model_.sizes[c]) - 1, part = share(c);
    const double moved = (own.square - 2 * own.product + square) / (rest * rest),
                 by_all = (products_[c] - all.product) / rest,
                 by_own = (own.square - own.product) / rest, by_x = (own.product - square) / rest;
    all = {all.square + 2 * part * by_all + part * part * moved, all.product + part * by_x};
    own = {own.square + 2 * by_own + moved, own.product + by_x};
  }

  static double cosine(const ScoredMean &mean, double square) noexcept {
    const double lengths = std::sqrt(square) * std::sqrt(std::max(mean.square, 0.0));
    return lengths > 0 ? mean.product / lengths : 0;
  }

  const Model &model_;
  bool by_cosine_;
  double count_ = 0, square_ = 0;  // documents with a topic; of the mean of all
  Array<double> all_, squares_, products_;
};

}  // namespace manifact
