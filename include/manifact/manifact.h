/*
 * Manifact: clustering of documents, and of any other feature vectors, by graph-regularized matrix
 * factorization.
 *
 *   X ~ X W V'      n documents (rows of X), m features, k clusters
 *
 * THE SHORT OF IT
 *
 *   manifact_context *context; manifact_matrix *X; manifact_solver *solver; manifact_model *model;
 *   manifact_context_create(&context);
 *   manifact_matrix_read(context, "documents.mtx", MANIFACT_FORMAT_AUTO, &X);
 *   manifact_solver_create(context, "auto", &solver);
 *   manifact_solver_set_by_name(solver, "seed", "1");
 *   manifact_solver_fit(solver, X, 10, &model);
 *   const int32_t *labels = manifact_model_labels(model);  // 0..9, one for each document
 *   manifact_model_save(context, model, "topics.manifact");
 *
 * THE RULES
 *
 *   Documents are ROWS, everywhere. Indices are 0-based, labels are 0-based, -1 means "unassigned".
 *   Dimensions are int64_t.
 *
 *   Status.  A function that can fail returns an int: 0 is success, > 0 is success with a reason
 *   worth knowing (a result is there), < 0 is a failure (no result, nothing half-done, *out is
 *   NULL). manifact_status_name() names every number. One clear sentence about the last failure is
 *   in the context or the solver that the call was given: manifact_context_message(),
 *   manifact_solver_message(), manifact_vectorizer_message(). Handles and required pointers that
 *   are NULL are MANIFACT_ERROR_NULL, never a crash; a handle of the wrong kind is
 *   MANIFACT_ERROR_HANDLE. (Use after free cannot be detected reliably.)
 *
 *   Ownership.  Every handle that a function stores through `out` belongs to the caller, who
 *   releases it with the matching *_free(); *_free(NULL) does nothing. Callbacks must return: no
 *   exception, no longjmp; and they must not use the handle that calls them, but for *_cancel() and
 *   manifact_solver_stage(). Matrices, graphs and models never change once made, are reference
 *   counted (*_retain) and may be used by many threads at once; so is a vectorizer once it is
 *   finished. A context or a solver belongs to one thread at a time; the calls that may come from
 *   another thread or a signal handler are the two *_cancel() functions. A context may be freed
 *   before what was made with it. Arrays that a function returns are read-only views that live as
 *   long as their handle; arrays that the caller passes are read or filled before the function
 *   returns and not kept, unless the function says that it borrows.
 *
 *   A good guest.  The library never prints, never ends the process, never lets an exception out,
 *   reads no environment variable, changes no global state (no locale, no signal, no BLAS threads),
 *   and uses one thread until told otherwise.
 *
 *   Reproducible.  The same input, options and seed give bitwise the same result for any number of
 *   threads on one machine and build, down to the bytes of the saved model.
 *
 *   The functions here are complete: what is not declared in this file is not exported. The ABI
 *   number is MANIFACT_ABI; the functions of one ABI number never change their meaning.
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

/* The version of the library that is running, "0.1.0". A static string. Compare with
   MANIFACT_VERSION_STRING. Since 0.1. */
MANIFACT_API const char *manifact_version(void);

/* 1 when the running library honors the ABI number given, else 0. Call it with MANIFACT_ABI. Since
   0.1. */
MANIFACT_API int manifact_abi_supported(int abi);

/* ---------------------------------------------------------------------------------------------- */
/* Status */

enum {
  MANIFACT_OK = 0,

  /* > 0: there is a result, and a reason to look at it */
  /* max-iterations came before the tolerance was met */
  MANIFACT_ITERATION_LIMIT = 1,
  /* some of the clusters asked for, of documents or of features, are empty, or there are fewer
     distinct documents than clusters */
  MANIFACT_FEWER_CLUSTERS = 2,
  /* constraints that contradict each other; they were kept as documented, and the lists name
     them */
  MANIFACT_CONTRADICTIONS = 3,
  /* the eigenvectors of a spectral method did not reach their tolerance; diagnostics has the
     residual */
  MANIFACT_NOT_CONVERGED = 4,

  /* -1xx: arguments */
  MANIFACT_ERROR_NULL = -101,     /* a required pointer is NULL */
  MANIFACT_ERROR_HANDLE = -102,   /* not a handle of this kind */
  MANIFACT_ERROR_ARGUMENT = -103, /* a value out of its bounds */
  /* no such option, method or word; or a value out of the option's bounds */
  MANIFACT_ERROR_OPTION = -104,
  /* a buffer or an array is of another length than the data asks for */
  MANIFACT_ERROR_LENGTH = -105,
  /* two inputs do not fit together: other number of documents, features or clusters */
  MANIFACT_ERROR_MISMATCH = -106,

  /* -2xx: data */
  /* indptr not monotone, an index out of range, graph not symmetric */
  MANIFACT_ERROR_STRUCTURE = -201,
  /* NaN or infinite, or negative where the method needs non-negative */
  MANIFACT_ERROR_VALUE = -202,
  MANIFACT_ERROR_EMPTY = -203, /* no rows, no columns, or nothing but zeros */
  /* a file that does not follow its format; the message names the line */
  MANIFACT_ERROR_FORMAT = -204,
  MANIFACT_ERROR_CORRUPT = -205, /* a damaged model file */
  MANIFACT_ERROR_VERSION = -206, /* a model file of a later, incompatible release */

  /* -3xx: numerics */
  /* a value stopped being finite, or a system could not be solved */
  MANIFACT_ERROR_NUMERICS = -301,

  /* -4xx: resources */
  MANIFACT_ERROR_MEMORY = -401,  /* out of memory */
  MANIFACT_ERROR_BUDGET = -402,  /* would need more than the memory-budget */
  MANIFACT_ERROR_IO = -403,      /* a file cannot be opened, read or written */
  MANIFACT_ERROR_THREADS = -404, /* threads cannot be started */
  MANIFACT_ERROR_FEATURE = -405, /* this build was made without the feature (gzip, stemming, mat) */

  /* -5xx, -6xx */
  MANIFACT_ERROR_CANCELLED = -501, /* stopped by the progress callback or by *_cancel() */
  MANIFACT_ERROR_INTERNAL = -601   /* a bug of the library; please report it with the message */
};

/* The name of a status without its prefix, "ITERATION_LIMIT", or "UNKNOWN" for a number that is
   none. Static. Since 0.1. */
MANIFACT_API const char *manifact_status_name(int status);

/* ---------------------------------------------------------------------------------------------- */
/* Handles and callbacks */

typedef struct manifact_context
    manifact_context; /* allocator, log, threads, message                              */
typedef struct manifact_matrix
    manifact_matrix; /* documents x features, sparse or dense                         */
typedef struct manifact_graph
    manifact_graph; /* symmetric weighted neighborhood graph on the documents       */
typedef struct manifact_constraints
    manifact_constraints; /* what is known of some documents: labels and pairs    */
typedef struct manifact_solver
    manifact_solver; /* a method and its options                                      */
typedef struct manifact_model
    manifact_model; /* the result: labels, factors, history; assigns new documents   */
typedef struct manifact_vectorizer
    manifact_vectorizer; /* text to counts: rules for words, vocabulary             */
typedef struct manifact_suggestion
    manifact_suggestion; /* numbers of clusters, and what speaks for each            */

/* Memory: `allocate` returns `size` bytes aligned for any type, or NULL; `release` gets what
   `allocate` returned. Both may be called from several threads at once. Since 0.1. */
typedef void *(*manifact_allocate_fn)(void *user, size_t size);
typedef void (*manifact_release_fn)(void *user, void *pointer);

/* Progress, always on the thread that made the call. `done` of `total` steps of the present stage
   (total 0: not known); `objective` and `change` (relative decrease in the last step) are NaN
   outside of fitting. Non-zero cancels. Since 0.1. */
typedef int (*manifact_progress_fn)(void *user, int64_t done, int64_t total, double objective,
                                    double change);

