// The number of clusters: the table of candidates, for suggest-k and for -k auto.
#pragma once

#include <manifact/manifact.h>

#include <nlohmann/json.hpp>
#include <string>

namespace cli {

// k, reason, warnings, table: an array of objects with k, eigenvalue, gap, stability, score, status
// and, if a number could not be evaluated, why.
nlohmann::ordered_json suggestion_object(const manifact_suggestion *suggestion);

// "5 clusters suggested (range 2 to 40): ..."
std::string suggestion_line(const manifact_suggestion *suggestion);

std::string suggestion_text(const manifact_suggestion *suggestion);

}  // namespace cli
