// Changes of the topics of a model, the tree over them, and the texts that models keep.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "capi/columns.hpp"
#include "capi/counted_documents.hpp"
#include "capi/features_of_model.hpp"
#include "capi/model.hpp"
#include "pipeline/finite.hpp"
#include "topics/edit.hpp"
#include "topics/numbers.hpp"
#include "topics/split.hpp"
#include "topics/stability.hpp"
#include "topics/suggest_labels.hpp"
#include "topics/suggest_pairs.hpp"
#include "topics/tree.hpp"
#include "topics/update.hpp"

using namespace manifact;

namespace {

std::vector<Index> list_of(const int64_t *topics, int64_t n_topics) {
  require(topics, "topics");
  if (n_topics < 0)
    fail(Status::argument, "n_topics must be at least 0, not %lld",
         static_cast<long long>(n_topics));
  return {topics, topics + n_topics};
}

Linkage linkage_of(int linkage) {
  if (linkage == MANIFACT_LINKAGE_WARD) return Linkage::ward;
  if (linkage == MANIFACT_LINKAGE_AVERAGE) return Linkage::average;
  fail(Status::argument, "unknown linkage: %d", linkage);
}

void check_clusters(const Model &model, int64_t n_clusters) {
  if (n_clusters != model.k)
    fail(Status::length, "n_clusters is %lld, but the model has %lld topics",
         static_cast<long long>(n_clusters), static_cast<long long>(model.k));
}

void check_groups(const Model &model, const char *name, Index groups) {
  if (groups < 1 || groups > model.k)
    fail(Status::argument, "%s is %lld; it must lie in 1..%lld", name,
         static_cast<long long>(groups), static_cast<long long>(model.k));
}

std::vector<std::vector<Index>> top_terms(const manifact_model *model, int score, int64_t count,
                                          ExecutionContext &run) {
  const Model &m = *model->model;
  const Vectors vectors{term_vectors(m), model->term_totals};
  std::vector<Index> best(static_cast<std::size_t>(std::min(count, vectors.vectors.m)));
  std::vector<std::vector<Index>> terms;
  run.monitor.enter("top terms", m.k);
  for (Index c = 0; c < m.k; ++c) {
    run.monitor.report(c, m.k);
    int64_t found = 0;
    give_top_scores(scores_of(m, vectors, c, score, &run.monitor), std::ssize(best), best.data(),
                    nullptr, &found);
    terms.emplace_back(best.begin(), best.begin() + found);
  }
  return terms;
}

// Runs make(model, documents, run), which returns the new model.
template <class Make>
int edit(manifact_context *context, const manifact_model *model, const manifact_matrix *X,
         manifact_model **out, const Make &make) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require(out, "out");
    if (X != nullptr) require_handle(X, "X");
    const std::shared_ptr<const Model> from = model->model;
    const std::shared_ptr<const Matrix> rows = documents_again(*from, X, run);
    const FittedDocuments documents(*from, rows.get(), run);
    std::unique_ptr<Model> made = make(from, documents, run);
    check_finite(*made);
    return deliver(std::move(made), run.memory, out);
  });
}

}  // namespace

int manifact_model_merge(manifact_context *context, const manifact_model *model,
                         const int64_t *topics, int64_t n_topics, const manifact_matrix *X,
                         manifact_model **out) {
  return edit(context, model, X, out, [&](const auto &from, const auto &documents, auto &run) {
    return edited(from, merge_of(*from, list_of(topics, n_topics)), documents, run);
  });
}

int manifact_model_split(manifact_context *context, const manifact_model *model, int64_t topic,
                         int64_t n_parts, const manifact_matrix *X, manifact_model **out) {
  return edit(context, model, X, out, [&](const auto &from, const auto &documents, auto &run) {
    return edited(from, split_of(*from, topic, fit_parts(*from, topic, n_parts, documents, run)),
                  documents, run);
  });
}

int manifact_model_hide(manifact_context *context, const manifact_model *model,
                        const int64_t *topics, int64_t n_topics, manifact_model **out) {
  return edit(context, model, nullptr, out,
              [&](const auto &from, const auto &documents, auto &run) {
                return edited(from, hide_of(*from, list_of(topics, n_topics)), documents, run);
              });
}

