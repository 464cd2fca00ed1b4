#include "pipeline/supervision.hpp"

#include "methods/start/propagation.hpp"

namespace manifact {
namespace {

// Whether pairs act by themselves, not through the graph of the updates.
bool uses_pairs_directly(const Options &options) {
  return options.choice<StartKind>() == StartKind::mixture ||
         (options.uses(Key::refine) && options.choice<Refinement>() == Refinement::logistic);
}

}  // namespace

template <class T>
void take_constraints(FitState<T> &state, const Options &options, const FitInputs &inputs,
                      Report &report, ExecutionContext &run) {
  state.neighborhood = state.graph;
  state.feature_graph = inputs.feature_graph;
  const Method &method = *state.method;
  if (inputs.constraints == nullptr || !method.takes_constraints) return;
  state.constraints = inputs.constraints;
  if (inputs.graph_cache != nullptr && inputs.graph == nullptr)
    state.factors = &inputs.graph_cache->factors;
  if (method.uses(Key::closure) && options.boolean(Key::closure)) {
    state.closed = transitive_closure(*inputs.constraints, options.integer(Key::memory_budget));
    state.constraints = &state.closed;
  }
  report.constraints(*state.constraints);
  const bool fits = state.constraints->labeled > 0 || method.start_input != StartInput::none;
  if (fits && !state.constraints->pairs.empty() &&
      (method.ignores_pairs || (ends_with_its_start(options) && !uses_pairs_directly(options))))
    report.warn("the pairs are ignored: %s", method.ignores_pairs
                                                 ? "the method uses only labels"
                                                 : "without updates only labels have an effect");
  if (method.adjust == nullptr || state.graph == nullptr || state.constraints->empty()) return;
  // Without updates labels act through the start, and pairs through its content or the refinement:
  // nothing would read the adjusted graph, which may take longer than the fit.
  if (ends_with_its_start(options)) return;
  run.monitor.enter("constraints");
  state.adjusted = method.adjust({*state.graph, *state.constraints, state.factors}, options, run);
  report.affinity(state.adjusted, options, *state.graph);
  state.graph = &state.adjusted.graph;
}

#define MANIFACT_INSTANTIATE(T)                                                                  \
  template void take_constraints<T>(FitState<T> &, const Options &, const FitInputs &, Report &, \
                                    ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
