// The possible actions, one function for each kind of call. Each draws its arguments, calls, and
// checks the result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "world.hpp"

namespace sequences {

struct Action {
  void (*act)(World &);
  int weight;
};

// The handle passed to a call, usually a valid one.
template <class Record>
struct HandleArgument {
  Record *record;  // null: what is given is no handle of this kind
  decltype(Record::handle) handle;
  explicit operator bool() const noexcept { return record != nullptr; }
};

// Adds one of a kind, if possible.
void add_to(World &world, std::vector<Context> &);
void add_to(World &world, std::vector<Matrix> &);
void add_to(World &world, std::vector<Graph> &);
void add_to(World &world, std::vector<Constraints> &);
void add_to(World &world, std::vector<Solver> &);
void add_to(World &world, std::vector<Model> &);
void add_to(World &world, std::vector<Vectorizer> &);
void add_to(World &world, std::vector<Suggestion> &);

// One of the pool; sometimes NULL or a handle of another kind instead.
template <class Record>
HandleArgument<Record> one_of(World &world, std::vector<Record> &pool) {
  using Handle = decltype(Record::handle);
  if (pool.empty() && world.random.chance(85)) add_to(world, pool);
  if (pool.empty() || world.random.chance(2)) {
    if (pool.empty() || world.random.chance(50)) return {nullptr, nullptr};
    const bool is_context = std::is_same_v<Record, Context>;
    if (is_context && !world.matrices.empty())
      return {nullptr, reinterpret_cast<Handle>(world.matrices[0].handle)};
    if (!is_context && !world.contexts.empty())
      return {nullptr, reinterpret_cast<Handle>(world.contexts[0].handle)};
    return {nullptr, nullptr};
  }
  Record &record = world.random.pick(pool);
  return {&record, record.handle};
}

// A call with an invalid handle must have failed.
template <class... Handles>
void expect_refused(int status, const Handles &...handles) {
  if (status >= 0 && !(static_cast<bool>(handles) && ...))
    broken("status %d with an argument that is no handle of its kind", status);
}

// What retain gives for a handle: itself, and NULL for one of another kind.
template <class Chosen, class Handle>
void expect_retained(const Chosen &chosen, const Handle *given) {
  if (given != (chosen ? chosen.handle : nullptr)) broken("retain gives another handle");
}

// Mostly the address of `value`, else NULL.
template <class Value>
Value *or_null(World &world, Value *value, int percent = 2) {
  return world.random.chance(percent) ? nullptr : value;
}

// All finite, or it is a finding.
void expect_finite(const double *values, std::int64_t count, const char *what);
void expect(bool right, const char *what);

// Made in the world when there is none yet (or nothing at all when it cannot be made).
manifact_context *some_context(World &world);
manifact_context *any_context(World &world);  // or what is no context
void add_matrix(World &world);
void add_square_matrix(World &world);
void add_solver(World &world);
void add_constraints(World &world);
void add_model(World &world);
void keep(World &world, manifact_matrix *matrix);

// Reads and checks all views of a model: equal texts, equal models.
std::string everything_of(World &world, const manifact_model *model);
std::string bytes_of(World &world, const manifact_model *model);
void check_model(World &world, const manifact_model *model);
// For any rows: documented statuses, labels in range, finite memberships. Returns the results as
// text.
std::string assigned(World &world, const manifact_model *model, const manifact_matrix *X,
                     bool of_the_fit);

// The bytes of a damaged or incomplete model, mostly with valid checksums.
std::string damaged_model(World &world, const std::string &bytes);

std::string file_name(World &world, const char *ending);

extern const std::vector<Action> context_actions, table_actions, matrix_actions, reader_actions,
    graph_actions, constraint_actions, option_actions, solver_actions, start_actions, model_actions,
    topic_actions, edit_actions, file_actions, vectorizer_actions, suggestion_actions,
    arrow_actions;

// A complete sequence, and the conditions after everything is freed.
void run_sequence(World &world);

}  // namespace sequences
