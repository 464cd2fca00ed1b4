// The layout of clusters and documents on a map, as in the report. It is a picture only and does
// not influence any result.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace manifact {

struct Point {
  double x = 0, y = 0;
};

struct Disc : Point {
  double radius = 0;
};

// From -1 to 1, pseudo-random but deterministic.
double noise(std::uint64_t x) noexcept;

// A disc for each cluster, with its size as area; similar clusters are close to each other, and no
// discs overlap.
std::vector<Disc> place_clusters(const Model &model);

// Places each document in the disc of its cluster, those nearest to the centroid in the center, and
// shifts it toward the mean of all discs weighted by the squares of its memberships. Unassigned
// documents get the origin.
std::vector<Point> place_documents(const Model &model, const std::vector<Disc> &discs);

}  // namespace manifact
