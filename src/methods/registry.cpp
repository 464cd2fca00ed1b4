#include "methods/method.hpp"

#include <algorithm>

#include "methods/bipartite/bipartite.hpp"
#include "methods/concept/concept.hpp"
#include "methods/partition/asi.hpp"
#include "methods/partition/kmeans.hpp"
#include "methods/partition/label_propagation.hpp"
#include "methods/partition/mixture.hpp"
#include "methods/spectral/spectral.hpp"

namespace manifact {
namespace {

// A new method is a row here.
constexpr const Method *table[] = {&automatic,
                                   &cf,
                                   &lccf,
                                   &rcf,
                                   &semi_lccf,
                                   &ccf,
                                   &gdcf,
                                   &cnpcf,
                                   &srmcf,
                                   &nmf,
                                   &gnmf,
                                   &semi_nmf,
                                   &onmtf,
                                   &rcc,
                                   &drcc,
                                   &label_propagation,
                                   &average_association,
                                   &ratio_cut,
                                   &ncut,
                                   &cplr,
                                   &clgr,
                                   &can,
                                   &pcan,
                                   &ssc,
                                   &smce,
                                   &kmeans,
                                   &spherical_kmeans,
                                   &gmm,
                                   &asi};

// Options that every method has, and every method that goes by updates from a start.
constexpr Key common[] = {Key::seed,      Key::threads,    Key::memory_budget,  Key::precision,
                          Key::weighting, Key::scaling,    Key::min_df,         Key::max_df,
                          Key::top_terms, Key::term_score, Key::max_iterations, Key::tolerance};
constexpr Key of_starts[] = {Key::restarts, Key::trial_iterations};

// And every method with a graph of nearest neighbors.
constexpr Key of_graphs[] = {Key::graph_search, Key::search_recall};

constexpr Key text_keys[] = {Key::min_df,     Key::max_df,   Key::language,
                             Key::stop_words, Key::stemming, Key::accents,
                             Key::numbers,    Key::ngrams,   Key::word_length};

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
  const auto in = [](std::span<const Key> some, Key one) {
    return std::find(some.begin(), some.end(), one) != some.end();
  };
  const auto own = [&](Key one) {
    return in(keys, one) || (family != nullptr && in(family->keys, one));
  };
  const bool fits = make_double != nullptr;
  const bool once = relaxed || (labels_only && !own(Key::start));  // nothing to start again from
  return own(key) || (fits && in(common, key)) || (fits && !once && in(of_starts, key)) ||
         (own(Key::graph_rule) && in(of_graphs, key));
}

}  // namespace manifact
