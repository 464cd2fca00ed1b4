# Options of solvers and vectorizers, by name; _ and - are equal.

set_option(s::Solver, name, value::Bool) = C.manifact_solver_set_bool(s, name, value)
set_option(s::Solver, name, value::Integer) = C.manifact_solver_set_int64(s, name, value)
set_option(s::Solver, name, value::Real) = C.manifact_solver_set_double(s, name, value)
set_option(s::Solver, name, value) = C.manifact_solver_set_text(s, name, string(value))
set_option(v::Vectorizer, name, value::Bool) = C.manifact_vectorizer_set_bool(v, name, value)
set_option(v::Vectorizer, name, value::Integer) =
    C.manifact_vectorizer_set_int64(v, name, value)
set_option(v::Vectorizer, name, value::Real) = C.manifact_vectorizer_set_double(v, name, value)
set_option(v::Vectorizer, name, value) = C.manifact_vectorizer_set_text(v, name, string(value))

option_text(s::Solver, name, buffer) =
    C.manifact_solver_get_text(s, name, buffer, length(buffer))
option_text(v::Vectorizer, name, buffer) =
    C.manifact_vectorizer_get_text(v, name, buffer, length(buffer))
option_text_size(s::Solver, name, size) = C.manifact_solver_get_text_size(s, name, size)
option_text_size(v::Vectorizer, name, size) = C.manifact_vectorizer_get_text_size(v, name, size)

option_number(s::Solver, name, out::Ref{Int64}) = C.manifact_solver_get_int64(s, name, out)
option_number(s::Solver, name, out::Ref{Cdouble}) = C.manifact_solver_get_double(s, name, out)
option_number(s::Solver, name, out::Ref{Cint}) = C.manifact_solver_get_bool(s, name, out)
option_number(v::Vectorizer, name, out::Ref{Int64}) =
    C.manifact_vectorizer_get_int64(v, name, out)
option_number(v::Vectorizer, name, out::Ref{Cdouble}) =
    C.manifact_vectorizer_get_double(v, name, out)
option_number(v::Vectorizer, name, out::Ref{Cint}) = C.manifact_vectorizer_get_bool(v, name, out)

const WithOptions = Union{Solver,Vectorizer}

"""
    solver["neighbors"] = 5

Set an option of a solver or a vectorizer: a number, a `Bool`, or the text of a value.
"""
function Base.setindex!(owner::WithOptions, value, name::Union{AbstractString,Symbol})
    check(owner, set_option(owner, String(name), value))
    return owner
end

"""
    solver["neighbors"]

The value of an option that is in effect, as an `Int`, a `Float64`, a `Bool` or a `String`.
"""
function Base.getindex(owner::WithOptions, name::Union{AbstractString,Symbol})
    called = replace(String(name), '_' => '-')
    size = Ref(Csize_t(0))
    check(owner, option_text_size(owner, called, size))
    buffer = zeros(UInt8, size[])
    check(owner, option_text(owner, called, buffer))
    kinds = (C.MANIFACT_TYPE_INT64 => Int64, C.MANIFACT_TYPE_DOUBLE => Cdouble,
        C.MANIFACT_TYPE_BOOL => Cint)
    for option in option_infos(), (kind, type) in kinds
        option.name == called && option.type == kind || continue
        out = Ref(zero(type))
        option_number(owner, called, out) >= 0 || continue # a word in place of a number
        return kind == C.MANIFACT_TYPE_BOOL ? out[] != 0 : out[]
    end
    return String(buffer[1:findfirst(iszero, buffer)-1])
end

reset_by_name(s::Solver, name) = C.manifact_solver_reset(s, name)
reset_by_name(v::Vectorizer, name) = C.manifact_vectorizer_reset(v, name)

"""
    reset_option!(solver, name)
    reset_option!(solver)

Restore the default of an option, or of all.
"""
function reset_option!(owner::WithOptions, name::Union{AbstractString,Symbol})
    check(owner, reset_by_name(owner, String(name)))
    return owner
end
function reset_option!(owner::WithOptions)
    check(owner, reset_by_name(owner, Cstring(C_NULL)))
    return owner
end
