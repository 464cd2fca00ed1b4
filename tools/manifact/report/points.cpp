#include "report/points.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "terminal/numbers.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

// Squared distances of the centers to each other.
double between(const manifact_model *model, std::size_t a, std::size_t b) {
  const auto k = static_cast<std::size_t>(manifact_model_clusters(model)),
             m = static_cast<std::size_t>(manifact_model_features(model));
  const double *const means = manifact_model_centroids(model);
  double sum = 0;
  for (std::size_t j = 0; j < m; ++j) {
    const double off = means[j * k + a] - means[j * k + b];
    sum += off * off;
  }
  return sum;
}

// The sum of |m_c - m|^2 over the rows with a cluster, m_c the center of their cluster and m their
// mean.
double squares_between(const manifact_model *model) {
  const auto k = static_cast<std::size_t>(manifact_model_clusters(model)),
             m = static_cast<std::size_t>(manifact_model_features(model));
  const std::int64_t *const sizes = manifact_model_sizes(model);
  const double *const means = manifact_model_centroids(model);
  double n = 0, sum = 0;
  for (std::size_t c = 0; c < k; ++c) n += static_cast<double>(sizes[c]);
  for (std::size_t j = 0; j < m; ++j) {
    double mean = 0;
    for (std::size_t c = 0; c < k; ++c)
      if (sizes[c] > 0) mean += static_cast<double>(sizes[c]) / n * means[j * k + c];
    for (std::size_t c = 0; c < k; ++c) {
      const double off = means[j * k + c] - mean;
      if (sizes[c] > 0) sum += static_cast<double>(sizes[c]) * off * off;
    }
  }
  return sum;
}

// Rows without a cluster do not count.
std::vector<double> spread_of(const manifact_model *model, const std::vector<double> &distances) {
  const auto k = static_cast<std::size_t>(manifact_model_clusters(model));
  const std::int32_t *const labels = manifact_model_labels(model);
  const std::int64_t *const sizes = manifact_model_sizes(model);
  std::vector<double> squares(k), spread(k);
  double n = 0, total = squares_between(model);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (labels[i] < 0) continue;
    ++n;
    total += distances[i] * distances[i];
    squares[static_cast<std::size_t>(labels[i])] += distances[i] * distances[i];
  }
  for (std::size_t c = 0; c < k; ++c)
    if (sizes[c] > 0 && total > 0)
      spread[c] = std::sqrt(squares[c] / static_cast<double>(sizes[c]) / (total / n));
  return spread;
}

double score_of(const Points &points, std::size_t k, std::int64_t feature, std::size_t cluster) {
  return points.scores[static_cast<std::size_t>(feature) * k + cluster];
}

std::size_t clusters_of(const Points &points) { return points.spread.size(); }

}  // namespace

Points points_of(const Session &session, const manifact_model *model, const manifact_matrix *X) {
  if (manifact_model_text_vectorizer(model) != nullptr) return {};
  const std::int64_t n = manifact_model_documents(model), m = manifact_model_features(model),
                     k = manifact_model_clusters(model);
  std::vector<double> distances(static_cast<std::size_t>(n));
  const int status = manifact_model_scatter(session.stoppable(), model, X, nullptr,
                                            distances.data(), n, nullptr, nullptr, m);
  if (status == MANIFACT_ERROR_ARGUMENT || n == 0) return {};
  session.check(status);
  Points points{std::vector<double>(static_cast<std::size_t>(m * k)),
                std::vector<double>(static_cast<std::size_t>(m * k)),
                std::vector<double>(static_cast<std::size_t>(2 * m)),
                std::move(distances),
                {},
                X};
  session.check(manifact_model_point_features(session.stoppable(), model, X, points.means.data(),
                                              points.scores.data(), points.overall.data(), m, k));
  points.spread = spread_of(model, points.distances);
  return points;
}

std::vector<std::int64_t> features_by_score(const Points &points, const manifact_model *model,
                                            std::size_t cluster, std::int64_t count) {
  if (manifact_model_sizes(model)[cluster] == 0) return {};
  const std::size_t k = clusters_of(points);
  std::vector<std::int64_t> features(points.overall.size() / 2);
  for (std::size_t j = 0; j < features.size(); ++j) features[j] = static_cast<std::int64_t>(j);
  const auto middle = features.begin() + std::min<std::int64_t>(count, std::ssize(features));
  std::partial_sort(features.begin(), middle, features.end(), [&](std::int64_t a, std::int64_t b) {
    const double of_a = std::fabs(score_of(points, k, a, cluster)),
                 of_b = std::fabs(score_of(points, k, b, cluster));
    return of_a > of_b || (of_a == of_b && a < b);
  });
  features.erase(middle, features.end());
  return features;
}

