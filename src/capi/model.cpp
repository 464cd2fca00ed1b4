#include "capi/model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "methods/registry.hpp"
#include "model/file/model_file.hpp"
#include "topics/nearness.hpp"
#include "topics/scores.hpp"

using namespace manifact;

namespace {

bool knows_method(std::string_view name) { return find_method(name) != nullptr; }

int check_cluster(const Model *model, int64_t cluster, int64_t count) noexcept {
  return cluster >= 0 && cluster < model->k && count >= 0 ? MANIFACT_OK : MANIFACT_ERROR_ARGUMENT;
}

}  // namespace

namespace manifact {

std::vector<double> scores_of(const Model &model, const Vectors &of, Index cluster, int score,
                              const Monitor *monitor) {
  if (score == MANIFACT_SCORE_LIFT) return lift_scores(model, of.vectors, cluster);
  if (score == MANIFACT_SCORE_CONCEPT) return concept_scores(model, of.vectors, cluster);
  std::call_once(of.cached.once,
                 [&] { of.cached.totals = term_totals(model, of.vectors, monitor); });
  return exclusivity_scores(model, of.vectors, of.cached.totals, cluster);
}

int deliver(std::unique_ptr<Model> model, const std::shared_ptr<Memory> &memory,
            manifact_model **out) {
  auto handle = std::make_unique<manifact_model>();
  if (model->text) handle->vectorizer = vectorizer_of(model->text, memory).release();
  if (model->texts.terms)
    handle->text_vectorizer = vectorizer_of(model->texts.terms, memory).release();
  handle->model = std::move(model);
  *out = handle.release();
  return MANIFACT_OK;
}

}  // namespace manifact

manifact_model::~manifact_model() {
  release(vectorizer);
  release(text_vectorizer);
}

manifact_model *manifact_model_retain(const manifact_model *model) { return retain(model); }
void manifact_model_free(manifact_model *model) { release(model); }

int64_t manifact_model_documents(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->n : -1;
}
int64_t manifact_model_features(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->m : -1;
}
int64_t manifact_model_clusters(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->k : -1;
}
int64_t manifact_model_iterations(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->iterations() : -1;
}
int manifact_model_converged(const manifact_model *model) {
  return model_of(model) != nullptr && model->model->converged ? 1 : 0;
}
int manifact_model_status(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->status : check(model);
}

double manifact_model_objective(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->history[model->model->iterations()] : NAN;
}

const double *manifact_model_history(const manifact_model *model, int64_t *length) {
  if (length != nullptr) *length = model_of(model) != nullptr ? model->model->history.size() : 0;
  return model_of(model) != nullptr ? view(model->model->history) : nullptr;
}

const int32_t *manifact_model_labels(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->labels) : nullptr;
}

const int64_t *manifact_model_sizes(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->sizes) : nullptr;
}

const double *manifact_model_memberships(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->V) : nullptr;
}

const double *manifact_model_associations(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->W) : nullptr;
}

const double *manifact_model_basis(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->basis) : nullptr;
}

const double *manifact_model_centroids(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->centroids) : nullptr;
}

namespace {

// The features or terms with the highest scores in a cluster.
int give_top(const Model *m, const Vectors &of, int64_t cluster, int score, int64_t count,
             int64_t *features, double *scores, int64_t *found) {
  if (features == nullptr || found == nullptr) return MANIFACT_ERROR_NULL;
  if (!is_score(score)) return MANIFACT_ERROR_ARGUMENT;
  if (const int status = check_cluster(m, cluster, count); status != MANIFACT_OK) return status;
  Message message;
  return guard(message, [&] {
    return give_top_scores(scores_of(*m, of, cluster, score), count, features, scores, found);
  });
}

}  // namespace

int manifact_model_top_features(const manifact_model *model, int64_t cluster, int score,
                                int64_t count, int64_t *features, double *scores, int64_t *found) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  return give_top(model->model.get(), {feature_vectors(*model->model), model->feature_totals},
                  cluster, score, count, features, scores, found);
}

int manifact_model_top_terms(const manifact_model *model, int64_t cluster, int score, int64_t count,
                             int64_t *terms, double *scores, int64_t *found) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  return give_top(model->model.get(), {term_vectors(*model->model), model->term_totals}, cluster,
                  score, count, terms, scores, found);
}

const double *manifact_model_cosines(const manifact_model *model) {
  return model_of(model) != nullptr ? view(model->model->cosines) : nullptr;
}

