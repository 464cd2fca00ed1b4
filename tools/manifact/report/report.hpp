// report.html: one page with all results of a run, to read and to share.
#pragma once

#include <string>
#include <vector>

#include "readers/documents.hpp"
#include "report/summary.hpp"
#include "terminal/session.hpp"

namespace cli {

// The title names the input, if there is one and not several; the page shows the names of inputs
// and other files without the folders that they are in. `documents` is empty if the input is a
// matrix.
std::string report_html(const Session &session, const Findings &findings,
                        const Documents &documents, const std::vector<std::string> &inputs,
                        const std::vector<std::string> &other_files = {});

}  // namespace cli
