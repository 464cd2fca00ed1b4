/* Cluster the rows of a matrix file: cluster documents.mtx 10 */
#include <manifact/manifact.h>
#include <stdio.h>
#include <stdlib.h>

static void print_clusters(const manifact_model *model) {
  const int64_t *sizes = manifact_model_sizes(model);
  for (int64_t c = 0; c < manifact_model_clusters(model); ++c) {
    int64_t features[5], found = 0;
    manifact_model_top_features(model, c, MANIFACT_SCORE_LIFT, 5, features, NULL, &found);
    printf("cluster %d: %d documents, top features", (int)c, (int)sizes[c]);
    for (int64_t t = 0; t < found; ++t) printf(" %d", (int)features[t]);
    printf("\n");
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: cluster MATRIX [CLUSTERS]\n");
    return 1;
  }
  const int64_t k = argc > 2 ? atoll(argv[2]) : 2;
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;

  int status = manifact_context_create(&context);
  if (status >= 0) status = manifact_matrix_read(context, argv[1], MANIFACT_FORMAT_AUTO, &X);
  if (status >= 0) status = manifact_solver_create(context, "auto", &solver);
  if (status >= 0) status = manifact_solver_fit(solver, X, k, &model);
  if (status >= 0)
    print_clusters(model);
  else
    fprintf(stderr, "%s\n",
            solver ? manifact_solver_message(solver) : manifact_context_message(context));

  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_context_free(context);
  return status >= 0 ? 0 : 1;
}
