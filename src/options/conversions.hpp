// Options as a search for neighbors, as a kernel, and as the rules of a text model.
#pragma once

#include "graph/graph.hpp"
#include "kernels/kernel.hpp"
#include "options/options.hpp"
#include "options/plan.hpp"
#include "text/text_model.hpp"

namespace manifact {

// The graph options as a search request.
inline SearchRequest search_request(const Options &options) {
  return {.kind = options.choice<SearchKind>(),
          .recall = options.real(Key::search_recall),
          .seed = static_cast<std::uint64_t>(options.integer(Key::seed)),
          .block = 0,
          .budget = options.integer(Key::memory_budget),
          .metric = options.uses(Key::metric) ? options.choice<Metric>() : Metric::cosine};
}

// The kernel given by the options.

// The degree d of the kernel values in the data: scaling X by c scales them by c^d.
double degree_of_kernel(const Options &options);

// The same for the weights of the normalized cut, g = (K 1)^-power, and for |X' - X'W V'|^2 with
// W V' fixed, where it is 2 for the linear kernel without weights.
double degree_of_weights(const Options &options);
double degree_of_fit(const Options &options);

// Whether the kernel may have negative values, for which the weighting of the normalized cut and
// the updates of methods/concept/multiplicative.cpp are not defined.
template <class T>
bool may_be_negative(const DataView<T> &X, const KernelSpec &spec);

// Conversion between the options and the rules of a text model.

inline constexpr Key text_keys[] = {Key::min_df,       Key::max_df,      Key::language,
                                    Key::stop_words,   Key::stemming,    Key::accents,
                                    Key::numbers,      Key::ngrams,      Key::word_length,
                                    Key::segmentation, Key::underscores, Key::addresses};

inline constexpr OptionSet vectorizer_options = {
    .name = "vectorizer", .kind = nullptr, .keys{text_keys}};

TextRules text_rules(const Options &options);
Options text_options(const TextRules &rules);  // with the option set vectorizer_options

}  // namespace manifact
