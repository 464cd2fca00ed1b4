#include "methods/method.hpp"

#include <algorithm>

#include "methods/concept/concept.hpp"
#include "methods/partition/kmeans.hpp"

namespace manifact {
namespace {

// A new method is a row here.
constexpr const Method *table[] = {&automatic, &cf, &lccf, &kmeans, &spherical_kmeans};

// Options that every method has.
constexpr Key common[] = {Key::seed,   Key::threads, Key::memory_budget, Key::precision,        Key::weighting,      Key::scaling,
                          Key::min_df, Key::max_df,  Key::restarts,      Key::trial_iterations, Key::max_iterations, Key::tolerance,
                          Key::top_terms, Key::term_score};

}  // namespace

std::span<const Method *const> method_table() noexcept { return table; }

const Method *find_method(std::string_view name) noexcept {
  for (const Method *method : table)
    if (name == method->name) return method;
  return nullptr;
}

bool Method::uses(Key key) const noexcept {
  return std::find(std::begin(common), std::end(common), key) != std::end(common) || std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace manifact
