#include "methods/origin.hpp"

#include "linalg/products.hpp"

namespace manifact {

template <class T>
std::int32_t nearest_to_origin(const Dense<T> &C, const Array<std::int64_t> &sizes, Run &run) {
  const Array<double> squares = column_dots<T>(C, C, nullptr, run);
  std::int64_t nearest = -1;
  for (std::int64_t c = 0; c < sizes.size(); ++c)
    if (sizes[c] > 0 && (nearest < 0 || squares[c] < squares[nearest])) nearest = c;
  return static_cast<std::int32_t>(nearest);
}

void place_origin(const Model &model, const Array<bool> &at_origin, std::int32_t *labels, Run &run) {
  const Assignment &a = model.assignment;
  const std::int32_t nearest = nearest_to_origin(unpacked(model.centroids, model.m, model.k, run.memory), model.sizes, run);
  const bool known = a.partition || !a.mixture.empty();
  for (std::int64_t i = 0; i < at_origin.size(); ++i)
    if (at_origin[i] && (labels[i] < 0 || !known)) labels[i] = nearest;
}

template std::int32_t nearest_to_origin<float>(const Dense<float> &, const Array<std::int64_t> &, Run &);
template std::int32_t nearest_to_origin<double>(const Dense<double> &, const Array<std::int64_t> &, Run &);

}  // namespace manifact
