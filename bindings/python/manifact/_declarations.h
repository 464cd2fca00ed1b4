/* The C interface, as cffi reads it. Written by bindings/generate. */
#define MANIFACT_ABI 1
typedef struct manifact_context manifact_context;
typedef struct manifact_matrix manifact_matrix;
typedef struct manifact_graph manifact_graph;
typedef struct manifact_constraints manifact_constraints;
typedef struct manifact_table manifact_table;
typedef struct manifact_solver manifact_solver;
typedef struct manifact_model manifact_model;
typedef struct manifact_vectorizer manifact_vectorizer;
typedef struct manifact_suggestion manifact_suggestion;
typedef struct manifact_cancel_token manifact_cancel_token;
struct ArrowSchema;
struct ArrowArray;
struct ArrowArrayStream;
typedef int manifact_bool;
enum {
  MANIFACT_FALSE = 0,
  MANIFACT_TRUE = 1,
};
typedef int manifact_status;
enum {
  MANIFACT_OK = 0,
  MANIFACT_ITERATION_LIMIT = 1,
  MANIFACT_FEWER_CLUSTERS = 2,
  MANIFACT_CONTRADICTIONS = 3,
  MANIFACT_NOT_CONVERGED = 4,
  MANIFACT_ERROR_NULL = -101,
  MANIFACT_ERROR_HANDLE = -102,
  MANIFACT_ERROR_ARGUMENT = -103,
  MANIFACT_ERROR_OPTION = -104,
  MANIFACT_ERROR_LENGTH = -105,
  MANIFACT_ERROR_MISMATCH = -106,
  MANIFACT_ERROR_BUSY = -107,
  MANIFACT_ERROR_STRUCTURE = -201,
  MANIFACT_ERROR_VALUE = -202,
  MANIFACT_ERROR_EMPTY = -203,
  MANIFACT_ERROR_FORMAT = -204,
  MANIFACT_ERROR_CORRUPT = -205,
  MANIFACT_ERROR_VERSION = -206,
  MANIFACT_ERROR_NUMERICS = -301,
  MANIFACT_ERROR_MEMORY = -401,
  MANIFACT_ERROR_BUDGET = -402,
  MANIFACT_ERROR_IO = -403,
  MANIFACT_ERROR_THREADS = -404,
  MANIFACT_ERROR_FEATURE = -405,
  MANIFACT_ERROR_CANCELLED = -501,
  MANIFACT_ERROR_INTERNAL = -601,
};
typedef int manifact_log_level;
enum {
  MANIFACT_LOG_NOTE = 0,
  MANIFACT_LOG_WARNING = 1,
};
typedef int manifact_value_type;
enum {
  MANIFACT_INT32 = 1,
  MANIFACT_INT64 = 2,
  MANIFACT_FLOAT = 3,
  MANIFACT_DOUBLE = 4,
};
typedef int manifact_ownership;
enum {
  MANIFACT_COPY = 0,
  MANIFACT_BORROW = 1,
};
typedef int manifact_format;
enum {
  MANIFACT_FORMAT_AUTO = 0,
  MANIFACT_FORMAT_MATRIX_MARKET = 1,
  MANIFACT_FORMAT_SVMLIGHT = 2,
  MANIFACT_FORMAT_CSV = 3,
  MANIFACT_FORMAT_COUNTS = 4,
};
typedef int manifact_column_type;
enum {
  MANIFACT_COLUMN_OTHER = 0,
  MANIFACT_COLUMN_NUMBERS = 1,
  MANIFACT_COLUMN_VECTORS = 2,
  MANIFACT_COLUMN_TEXTS = 3,
  MANIFACT_COLUMN_TIMES = 4,
  MANIFACT_COLUMN_NULLS = 5,
};
typedef int manifact_graph_weight;
enum {
  MANIFACT_WEIGHT_COSINE = 1,
  MANIFACT_WEIGHT_BINARY = 2,
  MANIFACT_WEIGHT_HEAT = 3,
  MANIFACT_WEIGHT_LOCAL_SCALING = 4,
};
typedef int manifact_graph_rule;
enum {
  MANIFACT_RULE_SYMMETRIC = 0,
  MANIFACT_RULE_OR = 1,
  MANIFACT_RULE_MUTUAL = 2,
};
typedef int manifact_search;
enum {
  MANIFACT_SEARCH_NONE = 0,
  MANIFACT_SEARCH_AUTO = 1,
  MANIFACT_SEARCH_EXACT = 2,
  MANIFACT_SEARCH_APPROXIMATE = 3,
};
typedef int manifact_metric;
enum {
  MANIFACT_METRIC_COSINE = 1,
  MANIFACT_METRIC_EUCLIDEAN = 2,
  MANIFACT_METRIC_AUTO = 3,
};
typedef int manifact_gamma;
enum {
  MANIFACT_GAMMA_ROW = 1,
  MANIFACT_GAMMA_FIXED = 2,
};
typedef int manifact_constraint_kind;
enum {
  MANIFACT_CONSTRAINTS_PAIRS = 1,
  MANIFACT_CONSTRAINTS_CONTRADICTIONS = 2,
  MANIFACT_CONSTRAINTS_CONFLICTS = 3,
  MANIFACT_CONSTRAINTS_LABELED = 4,
  MANIFACT_CONSTRAINTS_CLASSES = 5,
  MANIFACT_CONSTRAINTS_REPEATED = 6,
};
typedef int manifact_option_type;
enum {
  MANIFACT_TYPE_INT64 = 1,
  MANIFACT_TYPE_DOUBLE = 2,
  MANIFACT_TYPE_TEXT = 3,
  MANIFACT_TYPE_BOOL = 4,
};
typedef int manifact_score;
enum {
  MANIFACT_SCORE_CONCEPT = 1,
  MANIFACT_SCORE_LIFT = 2,
  MANIFACT_SCORE_EXCLUSIVITY = 3,
};
typedef int manifact_block;
enum {
  MANIFACT_BLOCK_MASS = 1,
  MANIFACT_BLOCK_MEAN = 2,
  MANIFACT_BLOCK_LIFT = 3,
};
typedef int manifact_array;
enum {
  MANIFACT_ARRAY_HISTORY = 1,
  MANIFACT_ARRAY_LABELS = 2,
  MANIFACT_ARRAY_SIZES = 3,
  MANIFACT_ARRAY_MEMBERSHIPS = 4,
  MANIFACT_ARRAY_ASSOCIATIONS = 5,
  MANIFACT_ARRAY_BASIS = 6,
  MANIFACT_ARRAY_CENTROIDS = 7,
  MANIFACT_ARRAY_COSINES = 8,
  MANIFACT_ARRAY_FEATURE_LABELS = 9,
  MANIFACT_ARRAY_FEATURE_SIZES = 10,
  MANIFACT_ARRAY_FEATURE_MEMBERSHIPS = 11,
  MANIFACT_ARRAY_CORE = 12,
};
typedef int manifact_origin;
enum {
  MANIFACT_ORIGIN_UNKNOWN = 0,
  MANIFACT_ORIGIN_DEFAULT = 1,
  MANIFACT_ORIGIN_PRESET = 2,
  MANIFACT_ORIGIN_DATA = 3,
  MANIFACT_ORIGIN_USER = 4,
};
typedef int manifact_linkage;
enum {
  MANIFACT_LINKAGE_WARD = 1,
  MANIFACT_LINKAGE_AVERAGE = 2,
};
typedef int manifact_weakness;
enum {
  MANIFACT_WEAKNESS_NONE = 0,
  MANIFACT_WEAKNESS_EMPTY = 1,
  MANIFACT_WEAKNESS_SMALL = 2,
  MANIFACT_WEAKNESS_NEAR_COPY = 3,
  MANIFACT_WEAKNESS_INCOHERENT = 4,
};
typedef int manifact_direction;
enum {
  MANIFACT_FALLING = -1,
  MANIFACT_RISING = 1,
};
typedef int manifact_change;
enum {
  MANIFACT_CHANGE_STAYED = 1,
  MANIFACT_CHANGE_MOVED = 2,
  MANIFACT_CHANGE_SPLIT = 3,
  MANIFACT_CHANGE_JOINED = 4,
  MANIFACT_CHANGE_APPEARED = 5,
  MANIFACT_CHANGE_VANISHED = 6,
};
typedef void *(*manifact_allocate_fn)(void *user, size_t size);
typedef void (*manifact_release_fn)(void *user, void *pointer);
typedef int (*manifact_progress_fn)(void *user, const char *stage, int64_t done, int64_t total,
    double objective, double change);
