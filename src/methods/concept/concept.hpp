// Rows of the method table: X ~ X W V'.
#pragma once

#include "methods/method.hpp"

namespace manifact {

extern const Method automatic, cf, lccf, rcf, semi_lccf, ccf, gdcf, cnpcf, srmcf;

inline constexpr Key concept_keys[] = {
    Key::start,     Key::svd_rank,   Key::smoothing,     Key::neighbors,      Key::graph_weight, Key::graph_rule,   Key::bandwidth,
    Key::ncw,       Key::ncw_power,  Key::normalisation, Key::update,         Key::update_order, Key::floor,        Key::sweeps,
    Key::kernel,    Key::degree,     Key::offset,        Key::extrapolation,  Key::split,        Key::kkt_tolerance, Key::readout,
    Key::readout_starts, Key::out_of_sample, Key::keep_data};
inline constexpr AllowedWords concept_words[] = {{Key::update, "mu cd auto"},
                                                 {Key::start, "random kmeans lsi ncut given"},
                                                 {Key::readout, "argmax cosine-kmeans kmeans"},
                                                 {Key::out_of_sample, "exact iterative"}};
inline constexpr Family concept_family = {concept_keys, concept_words};

// Of methods that labels can start.
inline constexpr AllowedWords taught_words[] = {{Key::start, "random kmeans lsi ncut propagation mixture given"}};

}  // namespace manifact
