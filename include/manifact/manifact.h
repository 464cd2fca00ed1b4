/*
 * Manifact: clustering of documents, and of any other feature vectors, by graph-regularized matrix
 * factorization.
 *
 *   X' ~ X'W V'      n documents (rows of X), m features, k clusters
 *
 * IN SHORT
 *
 *   manifact_context *context;
 *   manifact_matrix *X;
 *   manifact_solver *solver;
 *   manifact_model *model;
 *   manifact_context_create(&context);
 *   manifact_matrix_read(context, "documents.mtx", MANIFACT_FORMAT_AUTO, &X);
 *   manifact_solver_create(context, "auto", &solver);
 *   manifact_solver_set_int64(solver, "seed", 1);
 *   manifact_solver_fit(solver, X, 10, &model);
 *   const int32_t *labels = manifact_model_labels(model);  // 0..9, one per document
 *   manifact_model_save(context, model, "topics.manifact");
 *
 * CONVENTIONS
 *
 *   Layout.  Documents are ROWS, everywhere. Indices are 0-based. Labels are int32_t everywhere:
 *   clusters and classes are numbers >= 0, and -1 means "unassigned" or "not known". Dimensions are
 *   int64_t. A prime is a transpose: V'.
 *
 *   Status.  A function that can fail returns a manifact_status: 0 is success; > 0 is success with
 *   a condition worth knowing (the result is valid); < 0 is a failure (no result, no partial
 *   changes, *out is NULL). manifact_status_name() names every value, manifact_status_text()
 *   describes it. A NULL handle or a required pointer that is NULL gives MANIFACT_ERROR_NULL, never
 *   a crash; a handle of the wrong kind gives MANIFACT_ERROR_HANDLE. (Use after free cannot be
 *   detected reliably.) "Errors: NULL, MEMORY" in a comment stands for MANIFACT_ERROR_NULL and
 *   MANIFACT_ERROR_MEMORY.
 *
 *   Messages.  A sentence that describes the last failure is stored in the first parameter that is
 *   a context, a solver or a vectorizer, and is read by manifact_context_message(),
 *   manifact_solver_message() or manifact_vectorizer_message(). A failure of a function without
 *   such a parameter, MANIFACT_ERROR_BUSY, and failures of functions that read a finished
 *   vectorizer store none: manifact_status_text() describes them. Messages are UTF-8 of at most 511
 *   bytes.
 *
 *   Ownership.  Every handle that a function stores through `out` belongs to the caller, who
 *   releases it with the matching *_free(); *_free(NULL) does nothing. Arrays and strings that a
 *   function returns are read-only views that live as long as their handle. Arrays that the caller
 *   passes are read or filled before the function returns and are not kept, unless the function
 *   documents that it borrows them. A context may be freed before the handles made with it.
 *
 *   Threads.  Matrices, tables, graphs, constraints, suggestions and models are immutable and
 *   reference counted (*_retain), and may be used by several threads at once; the same holds for a
 *   finished vectorizer. A context, a solver and a vectorizer that is not finished serve one call
 *   at a time: a second one, from another thread or from a callback of the first, changes nothing
 *   and returns MANIFACT_ERROR_BUSY, which is therefore an error of every function that takes one
 *   of them, and is not repeated in the comments. A call on a vectorizer also uses the context that
 *   the vectorizer was created with, while that exists. A call on a solver does not use the
 *   context: several solvers of one context may run at once. *_message() and
 *   manifact_context_memory() may be called at any time, the former on the thread of the last call
 *   only. Freeing a context or a solver that is in use, also from a callback, takes effect when the
 *   call ends; nothing else may be called with it then. A running call is stopped by its progress
 *   callback, or from anywhere by a manifact_cancel_token.
 *
 *   Callbacks.  A callback must return normally: no exception, no longjmp. Progress and log
 *   callbacks run on the thread of the call; allocators, and the release of borrowed arrays, may be
 *   called on any thread.
 *
 *   Side effects.  The library never prints, never terminates the process, never lets an exception
 *   escape, reads no environment variable, changes no global state (locale, signal handlers, BLAS
 *   threads), and uses one thread unless configured otherwise. The BLAS that it is linked with may
 *   do such things by itself: OpenBLAS reads its environment variables and starts threads of its
 *   own when it is loaded, before any call.
 *
 *   Reproducibility.  The same input, options and seed give bitwise the same result for any number
 *   of threads on one machine and build, down to the bytes of the saved model. The floating-point
 *   environment of the host (rounding mode, traps, flushed subnormal numbers) has no effect: during
 *   a call, callbacks included, and during a task of a manifact_runner_fn the default one holds,
 *   and at the end that of the host is restored, with its exception flags.
 *
 *   Stability.  Every function that libmanifact exports is declared here. The ABI number is
 *   MANIFACT_ABI; functions and constants of one ABI number never change their types, values or
 *   meaning, and are not removed; others may be added. The types of constants are int, not an enum,
 *   whose size a compiler may choose.
 *
 * A comment describes the declarations below it, up to the next blank line.
 */
#ifndef MANIFACT_H
#define MANIFACT_H

#include <stddef.h>
#include <stdint.h>

#include <manifact/version.h>

#if defined(MANIFACT_STATIC) || !defined(__GNUC__)
#define MANIFACT_API
#else
#define MANIFACT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Version */

/* Boolean values: functions return 0 or 1, and treat any other number as 1. Since 0.2. */
typedef int manifact_bool;
enum manifact_bool_values { MANIFACT_FALSE = 0, MANIFACT_TRUE = 1 };

/* The version of the running library, for example "0.2.0", as a static string. Compare it with
   MANIFACT_VERSION_STRING. Since 0.1. */
MANIFACT_API const char *manifact_version(void);

/* The same as a number, 10000 major + 100 minor + patch: 200 for "0.2.0". Compare it with
   MANIFACT_VERSION_NUMBER. Since 0.2. */
MANIFACT_API int manifact_version_number(void);

/* 1 if the running library supports the given ABI number, else 0. Call it with MANIFACT_ABI.
   Since 0.1. */
MANIFACT_API manifact_bool manifact_abi_supported(int abi);

/* 1 if the running library was built with an optional part, else 0, also for unknown names: "gzip"
   (compressed files), "stemming", "icu" (words of Chinese, Japanese, Thai and other text without
   spaces), "cld2" (language=auto), "cholmod" (propagation-solver=cholesky). Since 0.2. */
MANIFACT_API manifact_bool manifact_has_feature(const char *name);

/* ---------------------------------------------------------------------------------------------- */
/* Status */

/* The status of a call. Since 0.1. */
typedef int manifact_status;
enum manifact_status_values {
  MANIFACT_OK = 0,

  /* > 0: there is a valid result, with a condition to be aware of */
  /* max-iterations was reached before the tolerance was met */
  MANIFACT_ITERATION_LIMIT = 1,
  /* some of the requested clusters, of documents or of features, are empty, or there are fewer
     distinct documents than clusters */
  MANIFACT_FEWER_CLUSTERS = 2,
  /* some constraints contradict each other; they are kept as documented, and listed */
  MANIFACT_CONTRADICTIONS = 3,
  /* the eigenvectors or the adaptive graph of a spectral method did not reach their tolerance; the
     diagnostics hold the residual */
  MANIFACT_NOT_CONVERGED = 4,

  /* -1xx: arguments */
  MANIFACT_ERROR_NULL = -101,     /* a required pointer is NULL */
  MANIFACT_ERROR_HANDLE = -102,   /* not a handle of this kind */
  MANIFACT_ERROR_ARGUMENT = -103, /* an argument is out of its bounds */
  /* unknown option, method or word, or a value outside the bounds of the option */
  MANIFACT_ERROR_OPTION = -104,
  /* the length of a buffer or an array differs from the length that the data requires */
  MANIFACT_ERROR_LENGTH = -105,
  /* two inputs differ in their number of documents, features or clusters */
  MANIFACT_ERROR_MISMATCH = -106,
  /* the context, solver or vectorizer is in use by another call, or by the call whose callback
     this is. Since 0.2 */
  MANIFACT_ERROR_BUSY = -107,

  /* -2xx: data */
  /* indptr is not monotone, an index is out of range, or a graph is not symmetric */
  MANIFACT_ERROR_STRUCTURE = -201,
  /* NaN or infinite, or negative where the method requires non-negative values */
  MANIFACT_ERROR_VALUE = -202,
  MANIFACT_ERROR_EMPTY = -203, /* no rows, no columns, or only zeros */
  /* the file does not follow its format; the message names the line */
  MANIFACT_ERROR_FORMAT = -204,
  MANIFACT_ERROR_CORRUPT = -205, /* a damaged model file */
  MANIFACT_ERROR_VERSION = -206, /* a file of a later, incompatible release */

  /* -3xx: numerics */
  /* a value became infinite or NaN, or a linear system could not be solved */
  MANIFACT_ERROR_NUMERICS = -301,

  /* -4xx: resources */
  MANIFACT_ERROR_MEMORY = -401,  /* out of memory */
  MANIFACT_ERROR_BUDGET = -402,  /* would need more memory than the option memory-budget allows */
  MANIFACT_ERROR_IO = -403,      /* a file cannot be opened, read or written */
  MANIFACT_ERROR_THREADS = -404, /* threads cannot be started */
  MANIFACT_ERROR_FEATURE = -405, /* the build lacks the feature: manifact_has_feature() */

  /* -5xx, -6xx */
  MANIFACT_ERROR_CANCELLED = -501, /* stopped by the progress callback or a cancel token */
  MANIFACT_ERROR_INTERNAL = -601   /* a bug in the library; please report it with the message */
};

/* The name of a status without its prefix, for example "ITERATION_LIMIT", or "UNKNOWN" for any
   other number. Static. Since 0.1. */
MANIFACT_API const char *manifact_status_name(manifact_status status);

/* What a status means, one sentence without a period, for example "out of memory"; for any other
   number that it is unknown. Static. Since 0.2. */
MANIFACT_API const char *manifact_status_text(manifact_status status);

/* ---------------------------------------------------------------------------------------------- */
/* Handles and callbacks */

/* The allocator, log callback, threads and last message shared by the calls that take it. */
typedef struct manifact_context manifact_context;

/* Documents x features, sparse or dense. */
typedef struct manifact_matrix manifact_matrix;

/* A symmetric weighted neighborhood graph of the documents. */
typedef struct manifact_graph manifact_graph;

/* What is known about some of the documents: labels and pairs. */
typedef struct manifact_constraints manifact_constraints;

/* Columns of another library, by the Arrow C data interface. */
typedef struct manifact_table manifact_table;

/* A method and its options. */
typedef struct manifact_solver manifact_solver;

/* The result of a fit: labels, factors, history. It assigns new documents. */
typedef struct manifact_model manifact_model;

/* Converts text to counts: the rules for words, and the vocabulary. */
typedef struct manifact_vectorizer manifact_vectorizer;

/* The evaluation of a range of cluster counts. */
typedef struct manifact_suggestion manifact_suggestion;

/* A request to stop a call. */
typedef struct manifact_cancel_token manifact_cancel_token;

/* Allocator. `allocate` returns `size` bytes aligned for any type, or NULL; `release` receives a
   pointer that `allocate` returned. Both may be called from several threads at once.
   Since 0.1. */
typedef void *(*manifact_allocate_fn)(void *user, size_t size);
typedef void (*manifact_release_fn)(void *user, void *pointer);

/*
 * Progress, always reported on the calling thread. A non-zero return value cancels the call.
 *
 * stage         what the call is doing, static. Fits: "weighting", "graph", "constraints", "start",
 *               "fit", "read-out", "refinement" with refine=logistic; "texts" if any are set,
 *               "views" with select=views, "titles" if features have names; "eigenvectors" where
 *               they are computed; "local predictors" for clgr and cplr; "adaptive neighbors" for
 *               can and pcan, and for a start by them; "coherence" and "self-expression" for ssc;
 *               "local expression" for smce; "geometry", "scaling", "candidates" and "assigning"
 *               where auto clusters points; "graph of vectors" beside words, "comparing topics"
 *               with manifact_solver_set_numbers_of() and manifact_solver_join(), which is also
 *               "joining"; "samples" and "stability" for manifact_solver_suggest_k(). Other calls
 *               have others, or "". Words may be added
 * done, total   steps done and steps in all of the stage; total is 0 if it is not known
 * objective     the current value of the objective; NaN outside of fitting
 * change        the relative decrease in the last step; NaN outside of fitting
 *
 * Since 0.2.
 */
typedef int (*manifact_progress_fn)(void *user, const char *stage, int64_t done, int64_t total,
                                    double objective, double change);

/* Levels of log messages. Since 0.2. */
typedef int manifact_log_level;
enum manifact_log_level_values { MANIFACT_LOG_NOTE = 0, MANIFACT_LOG_WARNING = 1 };

/* Log messages, on the calling thread. By default nothing is logged. Since 0.1. */
typedef void (*manifact_log_fn)(void *user, manifact_log_level level, const char *text);

/* The host's own threads: run task(argument, i) for every i in 0..count-1, in any order, on any
   threads, and return when all are done. The tasks of one call never wait for each other. A fit
   calls it thousands of times a second, often with two short tasks. Since 0.1. */
typedef void (*manifact_task_fn)(void *argument, int64_t index);
typedef void (*manifact_runner_fn)(void *user, manifact_task_fn task, void *argument,
                                   int64_t count);

/* Output callback: returns 0 if all `size` bytes were written; any other value stops the writing
   with MANIFACT_ERROR_IO. Since 0.1. */
typedef int (*manifact_write_fn)(void *user, const void *data, size_t size);

/* ---------------------------------------------------------------------------------------------- */
/* Cancellation */

/*
 * A token is set on a solver or a context, for its next cancellable call only; cancellation can be
 * requested from any thread:
 *
 *   manifact_cancel_token_create(&token);
 *   manifact_solver_set_cancel_token(solver, token);
 *   manifact_solver_fit(solver, X, 10, &model);  // CANCELLED soon after a request
 *   manifact_cancel_token_free(token);
 *
 * A request after the token was set, and before or during that call, stops the call. The call
 * removes the token when it ends, also with an error other than BUSY: a later request has no
 * effect, and neither has a request on a token that is set on no handle. A token may be set on
 * several handles: a request then stops the calls of all of them. It may be reused. Freed handles
 * are safe: the token does not refer to them, and they hold a reference to it.
 *
 * Create a token.
 * Errors: NULL, MEMORY. Since 0.2.
 */
MANIFACT_API manifact_status manifact_cancel_token_create(manifact_cancel_token **out);

/* Stop the calls that the token is set for. Lock-free: may be called from any thread and from a
   signal handler, as long as the caller's reference is not released. Since 0.2. */
MANIFACT_API void manifact_cancel_token_request(manifact_cancel_token *token);

/* Add a reference to a token, and return it; NULL for another handle. Since 0.2. */
MANIFACT_API manifact_cancel_token *manifact_cancel_token_retain(
    const manifact_cancel_token *token);

/* Release a reference to a token. Since 0.2. */
MANIFACT_API void manifact_cancel_token_free(manifact_cancel_token *token);

/* ---------------------------------------------------------------------------------------------- */
/* Context */

/* Create a context with the C allocator, no log and one thread.
   Errors: NULL, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_context_create(manifact_context **out);

/* Create a context that uses the host's allocator for all bulk memory (matrices, graphs, factors,
   models). Small bookkeeping uses operator new. The allocator must live until the last handle made
   with the context is freed.
   Errors: NULL, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_context_create_with_allocator(manifact_allocate_fn allocate,
                                                                    manifact_release_fn release,
                                                                    void *user,
                                                                    manifact_context **out);

/* Release a context. Handles made with it remain valid. Since 0.1. */
MANIFACT_API void manifact_context_free(manifact_context *context);

/* A sentence that describes the last failure of a call whose first context, solver or vectorizer
   was this context, or "" if the last one succeeded. Valid until the next call. Since 0.1. */
MANIFACT_API const char *manifact_context_message(const manifact_context *context);

/* The errno of the system call that made the last call with this context fail with
   MANIFACT_ERROR_IO, such as ENOENT or EACCES; 0 for other failures, after a success, and if the
   handle is not a context. It belongs to the context as its message does: calls with other
   contexts and errno itself do not change it. Since 0.2. */
MANIFACT_API int manifact_context_errno(const manifact_context *context);

/* Set the number of threads for calls that take this context and for solvers created with it from
   now on: 1 by default, 0 = all cores, at most 1024. Results do not depend on it.
   Errors: NULL, HANDLE, ARGUMENT. Since 0.1. */
MANIFACT_API manifact_status manifact_context_set_threads(manifact_context *context,
                                                          int64_t threads);

/* Run on the host's threads instead of the library's own; NULL restores the library's.
   Errors: NULL, HANDLE. Since 0.1. */
MANIFACT_API manifact_status manifact_context_set_runner(manifact_context *context,
                                                         manifact_runner_fn runner, void *user);

/* Set the progress callback of long calls that take this context (reading, graphs, assignment), or
   NULL for none. A solver has its own callback.
   Errors: NULL, HANDLE. Since 0.1. */
MANIFACT_API manifact_status manifact_context_set_progress(manifact_context *context,
                                                           manifact_progress_fn progress,
                                                           void *user);

/* Set the log callback, or NULL for none.
   Errors: NULL, HANDLE. Since 0.1. */
MANIFACT_API manifact_status manifact_context_set_log(manifact_context *context,
                                                      manifact_log_fn log, void *user);

/* Set the cancel token of the next call that takes this context and can return CANCELLED, or NULL
   for none; calls on an unfinished vectorizer of the context are among them. That call removes it
   when it ends; only manifact_vectorizer_add() leaves it set unless it was stopped. The context
   keeps a reference.
   Errors: NULL, HANDLE. Since 0.2. */
MANIFACT_API manifact_status manifact_context_set_cancel_token(manifact_context *context,
                                                               const manifact_cancel_token *token);

/* The bytes that the context's allocator holds now, and the peak, over all handles made with it.
   Either pointer may be NULL. May be called at any time, from any thread.
   Errors: NULL, HANDLE. Since 0.1. */
MANIFACT_API manifact_status manifact_context_memory(const manifact_context *context, int64_t *now,
                                                     int64_t *peak);

/* ---------------------------------------------------------------------------------------------- */
/* Matrix: documents are rows */

/* Types of array entries: the first two are for indices, the others for values. Since 0.1. */
typedef int manifact_value_type;
enum manifact_value_type_values {
  MANIFACT_INT32 = 1,
  MANIFACT_INT64 = 2,
  MANIFACT_FLOAT = 3,
  MANIFACT_DOUBLE = 4
};

/* Who owns the arrays that a matrix is created from. Since 0.1. */
typedef int manifact_ownership;
enum manifact_ownership_values {
  /* the arrays are copied; the caller may change or free them when the call returns */
  MANIFACT_COPY = 0,
  /* the arrays are used in place where their layout allows it, and must stay unchanged until
     `release` is called; changing them before is undefined behavior */
  MANIFACT_BORROW = 1
};

/* With MANIFACT_BORROW: called exactly once with `user` when the arrays are no longer needed. That
   is when the last reference to the matrix is released, or before the creating call returns if it
   fails or uses none of them in place. It may be called on any thread, even while other calls run.
   May be NULL. Since 0.1. */
typedef void (*manifact_borrow_release_fn)(void *user);