int manifact_model_cohesion(const manifact_model *model, double *cohesion, int64_t n_clusters) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (cohesion == nullptr) return MANIFACT_ERROR_NULL;
  if (n_clusters != model->model->k) return MANIFACT_ERROR_LENGTH;
  const FloatEnvironment own;
  cluster_cohesion(*model->model, cohesion);
  return MANIFACT_OK;
}

int manifact_model_similarities(const manifact_model *model, double *cosines, int64_t n_clusters) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (cosines == nullptr) return MANIFACT_ERROR_NULL;
  if (n_clusters != model->model->k) return MANIFACT_ERROR_LENGTH;
  Message message;
  return guard(message, [&] {
    cluster_similarities(*model->model, cosines);
    return MANIFACT_OK;
  });
}

int manifact_model_representatives(const manifact_model *model, int64_t cluster, int64_t count,
                                   int64_t *documents, double *cosines, int64_t *found) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  const Model *const m = model->model.get();
  if (documents == nullptr || found == nullptr) return MANIFACT_ERROR_NULL;
  if (const int status = check_cluster(m, cluster, count); status != MANIFACT_OK) return status;
  Message message;
  return guard(message, [&] {
    const std::vector<Index> chosen = representatives(*m, cluster, count);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      documents[i] = chosen[i];
      if (cosines != nullptr) cosines[i] = m->cosines[chosen[i]];
    }
    *found = static_cast<int64_t>(chosen.size());
    return MANIFACT_OK;
  });
}

int manifact_model_concept_documents(const manifact_model *model, int64_t cluster, int64_t count,
                                     int64_t *documents, double *weights, int64_t *found) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  const Model *const m = model->model.get();
  if (documents == nullptr || found == nullptr) return MANIFACT_ERROR_NULL;
  if (const int status = check_cluster(m, cluster, count); status != MANIFACT_OK) return status;
  if (m->W.empty()) return MANIFACT_ERROR_ARGUMENT;
  Message message;
  return guard(message, [&] {
    const auto weight = [&](int64_t i) { return m->W[i * m->k + cluster]; };
    double most = 0;
    for (int64_t i = 0; i < m->n; ++i) most = std::max(most, weight(i));
    std::vector<int64_t> candidates;
    for (int64_t i = 0; i < m->n; ++i)
      if (weight(i) > 1e-12 * most) candidates.push_back(i);
    return give_best(std::move(candidates), count, weight, documents, weights, found);
  });
}

int64_t manifact_model_violation_count(const manifact_model *model) {
  const Model *const m = model_of(model);
  return m != nullptr ? static_cast<int64_t>(m->violations.size()) : -1;
}

int manifact_model_violations(const manifact_model *model, int64_t count, int64_t *first,
                              int64_t *second, double *weights, int64_t *found) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (found == nullptr) return MANIFACT_ERROR_NULL;
  if (count < 0) return MANIFACT_ERROR_ARGUMENT;
  give_pairs(model->model->violations, count, first, second, weights, found);
  return MANIFACT_OK;
}

const char *manifact_model_method(const manifact_model *model) {
  return model_of(model) != nullptr ? model->model->method.c_str() : nullptr;
}

const char *manifact_model_option(const manifact_model *model, const char *name) {
  if (model_of(model) == nullptr || name == nullptr) return nullptr;
  const OptionInfo *const known = find_option(std::string_view(name));
  const std::string_view wanted = known != nullptr ? known->name : name;
  for (const ModelOption &option : model->model->options)
    if (option.name == wanted) return option.value.c_str();
  return nullptr;
}

int64_t manifact_model_option_count(const manifact_model *model) {
  return model_of(model) != nullptr ? static_cast<int64_t>(model->model->options.size()) : 0;
}

int manifact_model_option_at(const manifact_model *model, int64_t index, const char **name,
                             const char **value) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (index < 0 || index >= manifact_model_option_count(model)) return MANIFACT_ERROR_ARGUMENT;
  const ModelOption &option = model->model->options[static_cast<std::size_t>(index)];
  give(name, option.name.c_str());
  give(value, option.value.c_str());
  return MANIFACT_OK;
}

int manifact_model_option_origin(const manifact_model *model, int64_t index,
                                 manifact_origin *origin, const char **setting) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (index < 0 || index >= manifact_model_option_count(model)) return MANIFACT_ERROR_ARGUMENT;
  const ModelOption &option = model->model->options[static_cast<std::size_t>(index)];
  give(origin, static_cast<manifact_origin>(option.origin));
  give(setting, option.setting.empty() ? nullptr : option.setting.c_str());
  return MANIFACT_OK;
}

