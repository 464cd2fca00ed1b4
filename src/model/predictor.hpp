// The prediction rule of a model for new documents. Each rule has a file in model/predict and an
// entry in the list of model/predict/rules.cpp, with its name in model files.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

struct KernelSpec;
struct Model;
struct Neighbors;
struct TrainingData;

// The neighbors of new documents among the training documents of one model.
struct FoundNeighbors {
  const TrainingData *among = nullptr;
  std::shared_ptr<const Neighbors> lists;
};

// Weighted and scaled like the training documents.
struct NewDocuments {
  DataView<double> X;
  Array<bool> empty;                          // documents without features
  const DataView<double> *vectors = nullptr;  // of unit length or zero, one for each; or null
  // Kept by the first question to a rule for the next one: new_neighbors().
  mutable FoundNeighbors found = {};
};

// An array that a rule stores.
struct PredictorPart {
  const char *section;  // its name in the model file
  const char *meaning;  // its name in messages
  const Array<double> *values;
  Index columns = 1;
};

class Predictor {
 public:
  virtual ~Predictor() = default;

  // The name of the rule in model files.
  virtual const char *word() const noexcept = 0;

  // labels: one per document, -1 for none; memberships: documents x k, or null.
  virtual void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
                       double *memberships, ExecutionContext &run) const = 0;

  // Whether new documents are compared with the training documents themselves, apart from the edges
  // to their neighbors.
  virtual bool compares_documents(const KernelSpec &) const noexcept { return false; }

  // Whether the rule distinguishes clusters at zero: by distances, or by a kernel that is not 0
  // there.
  virtual bool separates_origin(const KernelSpec &) const noexcept { return false; }

  // Whether the rule uses the vectors of documents.
  virtual bool uses_vectors() const noexcept { return false; }

  // Whether the rule uses the columns of U.
  virtual bool uses_basis() const noexcept { return true; }

  // n: the weights g of the documents in the concepts X' diag(g) W; null or empty: 1.
  virtual const Array<double> *document_weights() const noexcept { return nullptr; }

  // Renumbers the clusters: cluster c becomes the old cluster order[c].
  virtual void permute(const std::vector<Index> &) {}

  // Adds the rule's facts to those of a model file, or replaces their values.
  virtual void set_facts(KeyValues &) const {}

  // The stored arrays for k clusters, including empty arrays.
  virtual std::vector<PredictorPart> parts(Index) const { return {}; }
};

// Permutation of clusters.

// Permutes the values at(c), c in 0 .. k-1, in place: at(c) gets the old value of at(order[c]).
template <class At>
void permute(const std::vector<Index> &order, At at) {
  std::vector<double> old(order.size());
  for (std::size_t c = 0; c < order.size(); ++c)
    old[c] = static_cast<double>(at(static_cast<Index>(c)));
  for (std::size_t c = 0; c < order.size(); ++c) {
    auto &place = at(static_cast<Index>(c));
    place = static_cast<std::remove_reference_t<decltype(place)>>(
        old[static_cast<std::size_t>(order[c])]);
  }
}

// Permutes the columns of A, row-major with k columns.
inline void permute_columns(Array<double> &A, const std::vector<Index> &order) {
  const Index k = static_cast<Index>(order.size());
  for (Index d = 0; d < A.size() / k; ++d)
    permute(order, [&](Index c) -> double & { return A[d * k + c]; });
}

}  // namespace manifact
