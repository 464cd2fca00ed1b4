# Documents: matrices whose columns are documents.

"""
    Documents(X)

The columns of the m x n matrix `X` as n documents with m features.

A `SparseMatrixCSC` is given to the library as it is: the compressed columns of an m x n matrix are
the compressed rows of its transpose, whose rows are the documents, with indices counted from 1. The
library uses the arrays of rows and of values in place, whether `Int32` or `Int64`, and copies only
`colptr`. A `Matrix`, or a view of one, of `Float32` or `Float64` is used in place. `X'`, with
documents as rows of a sparse `X`, is not copied on the way to the library, which makes a copy
sorted by documents. Other matrices are converted.

An array that is used in place must not change as long as the `Documents`, or a `Solver` that
clustered them, exist. Models have copies.
"""
function Documents(X::SparseMatrixCSC{V,I}) where {V<:Real32or64,I<:Index32or64}
    features, documents = size(X)
    colptr, rows, values = getcolptr(X), rowvals(X), nonzeros(X)
    made = GC.@preserve colptr rows values begin
        make_alone(Documents) do context, out
            C.manifact_matrix_create_csr(context, documents, features, nnz(X), pointer(colptr),
                value_type(I), pointer(rows), value_type(I), 1, pointer(values), value_type(V),
                C.MANIFACT_BORROW, C_NULL, C_NULL, out)
        end
    end
    made.kept = X
    return made
end

Documents(X::SparseMatrixCSC) =
    Documents(SparseMatrixCSC{eltype(X) === Float32 ? Float32 : Float64,Int64}(X))

# Documents as the rows of a sparse matrix: compressed columns, which the library copies.
const SparseRows{V,I} =
    Union{Transpose{V,SparseMatrixCSC{V,I}},Adjoint{V,SparseMatrixCSC{V,I}}}

function Documents(X::SparseRows{V,I}) where {V<:Real32or64,I<:Index32or64}
    rows_of_documents = parent(X)
    documents, features = size(rows_of_documents)
    colptr, rows = getcolptr(rows_of_documents), rowvals(rows_of_documents)
    values = nonzeros(rows_of_documents)
    return GC.@preserve colptr rows values begin
        make_alone(Documents) do context, out
            C.manifact_matrix_create_csc(context, documents, features, nnz(rows_of_documents),
                pointer(colptr), value_type(I), pointer(rows), value_type(I), 1,
                pointer(values), value_type(V), out)
        end
    end
end

Documents(X::SparseRows) = Documents(SparseMatrixCSC(X))

function Documents(X::StridedMatrix{V}) where {V<:Real32or64}
    features, documents = size(X)
    in_place = stride(X, 1) == 1 && stride(X, 2) >= features
    values = in_place ? X : Matrix{V}(X)
    made = GC.@preserve values begin
        make_alone(Documents) do context, out
            C.manifact_matrix_create_dense(context, documents, features,
                max(stride(values, 2), 1), 1, pointer(values), value_type(V),
                C.MANIFACT_BORROW, C_NULL, C_NULL, out)
        end
    end
    made.kept = values
    return made
end

Documents(X::AbstractMatrix) = Documents(Matrix{Float64}(X))

Base.size(X::Documents) =
    (Int(C.manifact_matrix_columns(X)), Int(C.manifact_matrix_rows(X)))
Base.size(X::Documents, dimension::Integer) = dimension <= 2 ? size(X)[dimension] : 1

"""
    SparseMatrixCSC(X::Documents)

A copy as an m x n sparse matrix whose columns are the documents.
"""
function SparseArrays.SparseMatrixCSC(X::Documents)
    features, documents = size(X)
    entries = Int(C.manifact_matrix_entries(X))
    colptr, rows = Vector{Int64}(undef, documents + 1), Vector{Int64}(undef, entries)
    values = Vector{Float64}(undef, entries)
    # The arrays are rooted by @ccall.
    check(nothing, C.manifact_matrix_copy_csr(X, colptr, C.MANIFACT_INT64, rows,
        C.MANIFACT_INT64, values, C.MANIFACT_DOUBLE, entries))
    colptr .+= 1
    rows .+= 1
    return SparseMatrixCSC{Float64,Int64}(features, documents, colptr, rows, values)
end

"Whether the library holds the documents as a dense array."
is_dense(X::Documents) = C.manifact_matrix_is_dense(X) == 1

