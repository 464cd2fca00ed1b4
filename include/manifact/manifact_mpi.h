/* Manifact on several machines: libmanifact-mpi, since version 0.2.0.
 *
 * libmanifact-mpi holds all of libmanifact; a program links one of the two. A context of
 * manifact_mpi_context_create() belongs to all ranks of a communicator. With a solver of such a
 * context
 *
 *   - the rows of a matrix are the documents of this rank, and the columns are the same on all;
 *   - manifact_solver_fit() is collective: every rank calls it, with the same method, options and
 *     number of clusters; if one sets a start, all must set one, and each then needs at least one
 *     document; if one sets a graph, all must set one made by manifact_mpi_graph_from_matrix();
 *   - the model of a rank has the labels and memberships of its own documents; sizes, centroids,
 *     basis, objective and diagnostics are those of all documents, the same on every rank.
 *
 * A vectorizer of such a context counts the documents that this rank adds. All ranks must use the
 * same options and stop words; manifact_vectorizer_finish() is collective: the vocabulary is that
 * of all documents, the matrix has those of this rank, and manifact_mpi_deal() makes them rows for
 * a fit. The numbers of documents, tokens and replaced sequences are then those of all ranks. The
 * language must be named: language=auto is refused.
 *
 * All other functions are local. Bad input and options are reported on every rank by the same
 * status, with a message that names the rank. If a collective call is cancelled on one rank, it
 * returns MANIFACT_ERROR_CANCELLED on all: ranks that are waiting for others check for this
 * continuously; ranks that are computing check as often as for their own token. A failure that the
 * other ranks cannot know of, such as a lack of memory in the middle of a stage, or a rank that
 * does not stop within 8 seconds, ends all processes by MPI_Abort() with status 1: the log function
 * of the context receives a message first.
 *
 * All ranks must run on machines of the same kind, with the same representation of numbers. MPI is
 * initialized and finalized by the program, with MPI_THREAD_FUNNELED if it uses threads. */
#ifndef MANIFACT_MPI_H
#define MANIFACT_MPI_H

#include <manifact/manifact.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A context for the ranks of `comm`, which is duplicated. Collective. Its solvers must be freed
 * before MPI_Finalize().
 * Errors: MANIFACT_ERROR_NULL, MANIFACT_ERROR_ARGUMENT (not a communicator). */
MANIFACT_API manifact_status manifact_mpi_context_create(MPI_Comm comm, manifact_context **out);

/* Reads a sparse Matrix Market file, plain or gzip, or a binary sparse matrix of PETSc (MATAIJ)
 * with 32- or 64-bit indices, by all ranks. Collective. Rows are distributed to the ranks in the
 * order of a permutation of that seed, so that all have equal work; the order does not depend on
 * the number of ranks; equal cosines in the neighbor graph of X are ordered by position in the
 * file, as on one process. `X` receives the rows of this rank; `places` receives an array with the
 * number of each of these rows in the file, counted from 0. The caller frees both, `places` by
 * manifact_mpi_places_free().
 * Errors, on all ranks: MANIFACT_ERROR_NULL, MANIFACT_ERROR_HANDLE, MANIFACT_ERROR_ARGUMENT (a
 * context without a communicator), MANIFACT_ERROR_IO, MANIFACT_ERROR_FORMAT (with the line or the
 * row), MANIFACT_ERROR_MEMORY, MANIFACT_ERROR_CANCELLED. */
MANIFACT_API manifact_status manifact_mpi_read(manifact_context *context, const char *path,
                                               uint64_t seed, manifact_matrix **X,
                                               int64_t **places);
/* NULL is allowed. */
MANIFACT_API void manifact_mpi_places_free(int64_t *places);

