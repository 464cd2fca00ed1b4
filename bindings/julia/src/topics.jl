# Topics: changes of a model without a new fit, a tree, and time. Each change makes a new model.

edited(f, model::Model; options...) = make_alone(f, Model; options...)

"""
    merge_topics(model, topics; X=nothing)

A model in which topics are joined; the new one takes the place of the first. X are the documents of
the fit for a model that does not keep them.
"""
merge_topics(model::Model, topics::AbstractVector; X=nothing, options...) =
    edited(model; options...) do context, out
        C.manifact_model_merge(context, model, from_zero(topics), length(topics), or_null(X),
            out)
    end

"A model in which a topic is divided into parts."
split_topic(model::Model, topic::Integer, parts::Integer; X=nothing, options...) =
    edited(model; options...) do context, out
        C.manifact_model_split(context, model, from_zero(topic), parts, or_null(X), out)
    end

"A model without some topics, whose documents become unassigned."
hide_topics(model::Model, topics::AbstractVector) = edited(model) do context, out
    C.manifact_model_hide(context, model, from_zero(topics), length(topics), out)
end

const LINKAGES = Dict("ward" => C.MANIFACT_LINKAGE_WARD, "average" => C.MANIFACT_LINKAGE_AVERAGE)

"A model whose topics are merged along the tree until `k` are left."
reduce_topics(model::Model, k::Integer; linkage="ward", X=nothing, options...) =
    edited(model; options...) do context, out
        C.manifact_model_reduce(context, model, number_of(LINKAGES, "linkage", linkage), k,
            or_null(X), out)
    end

"A model in which a topic has a name; \"\" removes it."
rename_topic(model::Model, topic::Integer, name::AbstractString) =
    edited(model) do context, out
        C.manifact_model_rename(context, model, from_zero(topic), name, out)
    end

"A model in which topics together, such as a parent in the tree, have a name; \"\" removes it."
function rename_group(model::Model, topics::AbstractVector, name::AbstractString)
    numbers = Int64[from_zero(topic) for topic in topics]
    return edited(model) do context, out
        C.manifact_model_rename_group(context, model, numbers, length(numbers), name, out)
    end
end

"The name of topics together, \"\" if there is none."
function group_name(model::Model, topics::AbstractVector)
    numbers = Int64[from_zero(topic) for topic in topics]
    return string_of(C.manifact_model_group_name, model, numbers, length(numbers))
end

"The name of a topic, \"\" if there is none."
topic_name(model::Model, topic::Integer) =
    string_of(C.manifact_model_topic_name, model, from_zero(topic))

"The name of a topic, else phrases of its documents, else its top terms."
title(model::Model, topic::Integer) =
    string_of(C.manifact_model_title, model, from_zero(topic))

"The phrases of the documents of a topic: its title if it has no name."
phrases(model::Model, topic::Integer) =
    string_of(C.manifact_model_phrases, model, from_zero(topic))

"""
    suggest_labels(model, count=1; constraints=nothing, X=nothing, ...)

The documents whose labels to ask a person about next, the first one first, with their margins.
`X` are the documents of the fit, if the model does not keep them.
"""
suggest_labels(model::Model, count::Integer=1; constraints=nothing, X=nothing, options...) =
    ranked(count) do documents, margins, found
        call_alone(; options...) do context
            C.manifact_model_suggest_labels(context, model, or_null(X), or_null(constraints), count,
                documents, margins, found)
        end
    end

"The edits that lead from the fit to the model: what was done, and the new number of each topic."
edits(model::Model) = [edit(model, i) for i in 1:C.manifact_model_edit_count(model)]

function edit(model::Model, index)
    text, numbers = Ref{Ptr{UInt8}}(C_NULL), Ref{Ptr{Int64}}(C_NULL)
    before = Ref(Int64(0))
    check(nothing, C.manifact_model_edit(model, index - 1, text, numbers, before))
    topics = copied(model, Int64, numbers[], Int(before[]))
    return GC.@preserve model (text=unsafe_string(text[]),
        topics=topics === nothing ? Int[] : from_library(topics))
end

"""
    update(model, X; terms=nothing, columns=[], ...)

A model with the documents of X added, without a new fit. `terms` has the number of terms of each
document, of [`transform_counted`](@ref); `columns` has pairs `name => texts` for the new documents.
"""
function update(model::Model, X::Documents; terms=nothing, columns=(), options...)
    documents = size(X, 2)
    terms === nothing || same_length("terms", terms, documents)
    counted = terms === nothing ? C_NULL : Vector{Int64}(terms)
    names = String[name for (name, _) in columns]
    bytes, offsets = Vector{UInt8}[], Vector{Int64}[]
    for (name, texts) in columns
        same_length("the column $name", texts, documents)
        occursin('\0', name) && throw(ArgumentError("the name of a column has a NUL"))
        text, ends = joined(texts)
        push!(bytes, push!(text, 0x00)) # so that an empty column has an address
        push!(offsets, ends)
    end
    GC.@preserve names bytes offsets begin
        return edited(model; options...) do context, out
            C.manifact_model_update(context, model, X, counted, map(pointer, names),
                map(pointer, bytes), map(pointer, offsets), length(names), out)
        end
    end
