#include "linalg/simd/kernels.hpp"

#include "linalg/simd/distances.hpp"
#include "linalg/simd/panels.hpp"

namespace manifact {
namespace {

enum class Level { baseline, avx2, avx512 };

Level level() noexcept {
#if defined(MANIFACT_X86_KERNELS)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
    return Level::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Level::avx2;
#endif
  return Level::baseline;
}

template <class Set>
const Set &choose(const Set &base, [[maybe_unused]] const Set &two,
                  [[maybe_unused]] const Set &five) noexcept {
  switch (level()) {
    case Level::avx512:
      return five;
    case Level::avx2:
      return two;
    case Level::baseline:
      break;
  }
  return base;
}

}  // namespace

#if defined(MANIFACT_X86_KERNELS)
template <>
const Kernels<double> &kernels<double>() noexcept {
  return choose(baseline::kernels_double, avx2::kernels_double, avx512::kernels_double);
}
template <>
const Kernels<float> &kernels<float>() noexcept {
  return choose(baseline::kernels_float, avx2::kernels_float, avx512::kernels_float);
}
const TriangleKernels &triangle_kernels() noexcept {
  return choose(baseline::triangle_kernels, avx2::triangle_kernels, avx512::triangle_kernels);
}
const DistanceKernels &distance_kernels() noexcept {
  return choose(baseline::distance_kernels, avx2::distance_kernels, avx512::distance_kernels);
}
template <>
const PanelKernels<double> &panel_kernels<double>() noexcept {
  return choose(baseline::panels_double, avx2::panels_double, avx512::panels_double);
}
template <>
const PanelKernels<float> &panel_kernels<float>() noexcept {
  return choose(baseline::panels_float, avx2::panels_float, avx512::panels_float);
}
#else
template <>
const Kernels<double> &kernels<double>() noexcept {
  return choose(baseline::kernels_double, baseline::kernels_double, baseline::kernels_double);
}
template <>
const Kernels<float> &kernels<float>() noexcept {
  return choose(baseline::kernels_float, baseline::kernels_float, baseline::kernels_float);
}
const TriangleKernels &triangle_kernels() noexcept {
  return choose(baseline::triangle_kernels, baseline::triangle_kernels, baseline::triangle_kernels);
}
const DistanceKernels &distance_kernels() noexcept {
  return choose(baseline::distance_kernels, baseline::distance_kernels, baseline::distance_kernels);
}
template <>
const PanelKernels<double> &panel_kernels<double>() noexcept {
  return choose(baseline::panels_double, baseline::panels_double, baseline::panels_double);
}
template <>
const PanelKernels<float> &panel_kernels<float>() noexcept {
  return choose(baseline::panels_float, baseline::panels_float, baseline::panels_float);
}
#endif

}  // namespace manifact