int manifact_model_reduce(manifact_context *context, const manifact_model *model, int linkage,
                          int64_t n_clusters, const manifact_matrix *X, manifact_model **out) {
  return edit(context, model, X, out, [&](const auto &from, const auto &documents, auto &run) {
    check_groups(*from, "n_clusters", n_clusters);
    const TopicTree tree = topic_tree(*from, linkage_of(linkage), run);
    return edited(from, reduce_of(*from, cut(tree, n_clusters)), documents, run);
  });
}

int manifact_model_rename(manifact_context *context, const manifact_model *model, int64_t topic,
                          const char *name, manifact_model **out) {
  return edit(context, model, nullptr, out, [&](const auto &from, const auto &, auto &run) {
    require(name, "name");
    return renamed(from, topic, name, run);
  });
}

int manifact_model_rename_group(manifact_context *context, const manifact_model *model,
                                const int64_t *topics, int64_t n_topics, const char *name,
                                manifact_model **out) {
  return edit(context, model, nullptr, out, [&](const auto &from, const auto &, auto &run) {
    require(name, "name");
    return renamed_group(from, list_of(topics, n_topics), name, run);
  });
}

const char *manifact_model_group_name(const manifact_model *model, const int64_t *topics,
                                      int64_t n_topics) {
  const Model *const m = model_of(model);
  if (m == nullptr || topics == nullptr || n_topics < 2 || n_topics > m->k) return nullptr;
  for (int64_t t = 0; t < n_topics; ++t)
    if (topics[t] < 0 || topics[t] >= m->k) return nullptr;
  try {
    return group_name(*m, {topics, topics + n_topics});
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

const char *manifact_model_topic_name(const manifact_model *model, int64_t topic) {
  const Model *const m = model_of(model);
  if (m == nullptr || topic < 0 || topic >= m->k) return nullptr;
  return m->names.empty() ? "" : m->names[static_cast<std::size_t>(topic)].c_str();
}

const char *manifact_model_title(const manifact_model *model, int64_t topic) {
  const char *const name = manifact_model_topic_name(model, topic);
  if (name == nullptr || *name != '\0' || model->model->titles.empty()) return name;
  return model->model->titles[static_cast<std::size_t>(topic)].c_str();
}

const char *manifact_model_phrases(const manifact_model *model, int64_t topic) {
  const char *const name = manifact_model_topic_name(model, topic);
  if (name == nullptr) return nullptr;
  const std::vector<std::string> &titles = model->model->titles;
  return titles.empty() ? "" : titles[static_cast<std::size_t>(topic)].c_str();
}

namespace {

void check_questions(int64_t count) {
  if (count < 0)
    fail(Status::argument, "count must be at least 0, not %lld", static_cast<long long>(count));
}

Constraints no_constraints(const Model &model) {
  Constraints none;
  none.n = model.n;
  return none;
}

const Constraints &constraints_for(const Model &model, const manifact_constraints *given,
                                   const Constraints &none) {
  const Constraints &known = given != nullptr ? given->constraints : none;
  if (known.n != model.n)
    fail(Status::mismatch, "the constraints are for %lld documents, but there are %lld",
         static_cast<long long>(known.n), static_cast<long long>(model.n));
  return known;
}

}  // namespace

int manifact_model_suggest_labels(manifact_context *context, const manifact_model *model,
                                  const manifact_matrix *X, const manifact_constraints *constraints,
                                  int64_t count, int64_t *documents, double *margins,
                                  int64_t *found) {
  if (found != nullptr) *found = 0;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    if (X != nullptr) require_handle(X, "X");
    if (constraints != nullptr) require_handle(constraints, "constraints");
    require(documents, "documents");
    require(found, "found");
    const Model &m = *model->model;
    check_questions(count);
    const Constraints none = no_constraints(m);
    const Constraints &known = constraints_for(m, constraints, none);
    run.monitor.enter("suggesting");
    const FittedDocuments rows(m, X != nullptr ? X->matrix.get() : nullptr, run);
    const std::vector<LabelQuestion> questions = suggest_labels(m, rows.need(), known, count, run);
    for (std::size_t q = 0; q < questions.size(); ++q) {
      documents[q] = questions[q].document;
      if (margins != nullptr) margins[q] = questions[q].margin;
    }
    *found = static_cast<int64_t>(questions.size());
    return MANIFACT_OK;
  });
}

