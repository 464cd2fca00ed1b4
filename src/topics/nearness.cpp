#include "topics/nearness.hpp"

#include <algorithm>
#include <cmath>

#include "graph/neighbors/euclidean/euclidean_neighbors.hpp"

namespace manifact {

namespace {

bool has_dense_rows(const Model &model) noexcept {
  const TrainingData &training = model.fitted().training;
  return model.kept().is_dense() && !training.weights.unit_rows() &&
         training.kernel.kind != KernelKind::precomputed;
}

}  // namespace

bool by_distance(const Model &model) noexcept {
  return has_dense_rows(model) && model.readout.geometry == Geometry::euclidean;
}

bool separated_by_distance(const Model &model) noexcept {
  return by_distance(model) || (has_dense_rows(model) && model.m < features_of_embeddings);
}

double nearness_of(const Model &model, Index document) noexcept {
  if (!by_distance(model)) return model.cosines[document];
  const std::int32_t c = model.labels[document];
  const DataView<double> X = model.kept().view();
  const DataRow<double> x = X.row(document);
  double sum = 0;
  for (Index j = 0; j < x.size(); ++j) {
    const double off = x[j] - model.centroids[j * model.k + c];
    sum -= off * off;
  }
  return sum;
}

std::vector<double> centroid_distances(const Model &model) {
  const Index k = model.k;
  std::vector<double> distances(static_cast<std::size_t>(k * k));
  for (Index j = 0; j < model.m; ++j) {
    const double *const means = model.centroids.data() + j * k;
    for (Index c = 0; c < k; ++c)
      for (Index d = 0; d < k; ++d)
        distances[static_cast<std::size_t>(c * k + d)] +=
            (means[c] - means[d]) * (means[c] - means[d]);
  }
  return distances;
}

namespace {

constexpr double near_copy = 0.7;
constexpr std::size_t most_compared = 100;   // of those chosen, so that long lists stay fast
constexpr Index most_entries = 200'000'000;  // read in all comparisons, a fraction of a second

// The entries that a comparison of two rows reads.
Index entries_of(const DataRow<double> &x, const DataRow<double> &y) noexcept {
  return 2 * (x.size() + y.size());
}

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

// Compares documents until all comparisons have read most_entries.
class NearCopies {
 public:
  explicit NearCopies(const Model &model) : X_(model.kept().view()) {
    const WeightedData<double> &kept = model.kept();
    if (kept.empty() || kept.is_dense() ||
        model.fitted().training.kernel.kind == KernelKind::precomputed)
      left_ = 0;
  }

  bool among(const std::vector<Index> &chosen, Index i) {
    const std::size_t end = std::min(chosen.size(), most_compared);
    for (std::size_t c = 0; c < end && left_ > 0; ++c)
      if (cosine(i, chosen[c]) >= near_copy) return true;
    return false;
  }

 private:
  double cosine(Index i, Index j) noexcept {
    const DataRow<double> x = X_.row(i), y = X_.row(j);
    left_ -= entries_of(x, y);
    const double lengths = std::sqrt(product(x, x)) * std::sqrt(product(y, y));
    return lengths > 0 ? product(x, y) / lengths : 0;
  }

  DataView<double> X_;
  Index left_ = most_entries;
};

}  // namespace

std::vector<Index> representatives(const Model &model, Index cluster, Index count) {
  std::vector<double> nearness(static_cast<std::size_t>(model.n));
  const auto nearer = [&](Index i, Index j) {
    const double a = nearness[static_cast<std::size_t>(i)],
                 b = nearness[static_cast<std::size_t>(j)];
    return a > b || (a == b && i < j);
  };
  std::vector<Index> members, chosen, copies;
  for (Index i = 0; i < model.n; ++i)
    if (model.labels[i] == cluster) {
      members.push_back(i);
      nearness[static_cast<std::size_t>(i)] = nearness_of(model, i);
    }
  std::sort(members.begin(), members.end(), nearer);
  NearCopies near_copies(model);
  const auto wanted = static_cast<std::size_t>(count);
  for (const Index i : members) {
    if (chosen.size() == wanted) break;
    (near_copies.among(chosen, i) ? copies : chosen).push_back(i);
  }
  copies.resize(std::min(copies.size(), wanted - chosen.size()));
  chosen.insert(chosen.end(), copies.begin(), copies.end());
  std::sort(chosen.begin(), chosen.end(), nearer);
  return chosen;
}

}  // namespace manifact
