// The layout of clusters and documents on the map of the report. It is a picture only and does not
// influence any result.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <vector>

namespace cli {

struct Point {
  double x = 0, y = 0;
};

struct Disc : Point {
  double radius = 0;
};

// A disc for each cluster, with its size as area; similar clusters (k x k cosines) are close to
// each other, and no discs overlap.
std::vector<Disc> place_clusters(const std::vector<double> &similarities,
                                 const std::vector<std::int64_t> &sizes);

// Places each document in the disc of its cluster, those nearest to the centroid in the center, and
// shifts it towards the mean of all discs weighted by the squares of its memberships. Unassigned
// documents get the origin.
std::vector<Point> place_documents(const manifact_model *model,
                                   const std::vector<double> &proportions,
                                   const std::vector<Disc> &discs);

}  // namespace cli
