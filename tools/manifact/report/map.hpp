// Where clusters and documents stand on the map of the report: a picture of what is near what, and
// nothing that decides anything.
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

// A disc for each cluster, with an area as its size; similar clusters (k x k cosines) near each
// other, and none on another.
std::vector<Disc> place_clusters(const std::vector<double> &similarities,
                                 const std::vector<std::int64_t> &sizes);

// Each document in the disc of its cluster, those nearest to the centroid in the middle, and drawn
// from there towards the mean of all discs, weighted by the squares of its memberships. The
// unassigned have no place that means something and get the origin.
std::vector<Point> place_documents(const manifact_model *model,
                                   const std::vector<double> &proportions,
                                   const std::vector<Disc> &discs);

}  // namespace cli
