// The vector types of the loops behind linalg/kernels.hpp, for one instruction set; included by kernels_body.hpp and its parts alone.
#pragma once

#include "linalg/kernels.hpp"

#ifndef MANIFACT_ISA
#error "include this from kernels_<isa>.cpp"
#endif

namespace manifact::MANIFACT_ISA {
namespace {

using std::int32_t;
using std::int64_t;

// A quad is 32 bytes; a wide vector is as many bytes as the processor takes at once (at least a quad).
template <class T>
struct Vectors;
template <>
struct Vectors<double> {
  typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));
  typedef double wide __attribute__((vector_size(MANIFACT_WIDE), aligned(8), may_alias));
};
template <>
struct Vectors<float> {
  typedef float quad __attribute__((vector_size(32), aligned(4), may_alias));
  typedef float wide __attribute__((vector_size(MANIFACT_WIDE), aligned(4), may_alias));
};
template <class T>
using quad = typename Vectors<T>::quad;
template <class T>
using wide = typename Vectors<T>::wide;
template <class T>
constexpr int lanes = 32 / sizeof(T);  // of a quad
constexpr int quads_per_wide = MANIFACT_WIDE / 32;

}  // namespace
}  // namespace manifact::MANIFACT_ISA
