#include "actions.hpp"

namespace sequences {
namespace {

std::vector<Action> all_actions() {
  std::vector<Action> all;
  for (const auto *list : {&context_actions, &table_actions, &matrix_actions, &reader_actions,
                           &graph_actions, &constraint_actions, &option_actions, &solver_actions,
                           &start_actions, &model_actions, &topic_actions, &edit_actions,
                           &file_actions, &vectorizer_actions, &suggestion_actions, &arrow_actions})
    all.insert(all.end(), list->begin(), list->end());
  return all;
}

void act(World &world) {
  static const std::vector<Action> all = all_actions();
  static const std::int64_t total = [] {
    std::int64_t sum = 0;
    for (const Action &action : all) sum += action.weight;
    return sum;
  }();
  std::int64_t drawn = world.random.below(total);
  for (const Action &action : all)
    if ((drawn -= action.weight) < 0) return action.act(world);
}

void free_all_contexts(World &world, bool last) {
  for (const Context &context : world.contexts) {
    std::int64_t now = -1;
    if (last) {
      expect(CALL(manifact_context_memory, context.handle, &now,
                  static_cast<std::int64_t *>(nullptr)) == 0,
             "the memory in use is not reported");
      if (now != 0)
        broken("the context holds %lld bytes when all is freed", static_cast<long long>(now));
    }
    CALL(manifact_context_free, context.handle);
  }
  world.contexts.clear();
}

void free_all(World &world) {
  const Calm calm(world);
  const bool contexts_last = world.random.chance(60);
  if (!contexts_last) free_all_contexts(world, false);
  const std::int64_t first = world.random.below(7);
  for (std::int64_t i = 0; i < 7; ++i) switch ((first + i) % 7) {
      case 0:
        for (const auto &record : world.matrices) CALL(manifact_matrix_free, record.handle);
        break;
      case 1:
        for (const auto &record : world.graphs) CALL(manifact_graph_free, record.handle);
        break;
      case 2:
        for (const auto &record : world.constraints) CALL(manifact_constraints_free, record.handle);
        break;
      case 3:
        for (const auto &record : world.solvers) CALL(manifact_solver_free, record.handle);
        break;
      case 4:
        for (const auto &record : world.models) CALL(manifact_model_free, record.handle);
        break;
      case 5:
        for (const auto &record : world.vectorizers) CALL(manifact_vectorizer_free, record.handle);
        break;
      default:
        for (const auto &record : world.suggestions) CALL(manifact_suggestion_free, record.handle);
    }
  if (contexts_last) free_all_contexts(world, true);
}

}  // namespace

void run_sequence(World &world) {
  const std::int64_t steps = world.brief ? world.random.between(2, 8) : world.random.between(8, 45);
  for (std::int64_t step = 1; step <= steps; ++step) {
    world.trace().step = step;
    act(world);
  }
  world.trace().step = steps + 1;
  free_all(world);
  world.trace().call = "the end of the sequence";
  for (const memory::Bank &bank : world.banks) {
    if (bank.blocks != 0 || bank.bytes != 0)
      broken("%lld bytes in %lld blocks were not given back to the allocator",
             static_cast<long long>(bank.bytes), static_cast<long long>(bank.blocks));
    expect(!bank.foreign, "an allocator got back what it had not given");
  }
  for (const Loan &loan : world.loans)
    if (loan.released != (loan.lent ? 1 : 0))
      broken("arrays %s were released %d times", loan.lent ? "lent" : "copied", loan.released);
}

}  // namespace sequences
