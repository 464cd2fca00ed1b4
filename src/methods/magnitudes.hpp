// Data of any magnitude: documents whose largest value is beyond the range below are fitted times a
// power of two (text/weighting.hpp).
#pragma once

#include "linalg/sparse/csr.hpp"
#include "methods/method.hpp"
#include "runtime/index.hpp"
#include "text/weighting.hpp"

namespace manifact {

// The largest magnitude stays as it is between 2^-range and 2^range: 200, in float 40. Squares of
// kernel values, sums of many of them, are then numbers of double, and the kernel values of T. Less
// where these are of a higher degree in the data, and where weights are powers of their sums (ncw).
template <class T>
int kept_range(const Options &options);

// Throws Error(value) where a document that is not one of zeros is so much smaller than others that
// its squares are lost. By distances it is a point near the origin, and is taken as long as no two
// such documents must be told apart for k clusters.
template <class T>
void check_lengths(CsrView<T> X, const FeatureWeights &weights, Index k, const Method &method,
                   const Options &options);

// A strength in units of the data to the power given, in those of X. Where it outweighs the fit, or
// is outweighed, to the last bit, more of that changes nothing: it stays a number.
template <class T>
double strength_in_units(const Problem<T> &problem, double strength, double power);

// An option of a kernel, likewise. Throws Error(value) where that is no number any more.
template <class T>
double length_in_units(const Problem<T> &problem, Key key, int power);

}  // namespace manifact