typedef void (*manifact_log_fn)(void *user, manifact_log_level level, const char *text);
typedef void (*manifact_task_fn)(void *argument, int64_t index);
typedef void (*manifact_runner_fn)(void *user, manifact_task_fn task, void *argument,
    int64_t count);
typedef int (*manifact_write_fn)(void *user, const void *data, size_t size);
typedef void (*manifact_borrow_release_fn)(void *user);
const char *manifact_version(void);
int manifact_version_number(void);
manifact_bool manifact_abi_supported(int abi);
manifact_bool manifact_has_feature(const char *name);
const char *manifact_status_name(manifact_status status);
const char *manifact_status_text(manifact_status status);
manifact_status manifact_cancel_token_create(manifact_cancel_token **out);
void manifact_cancel_token_request(manifact_cancel_token *token);
manifact_cancel_token *manifact_cancel_token_retain(const manifact_cancel_token *token);
void manifact_cancel_token_free(manifact_cancel_token *token);
manifact_status manifact_context_create(manifact_context **out);
manifact_status manifact_context_create_with_allocator(manifact_allocate_fn allocate,
    manifact_release_fn release, void *user, manifact_context **out);
void manifact_context_free(manifact_context *context);
const char *manifact_context_message(const manifact_context *context);
int manifact_context_errno(const manifact_context *context);
manifact_status manifact_context_set_threads(manifact_context *context, int64_t threads);
manifact_status manifact_context_set_runner(manifact_context *context, manifact_runner_fn runner,
    void *user);
