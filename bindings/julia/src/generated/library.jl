# The C interface. Written by bindings/generate.
#
# Arguments are passed to @ccall as they are: an array, a Ref or a handle stays rooted during the
# call, NULL is C_NULL.
module LibManifact

const ABI = 1

# MANIFACT_LIBRARY, when the package is compiled, names another file than the installed library.
const libmanifact = get(ENV, "MANIFACT_LIBRARY",
    Sys.isapple() ? "libmanifact.1.dylib" : "libmanifact.so.1")

mutable struct manifact_context end
mutable struct manifact_matrix end
mutable struct manifact_graph end
mutable struct manifact_constraints end
mutable struct manifact_table end
mutable struct manifact_solver end
mutable struct manifact_model end
mutable struct manifact_vectorizer end
mutable struct manifact_suggestion end
mutable struct manifact_cancel_token end
mutable struct ArrowSchema end
mutable struct ArrowArray end
mutable struct ArrowArrayStream end

const manifact_bool = Cint
const MANIFACT_FALSE = Cint(0)
const MANIFACT_TRUE = Cint(1)

const manifact_status = Cint
const MANIFACT_OK = Cint(0)
const MANIFACT_ITERATION_LIMIT = Cint(1)
const MANIFACT_FEWER_CLUSTERS = Cint(2)
const MANIFACT_CONTRADICTIONS = Cint(3)
const MANIFACT_NOT_CONVERGED = Cint(4)
const MANIFACT_ERROR_NULL = Cint(-101)
const MANIFACT_ERROR_HANDLE = Cint(-102)
const MANIFACT_ERROR_ARGUMENT = Cint(-103)
const MANIFACT_ERROR_OPTION = Cint(-104)
const MANIFACT_ERROR_LENGTH = Cint(-105)
const MANIFACT_ERROR_MISMATCH = Cint(-106)
const MANIFACT_ERROR_BUSY = Cint(-107)
const MANIFACT_ERROR_STRUCTURE = Cint(-201)
const MANIFACT_ERROR_VALUE = Cint(-202)
const MANIFACT_ERROR_EMPTY = Cint(-203)
const MANIFACT_ERROR_FORMAT = Cint(-204)
const MANIFACT_ERROR_CORRUPT = Cint(-205)
const MANIFACT_ERROR_VERSION = Cint(-206)
const MANIFACT_ERROR_NUMERICS = Cint(-301)
const MANIFACT_ERROR_MEMORY = Cint(-401)
const MANIFACT_ERROR_BUDGET = Cint(-402)
const MANIFACT_ERROR_IO = Cint(-403)
const MANIFACT_ERROR_THREADS = Cint(-404)
const MANIFACT_ERROR_FEATURE = Cint(-405)
const MANIFACT_ERROR_CANCELLED = Cint(-501)
const MANIFACT_ERROR_INTERNAL = Cint(-601)

const manifact_log_level = Cint
const MANIFACT_LOG_NOTE = Cint(0)
const MANIFACT_LOG_WARNING = Cint(1)

const manifact_value_type = Cint
const MANIFACT_INT32 = Cint(1)
const MANIFACT_INT64 = Cint(2)
const MANIFACT_FLOAT = Cint(3)
const MANIFACT_DOUBLE = Cint(4)

const manifact_ownership = Cint
const MANIFACT_COPY = Cint(0)
const MANIFACT_BORROW = Cint(1)

const manifact_format = Cint
const MANIFACT_FORMAT_AUTO = Cint(0)
const MANIFACT_FORMAT_MATRIX_MARKET = Cint(1)
const MANIFACT_FORMAT_SVMLIGHT = Cint(2)
const MANIFACT_FORMAT_CSV = Cint(3)
const MANIFACT_FORMAT_COUNTS = Cint(4)

const manifact_column_type = Cint
const MANIFACT_COLUMN_OTHER = Cint(0)
const MANIFACT_COLUMN_NUMBERS = Cint(1)
const MANIFACT_COLUMN_VECTORS = Cint(2)
const MANIFACT_COLUMN_TEXTS = Cint(3)
const MANIFACT_COLUMN_TIMES = Cint(4)
const MANIFACT_COLUMN_NULLS = Cint(5)

const manifact_graph_weight = Cint
const MANIFACT_WEIGHT_COSINE = Cint(1)
const MANIFACT_WEIGHT_BINARY = Cint(2)
const MANIFACT_WEIGHT_HEAT = Cint(3)
const MANIFACT_WEIGHT_LOCAL_SCALING = Cint(4)

const manifact_graph_rule = Cint
const MANIFACT_RULE_SYMMETRIC = Cint(0)
const MANIFACT_RULE_OR = Cint(1)
const MANIFACT_RULE_MUTUAL = Cint(2)

const manifact_search = Cint
const MANIFACT_SEARCH_NONE = Cint(0)
const MANIFACT_SEARCH_AUTO = Cint(1)
const MANIFACT_SEARCH_EXACT = Cint(2)
const MANIFACT_SEARCH_APPROXIMATE = Cint(3)

const manifact_metric = Cint
const MANIFACT_METRIC_COSINE = Cint(1)
const MANIFACT_METRIC_EUCLIDEAN = Cint(2)
const MANIFACT_METRIC_AUTO = Cint(3)

const manifact_gamma = Cint
const MANIFACT_GAMMA_ROW = Cint(1)
const MANIFACT_GAMMA_FIXED = Cint(2)

const manifact_constraint_kind = Cint
const MANIFACT_CONSTRAINTS_PAIRS = Cint(1)
const MANIFACT_CONSTRAINTS_CONTRADICTIONS = Cint(2)
const MANIFACT_CONSTRAINTS_CONFLICTS = Cint(3)
const MANIFACT_CONSTRAINTS_LABELED = Cint(4)
const MANIFACT_CONSTRAINTS_CLASSES = Cint(5)
const MANIFACT_CONSTRAINTS_REPEATED = Cint(6)

const manifact_option_type = Cint
const MANIFACT_TYPE_INT64 = Cint(1)
const MANIFACT_TYPE_DOUBLE = Cint(2)
const MANIFACT_TYPE_TEXT = Cint(3)
const MANIFACT_TYPE_BOOL = Cint(4)

const manifact_score = Cint
const MANIFACT_SCORE_CONCEPT = Cint(1)
const MANIFACT_SCORE_LIFT = Cint(2)
const MANIFACT_SCORE_EXCLUSIVITY = Cint(3)

const manifact_block = Cint
const MANIFACT_BLOCK_MASS = Cint(1)
const MANIFACT_BLOCK_MEAN = Cint(2)
const MANIFACT_BLOCK_LIFT = Cint(3)

const manifact_array = Cint
const MANIFACT_ARRAY_HISTORY = Cint(1)
const MANIFACT_ARRAY_LABELS = Cint(2)
const MANIFACT_ARRAY_SIZES = Cint(3)
const MANIFACT_ARRAY_MEMBERSHIPS = Cint(4)
const MANIFACT_ARRAY_ASSOCIATIONS = Cint(5)
const MANIFACT_ARRAY_BASIS = Cint(6)
const MANIFACT_ARRAY_CENTROIDS = Cint(7)
const MANIFACT_ARRAY_COSINES = Cint(8)
const MANIFACT_ARRAY_FEATURE_LABELS = Cint(9)
const MANIFACT_ARRAY_FEATURE_SIZES = Cint(10)
const MANIFACT_ARRAY_FEATURE_MEMBERSHIPS = Cint(11)
const MANIFACT_ARRAY_CORE = Cint(12)

const manifact_origin = Cint
const MANIFACT_ORIGIN_UNKNOWN = Cint(0)
const MANIFACT_ORIGIN_DEFAULT = Cint(1)
const MANIFACT_ORIGIN_PRESET = Cint(2)
const MANIFACT_ORIGIN_DATA = Cint(3)
const MANIFACT_ORIGIN_USER = Cint(4)

const manifact_linkage = Cint
const MANIFACT_LINKAGE_WARD = Cint(1)
const MANIFACT_LINKAGE_AVERAGE = Cint(2)

const manifact_weakness = Cint
const MANIFACT_WEAKNESS_NONE = Cint(0)
const MANIFACT_WEAKNESS_EMPTY = Cint(1)
const MANIFACT_WEAKNESS_SMALL = Cint(2)
const MANIFACT_WEAKNESS_NEAR_COPY = Cint(3)
const MANIFACT_WEAKNESS_INCOHERENT = Cint(4)

