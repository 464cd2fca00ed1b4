// The rule of a model for new documents. One file in model/predict each, and a line in its list
// (model/predict/rules.cpp), by which a model file names it.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

struct KernelSpec;
struct Model;

// Weighted and scaled as those of the fit.
struct NewDocuments {
  Csr<double> X;
  Array<bool> empty;  // without features
};

// An array that a rule holds.
struct PredictorPart {
  const char *section;  // of the model file
  const char *meaning;  // in messages
  const Array<double> *values;
  Index columns = 1;
};

class Predictor {
 public:
  virtual ~Predictor() = default;

  // In the model file.
  virtual const char *word() const noexcept = 0;

  // labels: one for each document, -1 for none; memberships: documents x k, or null.
  virtual void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
                       double *memberships, ExecutionContext &run) const = 0;

  // Whether new documents are compared with the training documents themselves, beside edges to
  // their neighbors.
  virtual bool compares_documents(const KernelSpec &) const noexcept { return false; }

  // Whether the rule tells clusters apart at the origin: by distances, or by a kernel that is not 0
  // there.
  virtual bool separates_origin(const KernelSpec &) const noexcept { return false; }

  // Whether the rule places new documents by the columns of U.
  virtual bool uses_basis() const noexcept { return true; }

  // Cluster c becomes what cluster order[c] was.
  virtual void permute(const std::vector<Index> &) {}

  // Into the facts of a model file: those of the rule's own are appended, others get their values.
  virtual void set_facts(KeyValues &) const {}

  // Of k clusters; empty ones included.
  virtual std::vector<PredictorPart> parts(Index) const { return {}; }
};

}  // namespace manifact
