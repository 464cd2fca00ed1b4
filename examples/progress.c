/* Watch a fit, and stop it.
 *
 * Shows the progress callback: which stage runs, how far it is, and how to cancel. (Another thread
 * or a signal handler cancels with a manifact_cancel_token.)
 *
 *   cc -std=c11 progress.c $(pkg-config --cflags --libs manifact) -o progress
 */
#include <manifact/manifact.h>
#include <stdio.h>
#include <string.h>

enum { documents = 60, features = 37, clusters = 3 };

struct watch {
  const char *stage; /* the last one seen; the library's strings are static */
  int64_t limit;     /* updates after which to stop; 0: none */
  int64_t updates;
};

/* On the thread that called fit. Must return soon; a result other than 0 cancels. */
static int on_progress(void *user, const char *stage, int64_t done, int64_t total, double objective,
                       double change) {
  struct watch *watch = user;
  (void)total;
  (void)change;
  if (strcmp(stage, watch->stage) != 0) printf("  stage %s\n", stage);
  watch->stage = stage;
  if (strcmp(stage, "fit") != 0) return 0;
  watch->updates = done;
  if (done > 0 && done % 20 == 0) printf("  update %d, objective %.3f\n", (int)done, objective);
  return watch->limit > 0 && done >= watch->limit;
}

/* Document i uses four of the words of topic i % 3, and one word that all documents have. */
static void make_counts(float counts[documents][features]) {
  static const int steps[] = {1, 2, 3, 5};
  memset(counts, 0, sizeof(float[documents][features]));
  for (int i = 0; i < documents; ++i) {
    for (int t = 0; t < 4; ++t) counts[i][(i % 3) * 12 + (i / 3 + steps[t]) % 12] = 2;
    counts[i][features - 1] = 1;
  }
}

int main(void) {
  static float counts[documents][features];
  make_counts(counts);
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;

  int status = manifact_context_create(&context);
  if (status >= 0)
    status = manifact_matrix_create_dense(context, documents, features, features, 1, counts,
                                          MANIFACT_FLOAT, MANIFACT_COPY, NULL, NULL, &X);
  if (status >= 0) status = manifact_solver_create(context, "lccf", &solver);
  if (status >= 0) status = manifact_solver_set_int64(solver, "restarts", 1);
  if (status >= 0) status = manifact_solver_set_int64(solver, "max-iterations", 100);
  if (status >= 0) status = manifact_solver_set_double(solver, "tolerance", 0); /* all of them */

  struct watch watch = {"", 40, 0};
  if (status >= 0) status = manifact_solver_set_progress(solver, on_progress, &watch);
  if (status >= 0) status = manifact_solver_fit(solver, X, clusters, &model);
  /* A cancelled fit leaves no model; the solver can be used again. */
  if (status == MANIFACT_ERROR_CANCELLED) {
    printf("cancelled after %d updates, %s\n", (int)watch.updates, model ? "a model" : "no model");
    watch.limit = 0;
    watch.stage = "";
    status = manifact_solver_fit(solver, X, clusters, &model);
  }
  if (status >= 0)
    printf("finished after %d updates\n", (int)manifact_model_iterations(model));
  else
    fprintf(stderr, "%s: %s\n", manifact_status_name(status),
            solver ? manifact_solver_message(solver) : manifact_context_message(context));

  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_context_free(context);
  return status >= 0 ? 0 : 1;
}
