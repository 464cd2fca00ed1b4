/* Ask how many clusters the data has.
 *
 * Shows manifact_solver_suggest_k() on four groups of documents, and the fit that uses its graph
 * again.
 *
 *   cc -std=c11 choose_k.c $(pkg-config --cflags --libs manifact) -o choose_k
 */
#include <manifact/manifact.h>
#include <stdio.h>

enum { documents = 120, features = 49, groups = 4, from = 2, to = 8 };

/* Document i uses five of the words of group i % groups, and one word that all documents have. */
static void make_counts(float *counts) {
  unsigned random = 1;
  for (int i = 0; i < documents; ++i) {
    float *row = counts + i * features;
    for (int t = 0; t < 5; ++t) {
      random = random * 1664525u + 1013904223u;
      row[i % groups * 12 + (int)(random >> 16) % 12] += 1;
    }
    row[features - 1] = 1;
  }
}

static void print_rows(const manifact_suggestion *suggestion) {
  printf("  k     gap  stability  score\n");
  for (int64_t i = 0; i < manifact_suggestion_count(suggestion); ++i) {
    int64_t k = 0;
    double gap = 0, stability = 0, score = 0;
    int row_status = 0;
    const char *why = "";
    if (manifact_suggestion_row(suggestion, i, &k, NULL, &gap, &stability, &score, &row_status,
                                &why) < 0)
      continue;
    printf("%3d  %6.3f  %9.3f  %5.2f%s%s\n", (int)k, gap, stability, score,
           *why != '\0' ? "  " : "", why);
  }
  printf("suggested: %d clusters\n", (int)manifact_suggestion_k(suggestion));
  printf("%s\n", manifact_suggestion_reason(suggestion));
}

int main(void) {
  static float counts[documents * features];
  make_counts(counts);
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_suggestion *suggestion = NULL;
  manifact_model *model = NULL;

  int status = manifact_context_create(&context);
  if (status >= 0)
    status = manifact_matrix_create_dense(context, documents, features, features, 1, counts,
                                          MANIFACT_FLOAT, MANIFACT_COPY, NULL, NULL, &X);
  if (status >= 0) status = manifact_solver_create(context, "ncut", &solver);
  if (status >= 0) status = manifact_solver_set_int64(solver, "seed", 1);
  if (status >= 0) status = manifact_solver_suggest_k(solver, X, from, to, &suggestion);
  if (status >= 0) print_rows(suggestion);
  if (status >= 0)
    status = manifact_solver_fit(solver, X, manifact_suggestion_k(suggestion), &model);
  if (status >= 0) {
    printf("sizes:");
    for (int64_t c = 0; c < manifact_model_clusters(model); ++c)
      printf(" %d", (int)manifact_model_sizes(model)[c]);
    printf("\n");
  } else {
    fprintf(stderr, "%s: %s\n", manifact_status_name(status),
            solver ? manifact_solver_message(solver) : manifact_context_message(context));
  }

  manifact_model_free(model);
  manifact_suggestion_free(suggestion);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_context_free(context);
  return status >= 0 ? 0 : 1;
}
