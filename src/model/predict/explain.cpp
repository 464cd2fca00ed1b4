#include "model/predict/explain.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "model/edits.hpp"
#include "model/predict/additive_score.hpp"
#include "model/predict/assign.hpp"
#include "model/proportions.hpp"
#include "runtime/error.hpp"

namespace manifact {

namespace {

// Every rule of this directory is one.
const ScoredRule &rule_of(const Model &fitted) {
  return dynamic_cast<const ScoredRule &>(*fitted.predictor);
}

constexpr Index documents_at_once = 4096;  // between two checks for progress and cancellation

// The fitted clusters that a topic of the model consists of.
std::vector<Index> clusters_of_topic(const Model &model, Index topic) {
  std::vector<Index> topics = {topic};
  const auto &list = model.edits.list;
  for (auto edit = list.rbegin(); edit != list.rend(); ++edit) {
    std::vector<Index> before;
    for (const Index t : topics)
      for (std::size_t c = 0; c < edit->to.size(); ++c) {
        const bool divided = static_cast<Index>(c) == edit->split;
        if (divided && t >= edit->to[c] && t < edit->to[c] + edit->parts->k)
          fail(Status::argument,
               "topic %lld is a part of a topic that was split, by a rule of its own: explain the "
               "documents by the model before the split",
               static_cast<long long>(topic));
        if (!divided && edit->to[c] == t) before.push_back(static_cast<Index>(c));
      }
    topics = std::move(before);
  }
  return topics;
}

// The fitted cluster of each document: of those that its topic consists of the one with the largest
// proportion, which is the membership of the topic.
class FittedClusters {
 public:
  explicit FittedClusters(const Model &model)
      : model_(model),
        proportions_(model.fitted().readout, model.fitted().k),
        row_(static_cast<std::size_t>(model.fitted().k)),
        parts_(static_cast<std::size_t>(model.k)) {}

  Index of(std::int32_t topic, const double *v) {
    if (model_.edits.list.empty()) return topic;
    std::vector<Index> &parts = parts_[static_cast<std::size_t>(topic)];
    if (parts.empty()) parts = clusters_of_topic(model_, topic);
    proportions_.row(v, row_.data());
    Index best = parts.front();
    for (const Index c : parts)
      if (row_[static_cast<std::size_t>(c)] > row_[static_cast<std::size_t>(best)]) best = c;
    return best;
  }

 private:
  const Model &model_;
  Proportions proportions_;
  std::vector<double> row_;
  std::vector<std::vector<Index>> parts_;
};

// Workspace of one thread.
struct Worker {
  ScoreTerms terms;
  std::vector<double> near;    // m: sum_q s_q y_q
  std::vector<double> values;  // of one document
  std::vector<Index> order;
  std::vector<Index> used;  // the entries of t that are not 0

  Worker(const AdditiveScore &score, Index features, Index neighbors)
      : near(static_cast<std::size_t>(neighbors > 0 ? features : 0)) {
    terms.t.resize(static_cast<std::size_t>(score.width()));
    terms.neighbors.reserve(static_cast<std::size_t>(neighbors));
    used.reserve(terms.t.size());
  }

  void clear() noexcept {
    terms.rest = 0;
    std::fill(terms.t.begin(), terms.t.end(), 0);
    terms.neighbors.clear();
  }
};

class Explainer {
 public:
  Explainer(AdditiveScore &score, const Model &fitted, const DataView<double> &X, Index count,
            Explanation &to)
      : score_(score), training_(fitted.training.X.view()), X_(X), count_(count), to_(to) {}

  // Bounds of the rows in the arrays of the result.
  Index bound(Index i) const noexcept {
    const Index all = X_.row(i).size();
    return count_ > 0 ? std::min(count_, all) : all;
  }

  // Row i for cluster c; returns the number of contributions.
  Index row(Worker &own, Index worker, Index i, Index c) {
    own.clear();
    score_.set(worker, i, c, own.terms);
    const DataRow<double> x = X_.row(i);
    contributions(own, x);
    double sum = own.terms.rest;
    for (Index e = 0; e < x.size(); ++e) sum += own.values[static_cast<std::size_t>(e)];
    to_.scores[i] = sum;
    to_.rests[i] = own.terms.rest;
    return keep(own, x, to_.contributions.indptr[i]);
  }

