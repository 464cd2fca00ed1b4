// The result files of a model in a directory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "output/result_directory.hpp"
#include "readers/documents.hpp"
#include "report/summary.hpp"
#include "terminal/session.hpp"

namespace cli {

// The names of all files that a directory of results may contain.
const std::vector<std::string> &result_names();

// The same with their directory.
std::vector<std::string> result_paths(const std::string &directory);

// Before any work: a Failure if --memberships is neither csv nor npz, is given without -o, or is
// npz and cannot be written.
void check_memberships(const std::optional<std::string> &memberships,
                       const std::optional<std::string> &output);

// memberships: the format of the file of all memberships, csv or npz. report: "" if there is none.
void write_results(Session &session, ResultDirectory &results, const Findings &findings,
                   const Documents &documents, const std::optional<std::string> &memberships,
                   const std::string &summary, const std::string &report);

}  // namespace cli
