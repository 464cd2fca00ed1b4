// The number of clusters: the table of candidates, for suggest-k and for -k auto.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "commands/corpus.hpp"
#include "commands/session.hpp"
#include "handles.hpp"

namespace cli {

// For a fit by the solver: manifact_solver_suggest_k(). 0: the default range.
Suggestion suggest(Session &session, manifact_solver *solver, const manifact_matrix *X,
                   const std::string &name, std::int64_t from, std::int64_t to);

// k, reason, warnings, table: an array of objects with k, eigenvalue, gap, stability, score, status
// and, if a number could not be evaluated, why.
nlohmann::ordered_json suggestion_object(const manifact_suggestion *suggestion);

// "5 clusters suggested (range 2 to 40): ..."
std::string suggestion_line(const manifact_suggestion *suggestion);

std::string suggestion_text(const manifact_suggestion *suggestion);

}  // namespace cli