/*
 * Compressed sparse rows: row i holds the columns indices[indptr[i] .. indptr[i+1]) and the values
 * at the same positions.
 *
 * n_rows, n_columns   1 .. 2^31 - 1
 * n_entries           the number of stored entries
 * indptr              n_rows + 1 entries, of which the last is n_entries
 * indptr_type         MANIFACT_INT32 or MANIFACT_INT64
 * indices, values     n_entries entries each, not used if n_entries is 0
 * index_type          MANIFACT_INT32 or MANIFACT_INT64
 * index_base          0; or 1 if indptr and indices count from 1, as in Julia and Fortran: then
 *                     indptr begins with 1 and ends with n_entries + 1
 * value_type          MANIFACT_FLOAT or MANIFACT_DOUBLE; float values are kept as float
 * ownership           MANIFACT_COPY or MANIFACT_BORROW
 * release             may be NULL; see manifact_borrow_release_fn
 * user                passed to release
 *
 * All input is validated here: monotone indptr, indices in range, finite values. Unsorted rows are
 * sorted and duplicate entries are summed, in a private copy. Explicit zeros are allowed. If rows
 * are sorted and without duplicates, values and indices of every type and base can be borrowed in
 * place, and an int64 indptr with index_base 0; any other indptr, n_rows + 1 numbers, is copied.
 *
 * Errors: NULL, HANDLE, ARGUMENT, LENGTH, STRUCTURE ("indptr[17] < indptr[16]"), VALUE ("values[3]
 * is NaN"), EMPTY, MEMORY. Since 0.2.
 */
MANIFACT_API manifact_status manifact_matrix_create_csr(
    manifact_context *context, int64_t n_rows, int64_t n_columns, int64_t n_entries,
    const void *indptr, manifact_value_type indptr_type, const void *indices,
    manifact_value_type index_type, int index_base, const void *values,
    manifact_value_type value_type, manifact_ownership ownership,
    manifact_borrow_release_fn release, void *user, manifact_matrix **out);

/* Compressed sparse columns: as manifact_matrix_create_csr() with rows and columns exchanged;
   `indptr` has n_columns + 1 entries. The arrays are copied.
   Errors: as manifact_matrix_create_csr(). Since 0.2. */
MANIFACT_API manifact_status manifact_matrix_create_csc(
    manifact_context *context, int64_t n_rows, int64_t n_columns, int64_t n_entries,
    const void *indptr, manifact_value_type indptr_type, const void *indices,
    manifact_value_type index_type, int index_base, const void *values,
    manifact_value_type value_type, manifact_matrix **out);

/* Dense values: entry (i, j) is values[i * row_stride + j * column_stride], with positive strides
   counted in entries, so that `values` has (n_rows - 1) * row_stride + (n_columns - 1) *
   column_stride + 1 entries. Row-major: strides (n_columns, 1); column-major: (1, n_rows). The
   matrix stays dense, float values stay float; its entries are the nonzero values. With column
   stride 1 it can be borrowed in place (since 0.2). A model that keeps its documents
   refers to such a matrix, so that `release` is not called before the model is freed. If `release`
   is NULL, the model keeps a copy.
   Errors: as manifact_matrix_create_csr(). Since 0.1. */
MANIFACT_API manifact_status manifact_matrix_create_dense(manifact_context *context, int64_t n_rows,
                                                          int64_t n_columns, int64_t row_stride,
                                                          int64_t column_stride, const void *values,
                                                          manifact_value_type value_type,
                                                          manifact_ownership ownership,
                                                          manifact_borrow_release_fn release,
                                                          void *user, manifact_matrix **out);

/* File formats of matrices. Since 0.1. */
typedef int manifact_format;
enum manifact_format_values {
  /* by the extension: .mtx .svm .svmlight .libsvm .csv .counts, each optionally followed by .gz;
     otherwise by the first line, or the first bytes of counts */
  MANIFACT_FORMAT_AUTO = 0,
  /* Matrix Market: coordinate or array; real, double, integer, unsigned-integer or pattern;
     general, symmetric or skew-symmetric */
  MANIFACT_FORMAT_MATRIX_MARKET = 1,
  /* "label index:value ...", indices from 1 (from 0 if a 0 occurs), # starts a comment */
  MANIFACT_FORMAT_SVMLIGHT = 2,
  /* numbers only, separated by commas (or semicolons, tabs or blanks); an optional header line; all
     rows of the same length. A first column that alone has no name in the header, as pandas and R
     write the names of rows, is skipped, with a warning in the log. A first line of numbers only
     is a row. */
  MANIFACT_FORMAT_CSV = 3,
  /* sparse rows, little-endian, as the page on file formats describes: mapped into memory and used
     in place, so that a matrix may be larger than it. See manifact_matrix_read(). Since 0.2. */
  MANIFACT_FORMAT_COUNTS = 4
};

/* Read a matrix from a file, plain or gzip (detected by its first bytes). A malformed file gives
   one error that names the file, the line and what was expected; so does a line of text of more
   than 2^30 bytes. Progress: bytes read of bytes in the file.

   A file of counts is mapped into memory, validated, and used in place until the last reference to
   the matrix and to models that keep it is released; progress is in rows. Write into such a file,
   or truncate it, only when no matrix uses it: each call with the matrix refuses one that was
   changed before (IO), but a page that is missing during a call ends the process by SIGBUS. To
   replace it, as manifact_matrix_write() does, is safe. From a pipe or gzip it is read into memory.
   Errors: NULL, HANDLE, ARGUMENT, IO, FORMAT, VERSION, VALUE, EMPTY, MEMORY, FEATURE, CANCELLED.
   Since 0.1. */
MANIFACT_API manifact_status manifact_matrix_read(manifact_context *context, const char *path,
                                                  manifact_format format, manifact_matrix **out);

/* Parse a matrix from `size` bytes in memory. `name` is used as the file name in messages and for
   MANIFACT_FORMAT_AUTO.
   Errors: as manifact_matrix_read(). Since 0.1. */
MANIFACT_API manifact_status manifact_matrix_parse(manifact_context *context, const void *data,
                                                   size_t size, const char *name,
                                                   manifact_format format, manifact_matrix **out);

/* Write a matrix as Matrix Market coordinate real general, with the shortest decimal digits that
   are read back as the same double, compressed with gzip if the name ends in .gz; or, if the name
   ends in .counts, as MANIFACT_FORMAT_COUNTS (since 0.2), with float values if all are exact as
   such. The file is
   written under a temporary name and then renamed, so it is either complete or absent.
   Errors: NULL, HANDLE, IO, MEMORY, FEATURE, CANCELLED. Since 0.1. */
MANIFACT_API manifact_status manifact_matrix_write(manifact_context *context,
                                                   const manifact_matrix *matrix, const char *path);

/* The number of rows, or -1 if the handle is not a matrix. Since 0.1. */
MANIFACT_API int64_t manifact_matrix_rows(const manifact_matrix *matrix);

/* The number of columns, or -1 if the handle is not a matrix. Since 0.1. */
MANIFACT_API int64_t manifact_matrix_columns(const manifact_matrix *matrix);

/* The number of stored entries, or -1 if the handle is not a matrix. Since 0.1. */
MANIFACT_API int64_t manifact_matrix_entries(const manifact_matrix *matrix);

/* 1 if the values of the matrix are a dense array, 0 if they are sparse or the handle is not a
   matrix. Since 0.2. */
MANIFACT_API manifact_bool manifact_matrix_is_dense(const manifact_matrix *matrix);

/* The type of the values, MANIFACT_FLOAT or MANIFACT_DOUBLE; 0 if the handle is not a matrix.
   Since 0.2. */
MANIFACT_API manifact_value_type manifact_matrix_value_type(const manifact_matrix *matrix);

/*
 * Copy a matrix out as compressed sparse rows with sorted 0-based indices, in the types of the
 * caller. Any of the three arrays may be NULL; its type is not read then.
 *
 * indptr            rows + 1 entries, filled
 * indptr_type       MANIFACT_INT32 or MANIFACT_INT64
 * indices, values   n_entries entries each, filled
 * index_type        MANIFACT_INT32 or MANIFACT_INT64
 * value_type        MANIFACT_FLOAT, which rounds, or MANIFACT_DOUBLE
 * n_entries         must equal manifact_matrix_entries()
 *
 * Errors: NULL, HANDLE, ARGUMENT (a type, or more entries than an int32_t indptr counts), LENGTH,
 * IO (a mapped file has been changed since it was opened). Since 0.2.
 */
MANIFACT_API manifact_status manifact_matrix_copy_csr(const manifact_matrix *matrix, void *indptr,
                                                      manifact_value_type indptr_type,
                                                      void *indices, manifact_value_type index_type,
                                                      void *values, manifact_value_type value_type,
                                                      int64_t n_entries);

/*
 * Copy rows out, for a matrix too large to be copied as a whole: the entries
 * indptr[first_row] .. indptr[first_row + n_rows] of manifact_matrix_copy_csr(). Either array may
 * be NULL.
 *
 * first_row, n_rows  rows of the matrix, counted from 0
 * indices, values    n_entries entries each, filled if the call succeeds
 * index_type         as in manifact_matrix_copy_csr()
 * value_type         as in manifact_matrix_copy_csr()
 * n_entries          must equal the number of entries of these rows
 *
 * Errors: NULL or HANDLE (not a matrix), ARGUMENT (rows outside the matrix, a type), LENGTH, IO (a
 * mapped file has been changed since it was opened). Since 0.2.
 */
MANIFACT_API manifact_status manifact_matrix_copy_rows(const manifact_matrix *matrix,
                                                       int64_t first_row, int64_t n_rows,
                                                       void *indices,
                                                       manifact_value_type index_type, void *values,
                                                       manifact_value_type value_type,
                                                       int64_t n_entries);

/*
 * The rows as a fit sees them, except for a power of two (see manifact_solver_fit()): counts are
 * weighted, rows or features are scaled.
 *
 * weighting   "auto", "none", "tfidf" or "log-tfidf", as the option weighting
 * scaling     "auto", "none", "unit-rows", "min-max" or "z-score", as the option scaling; "auto"
 *             is unit rows for sparse input and none for dense input, which some methods scale
 *             otherwise: see the option
 *
 * Errors: NULL, HANDLE, OPTION, VALUE (also a feature whose range overflows a double), EMPTY,
 * BUDGET (a scaling that leaves no zeros would need more than 2 GiB for a sparse matrix), MEMORY,
 * CANCELLED. Since 0.1.
 */
MANIFACT_API manifact_status manifact_matrix_weight(manifact_context *context,
                                                    const manifact_matrix *X, const char *weighting,
                                                    const char *scaling, manifact_matrix **out);

/* The leading number of each svmlight line: rows entries, NaN for a line with none or several; or
   NULL for other formats. A view. Since 0.1. */
MANIFACT_API const double *manifact_matrix_row_labels(const manifact_matrix *matrix);

/*
 * Names the features of a matrix: the columns of a table, not the terms of texts, which a
 * vectorizer names. manifact_solver_fit() keeps them in the model, so that
 * manifact_model_assign() and the other functions that take documents of a model find the features
 * by their names. Not while another call uses the matrix.
 *
 * bytes       the names, UTF-8 without NUL, one after the other; NULL removes them
 * offsets     n_features + 1 entries: name j is bytes offsets[j] .. offsets[j + 1] - 1
 * n_features  must equal the number of columns
 *
 * Errors: NULL, HANDLE, ARGUMENT (a name, or offsets that decrease or are negative), LENGTH,
 * MEMORY. Since 0.2.
 */
MANIFACT_API manifact_status manifact_matrix_set_feature_names(manifact_context *context,
                                                               manifact_matrix *matrix,
                                                               const char *bytes,
                                                               const int64_t *offsets,
                                                               int64_t n_features);

/* The name of a feature, counted from 0, of manifact_matrix_set_feature_names() or the header of a
   CSV file, "" for an empty one; NULL if the matrix has no names, or if there is no such feature.
   A view until the names are set again. Since 0.2. */
MANIFACT_API const char *manifact_matrix_feature_name(const manifact_matrix *matrix,
                                                      int64_t feature);

/*
 * Gives each document a vector beside its words, such as the embedding of its text. The next fit of
 * the matrix has one graph of both: W = (1 - a) S + a T, with S the graph of neighbors by words, T
 * that by the cosines of the vectors, of equal mean degree, and a the option vector-weight.
 * Concepts and titles are those of the words; method auto begins with the clusters of the words
 * alone. With refine=sizes (method auto) new documents are assigned by words and vectors, those
 * without vectors by words alone; other methods assign by words. Suggestions of k, refits, and
 * manifact_model_update() use the vectors too. Not while another call uses the matrix.
 *
 * matrix   sparse, of counts
 * vectors  a dense matrix with as many rows; a row of zeros is a document without a vector. The
 *          matrix shares its data. NULL removes the vectors
 *
 * Errors: NULL, HANDLE, ARGUMENT (the vectors are sparse), MISMATCH (another number of rows), VALUE
 * (not finite). Since 0.2.
 */
MANIFACT_API manifact_status manifact_matrix_set_vectors(manifact_context *context,
                                                         manifact_matrix *matrix,
                                                         const manifact_matrix *vectors);

/* The length of these vectors, 0 if there are none; -1 if the handle is not a matrix. Since 0.2. */
MANIFACT_API int64_t manifact_matrix_vector_columns(const manifact_matrix *matrix);

/*
 * The number of rows in which each feature is positive, as weighting counts them: of a large
 * collection, for manifact_matrix_set_background(). Parts of a collection add up.
 *
 * frequencies  n_features entries, filled
 * n_features   must equal the number of columns
 *
 * Errors: NULL, HANDLE, LENGTH. Since 0.2.
 */
MANIFACT_API manifact_status manifact_matrix_document_frequencies(manifact_context *context,
                                                                  const manifact_matrix *X,
                                                                  int64_t *frequencies,
                                                                  int64_t n_features);

/*
 * Weights the counts of a small collection by the document frequencies of a large one: idf =
 * ln(n_documents / frequency) wherever the matrix is weighted (tfidf, log-tfidf): fits,
 * suggestions of k, graphs, seed words, texts of a solver, manifact_matrix_weight(). Models keep
 * the weights, and assign by them. A feature that no document there has weighs as if one had it;
 * one that all have weighs 0. The options min-df and max-df count the documents of the matrix. Not
 * while another call uses the matrix; not for rows that several processes have.
 *
 *   manifact_vectorizer_finish(vectorizer, &X);  // of the small collection
 *   manifact_vectorizer_transform(context, vectorizer, bytes, offsets, n, &Y);  // the large one
 *   manifact_matrix_document_frequencies(context, Y, frequencies, manifact_matrix_columns(Y));
 *   manifact_matrix_set_background(context, X, frequencies, manifact_matrix_columns(X), n);
 *
 * frequencies  n_features entries, copied: documents of the other collection with the feature, at
 *              least 0 and at most n_documents; NULL: the frequencies are again those of the matrix
 * n_features   must equal the number of columns
 * n_documents  of the other collection, at least 1
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (n_documents), VALUE (a frequency), MEMORY. Since 0.2.
 */
MANIFACT_API manifact_status manifact_matrix_set_background(manifact_context *context,
                                                            manifact_matrix *matrix,
                                                            const int64_t *frequencies,
                                                            int64_t n_features,
                                                            int64_t n_documents);

/* The number of documents of that collection, 0 if there is none; -1 if the handle is not a matrix.
   Since 0.2. */
MANIFACT_API int64_t manifact_matrix_background_documents(const manifact_matrix *matrix);

/* Add a reference to a matrix, and return it; NULL for another handle. Since 0.1. */
MANIFACT_API manifact_matrix *manifact_matrix_retain(const manifact_matrix *matrix);

/* Release a reference to a matrix. Since 0.1. */
MANIFACT_API void manifact_matrix_free(manifact_matrix *matrix);

/* ---------------------------------------------------------------------------------------------- */
/* Tables: columns of Arrow */

/*
 * Columns that another library has in memory, by the Arrow C data interface: DuckDB, Polars,
 * PyArrow, nanoarrow and others export them without a copy. The structures are declared by that
 * library or by <manifact/arrow.h>; neither depends on the other.
 *
 *   duckdb_query_arrow(...);  // or any other producer
 *   manifact_table_from_arrow_stream(context, &stream, &table);
 *   column = manifact_table_find_column(table, "embedding");
 *   manifact_table_matrix(context, table, &column, 1, &X);
 *   column = manifact_table_find_column(table, "body");
 *   manifact_table_texts(context, table, column, &bytes, &offsets);
 *   manifact_vectorizer_add_many(vectorizer, bytes, offsets, manifact_table_rows(table));
 *
 * Ownership    The structures are moved, as the interface demands of a consumer: when a function
 *              returns, with or without an error, their member `release` is NULL, also if the
 *              context is NULL or busy, and the library calls the original one exactly once.
 *              Each schema and stream is released before the return, arrays when the last reference
 *              to the table, and to a matrix that uses their values in place, is released; on any
 *              thread. What the structures point to must not change until then.
 * Columns      The fields of a structure ("+s", a batch of records) are the columns; any other
 *              array is one column, with the name of its schema. Batches of a stream follow each
 *              other. Offsets (slices), dictionaries of any type of index, and unaligned buffers
 *              are read.
 * Numbers      Integers of 1 to 8 bytes, floats of 2, 4 and 8, decimals; true is 1, false 0.
 * Vectors      Lists of numbers, of fixed or variable size, large, or as views. All vectors of a
 *              column have the same length.
 * Texts        utf8, large_utf8, utf8_view, and the same of bytes; fixed bytes; lists of texts, of
 *              which each is one text of several lines.
 * Times        date32, date64, and timestamps of all units, with or without a zone.
 * Not read     Structures in columns, maps, unions, run ends, intervals and durations: such columns
 *              are in the table, and only their use is an error.
 *
 * Nothing is read beyond what lengths, offsets and sizes of views imply. The interface does not
 * tell how large a buffer is: that they are as large as they must be is the producer's promise.
 */
struct ArrowSchema;
struct ArrowArray;
struct ArrowArrayStream;

/* What a column holds. Columns of nulls only have no other type. Since 0.2. */
typedef int manifact_column_type;
enum manifact_column_type_values {
  MANIFACT_COLUMN_OTHER = 0,
  MANIFACT_COLUMN_NUMBERS = 1,
  MANIFACT_COLUMN_VECTORS = 2,
  MANIFACT_COLUMN_TEXTS = 3,
  MANIFACT_COLUMN_TIMES = 4,
  MANIFACT_COLUMN_NULLS = 5
};

/* Make a table of an array and its schema. Both are moved, as described above.
   Errors: NULL, HANDLE, STRUCTURE (what is malformed, with its place), VALUE (a row that is null as
   a whole), MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_table_from_arrow(manifact_context *context,
                                                       struct ArrowSchema *schema,
                                                       struct ArrowArray *array,
                                                       manifact_table **out);

/* The same of all batches of a stream, which is moved. Cancellable between two batches.
   Errors: NULL, HANDLE, IO (the stream reports an error, which manifact_context_errno() has), the
   others of manifact_table_from_arrow(): STRUCTURE, VALUE, MEMORY; and CANCELLED. Since 0.2. */
MANIFACT_API manifact_status manifact_table_from_arrow_stream(manifact_context *context,
                                                              struct ArrowArrayStream *stream,
                                                              manifact_table **out);

/* The number of rows, or -1 if the handle is not a table. Since 0.2. */
MANIFACT_API int64_t manifact_table_rows(const manifact_table *table);

