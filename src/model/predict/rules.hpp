// All rules for new documents, by the words that name them in model files.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

// From the file of a model whose other parts have been read. Throws Error(corrupt) where the file
// has not all that the rule needs.
using ReadPredictor = std::unique_ptr<Predictor> (*)(const FactReader &facts, const Model &model);

// That of the fact 'rule'. Throws Error(version) for a word that is not known.
ReadPredictor reader_of_rule(const FactReader &facts);

}  // namespace manifact
