// Rows of the method table: X ~ X W V'.
#pragma once

#include <array>

#include "methods/method.hpp"

namespace manifact {

template <std::size_t n, std::size_t m>
constexpr std::array<Key, n + m> both(const std::array<Key, n> &some,
                                      const std::array<Key, m> &others) noexcept {
  std::array<Key, n + m> all{};
  for (std::size_t e = 0; e < n + m; ++e) all[e] = e < n ? some[e] : others[e - n];
  return all;
}

// Of all of the family, and of those that choose their kernel, weighting and update rule too.
inline constexpr std::array factor_keys = {
    Key::start,        Key::svd_rank,       Key::smoothing,     Key::neighbors,
    Key::graph_weight, Key::graph_rule,     Key::bandwidth,     Key::normalization,
    Key::update_order, Key::floor,          Key::split,         Key::kkt_tolerance,
    Key::readout,      Key::readout_starts, Key::out_of_sample, Key::keep_data};
inline constexpr std::array concept_keys =
    both(factor_keys, std::array{Key::ncw, Key::ncw_power, Key::update, Key::sweeps, Key::kernel,
                                 Key::degree, Key::offset, Key::extrapolation});
inline constexpr AllowedWords concept_words[] = {{Key::update, "mu cd auto"},
                                                 {Key::start, "random kmeans lsi ncut given"},
                                                 {Key::readout, "argmax cosine-kmeans kmeans"},
                                                 {Key::out_of_sample, "exact iterative"}};
inline constexpr OptionGroup concept_family = {concept_keys, concept_words};
inline constexpr OptionGroup factor_family = {factor_keys, concept_words};

// Of methods that labels can start.
inline constexpr AllowedWords label_start_values[] = {
    {Key::start, "random kmeans lsi ncut propagation mixture given"}};

}  // namespace manifact
