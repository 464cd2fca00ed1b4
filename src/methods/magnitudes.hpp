// Data of any magnitude: if the largest value is outside the range below, the data are multiplied
// by a power of two before the fit (text/weighting.hpp).
#pragma once

#include "linalg/sparse/csr.hpp"
#include "methods/method.hpp"
#include "runtime/index.hpp"
#include "text/weighting.hpp"

namespace manifact {

// The data are not rescaled if the largest magnitude is between 2^-range and 2^range: 200, for
// float 40. Sums of squares of kernel values then stay in the range of double, and kernel values in
// the range of T. The range is smaller for kernels of a higher degree in the data, and for weights
// that are powers of their sums (ncw).
template <class T>
int kept_range(const Options &options);

// Collective. Throws Error(value) if a nonzero document is so much smaller than others that its
// squares are lost. For methods that use distances it is a point near the origin, which is accepted
// unless two such documents would have to be distinguished for k clusters. places: see FitState.
template <class T>
void check_lengths(const DataView<T> &X, const FeatureWeights &weights, Index k,
                   const Method &method, const Options &options, const Index *places,
                   ExecutionContext &run);

// Converts a strength, in units of the data to the given power, to units of X. It is clamped to a
// finite range: beyond it, one of the terms is negligible to the last bit anyway.
template <class T>
double strength_in_units(const Problem<T> &problem, double strength, double power);

// The same for a kernel option. Throws Error(value) if the result is out of range.
template <class T>
double length_in_units(const Problem<T> &problem, Key key, int power);

}  // namespace manifact