/* The number of columns, or -1 if the handle is not a table. Since 0.2. */
MANIFACT_API int64_t manifact_table_columns(const manifact_table *table);

/* The name of a column, counted from 0, "" for an empty one; NULL if there is no such column.
   A view. Since 0.2. */
MANIFACT_API const char *manifact_table_column_name(const manifact_table *table, int64_t column);

/* The column of a name, or -1 if there is none or there are several. Since 0.2. */
MANIFACT_API int64_t manifact_table_find_column(const manifact_table *table, const char *name);

/* What a column holds, MANIFACT_COLUMN_OTHER if there is no such column. Since 0.2. */
MANIFACT_API manifact_column_type manifact_table_column_type(const manifact_table *table,
                                                             int64_t column);

/* The number of nulls in a column.
   Errors: NULL, HANDLE, ARGUMENT (no such column), STRUCTURE (an index outside of its dictionary).
   Since 0.2. */
MANIFACT_API manifact_status manifact_table_nulls(manifact_context *context,
                                                  const manifact_table *table, int64_t column,
                                                  int64_t *nulls);

/*
 *  dense matrix of the numbers and vectors in some columns, in the given order. Its values are
 * float if each type is at most as precise (true or false, integers of 1 and 2 bytes, floats of 2
 * and 4), else double. One column of floats or doubles, or of vectors of them that follow each
 * other, in one batch and with aligned values, is used in place. The features have the names of the
 * columns if all columns are numbers and have a name. A null, NaN and infinity are errors: as in
 * tables of numbers, a missing value is filled in by who knows how.
 *
 * columns    n_columns entries; or NULL: all columns of the table, and n_columns is ignored
 * n_columns  the number of columns
 *
 * Errors: NULL, HANDLE, ARGUMENT (no such column, or one that holds neither numbers nor vectors),
 * STRUCTURE (offsets that decrease, an index outside of its dictionary), VALUE (the column and the
 * row, counted from 0, of a null or a vector of another length), EMPTY, MEMORY, CANCELLED.
 * Since 0.2.
 */
MANIFACT_API manifact_status manifact_table_matrix(manifact_context *context,
                                                   const manifact_table *table,
                                                   const int64_t *columns, int64_t n_columns,
                                                   manifact_matrix **out);

/* A column as texts, for documents, ids, and manifact_solver_set_column(): text i is
   bytes[offsets[i] .. offsets[i+1]). Dates are "2024-01-31", timestamps "2024-01-31 12:00:00.5",
   with "Z" if they have a zone; numbers have all their digits; nulls are empty. `offsets` has
   rows + 1 entries, and `bytes` has offsets[rows] entries. Views, made by the first call for a
   column; a large_utf8 column without nulls in one batch is viewed in place.
   Errors: NULL, HANDLE, ARGUMENT (no such column, or one that holds vectors or is not read),
   STRUCTURE (offsets that decrease, a view outside of its buffer), MEMORY, CANCELLED. Since 0.2. */
MANIFACT_API manifact_status manifact_table_texts(manifact_context *context,
                                                  const manifact_table *table, int64_t column,
                                                  const char **bytes, const int64_t **offsets);

/* A column of numbers, or of dates and timestamps as seconds since 1970, in UTC if they have a
   zone; NaN for a null. `values` has n_rows entries, filled; n_rows must equal
   manifact_table_rows().
   Errors: NULL, HANDLE, ARGUMENT (no such column, or one of another type), LENGTH, STRUCTURE (an
   index outside of its dictionary), MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_table_numbers(manifact_context *context,
                                                    const manifact_table *table, int64_t column,
                                                    double *values, int64_t n_rows);

/* A column as labels: whole numbers as they are, -1 for a null; texts are numbered from 0 by their
   first occurrence, so that the name of a class is the text of its first row, and empty ones are
   -1. `labels` has n_rows entries, filled; n_rows must equal manifact_table_rows().
   Errors: NULL, HANDLE, ARGUMENT (no such column, or one that holds vectors or is not read),
   LENGTH, STRUCTURE (as manifact_table_texts()), VALUE (a fraction, or a number below -1),
   MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_table_labels(manifact_context *context,
                                                   const manifact_table *table, int64_t column,
                                                   int32_t *labels, int64_t n_rows);

/* Add a reference to a table, and return it; NULL for another handle. Since 0.2. */
MANIFACT_API manifact_table *manifact_table_retain(const manifact_table *table);

/* Release a reference to a table. Since 0.2. */
MANIFACT_API void manifact_table_free(manifact_table *table);

/* ---------------------------------------------------------------------------------------------- */
/* Vectorizer: text to counts */

/*
 * Usage: create, set options, add documents (in any number of calls; text is counted in bounded
 * batches and not kept), finish. Finishing fixes the vocabulary. A finished vectorizer is
 * immutable: it may be retained, shared between threads, and given to a solver, so that the model
 * and its file include the vocabulary.
 *
 *   manifact_vectorizer_create(context, &vectorizer);
 *   for (i = 0; i < n; ++i) manifact_vectorizer_add(vectorizer, text[i], length[i]);
 *   manifact_vectorizer_finish(vectorizer, &X);  // counts, n x terms
 *   manifact_solver_set_vectorizer(solver, vectorizer);
 *   manifact_solver_fit(solver, X, 10, &model);
 *   manifact_vectorizer_transform(context, manifact_model_vectorizer(model), bytes, offsets, n_new,
 *                                 &Y);
 *   manifact_model_assign(context, model, Y, labels, NULL, n_new);
 *
 * Words        Runs of letters, digits and "_" with their combining marks, by Unicode category, of
 *              at least `word-length` characters; on ASCII text the matches of the regular
 *              expression \b\w\w+\b. With underscores=trim they lose "_" at both ends and need a
 *              letter or a digit. With addresses=whole a URL is one word, its host, and so is an
 *              e-mail address. Case is folded and compatibility characters are replaced
 *              (NFKC, composed form); accents=remove also removes accents. In scripts without
 *              spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese), words are found by the
 *              dictionaries of ICU; without ICU, or with segmentation=pairs, each pair of adjacent
 *              characters is a word. Text is UTF-8 but may hold any bytes: each invalid part is
 *              read as U+FFFD and counted; NUL ends a word.
 * Stop words   With stop-words=auto the built-in list of the language, if it has one, and in
 *              any case the words added by manifact_vectorizer_add_stop_words(). With numbers=drop
 *              also words of digits only. With language=auto the language is that of most of the
 *              first texts; finish() sets it, or none, and stemming=no if it cannot be stemmed. If
 *              the language has no list, stop-words becomes none.
 * Terms        Words, or with stemming=yes stems, each named by its most frequent word; with
 *              ngrams=2 or 3 also sequences of 2 or 3 adjacent terms, joined by a space. Terms in
 *              fewer documents than min-df, or in a larger share of the documents than max-df, are
 *              dropped, but at least 50 terms are kept.
 *
 * Adding and finishing use the context that the vectorizer was created with, as long as it exists:
 * its threads (the number set at the time of the creation), progress and cancel token. They give
 * MANIFACT_ERROR_BUSY while another call uses that context.
 *
 * Create a vectorizer with the defaults: language=english, no stemming, single words, no limits.
 * Errors: NULL, HANDLE, MEMORY. Since 0.1.
 */
MANIFACT_API manifact_status manifact_vectorizer_create(manifact_context *context,
                                                        manifact_vectorizer **out);

/* Create a finished vectorizer with the given vocabulary. It names the features of a matrix, and
   transform() counts its terms in text; a term of two or three words is counted where these words
   follow each other. Term i is bytes[offsets[i] .. offsets[i+1]), UTF-8, copied. A term that occurs
   twice is counted under its first position.
   Errors: NULL, HANDLE, ARGUMENT (decreasing offsets), VALUE (a NUL in a term), EMPTY (no terms),
   MEMORY, CANCELLED. Since 0.1. */
MANIFACT_API manifact_status manifact_vectorizer_from_terms(manifact_context *context,
                                                            const char *bytes,
                                                            const int64_t *offsets, int64_t count,
                                                            manifact_vectorizer **out);

/* Add a reference to a vectorizer, and return it; NULL for another handle. Since 0.1. */
MANIFACT_API manifact_vectorizer *manifact_vectorizer_retain(const manifact_vectorizer *vectorizer);

/* Release a reference to a vectorizer. Since 0.1. */
MANIFACT_API void manifact_vectorizer_free(manifact_vectorizer *vectorizer);

/* A sentence that describes the last failure of a call whose first context, solver or vectorizer
   was this vectorizer, or "" if the last one succeeded. Valid until the next call. Since 0.1. */
MANIFACT_API const char *manifact_vectorizer_message(const manifact_vectorizer *vectorizer);

/* Set an option by name, as manifact_solver_set_int64() and the other setters, before the first
   document is added: language, stop-words, stemming, accents, numbers, ngrams, word-length,
   segmentation, underscores, addresses, min-df, max-df.
   Errors: NULL, HANDLE, OPTION, ARGUMENT (after the first document), MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_vectorizer_set_int64(manifact_vectorizer *vectorizer,
                                                           const char *name, int64_t value);
MANIFACT_API manifact_status manifact_vectorizer_set_double(manifact_vectorizer *vectorizer,
                                                            const char *name, double value);
MANIFACT_API manifact_status manifact_vectorizer_set_bool(manifact_vectorizer *vectorizer,
                                                          const char *name, manifact_bool value);
MANIFACT_API manifact_status manifact_vectorizer_set_text(manifact_vectorizer *vectorizer,
                                                          const char *name, const char *value);

/* Restore the default of an option, as if it had never been set; name may be NULL: of all options.
   Before the first document is added.
   Errors: NULL, HANDLE, OPTION, ARGUMENT (after the first document), MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_vectorizer_reset(manifact_vectorizer *vectorizer,
                                                       const char *name);

/* Set min-df and max-df to those of a solver: a fit would drop the terms outside them anyway, and
   words that are too rare or too frequent then use no memory. Before the first document.
   Errors: NULL, HANDLE, ARGUMENT (after the first document). Since 0.2. */
MANIFACT_API manifact_status manifact_vectorizer_take_limits(manifact_vectorizer *vectorizer,
                                                             const manifact_solver *solver);

/* The value of an option, as manifact_solver_get_int64() and the other getters. get_text writes at
   most `size` bytes, including the terminating NUL.
   Errors: NULL, HANDLE, OPTION, LENGTH (the text does not fit). Since 0.2. */
MANIFACT_API manifact_status manifact_vectorizer_get_int64(const manifact_vectorizer *vectorizer,
                                                           const char *name, int64_t *value);
MANIFACT_API manifact_status manifact_vectorizer_get_double(const manifact_vectorizer *vectorizer,
                                                            const char *name, double *value);
MANIFACT_API manifact_status manifact_vectorizer_get_bool(const manifact_vectorizer *vectorizer,
                                                          const char *name, manifact_bool *value);
MANIFACT_API manifact_status manifact_vectorizer_get_text(const manifact_vectorizer *vectorizer,
                                                          const char *name, char *buffer,
                                                          size_t size);

/* The bytes that manifact_vectorizer_get_text() needs for the value that the option has now,
   including the terminating NUL.
   Errors: NULL, HANDLE, OPTION. Since 0.2. */
MANIFACT_API manifact_status manifact_vectorizer_get_text_size(
    const manifact_vectorizer *vectorizer, const char *name, size_t *size);

/* Add stop words to the built-in ones, before the first document is added, in any number of calls.
   Stop word i is bytes[offsets[i] .. offsets[i+1]). Entries are split into words as text is: each
   word of an entry of several words ("don't") becomes a stop word.
   Errors: NULL, HANDLE, ARGUMENT, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_vectorizer_add_stop_words(manifact_vectorizer *vectorizer,
                                                                const char *bytes,
                                                                const int64_t *offsets,
                                                                int64_t count);

/* Add one document of `length` bytes (copied), or `count` documents, of which document i is
   bytes[offsets[i] .. offsets[i+1]). Empty documents are valid. If a call fails, none of its
   documents is added, and those added before remain. add_many reports progress in documents.
   Errors: NULL, HANDLE, ARGUMENT (already finished; negative length; decreasing offsets), OPTION or
   FEATURE (first document: no stemming for the language; language=auto without CLD2), MEMORY,
   THREADS, CANCELLED. Since 0.1. */
MANIFACT_API manifact_status manifact_vectorizer_add(manifact_vectorizer *vectorizer,
                                                     const char *text, int64_t length);
MANIFACT_API manifact_status manifact_vectorizer_add_many(manifact_vectorizer *vectorizer,
                                                          const char *bytes, const int64_t *offsets,
                                                          int64_t count);

/* Fix the vocabulary and return the counts: documents x terms, terms in byte order. After an error
   more documents may be added, or finish may be called again.
   Errors: NULL, HANDLE, ARGUMENT (already finished), EMPTY (no term is left), MEMORY, CANCELLED;
   without any document also OPTION and FEATURE as for the first document. Since 0.1. */
MANIFACT_API manifact_status manifact_vectorizer_finish(manifact_vectorizer *vectorizer,
                                                        manifact_matrix **out);

/* The counts of new texts by the rules and the vocabulary of a finished vectorizer; text i is
   bytes[offsets[i] .. offsets[i+1]). Other terms are ignored. A text that was added before finish
   gets the same counts.
   Errors: NULL, HANDLE, ARGUMENT (not finished), EMPTY (no texts), FEATURE, MEMORY, CANCELLED.
   Since 0.1. */
MANIFACT_API manifact_status manifact_vectorizer_transform(manifact_context *context,
                                                           const manifact_vectorizer *vectorizer,
                                                           const char *bytes,
                                                           const int64_t *offsets, int64_t count,
                                                           manifact_matrix **out);

/* As manifact_vectorizer_transform(), with the number of terms of each text, known or not: the
   words, or n-grams, that the rules of the vectorizer count. Row i of *out sums to the known ones
   of text i. `terms` has count entries, filled; may be NULL.
   Errors: NULL, HANDLE, ARGUMENT (the vectorizer is not finished, decreasing offsets), EMPTY (no
   documents), FEATURE, MEMORY, CANCELLED. Since 0.2. */
MANIFACT_API manifact_status manifact_vectorizer_transform_counted(
    manifact_context *context, const manifact_vectorizer *vectorizer, const char *bytes,
    const int64_t *offsets, int64_t count, int64_t *terms, manifact_matrix **out);

/* The number of documents added so far; -1 if the handle is not a vectorizer, or while another call
   adds documents. Since 0.1. */
MANIFACT_API int64_t manifact_vectorizer_documents(const manifact_vectorizer *vectorizer);

/* The number of terms: 0 until finished, -1 if the handle is not a vectorizer. Since 0.1. */
MANIFACT_API int64_t manifact_vectorizer_terms(const manifact_vectorizer *vectorizer);

/* The number of words counted, updated after each batch and when finished; -1 if the handle is not
   a vectorizer, or while another call adds documents. Since 0.1. */
MANIFACT_API int64_t manifact_vectorizer_tokens(const manifact_vectorizer *vectorizer);

/* The number of invalid UTF-8 parts that were replaced, updated after each batch and when finished;
   -1 if the handle is not a vectorizer, or while another call adds documents. Since 0.1. */
MANIFACT_API int64_t manifact_vectorizer_replaced(const manifact_vectorizer *vectorizer);

/* The name of a term as a NUL-terminated UTF-8 view; NULL if the vectorizer is not finished or the
   index is out of range. Since 0.1. */
MANIFACT_API const char *manifact_vectorizer_term(const manifact_vectorizer *vectorizer,
                                                  int64_t index);

/* ---------------------------------------------------------------------------------------------- */
/* Graph: the p nearest neighbors by cosine */

/* Edge weights. Since 0.1. */
typedef int manifact_graph_weight;
enum manifact_graph_weight_values {
  /* s_ij = cos(x_i, x_j), at most 1 (LCCF paper, section 3.2) */
  MANIFACT_WEIGHT_COSINE = 1,
  /* s_ij = 1 (LCCF paper, section 3.2) */
  MANIFACT_WEIGHT_BINARY = 2,
  /* s_ij = exp(-d_ij^2 / (2 b^2)), d the distance of the unit rows (CLGR paper, eq. 17) */
  MANIFACT_WEIGHT_HEAT = 3,
  /* s_ij = exp(-d_ij^2 / (b_i b_j)), b_i = distance to the 7th neighbor
     (Zelnik-Manor, Perona 2004) */
  MANIFACT_WEIGHT_LOCAL_SCALING = 4
};

/* Which neighbor relations become edges. Since 0.1. */
typedef int manifact_graph_rule;
enum manifact_graph_rule_values {
  /* manifact_graph_from_matrix() only: the relation must be symmetric. Since 0.2 */
  MANIFACT_RULE_SYMMETRIC = 0,
  MANIFACT_RULE_OR = 1,    /* i is among the neighbors of j, OR j among those of i */
  MANIFACT_RULE_MUTUAL = 2 /* both */
};

/* Neighbor search. Since 0.1. */
typedef int manifact_search;
enum manifact_search_values {
  /* manifact_graph_search_info() only: the graph was not built by a search by cosine. Since 0.2 */
  MANIFACT_SEARCH_NONE = 0,
  /* approximate for 1000000 documents or more, 50000 if dense, if that is faster; else exact */
  MANIFACT_SEARCH_AUTO = 1,
  MANIFACT_SEARCH_EXACT = 2,      /* all of the nearest neighbors */
  MANIFACT_SEARCH_APPROXIMATE = 3 /* most of them, in less time */
};

/*
 * The graph of the nearest neighbors of each document by cosine. A document is not its own
 * neighbor; ties go to the lower index; a cosine of 0 or less gives no edge. No n x n matrix is
 * formed: memory O(entries + n neighbors); time of the exact search the sum over features of
 * df^2 / 2, df the number of documents with the feature.
 *
 * neighbors   neighbors per document; values of n or more are taken as n - 1
 * weight      MANIFACT_WEIGHT_*
 * rule        MANIFACT_RULE_OR or MANIFACT_RULE_MUTUAL
 * bandwidth   b of the heat weight; 0 = the mean distance over all edges
 * search      MANIFACT_SEARCH_AUTO, _EXACT or _APPROXIMATE. The search is always exact up to 4096
 *             documents, and where the samples show that the exact search costs no more
 * recall      the share of the nearest neighbors that an approximate search aims to find, 0.5 to 1,
 *             such as .95. It is tuned on sampled documents, whose neighbors are found exactly, and
 *             measured on others of them: manifact_graph_search_info() returns the estimate. The
 *             neighbors found have their exact cosines
 * seed        the seed of the samples
 *
 * Errors: NULL, HANDLE, ARGUMENT, MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_graph_knn(manifact_context *context, const manifact_matrix *X,
                                                int64_t neighbors, manifact_graph_weight weight,
                                                manifact_graph_rule rule, double bandwidth,
                                                manifact_search search, double recall, int64_t seed,
                                                manifact_graph **out);

/* The measure of nearness of neighbors. Since 0.2. */
typedef int manifact_metric;
enum manifact_metric_values {
  MANIFACT_METRIC_COSINE = 1,
  MANIFACT_METRIC_EUCLIDEAN = 2,
  /* the Euclidean distance for dense rows that have fewer than 50 columns and lengths that differ,
     else the cosine */
  MANIFACT_METRIC_AUTO = 3
};

