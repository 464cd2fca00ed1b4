// The word options of one fit as enums, parsed once after all options are set. An option that the
// method does not take has the default of the table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "graph/graph.hpp"
#include "kernels/function.hpp"
#include "options/options.hpp"
#include "text/weighting.hpp"

namespace manifact {

// Enums for the options whose values are words: options.choice<StartKind>(). A static assertion
// checks that each enum has one value for each word in options.def, in the same order.

inline constexpr const char *words_of_options[] = {
#define MANIFACT_OPTION(key, name, tier, type, minimum, maximum, words, ...) words,
#include "options/options.def"
#undef MANIFACT_OPTION
};

// Whether an identifier names a word: `-` becomes `_`, C++ keywords get a trailing `_`, and some
// short words are written out.
constexpr bool names_word(std::string_view identifier, std::string_view word) noexcept {
  constexpr std::pair<std::string_view, std::string_view> written_out[] = {
      {"automatic", "auto"}, {"either", "or"}, {"conjugate_gradients", "cg"}};
  for (const auto &[long_form, short_form] : written_out)
    if (identifier == long_form) return word == short_form;
  if (identifier.ends_with('_')) identifier.remove_suffix(1);
  if (identifier.size() != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (identifier[i] != (word[i] == '-' ? '_' : word[i])) return false;
  return true;
}

// `identifiers` as the preprocessor stringizes them: "a, b, c".
constexpr bool name_words(std::string_view identifiers, std::string_view words) noexcept {
  while (!identifiers.empty() && !words.empty()) {
    const std::size_t comma = std::min(identifiers.find(','), identifiers.size());
    const std::size_t space = std::min(words.find(' '), words.size());
    if (!names_word(identifiers.substr(0, comma), words.substr(0, space))) return false;
    identifiers.remove_prefix(std::min(comma + 2, identifiers.size()));
    words.remove_prefix(std::min(space + 1, words.size()));
  }
  return identifiers.empty() && words.empty();
}

// Ties an existing enum to an option.
#define MANIFACT_CHOICE(type, option, ...)                                                 \
  template <>                                                                              \
  struct Choice<type> {                                                                    \
    static constexpr Key key = Key::option;                                                \
    static constexpr auto values = [] {                                                    \
      using enum type;                                                                     \
      return std::array{__VA_ARGS__};                                                      \
    }();                                                                                   \
  };                                                                                       \
  static_assert(name_words(#__VA_ARGS__, words_of_options[static_cast<int>(Key::option)]), \
                "the values of the enum are not the words of the option")

// Defines an enum and ties it to an option.
#define MANIFACT_NEW_CHOICE(type, option, ...) \
  enum class type { __VA_ARGS__ };             \
  MANIFACT_CHOICE(type, option, __VA_ARGS__)

MANIFACT_CHOICE(Weighting, weighting, automatic, none, tfidf, log_tfidf);
MANIFACT_CHOICE(Scaling, scaling, automatic, none, unit_rows, min_max, z_score);
MANIFACT_CHOICE(GraphWeight, graph_weight, cosine, binary, heat, local_scaling);
MANIFACT_CHOICE(Metric, metric, automatic, cosine, euclidean);
MANIFACT_CHOICE(GraphRule, graph_rule, either, mutual);
MANIFACT_CHOICE(SearchKind, graph_search, automatic, exact, approximate);
MANIFACT_CHOICE(KernelKind, kernel, linear, polynomial, rbf, precomputed);

MANIFACT_NEW_CHOICE(Precision, precision, double_, float_, auto_);
MANIFACT_NEW_CHOICE(Preset, preset, none, paper, fast, quality, best, text, dense, pairs, points);
MANIFACT_NEW_CHOICE(SplitKind, split, auto_, exact, factored);
MANIFACT_NEW_CHOICE(Variant, variant, scale_free, paper, raw, local, global);
MANIFACT_NEW_CHOICE(LambdaScale, lambda_scale, absolute, relative);
MANIFACT_NEW_CHOICE(Normalization, normalization, scale_invariant, final, per_update,
                    unit_memberships, none);
MANIFACT_NEW_CHOICE(CutWeighting, ncw, none, unit_graph, full);
MANIFACT_NEW_CHOICE(UpdateKind, update, mu, cd, auto_, hals);
MANIFACT_NEW_CHOICE(UpdateOrder, update_order, vw, wv);
MANIFACT_NEW_CHOICE(FloorKind, floor, relative, reference);
MANIFACT_NEW_CHOICE(StartKind, start, random, kmeans, lsi, merge, ncut, propagation, mixture, svd,
                    can, given);
MANIFACT_NEW_CHOICE(ReadoutKind, readout, argmax, cosine_kmeans, kmeans, rotation);
MANIFACT_NEW_CHOICE(Refinement, refine, none, sizes, logistic, cut);
MANIFACT_NEW_CHOICE(Selection, select, none, views);
MANIFACT_NEW_CHOICE(OutOfSample, out_of_sample, exact, iterative, centroid, predictor);
MANIFACT_NEW_CHOICE(StopWords, stop_words, auto_, none);
MANIFACT_NEW_CHOICE(Accents, accents, keep, remove);
MANIFACT_NEW_CHOICE(Numbers, numbers, keep, drop);
MANIFACT_NEW_CHOICE(Segmentation, segmentation, auto_, dictionary, pairs);
MANIFACT_NEW_CHOICE(Underscores, underscores, trim, keep);
MANIFACT_NEW_CHOICE(Addresses, addresses, whole, words, drop);
MANIFACT_NEW_CHOICE(Duplicates, duplicates, collapse, keep);
MANIFACT_NEW_CHOICE(GammaKind, gamma, row, fixed);
MANIFACT_NEW_CHOICE(AffinityKind, affinity, graph, gram);
MANIFACT_NEW_CHOICE(CovarianceKind, covariance, diagonal, shared, full, auto_);
MANIFACT_NEW_CHOICE(FirstProjection, first_projection, relative, absolute);

struct Plan {
  explicit Plan(const Options &options);

  KernelSpec kernel;  // linear for methods without kernels
  SplitKind split;
  CutWeighting ncw;
  LambdaScale lambda_scale;
  Normalization normalization;
  UpdateKind update;
  UpdateOrder update_order;
  FloorKind floor;
  StartKind start;
  Variant variant;
  GammaKind gamma;
  AffinityKind affinity;
  CovarianceKind covariance;
  ReadoutKind readout;
  OutOfSample out_of_sample;
};

// The kernel given by the options; linear for methods without kernels.
KernelSpec kernel_spec(const Options &options);

}  // namespace manifact
