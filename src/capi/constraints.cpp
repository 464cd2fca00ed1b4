#include "supervision/constraints.hpp"

#include <algorithm>

#include "capi/counts.hpp"
#include "capi/handles.hpp"
#include "supervision/suggest.hpp"
#include "topics/seed_words.hpp"

using namespace manifact;

namespace {

std::vector<Pair> labeled_documents(const Constraints &c) {
  std::vector<Pair> list;
  for (std::int64_t i = 0; i < c.n && c.labeled > 0; ++i)
    if (c.classes[i] >= 0)
      list.push_back({.first = i,
                      .second = c.class_labels[static_cast<std::size_t>(c.classes[i])],
                      .weight = 1});
  return list;
}

std::vector<Pair> classes(const Constraints &c) {
  std::vector<Pair> list;
  for (const std::int64_t name : c.class_labels)
    list.push_back({.first = name, .second = 0, .weight = 1});
  for (std::int64_t i = 0; i < c.n && c.labeled > 0; ++i)
    if (c.classes[i] >= 0) ++list[static_cast<std::size_t>(c.classes[i])].second;
  return list;
}

std::vector<Pair> list_of(const Constraints &c, int kind) {
  switch (kind) {
    case MANIFACT_CONSTRAINTS_PAIRS:
      return c.pairs;
    case MANIFACT_CONSTRAINTS_CONTRADICTIONS:
      return c.contradictions;
    case MANIFACT_CONSTRAINTS_CONFLICTS:
      return c.conflicts;
    case MANIFACT_CONSTRAINTS_LABELED:
      return labeled_documents(c);
    case MANIFACT_CONSTRAINTS_CLASSES:
      return classes(c);
    default:
      fail(Status::argument, "unknown list of constraints: %d", kind);
  }
}

SeedWords seed_words(const int64_t *terms, const int64_t *offsets, const int32_t *topics,
                     const double *weights, int64_t n_seeds, int64_t n_topics, Index columns) {
  SeedWords seeds;
  seeds.n_topics = n_topics;
  if (n_seeds < 1)
    fail(Status::argument, "n_seeds must be at least 1, not %lld", static_cast<long long>(n_seeds));
  require(terms, "terms");
  require(offsets, "offsets");
  require(topics, "topics");
  for (int64_t s = 0; s < n_seeds; ++s) {
    if (offsets[0] != 0 || offsets[s + 1] <= offsets[s])
      fail(Status::argument, "offsets must begin with 0 and increase: seed %lld has no terms",
           static_cast<long long>(s));
    if (topics[s] < 0 || topics[s] >= n_topics)
      fail(Status::argument, "the topic of seed %lld is %d, not 0 to %lld",
           static_cast<long long>(s), topics[s], static_cast<long long>(n_topics - 1));
    const double weight = weights != nullptr ? weights[s] : 1;
    if (!(weight > 0 && weight <= 1e6))
      fail(Status::value, "the weight of seed %lld is %g; it must be above 0 and at most 1e6",
           static_cast<long long>(s), weight);
    for (int64_t e = offsets[s]; e < offsets[s + 1]; ++e)
      if (terms[e] < 0 || terms[e] >= columns)
        fail(Status::argument, "terms[%lld] is %lld, but X has %lld columns",
             static_cast<long long>(e), static_cast<long long>(terms[e]),
             static_cast<long long>(columns));
    seeds.topics.push_back(topics[s]);
    seeds.weights.push_back(weight);
    seeds.ends.push_back(offsets[s + 1]);
  }
  seeds.terms.assign(terms, terms + offsets[n_seeds]);
  return seeds;
}

}  // namespace

int manifact_seed_labels(manifact_context *context, const manifact_matrix *X, const int64_t *terms,
                         const int64_t *offsets, const int32_t *topics, const double *weights,
                         int64_t n_seeds, int64_t n_topics, int64_t n_clusters, int32_t *labels,
                         int64_t n_documents, int64_t *matched, int64_t *chosen) {
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(X, "X");
    require(labels, "labels");
    const Matrix &counts = as_counts(*X, run.memory);
    if (n_documents != counts.rows)
      fail(Status::length, "n_documents is %lld, but X has %lld rows",
           static_cast<long long>(n_documents), static_cast<long long>(counts.rows));
    if (counts.dense)
      fail(Status::argument,
           "seed words need the counts of words, but X has dense rows of numbers");
    if (n_topics < 1 || n_clusters < n_topics || n_clusters > INT32_MAX)
      fail(Status::argument, "n_topics is %lld and n_clusters %lld: 1 <= n_topics <= n_clusters",
           static_cast<long long>(n_topics), static_cast<long long>(n_clusters));
    const SeedWords seeds =
        seed_words(terms, offsets, topics, weights, n_seeds, n_topics, counts.columns);
    const SeedLabels found = seed_labels(counts, seeds, n_clusters, X->background.get(), run);
    std::copy(found.labels.begin(), found.labels.end(), labels);
    if (matched != nullptr) std::copy(found.matched.begin(), found.matched.end(), matched);
    if (chosen != nullptr) std::copy(found.chosen.begin(), found.chosen.end(), chosen);
    return MANIFACT_OK;
  });
}

