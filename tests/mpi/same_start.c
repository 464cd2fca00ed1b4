/* Fits from the same start with one process or several: same_start alone|divided FILE METHOD K
 * [NAME=VALUE...] [graph=FILE]. The start puts document i of the file in cluster 7919 i mod K;
 * "auto" begins as it does by itself. The first rank prints the objective, the number of updates
 * and the labels in the order of the file. */
#include <manifact/manifact_mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int status, const char *message) {
  if (status >= 0) return;
  fprintf(stderr, "same_start: %s: %s\n", manifact_status_name(status), message);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void set_options(manifact_solver *solver, int count, char **settings) {
  for (int i = 0; i < count; ++i) {
    char *const equals = strchr(settings[i], '=');
    if (equals == NULL) check(MANIFACT_ERROR_ARGUMENT, "expected NAME=VALUE");
    *equals = '\0';
    check(manifact_solver_set_text(solver, settings[i], equals + 1),
          manifact_solver_message(solver));
  }
}

/* The graph of the last setting graph=FILE, which is taken off the list, or NULL. */
static const char *graph_file(int *count, char **settings) {
  if (*count == 0 || strncmp(settings[*count - 1], "graph=", 6) != 0) return NULL;
  return settings[--*count] + 6;
}

static void set_graph(manifact_context *context, manifact_solver *solver, const char *path,
                      int divided) {
  manifact_matrix *S = NULL;
  manifact_graph *graph = NULL;
  int64_t *places = NULL;
  if (divided) {
    check(manifact_mpi_read(context, path, 0, &S, &places), manifact_context_message(context));
    check(manifact_mpi_graph_from_matrix(context, S, NULL, 0, MANIFACT_RULE_SYMMETRIC, &graph),
          manifact_context_message(context));
  } else {
    check(manifact_matrix_read(context, path, MANIFACT_FORMAT_AUTO, &S),
          manifact_context_message(context));
    check(manifact_graph_from_matrix(context, S, MANIFACT_RULE_SYMMETRIC, &graph),
          manifact_context_message(context));
  }
  check(manifact_solver_set_graph(solver, graph), manifact_solver_message(solver));
  manifact_graph_free(graph);
  manifact_matrix_free(S);
  manifact_mpi_places_free(places);
}

static void set_start(manifact_solver *solver, const int64_t *places, int64_t n, int k) {
  int32_t *const labels = malloc(sizeof *labels * (size_t)(n + 1));
  if (labels == NULL) check(MANIFACT_ERROR_MEMORY, "labels");
  for (int64_t i = 0; i < n; ++i)
    labels[i] = (int32_t)((places != NULL ? places[i] : i) * 7919 % k);
  check(manifact_solver_set_start_labels(solver, labels, n), manifact_solver_message(solver));
  free(labels);
}

static void print(const manifact_model *model) {
  printf("%.17g %lld", manifact_model_objective(model),
         (long long)manifact_model_iterations(model));
  const int32_t *const labels = manifact_model_labels(model);
  for (int64_t i = 0; i < manifact_model_documents(model); ++i) printf(" %d", (int)labels[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc < 5) check(MANIFACT_ERROR_ARGUMENT, "too few arguments");
  const int divided = strcmp(argv[1], "divided") == 0, k = atoi(argv[4]);
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  int64_t *places = NULL;
  if (divided) {
    check(manifact_mpi_context_create(MPI_COMM_WORLD, &context), "context");
    check(manifact_mpi_read(context, argv[2], 0, &X, &places), manifact_context_message(context));
  } else {
    check(manifact_context_create(&context), "context");
    check(manifact_matrix_read(context, argv[2], MANIFACT_FORMAT_AUTO, &X),
          manifact_context_message(context));
  }
  const int64_t n = manifact_matrix_rows(X);
  manifact_solver *solver = NULL;
  check(manifact_solver_create(context, argv[3], &solver), manifact_context_message(context));
  int count = argc - 5;
  const char *const graph = graph_file(&count, argv + 5);
  set_options(solver, count, argv + 5);
  if (graph != NULL) set_graph(context, solver, graph, divided);
  if (strcmp(argv[3], "auto") != 0) set_start(solver, places, n, k);
  manifact_model *model = NULL;
  check(manifact_solver_fit(solver, X, k, &model), manifact_solver_message(solver));
  if (divided)
    check(manifact_mpi_gather(context, model, places, n, 0), manifact_context_message(context));
  if (rank == 0) print(model);
  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_mpi_places_free(places);
  manifact_context_free(context);
  MPI_Finalize();
  return 0;
}
