// Rows of the method table: partitions of the documents by their nearest center.
#pragma once

#include "methods/method.hpp"

namespace manifact {

extern const Method kmeans, spherical_kmeans;

}  // namespace manifact
