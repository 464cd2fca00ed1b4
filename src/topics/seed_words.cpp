#include "topics/seed_words.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/data/products.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "text/weighted_data.hpp"
#include "text/weighting.hpp"

namespace manifact {
namespace {

constexpr int rounds = 2;
constexpr double most_of_share = 0.1;  // labels of a topic, of n / k

struct BestTwo {
  std::int32_t best = -1;
  double margin = 0;  // over the second
};

// The largest of the values, -1 if it is not larger than all others.
BestTwo best_of(const double *values, Index count) noexcept {
  BestTwo found;
  double most = -INFINITY, second = -INFINITY;
  for (Index t = 0; t < count; ++t) {
    if (values[t] > most) {
      second = most;
      most = values[t];
      found.best = static_cast<std::int32_t>(t);
    } else {
      second = std::max(second, values[t]);
    }
  }
  found.margin = most - second;
  if (!(found.margin > 0)) found.best = -1;
  return found;
}

// Step 1.
class WordView {
 public:
  WordView(const SeedWords &seeds, Index columns)
      : seeds_(seeds), value_(static_cast<std::size_t>(columns)) {}

  std::int32_t topic_of(const Csr<double> &X, Index i) {
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) at(X.indices[e]) = X.values[e];
    std::vector<double> scores(static_cast<std::size_t>(seeds_.n_topics) + 1);  // and none
    Index begin = 0;
    for (std::size_t s = 0; s < seeds_.ends.size(); begin = seeds_.ends[s++]) {
      double sum = 0;
      bool all = true;
      for (Index e = begin; e < seeds_.ends[s]; ++e) {
        const double x = at(seeds_.terms[static_cast<std::size_t>(e)]);
        all = all && x > 0;
        sum += x;
      }
      const auto terms = static_cast<double>(seeds_.ends[s] - begin);
      if (all)
        scores[static_cast<std::size_t>(seeds_.topics[s])] += seeds_.weights[s] * sum / terms;
    }
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) at(X.indices[e]) = 0;
    const std::int32_t best = best_of(scores.data(), std::ssize(scores)).best;
    return best == seeds_.n_topics ? -1 : best;
  }

 private:
  double &at(Index j) noexcept { return value_[static_cast<std::size_t>(j)]; }

  const SeedWords &seeds_;
  std::vector<double> value_;
};

// The rows without the terms of the seeds, of unit length.
Csr<double> other_words(const Csr<double> &X, const SeedWords &seeds, ExecutionContext &run) {
  std::vector<bool> is_seed(static_cast<std::size_t>(X.columns));
  for (const Index j : seeds.terms) is_seed[static_cast<std::size_t>(j)] = true;
  Csr<double> R(run.memory, X.rows, X.columns, X.entries());
  Index end = 0;
  for (Index i = 0; i < X.rows; ++i) {
    double square = 0;
    const Index begin = end;
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
      if (is_seed[static_cast<std::size_t>(X.indices[e])]) continue;
      R.indices[end] = X.indices[e];
      R.values[end++] = X.values[e];
      square += X.values[e] * X.values[e];
    }
    for (Index e = begin; e < end; ++e) R.values[e] /= std::sqrt(square);
    R.indptr[i + 1] = end;
  }
  return R;
}

// Step 2: column t of the sums belongs to topic t, a further one to all rows.
class ContentView {
 public:
  ContentView(Csr<double> rows, Index topics, bool has_others, ExecutionContext &run)
      : R_(std::move(rows)), topics_(topics), has_others_(has_others), run_(run) {}

