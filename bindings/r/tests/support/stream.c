/* A producer of Arrow for the tests: a stream of two batches of the columns id, text, x and vector,
   which counts what is released. */
#include <Rinternals.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct ArrowSchema **children, *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct ArrowArray **children, *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

enum { COLUMNS = 4, ROWS = 60 };

static int held, batches;

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; ++i) {
    if (schema->children[i]->release != NULL) schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  free(schema->children);
  schema->release = NULL;
  --held;
}

static void describe(struct ArrowSchema *schema, const char *format, const char *name,
                     int64_t children) {
  memset(schema, 0, sizeof *schema);
  schema->format = format;
  schema->name = name;
  schema->n_children = children;
  schema->children = calloc((size_t)children + 1, sizeof *schema->children);
  for (int64_t i = 0; i < children; ++i) schema->children[i] = malloc(sizeof *schema);
  schema->release = release_schema;
  ++held;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
  (void)stream;
  describe(schema, "+s", "", COLUMNS);
  describe(schema->children[0], "l", "id", 0);
  describe(schema->children[1], "u", "text", 0);
  describe(schema->children[2], "g", "x", 0);
  describe(schema->children[3], "+w:2", "vector", 1);
  describe(schema->children[3]->children[0], "f", "item", 0);
  return 0;
}

static void release_array(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_children; ++i) {
    if (array->children[i]->release != NULL) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  for (int64_t i = 0; i < array->n_buffers; ++i) free((void *)array->buffers[i]);
  free(array->children);
  free(array->buffers);
  array->release = NULL;
  --held;
}

static void fill(struct ArrowArray *array, int64_t length, int64_t buffers, int64_t children) {
  memset(array, 0, sizeof *array);
  array->length = length;
  array->n_buffers = buffers;
  array->buffers = calloc((size_t)buffers + 1, sizeof *array->buffers);
  array->n_children = children;
  array->children = calloc((size_t)children + 1, sizeof *array->children);
  for (int64_t i = 0; i < children; ++i) array->children[i] = malloc(sizeof *array);
  array->release = release_array;
  ++held;
}

static const char *text_of(int row) {
  static const char *const texts[] = {"ship harbor captain sail", "oven flour butter sugar",
                                      "rocket orbit planet moon"};
  return row % 10 == 9 ? "" : texts[row % 3];
}

/* Batch 0 or 1; a text of every tenth row is null. */
static void fill_batch(struct ArrowArray *batch, int first) {
  fill(batch, ROWS, 1, COLUMNS);
  fill(batch->children[0], ROWS, 2, 0);
  fill(batch->children[1], ROWS, 3, 0);
  fill(batch->children[2], ROWS, 2, 0);
  fill(batch->children[3], ROWS, 1, 1);
  fill(batch->children[3]->children[0], 2 * ROWS, 2, 0);
  int64_t *ids = malloc(ROWS * sizeof *ids);
  double *x = malloc(ROWS * sizeof *x);
  float *vectors = malloc(2 * ROWS * sizeof *vectors);
  int32_t *ends = calloc(ROWS + 1, sizeof *ends);
  unsigned char *valid = calloc(ROWS, 1);
  char *bytes = calloc(ROWS, 64);
  for (int i = 0; i < ROWS; ++i) {
    const int row = first + i;
    ids[i] = row;
    x[i] = row / 4.0;
    vectors[2 * i] = (float)row;
    vectors[2 * i + 1] = (float)-row;
    memcpy(bytes + ends[i], text_of(row), strlen(text_of(row)));
    ends[i + 1] = ends[i] + (int32_t)strlen(text_of(row));
    if (row % 10 != 9) valid[i / 8] |= (unsigned char)(1 << (i % 8));
  }
  batch->children[0]->buffers[1] = ids;
  batch->children[1]->null_count = ROWS / 10;
  batch->children[1]->buffers[0] = valid;
  batch->children[1]->buffers[1] = ends;
  batch->children[1]->buffers[2] = bytes;
  batch->children[2]->buffers[1] = x;
  batch->children[3]->children[0]->buffers[1] = vectors;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
  const bool fails = stream->private_data != NULL;
  memset(array, 0, sizeof *array);
  if (batches == 2) return fails ? 5 : 0;
  fill_batch(array, ROWS * batches++);
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return "the wire was cut";
}

static void release_stream(struct ArrowArrayStream *stream) {
  stream->release = NULL;
  --held;
}

static struct ArrowArrayStream stream;
static struct ArrowSchema schema;
static struct ArrowArray array;

SEXP produced_stream(SEXP fails) {
  batches = 0;
  ++held;
  stream = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream,
                                     Rf_asLogical(fails) ? &stream : NULL};
  return R_MakeExternalPtr(&stream, R_NilValue, R_NilValue);
}

SEXP produced_schema(void) {
  get_schema(&stream, &schema);
  return R_MakeExternalPtr(&schema, R_NilValue, R_NilValue);
}

SEXP produced_array(void) {
  fill_batch(&array, 0);
  return R_MakeExternalPtr(&array, R_NilValue, R_NilValue);
}

/* What was not released. */
SEXP produced_held(void) { return Rf_ScalarInteger(held); }
