#include <cmath>
#include <thread>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

int progress(void *user, const char *stage, std::int64_t done, std::int64_t total, double, double) {
  return static_cast<World *>(user)->progress(stage, done, total);
}

void log_line(void *user, int level, const char *text) {
  if (text == nullptr || *text == '\0' || level < 0 || level > 1)
    static_cast<World *>(user)->note_broken("an empty log line, or no level");
}

void run_forwards(void *, manifact_task_fn task, void *argument, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) task(argument, i);
}
void run_backwards(void *, manifact_task_fn task, void *argument, std::int64_t count) {
  for (std::int64_t i = count; i-- > 0;) task(argument, i);
}
void run_on_threads(void *, manifact_task_fn task, void *argument, std::int64_t count) {
  const memory::Spared spared;
  std::vector<std::thread> threads;
  for (std::int64_t i = 1; i < count; ++i) threads.emplace_back(task, argument, i);
  if (count > 0) task(argument, 0);
  for (std::thread &thread : threads) thread.join();
}

manifact_runner_fn some_runner(World &world) {
  switch (world.random.below(world.threads > 1 ? 4 : 3)) {
    case 0:
      return nullptr;
    case 1:
      return run_forwards;
    case 2:
      return run_backwards;
    default:
      return run_on_threads;
  }
}

void add_context(World &world) {
  if (world.contexts.size() > 2) return;
  manifact_context *out = unset<manifact_context>();
  memory::Bank *bank = nullptr;
  int status = 0;
  if (world.random.chance(30)) {
    status = CALL(manifact_context_create, &out);
  } else {
    bank = &world.banks.emplace_back();
    status = CALL(manifact_context_create_with_allocator, or_null(world, memory::allocate, 1),
                  or_null(world, memory::release, 1), static_cast<void *>(bank), &out);
  }
  if (status < 0) return;
  world.contexts.push_back({out, bank});
  if (world.random.chance(70))
    CALL(manifact_context_set_progress, out, progress, static_cast<void *>(&world));
  if (world.random.chance(50))
    CALL(manifact_context_set_threads, out, world.random.between(1, world.threads));
  if (world.random.chance(30))
    CALL(manifact_context_set_log, out, log_line, static_cast<void *>(&world));
  if (world.random.chance(20))
    CALL(manifact_context_set_runner, out, some_runner(world), static_cast<void *>(nullptr));
}

void create_without_out(World &world) {
  expect(CALL(manifact_context_create, static_cast<manifact_context **>(nullptr)) ==
             MANIFACT_ERROR_NULL,
         "no out must be NULL");
}

void set_threads(World &world) {
  const auto context = one_of(world, world.contexts);
  const std::int64_t threads =
      world.random.chance(80) ? world.random.between(1, world.threads) : random_number(world, -7);
  const int status = CALL(manifact_context_set_threads, context.handle, threads);
  expect_refused(status, context);
  expect((status == 0) == (context && threads >= 0 && threads <= 1024),
         "threads out of bounds taken, or in bounds refused");
  if (status == 0 && threads > 3)
    CALL(manifact_context_set_threads, context.handle, std::int64_t{2});
}

void set_callbacks(World &world) {
  const auto context = one_of(world, world.contexts);
  void *const user = &world;
  switch (world.random.below(3)) {
    case 0:
      expect_refused(CALL(manifact_context_set_runner, context.handle, some_runner(world),
                          static_cast<void *>(nullptr)),
                     context);
      break;
    case 1:
      expect_refused(
          CALL(manifact_context_set_progress, context.handle, or_null(world, progress, 20), user),
          context);
      break;
    default:
      expect_refused(
          CALL(manifact_context_set_log, context.handle, or_null(world, log_line, 20), user),
          context);
  }
}

void set_solver_progress(World &world) {
  const auto solver = one_of(world, world.solvers);
  expect_refused(CALL(manifact_solver_set_progress, solver.handle, or_null(world, progress, 10),
                      static_cast<void *>(&world)),
                 solver);
}

void cancel_idle(World &world) {
  if (!world.random.chance(60)) return;
  const Calm calm(world);
  manifact_cancel_token *token = nullptr;
  if (CALL(manifact_cancel_token_create, &token) < 0) return;
  manifact_cancel_token *const second = CALL(manifact_cancel_token_retain, token);
  const int status =
      world.random.chance(50)
          ? CALL(manifact_context_set_cancel_token, one_of(world, world.contexts).handle, token)
          : CALL(manifact_solver_set_cancel_token, one_of(world, world.solvers).handle, token);
  CALL(manifact_cancel_token_free, token);
  if (status >= 0) ++world.cancel_pending;
  CALL(manifact_cancel_token_request, second);
  CALL(manifact_cancel_token_free, second);
}

void look_at_memory(World &world) {
  const auto context = one_of(world, world.contexts);
  std::int64_t now = -1, peak = -1;
  const int status = CALL(manifact_context_memory, context.handle, or_null(world, &now, 5),
                          or_null(world, &peak, 5));
  expect_refused(status, context);
  if (now != -1 && peak != -1) expect(now >= 0 && peak >= now, "more memory than its peak");
  if (context && now != -1 && context.record->bank != nullptr)
    expect(now <= context.record->bank->bytes && (now == 0) == (context.record->bank->blocks == 0),
           "the memory of the context is not what its allocator gave");
  expect(CALL(manifact_context_message, context.handle) != nullptr, "no message");
  expect(CALL(manifact_context_errno, context.handle) >= 0, "an errno below 0");
}

}  // namespace

void expect(bool right, const char *what) {
  if (!right) broken("%s", what);
}

void expect_finite(const double *values, std::int64_t count, const char *what) {
  for (std::int64_t e = 0; e < count; ++e)
    if (!std::isfinite(values[e]))
      broken("%s has %g at %lld", what, values[e], static_cast<long long>(e));
}

manifact_context *some_context(World &world) {
  while (world.contexts.empty()) add_context(world);
  return world.random.pick(world.contexts).handle;
}

manifact_context *any_context(World &world) {
  return world.random.chance(97) ? some_context(world) : one_of(world, world.contexts).handle;
}

void add_to(World &world, std::vector<Context> &) { add_context(world); }

const std::vector<Action> context_actions = {
    {add_context, 1}, {create_without_out, 1},  {set_threads, 1},   {set_callbacks, 1},
    {cancel_idle, 1}, {set_solver_progress, 2}, {look_at_memory, 2}};

}  // namespace sequences
