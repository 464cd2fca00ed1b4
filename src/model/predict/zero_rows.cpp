#include "model/predict/zero_rows.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
template <class T>
std::int32_t nearest_to_zero(const Dense<T> &C, const Array<Index> &sizes, ExecutionContext &run) {
  const Array<double> squares = column_dots<T>(C, C, nullptr, run);
  Index nearest = -1;
  for (Index c = 0; c < sizes.size(); ++c)
    if (sizes[c] > 0 && (nearest < 0 || squares[c] < squares[nearest])) nearest = c;
  return static_cast<std::int32_t>(nearest);
}

void refuse_far(Index row) {
  fail(Status::value, "row %lld is so far from the training documents that its squares overflow",
       static_cast<long long>(row));
}

void check_near(const DataView<double> &X) {
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<double> x = X.row(i);
    double sum = 0;
    for (Index e = 0; e < x.size(); ++e) {
      if (!std::isfinite(x[e]))
        fail(Status::value,
             "row %lld, column %d is so far from the training documents that its scaled value "
             "overflows",
             static_cast<long long>(i), x.column(e));
      sum += x[e] * x[e];
    }
    if (!std::isfinite(sum)) refuse_far(i);
  }
}

void label_zero_rows(const Model &model, const Array<bool> &is_zero, std::int32_t *labels,
                     ExecutionContext &run) {
  if (std::none_of(is_zero.begin(), is_zero.end(), [](bool there) { return there; })) return;
  const std::int32_t nearest =
      nearest_to_zero(unpacked(model.centroids, model.m, model.k, run.memory), model.sizes, run);
  const bool known = model.predictor->separates_origin(model.training.kernel);
  for (Index i = 0; i < is_zero.size(); ++i)
    if (is_zero[i] && (labels[i] < 0 || !known)) labels[i] = nearest;
}

template std::int32_t nearest_to_zero<float>(const Dense<float> &, const Array<Index> &,
                                             ExecutionContext &);
template std::int32_t nearest_to_zero<double>(const Dense<double> &, const Array<Index> &,
                                              ExecutionContext &);

}  // namespace manifact
