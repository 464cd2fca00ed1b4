#include <cmath>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

void list(World &world) {
  const auto set = one_of(world, world.constraints);
  const int kind = static_cast<int>(world.random.between(0, 7));
  const std::int64_t count = CALL(manifact_constraints_count, set.handle, kind),
                     n = CALL(manifact_constraints_documents, set.handle);
  if (!set) expect(count == -1 && n == -1, "a number of what is no set");
  if (set) expect(n == set.record->n, "another number of documents");
  std::vector<std::int64_t> first(20), second(20);
  std::vector<double> weights(20);
  std::int64_t found = -1;
  const std::int64_t most = world.random.chance(5) ? -1 : world.random.between(0, 20);
  const int status =
      CALL(manifact_constraints_list, set.handle, kind, most, or_null(world, first.data(), 10),
           second.data(), weights.data(), or_null(world, &found));
  expect_refused(status, set);
  if (status < 0) return;
  expect(found == std::min(count, most), "another number was found than there are");
  expect_finite(weights.data(), found, "constraints");
}

}  // namespace

void add_constraints(World &world) {
  const std::int64_t n = random_rows(world), pairs = world.random.between(0, 10),
                     classes = world.random.between(1, 5);
  std::vector<std::int32_t> labels(static_cast<std::size_t>(n));
  const std::int64_t share = world.random.one_of<std::int64_t>({0, 20, 60, 100});
  for (auto &label : labels)
    label = world.random.chance(share)
                ? static_cast<std::int32_t>(world.random.between(0, classes - 1))
                : -1;
  if (world.random.chance(5))
    world.random.pick(labels) = world.random.one_of({-2, INT32_MAX, INT32_MIN});
  std::vector<std::int64_t> first, second;
  std::vector<double> weights;
  for (std::int64_t p = 0; p < pairs; ++p) {
    first.push_back(world.random.chance(99) ? world.random.below(n) : random_number(world, -1));
    second.push_back(world.random.below(n));
    weights.push_back(world.random.chance(98)
                          ? world.random.one_of({1.0, -1.0, 0.5, -0.25, 0.0, 1e-300})
                          : world.random.one_of({2.0, std::nan(""), -HUGE_VAL}));
  }
  manifact_constraints *out = unset<manifact_constraints>();
  const int status =
      CALL(manifact_constraints_create, any_context(world),
           random_number(world, n) == n ? n : std::int64_t{0}, or_null(world, labels.data(), 20),
           or_null(world, first.data()), second.data(), weights.data(),
           world.random.chance(1) ? std::int64_t{-1} : pairs, &out);
  if (status < 0) return;
  if (world.constraints.size() > 3) {
    CALL(manifact_constraints_free, world.constraints.front().handle);
    world.constraints.erase(world.constraints.begin());
  }
  world.constraints.push_back({out, n});
  list(world);
}

namespace {

void label_by_seeds(World &world) {
  const auto X = one_of(world, world.matrices);
  const std::int64_t offsets[] = {0, 1}, term = world.random.between(-1, 3),
                     n = X ? X.record->n : 0;
  const std::int32_t topic = static_cast<std::int32_t>(world.random.between(-1, 0));
  std::vector<std::int32_t> labels(static_cast<std::size_t>(n > 0 ? n : 1));
  std::int64_t matched[1] = {}, chosen[1] = {};
  const int status = CALL(manifact_seed_labels, any_context(world), X.handle, &term, +offsets,
                          &topic, nullptr, std::int64_t{1}, std::int64_t{1}, random_k(world, 4),
                          or_null(world, labels.data()), n, +matched, +chosen);
  expect_refused(status, X);
  expect(status < 0 || chosen[0] <= matched[0], "labels without words");
}

void suggest(World &world) {
  label_by_seeds(world);
  const auto X = one_of(world, world.matrices);
  const auto set = one_of(world, world.constraints);
  const std::int64_t count = world.random.chance(3) ? -1 : world.random.between(0, 12);
  std::vector<std::int64_t> first(12, -7), second(12, -7);
  std::vector<double> cosines(12);
  std::int64_t found = -1;
  const int status = CALL(manifact_constraints_suggest, any_context(world), X.handle, set.handle,
                          random_k(world, 4), random_number(world, 1), count,
                          or_null(world, first.data()), second.data(), cosines.data(), &found);
  expect_refused(status, X);
  if (status < 0) return;
  expect(found >= 0 && found <= count, "more was suggested than asked for");
  for (std::size_t p = 0; p < static_cast<std::size_t>(found); ++p) {
    expect(first[p] >= 0 && first[p] < X.record->n && second[p] >= 0 && second[p] < X.record->n,
           "a document that is none");
    expect(first[p] != second[p], "a document with itself");
    expect(cosines[p] >= -1 && cosines[p] <= 1, "a cosine beyond -1 to 1");
  }
}

void share_constraints(World &world) {
  const auto set = one_of(world, world.constraints);
  expect_retained(set, CALL(manifact_constraints_retain, set.handle));
  CALL(manifact_constraints_free, set.handle);
}

}  // namespace

void add_to(World &world, std::vector<Constraints> &) { add_constraints(world); }

const std::vector<Action> constraint_actions = {
    {add_constraints, 4}, {list, 1}, {suggest, 2}, {share_constraints, 1}};

}  // namespace sequences
