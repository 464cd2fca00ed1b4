#include "pipeline/supervision.hpp"

#include <string_view>

#include "methods/start/propagation.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

bool has_labels(const Constraints *constraints) noexcept {
  return constraints != nullptr && constraints->labeled > 0;
}

// Whether pairs act by themselves, not through the graph of the updates.
bool uses_pairs_directly(const Options &options) {
  return options.choice<StartKind>() == StartKind::mixture ||
         (options.uses(Key::refine) && options.choice<Refinement>() == Refinement::logistic);
}

}  // namespace

Options for_constraints(const Matrix &X, const Method &method, const Options &asked,
                        const FitInputs &given) {
  Options options = asked;
  const OptionInfo &preset = *find_option(Key::preset);
  if (!method.takes_constraints || !asked.uses(Key::preset) || asked.is_set(Key::preset))
    return options;
  const bool has_quality =
      std::string_view(asked.words_of(preset)).find("quality") != std::string_view::npos;
  if (!has_labels(given.constraints))
    options.set_text(preset, "pairs");
  else if (has_quality && !given.has_start() && !X.dense)
    options.set_text(preset, "quality");
  return options;
}

Options for_few_labels(const Options &asked, const Constraints *constraints, bool given_start,
                       Report &report) {
  if (!asked.uses(Key::start) || !starts_from_labels(asked) || given_start ||
      has_labels(constraints))
    return asked;
  if (asked.is_set(Key::start))
    fail(Status::option, "start=%s needs labels of some documents", asked.word(Key::start));
  Options options = asked;
  if (asked.uses(Key::preset) && asked.choice<Preset>() == Preset::quality) {
    options.set_text(*find_option(Key::preset), "pairs");
    report.warn("there are no labels to start from: preset=pairs");
    return options;
  }
  options.set_text(*find_option(Key::start), "random");
  if (options.integer(Key::restarts) == 1 && !options.is_set(Key::restarts))
    options.set_text(*find_option(Key::restarts), "5");
  report.warn("there are no labels to start from: start=random with restarts=%s",
              options.word(Key::restarts));
  return options;
}

template <class T>
void take_constraints(FitState<T> &state, const Options &options, const FitInputs &given,
                      Report &report, ExecutionContext &run) {
  state.neighborhood = state.graph;
  state.feature_graph = given.feature_graph;
  const Method &method = *state.method;
  if (given.constraints == nullptr || !method.takes_constraints) return;
  state.constraints = given.constraints;
  if (given.graph_cache != nullptr && given.graph == nullptr)
    state.factors = &given.graph_cache->factors;
  if (method.uses(Key::closure) && options.boolean(Key::closure)) {
    state.closed = transitive_closure(*given.constraints, options.integer(Key::memory_budget));
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
