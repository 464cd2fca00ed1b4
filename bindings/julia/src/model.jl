# Models: the result of a fit.

"The number of documents, features, clusters, and feature clusters of a model."
counts(model::Model) = (documents=C.manifact_model_documents(model),
    features=C.manifact_model_features(model), clusters=C.manifact_model_clusters(model),
    feature_clusters=C.manifact_model_feature_clusters(model),
    iterations=C.manifact_model_iterations(model))

n_documents(model::Model) = Int(C.manifact_model_documents(model))
n_clusters(model::Model) = Int(C.manifact_model_clusters(model))
n_feature_clusters(model::Model) = Int(C.manifact_model_feature_clusters(model))

"\"OK\", \"ITERATION_LIMIT\", \"FEWER_CLUSTERS\" or \"NOT_CONVERGED\"."
status(model::Model) = status_name(check(nothing, C.manifact_model_status(model)))

"Whether the tolerance was met."
converged(model::Model) = C.manifact_model_converged(model) == 1

"The final value of the objective."
objective(model::Model) = C.manifact_model_objective(model)

"The name of the method."
method_name(model::Model) = string_of(C.manifact_model_method, model)

"""
A copy of an array of the model. The rows of the library are the columns of the result; nothing if
the model has no such array.
"""
function model_array(model::Model, which)
    data, type = Ref{Ptr{Cvoid}}(C_NULL), Ref(Cint(0))
    rows, columns = Ref(Int64(0)), Ref(Int64(0))
    check(nothing, C.manifact_model_array(model, which, data, type, rows, columns))
    kinds = Dict(C.MANIFACT_INT32 => Int32, C.MANIFACT_INT64 => Int64,
        C.MANIFACT_DOUBLE => Float64)
    data[] == C_NULL && return nothing
    return copied(model, kinds[type[]], data[], Int(columns[]), Int(rows[]))
end

vector_of(model::Model, which) =
    let values = model_array(model, which)
        values === nothing ? nothing : vec(values)
    end

# The library has clusters, or features, as rows of these.
transposed(model::Model, which) =
    let values = model_array(model, which)
        values === nothing ? nothing : permutedims(values)
    end

"The cluster of each document, 1 .. k; -1 for none."
labels(model::Model) = from_library(vector_of(model, C.MANIFACT_ARRAY_LABELS))

"The number of documents of each cluster."
sizes(model::Model) = vector_of(model, C.MANIFACT_ARRAY_SIZES)

"The objective before the first update and after each."
history(model::Model) = vector_of(model, C.MANIFACT_ARRAY_HISTORY)

"The cosine of each document with the centroid of its cluster."
cosines(model::Model) = vector_of(model, C.MANIFACT_ARRAY_COSINES)

"V, clusters x documents: a column for each document."
memberships(model::Model) = model_array(model, C.MANIFACT_ARRAY_MEMBERSHIPS)

"W, documents x clusters; nothing for methods without."
associations(model::Model) = transposed(model, C.MANIFACT_ARRAY_ASSOCIATIONS)

"The basis, features x clusters; nothing for methods without."
basis(model::Model) = transposed(model, C.MANIFACT_ARRAY_BASIS)

"The means of the weighted, scaled documents of the clusters, features x clusters."
centroids(model::Model) = transposed(model, C.MANIFACT_ARRAY_CENTROIDS)

"The feature cluster of each feature, from 1, or -1; nothing for other methods."
feature_labels(model::Model) =
    let found = vector_of(model, C.MANIFACT_ARRAY_FEATURE_LABELS)
        found === nothing ? nothing : from_library(found)
    end

"The number of features of each feature cluster."
feature_sizes(model::Model) = vector_of(model, C.MANIFACT_ARRAY_FEATURE_SIZES)

"G, features x feature clusters."
feature_memberships(model::Model) = transposed(model, C.MANIFACT_ARRAY_FEATURE_MEMBERSHIPS)

"C, clusters x feature clusters."
core(model::Model) = transposed(model, C.MANIFACT_ARRAY_CORE)

"The value of an option that the model was fitted with, as text; nothing for an unknown name."
option(model::Model, name) = string_of(C.manifact_model_option, model, String(name))

# Names and values, which are views of the model, of the entries 1 .. count.
function named(f, model::Model, count)
    found = Dict{String,String}()
    name, value = Ref{Ptr{UInt8}}(C_NULL), Ref{Ptr{UInt8}}(C_NULL)
    GC.@preserve model for index in 0:count-1
        check(nothing, f(index, name, value))
        found[unsafe_string(name[])] = unsafe_string(value[])
    end
    return found
