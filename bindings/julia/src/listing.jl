# The library, its methods and their options.

"The version of the library, for example \"0.2.0\"."
version() = unsafe_string(C.manifact_version())

"Whether the library was built with \"gzip\", \"stemming\", \"icu\" or \"cld2\"."
has_feature(name) = C.manifact_has_feature(name) == 1

"The methods: `(name, summary, reference)`."
method_infos() = [method_info(i) for i in 0:C.manifact_method_count()-1]

function method_info(index)
    name, summary = Ref{Ptr{UInt8}}(C_NULL), Ref{Ptr{UInt8}}(C_NULL)
    reference = Ref{Ptr{UInt8}}(C_NULL)
    check(nothing, C.manifact_method_info(index, name, summary, reference))
    return (name=text_of(name[]), summary=text_of(summary[]), reference=text_of(reference[]))
end

"""
The options of all methods and of the vectorizer: `(name, type, minimum, maximum, words, fallback,
summary, expert)`; `type` is a number of `LibManifact`, such as `LibManifact.MANIFACT_TYPE_INT64`.
A method has at most 16 options that are not `expert`.
"""
option_infos() = [option_info(i) for i in 0:C.manifact_option_count()-1]

function option_info(index)
    name, words = Ref{Ptr{UInt8}}(C_NULL), Ref{Ptr{UInt8}}(C_NULL)
    fallback, summary = Ref{Ptr{UInt8}}(C_NULL), Ref{Ptr{UInt8}}(C_NULL)
    type, minimum, maximum = Ref(Cint(0)), Ref(0.0), Ref(0.0)
    check(nothing, C.manifact_option_info(index, name, type, minimum, maximum, words, fallback,
        summary))
    accepted = text_of(words[])
    return (name=text_of(name[]), type=type[], minimum=minimum[], maximum=maximum[],
        words=accepted === nothing ? String[] : String.(split(accepted)),
        fallback=text_of(fallback[]), summary=text_of(summary[]),
        expert=C.manifact_option_is_expert(name[]) == 1)
end

"Whether a method uses an option; \"vectorizer\" stands for the options of a vectorizer."
method_uses(method, option) = C.manifact_method_uses_option(method, option) == 1

"The words that a method accepts for an option."
method_option_words(method, option) =
    let words = text_of(C.manifact_method_option_words(method, option))
        words === nothing ? String[] : String.(split(words))
    end

"The default of an option that a method takes for dense data; nothing if it is that of other data."
method_dense_default(method, option) =
    text_of(C.manifact_method_dense_default(method, option))
