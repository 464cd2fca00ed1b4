// report.html: one page with all that is known of a run, to be read by people and sent on.
#pragma once

#include <string>

#include "commands/session.hpp"
#include "readers/documents.hpp"
#include "report/summary.hpp"

namespace cli {

// `input` names the data in the title. `documents` is empty for a matrix.
std::string report_html(const Session &session, const Findings &findings,
                        const Documents &documents, const std::string &input);

}  // namespace cli