/*
 * As manifact_graph_knn(), by a metric. By Euclidean distance, each document has all of its
 * neighbors, a document of zeros is a point like any other, and distances in the weights are those
 * of the documents as they are. Rows are read in place, or, if X is sparse, copied as a dense
 * matrix. Equal documents have vertices of their own.
 *
 * metric      MANIFACT_METRIC_*
 * weight      MANIFACT_WEIGHT_*. MANIFACT_WEIGHT_COSINE is an error with
 *             MANIFACT_METRIC_EUCLIDEAN; with MANIFACT_METRIC_AUTO it stands for
 *             MANIFACT_WEIGHT_LOCAL_SCALING if the distance is Euclidean. b_i of local scaling is
 *             then at least .05 of the median of all b_i
 * search      with a Euclidean distance, MANIFACT_SEARCH_AUTO is exact where a search tree skips
 *             most documents
 *
 * Errors: NULL, HANDLE, ARGUMENT, VALUE (distances out of the range of a double), BUDGET, MEMORY,
 * CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_graph_knn_metric(
    manifact_context *context, const manifact_matrix *X, int64_t neighbors, manifact_metric metric,
    manifact_graph_weight weight, manifact_graph_rule rule, double bandwidth,
    manifact_search search, double recall, int64_t seed, manifact_graph **out);

/*
 * MANIFACT_METRIC_EUCLIDEAN if the neighbors of the graph were found by Euclidean distance, else
 * MANIFACT_METRIC_COSINE; -1 if it is not a graph. Since 0.2.
 */
MANIFACT_API manifact_metric manifact_graph_metric(const manifact_graph *graph);

/*
 * How the neighbors of a graph were found. Any out pointer may be NULL.
 *
 * search    MANIFACT_SEARCH_EXACT, MANIFACT_SEARCH_APPROXIMATE or MANIFACT_SEARCH_NONE
 * recall    the estimated share of the nearest neighbors that was found; 1 for an exact search
 * sampled   the number of documents that the estimate is based on
 *
 * Errors: NULL, HANDLE. Since 0.2.
 */
MANIFACT_API manifact_status manifact_graph_search_info(const manifact_graph *graph,
                                                        manifact_search *search, double *recall,
                                                        int64_t *sampled);

/* How gamma of manifact_graph_adaptive() is chosen. Since 0.1. */
typedef int manifact_gamma;
enum manifact_gamma_values {
  MANIFACT_GAMMA_ROW = 1,  /* per row, such that the row has `neighbors` neighbors */
  MANIFACT_GAMMA_FIXED = 2 /* one gamma for all rows, which determines their neighbors */
};

/*
 * Adaptive neighbors of the n rows of X, by Euclidean distance: the weights that solve
 *
 *   min_A sum_ij |x_i - x_j|^2 a_ij + gamma_i |a_i|^2,   a_ij >= 0, a_ii = 0, sum_j a_ij = 1
 *
 * as the graph (A + A') / 2. The search is exact and forms no n x n matrix; ties go to the lower
 * index.
 *
 * X               n x d, n >= 3, scaled as the distances should be measured; a sparse matrix is
 *                 converted to a dense one, a dense one is used in place; n d numbers must fit in
 *                 `memory_budget`
 * neighbors       with MANIFACT_GAMMA_ROW the k of
 *                 a_ij = (d_(k+1) - d_ij) / (k d_(k+1) - sum of the k smallest), where d are the
 *                 sorted distances of row i. A row with k duplicates has weight 1/k to each of the
 *                 first k. k > n - 2 is taken as n - 2. With MANIFACT_GAMMA_FIXED the number of
 *                 neighbors that the search starts with
 * mode            MANIFACT_GAMMA_*
 * gamma           with MANIFACT_GAMMA_FIXED, > 0; else not read
 * memory_budget   in bytes
 *
 * Errors: NULL, HANDLE, ARGUMENT, EMPTY (n < 3), BUDGET (X, or the neighbors that a large gamma
 * gives), MEMORY, CANCELLED.
 * Source: Nie, Wang, Huang 2014, section 2; SRMCF paper, eqs. 22 to 28. Since 0.1.
 */
MANIFACT_API manifact_status manifact_graph_adaptive(manifact_context *context,
                                                     const manifact_matrix *X, int64_t neighbors,
                                                     manifact_gamma mode, double gamma,
                                                     int64_t memory_budget, manifact_graph **out);

/*
 * A graph from a square matrix of weights >= 0. The diagonal is dropped.
 *
 * rule   MANIFACT_RULE_SYMMETRIC: S must be symmetric; weights that differ by rounding in single
 *        precision, by less than a fraction of 1e-6, are averaged, and the fit warns;
 *        MANIFACT_RULE_OR: the weight is max(s_ij, s_ji); MANIFACT_RULE_MUTUAL: min(s_ij, s_ji)
 *
 * Errors: NULL, HANDLE, ARGUMENT, STRUCTURE ("S(3,7) = 1 but S(7,3) = 0"), VALUE, MEMORY,
 * CANCELLED. Since 0.1.
 */
MANIFACT_API manifact_status manifact_graph_from_matrix(manifact_context *context,
                                                        const manifact_matrix *S,
                                                        manifact_graph_rule rule,
                                                        manifact_graph **out);

/* The weights as an n x n sparse matrix: both triangles, zero diagonal.
   Errors: NULL, HANDLE, MEMORY, CANCELLED. Since 0.1. */
MANIFACT_API manifact_status manifact_graph_to_matrix(manifact_context *context,
                                                      const manifact_graph *graph,
                                                      manifact_matrix **out);

/* The number of vertices, or -1 if the handle is not a graph. Since 0.1. */
MANIFACT_API int64_t manifact_graph_vertices(const manifact_graph *graph);

/* The number of undirected edges, or -1 if the handle is not a graph. Since 0.1. */
MANIFACT_API int64_t manifact_graph_edges(const manifact_graph *graph);

/* The number of connected components, isolated vertices included, or -1 if the handle is not a
   graph. Since 0.1. */
MANIFACT_API int64_t manifact_graph_components(const manifact_graph *graph);

/* The number of vertices without an edge, or -1 if the handle is not a graph. Since 0.1. */
MANIFACT_API int64_t manifact_graph_isolated(const manifact_graph *graph);

/* Add a reference to a graph, and return it; NULL for another handle. Since 0.1. */
MANIFACT_API manifact_graph *manifact_graph_retain(const manifact_graph *graph);

/* Release a reference to a graph. Since 0.1. */
MANIFACT_API void manifact_graph_free(manifact_graph *graph);

/* ---------------------------------------------------------------------------------------------- */
/* Constraints: labels and pairs of some documents */

/*
 * A set of constraints on n_documents documents (the rows of the data). Immutable, reference
 * counted, and safe to share between threads.
 *
 * labels          n_documents entries: -1 = not known, a number >= 0 = the class of the document;
 *                 gaps between class numbers are allowed. NULL: no labels
 * first, second   n_pairs entries each: document indices, 0-based, in any order; may be NULL if
 *                 n_pairs is 0
 * weights         n_pairs entries in [-1, 1]: 1 = must-link, -1 = cannot-link, values between are
 *                 weaker evidence; may be NULL if n_pairs is 0
 *
 * Two labeled documents already form a pair: must-link if their classes are equal, else
 * cannot-link. A pair that is given more than once, or that labels also imply, has the mean of
 * its weights; a pair with mean 0 is ignored. A pair of a document with itself is ignored if its
 * weight is >= 0.
 *
 * Status MANIFACT_CONTRADICTIONS: *out is a valid set in which some constraints contradict each
 * other; see manifact_constraints_list().
 *
 * Errors: NULL, HANDLE, ARGUMENT (n_documents < 1), STRUCTURE (a document index out of range),
 * VALUE (a label below -1, a weight that is NaN or not in [-1, 1], a cannot-link of a document with
 * itself), MEMORY.
 * Source: RCF paper, eqs. 7 to 9. Since 0.2.
 */
MANIFACT_API manifact_status manifact_constraints_create(
    manifact_context *context, int64_t n_documents, const int32_t *labels, const int64_t *first,
    const int64_t *second, const double *weights, int64_t n_pairs, manifact_constraints **out);

/* Kinds of entries that can be counted and listed. Since 0.1. */
typedef int manifact_constraint_kind;
enum manifact_constraint_kind_values {
  /* the given pairs, each once, with their mean weight if it is not 0; by (first, second) */
  MANIFACT_CONSTRAINTS_PAIRS = 1,
  /* pairs given both as must-link and as cannot-link, by pairs or labels; weight: the mean of the
     given pairs */
  MANIFACT_CONSTRAINTS_CONTRADICTIONS = 2,
  /* cannot-links between documents that are connected by must-links and labels */
  MANIFACT_CONSTRAINTS_CONFLICTS = 3,
  /* labeled documents: first = document, second = its label, weight 1 */
  MANIFACT_CONSTRAINTS_LABELED = 4,
  /* distinct labels in increasing order: first = label, second = number of documents with it,
     weight 1 */
  MANIFACT_CONSTRAINTS_CLASSES = 5,
  /* repetitions of pairs; counted, not listed */
  MANIFACT_CONSTRAINTS_REPEATED = 6
};

/* The number of entries of a kind; -1 if the handle is not a set of constraints or the kind is
   unknown. Since 0.1. */
MANIFACT_API int64_t manifact_constraints_count(const manifact_constraints *constraints,
                                                manifact_constraint_kind kind);

/* The first `count` entries of a kind; *found (<= count) are written. Any out array may be NULL.
   Errors: NULL, HANDLE, ARGUMENT. Since 0.1. */
MANIFACT_API manifact_status manifact_constraints_list(const manifact_constraints *constraints,
                                                       manifact_constraint_kind kind, int64_t count,
                                                       int64_t *first, int64_t *second,
                                                       double *weights, int64_t *found);

/*
 * Pairs of documents to ask a person about next. The result does not depend on the scale of a
 * document. Memory grows with X, the constraints and *found only.
 *
 * X                documents x features, weighted as the cosines should be taken, for example by
 *                  manifact_matrix_weight()
 * constraints      what is known already; NULL: nothing yet
 * n_clusters       while fewer groups of documents are known to be distinct, the next question is
 *                  about a document unlike all of them (explore); then about documents at random
 *                  (consolidate). Each document is compared with the groups that it is most similar
 *                  to, until its group is known
 * seed             the seed of the random choices
 * count            the maximum number of pairs
 * first, second    count entries each: the pairs, best first, filled
 * cosines          count entries: the cosines of the pairs, in [-1, 1], filled; may be NULL
 * found            the number of pairs that were written
 *
 * Ask, put the answers into a new set of constraints, and call again.
 *
 * Errors: NULL, HANDLE, ARGUMENT, MISMATCH (another number of documents), MEMORY, CANCELLED.
 * Source: Basu, Banerjee, Mooney 2004. Since 0.1.
 */
MANIFACT_API manifact_status manifact_constraints_suggest(
    manifact_context *context, const manifact_matrix *X, const manifact_constraints *constraints,
    int64_t n_clusters, int64_t seed, int64_t count, int64_t *first, int64_t *second,
    double *cosines, int64_t *found);

/*
 * Labels of some documents from words of which the topic is known, for
 * manifact_constraints_create(). A seed is one term, or several that a document must have all. A
 * document is a candidate for the topic whose seeds weigh most in it (log-tf-idf of unit length
 * times the weight), and keeps the label if its other words also fit that topic best, by the cosine
 * with the sum of the other candidates; of each topic, the clearest get labels, at most a tenth of
 * n_documents / n_clusters. Documents without a label are free.
 *
 * X             documents x features, counts
 * terms         offsets[n_seeds] entries: columns of X
 * offsets       n_seeds + 1 entries: the terms of seed s are offsets[s] .. offsets[s + 1] - 1
 * topics        n_seeds entries: 0 .. n_topics - 1; a term may be in seeds of several topics
 * weights       n_seeds entries, > 0; may be NULL: all are 1
 * n_topics      the number of topics with names or seeds; one may have no seed
 * n_clusters    the number of topics of the fit, at least n_topics: the others are free
 * labels        n_documents entries: a topic, or -1; filled
 * n_documents   must equal the number of rows of X
 * matched       n_topics entries: the candidates by words alone, filled; may be NULL
 * chosen        n_topics entries: the documents with the label, filled; may be NULL
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (a number out of range, dense rows that are no counts),
 * VALUE (a weight; a negative count), EMPTY, BUDGET, MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_seed_labels(manifact_context *context,
                                                  const manifact_matrix *X, const int64_t *terms,
                                                  const int64_t *offsets, const int32_t *topics,
                                                  const double *weights, int64_t n_seeds,
                                                  int64_t n_topics, int64_t n_clusters,
                                                  int32_t *labels, int64_t n_documents,
                                                  int64_t *matched, int64_t *chosen);

/* The number of documents, or -1 if the handle is not a set of constraints. Since 0.1. */
MANIFACT_API int64_t manifact_constraints_documents(const manifact_constraints *constraints);

/* Add a reference to a set of constraints, and return it; NULL for another handle. Since 0.1. */
MANIFACT_API manifact_constraints *manifact_constraints_retain(
    const manifact_constraints *constraints);

/* Release a reference to a set of constraints. Since 0.1. */
MANIFACT_API void manifact_constraints_free(manifact_constraints *constraints);

/* ---------------------------------------------------------------------------------------------- */
/* Methods and options: listing */

/* The number of methods. Since 0.1. */
MANIFACT_API int64_t manifact_method_count(void);

/* Describe a method, index 0 .. manifact_method_count() - 1. `reference` names the paper and
   equation. Any out pointer may be NULL; the strings are static.
   Errors: ARGUMENT. Since 0.1. */
MANIFACT_API manifact_status manifact_method_info(int64_t index, const char **name,
                                                  const char **summary, const char **reference);

/* Types of options. Since 0.2. */
typedef int manifact_option_type;
enum manifact_option_type_values {
  MANIFACT_TYPE_INT64 = 1,
  MANIFACT_TYPE_DOUBLE = 2,
  MANIFACT_TYPE_TEXT = 3, /* one of several words */
  MANIFACT_TYPE_BOOL = 4  /* "no" or "yes" */
};

/* The number of options. Since 0.1. */
MANIFACT_API int64_t manifact_option_count(void);

/*
 * Describe an option, index 0 .. manifact_option_count() - 1. The index is for listing only:
 * options are set and read by name, and their order may change. Any out pointer may be NULL; the
 * strings are static.
 *
 * type               MANIFACT_TYPE_*
 * minimum, maximum   the bounds of a number
 * words              the values of a text option, separated by spaces, and "no yes" for a
 *                    Boolean; for a number the words that are accepted as text in its place, or
 *                    NULL
 * fallback           the default, for methods that do not define one
 *
 * Errors: ARGUMENT. Since 0.1.
 */
MANIFACT_API manifact_status manifact_option_info(int64_t index, const char **name,
                                                  manifact_option_type *type, double *minimum,
                                                  double *maximum, const char **words,
                                                  const char **fallback, const char **summary);

/* 1 if the option is for experts, 0 if it is one of the common options, of which no method has more
   than 16, and for unknown names and NULL. Both are set in the same way: listings show the common
   ones first. Since 0.2. */
MANIFACT_API manifact_bool manifact_option_is_expert(const char *option);

/* 1 if the method uses the option, 0 if it does not, and for unknown names and NULL. The method
   "vectorizer" stands for the options of the vectorizer. Since 0.1. */
MANIFACT_API manifact_bool manifact_method_uses_option(const char *method, const char *option);

/* The words that the method accepts for an option, separated by spaces: those of
   manifact_option_info() or a subset of them. NULL for numbers without words, for unknown names,
   and if the method does not use the option. Static. Since 0.1. */
MANIFACT_API const char *manifact_method_option_words(const char *method, const char *option);

/* The default of an option that the method takes for dense data, as text; NULL if it is that of
   other data, if a value that another option implies takes precedence, for unknown names, and if
   the method does not use the option. Static. Since 0.2. */
MANIFACT_API const char *manifact_method_dense_default(const char *method, const char *option);

/* ---------------------------------------------------------------------------------------------- */
/* Solver */

/* Create a solver for a method, by its name, with the defaults of the method.
   Errors: NULL, HANDLE, OPTION, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_solver_create(manifact_context *context, const char *method,
                                                    manifact_solver **out);

/* The same with the method of a model and the options that were set for its fit; set others
   afterwards. Values that the fit took from defaults, presets or its data are decided anew: see
   manifact_model_option_origin(). In a model without origins, those that a rule for its data gives
   count as decided by it. threads, memory-budget and start=given are not copied.
   Errors: NULL, HANDLE, MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_solver_create_from_model(manifact_context *context,
                                                               const manifact_model *model,
                                                               manifact_solver **out);

/* Release a solver. Its models remain valid. Since 0.1. */
MANIFACT_API void manifact_solver_free(manifact_solver *solver);

/* A sentence that describes the last failure of a call whose first context, solver or vectorizer
   was this solver, or "" if the last one succeeded. Valid until the next call. Since 0.1. */
MANIFACT_API const char *manifact_solver_message(const manifact_solver *solver);

/* The name of the method; NULL if the handle is not a solver. Since 0.1. */
MANIFACT_API const char *manifact_solver_method(const manifact_solver *solver);

/* Set an option by name. In names "_" and "-" are equivalent. An unknown name or word, a wrong type
   or a value out of bounds gives MANIFACT_ERROR_OPTION and changes nothing; values are never
   clamped. Whole numbers convert both ways: set_double sets an integer option to a number without a
   fractional part, set_int64 a real one. set_bool sets an option whose words are "no" and "yes".
   set_text accepts the text of a value of any type: ("lambda", "100"), ("threads", "1e+01"),
   ("update", "cd"), ("keep-data", "no"). An option set here takes precedence over any preset,
   whichever is set first.
   Errors: NULL, HANDLE, OPTION, MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_solver_set_int64(manifact_solver *solver, const char *name,
                                                       int64_t value);
MANIFACT_API manifact_status manifact_solver_set_double(manifact_solver *solver, const char *name,
                                                        double value);
MANIFACT_API manifact_status manifact_solver_set_bool(manifact_solver *solver, const char *name,
                                                      manifact_bool value);
MANIFACT_API manifact_status manifact_solver_set_text(manifact_solver *solver, const char *name,
                                                      const char *value);

/* Restore the default of an option, as if it had never been set; name may be NULL: of all options.
   Errors: NULL, HANDLE, OPTION, MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_solver_reset(manifact_solver *solver, const char *name);

/* The effective value of an option: the value that was set, else that of the preset, else the
   default of the method, else the general default. For dense data the method may have other
   defaults: manifact_method_dense_default(). The type must be that of the option, or
   MANIFACT_ERROR_OPTION is returned; get_double also reads an integer option, and get_int64 a real
   one whose value is whole. get_text writes a value of any type as text of at most `size` bytes,
   including the terminating NUL.
   Errors: NULL, HANDLE, OPTION, LENGTH (the text does not fit). Since 0.2. */
MANIFACT_API manifact_status manifact_solver_get_int64(const manifact_solver *solver,
                                                       const char *name, int64_t *value);
MANIFACT_API manifact_status manifact_solver_get_double(const manifact_solver *solver,
                                                        const char *name, double *value);
MANIFACT_API manifact_status manifact_solver_get_bool(const manifact_solver *solver,
                                                      const char *name, manifact_bool *value);
MANIFACT_API manifact_status manifact_solver_get_text(const manifact_solver *solver,
                                                      const char *name, char *buffer, size_t size);

