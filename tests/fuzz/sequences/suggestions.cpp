#include <cmath>

#include "actions.hpp"
#include "data.hpp"
#include "options.hpp"

namespace sequences {
namespace {

void look_at_rows(World &world, const manifact_suggestion *suggestion, std::int64_t from,
                  std::int64_t to) {
  const std::int64_t count = CALL(manifact_suggestion_count, suggestion),
                     best = CALL(manifact_suggestion_k, suggestion);
  expect(count == to - from + 1, "another number of rows");
  expect(best >= from && best <= to, "a suggestion beyond what was asked for");
  expect(*CALL(manifact_suggestion_reason, suggestion) != '\0', "no reason");
  for (std::int64_t i = -1; i <= count; ++i) {
    std::int64_t k = 0;
    double eigenvalue = 0, gap = 0, stability = 0, score = 0;
    int row = 1;
    const char *why = nullptr;
    const int status = CALL(manifact_suggestion_row, suggestion, i, or_null(world, &k, 5),
                            &eigenvalue, &gap, &stability, &score, &row, &why);
    expect((status == 0) == (i >= 0 && i < count), "the index of a row is not looked at");
    if (status < 0) continue;
    expect(why != nullptr, "no words about a row");
    expect(row <= 0 || row == MANIFACT_NOT_CONVERGED, "a status of a row that is not documented");
    expect(
        !std::isinf(eigenvalue) && !std::isinf(gap) && !std::isinf(stability) && !std::isinf(score),
        "a row with an infinite number");
    expect((row < 0) == std::isnan(eigenvalue),
           "a judgment where there is none, or none where there is one");
    expect(std::isnan(score) == std::isnan(stability), "a score without a stability");
    expect(row != 0 || !std::isnan(score) || *why != '\0',
           "nothing said of a row that was not looked into");
  }
  const std::int64_t warnings = CALL(manifact_suggestion_warning_count, suggestion);
  for (std::int64_t i = -1; i <= warnings; ++i)
    expect(
        (CALL(manifact_suggestion_warning, suggestion, i) != nullptr) == (i >= 0 && i < warnings),
        "the index of a warning is not looked at");
}

void suggest(World &world) {
  if (world.matrices.empty()) return;
  manifact_solver *solver = nullptr, *own = nullptr;
  for (const Solver &one : world.solvers)
    if (one.method == "ncut") solver = one.handle;
  if (solver == nullptr && CALL(manifact_solver_create, some_context(world), "ncut", &own) < 0)
    return;
  if (solver == nullptr) solver = own;
  if (world.random.chance(3) && !world.solvers.empty())
    solver = world.random.pick(world.solvers).handle;
  const auto X = one_of(world, world.matrices);
  const std::int64_t n = X ? X.record->n : 5;
  const std::int64_t from = random_number(world, 2),
                     to = random_number(world,
                                        std::min<std::int64_t>(n - 1, world.random.between(2, 8)));
  manifact_suggestion *out = unset<manifact_suggestion>();
  const int status = CALL(manifact_solver_suggest_k, solver, X.handle, from, to, &out);
  if (own != nullptr) CALL(manifact_solver_free, own);
  expect_refused(status, X);
  if (status < 0) return;
  const std::int64_t low = from == 0 ? 2 : from,
                     high = to == 0 ? std::max(low, std::min<std::int64_t>(40, n - 1)) : to;
  expect(low >= 2 && low <= high && high < n, "numbers of clusters out of their bounds were taken");
  {
    const Calm calm(world);
    look_at_rows(world, out, low, high);
  }
  if (world.suggestions.size() > 1) {
    CALL(manifact_suggestion_free, world.suggestions.front().handle);
    world.suggestions.erase(world.suggestions.begin());
  }
  world.suggestions.push_back({out});
}

void share_suggestion(World &world) {
  const auto suggestion = one_of(world, world.suggestions);
  expect_retained(suggestion, CALL(manifact_suggestion_retain, suggestion.handle));
  CALL(manifact_suggestion_free, suggestion.handle);
  if (suggestion) return;
  expect(CALL(manifact_suggestion_k, suggestion.handle) == -1, "a number of what is no suggestion");
  expect(CALL(manifact_suggestion_reason, suggestion.handle) == nullptr,
         "a reason of what is no suggestion");
}

}  // namespace

void add_to(World &world, std::vector<Suggestion> &) { suggest(world); }

const std::vector<Action> suggestion_actions = {{suggest, 2}, {share_suggestion, 1}};

}  // namespace sequences