/* Log lines, silent by default; `level` 0 note, 1 warning. On the calling thread. Since 0.1. */
typedef void (*manifact_log_fn)(void *user, int level, const char *text);

/* The host's own threads: run task(argument, i) for every i in 0..count-1, in any order, on any
   threads, and return when all are done. The tasks of one call never wait for each other. Since
   0.1. */
typedef void (*manifact_task_fn)(void *argument, int64_t index);
typedef void (*manifact_runner_fn)(void *user, manifact_task_fn task, void *argument,
                                   int64_t count);

/* A sink for bytes: 0 when all `size` bytes were taken, else the writing stops with
   MANIFACT_ERROR_IO. Since 0.1. */
typedef int (*manifact_write_fn)(void *user, const void *data, size_t size);

/* ---------------------------------------------------------------------------------------------- */
/* Context */

/* A context with the C allocator, no log, one thread. Errors: NULL, MEMORY. Since 0.1. */
MANIFACT_API int manifact_context_create(manifact_context **out);

/* The same with the host's allocator for all bulk memory (matrices, graphs, factors, models). Small
   bookkeeping uses operator new. The allocator must live until the last handle made with the
   context is freed. Errors: NULL, MEMORY. Since 0.1. */
MANIFACT_API int manifact_context_create_with_allocator(manifact_allocate_fn allocate,
                                                        manifact_release_fn release, void *user,
                                                        manifact_context **out);
MANIFACT_API void manifact_context_free(manifact_context *context);

/* The sentence about the last failure of a call that was given this context, "" when there was
   none. Valid until the next call. */
MANIFACT_API const char *manifact_context_message(const manifact_context *context);

/* Threads for the calls that take this context and for solvers created with it from now on: 1 by
   default, 0 = all cores, at most 1024. Results do not depend on it. Errors: NULL, HANDLE,
   ARGUMENT. Since 0.1. */
MANIFACT_API int manifact_context_set_threads(manifact_context *context, int64_t threads);

/* Run on the host's threads instead of the library's own; NULL for the library's. Since 0.1. */
MANIFACT_API int manifact_context_set_runner(manifact_context *context, manifact_runner_fn runner,
                                             void *user);

/* Progress of the long calls that take this context (reading, graphs, assignment); solvers have
   their own. NULL for none. Since 0.1. */
MANIFACT_API int manifact_context_set_progress(manifact_context *context,
                                               manifact_progress_fn progress, void *user);
MANIFACT_API int manifact_context_set_log(manifact_context *context, manifact_log_fn log,
                                          void *user);

/* Stop the call that is now running with this context; it returns MANIFACT_ERROR_CANCELLED soon.
   Safe from any thread and from a signal handler. Without a running call it stops the next one.
   Since 0.1. */
MANIFACT_API void manifact_context_cancel(manifact_context *context);

/* Bytes that the context's allocator holds now, and the most it ever held, for all handles made
   with it. Since 0.1. */
MANIFACT_API int manifact_context_memory(const manifact_context *context, int64_t *now,
                                         int64_t *peak);

/* ---------------------------------------------------------------------------------------------- */
/* Matrix: documents are rows */

enum {
  MANIFACT_INT32 = 1,
  MANIFACT_INT64 = 2,
  MANIFACT_FLOAT = 3,
  MANIFACT_DOUBLE = 4
}; /* types of indices, of values */

enum {
  /* the arrays are copied; the caller may change or free them when the call returns */
  MANIFACT_COPY = 0,
  /* the arrays are used in place where their layout allows it and must stay unchanged until
     `release` was called */
  MANIFACT_BORROW = 1
};

/* With MANIFACT_BORROW: called exactly once with `user`, when the arrays are no longer needed: when
   the last reference to the matrix goes, or before the creating call returns, when it fails or
   needed a private copy anyway. May be NULL. Since 0.1. */
typedef void (*manifact_borrow_release_fn)(void *user);

/*
 * Compressed sparse rows: row i holds columns indices[indptr[i] .. indptr[i+1]) with the values
 * beside them.
 *
 * n_rows, n_columns   1 .. 2^31 - 1
 * n_entries           the length of `indices` and `values`; indptr has n_rows + 1 entries and ends
 * in n_entries index_type          MANIFACT_INT32 or MANIFACT_INT64, of indptr and indices alike
 * value_type          MANIFACT_FLOAT or MANIFACT_DOUBLE; float values are kept as float
 *
 * Everything is checked once, here: monotone indptr, indices in range, finite values. Unsorted rows
 * are sorted and entries given twice are added up, in a private copy. Zeros are allowed. Borrowed
 * in place: sorted int32 indices and their values. Errors: NULL, HANDLE, ARGUMENT, LENGTH,
 * STRUCTURE ("indptr[17] < indptr[16]"), VALUE ("values[3] is NaN"), EMPTY, MEMORY. Since 0.1.
 */
MANIFACT_API int manifact_matrix_create_csr(manifact_context *context, int64_t n_rows,
                                            int64_t n_columns, int64_t n_entries,
                                            const void *indptr, const void *indices, int index_type,
                                            const void *values, int value_type, int ownership,
                                            manifact_borrow_release_fn release, void *user,
                                            manifact_matrix **out);

/* Compressed sparse columns: the same with rows and columns exchanged; indptr has n_columns + 1
   entries. Always copied. Since 0.1. */
MANIFACT_API int manifact_matrix_create_csc(manifact_context *context, int64_t n_rows,
                                            int64_t n_columns, int64_t n_entries,
                                            const void *indptr, const void *indices, int index_type,
                                            const void *values, int value_type, int ownership,
                                            manifact_borrow_release_fn release, void *user,
                                            manifact_matrix **out);

/*
 * Dense: entry (i, j) is values[i * row_stride + j * column_stride]; strides in entries, positive.
 * Row-major: (n_columns, 1), column-major: (1, n_rows). Zeros are not stored, so that the matrix is
 * computed with as a sparse one; always copied. Errors as for csr. Since 0.1.
 */
MANIFACT_API int manifact_matrix_create_dense(manifact_context *context, int64_t n_rows,
                                              int64_t n_columns, int64_t row_stride,
                                              int64_t column_stride, const void *values,
                                              int value_type, int ownership,
                                              manifact_borrow_release_fn release, void *user,
                                              manifact_matrix **out);

enum {
  /* by the name: .mtx .svm .svmlight .libsvm .csv, each with .gz behind it or not, .mat; else by
     the first line */
  MANIFACT_FORMAT_AUTO = 0,
  /* coordinate or array; real, double, integer, unsigned-integer or pattern; general, symmetric or
     skew-symmetric */
  MANIFACT_FORMAT_MATRIX_MARKET = 1,
  /* "label index:value ...", indices from 1 (from 0 when a 0 occurs), # comments */
  MANIFACT_FORMAT_SVMLIGHT = 2,
  /* numbers only, commas (or semicolons or tabs), an optional header line, all rows of one
     length */
  MANIFACT_FORMAT_CSV = 3,
  /* MATLAB's, version 5 or 7, files only: the matrix "fea", or the only real matrix; needs
     libmatio */
  MANIFACT_FORMAT_MAT = 4
};

/*
 * Read a matrix from a file, plain or gzip (told by its first bytes), "-" is standard input. A
 * malformed file is one error that names the file, the line and what was expected; so is a line of
 * text of more than 2^30 bytes. Progress: bytes read of bytes in the file. Errors: NULL, HANDLE,
 * ARGUMENT, IO, FORMAT, VALUE, EMPTY, MEMORY, FEATURE, CANCELLED. Since 0.1.
 */
MANIFACT_API int manifact_matrix_read(manifact_context *context, const char *path, int format,
                                      manifact_matrix **out);

/* The same from `size` bytes in memory; `name` stands for the file in messages and for
   MANIFACT_FORMAT_AUTO. Since 0.1. */
MANIFACT_API int manifact_matrix_parse(manifact_context *context, const void *data, size_t size,
                                       const char *name, int format, manifact_matrix **out);

