/* Labels and memberships of a fit, for cross_language.py: labels INPUT METHOD K [NAME=VALUE...]

   INPUT is "*.txt", a text a line; "*.csr", where the first line has the numbers of rows and
   columns and each other line a row of column:value; or "*.dense" with rows of numbers. The first
   line printed has the labels, the second the bits of the memberships, row by row, in hexadecimal.
 */
#include <inttypes.h>
#include <manifact/manifact.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ENTRIES = 1 << 20 };

typedef struct {
  int64_t rows, columns, entries;
  int64_t indptr[MAX_ENTRIES];
  int32_t indices[MAX_ENTRIES];
  double values[MAX_ENTRIES];
  char bytes[MAX_ENTRIES];
} Input;

static Input input;

static void fail(const char *message) {
  fprintf(stderr, "%s\n", message);
  exit(EXIT_FAILURE);
}

static void require(manifact_status status, const char *message) {
  if (status < 0) fail(message[0] != '\0' ? message : manifact_status_text(status));
}

static void read_texts(FILE *file) {
  int character;
  int64_t size = 0;
  while ((character = getc(file)) != EOF && size < MAX_ENTRIES) {
    if (character == '\n')
      input.indptr[++input.rows] = size;
    else
      input.bytes[size++] = (char)character;
  }
}

static void read_rows(FILE *file, int is_dense) {
  char *line = NULL;
  size_t capacity = 0;
  if (fscanf(file, "%" SCNd64 " %" SCNd64 "\n", &input.rows, &input.columns) != 2)
    fail("the first line needs two numbers");
  for (int64_t row = 0; row < input.rows && getline(&line, &capacity, file) > 0; ++row) {
    for (char *at = strtok(line, " \n"); at != NULL; at = strtok(NULL, " \n")) {
      char *value = is_dense ? at : strchr(at, ':') + 1;
      if (!is_dense) input.indices[input.entries] = (int32_t)strtol(at, NULL, 10);
      input.values[input.entries++] = strtod(value, NULL);
    }
    input.indptr[row + 1] = input.entries;
  }
  free(line);
}

static manifact_matrix *matrix_of(manifact_context *context, const char *path,
                                  manifact_vectorizer **vectorizer) {
  const char *ending = strrchr(path, '.');
  FILE *file = fopen(path, "r");
  manifact_matrix *X = NULL;
  if (file == NULL || ending == NULL) fail("the input cannot be read");
  if (strcmp(ending, ".txt") == 0) {
    read_texts(file);
    require(manifact_vectorizer_create(context, vectorizer), manifact_context_message(context));
    require(manifact_vectorizer_add_many(*vectorizer, input.bytes, input.indptr, input.rows), "");
    require(manifact_vectorizer_finish(*vectorizer, &X), "");
  } else if (strcmp(ending, ".csr") == 0) {
    read_rows(file, 0);
    require(manifact_matrix_create_csr(context, input.rows, input.columns, input.entries,
                                       input.indptr, MANIFACT_INT64, input.indices, MANIFACT_INT32,
                                       0, input.values, MANIFACT_DOUBLE, MANIFACT_BORROW, NULL,
                                       NULL, &X),
            manifact_context_message(context));
  } else {
    read_rows(file, 1);
    require(manifact_matrix_create_dense(context, input.rows, input.columns, input.columns, 1,
                                         input.values, MANIFACT_DOUBLE, MANIFACT_BORROW, NULL, NULL,
                                         &X),
            manifact_context_message(context));
  }
  fclose(file);
  return X;
}

static void print(const manifact_model *model) {
  const int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  const int32_t *labels = manifact_model_labels(model);
  const double *memberships = manifact_model_memberships(model);
  for (int64_t i = 0; i < n; ++i) printf("%s%" PRId32, i > 0 ? " " : "", labels[i]);
  printf("\n");
  for (int64_t i = 0; i < n * k; ++i) {
    uint64_t bits;
    memcpy(&bits, memberships + i, sizeof bits);
    printf("%016" PRIx64, bits);
  }
  printf("\n");
}

int main(int argc, char **argv) {
  manifact_context *context = NULL;
  manifact_vectorizer *vectorizer = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;
  if (argc < 4) fail("usage: labels INPUT METHOD K [NAME=VALUE...]");
  require(manifact_context_create(&context), "");
  require(manifact_solver_create(context, argv[2], &solver), manifact_context_message(context));
  for (int i = 4; i < argc; ++i) {
    char *value = strchr(argv[i], '=');
    if (value == NULL) fail("an option needs a value");
    *value = '\0';
    require(manifact_solver_set_text(solver, argv[i], value + 1), manifact_solver_message(solver));
  }
  manifact_matrix *X = matrix_of(context, argv[1], &vectorizer);
  if (vectorizer != NULL) require(manifact_solver_set_vectorizer(solver, vectorizer), "");
  require(manifact_solver_fit(solver, X, strtoll(argv[3], NULL, 10), &model),
          manifact_solver_message(solver));
  print(model);
  manifact_model_free(model);
  manifact_matrix_free(X);
  manifact_solver_free(solver);
  manifact_vectorizer_free(vectorizer);
  manifact_context_free(context);
  return EXIT_SUCCESS;
}
