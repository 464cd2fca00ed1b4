# Handles: each object of the library is freed by `close` or by the garbage collector.

"""
    Handle{T}

A reference to an object of the library. It is given to `@ccall` itself, which keeps it alive during
the call.
"""
abstract type Handle{T} end

object_type(::Type{<:Handle{T}}) where {T} = T

release(pointer::Ptr{C.manifact_context}) = C.manifact_context_free(pointer)
release(pointer::Ptr{C.manifact_matrix}) = C.manifact_matrix_free(pointer)
release(pointer::Ptr{C.manifact_graph}) = C.manifact_graph_free(pointer)
release(pointer::Ptr{C.manifact_constraints}) = C.manifact_constraints_free(pointer)
release(pointer::Ptr{C.manifact_solver}) = C.manifact_solver_free(pointer)
release(pointer::Ptr{C.manifact_model}) = C.manifact_model_free(pointer)
release(pointer::Ptr{C.manifact_vectorizer}) = C.manifact_vectorizer_free(pointer)
release(pointer::Ptr{C.manifact_suggestion}) = C.manifact_suggestion_free(pointer)
release(pointer::Ptr{C.manifact_cancel_token}) = C.manifact_cancel_token_free(pointer)

"""
    close(handle)

Free an object of the library now instead of with the garbage collection. No call may be using it.
"""
function Base.close(handle::Handle)
    pointer = handle.pointer
    handle.pointer = C_NULL
    pointer == C_NULL || release(pointer)
    return nothing
end

Base.isopen(handle::Handle) = handle.pointer != C_NULL

# @ccall roots the handle and calls this for the pointer.
function Base.unsafe_convert(::Type{Ptr{T}}, handle::Handle{T}) where {T}
    handle.pointer == C_NULL && throw(ArgumentError("the $(nameof(typeof(handle))) is closed"))
    return handle.pointer
end

Base.show(io::IO, handle::Handle) =
    print(io, nameof(typeof(handle)), isopen(handle) ? "(...)" : "(closed)")

mutable struct Context <: Handle{C.manifact_context}
    pointer::Ptr{C.manifact_context}
    Context(pointer::Ptr) = finalizer(close, new(pointer))
end

"""
    Documents

Documents and their features, which the library shows as an m x n matrix with documents as columns.
Immutable; several threads may use it at once.
"""
mutable struct Documents <: Handle{C.manifact_matrix}
    pointer::Ptr{C.manifact_matrix}
    kept::Any # the arrays that the library may use in place
    Documents(pointer::Ptr, kept=nothing) = finalizer(close, new(pointer, kept))
end

"A symmetric weighted graph of the documents. Immutable; several threads may use it at once."
mutable struct Graph <: Handle{C.manifact_graph}
    pointer::Ptr{C.manifact_graph}
    Graph(pointer::Ptr) = finalizer(close, new(pointer))
end

"What is known about some of the documents. Immutable; several threads may use it at once."
mutable struct Constraints <: Handle{C.manifact_constraints}
    pointer::Ptr{C.manifact_constraints}
    Constraints(pointer::Ptr) = finalizer(close, new(pointer))
end

"""
    Solver

A method and its options. It serves one call at a time: a second one throws a `ManifactError` whose
status is ERROR_BUSY.
"""
mutable struct Solver <: Handle{C.manifact_solver}
    pointer::Ptr{C.manifact_solver}
    # The data and the texts that the library may keep a reference to, since it may use their arrays
    # in place.
    data::Vector{Any}
    texts::Any
    busy::Threads.Atomic{Bool}
    Solver(pointer::Ptr) =
        finalizer(close, new(pointer, Any[], nothing, Threads.Atomic{Bool}(false)))
end

"The result of a fit. Immutable; several threads may use it at once."
mutable struct Model <: Handle{C.manifact_model}
    pointer::Ptr{C.manifact_model}
    Model(pointer::Ptr) = finalizer(close, new(pointer))
end

"""
    Vectorizer

Counts the terms of texts. When it is finished, it is immutable, and several threads may use it at
once.
"""
mutable struct Vectorizer <: Handle{C.manifact_vectorizer}
    pointer::Ptr{C.manifact_vectorizer}
    # The context that adding and finishing use; nothing if it was made finished.
    context::Union{Nothing,Context}
    busy::Threads.Atomic{Bool}
    Vectorizer(pointer::Ptr, context=nothing) =
        finalizer(close, new(pointer, context, Threads.Atomic{Bool}(false)))
end

mutable struct SuggestionHandle <: Handle{C.manifact_suggestion}
    pointer::Ptr{C.manifact_suggestion}
    SuggestionHandle(pointer::Ptr) = finalizer(close, new(pointer))
end

"""
    CancelToken()

A request to stop calls: given to a call as `cancel=token`, it stops that call when another task or
thread calls [`request_cancel`](@ref).
"""
mutable struct CancelToken <: Handle{C.manifact_cancel_token}
    pointer::Ptr{C.manifact_cancel_token}
    CancelToken(pointer::Ptr) = finalizer(close, new(pointer))
end
