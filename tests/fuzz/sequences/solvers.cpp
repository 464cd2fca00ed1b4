#include <algorithm>

#include "actions.hpp"
#include "data.hpp"
#include "options.hpp"

namespace sequences {
namespace {

int progress(void *user, const char *stage, std::int64_t done, std::int64_t total, double, double) {
  return static_cast<World *>(user)->progress(stage, done, total);
}

// A few settings, most of them options that determine the time.
void configure(World &world, Solver &solver) {
  const Calm calm(world);
  for (const Option &o : options_of(solver.method)) {
    const bool costly =
        o.name == "max-iterations" || o.name == "restarts" || o.name == "trial-iterations";
    if (!world.random.chance(costly ? (world.small ? 98 : 85) : 8)) continue;
    CALL(manifact_solver_set_text, solver.handle, o.name.c_str(),
         random_value(world, o, false).c_str());
  }
}

Matrix *matrix_for(World &world, const Solver &solver) {
  char kernel[32] = "";
  if (manifact_solver_get_text(solver.handle, "kernel", kernel, sizeof kernel) != MANIFACT_OK ||
      std::string(kernel) != "precomputed")
    return &world.random.pick(world.matrices);
  for (Matrix &X : world.matrices)
    if (X.n == X.m) return &X;
  add_square_matrix(world);
  return &world.matrices.back();
}

// The bytes of the model of a fit.
std::string fitted(World &world, manifact_solver *solver, const manifact_matrix *X, std::int64_t k,
                   const char *threads, int status) {
  CALL(manifact_solver_set_text, solver, "threads", threads);
  manifact_model *out = unset<manifact_model>();
  const int other = CALL(manifact_solver_fit, solver, X, k, &out);
  if (other != status)
    broken("%s of the same fit again, not %s: %s", manifact_status_name(other),
           manifact_status_name(status), manifact_solver_message(solver));
  if (other < 0) return {};
  std::string bytes = bytes_of(world, out);
  CALL(manifact_model_free, out);
  return bytes;
}

// The fit again, by other threads: the same status, the same bytes.
void fit_again(World &world, manifact_solver *solver, const manifact_matrix *X, std::int64_t k,
               int status, const std::string &bytes) {
  if (world.cancel_pending) return;
  const Calm calm(world);
  char threads[32] = "1";
  (void)manifact_solver_get_text(solver, "threads", threads, sizeof threads);
  const std::string other = fitted(world, solver, X, k, threads[0] == '1' ? "3" : "1", status);
  const bool the_same = other == bytes;
  const bool again = the_same || fitted(world, solver, X, k, threads, status) == bytes;
  CALL(manifact_solver_set_text, solver, "threads", static_cast<const char *>(threads));
  expect(again, "the same fit again gives another model");
  expect(the_same, "another number of threads gives another model");
}

void fit(World &world) {
  if (world.matrices.empty()) add_matrix(world);
  if (world.solvers.empty()) add_solver(world);
  if (world.matrices.empty() || world.solvers.empty()) return;
  Solver &record = world.random.pick(world.solvers);
  const std::string method = record.method;
  Matrix *const chosen = matrix_for(world, record);
  const std::int64_t k = random_k(world, chosen->n);
  const manifact_matrix *const X =
      world.random.chance(98) ? chosen->handle : one_of(world, world.matrices).handle;
  manifact_solver *const solver = record.handle;
  manifact_model *out = unset<manifact_model>();
  const int status = CALL(manifact_solver_fit, solver, X, k, &out);
  const bool undisturbed = !world.was_disturbed;
  if (status < 0) {
    if (undisturbed && status != MANIFACT_ERROR_CANCELLED)
      fit_again(world, solver, X, k, status, {});
    return;
  }
  world.count_fit(method);
  expect(k >= 1 && k <= manifact_model_documents(out), "k out of its bounds was taken");
  if (world.models.size() > 3) {
    CALL(manifact_model_free, world.models.front().handle);
    world.models.erase(world.models.begin());
  }
  world.models.push_back({out});
  const Calm calm(world);
  expect(CALL(manifact_model_status, out) == status, "the status of the model is another");
  expect(method == CALL(manifact_model_method, out), "the method of the model is another");
  check_model(world, out);
  if (!world.cancel_pending) (void)assigned(world, out, X, true);
  if (undisturbed && world.random.chance(25))
    fit_again(world, solver, X, k, status, bytes_of(world, out));
}

void give_graph(World &world) {
  const auto solver = one_of(world, world.solvers);
  const auto graph = one_of(world, world.graphs);
  const bool of_features = world.random.chance(25);
  const int status = of_features
                         ? CALL(manifact_solver_set_feature_graph, solver.handle, graph.handle)
                         : CALL(manifact_solver_set_graph, solver.handle, graph.handle);
  if (graph.handle != nullptr) expect_refused(status, solver, graph);
}

void give_constraints(World &world) {
  const auto solver = one_of(world, world.solvers);
  const auto set = one_of(world, world.constraints);
  const int status = CALL(manifact_solver_set_constraints, solver.handle, set.handle);
  if (set.handle != nullptr) expect_refused(status, solver, set);
}

// Labels for most methods that use them: without labels there is nothing to learn.
void constrain(World &world, manifact_solver *solver) {
  if (world.constraints.empty() || world.random.chance(50)) add_constraints(world);
  if (world.constraints.empty() || world.random.chance(10)) return;
  CALL(manifact_solver_set_constraints, solver, world.constraints.back().handle);
}

void give_vectorizer(World &world) {
  const auto solver = one_of(world, world.solvers);
  const auto vectorizer = one_of(world, world.vectorizers);
  const int status = CALL(manifact_solver_set_vectorizer, solver.handle, vectorizer.handle);
  if (vectorizer.handle != nullptr) expect_refused(status, solver, vectorizer);
}

// Counts of the vectorizer, of as many texts as a matrix has rows, or any matrix, or none.
void give_texts(World &world) {
  const auto solver = one_of(world, world.solvers);
  if (world.random.chance(40)) {
    CALL(manifact_solver_set_texts, solver.handle, static_cast<manifact_matrix *>(nullptr),
         static_cast<manifact_vectorizer *>(nullptr));
    return;
  }
  const auto vectorizer = one_of(world, world.vectorizers);
  manifact_matrix *counts = nullptr;
  if (!world.matrices.empty() && world.random.chance(70)) {
    const Texts texts = random_texts(world, world.random.pick(world.matrices).n);
    (void)CALL(manifact_vectorizer_transform, some_context(world), vectorizer.handle,
               texts.bytes.c_str(), texts.offsets.data(), texts.count(), &counts);
  }
  const auto matrix = one_of(world, world.matrices);
  manifact_matrix *const given = counts != nullptr ? counts : matrix.handle;
  const int status = CALL(manifact_solver_set_texts, solver.handle, given, vectorizer.handle);
  if (given != nullptr) expect_refused(status, solver, vectorizer);
  CALL(manifact_matrix_free, counts);
}

void free_one(World &world) {
  if (world.solvers.empty()) return;
  const auto place = world.random.below(static_cast<std::int64_t>(world.solvers.size()));
  CALL(manifact_solver_free, world.solvers[static_cast<std::size_t>(place)].handle);
  world.solvers.erase(world.solvers.begin() + place);
}

void look_at_solver(World &world) {
  const auto solver = one_of(world, world.solvers);
  const char *const method = CALL(manifact_solver_method, solver.handle);
  expect((method != nullptr) == (solver.record != nullptr), "a method of what is no solver");
  if (solver) expect(solver.record->method == method, "another method");
  expect(CALL(manifact_solver_message, solver.handle) != nullptr, "no message");
}

}  // namespace

void add_solver(World &world) {
  static const std::vector<std::string> methods = method_names();
  if (world.solvers.size() > 3) free_one(world);
  const std::string name = world.random.chance(99) ? world.random.pick(methods) : "no-such-method";
  manifact_solver *out = unset<manifact_solver>();
  if (CALL(manifact_solver_create, any_context(world), or_null(world, name.c_str(), 1), &out) < 0)
    return;
  world.solvers.push_back({out, name});
  if (world.random.chance(70))
    CALL(manifact_solver_set_progress, out, progress, static_cast<void *>(&world));
  configure(world, world.solvers.back());
  if (manifact_method_uses_option(name.c_str(), "propagation-solver") == 1) constrain(world, out);
}

void add_model(World &world) { fit(world); }

void add_to(World &world, std::vector<Solver> &) { add_solver(world); }

void add_to(World &world, std::vector<Model> &) { add_model(world); }

const std::vector<Action> solver_actions = {
    {add_solver, 8},      {fit, 26},       {give_graph, 2}, {give_constraints, 4},
    {give_vectorizer, 1}, {give_texts, 1}, {free_one, 1},   {look_at_solver, 1}};

}  // namespace sequences
