// Why documents are in their topics, and how topics differ between groups of documents and periods.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "capi/counted_documents.hpp"
#include "capi/features_of_model.hpp"
#include "capi/model.hpp"
#include "model/predict/explain.hpp"
#include "topics/groups.hpp"
#include "topics/numbers.hpp"

using namespace manifact;

namespace {

// What terms are counted in, and where the best ones go.
struct RankedTerms {
  const manifact_model *model;
  const manifact_matrix *X;   // null: the documents that the model keeps
  const std::int32_t *parts;  // the group or period of each document
  std::int64_t n_documents, count;
  std::int64_t *terms;
  double *scores;
  std::int64_t *found;
};

// check(model) refuses other arguments; score(model, documents, run) is the score of each term, of
// which those above 0 are listed.
template <class Check, class Score>
int rank_terms(manifact_context *context, const RankedTerms &into, const char *parts_name,
               const Check &check_others, const Score &score) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(into.model, "model");
    if (into.X != nullptr) require_handle(into.X, "X");
    require(into.parts, parts_name);
    require(into.terms, "terms");
    require(into.found, "found");
    const Model &m = *into.model->model;
    if (into.n_documents != m.n || (into.X != nullptr && into.X->matrix->rows != m.n))
      fail(Status::length, "n_documents and the rows of X must be %lld, as in the model",
           static_cast<long long>(m.n));
    check_others(m);
    if (into.count < 0)
      fail(Status::argument, "count must be at least 0, not %lld",
           static_cast<long long>(into.count));
    const std::shared_ptr<const Matrix> counts = documents_to_count(m, into.X, run);
    const TermDocuments documents = counted_documents(m, counts.get());
    if (documents.rows() == 0)
      fail(Status::argument, "there are no sparse documents to count terms in: X is needed");
    return give_top_scores(score(m, documents, run), into.count, into.terms, into.scores,
                           into.found);
  });
}

}  // namespace

const char *manifact_model_score_rule(const manifact_model *model) {
  const Model *const m = model_of(model);
  return m != nullptr ? score_rule_of(*m).sentence : nullptr;
}

int manifact_model_has_additive_score(const manifact_model *model) {
  const Model *const m = model_of(model);
  return m != nullptr && score_rule_of(*m).additive ? MANIFACT_TRUE : MANIFACT_FALSE;
}

namespace {

// Explains the rows of X; assigned: null, or filled as well.
int explain_rows(manifact_context *context, const manifact_model *model, const manifact_matrix *X,
                 const int32_t *topics, const AssignedDocuments *assigned, int64_t count,
                 double *scores, double *rests, int64_t n_rows, manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require_handle(X, "X");
    require(out, "out");
    if (assigned != nullptr) {
      require(assigned->labels, "labels");
      require(assigned->proportions, "proportions");
      if (!(assigned->min_membership >= 0 && assigned->min_membership <= 1))
        fail(Status::argument, "min_membership is %g, not in 0 .. 1", assigned->min_membership);
    }
    if (n_rows != X->matrix->rows)
      fail(Status::length, "n_rows is %lld, but X has %lld rows", static_cast<long long>(n_rows),
           static_cast<long long>(X->matrix->rows));
    if (count < 0)
      fail(Status::argument, "count must be at least 0, not %lld", static_cast<long long>(count));
    const Model &m = *model->model;
    if (X->vectors != nullptr && m.fitted().predictor->uses_vectors())
      fail(Status::argument,
           "the rule of this model uses the vectors of documents beside their words; documents "
           "without vectors can be explained");
    Explanation found = explain(m, *with_features_of(m, *X, run), topics, count, run, assigned);
    if (scores != nullptr) std::copy(found.scores.begin(), found.scores.end(), scores);
    if (rests != nullptr) std::copy(found.rests.begin(), found.rests.end(), rests);
    auto handle = std::make_unique<manifact_matrix>();
    handle->matrix = matrix_from_parts(std::move(found.contributions));
    handle->memory = run.memory;
    *out = handle.release();
    return MANIFACT_OK;
  });
}

}  // namespace

int manifact_model_explain(manifact_context *context, const manifact_model *model,
                           const manifact_matrix *X, const int32_t *topics, int64_t count,
                           double *scores, double *rests, int64_t n_rows, manifact_matrix **out) {
  return explain_rows(context, model, X, topics, nullptr, count, scores, rests, n_rows, out);
}

