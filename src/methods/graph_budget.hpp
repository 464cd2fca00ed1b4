// What graphs, and the eigenvectors of them, may take of the memory-budget.
#pragma once

#include <string>

#include "methods/method.hpp"
#include "options/options.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Throws Error(budget) where the graph of p neighbors of n documents has a larger array; with
// `local_systems` also where a p x p matrix is larger.
void check_graph_budget(Index n, Index p, const Options &options, bool local_systems = false);

// The same of a graph of so many edges at most, each stored from both ends.
void check_edges_budget(Index edges, const Options &options);

// The same of the blocks of vectors of this length that eigenvectors for k clusters are searched
// with.
void check_vectors_budget(Index length, Index k, const Options &options);

// What a user is told of a number of neighbors that the data do not allow.
std::string reduced(const char *option, Index asked, Index to, Index there, const char *what);

}  // namespace manifact
