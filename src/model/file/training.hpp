// The data that every rule for new documents may use, and the read-out, in a model file.
#pragma once

#include <string>

#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

// What a reader must know to use the model rightly, beyond the first release: words, separated by
// spaces.
std::string needs_of(const TrainingData &training);

void add_readout_facts(KeyValues &facts, const MembershipReadout &readout);
void add_training_facts(KeyValues &facts, const TrainingData &training);
// None of a linear one.
void add_kernel_facts(KeyValues &facts, const KernelSpec &kernel);

// The kernel and the scaling, where there are some. Throws Error(version) for other needs.
void read_needs(const FactReader &facts, Model &model);
void read_readout(const FactReader &facts, Model &model);

// Refuses parts that have the right sizes, but are not all that the facts ask for. The documents
// may be missing: keep-data=no leaves them out, and assign() says so.
void read_training(const FactReader &facts, Model &model);

}  // namespace manifact
