#include "topics/renumber.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/predictor.hpp"
#include "topics/nearness.hpp"

namespace manifact {
namespace {

template <class T>
void permute_entries(T &values, const std::vector<Index> &order) {
  if (static_cast<std::size_t>(values.size()) != order.size()) return;
  T old = std::move(values);
  values = T(old.size());
  for (std::size_t c = 0; c < order.size(); ++c) values[c] = std::move(old[place(order[c])]);
}

// The rows of A, row-major with k of them.
void permute_rows(Array<double> &A, const std::vector<Index> &order) {
  const Index columns = A.size() / static_cast<Index>(order.size());
  for (Index j = 0; j < columns; ++j)
    permute(order, [&](Index c) -> double & { return A[c * columns + j]; });
}

void permute_factors(Model &model, const std::vector<Index> &order) {
  if (!model.readout.centers.empty()) return permute_columns(model.readout.centers, order);
  for (Array<double> *const factor : {&model.V, &model.W, &model.basis, &model.readout.weights})
    if (!factor->empty()) permute_columns(*factor, order);
  if (model.features.l > 0) permute_rows(model.features.core, order);
  if (!model.texts.concepts.empty()) permute_columns(model.texts.concepts, order);
  model.predictor->permute(order);
}

// The earlier topic whose name each later one takes, or -1.
std::vector<Index> namesakes(const Comparison &c) {
  std::vector<Index> from(place(c.after), -1);
  for (Index a = 0; a < c.before; ++a) {
    const Index b = c.partner[place(a)];
    const auto lives_on = [](Change change) {
      return change == Change::stayed || change == Change::moved;
    };
    if (b >= 0 && lives_on(c.earlier[place(a)]) && lives_on(c.later[place(b)])) from[place(b)] = a;
  }
  return from;
}

}  // namespace

Comparison compared(const Model &before, const Model &after, const std::vector<Index> &rows,
                    ExecutionContext &run) {
  const auto common = static_cast<Index>(
      std::count_if(rows.begin(), rows.end(), [](Index row) { return row >= 0; }));
  const bool are_points = by_distance(before) || by_distance(after);
  if (are_points || 2 * common >= std::min(before.n, after.n))
    return compared_by_documents(before, after, rows.data());
  return compared_by_terms(before, after, run);
}

void permute_topics(Model &model, const std::vector<Index> &order) {
  if (std::is_sorted(order.begin(), order.end())) return;
  std::vector<std::int32_t> now(order.size());
  for (std::size_t c = 0; c < order.size(); ++c)
    now[place(order[c])] = static_cast<std::int32_t>(c);
  for (std::int32_t &label : model.labels) label = label < 0 ? label : now[place(label)];
  permute(order, [&](Index c) -> Index & { return model.sizes[c]; });
  permute_factors(model, order);
  permute_columns(model.centroids, order);
  if (model.features.l > 0) permute_rows(model.features.mass, order);
  if (!model.texts.centroids.empty()) permute_columns(model.texts.centroids, order);
  permute_entries(model.names, order);
  permute_entries(model.titles, order);
}

void take_names(Model &model, const Model &before, const Comparison &comparison) {
  if (before.names.empty()) return;
  const std::vector<Index> from = namesakes(comparison);
  model.names.assign(place(model.k), "");
  for (Index b = 0; b < model.k; ++b)
    if (from[place(b)] >= 0) model.names[place(b)] = before.names[place(from[place(b)])];
}

void take_numbers(Model &model, const Model &before, const Comparison &comparison) {
  take_names(model, before, comparison);
  std::vector<Index> order(place(model.k), -1);
  std::vector<bool> has_number(place(model.k));
  for (Index a = 0; a < std::min(comparison.before, model.k); ++a)
    if (const Index b = comparison.partner[place(a)]; b >= 0) {
      order[place(a)] = b;
      has_number[place(b)] = true;
    }
  Index next = 0;
  for (Index &topic : order) {
    if (topic >= 0) continue;
    while (has_number[place(next)]) ++next;
    topic = next++;
  }
  permute_topics(model, order);
}

}  // namespace manifact
