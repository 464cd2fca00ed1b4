// The number of clusters: the table of candidates, for suggest-k and for -k auto.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "commands/corpus.hpp"
#include "commands/session.hpp"
#include "handles.hpp"

namespace cli {

constexpr std::int64_t fewest_clusters = 2,
                       most_clusters = 40;  // the default range

// The method of `solver` is ncut. If `to` is 0: most_clusters, or the largest number that the
// documents allow.
Suggestion suggest(Session &session, manifact_solver *solver, const manifact_matrix *X,
                   const std::string &name, std::int64_t from, std::int64_t to);

// The options that describe the data, from those of any method: ncut makes the suggestion on the
// same data.
Settings settings_of_data(const std::string &method, const Settings &settings);

// k, reason, warnings, table: an array of objects with k, eigenvalue, gap, stability, score, status
// and, if a number could not be evaluated, why.
nlohmann::ordered_json suggestion_object(const manifact_suggestion *suggestion);

// "5 clusters suggested (range 2 to 40): ..."
std::string suggestion_line(const manifact_suggestion *suggestion);

std::string suggestion_text(const manifact_suggestion *suggestion);

}  // namespace cli