manifact_status manifact_context_set_progress(manifact_context *context,
    manifact_progress_fn progress, void *user);
manifact_status manifact_context_set_log(manifact_context *context, manifact_log_fn log,
    void *user);
manifact_status manifact_context_set_cancel_token(manifact_context *context,
    const manifact_cancel_token *token);
manifact_status manifact_context_memory(const manifact_context *context, int64_t *now,
    int64_t *peak);
manifact_status manifact_matrix_create_csr(manifact_context *context, int64_t n_rows,
    int64_t n_columns, int64_t n_entries, const void *indptr, manifact_value_type indptr_type,
    const void *indices, manifact_value_type index_type, int index_base, const void *values,
    manifact_value_type value_type, manifact_ownership ownership,
    manifact_borrow_release_fn release, void *user, manifact_matrix **out);
manifact_status manifact_matrix_create_csc(manifact_context *context, int64_t n_rows,
    int64_t n_columns, int64_t n_entries, const void *indptr, manifact_value_type indptr_type,
    const void *indices, manifact_value_type index_type, int index_base, const void *values,
    manifact_value_type value_type, manifact_matrix **out);
manifact_status manifact_matrix_create_dense(manifact_context *context, int64_t n_rows,
    int64_t n_columns, int64_t row_stride, int64_t column_stride, const void *values,
    manifact_value_type value_type, manifact_ownership ownership,
    manifact_borrow_release_fn release, void *user, manifact_matrix **out);
manifact_status manifact_matrix_read(manifact_context *context, const char *path,
    manifact_format format, manifact_matrix **out);
manifact_status manifact_matrix_parse(manifact_context *context, const void *data, size_t size,
    const char *name, manifact_format format, manifact_matrix **out);
manifact_status manifact_matrix_write(manifact_context *context, const manifact_matrix *matrix,
    const char *path);
int64_t manifact_matrix_rows(const manifact_matrix *matrix);
int64_t manifact_matrix_columns(const manifact_matrix *matrix);
int64_t manifact_matrix_entries(const manifact_matrix *matrix);
manifact_bool manifact_matrix_is_dense(const manifact_matrix *matrix);
manifact_value_type manifact_matrix_value_type(const manifact_matrix *matrix);
manifact_status manifact_matrix_copy_csr(const manifact_matrix *matrix, void *indptr,
    manifact_value_type indptr_type, void *indices, manifact_value_type index_type, void *values,
    manifact_value_type value_type, int64_t n_entries);
manifact_status manifact_matrix_copy_rows(const manifact_matrix *matrix, int64_t first_row,
    int64_t n_rows, void *indices, manifact_value_type index_type, void *values,
    manifact_value_type value_type, int64_t n_entries);
manifact_status manifact_matrix_weight(manifact_context *context, const manifact_matrix *X,
    const char *weighting, const char *scaling, manifact_matrix **out);
const double *manifact_matrix_row_labels(const manifact_matrix *matrix);
manifact_status manifact_matrix_set_feature_names(manifact_context *context,
    manifact_matrix *matrix, const char *bytes, const int64_t *offsets, int64_t n_features);
const char *manifact_matrix_feature_name(const manifact_matrix *matrix, int64_t feature);
manifact_status manifact_matrix_set_vectors(manifact_context *context, manifact_matrix *matrix,
    const manifact_matrix *vectors);
int64_t manifact_matrix_vector_columns(const manifact_matrix *matrix);
manifact_status manifact_matrix_document_frequencies(manifact_context *context,
    const manifact_matrix *X, int64_t *frequencies, int64_t n_features);
manifact_status manifact_matrix_set_background(manifact_context *context, manifact_matrix *matrix,
    const int64_t *frequencies, int64_t n_features, int64_t n_documents);
int64_t manifact_matrix_background_documents(const manifact_matrix *matrix);
manifact_matrix *manifact_matrix_retain(const manifact_matrix *matrix);
void manifact_matrix_free(manifact_matrix *matrix);
manifact_status manifact_table_from_arrow(manifact_context *context, struct ArrowSchema *schema,
    struct ArrowArray *array, manifact_table **out);
manifact_status manifact_table_from_arrow_stream(manifact_context *context,
    struct ArrowArrayStream *stream, manifact_table **out);
