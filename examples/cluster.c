/* Cluster the rows of a matrix file, for example: cluster documents.mtx 10 */
#include <inttypes.h>
#include <manifact/manifact.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: cluster MATRIX CLUSTERS\n");
    return EXIT_FAILURE;
  }
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;

  int status = manifact_context_create(&context);
  if (status >= 0) status = manifact_matrix_read(context, argv[1], MANIFACT_FORMAT_AUTO, &X);
  if (status >= 0) status = manifact_solver_create(context, "auto", &solver);
  if (status >= 0) status = manifact_solver_fit(solver, X, strtoll(argv[2], NULL, 10), &model);

  if (status >= 0) {
    const int64_t *sizes = manifact_model_sizes(model);
    for (int64_t c = 0; c < manifact_model_clusters(model); ++c)
      printf("cluster %" PRId64 ": %" PRId64 " documents\n", c, sizes[c]);
  } else {
    fprintf(stderr, "%s\n",
            solver ? manifact_solver_message(solver) : manifact_context_message(context));
  }

  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_context_free(context);
  return status >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