/* The bytes that manifact_solver_get_text() needs for the value that the option has now, including
   the terminating NUL.
   Errors: NULL, HANDLE, OPTION. Since 0.2. */
MANIFACT_API manifact_status manifact_solver_get_text_size(const manifact_solver *solver,
                                                           const char *name, size_t *size);

/* Use the given graph, with one vertex per document, instead of building one; NULL restores
   building. The solver keeps a reference.
   Errors: NULL, HANDLE, OPTION (the method uses no graph, or builds its own); at the fit MISMATCH
   if the number of vertices is not the number of documents, OPTION if the method does not use the
   graph with its options. Vertex i is document i: a fit warns if the edges do not join documents
   that are more alike than others. Since 0.1. */
MANIFACT_API manifact_status manifact_solver_set_graph(manifact_solver *solver,
                                                       const manifact_graph *graph);

/* As manifact_solver_set_graph(), for the graph of the features (one vertex per feature), for
   methods that use one.
   Errors: NULL, HANDLE, OPTION (the method uses none); MISMATCH at the fit if the number of
   vertices is not the number of features. Since 0.1. */
MANIFACT_API manifact_status manifact_solver_set_feature_graph(manifact_solver *solver,
                                                               const manifact_graph *graph);

/* Set what is known about some of the documents, for methods that use it (rcf, semi-lccf, ccf,
   label-propagation; experimental: gdcf, cnpcf); NULL removes it. The solver keeps a reference.
   Errors: NULL, HANDLE, OPTION (another method); at the fit MISMATCH (another number of documents),
   ARGUMENT (more classes than clusters). Since 0.1. */
MANIFACT_API manifact_status
manifact_solver_set_constraints(manifact_solver *solver, const manifact_constraints *constraints);

/* Set the finished vectorizer that made the features. Models of later fits include it, as do their
   files. NULL removes it. The solver keeps a reference.
   Errors: NULL, HANDLE, ARGUMENT (not finished); MISMATCH at the fit if the number of terms is not
   the number of features. Since 0.1. */
MANIFACT_API manifact_status manifact_solver_set_vectorizer(manifact_solver *solver,
                                                            const manifact_vectorizer *vectorizer);

/*
 * Attach the texts of the documents, for features without names, such as the coordinates of
 * embeddings. Models of later fits describe their clusters by the terms of the texts:
 * manifact_model_top_terms(). The clustering does not depend on the texts.
 *
 * counts       the counts of the terms, a row for each document of the data; NULL removes the
 *              texts. Sparse counts are weighted as the method weights them by default, with the
 *              solver's min-df and max-df; other values keep their weights. Rows have unit length.
 *              The solver keeps a reference
 * vectorizer   the finished vectorizer that made the counts, for the names of the terms. The solver
 *              keeps a reference, as do its models; their files include it. Not read if counts is
 *              NULL
 *
 * Errors: NULL, HANDLE, ARGUMENT (not finished), MISMATCH (the number of terms is not the number of
 * columns); at the fit MISMATCH (the number of rows is not the number of documents). Since 0.2.
 */
MANIFACT_API manifact_status manifact_solver_set_texts(manifact_solver *solver,
                                                       const manifact_matrix *counts,
                                                       const manifact_vectorizer *vectorizer);

/*
 * Start from the given factors: copied, finite and >= 0 (zeros remain zero under multiplicative
 * updates). There is one start and no restarts; the option start of the model is "given".
 *
 * W   n x k row-major; may be NULL: then W is V with columns that sum to 1
 * V   n x k row-major; NULL removes the start
 *
 * Errors: NULL, HANDLE, ARGUMENT, VALUE, MEMORY; MISMATCH at the fit if n or k differs from the
 * data. Since 0.1.
 */
MANIFACT_API manifact_status manifact_solver_set_start_factors(manifact_solver *solver,
                                                               const double *W, const double *V,
                                                               int64_t n, int64_t k);

/* Start from a clustering: `labels` has n entries in 0..k-1, or -1; V = one-hot + 0.2 (for k-means:
   the centers of these clusters). labels may be NULL, which removes the start.
   Errors: NULL, HANDLE, ARGUMENT, MEMORY; MISMATCH at the fit if n or a label does not fit the
   data. Since 0.1. */
MANIFACT_API manifact_status manifact_solver_set_start_labels(manifact_solver *solver,
                                                              const int32_t *labels, int64_t n);

/*
 * Start the features from G: copied, finite and >= 0.
 *
 * G   m x l row-major; NULL removes the start
 *
 * For co-clustering G holds the memberships of the features, and l (<= m) is the number of feature
 * clusters, which overrides the option feature-clusters; the clusters keep this order. For nmf and
 * gnmf G is the basis, and l = n_clusters.
 *
 * Errors: NULL, HANDLE, ARGUMENT (also for a method without such a factor), VALUE, MEMORY; MISMATCH
 * at the fit if m or l does not fit the data. Since 0.1.
 */
MANIFACT_API manifact_status manifact_solver_set_start_features(manifact_solver *solver,
                                                                const double *G, int64_t m,
                                                                int64_t l);

/* Start from W and V of a model of the same documents and clusters, for methods with X' ~ X'W V'
   (cf, lccf, rcf ...), for example to fit again with more constraints; NULL removes the start. With
   constraints the solver also keeps the graph of its last fit and a reference to the data, so that
   a fit of the same matrix with the same graph options does not build the graph again; the result
   is the same.
   Errors: as manifact_solver_set_start_factors(), ARGUMENT (a method or a model without W).
   Since 0.1. */
MANIFACT_API manifact_status manifact_solver_set_start_model(manifact_solver *solver,
                                                             const manifact_model *model);

/* Set the progress callback of fits, or NULL for none.
   Errors: NULL, HANDLE. Since 0.1. */
MANIFACT_API manifact_status manifact_solver_set_progress(manifact_solver *solver,
                                                          manifact_progress_fn progress,
                                                          void *user);

/* Set the cancel token of the next fit, refit, graph or suggestion of this solver, or NULL for
   none. That call removes it when it ends. The solver keeps a reference.
   Errors: NULL, HANDLE. Since 0.2. */
MANIFACT_API manifact_status manifact_solver_set_cancel_token(manifact_solver *solver,
                                                              const manifact_cancel_token *token);

/*
 * Cluster the rows of X into n_clusters clusters. The solver can be used again, with other data or
 * options; X may be freed afterwards. With kernel=precomputed X is the n x n kernel, and is neither
 * weighted nor scaled.
 *
 * Values of any magnitude are accepted. If the largest one, after weighting and scaling, is outside
 * 2^-200 .. 2^200 (2^-40 .. 2^40 with precision=float; the exponents are divided by the degree of a
 * polynomial kernel, and by 2 with ncw), all values are multiplied by the power of two that brings
 * it near 1; a warning and the diagnostic scaling_exponent report it. The model then describes the
 * scaled documents and scales new ones by the same factor; options in units of the data refer to
 * the data as given.
 *
 * Status >= 0 (MANIFACT_OK, MANIFACT_ITERATION_LIMIT, MANIFACT_FEWER_CLUSTERS,
 * MANIFACT_NOT_CONVERGED): *out is a model.
 *
 * Errors: NULL, HANDLE, ARGUMENT (n_clusters < 1 or > n), MISMATCH (a graph, start or texts of
 * another size), VALUE (values that the method or its options cannot use; without scaling, a row so
 * small that its squares underflow relative to the largest value), OPTION (options that exclude
 * each other), FEATURE (propagation-solver=cholesky), STRUCTURE (kernel), EMPTY, NUMERICS, MEMORY,
 * BUDGET, THREADS, CANCELLED. Since 0.1.
 */
MANIFACT_API manifact_status manifact_solver_fit(manifact_solver *solver, const manifact_matrix *X,
                                                 int64_t n_clusters, manifact_model **out);

/*
 * Refit the documents that a model keeps, with as many clusters as it has topics, or as the start
 * labels of the solver have, if these are more, for example after documents were added or the model
 * was edited. The vocabulary, the document frequencies, and the
 * offsets and scales of features stay those of the model, so that unknown terms stay unknown.
 *
 * If the method accepts a start, makes updates (max-iterations > 0), and the solver has no start,
 * the fit starts from the labels of the model. Topics keep the numbers of those that they are
 * matched with, as by manifact_solver_set_numbers_of(). Texts of the documents
 * (manifact_solver_set_column()) and the vocabulary are the model's, and those of the solver are
 * ignored, except a column "map", which replaces that of the model: with the positions of the model
 * (manifact_model_positions()), the documents keep them. The new model is a fit without edits;
 * names that were given and that no topic has then, as those of groups, are in a warning.
 *
 * Status >= 0 (MANIFACT_OK, MANIFACT_ITERATION_LIMIT, MANIFACT_FEWER_CLUSTERS,
 * MANIFACT_NOT_CONVERGED): *out is a model.
 *
 * Errors: NULL, HANDLE, ARGUMENT (the model does not keep its documents or is of a kernel matrix;
 * the method takes labels or pairs and the solver has none; the model has attached texts and the
 * solver has none), MISMATCH (a graph, start or texts of another size), VALUE, OPTION (options that
 * exclude each other), STRUCTURE, EMPTY, NUMERICS, MEMORY, BUDGET, THREADS, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_solver_refit(manifact_solver *solver,
                                                   const manifact_model *model,
                                                   manifact_model **out);

/*
 * Join two models: fit the documents that both keep together, as manifact_solver_refit() does. The
 * features of texts are found by their terms, and the terms of both remain; those of tables must be
 * the same, in any order; features without names are the same in the same order. Documents that
 * both models have (manifact_model_common_documents()) count once. If the models weight the
 * features differently, these get the weights that all documents together give.
 *
 * A topic of `other` is a topic of `model` if each has most of the other (forward >= 1/2 and
 * backward >= 1/2 by manifact_model_compare(): by documents if half of those of the smaller model
 * or more are in both, else by terms). The others follow the topics of `model`, which keep their
 * numbers, unless labels of the solver number all of them. The fit starts from these topics as
 * manifact_solver_refit() does; documents of both without a topic in `model` start in that of
 * `other`. Topics that keep most of the documents that they started with keep the names that they
 * were given; a topic of both has that of `model`. Names that no topic has then are in a warning of
 * *out.
 *
 * model, other   the models
 * topics         n_topics entries, of each topic of `other` its number in *out (with labels that of
 *                most of the documents that started in it), or -1 if all of its documents are in
 *                topics of `model`, or if there are fewer distinct documents than topics; filled;
 *                may be NULL
 * n_topics       unless `topics` is NULL, must equal manifact_model_clusters() of `other`
 * n_common       the number of documents that both have; may be NULL
 *
 * Status >= 0 (MANIFACT_OK, MANIFACT_ITERATION_LIMIT, MANIFACT_FEWER_CLUSTERS,
 * MANIFACT_NOT_CONVERGED): *out is a model.
 *
 * Errors: NULL, HANDLE, ARGUMENT (a model does not keep its documents, or has attached texts;
 * words, weights or features differ in kind; most documents of the same name begin with other
 * texts; points without half of their documents in common; the solver has a start; the method takes
 * labels or pairs and the solver has none), LENGTH, MISMATCH, VALUE, OPTION,
 * STRUCTURE, EMPTY, NUMERICS, MEMORY, BUDGET, THREADS, CANCELLED, BUSY. Since 0.2.
 */
MANIFACT_API manifact_status manifact_solver_join(manifact_solver *solver,
                                                  const manifact_model *model,
                                                  const manifact_model *other, int64_t *topics,
                                                  int64_t n_topics, int64_t *n_common,
                                                  manifact_model **out);

/* The graph of the documents that a fit of X by this solver would use: the one that was set, or the
   one that the method builds from X with its options, before any adjustment to constraints, and
   without the choice of select=views. Of clgr with few terms, whose fit compares two numbers of
   neighbors, it is the graph of the larger number, whichever fit is kept; with that number set by
   the option "neighbors" it is the graph of the only fit.
   Errors: NULL, HANDLE, OPTION (no graph is used, or none before the updates), ARGUMENT (vectors
   beside dense rows), MISMATCH, VALUE, STRUCTURE, EMPTY, NUMERICS, MEMORY, BUDGET, THREADS,
   CANCELLED. Since 0.2. */
MANIFACT_API manifact_status manifact_solver_graph(manifact_solver *solver,
                                                   const manifact_matrix *X, manifact_graph **out);

/* ---------------------------------------------------------------------------------------------- */
/* Number of clusters */

/*
 * Evaluate each number of clusters k = from .. to by the normalized cut of the graph, and suggest
 * the one with the highest score, for a fit of X by a solver of any method, as
 * `manifact cluster -k auto` finds it.
 *
 * solver     of the method "ncut" with affinity=graph: its options decide the weighting, the graph
 *            (unless one was set), the eigenvectors and the read-out of the samples, and it keeps
 *            the graph and a reference to X until it is given other data or freed: a fit of X with
 *            the same graph options does not build the graph again, and the result is the same. Of
 *            another method: as a solver of ncut with the min-df and max-df of this one, the seed,
 *            weighting, scaling and memory-budget that were set for it, and its graph if one was
 *            set; with kernel=precomputed X has no features, and the graph is that of a fit of
 *            "lccf" to this kernel, of 40 neighbors. Its seed decides the random choices; its
 *            progress callback and cancel token apply
 * from, to   2 <= from <= to < n_documents; 0: 2, and 40 or n_documents - 1 if that is smaller
 *
 * For each k the result holds
 *
 * eigenvalue   theta_k, the k-th smallest eigenvalue of I - D^-1/2 W D^-1/2
 * gap          (theta_k+1 - theta_k) / theta_k+1
 * stability    the mean adjusted Rand index (1 = identical) of clusterings of samples of documents
 * score        k gap stability, which is at most k gap. Because stability is expensive, it is
 *              computed only for the 16 rows of largest k gap
 *
 * A failure for one k affects only its row, which gives the reason. Components with less than 1/400
 * of the documents that have neighbors are left out. Unless readout-starts is set, the read-out of
 * each sample has two starts.
 *
 * A suggestion is a heuristic: the documentation compares it with the number of classes of labeled
 * collections.
 *
 * Errors: NULL, HANDLE, ARGUMENT (from, to, fewer than 4 documents), OPTION (affinity=gram),
 * CANCELLED, MEMORY, BUDGET (rows that exceed the memory-budget also fail individually), and those
 * of manifact_solver_fit() that the data cause; if all k fail, the error of the first. Since 0.2.
 */
MANIFACT_API manifact_status manifact_solver_suggest_k(manifact_solver *solver,
                                                       const manifact_matrix *X, int64_t from,
                                                       int64_t to, manifact_suggestion **out);

/* The suggested k, or -1 if the handle is not a suggestion. Since 0.1. */
MANIFACT_API int64_t manifact_suggestion_k(const manifact_suggestion *suggestion);

/* The reason for the suggested k, one sentence, as a view; NULL if the handle is not a suggestion.
   Since 0.1. */
MANIFACT_API const char *manifact_suggestion_reason(const manifact_suggestion *suggestion);

/* The number of rows, to - from + 1, or -1 if the handle is not a suggestion. Since 0.1. */
MANIFACT_API int64_t manifact_suggestion_count(const manifact_suggestion *suggestion);

/*
 * Row `index`, for k = from + index. Any out pointer may be NULL. The values are defined at
 * manifact_solver_suggest_k().
 *
 * eigenvalue, gap    NaN if status is an error
 * stability, score   NaN if status is an error, or if the stability of the row was not computed;
 *                    the highest score decides
 * status             0; MANIFACT_NOT_CONVERGED if the numbers are inaccurate; or the error (< 0) of
 *                    a k that could not be evaluated
 * why                a view: one sentence if status is not 0 or the stability was not computed;
 *                    else ""
 *
 * Errors: NULL, HANDLE, ARGUMENT. Since 0.1.
 */
MANIFACT_API manifact_status manifact_suggestion_row(const manifact_suggestion *suggestion,
                                                     int64_t index, int64_t *k, double *eigenvalue,
                                                     double *gap, double *stability, double *score,
                                                     manifact_status *status, const char **why);

/* The number of warnings about the data, the graph and the search, or -1 if the handle is not a
   suggestion. Since 0.1. */
MANIFACT_API int64_t manifact_suggestion_warning_count(const manifact_suggestion *suggestion);

/* A warning, one sentence, as a view; NULL for an index out of range. Since 0.1. */
MANIFACT_API const char *manifact_suggestion_warning(const manifact_suggestion *suggestion,
                                                     int64_t index);

/* Add a reference to a suggestion, and return it; NULL for another handle. Since 0.1. */
MANIFACT_API manifact_suggestion *manifact_suggestion_retain(const manifact_suggestion *suggestion);

/* Release a reference to a suggestion. Since 0.1. */
MANIFACT_API void manifact_suggestion_free(manifact_suggestion *suggestion);

/* ---------------------------------------------------------------------------------------------- */
/* Model */

/* Add a reference to a model, and return it; NULL for another handle. Since 0.1. */
MANIFACT_API manifact_model *manifact_model_retain(const manifact_model *model);

/* Release a reference to a model. Since 0.1. */
MANIFACT_API void manifact_model_free(manifact_model *model);

/* n, the number of documents, or -1 if the handle is not a model. Since 0.1. */
MANIFACT_API int64_t manifact_model_documents(const manifact_model *model);

/* m, the number of features, or -1 if the handle is not a model. Since 0.1. */
MANIFACT_API int64_t manifact_model_features(const manifact_model *model);

/* k, the number of requested clusters, empty ones included, or -1 if the handle is not a model.
   Unless the caller gave a start, k is at most the number of distinct documents, or of label
   classes if these are more (status FEWER_CLUSTERS, and a warning). Since 0.1. */
MANIFACT_API int64_t manifact_model_clusters(const manifact_model *model);

/* The number of updates made from the start that was kept, including its trial, or -1 if the handle
   is not a model. Since 0.1. */
MANIFACT_API int64_t manifact_model_iterations(const manifact_model *model);

/* 1 if the tolerance was met, else 0. Since 0.1. */
MANIFACT_API manifact_bool manifact_model_converged(const manifact_model *model);

/* The status that the fit returned, >= 0; FEWER_CLUSTERS takes precedence over ITERATION_LIMIT.
   Errors: NULL, HANDLE. Since 0.1. */
MANIFACT_API manifact_status manifact_model_status(const manifact_model *model);

/* The final value of the objective, the last of the history; NaN if the handle is not a model.
   Since 0.1. */
MANIFACT_API double manifact_model_objective(const manifact_model *model);

/* iterations + 1 entries: the objective before the first update, at [0], and after each update.
   *length is their number; length may be NULL. If the diagnostic scaling_exponent is present, these
   values refer to the data times 2^scaling_exponent. A view. Since 0.1. */
MANIFACT_API const double *manifact_model_history(const manifact_model *model, int64_t *length);

/* n entries: cluster indices 0..k-1, or -1 for a document that cannot be assigned (an empty one) or
   that the options outliers and min-membership leave without a cluster. Clusters are numbered by
   decreasing size, ties by their first document. The read-out is the step that derives the labels
   from V (option readout). With a start given by the caller and the read-out argmax, the clusters
   keep the numbers of that start; otherwise, with labels, cluster c is that of the c-th smallest
   label, followed by the other clusters. A view. Since 0.1. */
MANIFACT_API const int32_t *manifact_model_labels(const manifact_model *model);

/* k entries: the sizes of the clusters. A view. Since 0.1. */
MANIFACT_API const int64_t *manifact_model_sizes(const manifact_model *model);