  // The best topic of each candidate without itself; -1 for ties and for documents without words.
  std::vector<BestTwo> compare(const Array<std::int32_t> &candidates) const {
    const Index width = topics_ + (has_others_ ? 1 : 0);
    Dense<double> C(run_.memory, R_.columns, width);
    for (Index i = 0; i < R_.rows; ++i)
      for (Index e = R_.indptr[i]; e < R_.indptr[i + 1]; ++e) {
        if (candidates[i] >= 0) C(R_.indices[e], candidates[i]) += R_.values[e];
        if (has_others_) C(R_.indices[e], topics_) += R_.values[e];
      }
    std::vector<double> squares(static_cast<std::size_t>(width)), fit(squares);
    for (Index j = 0; j < R_.columns; ++j)
      for (Index t = 0; t < width; ++t) squares[static_cast<std::size_t>(t)] += C(j, t) * C(j, t);
    Dense<double> G(run_.memory, R_.rows, width);
    multiply(DataView<double>(R_), C, G, run_);
    std::vector<BestTwo> found(static_cast<std::size_t>(R_.rows));
    for (Index i = 0; i < R_.rows; ++i) {
      if (candidates[i] < 0 || R_.indptr[i] == R_.indptr[i + 1]) continue;
      for (Index t = 0; t < width; ++t) {
        const bool own = t == candidates[i] || t == topics_;
        const double along = G(i, t), whole = squares[static_cast<std::size_t>(t)];
        const double square = own ? whole - 2 * along + 1 : whole;
        fit[static_cast<std::size_t>(t)] =
            square > 0 ? (own ? along - 1 : along) / std::sqrt(square) : 0;
      }
      found[static_cast<std::size_t>(i)] = best_of(fit.data(), width);
    }
    return found;
  }

 private:
  Csr<double> R_;
  Index topics_;
  bool has_others_;
  ExecutionContext &run_;
};

std::vector<Index> counts_of(const Array<std::int32_t> &labels, Index topics) {
  std::vector<Index> counts(static_cast<std::size_t>(topics));
  for (const std::int32_t label : labels)
    if (label >= 0) ++counts[static_cast<std::size_t>(label)];
  return counts;
}

// Step 3.
void keep_clearest(Array<std::int32_t> &labels, const std::vector<BestTwo> &found, Index topics,
                   Index most) {
  std::vector<std::vector<Index>> of_topic(static_cast<std::size_t>(topics));
  for (Index i = 0; i < labels.size(); ++i)
    if (labels[i] >= 0) of_topic[static_cast<std::size_t>(labels[i])].push_back(i);
  for (std::vector<Index> &list : of_topic) {
    const auto margin = [&](Index i) { return found[static_cast<std::size_t>(i)].margin; };
    std::stable_sort(list.begin(), list.end(),
                     [&](Index a, Index b) { return margin(a) > margin(b); });
    for (Index d = most; d < std::ssize(list); ++d) labels[list[static_cast<std::size_t>(d)]] = -1;
  }
}

}  // namespace

SeedLabels seed_labels(const Matrix &X, const SeedWords &seeds, Index k,
                       const DocumentFrequencies *background, ExecutionContext &run) {
  run.monitor.enter("seed words");
  WeightingRequest request;
  request.scaling = Scaling::unit_rows;
  request.counts = Weighting::log_tfidf;
  request.background = background;
  const FeatureWeights weights = learn_weights(X, request, run);
  const Csr<double> rows = weighted_rows<double>(X, weights, run);
  SeedLabels found{Array<std::int32_t>(run.memory, X.rows), {}, {}};
  WordView words(seeds, X.columns);
  for (Index i = 0; i < X.rows; ++i) found.labels[i] = words.topic_of(rows, i);
  found.matched = counts_of(found.labels, seeds.n_topics);
  const ContentView content(other_words(rows, seeds, run), seeds.n_topics, k > seeds.n_topics, run);
  std::vector<BestTwo> best;
  for (int round = 0; round < rounds; ++round) {
    run.monitor.check();
    best = content.compare(found.labels);
    if (seeds.n_topics == 1 && k == 1) break;  // nothing to compare
    for (Index i = 0; i < X.rows; ++i)
      if (best[static_cast<std::size_t>(i)].best != found.labels[i]) found.labels[i] = -1;
  }
  const double share = static_cast<double>(X.rows) / static_cast<double>(k);
  const Index most = std::max<Index>(1, static_cast<Index>(most_of_share * share));
  keep_clearest(found.labels, best, seeds.n_topics, most);
  found.chosen = counts_of(found.labels, seeds.n_topics);
  return found;
}

}  // namespace manifact
