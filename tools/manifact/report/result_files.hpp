// The tables that manifact cluster -o writes for other programs.
#pragma once

#include <string>

#include "report/summary.hpp"

namespace cli {

// One cluster per line, -1 = unassigned.
// copies: with places, all documents that were read get a line; may be null.
std::string labels_text(const manifact_model *model, const Copies *copies);

// document,cluster,membership, then id,label if known, then margin: the membership is the share of
// the cluster in the document, 0 if unassigned; the margin is the largest share less the second.
std::string clusters_csv(const Session &session, const ModelSummary &findings,
                         const Documents &documents);

// One object for each cluster, a row of a table for pandas.read_json: topic, size, share, cohesion,
// top_terms, representatives.
std::string topics_json(const ModelSummary &findings);

// document (or id), and the share of each cluster.
std::string memberships_csv(const Session &session, const ModelSummary &findings,
                            const Documents &documents);

}  // namespace cli