const manifact_direction = Cint
const MANIFACT_FALLING = Cint(-1)
const MANIFACT_RISING = Cint(1)

const manifact_change = Cint
const MANIFACT_CHANGE_STAYED = Cint(1)
const MANIFACT_CHANGE_MOVED = Cint(2)
const MANIFACT_CHANGE_SPLIT = Cint(3)
const MANIFACT_CHANGE_JOINED = Cint(4)
const MANIFACT_CHANGE_APPEARED = Cint(5)
const MANIFACT_CHANGE_VANISHED = Cint(6)

function manifact_version()
    @ccall libmanifact.manifact_version()::Ptr{UInt8}
end

function manifact_version_number()
    @ccall libmanifact.manifact_version_number()::Cint
end

function manifact_abi_supported(abi)
    @ccall libmanifact.manifact_abi_supported(abi::Cint)::manifact_bool
end

function manifact_has_feature(name)
    @ccall libmanifact.manifact_has_feature(name::Cstring)::manifact_bool
end

function manifact_status_name(status)
    @ccall libmanifact.manifact_status_name(status::manifact_status)::Ptr{UInt8}
end

function manifact_status_text(status)
    @ccall libmanifact.manifact_status_text(status::manifact_status)::Ptr{UInt8}
end

function manifact_cancel_token_create(out)
    @ccall libmanifact.manifact_cancel_token_create(
        out::Ptr{Ptr{manifact_cancel_token}})::manifact_status
end

function manifact_cancel_token_request(token)
    @ccall libmanifact.manifact_cancel_token_request(
        token::Ptr{manifact_cancel_token})::Cvoid
end

function manifact_cancel_token_retain(token)
    @ccall libmanifact.manifact_cancel_token_retain(
        token::Ptr{manifact_cancel_token})::Ptr{manifact_cancel_token}
end

function manifact_cancel_token_free(token)
    @ccall libmanifact.manifact_cancel_token_free(token::Ptr{manifact_cancel_token})::Cvoid
end

function manifact_context_create(out)
    @ccall libmanifact.manifact_context_create(
        out::Ptr{Ptr{manifact_context}})::manifact_status
end

function manifact_context_create_with_allocator(allocate, release, user, out)
    @ccall libmanifact.manifact_context_create_with_allocator(allocate::Ptr{Cvoid},
        release::Ptr{Cvoid}, user::Ptr{Cvoid},
        out::Ptr{Ptr{manifact_context}})::manifact_status
end

function manifact_context_free(context)
    @ccall libmanifact.manifact_context_free(context::Ptr{manifact_context})::Cvoid
end

function manifact_context_message(context)
    @ccall libmanifact.manifact_context_message(context::Ptr{manifact_context})::Ptr{UInt8}
end

function manifact_context_errno(context)
    @ccall libmanifact.manifact_context_errno(context::Ptr{manifact_context})::Cint
end

function manifact_context_set_threads(context, threads)
    @ccall libmanifact.manifact_context_set_threads(context::Ptr{manifact_context},
        threads::Int64)::manifact_status
end

function manifact_context_set_runner(context, runner, user)
    @ccall libmanifact.manifact_context_set_runner(context::Ptr{manifact_context},
        runner::Ptr{Cvoid}, user::Ptr{Cvoid})::manifact_status
end

function manifact_context_set_progress(context, progress, user)
    @ccall libmanifact.manifact_context_set_progress(context::Ptr{manifact_context},
        progress::Ptr{Cvoid}, user::Ptr{Cvoid})::manifact_status
end

function manifact_context_set_log(context, log, user)
    @ccall libmanifact.manifact_context_set_log(context::Ptr{manifact_context},
        log::Ptr{Cvoid}, user::Ptr{Cvoid})::manifact_status
end

function manifact_context_set_cancel_token(context, token)
    @ccall libmanifact.manifact_context_set_cancel_token(context::Ptr{manifact_context},
        token::Ptr{manifact_cancel_token})::manifact_status
end

function manifact_context_memory(context, now, peak)
    @ccall libmanifact.manifact_context_memory(context::Ptr{manifact_context},
        now::Ptr{Int64}, peak::Ptr{Int64})::manifact_status
end

