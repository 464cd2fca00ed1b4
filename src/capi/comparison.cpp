// How the topics of a model live on in another one, and new ones among added documents.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "capi/model.hpp"
#include "topics/compare.hpp"
#include "topics/founding.hpp"

using namespace manifact;

namespace {

void check_count(const char *name, int64_t given, Index expected, const char *what) {
  if (given != expected)
    fail(Status::length, "%s is %lld, but the model has %lld %s", name,
         static_cast<long long>(given), static_cast<long long>(expected), what);
}

void check_rows(const int64_t *rows, int64_t n_documents, Index n_after) {
  std::vector<bool> is_given(static_cast<std::size_t>(n_after));
  for (int64_t i = 0; i < n_documents; ++i) {
    if (rows[i] < -1 || rows[i] >= n_after)
      fail(Status::argument, "rows[%lld] is %lld: a row must be -1 to %lld",
           static_cast<long long>(i), static_cast<long long>(rows[i]),
           static_cast<long long>(n_after - 1));
    if (rows[i] < 0) continue;
    if (is_given[static_cast<std::size_t>(rows[i])])
      fail(Status::argument, "rows[%lld]: row %lld is given twice", static_cast<long long>(i),
           static_cast<long long>(rows[i]));
    is_given[static_cast<std::size_t>(rows[i])] = true;
  }
}

template <class To, class From>
void give_all(To *out, const std::vector<From> &values) noexcept {
  if (out == nullptr) return;
  for (std::size_t i = 0; i < values.size(); ++i) out[i] = static_cast<To>(values[i]);
}

}  // namespace

int manifact_model_common_documents(manifact_context *context, const manifact_model *before,
                                    const manifact_model *after, int64_t *rows, int64_t n_documents,
                                    int64_t *n_common) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(before, "before");
    require_handle(after, "after");
    require(rows, "rows");
    const Model &old = *before->model, &now = *after->model;
    check_count("n_documents", n_documents, old.n, "documents");
    const std::vector<Index> found = common_documents(old, now, now.columns, run);
    give_all(rows, found);
    give(n_common, static_cast<int64_t>(std::count_if(found.begin(), found.end(),
                                                      [](Index row) { return row >= 0; })));
    return MANIFACT_OK;
  });
}

int manifact_model_compare(manifact_context *context, const manifact_model *before,
                           const manifact_model *after, const int64_t *rows, int64_t n_documents,
                           double *forward, double *backward, int64_t *partners,
                           int32_t *changes_before, int64_t n_before, int32_t *changes_after,
                           int64_t n_after) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(before, "before");
    require_handle(after, "after");
    const Model &old = *before->model, &now = *after->model;
    check_count("n_documents", n_documents, old.n, "documents");
    check_count("n_before", n_before, old.k, "topics");
    check_count("n_after", n_after, now.k, "topics");
    std::vector<Index> list;
    if (rows != nullptr) {
      check_rows(rows, n_documents, now.n);
      list.assign(rows, rows + n_documents);
    }
    const Comparison found = rows != nullptr ? compared_by_documents(old, now, list.data())
                                             : compared_by_terms(old, now, run);
    give_all(forward, found.forward);
    give_all(backward, found.backward);
    give_all(partners, found.partner);
    give_all(changes_before, found.earlier);
    give_all(changes_after, found.later);
    return MANIFACT_OK;
  });
}

int manifact_model_new_topics(manifact_context *context, const manifact_model *model,
                              int32_t *labels, int64_t n_documents, int64_t *n_topics) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require(labels, "labels");
    require(n_topics, "n_topics");
    *n_topics = 0;
    const Model &m = *model->model;
    check_count("n_documents", n_documents, m.n, "documents");
    const NewTopics found = new_topics(m, run);
    give_all(labels, found.labels);
    *n_topics = found.topics;
    return MANIFACT_OK;
  });
}