int64_t manifact_table_rows(const manifact_table *table);
int64_t manifact_table_columns(const manifact_table *table);
const char *manifact_table_column_name(const manifact_table *table, int64_t column);
int64_t manifact_table_find_column(const manifact_table *table, const char *name);
manifact_column_type manifact_table_column_type(const manifact_table *table, int64_t column);
manifact_status manifact_table_nulls(manifact_context *context, const manifact_table *table,
    int64_t column, int64_t *nulls);
manifact_status manifact_table_matrix(manifact_context *context, const manifact_table *table,
    const int64_t *columns, int64_t n_columns, manifact_matrix **out);
manifact_status manifact_table_texts(manifact_context *context, const manifact_table *table,
    int64_t column, const char **bytes, const int64_t **offsets);
manifact_status manifact_table_numbers(manifact_context *context, const manifact_table *table,
    int64_t column, double *values, int64_t n_rows);
manifact_status manifact_table_labels(manifact_context *context, const manifact_table *table,
    int64_t column, int32_t *labels, int64_t n_rows);
manifact_table *manifact_table_retain(const manifact_table *table);
void manifact_table_free(manifact_table *table);
manifact_status manifact_vectorizer_create(manifact_context *context, manifact_vectorizer **out);
manifact_status manifact_vectorizer_from_terms(manifact_context *context, const char *bytes,
    const int64_t *offsets, int64_t count, manifact_vectorizer **out);
manifact_vectorizer *manifact_vectorizer_retain(const manifact_vectorizer *vectorizer);
void manifact_vectorizer_free(manifact_vectorizer *vectorizer);
const char *manifact_vectorizer_message(const manifact_vectorizer *vectorizer);
manifact_status manifact_vectorizer_set_int64(manifact_vectorizer *vectorizer, const char *name,
    int64_t value);
manifact_status manifact_vectorizer_set_double(manifact_vectorizer *vectorizer, const char *name,
    double value);
manifact_status manifact_vectorizer_set_bool(manifact_vectorizer *vectorizer, const char *name,
    manifact_bool value);
manifact_status manifact_vectorizer_set_text(manifact_vectorizer *vectorizer, const char *name,
    const char *value);
manifact_status manifact_vectorizer_reset(manifact_vectorizer *vectorizer, const char *name);
manifact_status manifact_vectorizer_take_limits(manifact_vectorizer *vectorizer,
    const manifact_solver *solver);
manifact_status manifact_vectorizer_get_int64(const manifact_vectorizer *vectorizer,
    const char *name, int64_t *value);
manifact_status manifact_vectorizer_get_double(const manifact_vectorizer *vectorizer,
    const char *name, double *value);
manifact_status manifact_vectorizer_get_bool(const manifact_vectorizer *vectorizer,
    const char *name, manifact_bool *value);
manifact_status manifact_vectorizer_get_text(const manifact_vectorizer *vectorizer,
    const char *name, char *buffer, size_t size);
manifact_status manifact_vectorizer_get_text_size(const manifact_vectorizer *vectorizer,
    const char *name, size_t *size);
manifact_status manifact_vectorizer_add_stop_words(manifact_vectorizer *vectorizer,
    const char *bytes, const int64_t *offsets, int64_t count);
manifact_status manifact_vectorizer_add(manifact_vectorizer *vectorizer, const char *text,
    int64_t length);
manifact_status manifact_vectorizer_add_many(manifact_vectorizer *vectorizer, const char *bytes,
    const int64_t *offsets, int64_t count);
manifact_status manifact_vectorizer_finish(manifact_vectorizer *vectorizer, manifact_matrix **out);
manifact_status manifact_vectorizer_transform(manifact_context *context,
    const manifact_vectorizer *vectorizer, const char *bytes, const int64_t *offsets,
    int64_t count, manifact_matrix **out);
manifact_status manifact_vectorizer_transform_counted(manifact_context *context,
    const manifact_vectorizer *vectorizer, const char *bytes, const int64_t *offsets,
    int64_t count, int64_t *terms, manifact_matrix **out);
int64_t manifact_vectorizer_documents(const manifact_vectorizer *vectorizer);
int64_t manifact_vectorizer_terms(const manifact_vectorizer *vectorizer);
int64_t manifact_vectorizer_tokens(const manifact_vectorizer *vectorizer);
int64_t manifact_vectorizer_replaced(const manifact_vectorizer *vectorizer);
const char *manifact_vectorizer_term(const manifact_vectorizer *vectorizer, int64_t index);
manifact_status manifact_graph_knn(manifact_context *context, const manifact_matrix *X,
    int64_t neighbors, manifact_graph_weight weight, manifact_graph_rule rule, double bandwidth,
    manifact_search search, double recall, int64_t seed, manifact_graph **out);
manifact_status manifact_graph_knn_metric(manifact_context *context, const manifact_matrix *X,
    int64_t neighbors, manifact_metric metric, manifact_graph_weight weight,
    manifact_graph_rule rule, double bandwidth, manifact_search search, double recall,
    int64_t seed, manifact_graph **out);