end

"The options that the model was fitted with, as text."
options(model::Model) = named(model, C.manifact_model_option_count(model)) do i, name, value
    C.manifact_model_option_at(model, i, name, value)
end

"Named properties of the fit, for example \"graph_components\" => \"3\"."
diagnostics(model::Model) =
    named(model, C.manifact_model_diagnostic_count(model)) do i, name, value
        C.manifact_model_diagnostic(model, i, name, value)
    end

"Sentences about the data and the fit."
warnings(model::Model) = String[string_of(C.manifact_model_warning, model, i - 1)
    for i in 1:C.manifact_model_warning_count(model)]

shared(view::Ptr{C.manifact_vectorizer}) =
    view == C_NULL ? nothing : Vectorizer(C.manifact_vectorizer_retain(view))

"The vectorizer that made the features; nothing if there is none."
vectorizer(model::Model) = GC.@preserve model shared(C.manifact_model_vectorizer(model))

"The vectorizer of the texts that were attached; nothing if there is none."
text_vectorizer(model::Model) =
    GC.@preserve model shared(C.manifact_model_text_vectorizer(model))

# An array that a function of the library fills.
function filled(f, dimensions...)
    values = Array{Float64}(undef, dimensions)
    check(nothing, f(values))
    return values
end

"The memberships as shares that sum to 1 for each document, clusters x documents."
proportions(model::Model) = filled(n_clusters(model), n_documents(model)) do values
    C.manifact_model_proportions(model, values, length(values))
end

"The largest proportion of each document less the second largest."
margins(model::Model) = filled(n_documents(model)) do values
    C.manifact_model_margins(model, values, length(values))
end

"The proportion of its cluster below which a document is left without one."
min_membership(model::Model) = C.manifact_model_min_membership(model)

"The mean cosine of the documents of each cluster with its centroid."
cohesion(model::Model) = filled(n_clusters(model)) do values
    C.manifact_model_cohesion(model, values, length(values))
end

"The cosines of the centroids."
similarities(model::Model) = filled(n_clusters(model), n_clusters(model)) do values
    C.manifact_model_similarities(model, values, n_clusters(model))
end

const BLOCKS = Dict("mass" => C.MANIFACT_BLOCK_MASS, "mean" => C.MANIFACT_BLOCK_MEAN,
    "lift" => C.MANIFACT_BLOCK_LIFT)

"A measure of the blocks of a co-clustering, clusters x feature clusters."
blocks(model::Model; measure="lift") =
    permutedims(filled(n_feature_clusters(model), n_clusters(model)) do values
        C.manifact_model_blocks(model, number_of(BLOCKS, "measure", measure), values,
            size(values, 2), size(values, 1))
    end)

"Positions for a picture: 2 x documents with x, y; 3 x clusters with x, y and the radius."
function positions(model::Model)
    documents = Matrix{Float64}(undef, 2, n_documents(model))
    clusters = Matrix{Float64}(undef, 3, n_clusters(model))
    check(nothing, C.manifact_model_map(model, documents, size(documents, 2), clusters,
        size(clusters, 2)))
    return documents, clusters
end

const SCORES = Dict("concept" => C.MANIFACT_SCORE_CONCEPT, "lift" => C.MANIFACT_SCORE_LIFT,
    "exclusivity" => C.MANIFACT_SCORE_EXCLUSIVITY)

# Pairs of an index counted from 1 and a score, of the arrays that a function fills.
function ranked(f, count)
    indices, scores = Vector{Int64}(undef, count), Vector{Float64}(undef, count)
    found = Ref(Int64(0))
    check(nothing, f(indices, scores, found))
    return [(from_library(indices[i]), scores[i]) for i in 1:found[]]
end

"The features that describe a cluster best, with their scores."
top_features(model::Model, cluster; count=10, score="exclusivity") =
    ranked(count) do indices, scores, found
        C.manifact_model_top_features(model, topic_from_zero(model, cluster),
            number_of(SCORES, "score", score), count, indices, scores, found)
    end

"""
    top_terms(model, cluster; count=10, score="exclusivity")

The terms that describe a cluster best, with their scores; the indices of features if they have no
names.
"""
function top_terms(model::Model, cluster; count=10, score="exclusivity")
    found = ranked(count) do indices, scores, written
        C.manifact_model_top_terms(model, topic_from_zero(model, cluster),
            number_of(SCORES, "score", score), count, indices, scores, written)
    end
    names = text_vectorizer(model)
    names === nothing && (names = vectorizer(model))
    names === nothing && return found
    return [(string_of(C.manifact_vectorizer_term, names, index - 1), value)
        for (index, value) in found]
