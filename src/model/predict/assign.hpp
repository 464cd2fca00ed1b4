// Assigns new documents to the clusters of a model.
#pragma once

#include "linalg/data/data_view.hpp"
#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Throws for counts that the model cannot weigh.
void check_documents(const Model &model, const Matrix &X);

// The rows of X by the weights of the fit, in the storage of the training documents if these are
// kept, because they are compared.
WeightedData<double> weighted_documents(const Model &model, const Matrix &X, ExecutionContext &run);

// Throws Error(value) for rows too far from the training documents.
NewDocuments new_documents(const DataView<double> &X, ExecutionContext &run);

// By the rules of a fit; memberships (rows x k) may be null if min_membership is 0.
void assign_to_clusters(const Model &fitted, const NewDocuments &documents, std::int32_t *labels,
                        double *memberships, ExecutionContext &run);

// Throws for vectors that are not like those of the fit, which also assigns without any.
void check_new_vectors(const Model &model, const Matrix &X, const Matrix &vectors);

// labels: one per row of X; memberships: rows x k, row-major, or null. vectors: of the rows, or
// null.
void assign(const Model &model, const Matrix &X, const Matrix *vectors, std::int32_t *labels,
            double *memberships, ExecutionContext &run);

// The same for weighted rows, in the storage of the documents that the model keeps.
void assign_weighted(const Model &model, const DataView<double> &X, const Matrix *vectors,
                     std::int32_t *labels, double *memberships, ExecutionContext &run);

}  // namespace manifact
