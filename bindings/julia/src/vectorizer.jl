# Vectorizers: texts to counts.

"""
    Vectorizer(; language="english", ngrams=1, ...)

A vectorizer with options. Add texts with [`add_texts!`](@ref), then [`finish!`](@ref); or
[`fit_transform!`](@ref), which does both.
"""
function Vectorizer(; options...)
    context = new_context(1)
    out = Ref{Ptr{C.manifact_vectorizer}}(C_NULL)
    check(context, C.manifact_vectorizer_create(context, out))
    made = Vectorizer(out[], context)
    for (name, value) in options
        made[name] = value
    end
    return made
end

"A finished vectorizer with the given terms, which name the features of a matrix."
function vectorizer_from_terms(terms)
    bytes, offsets = joined(terms)
    return make_alone(Vectorizer) do context, out
        C.manifact_vectorizer_from_terms(context, bytes, offsets, length(offsets) - 1, out)
    end
end

function unfinished(vectorizer::Vectorizer, threads)
    context = vectorizer.context
    context === nothing && throw(ArgumentError("the vectorizer is finished"))
    check(context, C.manifact_context_set_threads(context, threads))
    return vectorizer
end

"""
    add_texts!(vectorizer, texts; threads=1, progress=nothing, cancel=nothing)

Count texts, in any number of calls. They are not kept.
"""
function add_texts!(vectorizer::Vectorizer, texts; threads=1, options...)
    bytes, offsets = joined(texts)
    call(unfinished(vectorizer, threads); options...) do
        C.manifact_vectorizer_add_many(vectorizer, bytes, offsets, length(offsets) - 1)
    end
    return vectorizer
end

"Add stop words to those of the language, before the first text."
function add_stop_words!(vectorizer::Vectorizer, words)
    bytes, offsets = joined(words)
    check(vectorizer,
        C.manifact_vectorizer_add_stop_words(vectorizer, bytes, offsets, length(offsets) - 1))
    return vectorizer
end

"Set min-df and max-df to those of a solver, before the first text."
function take_limits!(vectorizer::Vectorizer, solver::Solver)
    check(vectorizer, C.manifact_vectorizer_take_limits(vectorizer, solver))
    return vectorizer
end

"Fix the terms, and return the counts of the texts that were added."
finish!(vectorizer::Vectorizer; threads=1, options...) =
    make(out -> C.manifact_vectorizer_finish(vectorizer, out), Documents,
        unfinished(vectorizer, threads); options...)

"Add texts and finish."
function fit_transform!(vectorizer::Vectorizer, texts; options...)
    add_texts!(vectorizer, texts; options...)
    return finish!(vectorizer; options...)
end

"The counts of new texts by the rules and the terms of a finished vectorizer."
function transform(vectorizer::Vectorizer, texts; options...)
    bytes, offsets = joined(texts)
    return make_alone(Documents; options...) do context, out
        C.manifact_vectorizer_transform(context, vectorizer, bytes, offsets,
            length(offsets) - 1, out)
    end
end

"As [`transform`](@ref), with the number of terms of each text, known or not."
function transform_counted(vectorizer::Vectorizer, texts; options...)
    bytes, offsets = joined(texts)
    counted = Vector{Int64}(undef, length(offsets) - 1)
    made = make_alone(Documents; options...) do context, out
        C.manifact_vectorizer_transform_counted(context, vectorizer, bytes, offsets,
            length(counted), counted, out)
    end
    return made, counted
end

"The terms of a finished vectorizer, in the order of the features of its counts."
terms(vectorizer::Vectorizer) = String[string_of(C.manifact_vectorizer_term, vectorizer, i - 1)
    for i in 1:C.manifact_vectorizer_terms(vectorizer)]

"The numbers of texts added, of words counted, and of parts that were not UTF-8."
counts(vectorizer::Vectorizer) = (documents=C.manifact_vectorizer_documents(vectorizer),
    tokens=C.manifact_vectorizer_tokens(vectorizer),
    replaced=C.manifact_vectorizer_replaced(vectorizer))
