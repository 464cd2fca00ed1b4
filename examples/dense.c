/* Cluster the rows of a dense table whose columns have different units.
 *
 * Shows strides (the table holds an identifier that is skipped), z-score scaling, and centroids.
 *
 *   cc -std=c11 dense.c $(pkg-config --cflags --libs manifact) -o dense
 */
#include <manifact/manifact.h>
#include <stdio.h>

enum { animals = 9, fields = 4, features = 3, clusters = 3 };

/* Row-major: identifier, bill length in mm, flipper length in mm, body mass in g. */
static const double table[animals][fields] = {
    {101, 38.6, 190, 3700}, {102, 46.3, 217, 5150}, {103, 49.1, 196, 3750},
    {104, 39.2, 187, 3600}, {105, 47.5, 219, 5250}, {106, 48.4, 194, 3800},
    {107, 37.9, 189, 3650}, {108, 48.0, 221, 5400}, {109, 50.2, 198, 3850}};

static void print_clusters(const manifact_model *model) {
  const int32_t *labels = manifact_model_labels(model);
  for (int64_t c = 0; c < manifact_model_clusters(model); ++c) {
    printf("cluster %d:", (int)c);
    for (int i = 0; i < animals; ++i)
      if (labels[i] == c) printf(" %.0f", table[i][0]);
    printf("\n");
  }
  /* In standard deviations from the mean, since the model is of the scaled data. */
  const double *centroids = manifact_model_centroids(model); /* features x clusters */
  for (int64_t c = 0; c < manifact_model_clusters(model); ++c) {
    printf("centroid %d:", (int)c);
    for (int j = 0; j < features; ++j)
      printf(" %+.1f", centroids[j * manifact_model_clusters(model) + c]);
    printf("\n");
  }
}

int main(void) {
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;

  int status = manifact_context_create(&context);
  /* Entry (i, j) is values[i * fields + j * 1]; a column-major table has strides 1 and n_rows.
     Dense input is always copied, so that the table may change after this call. */
  if (status >= 0)
    status = manifact_matrix_create_dense(context, animals, features, fields, 1, &table[0][1],
                                          MANIFACT_DOUBLE, MANIFACT_COPY, NULL, NULL, &X);
  if (status >= 0) status = manifact_solver_create(context, "kmeans", &solver);
  /* Each feature to mean 0 and deviation 1: without this the mass decides alone. */
  if (status >= 0) status = manifact_solver_set_text(solver, "scaling", "z-score");
  if (status >= 0) status = manifact_solver_set_int64(solver, "seed", 1);
  if (status >= 0) status = manifact_solver_fit(solver, X, clusters, &model);
  if (status >= 0)
    print_clusters(model);
  else
    fprintf(stderr, "%s: %s\n", manifact_status_name(status),
            solver ? manifact_solver_message(solver) : manifact_context_message(context));

  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_context_free(context);
  return status >= 0 ? 0 : 1;
}
