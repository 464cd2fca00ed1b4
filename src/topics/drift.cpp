#include "topics/drift.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace manifact {
namespace {

constexpr double far_share = 0.05;

// The squared length of a mean, and its product with the document.
struct Mean {
  double square, product;
};

class Scores {
 public:
  Scores(const Model &model, bool by_cosine, ExecutionContext &run)
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
    Mean own{.square = squares_[c], .product = 0}, all{.square = square_, .product = 0};
    for (Index e = 0; e < x.size(); ++e) {
      own.product += x[e] * mean(x.column(e), c);
      all.product += x[e] * all_[x.column(e)];
      square += x[e] * x[e];
    }
    if (is_fitted) leave_out(c, square, own, all);
    return by_cosine_ ? cosine(own, square) - cosine(all, square)
                      : 2 * own.product - square - own.square;
  }

 private:
  double mean(Index j, Index c) const noexcept { return model_.centroids[j * model_.k + c]; }
  double share(Index c) const noexcept { return static_cast<double>(model_.sizes[c]) / count_; }

  // Without x the mean of its topic moves by d = (a_c - x) / (s - 1), s the size of the topic. The
  // topics keep their shares in the mean of all, which moves by s / n d.
  void leave_out(std::int32_t c, double square, Mean &own, Mean &all) const noexcept {
    const double rest = static_cast<double>(model_.sizes[c]) - 1, part = share(c);
    const double moved = (own.square - 2 * own.product + square) / (rest * rest),
                 by_all = (products_[c] - all.product) / rest,
                 by_own = (own.square - own.product) / rest, by_x = (own.product - square) / rest;
    all = {all.square + 2 * part * by_all + part * part * moved, all.product + part * by_x};
    own = {own.square + 2 * by_own + moved, own.product + by_x};
  }

  static double cosine(const Mean &mean, double square) noexcept {
    const double lengths = std::sqrt(square) * std::sqrt(std::max(mean.square, 0.0));
    return lengths > 0 ? mean.product / lengths : 0;
  }

  const Model &model_;
  bool by_cosine_;
  double count_ = 0, square_ = 0;  // documents with a topic; of the mean of all
  Array<double> all_, squares_, products_;
};

// The score of each document with a topic.
Array<double> scores_of(const Scores &scores, const DataView<double> &X, const std::int32_t *labels,
                        bool is_fitted, ExecutionContext &run) {
  constexpr Index portion = 1 << 16, task = 512;
  Array<double> found(run.memory, X.rows);
  for (Index from = 0; from < X.rows; from += portion) {
    run.monitor.report(from, X.rows);
    run.pool.blocks(std::min(portion, X.rows - from), task, [&](Index begin, Index end) {
      for (Index i = from + begin; i < from + end; ++i)
        if (labels[i] >= 0) found[i] = scores.of(X.row(i), labels[i], is_fitted);
    });
  }
  return found;
}

// For each topic the score that all but a share of its documents in the fit reach; -infinity for a
// topic without any.
std::vector<double> thresholds_of(const Model &model, const Scores &scores, ExecutionContext &run) {
  const Index n = model.fitted().n;
  const Array<double> fitted =
      scores_of(scores, some_rows(model.kept().view(), 0, n), model.labels.data(), true, run);
  std::vector<std::vector<double>> of_topic(static_cast<std::size_t>(model.k));
  for (Index i = 0; i < n; ++i)
    if (model.labels[i] >= 0 && std::isfinite(fitted[i]))
      of_topic[static_cast<std::size_t>(model.labels[i])].push_back(fitted[i]);
  std::vector<double> thresholds;
  for (std::vector<double> &each : of_topic) {
    const auto rank = static_cast<std::ptrdiff_t>(far_share * static_cast<double>(each.size()));
    if (!each.empty()) std::nth_element(each.begin(), each.begin() + rank, each.end());
    thresholds.push_back(each.empty() ? -std::numeric_limits<double>::infinity()
                                      : each[static_cast<std::size_t>(rank)]);
  }
  return thresholds;
}

}  // namespace

Drift drift_of(const Model &model, const DataView<double> &X, const Array<std::int32_t> &labels,
               ExecutionContext &run) {
  const bool by_cosine = !X.is_dense() || model.fitted().training.weights.unit_rows();
  const Scores scores(model, by_cosine, run);
  const std::vector<double> thresholds = thresholds_of(model, scores, run);
  const Array<double> found = scores_of(scores, X, labels.data(), false, run);
  Drift drift;
  drift.documents = X.rows;
  for (Index i = 0; i < X.rows; ++i) {
    const bool is_unassigned = labels[i] < 0;
    drift.unassigned += is_unassigned ? 1 : 0;
    drift.far +=
        is_unassigned || found[i] < thresholds[static_cast<std::size_t>(labels[i])] ? 1 : 0;
  }
  return drift;
}

}  // namespace manifact