/* A graph of given weights for manifact_solver_set_graph(), as manifact_graph_from_matrix() would
 * make it from all rows. Collective. `S` has the rows of the documents of this rank, in their
 * order, and a column for each document of all ranks; `rule` is the same on all ranks. places[i] is
 * the column of row i; `n_places` is the number of rows. If `places` is NULL on all ranks, the rows
 * of a matrix of manifact_mpi_read() have the places that it found, and rows of other matrices are
 * numbered consecutively across the ranks. A file that is read with the seed of the documents has
 * the rows of the same documents on each rank. The other functions of graphs refuse it with
 * MANIFACT_ERROR_ARGUMENT, but the numbers of vertices, edges, components and isolated vertices are
 * available and are those of the whole graph. Release with manifact_graph_free().
 * Errors, on all ranks: MANIFACT_ERROR_STRUCTURE (not square; not symmetric, with
 * MANIFACT_RULE_SYMMETRIC), MANIFACT_ERROR_VALUE (a negative weight, a degree that overflows),
 * MANIFACT_ERROR_NULL, MANIFACT_ERROR_HANDLE, MANIFACT_ERROR_ARGUMENT (rule, places),
 * MANIFACT_ERROR_LENGTH, MANIFACT_ERROR_MEMORY, MANIFACT_ERROR_CANCELLED. Since 0.2.0. */
MANIFACT_API manifact_status manifact_mpi_graph_from_matrix(manifact_context *context,
                                                            const manifact_matrix *S,
                                                            const int64_t *places, int64_t n_places,
                                                            manifact_graph_rule rule,
                                                            manifact_graph **out);

/* MANIFACT_TRUE if a file begins as an object of PETSc, which manifact_mpi_read() expects to be a
 * matrix; MANIFACT_FALSE for NULL and for a file that cannot be read. Not collective. */
MANIFACT_API manifact_bool manifact_mpi_is_petsc(const char *path);

/* Distributes the rows of a sparse matrix, which on each rank follow those of the lower ranks, as
 * manifact_mpi_read() does: `places` are their numbers in this order. Collective; X is NULL on
 * ranks that have no rows, and has the same columns on the others.
 * Errors: MANIFACT_ERROR_NULL, MANIFACT_ERROR_HANDLE, MANIFACT_ERROR_MISMATCH (other columns),
 * MANIFACT_ERROR_EMPTY (NULL on all ranks), MANIFACT_ERROR_OPTION (dense data),
 * MANIFACT_ERROR_ARGUMENT (more documents than an int32_t counts), MANIFACT_ERROR_CANCELLED. */
MANIFACT_API manifact_status manifact_mpi_deal(manifact_context *context, const manifact_matrix *X,
                                               uint64_t seed, manifact_matrix **dealt,
                                               int64_t **places);

/* Turns the model of rank `root` into that of all documents: document i of this rank becomes
 * document places[i]. Collective. The models of the other ranks are unchanged. `n_places` is the
 * number of documents of this rank. The places of all ranks together must be 0 .. n - 1. The model
 * of the root is changed in place: no other thread may use it meanwhile, and views taken before are
 * invalid.
 * Errors: MANIFACT_ERROR_NULL, MANIFACT_ERROR_HANDLE, MANIFACT_ERROR_ARGUMENT (root, places),
 * MANIFACT_ERROR_LENGTH, MANIFACT_ERROR_MEMORY, MANIFACT_ERROR_CANCELLED (the model of the root may
 * be that of all documents then). */
MANIFACT_API manifact_status manifact_mpi_gather(manifact_context *context, manifact_model *model,
                                                 const int64_t *places, int64_t n_places, int root);

/* Makes the titles of the topics of a gathered model from texts of all its documents, or their
 * beginnings, as manifact_model_title() describes. Not collective. Text i is bytes offsets[i] ..
 * offsets[i + 1] - 1; the model does not keep them. If the solver had no vectorizer, nothing
 * happens. The model is changed in place, as by manifact_mpi_gather().
 * Errors: MANIFACT_ERROR_NULL, MANIFACT_ERROR_HANDLE, MANIFACT_ERROR_LENGTH,
 * MANIFACT_ERROR_ARGUMENT (offsets). */
MANIFACT_API manifact_status manifact_mpi_titles(manifact_context *context, manifact_model *model,
                                                 const char *bytes, const int64_t *offsets,
                                                 int64_t n_documents);

/* Bytes that this rank has sent so far: of sums over ranks, of rows of factors that other ranks
 * need, of documents on their way around the ring, and of other exchanges. Not collective. Pointers
 * may be NULL. Errors: MANIFACT_ERROR_NULL, MANIFACT_ERROR_HANDLE, MANIFACT_ERROR_ARGUMENT (a
 * context without a communicator). */
MANIFACT_API manifact_status manifact_mpi_traffic(const manifact_context *context, int64_t *sums,
                                                  int64_t *rows, int64_t *ring, int64_t *others);

#ifdef __cplusplus
}
#endif

#endif
