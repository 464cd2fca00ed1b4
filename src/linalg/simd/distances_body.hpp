// The loops of linalg/simd/distances.hpp, included by one file per instruction set and compiled
// without contraction of products and sums.
#include "linalg/simd/distances.hpp"
#include "linalg/simd/kernels_vectors.hpp"

namespace manifact::MANIFACT_ISA {
namespace {

constexpr int one = sizeof(wide<double>) / sizeof(double), parts = 8 / one;
constexpr int64_t look = 8;  // columns between two checks of the limit

[[gnu::always_inline]] inline bool all_above(const wide<double> (&sum)[parts],
                                             double limit) noexcept {
  wide<double> least = sum[0];
  for (int p = 1; p < parts; ++p) least = sum[p] < least ? sum[p] : least;
  bool above = true;
  for (int l = 0; l < one; ++l) above = above && least[l] > limit;
  return above;
}

template <bool Boxes>
void sums(const double *block, int64_t d, const double *y, double limit, double *out) noexcept {
  wide<double> sum[parts] = {};
  for (int64_t c = 0; c < d;) {
    const int64_t stop = d - c < 2 * look ? d : c + look;
    for (; c < stop; ++c) {
      const wide<double> x = wide<double>{} + y[c];
      for (int p = 0; p < parts; ++p) {
        wide<double> off;
        if (Boxes) {
          const wide<double> below = at<wide<double>>(block + c * 16 + p * one).value - x;
          const wide<double> above = x - at<wide<double>>(block + c * 16 + 8 + p * one).value;
          off = below > above ? below : above;
          off = off > wide<double>{} ? off : wide<double>{};
        } else {
          off = x - at<wide<double>>(block + c * 8 + p * one).value;
        }
        sum[p] += off * off;
      }
    }
    if (c == d || all_above(sum, limit)) break;
  }
  for (int p = 0; p < parts; ++p) at<wide<double>>(out + p * one).value = sum[p];
}

}  // namespace

constexpr DistanceKernels distance_kernels = {sums<false>, sums<true>};

}  // namespace manifact::MANIFACT_ISA
