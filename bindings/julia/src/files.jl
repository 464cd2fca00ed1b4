# Files of models, and the texts that models keep.

"Save a model to a file, which is complete or absent."
function save_model(path::AbstractString, model::Model)
    call_alone(context -> C.manifact_model_save(context, model, path))
    return nothing
end

"Read a model from a file of [`save_model`](@ref) or of the program."
load_model(path::AbstractString) = make_alone(Model) do context, out
    C.manifact_model_load(context, path, out)
end

"Read a model from the bytes of a file."
load_model(bytes::AbstractVector{UInt8}) =
    let data = Vector{UInt8}(bytes)
        make_alone(Model) do context, out
            C.manifact_model_load_memory(context, data, length(data), out)
        end
    end

"""
    save_model(io, model)

Write the bytes of the file of a model to an `IO`.
"""
function save_model(io::IO, model::Model)
    callbacks = Callbacks(nothing, io, nothing)
    with_context() do context
        status = GC.@preserve callbacks disable_sigint() do
            C.manifact_model_write(context, model, write_pointer(),
                pointer_from_objref(callbacks))
        end
        callbacks.exception === nothing || throw(callbacks.exception)
        check(context, status)
    end
    return nothing
end

"The names of the columns of texts that a model keeps."
function column_names(model::Model)
    names = String[]
    while true
        name = string_of(C.manifact_model_column_name, model, length(names))
        name === nothing && return names
        push!(names, name)
    end
end

"A column of texts that a model keeps: see [`set_column!`](@ref)."
function column(model::Model, name::AbstractString)
    bytes, ends = Ref{Ptr{UInt8}}(C_NULL), Ref{Ptr{Int64}}(C_NULL)
    check(nothing, C.manifact_model_column(model, name, bytes, ends))
    last = copied(model, Int64, ends[], n_documents(model))
    first = [0; last[1:end-1]]
    # There may be no bytes at all.
    return GC.@preserve model String[
        last[i] == first[i] ? "" : unsafe_string(bytes[] + first[i], last[i] - first[i])
        for i in eachindex(last)]
end
