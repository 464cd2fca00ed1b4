// Written by bindings/generate. DO NOT EDIT.

/// The number of the interface that these declarations have.
pub const MANIFACT_ABI: c_int = 1;

#[repr(C)]
pub struct manifact_context {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_matrix {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_graph {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_constraints {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_table {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_solver {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_model {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_vectorizer {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_suggestion {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct manifact_cancel_token {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct ArrowSchema {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct ArrowArray {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
pub struct ArrowArrayStream {
    _opaque: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

pub type manifact_allocate_fn = unsafe extern "C" fn(user: *mut c_void, size: usize) -> *mut c_void;

pub type manifact_release_fn = unsafe extern "C" fn(user: *mut c_void, pointer: *mut c_void);

pub type manifact_progress_fn = unsafe extern "C" fn(
    user: *mut c_void,
    stage: *const c_char,
    done: i64,
    total: i64,
    objective: f64,
    change: f64,
) -> c_int;

pub type manifact_log_fn = unsafe extern "C" fn(
    user: *mut c_void,
    level: manifact_log_level,
    text: *const c_char,
);

pub type manifact_task_fn = unsafe extern "C" fn(argument: *mut c_void, index: i64);

pub type manifact_runner_fn = unsafe extern "C" fn(
    user: *mut c_void,
    task: manifact_task_fn,
    argument: *mut c_void,
    count: i64,
);

pub type manifact_write_fn = unsafe extern "C" fn(
    user: *mut c_void,
    data: *const c_void,
    size: usize,
) -> c_int;

pub type manifact_borrow_release_fn = unsafe extern "C" fn(user: *mut c_void);

pub type manifact_bool = c_int;
pub const MANIFACT_FALSE: manifact_bool = 0;
pub const MANIFACT_TRUE: manifact_bool = 1;

pub type manifact_status = c_int;
pub const MANIFACT_OK: manifact_status = 0;
pub const MANIFACT_ITERATION_LIMIT: manifact_status = 1;
pub const MANIFACT_FEWER_CLUSTERS: manifact_status = 2;
pub const MANIFACT_CONTRADICTIONS: manifact_status = 3;
pub const MANIFACT_NOT_CONVERGED: manifact_status = 4;
pub const MANIFACT_ERROR_NULL: manifact_status = -101;
pub const MANIFACT_ERROR_HANDLE: manifact_status = -102;
pub const MANIFACT_ERROR_ARGUMENT: manifact_status = -103;
pub const MANIFACT_ERROR_OPTION: manifact_status = -104;
pub const MANIFACT_ERROR_LENGTH: manifact_status = -105;
pub const MANIFACT_ERROR_MISMATCH: manifact_status = -106;
pub const MANIFACT_ERROR_BUSY: manifact_status = -107;
pub const MANIFACT_ERROR_STRUCTURE: manifact_status = -201;
pub const MANIFACT_ERROR_VALUE: manifact_status = -202;
pub const MANIFACT_ERROR_EMPTY: manifact_status = -203;
pub const MANIFACT_ERROR_FORMAT: manifact_status = -204;
pub const MANIFACT_ERROR_CORRUPT: manifact_status = -205;
pub const MANIFACT_ERROR_VERSION: manifact_status = -206;
pub const MANIFACT_ERROR_NUMERICS: manifact_status = -301;
pub const MANIFACT_ERROR_MEMORY: manifact_status = -401;
pub const MANIFACT_ERROR_BUDGET: manifact_status = -402;
pub const MANIFACT_ERROR_IO: manifact_status = -403;
pub const MANIFACT_ERROR_THREADS: manifact_status = -404;
pub const MANIFACT_ERROR_FEATURE: manifact_status = -405;
pub const MANIFACT_ERROR_CANCELLED: manifact_status = -501;
pub const MANIFACT_ERROR_INTERNAL: manifact_status = -601;

pub type manifact_log_level = c_int;
pub const MANIFACT_LOG_NOTE: manifact_log_level = 0;
pub const MANIFACT_LOG_WARNING: manifact_log_level = 1;

pub type manifact_value_type = c_int;
pub const MANIFACT_INT32: manifact_value_type = 1;
pub const MANIFACT_INT64: manifact_value_type = 2;
pub const MANIFACT_FLOAT: manifact_value_type = 3;
pub const MANIFACT_DOUBLE: manifact_value_type = 4;

pub type manifact_ownership = c_int;
pub const MANIFACT_COPY: manifact_ownership = 0;
pub const MANIFACT_BORROW: manifact_ownership = 1;

pub type manifact_format = c_int;
pub const MANIFACT_FORMAT_AUTO: manifact_format = 0;
pub const MANIFACT_FORMAT_MATRIX_MARKET: manifact_format = 1;
pub const MANIFACT_FORMAT_SVMLIGHT: manifact_format = 2;
pub const MANIFACT_FORMAT_CSV: manifact_format = 3;
pub const MANIFACT_FORMAT_COUNTS: manifact_format = 4;

pub type manifact_column_type = c_int;
pub const MANIFACT_COLUMN_OTHER: manifact_column_type = 0;
pub const MANIFACT_COLUMN_NUMBERS: manifact_column_type = 1;
pub const MANIFACT_COLUMN_VECTORS: manifact_column_type = 2;
pub const MANIFACT_COLUMN_TEXTS: manifact_column_type = 3;
pub const MANIFACT_COLUMN_TIMES: manifact_column_type = 4;
pub const MANIFACT_COLUMN_NULLS: manifact_column_type = 5;

pub type manifact_graph_weight = c_int;
pub const MANIFACT_WEIGHT_COSINE: manifact_graph_weight = 1;
pub const MANIFACT_WEIGHT_BINARY: manifact_graph_weight = 2;
pub const MANIFACT_WEIGHT_HEAT: manifact_graph_weight = 3;
pub const MANIFACT_WEIGHT_LOCAL_SCALING: manifact_graph_weight = 4;

pub type manifact_graph_rule = c_int;
pub const MANIFACT_RULE_SYMMETRIC: manifact_graph_rule = 0;
pub const MANIFACT_RULE_OR: manifact_graph_rule = 1;
pub const MANIFACT_RULE_MUTUAL: manifact_graph_rule = 2;

pub type manifact_search = c_int;
pub const MANIFACT_SEARCH_NONE: manifact_search = 0;
pub const MANIFACT_SEARCH_AUTO: manifact_search = 1;
pub const MANIFACT_SEARCH_EXACT: manifact_search = 2;
pub const MANIFACT_SEARCH_APPROXIMATE: manifact_search = 3;

pub type manifact_metric = c_int;
pub const MANIFACT_METRIC_COSINE: manifact_metric = 1;
pub const MANIFACT_METRIC_EUCLIDEAN: manifact_metric = 2;
pub const MANIFACT_METRIC_AUTO: manifact_metric = 3;

pub type manifact_gamma = c_int;
pub const MANIFACT_GAMMA_ROW: manifact_gamma = 1;
pub const MANIFACT_GAMMA_FIXED: manifact_gamma = 2;

pub type manifact_constraint_kind = c_int;
pub const MANIFACT_CONSTRAINTS_PAIRS: manifact_constraint_kind = 1;
pub const MANIFACT_CONSTRAINTS_CONTRADICTIONS: manifact_constraint_kind = 2;
pub const MANIFACT_CONSTRAINTS_CONFLICTS: manifact_constraint_kind = 3;
pub const MANIFACT_CONSTRAINTS_LABELED: manifact_constraint_kind = 4;
pub const MANIFACT_CONSTRAINTS_CLASSES: manifact_constraint_kind = 5;
pub const MANIFACT_CONSTRAINTS_REPEATED: manifact_constraint_kind = 6;

pub type manifact_option_type = c_int;
pub const MANIFACT_TYPE_INT64: manifact_option_type = 1;
pub const MANIFACT_TYPE_DOUBLE: manifact_option_type = 2;
pub const MANIFACT_TYPE_TEXT: manifact_option_type = 3;
pub const MANIFACT_TYPE_BOOL: manifact_option_type = 4;

pub type manifact_score = c_int;
pub const MANIFACT_SCORE_CONCEPT: manifact_score = 1;
pub const MANIFACT_SCORE_LIFT: manifact_score = 2;
pub const MANIFACT_SCORE_EXCLUSIVITY: manifact_score = 3;

pub type manifact_block = c_int;
pub const MANIFACT_BLOCK_MASS: manifact_block = 1;
pub const MANIFACT_BLOCK_MEAN: manifact_block = 2;
pub const MANIFACT_BLOCK_LIFT: manifact_block = 3;

pub type manifact_array = c_int;
pub const MANIFACT_ARRAY_HISTORY: manifact_array = 1;
pub const MANIFACT_ARRAY_LABELS: manifact_array = 2;
pub const MANIFACT_ARRAY_SIZES: manifact_array = 3;
pub const MANIFACT_ARRAY_MEMBERSHIPS: manifact_array = 4;
pub const MANIFACT_ARRAY_ASSOCIATIONS: manifact_array = 5;
pub const MANIFACT_ARRAY_BASIS: manifact_array = 6;
pub const MANIFACT_ARRAY_CENTROIDS: manifact_array = 7;
pub const MANIFACT_ARRAY_COSINES: manifact_array = 8;
pub const MANIFACT_ARRAY_FEATURE_LABELS: manifact_array = 9;
pub const MANIFACT_ARRAY_FEATURE_SIZES: manifact_array = 10;
pub const MANIFACT_ARRAY_FEATURE_MEMBERSHIPS: manifact_array = 11;
pub const MANIFACT_ARRAY_CORE: manifact_array = 12;

pub type manifact_origin = c_int;
pub const MANIFACT_ORIGIN_UNKNOWN: manifact_origin = 0;
pub const MANIFACT_ORIGIN_DEFAULT: manifact_origin = 1;
pub const MANIFACT_ORIGIN_PRESET: manifact_origin = 2;
pub const MANIFACT_ORIGIN_DATA: manifact_origin = 3;
pub const MANIFACT_ORIGIN_USER: manifact_origin = 4;

pub type manifact_linkage = c_int;
pub const MANIFACT_LINKAGE_WARD: manifact_linkage = 1;
pub const MANIFACT_LINKAGE_AVERAGE: manifact_linkage = 2;

pub type manifact_weakness = c_int;
pub const MANIFACT_WEAKNESS_NONE: manifact_weakness = 0;
pub const MANIFACT_WEAKNESS_EMPTY: manifact_weakness = 1;
pub const MANIFACT_WEAKNESS_SMALL: manifact_weakness = 2;
pub const MANIFACT_WEAKNESS_NEAR_COPY: manifact_weakness = 3;
pub const MANIFACT_WEAKNESS_INCOHERENT: manifact_weakness = 4;

pub type manifact_direction = c_int;
pub const MANIFACT_FALLING: manifact_direction = -1;
pub const MANIFACT_RISING: manifact_direction = 1;

pub type manifact_change = c_int;
pub const MANIFACT_CHANGE_STAYED: manifact_change = 1;
pub const MANIFACT_CHANGE_MOVED: manifact_change = 2;
pub const MANIFACT_CHANGE_SPLIT: manifact_change = 3;
pub const MANIFACT_CHANGE_JOINED: manifact_change = 4;
pub const MANIFACT_CHANGE_APPEARED: manifact_change = 5;
pub const MANIFACT_CHANGE_VANISHED: manifact_change = 6;

extern "C" {
    pub fn manifact_version() -> *const c_char;
    pub fn manifact_version_number() -> c_int;
    pub fn manifact_abi_supported(abi: c_int) -> manifact_bool;
    pub fn manifact_has_feature(name: *const c_char) -> manifact_bool;
    pub fn manifact_status_name(status: manifact_status) -> *const c_char;
    pub fn manifact_status_text(status: manifact_status) -> *const c_char;
    pub fn manifact_cancel_token_create(out: *mut *mut manifact_cancel_token) -> manifact_status;
    pub fn manifact_cancel_token_request(token: *mut manifact_cancel_token);
    pub fn manifact_cancel_token_retain(
        token: *const manifact_cancel_token,
    ) -> *mut manifact_cancel_token;
    pub fn manifact_cancel_token_free(token: *mut manifact_cancel_token);
    pub fn manifact_context_create(out: *mut *mut manifact_context) -> manifact_status;
    pub fn manifact_context_create_with_allocator(
        allocate: Option<manifact_allocate_fn>,
        release: Option<manifact_release_fn>,
        user: *mut c_void,
        out: *mut *mut manifact_context,
    ) -> manifact_status;
    pub fn manifact_context_free(context: *mut manifact_context);
    pub fn manifact_context_message(context: *const manifact_context) -> *const c_char;
    pub fn manifact_context_errno(context: *const manifact_context) -> c_int;
    pub fn manifact_context_set_threads(
        context: *mut manifact_context,
        threads: i64,
    ) -> manifact_status;
    pub fn manifact_context_set_runner(
        context: *mut manifact_context,
        runner: Option<manifact_runner_fn>,
        user: *mut c_void,
    ) -> manifact_status;
    pub fn manifact_context_set_progress(
        context: *mut manifact_context,
        progress: Option<manifact_progress_fn>,
        user: *mut c_void,
    ) -> manifact_status;
    pub fn manifact_context_set_log(
        context: *mut manifact_context,
        log: Option<manifact_log_fn>,
        user: *mut c_void,
    ) -> manifact_status;
    pub fn manifact_context_set_cancel_token(
        context: *mut manifact_context,
        token: *const manifact_cancel_token,
    ) -> manifact_status;
    pub fn manifact_context_memory(
        context: *const manifact_context,
        now: *mut i64,
        peak: *mut i64,
    ) -> manifact_status;
    pub fn manifact_matrix_create_csr(
        context: *mut manifact_context,
        n_rows: i64,
        n_columns: i64,
        n_entries: i64,
        indptr: *const c_void,
        indptr_type: manifact_value_type,
        indices: *const c_void,
        index_type: manifact_value_type,
        index_base: c_int,
        values: *const c_void,
        value_type: manifact_value_type,
        ownership: manifact_ownership,
        release: Option<manifact_borrow_release_fn>,
        user: *mut c_void,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_matrix_create_csc(
        context: *mut manifact_context,
        n_rows: i64,
        n_columns: i64,
        n_entries: i64,
        indptr: *const c_void,
        indptr_type: manifact_value_type,
        indices: *const c_void,
        index_type: manifact_value_type,
        index_base: c_int,
        values: *const c_void,
        value_type: manifact_value_type,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_matrix_create_dense(
        context: *mut manifact_context,
        n_rows: i64,
        n_columns: i64,
        row_stride: i64,
        column_stride: i64,
        values: *const c_void,
        value_type: manifact_value_type,
        ownership: manifact_ownership,
        release: Option<manifact_borrow_release_fn>,
        user: *mut c_void,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_matrix_read(
        context: *mut manifact_context,
        path: *const c_char,
        format: manifact_format,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_matrix_parse(
        context: *mut manifact_context,
        data: *const c_void,
        size: usize,
        name: *const c_char,
        format: manifact_format,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_matrix_write(
        context: *mut manifact_context,
        matrix: *const manifact_matrix,
        path: *const c_char,
    ) -> manifact_status;
    pub fn manifact_matrix_rows(matrix: *const manifact_matrix) -> i64;
    pub fn manifact_matrix_columns(matrix: *const manifact_matrix) -> i64;
    pub fn manifact_matrix_entries(matrix: *const manifact_matrix) -> i64;
    pub fn manifact_matrix_is_dense(matrix: *const manifact_matrix) -> manifact_bool;
    pub fn manifact_matrix_value_type(matrix: *const manifact_matrix) -> manifact_value_type;
    pub fn manifact_matrix_copy_csr(
        matrix: *const manifact_matrix,
        indptr: *mut c_void,
        indptr_type: manifact_value_type,
        indices: *mut c_void,
        index_type: manifact_value_type,
        values: *mut c_void,
        value_type: manifact_value_type,
        n_entries: i64,
    ) -> manifact_status;
    pub fn manifact_matrix_copy_rows(
        matrix: *const manifact_matrix,
        first_row: i64,
        n_rows: i64,
        indices: *mut c_void,
        index_type: manifact_value_type,
        values: *mut c_void,
        value_type: manifact_value_type,
        n_entries: i64,
    ) -> manifact_status;
    pub fn manifact_matrix_weight(
        context: *mut manifact_context,
        X: *const manifact_matrix,
        weighting: *const c_char,
        scaling: *const c_char,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_matrix_row_labels(matrix: *const manifact_matrix) -> *const f64;
    pub fn manifact_matrix_set_feature_names(
        context: *mut manifact_context,
        matrix: *mut manifact_matrix,
        bytes: *const c_char,
        offsets: *const i64,
        n_features: i64,
    ) -> manifact_status;
    pub fn manifact_matrix_feature_name(
        matrix: *const manifact_matrix,
        feature: i64,
    ) -> *const c_char;
    pub fn manifact_matrix_set_vectors(
        context: *mut manifact_context,
        matrix: *mut manifact_matrix,
        vectors: *const manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_matrix_vector_columns(matrix: *const manifact_matrix) -> i64;
    pub fn manifact_matrix_document_frequencies(
        context: *mut manifact_context,
        X: *const manifact_matrix,
        frequencies: *mut i64,
        n_features: i64,
    ) -> manifact_status;
    pub fn manifact_matrix_set_background(
        context: *mut manifact_context,
        matrix: *mut manifact_matrix,
        frequencies: *const i64,
        n_features: i64,
        n_documents: i64,
    ) -> manifact_status;
    pub fn manifact_matrix_background_documents(matrix: *const manifact_matrix) -> i64;
    pub fn manifact_matrix_retain(matrix: *const manifact_matrix) -> *mut manifact_matrix;
    pub fn manifact_matrix_free(matrix: *mut manifact_matrix);
    pub fn manifact_table_from_arrow(
        context: *mut manifact_context,
        schema: *mut ArrowSchema,
        array: *mut ArrowArray,
        out: *mut *mut manifact_table,
    ) -> manifact_status;
    pub fn manifact_table_from_arrow_stream(
        context: *mut manifact_context,
        stream: *mut ArrowArrayStream,
        out: *mut *mut manifact_table,
    ) -> manifact_status;
    pub fn manifact_table_rows(table: *const manifact_table) -> i64;
    pub fn manifact_table_columns(table: *const manifact_table) -> i64;
    pub fn manifact_table_column_name(table: *const manifact_table, column: i64) -> *const c_char;
    pub fn manifact_table_find_column(table: *const manifact_table, name: *const c_char) -> i64;
    pub fn manifact_table_column_type(
        table: *const manifact_table,
        column: i64,
    ) -> manifact_column_type;
    pub fn manifact_table_nulls(
        context: *mut manifact_context,
        table: *const manifact_table,
        column: i64,
        nulls: *mut i64,
    ) -> manifact_status;
    pub fn manifact_table_matrix(
        context: *mut manifact_context,
        table: *const manifact_table,
        columns: *const i64,
        n_columns: i64,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_table_texts(
        context: *mut manifact_context,
        table: *const manifact_table,
        column: i64,
        bytes: *mut *const c_char,
        offsets: *mut *const i64,
    ) -> manifact_status;
    pub fn manifact_table_numbers(
        context: *mut manifact_context,
        table: *const manifact_table,
        column: i64,
        values: *mut f64,
        n_rows: i64,
    ) -> manifact_status;
    pub fn manifact_table_labels(
        context: *mut manifact_context,
        table: *const manifact_table,
        column: i64,
        labels: *mut i32,
        n_rows: i64,
    ) -> manifact_status;
    pub fn manifact_table_retain(table: *const manifact_table) -> *mut manifact_table;
    pub fn manifact_table_free(table: *mut manifact_table);
    pub fn manifact_vectorizer_create(
        context: *mut manifact_context,
        out: *mut *mut manifact_vectorizer,
    ) -> manifact_status;
    pub fn manifact_vectorizer_from_terms(
        context: *mut manifact_context,
        bytes: *const c_char,
        offsets: *const i64,
        count: i64,
        out: *mut *mut manifact_vectorizer,
    ) -> manifact_status;
    pub fn manifact_vectorizer_retain(
        vectorizer: *const manifact_vectorizer,
    ) -> *mut manifact_vectorizer;
    pub fn manifact_vectorizer_free(vectorizer: *mut manifact_vectorizer);
    pub fn manifact_vectorizer_message(vectorizer: *const manifact_vectorizer) -> *const c_char;
    pub fn manifact_vectorizer_set_int64(
        vectorizer: *mut manifact_vectorizer,
        name: *const c_char,
        value: i64,
    ) -> manifact_status;
    pub fn manifact_vectorizer_set_double(
        vectorizer: *mut manifact_vectorizer,
        name: *const c_char,
        value: f64,
    ) -> manifact_status;
    pub fn manifact_vectorizer_set_bool(
        vectorizer: *mut manifact_vectorizer,
        name: *const c_char,
        value: manifact_bool,
    ) -> manifact_status;
    pub fn manifact_vectorizer_set_text(
        vectorizer: *mut manifact_vectorizer,
        name: *const c_char,
        value: *const c_char,
    ) -> manifact_status;
    pub fn manifact_vectorizer_reset(
        vectorizer: *mut manifact_vectorizer,
        name: *const c_char,
    ) -> manifact_status;
    pub fn manifact_vectorizer_take_limits(
        vectorizer: *mut manifact_vectorizer,
        solver: *const manifact_solver,
    ) -> manifact_status;
    pub fn manifact_vectorizer_get_int64(
        vectorizer: *const manifact_vectorizer,
        name: *const c_char,
        value: *mut i64,
    ) -> manifact_status;
    pub fn manifact_vectorizer_get_double(
        vectorizer: *const manifact_vectorizer,
        name: *const c_char,
        value: *mut f64,
    ) -> manifact_status;
    pub fn manifact_vectorizer_get_bool(
        vectorizer: *const manifact_vectorizer,
        name: *const c_char,
        value: *mut manifact_bool,
    ) -> manifact_status;
    pub fn manifact_vectorizer_get_text(
        vectorizer: *const manifact_vectorizer,
        name: *const c_char,
        buffer: *mut c_char,
        size: usize,
    ) -> manifact_status;
    pub fn manifact_vectorizer_get_text_size(
        vectorizer: *const manifact_vectorizer,
        name: *const c_char,
        size: *mut usize,
    ) -> manifact_status;
    pub fn manifact_vectorizer_add_stop_words(
        vectorizer: *mut manifact_vectorizer,
        bytes: *const c_char,
        offsets: *const i64,
        count: i64,
    ) -> manifact_status;
    pub fn manifact_vectorizer_add(
        vectorizer: *mut manifact_vectorizer,
        text: *const c_char,
        length: i64,
    ) -> manifact_status;
    pub fn manifact_vectorizer_add_many(
        vectorizer: *mut manifact_vectorizer,
        bytes: *const c_char,
        offsets: *const i64,
        count: i64,
    ) -> manifact_status;
    pub fn manifact_vectorizer_finish(
        vectorizer: *mut manifact_vectorizer,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_vectorizer_transform(
        context: *mut manifact_context,
        vectorizer: *const manifact_vectorizer,
        bytes: *const c_char,
        offsets: *const i64,
        count: i64,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_vectorizer_transform_counted(
        context: *mut manifact_context,
        vectorizer: *const manifact_vectorizer,
        bytes: *const c_char,
        offsets: *const i64,
        count: i64,
        terms: *mut i64,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_vectorizer_documents(vectorizer: *const manifact_vectorizer) -> i64;
    pub fn manifact_vectorizer_terms(vectorizer: *const manifact_vectorizer) -> i64;
    pub fn manifact_vectorizer_tokens(vectorizer: *const manifact_vectorizer) -> i64;
    pub fn manifact_vectorizer_replaced(vectorizer: *const manifact_vectorizer) -> i64;
    pub fn manifact_vectorizer_term(
        vectorizer: *const manifact_vectorizer,
        index: i64,
    ) -> *const c_char;
    pub fn manifact_graph_knn(
        context: *mut manifact_context,
        X: *const manifact_matrix,
        neighbors: i64,
        weight: manifact_graph_weight,
        rule: manifact_graph_rule,
        bandwidth: f64,
        search: manifact_search,
        recall: f64,
        seed: i64,
        out: *mut *mut manifact_graph,
    ) -> manifact_status;
    pub fn manifact_graph_knn_metric(
        context: *mut manifact_context,
        X: *const manifact_matrix,
        neighbors: i64,
        metric: manifact_metric,
        weight: manifact_graph_weight,
        rule: manifact_graph_rule,
        bandwidth: f64,
        search: manifact_search,
        recall: f64,
        seed: i64,
        out: *mut *mut manifact_graph,
    ) -> manifact_status;
    pub fn manifact_graph_metric(graph: *const manifact_graph) -> manifact_metric;
    pub fn manifact_graph_search_info(
        graph: *const manifact_graph,
        search: *mut manifact_search,
        recall: *mut f64,
        sampled: *mut i64,
    ) -> manifact_status;
    pub fn manifact_graph_adaptive(
        context: *mut manifact_context,
        X: *const manifact_matrix,
        neighbors: i64,
        mode: manifact_gamma,
        gamma: f64,
        memory_budget: i64,
        out: *mut *mut manifact_graph,
    ) -> manifact_status;
    pub fn manifact_graph_from_matrix(
        context: *mut manifact_context,
        S: *const manifact_matrix,
        rule: manifact_graph_rule,
        out: *mut *mut manifact_graph,
    ) -> manifact_status;
    pub fn manifact_graph_to_matrix(
        context: *mut manifact_context,
        graph: *const manifact_graph,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_graph_vertices(graph: *const manifact_graph) -> i64;
    pub fn manifact_graph_edges(graph: *const manifact_graph) -> i64;
    pub fn manifact_graph_components(graph: *const manifact_graph) -> i64;
    pub fn manifact_graph_isolated(graph: *const manifact_graph) -> i64;
    pub fn manifact_graph_retain(graph: *const manifact_graph) -> *mut manifact_graph;
    pub fn manifact_graph_free(graph: *mut manifact_graph);
    pub fn manifact_constraints_create(
        context: *mut manifact_context,
        n_documents: i64,
        labels: *const i32,
        first: *const i64,
        second: *const i64,
        weights: *const f64,
        n_pairs: i64,
        out: *mut *mut manifact_constraints,
    ) -> manifact_status;
    pub fn manifact_constraints_count(
        constraints: *const manifact_constraints,
        kind: manifact_constraint_kind,
    ) -> i64;
    pub fn manifact_constraints_list(
        constraints: *const manifact_constraints,
        kind: manifact_constraint_kind,
        count: i64,
        first: *mut i64,
        second: *mut i64,
        weights: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_constraints_suggest(
        context: *mut manifact_context,
        X: *const manifact_matrix,
        constraints: *const manifact_constraints,
        n_clusters: i64,
        seed: i64,
        count: i64,
        first: *mut i64,
        second: *mut i64,
        cosines: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_seed_labels(
        context: *mut manifact_context,
        X: *const manifact_matrix,
        terms: *const i64,
        offsets: *const i64,
        topics: *const i32,
        weights: *const f64,
        n_seeds: i64,
        n_topics: i64,
        n_clusters: i64,
        labels: *mut i32,
        n_documents: i64,
        matched: *mut i64,
        chosen: *mut i64,
    ) -> manifact_status;
    pub fn manifact_constraints_documents(constraints: *const manifact_constraints) -> i64;
    pub fn manifact_constraints_retain(
        constraints: *const manifact_constraints,
    ) -> *mut manifact_constraints;
    pub fn manifact_constraints_free(constraints: *mut manifact_constraints);
    pub fn manifact_method_count() -> i64;
    pub fn manifact_method_info(
        index: i64,
        name: *mut *const c_char,
        summary: *mut *const c_char,
        reference: *mut *const c_char,
    ) -> manifact_status;
    pub fn manifact_option_count() -> i64;
    pub fn manifact_option_info(
        index: i64,
        name: *mut *const c_char,
        type_: *mut manifact_option_type,
        minimum: *mut f64,
        maximum: *mut f64,
        words: *mut *const c_char,
        fallback: *mut *const c_char,
        summary: *mut *const c_char,
    ) -> manifact_status;
    pub fn manifact_option_is_expert(option: *const c_char) -> manifact_bool;
    pub fn manifact_method_uses_option(
        method: *const c_char,
        option: *const c_char,
    ) -> manifact_bool;
    pub fn manifact_method_option_words(
        method: *const c_char,
        option: *const c_char,
    ) -> *const c_char;
    pub fn manifact_method_dense_default(
        method: *const c_char,
        option: *const c_char,
    ) -> *const c_char;
    pub fn manifact_solver_create(
        context: *mut manifact_context,
        method: *const c_char,
        out: *mut *mut manifact_solver,
    ) -> manifact_status;
    pub fn manifact_solver_create_from_model(
        context: *mut manifact_context,
        model: *const manifact_model,
        out: *mut *mut manifact_solver,
    ) -> manifact_status;
    pub fn manifact_solver_free(solver: *mut manifact_solver);
    pub fn manifact_solver_message(solver: *const manifact_solver) -> *const c_char;
    pub fn manifact_solver_method(solver: *const manifact_solver) -> *const c_char;
    pub fn manifact_solver_set_int64(
        solver: *mut manifact_solver,
        name: *const c_char,
        value: i64,
    ) -> manifact_status;
    pub fn manifact_solver_set_double(
        solver: *mut manifact_solver,
        name: *const c_char,
        value: f64,
    ) -> manifact_status;
    pub fn manifact_solver_set_bool(
        solver: *mut manifact_solver,
        name: *const c_char,
        value: manifact_bool,
    ) -> manifact_status;
    pub fn manifact_solver_set_text(
        solver: *mut manifact_solver,
        name: *const c_char,
        value: *const c_char,
    ) -> manifact_status;
    pub fn manifact_solver_reset(
        solver: *mut manifact_solver,
        name: *const c_char,
    ) -> manifact_status;
    pub fn manifact_solver_get_int64(
        solver: *const manifact_solver,
        name: *const c_char,
        value: *mut i64,
    ) -> manifact_status;
    pub fn manifact_solver_get_double(
        solver: *const manifact_solver,
        name: *const c_char,
        value: *mut f64,
    ) -> manifact_status;
    pub fn manifact_solver_get_bool(
        solver: *const manifact_solver,
        name: *const c_char,
        value: *mut manifact_bool,
    ) -> manifact_status;
    pub fn manifact_solver_get_text(
        solver: *const manifact_solver,
        name: *const c_char,
        buffer: *mut c_char,
        size: usize,
    ) -> manifact_status;
    pub fn manifact_solver_get_text_size(
        solver: *const manifact_solver,
        name: *const c_char,
        size: *mut usize,
    ) -> manifact_status;
    pub fn manifact_solver_set_graph(
        solver: *mut manifact_solver,
        graph: *const manifact_graph,
    ) -> manifact_status;
    pub fn manifact_solver_set_feature_graph(
        solver: *mut manifact_solver,
        graph: *const manifact_graph,
    ) -> manifact_status;
    pub fn manifact_solver_set_constraints(
        solver: *mut manifact_solver,
        constraints: *const manifact_constraints,
    ) -> manifact_status;
    pub fn manifact_solver_set_vectorizer(
        solver: *mut manifact_solver,
        vectorizer: *const manifact_vectorizer,
    ) -> manifact_status;
    pub fn manifact_solver_set_texts(
        solver: *mut manifact_solver,
        counts: *const manifact_matrix,
        vectorizer: *const manifact_vectorizer,
    ) -> manifact_status;
    pub fn manifact_solver_set_start_factors(
        solver: *mut manifact_solver,
        W: *const f64,
        V: *const f64,
        n: i64,
        k: i64,
    ) -> manifact_status;
    pub fn manifact_solver_set_start_labels(
        solver: *mut manifact_solver,
        labels: *const i32,
        n: i64,
    ) -> manifact_status;
    pub fn manifact_solver_set_start_features(
        solver: *mut manifact_solver,
        G: *const f64,
        m: i64,
        l: i64,
    ) -> manifact_status;
    pub fn manifact_solver_set_start_model(
        solver: *mut manifact_solver,
        model: *const manifact_model,
    ) -> manifact_status;
    pub fn manifact_solver_set_progress(
        solver: *mut manifact_solver,
        progress: Option<manifact_progress_fn>,
        user: *mut c_void,
    ) -> manifact_status;
    pub fn manifact_solver_set_cancel_token(
        solver: *mut manifact_solver,
        token: *const manifact_cancel_token,
    ) -> manifact_status;
    pub fn manifact_solver_fit(
        solver: *mut manifact_solver,
        X: *const manifact_matrix,
        n_clusters: i64,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_solver_refit(
        solver: *mut manifact_solver,
        model: *const manifact_model,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_solver_join(
        solver: *mut manifact_solver,
        model: *const manifact_model,
        other: *const manifact_model,
        topics: *mut i64,
        n_topics: i64,
        n_common: *mut i64,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_solver_graph(
        solver: *mut manifact_solver,
        X: *const manifact_matrix,
        out: *mut *mut manifact_graph,
    ) -> manifact_status;
    pub fn manifact_solver_suggest_k(
        solver: *mut manifact_solver,
        X: *const manifact_matrix,
        from: i64,
        to: i64,
        out: *mut *mut manifact_suggestion,
    ) -> manifact_status;
    pub fn manifact_suggestion_k(suggestion: *const manifact_suggestion) -> i64;
    pub fn manifact_suggestion_reason(suggestion: *const manifact_suggestion) -> *const c_char;
    pub fn manifact_suggestion_count(suggestion: *const manifact_suggestion) -> i64;
    pub fn manifact_suggestion_row(
        suggestion: *const manifact_suggestion,
        index: i64,
        k: *mut i64,
        eigenvalue: *mut f64,
        gap: *mut f64,
        stability: *mut f64,
        score: *mut f64,
        status: *mut manifact_status,
        why: *mut *const c_char,
    ) -> manifact_status;
    pub fn manifact_suggestion_warning_count(suggestion: *const manifact_suggestion) -> i64;
    pub fn manifact_suggestion_warning(
        suggestion: *const manifact_suggestion,
        index: i64,
    ) -> *const c_char;
    pub fn manifact_suggestion_retain(
        suggestion: *const manifact_suggestion,
    ) -> *mut manifact_suggestion;
    pub fn manifact_suggestion_free(suggestion: *mut manifact_suggestion);
    pub fn manifact_model_retain(model: *const manifact_model) -> *mut manifact_model;
    pub fn manifact_model_free(model: *mut manifact_model);
    pub fn manifact_model_documents(model: *const manifact_model) -> i64;
    pub fn manifact_model_features(model: *const manifact_model) -> i64;
    pub fn manifact_model_clusters(model: *const manifact_model) -> i64;
    pub fn manifact_model_iterations(model: *const manifact_model) -> i64;
    pub fn manifact_model_converged(model: *const manifact_model) -> manifact_bool;
    pub fn manifact_model_status(model: *const manifact_model) -> manifact_status;
    pub fn manifact_model_objective(model: *const manifact_model) -> f64;
    pub fn manifact_model_history(model: *const manifact_model, length: *mut i64) -> *const f64;
    pub fn manifact_model_labels(model: *const manifact_model) -> *const i32;
    pub fn manifact_model_sizes(model: *const manifact_model) -> *const i64;
    pub fn manifact_model_memberships(model: *const manifact_model) -> *const f64;
    pub fn manifact_model_associations(model: *const manifact_model) -> *const f64;
    pub fn manifact_model_basis(model: *const manifact_model) -> *const f64;
    pub fn manifact_model_centroids(model: *const manifact_model) -> *const f64;
    pub fn manifact_model_top_features(
        model: *const manifact_model,
        cluster: i64,
        score: manifact_score,
        count: i64,
        features: *mut i64,
        scores: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_top_terms(
        model: *const manifact_model,
        cluster: i64,
        score: manifact_score,
        count: i64,
        terms: *mut i64,
        scores: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_cosines(model: *const manifact_model) -> *const f64;
    pub fn manifact_model_cohesion(
        model: *const manifact_model,
        cohesion: *mut f64,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_similarities(
        model: *const manifact_model,
        cosines: *mut f64,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_representatives(
        model: *const manifact_model,
        cluster: i64,
        count: i64,
        documents: *mut i64,
        cosines: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_concept_documents(
        model: *const manifact_model,
        cluster: i64,
        count: i64,
        documents: *mut i64,
        weights: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_proportions(
        model: *const manifact_model,
        proportions: *mut f64,
        length: i64,
    ) -> manifact_status;
    pub fn manifact_model_proportions_of(
        model: *const manifact_model,
        first: i64,
        count: i64,
        proportions: *mut f64,
    ) -> manifact_status;
    pub fn manifact_model_margins(
        model: *const manifact_model,
        margins: *mut f64,
        n_documents: i64,
    ) -> manifact_status;
    pub fn manifact_model_suggest_labels(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        constraints: *const manifact_constraints,
        count: i64,
        documents: *mut i64,
        margins: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_suggest_pairs(
        context: *mut manifact_context,
        model: *const manifact_model,
        constraints: *const manifact_constraints,
        count: i64,
        first: *mut i64,
        second: *mut i64,
        margins: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_vector_columns(model: *const manifact_model) -> i64;
    pub fn manifact_model_min_membership(model: *const manifact_model) -> f64;
    pub fn manifact_model_map(
        model: *const manifact_model,
        documents: *mut f64,
        n_documents: i64,
        clusters: *mut f64,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_positions(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        positions: *mut f64,
        n_documents: i64,
        quality: *mut f64,
    ) -> manifact_status;
    pub fn manifact_model_point_features(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        means: *mut f64,
        scores: *mut f64,
        overall: *mut f64,
        n_features: i64,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_scatter(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        places: *mut f64,
        distances: *mut f64,
        n_documents: i64,
        axes: *mut f64,
        shares: *mut f64,
        n_features: i64,
    ) -> manifact_status;
    pub fn manifact_model_feature_clusters(model: *const manifact_model) -> i64;
    pub fn manifact_model_feature_labels(model: *const manifact_model) -> *const i32;
    pub fn manifact_model_feature_sizes(model: *const manifact_model) -> *const i64;
    pub fn manifact_model_feature_memberships(model: *const manifact_model) -> *const f64;
    pub fn manifact_model_core(model: *const manifact_model) -> *const f64;
    pub fn manifact_model_blocks(
        model: *const manifact_model,
        measure: manifact_block,
        values: *mut f64,
        n_clusters: i64,
        n_feature_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_feature_cluster_features(
        model: *const manifact_model,
        feature_cluster: i64,
        count: i64,
        features: *mut i64,
        memberships: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_violation_count(model: *const manifact_model) -> i64;
    pub fn manifact_model_violations(
        model: *const manifact_model,
        count: i64,
        first: *mut i64,
        second: *mut i64,
        weights: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_array(
        model: *const manifact_model,
        which: manifact_array,
        data: *mut *const c_void,
        type_: *mut manifact_value_type,
        rows: *mut i64,
        columns: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_method(model: *const manifact_model) -> *const c_char;
    pub fn manifact_model_option(
        model: *const manifact_model,
        name: *const c_char,
    ) -> *const c_char;
    pub fn manifact_model_option_count(model: *const manifact_model) -> i64;
    pub fn manifact_model_option_at(
        model: *const manifact_model,
        index: i64,
        name: *mut *const c_char,
        value: *mut *const c_char,
    ) -> manifact_status;
    pub fn manifact_model_option_origin(
        model: *const manifact_model,
        index: i64,
        origin: *mut manifact_origin,
        setting: *mut *const c_char,
    ) -> manifact_status;
    pub fn manifact_model_vectorizer(model: *const manifact_model) -> *const manifact_vectorizer;
    pub fn manifact_model_feature_name(model: *const manifact_model, feature: i64) -> *const c_char;
    pub fn manifact_model_text_vectorizer(
        model: *const manifact_model,
    ) -> *const manifact_vectorizer;
    pub fn manifact_model_diagnostic_count(model: *const manifact_model) -> i64;
    pub fn manifact_model_diagnostic(
        model: *const manifact_model,
        index: i64,
        name: *mut *const c_char,
        value: *mut *const c_char,
    ) -> manifact_status;
    pub fn manifact_model_warning_count(model: *const manifact_model) -> i64;
    pub fn manifact_model_warning(model: *const manifact_model, index: i64) -> *const c_char;
    pub fn manifact_model_assign(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        labels: *mut i32,
        memberships: *mut f64,
        n_rows: i64,
    ) -> manifact_status;
    pub fn manifact_model_assign_proportions(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        min_membership: f64,
        labels: *mut i32,
        proportions: *mut f64,
        margins: *mut f64,
        n_rows: i64,
    ) -> manifact_status;
    pub fn manifact_model_score_rule(model: *const manifact_model) -> *const c_char;
    pub fn manifact_model_has_additive_score(model: *const manifact_model) -> manifact_bool;
    pub fn manifact_model_explain(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        topics: *const i32,
        count: i64,
        scores: *mut f64,
        rests: *mut f64,
        n_rows: i64,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_model_assign_explained(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        min_membership: f64,
        labels: *mut i32,
        proportions: *mut f64,
        margins: *mut f64,
        count: i64,
        scores: *mut f64,
        rests: *mut f64,
        n_rows: i64,
        out: *mut *mut manifact_matrix,
    ) -> manifact_status;
    pub fn manifact_model_merge(
        context: *mut manifact_context,
        model: *const manifact_model,
        topics: *const i64,
        n_topics: i64,
        X: *const manifact_matrix,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_model_split(
        context: *mut manifact_context,
        model: *const manifact_model,
        topic: i64,
        n_parts: i64,
        X: *const manifact_matrix,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_model_hide(
        context: *mut manifact_context,
        model: *const manifact_model,
        topics: *const i64,
        n_topics: i64,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_model_reduce(
        context: *mut manifact_context,
        model: *const manifact_model,
        linkage: manifact_linkage,
        n_clusters: i64,
        X: *const manifact_matrix,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_model_rename(
        context: *mut manifact_context,
        model: *const manifact_model,
        topic: i64,
        name: *const c_char,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_model_rename_group(
        context: *mut manifact_context,
        model: *const manifact_model,
        topics: *const i64,
        n_topics: i64,
        name: *const c_char,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_model_group_name(
        model: *const manifact_model,
        topics: *const i64,
        n_topics: i64,
    ) -> *const c_char;
    pub fn manifact_model_topic_name(model: *const manifact_model, topic: i64) -> *const c_char;
    pub fn manifact_model_title(model: *const manifact_model, topic: i64) -> *const c_char;
    pub fn manifact_model_phrases(model: *const manifact_model, topic: i64) -> *const c_char;
    pub fn manifact_model_edit_count(model: *const manifact_model) -> i64;
    pub fn manifact_model_edit(
        model: *const manifact_model,
        index: i64,
        text: *mut *const c_char,
        map: *mut *const i64,
        n_before: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_update(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        terms: *const i64,
        names: *const *const c_char,
        bytes: *const *const c_char,
        offsets: *const *const i64,
        n_columns: i64,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_model_edit_drift(
        model: *const manifact_model,
        index: i64,
        n_documents: *mut i64,
        n_far: *mut i64,
        n_unassigned: *mut i64,
        n_terms: *mut i64,
        n_unknown: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_new_topics(
        context: *mut manifact_context,
        model: *const manifact_model,
        labels: *mut i32,
        n_documents: i64,
        n_topics: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_tree(
        context: *mut manifact_context,
        model: *const manifact_model,
        linkage: manifact_linkage,
        steps: *mut i64,
        heights: *mut f64,
        order: *mut i64,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_tree_cut(
        context: *mut manifact_context,
        model: *const manifact_model,
        linkage: manifact_linkage,
        n_groups: i64,
        group: *mut i32,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_topic_numbers(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        score: manifact_score,
        count: i64,
        coherence: *mut f64,
        diversity: *mut f64,
        separation: *mut f64,
        weakness: *mut i32,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_stability(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        n_samples: i64,
        stability: *mut f64,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_timeline(
        model: *const manifact_model,
        periods: *const i32,
        n_documents: i64,
        n_periods: i64,
        counts: *mut i64,
        n_counts: i64,
    ) -> manifact_status;
    pub fn manifact_model_trends(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        periods: *const i32,
        n_documents: i64,
        topic: i64,
        direction: manifact_direction,
        count: i64,
        terms: *mut i64,
        scores: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_group_test(
        model: *const manifact_model,
        groups: *const i32,
        n_documents: i64,
        n_groups: i64,
        statistics: *mut f64,
        p_values: *mut f64,
        adjusted: *mut f64,
        expected: *mut f64,
        n_clusters: i64,
    ) -> manifact_status;
    pub fn manifact_model_group_terms(
        context: *mut manifact_context,
        model: *const manifact_model,
        X: *const manifact_matrix,
        groups: *const i32,
        n_documents: i64,
        topic: i64,
        group: i64,
        count: i64,
        terms: *mut i64,
        scores: *mut f64,
        found: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_common_documents(
        context: *mut manifact_context,
        before: *const manifact_model,
        after: *const manifact_model,
        rows: *mut i64,
        n_documents: i64,
        n_common: *mut i64,
    ) -> manifact_status;
    pub fn manifact_model_compare(
        context: *mut manifact_context,
        before: *const manifact_model,
        after: *const manifact_model,
        rows: *const i64,
        n_documents: i64,
        forward: *mut f64,
        backward: *mut f64,
        partners: *mut i64,
        changes_before: *mut i32,
        n_before: i64,
        changes_after: *mut i32,
        n_after: i64,
    ) -> manifact_status;
    pub fn manifact_solver_set_numbers_of(
        solver: *mut manifact_solver,
        model: *const manifact_model,
    ) -> manifact_status;
    pub fn manifact_solver_set_column(
        solver: *mut manifact_solver,
        name: *const c_char,
        bytes: *const c_char,
        offsets: *const i64,
        n_documents: i64,
    ) -> manifact_status;
    pub fn manifact_model_column_name(model: *const manifact_model, index: i64) -> *const c_char;
    pub fn manifact_model_column(
        model: *const manifact_model,
        name: *const c_char,
        bytes: *mut *const c_char,
        ends: *mut *const i64,
    ) -> manifact_status;
    pub fn manifact_model_save(
        context: *mut manifact_context,
        model: *const manifact_model,
        path: *const c_char,
    ) -> manifact_status;
    pub fn manifact_model_load(
        context: *mut manifact_context,
        path: *const c_char,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_model_write(
        context: *mut manifact_context,
        model: *const manifact_model,
        write: Option<manifact_write_fn>,
        user: *mut c_void,
    ) -> manifact_status;
    pub fn manifact_model_load_memory(
        context: *mut manifact_context,
        data: *const c_void,
        size: usize,
        out: *mut *mut manifact_model,
    ) -> manifact_status;
    pub fn manifact_evaluate(
        context: *mut manifact_context,
        truth: *const i32,
        predicted: *const i32,
        n: i64,
        accuracy: *mut f64,
        nmi: *mut f64,
        nmi_sqrt: *mut f64,
        ari: *mut f64,
        purity: *mut f64,
    ) -> manifact_status;
}
