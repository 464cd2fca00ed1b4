// The options of solvers by name.
#include "capi/option_access.hpp"

using namespace manifact;

int manifact_solver_set_int64(manifact_solver *solver, const char *name, int64_t value) {
  return with(solver, [&] {
    solver->options.set(option_of(solver->options, name), static_cast<std::int64_t>(value));
  });
}

int manifact_solver_set_double(manifact_solver *solver, const char *name, double value) {
  return with(solver, [&] { solver->options.set(option_of(solver->options, name), value); });
}

int manifact_solver_set_bool(manifact_solver *solver, const char *name, manifact_bool value) {
  return with(solver,
              [&] { solver->options.set_boolean(option_of(solver->options, name), value != 0); });
}

int manifact_solver_set_text(manifact_solver *solver, const char *name, const char *value) {
  return with(solver, [&] { set_text(solver->options, name, value); });
}

int manifact_solver_reset(manifact_solver *solver, const char *name) {
  return with(solver, [&] {
    reset(solver->options, name);
    if (!solver->options.is_set(Key::threads))  // the context's
      solver->options.set(*find_option(Key::threads), solver->threads);
  });
}

int manifact_solver_get_int64(const manifact_solver *solver, const char *name, int64_t *value) {
  return with(solver, [&] { give_int64(solver->options, name, value); });
}

int manifact_solver_get_double(const manifact_solver *solver, const char *name, double *value) {
  return with(solver, [&] { give_double(solver->options, name, value); });
}

int manifact_solver_get_bool(const manifact_solver *solver, const char *name,
                             manifact_bool *value) {
  return with(solver, [&] { give_bool(solver->options, name, value); });
}

int manifact_solver_get_text(const manifact_solver *solver, const char *name, char *buffer,
                             size_t size) {
  return with(solver, [&] { give_text(solver->options, name, buffer, size); });
}

int manifact_solver_get_text_size(const manifact_solver *solver, const char *name, size_t *size) {
  return with(solver, [&] { give_text_size(solver->options, name, size); });
}
