// report.html: one page with all results of a run, to read and to share.
#pragma once

#include <string>
#include <vector>

#include "readers/documents.hpp"
#include "report/summary.hpp"
#include "report/text_files.hpp"
#include "terminal/session.hpp"

namespace cli {

// full: with texts; small: for mail, without texts and with at most 20000 documents.
enum class ReportSize { none, small, full };

// The page, and the texts beside it.
struct Report {
  std::string html;
  TextFiles texts = {};
};

// none, small or full; else a Failure.
ReportSize report_size(const std::string &word);

// Adds to the findings what the page needs beside the results: the map, and with texts why each
// document is in its topic. X: the documents of the fit.
void prepare_report(Session &session, ModelSummary &findings, const manifact_matrix *X,
                    ReportSize size);

// The findings have their map. The title names the input, if there is one and not several; the page
// shows the names of inputs and other files without the folders that they are in. `documents` is
// empty if the input is a matrix.
Report report_page(Session &session, const ModelSummary &findings, const Documents &documents,
                   const std::vector<std::string> &inputs,
                   const std::vector<std::string> &other_files = {},
                   ReportSize size = ReportSize::full);

}  // namespace cli
