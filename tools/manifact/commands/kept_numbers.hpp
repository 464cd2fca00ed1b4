// cluster --keep-numbers MODEL: topics take the numbers of those of an earlier model.
#pragma once

#include <optional>
#include <string>

#include "terminal/session.hpp"

namespace cli {

// The model that --keep-numbers names, or that is beside the summary.json of --like; none for "no"
// and for labels, which number the topics. Throws Failure if both are given, or for a model that
// cannot be read; that of --like is then left, with a warning.
Model model_of_numbers(Session &session, const std::optional<std::string> &given,
                       const std::optional<std::string> &like, bool has_labels);

// Hands it to the solver; null: none.
void keep_numbers(Session &session, const Model &before, manifact_solver *solver);

// Says how many topics have their numbers.
void tell_numbers(Session &session, const Model &before, const manifact_model *after);

}  // namespace cli
