// The training documents, their scaling, what all prediction rules share, and the read-out, in a
// model file.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/archive.hpp"
#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"
#include "text/weighting.hpp"

namespace manifact {

// The training documents.

// Marks files whose reader must understand dense documents.
inline constexpr const char *dense_need = "dense-documents";

// The rows from number `first` on; `matrix`: the values of dense rows, before weighting.
void put_rows(ArchiveWriter &writer, const WeightedData<double> &X, const Matrix *matrix,
              Index first);
bool has_documents(const ArchiveReader &archive) noexcept;
// The weights must have been read.
void read_documents(const FactReader &facts, Index n, Index m, TrainingData &training,
                    ExecutionContext &run);

// Vectors that accompany the documents: the rows from number `first` on; null: nothing is written.
void put_vectors(ArchiveWriter &writer, const Matrix *vectors, Index first);

// All documents of a model whose file has rows that were added to those of its fit.
std::shared_ptr<const GrownDocuments> read_added_rows(const FactReader &facts, const Model &model,
                                                      Index added, ExecutionContext &run);

// The feature scaling and the power of two.

// The words for the fact `needs` of either scaling.
std::vector<std::string> needs_of_scaling(const FeatureWeights &weights);

// Writes nothing if there is no scaling.
void put_scaling(ArchiveWriter &writer, const FeatureWeights &weights);

// Reads the scaling with that name, for m features. Returns false if there is none with the name.
bool read_scaling(const ArchiveReader &archive, std::string_view name, Index m,
                  FeatureWeights &weights, const std::shared_ptr<Memory> &memory);

// The rule for documents without a cluster in a model file: the need "left-out" with the facts
// min_membership, fit_score and least_score. A reader that does not know it would assign every
// document.

inline constexpr const char *left_out_need = "left-out";

void add_left_out_facts(KeyValues &facts, const LeftOutRule &rule);  // none if the rule is empty
LeftOutRule read_left_out(const FactReader &facts);

// What all prediction rules share, and the read-out.

// The features, added since the first release, that a reader must know to use the model: words
// separated by spaces.
std::string needs_of(const Model &model);

void add_readout_facts(KeyValues &facts, const MembershipReadout &readout);
void add_training_facts(KeyValues &facts, const TrainingData &training);
// Adds nothing if the documents have no vectors.
void add_vector_facts(KeyValues &facts, const TrainingData &training);
// Adds nothing for a linear kernel.
void add_kernel_facts(KeyValues &facts, const KernelSpec &kernel);

// Reads the kernel and the scaling if the model has them. Throws Error(version) for unknown needs.
void read_needs(const FactReader &facts, Model &model);
void read_readout(const FactReader &facts, Model &model);

// Rejects parts that have the right sizes but lack something that the facts require. The documents
// may be missing: keep-data=no omits them, and assign() reports that.
void read_training(const FactReader &facts, Model &model, ExecutionContext &run);

}  // namespace manifact