manifact_metric manifact_graph_metric(const manifact_graph *graph);
manifact_status manifact_graph_search_info(const manifact_graph *graph, manifact_search *search,
    double *recall, int64_t *sampled);
manifact_status manifact_graph_adaptive(manifact_context *context, const manifact_matrix *X,
    int64_t neighbors, manifact_gamma mode, double gamma, int64_t memory_budget,
    manifact_graph **out);
manifact_status manifact_graph_from_matrix(manifact_context *context, const manifact_matrix *S,
    manifact_graph_rule rule, manifact_graph **out);
manifact_status manifact_graph_to_matrix(manifact_context *context, const manifact_graph *graph,
    manifact_matrix **out);
int64_t manifact_graph_vertices(const manifact_graph *graph);
int64_t manifact_graph_edges(const manifact_graph *graph);
int64_t manifact_graph_components(const manifact_graph *graph);
int64_t manifact_graph_isolated(const manifact_graph *graph);
manifact_graph *manifact_graph_retain(const manifact_graph *graph);
void manifact_graph_free(manifact_graph *graph);
manifact_status manifact_constraints_create(manifact_context *context, int64_t n_documents,
    const int32_t *labels, const int64_t *first, const int64_t *second, const double *weights,
    int64_t n_pairs, manifact_constraints **out);
int64_t manifact_constraints_count(const manifact_constraints *constraints,
    manifact_constraint_kind kind);
manifact_status manifact_constraints_list(const manifact_constraints *constraints,
    manifact_constraint_kind kind, int64_t count, int64_t *first, int64_t *second, double *weights,
    int64_t *found);
manifact_status manifact_constraints_suggest(manifact_context *context, const manifact_matrix *X,
    const manifact_constraints *constraints, int64_t n_clusters, int64_t seed, int64_t count,
    int64_t *first, int64_t *second, double *cosines, int64_t *found);
manifact_status manifact_seed_labels(manifact_context *context, const manifact_matrix *X,
    const int64_t *terms, const int64_t *offsets, const int32_t *topics, const double *weights,
    int64_t n_seeds, int64_t n_topics, int64_t n_clusters, int32_t *labels, int64_t n_documents,
    int64_t *matched, int64_t *chosen);
int64_t manifact_constraints_documents(const manifact_constraints *constraints);
manifact_constraints *manifact_constraints_retain(const manifact_constraints *constraints);
void manifact_constraints_free(manifact_constraints *constraints);
int64_t manifact_method_count(void);
manifact_status manifact_method_info(int64_t index, const char **name, const char **summary,
    const char **reference);
int64_t manifact_option_count(void);
manifact_status manifact_option_info(int64_t index, const char **name, manifact_option_type *type,
    double *minimum, double *maximum, const char **words, const char **fallback,
    const char **summary);
manifact_bool manifact_option_is_expert(const char *option);
manifact_bool manifact_method_uses_option(const char *method, const char *option);
const char *manifact_method_option_words(const char *method, const char *option);
const char *manifact_method_dense_default(const char *method, const char *option);
manifact_status manifact_solver_create(manifact_context *context, const char *method,
    manifact_solver **out);
manifact_status manifact_solver_create_from_model(manifact_context *context,
    const manifact_model *model, manifact_solver **out);
void manifact_solver_free(manifact_solver *solver);
const char *manifact_solver_message(const manifact_solver *solver);
const char *manifact_solver_method(const manifact_solver *solver);
manifact_status manifact_solver_set_int64(manifact_solver *solver, const char *name, int64_t value);
manifact_status manifact_solver_set_double(manifact_solver *solver, const char *name, double value);
manifact_status manifact_solver_set_bool(manifact_solver *solver, const char *name,
    manifact_bool value);
manifact_status manifact_solver_set_text(manifact_solver *solver, const char *name,
    const char *value);
manifact_status manifact_solver_reset(manifact_solver *solver, const char *name);
manifact_status manifact_solver_get_int64(const manifact_solver *solver, const char *name,
    int64_t *value);
manifact_status manifact_solver_get_double(const manifact_solver *solver, const char *name,
    double *value);
manifact_status manifact_solver_get_bool(const manifact_solver *solver, const char *name,
    manifact_bool *value);
manifact_status manifact_solver_get_text(const manifact_solver *solver, const char *name,
    char *buffer, size_t size);
manifact_status manifact_solver_get_text_size(const manifact_solver *solver, const char *name,
    size_t *size);
manifact_status manifact_solver_set_graph(manifact_solver *solver, const manifact_graph *graph);
manifact_status manifact_solver_set_feature_graph(manifact_solver *solver,
    const manifact_graph *graph);
manifact_status manifact_solver_set_constraints(manifact_solver *solver,
    const manifact_constraints *constraints);
