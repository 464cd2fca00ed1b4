# Arrays and texts to the library, and back.

const Real32or64 = Union{Float32,Float64}
const Index32or64 = Union{Int32,Int64}

value_type(::Type{Int32}) = C.MANIFACT_INT32
value_type(::Type{Int64}) = C.MANIFACT_INT64
value_type(::Type{Float32}) = C.MANIFACT_FLOAT
value_type(::Type{Float64}) = C.MANIFACT_DOUBLE

"Texts one after the other, and where each begins and the last one ends."
function joined(texts)
    buffer = IOBuffer()
    offsets = Int64[0]
    for text in texts
        write(buffer, String(text))
        push!(offsets, position(buffer))
    end
    return take!(buffer), offsets
end

"A string of the library; nothing for NULL."
text_of(pointer::Ptr{UInt8}) = pointer == C_NULL ? nothing : unsafe_string(pointer)

"The string that a function of the library finds in a handle, copied while the handle is kept."
string_of(f, handle::Handle, arguments...) =
    GC.@preserve handle text_of(f(handle, arguments...))

"Clusters of the library, from 0, as those of this package, from 1; -1 stays."
from_library(label::Integer) = label < 0 ? Int(label) : Int(label) + 1
from_library(labels::AbstractArray) = map(from_library, labels)

"Clusters of this package, from 1, as those of the library, from 0; -1 stays."
function to_library(label::Integer)
    label == -1 && return Int32(-1)
    label >= 1 || throw(ArgumentError("a cluster is a number from 1, or -1, and not $label"))
    return Int32(label - 1)
end
to_library(labels::AbstractVector) = Int32[to_library(label) for label in labels]

"A number counted from 1 as one counted from 0."
from_zero(index::Integer) = Int64(index) - 1
from_zero(indices::AbstractVector) = Int64[from_zero(index) for index in indices]

"Classes, any numbers from 0; -1 or missing if not known."
classes(given::AbstractVector) = Int32[ismissing(class) ? -1 : class for class in given]

"A copy of a view of the library, of which the handle `owner` keeps the memory."
function copied(owner::Handle, ::Type{T}, data::Ptr, dims...) where {T}
    GC.@preserve owner begin
        data == C_NULL && return nothing
        return copy(unsafe_wrap(Array, Ptr{T}(data), dims))
    end
end

same_length(what, given, wanted) = length(given) == wanted ||
    throw(DimensionMismatch("$what has $(length(given)) entries and not $wanted"))