/* Write as Matrix Market coordinate real general, 17 significant digits, gzip when the name ends in
   .gz; written aside and renamed, so that the file is there whole or not at all. Errors: NULL,
   HANDLE, IO, MEMORY, FEATURE. Since 0.1. */
MANIFACT_API int manifact_matrix_write(manifact_context *context, const manifact_matrix *matrix,
                                       const char *path);

MANIFACT_API int64_t
manifact_matrix_rows(const manifact_matrix *matrix); /* -1 if the handle is not a matrix */
MANIFACT_API int64_t
manifact_matrix_columns(const manifact_matrix *matrix); /* -1 if the handle is not a matrix */
MANIFACT_API int64_t manifact_matrix_entries(
    const manifact_matrix *matrix); /* stored entries; -1 if the handle is not a matrix */

/* Copy out as sorted csr: indptr (rows + 1), indices and values (`n_entries` each, which must be
   manifact_matrix_entries()). Any of the three may be NULL. Errors: HANDLE, LENGTH. Since 0.1. */
MANIFACT_API int manifact_matrix_copy_csr(const manifact_matrix *matrix, int64_t *indptr,
                                          int64_t *indices, double *values, int64_t n_entries);

/*
 * The rows as a fit would see them, but for a power of two: counts weighted, rows or features
 * scaled. weighting "auto", "none", "tfidf", "log-tfidf"; scaling "auto" (as of most methods: unit
 * rows for sparse input, dense as given), "none", "unit-rows", "min-max", "z-score"; as the options
 * of these names. Errors: NULL, HANDLE, OPTION, VALUE (also a feature that spans more than a double
 * holds), EMPTY, BUDGET (a scaling that leaves no zeros makes more than 2 GiB of a sparse matrix),
 * MEMORY. Since 0.1.
 */
MANIFACT_API int manifact_matrix_weight(manifact_context *context, const manifact_matrix *X,
                                        const char *weighting, const char *scaling,
                                        manifact_matrix **out);

/* The leading number of each svmlight line: a view of `rows` doubles, or NULL for other formats.
   Since 0.1. */
MANIFACT_API const double *manifact_matrix_row_labels(const manifact_matrix *matrix);

MANIFACT_API manifact_matrix *manifact_matrix_retain(manifact_matrix *matrix);
MANIFACT_API void manifact_matrix_free(manifact_matrix *matrix);

/* ---------------------------------------------------------------------------------------------- */
/* Vectorizer: text to counts */

/*
 * Life: create, set options, add documents (any number of calls, as a stream: text is counted in
 * bounded batches and not kept), finish. From then on the vocabulary is fixed and the handle never
 * changes: it may be retained, shared between threads, and given to a solver, so that the model and
 * its file know the words.
 *
 *   manifact_vectorizer_create(context, &vectorizer);
 *   for (i = 0; i < n; ++i) manifact_vectorizer_add(vectorizer, text[i], length[i]);
 *   manifact_vectorizer_finish(vectorizer, &X);                     // counts, n x terms
 *   manifact_solver_set_vectorizer(solver, vectorizer);
 *   manifact_solver_fit(solver, X, 10, &model);
 *   manifact_vectorizer_transform(context, manifact_model_vectorizer(model), bytes, offsets, n_new,
 *   &Y); manifact_model_assign(context, model, Y, labels, NULL, n_new);
 *
 * Words.    Runs of letters, digits and "_" with the marks on them, by Unicode category, of at
 * least `word-length` characters; on ASCII text
 *           those of the regular expression \b\w\w+\b. Case folded, in composed form with
 *           compatibility characters replaced (NFKC); accents removed with accents=remove. Runs of
 *           scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) give each pair of
 *           neighboring characters. Text is UTF-8 with any bytes in it: broken parts are read as
 *           U+FFFD and counted, NUL ends a word.
 * Left out. With stop-words=auto the built-in list of the language (English has one); always one's
 * own; with numbers=drop words of digits. Terms.    Words, or with stemming=on stems, each named by
 * its most frequent word; with ngrams=2 or 3 also runs of neighboring terms, joined by
 *           a space. Those in fewer documents than min-df or a larger share of them than max-df are
 *           dropped, never leaving fewer than 50.
 *
 * Adding and finishing are calls on the context that the vectorizer was made with, as long as it
 * lives: its threads (at the time), its progress, its cancelling, and not while another thread uses
 * it.
 */

/* A vectorizer with the defaults: language=english, no stemming, single words, no limits. Errors:
   NULL, HANDLE, MEMORY. Since 0.1. */
MANIFACT_API int manifact_vectorizer_create(manifact_context *context, manifact_vectorizer **out);

/*
 * A finished one with the vocabulary given: names for the features of a matrix, and transform()
 * counts them in text, a name of two or three words where these follow each other. Term i is
 * bytes[offsets[i] .. offsets[i+1]), UTF-8; copied. Terms given twice are counted as the first of
 * them. Errors: NULL, HANDLE, ARGUMENT (offsets fall), VALUE (a NUL in a term), EMPTY (no terms),
 * MEMORY. Since 0.1.
 */
MANIFACT_API int manifact_vectorizer_from_terms(manifact_context *context, const char *bytes,
                                                const int64_t *offsets, int64_t count,
                                                manifact_vectorizer **out);

MANIFACT_API manifact_vectorizer *manifact_vectorizer_retain(manifact_vectorizer *vectorizer);
MANIFACT_API void manifact_vectorizer_free(manifact_vectorizer *vectorizer);

/* The sentence about the last failure of a call that was given this vectorizer (transform: of the
   context). Valid until the next call. */
MANIFACT_API const char *manifact_vectorizer_message(const manifact_vectorizer *vectorizer);

/* Options by name, as of solvers: language, stop-words, stemming, accents, numbers, ngrams,
   word-length, min-df, max-df. They are set before the first document. Errors: NULL, HANDLE,
   OPTION, ARGUMENT (too late), MEMORY; get: LENGTH when it does not fit. Since 0.1. */
MANIFACT_API int manifact_vectorizer_set_by_name(manifact_vectorizer *vectorizer, const char *name,
                                                 const char *value);
MANIFACT_API int manifact_vectorizer_get_by_name(const manifact_vectorizer *vectorizer,
                                                 const char *name, char *buffer, size_t size);

/* Words of one's own to leave out, beside the built-in ones; before the first document, any number
   of calls. They are taken as text is: an entry of several words ("don't") leaves out each of them.
   Errors: NULL, HANDLE, ARGUMENT, MEMORY. Since 0.1. */
MANIFACT_API int manifact_vectorizer_add_stop_words(manifact_vectorizer *vectorizer,
                                                    const char *bytes, const int64_t *offsets,
                                                    int64_t count);

/*
 * Add one document of `length` bytes (copied), or `count` of them: document i is bytes[offsets[i]
 * .. offsets[i+1]). Empty ones are documents too. When a call fails, none of its documents was
 * added and those before are there still. add_many reports progress in documents. Errors: NULL,
 * HANDLE, ARGUMENT (finished; negative length; offsets fall), OPTION or FEATURE (first document: no
 * stemming for the language), MEMORY, THREADS, CANCELLED. Since 0.1.
 */
MANIFACT_API int manifact_vectorizer_add(manifact_vectorizer *vectorizer, const char *text,
                                         int64_t length);
MANIFACT_API int manifact_vectorizer_add_many(manifact_vectorizer *vectorizer, const char *bytes,
                                              const int64_t *offsets, int64_t count);

/* Fix the vocabulary, and give the counts: documents x terms, terms in the order of their bytes.
   EMPTY when no term is left; after an error more documents may be added, or finish called again.
   Errors: NULL, HANDLE, ARGUMENT (finished), EMPTY, MEMORY, CANCELLED; OPTION and FEATURE as of the
   first document, when there was none. Since 0.1. */
MANIFACT_API int manifact_vectorizer_finish(manifact_vectorizer *vectorizer, manifact_matrix **out);

