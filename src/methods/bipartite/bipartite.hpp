// Shared by the factorizations of X: of documents only, and of documents and features together.
#pragma once

#include "methods/method.hpp"

namespace manifact {

inline constexpr Key cocluster_keys[] = {Key::start,     Key::svd_rank,     Key::smoothing,
                                         Key::neighbors, Key::graph_weight, Key::graph_rule,
                                         Key::bandwidth, Key::readout,      Key::readout_starts};
inline constexpr AllowedWords cocluster_words[] = {{Key::start, "random kmeans lsi ncut given"},
                                                   {Key::readout, "argmax cosine-kmeans kmeans"}};
inline constexpr OptionGroup cocluster_family = {cocluster_keys, cocluster_words};

}  // namespace manifact
