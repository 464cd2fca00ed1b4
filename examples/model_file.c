/* Save a model, load it, and assign new texts to its clusters.
 *
 * Shows that the file holds the vocabulary: the loading program needs nothing else.
 *
 *   cc -std=c11 model_file.c $(pkg-config --cflags --libs manifact) -o model_file
 *   ./model_file topics.manifact        writes this file
 */
#include <manifact/manifact.h>
#include <stdio.h>
#include <string.h>

static const char *const training[] = {
    "The goalkeeper saved a penalty and the team won the match.",
    "Interest rates rose and the bank raised its inflation forecast.",
    "The striker scored twice; the match ended with a penalty.",
    "The central bank left interest rates alone as inflation fell.",
    "The team lost the match after the goalkeeper was sent off.",
    "Markets expect the bank to cut rates when inflation slows.",
};

static const char *const news[] = {"Inflation worries the central bank.",
                                   "A late penalty decides the match.", "Nothing known here?"};

enum { n_training = sizeof training / sizeof *training, n_news = sizeof news / sizeof *news };

/* Texts are passed as one block of bytes: text i is bytes[offsets[i] .. offsets[i + 1]). */
static int assign(manifact_context *context, const manifact_model *model, int32_t labels[n_news]) {
  char bytes[200]; /* more than all texts of news together */
  int64_t offsets[n_news + 1] = {0};
  for (int i = 0; i < n_news; ++i) {
    memcpy(bytes + offsets[i], news[i], strlen(news[i]));
    offsets[i + 1] = offsets[i] + (int64_t)strlen(news[i]);
  }
  manifact_matrix *X = NULL;
  int status = manifact_vectorizer_transform(context, manifact_model_vectorizer(model), bytes,
                                             offsets, n_news, &X);
  if (status >= 0) status = manifact_model_assign(context, model, X, labels, NULL, n_news);
  manifact_matrix_free(X);
  return status;
}

/* The sentence about a failure is in the handle that the call was given. */
static void print_error(int status, const manifact_context *context,
                        const manifact_vectorizer *vectorizer, const manifact_solver *solver) {
  const char *message = manifact_context_message(context);
  if (*message == '\0' && vectorizer != NULL) message = manifact_vectorizer_message(vectorizer);
  if (*message == '\0' && solver != NULL) message = manifact_solver_message(solver);
  fprintf(stderr, "%s: %s\n", manifact_status_name(status), message);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s MODEL_FILE\n", argv[0]);
    return 2;
  }
  const char *path = argv[1];
  int32_t labels[n_news];
  manifact_context *context = NULL;
  manifact_vectorizer *vectorizer = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *fitted = NULL, *loaded = NULL;

  int status = manifact_context_create(&context);
  if (status >= 0) status = manifact_vectorizer_create(context, &vectorizer);
  for (int i = 0; i < n_training && status >= 0; ++i)
    status = manifact_vectorizer_add(vectorizer, training[i], (int64_t)strlen(training[i]));
  if (status >= 0) status = manifact_vectorizer_finish(vectorizer, &X);
  if (status >= 0) status = manifact_solver_create(context, "auto", &solver);
  if (status >= 0) status = manifact_solver_set_vectorizer(solver, vectorizer);
  if (status >= 0) status = manifact_solver_fit(solver, X, 2, &fitted);
  if (status >= 0) status = manifact_model_save(context, fitted, path);
  if (status >= 0) status = manifact_model_load(context, path, &loaded);
  if (status >= 0) status = assign(context, loaded, labels);
  if (status >= 0) {
    for (int i = 0; i < n_news; ++i) printf("cluster %2d: %s\n", (int)labels[i], news[i]);
    printf("-1: no word of the text is in the model\n");
  } else {
    print_error(status, context, vectorizer, solver);
  }

  manifact_model_free(loaded);
  manifact_model_free(fitted);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_vectorizer_free(vectorizer);
  manifact_context_free(context);
  return status >= 0 ? 0 : 1;
}
