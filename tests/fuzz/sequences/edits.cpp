// Edits of models, the tree over their topics, and the texts that they keep.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

std::int64_t some_topic(World &world, std::int64_t k) {
  return random_number(world, world.random.below(std::max<std::int64_t>(k, 1)));
}

std::vector<std::int64_t> some_topics(World &world, std::int64_t k) {
  std::vector<std::int64_t> topics;
  for (std::int64_t count = world.random.between(1, 3); count > 0; --count)
    topics.push_back(some_topic(world, k));
  return topics;
}

// Documents of the model's shape, or none.
const manifact_matrix *documents_of(World &world, const manifact_model *model) {
  if (world.random.chance(70)) return nullptr;
  for (const Matrix &X : world.matrices)
    if (X.m == manifact_model_features(model) && X.n == manifact_model_documents(model))
      return X.handle;
  return world.matrices.empty() ? nullptr : world.random.pick(world.matrices).handle;
}

int edited(World &world, const manifact_model *model, std::int64_t k, manifact_model **out) {
  manifact_context *const context = some_context(world);
  const std::vector<std::int64_t> topics = some_topics(world, k);
  const auto count = static_cast<std::int64_t>(topics.size());
  const manifact_matrix *const X = documents_of(world, model);
  switch (world.random.below(6)) {
    case 0:
      return CALL(manifact_model_merge, context, model, topics.data(), count, X, out);
    case 1:
      return CALL(manifact_model_split, context, model, topics[0], random_number(world, 2), X, out);
    case 2:
      return CALL(manifact_model_hide, context, model, topics.data(), count, out);
    case 3:
      return CALL(manifact_model_reduce, context, model,
                  static_cast<int>(world.random.between(0, 3)),
                  random_number(world, std::max<std::int64_t>(k - 1, 1)), X, out);
    case 4:
      return CALL(manifact_model_rename_group, context, model, topics.data(), count, "a group",
                  out);
    default:
      return CALL(manifact_model_rename, context, model, topics[0], "a name", out);
  }
}

void edit(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t k = manifact_model_clusters(model.handle);
  manifact_model *out = unset<manifact_model>();
  const int status = edited(world, model.handle, k, &out);
  expect_refused(status, model);
  if (status < 0) {
    expect(out == nullptr, "a model of an edit that failed");
    return;
  }
  {
    const Calm calm(world);
    const std::int64_t edits = CALL(manifact_model_edit_count, out);
    const std::vector<std::int64_t> some = some_topics(world, k);
    const char *const group =
        CALL(manifact_model_group_name, out, some.data(), static_cast<std::int64_t>(some.size()));
    expect(group == nullptr || *group == '\0' || std::string_view(group) == "a group",
           "a group of another name");
    expect(edits == manifact_model_edit_count(model.handle) + 1, "an edit that is not listed");
    const char *text = nullptr;
    const std::int64_t *map = nullptr;
    std::int64_t before = 0;
    expect(CALL(manifact_model_edit, out, edits, &text, &map, &before) < 0, "an edit too many");
    expect(CALL(manifact_model_edit, out, edits - 1, &text, &map, &before) == 0, "no edit");
    expect(before == k && *text != '\0', "an edit of other topics");
    for (std::int64_t c = 0; c < k; ++c)
      expect(map[c] >= -1 && map[c] < manifact_model_clusters(out), "a topic out of range");
    for (std::int64_t c = -1; c <= manifact_model_clusters(out); ++c) {
      const bool exists = c >= 0 && c < manifact_model_clusters(out);
      expect((CALL(manifact_model_topic_name, out, c) != nullptr) == exists &&
                 (CALL(manifact_model_title, out, c) != nullptr) == exists &&
                 (CALL(manifact_model_phrases, out, c) != nullptr) == exists,
             "the number of a topic is not looked at");
    }
  }
  if (world.models.size() > 2) {
    CALL(manifact_model_free, world.models.front().handle);
    world.models.erase(world.models.begin());
  }
  world.models.push_back({out});
}

