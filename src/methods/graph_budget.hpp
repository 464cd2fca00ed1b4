// Checks graphs and eigenvectors against the memory-budget.
#pragma once

#include <string>

#include "methods/method.hpp"
#include "options/options.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Throws Error(budget) if the graph of p neighbors of n documents needs an array above the budget,
// or, with `local_systems`, if a p x p matrix does.
void check_graph_budget(Index n, Index p, const Options &options, bool local_systems = false);

// The same for a graph with at most this many edges, each stored from both ends.
void check_edges_budget(Index edges, const Options &options);

// The same for the blocks of vectors of this length in the search for the eigenvectors of k
// clusters.
void check_vectors_budget(Index length, Index k, const Options &options);

// A warning that a number of neighbors was reduced because the data are too small.
std::string reduced(const char *option, Index requested, Index to, Index there, const char *what);

}  // namespace manifact
