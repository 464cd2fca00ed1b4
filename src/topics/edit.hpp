// Changes of the topics of a finished model, without a new fit. The result is a separate model that
// contains the fit it is derived from: that fit assigns new documents, and their clusters are then
// mapped to the topics. Topics that an edit does not name keep their documents.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The maps. Topics keep their order; a merged topic takes the position of the first of its parts.
// Throw Error(argument) for topics that do not exist or occur twice.
TopicEdit merge_of(const Model &model, const std::vector<Index> &topics);
TopicEdit hide_of(const Model &model, const std::vector<Index> &topics);
// group: the group of each topic; groups are numbered in the order of their first topics.
TopicEdit reduce_of(const Model &model, const std::vector<Index> &group);
TopicEdit split_of(const Model &model, Index topic, std::shared_ptr<const Model> parts);

// The documents in the units of the fit: those that the model keeps, or X, in the counts or values
// that the fit was given.
class FittedDocuments {
 public:
  // Throws Error(mismatch) if X does not have the rows and columns of the fit.
  FittedDocuments(const Model &model, const Matrix *X, ExecutionContext &run);

  bool missing() const noexcept { return view_.rows == 0; }
  // Throws Error(argument) if they are missing.
  const DataView<double> &need() const;

 private:
  WeightedData<double> own_;
  DataView<double> view_;
  bool is_kernel_;
};

// The cosine of a document to the mean of a topic. `square` is the squared length of the mean.
double cosine_to_mean(const Model &model, const DataRow<double> &x, Index topic,
                      double square) noexcept;

// The topic's documents.
std::vector<std::int32_t> members_of(const Model &model, Index topic);

// The model after the edit. A merge and a split need the documents.
std::unique_ptr<Model> edited(const std::shared_ptr<const Model> &model, TopicEdit edit,
                              const FittedDocuments &documents, ExecutionContext &run);
std::unique_ptr<Model> renamed(const std::shared_ptr<const Model> &model, Index topic,
                               const std::string &name, ExecutionContext &run);
// Of two or more topics together, such as a parent in their tree.
std::unique_ptr<Model> renamed_group(const std::shared_ptr<const Model> &model,
                                     std::vector<Index> topics, const std::string &name,
                                     ExecutionContext &run);
// "" if the group has none; topics in any order.
const char *group_name(const Model &model, std::vector<Index> topics);

}  // namespace manifact