manifact_status manifact_solver_set_vectorizer(manifact_solver *solver,
    const manifact_vectorizer *vectorizer);
manifact_status manifact_solver_set_texts(manifact_solver *solver, const manifact_matrix *counts,
    const manifact_vectorizer *vectorizer);
manifact_status manifact_solver_set_start_factors(manifact_solver *solver, const double *W,
    const double *V, int64_t n, int64_t k);
manifact_status manifact_solver_set_start_labels(manifact_solver *solver, const int32_t *labels,
    int64_t n);
manifact_status manifact_solver_set_start_features(manifact_solver *solver, const double *G,
    int64_t m, int64_t l);
manifact_status manifact_solver_set_start_model(manifact_solver *solver,
    const manifact_model *model);
manifact_status manifact_solver_set_progress(manifact_solver *solver,
    manifact_progress_fn progress, void *user);
manifact_status manifact_solver_set_cancel_token(manifact_solver *solver,
    const manifact_cancel_token *token);
manifact_status manifact_solver_fit(manifact_solver *solver, const manifact_matrix *X,
    int64_t n_clusters, manifact_model **out);
manifact_status manifact_solver_refit(manifact_solver *solver, const manifact_model *model,
    manifact_model **out);
manifact_status manifact_solver_join(manifact_solver *solver, const manifact_model *model,
    const manifact_model *other, int64_t *topics, int64_t n_topics, int64_t *n_common,
    manifact_model **out);
manifact_status manifact_solver_graph(manifact_solver *solver, const manifact_matrix *X,
    manifact_graph **out);
manifact_status manifact_solver_suggest_k(manifact_solver *solver, const manifact_matrix *X,
    int64_t from, int64_t to, manifact_suggestion **out);
int64_t manifact_suggestion_k(const manifact_suggestion *suggestion);
const char *manifact_suggestion_reason(const manifact_suggestion *suggestion);
int64_t manifact_suggestion_count(const manifact_suggestion *suggestion);
manifact_status manifact_suggestion_row(const manifact_suggestion *suggestion, int64_t index,
    int64_t *k, double *eigenvalue, double *gap, double *stability, double *score,
    manifact_status *status, const char **why);
int64_t manifact_suggestion_warning_count(const manifact_suggestion *suggestion);
const char *manifact_suggestion_warning(const manifact_suggestion *suggestion, int64_t index);
manifact_suggestion *manifact_suggestion_retain(const manifact_suggestion *suggestion);
void manifact_suggestion_free(manifact_suggestion *suggestion);
manifact_model *manifact_model_retain(const manifact_model *model);
void manifact_model_free(manifact_model *model);
int64_t manifact_model_documents(const manifact_model *model);
int64_t manifact_model_features(const manifact_model *model);
int64_t manifact_model_clusters(const manifact_model *model);
int64_t manifact_model_iterations(const manifact_model *model);
manifact_bool manifact_model_converged(const manifact_model *model);
manifact_status manifact_model_status(const manifact_model *model);
double manifact_model_objective(const manifact_model *model);
const double *manifact_model_history(const manifact_model *model, int64_t *length);
const int32_t *manifact_model_labels(const manifact_model *model);
const int64_t *manifact_model_sizes(const manifact_model *model);
const double *manifact_model_memberships(const manifact_model *model);
const double *manifact_model_associations(const manifact_model *model);
const double *manifact_model_basis(const manifact_model *model);
const double *manifact_model_centroids(const manifact_model *model);
manifact_status manifact_model_top_features(const manifact_model *model, int64_t cluster,
    manifact_score score, int64_t count, int64_t *features, double *scores, int64_t *found);
manifact_status manifact_model_top_terms(const manifact_model *model, int64_t cluster,
    manifact_score score, int64_t count, int64_t *terms, double *scores, int64_t *found);
const double *manifact_model_cosines(const manifact_model *model);
manifact_status manifact_model_cohesion(const manifact_model *model, double *cohesion,
    int64_t n_clusters);
manifact_status manifact_model_similarities(const manifact_model *model, double *cosines,
    int64_t n_clusters);
manifact_status manifact_model_representatives(const manifact_model *model, int64_t cluster,
    int64_t count, int64_t *documents, double *cosines, int64_t *found);
manifact_status manifact_model_concept_documents(const manifact_model *model, int64_t cluster,
    int64_t count, int64_t *documents, double *weights, int64_t *found);
manifact_status manifact_model_proportions(const manifact_model *model, double *proportions,
    int64_t length);
manifact_status manifact_model_proportions_of(const manifact_model *model, int64_t first,
    int64_t count, double *proportions);
manifact_status manifact_model_margins(const manifact_model *model, double *margins,
    int64_t n_documents);
