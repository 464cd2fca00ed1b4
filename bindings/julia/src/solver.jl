# Solvers: a method and its options.

"""
    Solver(method; neighbors=5, seed=1, ...)

A solver of a method, for example "auto", with options; `lambda` and other names are those of
`manifact options`, with `_` for `-`.
"""
function Solver(method::AbstractString; options...)
    made = make_alone(Solver) do context, out
        C.manifact_solver_create(context, method, out)
    end
    for (name, value) in options
        made[name] = value
    end
    return made
end

"A solver with the method and the options of a model."
Solver(model::Model) = make_alone(Solver) do context, out
    C.manifact_solver_create_from_model(context, model, out)
end

"The name of the method."
method_name(solver::Solver) = string_of(C.manifact_solver_method, solver)

or_null(handle::Handle) = handle
or_null(::Nothing) = C_NULL

"Use a graph of the documents instead of building one; `nothing` restores building."
function set_graph!(solver::Solver, graph::Union{Graph,Nothing})
    check(solver, C.manifact_solver_set_graph(solver, or_null(graph)))
    return solver
end

"As [`set_graph!`](@ref), for the graph of the features."
function set_feature_graph!(solver::Solver, graph::Union{Graph,Nothing})
    check(solver, C.manifact_solver_set_feature_graph(solver, or_null(graph)))
    return solver
end

"Set what is known about the documents; `nothing` removes it."
function set_constraints!(solver::Solver, constraints::Union{Constraints,Nothing})
    check(solver, C.manifact_solver_set_constraints(solver, or_null(constraints)))
    return solver
end

"Set the finished vectorizer that made the features, which models of later fits include."
function set_vectorizer!(solver::Solver, vectorizer::Union{Vectorizer,Nothing})
    check(solver, C.manifact_solver_set_vectorizer(solver, or_null(vectorizer)))
    return solver
end

"""
    set_texts!(solver, counts, vectorizer)

Attach the counts of the texts of documents whose features have no names, such as embeddings;
`nothing` removes them.
"""
function set_texts!(solver::Solver, counts::Documents, vectorizer::Vectorizer)
    check(solver, C.manifact_solver_set_texts(solver, counts, vectorizer))
    solver.texts = counts
    return solver
end
function set_texts!(solver::Solver, ::Nothing)
    check(solver, C.manifact_solver_set_texts(solver, C_NULL, C_NULL))
    solver.texts = nothing
    return solver
end

"""
    set_column!(solver, name, texts)

Set texts of the documents that their models keep; `nothing` removes the column. The column
"excerpt" gives topics their titles.
"""
function set_column!(solver::Solver, name::AbstractString, texts)
    bytes, offsets = joined(texts)
    push!(bytes, 0x00) # so that an empty column has an address
    check(solver,
        C.manifact_solver_set_column(solver, name, bytes, offsets, length(offsets) - 1))
    return solver
end
function set_column!(solver::Solver, name::AbstractString, ::Nothing)
    check(solver, C.manifact_solver_set_column(solver, name, C_NULL, C_NULL, 0))
    return solver
end

"Start fits from clusters, numbers from 1, or -1 for none; `nothing` removes the start."
function set_start_labels!(solver::Solver, labels::AbstractVector)
    check(solver, C.manifact_solver_set_start_labels(solver, to_library(labels), length(labels)))
    return solver
end
function set_start_labels!(solver::Solver, ::Nothing)
    check(solver, C.manifact_solver_set_start_labels(solver, C_NULL, 0))
    return solver
end

"""
    set_start_factors!(solver, V; W=nothing)

Start fits from V, k x n as [`memberships`](@ref), and W, n x k as [`associations`](@ref); without W
it is V with rows that sum to 1.
"""
function set_start_factors!(solver::Solver, V::AbstractMatrix; W=nothing)
    clusters, documents = size(V)
    W === nothing || size(W) == (documents, clusters) ||
        throw(DimensionMismatch("W is $(size(W)) and not $((documents, clusters))"))
    # The library reads them row by row: the columns of V, and those of W'.
    rows = W === nothing ? C_NULL : Matrix{Float64}(permutedims(W))
    check(solver, C.manifact_solver_set_start_factors(solver, rows, Matrix{Float64}(V),
        documents, clusters))
    return solver
end
function set_start_factors!(solver::Solver, ::Nothing)
    check(solver, C.manifact_solver_set_start_factors(solver, C_NULL, C_NULL, 0, 0))
    return solver
end

"Start the features from G, features x feature clusters; `nothing` removes the start."
function set_start_features!(solver::Solver, G::AbstractMatrix)
    features, clusters = size(G)
    check(solver, C.manifact_solver_set_start_features(solver,
        Matrix{Float64}(permutedims(G)), features, clusters))
    return solver
