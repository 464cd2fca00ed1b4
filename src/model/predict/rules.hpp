// All prediction rules, by their words in model files.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

// Reads a rule after the other parts of the model. Throws Error(corrupt) if the file lacks a part
// that the rule needs.
using ReadPredictor = std::unique_ptr<Predictor> (*)(const FactReader &facts, const Model &model);

// The reader for the fact 'rule'. Throws Error(version) for an unknown word.
ReadPredictor reader_of_rule(const FactReader &facts);

}  // namespace manifact
