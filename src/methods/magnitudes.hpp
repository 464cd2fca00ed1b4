// Data of any magnitude: documents whose largest value is beyond the range below are fitted times a
// power of two (text/weighting.hpp).
#pragma once

#include "linalg/csr.hpp"
#include "methods/method.hpp"
#include "text/weighting.hpp"

namespace manifact {

// The largest magnitude stays as it is between 2^-range and 2^range: products of four values, and
// sums of many of them, are then numbers.
template <class T>
constexpr int kept_range = sizeof(T) == 8 ? 200 : 40;

// Throws Error(value) where a document that is not one of zeros is so much smaller than others that
// its squares are lost.
template <class T>
void check_lengths(CsrView<T> X, const FeatureWeights &weights);

// A strength in units of the data to the power given, in those of X. Where it outweighs the fit, or
// is outweighed, to the last bit, more of that changes nothing: it stays a number.
template <class T>
double strength_in_units(const Problem<T> &problem, double strength, double power);

// An option of a kernel, likewise. Throws Error(value) where that is no number any more.
template <class T>
double length_in_units(const Problem<T> &problem, Key key, int power);

}  // namespace manifact