const FORMATS = Dict("auto" => C.MANIFACT_FORMAT_AUTO, "counts" => C.MANIFACT_FORMAT_COUNTS,
    "csv" => C.MANIFACT_FORMAT_CSV,
    "matrix-market" => C.MANIFACT_FORMAT_MATRIX_MARKET, "svmlight" => C.MANIFACT_FORMAT_SVMLIGHT)

"The number of a word that a function takes."
function number_of(words, what, word)
    haskey(words, word) && return words[word]
    throw(ArgumentError("$what is one of $(join(sort!(collect(keys(words))), ", ")) " *
                        "and not \"$word\""))
end

"""
    read_documents(path; format="auto", threads=1, progress=nothing, cancel=nothing)

Read documents from a file, whose rows they are: "matrix-market",
"svmlight", "csv" or "counts", which are mapped into memory.
"""
read_documents(path::AbstractString; format="auto", options...) =
    make_alone(Documents; options...) do context, out
        C.manifact_matrix_read(context, path, number_of(FORMATS, "format", format), out)
    end

"""
    parse_documents(bytes, name; format="auto", ...)

Read documents from the bytes of a file; `name` stands for it in messages.
"""
parse_documents(bytes::AbstractVector{UInt8}, name::AbstractString; format="auto", options...) =
    let data = Vector{UInt8}(bytes)
        make_alone(Documents; options...) do context, out
            C.manifact_matrix_parse(context, data, length(data), name,
                number_of(FORMATS, "format", format), out)
        end
    end

"Write documents to a file as the rows of a Matrix Market file; a path in .gz is compressed."
function write_documents(path::AbstractString, X::Documents)
    call_alone(context -> C.manifact_matrix_write(context, X, path))
    return nothing
end

"""
    weighted(X; weighting="auto", scaling="auto")

The documents as a fit sees them: counts are weighted, documents or features are scaled.
"""
weighted(X::Documents; weighting="auto", scaling="auto") =
    make_alone(Documents) do context, out
        C.manifact_matrix_weight(context, X, weighting, scaling, out)
    end

"""
    set_feature_names!(X, names)

Name the features; `nothing` removes the names. A fit keeps them in the model, which then finds the
features of other documents by their names.
"""
function set_feature_names!(X::Documents, names)
    bytes, offsets = joined(names)
    push!(bytes, 0x00) # so that no names at all have an address
    call_alone() do context
        C.manifact_matrix_set_feature_names(context, X, bytes, offsets, length(offsets) - 1)
    end
    return X
end
function set_feature_names!(X::Documents, ::Nothing)
    call_alone(context -> C.manifact_matrix_set_feature_names(context, X, C_NULL, C_NULL, 0))
    return X
end

"""
    set_vectors!(X, vectors)

Give each document a vector beside its words, a row of the dense documents `vectors`; `nothing`
removes the vectors. Fits and assignments of `X` then use both.
"""
function set_vectors!(X::Documents, vectors)
    call_alone() do context
        C.manifact_matrix_set_vectors(context, X, vectors === nothing ? C_NULL : vectors)
    end
    return X
end

"""
    document_frequencies(X)

The number of documents in which each feature is positive, as weighting counts them.
"""
function document_frequencies(X::Documents)
    frequencies = zeros(Int64, C.manifact_matrix_columns(X))
    call_alone() do context
        C.manifact_matrix_document_frequencies(context, X, frequencies, length(frequencies))
    end
    return frequencies
end

"""
    set_background!(X, frequencies, documents)

Weight the counts by the document frequencies of another, larger collection, one for each feature,
and its number of documents; `nothing`: by their own again.
"""
function set_background!(X::Documents, frequencies, documents=0)
    of = frequencies === nothing ? C_NULL : Vector{Int64}(frequencies)
    count = frequencies === nothing ? 0 : length(of)
    call_alone() do context
        C.manifact_matrix_set_background(context, X, of, count, documents)
    end
    return X
end

"The number of documents of the background collection, 0 if there is none."
background_documents(X::Documents) = C.manifact_matrix_background_documents(X)

names_by(f, handle) = begin
    names = String[]
    while true
        name = string_of(f, handle, length(names))
        name === nothing && return isempty(names) ? nothing : names
        push!(names, name)
    end
end

"The names of the features of documents, or of a model; nothing if they have none, or are terms."
feature_names(X::Documents) = names_by(C.manifact_matrix_feature_name, X)
feature_names(model::Model) = names_by(C.manifact_model_feature_name, model)

"The leading number of each line of a file in the format svmlight; nothing for other documents."
row_labels(X::Documents) = copied(X, Float64, C.manifact_matrix_row_labels(X), size(X, 2))
