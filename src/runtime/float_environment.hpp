// The floating-point environment of the library: rounding to nearest, no traps, subnormal numbers.
//
// A host may have set another one for its threads: results would differ in their last bits, and an
// inexact result could end the process. During a call of the API, and during a task that a thread
// of the host runs, the default environment holds. Afterwards everything is as before, the
// exception flags too.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace manifact {

#if defined(__x86_64__) && defined(__GNUC__)

// fesetenv() leaves out the traps of subnormal operands, and does not restore the precision of the
// x87 unit, whose control word the conversion of numbers reads.
class FloatEnvironment {
 public:
  FloatEnvironment() noexcept : control_(_mm_getcsr()) {
    constexpr unsigned short x87_control = 0x37f;
    constexpr unsigned int sse_control = 0x1f80;
    asm volatile("fnstenv %0\n\tfnclex\n\tfldcw %1" : "=m"(x87_) : "m"(x87_control) : "memory");
    _mm_setcsr(sse_control);
  }
  ~FloatEnvironment() {
    asm volatile("fldenv %0" : : "m"(x87_) : "memory");
    _mm_setcsr(control_);
  }

 private:
  struct X87 {
    unsigned char bytes[28];
  };
  X87 x87_;
  unsigned int control_;

#else

class FloatEnvironment {
 public:
  FloatEnvironment() noexcept {
    std::fegetenv(&host_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&host_); }

 private:
  std::fenv_t host_;

#endif

 public:
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;
};

}  // namespace manifact
