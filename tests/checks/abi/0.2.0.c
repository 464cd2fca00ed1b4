/* A program of release 0.2.0. Its declarations are made from the description of that release, and
   it has to run with every later library of the same ABI number. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "declarations.h"

enum { DOCUMENTS = 12, WORDS = 4, CLUSTERS = 2 };

static int updates = 0;

static int progress(void *user, const char *stage, int64_t done, int64_t total, double objective,
                    double change) {
  (void)user, (void)objective, (void)change;
  if (strcmp(stage, "fit") == 0 && total > 0 && done <= total) ++updates;
  return 0;
}

static int failed(const char *what) {
  fprintf(stderr, "%s\n", what);
  return 1;
}

/* 0 if the model has the clusters of the documents: the even ones and the odd ones. */
static int wrong_labels(const int32_t *labels) {
  for (int i = 0; i < DOCUMENTS; ++i)
    if (labels[i] != labels[i % CLUSTERS]) return 1;
  return labels[0] == labels[1] || labels[0] < 0 || labels[0] >= CLUSTERS;
}

int main(void) {
  static const char *const texts[CLUSTERS] = {"ship sail harbor wave", "oven flour butter sugar"};
  manifact_context *context = NULL;
  manifact_vectorizer *words = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL, *merged = NULL;
  manifact_cancel_token *token = NULL;
  int32_t labels[DOCUMENTS];
  double accuracy = 0;

  if (!manifact_abi_supported(MANIFACT_ABI)) return failed("the ABI number is not supported");
  if (manifact_version_number() < 200) return failed("the library is older than the program");
  if (manifact_context_create(&context) != MANIFACT_OK) return failed("no context");
  if (manifact_vectorizer_create(context, &words) != MANIFACT_OK) return failed("no vectorizer");
  for (int i = 0; i < DOCUMENTS; ++i) {
    const char *const text = texts[i % CLUSTERS];
    if (manifact_vectorizer_add(words, text, (int64_t)strlen(text)) != MANIFACT_OK)
      return failed(manifact_vectorizer_message(words));
  }
  if (manifact_vectorizer_finish(words, &X) != MANIFACT_OK) return failed("no counts");
  if (manifact_matrix_columns(X) != CLUSTERS * WORDS) return failed("another vocabulary");
  if (manifact_solver_create(context, "lccf", &solver) != MANIFACT_OK) return failed("no solver");
  manifact_solver_set_vectorizer(solver, words);
  manifact_solver_set_progress(solver, progress, NULL);
  if (manifact_solver_set_int64(solver, "neighbors", 3) != MANIFACT_OK ||
      manifact_solver_set_double(solver, "lambda", 2) != MANIFACT_OK ||
      manifact_solver_set_bool(solver, "keep-data", MANIFACT_TRUE) != MANIFACT_OK ||
      manifact_solver_set_text(solver, "graph-weight", "binary") != MANIFACT_OK)
    return failed(manifact_solver_message(solver));
  if (manifact_solver_set_int64(solver, "neighbors", 0) != MANIFACT_ERROR_OPTION)
    return failed("an option out of its bounds was taken");
  if (manifact_cancel_token_create(&token) != MANIFACT_OK) return failed("no token");
  manifact_solver_set_cancel_token(solver, token);
  manifact_cancel_token_request(token);
  if (manifact_solver_fit(solver, X, CLUSTERS, &model) != MANIFACT_ERROR_CANCELLED)
    return failed("a request of the token did not stop the fit");
  if (manifact_solver_fit(solver, X, CLUSTERS, &model) < 0)
    return failed(manifact_solver_message(solver));
  if (updates == 0) return failed("no progress");
  if (wrong_labels(manifact_model_labels(model))) return failed("other clusters");
  if (manifact_model_assign(context, model, X, labels, NULL, DOCUMENTS) < 0 || wrong_labels(labels))
    return failed("new documents are in other clusters");
  if (manifact_evaluate(context, labels, labels, DOCUMENTS, &accuracy, NULL, NULL, NULL, NULL) <
          0 ||
      accuracy != 1)
    return failed("another accuracy");
  if (manifact_model_merge(context, model, (const int64_t[]){0, 1}, 2, NULL, &merged) < 0 ||
      manifact_model_clusters(merged) != 1)
    return failed("the topics were not merged");

  manifact_model_free(merged);
  manifact_model_free(model);
  manifact_cancel_token_free(token);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_vectorizer_free(words);
  manifact_context_free(context);
  return 0;
}