/* The counts of new texts by the rules and in the vocabulary of a finished vectorizer; other terms
   are left out. A text that was added before gets the counts it got then. Errors: NULL, HANDLE,
   ARGUMENT (not finished), EMPTY (no texts), FEATURE, MEMORY, CANCELLED. Since 0.1. */
MANIFACT_API int manifact_vectorizer_transform(manifact_context *context,
                                               const manifact_vectorizer *vectorizer,
                                               const char *bytes, const int64_t *offsets,
                                               int64_t count, manifact_matrix **out);

/* Counts; each is -1 if the handle is not a vectorizer. Documents: added up to now. */
MANIFACT_API int64_t manifact_vectorizer_documents(const manifact_vectorizer *vectorizer);
MANIFACT_API int64_t manifact_vectorizer_terms(
    const manifact_vectorizer *vectorizer); /* 0 until finished                       */
MANIFACT_API int64_t manifact_vectorizer_tokens(
    const manifact_vectorizer *vectorizer); /* words counted, of batches and when finished */
MANIFACT_API int64_t manifact_vectorizer_replaced(
    const manifact_vectorizer *vectorizer); /* broken UTF-8 parts, likewise */

/* The name of a term: a NUL-terminated UTF-8 view. NULL when not finished or out of range. Since
   0.1. */
MANIFACT_API const char *manifact_vectorizer_term(const manifact_vectorizer *vectorizer,
                                                  int64_t index);

/* ---------------------------------------------------------------------------------------------- */
/* Graph: the p nearest neighbors by cosine */

