/* Cluster the rows of a matrix file: cluster documents.mtx 10 */
#include <manifact/manifact.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;
  int64_t k = argc > 2 ? atoll(argv[2]) : 2, term[5], found;
  if (argc < 2) return fprintf(stderr, "usage: cluster MATRIX [CLUSTERS]\n"), 1;
  if (manifact_context_create(&context) < 0) return 1;
  if (manifact_matrix_read(context, argv[1], MANIFACT_FORMAT_AUTO, &X) < 0 ||
      manifact_solver_create(context, "auto", &solver) < 0)
    return fprintf(stderr, "%s\n", manifact_context_message(context)), 1;
  if (manifact_solver_fit(solver, X, k, &model) < 0)
    return fprintf(stderr, "%s\n", manifact_solver_message(solver)), 1;
  for (int64_t c = 0; c < manifact_model_clusters(model); ++c) {
    printf("cluster %d: %d documents, top features", (int)c, (int)manifact_model_sizes(model)[c]);
    manifact_model_top_features(model, c, MANIFACT_SCORE_LIFT, 5, term, NULL, &found);
    for (int64_t t = 0; t < found; ++t) printf(" %d", (int)term[t]);
    printf("\n");
  }
  manifact_model_free(model), manifact_solver_free(solver), manifact_matrix_free(X),
      manifact_context_free(context);
  return 0;
}