 private:
  void contributions(Worker &own, const DataRow<double> &x) const {
    own.used.clear();
    for (Index d = 0; d < score_.width(); ++d)
      if (own.terms.t[static_cast<std::size_t>(d)] != 0) own.used.push_back(d);
    for (const ScoreTerms::Neighbor &q : own.terms.neighbors) add_neighbor(own, q, 1);
    const Array<double> &B = score_.basis(), &center = score_.center();
    for (Index e = 0; e < x.size(); ++e) {
      const Index j = x.column(e);
      double slope = 0;
      for (const Index d : own.used)
        slope += B[j * score_.width() + d] * own.terms.t[static_cast<std::size_t>(d)];
      double value = (center.empty() ? x[e] : x[e] - center[j]) * slope;
      if (!own.terms.neighbors.empty()) value += x[e] * own.near[static_cast<std::size_t>(j)];
      own.values[static_cast<std::size_t>(e)] = value;
    }
    for (const ScoreTerms::Neighbor &q : own.terms.neighbors) add_neighbor(own, q, 0);
  }

  // Adds s_q y_q to `near`, or with keep 0 clears its entries.
  void add_neighbor(Worker &own, const ScoreTerms::Neighbor &q, double keep) const {
    const DataRow<double> y = training_.row(q.row);
    for (Index e = 0; e < y.size(); ++e) {
      double &near = own.near[static_cast<std::size_t>(y.column(e))];
      near = keep * (near + q.factor * y[e]);
    }
  }

  // Writes the largest contributions from entry `begin` on, columns ascending.
  Index keep(Worker &own, const DataRow<double> &x, Index begin) const {
    own.order.resize(static_cast<std::size_t>(x.size()));
    std::iota(own.order.begin(), own.order.end(), Index{0});
    const auto size = [&](Index e) { return std::fabs(own.values[static_cast<std::size_t>(e)]); };
    if (count_ > 0 && count_ < x.size()) {
      const auto end = own.order.begin() + static_cast<std::ptrdiff_t>(count_);
      std::nth_element(own.order.begin(), end, own.order.end(), [&](Index a, Index b) {
        return size(a) > size(b) || (size(a) == size(b) && a < b);
      });
      own.order.erase(end, own.order.end());
      std::sort(own.order.begin(), own.order.end());
    }
    Index kept = 0;
    for (const Index e : own.order) {
      if (own.values[static_cast<std::size_t>(e)] == 0) continue;
      to_.contributions.indices[begin + kept] = x.column(e);
      to_.contributions.values[begin + kept++] = own.values[static_cast<std::size_t>(e)];
    }
    return kept;
  }

