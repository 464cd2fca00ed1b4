// A graph as a list of its edges.
#pragma once

#include <cstdint>
#include <string>

#include "handles.hpp"
#include "readers/documents.hpp"
#include "terminal/session.hpp"

namespace cli {

// A graph in a format of other programs is refused, with the command that converts it.
void refuse_other_graphs(const std::string &path);

// Whether a text file of --graph lists edges, and is not a square table of weights: its first line
// of data has two or three fields.
bool lists_edges(const std::string &path, std::int64_t n_documents);

// Lines "document document [weight]", separated by tabs, commas, semicolons or blanks; a weight
// that is not given is 1, and lines that begin with # or % are comments. Documents are named by
// their ids or, if no name in the file is an id, by their row numbers from 0. Edges of documents
// that are not in the input are left out with a warning. Returns the symmetric matrix of weights.
Matrix read_edges(Session &session, const std::string &path, const Documents &documents,
                  std::int64_t n_documents);

}  // namespace cli