int manifact_model_suggest_pairs(manifact_context *context, const manifact_model *model,
                                 const manifact_constraints *constraints, int64_t count,
                                 int64_t *first, int64_t *second, double *margins, int64_t *found) {
  if (found != nullptr) *found = 0;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    if (constraints != nullptr) require_handle(constraints, "constraints");
    require(first, "first");
    require(second, "second");
    require(found, "found");
    const Model &m = *model->model;
    check_questions(count);
    const Constraints none = no_constraints(m);
    run.monitor.enter("suggesting");
    const std::vector<PairQuestion> questions =
        suggest_pairs(m, constraints_for(m, constraints, none), count, run);
    for (std::size_t q = 0; q < questions.size(); ++q) {
      first[q] = questions[q].first;
      second[q] = questions[q].second;
      if (margins != nullptr) margins[q] = questions[q].margin;
    }
    *found = static_cast<int64_t>(questions.size());
    return MANIFACT_OK;
  });
}

int64_t manifact_model_edit_count(const manifact_model *model) {
  const Model *const m = model_of(model);
  return m != nullptr ? static_cast<int64_t>(m->edits.list.size()) : 0;
}

int manifact_model_edit(const manifact_model *model, int64_t index, const char **text,
                        const int64_t **map, int64_t *n_before) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (index < 0 || index >= manifact_model_edit_count(model)) return MANIFACT_ERROR_ARGUMENT;
  const TopicEdit &edit = model->model->edits.list[static_cast<std::size_t>(index)];
  give(text, edit.text.c_str());
  give(map, edit.to.data());
  give(n_before, static_cast<int64_t>(edit.to.size()));
  return MANIFACT_OK;
}

int manifact_model_tree(manifact_context *context, const manifact_model *model, int linkage,
                        int64_t *steps, double *heights, int64_t *order, int64_t n_clusters) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    check_clusters(*model->model, n_clusters);
    const TopicTree tree = topic_tree(*model->model, linkage_of(linkage), run);
    for (std::size_t s = 0; s < tree.steps.size(); ++s) {
      if (steps != nullptr) {
        steps[2 * s] = tree.steps[s].first;
        steps[2 * s + 1] = tree.steps[s].second;
      }
      if (heights != nullptr) heights[s] = tree.steps[s].height;
    }
    if (order != nullptr) std::copy(tree.order.begin(), tree.order.end(), order);
    return MANIFACT_OK;
  });
}

int manifact_model_tree_cut(manifact_context *context, const manifact_model *model, int linkage,
                            int64_t n_groups, int32_t *group, int64_t n_clusters) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require(group, "group");
    check_clusters(*model->model, n_clusters);
    check_groups(*model->model, "n_groups", n_groups);
    const TopicTree tree = topic_tree(*model->model, linkage_of(linkage), run);
    const std::vector<Index> groups = cut(tree, n_groups);
    for (std::size_t c = 0; c < groups.size(); ++c) group[c] = static_cast<int32_t>(groups[c]);
    return MANIFACT_OK;
  });
}

int manifact_model_topic_numbers(manifact_context *context, const manifact_model *model,
                                 const manifact_matrix *X, int score, int64_t count,
                                 double *coherence, double *diversity, double *separation,
                                 int32_t *weakness, int64_t n_clusters) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    if (X != nullptr) require_handle(X, "X");
    const Model &m = *model->model;
    check_clusters(m, n_clusters);
    if (!is_score(score)) fail(Status::argument, "unknown score: %d", score);
    if (count < 1)
      fail(Status::argument, "count must be at least 1, not %lld", static_cast<long long>(count));
    const std::shared_ptr<const Matrix> counts = documents_to_count(m, X, run);
    const TermDocuments documents = counted_documents(m, counts.get());
    const std::vector<std::vector<Index>> terms = top_terms(model, score, count, run);
    const std::vector<TopicNumbers> numbers = topic_numbers(m, terms, documents, run);
    for (std::size_t c = 0; c < numbers.size(); ++c) {
      if (coherence != nullptr) coherence[c] = numbers[c].coherence;
      if (diversity != nullptr) diversity[c] = numbers[c].diversity;
      if (separation != nullptr) separation[c] = numbers[c].separation;
      if (weakness != nullptr) weakness[c] = static_cast<int32_t>(numbers[c].weakness);
    }
    return MANIFACT_OK;
  });
}

