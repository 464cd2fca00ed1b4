# Constraints: labels and pairs of some documents; and the comparison with known classes.

"""
    Constraints(n; labels=nothing, pairs=[])

What is known about n documents. `labels` has a class for each document, a number from 0, or -1 or
`missing` if it is not known. A pair is `(first, second, weight)` with documents counted from 1: 1
is a must-link, -1 a cannot-link.
"""
function Constraints(n::Integer; labels=nothing, pairs=())
    labels === nothing || same_length("labels", labels, n)
    given = labels === nothing ? C_NULL : classes(labels)
    first = Int64[from_zero(pair[1]) for pair in pairs]
    second = Int64[from_zero(pair[2]) for pair in pairs]
    weights = Float64[pair[3] for pair in pairs]
    return make_alone(Constraints) do context, out
        C.manifact_constraints_create(context, n, given, first, second, weights,
            length(weights), out)
    end
end

"""
    seed_labels(X, topics, clusters=length(topics); weights=nothing, ...)

`(labels, matched, chosen)`: the topic of the documents that clearly have its words, -1 for the
others; and of each topic the documents with its words and those with the label. `topics` has the
seeds of each topic: features of X, which are counts, or tuples of features that a document must
have all. `weights` has the same shape.
"""
function seed_labels(X::Documents, topics, clusters::Integer=length(topics); weights=nothing,
        options...)
    seeds = [(topic, seed isa Integer ? (seed,) : seed)
        for (topic, list) in enumerate(topics) for seed in list]
    terms = Int64[from_zero(feature) for (_, seed) in seeds for feature in seed]
    offsets = Int64[0; cumsum(length(seed) for (_, seed) in seeds)]
    of_topic = Int32[topic - 1 for (topic, _) in seeds]
    given = weights === nothing ? C_NULL : Float64[w for list in weights for w in list]
    weights === nothing || same_length("weights", given, length(seeds))
    found = Vector{Int32}(undef, size(X, 2))
    matched, chosen = Vector{Int64}(undef, length(topics)), Vector{Int64}(undef, length(topics))
    call_alone(; options...) do context
        C.manifact_seed_labels(context, X, terms, offsets, of_topic, given, length(seeds),
            length(topics), clusters, found, length(found), matched, chosen)
    end
    return (labels=from_library(found), matched=matched, chosen=chosen)
end

const KINDS = Dict("pairs" => C.MANIFACT_CONSTRAINTS_PAIRS,
    "contradictions" => C.MANIFACT_CONSTRAINTS_CONTRADICTIONS,
    "conflicts" => C.MANIFACT_CONSTRAINTS_CONFLICTS)

"Pairs with documents counted from 1, of the arrays that `f` fills."
function pairs_of(f, count)
    first, second = Vector{Int64}(undef, count), Vector{Int64}(undef, count)
    weights, found = Vector{Float64}(undef, count), Ref(Int64(0))
    f(first, second, weights, found)
    return [(from_library(first[i]), from_library(second[i]), weights[i]) for i in 1:found[]]
end

"""
    listed(constraints, kind)

The "pairs", "contradictions" or "conflicts" of constraints.
"""
function listed(constraints::Constraints, kind)
    number = number_of(KINDS, "kind", kind)
    count = C.manifact_constraints_count(constraints, number)
    return pairs_of(count) do first, second, weights, found
        check(nothing, C.manifact_constraints_list(constraints, number, count, first, second,
            weights, found))
    end
end

"The numbers of documents, of labeled ones, of classes, and of repeated pairs."
counts(constraints::Constraints) = (
    documents=C.manifact_constraints_documents(constraints),
    labeled=C.manifact_constraints_count(constraints, C.MANIFACT_CONSTRAINTS_LABELED),
    classes=C.manifact_constraints_count(constraints, C.MANIFACT_CONSTRAINTS_CLASSES),
    repeated=C.manifact_constraints_count(constraints, C.MANIFACT_CONSTRAINTS_REPEATED))

"""
    suggest_pairs(X, count; constraints=nothing, clusters=10, seed=0, ...)

Pairs of documents to ask a person about next, the best first, with their cosines.
"""
suggest_pairs(X::Documents, count::Integer; constraints=nothing, clusters=10, seed=0,
        options...) =
    pairs_of(count) do first, second, values, found
        call_alone(; options...) do context
            C.manifact_constraints_suggest(context, X,
                constraints === nothing ? C_NULL : constraints, clusters, seed, count, first,
                second, values, found)
        end
    end

"""
    suggest_pairs(model, count; constraints=nothing, ...)

Pairs of documents to ask a person about next, the first one first, by the topics of a model, with
the margins of the documents in doubt.
"""
suggest_pairs(model::Model, count::Integer; constraints=nothing, options...) =
    pairs_of(count) do first, second, values, found
        call_alone(; options...) do context
            C.manifact_model_suggest_pairs(context, model,
                constraints === nothing ? C_NULL : constraints, count, first, second, values, found)
        end
    end

"""
    evaluate(truth, predicted)

Compare clusters with known classes: `(accuracy, nmi, nmi_sqrt, ari, purity)`. A class is a number
from 0, or -1 or `missing` if it is not known; a cluster is a number from 0, or -1 for none.
"""
function evaluate(truth::AbstractVector, predicted::AbstractVector)
    same_length("predicted", predicted, length(truth))
    known, found = classes(truth), classes(predicted)
    measures = [Ref(0.0) for _ in 1:5]
    call_alone() do context
        C.manifact_evaluate(context, known, found, length(known), measures[1], measures[2],
            measures[3], measures[4], measures[5])
    end
    return (accuracy=measures[1][], nmi=measures[2][], nmi_sqrt=measures[3][],
        ari=measures[4][], purity=measures[5][])
end
