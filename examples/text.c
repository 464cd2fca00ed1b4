/* Cluster texts, and name each cluster by its top terms.
 *
 * Shows the vectorizer (text to counts), and a model that knows the words of its features.
 *
 *   cc -std=c11 text.c $(pkg-config --cflags --libs manifact) -o text
 */
#include <manifact/manifact.h>
#include <stdio.h>
#include <string.h>

static const char *const texts[] = {
    "The goalkeeper saved a penalty and the team won the match.",
    "Interest rates rose and the bank raised its inflation forecast.",
    "Simmer the onions in butter, then add garlic and stock.",
    "The striker scored twice; the match ended with a penalty.",
    "The central bank left interest rates alone as inflation fell.",
    "Add butter and garlic to the pan and simmer the sauce.",
    "The team lost the match after the goalkeeper was sent off.",
    "Markets expect the bank to cut rates when inflation slows.",
    "Season the sauce with garlic and add stock to the pan.",
};

enum { documents = sizeof texts / sizeof *texts, clusters = 3 };

static void print_clusters(const manifact_model *model) {
  const manifact_vectorizer *vectorizer = manifact_model_vectorizer(model);
  for (int64_t c = 0; c < manifact_model_clusters(model); ++c) {
    int64_t terms[3], found = 0;
    if (manifact_model_top_features(model, c, MANIFACT_SCORE_EXCLUSIVITY, 3, terms, NULL, &found) <
        0)
      continue;
    printf("cluster %d: %d documents:", (int)c, (int)manifact_model_sizes(model)[c]);
    for (int64_t t = 0; t < found; ++t)
      printf(" %s", manifact_vectorizer_term(vectorizer, terms[t]));
    printf("\n");
  }
}

/* The sentence about a failure is in the handle that the call was given. */
static void print_error(int status, const manifact_context *context,
                        const manifact_vectorizer *vectorizer, const manifact_solver *solver) {
  const char *message = manifact_context_message(context);
  if (*message == '\0' && vectorizer != NULL) message = manifact_vectorizer_message(vectorizer);
  if (*message == '\0' && solver != NULL) message = manifact_solver_message(solver);
  fprintf(stderr, "%s: %s\n", manifact_status_name(status), message);
}

int main(void) {
  manifact_context *context = NULL;
  manifact_vectorizer *vectorizer = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;

  int status = manifact_context_create(&context);
  if (status >= 0) status = manifact_vectorizer_create(context, &vectorizer);
  for (int i = 0; i < documents && status >= 0; ++i)
    status = manifact_vectorizer_add(vectorizer, texts[i], (int64_t)strlen(texts[i]));
  if (status >= 0) status = manifact_vectorizer_finish(vectorizer, &X);
  if (status >= 0) status = manifact_solver_create(context, "auto", &solver);
  if (status >= 0) status = manifact_solver_set_vectorizer(solver, vectorizer);
  if (status >= 0) status = manifact_solver_fit(solver, X, clusters, &model);
  if (status >= 0)
    print_clusters(model);
  else
    print_error(status, context, vectorizer, solver);

  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_vectorizer_free(vectorizer);
  manifact_context_free(context);
  return status >= 0 ? 0 : 1;
}
