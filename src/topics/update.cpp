#include "topics/update.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "model/edits.hpp"
#include "model/grown_documents.hpp"
#include "model/model.hpp"
#include "model/predict/assign.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "topics/edit.hpp"
#include "topics/fit_scores.hpp"
#include "topics/scores.hpp"

namespace manifact {
namespace {

// How much new documents differ from those of a fit: a new document is far from every topic if it
// gets none, or if its score (topics/fit_scores.hpp) is lower than those of all but 5 % of the
// documents of the fit in its topic: 5 % is the share to expect without drift.

// The score of each document with a topic.
Array<double> scores_of(const FitScores &scores, const DataView<double> &X,
                        const std::int32_t *labels, bool is_fitted, ExecutionContext &run) {
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
std::vector<double> thresholds_of(const Model &model, const FitScores &scores,
                                  ExecutionContext &run) {
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

// The new documents X, weighted, and their labels in the model; sets documents, far, unassigned.
Drift drift_of(const Model &model, const DataView<double> &X, const Array<std::int32_t> &labels,
               ExecutionContext &run) {
  const bool by_cosine = !X.is_dense() || model.fitted().training.weights.unit_rows();
  const FitScores scores(model, by_cosine, run);
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

void check_growth(const Model &model, const Matrix &X) {
  if (model.fitted().training.kernel.kind == KernelKind::precomputed)
    fail(Status::argument,
         "the model was made from a kernel matrix, which has no documents: none can be added");
  if (model.kept().empty())
    fail(Status::argument,
         "the model does not keep its documents (keep-data=no), so none can be added: fit it again "
         "with keep-data=yes");
  if (X.rows < 1) fail(Status::empty, "there are no documents to add");
  check_factor(model, model.n + X.rows, model.kept().is_dense() ? model.m : model.k);
  if (X.rows > std::numeric_limits<std::int32_t>::max() - model.n)
    fail(Status::argument, "%lld documents and %lld more are too many",
         static_cast<long long>(model.n), static_cast<long long>(X.rows));
}

void count_terms(const AddedDocuments &added, Drift &drift) {
  if (added.terms == nullptr) return;
  double known = 0;
  drift.terms = 0;
  for (Index i = 0; i < added.X.rows; ++i) {
    double of_document = 0;
    added.X.each(i, [&](std::int32_t, double count) { of_document += count; });
    const Index terms = added.terms[i], left = std::numeric_limits<Index>::max() - drift.terms;
    if (!(of_document >= 0 && of_document <= static_cast<double>(terms)) || terms > left)
      fail(Status::argument, "row %lld of X counts %g terms, but terms[%lld] is %lld",
           static_cast<long long>(i), of_document, static_cast<long long>(i),
           static_cast<long long>(terms));
    known += of_document;
    drift.terms += terms;
  }
  drift.unknown = drift.terms - static_cast<Index>(known);
}

std::string description_of(const Drift &drift) {
  char text[200];
  int length =
      std::snprintf(text, sizeof text, "update: %lld document%s added, %lld far from every topic",
                    static_cast<long long>(drift.documents), drift.documents == 1 ? "" : "s",
                    static_cast<long long>(drift.far));
  if (drift.terms > 0)
    std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                  ", %.1f %% of terms unknown",
                  100 * static_cast<double>(drift.unknown) / static_cast<double>(drift.terms));
  return text;
}

// The rows of A, and `rows` more.
Array<double> with_rows(const Array<double> &A, const double *rows, Index count,
                        ExecutionContext &run) {
  Array<double> B(run.memory, A.size() + count);
  std::copy(A.begin(), A.end(), B.begin());
  if (rows != nullptr) std::copy_n(rows, count, B.begin() + A.size());
  return B;
}

const DocumentColumn *find_column(const DocumentColumns &columns, const std::string &name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const auto &each) { return each->name == name; });
  return found != columns.end() ? found->get() : nullptr;
}

// The texts of n documents, or n empty ones, after those of a column.
void append(DocumentColumn &to, const DocumentColumn *texts, Index n) {
  const auto before = static_cast<Index>(to.bytes.size());
  if (texts != nullptr) to.bytes += texts->bytes;
  for (Index i = 0; i < n; ++i)
    to.ends.push_back(before + (texts != nullptr ? texts->ends[static_cast<std::size_t>(i)] : 0));
}

// A column of all documents, from that of the old ones and that of the new ones; null: empty.
std::shared_ptr<const DocumentColumn> grown_column(const std::string &name,
                                                   const DocumentColumn *old, Index n_old,
                                                   const DocumentColumn *added, Index n_added) {
  DocumentColumn all{name, {}, {}};
  all.bytes.reserve((old != nullptr ? old->bytes.size() : 0) +
                    (added != nullptr ? added->bytes.size() : 0));
  all.ends.reserve(static_cast<std::size_t>(n_old + n_added));
  append(all, old, n_old);
  append(all, added, n_added);
  return std::make_shared<const DocumentColumn>(std::move(all));
}

DocumentColumns grown_columns(const Model &old, const AddedDocuments &added) {
  DocumentColumns all;
  for (const auto &column : old.columns)
    all.push_back(grown_column(column->name, column.get(), old.n,
                               find_column(added.columns, column->name), added.X.rows));
  for (const auto &column : added.columns)
    if (find_column(old.columns, column->name) == nullptr)
      all.push_back(grown_column(column->name, nullptr, old.n, column.get(), added.X.rows));
  return all;
}

// Adds the documents to a copy of the model: `grown` are all, the labels those of the new ones.
class Growing {
 public:
  Growing(Model &model, Index first, ExecutionContext &run)
      : model_(model), X_(model.kept().view()), first_(first), run_(run) {}