int manifact_model_assign_explained(manifact_context *context, const manifact_model *model,
                                    const manifact_matrix *X, double min_membership,
                                    int32_t *labels, double *proportions, double *margins,
                                    int64_t count, double *scores, double *rests, int64_t n_rows,
                                    manifact_matrix **out) {
  const AssignedDocuments assigned{labels, proportions, margins, min_membership};
  return explain_rows(context, model, X, nullptr, &assigned, count, scores, rests, n_rows, out);
}

int manifact_model_group_test(const manifact_model *model, const int32_t *groups,
                              int64_t n_documents, int64_t n_groups, double *statistics,
                              double *p_values, double *adjusted, double *expected,
                              int64_t n_clusters) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (groups == nullptr) return MANIFACT_ERROR_NULL;
  const Model &m = *model->model;
  if (n_documents != m.n || n_groups < 0 || n_groups > INT32_MAX || n_clusters != m.k)
    return MANIFACT_ERROR_LENGTH;
  if (!are_groups(groups, m.n, n_groups)) return MANIFACT_ERROR_ARGUMENT;
  Message message;
  return guard(message, [&] {
    const std::vector<GroupTest> tests = group_tests(m, groups, n_groups);
    for (std::size_t c = 0; c < tests.size(); ++c) {
      if (statistics != nullptr) statistics[c] = tests[c].statistic;
      if (p_values != nullptr) p_values[c] = tests[c].p;
      if (adjusted != nullptr) adjusted[c] = tests[c].adjusted;
      if (expected != nullptr) expected[c] = tests[c].expected;
    }
    return MANIFACT_OK;
  });
}

int manifact_model_group_terms(manifact_context *context, const manifact_model *model,
                               const manifact_matrix *X, const int32_t *groups, int64_t n_documents,
                               int64_t topic, int64_t group, int64_t count, int64_t *terms,
                               double *scores, int64_t *found) {
  return rank_terms(
      context,
      {.model = model,
       .X = X,
       .parts = groups,
       .n_documents = n_documents,
       .count = count,
       .terms = terms,
       .scores = scores,
       .found = found},
      "groups",
      [&](const Model &m) {
        if (topic < -1 || topic >= m.k)
          fail(Status::argument, "there is no topic %lld: 0 to %lld, or -1 for all documents",
               static_cast<long long>(topic), static_cast<long long>(m.k - 1));
        if (group < 0 || group > INT32_MAX || !are_groups(groups, m.n, std::int64_t{INT32_MAX} + 1))
          fail(Status::argument, "groups are numbers from 0, or -1 for a document without a group");
      },
      [&](const Model &m, const TermDocuments &documents, ExecutionContext &run) {
        Array<double> z =
            group_terms(m, documents, groups, topic, static_cast<std::int32_t>(group), run);
        for (double &each : z) each = each >= least_group_score ? each : 0;
        return z;
      });
}

int manifact_model_timeline(const manifact_model *model, const int32_t *periods,
                            int64_t n_documents, int64_t n_periods, int64_t *counts,
                            int64_t n_counts) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (periods == nullptr || counts == nullptr) return MANIFACT_ERROR_NULL;
  const Model &m = *model->model;
  if (n_documents != m.n || n_periods < 0 || n_periods > INT32_MAX || n_counts != n_periods * m.k)
    return MANIFACT_ERROR_LENGTH;
  for (int64_t i = 0; i < m.n; ++i)
    if (periods[i] < -1 || periods[i] >= n_periods) return MANIFACT_ERROR_ARGUMENT;
  count_periods(m, periods, n_periods, counts);
  return MANIFACT_OK;
}

int manifact_model_trends(manifact_context *context, const manifact_model *model,
                          const manifact_matrix *X, const int32_t *periods, int64_t n_documents,
                          int64_t topic, int direction, int64_t count, int64_t *terms,
                          double *scores, int64_t *found) {
  return rank_terms(
      context,
      {.model = model,
       .X = X,
       .parts = periods,
       .n_documents = n_documents,
       .count = count,
       .terms = terms,
       .scores = scores,
       .found = found},
      "periods",
      [&](const Model &m) {
        if (topic < 0 || topic >= m.k)
          fail(Status::argument, "there is no topic %lld: 0 to %lld", static_cast<long long>(topic),
               static_cast<long long>(m.k - 1));
        if (direction != 1 && direction != -1)
          fail(Status::argument, "direction must be 1 or -1, not %d", direction);
      },
      [&](const Model &m, const TermDocuments &documents, ExecutionContext &run) {
        Array<double> z = term_trends(m, documents, periods, topic, run);
        for (double &each : z) each = direction * each >= least_trend ? direction * each : 0;
        return z;
      });
}