/* V, n x k row-major: the representation of the documents, scaled to w_c'K w_c = 1 if the
   normalization of the method does so. One-hot for k-means and asi, posteriors for gmm. With the
   read-out argmax column c is cluster c; with a k-means read-out it is a concept, and a cluster is
   a point in the space of the concepts. A view. Since 0.1. */
MANIFACT_API const double *manifact_model_memberships(const manifact_model *model);

/* W, n x k row-major: concept c is the combination X'w_c of documents. NULL for methods without W.
   A view. Since 0.1. */
MANIFACT_API const double *manifact_model_associations(const manifact_model *model);

/*
 * The basis, m x k row-major, in the space of the (weighted, scaled) documents: column c
 * corresponds to column c of the memberships V.
 *
 * nmf, gnmf, semi-nmf      U of X ~ V U'
 * concept factorizations   X'W (weighted, with ncw)
 * tri-factorizations       C G'
 * nearest-center methods   the centers
 * others                   NULL (nonlinear kernels, label-propagation, symnmf, gmm)
 *
 * If the diagnostic scaling_exponent is present, the basis refers to the data times
 * 2^scaling_exponent. A view. Since 0.1.
 */
MANIFACT_API const double *manifact_model_basis(const manifact_model *model);

/* m x k row-major: column c is the mean of the (weighted, scaled) documents of cluster c. If the
   diagnostic scaling_exponent is present, they refer to the data times 2^scaling_exponent. A view.
   Since 0.1. */
MANIFACT_API const double *manifact_model_centroids(const manifact_model *model);

/* Scores that rank the features of a cluster. Since 0.1. */
typedef int manifact_score;
enum manifact_score_values {
  /* the weight of the feature in the concept vector X'w_c, or in the centroid if there is none
     (k-means, kernels) */
  MANIFACT_SCORE_CONCEPT = 1,
  /* a ln(a / b) where a > b, with a the weight of the feature in the centroid and b its weight in
     the mean document of all clusters. High for features that are frequent in the cluster and more
     frequent than elsewhere. Rare features do not dominate: a itself is a factor, and a / b is at
     most N / n_c, the number of all documents over those of the cluster. With one cluster: a */
  MANIFACT_SCORE_LIFT = 2,
  /* s sqrt(s / t), with s the score MANIFACT_SCORE_CONCEPT over the highest of the cluster, and t
     the sum of s over all clusters: terms with a high weight in many clusters rank lower. 0 if s is
     not more than the mean over the clusters with documents. Since 0.2 */
  MANIFACT_SCORE_EXCLUSIVITY = 3
};

/* The `count` features with the highest score in a cluster, by decreasing score, ties by lower
   index. Features with a score of 0 or less are left out; an empty cluster has none. *found
   (<= count) are written; scores may be NULL.
   Errors: NULL, HANDLE, ARGUMENT, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_model_top_features(const manifact_model *model,
                                                         int64_t cluster, manifact_score score,
                                                         int64_t count, int64_t *features,
                                                         double *scores, int64_t *found);

/* As manifact_model_top_features(), for the terms of the texts of manifact_solver_set_texts(), with
   the indices of manifact_model_text_vectorizer(); without texts, for the features. The weights of
   the terms come from the weighted counts T: the centroid is the mean of the rows of T in the
   cluster; the concept vector is T'w_c (weighted, with ncw) for methods with W, else the centroid.
   Errors: NULL, HANDLE, ARGUMENT, MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_model_top_terms(const manifact_model *model, int64_t cluster,
                                                      manifact_score score, int64_t count,
                                                      int64_t *terms, double *scores,
                                                      int64_t *found);

/* n entries: the cosine of each document with the centroid of its cluster; 0 for an unassigned
   document. A view. Since 0.1. */
MANIFACT_API const double *manifact_model_cosines(const manifact_model *model);

/* The cohesion of each cluster: the mean of manifact_model_cosines() over its documents, 0 for an
   empty cluster. `cohesion` has n_clusters entries, which must equal manifact_model_clusters().
   Errors: NULL, HANDLE, LENGTH. Since 0.1. */
MANIFACT_API manifact_status manifact_model_cohesion(const manifact_model *model, double *cohesion,
                                                     int64_t n_clusters);

/* The similarity of the clusters: `cosines` has n_clusters x n_clusters entries, the cosines of
   their centroids; n_clusters must equal manifact_model_clusters(). Rows and columns of empty
   clusters are 0.
   Errors: NULL, HANDLE, LENGTH, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_model_similarities(const manifact_model *model,
                                                         double *cosines, int64_t n_clusters);

/* The `count` documents of a cluster nearest to its centroid by cosine, or by distance if they
   are points (dense rows of any length), nearest first, ties by lower index. If the model keeps
   sparse documents, one whose cosine with a nearer one in the list is .7 or more is used only if
   the list cannot be filled otherwise; the work for these comparisons is bounded (since 0.2).
   *found (<= count) are written; cosines may be NULL.
   Errors: NULL, HANDLE, ARGUMENT, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_model_representatives(const manifact_model *model,
                                                            int64_t cluster, int64_t count,
                                                            int64_t *documents, double *cosines,
                                                            int64_t *found);

/* The `count` documents with the largest entries in column `cluster` of W, which form the concept,
   largest first, ties by lower index; entries below 1e-12 of the largest are left out. They are
   purer examples than the representatives, and fewer. *found (<= count) are written; weights may be
   NULL.
   Errors: NULL, HANDLE, ARGUMENT (also for a method without W).
   Source: LCCF paper, eq. 3. Since 0.1. */
MANIFACT_API manifact_status manifact_model_concept_documents(const manifact_model *model,
                                                              int64_t cluster, int64_t count,
                                                              int64_t *documents, double *weights,
                                                              int64_t *found);

/* The memberships as proportions of the clusters: each row of V, with the column weights of the
   read-out, divided by its sum; a row of zeros remains zero. With a k-means read-out, the positive
   projections of the row on the centers of the clusters, divided by their sum. `proportions` has
   length entries, which must equal n_documents x n_clusters, row-major.
   Errors: NULL, HANDLE, LENGTH, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_model_proportions(const manifact_model *model,
                                                        double *proportions, int64_t length);

/* The same for the documents first .. first + count - 1 only, so that large models need no array of
   n_documents x n_clusters. `proportions` has count x n_clusters entries, row-major.
   Errors: NULL, HANDLE, LENGTH (they are not all documents), MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_model_proportions_of(const manifact_model *model,
                                                           int64_t first, int64_t count,
                                                           double *proportions);

/* The margin of each document: its largest proportion minus the second largest, 0 .. 1; with one
   cluster the proportion. Small for a document between clusters. `margins` has n_documents
   entries, which must equal manifact_model_documents().
   Errors: NULL, HANDLE, LENGTH, MEMORY. Since 0.2. */
MANIFACT_API manifact_status manifact_model_margins(const manifact_model *model, double *margins,
                                                    int64_t n_documents);

/*
 * The documents whose labels to ask a person about next, to fit again with more labels
 * (manifact_constraints_create()): in clusters that are large or whose known labels differ, the
 * typical documents that are unlike those with known labels, rather with a small margin.
 *
 * X            the documents of the fit, in its units; may be NULL if the model keeps them
 * constraints  the known labels, and pairs, which extend labels to other documents; NULL: none
 * count        the maximum number of documents
 * documents    count entries: those to ask about, in this order, filled
 * margins      count entries: as manifact_model_margins(), filled; may be NULL
 * found        the number of documents that were written
 *
 * Errors: NULL, HANDLE, ARGUMENT (a negative count; the model does not keep its documents, or is of
 * a kernel matrix), MISMATCH (X or constraints of another size), VALUE (X is negative, but the
 * model weights counts), BUDGET, MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_suggest_labels(manifact_context *context,
                                                           const manifact_model *model,
                                                           const manifact_matrix *X,
                                                           const manifact_constraints *constraints,
                                                           int64_t count, int64_t *documents,
                                                           double *margins, int64_t *found);

/*
 * The pairs of documents to ask a person about next, to fit again with more pairs
 * (manifact_constraints_create()): a document whose place is in doubt, and a typical document of
 * the topic that it may belong to, known before if one is. First documents of pairs that the topics
 * violate, then known documents that are apart from others and together with none, then those with
 * a small margin, rather in topics whose known documents contradict each other.
 *
 * constraints    the known pairs and labels; NULL: none
 * count          the maximum number of pairs
 * first, second  count entries: the documents of each pair, first < second, filled
 * margins        count entries: of the document in doubt, as manifact_model_margins(), filled; may
 *                be NULL
 * found          the number of pairs that were written
 *
 * manifact_constraints_suggest() needs no model. Errors: NULL, HANDLE, ARGUMENT (a negative count),
 * MISMATCH (constraints of another size), MEMORY, CANCELLED, BUSY. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_suggest_pairs(
    manifact_context *context, const manifact_model *model, const manifact_constraints *constraints,
    int64_t count, int64_t *first, int64_t *second, double *margins, int64_t *found);

/* The length of the vectors that the documents of the fit had beside their words, as new ones may
   have (manifact_matrix_set_vectors()); 0 if they had none, -1 if the handle is not a model. Since
   0.2. */
MANIFACT_API int64_t manifact_model_vector_columns(const manifact_model *model);

/* The proportion of its cluster below which a document is left without a cluster: the option
   min-membership of the fit, 0 = none is. NaN if the handle is not a model. Since 0.2. */
MANIFACT_API double manifact_model_min_membership(const manifact_model *model);

/*
 * Positions on a map of the clusters, as the report of `manifact cluster` draws it: a picture, on
 * which no result depends. Clusters are discs whose areas are proportional to their sizes; similar
 * ones are close to each other, and none overlap. Documents are around the center of their cluster,
 * those nearest to the centroid closest, shifted toward the other clusters that they belong to;
 * nearly all are in its disc, and unassigned ones are at 0, 0. The unit is arbitrary.
 *
 * documents     n_documents x 2 row-major: x, y; filled; may be NULL
 * n_documents   must equal manifact_model_documents(), if documents is not NULL
 * clusters      n_clusters x 3 row-major: x, y and radius; filled; may be NULL
 * n_clusters    must equal manifact_model_clusters(), if clusters is not NULL
 *
 * Errors: NULL (the model), HANDLE, LENGTH, MEMORY. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_map(const manifact_model *model, double *documents,
                                                int64_t n_documents, double *clusters,
                                                int64_t n_clusters);

/*
 * Positions of the documents in the plane that preserve neighborhoods, as the report of `manifact
 * cluster` draws them: by pairwise controlled manifold approximation (PaCMAP; Wang, Huang, Rudin,
 * Shaposhnik 2021) of the documents of the fit in the space of their 50 largest singular values. A
 * picture, on which no result depends. The mean square distance of the documents of the fit from
 * 0, 0 is 1.
 *
 * They are the same for every number of threads, and do not change when topics are merged, split,
 * hidden or renamed. Documents added by manifact_model_update() are placed at the mean of their
 * nearest neighbors among those of the fit. A column "map" (manifact_solver_set_column()) of texts
 * "x y" fixes the positions of the documents where it has one; the others are placed by their
 * neighbors among these. So a new fit of the same documents can keep a map.
 *
 * X             the documents of the fit, in the same order, for a model that does not keep them;
 *               may be NULL
 * positions     n_documents x 2 row-major: x, y; NaN for a document without features; filled
 * n_documents   must equal manifact_model_documents()
 * quality       2 entries: the trustworthiness and the continuity of the map at 15 neighbors, 0 ..
 *               1, of 500 evenly sampled documents; NaN for less than 31 documents; filled; may be
 *               NULL
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (the documents are missing, or a model of a kernel
 * matrix), MISMATCH (X), BUDGET, NUMERICS, MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_positions(manifact_context *context,
                                                      const manifact_model *model,
                                                      const manifact_matrix *X, double *positions,
                                                      int64_t n_documents, double *quality);

/*
 * How the features of points differ between the clusters, in the units of the rows as they were
 * given. Points are dense rows of any length that are no counts, which are whole numbers of which
 * most are 0. Methods and scalings do not matter, except weightings of counts, scaling=unit-rows
 * and kernel matrices.
 *
 * X            the rows of the fit, in the same order, for a model that does not keep them; its
 *              features as in manifact_model_assign(); may be NULL
 * means        n_features x n_clusters row-major: the mean of the feature in the cluster, NaN for
 *              an empty cluster; filled; may be NULL
 * scores       n_features x n_clusters row-major: the mean in the cluster minus the mean of all
 *              rows, over the standard deviation of all rows (the root of the mean square); 0 for
 *              an empty cluster and for a feature with a single value; filled; may be NULL
 * overall      n_features x 2 row-major: the mean of all rows and this deviation; filled; may be
 *              NULL
 * n_features   must equal manifact_model_features()
 * n_clusters   must equal manifact_model_clusters()
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (the documents are not points, or missing), MISMATCH (X),
 * BUDGET, MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_point_features(manifact_context *context,
                                                           const manifact_model *model,
                                                           const manifact_matrix *X, double *means,
                                                           double *scores, double *overall,
                                                           int64_t n_features, int64_t n_clusters);

/*
 * Places of points (manifact_model_point_features()) on a scatter plot, as the report of `manifact
 * cluster` draws it, and their distances to the centers. With one or two features these are the
 * axes, in the units of the rows as they were given; the second coordinate of a single feature is
 * arbitrary, -1 .. 1. With more features the axes are the first two principal axes of the rows as
 * they were clustered (scaled), from their mean; the largest weight of each is positive.
 *
 * X             as for manifact_model_point_features(); may be NULL
 * places        n_documents x 2 row-major; filled; may be NULL
 * distances     n_documents entries: from each row to the mean of its cluster, as clustered; 0 for
 *               an unassigned row; filled; may be NULL
 * n_documents   must equal manifact_model_documents()
 * axes          n_features x 2 row-major: the weight of each feature in each axis, a unit vector;
 *               filled; may be NULL
 * shares        2 entries: the share of each axis in the variance, 0 .. 1; filled; may be NULL
 * n_features    must equal manifact_model_features()
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (the documents are not points, or missing), MISMATCH (X),
 * NUMERICS, MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_scatter(manifact_context *context,
                                                    const manifact_model *model,
                                                    const manifact_matrix *X, double *places,
                                                    double *distances, int64_t n_documents,
                                                    double *axes, double *shares,
                                                    int64_t n_features);

/*
 * Feature clusters of the methods onmtf, rcc and drcc: X ~ V C G' with l feature clusters. For
 * other methods l is 0 and the views are NULL.
 *
 * feature_clusters      l, or -1 if the handle is not a model
 * feature_labels        m entries: feature clusters 0 .. l-1 by decreasing size, or -1 for a
 *                       feature that occurs in no document
 * feature_sizes         l entries
 * feature_memberships   G, m x l row-major
 * core                  C, k x l row-major: the factor between V and G. Its rows are the columns of
 *                       V, which are the clusters with the read-out argmax. With strong graph
 *                       regularization its entries are large, of either sign, and nearly cancel
 *                       (diagnostics condition_documents, condition_features, condition_core): they
 *                       do not measure how clusters are associated; manifact_model_blocks() does.
 *                       If the diagnostic scaling_exponent is present, it refers to the data times
 *                       2^scaling_exponent
 *
 * Since 0.1.
 */
MANIFACT_API int64_t manifact_model_feature_clusters(const manifact_model *model);
MANIFACT_API const int32_t *manifact_model_feature_labels(const manifact_model *model);
MANIFACT_API const int64_t *manifact_model_feature_sizes(const manifact_model *model);
MANIFACT_API const double *manifact_model_feature_memberships(const manifact_model *model);
MANIFACT_API const double *manifact_model_core(const manifact_model *model);

/* Measures of a block: document cluster a with n_a documents by feature cluster b with m_b
   features. Since 0.1. */
typedef int manifact_block;
enum manifact_block_values {
  MANIFACT_BLOCK_MASS = 1, /* the sum of the (weighted, scaled) X over the block */
  MANIFACT_BLOCK_MEAN = 2, /* mass / (n_a m_b) */
  /* the mean divided by the mean of all blocks together, for data >= 0; 1 if the two clusters are
     independent */
  MANIFACT_BLOCK_LIFT = 3
};

/* A measure of every block, 0 for an empty cluster: `values` has n_clusters x n_feature_clusters
   entries, row-major; the numbers must equal k and l.
   Errors: NULL, HANDLE, ARGUMENT (unknown measure, or a model without feature clusters), LENGTH,
   MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_model_blocks(const manifact_model *model,
                                                   manifact_block measure, double *values,
                                                   int64_t n_clusters, int64_t n_feature_clusters);

/* The `count` features of a feature cluster with the largest membership, by decreasing membership,
   ties by lower index. *found (<= count) are written; memberships may be NULL.
   Errors: NULL, HANDLE, ARGUMENT, MEMORY. Since 0.1. */
MANIFACT_API manifact_status manifact_model_feature_cluster_features(
    const manifact_model *model, int64_t feature_cluster, int64_t count, int64_t *features,
    double *memberships, int64_t *found);

/* The number of constraints of the fit that the clustering violates, or -1 if the handle is not a
   model. Since 0.1. */
MANIFACT_API int64_t manifact_model_violation_count(const manifact_model *model);

/* The first `count` constraints of the fit that the clustering violates, by (first, second):
   must-links between clusters and cannot-links within one, with their weights; and, with
   second = -1 and weight 1, labeled documents outside the cluster of their class. *found (<= count)
   are written; the arrays may be NULL. Constraints are treated as evidence, not as hard
   conditions: a few violations are normal.
   Errors: NULL, HANDLE, ARGUMENT. Since 0.1. */
MANIFACT_API manifact_status manifact_model_violations(const manifact_model *model, int64_t count,
                                                       int64_t *first, int64_t *second,
                                                       double *weights, int64_t *found);

/* The arrays of a model. Since 0.2. */
typedef int manifact_array;
enum manifact_array_values {
  MANIFACT_ARRAY_HISTORY = 1,              /* manifact_model_history(): iterations + 1 doubles */
  MANIFACT_ARRAY_LABELS = 2,               /* manifact_model_labels(): n int32 */
  MANIFACT_ARRAY_SIZES = 3,                /* manifact_model_sizes(): k int64 */
  MANIFACT_ARRAY_MEMBERSHIPS = 4,          /* manifact_model_memberships(): n x k doubles */
  MANIFACT_ARRAY_ASSOCIATIONS = 5,         /* manifact_model_associations(): n x k doubles */
  MANIFACT_ARRAY_BASIS = 6,                /* manifact_model_basis(): m x k doubles */
  MANIFACT_ARRAY_CENTROIDS = 7,            /* manifact_model_centroids(): m x k doubles */
  MANIFACT_ARRAY_COSINES = 8,              /* manifact_model_cosines(): n doubles */
  MANIFACT_ARRAY_FEATURE_LABELS = 9,       /* manifact_model_feature_labels(): m int32 */
  MANIFACT_ARRAY_FEATURE_SIZES = 10,       /* manifact_model_feature_sizes(): l int64 */
  MANIFACT_ARRAY_FEATURE_MEMBERSHIPS = 11, /* manifact_model_feature_memberships(): m x l doubles */
  MANIFACT_ARRAY_CORE = 12                 /* manifact_model_core(): k x l doubles */
};