end

"The number of a topic from 0; an ArgumentError if there is no such topic."
function topic_from_zero(model::Model, topic)
    1 <= topic <= n_clusters(model) ||
        throw(ArgumentError("there is no topic $topic: 1 to $(n_clusters(model))"))
    return from_zero(topic)
end

"The documents of a cluster nearest to its centroid, with their cosines."
representatives(model::Model, cluster; count=10) = ranked(count) do indices, values, found
    C.manifact_model_representatives(model, topic_from_zero(model, cluster), count, indices, values,
        found)
end

"The documents with the largest entries in a column of W."
concept_documents(model::Model, cluster; count=10) = ranked(count) do indices, values, found
    C.manifact_model_concept_documents(model, topic_from_zero(model, cluster), count, indices,
        values, found)
end

"The features of a feature cluster with the largest memberships."
feature_cluster_features(model::Model, feature_cluster; count=10) =
    ranked(count) do indices, values, found
        C.manifact_model_feature_cluster_features(model, from_zero(feature_cluster), count,
            indices, values, found)
    end

"""
The constraints of the fit that the clusters violate: `(first, second, weight)`; second is -1 for a
document outside the cluster of its class.
"""
function violations(model::Model)
    count = C.manifact_model_violation_count(model)
    return pairs_of(count) do first, second, weights, found
        check(nothing,
            C.manifact_model_violations(model, count, first, second, weights, found))
    end
end

"""
    assign(model, X; threads=1, progress=nothing, cancel=nothing)

The cluster of each document of X, -1 for none.
"""
assign(model::Model, X::Union{Documents,AbstractMatrix}; options...) =
    assigned(model, as_documents(X), C_NULL; options...)

function assigned(model::Model, X::Documents, values; options...)
    found = Vector{Int32}(undef, size(X, 2))
    call_alone(; options...) do context
        C.manifact_model_assign(context, model, X, found, values, length(found))
    end
    return from_library(found)
end

"As [`assign`](@ref), with the memberships, clusters x documents."
function assign_memberships(model::Model, X::Union{Documents,AbstractMatrix}; options...)
    data = as_documents(X)
    values = Matrix{Float64}(undef, n_clusters(model), size(data, 2))
    return assigned(model, data, values; options...), values
end

"""
    assign_proportions(model, X; min_membership=0, ...)

`(labels, proportions, margins)` of the documents of X; one with a smaller proportion of its cluster
than `min_membership` gets label -1.
"""
function assign_proportions(model::Model, X::Union{Documents,AbstractMatrix}; min_membership=0,
        options...)
    data = as_documents(X)
    documents = size(data, 2)
    found, margins = Vector{Int32}(undef, documents), Vector{Float64}(undef, documents)
    shares = Matrix{Float64}(undef, n_clusters(model), documents)
    call_alone(; options...) do context
        C.manifact_model_assign_proportions(context, model, data, min_membership, found, shares,
            margins, documents)
    end
    return (labels=from_library(found), proportions=shares, margins=margins)
end

"The score by which the clusters of a document are compared, or why it is not a sum over features."
score_rule(model::Model) = string_of(C.manifact_model_score_rule, model)

"Whether that score is a sum over features, so that [`explain`](@ref) works."
has_additive_score(model::Model) =
    C.manifact_model_has_additive_score(model) == C.MANIFACT_TRUE

"""
    explain(model, X; count=0, topics=nothing, ...)

`(contributions, scores, rests)`: of each document of X the contribution of each feature to the
score of its topic, features x documents, at most `count` of a document, 0 for all. A score is the
rest plus all contributions. `topics` are those to explain, by default those of [`assign`](@ref).
"""
function explain(model::Model, X::Union{Documents,AbstractMatrix}; count=0, topics=nothing,
        options...)
    data = as_documents(X)
    documents = size(data, 2)
    topics === nothing || same_length("topics", topics, documents)
    given = topics === nothing ? C_NULL : to_library(topics)
    scores, rests = Vector{Float64}(undef, documents), Vector{Float64}(undef, documents)
    made = make_alone(Documents; options...) do context, out
        C.manifact_model_explain(context, model, data, given, count, scores, rests, documents, out)
    end
    return (contributions=SparseMatrixCSC(made), scores=scores, rests=rests)
end

"The topics of texts, by a model whose features are the terms of a vectorizer."
function assign_texts(model::Model, texts; options...)
    names = vectorizer(model)
    names === nothing && throw(ArgumentError("the model has no vectorizer"))
    return assign(model, transform(names, texts; options...); options...)
end