int manifact_model_stability(manifact_context *context, const manifact_model *model,
                             const manifact_matrix *X, int64_t n_samples, double *stability,
                             int64_t n_clusters) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    if (X != nullptr) require_handle(X, "X");
    require(stability, "stability");
    const Model &m = *model->model;
    check_clusters(m, n_clusters);
    const std::shared_ptr<const Matrix> rows = documents_again(m, X, run);
    const FittedDocuments documents(m, rows.get(), run);
    const std::vector<double> found = stability_of_topics(m, n_samples, documents, run);
    std::copy(found.begin(), found.end(), stability);
    return MANIFACT_OK;
  });
}

const char *manifact_model_column_name(const manifact_model *model, int64_t index) {
  const Model *const m = model_of(model);
  if (m == nullptr || index < 0 || index >= std::ssize(m->columns)) return nullptr;
  return m->columns[static_cast<std::size_t>(index)]->name.c_str();
}

int manifact_model_column(const manifact_model *model, const char *name, const char **bytes,
                          const int64_t **ends) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (name == nullptr) return MANIFACT_ERROR_NULL;
  for (const auto &column : model->model->columns) {
    if (column->name != name) continue;
    give(bytes, column->bytes.c_str());
    give(ends, column->ends.data());
    return MANIFACT_OK;
  }
  return MANIFACT_ERROR_ARGUMENT;
}

namespace {

// Models that grow: documents added without a fit.

DocumentColumns columns_of(const char *const *names, const char *const *bytes,
                           const int64_t *const *offsets, int64_t n_columns, int64_t n_documents) {
  if (n_columns < 0)
    fail(Status::argument, "n_columns must be at least 0, not %lld",
         static_cast<long long>(n_columns));
  DocumentColumns columns;
  if (n_columns == 0) return columns;
  require(names, "names");
  require(bytes, "bytes");
  require(offsets, "offsets");
  for (int64_t c = 0; c < n_columns; ++c) {
    require(names[c], "a name");
    require(bytes[c], "the bytes of a column");
    for (const auto &earlier : columns)
      if (earlier->name == names[c])
        fail(Status::argument, "column '%.60s' is given twice", names[c]);
    columns.push_back(column_of(names[c], bytes[c], offsets[c], n_documents));
  }
  return columns;
}

}  // namespace

int manifact_model_update(manifact_context *context, const manifact_model *model,
                          const manifact_matrix *X, const int64_t *terms, const char *const *names,
                          const char *const *bytes, const int64_t *const *offsets,
                          int64_t n_columns, manifact_model **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require_handle(X, "X");
    require(out, "out");
    const std::shared_ptr<const Matrix> aligned = with_features_of(*model->model, *X, run);
    const Matrix &rows = *aligned;
    std::unique_ptr<Model> made = updated(
        model->model,
        {rows, terms, columns_of(names, bytes, offsets, n_columns, rows.rows), X->vectors.get()},
        run);
    check_finite(*made);
    return deliver(std::move(made), run.memory, out);
  });
}

int manifact_model_edit_drift(const manifact_model *model, int64_t index, int64_t *documents,
                              int64_t *n_far, int64_t *unassigned, int64_t *terms,
                              int64_t *unknown) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (index < 0 || index >= manifact_model_edit_count(model)) return MANIFACT_ERROR_ARGUMENT;
  const Drift &drift = model->model->edits.list[static_cast<std::size_t>(index)].drift;
  if (drift.documents == 0) return MANIFACT_ERROR_ARGUMENT;
  give(documents, drift.documents);
  give(n_far, drift.far);
  give(unassigned, drift.unassigned);
  give(terms, drift.terms);
  give(unknown, drift.unknown);
  return MANIFACT_OK;
}