manifact_status manifact_model_suggest_labels(manifact_context *context,
    const manifact_model *model, const manifact_matrix *X, const manifact_constraints *constraints,
    int64_t count, int64_t *documents, double *margins, int64_t *found);
manifact_status manifact_model_suggest_pairs(manifact_context *context,
    const manifact_model *model, const manifact_constraints *constraints, int64_t count,
    int64_t *first, int64_t *second, double *margins, int64_t *found);
int64_t manifact_model_vector_columns(const manifact_model *model);
double manifact_model_min_membership(const manifact_model *model);
manifact_status manifact_model_map(const manifact_model *model, double *documents,
    int64_t n_documents, double *clusters, int64_t n_clusters);
manifact_status manifact_model_positions(manifact_context *context, const manifact_model *model,
    const manifact_matrix *X, double *positions, int64_t n_documents, double *quality);
manifact_status manifact_model_point_features(manifact_context *context,
    const manifact_model *model, const manifact_matrix *X, double *means, double *scores,
    double *overall, int64_t n_features, int64_t n_clusters);
manifact_status manifact_model_scatter(manifact_context *context, const manifact_model *model,
    const manifact_matrix *X, double *places, double *distances, int64_t n_documents, double *axes,
    double *shares, int64_t n_features);
int64_t manifact_model_feature_clusters(const manifact_model *model);
const int32_t *manifact_model_feature_labels(const manifact_model *model);
const int64_t *manifact_model_feature_sizes(const manifact_model *model);
const double *manifact_model_feature_memberships(const manifact_model *model);
const double *manifact_model_core(const manifact_model *model);
manifact_status manifact_model_blocks(const manifact_model *model, manifact_block measure,
    double *values, int64_t n_clusters, int64_t n_feature_clusters);
manifact_status manifact_model_feature_cluster_features(const manifact_model *model,
    int64_t feature_cluster, int64_t count, int64_t *features, double *memberships, int64_t *found);
int64_t manifact_model_violation_count(const manifact_model *model);
manifact_status manifact_model_violations(const manifact_model *model, int64_t count,
    int64_t *first, int64_t *second, double *weights, int64_t *found);
manifact_status manifact_model_array(const manifact_model *model, manifact_array which,
    const void **data, manifact_value_type *type, int64_t *rows, int64_t *columns);
const char *manifact_model_method(const manifact_model *model);
const char *manifact_model_option(const manifact_model *model, const char *name);
int64_t manifact_model_option_count(const manifact_model *model);
manifact_status manifact_model_option_at(const manifact_model *model, int64_t index,
    const char **name, const char **value);
manifact_status manifact_model_option_origin(const manifact_model *model, int64_t index,
    manifact_origin *origin, const char **setting);
const manifact_vectorizer *manifact_model_vectorizer(const manifact_model *model);
const char *manifact_model_feature_name(const manifact_model *model, int64_t feature);
const manifact_vectorizer *manifact_model_text_vectorizer(const manifact_model *model);
int64_t manifact_model_diagnostic_count(const manifact_model *model);
manifact_status manifact_model_diagnostic(const manifact_model *model, int64_t index,
    const char **name, const char **value);
int64_t manifact_model_warning_count(const manifact_model *model);
const char *manifact_model_warning(const manifact_model *model, int64_t index);
manifact_status manifact_model_assign(manifact_context *context, const manifact_model *model,
    const manifact_matrix *X, int32_t *labels, double *memberships, int64_t n_rows);
manifact_status manifact_model_assign_proportions(manifact_context *context,
    const manifact_model *model, const manifact_matrix *X, double min_membership, int32_t *labels,
    double *proportions, double *margins, int64_t n_rows);
const char *manifact_model_score_rule(const manifact_model *model);
manifact_bool manifact_model_has_additive_score(const manifact_model *model);
manifact_status manifact_model_explain(manifact_context *context, const manifact_model *model,
    const manifact_matrix *X, const int32_t *topics, int64_t count, double *scores, double *rests,
    int64_t n_rows, manifact_matrix **out);
manifact_status manifact_model_assign_explained(manifact_context *context,
    const manifact_model *model, const manifact_matrix *X, double min_membership, int32_t *labels,
    double *proportions, double *margins, int64_t count, double *scores, double *rests,
    int64_t n_rows, manifact_matrix **out);
manifact_status manifact_model_merge(manifact_context *context, const manifact_model *model,
    const int64_t *topics, int64_t n_topics, const manifact_matrix *X, manifact_model **out);
manifact_status manifact_model_split(manifact_context *context, const manifact_model *model,
    int64_t topic, int64_t n_parts, const manifact_matrix *X, manifact_model **out);
manifact_status manifact_model_hide(manifact_context *context, const manifact_model *model,
    const int64_t *topics, int64_t n_topics, manifact_model **out);
manifact_status manifact_model_reduce(manifact_context *context, const manifact_model *model,
    manifact_linkage linkage, int64_t n_clusters, const manifact_matrix *X, manifact_model **out);
