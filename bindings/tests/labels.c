/* What a fit finds, for cross_language.py: labels INPUT METHOD K [NAME=VALUE...]

   INPUT is "*.txt", a text a line; "*.csr", where the first line has the numbers of rows and
   columns and each other line a row of column:value; or "*.dense" with rows of numbers. The first
   line printed has the labels, the second the bits of the memberships, row by row, in hexadecimal.
   The third has those of manifact_model_explain() of the input, three contributions of a row:
   scores, rests, contributions by row; "-" for texts, and if the score is not additive. The fourth
   has those of manifact_model_group_test() for even and odd rows: of each cluster, statistic, p,
   adjusted p, expected. The fifth has, for "*.csr", the labels of manifact_seed_labels(), matched
   and chosen, for the seeds {0}, {m / 3} of weight 2, and {2 m / 3, 2 m / 3 + 1}, of a topic each;
   "-" otherwise. The sixth has, for texts, the titles with " | " between them; "-" otherwise. The
   seventh has, for texts, the five numbers of manifact_model_edit_drift() of an update with the
   first six of them, each followed by " tungsten"; "-" otherwise.
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
    require(
        manifact_matrix_create_csr(context, input.rows, input.columns, input.entries, input.indptr,
                                   MANIFACT_INT64, input.indices, MANIFACT_INT32, 0, input.values,
                                   MANIFACT_DOUBLE, MANIFACT_BORROW, NULL, NULL, &X),
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

static void print_bits(const double *values, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits;
    memcpy(&bits, values + i, sizeof bits);
    printf("%016" PRIx64, bits);
  }
}

static void print(const manifact_model *model) {
  const int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  const int32_t *labels = manifact_model_labels(model);
  const double *memberships = manifact_model_memberships(model);
  for (int64_t i = 0; i < n; ++i) printf("%s%" PRId32, i > 0 ? " " : "", labels[i]);
  printf("\n");
  print_bits(memberships, n * k);
  printf("\n");
}

static void print_explanation(manifact_context *context, const manifact_model *model,
                              const manifact_matrix *X, int is_text) {
  static double scores[MAX_ENTRIES], rests[MAX_ENTRIES], values[MAX_ENTRIES];
  const int64_t n = manifact_matrix_rows(X);
  manifact_matrix *contributions = NULL;
  if (is_text || !manifact_model_has_additive_score(model)) {
    printf("-\n");
    return;
  }
  require(manifact_model_explain(context, model, X, NULL, 3, scores, rests, n, &contributions),
          manifact_context_message(context));
  const int64_t entries = manifact_matrix_entries(contributions);
  require(manifact_matrix_copy_csr(contributions, NULL, MANIFACT_INT64, NULL, MANIFACT_INT64,
                                   values, MANIFACT_DOUBLE, entries),
          "the contributions cannot be copied");
  print_bits(scores, n);
  print_bits(rests, n);
  print_bits(values, entries);
  printf("\n");
  manifact_matrix_free(contributions);
}

static void print_groups(const manifact_model *model) {
  static int32_t groups[MAX_ENTRIES];
  enum { MAX_K = 64 };
  double tests[4][MAX_K];
  const int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  for (int64_t i = 0; i < n; ++i) groups[i] = (int32_t)(i % 2);
  if (k > MAX_K) fail("too many clusters");
  require(manifact_model_group_test(model, groups, n, 2, tests[0], tests[1], tests[2], tests[3], k),
          "");
  for (int64_t c = 0; c < k; ++c)
    for (int t = 0; t < 4; ++t) print_bits(&tests[t][c], 1);
  printf("\n");
}

static void print_seeds(manifact_context *context, const manifact_matrix *X, int64_t k) {
  static int32_t labels[MAX_ENTRIES];
  const int64_t n = manifact_matrix_rows(X), third = manifact_matrix_columns(X) / 3;
  const int64_t terms[] = {0, third, 2 * third, 2 * third + 1}, offsets[] = {0, 1, 2, 4};
  const int32_t topics[] = {0, 1, 2};
  const double weights[] = {1, 2, 1};
  int64_t matched[3], chosen[3];
  require(manifact_seed_labels(context, X, terms, offsets, topics, weights, 3, 3, k, labels, n,
                               matched, chosen),
          manifact_context_message(context));
  for (int64_t i = 0; i < n; ++i) printf("%" PRId32 " ", labels[i]);
  for (int t = 0; t < 3; ++t) printf("%" PRId64 " ", matched[t]);
  for (int t = 0; t < 3; ++t) printf("%" PRId64 "%s", chosen[t], t < 2 ? " " : "\n");
}

static void print_titles(const manifact_model *model) {
  for (int64_t c = 0; c < manifact_model_clusters(model); ++c)
    printf("%s%s", c > 0 ? " | " : "", manifact_model_title(model, c));
  printf("\n");
}

static void print_drift(manifact_context *context, const manifact_model *model) {
  enum { ADDED = 6 };
  static const char unknown[] = " tungsten";
  static char bytes[2 * MAX_ENTRIES];
  const char *const name = "excerpt", *const texts = bytes;
  int64_t offsets[ADDED + 1] = {0}, terms[ADDED], drift[5];
  const int64_t *const ends = offsets;
  manifact_matrix *added = NULL;
  manifact_model *grown = NULL;
  for (int i = 0; i < ADDED; ++i) {
    const int64_t size = input.indptr[i + 1] - input.indptr[i];
    memcpy(bytes + offsets[i], input.bytes + input.indptr[i], (size_t)size);
    memcpy(bytes + offsets[i] + size, unknown, sizeof unknown - 1);
    offsets[i + 1] = offsets[i] + size + (int64_t)sizeof unknown - 1;
  }
  require(manifact_vectorizer_transform_counted(context, manifact_model_vectorizer(model), bytes,
                                                offsets, ADDED, terms, &added),
          manifact_context_message(context));
  require(manifact_model_update(context, model, added, terms, &name, &texts, &ends, 1, &grown),
          manifact_context_message(context));
  require(manifact_model_edit_drift(grown, 0, drift, drift + 1, drift + 2, drift + 3, drift + 4),
          "there is no drift");
  for (int i = 0; i < 5; ++i) printf("%s%" PRId64, i > 0 ? " " : "", drift[i]);
  printf("\n");
  manifact_model_free(grown);
  manifact_matrix_free(added);
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
  if (vectorizer != NULL) {
    require(manifact_solver_set_vectorizer(solver, vectorizer), "");
    require(manifact_solver_set_column(solver, "excerpt", input.bytes, input.indptr, input.rows),
            "");
  }
  require(manifact_solver_fit(solver, X, strtoll(argv[3], NULL, 10), &model),
          manifact_solver_message(solver));
  print(model);
  print_explanation(context, model, X, vectorizer != NULL);
  print_groups(model);
  if (strstr(argv[1], ".csr") != NULL)
    print_seeds(context, X, strtoll(argv[3], NULL, 10));
  else
    printf("-\n");
  if (vectorizer != NULL)
    print_titles(model);
  else
    printf("-\n");
  if (vectorizer != NULL)
    print_drift(context, model);
  else
    printf("-\n");
  manifact_model_free(model);
  manifact_matrix_free(X);
  manifact_solver_free(solver);
  manifact_vectorizer_free(vectorizer);
  manifact_context_free(context);
  return EXIT_SUCCESS;
}
