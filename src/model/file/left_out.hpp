// The rule for documents without a cluster in a model file: the need "left-out" with the facts
// min_membership, fit_score and least_score. A reader that does not know it would assign every
// document.
#pragma once

#include "model/fact_reader.hpp"
#include "model/model.hpp"

namespace manifact {

inline constexpr const char *left_out_need = "left-out";

void add_left_out_facts(KeyValues &facts, const LeftOutRule &rule);  // none if the rule is empty
LeftOutRule read_left_out(const FactReader &facts);

}  // namespace manifact