  void add(const Memberships &added) {
    const Index count = X_.rows - first_;
    model_.n = X_.rows;
    model_.V = with_rows(model_.V, added.V.data(), count * model_.k, run_);
    if (!model_.W.empty()) model_.W = with_rows(model_.W, nullptr, count * model_.k, run_);
    Array<std::int32_t> labels(run_.memory, X_.rows);
    std::copy(model_.labels.begin(), model_.labels.end(), labels.begin());
    std::copy(added.labels.begin(), added.labels.end(), labels.begin() + first_);
    model_.labels = std::move(labels);
    add_to_means();
    set_cosines();
  }

 private:
  void add_to_means() {
    const Index k = model_.k;
    for (Index j = 0; j < model_.m; ++j)
      for (Index c = 0; c < k; ++c)
        model_.centroids[j * k + c] *= static_cast<double>(model_.sizes[c]);
    for (Index i = first_; i < X_.rows; ++i) {
      const std::int32_t c = model_.labels[i];
      if (c < 0) continue;
      ++model_.sizes[c];
      const DataRow<double> x = X_.row(i);
      for (Index e = 0; e < x.size(); ++e) {
        model_.centroids[x.column(e) * k + c] += x[e];
        if (model_.features.l > 0) add_to_block(x.column(e), c, x[e]);
      }
    }
    for (Index j = 0; j < model_.m; ++j)
      for (Index c = 0; c < k; ++c)
        model_.centroids[j * k + c] /= static_cast<double>(std::max(model_.sizes[c], Index{1}));
  }

  void add_to_block(Index feature, std::int32_t topic, double value) {
    const std::int32_t b = model_.features.labels[feature];
    if (b >= 0) model_.features.mass[topic * model_.features.l + b] += value;
  }

  void set_cosines() {
    constexpr Index portion = 1 << 16, task = 512;
    Array<double> squares(run_.memory, model_.k);
    for (Index e = 0; e < model_.m * model_.k; ++e)
      squares[e % model_.k] += model_.centroids[e] * model_.centroids[e];
    model_.cosines = Array<double>(run_.memory, model_.n);
    for (Index from = 0; from < model_.n; from += portion) {
      run_.monitor.report(from, model_.n);
      run_.pool.blocks(std::min(portion, model_.n - from), task, [&](Index begin, Index end) {
        for (Index i = from + begin; i < from + end; ++i)
          if (const std::int32_t c = model_.labels[i]; c >= 0)
            model_.cosines[i] = cosine_to_mean(model_, X_.row(i), c, squares[c]);
      });
    }
  }

  Model &model_;
  DataView<double> X_;
  Index first_;
  ExecutionContext &run_;
};

TopicEdit update_of(const Model &model, const Drift &drift) {
  TopicEdit edit{description_of(drift), std::vector<Index>(static_cast<std::size_t>(model.k))};
  for (std::size_t c = 0; c < edit.to.size(); ++c) edit.to[c] = static_cast<Index>(c);
  edit.drift = drift;
  return edit;
}

}  // namespace

std::unique_ptr<Model> updated(const std::shared_ptr<const Model> &model,
                               const AddedDocuments &added, ExecutionContext &run) {
  check_growth(*model, added.X);
  check_documents(*model, added.X);
  if (added.vectors != nullptr) check_new_vectors(*model, added.X, *added.vectors);
  const Index n = added.X.rows;
  run.monitor.enter("weighting");
  std::shared_ptr<const GrownDocuments> grown = grown_by(*model, added.X, added.vectors, run);
  const DataView<double> rows = some_rows(grown->X.view(), model->n, model->n + n);
  Array<std::int32_t> labels(run.memory, n);
  Array<double> memberships(run.memory, n * model->k);
  assign_weighted(*model, rows, added.vectors, labels.data(), memberships.data(), run);
  run.monitor.enter("updating");
  Drift drift = drift_of(*model, rows, labels, run);
  count_terms(added, drift);
  std::unique_ptr<Model> result =
      edited(model, update_of(*model, drift), FittedDocuments(*model, nullptr, run), run);
  result->edits.grown = std::move(grown);
  result->columns = grown_columns(*model, added);
  Growing(*result, model->n, run)
      .add(proportions_of(*model, memberships.data(), labels.data(), n, run));
  return result;
}

}  // namespace manifact