/*
 * An array of the model with its type and size, for bindings: what the functions named above
 * return. Any out pointer may be NULL.
 *
 * data            rows x columns row-major, entries of `type`. NULL if the model has no such array.
 *                 A view
 * type            MANIFACT_INT32, MANIFACT_INT64 or MANIFACT_DOUBLE
 * rows, columns   columns is 1 for an array of one dimension; both are 0 if there is no such array
 *
 * Errors: NULL, HANDLE, ARGUMENT (which). Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_array(const manifact_model *model, manifact_array which,
                                                  const void **data, manifact_value_type *type,
                                                  int64_t *rows, int64_t *columns);

/* The name of the method. Since 0.1. */
MANIFACT_API const char *manifact_model_method(const manifact_model *model);

/* The value of an option that the model was fitted with, as text; NULL for an unknown name. Every
   option that influences the result is stored; `threads`, `memory-budget`, `top-terms` and
   `term-score` do not, and are not stored. With preset=quality the values are those of the
   pipeline that ran. The memory-budget of a model, which its calls obey, is that of its fit; files
   do not store it, so that a loaded model has the default, 2 GiB. Since 0.1. */
MANIFACT_API const char *manifact_model_option(const manifact_model *model, const char *name);

/* The number of options that the model stores; 0 if the handle is not a model. Since 0.2. */
MANIFACT_API int64_t manifact_model_option_count(const manifact_model *model);

/* An option that the model stores, index 0 .. manifact_model_option_count() - 1, and its value as
   text. Any out pointer may be NULL. Views.
   Errors: NULL, HANDLE, ARGUMENT. Since 0.2. */
MANIFACT_API manifact_status manifact_model_option_at(const manifact_model *model, int64_t index,
                                                      const char **name, const char **value);

/* Where the value of an option of a model comes from. Since 0.2. */
typedef int manifact_origin;
enum manifact_origin_values {
  /* the file of the model was written before origins were stored */
  MANIFACT_ORIGIN_UNKNOWN = 0,
  MANIFACT_ORIGIN_DEFAULT = 1, /* the default of the method */
  MANIFACT_ORIGIN_PRESET = 2,  /* implied by a preset or by the value of another option */
  /* chosen by the fit: for dense data, negative values, labels or pairs, a given start, ... */
  MANIFACT_ORIGIN_DATA = 3,
  MANIFACT_ORIGIN_USER = 4 /* set by the caller */
};

/* The origin of the value that manifact_model_option_at() gives for the same index, and the value
   that the caller set for the fit, as text, else NULL: with MANIFACT_ORIGIN_DATA the fit may have
   replaced it, such as precision=auto. Any out pointer may be NULL. Views.
   Errors: NULL, HANDLE, ARGUMENT. Since 0.2. */
MANIFACT_API manifact_status manifact_model_option_origin(const manifact_model *model,
                                                          int64_t index, manifact_origin *origin,
                                                          const char **setting);

/* The vectorizer that the model was fitted or loaded with, for the names of the features and for
   manifact_vectorizer_transform(). NULL if there is none. A view. Since 0.1. */
MANIFACT_API const manifact_vectorizer *manifact_model_vectorizer(const manifact_model *model);

/* The name of a feature of the documents of the fit, counted from 0, "" for an empty one; NULL if
   they have no names that are not terms of a vectorizer, or if there is no such feature. A view.
   Since 0.2. */
MANIFACT_API const char *manifact_model_feature_name(const manifact_model *model, int64_t feature);

/* The vectorizer of the texts that the model was fitted or loaded with, for the names of the terms
   of manifact_model_top_terms(). NULL if no texts were attached. The model assigns rows with its
   features, not texts. A view. Since 0.2. */
MANIFACT_API const manifact_vectorizer *manifact_model_text_vectorizer(const manifact_model *model);

/* The number of diagnostics; 0 if the handle is not a model. Since 0.1. */
MANIFACT_API int64_t manifact_model_diagnostic_count(const manifact_model *model);

/* A diagnostic, index 0 .. manifact_model_diagnostic_count() - 1: a named property of the fit, for
   example "graph_components" = "3". Any out pointer may be NULL. Views.
   Errors: NULL, HANDLE, ARGUMENT. Since 0.1. */
MANIFACT_API manifact_status manifact_model_diagnostic(const manifact_model *model, int64_t index,
                                                       const char **name, const char **value);

/* The number of warnings; 0 if the handle is not a model. Since 0.1. */
MANIFACT_API int64_t manifact_model_warning_count(const manifact_model *model);

/* A warning, one sentence, as a view; NULL for an index out of range. Since 0.1. */
MANIFACT_API const char *manifact_model_warning(const manifact_model *model, int64_t index);

/*
 * Assign new documents. They are the rows of X, with the features of the training data in the same
 * units: counts if the training data were counts.
 *
 * labels        n_rows entries, filled; -1 for a document without any known feature, or the nearest
 *               centroid if features are scaled; -1 for a document that the model leaves without a
 *               cluster by the rule of its options outliers and min-membership
 * memberships   n_rows x k row-major, filled; may be NULL
 * n_rows        must equal the number of rows of X
 *
 * The rule depends on the method:
 *
 * concept factorization   v' = argmin_{v >= 0} v (W'KW + lambda sum(s) I) v' - 2 v (W'k + lambda
 *                         V's)', solved exactly (non-negative least squares), where for a document
 *                         x' k_j = x_j.x' (or its kernel value with x_j) and s_j is its cosine with
 *                         the p nearest training documents; then the read-out of the model
 * nmf, drcc and related   the same with their basis in place of the concepts X'W, and without the
 *                         graph if the method has none
 * label-propagation       the mean membership of the nearest training documents
 * eigenvector methods     (ncut, clgr ...) the nearest centroid, or the local predictor (option
 *                         out-of-sample)
 * gmm                     the posterior
 * can, pcan, ssc, smce    the nearest centroid
 * k-means                 the nearest center
 *
 * With kernel=precomputed the rows of X are k, and its features are the training documents.
 *
 * If X has names of features (manifact_matrix_set_feature_names()), those of the model are found by
 * name, in any order; columns of other names are left out, with a warning in the log. Else the
 * columns are in the order of the model, with a warning if the model has names.
 *
 * If X has vectors (manifact_matrix_set_vectors()) and the model was fitted with vectors by a
 * method with refine=sizes, both decide; else words do.
 *
 * Features that the fit scaled are scaled by the same offset and scale; new values may lie outside
 * the training range.
 *
 * Where it looks for the nearest training documents, the first call makes an index of them, about
 * as large as they are, which the model keeps for later calls, in the memory of its own context.
 *
 * Errors: NULL, HANDLE, LENGTH, MISMATCH (another number of features, or one whose name X does not
 * have), VALUE (negative if the model weights counts; too far from the training documents),
 * ARGUMENT (kernel=polynomial or rbf with keep-data=no), BUDGET (a scaling that leaves no zeros
 * would need more than the memory-budget of the model for a sparse matrix), NUMERICS, MEMORY,
 * CANCELLED. Since 0.1.
 */
MANIFACT_API manifact_status manifact_model_assign(manifact_context *context,
                                                   const manifact_model *model,
                                                   const manifact_matrix *X, int32_t *labels,
                                                   double *memberships, int64_t n_rows);

/*
 * As manifact_model_assign(), with the memberships as proportions of the clusters, as
 * manifact_model_proportions() gives them for the training documents.
 *
 * min_membership   0 .. 1: a document with a smaller proportion of its cluster gets label -1, in
 *                  addition to the rule of the model
 * labels           n_rows entries, filled
 * proportions      n_rows x k row-major, filled; also for documents with label -1. Each row sums to
 *                  1, or is 0 for a document without any known feature
 * margins          n_rows entries, as manifact_model_margins(), filled; may be NULL
 * n_rows           must equal the number of rows of X
 *
 * Errors: as manifact_model_assign(), ARGUMENT (min_membership). Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_assign_proportions(
    manifact_context *context, const manifact_model *model, const manifact_matrix *X,
    double min_membership, int32_t *labels, double *proportions, double *margins, int64_t n_rows);

/* The score by which the model compares the clusters of a document, in words and formulas, or why
   it is not a sum over the features of the document: one line; NULL if the handle is not a model.
   Since 0.2. */
MANIFACT_API const char *manifact_model_score_rule(const manifact_model *model);

/* Whether that score is a sum over the features, so that manifact_model_explain() works. Since 0.2.
 */
MANIFACT_API manifact_bool manifact_model_has_additive_score(const manifact_model *model);

/*
 * Why documents are in their topics: the contribution of each feature to the score of the topic,
 *
 *   score = rest + sum of the contributions of all features
 *
 * manifact_model_score_rule() says what the score is. What is the same for all clusters, such as
 * the length or the neighbors of a document, is held: removing a feature then changes the score
 * by its contribution. The features are weighted and scaled as by the fit.
 *
 * X         the documents, as for manifact_model_assign()
 * topics    n_rows entries: the topic to explain, -1 for none; may be NULL: that which
 *           manifact_model_assign() gives
 * count     the largest contributions of each document that are given, by absolute value; 0: all
 * scores    n_rows entries, filled; 0 for a document without a topic, or whose memberships are all
 *           0; may be NULL
 * rests     n_rows entries: the part that no feature contributes, filled; may be NULL
 * n_rows    must equal the number of rows of X
 * out       documents x features, sparse: the contributions, without zeros; to be freed with
 *           manifact_matrix_free(); NULL after an error
 *
 * A topic that was merged is explained by the one of its parts with the largest proportion in the
 * document, whose proportion is that of the topic.
 *
 * Errors: as manifact_model_assign(); ARGUMENT (the score is not additive, the topic is a part of
 * one that was split, a topic or the count is out of range). Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_explain(manifact_context *context,
                                                    const manifact_model *model,
                                                    const manifact_matrix *X, const int32_t *topics,
                                                    int64_t count, double *scores, double *rests,
                                                    int64_t n_rows, manifact_matrix **out);

/*
 * manifact_model_assign_proportions() and manifact_model_explain() of its labels at once: the
 * documents are assigned one time.
 *
 * X               the documents, as for manifact_model_assign()
 * min_membership  as for manifact_model_assign_proportions()
 * labels          n_rows entries, filled: the topics, which are explained
 * proportions     n_rows x k row-major, filled
 * margins         n_rows entries, filled; may be NULL
 * count           as for manifact_model_explain()
 * scores, rests   n_rows entries each, filled, as by manifact_model_explain(); may be NULL
 * n_rows          must equal the number of rows of X
 * out             documents x features, sparse: the contributions; to be freed with
 *                 manifact_matrix_free(); NULL after an error
 *
 * Errors: as manifact_model_explain(); ARGUMENT (min_membership). Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_assign_explained(
    manifact_context *context, const manifact_model *model, const manifact_matrix *X,
    double min_membership, int32_t *labels, double *proportions, double *margins, int64_t count,
    double *scores, double *rests, int64_t n_rows, manifact_matrix **out);

/* ---------------------------------------------------------------------------------------------- */
/* Topics: changes without a new fit, and a tree */

/* How the distance of two groups of topics is measured. Since 0.2. */
typedef int manifact_linkage;
enum manifact_linkage_values {
  /* |A| |B| / (|A| + |B|) |mean(A) - mean(B)|^2, by how much a merge raises the sum of the squared
     distances of the documents to the means of their groups. Source: Ward 1963 */
  MANIFACT_LINKAGE_WARD = 1,
  /* the mean of 1 - cosine between the centroids of their topics, weighted by the sizes.
     Source: Sokal, Michener 1958 */
  MANIFACT_LINKAGE_AVERAGE = 2
};

/*
 * Each of these makes a new model from a finished one, which stays as it is. Topics are clusters.
 * The new model numbers its topics from 0 in the old order, has all that a fitted model has, and
 * holds the fit it comes from and the list of edits: new documents are assigned by the fit, and
 * their clusters mapped. Documents of topics that are not named keep their topics.
 *
 * manifact_model_merge    joins n_topics >= 2 topics; the new topic takes the place of the first.
 *                         Its membership is the largest of those of its parts, its associations and
 *                         concept vector are their sums, since X'(w_1 + w_2) = X'w_1 + X'w_2
 * manifact_model_split    divides the documents of a topic into n_parts, fewer if they are not
 *                         distinct, by a fit of their own with the method and options of the model
 *                         (auto, if the method takes labels or pairs; k-means, if it would leave a
 *                         part empty). Part p becomes topic + p. Its membership is that of the
 *                         topic times its share, relative to the largest share of a part; for
 *                         sparse documents that have another label and a membership below .001,
 *                         every part gets the undivided membership of the topic
 * manifact_model_hide     removes topics; their documents become unassigned, as do new ones
 * manifact_model_reduce   merges topics along the tree of manifact_model_tree() until n_clusters
 *                         are left
 * manifact_model_rename   gives a topic a name, UTF-8 in one line; "" removes the name
 * manifact_model_rename_group  does so for n_topics >= 2 topics together, such as a parent in the
 *                         tree; it has the name as long as each of them has the same documents, or
 *                         some more by manifact_model_update(), and loses it in a new fit
 *
 * topics   n_topics entries
 * X        the documents that the model was fitted to, in the same order and units, for a model
 *          that does not keep them (keep-data=no); else NULL. Only a merge, a split and a reduction
 *          need them
 * out      the new model, to be freed with manifact_model_free(); NULL after an error
 *
 * The diagnostics, the history and the options are those of the fit. A topic described by the texts
 * of manifact_solver_set_texts() cannot be split.
 *
 * Errors: NULL, HANDLE, ARGUMENT (no such topic, one given twice, too few topics or documents, the
 * documents are missing, a model of a kernel matrix), MISMATCH (X), VALUE, OPTION, EMPTY,
 * BUDGET (arrays of more bytes than the memory-budget of the model, which a split fits within; a
 * reduction, as manifact_model_tree()), NUMERICS, MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_merge(manifact_context *context,
                                                  const manifact_model *model,
                                                  const int64_t *topics, int64_t n_topics,
                                                  const manifact_matrix *X, manifact_model **out);
MANIFACT_API manifact_status manifact_model_split(manifact_context *context,
                                                  const manifact_model *model, int64_t topic,
                                                  int64_t n_parts, const manifact_matrix *X,
                                                  manifact_model **out);
MANIFACT_API manifact_status manifact_model_hide(manifact_context *context,
                                                 const manifact_model *model, const int64_t *topics,
                                                 int64_t n_topics, manifact_model **out);
MANIFACT_API manifact_status manifact_model_reduce(manifact_context *context,
                                                   const manifact_model *model,
                                                   manifact_linkage linkage, int64_t n_clusters,
                                                   const manifact_matrix *X, manifact_model **out);
MANIFACT_API manifact_status manifact_model_rename(manifact_context *context,
                                                   const manifact_model *model, int64_t topic,
                                                   const char *name, manifact_model **out);
MANIFACT_API manifact_status manifact_model_rename_group(manifact_context *context,
                                                         const manifact_model *model,
                                                         const int64_t *topics, int64_t n_topics,
                                                         const char *name, manifact_model **out);

/* The name given to n_topics topics together by manifact_model_rename_group(), in any order, "" if
   there is none; NULL if there is no such topic, or fewer than two. A view. Since 0.2. */
MANIFACT_API const char *manifact_model_group_name(const manifact_model *model,
                                                   const int64_t *topics, int64_t n_topics);

/* The name given to a topic by manifact_model_rename(), "" if there is none; NULL if there is no
   such topic. A view. Since 0.2. */
MANIFACT_API const char *manifact_model_topic_name(const manifact_model *model, int64_t topic);

/*
 * The title of a topic, UTF-8: the name given to it by manifact_model_rename(), if there is one,
 * else up to three phrases that are typical of its documents, of 60 characters together, such as
 * "Tony Blair, general election". No two topics have the same phrases.
 *
 * The phrases are taken from the texts of the column "excerpt" of manifact_solver_set_column(), of
 * at most 1000 documents of a topic. The terms are those of the vectorizer. Without that column the
 * title consists of top terms.
 * Topics that an edit makes get new titles from the texts that the model keeps; the others keep
 * theirs.
 *
 * "" for a topic without documents or terms, for features without names, and for models of earlier
 * releases; NULL if there is no such topic. A view. Since 0.2.
 */
MANIFACT_API const char *manifact_model_title(const manifact_model *model, int64_t topic);

/* The phrases of a topic, as manifact_model_title() gives them for a topic without a name: they
   stay beside the name. "" and NULL as there. A view. Since 0.2. */
MANIFACT_API const char *manifact_model_phrases(const manifact_model *model, int64_t topic);

/* The number of edits that lead from the fit to the model, 0 for a fit itself. Since 0.2. */
MANIFACT_API int64_t manifact_model_edit_count(const manifact_model *model);

/* An edit, index 0 .. manifact_model_edit_count() - 1, the first one first: what was done, such as
   "merge 3 7"; and `map` has n_before entries, the new number of each topic, -1: hidden; of a topic
   that is split, the number of its first part. Any out pointer may be NULL. Views.
   Errors: HANDLE, NULL, ARGUMENT. Since 0.2. */
MANIFACT_API manifact_status manifact_model_edit(const manifact_model *model, int64_t index,
                                                 const char **text, const int64_t **map,
                                                 int64_t *n_before);