std::vector<std::string> scored_names(const Points &points, std::size_t cluster,
                                      const std::vector<std::int64_t> &features,
                                      const std::vector<std::string> &names) {
  constexpr double least = 0.05;  // less is printed as 0.0
  std::vector<std::string> words;
  for (std::size_t f = 0; f < features.size(); ++f) {
    const double z = score_of(points, clusters_of(points), features[f], cluster);
    if (std::fabs(z) >= least)
      words.push_back(names[f] + (z < 0 ? " " : " +") + fixed_number(z, 1));
  }
  return words;
}

ordered_json features_array(const Points &points, std::size_t cluster,
                            const std::vector<std::int64_t> &features,
                            const std::vector<std::string> &names) {
  ordered_json list = ordered_json::array();
  for (std::size_t f = 0; f < features.size(); ++f) {
    const std::size_t at = static_cast<std::size_t>(features[f]) * clusters_of(points) + cluster;
    list.push_back({{"feature", features[f]},
                    {"name", names[f]},
                    {"mean", points.means[at]},
                    {"z", points.scores[at]}});
  }
  return list;
}

std::vector<NearCluster> near_by_distance(const manifact_model *model, std::size_t cluster) {
  std::vector<NearCluster> near;
  for (std::int64_t c = 0; c < manifact_model_clusters(model); ++c)
    if (c != static_cast<std::int64_t>(cluster) && manifact_model_sizes(model)[c] > 0)
      near.push_back({c, std::sqrt(between(model, cluster, static_cast<std::size_t>(c)))});
  std::stable_sort(near.begin(), near.end(), [](const NearCluster &a, const NearCluster &b) {
    return a.distance < b.distance;
  });
  return near;
}

namespace {

// The features with the largest weights in an axis, of at least a third of the largest.
ordered_json weights_of(const std::vector<double> &axes, std::size_t axis,
                        const std::vector<std::string> &names) {
  constexpr std::size_t most = 3;
  const auto weight = [&](std::size_t j) { return axes[2 * j + axis]; };
  std::vector<std::size_t> features(axes.size() / 2);
  std::iota(features.begin(), features.end(), std::size_t{0});
  std::stable_sort(features.begin(), features.end(), [&](std::size_t a, std::size_t b) {
    return std::fabs(weight(a)) > std::fabs(weight(b));
  });
  ordered_json list = ordered_json::array();
  for (std::size_t f = 0; f < std::min(most, features.size()); ++f)
    if (weight(features[0]) != 0 &&
        3 * std::fabs(weight(features[f])) >= std::fabs(weight(features[0])))
      list.push_back({names[features[f]], std::round(100 * weight(features[f])) / 100});
  return list;
}

}  // namespace

ScatterPlot scatter_of(const Session &session, const manifact_model *model, const Points &points,
                       const std::vector<std::string> &names) {
  const std::int64_t n = manifact_model_documents(model), m = manifact_model_features(model);
  const auto rows = static_cast<std::size_t>(n), features = static_cast<std::size_t>(m);
  std::vector<double> places(2 * rows), axes(2 * features), shares(2);
  session.check(manifact_model_scatter(session.stoppable(), model, points.rows, places.data(),
                                       nullptr, n, axes.data(), shares.data(), m));
  ScatterPlot plot{std::vector<double>(2 * rows), ordered_json::array()};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    double low = places[axis], high = low;
    for (std::size_t i = 0; i < rows; ++i) {
      low = std::min(low, places[2 * i + axis]);
      high = std::max(high, places[2 * i + axis]);
    }
    const double half = high / 2 - low / 2;
    for (std::size_t i = 0; i < rows; ++i) {
      double &place = plot.places[2 * i + axis];
      place = half > 0 ? std::round(10000 * ((places[2 * i + axis] / 2 - low / 2) / half)) : 5000;
    }
    ordered_json one{{"low", low}, {"high", high}};
    if (axis < features && features <= 2) {
      one["name"] = names[axis];
    } else if (features > 2) {
      one["share"] = std::round(1000 * shares[axis]) / 1000;
      one["weights"] = weights_of(axes, axis, names);
    }
    plot.axes.push_back(std::move(one));
  }
  return plot;
}

}  // namespace cli
