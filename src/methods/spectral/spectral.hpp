// Shared by the spectral methods: eigenvectors of a graph, or of the Gram matrix of the documents,
// rotated to a partition.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// The normalized cut of the problem's graph.
template <class T>
std::unique_ptr<Algorithm<T>> normalized_cut(const Problem<T> &problem);

inline constexpr Key spectral_keys[] = {Key::neighbors,      Key::graph_weight, Key::graph_rule,
                                        Key::bandwidth,      Key::duplicates,   Key::readout,
                                        Key::readout_starts, Key::local_ridge,  Key::out_of_sample};
inline constexpr AllowedWords spectral_words[] = {{Key::readout, "cosine-kmeans kmeans rotation"},
                                                  {Key::out_of_sample, "centroid predictor"}};
inline constexpr OptionGroup spectral_family = {spectral_keys, spectral_words};

}  // namespace manifact
