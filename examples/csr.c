/* Cluster sparse counts in compressed rows (CSR), without a copy of the arrays.
 *
 * Shows borrowed arrays and their release, and the top features of each cluster.
 *
 *   cc -std=c11 csr.c $(pkg-config --cflags --libs manifact) -o csr
 */
#include <manifact/manifact.h>
#include <stdio.h>
#include <stdlib.h>

enum { documents = 60, topics = 3, words = 12, per_document = 5 };
enum { entries = documents * per_document };

struct counts {
  int64_t indptr[documents + 1];
  int32_t indices[entries];
  double values[entries];
};

static int ascending(const void *a, const void *b) {
  return *(const int32_t *)a - *(const int32_t *)b;
}

/* Document i uses four of the words of topic i % topics, and one word that all documents have. */
static struct counts *make_counts(void) {
  struct counts *counts = malloc(sizeof *counts);
  if (counts == NULL) return NULL;
  static const int steps[] = {1, 2, 3, 5};
  for (int i = 0; i < documents; ++i) {
    int32_t *row = counts->indices + i * per_document;
    for (int t = 0; t < 4; ++t) row[t] = (i % topics) * words + (i / topics + steps[t]) % words;
    row[4] = topics * words;
    /* Rows with ascending indices are used in place; others are sorted in a private copy. */
    qsort(row, per_document, sizeof *row, ascending);
    for (int t = 0; t < per_document; ++t) counts->values[i * per_document + t] = 2;
    counts->indptr[i] = i * per_document;
  }
  counts->indptr[documents] = entries;
  return counts;
}

/* Called exactly once, when the library no longer needs the arrays, or when the creation fails. */
static void release_counts(void *user) {
  free(user);
  printf("arrays released\n");
}

static void print_clusters(const manifact_model *model) {
  for (int64_t c = 0; c < manifact_model_clusters(model); ++c) {
    int64_t top[4], found = 0;
    if (manifact_model_top_features(model, c, MANIFACT_SCORE_EXCLUSIVITY, 4, top, NULL, &found) < 0)
      continue;
    printf("cluster %d: %d documents, top features", (int)c, (int)manifact_model_sizes(model)[c]);
    for (int64_t t = 0; t < found; ++t) printf(" %d", (int)top[t]);
    printf("\n");
  }
}

int main(void) {
  struct counts *counts = make_counts();
  if (counts == NULL) return 1;
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;

  int status = manifact_context_create(&context);
  if (status >= 0)
    status = manifact_matrix_create_csr(context, documents, topics * words + 1, entries,
                                        counts->indptr, MANIFACT_INT64, counts->indices,
                                        MANIFACT_INT32, 0, counts->values, MANIFACT_DOUBLE,
                                        MANIFACT_BORROW, release_counts, counts, &X);
  else
    free(counts);
  if (status >= 0) status = manifact_solver_create(context, "auto", &solver);
  if (status >= 0) status = manifact_solver_fit(solver, X, topics, &model);
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