end

"""
    update_texts(model, texts; columns=[], ...)

The same with texts, whose terms are counted for [`drift`](@ref); the column "excerpt" of the model
gets the texts unless `columns` has it.
"""
function update_texts(model::Model, texts; columns=(), options...)
    words = vectorizer(model)
    words === nothing && throw(ArgumentError("the model has no vectorizer"))
    counted, numbers = transform_counted(words, texts; options...)
    all = Any[pair for pair in columns]
    is_given = any(first(pair) == "excerpt" for pair in columns)
    !is_given && "excerpt" in column_names(model) && push!(all, "excerpt" => texts)
    return update(model, counted; terms=numbers, columns=all, options...)
end

"How far the documents that an update added, by its index in [`edits`](@ref), are from the fit."
function drift(model::Model, index::Integer)
    documents, far, unassigned = Ref(Int64(0)), Ref(Int64(0)), Ref(Int64(0))
    terms, unknown = Ref(Int64(0)), Ref(Int64(0))
    check(nothing, C.manifact_model_edit_drift(model, index - 1, documents, far, unassigned,
        terms, unknown))
    return (documents=documents[], far=far[], unassigned=unassigned[], terms=terms[],
        unknown=unknown[])
end

"""
    tree(model; linkage="ward", ...)

`(steps, heights, order)` of the hierarchy of k topics: step s joins the two groups of column s,
each a topic 1 .. k, or k + the step that made it.
"""
function tree(model::Model; linkage="ward", options...)
    k = n_clusters(model)
    steps, heights = Matrix{Int64}(undef, 2, k - 1), Vector{Float64}(undef, k - 1)
    order = Vector{Int64}(undef, k)
    call_alone(; options...) do context
        C.manifact_model_tree(context, model, number_of(LINKAGES, "linkage", linkage), steps,
            heights, order, k)
    end
    return (steps=from_library(steps), heights=heights, order=from_library(order))
end

"The group of each topic when the tree is cut into `groups`."
function tree_cut(model::Model, groups::Integer; linkage="ward", options...)
    found = Vector{Int32}(undef, n_clusters(model))
    call_alone(; options...) do context
        C.manifact_model_tree_cut(context, model, number_of(LINKAGES, "linkage", linkage),
            groups, found, length(found))
    end
    return from_library(found)
end

const WEAKNESSES = Dict(C.MANIFACT_WEAKNESS_NONE => "", C.MANIFACT_WEAKNESS_EMPTY => "empty",
    C.MANIFACT_WEAKNESS_SMALL => "small", C.MANIFACT_WEAKNESS_NEAR_COPY => "near copy",
    C.MANIFACT_WEAKNESS_INCOHERENT => "incoherent")

"""
    topic_numbers(model; X=nothing, score="exclusivity", count=10, ...)

How good the topics are: `(coherence, diversity, separation, weakness)`, each with a number for each
topic. The terms are counted in X, or in the documents that the model keeps.
"""
function topic_numbers(model::Model; X=nothing, score="exclusivity", count=10, options...)
    k = n_clusters(model)
    coherence, diversity = Vector{Float64}(undef, k), Vector{Float64}(undef, k)
    separation, weakness = Vector{Float64}(undef, k), Vector{Int32}(undef, k)
    call_alone(; options...) do context
        C.manifact_model_topic_numbers(context, model, or_null(X),
            number_of(SCORES, "score", score), count, coherence, diversity, separation,
            weakness, k)
    end
    return (coherence=coherence, diversity=diversity, separation=separation,
        weakness=String[get(WEAKNESSES, number, "weak") for number in weakness])
end

"How reliably each topic recurs in fits of samples, 0 .. 1."
function stability(model::Model, samples::Integer; X=nothing, options...)
    found = Vector{Float64}(undef, n_clusters(model))
    call_alone(; options...) do context
        C.manifact_model_stability(context, model, or_null(X), samples, found, length(found))
    end
    return found
end

"""
    timeline(model, periods, count)

The number of documents of each topic in each period, topics x periods. `periods` has the period of
each document, 1 .. count, or -1 if it is not known.
"""
function timeline(model::Model, periods::AbstractVector, count::Integer)
    same_length("periods", periods, n_documents(model))
    counted = Matrix{Int64}(undef, n_clusters(model), count)
    check(nothing, C.manifact_model_timeline(model, to_library(periods), length(periods), count,
        counted, length(counted)))
    return counted
