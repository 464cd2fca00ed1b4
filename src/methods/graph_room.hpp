// What graphs, and the eigenvectors of them, may take of the memory-budget.
#pragma once

#include <string>

#include "graph/graph.hpp"
#include "methods/options.hpp"
#include "methods/report.hpp"

namespace manifact {

// Throws Error(budget) where the graph of p neighbours of n documents has a larger array.
void check_graph_room(std::int64_t n, std::int64_t p, const Options &options);

// The same of a graph of so many edges at most, each stored from both ends.
void check_edges_room(std::int64_t edges, const Options &options);

// The same of the blocks of vectors of this length that eigenvectors for k clusters are searched
// with.
void check_vectors_room(std::int64_t length, std::int64_t k, const Options &options);

// The most neighbours that a local prediction takes of a graph of the caller's own; tells where it has more. A prediction takes p^3 steps for p
// neighbours, and the lists n p places: a document that is joined to very many others is predicted from the nearest of them.
std::int64_t longest_list(const Graph &graph, const Options &options, Report &report);

// What a user is told of a number of neighbours that the data do not allow.
std::string reduced(const char *option, std::int64_t asked, std::int64_t to, std::int64_t there, const char *what);

}  // namespace manifact
