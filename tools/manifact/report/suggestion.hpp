// The number of clusters: the table of candidates, for suggest-k and for -k auto.
#pragma once

#include <manifact/manifact.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cli {

// k, reason, levels: objects with k, stability and how sure that is, warnings, table: objects with
// k, eigenvalue, gap, stability, score, status and, if a number could not be evaluated, why.
nlohmann::ordered_json suggestion_object(const manifact_suggestion *suggestion);

// "5 clusters suggested (range 2 to 40): ..."
std::string suggestion_line(const manifact_suggestion *suggestion);

// The levels at which samples agree, from the coarsest: the suggested number; of those up to half
// of it, and of those from its double, the one with the largest score, if its stability is .8 or
// more.
std::vector<std::int64_t> suggested_levels(const manifact_suggestion *suggestion);

// "2,7,16"
std::string levels_text(const manifact_suggestion *suggestion);

std::string suggestion_text(const manifact_suggestion *suggestion);

}  // namespace cli