int manifact_constraints_create(manifact_context *context, int64_t n_documents,
                                const int32_t *labels, const int64_t *first, const int64_t *second,
                                const double *weights, int64_t n_pairs,
                                manifact_constraints **out) {
  if (out != nullptr) *out = nullptr;
  return call(context, [&] {
    require(out, "out");
    if (n_documents < 1 || n_documents > INT32_MAX)
      fail(Status::argument, "n_documents must be between 1 and %d, not %lld", INT32_MAX,
           static_cast<long long>(n_documents));
    if (n_pairs < 0)
      fail(Status::argument, "n_pairs must be at least 0, not %lld",
           static_cast<long long>(n_pairs));
    if (n_pairs > 0) {
      require(first, "first");
      require(second, "second");
      require(weights, "weights");
    }
    auto handle = std::make_unique<manifact_constraints>();
    handle->constraints =
        make_constraints(n_documents, labels, first, second, weights, n_pairs, context->memory);
    *out = handle.release();
    const Constraints &c = (*out)->constraints;
    return c.contradictions.empty() && c.conflicts.empty() ? MANIFACT_OK : MANIFACT_CONTRADICTIONS;
  });
}

int64_t manifact_constraints_count(const manifact_constraints *constraints, int kind) {
  if (check(constraints) != MANIFACT_OK) return -1;
  const Constraints &c = constraints->constraints;
  switch (kind) {
    case MANIFACT_CONSTRAINTS_PAIRS:
      return static_cast<int64_t>(c.pairs.size());
    case MANIFACT_CONSTRAINTS_CONTRADICTIONS:
      return static_cast<int64_t>(c.contradictions.size());
    case MANIFACT_CONSTRAINTS_CONFLICTS:
      return static_cast<int64_t>(c.conflicts.size());
    case MANIFACT_CONSTRAINTS_LABELED:
      return c.labeled;
    case MANIFACT_CONSTRAINTS_CLASSES:
      return c.n_classes();
    case MANIFACT_CONSTRAINTS_REPEATED:
      return c.repeated;
    default:
      return -1;
  }
}

int manifact_constraints_list(const manifact_constraints *constraints, int kind, int64_t count,
                              int64_t *first, int64_t *second, double *weights, int64_t *found) {
  if (const int status = check(constraints); status != MANIFACT_OK) return status;
  if (found == nullptr) return MANIFACT_ERROR_NULL;
  if (count < 0) return MANIFACT_ERROR_ARGUMENT;
  Message message;
  return guard(message, [&] {
    give_pairs(list_of(constraints->constraints, kind), count, first, second, weights, found);
    return MANIFACT_OK;
  });
}

int manifact_constraints_suggest(manifact_context *context, const manifact_matrix *X,
                                 const manifact_constraints *constraints, int64_t n_clusters,
                                 int64_t seed, int64_t count, int64_t *first, int64_t *second,
                                 double *cosines, int64_t *found) {
  if (found != nullptr) *found = 0;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(X, "X");
    require(first, "first");
    require(second, "second");
    require(found, "found");
    if (constraints != nullptr) require_handle(constraints, "constraints");
    if (n_clusters < 1)
      fail(Status::argument, "n_clusters must be at least 1, not %lld",
           static_cast<long long>(n_clusters));
    if (count < 0)
      fail(Status::argument, "count must be at least 0, not %lld", static_cast<long long>(count));
    if (seed < 0)
      fail(Status::argument, "seed must be at least 0, not %lld", static_cast<long long>(seed));
    Constraints none;
    none.n = X->matrix->rows;
    const Constraints &known = constraints != nullptr ? constraints->constraints : none;
    if (known.n != X->matrix->rows)
      fail(Status::mismatch, "the constraints are for %lld documents, but there are %lld",
           static_cast<long long>(known.n), static_cast<long long>(X->matrix->rows));
    run.monitor.enter("suggesting");
    const WeightingRequest as_given{Weighting::none, Scaling::none, 1, 1, Weighting::none};
    const FeatureWeights weights = learn_weights(*X->matrix, as_given, run);
    const WeightedData<double> rows = weighted_data<double>(*X->matrix, weights, run);
    const std::vector<Pair> suggested =
        suggest_pairs(rows.view(), known, n_clusters, count, static_cast<std::uint64_t>(seed), run);
    for (std::size_t p = 0; p < suggested.size(); ++p) {
      first[p] = suggested[p].first;
      second[p] = suggested[p].second;
      if (cosines != nullptr) cosines[p] = suggested[p].weight;
    }
    *found = static_cast<int64_t>(suggested.size());
    return MANIFACT_OK;
  });
}

int64_t manifact_constraints_documents(const manifact_constraints *constraints) {
  return check(constraints) == MANIFACT_OK ? constraints->constraints.n : -1;
}

manifact_constraints *manifact_constraints_retain(const manifact_constraints *constraints) {
  return retain(constraints);
}
void manifact_constraints_free(manifact_constraints *constraints) { release(constraints); }
