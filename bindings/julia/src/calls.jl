# Calls: messages, progress, interrupts.

"""
    ManifactError

A call of the library failed: `status` is a number of `Manifact.LibManifact`, such as
`LibManifact.MANIFACT_ERROR_OPTION`, `message` a sentence, and `errno` that of the system if a file
cannot be opened, read or written, such as `Libc.ENOENT`, else 0.
"""
struct ManifactError <: Exception
    status::Cint
    message::String
    errno::Cint
end
ManifactError(status, message) = ManifactError(status, message, 0)

Base.showerror(io::IO, failure::ManifactError) =
    print(io, "ManifactError: ", failure.message, " (", status_name(failure.status), ")")

"The name of a status, for example \"ERROR_OPTION\"."
status_name(status) = unsafe_string(C.manifact_status_name(status))

status_text(status) = unsafe_string(C.manifact_status_text(status))

message(context::Context) = string_of(C.manifact_context_message, context)
message(solver::Solver) = string_of(C.manifact_solver_message, solver)
function message(vectorizer::Vectorizer)
    text = string_of(C.manifact_vectorizer_message, vectorizer)
    return isempty(text) && vectorizer.context !== nothing ? message(vectorizer.context) : text
end
message(::Nothing) = ""

"Throw the error of a status; `source` is what holds the message, or nothing."
function check(source, status)
    status >= 0 && return status
    text = status == C.MANIFACT_ERROR_BUSY ? "" : message(source)
    throw(ManifactError(status, isempty(text) ? status_text(status) : text,
        errno_of(source, status)))
end

errno_of(context::Context, status) =
    status == C.MANIFACT_ERROR_IO ? C.manifact_context_errno(context) : Cint(0)
errno_of(_, status) = Cint(0)

# What the callbacks of a call reach through their user pointer.
mutable struct Callbacks
    progress::Any # a function, or nothing
    output::Any   # an IO, or nothing
    exception::Any
end

# Nothing may be thrown through the frames of the library: an exception, an interrupt among them,
# is kept, stops the call, and is thrown when the call has returned. Interrupts are off in the
# library and on in here.
function guarded(f, callbacks::Callbacks)
    callbacks.exception === nothing || return Cint(1)
    try
        return reenable_sigint(f) === true ? Cint(1) : Cint(0)
    catch exception
        callbacks.exception = exception
        return Cint(1)
    end
end

function progress_callback(user::Ptr{Cvoid}, stage::Ptr{UInt8}, done::Int64, total::Int64,
        objective::Cdouble, change::Cdouble)
    callbacks = unsafe_pointer_to_objref(user)::Callbacks
    return guarded(callbacks) do
        callbacks.progress !== nothing &&
            callbacks.progress(unsafe_string(stage), done, total, objective, change)
    end
end

function write_callback(user::Ptr{Cvoid}, data::Ptr{Cvoid}, size::Csize_t)
    callbacks = unsafe_pointer_to_objref(user)::Callbacks
    return guarded(callbacks) do
        unsafe_write(callbacks.output, Ptr{UInt8}(data), UInt(size)) != size
    end
end

progress_pointer() = @cfunction(progress_callback, Cint,
    (Ptr{Cvoid}, Ptr{UInt8}, Int64, Int64, Cdouble, Cdouble))
write_pointer() = @cfunction(write_callback, Cint, (Ptr{Cvoid}, Ptr{Cvoid}, Csize_t))

# What a call is made on: a context, a solver, or a vectorizer with its context.
set_progress(context::Context, callback, user) =
    C.manifact_context_set_progress(context, callback, user)
set_progress(solver::Solver, callback, user) =
    C.manifact_solver_set_progress(solver, callback, user)
set_progress(vectorizer::Vectorizer, callback, user) =
    set_progress(vectorizer.context, callback, user)

set_cancel_token(context::Context, token) = C.manifact_context_set_cancel_token(context, token)
set_cancel_token(solver::Solver, token) = C.manifact_solver_set_cancel_token(solver, token)
set_cancel_token(vectorizer::Vectorizer, token) = set_cancel_token(vectorizer.context, token)

# A context belongs to one call. Of two calls on a solver or a vectorizer, the second one would
# replace the callback of the first.
alone(f, ::Context) = f()
function alone(f, owner::Union{Solver,Vectorizer})
    busy = C.MANIFACT_ERROR_BUSY
    Threads.atomic_cas!(owner.busy, false, true) && throw(ManifactError(busy, status_text(busy)))
    try
        return f()
    finally
        owner.busy[] = false
    end
end

"""
    call(f, target; progress=nothing, cancel=nothing)

Call `f`, which returns a status, on a context, a solver or a vectorizer. The library reports its
progress in any case, so that Ctrl-C stops the call.
"""
call(f, target; progress=nothing, cancel=nothing) =
    alone(() -> call_alone_on(f, target, progress, cancel), target)

function call_alone_on(f, target, progress, cancel)
    callbacks = Callbacks(progress, nothing, nothing)
    status = GC.@preserve callbacks begin
        check(target, set_progress(target, progress_pointer(), pointer_from_objref(callbacks)))
        try
            cancel === nothing || check(target, set_cancel_token(target, cancel))
            disable_sigint(f)
        finally
            set_progress(target, C_NULL, C_NULL)
        end
    end
    callbacks.exception === nothing || throw(callbacks.exception)
    return check(target, status)
end

"The new handle of type `H` that a call on `target` stores through the argument of `f`."
function make(f, ::Type{H}, target; options...) where {H<:Handle}
    out = Ref{Ptr{object_type(H)}}(C_NULL)
    try
        call(() -> f(out), target; options...)
        made = H(out[])
        out[] = C_NULL
        return made
    finally
        # After an interrupt that came while the call ended with a result.
        out[] == C_NULL || release(out[])
    end
end

function new_context(threads)
    out = Ref{Ptr{C.manifact_context}}(C_NULL)
    check(nothing, C.manifact_context_create(out))
    context = Context(out[])
    check(context, C.manifact_context_set_threads(context, threads))
    return context
end

"Call `f` with a context of its own."
function with_context(f; threads=1)
    context = new_context(threads)
    try
        return f(context)
    finally
        close(context)
    end
end

"`make` with a context of its own; `f` is given the context and the out pointer."
make_alone(f, ::Type{H}; threads=1, options...) where {H<:Handle} =
    with_context(; threads=threads) do context
        make(out -> f(context, out), H, context; options...)
    end

"`call` with a context of its own, which `f` is given."
call_alone(f; threads=1, options...) =
    with_context(; threads=threads) do context
        call(() -> f(context), context; options...)
    end

function CancelToken()
    out = Ref{Ptr{C.manifact_cancel_token}}(C_NULL)
    check(nothing, C.manifact_cancel_token_create(out))
    return CancelToken(out[])
end

"""
    request_cancel(token)

Stop the calls that were given the token. From any thread.
"""
request_cancel(token::CancelToken) = C.manifact_cancel_token_request(token)
