/* Counts the lines of a file as documents, with one process or several:
 * text_counts alone|divided FILE [NAME=VALUE...]. The first rank prints the numbers of documents
 * and tokens, the terms, and "row column count" for all entries, rows in the order of the file. */
#include <manifact/manifact_mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int status, const char *message) {
  if (status >= 0) return;
  fprintf(stderr, "text_counts: %s: %s\n", manifact_status_name(status), message);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void *room(size_t bytes) {
  void *const made = malloc(bytes + 1);
  if (made == NULL) check(MANIFACT_ERROR_MEMORY, "no memory");
  return made;
}

static char *text_of(const char *path, size_t *size) {
  FILE *const file = fopen(path, "rb");
  if (file == NULL) check(MANIFACT_ERROR_IO, path);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *const text = room(*size);
  if (fread(text, 1, *size, file) != *size) check(MANIFACT_ERROR_IO, path);
  fclose(file);
  return text;
}

/* The lines number first .. end - 1; returns the number of all lines. */
static long add_lines(manifact_vectorizer *vectorizer, const char *text, size_t size, long first,
                      long end) {
  long line = 0;
  for (const char *at = text; at < text + size; ++line) {
    const char *const stop = memchr(at, '\n', (size_t)(text + size - at));
    if (line >= first && line < end)
      check(manifact_vectorizer_add(vectorizer, at, stop - at),
            manifact_vectorizer_message(vectorizer));
    at = stop + 1;
  }
  return line;
}

/* The entries of this rank as text. */
static char *entries_of(const manifact_matrix *X, const int64_t *places,
                        manifact_context *context) {
  const int64_t rows = manifact_matrix_rows(X), entries = manifact_matrix_entries(X);
  int64_t *const indptr = room(sizeof *indptr * (size_t)(rows + 1));
  int32_t *const indices = room(sizeof *indices * (size_t)entries);
  double *const values = room(sizeof *values * (size_t)entries);
  check(manifact_matrix_copy_csr(X, indptr, MANIFACT_INT64, indices, MANIFACT_INT32, values,
                                 MANIFACT_DOUBLE, entries),
        manifact_context_message(context));
  char *const text = room(64 * (size_t)entries), *to = text;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t e = indptr[i]; e < indptr[i + 1]; ++e)
      to += sprintf(to, "%lld %d %g\n", (long long)(places != NULL ? places[i] : i),
                    (int)indices[e], values[e]);
  *to = '\0';
  free(indptr);
  free(indices);
  free(values);
  return text;
}

static void print(const char *own, int rank, int ranks) {
  if (rank == 0) printf("%s", own);
  for (int r = 1; r < ranks; ++r) {
    int size = (int)strlen(own) + 1;
    if (rank == r) {
      MPI_Send(&size, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Send(own, size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
      MPI_Recv(&size, 1, MPI_INT, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      char *const text = room((size_t)size);
      MPI_Recv(text, size, MPI_CHAR, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("%s", text);
      free(text);
    }
  }
}

int main(int argc, char **argv) {
  int rank = 0, ranks = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 3) check(MANIFACT_ERROR_ARGUMENT, "too few arguments");
  const int divided = strcmp(argv[1], "divided") == 0;
  manifact_context *context = NULL;
  if (divided)
    check(manifact_mpi_context_create(MPI_COMM_WORLD, &context), "context");
  else
    check(manifact_context_create(&context), "context");
  manifact_vectorizer *vectorizer = NULL;
  check(manifact_vectorizer_create(context, &vectorizer), manifact_context_message(context));
  for (int i = 3; i < argc; ++i) {
    char *const equals = strchr(argv[i], '=');
    if (equals == NULL) check(MANIFACT_ERROR_ARGUMENT, "expected NAME=VALUE");
    *equals = '\0';
    check(manifact_vectorizer_set_text(vectorizer, argv[i], equals + 1),
          manifact_vectorizer_message(vectorizer));
  }
  size_t size = 0;
  char *const text = text_of(argv[2], &size);
  const long lines = add_lines(vectorizer, text, size, 0, 0);
  add_lines(vectorizer, text, size, lines * rank / ranks, lines * (rank + 1) / ranks);
  manifact_matrix *X = NULL, *own = NULL;
  int64_t *places = NULL;
  check(manifact_vectorizer_finish(vectorizer, &X), manifact_vectorizer_message(vectorizer));
  if (divided) {
    check(manifact_mpi_deal(context, X, 0, &own, &places), manifact_context_message(context));
    if (manifact_matrix_rows(own) != lines / ranks + (rank < lines % ranks ? 1 : 0))
      check(MANIFACT_ERROR_LENGTH, "the ranks have unequal parts");
  } else {
    own = manifact_matrix_retain(X);
  }
  if (rank == 0) {
    printf("%lld %lld\n", (long long)manifact_vectorizer_documents(vectorizer),
           (long long)manifact_vectorizer_tokens(vectorizer));
    for (int64_t j = 0; j < manifact_vectorizer_terms(vectorizer); ++j)
      printf("term %s\n", manifact_vectorizer_term(vectorizer, j));
  }
  char *const entries = entries_of(own, places, context);
  print(entries, rank, ranks);
  free(entries);
  free(text);
  manifact_mpi_places_free(places);
  manifact_matrix_free(own);
  manifact_matrix_free(X);
  manifact_vectorizer_free(vectorizer);
  manifact_context_free(context);
  MPI_Finalize();
  return 0;
}