// More documents for a model, whose features they have or do not have.
void update(World &world) {
  const auto model = one_of(world, world.models);
  const manifact_matrix *X = one_of(world, world.matrices).handle;
  for (const Matrix &each : world.matrices)
    if (each.m == manifact_model_features(model.handle)) X = each.handle;
  const std::int64_t rows = manifact_matrix_rows(X);
  const auto room = static_cast<std::size_t>(std::max<std::int64_t>(rows, 0));
  std::vector<std::int64_t> terms(room, 1'000'000), offsets(room + 1);
  for (std::size_t i = 1; i <= room; ++i) offsets[i] = offsets[i - 1] + world.random.between(0, 3);
  if (world.random.chance(5)) offsets[room] = -1;
  const std::string all(3 * room + 1, 'y');
  const char *const names[] = {world.random.chance(90) ? "id" : "not a name"};
  const char *const bytes[] = {all.data()};
  const std::int64_t *const ends[] = {offsets.data()};
  manifact_model *out = unset<manifact_model>();
  const int status =
      CALL(manifact_model_update, some_context(world), model.handle, X,
           or_null(world, terms.data()), +names, +bytes, +ends, world.random.between(-1, 1), &out);
  expect_refused(status, model);
  if (status < 0) return expect(out == nullptr, "a model of an update that failed");
  {
    const Calm calm(world);
    const std::int64_t edits = CALL(manifact_model_edit_count, out);
    std::int64_t documents = 0, n_far = 0, unassigned = 0, counted = 0, unknown = 0;
    expect(CALL(manifact_model_edit_drift, out, edits - 1, &documents, &n_far, &unassigned,
                &counted, &unknown) == 0,
           "an update without a drift");
    expect(documents == rows && unassigned <= n_far && n_far <= documents && unknown <= counted + 1,
           "a drift that cannot be");
    expect(manifact_model_documents(out) == manifact_model_documents(model.handle) + rows,
           "documents are missing");
    expect(std::equal(manifact_model_labels(model.handle),
                      manifact_model_labels(model.handle) + manifact_model_documents(model.handle),
                      manifact_model_labels(out)),
           "an update moved a document");
  }
  if (world.models.size() > 2) {
    CALL(manifact_model_free, world.models.front().handle);
    world.models.erase(world.models.begin());
  }
  world.models.push_back({out});
}

// All documents of a model again, by its own method or by another one.
void refit(World &world) {
  const auto model = one_of(world, world.models);
  manifact_solver *own = unset<manifact_solver>();
  int status = CALL(manifact_solver_create_from_model, some_context(world), model.handle, &own);
  expect_refused(status, model);
  if (status < 0) return expect(own == nullptr, "a solver of a call that failed");
  manifact_model *out = unset<manifact_model>();
  status = CALL(manifact_solver_refit, own, model.handle, &out);
  CALL(manifact_solver_free, own);
  if (status < 0) return expect(out == nullptr, "a model of a refit that failed");
  expect(manifact_model_documents(out) == manifact_model_documents(model.handle) &&
             manifact_model_edit_count(out) == 0,
         "a refit of other documents");
  CALL(manifact_model_free, out);
}

// Two models together, which may be the same one.
void join(World &world) {
  const auto first = one_of(world, world.models), second = one_of(world, world.models);
  manifact_solver *own = unset<manifact_solver>();
  int status = CALL(manifact_solver_create_from_model, some_context(world), first.handle, &own);
  if (status < 0) return expect(own == nullptr, "a solver of a call that failed");
  const std::int64_t k = std::max<std::int64_t>(manifact_model_clusters(second.handle), 0);
  std::vector<std::int64_t> topics(static_cast<std::size_t>(k));
  std::int64_t common = -1;
  manifact_model *out = unset<manifact_model>();
  const std::int64_t given = world.random.chance(5) ? k + 1 : k;
  status = CALL(manifact_solver_join, own, first.handle, second.handle, topics.data(), given,
                &common, &out);
  CALL(manifact_solver_free, own);
  if (status < 0) return expect(out == nullptr, "a model of a join that failed");
  expect(given == k, "a wrong length was taken");
  expect(manifact_model_documents(out) == manifact_model_documents(first.handle) +
                                              manifact_model_documents(second.handle) - common,
         "documents are missing");
  for (const std::int64_t topic : topics)
    expect(topic >= -1 && topic < manifact_model_clusters(out), "a topic that is none");
  CALL(manifact_model_free, out);
}

void look_at_tree(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t k = manifact_model_clusters(model.handle);
  const auto room = static_cast<std::size_t>(std::max<std::int64_t>(k, 1));
  std::vector<std::int64_t> steps(2 * room), order(room);
  std::vector<double> heights(room);
  std::vector<std::int32_t> group(room);
  const int linkage = static_cast<int>(world.random.between(0, 3));
  const std::int64_t given = world.random.chance(5) ? k + 1 : k;
  int status =
      CALL(manifact_model_tree, some_context(world), model.handle, linkage,
           or_null(world, steps.data()), or_null(world, heights.data()), order.data(), given);
  expect_refused(status, model);
  expect(status < 0 || given == k, "a wrong length was taken");
  if (status == 0) {
    std::sort(order.begin(), order.end());
    for (std::int64_t c = 0; c < k; ++c)
      expect(order[static_cast<std::size_t>(c)] == c, "an order without a topic");
  }
  const std::int64_t groups = random_number(world, std::max<std::int64_t>(k, 1));
  status = CALL(manifact_model_tree_cut, some_context(world), model.handle, linkage, groups,
                or_null(world, group.data()), given);
  expect_refused(status, model);
  if (status < 0) return;
  expect(groups >= 1 && groups <= k, "groups out of their bounds were taken");
  expect(*std::max_element(group.begin(), group.end()) == groups - 1, "another number of groups");
}

