#include "methods/gate.hpp"

#include <algorithm>
#include <vector>

namespace manifact {

bool has_gate(const Options &options) { return options.is(Key::preset, "quality"); }

Options options_beyond_gate(const Options &options) {
  Options beyond = options;
  if (has_gate(options)) beyond.set_text(*find_option(Key::preset), "none");
  return beyond;
}

bool is_balanced(const Array<std::int32_t> &labels, std::int64_t k) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(k));
  std::int64_t n = 0;
  for (const std::int32_t label : labels) {
    if (label < 0) continue;
    ++sizes[static_cast<std::size_t>(label)];
    ++n;
  }
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  const double even = static_cast<double>(n) / static_cast<double>(k);
  return static_cast<double>(*least) >= 0.1 * even && static_cast<double>(*most) <= std::max(0.35 * static_cast<double>(n), 1.5 * even);
}

}  // namespace manifact
