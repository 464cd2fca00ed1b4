// report.html: one page with all results of a run, to read and to share.
#pragma once

#include <string>

#include "commands/session.hpp"
#include "readers/documents.hpp"
#include "report/summary.hpp"

namespace cli {

// `input` names the data in the title. `documents` is empty if the input is a matrix.
std::string report_html(const Session &session, const Findings &findings,
                        const Documents &documents, const std::string &input);

}  // namespace cli