void look_at_stability(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t k = manifact_model_clusters(model.handle);
  std::vector<double> stability(static_cast<std::size_t>(std::max<std::int64_t>(k, 1)));
  const int status =
      CALL(manifact_model_stability, some_context(world), model.handle,
           documents_of(world, model.handle), std::min<std::int64_t>(random_number(world, 2), 4),
           or_null(world, stability.data()), world.random.chance(5) ? k + 1 : k);
  expect_refused(status, model);
  if (status < 0) return;
  for (const double found : stability)
    expect(!(found < 0 || found > 1), "a Jaccard index beyond 0 to 1");
}

void look_at_numbers(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t k = manifact_model_clusters(model.handle);
  const auto room = static_cast<std::size_t>(std::max<std::int64_t>(k, 1));
  std::vector<double> coherence(room), diversity(room), separation(room);
  std::vector<std::int32_t> weakness(room);
  const manifact_matrix *const X = documents_of(world, model.handle);
  const int status =
      CALL(manifact_model_topic_numbers, some_context(world), model.handle, X,
           static_cast<int>(world.random.between(0, 4)), random_number(world, 3),
           or_null(world, coherence.data()), diversity.data(), or_null(world, separation.data()),
           or_null(world, weakness.data()), world.random.chance(5) ? k + 1 : k);
  expect_refused(status, model);
  if (status < 0) return;
  for (std::size_t c = 0; c < room; ++c) {
    expect(!(coherence[c] < -1.000001 || coherence[c] > 1.000001), "a coherence beyond -1 to 1");
    expect(!(diversity[c] < 0 || diversity[c] > 1), "a share of terms beyond 0 to 1");
    expect(!(separation[c] < -1e-9 || separation[c] > 2.000001), "a separation beyond 0 to 2");
    expect(weakness[c] >= MANIFACT_WEAKNESS_NONE && weakness[c] <= MANIFACT_WEAKNESS_INCOHERENT,
           "a reason that is not listed");
  }
}

void look_at_points(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t n = manifact_model_documents(model.handle),
                     m = manifact_model_features(model.handle),
                     k = manifact_model_clusters(model.handle);
  const auto room = [](std::int64_t length) {
    return std::vector<double>(static_cast<std::size_t>(std::max<std::int64_t>(length, 1)));
  };
  std::vector<double> means = room(m * k), scores = means, overall = room(2 * m);
  const manifact_matrix *const X = documents_of(world, model.handle);
  int status = CALL(manifact_model_point_features, some_context(world), model.handle, X,
                    or_null(world, means.data()), scores.data(), or_null(world, overall.data()), m,
                    world.random.chance(5) ? k + 1 : k);
  expect_refused(status, model);
  if (status >= 0 && !world.forged)
    expect_finite(scores.data(), std::max<std::int64_t>(m * k, 0), "the scores of features");
  std::vector<double> places = room(2 * n), distances = room(n), axes = room(2 * m), shares(2);
  status = CALL(manifact_model_scatter, some_context(world), model.handle, X,
                or_null(world, places.data()), or_null(world, distances.data()),
                world.random.chance(5) ? n + 1 : n, or_null(world, axes.data()),
                or_null(world, shares.data()), m);
  expect_refused(status, model);
  if (status < 0) return;
  for (const double share : shares)
    expect(!(share < 0 || share > 1), "a share of the variance beyond 0 to 1");
}

