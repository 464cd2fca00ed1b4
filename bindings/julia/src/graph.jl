# Graphs of the documents.

const WEIGHTS = Dict("cosine" => C.MANIFACT_WEIGHT_COSINE, "binary" => C.MANIFACT_WEIGHT_BINARY,
    "heat" => C.MANIFACT_WEIGHT_HEAT, "local-scaling" => C.MANIFACT_WEIGHT_LOCAL_SCALING)
const RULES = Dict("symmetric" => C.MANIFACT_RULE_SYMMETRIC, "or" => C.MANIFACT_RULE_OR,
    "mutual" => C.MANIFACT_RULE_MUTUAL)
const METRICS = Dict("auto" => C.MANIFACT_METRIC_AUTO, "cosine" => C.MANIFACT_METRIC_COSINE,
    "euclidean" => C.MANIFACT_METRIC_EUCLIDEAN)
const SEARCHES = Dict("auto" => C.MANIFACT_SEARCH_AUTO, "exact" => C.MANIFACT_SEARCH_EXACT,
    "approximate" => C.MANIFACT_SEARCH_APPROXIMATE)

"""
    knn_graph(X; neighbors=7, metric="cosine", weight=nothing, rule="or", bandwidth=0,
              search="auto", recall=0.95, seed=0, threads=1, progress=nothing, cancel=nothing)

The graph of the nearest neighbors of each document, by "cosine", by the "euclidean" distance, or
"auto", by the data. The weight is "cosine", or "local-scaling" of a distance.
"""
knn_graph(X::Documents; neighbors=7, metric="cosine",
        weight=metric == "euclidean" ? "local-scaling" : "cosine", rule="or", bandwidth=0,
        search="auto", recall=0.95, seed=0, options...) =
    make_alone(Graph; options...) do context, out
        C.manifact_graph_knn_metric(context, X, neighbors, number_of(METRICS, "metric", metric),
            number_of(WEIGHTS, "weight", weight), number_of(RULES, "rule", rule), bandwidth,
            number_of(SEARCHES, "search", search), recall, seed, out)
    end

"""
    adaptive_graph(X; neighbors=5, gamma=nothing, memory_budget=2^31, ...)

The graph of adaptive neighbors by Euclidean distance; `gamma`, one for all documents, determines
their number if it is given.
"""
adaptive_graph(X::Documents; neighbors=5, gamma=nothing, memory_budget=2^31, options...) =
    make_alone(Graph; options...) do context, out
        C.manifact_graph_adaptive(context, X, neighbors,
            gamma === nothing ? C.MANIFACT_GAMMA_ROW : C.MANIFACT_GAMMA_FIXED,
            gamma === nothing ? 0.0 : gamma, memory_budget, out)
    end

"""
    Graph(W; rule="symmetric")

A graph from a square matrix of weights, of which the diagonal is dropped; `rule` "or" takes the
larger of two weights, "mutual" the smaller.
"""
Graph(weights::AbstractMatrix; rule="symmetric") =
    let S = Documents(weights)
        make_alone(Graph) do context, out
            C.manifact_graph_from_matrix(context, S, number_of(RULES, "rule", rule), out)
        end
    end

"The weights of a graph as a sparse matrix with both triangles."
SparseArrays.SparseMatrixCSC(graph::Graph) =
    let weights = make_alone(Documents) do context, out
            C.manifact_graph_to_matrix(context, graph, out)
        end
        SparseMatrixCSC(weights)
    end

"The numbers of vertices, of undirected edges, of components and of isolated vertices."
counts(graph::Graph) = (vertices=C.manifact_graph_vertices(graph),
    edges=C.manifact_graph_edges(graph), components=C.manifact_graph_components(graph),
    isolated=C.manifact_graph_isolated(graph))

"\"euclidean\" if the neighbors of a graph were found by Euclidean distance, else \"cosine\"."
metric(graph::Graph) =
    C.manifact_graph_metric(graph) == C.MANIFACT_METRIC_EUCLIDEAN ? "euclidean" : "cosine"

"How the neighbors were found, the estimated share that was found, and from how many documents."
function search_info(graph::Graph)
    search, recall, sampled = Ref(Cint(0)), Ref(0.0), Ref(Int64(0))
    check(nothing, C.manifact_graph_search_info(graph, search, recall, sampled))
    words = Dict(number => word for (word, number) in SEARCHES)
    return (search=get(words, search[], "none"), recall=recall[], sampled=sampled[])
end