  AdditiveScore &score_;
  DataView<double> training_;
  const DataView<double> &X_;
  Index count_;
  Explanation &to_;
};

// The clusters to explain, -1 for none.
Array<Index> clusters_to_explain(const Model &model, const NewDocuments &documents,
                                 const std::int32_t *topics, const Array<double> &V,
                                 ExecutionContext &run) {
  const Index n = documents.X.rows, k = model.fitted().k;
  Array<Index> clusters(run.memory, n);
  FittedClusters fitted(model);
  for (Index i = 0; i < n; ++i) {
    if (topics[i] < -1 || topics[i] >= model.k)
      fail(Status::argument, "topics[%lld] is %d, not -1 to %lld", static_cast<long long>(i),
           topics[i], static_cast<long long>(model.k - 1));
    const double *const v = V.data() + i * k;
    const bool none = std::all_of(v, v + k, [](double x) { return x == 0; });
    clusters[i] = topics[i] < 0 || none ? -1 : fitted.of(topics[i], v);
  }
  return clusters;
}

// Moves the rows together: row i has found_i entries.
Csr<double> compact(const Csr<double> &wide, const Array<Index> &found, ExecutionContext &run) {
  const Index entries = std::accumulate(found.begin(), found.end(), Index{0});
  Csr<double> rows(run.memory, wide.rows, wide.columns, entries);
  for (Index i = 0; i < wide.rows; ++i) {
    const Index to = rows.indptr[i];
    std::copy_n(wide.indices.data() + wide.indptr[i], found[i], rows.indices.data() + to);
    std::copy_n(wide.values.data() + wide.indptr[i], found[i], rows.values.data() + to);
    rows.indptr[i + 1] = to + found[i];
  }
  return rows;
}

void explain_clusters(const Model &fitted, const NewDocuments &documents, const Array<double> &V,
                      const Array<Index> &clusters, Index count, Explanation &to,
                      ExecutionContext &run) {
  const DataView<double> &X = documents.X;
  const Index n = X.rows;
  const auto score = rule_of(fitted).additive_score(fitted, documents, V.data(), run);
  Explainer explainer(*score, fitted, X, count, to);
  Array<Index> found(run.memory, n), bounds(run.memory, n + 1);
  Index longest = 0;
  for (Index i = 0; i < n; ++i) {
    bounds[i + 1] = bounds[i] + (clusters[i] < 0 ? 0 : explainer.bound(i));
    longest = std::max(longest, X.row(i).size());
  }
  to.contributions = Csr<double>(run.memory, n, X.columns, bounds[n]);
  to.contributions.indptr = std::move(bounds);
  const Index workers = std::max<Index>(1, std::min<Index>(run.pool.threads(), n));
  score->prepare(workers, run);
  std::vector<Worker> own;
  for (Index w = 0; w < workers; ++w) {
    Worker &worker = own.emplace_back(*score, X.columns, fitted.training.neighbors);
    worker.values.resize(static_cast<std::size_t>(longest));
    worker.order.reserve(static_cast<std::size_t>(longest));
  }
  run.monitor.enter("explaining", n);
  for (Index first = 0; first < n; first += documents_at_once) {
    const Index last = std::min(n, first + documents_at_once);
    parallel_rows(run, workers, first, last, 16, [&](Index w, Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        if (clusters[i] >= 0)
          found[i] = explainer.row(own[static_cast<std::size_t>(w)], w, i, clusters[i]);
    });
    run.monitor.report(last, n);
  }
  to.contributions = compact(to.contributions, found, run);
}

void fill_assigned(const Model &model, const Array<double> &memberships,
                   Array<std::int32_t> &labels, const AssignedDocuments &assigned) {
  const Proportions rule(model.readout, model.k);
  for (Index i = 0; i < labels.size(); ++i) {
    double *const row = assigned.proportions + i * model.k;
    rule.row(memberships.data() + i * model.k, row);
    if (assigned.margins != nullptr) assigned.margins[i] = margin_of(row, model.k);
    if (labels[i] >= 0 && row[labels[i]] < assigned.min_membership) labels[i] = -1;
    assigned.labels[i] = labels[i];
  }
}

}  // namespace

ScoreRule score_rule_of(const Model &model) {
  return rule_of(model.fitted()).score_rule(model.fitted());
}

Explanation explain(const Model &model, const Matrix &X, const std::int32_t *topics, Index count,
                    ExecutionContext &run, const AssignedDocuments *assigned) {
  const Model &fitted = model.fitted();
  if (const ScoreRule rule = score_rule_of(model); !rule.additive)
    fail(Status::argument, "%s", rule.sentence);
  check_documents(model, X);
  run.monitor.enter("weighting");
  const WeightedData<double> data = weighted_documents(model, X, run);
  const NewDocuments documents = new_documents(data.view(), run);
  const Index n = X.rows;
  Array<double> V(run.memory, n * fitted.k);
  Array<std::int32_t> labels(run.memory, n);
  assign_to_clusters(fitted, documents, labels.data(), V.data(), run);
  const bool is_edited = topics == nullptr && !model.edits.list.empty();
  Array<double> edited(run.memory, is_edited && assigned != nullptr ? n * model.k : 0);
  if (is_edited)
    apply_edits(model, documents.X, documents.empty, V.data(), labels.data(),
                edited.empty() ? nullptr : edited.data(), run);
  if (assigned != nullptr) fill_assigned(model, edited.empty() ? V : edited, labels, *assigned);
  const Array<Index> clusters =
      clusters_to_explain(model, documents, topics != nullptr ? topics : labels.data(), V, run);
  Explanation found{Array<double>(run.memory, n), Array<double>(run.memory, n), {}};
  explain_clusters(fitted, documents, V, clusters, count, found, run);
  return found;
}

}  // namespace manifact
