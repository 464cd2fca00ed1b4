// Timing functions shared by the benchmarks.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}
