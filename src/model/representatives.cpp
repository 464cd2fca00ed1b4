#include "model/representatives.hpp"

#include <algorithm>
#include <cmath>

namespace manifact {
namespace {

constexpr double near_copy = 0.7;
constexpr std::size_t most_compared = 100;  // of those chosen, so that long lists stay fast

double product(const DataRow<double> &x, const DataRow<double> &y) noexcept {
  double sum = 0;
  for (Index a = 0, b = 0; a < x.size() && b < y.size();) {
    if (x.column(a) == y.column(b)) sum += x[a] * y[b];
    const bool first = x.column(a) <= y.column(b), second = y.column(b) <= x.column(a);
    a += first ? 1 : 0;
    b += second ? 1 : 0;
  }
  return sum;
}

double cosine(const DataView<double> &X, Index i, Index j) noexcept {
  const DataRow<double> x = X.row(i), y = X.row(j);
  const double lengths = std::sqrt(product(x, x)) * std::sqrt(product(y, y));
  return lengths > 0 ? product(x, y) / lengths : 0;
}

}  // namespace

std::vector<Index> representatives(const Model &model, Index cluster, Index count) {
  const auto nearer = [&](Index i, Index j) {
    const double a = model.cosines[i], b = model.cosines[j];
    return a > b || (a == b && i < j);
  };
  std::vector<Index> members, chosen, copies;
  for (Index i = 0; i < model.n; ++i)
    if (model.labels[i] == cluster) members.push_back(i);
  std::sort(members.begin(), members.end(), nearer);
  const WeightedData<double> &kept = model.kept();
  const bool has_rows = !kept.empty() && !kept.is_dense() &&
                        model.fitted().training.kernel.kind != KernelKind::precomputed;
  const auto room = static_cast<std::size_t>(count);
  for (const Index i : members) {
    if (chosen.size() == room) break;
    const auto end =
        chosen.begin() + static_cast<std::ptrdiff_t>(std::min(chosen.size(), most_compared));
    const bool is_copy = has_rows && std::any_of(chosen.begin(), end, [&](Index j) {
                           return cosine(kept.view(), i, j) >= near_copy;
                         });
    (is_copy ? copies : chosen).push_back(i);
  }
  copies.resize(std::min(copies.size(), room - chosen.size()));
  chosen.insert(chosen.end(), copies.begin(), copies.end());
  std::sort(chosen.begin(), chosen.end(), nearer);
  return chosen;
}

}  // namespace manifact