void look_at_time(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t n = manifact_model_documents(model.handle),
                     k = manifact_model_clusters(model.handle), n_periods = 4;
  std::vector<std::int32_t> periods(static_cast<std::size_t>(std::max<std::int64_t>(n, 1)));
  for (std::int32_t &period : periods)
    period = static_cast<std::int32_t>(world.random.between(-1, 3));
  if (world.random.chance(5)) periods[0] = 4;
  std::vector<std::int64_t> counts(
      static_cast<std::size_t>(n_periods * std::max<std::int64_t>(k, 1)));
  const std::int64_t length = world.random.chance(5) ? 1 : n_periods * k;
  int status = CALL(manifact_model_timeline, model.handle, or_null(world, periods.data()), n,
                    n_periods, or_null(world, counts.data()), length);
  expect_refused(status, model);
  std::int64_t sum = 0;
  for (const std::int64_t count : counts) sum += count;
  expect(status < 0 || sum <= n, "more documents in the periods than there are");
  std::int64_t terms[4] = {}, found = 0;
  double scores[4] = {};
  status = CALL(manifact_model_trends, some_context(world), model.handle,
                documents_of(world, model.handle), periods.data(), n, some_topic(world, k),
                static_cast<int>(world.random.between(-1, 1)), std::int64_t{4}, +terms, +scores,
                or_null(world, &found));
  expect_refused(status, model);
  for (std::int64_t t = 0; t < found && status == 0; ++t)
    expect(scores[t] >= 4.5 && std::isfinite(scores[t]), "a trend that is none");
  std::vector<double> adjusted(static_cast<std::size_t>(std::max<std::int64_t>(k, 1)), 2);
  status = CALL(manifact_model_group_test, model.handle, or_null(world, periods.data()), n,
                n_periods, nullptr, nullptr, or_null(world, adjusted.data()), nullptr, k);
  expect_refused(status, model);
  status =
      CALL(manifact_model_group_terms, some_context(world), model.handle,
           documents_of(world, model.handle), periods.data(), n, some_topic(world, k),
           world.random.between(-1, 3), std::int64_t{4}, +terms, +scores, or_null(world, &found));
  expect_refused(status, model);
  found = 0;
  const manifact_constraints *const known = world.constraints.empty() || world.random.chance(50)
                                                ? nullptr
                                                : one_of(world, world.constraints).handle;
  status = CALL(manifact_model_suggest_labels, some_context(world), model.handle,
                documents_of(world, model.handle), known, world.random.between(-1, 4), +terms,
                or_null(world, +scores), or_null(world, &found));
  expect_refused(status, model);
  for (std::int64_t q = 0; q < found && status == 0; ++q)
    expect(terms[q] >= 0 && terms[q] < n, "a question about no document");
  std::int64_t others[4];
  found = 0;
  status = CALL(manifact_model_suggest_pairs, some_context(world), model.handle, known,
                world.random.between(-1, 4), +terms, +others, or_null(world, +scores),
                or_null(world, &found));
  expect_refused(status, model);
  for (std::int64_t q = 0; q < found && status == 0; ++q)
    expect(terms[q] >= 0 && terms[q] < others[q] && others[q] < n, "a question about no pair");
}

void look_at_columns(World &world) {
  const auto model = one_of(world, world.models);
  const char *const name = CALL(manifact_model_column_name, model.handle, std::int64_t{0});
  const char *bytes = nullptr;
  const std::int64_t *ends = nullptr;
  const int status =
      CALL(manifact_model_column, model.handle, name != nullptr ? name : "id", &bytes, &ends);
  expect_refused(status, model);
  expect((status == 0) == (name != nullptr) || !model, "a column that is not listed");
  if (status < 0) return;
  std::int64_t before = 0;
  for (std::int64_t i = 0; i < manifact_model_documents(model.handle); before = ends[i++])
    expect(ends[i] >= before, "texts that overlap");
}

void set_column(World &world) {
  const auto solver = one_of(world, world.solvers);
  const std::int64_t n = random_number(world, world.n);
  const auto room = static_cast<std::size_t>(n > 0 && n < 10000 ? n : 0);
  std::vector<std::int64_t> offsets(room + 1);
  for (std::size_t i = 1; i <= room; ++i) offsets[i] = offsets[i - 1] + world.random.between(0, 3);
  if (world.random.chance(5)) offsets[room] = -1;
  const std::string bytes(static_cast<std::size_t>(std::max<std::int64_t>(offsets[room], 1)), 'x');
  const char *const name = world.random.chance(50)   ? "excerpt"
                           : world.random.chance(80) ? "id"
                                                     : "not a name";
  const int status = CALL(manifact_solver_set_column, solver.handle, or_null(world, name),
                          world.random.chance(20) ? nullptr : bytes.data(), offsets.data(),
                          static_cast<std::int64_t>(room));
  expect_refused(status, solver);
  if (status != 0 || !world.brief) return;
  add_model(world);
  look_at_columns(world);
}

}  // namespace

const std::vector<Action> edit_actions = {
    {edit, 4},         {update, 2},          {refit, 1},          {join, 1},
    {look_at_tree, 2}, {look_at_numbers, 2}, {look_at_points, 2}, {look_at_stability, 1},
    {look_at_time, 2}, {set_column, 1},      {look_at_columns, 1}};

}  // namespace sequences