end
function set_start_features!(solver::Solver, ::Nothing)
    check(solver, C.manifact_solver_set_start_features(solver, C_NULL, 0, 0))
    return solver
end

"Start fits from a model of the same documents; `nothing` removes the start."
function set_start_model!(solver::Solver, model::Union{Model,Nothing})
    check(solver, C.manifact_solver_set_start_model(solver, or_null(model)))
    return solver
end

"The topics of fits take the numbers of those of an earlier model that they live on from."
function set_numbers_of!(solver::Solver, model::Union{Model,Nothing})
    check(solver, C.manifact_solver_set_numbers_of(solver, or_null(model)))
    return solver
end

as_documents(X::Documents) = X
as_documents(X::AbstractMatrix) = Documents(X)

"Call `f` with X as documents, which stay alive as long as the solver may refer to them."
function with_data(f, solver::Solver, X)
    data = as_documents(X)
    push!(solver.data, data) # beside those of earlier calls, in case this one fails
    result = f(data)
    solver.data = Any[data]
    return result
end

"""
    fit(solver, X, k; progress=nothing, cancel=nothing)

Cluster the documents, the columns of X, into k clusters. `progress(stage, done, total, objective,
change)` is called as the fit advances; if it returns `true`, or throws, the fit is stopped. Ctrl-C
stops it with an `InterruptException`.
"""
fit(solver::Solver, X::Union{Documents,AbstractMatrix}, k::Integer; options...) =
    with_data(solver, X) do data
        make(out -> C.manifact_solver_fit(solver, data, k, out), Model, solver; options...)
    end

"Fit the documents that a model keeps again, after an update or edits."
refit(solver::Solver, model::Model; options...) =
    make(out -> C.manifact_solver_refit(solver, model, out), Model, solver; options...)

"""
    join_models(solver, model, other)

Fit the documents of two models together: `(model, topics, common)`, with the number of each topic
of the other model in the new one, or -1, and the number of documents of both.
"""
function join_models(solver::Solver, model::Model, other::Model; options...)
    topics, common = Vector{Int64}(undef, n_clusters(other)), Ref(Int64(0))
    made = make(Model, solver; options...) do out
        C.manifact_solver_join(solver, model, other, topics, length(topics), common, out)
    end
    return (model=made, topics=from_library(topics), common=Int(common[]))
end

"The graph of the documents that a fit of X would use."
solver_graph(solver::Solver, X::Union{Documents,AbstractMatrix}; options...) =
    with_data(solver, X) do data
        make(out -> C.manifact_solver_graph(solver, data, out), Graph, solver; options...)
    end

"""
    suggest_k(solver, X; from=0, to=0, progress=nothing, cancel=nothing)

Evaluate the numbers of clusters from .. to for a fit of X, and suggest one:
`(k, reason, rows, warnings)`.
"""
function suggest_k(solver::Solver, X::Union{Documents,AbstractMatrix}; from=0, to=0, options...)
    made = with_data(solver, X) do data
        make(SuggestionHandle, solver; options...) do out
            C.manifact_solver_suggest_k(solver, data, from, to, out)
        end
    end
    rows = [suggestion_row(made, i - 1) for i in 1:C.manifact_suggestion_count(made)]
    warnings = String[string_of(C.manifact_suggestion_warning, made, i - 1)
        for i in 1:C.manifact_suggestion_warning_count(made)]
    result = (k=C.manifact_suggestion_k(made), reason=string_of(C.manifact_suggestion_reason, made),
        rows=rows, warnings=warnings)
    close(made)
    return result
end

function suggestion_row(suggestion::SuggestionHandle, index)
    k, status, why = Ref(Int64(0)), Ref(Cint(0)), Ref{Ptr{UInt8}}(C_NULL)
    eigenvalue, gap, stability, score = Ref(0.0), Ref(0.0), Ref(0.0), Ref(0.0)
    check(nothing, C.manifact_suggestion_row(suggestion, index, k, eigenvalue, gap, stability,
        score, status, why))
    # `why` is a view of the suggestion.
    return GC.@preserve suggestion (k=k[], eigenvalue=eigenvalue[], gap=gap[],
        stability=stability[], score=score[], status=status_name(status[]), why=text_of(why[]))
end

"""
    cluster_texts(texts, k; method="auto", threads=1, progress=nothing, cancel=nothing)

Cluster texts by a method with its default options. The model has the vocabulary, and the texts,
from which the titles of its topics are made.
"""
function cluster_texts(texts, k::Integer; method="auto", threads=1, options...)
    vectorizer = Vectorizer()
    counted = fit_transform!(vectorizer, texts; threads=threads, options...)
    solver = Solver(method; threads=threads)
    set_vectorizer!(solver, vectorizer)
    set_column!(solver, "excerpt", texts)
    return fit(solver, counted, k; options...)
end
