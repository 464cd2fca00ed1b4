// The data shared by all prediction rules, and the read-out, in a model file.
#pragma once

#include <string>

#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

// The features, added since the first release, that a reader must know to use the model: words
// separated by spaces.
std::string needs_of(const Model &model);

void add_readout_facts(KeyValues &facts, const MembershipReadout &readout);
void add_training_facts(KeyValues &facts, const TrainingData &training);
// Adds nothing for a linear kernel.
void add_kernel_facts(KeyValues &facts, const KernelSpec &kernel);

// Reads the kernel and the scaling if the model has them. Throws Error(version) for unknown needs.
void read_needs(const FactReader &facts, Model &model);
void read_readout(const FactReader &facts, Model &model);

// Rejects parts that have the right sizes but lack something that the facts require. The documents
// may be missing: keep-data=no omits them, and assign() reports that.
void read_training(const FactReader &facts, Model &model, ExecutionContext &run);

}  // namespace manifact
