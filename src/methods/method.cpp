#include "methods/method.hpp"

namespace manifact {
namespace {

// Options of every method, and of every method that iterates from a start.
constexpr Key common[] = {Key::seed,      Key::threads,        Key::memory_budget,  Key::precision,
                          Key::weighting, Key::scaling,        Key::min_df,         Key::max_df,
                          Key::top_terms, Key::term_score,     Key::max_iterations, Key::tolerance,
                          Key::outliers,  Key::min_membership, Key::keep_data};
constexpr Key of_starts[] = {Key::restarts, Key::trial_iterations};

// Options of every method with a graph of nearest neighbors.
constexpr Key of_graphs[] = {Key::graph_search, Key::search_recall, Key::metric,
                             Key::vector_weight};

}  // namespace

OptionSet Method::option_set() const noexcept {
  OptionSet set{.name = name,
                .keys{common},
                .defaults = defaults,
                .dense_defaults = dense_defaults,
                .implications = implications,
                .words = words};
  set.keys.add(keys);
  if (family != nullptr) {
    set.keys.add(family->keys);
    set.shared_words = family->words;
  }
  if (start_input != StartInput::none) set.keys.add(of_starts);
  if (set.keys.has(Key::graph_rule)) set.keys.add(of_graphs);
  return set;
}

}  // namespace manifact
