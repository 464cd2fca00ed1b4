// The vector types of the loops of linalg/simd/kernels.hpp, for one instruction set; included only
// by kernels_body.hpp and its parts.
#pragma once

#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"

#ifndef MANIFACT_ISA
#error "include this from kernels_<isa>.cpp"
#endif

namespace manifact::MANIFACT_ISA {
namespace {

using std::int32_t;

// A quad has 32 bytes; a wide vector has the register width of the processor (at least a quad).
template <class T>
struct Vectors;
template <>
struct Vectors<double> {
  typedef double quad __attribute__((vector_size(32)));
  typedef double wide __attribute__((vector_size(MANIFACT_WIDE)));
};
template <>
struct Vectors<float> {
  typedef float quad __attribute__((vector_size(32)));
  typedef float wide __attribute__((vector_size(MANIFACT_WIDE)));
};
template <class T>
using quad = typename Vectors<T>::quad;
template <class T>
using wide = typename Vectors<T>::wide;
template <class T>
constexpr int lanes = 32 / sizeof(T);  // of a quad
constexpr int quads_per_wide = MANIFACT_WIDE / 32;

// A vector in memory at any address. A packed member, as in the compilers' own unaligned loads:
// clang drops the attribute aligned() of a vector type that is passed through a template or a
// reference.
template <class V>
struct __attribute__((packed, may_alias)) Unaligned {
  V value;
};

// By reference: passing a vector by value would make a type that the processor may not support part
// of the call.
template <class V, class T>
inline const Unaligned<V> &at(const T *x) noexcept {
  return *reinterpret_cast<const Unaligned<V> *>(x);
}
template <class V, class T>
inline Unaligned<V> &at(T *x) noexcept {
  return *reinterpret_cast<Unaligned<V> *>(x);
}

}  // namespace
}  // namespace manifact::MANIFACT_ISA
