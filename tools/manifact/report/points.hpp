// Points, which are dense rows that are no counts: how their features differ between the clusters,
// distances, and the scatter plot of the report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "terminal/session.hpp"

namespace cli {

struct Points {
  std::vector<double> means, scores;  // m x k: in the units of the input; z-scores
  std::vector<double> overall;        // m x 2: mean and standard deviation of all rows
  std::vector<double> distances;      // n: of each row to its center, as clustered
  // k: the root mean square of these distances, over that of all rows to their mean.
  std::vector<double> spread;
  const manifact_matrix *rows = nullptr;  // null: those that the model keeps

  bool empty() const { return distances.empty(); }  // the documents are not points
};

// X: the documents of the fit, if they are known; or null. Empty as well for vectors with texts,
// whose terms describe the clusters.
Points points_of(const Session &session, const manifact_model *model, const manifact_matrix *X);

// At most `count` features of a cluster by decreasing |z|, ties by number; none of an empty one.
std::vector<std::int64_t> features_by_score(const Points &points, const manifact_model *model,
                                            std::size_t cluster, std::int64_t count);

// "income +1.8, age -0.9": those whose score is not 0.0.
std::vector<std::string> scored_names(const Points &points, std::size_t cluster,
                                      const std::vector<std::int64_t> &features,
                                      const std::vector<std::string> &names);

// [{"feature": 2, "name": .., "mean": .., "z": ..}, ..]; no name if the features have none.
nlohmann::ordered_json features_array(const Points &points, std::size_t cluster,
                                      const std::vector<std::int64_t> &features,
                                      const std::vector<std::string> &names);

struct NearCluster {
  std::int64_t cluster;
  double distance;  // of the centers, as clustered
};
// The other clusters that have documents, by increasing distance.
std::vector<NearCluster> near_by_distance(const manifact_model *model, std::size_t cluster);

// The scatter plot of the report: the place of each row from 0 to 10000 between the ends of the
// axes, and the axes.
struct ScatterPlot {
  std::vector<double> places;   // n x 2
  nlohmann::ordered_json axes;  // {"low", "high"} and "name", or "share" and "weights"
};
// names: of the features, for any of them.
ScatterPlot scatter_of(const Session &session, const manifact_model *model, const Points &points,
                       const std::vector<std::string> &names);

}  // namespace cli
