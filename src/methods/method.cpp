#include "methods/method.hpp"

#include <algorithm>

#include "methods/cocluster/cocluster.hpp"
#include "methods/concept/concept.hpp"
#include "methods/partition/kmeans.hpp"
#include "methods/partition/label_propagation.hpp"

namespace manifact {
namespace {

// A new method is a row here.
constexpr const Method *table[] = {&automatic, &cf,    &lccf, &rcf,  &semi_lccf, &ccf,    &gdcf,             &cnpcf, &nmf,
                                   &gnmf,      &semi_nmf, &onmtf, &rcc, &drcc,     &label_propagation, &kmeans, &spherical_kmeans};

// Options that every method has.
constexpr Key common[] = {Key::seed,   Key::threads, Key::memory_budget, Key::precision,        Key::weighting,      Key::scaling,
                          Key::min_df, Key::max_df,  Key::restarts,      Key::trial_iterations, Key::max_iterations, Key::tolerance,
                          Key::top_terms, Key::term_score};

constexpr Key text_keys[] = {Key::min_df,  Key::max_df,  Key::language, Key::stop_words, Key::stemming,
                             Key::accents, Key::numbers, Key::ngrams,   Key::word_length};

}  // namespace

const Method vectorizer_options = {
    .name = "vectorizer",
    .summary = "documents to counts of terms",
    .keys = text_keys,
};

std::span<const Method *const> method_table() noexcept { return table; }

const Method *find_method(std::string_view name) noexcept {
  if (name == "tnmf") return &onmtf;  // its other name in the literature
  for (const Method *method : table)
    if (name == method->name) return method;
  return nullptr;
}

bool Method::uses(Key key) const noexcept {
  const bool has_common = make_double != nullptr;
  return (has_common && std::find(std::begin(common), std::end(common), key) != std::end(common)) ||
         std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace manifact