manifact_status manifact_model_rename(manifact_context *context, const manifact_model *model,
    int64_t topic, const char *name, manifact_model **out);
manifact_status manifact_model_rename_group(manifact_context *context, const manifact_model *model,
    const int64_t *topics, int64_t n_topics, const char *name, manifact_model **out);
const char *manifact_model_group_name(const manifact_model *model, const int64_t *topics,
    int64_t n_topics);
const char *manifact_model_topic_name(const manifact_model *model, int64_t topic);
const char *manifact_model_title(const manifact_model *model, int64_t topic);
const char *manifact_model_phrases(const manifact_model *model, int64_t topic);
int64_t manifact_model_edit_count(const manifact_model *model);
manifact_status manifact_model_edit(const manifact_model *model, int64_t index, const char **text,
    const int64_t **map, int64_t *n_before);
manifact_status manifact_model_update(manifact_context *context, const manifact_model *model,
    const manifact_matrix *X, const int64_t *terms, const char *const *names,
    const char *const *bytes, const int64_t *const *offsets, int64_t n_columns,
    manifact_model **out);
manifact_status manifact_model_edit_drift(const manifact_model *model, int64_t index,
    int64_t *n_documents, int64_t *n_far, int64_t *n_unassigned, int64_t *n_terms,
    int64_t *n_unknown);
manifact_status manifact_model_new_topics(manifact_context *context, const manifact_model *model,
    int32_t *labels, int64_t n_documents, int64_t *n_topics);
manifact_status manifact_model_tree(manifact_context *context, const manifact_model *model,
    manifact_linkage linkage, int64_t *steps, double *heights, int64_t *order, int64_t n_clusters);
manifact_status manifact_model_tree_cut(manifact_context *context, const manifact_model *model,
    manifact_linkage linkage, int64_t n_groups, int32_t *group, int64_t n_clusters);
manifact_status manifact_model_topic_numbers(manifact_context *context,
    const manifact_model *model, const manifact_matrix *X, manifact_score score, int64_t count,
    double *coherence, double *diversity, double *separation, int32_t *weakness,
    int64_t n_clusters);
manifact_status manifact_model_stability(manifact_context *context, const manifact_model *model,
    const manifact_matrix *X, int64_t n_samples, double *stability, int64_t n_clusters);
manifact_status manifact_model_timeline(const manifact_model *model, const int32_t *periods,
    int64_t n_documents, int64_t n_periods, int64_t *counts, int64_t n_counts);
manifact_status manifact_model_trends(manifact_context *context, const manifact_model *model,
    const manifact_matrix *X, const int32_t *periods, int64_t n_documents, int64_t topic,
    manifact_direction direction, int64_t count, int64_t *terms, double *scores, int64_t *found);
manifact_status manifact_model_group_test(const manifact_model *model, const int32_t *groups,
    int64_t n_documents, int64_t n_groups, double *statistics, double *p_values, double *adjusted,
    double *expected, int64_t n_clusters);
manifact_status manifact_model_group_terms(manifact_context *context, const manifact_model *model,
    const manifact_matrix *X, const int32_t *groups, int64_t n_documents, int64_t topic,
    int64_t group, int64_t count, int64_t *terms, double *scores, int64_t *found);
manifact_status manifact_model_common_documents(manifact_context *context,
    const manifact_model *before, const manifact_model *after, int64_t *rows, int64_t n_documents,
    int64_t *n_common);
manifact_status manifact_model_compare(manifact_context *context, const manifact_model *before,
    const manifact_model *after, const int64_t *rows, int64_t n_documents, double *forward,
    double *backward, int64_t *partners, int32_t *changes_before, int64_t n_before,
    int32_t *changes_after, int64_t n_after);
manifact_status manifact_solver_set_numbers_of(manifact_solver *solver,
    const manifact_model *model);
manifact_status manifact_solver_set_column(manifact_solver *solver, const char *name,
    const char *bytes, const int64_t *offsets, int64_t n_documents);
const char *manifact_model_column_name(const manifact_model *model, int64_t index);
manifact_status manifact_model_column(const manifact_model *model, const char *name,
    const char **bytes, const int64_t **ends);
manifact_status manifact_model_save(manifact_context *context, const manifact_model *model,
    const char *path);
manifact_status manifact_model_load(manifact_context *context, const char *path,
    manifact_model **out);
manifact_status manifact_model_write(manifact_context *context, const manifact_model *model,
    manifact_write_fn write, void *user);
manifact_status manifact_model_load_memory(manifact_context *context, const void *data,
    size_t size, manifact_model **out);
manifact_status manifact_evaluate(manifact_context *context, const int32_t *truth,
    const int32_t *predicted, int64_t n, double *accuracy, double *nmi, double *nmi_sqrt,
    double *ari, double *purity);
