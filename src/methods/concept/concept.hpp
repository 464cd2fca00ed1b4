// Rows of the method table: X ~ X W V'.
#pragma once

#include "methods/method.hpp"

namespace manifact {

extern const Method automatic, cf, lccf, rcf, semi_lccf, ccf, gdcf, cnpcf;

// What they take of options that others share.
inline constexpr AllowedWords concept_words[] = {{Key::update, "mu cd auto"}, {Key::start, "random kmeans lsi ncut given"},
                                            {Key::out_of_sample, "exact iterative"}};
inline constexpr AllowedWords taught_words[] = {{Key::update, "mu cd auto"}, {Key::start, "random kmeans lsi ncut propagation mixture given"},
                                            {Key::out_of_sample, "exact iterative"}};

}  // namespace manifact
