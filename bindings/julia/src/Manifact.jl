"""
Clustering of documents, and of any other feature vectors, by graph-regularized matrix
factorization.

Documents are columns: an m x n matrix holds n documents with m features. Clusters, documents and
features are counted from 1, and -1 stands for "no cluster" and "not known".
"""
module Manifact

using LinearAlgebra: Adjoint, Transpose
import SparseArrays
using SparseArrays: SparseMatrixCSC, getcolptr, nnz, nonzeros, rowvals

include("generated/library.jl")

const C = LibManifact

include("handles.jl")
include("calls.jl")
include("arrays.jl")
include("documents.jl")
include("options.jl")
include("vectorizer.jl")
include("graph.jl")
include("constraints.jl")
include("solver.jl")
include("model.jl")
include("topics.jl")
include("files.jl")
include("listing.jl")

export Documents, Vectorizer, Graph, Constraints, Solver, Model, CancelToken
export ManifactError, request_cancel
export read_documents, parse_documents, write_documents, weighted, row_labels
export set_feature_names!, feature_names, set_vectors!
export document_frequencies, set_background!, background_documents
export add_texts!, add_stop_words!, finish!, fit_transform!, transform, transform_counted
export terms, vectorizer_from_terms, take_limits!
export knn_graph, adaptive_graph, search_info
export listed, suggest_pairs, evaluate
export fit, refit, join_models, solver_graph, suggest_k, reset_option!
export set_graph!, set_feature_graph!, set_constraints!, set_vectorizer!, set_texts!
export common_documents, compare, new_topics, set_numbers_of!
export set_column!, set_start_labels!, set_start_factors!, set_start_features!, set_start_model!
export suggest_labels, explain, score_rule, has_additive_score, group_test, group_terms, seed_labels
export cluster_texts, assign, assign_memberships, assign_proportions, assign_texts
export labels, sizes, memberships, associations, basis, centroids, cosines, history
export top_terms, top_features, representatives, title, save_model, load_model

function __init__()
    C.manifact_abi_supported(C.ABI) == 1 ||
        error("the library of Manifact is of version $(version()), " *
              "which does not support ABI $(C.ABI)")
end

end
