/* What the functions of manifact_mpi.h say of bad input: messages FILE, with counts in FILE. Every
 * rank must get the same status and one sentence, also if the input of one rank alone is bad.
 * Prints "ok". */
#include <manifact/manifact_mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { bad_rank = 1, vertices = 4, features = 5 };

static manifact_context *context, *alone;
static int rank, ranks;

static void expect(int good, const char *what, const char *message) {
  if (good) return;
  fprintf(stderr, "messages: rank %d: %s: %s\n", rank, what, message);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The last call on `of` failed with this status, and its message contains the text. */
static void refused_by(manifact_context *of, int status, int wanted, const char *text) {
  const char *const message = manifact_context_message(of);
  expect(status == wanted, text, manifact_status_name(status));
  expect(strstr(message, text) != NULL, text, message);
  expect(strchr(message, '\n') == NULL, "more than one line", message);
}

static void refused(int status, int wanted, const char *text) {
  refused_by(context, status, wanted, text);
}

/* One entry in each row, in column (first + i) % columns. */
static manifact_matrix *sparse(int64_t rows, int64_t columns, int64_t first, double value) {
  int64_t *const indptr = malloc(sizeof *indptr * (size_t)(rows + 1));
  int32_t *const indices = malloc(sizeof *indices * (size_t)(rows + 1));
  double *const values = malloc(sizeof *values * (size_t)(rows + 1));
  expect(indptr != NULL && indices != NULL && values != NULL, "memory", "");
  indptr[0] = 0;
  for (int64_t i = 0; i < rows; ++i) {
    indptr[i + 1] = i + 1;
    indices[i] = (int32_t)((first + i) % columns);
    values[i] = value;
  }
  manifact_matrix *X = NULL;
  expect(manifact_matrix_create_csr(alone, rows, columns, rows, indptr, MANIFACT_INT64, indices,
                                    MANIFACT_INT32, 0, values, MANIFACT_DOUBLE, MANIFACT_COPY, NULL,
                                    NULL, &X) >= 0,
         "matrix", manifact_context_message(alone));
  free(indptr);
  free(indices);
  free(values);
  return X;
}

static manifact_matrix *dense(void) {
  static const double values[4] = {1, 2, 3, 4};
  manifact_matrix *X = NULL;
  expect(manifact_matrix_create_dense(alone, 2, 2, 2, 1, values, MANIFACT_DOUBLE, MANIFACT_COPY,
                                      NULL, NULL, &X) >= 0,
         "dense matrix", manifact_context_message(alone));
  return X;
}

static void of_contexts(void) {
  manifact_context *made = alone;
  expect(manifact_mpi_context_create(MPI_COMM_WORLD, NULL) == MANIFACT_ERROR_NULL, "no out", "");
  expect(manifact_mpi_context_create(MPI_COMM_NULL, &made) == MANIFACT_ERROR_ARGUMENT && !made,
         "no communicator", "");
  int64_t sums = 0;
  expect(manifact_mpi_traffic(NULL, &sums, NULL, NULL, NULL) == MANIFACT_ERROR_NULL, "NULL", "");
  expect(manifact_mpi_traffic(context, NULL, NULL, NULL, NULL) == MANIFACT_OK, "traffic", "");
  const char *const none = "the context has no communicator";
  manifact_matrix *X = NULL, *const given = sparse(2, 2, 0, 1);
  manifact_graph *graph = NULL;
  int64_t *places = NULL;
  refused_by(alone, manifact_mpi_traffic(alone, &sums, NULL, NULL, NULL), MANIFACT_ERROR_ARGUMENT,
             none);
  refused_by(alone, manifact_mpi_read(alone, "x", 0, &X, &places), MANIFACT_ERROR_ARGUMENT, none);
  refused_by(alone, manifact_mpi_deal(alone, given, 0, &X, &places), MANIFACT_ERROR_ARGUMENT, none);
  refused_by(alone, manifact_mpi_graph_from_matrix(alone, given, NULL, 0, MANIFACT_RULE_OR, &graph),
             MANIFACT_ERROR_ARGUMENT, none);
  manifact_matrix_free(given);
}

static void of_read(const char *path) {
  manifact_matrix *X = NULL;
  int64_t *places = NULL;
  refused(manifact_mpi_read(context, NULL, 0, &X, &places), MANIFACT_ERROR_NULL, "path is NULL");
  refused(manifact_mpi_read(context, path, 0, NULL, &places), MANIFACT_ERROR_NULL, "X is NULL");
  refused(manifact_mpi_read(context, path, 0, &X, rank == bad_rank ? NULL : &places),
          MANIFACT_ERROR_NULL, "rank 1: places is NULL");
  refused(manifact_mpi_read(context, "none.mtx", 0, &X, &places), MANIFACT_ERROR_IO, "none.mtx");
  expect(X == NULL && places == NULL, "something was read", "");
  expect(!manifact_mpi_is_petsc(NULL) && !manifact_mpi_is_petsc("none.mtx") &&
             !manifact_mpi_is_petsc(".") && !manifact_mpi_is_petsc(path),
         "not of PETSc", "");
}

static void of_deal(void) {
  manifact_matrix *dealt = NULL, *const given = sparse(2, 2, 0, 1), *const points = dense(),
                  *const other = sparse(2, rank == bad_rank ? features : features - 1, 0, 1);
  int64_t *places = NULL;
  refused(manifact_mpi_deal(context, given, 0, NULL, &places), MANIFACT_ERROR_NULL,
          "dealt is NULL");
  refused(manifact_mpi_deal(context, given, 0, &dealt, rank == bad_rank ? NULL : &places),
          MANIFACT_ERROR_NULL, "rank 1: places is NULL");
  refused(manifact_mpi_deal(context, NULL, 0, &dealt, &places), MANIFACT_ERROR_EMPTY,
          "no rank has rows");
  refused(manifact_mpi_deal(context, (const manifact_matrix *)alone, 0, &dealt, &places),
          MANIFACT_ERROR_HANDLE, "X is not a handle of the right kind");
  refused(manifact_mpi_deal(context, other, 0, &dealt, &places), MANIFACT_ERROR_MISMATCH,
          "rank 1 has 5 features, rank 0 has 4");
  refused(manifact_mpi_deal(context, rank == bad_rank ? points : given, 0, &dealt, &places),
          MANIFACT_ERROR_OPTION, "dense data cannot be divided among ranks");
  expect(dealt == NULL && places == NULL, "something was dealt", "");
  manifact_matrix_free(given);
  manifact_matrix_free(points);
  manifact_matrix_free(other);
}

/* Every vertex names the next one of all. */
static void of_graphs(void) {
  manifact_graph *graph = NULL;
  const int64_t all = (int64_t)vertices * ranks;
  int64_t places[vertices], first = (int64_t)vertices * rank;
  for (int64_t i = 0; i < vertices; ++i) places[i] = first + i;
  manifact_matrix *const S = sparse(vertices, all, first + 1, 1),
                         *const minus = sparse(vertices, all, first + 1, rank == bad_rank ? -1 : 1),
                         *const wide = sparse(vertices, all + 1, first + 1, 1);
#define GRAPH(S, places, n, rule, out) \
  manifact_mpi_graph_from_matrix(context, S, places, n, rule, out)
  refused(GRAPH(NULL, NULL, 0, MANIFACT_RULE_OR, &graph), MANIFACT_ERROR_NULL, "S is NULL");
  refused(GRAPH(S, NULL, 0, MANIFACT_RULE_OR, NULL), MANIFACT_ERROR_NULL, "out is NULL");
  refused(GRAPH((const manifact_matrix *)alone, NULL, 0, MANIFACT_RULE_OR, &graph),
          MANIFACT_ERROR_HANDLE, "S is not a handle of the right kind");
  refused(GRAPH(S, NULL, 0, rank == bad_rank ? 9 : 1, &graph), MANIFACT_ERROR_ARGUMENT,
          "rank 1: unknown rule: 9");
  refused(GRAPH(S, places, rank == bad_rank ? 3 : vertices, MANIFACT_RULE_OR, &graph),
          MANIFACT_ERROR_LENGTH, "rank 1: n_places is 3, but S has 4 rows");
  refused(GRAPH(S, rank == bad_rank ? NULL : places, vertices, MANIFACT_RULE_OR, &graph),
          MANIFACT_ERROR_ARGUMENT, "rank 1: other ranks have places, but this one has none");
  if (rank == bad_rank) places[2] = all;
  refused(GRAPH(S, places, vertices, MANIFACT_RULE_OR, &graph), MANIFACT_ERROR_ARGUMENT,
          "rank 1: places[2] is ");
  if (rank == bad_rank) places[2] = 0;
  refused(GRAPH(S, places, vertices, MANIFACT_RULE_OR, &graph), MANIFACT_ERROR_ARGUMENT,
          "place 0 occurs 2 times among the places of all ranks, not once");
  refused(GRAPH(wide, NULL, 0, MANIFACT_RULE_OR, &graph), MANIFACT_ERROR_STRUCTURE,
          "a graph must be square");
  refused(GRAPH(minus, NULL, 0, MANIFACT_RULE_OR, &graph), MANIFACT_ERROR_VALUE, "rank 1: ");
  refused(GRAPH(S, NULL, 0, MANIFACT_RULE_SYMMETRIC, &graph), MANIFACT_ERROR_STRUCTURE,
          "must be symmetric");
  expect(graph == NULL, "a graph", "");
  expect(GRAPH(S, NULL, 0, MANIFACT_RULE_OR, &graph) == MANIFACT_OK, "no graph",
         manifact_context_message(context));
#undef GRAPH
  manifact_graph_free(graph);
  manifact_matrix_free(S);
  manifact_matrix_free(minus);
  manifact_matrix_free(wide);
}

static void of_models(const char *path) {
  manifact_matrix *X = NULL;
  int64_t *places = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;
  expect(manifact_mpi_read(context, path, 0, &X, &places) == MANIFACT_OK, "read",
         manifact_context_message(context));
  expect(manifact_solver_create(context, "kmeans", &solver) == MANIFACT_OK, "solver",
         manifact_context_message(context));
  expect(manifact_solver_fit(solver, X, 2, &model) >= 0, "fit", manifact_solver_message(solver));
  const int64_t n = manifact_matrix_rows(X);
  refused(manifact_mpi_gather(context, NULL, places, n, 0), MANIFACT_ERROR_NULL, "model is NULL");
  refused(manifact_mpi_gather(context, (manifact_model *)solver, places, n, 0),
          MANIFACT_ERROR_HANDLE, "model is not a handle of the right kind");
  refused(manifact_mpi_gather(context, model, rank == bad_rank ? NULL : places, n, 0),
          MANIFACT_ERROR_NULL, "rank 1: places is NULL");
  refused(manifact_mpi_gather(context, model, places, n, rank == bad_rank ? 99 : 0),
          MANIFACT_ERROR_ARGUMENT, "rank 1: root is 99, but there are ");
  refused(manifact_mpi_gather(context, model, places, rank == bad_rank ? n + 1 : n, 0),
          MANIFACT_ERROR_LENGTH, "rank 1: n_places is ");
  const int64_t own = places[0];
  if (rank == bad_rank) places[0] = -1;
  refused(manifact_mpi_gather(context, model, places, n, 0), MANIFACT_ERROR_ARGUMENT,
          "rank 1: places[0] is -1, but there are ");
  places[0] = places[1];
  refused(manifact_mpi_gather(context, model, places, n, 0), MANIFACT_ERROR_ARGUMENT,
          " occurs 2 times among the places of all ranks, not once");
  places[0] = own;
  int64_t *const offsets = calloc((size_t)n + 1, sizeof *offsets);
  expect(offsets != NULL, "memory", "");
  offsets[1] = -7;
  refused(manifact_mpi_titles(context, NULL, "", offsets, n), MANIFACT_ERROR_NULL, "model is NULL");
  refused(manifact_mpi_titles(context, (manifact_model *)solver, "", offsets, n),
          MANIFACT_ERROR_HANDLE, "model is not a handle of the right kind");
  refused(manifact_mpi_titles(context, model, NULL, offsets, n), MANIFACT_ERROR_NULL,
          "bytes is NULL");
  refused(manifact_mpi_titles(context, model, "", NULL, n), MANIFACT_ERROR_NULL, "offsets is NULL");
  refused(manifact_mpi_titles(context, model, "", offsets, n + 1), MANIFACT_ERROR_LENGTH,
          "n_documents is ");
  refused(manifact_mpi_titles(context, model, "", offsets, n), MANIFACT_ERROR_ARGUMENT,
          "offsets [1] is -7 after 0");
  expect(manifact_mpi_gather(context, model, places, n, 0) == MANIFACT_OK, "gather",
         manifact_context_message(context));
  free(offsets);
  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_mpi_places_free(places);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  expect(argc == 2 && ranks > bad_rank, "expected a file and two ranks", "");
  expect(manifact_mpi_context_create(MPI_COMM_WORLD, &context) == MANIFACT_OK, "context", "");
  expect(manifact_context_create(&alone) == MANIFACT_OK, "context of one process", "");
  of_contexts();
  of_read(argv[1]);
  of_deal();
  of_graphs();
  of_models(argv[1]);
  manifact_context_free(alone);
  manifact_context_free(context);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("ok\n");
  MPI_Finalize();
  return 0;
}
