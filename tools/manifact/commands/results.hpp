// The result files of a model in a directory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "output/result_directory.hpp"
#include "output/user_table.hpp"
#include "readers/documents.hpp"
#include "report/report.hpp"
#include "report/summary.hpp"
#include "terminal/session.hpp"

namespace cli {

// The names of all files that a directory of results may contain.
// `inputs`: of the run, of which each may give a table; those of earlier runs are in the directory.
std::vector<std::string> result_names(const std::string &directory, std::size_t inputs = 1);

// The same with their directory.
std::vector<std::string> result_paths(const std::string &directory);

// Before any work: a Failure if --memberships is neither csv nor npz, is given without -o, or is
// npz and cannot be written.
void check_memberships(const std::optional<std::string> &memberships,
                       const std::optional<std::string> &output);

// table: the user's own, without its columns; may be null. Returns the names of the tables.
// memberships: the format of the file of all memberships, csv or npz.
std::vector<std::string> write_results(Session &session, ResultDirectory &results,
                                       const ModelSummary &findings, const Documents &documents,
                                       const std::optional<std::string> &memberships,
                                       const std::string &summary, const Report &report,
                                       UserTable *table = nullptr);

// One cluster that holds nearly everything is rarely what was wanted.
void warn_of_large_cluster(Session &session, const ModelSummary &findings);

}  // namespace cli