const manifact_vectorizer *manifact_model_vectorizer(const manifact_model *model) {
  return model_of(model) != nullptr ? model->vectorizer : nullptr;
}

const manifact_vectorizer *manifact_model_text_vectorizer(const manifact_model *model) {
  return model_of(model) != nullptr ? model->text_vectorizer : nullptr;
}

int64_t manifact_model_diagnostic_count(const manifact_model *model) {
  return model_of(model) != nullptr ? static_cast<int64_t>(model->model->findings.notes.size()) : 0;
}

int manifact_model_diagnostic(const manifact_model *model, int64_t index, const char **name,
                              const char **value) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (index < 0 || index >= manifact_model_diagnostic_count(model)) return MANIFACT_ERROR_ARGUMENT;
  const auto &[found, text] = model->model->findings.notes[static_cast<std::size_t>(index)];
  if (name != nullptr) *name = found.c_str();
  if (value != nullptr) *value = text.c_str();
  return MANIFACT_OK;
}

int64_t manifact_model_warning_count(const manifact_model *model) {
  return model_of(model) != nullptr ? static_cast<int64_t>(model->model->findings.warnings.size())
                                    : 0;
}

const char *manifact_model_warning(const manifact_model *model, int64_t index) {
  if (index < 0 || index >= manifact_model_warning_count(model)) return nullptr;
  return model->model->findings.warnings[static_cast<std::size_t>(index)].c_str();
}

int manifact_model_save(manifact_context *context, const manifact_model *model, const char *path) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require(path, "path");
    save_model(*model->model, path, run.monitor);
    return MANIFACT_OK;
  });
}

int manifact_model_load(manifact_context *context, const char *path, manifact_model **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require(path, "path");
    require(out, "out");
    return deliver(load_model(path, knows_method, run), run.memory, out);
  });
}

int manifact_model_write(manifact_context *context, const manifact_model *model,
                         manifact_write_fn write, void *user) {
  return long_call(context, [&](ExecutionContext &) {
    require_handle(model, "model");
    if (write == nullptr) fail(Status::null, "write is NULL");
    write_model(*model->model, write, user);
    return MANIFACT_OK;
  });
}

int manifact_model_load_memory(manifact_context *context, const void *data, size_t size,
                               manifact_model **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    if (size > 0) require(data, "data");
    require(out, "out");
    return deliver(parse_model(data, size, knows_method, run), run.memory, out);
  });
}

namespace {

// The arrays of a model with their types and sizes.

struct Shape {
  const void *data = nullptr;
  manifact_value_type type = MANIFACT_DOUBLE;
  int64_t rows = 0, columns = 0;
};

manifact_value_type type_of(const double *) { return MANIFACT_DOUBLE; }
manifact_value_type type_of(const int64_t *) { return MANIFACT_INT64; }
manifact_value_type type_of(const int32_t *) { return MANIFACT_INT32; }

template <class T>
Shape shape(const Array<T> &array, int64_t rows, int64_t columns = 1) {
  Shape found;
  found.data = view(array);
  found.type = type_of(view(array));
  found.rows = array.empty() ? 0 : rows;
  found.columns = array.empty() ? 0 : columns;
  return found;
}

}  // namespace

int manifact_model_array(const manifact_model *model, manifact_array which, const void **data,
                         manifact_value_type *type, int64_t *rows, int64_t *columns) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  const Model &m = *model->model;
  if (which < MANIFACT_ARRAY_HISTORY || which > MANIFACT_ARRAY_CORE) return MANIFACT_ERROR_ARGUMENT;
  // In the order of the constants.
  const Shape shapes[] = {shape(m.history, m.history.size()),
                          shape(m.labels, m.n),
                          shape(m.sizes, m.k),
                          shape(m.V, m.n, m.k),
                          shape(m.W, m.n, m.k),
                          shape(m.basis, m.m, m.k),
                          shape(m.centroids, m.m, m.k),
                          shape(m.cosines, m.n),
                          shape(m.features.labels, m.m),
                          shape(m.features.sizes, m.features.l),
                          shape(m.features.memberships, m.m, m.features.l),
                          shape(m.features.core, m.k, m.features.l)};
  const Shape &found = shapes[which - MANIFACT_ARRAY_HISTORY];
  give(data, found.data);
  give(type, found.type);
  give(rows, found.rows);
  give(columns, found.columns);
  return MANIFACT_OK;
}
