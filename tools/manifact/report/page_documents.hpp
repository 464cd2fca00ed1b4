// The documents of the page: as columns, which take a tenth of the size of one object for each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "readers/documents.hpp"
#include "report/report.hpp"
#include "report/summary.hpp"
#include "report/text_files.hpp"

namespace cli {

// The documents that a page explains, and how many terms of each. The neighbors of dense rows are
// searched among all of them again, in a time that grows with the square of their number.
constexpr std::int64_t most_explained = 200000, most_explained_dense = 20000,
                       reasons_of_document = 6;

// The terms that explain documents, and what their parts are parts of: {"each", "terms", "rule"}.
// Null if nothing is explained.
nlohmann::ordered_json reasons_object(const ModelSummary &findings);

// JSON that may be embedded in a <script>: no "<" can open a tag. Text of any encoding.
std::string script_json(const nlohmann::ordered_json &json);

// Documents that were added to a model without names of their own, "PATH, line 3", without the
// folders of PATH.
std::string shared_id(const std::string &id);

// The documents listed on the page: all, or every n-th and the representatives.
std::vector<std::size_t> listed_documents(const ModelSummary &findings, ReportSize size);

struct PageDocuments {
  std::string json;
  TextFiles texts;  // those that are longer than the page has them
};

// {"cluster":"i32:..", ..}: without columns that carry no information. places: n x 2, NaN for a
// document without one. Those of points are from 0 to 10000 on each axis; others are put on a grid
// of 65535 x 65535 places with the same unit on both axes, on which 65535 is no place.
PageDocuments page_documents(const ModelSummary &findings, const Documents &documents,
                             const std::vector<double> &places, ReportSize size);

}  // namespace cli