end

"""
    group_test(model, groups, count)

Whether the share of each topic differs between groups of documents: `(statistic, p_value, adjusted,
expected)` of Pearson's chi-square test, with p adjusted for all topics by Holm's method; p is rough
where the least expected count is below 5. `groups` has the group of each document, 1 .. count, or
-1 if it is not known.
"""
function group_test(model::Model, groups::AbstractVector, count::Integer)
    same_length("groups", groups, n_documents(model))
    k = n_clusters(model)
    found = [Vector{Float64}(undef, k) for _ in 1:4]
    check(nothing, C.manifact_model_group_test(model, to_library(groups), length(groups), count,
        found[1], found[2], found[3], found[4], k))
    return (statistic=found[1], p_value=found[2], adjusted=found[3], expected=found[4])
end

"The terms, with scores, that are typical of a group among the documents of a topic."
function group_terms(model::Model, groups::AbstractVector, topic::Integer, group::Integer;
        count=10, X=nothing, options...)
    given = to_library(groups)
    found = ranked(count) do indices, scores, written
        call_alone(; options...) do context
            C.manifact_model_group_terms(context, model, or_null(X), given, length(given),
                from_zero(topic), from_zero(group), count, indices, scores, written)
        end
    end
    names = text_vectorizer(model)
    names === nothing && (names = vectorizer(model))
    names === nothing && return found
    return [(string_of(C.manifact_vectorizer_term, names, index - 1), value)
        for (index, value) in found]
end

const DIRECTIONS = Dict("rising" => C.MANIFACT_RISING, "falling" => C.MANIFACT_FALLING)

"The terms that become more, or less, frequent from period to period in a topic, with scores."
function trends(model::Model, periods::AbstractVector, topic::Integer; direction="rising",
        count=10, X=nothing, options...)
    given = to_library(periods)
    found = ranked(count) do indices, scores, written
        call_alone(; options...) do context
            C.manifact_model_trends(context, model, or_null(X), given, length(given),
                from_zero(topic), number_of(DIRECTIONS, "direction", direction), count, indices,
                scores, written)
        end
    end
    names = text_vectorizer(model)
    names === nothing && (names = vectorizer(model))
    names === nothing && return found
    return [(string_of(C.manifact_vectorizer_term, names, index - 1), value)
        for (index, value) in found]
end

"Of each document its row in a later model, or -1: documents with the same name or beginning."
function common_documents(model::Model, later::Model; options...)
    rows = Vector{Int64}(undef, C.manifact_model_documents(model))
    call_alone(; options...) do context
        C.manifact_model_common_documents(context, model, later, rows, length(rows), C_NULL)
    end
    return from_library(rows)
end

const CHANGES = Dict(C.MANIFACT_CHANGE_STAYED => "stayed", C.MANIFACT_CHANGE_MOVED => "moved",
    C.MANIFACT_CHANGE_SPLIT => "split", C.MANIFACT_CHANGE_JOINED => "joined",
    C.MANIFACT_CHANGE_APPEARED => "appeared", C.MANIFACT_CHANGE_VANISHED => "vanished")

"""
    compare(model, later, rows=nothing)

How the topics live on in a later model: `(forward, backward, partners, before, after)`, the shares
of the earlier and of the later topics, later x earlier, the later topic matched with each, or -1,
and what became of them. `rows` is as `common_documents` returns it; without it topics are compared
by their terms.
"""
function compare(model::Model, later::Model, rows=nothing; options...)
    k, l = n_clusters(model), n_clusters(later)
    forward, backward = Matrix{Float64}(undef, l, k), Matrix{Float64}(undef, l, k)
    partners = Vector{Int64}(undef, k)
    before, after = Vector{Int32}(undef, k), Vector{Int32}(undef, l)
    given = rows === nothing ? nothing : Int64[to_library(row) for row in rows]
    n = rows === nothing ? C.manifact_model_documents(model) : length(rows)
    call_alone(; options...) do context
        C.manifact_model_compare(context, model, later, given === nothing ? C_NULL : given, n,
            forward, backward, partners, before, k, after, l)
    end
    return (forward=forward, backward=backward, partners=from_library(partners),
        before=String[CHANGES[each] for each in before],
        after=String[CHANGES[each] for each in after])
end

"The topic of each document, with new ones among those that updates have added, and their number."
function new_topics(model::Model; options...)
    labels, found = Vector{Int32}(undef, C.manifact_model_documents(model)), Ref(Int64(0))
    call_alone(; options...) do context
        C.manifact_model_new_topics(context, model, labels, length(labels), found)
    end
    return (labels=from_library(labels), count=Int(found[]))
end
