// The concept factorization methods, X' ~ X'W V': rows of the method table.
#pragma once

#include <array>

#include "methods/method.hpp"

namespace manifact {

template <std::size_t n, std::size_t m>
constexpr std::array<Key, n + m> concatenated(const std::array<Key, n> &first,
                                              const std::array<Key, m> &second) noexcept {
  std::array<Key, n + m> all{};
  for (std::size_t e = 0; e < n + m; ++e) all[e] = e < n ? first[e] : second[e - n];
  return all;
}

// Options of the whole family, and of its methods with a kernel, a weighting and an update rule.
inline constexpr std::array factor_keys = {
    Key::start,         Key::svd_rank,     Key::smoothing,      Key::merge_exponent,
    Key::neighbors,     Key::graph_weight, Key::graph_rule,     Key::bandwidth,
    Key::normalization, Key::update_order, Key::floor,          Key::split,
    Key::kkt_tolerance, Key::readout,      Key::readout_starts, Key::out_of_sample};
inline constexpr std::array concept_keys = concatenated(
    factor_keys, std::array{Key::ncw, Key::ncw_power, Key::update, Key::sweeps, Key::kernel,
                            Key::degree, Key::offset, Key::extrapolation});
inline constexpr AllowedWords concept_words[] = {{Key::update, "mu cd auto"},
                                                 {Key::start, "random kmeans lsi merge ncut given"},
                                                 {Key::readout, "argmax cosine-kmeans kmeans"},
                                                 {Key::out_of_sample, "exact iterative"}};
inline constexpr OptionGroup concept_family = {concept_keys, concept_words};
inline constexpr OptionGroup factor_family = {factor_keys, concept_words};

// For methods that take labels and pairs.
inline constexpr AllowedWords label_starts = {
    Key::start, "random kmeans lsi merge ncut propagation mixture given"};
inline constexpr AllowedWords constrained_words[] = {label_starts,
                                                     {Key::preset, "none paper pairs"}};

// preset=pairs, their default without labels: the start and the objective of method auto on text,
// with the constraints of the method (docs/topics/supervision.md).
inline constexpr Setting pairs_settings[] = {{Key::min_df, "3"},
                                             {Key::neighbors, "15"},
                                             {Key::lambda, "3"},
                                             {Key::lambda_scale, "relative"},
                                             {Key::normalization, "scale-invariant"},
                                             {Key::ncw, "unit-graph"},
                                             {Key::ncw_power, "0.25"},
                                             {Key::update, "auto"},
                                             {Key::update_order, "vw"},
                                             {Key::start, "lsi"},
                                             {Key::smoothing, "8"},
                                             {Key::restarts, "1"},
                                             {Key::max_iterations, "20"},
                                             {Key::tolerance, "0"},
                                             {Key::readout, "argmax"},
                                             {Key::readout_starts, "10"}};
inline constexpr Implication pairs_preset[] = {{Key::preset, "pairs", pairs_settings}};

}  // namespace manifact