function manifact_matrix_create_csr(context, n_rows, n_columns, n_entries, indptr,
        indptr_type, indices, index_type, index_base, values, value_type, ownership,
        release, user, out)
    @ccall libmanifact.manifact_matrix_create_csr(context::Ptr{manifact_context},
        n_rows::Int64, n_columns::Int64, n_entries::Int64, indptr::Ptr{Cvoid},
        indptr_type::manifact_value_type, indices::Ptr{Cvoid},
        index_type::manifact_value_type, index_base::Cint, values::Ptr{Cvoid},
        value_type::manifact_value_type, ownership::manifact_ownership, release::Ptr{Cvoid},
        user::Ptr{Cvoid}, out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_matrix_create_csc(context, n_rows, n_columns, n_entries, indptr,
        indptr_type, indices, index_type, index_base, values, value_type, out)
    @ccall libmanifact.manifact_matrix_create_csc(context::Ptr{manifact_context},
        n_rows::Int64, n_columns::Int64, n_entries::Int64, indptr::Ptr{Cvoid},
        indptr_type::manifact_value_type, indices::Ptr{Cvoid},
        index_type::manifact_value_type, index_base::Cint, values::Ptr{Cvoid},
        value_type::manifact_value_type, out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_matrix_create_dense(context, n_rows, n_columns, row_stride, column_stride,
        values, value_type, ownership, release, user, out)
    @ccall libmanifact.manifact_matrix_create_dense(context::Ptr{manifact_context},
        n_rows::Int64, n_columns::Int64, row_stride::Int64, column_stride::Int64,
        values::Ptr{Cvoid}, value_type::manifact_value_type, ownership::manifact_ownership,
        release::Ptr{Cvoid}, user::Ptr{Cvoid},
        out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_matrix_read(context, path, format, out)
    @ccall libmanifact.manifact_matrix_read(context::Ptr{manifact_context}, path::Cstring,
        format::manifact_format, out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_matrix_parse(context, data, size, name, format, out)
    @ccall libmanifact.manifact_matrix_parse(context::Ptr{manifact_context},
        data::Ptr{Cvoid}, size::Csize_t, name::Cstring, format::manifact_format,
        out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_matrix_write(context, matrix, path)
    @ccall libmanifact.manifact_matrix_write(context::Ptr{manifact_context},
        matrix::Ptr{manifact_matrix}, path::Cstring)::manifact_status
end

function manifact_matrix_rows(matrix)
    @ccall libmanifact.manifact_matrix_rows(matrix::Ptr{manifact_matrix})::Int64
end

function manifact_matrix_columns(matrix)
    @ccall libmanifact.manifact_matrix_columns(matrix::Ptr{manifact_matrix})::Int64
end

function manifact_matrix_entries(matrix)
    @ccall libmanifact.manifact_matrix_entries(matrix::Ptr{manifact_matrix})::Int64
end

function manifact_matrix_is_dense(matrix)
    @ccall libmanifact.manifact_matrix_is_dense(matrix::Ptr{manifact_matrix})::manifact_bool
end

function manifact_matrix_value_type(matrix)
    @ccall libmanifact.manifact_matrix_value_type(
        matrix::Ptr{manifact_matrix})::manifact_value_type
end

function manifact_matrix_copy_csr(matrix, indptr, indptr_type, indices, index_type, values,
        value_type, n_entries)
    @ccall libmanifact.manifact_matrix_copy_csr(matrix::Ptr{manifact_matrix},
        indptr::Ptr{Cvoid}, indptr_type::manifact_value_type, indices::Ptr{Cvoid},
        index_type::manifact_value_type, values::Ptr{Cvoid},
        value_type::manifact_value_type, n_entries::Int64)::manifact_status
end

function manifact_matrix_copy_rows(matrix, first_row, n_rows, indices, index_type, values,
        value_type, n_entries)
    @ccall libmanifact.manifact_matrix_copy_rows(matrix::Ptr{manifact_matrix},
        first_row::Int64, n_rows::Int64, indices::Ptr{Cvoid},
        index_type::manifact_value_type, values::Ptr{Cvoid},
        value_type::manifact_value_type, n_entries::Int64)::manifact_status
end

function manifact_matrix_weight(context, X, weighting, scaling, out)
    @ccall libmanifact.manifact_matrix_weight(context::Ptr{manifact_context},
        X::Ptr{manifact_matrix}, weighting::Cstring, scaling::Cstring,
        out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_matrix_row_labels(matrix)
    @ccall libmanifact.manifact_matrix_row_labels(
        matrix::Ptr{manifact_matrix})::Ptr{Cdouble}
end

function manifact_matrix_set_feature_names(context, matrix, bytes, offsets, n_features)
    @ccall libmanifact.manifact_matrix_set_feature_names(context::Ptr{manifact_context},
        matrix::Ptr{manifact_matrix}, bytes::Ptr{UInt8}, offsets::Ptr{Int64},
        n_features::Int64)::manifact_status
end

function manifact_matrix_feature_name(matrix, feature)
    @ccall libmanifact.manifact_matrix_feature_name(matrix::Ptr{manifact_matrix},
        feature::Int64)::Ptr{UInt8}
end

function manifact_matrix_set_vectors(context, matrix, vectors)
    @ccall libmanifact.manifact_matrix_set_vectors(context::Ptr{manifact_context},
        matrix::Ptr{manifact_matrix}, vectors::Ptr{manifact_matrix})::manifact_status
end

function manifact_matrix_vector_columns(matrix)
    @ccall libmanifact.manifact_matrix_vector_columns(matrix::Ptr{manifact_matrix})::Int64
end

function manifact_matrix_document_frequencies(context, X, frequencies, n_features)
    @ccall libmanifact.manifact_matrix_document_frequencies(context::Ptr{manifact_context},
        X::Ptr{manifact_matrix}, frequencies::Ptr{Int64},
        n_features::Int64)::manifact_status
end

function manifact_matrix_set_background(context, matrix, frequencies, n_features,
        n_documents)
    @ccall libmanifact.manifact_matrix_set_background(context::Ptr{manifact_context},
        matrix::Ptr{manifact_matrix}, frequencies::Ptr{Int64}, n_features::Int64,
        n_documents::Int64)::manifact_status
end

function manifact_matrix_background_documents(matrix)
    @ccall libmanifact.manifact_matrix_background_documents(
        matrix::Ptr{manifact_matrix})::Int64
end

function manifact_matrix_retain(matrix)
    @ccall libmanifact.manifact_matrix_retain(
        matrix::Ptr{manifact_matrix})::Ptr{manifact_matrix}
end

function manifact_matrix_free(matrix)
    @ccall libmanifact.manifact_matrix_free(matrix::Ptr{manifact_matrix})::Cvoid
end

function manifact_table_from_arrow(context, schema, array, out)
    @ccall libmanifact.manifact_table_from_arrow(context::Ptr{manifact_context},
        schema::Ptr{ArrowSchema}, array::Ptr{ArrowArray},
        out::Ptr{Ptr{manifact_table}})::manifact_status
end

function manifact_table_from_arrow_stream(context, stream, out)
    @ccall libmanifact.manifact_table_from_arrow_stream(context::Ptr{manifact_context},
        stream::Ptr{ArrowArrayStream}, out::Ptr{Ptr{manifact_table}})::manifact_status
end

function manifact_table_rows(table)
    @ccall libmanifact.manifact_table_rows(table::Ptr{manifact_table})::Int64
end

function manifact_table_columns(table)
    @ccall libmanifact.manifact_table_columns(table::Ptr{manifact_table})::Int64
end

function manifact_table_column_name(table, column)
    @ccall libmanifact.manifact_table_column_name(table::Ptr{manifact_table},
        column::Int64)::Ptr{UInt8}
end

function manifact_table_find_column(table, name)
    @ccall libmanifact.manifact_table_find_column(table::Ptr{manifact_table},
        name::Cstring)::Int64
end

function manifact_table_column_type(table, column)
    @ccall libmanifact.manifact_table_column_type(table::Ptr{manifact_table},
        column::Int64)::manifact_column_type
end

function manifact_table_nulls(context, table, column, nulls)
    @ccall libmanifact.manifact_table_nulls(context::Ptr{manifact_context},
        table::Ptr{manifact_table}, column::Int64, nulls::Ptr{Int64})::manifact_status
end

function manifact_table_matrix(context, table, columns, n_columns, out)
    @ccall libmanifact.manifact_table_matrix(context::Ptr{manifact_context},
        table::Ptr{manifact_table}, columns::Ptr{Int64}, n_columns::Int64,
        out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_table_texts(context, table, column, bytes, offsets)
    @ccall libmanifact.manifact_table_texts(context::Ptr{manifact_context},
        table::Ptr{manifact_table}, column::Int64, bytes::Ptr{Ptr{UInt8}},
        offsets::Ptr{Ptr{Int64}})::manifact_status
end

function manifact_table_numbers(context, table, column, values, n_rows)
    @ccall libmanifact.manifact_table_numbers(context::Ptr{manifact_context},
        table::Ptr{manifact_table}, column::Int64, values::Ptr{Cdouble},
        n_rows::Int64)::manifact_status
end

function manifact_table_labels(context, table, column, labels, n_rows)
    @ccall libmanifact.manifact_table_labels(context::Ptr{manifact_context},
        table::Ptr{manifact_table}, column::Int64, labels::Ptr{Int32},
        n_rows::Int64)::manifact_status
end

function manifact_table_retain(table)
    @ccall libmanifact.manifact_table_retain(
        table::Ptr{manifact_table})::Ptr{manifact_table}
end

function manifact_table_free(table)
    @ccall libmanifact.manifact_table_free(table::Ptr{manifact_table})::Cvoid
end

function manifact_vectorizer_create(context, out)
    @ccall libmanifact.manifact_vectorizer_create(context::Ptr{manifact_context},
        out::Ptr{Ptr{manifact_vectorizer}})::manifact_status
end

function manifact_vectorizer_from_terms(context, bytes, offsets, count, out)
    @ccall libmanifact.manifact_vectorizer_from_terms(context::Ptr{manifact_context},
        bytes::Ptr{UInt8}, offsets::Ptr{Int64}, count::Int64,
        out::Ptr{Ptr{manifact_vectorizer}})::manifact_status
end

function manifact_vectorizer_retain(vectorizer)
    @ccall libmanifact.manifact_vectorizer_retain(
        vectorizer::Ptr{manifact_vectorizer})::Ptr{manifact_vectorizer}
end

function manifact_vectorizer_free(vectorizer)
    @ccall libmanifact.manifact_vectorizer_free(vectorizer::Ptr{manifact_vectorizer})::Cvoid
end

function manifact_vectorizer_message(vectorizer)
    @ccall libmanifact.manifact_vectorizer_message(
        vectorizer::Ptr{manifact_vectorizer})::Ptr{UInt8}
end

function manifact_vectorizer_set_int64(vectorizer, name, value)
    @ccall libmanifact.manifact_vectorizer_set_int64(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring, value::Int64)::manifact_status
end

function manifact_vectorizer_set_double(vectorizer, name, value)
    @ccall libmanifact.manifact_vectorizer_set_double(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring, value::Cdouble)::manifact_status
end

function manifact_vectorizer_set_bool(vectorizer, name, value)
    @ccall libmanifact.manifact_vectorizer_set_bool(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring, value::manifact_bool)::manifact_status
end

function manifact_vectorizer_set_text(vectorizer, name, value)
    @ccall libmanifact.manifact_vectorizer_set_text(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring, value::Cstring)::manifact_status
end

function manifact_vectorizer_reset(vectorizer, name)
    @ccall libmanifact.manifact_vectorizer_reset(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring)::manifact_status
end

function manifact_vectorizer_take_limits(vectorizer, solver)
    @ccall libmanifact.manifact_vectorizer_take_limits(vectorizer::Ptr{manifact_vectorizer},
        solver::Ptr{manifact_solver})::manifact_status
end

function manifact_vectorizer_get_int64(vectorizer, name, value)
    @ccall libmanifact.manifact_vectorizer_get_int64(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring, value::Ptr{Int64})::manifact_status
end

function manifact_vectorizer_get_double(vectorizer, name, value)
    @ccall libmanifact.manifact_vectorizer_get_double(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring, value::Ptr{Cdouble})::manifact_status
end

function manifact_vectorizer_get_bool(vectorizer, name, value)
    @ccall libmanifact.manifact_vectorizer_get_bool(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring, value::Ptr{manifact_bool})::manifact_status
end

function manifact_vectorizer_get_text(vectorizer, name, buffer, size)
    @ccall libmanifact.manifact_vectorizer_get_text(vectorizer::Ptr{manifact_vectorizer},
        name::Cstring, buffer::Ptr{UInt8}, size::Csize_t)::manifact_status
end

function manifact_vectorizer_get_text_size(vectorizer, name, size)
    @ccall libmanifact.manifact_vectorizer_get_text_size(
        vectorizer::Ptr{manifact_vectorizer}, name::Cstring,
        size::Ptr{Csize_t})::manifact_status
end

function manifact_vectorizer_add_stop_words(vectorizer, bytes, offsets, count)
    @ccall libmanifact.manifact_vectorizer_add_stop_words(
        vectorizer::Ptr{manifact_vectorizer}, bytes::Ptr{UInt8}, offsets::Ptr{Int64},
        count::Int64)::manifact_status
end

function manifact_vectorizer_add(vectorizer, text, length)
    @ccall libmanifact.manifact_vectorizer_add(vectorizer::Ptr{manifact_vectorizer},
        text::Ptr{UInt8}, length::Int64)::manifact_status
end

function manifact_vectorizer_add_many(vectorizer, bytes, offsets, count)
    @ccall libmanifact.manifact_vectorizer_add_many(vectorizer::Ptr{manifact_vectorizer},
        bytes::Ptr{UInt8}, offsets::Ptr{Int64}, count::Int64)::manifact_status
end

function manifact_vectorizer_finish(vectorizer, out)
    @ccall libmanifact.manifact_vectorizer_finish(vectorizer::Ptr{manifact_vectorizer},
        out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_vectorizer_transform(context, vectorizer, bytes, offsets, count, out)
    @ccall libmanifact.manifact_vectorizer_transform(context::Ptr{manifact_context},
        vectorizer::Ptr{manifact_vectorizer}, bytes::Ptr{UInt8}, offsets::Ptr{Int64},
        count::Int64, out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_vectorizer_transform_counted(context, vectorizer, bytes, offsets, count,
        terms, out)
    @ccall libmanifact.manifact_vectorizer_transform_counted(context::Ptr{manifact_context},
        vectorizer::Ptr{manifact_vectorizer}, bytes::Ptr{UInt8}, offsets::Ptr{Int64},
        count::Int64, terms::Ptr{Int64}, out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_vectorizer_documents(vectorizer)
    @ccall libmanifact.manifact_vectorizer_documents(
        vectorizer::Ptr{manifact_vectorizer})::Int64
end

function manifact_vectorizer_terms(vectorizer)
    @ccall libmanifact.manifact_vectorizer_terms(
        vectorizer::Ptr{manifact_vectorizer})::Int64
end

function manifact_vectorizer_tokens(vectorizer)
    @ccall libmanifact.manifact_vectorizer_tokens(
        vectorizer::Ptr{manifact_vectorizer})::Int64
end

function manifact_vectorizer_replaced(vectorizer)
    @ccall libmanifact.manifact_vectorizer_replaced(
        vectorizer::Ptr{manifact_vectorizer})::Int64
end

function manifact_vectorizer_term(vectorizer, index)
    @ccall libmanifact.manifact_vectorizer_term(vectorizer::Ptr{manifact_vectorizer},
        index::Int64)::Ptr{UInt8}
end

function manifact_graph_knn(context, X, neighbors, weight, rule, bandwidth, search, recall,
        seed, out)
    @ccall libmanifact.manifact_graph_knn(context::Ptr{manifact_context},
        X::Ptr{manifact_matrix}, neighbors::Int64, weight::manifact_graph_weight,
        rule::manifact_graph_rule, bandwidth::Cdouble, search::manifact_search,
        recall::Cdouble, seed::Int64, out::Ptr{Ptr{manifact_graph}})::manifact_status
end

function manifact_graph_knn_metric(context, X, neighbors, metric, weight, rule, bandwidth,
        search, recall, seed, out)
    @ccall libmanifact.manifact_graph_knn_metric(context::Ptr{manifact_context},
        X::Ptr{manifact_matrix}, neighbors::Int64, metric::manifact_metric,
        weight::manifact_graph_weight, rule::manifact_graph_rule, bandwidth::Cdouble,
        search::manifact_search, recall::Cdouble, seed::Int64,
        out::Ptr{Ptr{manifact_graph}})::manifact_status
end

function manifact_graph_metric(graph)
    @ccall libmanifact.manifact_graph_metric(graph::Ptr{manifact_graph})::manifact_metric
end

function manifact_graph_search_info(graph, search, recall, sampled)
    @ccall libmanifact.manifact_graph_search_info(graph::Ptr{manifact_graph},
        search::Ptr{manifact_search}, recall::Ptr{Cdouble},
        sampled::Ptr{Int64})::manifact_status
end

function manifact_graph_adaptive(context, X, neighbors, mode, gamma, memory_budget, out)
    @ccall libmanifact.manifact_graph_adaptive(context::Ptr{manifact_context},
        X::Ptr{manifact_matrix}, neighbors::Int64, mode::manifact_gamma, gamma::Cdouble,
        memory_budget::Int64, out::Ptr{Ptr{manifact_graph}})::manifact_status
end

function manifact_graph_from_matrix(context, S, rule, out)
    @ccall libmanifact.manifact_graph_from_matrix(context::Ptr{manifact_context},
        S::Ptr{manifact_matrix}, rule::manifact_graph_rule,
        out::Ptr{Ptr{manifact_graph}})::manifact_status
end

function manifact_graph_to_matrix(context, graph, out)
    @ccall libmanifact.manifact_graph_to_matrix(context::Ptr{manifact_context},
        graph::Ptr{manifact_graph}, out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_graph_vertices(graph)
    @ccall libmanifact.manifact_graph_vertices(graph::Ptr{manifact_graph})::Int64
end

function manifact_graph_edges(graph)
    @ccall libmanifact.manifact_graph_edges(graph::Ptr{manifact_graph})::Int64
end

function manifact_graph_components(graph)
    @ccall libmanifact.manifact_graph_components(graph::Ptr{manifact_graph})::Int64
end

function manifact_graph_isolated(graph)
    @ccall libmanifact.manifact_graph_isolated(graph::Ptr{manifact_graph})::Int64
end

function manifact_graph_retain(graph)
    @ccall libmanifact.manifact_graph_retain(
        graph::Ptr{manifact_graph})::Ptr{manifact_graph}
end

function manifact_graph_free(graph)
    @ccall libmanifact.manifact_graph_free(graph::Ptr{manifact_graph})::Cvoid
end

function manifact_constraints_create(context, n_documents, labels, first, second, weights,
        n_pairs, out)
    @ccall libmanifact.manifact_constraints_create(context::Ptr{manifact_context},
        n_documents::Int64, labels::Ptr{Int32}, first::Ptr{Int64}, second::Ptr{Int64},
        weights::Ptr{Cdouble}, n_pairs::Int64,
        out::Ptr{Ptr{manifact_constraints}})::manifact_status
end

function manifact_constraints_count(constraints, kind)
    @ccall libmanifact.manifact_constraints_count(constraints::Ptr{manifact_constraints},
        kind::manifact_constraint_kind)::Int64
end

function manifact_constraints_list(constraints, kind, count, first, second, weights, found)
    @ccall libmanifact.manifact_constraints_list(constraints::Ptr{manifact_constraints},
        kind::manifact_constraint_kind, count::Int64, first::Ptr{Int64}, second::Ptr{Int64},
        weights::Ptr{Cdouble}, found::Ptr{Int64})::manifact_status
end

function manifact_constraints_suggest(context, X, constraints, n_clusters, seed, count,
        first, second, cosines, found)
    @ccall libmanifact.manifact_constraints_suggest(context::Ptr{manifact_context},
        X::Ptr{manifact_matrix}, constraints::Ptr{manifact_constraints}, n_clusters::Int64,
        seed::Int64, count::Int64, first::Ptr{Int64}, second::Ptr{Int64},
        cosines::Ptr{Cdouble}, found::Ptr{Int64})::manifact_status
end

function manifact_seed_labels(context, X, terms, offsets, topics, weights, n_seeds,
        n_topics, n_clusters, labels, n_documents, matched, chosen)
    @ccall libmanifact.manifact_seed_labels(context::Ptr{manifact_context},
        X::Ptr{manifact_matrix}, terms::Ptr{Int64}, offsets::Ptr{Int64}, topics::Ptr{Int32},
        weights::Ptr{Cdouble}, n_seeds::Int64, n_topics::Int64, n_clusters::Int64,
        labels::Ptr{Int32}, n_documents::Int64, matched::Ptr{Int64},
        chosen::Ptr{Int64})::manifact_status
end

function manifact_constraints_documents(constraints)
    @ccall libmanifact.manifact_constraints_documents(
        constraints::Ptr{manifact_constraints})::Int64
end

function manifact_constraints_retain(constraints)
    @ccall libmanifact.manifact_constraints_retain(
        constraints::Ptr{manifact_constraints})::Ptr{manifact_constraints}
end

function manifact_constraints_free(constraints)
    @ccall libmanifact.manifact_constraints_free(
        constraints::Ptr{manifact_constraints})::Cvoid
end

function manifact_method_count()
    @ccall libmanifact.manifact_method_count()::Int64
end

function manifact_method_info(index, name, summary, reference)
    @ccall libmanifact.manifact_method_info(index::Int64, name::Ptr{Ptr{UInt8}},
        summary::Ptr{Ptr{UInt8}}, reference::Ptr{Ptr{UInt8}})::manifact_status
end

function manifact_option_count()
    @ccall libmanifact.manifact_option_count()::Int64
end

function manifact_option_info(index, name, type, minimum, maximum, words, fallback, summary)
    @ccall libmanifact.manifact_option_info(index::Int64, name::Ptr{Ptr{UInt8}},
        type::Ptr{manifact_option_type}, minimum::Ptr{Cdouble}, maximum::Ptr{Cdouble},
        words::Ptr{Ptr{UInt8}}, fallback::Ptr{Ptr{UInt8}},
        summary::Ptr{Ptr{UInt8}})::manifact_status
end

function manifact_option_is_expert(option)
    @ccall libmanifact.manifact_option_is_expert(option::Cstring)::manifact_bool
end

function manifact_method_uses_option(method, option)
    @ccall libmanifact.manifact_method_uses_option(method::Cstring,
        option::Cstring)::manifact_bool
end

function manifact_method_option_words(method, option)
    @ccall libmanifact.manifact_method_option_words(method::Cstring,
        option::Cstring)::Ptr{UInt8}
end

function manifact_method_dense_default(method, option)
    @ccall libmanifact.manifact_method_dense_default(method::Cstring,
        option::Cstring)::Ptr{UInt8}
end

function manifact_solver_create(context, method, out)
    @ccall libmanifact.manifact_solver_create(context::Ptr{manifact_context},
        method::Cstring, out::Ptr{Ptr{manifact_solver}})::manifact_status
end

function manifact_solver_create_from_model(context, model, out)
    @ccall libmanifact.manifact_solver_create_from_model(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, out::Ptr{Ptr{manifact_solver}})::manifact_status
end

function manifact_solver_free(solver)
    @ccall libmanifact.manifact_solver_free(solver::Ptr{manifact_solver})::Cvoid
end

function manifact_solver_message(solver)
    @ccall libmanifact.manifact_solver_message(solver::Ptr{manifact_solver})::Ptr{UInt8}
end

function manifact_solver_method(solver)
    @ccall libmanifact.manifact_solver_method(solver::Ptr{manifact_solver})::Ptr{UInt8}
end

function manifact_solver_set_int64(solver, name, value)
    @ccall libmanifact.manifact_solver_set_int64(solver::Ptr{manifact_solver},
        name::Cstring, value::Int64)::manifact_status
end

function manifact_solver_set_double(solver, name, value)
    @ccall libmanifact.manifact_solver_set_double(solver::Ptr{manifact_solver},
        name::Cstring, value::Cdouble)::manifact_status
end

function manifact_solver_set_bool(solver, name, value)
    @ccall libmanifact.manifact_solver_set_bool(solver::Ptr{manifact_solver}, name::Cstring,
        value::manifact_bool)::manifact_status
end

function manifact_solver_set_text(solver, name, value)
    @ccall libmanifact.manifact_solver_set_text(solver::Ptr{manifact_solver}, name::Cstring,
        value::Cstring)::manifact_status
end

function manifact_solver_reset(solver, name)
    @ccall libmanifact.manifact_solver_reset(solver::Ptr{manifact_solver},
        name::Cstring)::manifact_status
end

function manifact_solver_get_int64(solver, name, value)
    @ccall libmanifact.manifact_solver_get_int64(solver::Ptr{manifact_solver},
        name::Cstring, value::Ptr{Int64})::manifact_status
end

function manifact_solver_get_double(solver, name, value)
    @ccall libmanifact.manifact_solver_get_double(solver::Ptr{manifact_solver},
        name::Cstring, value::Ptr{Cdouble})::manifact_status
end

function manifact_solver_get_bool(solver, name, value)
    @ccall libmanifact.manifact_solver_get_bool(solver::Ptr{manifact_solver}, name::Cstring,
        value::Ptr{manifact_bool})::manifact_status
end

function manifact_solver_get_text(solver, name, buffer, size)
    @ccall libmanifact.manifact_solver_get_text(solver::Ptr{manifact_solver}, name::Cstring,
        buffer::Ptr{UInt8}, size::Csize_t)::manifact_status
end

function manifact_solver_get_text_size(solver, name, size)
    @ccall libmanifact.manifact_solver_get_text_size(solver::Ptr{manifact_solver},
        name::Cstring, size::Ptr{Csize_t})::manifact_status
end

function manifact_solver_set_graph(solver, graph)
    @ccall libmanifact.manifact_solver_set_graph(solver::Ptr{manifact_solver},
        graph::Ptr{manifact_graph})::manifact_status
end

function manifact_solver_set_feature_graph(solver, graph)
    @ccall libmanifact.manifact_solver_set_feature_graph(solver::Ptr{manifact_solver},
        graph::Ptr{manifact_graph})::manifact_status
end

function manifact_solver_set_constraints(solver, constraints)
    @ccall libmanifact.manifact_solver_set_constraints(solver::Ptr{manifact_solver},
        constraints::Ptr{manifact_constraints})::manifact_status
end

function manifact_solver_set_vectorizer(solver, vectorizer)
    @ccall libmanifact.manifact_solver_set_vectorizer(solver::Ptr{manifact_solver},
        vectorizer::Ptr{manifact_vectorizer})::manifact_status
end

function manifact_solver_set_texts(solver, counts, vectorizer)
    @ccall libmanifact.manifact_solver_set_texts(solver::Ptr{manifact_solver},
        counts::Ptr{manifact_matrix}, vectorizer::Ptr{manifact_vectorizer})::manifact_status
end

function manifact_solver_set_start_factors(solver, W, V, n, k)
    @ccall libmanifact.manifact_solver_set_start_factors(solver::Ptr{manifact_solver},
        W::Ptr{Cdouble}, V::Ptr{Cdouble}, n::Int64, k::Int64)::manifact_status
end

function manifact_solver_set_start_labels(solver, labels, n)
    @ccall libmanifact.manifact_solver_set_start_labels(solver::Ptr{manifact_solver},
        labels::Ptr{Int32}, n::Int64)::manifact_status
end

function manifact_solver_set_start_features(solver, G, m, l)
    @ccall libmanifact.manifact_solver_set_start_features(solver::Ptr{manifact_solver},
        G::Ptr{Cdouble}, m::Int64, l::Int64)::manifact_status
end

function manifact_solver_set_start_model(solver, model)
    @ccall libmanifact.manifact_solver_set_start_model(solver::Ptr{manifact_solver},
        model::Ptr{manifact_model})::manifact_status
end

function manifact_solver_set_progress(solver, progress, user)
    @ccall libmanifact.manifact_solver_set_progress(solver::Ptr{manifact_solver},
        progress::Ptr{Cvoid}, user::Ptr{Cvoid})::manifact_status
end

function manifact_solver_set_cancel_token(solver, token)
    @ccall libmanifact.manifact_solver_set_cancel_token(solver::Ptr{manifact_solver},
        token::Ptr{manifact_cancel_token})::manifact_status
end

function manifact_solver_fit(solver, X, n_clusters, out)
    @ccall libmanifact.manifact_solver_fit(solver::Ptr{manifact_solver},
        X::Ptr{manifact_matrix}, n_clusters::Int64,
        out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_solver_refit(solver, model, out)
    @ccall libmanifact.manifact_solver_refit(solver::Ptr{manifact_solver},
        model::Ptr{manifact_model}, out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_solver_join(solver, model, other, topics, n_topics, n_common, out)
    @ccall libmanifact.manifact_solver_join(solver::Ptr{manifact_solver},
        model::Ptr{manifact_model}, other::Ptr{manifact_model}, topics::Ptr{Int64},
        n_topics::Int64, n_common::Ptr{Int64},
        out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_solver_graph(solver, X, out)
    @ccall libmanifact.manifact_solver_graph(solver::Ptr{manifact_solver},
        X::Ptr{manifact_matrix}, out::Ptr{Ptr{manifact_graph}})::manifact_status
end

function manifact_solver_suggest_k(solver, X, from, to, out)
    @ccall libmanifact.manifact_solver_suggest_k(solver::Ptr{manifact_solver},
        X::Ptr{manifact_matrix}, from::Int64, to::Int64,
        out::Ptr{Ptr{manifact_suggestion}})::manifact_status
end

function manifact_suggestion_k(suggestion)
    @ccall libmanifact.manifact_suggestion_k(suggestion::Ptr{manifact_suggestion})::Int64
end

function manifact_suggestion_reason(suggestion)
    @ccall libmanifact.manifact_suggestion_reason(
        suggestion::Ptr{manifact_suggestion})::Ptr{UInt8}
end

function manifact_suggestion_count(suggestion)
    @ccall libmanifact.manifact_suggestion_count(
        suggestion::Ptr{manifact_suggestion})::Int64
end

function manifact_suggestion_row(suggestion, index, k, eigenvalue, gap, stability, score,
        status, why)
    @ccall libmanifact.manifact_suggestion_row(suggestion::Ptr{manifact_suggestion},
        index::Int64, k::Ptr{Int64}, eigenvalue::Ptr{Cdouble}, gap::Ptr{Cdouble},
        stability::Ptr{Cdouble}, score::Ptr{Cdouble}, status::Ptr{manifact_status},
        why::Ptr{Ptr{UInt8}})::manifact_status
end

function manifact_suggestion_warning_count(suggestion)
    @ccall libmanifact.manifact_suggestion_warning_count(
        suggestion::Ptr{manifact_suggestion})::Int64
end

function manifact_suggestion_warning(suggestion, index)
    @ccall libmanifact.manifact_suggestion_warning(suggestion::Ptr{manifact_suggestion},
        index::Int64)::Ptr{UInt8}
end

function manifact_suggestion_retain(suggestion)
    @ccall libmanifact.manifact_suggestion_retain(
        suggestion::Ptr{manifact_suggestion})::Ptr{manifact_suggestion}
end

function manifact_suggestion_free(suggestion)
    @ccall libmanifact.manifact_suggestion_free(suggestion::Ptr{manifact_suggestion})::Cvoid
end

function manifact_model_retain(model)
    @ccall libmanifact.manifact_model_retain(
        model::Ptr{manifact_model})::Ptr{manifact_model}
end

function manifact_model_free(model)
    @ccall libmanifact.manifact_model_free(model::Ptr{manifact_model})::Cvoid
end

function manifact_model_documents(model)
    @ccall libmanifact.manifact_model_documents(model::Ptr{manifact_model})::Int64
end

function manifact_model_features(model)
    @ccall libmanifact.manifact_model_features(model::Ptr{manifact_model})::Int64
end

function manifact_model_clusters(model)
    @ccall libmanifact.manifact_model_clusters(model::Ptr{manifact_model})::Int64
end

function manifact_model_iterations(model)
    @ccall libmanifact.manifact_model_iterations(model::Ptr{manifact_model})::Int64
end

function manifact_model_converged(model)
    @ccall libmanifact.manifact_model_converged(model::Ptr{manifact_model})::manifact_bool
end

function manifact_model_status(model)
    @ccall libmanifact.manifact_model_status(model::Ptr{manifact_model})::manifact_status
end

function manifact_model_objective(model)
    @ccall libmanifact.manifact_model_objective(model::Ptr{manifact_model})::Cdouble
end

function manifact_model_history(model, length)
    @ccall libmanifact.manifact_model_history(model::Ptr{manifact_model},
        length::Ptr{Int64})::Ptr{Cdouble}
end

function manifact_model_labels(model)
    @ccall libmanifact.manifact_model_labels(model::Ptr{manifact_model})::Ptr{Int32}
end

function manifact_model_sizes(model)
    @ccall libmanifact.manifact_model_sizes(model::Ptr{manifact_model})::Ptr{Int64}
end

function manifact_model_memberships(model)
    @ccall libmanifact.manifact_model_memberships(model::Ptr{manifact_model})::Ptr{Cdouble}
end

function manifact_model_associations(model)
    @ccall libmanifact.manifact_model_associations(model::Ptr{manifact_model})::Ptr{Cdouble}
end

function manifact_model_basis(model)
    @ccall libmanifact.manifact_model_basis(model::Ptr{manifact_model})::Ptr{Cdouble}
end

function manifact_model_centroids(model)
    @ccall libmanifact.manifact_model_centroids(model::Ptr{manifact_model})::Ptr{Cdouble}
end

function manifact_model_top_features(model, cluster, score, count, features, scores, found)
    @ccall libmanifact.manifact_model_top_features(model::Ptr{manifact_model},
        cluster::Int64, score::manifact_score, count::Int64, features::Ptr{Int64},
        scores::Ptr{Cdouble}, found::Ptr{Int64})::manifact_status
end

function manifact_model_top_terms(model, cluster, score, count, terms, scores, found)
    @ccall libmanifact.manifact_model_top_terms(model::Ptr{manifact_model}, cluster::Int64,
        score::manifact_score, count::Int64, terms::Ptr{Int64}, scores::Ptr{Cdouble},
        found::Ptr{Int64})::manifact_status
end

function manifact_model_cosines(model)
    @ccall libmanifact.manifact_model_cosines(model::Ptr{manifact_model})::Ptr{Cdouble}
end

function manifact_model_cohesion(model, cohesion, n_clusters)
    @ccall libmanifact.manifact_model_cohesion(model::Ptr{manifact_model},
        cohesion::Ptr{Cdouble}, n_clusters::Int64)::manifact_status
end

function manifact_model_similarities(model, cosines, n_clusters)
    @ccall libmanifact.manifact_model_similarities(model::Ptr{manifact_model},
        cosines::Ptr{Cdouble}, n_clusters::Int64)::manifact_status
end

function manifact_model_representatives(model, cluster, count, documents, cosines, found)
    @ccall libmanifact.manifact_model_representatives(model::Ptr{manifact_model},
        cluster::Int64, count::Int64, documents::Ptr{Int64}, cosines::Ptr{Cdouble},
        found::Ptr{Int64})::manifact_status
end

function manifact_model_concept_documents(model, cluster, count, documents, weights, found)
    @ccall libmanifact.manifact_model_concept_documents(model::Ptr{manifact_model},
        cluster::Int64, count::Int64, documents::Ptr{Int64}, weights::Ptr{Cdouble},
        found::Ptr{Int64})::manifact_status
end

function manifact_model_proportions(model, proportions, length)
    @ccall libmanifact.manifact_model_proportions(model::Ptr{manifact_model},
        proportions::Ptr{Cdouble}, length::Int64)::manifact_status
end

function manifact_model_proportions_of(model, first, count, proportions)
    @ccall libmanifact.manifact_model_proportions_of(model::Ptr{manifact_model},
        first::Int64, count::Int64, proportions::Ptr{Cdouble})::manifact_status
end

function manifact_model_margins(model, margins, n_documents)
    @ccall libmanifact.manifact_model_margins(model::Ptr{manifact_model},
        margins::Ptr{Cdouble}, n_documents::Int64)::manifact_status
end

function manifact_model_suggest_labels(context, model, X, constraints, count, documents,
        margins, found)
    @ccall libmanifact.manifact_model_suggest_labels(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix},
        constraints::Ptr{manifact_constraints}, count::Int64, documents::Ptr{Int64},
        margins::Ptr{Cdouble}, found::Ptr{Int64})::manifact_status
end

function manifact_model_suggest_pairs(context, model, constraints, count, first, second,
        margins, found)
    @ccall libmanifact.manifact_model_suggest_pairs(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, constraints::Ptr{manifact_constraints}, count::Int64,
        first::Ptr{Int64}, second::Ptr{Int64}, margins::Ptr{Cdouble},
        found::Ptr{Int64})::manifact_status
end

function manifact_model_vector_columns(model)
    @ccall libmanifact.manifact_model_vector_columns(model::Ptr{manifact_model})::Int64
end

function manifact_model_min_membership(model)
    @ccall libmanifact.manifact_model_min_membership(model::Ptr{manifact_model})::Cdouble
end

function manifact_model_map(model, documents, n_documents, clusters, n_clusters)
    @ccall libmanifact.manifact_model_map(model::Ptr{manifact_model},
        documents::Ptr{Cdouble}, n_documents::Int64, clusters::Ptr{Cdouble},
        n_clusters::Int64)::manifact_status
end

function manifact_model_positions(context, model, X, positions, n_documents, quality)
    @ccall libmanifact.manifact_model_positions(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, positions::Ptr{Cdouble},
        n_documents::Int64, quality::Ptr{Cdouble})::manifact_status
end

function manifact_model_point_features(context, model, X, means, scores, overall,
        n_features, n_clusters)
    @ccall libmanifact.manifact_model_point_features(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, means::Ptr{Cdouble},
        scores::Ptr{Cdouble}, overall::Ptr{Cdouble}, n_features::Int64,
        n_clusters::Int64)::manifact_status
end

function manifact_model_scatter(context, model, X, places, distances, n_documents, axes,
        shares, n_features)
    @ccall libmanifact.manifact_model_scatter(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, places::Ptr{Cdouble},
        distances::Ptr{Cdouble}, n_documents::Int64, axes::Ptr{Cdouble},
        shares::Ptr{Cdouble}, n_features::Int64)::manifact_status
end

function manifact_model_feature_clusters(model)
    @ccall libmanifact.manifact_model_feature_clusters(model::Ptr{manifact_model})::Int64
end

function manifact_model_feature_labels(model)
    @ccall libmanifact.manifact_model_feature_labels(model::Ptr{manifact_model})::Ptr{Int32}
end

function manifact_model_feature_sizes(model)
    @ccall libmanifact.manifact_model_feature_sizes(model::Ptr{manifact_model})::Ptr{Int64}
end

function manifact_model_feature_memberships(model)
    @ccall libmanifact.manifact_model_feature_memberships(
        model::Ptr{manifact_model})::Ptr{Cdouble}
end

function manifact_model_core(model)
    @ccall libmanifact.manifact_model_core(model::Ptr{manifact_model})::Ptr{Cdouble}
end

function manifact_model_blocks(model, measure, values, n_clusters, n_feature_clusters)
    @ccall libmanifact.manifact_model_blocks(model::Ptr{manifact_model},
        measure::manifact_block, values::Ptr{Cdouble}, n_clusters::Int64,
        n_feature_clusters::Int64)::manifact_status
end

function manifact_model_feature_cluster_features(model, feature_cluster, count, features,
        memberships, found)
    @ccall libmanifact.manifact_model_feature_cluster_features(model::Ptr{manifact_model},
        feature_cluster::Int64, count::Int64, features::Ptr{Int64},
        memberships::Ptr{Cdouble}, found::Ptr{Int64})::manifact_status
end

function manifact_model_violation_count(model)
    @ccall libmanifact.manifact_model_violation_count(model::Ptr{manifact_model})::Int64
end

function manifact_model_violations(model, count, first, second, weights, found)
    @ccall libmanifact.manifact_model_violations(model::Ptr{manifact_model}, count::Int64,
        first::Ptr{Int64}, second::Ptr{Int64}, weights::Ptr{Cdouble},
        found::Ptr{Int64})::manifact_status
end

function manifact_model_array(model, which, data, type, rows, columns)
    @ccall libmanifact.manifact_model_array(model::Ptr{manifact_model},
        which::manifact_array, data::Ptr{Ptr{Cvoid}}, type::Ptr{manifact_value_type},
        rows::Ptr{Int64}, columns::Ptr{Int64})::manifact_status
end

function manifact_model_method(model)
    @ccall libmanifact.manifact_model_method(model::Ptr{manifact_model})::Ptr{UInt8}
end

function manifact_model_option(model, name)
    @ccall libmanifact.manifact_model_option(model::Ptr{manifact_model},
        name::Cstring)::Ptr{UInt8}
end

function manifact_model_option_count(model)
    @ccall libmanifact.manifact_model_option_count(model::Ptr{manifact_model})::Int64
end

function manifact_model_option_at(model, index, name, value)
    @ccall libmanifact.manifact_model_option_at(model::Ptr{manifact_model}, index::Int64,
        name::Ptr{Ptr{UInt8}}, value::Ptr{Ptr{UInt8}})::manifact_status
end

function manifact_model_option_origin(model, index, origin, setting)
    @ccall libmanifact.manifact_model_option_origin(model::Ptr{manifact_model},
        index::Int64, origin::Ptr{manifact_origin},
        setting::Ptr{Ptr{UInt8}})::manifact_status
end

function manifact_model_vectorizer(model)
    @ccall libmanifact.manifact_model_vectorizer(
        model::Ptr{manifact_model})::Ptr{manifact_vectorizer}
end

function manifact_model_feature_name(model, feature)
    @ccall libmanifact.manifact_model_feature_name(model::Ptr{manifact_model},
        feature::Int64)::Ptr{UInt8}
end

function manifact_model_text_vectorizer(model)
    @ccall libmanifact.manifact_model_text_vectorizer(
        model::Ptr{manifact_model})::Ptr{manifact_vectorizer}
end

function manifact_model_diagnostic_count(model)
    @ccall libmanifact.manifact_model_diagnostic_count(model::Ptr{manifact_model})::Int64
end

function manifact_model_diagnostic(model, index, name, value)
    @ccall libmanifact.manifact_model_diagnostic(model::Ptr{manifact_model}, index::Int64,
        name::Ptr{Ptr{UInt8}}, value::Ptr{Ptr{UInt8}})::manifact_status
end

function manifact_model_warning_count(model)
    @ccall libmanifact.manifact_model_warning_count(model::Ptr{manifact_model})::Int64
end

function manifact_model_warning(model, index)
    @ccall libmanifact.manifact_model_warning(model::Ptr{manifact_model},
        index::Int64)::Ptr{UInt8}
end

function manifact_model_assign(context, model, X, labels, memberships, n_rows)
    @ccall libmanifact.manifact_model_assign(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, labels::Ptr{Int32},
        memberships::Ptr{Cdouble}, n_rows::Int64)::manifact_status
end

function manifact_model_assign_proportions(context, model, X, min_membership, labels,
        proportions, margins, n_rows)
    @ccall libmanifact.manifact_model_assign_proportions(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, min_membership::Cdouble,
        labels::Ptr{Int32}, proportions::Ptr{Cdouble}, margins::Ptr{Cdouble},
        n_rows::Int64)::manifact_status
end

function manifact_model_score_rule(model)
    @ccall libmanifact.manifact_model_score_rule(model::Ptr{manifact_model})::Ptr{UInt8}
end

function manifact_model_has_additive_score(model)
    @ccall libmanifact.manifact_model_has_additive_score(
        model::Ptr{manifact_model})::manifact_bool
end

function manifact_model_explain(context, model, X, topics, count, scores, rests, n_rows,
        out)
    @ccall libmanifact.manifact_model_explain(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, topics::Ptr{Int32},
        count::Int64, scores::Ptr{Cdouble}, rests::Ptr{Cdouble}, n_rows::Int64,
        out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_model_assign_explained(context, model, X, min_membership, labels,
        proportions, margins, count, scores, rests, n_rows, out)
    @ccall libmanifact.manifact_model_assign_explained(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, min_membership::Cdouble,
        labels::Ptr{Int32}, proportions::Ptr{Cdouble}, margins::Ptr{Cdouble}, count::Int64,
        scores::Ptr{Cdouble}, rests::Ptr{Cdouble}, n_rows::Int64,
        out::Ptr{Ptr{manifact_matrix}})::manifact_status
end

function manifact_model_merge(context, model, topics, n_topics, X, out)
    @ccall libmanifact.manifact_model_merge(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, topics::Ptr{Int64}, n_topics::Int64,
        X::Ptr{manifact_matrix}, out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_model_split(context, model, topic, n_parts, X, out)
    @ccall libmanifact.manifact_model_split(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, topic::Int64, n_parts::Int64, X::Ptr{manifact_matrix},
        out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_model_hide(context, model, topics, n_topics, out)
    @ccall libmanifact.manifact_model_hide(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, topics::Ptr{Int64}, n_topics::Int64,
        out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_model_reduce(context, model, linkage, n_clusters, X, out)
    @ccall libmanifact.manifact_model_reduce(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, linkage::manifact_linkage, n_clusters::Int64,
        X::Ptr{manifact_matrix}, out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_model_rename(context, model, topic, name, out)
    @ccall libmanifact.manifact_model_rename(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, topic::Int64, name::Cstring,
        out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_model_rename_group(context, model, topics, n_topics, name, out)
    @ccall libmanifact.manifact_model_rename_group(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, topics::Ptr{Int64}, n_topics::Int64, name::Cstring,
        out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_model_group_name(model, topics, n_topics)
    @ccall libmanifact.manifact_model_group_name(model::Ptr{manifact_model},
        topics::Ptr{Int64}, n_topics::Int64)::Ptr{UInt8}
end

function manifact_model_topic_name(model, topic)
    @ccall libmanifact.manifact_model_topic_name(model::Ptr{manifact_model},
        topic::Int64)::Ptr{UInt8}
end

function manifact_model_title(model, topic)
    @ccall libmanifact.manifact_model_title(model::Ptr{manifact_model},
        topic::Int64)::Ptr{UInt8}
end

function manifact_model_phrases(model, topic)
    @ccall libmanifact.manifact_model_phrases(model::Ptr{manifact_model},
        topic::Int64)::Ptr{UInt8}
end

function manifact_model_edit_count(model)
    @ccall libmanifact.manifact_model_edit_count(model::Ptr{manifact_model})::Int64
end

function manifact_model_edit(model, index, text, map, n_before)
    @ccall libmanifact.manifact_model_edit(model::Ptr{manifact_model}, index::Int64,
        text::Ptr{Ptr{UInt8}}, map::Ptr{Ptr{Int64}}, n_before::Ptr{Int64})::manifact_status
end

function manifact_model_update(context, model, X, terms, names, bytes, offsets, n_columns,
        out)
    @ccall libmanifact.manifact_model_update(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, terms::Ptr{Int64},
        names::Ptr{Ptr{UInt8}}, bytes::Ptr{Ptr{UInt8}}, offsets::Ptr{Ptr{Int64}},
        n_columns::Int64, out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_model_edit_drift(model, index, n_documents, n_far, n_unassigned, n_terms,
        n_unknown)
    @ccall libmanifact.manifact_model_edit_drift(model::Ptr{manifact_model}, index::Int64,
        n_documents::Ptr{Int64}, n_far::Ptr{Int64}, n_unassigned::Ptr{Int64},
        n_terms::Ptr{Int64}, n_unknown::Ptr{Int64})::manifact_status
end

function manifact_model_new_topics(context, model, labels, n_documents, n_topics)
    @ccall libmanifact.manifact_model_new_topics(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, labels::Ptr{Int32}, n_documents::Int64,
        n_topics::Ptr{Int64})::manifact_status
end

function manifact_model_tree(context, model, linkage, steps, heights, order, n_clusters)
    @ccall libmanifact.manifact_model_tree(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, linkage::manifact_linkage, steps::Ptr{Int64},
        heights::Ptr{Cdouble}, order::Ptr{Int64}, n_clusters::Int64)::manifact_status
end

function manifact_model_tree_cut(context, model, linkage, n_groups, group, n_clusters)
    @ccall libmanifact.manifact_model_tree_cut(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, linkage::manifact_linkage, n_groups::Int64,
        group::Ptr{Int32}, n_clusters::Int64)::manifact_status
end

function manifact_model_topic_numbers(context, model, X, score, count, coherence, diversity,
        separation, weakness, n_clusters)
    @ccall libmanifact.manifact_model_topic_numbers(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, score::manifact_score,
        count::Int64, coherence::Ptr{Cdouble}, diversity::Ptr{Cdouble},
        separation::Ptr{Cdouble}, weakness::Ptr{Int32}, n_clusters::Int64)::manifact_status
end

function manifact_model_stability(context, model, X, n_samples, stability, n_clusters)
    @ccall libmanifact.manifact_model_stability(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, n_samples::Int64,
        stability::Ptr{Cdouble}, n_clusters::Int64)::manifact_status
end

function manifact_model_timeline(model, periods, n_documents, n_periods, counts, n_counts)
    @ccall libmanifact.manifact_model_timeline(model::Ptr{manifact_model},
        periods::Ptr{Int32}, n_documents::Int64, n_periods::Int64, counts::Ptr{Int64},
        n_counts::Int64)::manifact_status
end

function manifact_model_trends(context, model, X, periods, n_documents, topic, direction,
        count, terms, scores, found)
    @ccall libmanifact.manifact_model_trends(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, periods::Ptr{Int32},
        n_documents::Int64, topic::Int64, direction::manifact_direction, count::Int64,
        terms::Ptr{Int64}, scores::Ptr{Cdouble}, found::Ptr{Int64})::manifact_status
end

function manifact_model_group_test(model, groups, n_documents, n_groups, statistics,
        p_values, adjusted, expected, n_clusters)
    @ccall libmanifact.manifact_model_group_test(model::Ptr{manifact_model},
        groups::Ptr{Int32}, n_documents::Int64, n_groups::Int64, statistics::Ptr{Cdouble},
        p_values::Ptr{Cdouble}, adjusted::Ptr{Cdouble}, expected::Ptr{Cdouble},
        n_clusters::Int64)::manifact_status
end

function manifact_model_group_terms(context, model, X, groups, n_documents, topic, group,
        count, terms, scores, found)
    @ccall libmanifact.manifact_model_group_terms(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, X::Ptr{manifact_matrix}, groups::Ptr{Int32},
        n_documents::Int64, topic::Int64, group::Int64, count::Int64, terms::Ptr{Int64},
        scores::Ptr{Cdouble}, found::Ptr{Int64})::manifact_status
end

function manifact_model_common_documents(context, before, after, rows, n_documents,
        n_common)
    @ccall libmanifact.manifact_model_common_documents(context::Ptr{manifact_context},
        before::Ptr{manifact_model}, after::Ptr{manifact_model}, rows::Ptr{Int64},
        n_documents::Int64, n_common::Ptr{Int64})::manifact_status
end

function manifact_model_compare(context, before, after, rows, n_documents, forward,
        backward, partners, changes_before, n_before, changes_after, n_after)
    @ccall libmanifact.manifact_model_compare(context::Ptr{manifact_context},
        before::Ptr{manifact_model}, after::Ptr{manifact_model}, rows::Ptr{Int64},
        n_documents::Int64, forward::Ptr{Cdouble}, backward::Ptr{Cdouble},
        partners::Ptr{Int64}, changes_before::Ptr{Int32}, n_before::Int64,
        changes_after::Ptr{Int32}, n_after::Int64)::manifact_status
end

function manifact_solver_set_numbers_of(solver, model)
    @ccall libmanifact.manifact_solver_set_numbers_of(solver::Ptr{manifact_solver},
        model::Ptr{manifact_model})::manifact_status
end

function manifact_solver_set_column(solver, name, bytes, offsets, n_documents)
    @ccall libmanifact.manifact_solver_set_column(solver::Ptr{manifact_solver},
        name::Cstring, bytes::Ptr{UInt8}, offsets::Ptr{Int64},
        n_documents::Int64)::manifact_status
end

function manifact_model_column_name(model, index)
    @ccall libmanifact.manifact_model_column_name(model::Ptr{manifact_model},
        index::Int64)::Ptr{UInt8}
end

function manifact_model_column(model, name, bytes, ends)
    @ccall libmanifact.manifact_model_column(model::Ptr{manifact_model}, name::Cstring,
        bytes::Ptr{Ptr{UInt8}}, ends::Ptr{Ptr{Int64}})::manifact_status
end

function manifact_model_save(context, model, path)
    @ccall libmanifact.manifact_model_save(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, path::Cstring)::manifact_status
end

function manifact_model_load(context, path, out)
    @ccall libmanifact.manifact_model_load(context::Ptr{manifact_context}, path::Cstring,
        out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_model_write(context, model, write, user)
    @ccall libmanifact.manifact_model_write(context::Ptr{manifact_context},
        model::Ptr{manifact_model}, write::Ptr{Cvoid}, user::Ptr{Cvoid})::manifact_status
end

function manifact_model_load_memory(context, data, size, out)
    @ccall libmanifact.manifact_model_load_memory(context::Ptr{manifact_context},
        data::Ptr{Cvoid}, size::Csize_t, out::Ptr{Ptr{manifact_model}})::manifact_status
end

function manifact_evaluate(context, truth, predicted, n, accuracy, nmi, nmi_sqrt, ari,
        purity)
    @ccall libmanifact.manifact_evaluate(context::Ptr{manifact_context}, truth::Ptr{Int32},
        predicted::Ptr{Int32}, n::Int64, accuracy::Ptr{Cdouble}, nmi::Ptr{Cdouble},
        nmi_sqrt::Ptr{Cdouble}, ari::Ptr{Cdouble}, purity::Ptr{Cdouble})::manifact_status
end

end