/*
 * Adds documents to a model without a new fit. They get the topics and memberships of
 * manifact_model_assign(); the documents of the model keep theirs, and the new ones follow them.
 * Sizes, centroids and cosines become those of all documents. The associations of the new documents
 * are 0: concept vectors stay those of the fit, as do the rule for further documents, the document
 * frequencies, and the terms of attached texts. The list of edits gets "update: ..." with the map
 * c -> c.
 *
 * X                      the new documents: counts or values as those of the fit, with its features
 *                        as in manifact_model_assign()
 * terms                  rows entries, for each row of X the number of its terms, known or not, of
 *                        manifact_vectorizer_transform_counted(); may be NULL: not counted
 * names, bytes, offsets  n_columns entries each, texts of the new documents as in
 *                        manifact_solver_set_column(), for the columns that the model keeps; new
 *                        columns may be added. Documents without a text in a column have the empty
 *                        one; may be NULL if n_columns is 0
 * out                    the new model, to be freed with manifact_model_free(); NULL after an error
 *
 * Duplicates are not detected: a document that is added twice is stored twice.
 *
 * Errors: NULL, HANDLE, MISMATCH (another number of features), VALUE (negative if the model weights
 * counts; too far from the training documents), ARGUMENT (the model does not keep its documents or
 * is of a kernel matrix, terms less than the sum of a row or a negative sum, a column as in
 * manifact_solver_set_column() or given twice, more documents than an int32_t counts), EMPTY (no
 * rows), BUDGET (arrays of more bytes than the memory-budget of the model), NUMERICS, MEMORY,
 * CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_update(
    manifact_context *context, const manifact_model *model, const manifact_matrix *X,
    const int64_t *terms, const char *const *names, const char *const *bytes,
    const int64_t *const *offsets, int64_t n_columns, manifact_model **out);

/*
 * How far the documents that an update added are from those of the fit, index as in
 * manifact_model_edit(). Any out pointer may be NULL.
 *
 * n_documents  their number
 * n_far        those far from every topic: without a topic, or less similar to their topic than 95%
 *              of its documents in the fit, so 5% is the share to expect without drift.
 *              With x the document, a_c the mean of its topic and a that of all: by cos(x, a_c) -
 *              cos(x, a) for sparse documents and rows of unit length, else by -|x - a_c|^2; a
 *              document of the fit is left out of its own means
 * n_unassigned those of n_far that have no topic
 * n_terms      their terms, known or not; -1 if they were not counted
 * n_unknown    those of the terms that the vocabulary does not have
 *
 * Errors: NULL, HANDLE, ARGUMENT (no such edit, or it is not an update). Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_edit_drift(const manifact_model *model, int64_t index,
                                                       int64_t *n_documents, int64_t *n_far,
                                                       int64_t *n_unassigned, int64_t *n_terms,
                                                       int64_t *n_unknown);

/*
 * New topics among the documents that updates have added to a model: groups of documents that are
 * far from every topic (manifact_model_edit_drift()), hold together at least as well as a topic of
 * the fit, and are more than the documents of the fit have by chance. The documentation states the
 * rule. A refit that starts from these labels (manifact_solver_set_start_labels()) founds them.
 *
 * labels        n_documents entries: the topic of each document; those of a new topic have the
 *               numbers manifact_model_clusters() and more; filled
 * n_documents   must equal manifact_model_documents()
 * n_topics      the number of new topics
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (the model does not keep its documents, or they are
 * points, which have no direction), MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_new_topics(manifact_context *context,
                                                       const manifact_model *model, int32_t *labels,
                                                       int64_t n_documents, int64_t *n_topics);

/*
 * A tree over the k topics, in the space of the fit: from k groups of one topic each, the two
 * nearest are joined until one is left.
 *
 * steps        2 * (k - 1) entries: the two groups of each step, a topic 0 .. k - 1, or k + s for
 *              the group made by step s
 * heights      k - 1 entries: the distances of the steps, which do not decrease
 * order        k entries: the topics from left to right, similar ones beside each other
 * n_clusters   must equal manifact_model_clusters()
 *
 * Topics without documents join last. Any out pointer may be NULL.
 * Errors: NULL, HANDLE, ARGUMENT (linkage), LENGTH, BUDGET (the k^2 distances, of 8 bytes
 * each, need more than the memory-budget of the model), MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_tree(manifact_context *context,
                                                 const manifact_model *model,
                                                 manifact_linkage linkage, int64_t *steps,
                                                 double *heights, int64_t *order,
                                                 int64_t n_clusters);

/* The groups when that tree is cut into n_groups, 1 .. k: `group` has n_clusters entries, and
   group[c] is the group of topic c. Groups are numbered from 0 in the order of their first topics.
   n_clusters must equal manifact_model_clusters().
   Errors: NULL, HANDLE, ARGUMENT (linkage, n_groups), LENGTH, BUDGET as above, MEMORY, CANCELLED.
   Since 0.2. */
MANIFACT_API manifact_status manifact_model_tree_cut(manifact_context *context,
                                                     const manifact_model *model,
                                                     manifact_linkage linkage, int64_t n_groups,
                                                     int32_t *group, int64_t n_clusters);

/* Why a topic is weak, in the order in which the reasons are tried. Since 0.2. */
typedef int manifact_weakness;
enum manifact_weakness_values {
  MANIFACT_WEAKNESS_NONE = 0,
  MANIFACT_WEAKNESS_EMPTY = 1,     /* it has no documents */
  MANIFACT_WEAKNESS_SMALL = 2,     /* it has less than a tenth of the mean size of a topic */
  MANIFACT_WEAKNESS_NEAR_COPY = 3, /* its separation is less than .25, of points .1 */
  /* over all pairs, its top terms occur in the same documents less often than by chance */
  MANIFACT_WEAKNESS_INCOHERENT = 4
};

/*
 * How good the topics are, from their `count` top terms by a score of manifact_model_top_terms().
 * Each array has n_clusters entries, which must equal manifact_model_clusters(), and may be NULL.
 *
 * X            the documents to count the terms in: counts of the vocabulary of the top terms, any
 *              documents; NULL for the sparse documents that the model keeps. Dense documents are
 *              not counted
 * coherence    the mean over the pairs of top terms of their normalized pointwise mutual
 *              information, -1 .. 1: how much more often they occur in the same documents than by
 *              chance. NaN without documents to count in, as with texts attached to a matrix, or
 *              with fewer than two terms.
 *              Source: Bouma 2009; Lau, Newman, Baldwin 2014
 * diversity    the share of the top terms that are top terms of no other topic; NaN without terms.
 *              Source: Dieng, Ruiz, Blei 2020
 * separation   1 - the largest cosine to the centroid of another topic; of points, which are dense
 *              rows of any length, 0 .. 1: whether the density falls between it and another topic,
 *              or two Gaussians describe both better than one does; NaN if there is none
 * weakness     MANIFACT_WEAKNESS_NONE, or why the topic is weak
 *
 * All pairs of the top terms are counted, in several passes over the documents if there are many.
 *
 * Errors: NULL, HANDLE, ARGUMENT (score, count < 1), LENGTH, MISMATCH (the columns of X), BUDGET
 * (the pairs of the top terms of a topic, of 4 bytes each, or k^2 numbers of 8 bytes need more than
 * the memory-budget of the model), MEMORY, CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_topic_numbers(
    manifact_context *context, const manifact_model *model, const manifact_matrix *X,
    manifact_score score, int64_t count, double *coherence, double *diversity, double *separation,
    int32_t *weakness, int64_t n_clusters);

/*
 * The stability of the topics: fits n_samples >= 1 random samples of 80% of the documents,
 * drawn without replacement by the seed of the model, with its method and options, and compares.
 *
 * X            as for manifact_model_merge()
 * stability    n_clusters entries, which must equal manifact_model_clusters(), filled: the mean
 *              over the samples of the largest Jaccard index of the documents of the topic and
 *              those of a topic of the new fit, 0 .. 1; below .5 the data do not determine the
 *              topic. NaN for a topic without documents. Source: Hennig 2007
 *
 * The time is that of n_samples fits without reading and weighting. The weights of the documents
 * are those of the model.
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (n_samples; the method takes labels or pairs, which models
 * do not keep; the documents are missing; a model of a kernel matrix), MISMATCH (X), VALUE, OPTION,
 * EMPTY, BUDGET (as manifact_solver_fit(), with the memory-budget of the model), NUMERICS, MEMORY,
 * CANCELLED. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_stability(manifact_context *context,
                                                      const manifact_model *model,
                                                      const manifact_matrix *X, int64_t n_samples,
                                                      double *stability, int64_t n_clusters);

/*
 * The topics over time.
 *
 * periods       n_documents entries: the period of each document, such as its year counted from
 *               the first: 0 .. n_periods - 1, or -1 if it is not known
 * n_documents   must equal manifact_model_documents()
 * counts        n_periods x k row-major, filled: the documents of each topic in each period
 * n_counts      must equal n_periods k
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (a period out of range). Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_timeline(const manifact_model *model,
                                                     const int32_t *periods, int64_t n_documents,
                                                     int64_t n_periods, int64_t *counts,
                                                     int64_t n_counts);

/* Directions of a trend. Since 0.2. */
typedef int manifact_direction;
enum manifact_direction_values { MANIFACT_FALLING = -1, MANIFACT_RISING = 1 };

/*
 * The terms that become more frequent (or less, by `direction`) from period to period among the
 * documents of a topic, by the Cochran-Armitage test for trend: `scores` are its |z|, at least 4.5.
 * Terms in fewer than 5 documents of the topic are left out. Sorted by score; at most `count`,
 * *found are written; scores may be NULL.
 *
 * X         the documents of the fit, in the same order, for a model that does not keep sparse
 *           documents, or whose terms are those of attached texts (their counts); else NULL
 * periods   n_documents entries, as manifact_model_timeline()
 * terms     count entries, as manifact_model_top_terms()
 *
 * Errors: NULL, HANDLE, LENGTH (n_documents), ARGUMENT (no such topic, direction, count, a period,
 * the documents are missing), MISMATCH (X), MEMORY, CANCELLED.
 * Source: Cochran 1954; Armitage 1955. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_trends(manifact_context *context,
                                                   const manifact_model *model,
                                                   const manifact_matrix *X, const int32_t *periods,
                                                   int64_t n_documents, int64_t topic,
                                                   manifact_direction direction, int64_t count,
                                                   int64_t *terms, double *scores, int64_t *found);

/*
 * Whether the share of each topic differs between groups of documents, such as their sources, by
 * Pearson's chi-square test of the documents in and not in the topic, without a correction for
 * continuity. manifact_model_timeline() counts the documents. Documents without a topic do not
 * count.
 *
 * groups        n_documents entries: 0 .. n_groups - 1, or -1 if the group is not known
 * n_documents   must equal manifact_model_documents()
 * statistics    n_clusters entries: chi-square, with one degree of freedom fewer than there are
 *               groups with documents; filled; may be NULL
 * p_values      n_clusters entries, filled; may be NULL
 * adjusted      n_clusters entries: p corrected by Holm's method for topics; filled; may be NULL
 * expected      n_clusters entries: the smallest expected count; below 5, p is a rough
 *               approximation; filled; may be NULL
 * n_clusters    must equal manifact_model_clusters()
 *
 * NaN for a topic without documents, or with all, and with fewer than two groups; such topics do
 * not count for Holm's method.
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (a group out of range), MEMORY.
 * Source: Pearson 1900; Holm 1979. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_group_test(const manifact_model *model,
                                                       const int32_t *groups, int64_t n_documents,
                                                       int64_t n_groups, double *statistics,
                                                       double *p_values, double *adjusted,
                                                       double *expected, int64_t n_clusters);

/*
 * The terms that are typical of a group among the documents of a topic, compared with those of the
 * other groups: the log-odds ratio with an informative Dirichlet prior over its standard deviation,
 * at least 1.96. Terms in fewer than 5 documents are left out. Sorted by score; at most `count`,
 * *found are written; scores may be NULL.
 *
 * X        as for manifact_model_trends(); may be NULL
 * groups   n_documents entries: numbers from 0, or -1 if the group is not known
 * topic    -1: all documents
 * group    the group that is compared with all others
 * terms    count entries, as manifact_model_top_terms()
 *
 * Errors: NULL, HANDLE, LENGTH (n_documents), ARGUMENT (no such topic, a group, count, documents
 * are missing), MISMATCH (X), MEMORY, CANCELLED.
 * Source: Monroe, Colaresi, Quinn 2008, eqs. 15 to 22. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_group_terms(
    manifact_context *context, const manifact_model *model, const manifact_matrix *X,
    const int32_t *groups, int64_t n_documents, int64_t topic, int64_t group, int64_t count,
    int64_t *terms, double *scores, int64_t *found);

/* What became of a topic: manifact_model_compare(). With f the share of an earlier topic that is in
   a later one, and g the share of the later one that comes from the earlier. Since 0.2. */
typedef int manifact_change;
enum manifact_change_values {
  /* f and g are at least 3/4 */
  MANIFACT_CHANGE_STAYED = 1,
  /* f or g is at least 1/2, and it is neither split nor joined */
  MANIFACT_CHANGE_MOVED = 2,
  /* of an earlier topic: g >= 1/2 and f >= 1/10 for two or more later ones; of a later topic: it is
     one of these, or g >= 1/2 for an earlier topic that lives on in another one */
  MANIFACT_CHANGE_SPLIT = 3,
  /* of a later topic: f >= 1/2 and g >= 1/10 for two or more earlier ones; of an earlier topic: it
     is one of these, or f >= 1/2 for a later topic in which another one lives on */
  MANIFACT_CHANGE_JOINED = 4,
  /* of a later topic: none of these */
  MANIFACT_CHANGE_APPEARED = 5,
  /* of an earlier topic: none of these */
  MANIFACT_CHANGE_VANISHED = 6
};

/*
 * Which documents two models have in common: those with the same name in the column "id" of
 * manifact_solver_set_column(), where "line 3" and such are no names, and of those without a name
 * those with the same text in the column "excerpt". What occurs twice in a model does not count: a
 * document of such a name is found by its text.
 * Whole numbers that run without a gap in both are no names if most documents of the same number
 * begin with other texts, or, in models without texts, if most rows of the same number differ or
 * cannot be compared: they count the rows of two tables then, which the log tells. It also tells
 * if most documents of the same other names begin with other texts.
 *
 * before        the earlier model
 * after         the later model
 * rows          n_documents entries, of each document of `before` its row in `after`, or -1; filled
 * n_documents   must equal manifact_model_documents() of `before`
 * n_common      the number of rows that are not -1; may be NULL
 *
 * Errors: NULL, HANDLE, LENGTH, MEMORY. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_common_documents(manifact_context *context,
                                                             const manifact_model *before,
                                                             const manifact_model *after,
                                                             int64_t *rows, int64_t n_documents,
                                                             int64_t *n_common);

/*
 * How the topics of an earlier model live on in a later one.
 *
 * before, after     the models
 * rows              n_documents entries, of each document of `before` its row in `after`, or -1, as
 *                   manifact_model_common_documents() gives them: topics are compared by these
 *                   documents. May be NULL: by the terms of the centroids, found by their names
 * n_documents       must equal manifact_model_documents() of `before`
 * forward           n_before x n_after row-major: f, the share of the documents of an earlier topic
 *                   that are in a later one; filled; may be NULL. By documents 0 if less than a
 *                   tenth of the documents of one of the two topics are in both models
 * backward          n_before x n_after row-major: g, the share of the documents of a later topic
 *                   that are in an earlier one; filled; may be NULL. By terms each centroid is
 *                   written as a sum of those of the other model with coefficients x >= 0, by least
 *                   squares, and the shares are x_b <m_a, m_b> / <m_a, m_a>
 * partners          n_before entries: the later topic with which an earlier one is matched, or -1.
 *                   The matching has the largest number of documents in common, by terms the
 *                   largest sum of sqrt(f g); filled; may be NULL
 * changes_before    n_before entries, manifact_change; filled; may be NULL
 * changes_after     n_after entries, likewise; filled; may be NULL
 * n_before          must equal manifact_model_clusters() of `before`
 * n_after           must equal manifact_model_clusters() of `after`
 *
 * Errors: NULL, HANDLE, LENGTH, ARGUMENT (a row out of range or given twice; by terms: points,
 * features without names), BUDGET (by terms: products of all topics of more bytes than the
 * memory-budget of `before`), MEMORY, CANCELLED.
 * Source: Spiliopoulou, Ntoutsi, Theodoridis, Schult 2006, MONIC. Since 0.2.
 */
MANIFACT_API manifact_status manifact_model_compare(
    manifact_context *context, const manifact_model *before, const manifact_model *after,
    const int64_t *rows, int64_t n_documents, double *forward, double *backward, int64_t *partners,
    int32_t *changes_before, int64_t n_before, int32_t *changes_after, int64_t n_after);

/*
 * The topics of later fits and refits of the solver take the numbers of the topics of this model
 * that they are matched with by manifact_model_compare(): by documents if at least half of those of
 * the smaller model are in the other, else by terms. Other topics take the numbers that are left,
 * by decreasing size. Topics that stayed or moved also take the names of manifact_model_rename().
 * A refit does this by itself, with the model that is fitted again. Clusters that labels or a start
 * number keep these numbers. The solver holds a reference.
 *
 * model   NULL: numbers by decreasing size
 *
 * If a fit cannot be compared with the model, such as one of other features without names, its
 * numbers are by decreasing size, with a warning.
 *
 * Errors: NULL, HANDLE. Since 0.2.
 */
MANIFACT_API manifact_status manifact_solver_set_numbers_of(manifact_solver *solver,
                                                            const manifact_model *model);

/*
 * Texts of the documents that their models keep, such as names or dates, unless keep-data=no. They
 * do not influence the fit. Of the texts in "excerpt", the documents, a model keeps the beginnings,
 * which titles are made from: 200 characters on one line, with U+2026 if there were more, and
 * U+FFFD in place of invalid UTF-8.
 *
 * name           1 to 30 letters, digits and '_'; an earlier column of that name is replaced
 * bytes          the texts, one after the other; NULL removes the column
 * offsets        n_documents + 1 entries: text i is bytes offsets[i] .. offsets[i + 1] - 1
 * n_documents    the number of texts
 *
 * Errors: NULL, HANDLE, ARGUMENT (the name, or offsets that decrease or are negative), MEMORY; at
 * the fit MISMATCH (the number of texts is not the number of documents). Since 0.2.
 */
MANIFACT_API manifact_status manifact_solver_set_column(manifact_solver *solver, const char *name,
                                                        const char *bytes, const int64_t *offsets,
                                                        int64_t n_documents);

/* The name of a column that the model keeps, index from 0; NULL if there is none. A view.
   Since 0.2. */
MANIFACT_API const char *manifact_model_column_name(const manifact_model *model, int64_t index);

/* A column that the model keeps: text i is bytes ends[i - 1] .. ends[i] - 1, from 0 for the first.
   `ends` has n entries, and `bytes` has ends[n - 1] entries. Views.
   Errors: NULL, HANDLE, ARGUMENT (no such column). Since 0.2. */
MANIFACT_API manifact_status manifact_model_column(const manifact_model *model, const char *name,
                                                   const char **bytes, const int64_t **ends);

/* ---------------------------------------------------------------------------------------------- */
/* Model files */

/* Save a model to a file. The format is versioned and checksummed, and independent of the byte
   order of the machine. The file is written under a temporary name and then renamed, so it is
   either complete or absent.
   Errors: NULL, HANDLE, IO, MEMORY, CANCELLED. Since 0.1. */
MANIFACT_API manifact_status manifact_model_save(manifact_context *context,
                                                 const manifact_model *model, const char *path);

/* Load a model from a file. Files of any 0.x release can be read by later releases.
   Errors: NULL, HANDLE, IO, CORRUPT (a damaged file), FORMAT (not a model file), VERSION (a later,
   incompatible format), MEMORY, CANCELLED. Since 0.1. */
MANIFACT_API manifact_status manifact_model_load(manifact_context *context, const char *path,
                                                 manifact_model **out);

/* As manifact_model_save(), to an output callback. Since 0.1. */
MANIFACT_API manifact_status manifact_model_write(manifact_context *context,
                                                  const manifact_model *model,
                                                  manifact_write_fn write, void *user);

/* As manifact_model_load(), from `size` bytes in memory. Since 0.1. */
MANIFACT_API manifact_status manifact_model_load_memory(manifact_context *context, const void *data,
                                                        size_t size, manifact_model **out);

/* ---------------------------------------------------------------------------------------------- */
/* Evaluation */

/*
 * Compare a clustering with known classes. The numbers of clusters and classes may differ. Any out
 * pointer may be NULL.
 *
 * truth       n entries: classes, any numbers >= 0; -1: not known, the document is left out
 * predicted   n entries: clusters, any numbers >= 0; -1: unassigned, which counts as wrong in
 *             accuracy and purity, and as a separate cluster in the other measures
 * accuracy    the share of documents on the best one-to-one matching of clusters to classes
 *             (Hungarian algorithm)
 * nmi         I / max(H_t, H_p), I the mutual information and H_t, H_p the entropies of the two
 *             partitions; 1 for equal partitions
 * nmi_sqrt    I / sqrt(H_t H_p); 1 for equal partitions
 * ari         the adjusted Rand index
 * purity      the share of documents in the largest class of their cluster
 *
 * Errors: NULL, HANDLE, LENGTH (n < 1 or no class known), VALUE (a label below -1), MEMORY.
 * Since 0.2.
 */
MANIFACT_API manifact_status manifact_evaluate(manifact_context *context, const int32_t *truth,
                                               const int32_t *predicted, int64_t n,
                                               double *accuracy, double *nmi, double *nmi_sqrt,
                                               double *ari, double *purity);

#ifdef __cplusplus
}
#endif

#endif
