// Where a solver starts from.
#include <cmath>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

std::vector<double> factor(World &world, std::int64_t rows, std::int64_t columns) {
  std::vector<double> values(static_cast<std::size_t>(rows * columns));
  const bool zeros = world.random.chance(5);
  for (double &value : values) value = zeros || world.random.chance(10) ? 0 : world.random.unit();
  if (!world.mild && world.random.chance(20))
    world.random.pick(values) = world.random.one_of({1e300, 1e-300, 1e150});
  if (world.random.chance(3))
    world.random.pick(values) = world.random.one_of({-1.0, std::nan(""), HUGE_VAL});
  return values;
}

void from_factors(World &world) {
  const auto solver = one_of(world, world.solvers);
  const std::int64_t n = random_rows(world), k = world.random.between(1, 4);
  const std::vector<double> W = factor(world, n, k), V = factor(world, n, k);
  const std::int64_t given =
      world.random.chance(3) ? world.random.one_of<std::int64_t>({0, -1}) : n;
  expect_refused(CALL(manifact_solver_set_start_factors, solver.handle,
                      or_null(world, W.data(), 40), or_null(world, V.data(), 10), given, k),
                 solver);
}

void from_labels(World &world) {
  const auto solver = one_of(world, world.solvers);
  std::vector<std::int32_t> labels(static_cast<std::size_t>(random_rows(world)));
  const std::int64_t k = world.random.between(1, 4);
  for (auto &label : labels) label = static_cast<std::int32_t>(world.random.below(k));
  if (world.random.chance(10))
    world.random.pick(labels) = world.random.one_of({-1, -2, INT32_MAX, INT32_MIN});
  const auto n = static_cast<std::int64_t>(labels.size());
  expect_refused(
      CALL(manifact_solver_set_start_labels, solver.handle, or_null(world, labels.data(), 10),
           world.random.chance(3) ? std::int64_t{0} : n),
      solver);
}

void from_features(World &world) {
  const auto solver = one_of(world, world.solvers);
  const std::int64_t m = random_columns(world), l = world.random.between(1, 4);
  const std::vector<double> G = factor(world, m, l);
  expect_refused(
      CALL(manifact_solver_set_start_features, solver.handle, or_null(world, G.data(), 10), m, l),
      solver);
}

void from_model(World &world) {
  const auto solver = one_of(world, world.solvers);
  const auto model = one_of(world, world.models);
  const int status = CALL(manifact_solver_set_start_model, solver.handle, model.handle);
  if (model.handle != nullptr) expect_refused(status, solver, model);
}

void numbers_of(World &world) {
  const auto solver = one_of(world, world.solvers);
  const auto model = one_of(world, world.models);
  const int status = CALL(manifact_solver_set_numbers_of, solver.handle, model.handle);
  if (model.handle != nullptr) expect_refused(status, solver, model);
}

}  // namespace

const std::vector<Action> start_actions = {
    {from_factors, 2}, {from_labels, 2}, {from_features, 1}, {from_model, 2}, {numbers_of, 1}};

}  // namespace sequences