enum {
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

enum {
  MANIFACT_RULE_OR = 1,    /* an edge where i is among the neighbors of j OR j among those of i */
  MANIFACT_RULE_MUTUAL = 2 /* an edge where both are */
};

/*
 * The exact graph of the `neighbors` documents of largest cosine to each document, itself excluded;
 * ties go to the lower index; a cosine of 0 or less is no edge. Never an n x n matrix: memory
 * O(entries + n neighbors), time sum over features of df^2 / 2. neighbors >= n is taken as n - 1.
 * `bandwidth` is b of the heat weight; 0 = the mean distance over all edges. Errors: NULL, HANDLE,
 * ARGUMENT, MEMORY, CANCELLED. Since 0.1.
 */
MANIFACT_API int manifact_graph_knn(manifact_context *context, const manifact_matrix *X,
                                    int64_t neighbors, int weight, int rule, double bandwidth,
                                    manifact_graph **out);

enum {
  MANIFACT_SEARCH_AUTO = 1, /* approximate from 1000000 documents on, where that pays, else exact */
  MANIFACT_SEARCH_EXACT = 2,      /* all of the nearest */
  MANIFACT_SEARCH_APPROXIMATE = 3 /* most of them, in less time */
};

/*
 * The same with a choice of the search. An approximate one is adjusted, on documents sampled by
 * `seed` whose neighbors are found exactly, to find the share `recall` (0.5 to 1) of the nearest,
 * and measured on others of them: manifact_graph_search() has the estimate. The neighbors that it
 * finds have their exact cosines. The search is exact whatever is asked up to 4096 documents, and
 * where the samples show that it is no dearer. MANIFACT_SEARCH_EXACT gives the graph of
 * manifact_graph_knn(). Errors: as there. Since 0.1.
 */
MANIFACT_API int manifact_graph_knn_search(manifact_context *context, const manifact_matrix *X,
                                           int64_t neighbors, int weight, int rule,
                                           double bandwidth, int search, double recall,
                                           int64_t seed, manifact_graph **out);

/* How the neighbors of the graph were found: MANIFACT_SEARCH_EXACT or MANIFACT_SEARCH_APPROXIMATE
   (0 for graphs that were not searched for by cosine), the share of the nearest that was found as
   estimated (1 for exact), and on how many documents. Any out pointer may be NULL. Errors: NULL,
   HANDLE. Since 0.1. */
MANIFACT_API int manifact_graph_search(const manifact_graph *graph, int *search, double *recall,
                                       int64_t *sampled);

enum {
  MANIFACT_GAMMA_ROW = 1,  /* each row the gamma that leaves it `neighbors` neighbors */
  MANIFACT_GAMMA_FIXED = 2 /* one gamma for all rows, with as many neighbors as that gives */
};

/*
 * Adaptive neighbors of the n rows of X, by Euclidean distance: the weights that solve
 *
 *   min_A sum_ij |x_i - x_j|^2 a_ij + gamma_i |a_i|^2,   a_ij >= 0, a_ii = 0, sum_j a_ij = 1
 *
 * as the graph (A + A') / 2. The search is exact and takes no n x n memory; ties go to the lower
 * index.
 *
 * X          n x d, n >= 3, as it should be measured; a sparse one is made dense, n d numbers
 * within `memory_budget` bytes neighbors  k of MANIFACT_GAMMA_ROW, where a_ij = (d_(k+1) - d_ij) /
 * (k d_(k+1) - sum of the k smallest); rows with k duplicates give 1/k to
 *            each of the first. k > n - 2 is taken as n - 2. With MANIFACT_GAMMA_FIXED the number
 *            the search begins with
 * gamma      of MANIFACT_GAMMA_FIXED, > 0; else not read
 *
 * Errors: NULL, HANDLE, ARGUMENT, EMPTY (n < 3), BUDGET (X, or the neighbors that a large gamma
 * gives), MEMORY, CANCELLED. Source: Nie, Wang, Huang 2014, section 2; SRMCF paper, eqs 22 to 28.
 * Since 0.1.
 */
MANIFACT_API int manifact_graph_adaptive(manifact_context *context, const manifact_matrix *X,
                                         int64_t neighbors, int mode, double gamma,
                                         int64_t memory_budget, manifact_graph **out);

/*
 * A graph of one's own: a square matrix of weights >= 0; the diagonal is dropped. rule 0: S must be
 * symmetric (to 1e-12 of the larger weight); MANIFACT_RULE_OR takes max(s_ij, s_ji),
 * MANIFACT_RULE_MUTUAL min(s_ij, s_ji). Errors: NULL, HANDLE, ARGUMENT, STRUCTURE ("S(3,7) = 1 but
 * S(7,3) = 0"), VALUE, MEMORY. Since 0.1.
 */
MANIFACT_API int manifact_graph_from_matrix(manifact_context *context, const manifact_matrix *S,
                                            int rule, manifact_graph **out);

/* The weights as an n x n sparse matrix, both triangles, zero diagonal. Since 0.1. */
MANIFACT_API int manifact_graph_to_matrix(manifact_context *context, const manifact_graph *graph,
                                          manifact_matrix **out);

MANIFACT_API int64_t manifact_graph_vertices(const manifact_graph *graph);
MANIFACT_API int64_t manifact_graph_edges(const manifact_graph *graph); /* undirected */
MANIFACT_API int64_t manifact_graph_components(
    const manifact_graph *graph); /* connected components, isolated vertices included */
MANIFACT_API int64_t
manifact_graph_isolated(const manifact_graph *graph); /* vertices without an edge */
MANIFACT_API manifact_graph *manifact_graph_retain(manifact_graph *graph);
MANIFACT_API void manifact_graph_free(manifact_graph *graph);

/* ---------------------------------------------------------------------------------------------- */
/* Constraints: what a person knows of some documents */

/*
 * A set of constraints on n_documents documents (the rows of the data). Immutable, shareable
 * between threads, reference counted.
 *
 * labels         n_documents: 0 = not known, a positive number = the document's class; gaps between
 * classes are allowed. NULL: none first, second  n_pairs document numbers from 0, in any order; may
 * be NULL when n_pairs is 0 weights        n_pairs numbers in [-1, 1]: 1 must be together, -1 must
 * not, between them softer
 *
 * Two labeled documents are a pair already: together when of one class, else apart. A pair given
 * more than once, or beside labels, counts with the mean of what is said; a mean of 0 says nothing.
 * A pair of a document with itself says nothing when its weight is >= 0.
 *
 * Status MANIFACT_CONTRADICTIONS: *out is a set in which something is contradicted: see
 * manifact_constraints_list(). Errors: NULL, HANDLE, ARGUMENT (n_documents < 1), STRUCTURE (a
 * document number out of range), VALUE (a negative label, a weight that is NaN or not in [-1, 1], a
 * document that must not be with itself), MEMORY. Source: RCF paper, eqs 7 to 9. Since 0.1.
 */
MANIFACT_API int manifact_constraints_create(manifact_context *context, int64_t n_documents,
                                             const int32_t *labels, const int64_t *first,
                                             const int64_t *second, const double *weights,
                                             int64_t n_pairs, manifact_constraints **out);

/* What can be counted and listed. */
enum {
  /* pairs given, each once, with the mean weight where it is not 0; by (first, second) */
  MANIFACT_CONSTRAINTS_PAIRS = 1,
  /* pairs said to be together and apart, by pairs or labels; weight: the mean of the pairs */
  MANIFACT_CONSTRAINTS_CONTRADICTIONS = 2,
  /* cannot-links between documents that a chain of must-links and labels joins */
  MANIFACT_CONSTRAINTS_CONFLICTS = 3,
  /* documents with a label: first = document, second = its label, weight 1 */
  MANIFACT_CONSTRAINTS_LABELED = 4,
  /* different labels, rising: first = label, second = documents that have it, weight 1 */
  MANIFACT_CONSTRAINTS_CLASSES = 5,
  /* pairs given beyond the first time; counted, not listed */
  MANIFACT_CONSTRAINTS_REPEATED = 6
};

/* How many there are; -1 if the handle is not a set or the kind is none of these. Since 0.1. */
MANIFACT_API int64_t manifact_constraints_count(const manifact_constraints *constraints, int kind);

/* The first `count` of a kind; *found (<= count) are written. Any out array may be NULL. Errors:
   NULL, HANDLE, ARGUMENT. Since 0.1. */
MANIFACT_API int manifact_constraints_list(const manifact_constraints *constraints, int kind,
                                           int64_t count, int64_t *first, int64_t *second,
                                           double *weights, int64_t *found);

/*
 * Which pairs to ask a person about next: at most `count`, best first, into first, second and
 * cosines (NULL allowed); *found of them. Cosines are within [-1, 1], and the pairs do not depend
 * on the scale of a document. Memory grows with X, the constraints and *found only.
 *
 * X             documents x features, as the cosines should be taken: manifact_matrix_weight()
 * makes it from counts constraints   what is known already; NULL: nothing yet
 * n_clusters    while fewer groups of documents are known to be apart, a document unlike all of
 * them is asked about (explore), then
 *               documents at random (consolidate); each against what it is most like, until it is
 *               settled
 *
 * Ask, put the answers into a new set, call again. Errors: NULL, HANDLE, ARGUMENT, MISMATCH
 * (another number of documents), MEMORY, CANCELLED. Source: Basu, Banerjee, Mooney 2004. Since 0.1.
 */
MANIFACT_API int manifact_constraints_suggest(manifact_context *context, const manifact_matrix *X,
                                              const manifact_constraints *constraints,
                                              int64_t n_clusters, int64_t seed, int64_t count,
                                              int64_t *first, int64_t *second, double *cosines,
                                              int64_t *found);

MANIFACT_API int64_t manifact_constraints_documents(
    const manifact_constraints *constraints); /* n_documents; -1 if the handle is not a set */
MANIFACT_API manifact_constraints *manifact_constraints_retain(manifact_constraints *constraints);
MANIFACT_API void manifact_constraints_free(manifact_constraints *constraints);

/* ---------------------------------------------------------------------------------------------- */
/* Methods and options: what there is */

/* Methods are numbered 0 .. count-1. Any out pointer may be NULL; the strings are static.
   `reference` names the paper and equation. Errors: ARGUMENT. Since 0.1. */
MANIFACT_API int64_t manifact_method_count(void);
MANIFACT_API int manifact_method_info(int64_t index, const char **name, const char **summary,
                                      const char **reference);

enum { MANIFACT_TYPE_INT64 = 1, MANIFACT_TYPE_DOUBLE = 2, MANIFACT_TYPE_STRING = 3 };

/* Options are numbered 0 .. count-1, for listing them only: they are set and read by name, and the
   order may change. `minimum` and `maximum` bound numbers; `words` lists the values of a string
   option, separated by spaces (of a number: words that may stand in its place as text, else NULL);
   `fallback` is the default where the method has none of its own. Any out pointer may be NULL;
   strings are static. Errors: ARGUMENT. Since 0.1. */
MANIFACT_API int64_t manifact_option_count(void);
MANIFACT_API int manifact_option_info(int64_t index, const char **name, int *type, double *minimum,
                                      double *maximum, const char **words, const char **fallback,
                                      const char **summary);

/* 1 when the method uses the option, 0 when it does not, < 0 for unknown names. "vectorizer" stands
   for the options of the vectorizer. Since 0.1. */
MANIFACT_API int manifact_method_uses_option(const char *method, const char *option);

/* The words that the method takes for an option, separated by spaces: those of
   manifact_option_info(), or fewer of them, as said here; NULL for numbers without words, for
   unknown names, and where the method does not use the option. Static. Since 0.1. */
MANIFACT_API const char *manifact_method_option_words(const char *method, const char *option);

/* ---------------------------------------------------------------------------------------------- */
/* Solver */

/* A solver for the method of that name with the method's defaults. Errors: NULL, HANDLE, OPTION,
   MEMORY. Since 0.1. */
MANIFACT_API int manifact_solver_create(manifact_context *context, const char *method,
                                        manifact_solver **out);
MANIFACT_API void manifact_solver_free(manifact_solver *solver);
MANIFACT_API const char *manifact_solver_message(const manifact_solver *solver);
MANIFACT_API const char *manifact_solver_method(const manifact_solver *solver);

/* Set an option by name; in names "_" and "-" are alike. An unknown name or word, the wrong type, a
   value out of bounds: MANIFACT_ERROR_OPTION, and nothing changes. Nothing is ever clamped. A real
   option takes an integer, and an integer option a double that is whole. set_by_name takes the text
   of a value of any type: ("lambda", "100"), ("update", "cd"). An option set here wins over any
   preset, in any order. Errors: NULL, HANDLE, OPTION, MEMORY. Since 0.1. */
MANIFACT_API int manifact_solver_set_int64(manifact_solver *solver, const char *name,
                                           int64_t value);
MANIFACT_API int manifact_solver_set_double(manifact_solver *solver, const char *name,
                                            double value);
MANIFACT_API int manifact_solver_set_by_name(manifact_solver *solver, const char *name,
                                             const char *value);

/* The value in force: set, or by preset, or the method's default, or the general one; the option
   must be of the type asked for. A string stays valid until an option is set. get_by_name writes a
   value of any type as a terminated text of at most `size` bytes; LENGTH when it does not fit.
   Errors: NULL, HANDLE, OPTION, LENGTH. Since 0.1. */
MANIFACT_API int manifact_solver_get_int64(const manifact_solver *solver, const char *name,
                                           int64_t *value);
MANIFACT_API int manifact_solver_get_double(const manifact_solver *solver, const char *name,
                                            double *value);
MANIFACT_API int manifact_solver_get_string(const manifact_solver *solver, const char *name,
                                            const char **value);
MANIFACT_API int manifact_solver_get_by_name(const manifact_solver *solver, const char *name,
                                             char *buffer, size_t size);

/* Use this graph (one vertex a document) instead of building one; NULL to build again. The solver
   keeps a reference. Errors: NULL, HANDLE, OPTION (the method uses none, or makes its own);
   MISMATCH at the fit when its vertices are not as many as the documents. Since 0.1. */
MANIFACT_API int manifact_solver_set_graph(manifact_solver *solver, manifact_graph *graph);

/* Likewise for the graph of the features (one vertex a feature), of methods that use one. Errors:
   NULL, HANDLE, OPTION (the method uses none); MISMATCH at the fit when its vertices are not as
   many as the features. Since 0.1. */
MANIFACT_API int manifact_solver_set_feature_graph(manifact_solver *solver, manifact_graph *graph);

/* What is known of some of the documents, for methods that take it (rcf, semi-lccf, ccf,
   label-propagation; experimental: gdcf, cnpcf). NULL to forget. The solver keeps a reference.
   Errors: NULL, HANDLE, OPTION (another method); at the fit MISMATCH (another number of documents),
   ARGUMENT (more labels than clusters). Since 0.1. */
MANIFACT_API int manifact_solver_set_constraints(manifact_solver *solver,
                                                 manifact_constraints *constraints);

/* The vectorizer (finished) that made the features: the models of later fits keep it, in their
   files too. NULL to forget. The solver keeps a reference. Errors: NULL, HANDLE, ARGUMENT (not
   finished); MISMATCH at the fit when its terms are not as many as the features. Since 0.1. */
MANIFACT_API int manifact_solver_set_vectorizer(manifact_solver *solver,
                                                manifact_vectorizer *vectorizer);

/*
 * Start from these factors: row-major n x k, copied, finite and >= 0 (zeros stay zero under
 * multiplicative updates). W may be NULL: then W is V with columns summing to 1. One start, no
 * restarts; start=given in the model's options. NULL V to start afresh. Errors: NULL, HANDLE,
 * ARGUMENT, VALUE, MEMORY; MISMATCH at the fit when n or k differ from the data's. Since 0.1.
 */
MANIFACT_API int manifact_solver_set_start_factors(manifact_solver *solver, const double *W,
                                                   const double *V, int64_t n, int64_t k);

/* Start from a clustering: labels[i] in 0..k-1, or -1; V = one-hot + 0.2 (k-means: the centers of
   these clusters). Since 0.1. */
MANIFACT_API int manifact_solver_set_start_labels(manifact_solver *solver, const int32_t *labels,
                                                  int64_t n);

/*
 * Start the features from G: row-major m x l, copied, finite and >= 0; for co-clustering their
 * memberships, with l clusters of features (l <= m) whatever feature-clusters says and kept in this
 * order; for nmf and gnmf the basis, l = n_clusters. NULL G to start afresh. Errors: NULL, HANDLE,
 * ARGUMENT (also for a method without such a factor), VALUE, MEMORY; MISMATCH at the fit when m or
 * l do not fit. Since 0.1.
 */
MANIFACT_API int manifact_solver_set_start_features(manifact_solver *solver, const double *G,
                                                    int64_t m, int64_t l);

/* Start from W and V of a model of the same documents and clusters, for methods X ~ X W V' (cf,
   lccf, rcf ...): to fit again with more constraints. With constraints the solver also keeps the
   graph of its last fit, and the data (a reference), so that a fit of the same matrix with the same
   options of the graph does not build it again; the result is the same. NULL to start afresh.
   Errors: as manifact_solver_set_start_factors(), ARGUMENT (a method or a model without W). Since
   0.1. */
MANIFACT_API int manifact_solver_set_start_model(manifact_solver *solver,
                                                 const manifact_model *model);

MANIFACT_API int manifact_solver_set_progress(manifact_solver *solver,
                                              manifact_progress_fn progress, void *user);

/* What the running fit is doing, for a progress callback: "weighting", "graph", "constraints",
   "start", "fit", "read-out"; where eigenvectors are computed "eigenvectors"; of clgr and cplr
   "local predictors"; of can and pcan, and of a start by them, "adaptive neighbors"; of ssc
   "coherence", "self-expression"; of smce "local expression"; of manifact_suggest_k() also
   "samples", "stability". "" when idle. Static. */
MANIFACT_API const char *manifact_solver_stage(const manifact_solver *solver);

/* Stop the running fit, from any thread or a signal handler: it returns MANIFACT_ERROR_CANCELLED.
   When none is running the next one is stopped. Since 0.1. */
MANIFACT_API void manifact_solver_cancel(manifact_solver *solver);

/*
 * Cluster the rows of X into n_clusters. The solver can be used again, with other data or options;
 * X may be freed afterwards.
 *
 * kernel=precomputed: X is the kernel, n x n, and neither weighted nor scaled.
 *
 * Values of any magnitude: where the largest one, after weighting and scaling, is outside of
 * 2^-200 .. 2^200 (2^-40 .. 2^40 with precision=float; the exponents are divided by the degree of a
 * polynomial kernel, and by 2 with ncw), all are multiplied by the power of two that
 * brings it near 1; a warning and the diagnostic scaling_exponent say so. The model is then of the
 * documents so scaled, and multiplies new ones likewise; options in units of the data mean the data
 * as given.
 *
 * Status >= 0 (MANIFACT_ITERATION_LIMIT, MANIFACT_FEWER_CLUSTERS, MANIFACT_NOT_CONVERGED): *out is
 * a model. Errors: NULL, HANDLE, ARGUMENT (n_clusters < 1 or > n), MISMATCH (graph or start of
 * another size), VALUE (data that the method or its options cannot take; a row so small that its
 * squares vanish beside those of the largest value, with scaling none), OPTION (options that
 * exclude each other), STRUCTURE (kernel), EMPTY, NUMERICS, MEMORY, BUDGET, THREADS, CANCELLED.
 * Since 0.1.
 */
MANIFACT_API int manifact_solver_fit(manifact_solver *solver, const manifact_matrix *X,
                                     int64_t n_clusters, manifact_model **out);

/* ---------------------------------------------------------------------------------------------- */
/* How many clusters */

/*
 * What speaks for each number of clusters k = from .. to, and the one that most does, by the
 * normalized cut of the graph.
 *
 * solver      of the method "ncut", affinity=graph: its options decide weighting, graph (a graph
 * that was set is taken), eigenvectors and the read-out of
 *             samples, its seed the random choices; progress and cancel are the solver's. It keeps
 *             the graph, and a reference to X, until it is given other data or freed: a fit of X
 *             with the same options of the graph does not build it again, and the result is the
 *             same
 * from, to    2 <= from <= to < n_documents
 *
 * Of each k: the k-th eigenvalue theta_k of I - D^-1/2 W D^-1/2, all from one search; the gap
 * (theta_k+1 - theta_k) / theta_k+1; and the stability, how alike (mean adjusted Rand index, 0 = as
 * by chance, 1 = the same) the clusterings of samples of the documents are. A k that cannot be
 * judged fails alone, its row says why. The score is k gap stability, at most k gap: stability,
 * which takes the time, is looked into for the 16 rows of largest k gap. Components of less than
 * 1/400 of the documents that have neighbors are left out. Two starts of the read-out a sample,
 * where readout-starts is not set.
 *
 * A suggestion is a help and no truth: docs/benchmarks.md shows what it says of collections whose
 * classes are known.
 *
 * Errors: NULL, HANDLE, ARGUMENT (from, to), OPTION (another method, affinity=gram), CANCELLED,
 * MEMORY, BUDGET (rows beyond the memory-budget fail alone too) and what fit may return of the
 * data; when no k can be judged, the error of the first. Since 0.1.
 */
MANIFACT_API int manifact_suggest_k(manifact_solver *solver, const manifact_matrix *X, int64_t from,
                                    int64_t to, manifact_suggestion **out);

/* The k suggested, why (a sentence; a view), and the number of rows, to - from + 1. If the handle
   is not a suggestion: -1, NULL and -1. */
MANIFACT_API int64_t manifact_suggestion_k(const manifact_suggestion *suggestion);
MANIFACT_API const char *manifact_suggestion_reason(const manifact_suggestion *suggestion);
MANIFACT_API int64_t manifact_suggestion_count(const manifact_suggestion *suggestion);

/*
 * Row `index`, of k = from + index. status is 0, or the error (< 0) of a k that could not be
 * judged, or MANIFACT_NOT_CONVERGED of one whose numbers are rough; `why` says so in a sentence.
 * Without a judgment eigenvalue, gap, stability and score are NaN; stability and score alone, with
 * status 0 and a sentence, of a row that was not looked into; else `why` is "". score is what the
 * choice goes by. Any out pointer may be NULL; `why` is a view. Errors: NULL, HANDLE, ARGUMENT.
 * Since 0.1.
 */
MANIFACT_API int manifact_suggestion_row(const manifact_suggestion *suggestion, int64_t index,
                                         int64_t *k, double *eigenvalue, double *gap,
                                         double *stability, double *score, int *status,
                                         const char **why);

/* What there is to say of the data, the graph and the search: one sentence each, as of a model.
   NULL for an index out of range. Since 0.1. */
MANIFACT_API int64_t manifact_suggestion_warning_count(
    const manifact_suggestion *suggestion); /* -1 if the handle is not a suggestion */
MANIFACT_API const char *manifact_suggestion_warning(const manifact_suggestion *suggestion,
                                                     int64_t index);

MANIFACT_API manifact_suggestion *manifact_suggestion_retain(manifact_suggestion *suggestion);
MANIFACT_API void manifact_suggestion_free(manifact_suggestion *suggestion);

/* ---------------------------------------------------------------------------------------------- */
/* Model */

MANIFACT_API manifact_model *manifact_model_retain(manifact_model *model);
MANIFACT_API void manifact_model_free(manifact_model *model);

MANIFACT_API int64_t manifact_model_documents(const manifact_model *model); /* n */
MANIFACT_API int64_t manifact_model_features(const manifact_model *model);  /* m */
/* k: the clusters asked for, empty ones included; without a start of the caller's own not more than
   there are distinct documents, or classes of labels where these are more (FEWER_CLUSTERS, and a
   warning says so). */
MANIFACT_API int64_t manifact_model_clusters(const manifact_model *model);
MANIFACT_API int64_t manifact_model_iterations(
    const manifact_model *model); /* updates made by the start that was kept, its trial included */
MANIFACT_API int manifact_model_converged(
    const manifact_model *model); /* 1 only when the tolerance was met */
MANIFACT_API int manifact_model_status(
    const manifact_model *
        /* what the fit returned, >= 0; FEWER_CLUSTERS before ITERATION_LIMIT when both hold */
        model);
MANIFACT_API double manifact_model_objective(
    const manifact_model *model); /* the last of the history */

/* The objective after each update, [0] before the first; *length = iterations + 1 (NULL allowed).
   Of the data times 2^scaling_exponent where that diagnostic is there. A view. Since 0.1. */
MANIFACT_API const double *manifact_model_history(const manifact_model *model, int64_t *length);

/* n cluster numbers 0..k-1, or -1 for a document that cannot be assigned (an empty one). Clusters
   are numbered by falling size, ties by their first document; with a start of the caller's own and
   the read-out argmax they keep the numbers of that start; else, with labels, cluster c is the one
   of the c-th smallest label, and further clusters follow. A view. Since 0.1. */
MANIFACT_API const int32_t *manifact_model_labels(const manifact_model *model);

/* k cluster sizes. A view. Since 0.1. */
MANIFACT_API const int64_t *manifact_model_sizes(const manifact_model *model);

/* V, n x k row-major: the representation of the documents, scaled to w_c'K w_c = 1 where the
   method's normalization does so. One-hot for k-means and asi, posteriors for gmm. Column c is
   cluster c with the read-out argmax; with a k-means read-out it is a concept, and a cluster is a
   point among the concepts. A view. Since 0.1. */
MANIFACT_API const double *manifact_model_memberships(const manifact_model *model);

/* W, n x k row-major: concept c is the combination X'w_c of documents. NULL for methods without it.
   A view. Since 0.1. */
MANIFACT_API const double *manifact_model_associations(const manifact_model *model);

/* The basis, m x k row-major, in the space of the (weighted, scaled) documents: column c is what
   column c of the memberships V stands for. U of X ~ V U' for nmf, gnmf and semi-nmf; X'W for
   concept factorizations (weighted, with ncw); C G' for tri-factorizations; the centers for methods
   that place documents by the nearest center. NULL where there is none (kernels that are not
   linear, label propagation). Of the data times 2^scaling_exponent where that diagnostic is there.
   A view. Since 0.1. */
MANIFACT_API const double *manifact_model_basis(const manifact_model *model);

/* m x k row-major: column c is the mean of the (weighted, scaled) documents of cluster c. Of the
   data times 2^scaling_exponent where that diagnostic is there. A view. Since 0.1. */
MANIFACT_API const double *manifact_model_centroids(const manifact_model *model);

/* What makes a feature a top one of its cluster. */
enum {
  /* its weight in the concept vector X'w_c; in the centroid, where there is none (k-means,
     kernels) */
  MANIFACT_SCORE_CONCEPT = 1,
  /* a ln(a / b), a its weight in the centroid and b in the mean document of all clusters, where
     a > b: what weighs much here and more than elsewhere. Rare features do not win: a itself is a
     factor, and a / b is at most N / n_c, all documents by those of the cluster. With one
     cluster: a */
  MANIFACT_SCORE_LIFT = 2
};

/* The `count` features of largest score in a cluster, by falling score, ties by lower index; none
   of score 0 or less, none of an empty cluster. *found (<= count) are written; scores may be NULL.
   Errors: NULL, HANDLE, ARGUMENT, MEMORY. Since 0.1. */
MANIFACT_API int manifact_model_top_features(const manifact_model *model, int64_t cluster,
                                             int score, int64_t count, int64_t *features,
                                             double *scores, int64_t *found);

/* The cosine of each document to the centroid of its cluster, n; 0 for an unassigned document. A
   view. Since 0.1. */
MANIFACT_API const double *manifact_model_cosines(const manifact_model *model);

/* How tight each cluster is: the mean of these cosines over its documents, 0 for an empty cluster.
   `cohesion` has n_clusters entries, which must be manifact_model_clusters(). Errors: NULL, HANDLE,
   LENGTH. Since 0.1. */
MANIFACT_API int manifact_model_cohesion(const manifact_model *model, double *cohesion,
                                         int64_t n_clusters);

/* How alike the clusters are: the cosines of their centroids, n_clusters x n_clusters; rows and
   columns of empty clusters are 0. Errors: NULL, HANDLE, LENGTH, MEMORY. Since 0.1. */
MANIFACT_API int manifact_model_similarities(const manifact_model *model, double *cosines,
                                             int64_t n_clusters);

/* The `count` documents of a cluster nearest (by cosine) to its centroid, nearest first, ties by
   lower index. Since 0.1. */
MANIFACT_API int manifact_model_representatives(const manifact_model *model, int64_t cluster,
                                                int64_t count, int64_t *documents, double *cosines,
                                                int64_t *found);

/* The `count` documents that form a concept: the largest entries of column `cluster` of W, largest
   first, ties by lower index; entries at zero (below 1e-12 of the largest) are none. Purer examples
   than the representatives, and fewer. Errors: NULL, HANDLE, ARGUMENT (also for a method without
   W). Source: LCCF paper, eq. 3. Since 0.1. */
MANIFACT_API int manifact_model_concept_documents(const manifact_model *model, int64_t cluster,
                                                  int64_t count, int64_t *documents,
                                                  double *weights, int64_t *found);

/* The memberships as proportions of the clusters: each row of V, with the column weights of the
   read-out, divided by its sum; a row of zeros stays so. With a k-means read-out, the part of the
   row along the center of each cluster, where that is > 0, over the sum of these. `proportions` has
   `length` entries, which must be n_documents x n_clusters, row-major. Errors: NULL, HANDLE,
   LENGTH, MEMORY. Since 0.1. */
MANIFACT_API int manifact_model_proportions(const manifact_model *model, double *proportions,
                                            int64_t length);

/*
 * Clusters of features, of the methods onmtf, rcc and drcc: X ~ V C G', l clusters of features; for
 * others l is 0 and the views are NULL.
 *
 * feature_labels       m feature clusters 0 .. l-1 by falling size, or -1 for a feature that no
 * document has feature_sizes        l
 * feature_memberships  G, m x l row-major
 * core                 C, k x l row-major: the factor between V and G. With strong graphs its
 * entries are large, of either sign, and nearly cancel
 *                      (diagnostics condition_documents, condition_features, condition_core): no
 *                      association of clusters; for that there are the blocks. Rows are the columns
 *                      of V, clusters with the read-out argmax.
 *
 * The core is of the data times 2^scaling_exponent where that diagnostic is there.
 *
 * feature_clusters is -1 if the handle is not a model. Since 0.1.
 */
MANIFACT_API int64_t manifact_model_feature_clusters(const manifact_model *model);
MANIFACT_API const int32_t *manifact_model_feature_labels(const manifact_model *model);
MANIFACT_API const int64_t *manifact_model_feature_sizes(const manifact_model *model);
MANIFACT_API const double *manifact_model_feature_memberships(const manifact_model *model);
MANIFACT_API const double *manifact_model_core(const manifact_model *model);

/* What of a block, document cluster a by feature cluster b of n_a documents and m_b features. */
enum {
  MANIFACT_BLOCK_MASS = 1, /* the sum of the (weighted, scaled) X over the block */
  MANIFACT_BLOCK_MEAN = 2, /* mass / (n_a m_b) */
  /* mean over the mean of all blocks together; 1 where the two have nothing to do with each other.
     For data >= 0 */
  MANIFACT_BLOCK_LIFT = 3
};

/* The measure for every block, n_clusters x n_feature_clusters row-major, which must be k and l; 0
   for an empty cluster. Errors: NULL, HANDLE, ARGUMENT (no such measure, or a model without
   clusters of features), LENGTH, MEMORY. Since 0.1. */
MANIFACT_API int manifact_model_blocks(const manifact_model *model, int measure, double *values,
                                       int64_t n_clusters, int64_t n_feature_clusters);

/* The `count` features of a feature cluster of largest membership, by falling membership, ties by
   lower index. *found (<= count) are written; memberships may be NULL. Errors: NULL, HANDLE,
   ARGUMENT, MEMORY. Since 0.1. */
MANIFACT_API int manifact_model_feature_cluster_features(const manifact_model *model,
                                                         int64_t feature_cluster, int64_t count,
                                                         int64_t *features, double *memberships,
                                                         int64_t *found);

/* The constraints of the fit that this clustering does not keep, by (first, second): must-links
   between clusters, cannot-links within one, with their weights; and with second = -1, weight 1,
   labeled documents outside the cluster of their class. The first `count` are written, *found (<=
   count) of them; the arrays may be NULL. Constraints are evidence, not orders: a few of these are
   normal. The count of all is manifact_model_violation_count(); -1 if the handle is not a model.
   Errors: NULL, HANDLE, ARGUMENT. Since 0.1. */
MANIFACT_API int64_t manifact_model_violation_count(const manifact_model *model);
MANIFACT_API int manifact_model_violations(const manifact_model *model, int64_t count,
                                           int64_t *first, int64_t *second, double *weights,
                                           int64_t *found);

MANIFACT_API const char *manifact_model_method(const manifact_model *model);

/* The value of an option the model was fitted with, as text; NULL for an unknown name. Every option
   that decided the result is there; `threads`, `memory-budget`, `top-terms` and `term-score` are
   not, they decide nothing. After preset=quality they are those of the pipeline that ran. Since
   0.1. */
MANIFACT_API const char *manifact_model_option(const manifact_model *model, const char *name);

/* The vectorizer that the model was fitted or loaded with: names of the features, and transform()
   for new text. NULL when there is none. A view that lives as long as the model. Since 0.1. */
MANIFACT_API const manifact_vectorizer *manifact_model_vectorizer(const manifact_model *model);

/* Diagnostics: named findings of the fit ("graph_components" = "3"), numbered 0 .. count-1. Any out
   pointer may be NULL. Errors: NULL, HANDLE, ARGUMENT. */
MANIFACT_API int64_t manifact_model_diagnostic_count(const manifact_model *model);
MANIFACT_API int manifact_model_diagnostic(const manifact_model *model, int64_t index,
                                           const char **name, const char **value);

/* Warnings: one sentence each. NULL for an index out of range. Since 0.1. */
MANIFACT_API int64_t manifact_model_warning_count(const manifact_model *model);
MANIFACT_API const char *manifact_model_warning(const manifact_model *model, int64_t index);

/*
 * Assign new documents (rows; the features of the training data, in the same units: counts where
 * counts were given).
 *
 * labels        n_rows entries, filled
 * memberships   n_rows x k row-major, filled; may be NULL
 * n_rows        the rows of X, again, as the length of the buffers
 *
 * Concept factorization: for each document x', with k_j = x_j.x' (or its kernel value with x_j) and
 * s_j its cosine to the p nearest training documents, v' = argmin_{v >= 0} v (W'KW + lambda sum(s)
 * I) v' - 2 v (W'k + lambda V's)', exactly (non-negative least squares); then the read-out the
 * model was made with. nmf, drcc and their family: likewise, without the graph where the method has
 * none, on their basis in the place of the concepts X'W. label-propagation: the mean membership of
 * the nearest training documents. Eigenvectors (ncut, clgr ...): the nearest centroid, or the local
 * predictor (out-of-sample). Features that the fit has scaled are scaled by the shift and the
 * spread it learned, which may leave its range. gmm: the posterior. can, pcan, ssc, smce: the
 * nearest centroid. kernel=precomputed: the rows of X are k, and the documents of the training data
 * are its features. k-means: the nearest center. A document without a known feature gets -1, where
 * features are scaled the nearest centroid. Errors: NULL, HANDLE, LENGTH, MISMATCH (another number
 * of features), VALUE (negative where the model weights counts; too far from the documents of the
 * fit), ARGUMENT (kernel=polynomial or rbf with keep-data=no), BUDGET (as
 * manifact_matrix_weight()), NUMERICS, MEMORY, CANCELLED. Since 0.1.
 */
MANIFACT_API int manifact_model_assign(manifact_context *context, const manifact_model *model,
                                       const manifact_matrix *X, int32_t *labels,
                                       double *memberships, int64_t n_rows);

/* Save to a file: versioned, checksummed, the same bytes on every machine's byte order; written
   aside and renamed. Load refuses a damaged file (CORRUPT), one that is no model (FORMAT), and one
   of a later incompatible format (VERSION). Files of any 0.x release stay readable by later ones.
   Errors: NULL, HANDLE, IO, MEMORY. Since 0.1. */
MANIFACT_API int manifact_model_save(manifact_context *context, const manifact_model *model,
                                     const char *path);
MANIFACT_API int manifact_model_load(manifact_context *context, const char *path,
                                     manifact_model **out);

/* The same to a sink and from memory. Since 0.1. */
MANIFACT_API int manifact_model_write(manifact_context *context, const manifact_model *model,
                                      manifact_write_fn write, void *user);
MANIFACT_API int manifact_model_load_memory(manifact_context *context, const void *data,
                                            size_t size, manifact_model **out);

/* ---------------------------------------------------------------------------------------------- */
/* Evaluation */

/*
 * Compare a clustering with the truth: n labels each, any integers, other numbers of clusters than
 * classes allowed. truth -1: unknown, the document is left out. predicted -1: unassigned, counts as
 * wrong for accuracy and purity and as a group of its own in the others.
 *
 * accuracy  share of documents on the best one-to-one matching of clusters to classes (Hungarian)
 * nmi       mutual information / max(H, H)          nmi_sqrt  / sqrt(H H)        both 1 for equal
 * partitions ari       adjusted Rand index                     purity    share in the largest class
 * of their cluster
 *
 * Any out pointer may be NULL. Errors: NULL, HANDLE, LENGTH (n < 1 or nothing known), MEMORY. Since
 * 0.1.
 */
MANIFACT_API int manifact_evaluate(manifact_context *context, const int64_t *truth,
                                   const int64_t *predicted, int64_t n, double *accuracy,
                                   double *nmi, double *nmi_sqrt, double *ari, double *purity);

#ifdef __cplusplus
}
#endif

#endif
